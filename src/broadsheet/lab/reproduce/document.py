"""Write the pages of the papers, their drawings and the full tables, from stored figures.

A paper has a page, ``papers/NAME.md``, with its summary between two marks; the rest of the page is written by hand.
The full tables are in ``log/reproduction/NAME.md``.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from broadsheet.lab.reproduce.studies import STUDIES, Stored, load, read_figures

__all__ = ["FOLDER", "file_of", "full", "page", "write"]

FOLDER: Final = "papers"  # pages, figures and drawings
LOG: Final = "log/reproduction"  # full tables

_BEGIN: Final = "<!-- written by broadsheet reproduce -->"
_END: Final = "<!-- end -->"
_PART: Final = re.compile(f"{_BEGIN}\n.*?{_END}", re.DOTALL)


def file_of(folder: Path, paper: str) -> Path:
    """Return the path of a paper's figures in the folder of the documents."""
    return folder / FOLDER / f"{paper}.json"


def page(stored: Stored, old: str = "") -> str:
    """Return the page of a paper: the old one with a new summary, or a new one."""
    study = load(stored.paper)
    told = f"Measured by `{stored.command}`; [all tables](../{LOG}/{stored.paper}.md)."
    part = f"{_BEGIN}\n\n{study.summary(stored.figures).strip()}\n\n{told}\n\n{_END}"
    if _PART.search(old):
        return _PART.sub(lambda _: part, old, count=1)
    return f"# {study.TITLE}\n\n{part}\n"


def full(stored: Stored) -> str:
    """Return all tables of a paper."""
    study = load(stored.paper)
    told = f"Measured by `{stored.command}`, version {stored.version}."
    return f"# {study.TITLE}: all tables\n\n{told}\n\n{study.section(stored.figures).strip()}\n"


def write(folder: Path) -> list[Path]:
    """Write pages, drawings and full tables from the figures in the folder of the documents; return the pages.

    Raises:
        FiguresUnreadable: a file of figures is invalid.
        OSError: a file cannot be written.
    """
    written = []
    for name in STUDIES:
        stored = read_figures(file_of(folder, name))
        if stored is None:
            continue
        drawings = getattr(load(name), "drawings", None)
        for file, drawing in (drawings(stored.figures) if drawings else {}).items():
            (folder / FOLDER / file).write_text(drawing, encoding="utf-8")
        path = folder / FOLDER / f"{name}.md"
        path.write_text(page(stored, path.read_text(encoding="utf-8") if path.exists() else ""), encoding="utf-8")
        tables = folder / LOG / f"{name}.md"
        tables.parent.mkdir(parents=True, exist_ok=True)
        tables.write_text(full(stored), encoding="utf-8")
        written.append(path)
    return written
