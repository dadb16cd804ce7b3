"""Which lines of a page stand beside its article: in menus, in the head and the foot of the page, in teasers.

What asks to subscribe there asks for the site, or for another article. Looked at only where such a phrase was found.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.page import Page, tags
from broadsheet.page.arrays import BoolArray, sums_before
from broadsheet.page.once import made_once

__all__ = ["Beside"]

_MENU: Final = tags.mask("nav")
_EDGE: Final = tags.mask("header footer")
_MAIN: Final = tags.mask("main article")
_HEADING: Final = tags.mask("h1 h2 h3 h4")
_ITEM: Final = tags.IDS["li"]
_LEVELS: Final = 5
"""Levels above a line up to which it may be part of a teaser."""
_HEADLINE: Final = 18
"""Characters of a link that may be a headline."""


class Beside:
    """Whether a line of a page stands beside its article.

    Args:
        page: the page.
    """

    def __init__(self, page: Page) -> None:
        self._page = page

    def __call__(self, line: int) -> bool:
        """Whether a line, by its number, is one of a menu, of the page's head or foot, or of a teaser."""
        row = int(self._page.segments.block[line])
        return bool(self._around[row]) or self._in_teaser(row)

    @made_once
    def _around(self) -> BoolArray:
        """The rows of menus, and of heads and feet that are not an article's own."""
        page = self._page
        edge = page.under(_EDGE[page.tag]) & ~page.under(_MAIN[page.tag])
        out: BoolArray = page.under(_MENU[page.tag]) | edge
        return out

    def _in_teaser(self, row: int) -> bool:
        """Whether the next headings around a row are links, or it is in an entry of a list that leads elsewhere."""
        page = self._page
        above = list(islice(page.ancestors(row), _LEVELS))
        if _HEADING[page.tag[[row, *above]]].any():
            return False
        link_chars, headings, unlinked = self._sums
        for up in [row, *above]:
            end = page.end[up]
            if headings[end] > headings[up]:
                return bool(unlinked[end] == unlinked[up])
            if page.tag[up] == _ITEM:
                return bool(link_chars[end] - link_chars[up] >= _HEADLINE)
        return False

    @made_once
    def _sums(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Before each row: shown characters of links, headings, and headings of which most is not in links."""
        page = self._page
        chars, link_chars = (sums_before(np.where(page.shown, of, 0)) for of in (page.chars, page.link_chars))
        is_heading = _HEADING[page.tag]
        own, linked = (of[page.end] - of[:-1] for of in (chars, link_chars))
        return link_chars, sums_before(is_heading), sums_before(is_heading & (2 * linked <= own))
