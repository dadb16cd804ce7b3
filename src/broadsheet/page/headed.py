"""Figures and captions that hold the headline of the page: to their authors the head of the article, picture and all.

What is in a figure or a caption belongs to a picture, and what stands in the head of an article does not. Here these
elements become plain ones (``div``), and every reader of the page takes their text for what it is.
"""

from __future__ import annotations

from typing import Final

from broadsheet.engine import Document
from broadsheet.page import tags

__all__ = ["show_headed_figures"]

_FIGURES: Final = tags.mask("figure figcaption")
_HEADINGS: Final = tags.mask("h1 h2 h3")
_H1, _TITLE, _DIV = (tags.IDS[name] for name in ("h1", "title", "div"))
_MIN_CHARS: Final = 12
"""Letters and digits of a heading by which the title of the page tells that it is the headline."""
_MAX_CHARS: Final = 500
"""Characters of a heading or title that are read."""


def show_headed_figures(rows: Document) -> None:
    """Make plain elements of the figures and captions around the headline of a page."""
    figures = _FIGURES.take(rows.tag).nonzero()[0]
    if not len(figures):
        return
    headings = _HEADINGS.take(rows.tag).nonzero()[0]
    inside = headings.searchsorted(rows.end[figures]) > headings.searchsorted(figures)
    if not inside.any():
        return
    headline = _headline(rows, headings.tolist())
    rows.tag[figures[(figures < headline) & (headline < rows.end[figures])]] = _DIV


def _headline(rows: Document, headings: list[int]) -> int:
    """The row of the headline: the first of the highest headings that the title of the page repeats, else the only
    ``h1``; -1 where there is neither.
    """
    titles = (rows.tag == _TITLE).nonzero()[0].tolist()
    title = _letters(rows, titles[0]) if titles else ""
    ranked = sorted(headings, key=lambda row: int(rows.tag[row]))
    for row in ranked:
        text = _letters(rows, row)
        if len(text) >= _MIN_CHARS and text in title:
            return row
    own = [row for row in headings if rows.tag[row] == _H1]
    return own[0] if len(own) == 1 else -1


def _letters(rows: Document, row: int) -> str:
    """The letters and digits of a row, without case."""
    text = rows.text[rows.start[row] : min(rows.stop[row], rows.start[row] + _MAX_CHARS)]
    return "".join(filter(str.isalnum, text.casefold()))
