"""Many pages: plan what is to be read, extract in processes that can be killed, write files that are whole.

`run` does all of it; `Extractor` is the function for one page that every engine and every integration calls. The room
knows processes, limits and files of output; how a page becomes an article it leaves to the pipeline. Nothing that is
read is without a row: what went wrong with a page is in its row, under a name.
"""

from broadsheet.batch.options import Engine, RunOptions
from broadsheet.batch.outcome import MEANINGS, Outcome
from broadsheet.batch.page import Extractor, PageOptions
from broadsheet.batch.parts import Format, read_rows
from broadsheet.batch.running import Summary, learn_sites, run
from broadsheet.batch.schema import COLUMNS, Column, arrow_schema
from broadsheet.batch.state import State
from broadsheet.batch.work import WorkOptions
from broadsheet.batch.worker import Limits

__all__ = [
    "COLUMNS",
    "MEANINGS",
    "Column",
    "Engine",
    "Extractor",
    "Format",
    "Limits",
    "Outcome",
    "PageOptions",
    "RunOptions",
    "State",
    "Summary",
    "WorkOptions",
    "arrow_schema",
    "learn_sites",
    "read_rows",
    "run",
]
