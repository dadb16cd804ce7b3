"""Headings in series: those of a list of films, of questions, of days. Some are of the text, and so all are.

It must not know where the probabilities come from.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Final

import numpy as np

from broadsheet.page import Page, Segments, tags
from broadsheet.page.arrays import BoolArray, FloatArray, sums_before

__all__ = ["headings_in_series", "numbers_of_headings"]

_LEAST: Final = 3
"""Headings that make a series."""
_DIFFERENT: Final = 0.9
"""Share of the headings that no other says again: labels of boxes between paragraphs are all the same."""
_HEADING: Final = 0.7
"""Share of the headings that have text below them, before the next."""
_TEXT: Final = 80
"""Characters of it."""
_LIKELY: Final = 0.15
"""The mean of the headings' probabilities."""
_MOST_LINKED: Final = 0.5
_NUMBER: Final = re.compile(r"\W*\d{1,3}\W*")
_LONGEST_NUMBER: Final = 5
_NUMBERED: Final = 0.3
"""A number of a heading, its characters, and the mean probability from which all are kept where some are."""


def headings_in_series(page: Page, segments: Segments, probability: FloatArray, kept: BoolArray) -> BoolArray:
    """Headings of one kind (tag and class, and those of the element that holds them) among what is kept, most of which
    have kept text below them: those that have.

    Args:
        page: the page.
        segments: its segments.
        probability: of each segment, shape (m,).
        kept: the segments that are kept.
    """
    out = np.zeros(len(kept), dtype=np.bool_)
    place = kept.nonzero()[0]
    if not len(place):
        return out
    first, last = int(place[0]), int(place[-1])
    block = segments.block
    heading = tags.HEADING[page.tag[block]]
    at = first + heading[first:last].nonzero()[0]
    at = at[segments.link_chars[at] < _MOST_LINKED * segments.chars[at]]
    left = at[~kept[at]]
    if len(at) < _LEAST or not len(left):
        return out
    at = at[np.isin(page.tag[block[at]], page.tag[block[left]])]
    kinds: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for one in at.tolist():
        row = int(block[one])
        holder = int(page.parent[row])
        kinds[page.tag[row], page.attr(row, "class"), page.tag[holder], page.attr(holder, "class")].append(one)
    text = sums_before(np.where(kept & ~heading, segments.chars, 0))
    for some in kinds.values():
        if len(some) < _LEAST or kept[some].all() or probability[some].mean() < _LIKELY:
            continue
        below = text[[*some[1:], last + 1]] - text[some] >= _TEXT
        if below.mean() < _HEADING:
            continue
        if len({page.texts[one].casefold() for one in some}) >= _DIFFERENT * len(some):
            out[np.array(some)[below]] = True
    return out & ~kept


def numbers_of_headings(page: Page, segments: Segments, probability: FloatArray, kept: BoolArray) -> BoolArray | None:
    """The segments that are kept if, of the numbers in lines of their own above kept headings, as rankings have them,
    all are kept or none; None where that is so already.

    No page of the corpora changes.
    """
    heading = tags.HEADING[page.tag[segments.block[1:]]] & kept[1:]
    at = (heading & (segments.chars[:-1] <= _LONGEST_NUMBER)).nonzero()[0]
    if len(at) < _LEAST:
        return None
    at = at[[_NUMBER.fullmatch(page.texts[one]) is not None for one in at.tolist()]]
    if len(at) < _LEAST or not kept[at].any() or kept[at].all():
        return None
    out = kept.copy()
    out[at] = probability[at].mean() >= _NUMBERED
    return out
