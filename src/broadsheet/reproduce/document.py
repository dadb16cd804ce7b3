"""Write ``reproduction.md`` and its drawings from stored figures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from broadsheet.reproduce.catalog import STUDIES, load, names
from broadsheet.reproduce.store import Stored, read_figures

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["DOCUMENT", "FOLDER", "document", "file_of", "write"]

DOCUMENT: Final = "reproduction.md"
FOLDER: Final = "reproduction"  # folder of figures and drawings, beside the document

_HEAD: Final = """\
# The papers' figures again

Each section takes the tables and figures of one paper, and measures its methods again on the pages that we have.
Ours stand beside theirs.
**The pages are not theirs**: but for CleanEval and parts of what Standke used, the papers' corpora cannot be had today.
So levels differ, and what is compared is which method is ahead of which.
Each section says of every ordering that its paper claims whether it holds here, as computed from the figures.

Written by `broadsheet reproduce`, which measures everything again on whatever pages `BROADSHEET_CORPORA` holds.
`broadsheet reproduce --write-only` writes this page anew from the figures in [reproduction/](reproduction/).
"""


def file_of(folder: Path, paper: str) -> Path:
    """Return the path of a paper's figures.

    Args:
        folder: folder of the document.
        paper: name of the paper in the catalog.
    """
    return folder / FOLDER / f"{paper}.json"


def document(stored: Mapping[str, Stored]) -> str:
    """Write the document.

    Args:
        stored: figures of each measured paper.
    """
    parts = [_HEAD]
    for name in STUDIES:
        if name in names():
            study = load(name)
            parts.append(f"## {study.TITLE}\n")
            parts.append(_section(name, stored.get(name)))
        else:
            parts.append(f"## {name}\n\nNot measured yet.\n")
    return "\n".join(parts)


def _section(name: str, stored: Stored | None) -> str:
    if stored is None:
        return f"Not measured yet: `broadsheet reproduce {name}`.\n"
    told = f"Measured by `{stored.command}`, version {stored.version}.\n"
    return f"{load(name).section(stored.figures).strip()}\n\n{told}"


def write(folder: Path) -> Path:
    """Write the document and the drawings from the stored figures.

    Args:
        folder: folder of the document (``docs``).

    Returns:
        The path of the document.

    Raises:
        FiguresUnreadable: a file of figures is invalid.
        OSError: a file cannot be written.
    """
    stored = {}
    for name in names():
        figures = read_figures(file_of(folder, name))
        if figures is None:
            continue
        stored[name] = figures
        drawings = getattr(load(name), "drawings", None)
        for file, drawing in (drawings(figures.figures) if drawings else {}).items():
            (folder / FOLDER / file).write_text(drawing, encoding="utf-8")
    path = folder / DOCUMENT
    path.write_text(document(stored), encoding="utf-8")
    return path
