"""Dragnet's data (2012): about 1,380 pages of news and blogs; the content was copied from a browser by hand.

**Source and licence**: seomoz/dragnet_data on GitHub, AGPL-3.0. The layout is known from the repository's README and
from dragnet's own ``data_processing.py``; the archives were not unpacked.

**Layout**: ``HTML/<id>.html`` and ``Corrected/<id>.html.corrected.txt`` (the WCEB has ``corrected/Corrected``).
``training.txt`` and ``test.txt`` list ids, a line each; where a page is listed, ``extra["split"]`` says in which. In
a gold text, what stands after ``!@#$%^&*()`` and ``COMMENTS`` are readers' comments; the text before it is the
article. Gold texts are UTF-8, UTF-16 or, where neither, Latin.

**The gold text** is the article as a person would copy it: titles, bylines and dates are in it on most pages, but not
on all; comments are apart.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from broadsheet.lab.corpora.base import Gold, Sample
from broadsheet.lab.corpora.files import files_of, page_loader
from broadsheet.lab.corpora.texts import lines, read_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["samples"]

_NAME: Final = "dragnet"
_ENDING: Final = ".html.corrected.txt"
_COMMENTS: Final = re.compile(r"!@#\$%\^&\*\(\)\s+COMMENTS")


def samples(folder: Path) -> Iterator[Sample]:
    """Yield the pages of a folder."""
    texts = folder / "Corrected"
    if not texts.is_dir():
        texts = folder / "corrected" / "Corrected"
    splits = {name: split for split in ("training", "test") for name in _listed(folder / f"{split}.txt")}
    for path in files_of(texts, f"*{_ENDING}"):
        name = path.name.removesuffix(_ENDING)
        text, *comments = _COMMENTS.split(read_text(path), maxsplit=1)
        gold = Gold(
            id=name,
            corpus=_NAME,
            text=lines(text),
            comments=tuple(filter(None, lines("".join(comments)).split("\n"))),
            extra={"split": splits[name]} if name in splits else {},
        )
        yield Sample(gold, page_loader([folder / "HTML"], name, path, [".html"]))


def _listed(path: Path) -> list[str]:
    return read_text(path).split() if path.is_file() else []
