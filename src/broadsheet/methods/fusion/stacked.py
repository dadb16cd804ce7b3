"""Several articles one below the other, as pages have them that go on while one scrolls: the first is the page's.

It must not know how the segments were chosen.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from broadsheet.page import Page, Segments, tags
from broadsheet.page.arrays import BoolArray

__all__ = ["first_article"]

_ARTICLE: Final = tags.IDS["article"]
_HEADLINE: Final = tags.mask("h1 h2")
_LEAST: Final = 300
"""Characters of chosen text that make an ``article`` element with a headline of its own an article, not a teaser."""


def first_article(page: Page, segments: Segments, kept: BoolArray) -> tuple[BoolArray, int]:
    """Leave out the chosen segments of all articles but the first.

    Articles are ``article`` elements that lie in no other one, have a headline of the first or second level in them
    and hold enough of the chosen text. Of 676 pages of sites that were left out of training this changes none: the
    network leaves out most such articles by itself.

    Args:
        page: the page.
        segments: its segments.
        kept: those chosen, shape (m,).

    Returns:
        The segments that are left, and how many articles there are, at least 1.
    """
    elements = (page.tag == _ARTICLE).nonzero()[0]
    if len(elements) < 2:
        return kept, 1
    outermost = elements[page.end[elements] > np.maximum.accumulate(np.append(0, page.end[elements][:-1]))]
    headlines = (_HEADLINE[page.tag] & ~page.hidden).nonzero()[0]
    held = np.concatenate(([0], np.where(kept, segments.chars, 0).cumsum()))
    first, stop = np.searchsorted(segments.first, outermost), np.searchsorted(segments.first, page.end[outermost])
    titled = np.searchsorted(headlines, page.end[outermost]) > np.searchsorted(headlines, outermost)
    whole = (titled & (held[stop] - held[first] >= _LEAST)).nonzero()[0]
    if len(whole) < 2:
        return kept, 1
    out = kept.copy()
    for number in whole[1:].tolist():
        out[first[number] : stop[number]] = False
    return out, len(whole)
