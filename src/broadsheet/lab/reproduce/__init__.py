"""Reproduction of the papers' tables and figures on our pages, and documents that set both side by side.

One module a paper, with four names (`broadsheet.lab.reproduce.base.Study`): ``TITLE``, ``measure`` (corpora -> figures,
plain data stored as JSON), ``summary`` and ``section`` (figures -> Markdown, in short and with all tables). Statements
about orderings are computed from the figures. `broadsheet.lab.reproduce.catalog` lists the papers. No extraction uses
this package.
"""

from broadsheet.lab.reproduce.base import Options, Study
from broadsheet.lab.reproduce.catalog import STUDIES, load, names
from broadsheet.lab.reproduce.document import write
from broadsheet.lab.reproduce.measuring import Skipped, measure
from broadsheet.lab.reproduce.store import Stored, read_figures, write_figures

__all__ = [
    "STUDIES",
    "Options",
    "Skipped",
    "Stored",
    "Study",
    "load",
    "measure",
    "names",
    "read_figures",
    "write",
    "write_figures",
]
