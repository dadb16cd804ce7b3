"""Insertions: known pieces put into real pages at known places, to see what an extractor keeps and leaves out.

Gold texts disagree about embedded posts, short lists, notices and copies. A piece that we put in ourselves has a known
answer by the conventions of `docs/guide/conventions.md`: it belongs to the article (keep), it does not (leave), or it
repeats what the page says already (once).

Two sets share this code. ``measure`` judges; ``train`` is for training. Their templates, phrases and class names are
different files, and a test keeps them disjoint, so that a model cannot have seen what it is judged by. Five languages
are in ``measure`` alone.

The room reads pages and gold texts. It never looks at an extractor's output to choose a piece or a place.
"""

from broadsheet.lab.insertions.generate import Inserted, Insertions
from broadsheet.lab.insertions.kinds import KINDS, Answer, Kind
from broadsheet.lab.insertions.measure import Judged, judge, run
from broadsheet.lab.insertions.phrases import SETS, Phrases, languages, phrases
from broadsheet.lab.insertions.report import Figure, as_markdown, figures, records
from broadsheet.lab.insertions.templates import Template, templates

__all__ = [
    "KINDS",
    "SETS",
    "Answer",
    "Figure",
    "Inserted",
    "Insertions",
    "Judged",
    "Kind",
    "Phrases",
    "Template",
    "as_markdown",
    "figures",
    "judge",
    "languages",
    "phrases",
    "records",
    "run",
    "templates",
]
