"""Extraction of many pages: plan the input, extract in worker processes, and write complete output files.

`run` does all of it; `RowMaker` turns one page into one row, for every engine and integration. Every page read gets a
row; errors are recorded in it by name.
"""

from broadsheet.batch.files import Files
from broadsheet.batch.options import Engine, RunOptions
from broadsheet.batch.outcome import MEANINGS, Outcome
from broadsheet.batch.page import PageOptions, RowMaker
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
    "Files",
    "Format",
    "Limits",
    "Outcome",
    "PageOptions",
    "RowMaker",
    "RunOptions",
    "State",
    "Summary",
    "WorkOptions",
    "arrow_schema",
    "learn_sites",
    "read_rows",
    "run",
]
