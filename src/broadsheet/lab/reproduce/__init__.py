"""Reproduction of the papers' tables and figures on our pages, and documents that set both side by side.

One module per paper (`studies.Study`): ``measure`` turns corpora into figures, plain data stored as JSON; ``summary``
and ``section`` turn figures into Markdown, in short and with all tables. Statements about orderings are computed from
the figures. No extraction uses this package.
"""

from broadsheet.lab.reproduce.studies import (
    STUDIES,
    Options,
    Skipped,
    Stored,
    Study,
    load,
    measure,
    read_figures,
    write,
    write_figures,
)

__all__ = [
    "STUDIES",
    "Options",
    "Skipped",
    "Stored",
    "Study",
    "load",
    "measure",
    "read_figures",
    "write",
    "write_figures",
]
