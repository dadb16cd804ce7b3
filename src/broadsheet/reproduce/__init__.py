"""Reproduction of the papers' tables and figures on our pages, and documents that set both side by side.

One module per paper with four names (`broadsheet.reproduce.base.Study`): ``TITLE``, ``measure`` (corpora -> figures,
plain data stored as JSON), ``summary`` and ``section`` (figures -> Markdown, in short and with all tables). Statements
about orderings are computed from the figures. `broadsheet.reproduce.catalog` lists the papers. No extraction uses this
package.
"""

from broadsheet.reproduce.base import Options, Study
from broadsheet.reproduce.catalog import STUDIES, load, names
from broadsheet.reproduce.document import write
from broadsheet.reproduce.measuring import Skipped, measure
from broadsheet.reproduce.store import Stored, read_figures, write_figures

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
