"""Reproduction of the papers' tables and figures on our pages, and a document that sets both side by side.

One module per paper with three names (`broadsheet.reproduce.base.Study`): ``TITLE``, ``measure`` (corpora -> figures,
plain data stored as JSON) and ``section`` (figures -> Markdown). What the document says about an ordering is computed
from the figures. `broadsheet.reproduce.catalog` lists the papers. No extraction uses this package.
"""

from broadsheet.reproduce.base import Options, Study
from broadsheet.reproduce.catalog import STUDIES, load, names
from broadsheet.reproduce.document import document, write
from broadsheet.reproduce.measuring import Skipped, measure
from broadsheet.reproduce.store import Stored, read_figures, write_figures

__all__ = [
    "STUDIES",
    "Options",
    "Skipped",
    "Stored",
    "Study",
    "document",
    "load",
    "measure",
    "names",
    "read_figures",
    "write",
    "write_figures",
]
