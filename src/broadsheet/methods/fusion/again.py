"""Text that a page gives twice: pull quotes, copies for machines or printers, the lead or the headline once more.

All of it is found in one way. The letters and digits of the kept text are cut into windows; a unit (the lines of one
block) is a copy if other units say its windows too. Copies go one by one, as long as what they say is still said.

It must not know how the segments were chosen.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.article.posts import is_post
from broadsheet.methods.fusion.letters import DIGIT, LETTER, MARKS, classes
from broadsheet.page import Page, Segments, tags
from broadsheet.page.arrays import BoolArray, IntArray, sums_before
from broadsheet.page.characters import code_points

__all__ = ["said_again"]

_LEVELS: Final = 256
"""More levels than elements of real pages are deep."""
_WINDOW: Final = 16
"""Letters of a window: by chance hardly any is in two texts."""
_MAX_CHARS: Final = 2_000_000
"""Characters of the longest text that is looked through: each takes some 170 bytes for a moment."""
_MIN_QUOTE: Final = 20
"""Letters of the shortest copy in a box for quotations."""
_MIN_LINE: Final = 40
"""Letters of the shortest copy elsewhere: shorter lines are names, labels or questions."""
_MIN_HEADING: Final = 60
"""Letters of the shortest copy in a heading: subheadings quote the text that they head."""
_REFRAIN: Final = 100
"""Letters up to which units of one kind may repeat each other on purpose."""
_IN_PIECES: Final = 0.9
"""Share of the letters of a long copy that shorter units say; of another all are said."""
_MIN_TITLE: Final = 12
"""Letters of the shortest headline that is looked for."""
_MAX_KICKER: Final = 40
"""Letters beside the headline in a line that repeats it."""
_MAX_TITLE, _MAX_TITLES = 300, 3
"""Characters of a main heading that is read as a headline, and how many of these are."""
_ABOVE: Final = 2
"""Long paragraphs, such as standfirsts, above such a line at the most."""
_MAX_REST: Final = 60
"""Characters of what goes with a pull quote, such as the name of its speaker."""
_MOST: Final = 0.8
"""Share of an element's letters from which it is a copy as a whole, its short lines too."""
_MIN_LINES: Final = 4
"""Units of the smallest element whose refrains go with it."""
_CELL: Final = tags.mask("li dt dd td th pre option summary")
_BOX: Final = tags.mask("aside blockquote figure q")
_QUOTE, _ITEM, _H1 = (tags.IDS[name] for name in ("blockquote", "li", "h1"))
_NAMED_QUOTE: Final = re.compile("quote|zitat", re.IGNORECASE)
_BASE: Final = np.uint64(0x9E3779B97F4A7C15)
_INVERSE: Final = np.uint64(pow(0x9E3779B97F4A7C15, -1, 1 << 64))


def said_again(page: Page, segments: Segments, kept: BoolArray, titles: Sequence[str] = ()) -> BoolArray:
    """The kept segments that say what other kept segments say, so that each text is there once.

    Of two copies the one in the smaller element goes, or the later one. List items, cells and embedded posts stay, and
    so do short units that another of their kind repeats, such as refrains and questions. Text beyond any article's
    length stays as it is.

    Args:
        page: the page.
        segments: its segments.
        kept: those that are kept.
        titles: the headline in one form or more: it is no part of the text.
    """
    out = np.zeros(len(kept), dtype=np.bool_)
    place = kept.nonzero()[0]
    if len(place) < 2 or segments.chars[place].sum() > _MAX_CHARS:
        return out
    units = _units(page, segments, place)
    shown = [page.words_of(row, _MAX_TITLE) for row in page.rows_of(_H1)[:_MAX_TITLES]]
    gone = _headlines(page, units, {*titles, *shown})
    windows, at = _windows(units)
    some = np.sort(windows)
    twice = some[1:][some[1:] == some[:-1]]
    if len(twice):
        is_twice = twice.take(twice.searchsorted(windows), mode="clip") == windows
        gone |= _copies(page, segments, place, units, windows[is_twice], at[is_twice])
    if gone.any() and not gone.all():
        out[place] = gone[units.of]
    return out


@dataclass(frozen=True, eq=False)
class _Units:
    """The kept segments of each block, one after the other, and the letters of all of them.

    Attributes:
        of: the unit of each kept segment.
        rows: the block of each unit.
        letters: the letters and digits of all units, in small letters.
        edges: where the letters of each unit begin, and the end.
        says: which units may be copies or have some.
    """

    of: NDArray[np.intp]
    rows: IntArray
    letters: NDArray[np.uint32]
    edges: NDArray[np.intp]
    says: BoolArray

    @property
    def sizes(self) -> NDArray[np.intp]:
        """How many letters each has."""
        return np.diff(self.edges)

    def text(self, at: int) -> str:
        """The letters of one."""
        return _text(self.letters[self.edges[at] : self.edges[at + 1]])


@cache
def _small() -> NDArray[np.uint32]:
    """The small letter of each code point that has one."""
    small = [char.lower() for char in map(chr, range(len(classes())))]
    return np.array([ord(one) if len(one) == 1 else point for point, one in enumerate(small)], dtype=np.uint32)


def _folded(points: NDArray[np.uint32]) -> tuple[NDArray[np.uint32], BoolArray]:
    """The letters and digits among code points, in small letters, and which these are."""
    is_letter = classes().take(points, mode="clip") & (LETTER | DIGIT) != 0
    return _small().take(points[is_letter], mode="clip"), is_letter


def _units(page: Page, segments: Segments, place: NDArray[np.intp]) -> _Units:
    block = segments.block[place]
    new = np.concatenate(([True], block[1:] != block[:-1]))
    of = new.cumsum() - 1
    start, count = segments.start[place], segments.stop[place] - segments.start[place]
    points = page.points[np.arange(count.sum()) + np.repeat(start - sums_before(count)[:-1], count)]
    letters, is_letter = _folded(points)
    edges = sums_before(np.bincount(np.repeat(of, count)[is_letter], minlength=int(of[-1]) + 1))
    rows, size = block[new], np.diff(edges)
    tag = page.tag[rows]
    says = ~_CELL[tag] & (page.tag[page.parent[rows]] != _ITEM)
    says &= size >= np.where(tags.HEADING[tag], _MIN_HEADING, _MIN_QUOTE)
    return _Units(of, rows, letters, edges, says)


def _headlines(page: Page, units: _Units, titles: Collection[str]) -> BoolArray:
    """Units among the first that say a headline, with a kicker or the like beside it: headings, and lines
    that end no sentence.
    """
    gone = np.zeros(len(units.rows), dtype=np.bool_)
    long = (units.sizes > _REFRAIN).nonzero()[0]
    above = units.sizes[: long[_ABOVE] if len(long) > _ABOVE else None]
    for title in {_text(_folded(code_points(title))[0]) for title in titles}:
        if _MIN_TITLE <= len(title) <= _MAX_TITLE // 2:
            beside = above - len(title)
            for at in ((beside > 0) & (beside <= _MAX_KICKER)).nonzero()[0].tolist():
                said, row = units.text(at), int(units.rows[at])
                if said.startswith(title) or said.endswith(title):
                    gone[at] = tags.HEADING[page.tag[row]] or page.raw(row).rstrip()[-1:] not in MARKS["ends"]
    return gone


def _text(letters: NDArray[np.uint32]) -> str:
    return letters.tobytes().decode("utf-32-le")


def _windows(units: _Units) -> tuple[NDArray[np.uint64], NDArray[np.intp]]:
    """A hash of each window of letters inside a unit that counts, and where it begins."""
    letters = units.letters
    number = len(letters)
    of = np.repeat(np.arange(len(units.rows)), units.sizes)
    if number < _WINDOW:
        return np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.intp)
    first, last = of[: number - _WINDOW + 1], of[_WINDOW - 1 :]
    at = ((first == last) & units.says[first]).nonzero()[0]
    # A polynomial over the letters, modulo 2**64: what differs between two sums is a window's, shifted by its place.
    powers = np.full(number, _BASE).cumprod(dtype=np.uint64)
    sums = np.concatenate((np.zeros(1, np.uint64), (letters * powers).cumsum(dtype=np.uint64)))
    shifts = np.full(number, _INVERSE).cumprod(dtype=np.uint64)
    return (sums[at + _WINDOW] - sums[at]) * shifts[at], at


def _copies(
    page: Page,
    segments: Segments,
    place: NDArray[np.intp],
    units: _Units,
    windows: NDArray[np.uint64],
    starts: NDArray[np.intp],
) -> BoolArray:
    """Which units say what others say, by the windows that are there twice."""
    count, rows, sizes = len(units.rows), units.rows, units.sizes
    gone = np.zeros(count, dtype=np.bool_)
    of = np.repeat(np.arange(count), sizes)
    counts = ~_in_posts(page, rows)[of[starts]]
    starts = starts[counts]
    number = np.unique(windows[counts], return_inverse=True)[1]
    window, unit = np.divmod(np.unique(number * count + of[starts]), count)
    left = np.bincount(window)  # units that say each window
    again = left[window] > 1
    window, unit = window[again], unit[again]
    steps = np.zeros(len(of) + 1, dtype=np.intp)
    for edge, step in ((0, 1), (_WINDOW, -1)):
        steps += step * np.bincount(starts[left[number] > 1] + edge, minlength=len(of) + 1)
    share = np.bincount(of[steps.cumsum()[:-1] > 0], minlength=count) / np.maximum(1, sizes)
    kind, quotes = _kinds(page, rows)
    copy = (share >= _IN_PIECES) & (sizes >= np.where(quotes, _MIN_QUOTE, _MIN_LINE))
    if not copy.any():
        return gone
    # The longest other unit that says the window of a copy that the fewest say.
    by_size = np.lexsort((sizes[unit], window))
    ends = np.diff(window[by_size], append=-1).nonzero()[0]
    longest, second = np.zeros((2, len(left)), dtype=np.intp)
    at = window[by_size[ends]]
    longest[at], second[at] = unit[by_size[ends]], unit[by_size[ends - 1]]
    other = np.where(longest[window] == unit, second[window], longest[window])
    rising = np.lexsort((sizes[other], -left[window]))
    partner = np.zeros(count, dtype=np.intp)
    partner[unit[rising]] = other[rising]

    # The largest element around each that does not hold that other one: its units, and its letters.
    side = _apart(page, rows, rows[partner])
    firsts = segments.first[place]
    first = units.of[firsts.searchsorted(side)]
    stop = units.of[firsts.searchsorted(page.end[side]) - 1] + 1
    letters = units.edges[stop] - units.edges[first]
    copied = sums_before(np.where(copy, sizes, 0))
    whole = (stop - first >= _MIN_LINES) & (copied[stop] - copied[first] >= _MOST * letters)
    in_longer, in_pieces = sizes < _MOST * sizes[partner], sizes[partner] < _MOST * sizes
    in_longer &= ~(copy & in_pieces)[partner]
    copy &= (sizes > _REFRAIN) | (kind != kind[partner]) | in_longer | whole
    copy &= in_pieces | (share == 1)
    order = np.lexsort((-np.arange(count), np.bincount(kind)[kind], stop - first, ~quotes, ~in_pieces))
    by_unit = unit.argsort(kind="stable")
    window, bounds = window[by_unit], unit[by_unit].searchsorted(np.arange(count + 1))
    for at in order[copy[order]].tolist():
        said = window[bounds[at] : bounds[at + 1]]
        if (left[said] > 1).all():
            left[said] -= 1
            gone[at] = True

    # What is left of an element that went: the speaker of a pull quote; short lines that are said elsewhere too.
    lost = sums_before(np.where(gone, sizes, 0))
    rest = letters - (lost[stop] - lost[first])
    gone |= _within(gone & quotes & (rest <= _MAX_REST), first, stop)
    near = _within(gone & (rest <= (1 - _MOST) * letters), first, stop) & ~gone
    said_too = {units.text(one) for one in (~near & ~gone).nonzero()[0].tolist()} if near.any() else set()
    for one in near.nonzero()[0].tolist():
        gone[one] = units.text(one) in said_too
    return gone


def _within(flags: BoolArray, first: NDArray[np.intp], stop: NDArray[np.intp]) -> BoolArray:
    """The units between the first and the last of those with a flag."""
    steps = np.bincount(first[flags], minlength=len(flags) + 1) - np.bincount(stop[flags], minlength=len(flags) + 1)
    inside: BoolArray = steps.cumsum()[:-1] > 0
    return inside


def _kinds(page: Page, rows: IntArray) -> tuple[NDArray[np.intp], BoolArray]:
    """A number for the elements around each unit, by tags and classes, and which of them are for quotations."""
    holders = page.parent[rows]
    names = [page.joined(some.tolist(), ("class",)) for some in (rows, holders)]
    known: dict[tuple[object, ...], int] = {}
    keys = zip(page.tag[rows].tolist(), page.tag[holders].tolist(), *names, strict=True)
    kind = [known.setdefault(key, len(known)) for key in keys]
    named = [_NAMED_QUOTE.search(f"{own} {above}") is not None for own, above in zip(*names, strict=True)]
    return np.array(kind), page.under(_BOX.take(page.tag))[rows] | named


def _in_posts(page: Page, rows: IntArray) -> BoolArray:
    """Which rows are in an embedded post."""
    quotes = [*page.rows_of(_QUOTE), len(page)]
    inner = [one for one, other in pairwise(quotes) if other >= page.end[one]]  # so no row is read twice
    posts = np.array([0, *(one for one in inner if is_post(page, one))])
    last = posts[posts.searchsorted(rows, side="right") - 1]
    inside: BoolArray = (last > 0) & (rows < page.end[last])
    return inside


def _apart(page: Page, some: IntArray, others: IntArray) -> IntArray:
    """The largest element around each row that does not hold another row."""
    parent, end = page.parent, page.end
    climbs = np.arange(len(some))
    out = some.copy()
    for _ in range(_LEVELS):
        up, other = parent[out[climbs]], others[climbs]
        apart = (other < up) | (other >= end[up])
        climbs = climbs[apart]
        if not len(climbs):
            break
        out[climbs] = up[apart]
    return out
