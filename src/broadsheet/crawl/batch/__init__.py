"""Extraction of many pages: plan the input, extract in worker processes, and write complete output files.

`run` does all of it; `RowMaker` turns one page into one row, for every engine and integration. Every page read gets a
row; errors are recorded in it by name.
"""

from broadsheet.crawl.batch.options import Engine, RunOptions, State
from broadsheet.crawl.batch.page import PageOptions, RowMaker
from broadsheet.crawl.batch.parts import Files, Format, read_rows
from broadsheet.crawl.batch.process import Limits
from broadsheet.crawl.batch.running import Summary, learn_sites, run
from broadsheet.crawl.batch.schema import COLUMNS, MEANINGS, Column, Outcome, arrow_schema
from broadsheet.crawl.batch.work import WorkOptions

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
