"""Figures and captions that hold the headline of the page: to their authors the head of the article, picture and all.

What is in a figure or a caption belongs to a picture, and what stands in the head of an article does not. Here these
elements become plain ones (``div``), and every reader of the page takes their text for what it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from broadsheet.page import tags
from broadsheet.page.walk import Walked

__all__ = ["without_headed_figures"]

_FIGURES: Final = tags.mask("figure figcaption")
_HEADINGS: Final = tags.mask("h1 h2 h3")
_H1, _TITLE, _DIV = (tags.IDS[name] for name in ("h1", "title", "div"))
_MIN_CHARS: Final = 12
"""Letters and digits of a heading by which the title of the page tells that it is the headline."""
_MAX_CHARS: Final = 500
"""Characters of a heading or title that are read."""


def without_headed_figures(rows: Walked) -> Walked:
    """The rows of a page, in which figures and captions around the headline are plain elements."""
    figures = _FIGURES.take(rows.tag).nonzero()[0]
    if not len(figures):
        return rows
    headings = _HEADINGS.take(rows.tag).nonzero()[0]
    inside = headings.searchsorted(rows.end[figures]) > headings.searchsorted(figures)
    if not inside.any():
        return rows
    headline = _headline(rows, headings.tolist())
    around = figures[(figures < headline) & (headline < rows.end[figures])]
    if not len(around):
        return rows
    tag = rows.tag.copy()
    tag[around] = _DIV
    return replace(rows, tag=tag)


def _headline(rows: Walked, headings: list[int]) -> int:
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


def _letters(rows: Walked, row: int) -> str:
    """The letters and digits of a row, without case."""
    text = rows.text[rows.start[row] : min(rows.stop[row], rows.start[row] + _MAX_CHARS)]
    return "".join(filter(str.isalnum, text.casefold()))
