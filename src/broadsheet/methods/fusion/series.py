"""Headings in series: those of a list of films, of questions, of days. Some are of the text, and so all are.

It must not know where the probabilities come from.
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import pairwise
from typing import Final

import numpy as np

from broadsheet.page import Page, Segments
from broadsheet.page.arrays import BoolArray, FloatArray, holds, sums_before

__all__ = ["entries", "headings_in_series", "is_numbered", "numbered_lines", "numbers_of_headings"]

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
_ITEM: Final = re.compile(r"(\d{1,3})[.):]?\s")
_ZERO, _NINE = ord("0"), ord("9")
_MARK, _SAID, _APART = 30, 25, 4
"""Characters of a day, an hour or a figure in a line of its own, at the most, and of what is said of it, at the least;
segments from one such line to the next."""
_BEYOND: Final = 60
"""Segments behind the text in which entries are looked for."""
_TIMELINE: Final = re.compile(
    r"time-?_?line|chronolog|chronik|cronolog|zeitleiste|zeitstrahl|tidslinje|tijdlijn|aikajana|kalendarium",
    re.IGNORECASE,
)
"""How timelines are called in classes and ids."""
_RUN: Final = 5
"""The number of a line, and lines that make a numbered list of lines."""
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
    heading, tag = segments.heading, segments.tag
    at = first + heading[first:last].nonzero()[0]
    at = at[segments.link_chars[at] < _MOST_LINKED * segments.chars[at]]
    left = at[~kept[at]]
    if len(at) < _LEAST or not len(left):
        return out
    at = at[np.isin(tag[at], tag[left])]
    kinds: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for one in at.tolist():
        row, holder = int(segments.block[one]), int(segments.holder[one])
        kinds[tag[one], page.attr(row, "class"), page.tag[holder], page.attr(holder, "class")].append(one)
    text = sums_before(np.where(kept & ~heading, segments.chars, 0))
    for some in kinds.values():
        if len(some) < _LEAST or probability[some].mean() < _LIKELY:
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
    heading = segments.heading[1:] & kept[1:]
    at = (heading & (segments.chars[:-1] <= _LONGEST_NUMBER)).nonzero()[0]
    if len(at) < _LEAST:
        return None
    at = at[[_NUMBER.fullmatch(page.texts[one]) is not None for one in at.tolist()]]
    if len(at) < _LEAST or not kept[at].any() or kept[at].all():
        return None
    out = kept.copy()
    out[at] = probability[at].mean() >= _NUMBERED
    return out


def is_numbered(texts: list[str]) -> bool:
    """Whether some lines, three or more, are numbered one after the other, up or down.

    >>> is_numbered(["8. Ada", "9. Grace", "10. Emmy"]), is_numbered(["1. Ada", "7. Grace", "10. Emmy"])
    (True, False)
    """
    found = [_ITEM.match(text) for text in texts]
    numbers = [int(one[1]) for one in found if one is not None]
    steps = {two - one for one, two in pairwise(numbers)}
    return len(numbers) == len(texts) >= _LEAST and steps in ({1}, {-1})


def numbered_lines(page: Page, segments: Segments, kept: BoolArray) -> BoolArray:
    """Lines beside each other in one element that are numbered one after the other, of which the first and the last are
    kept: all between.
    """
    out = np.zeros(len(kept), dtype=np.bool_)
    begin = page.points[page.start[segments.first]]
    at = ((begin >= _ZERO) & (begin <= _NINE)).nonzero()[0]
    if len(at) < _RUN or kept[at].all() or not kept[at].any():
        return out
    runs: dict[tuple[int, int], list[int]] = defaultdict(list)
    for one in at.tolist():
        row = int(segments.block[one])
        runs[int(page.parent[row]), int(page.tag[row])].append(one)
    for some in runs.values():
        ends = [place for place, one in enumerate(some) if kept[one]]
        run = some[ends[0] : ends[-1] + 1] if ends else []
        if len(run) >= _RUN and not kept[run].all() and is_numbered([page.texts[one] for one in run]):
            out[run] = True
    return out


def entries(page: Page, segments: Segments, kept: BoolArray) -> BoolArray:
    """The entries of timelines and the like between two kept lines of the element that all are in: three or more short
    lines with a figure (a day, an hour, a share), each before a line of text, alike in tags and classes, without links.
    The network leaves them out as it does lists of other articles. No page of the corpora changes.
    """
    out = np.zeros(len(kept), dtype=np.bool_)
    first, last = kept.tobytes().find(1), kept.tobytes().rfind(1) + _BEYOND
    if first < 0:
        return out
    plain = segments.link_chars[first:last] == 0
    chars, missed = segments.chars[first:last], ~kept[first:last]
    pairs = plain[:-1] & plain[1:] & (chars[:-1] <= _MARK) & (chars[1:] >= _SAID)
    if np.count_nonzero(pairs) < _LEAST or not holds(pairs & (missed[:-1] | missed[1:])):
        return out
    at = first + pairs.nonzero()[0]
    starts, stops, text = segments.start[at].tolist(), segments.stop[at].tolist(), page.text
    at = at[[any(map(str.isdigit, text[start:stop])) for start, stop in zip(starts, stops, strict=True)]]
    at = at[~np.isin(at + 1, at)]  # a form has such lines one after the other
    if len(at) < _LEAST:
        return out
    runs: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for one, *rows in zip(at.tolist(), segments.block[at].tolist(), segments.block[at + 1].tolist(), strict=True):
        runs[tuple((page.tag[row], page.attr(row, "class")) for row in rows)].append(one)
    for some in runs.values():
        for run in _together(some):
            if len(run) >= _LEAST and _is_between(page, segments, kept, run):
                out[run] = out[np.array(run) + 1] = True
    return out & ~kept


def _together(some: list[int]) -> list[list[int]]:
    """Numbers in runs, in which the next is near."""
    runs: list[list[int]] = []
    for one in some:
        if runs and one - runs[-1][-1] <= _APART:
            runs[-1].append(one)
        else:
            runs.append([one])
    return runs


def _is_between(page: Page, segments: Segments, kept: BoolArray, run: list[int]) -> bool:
    """Whether an element that holds some entries has kept lines of its own near before them, and right behind them; or
    before them alone, and what it has them in is called a timeline.
    """
    first, last = run[0], run[-1] + 1
    before = (first - 1 - kept[max(0, first - _APART) : first][::-1].nonzero()[0]).tolist()
    behind = (last + 1 + kept[last + 1 : last + 1 + _APART].nonzero()[0]).tolist()
    holders = segments.holder[before].tolist()
    if behind:
        holders = [around for around in holders if around == segments.holder[behind[0]]]
    row, end = int(segments.first[first]), int(segments.first[last])
    around = next((around for around in holders if around < row and end < page.end[around]), None)
    return around is not None and (bool(behind) or _is_called_so(page, row, around))


def _is_called_so(page: Page, row: int, around: int) -> bool:
    """Whether an element between a row and one that holds it is called a timeline."""
    while (row := int(page.parent[row])) > around:
        if _TIMELINE.search(f"{page.attr(row, 'class')} {page.attr(row, 'id')}"):
            return True
    return False
