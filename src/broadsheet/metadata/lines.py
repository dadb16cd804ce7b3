"""Lines of a page as dates and names are looked for in them: with a mark where the style sheet alone parts elements."""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from typing import Final

from broadsheet.metadata.context import Context
from broadsheet.metadata.language import tongue
from broadsheet.metadata.written.dates import dates_in
from broadsheet.page import tags

__all__ = ["Lines"]

_SHORT: Final = 220
"""Characters of a line that may be a byline, or of a date."""


class Lines:
    """The segments of a page, each with such marks.

    Args:
        context: the page.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._parted: dict[int, str] = {}

    def parted(self, at: int) -> str:
        """The text of a segment; that of a short one with a mark between two elements that touch where one of them
        alone has a date.
        """
        text = self._parted.get(at)
        if text is None:
            text = self._parted[at] = self._marked(at)
        return text

    def _marked(self, at: int) -> str:
        context = self._context
        page, text = context.page, context.texts[at]
        first, last = int(page.segments.first[at]), int(page.segments.last[at])
        if first == last or len(text) > _SHORT:
            return text
        rows = [row for row in range(first, last + 1) if context.tag[row] == tags.TEXT and not context.hidden[row]]
        parts = [part for row in rows if (part := page.raw(row)).strip()]
        touching = [unicodedata.category(one[-1])[0] in "LM" and two[0].isalnum() for one, two in pairwise(parts)]
        if not any(touching):
            return text
        dated = [bool(dates_in(part, tongue(context))) for part in parts]
        marks = [" | " if yes and one != two else "" for yes, (one, two) in zip(touching, pairwise(dated), strict=True)]
        parted = "".join(part + mark for part, mark in zip(parts, [*marks, ""], strict=True))
        return " ".join(parted.split()) if any(marks) else text
