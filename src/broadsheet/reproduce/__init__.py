"""The papers' tables and figures again, on pages that we have: figures, and a document that sets them beside theirs.

One file a paper, each a module with three things (`broadsheet.reproduce.base.Study`): ``TITLE``, ``measure`` (corpora
-> figures, plain data that are kept as JSON) and ``section`` (figures -> Markdown). What the document says of an
ordering is computed from the figures that stand beside it. `broadsheet.reproduce.catalog` lists the papers.

The room measures methods and must not change them: nothing here is used by an extraction.
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
