"""Text that a page gives twice: pull quotes, copies for machines or print, the repeated lead or headline.

All of it is found in one way. The letters and digits of the kept text are cut into windows. A unit (the lines of one
block) is a copy if other units contain its windows too. Copies are dropped one by one, as long as another unit still
contains their windows.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.article.posts import is_post
from broadsheet.methods.fusion.letters import DIGIT, LETTER, MARKS, classes, lower_case
from broadsheet.page import Page, Segments, tags
from broadsheet.page.arrays import BoolArray, IntArray, sums_before
from broadsheet.page.characters import code_points

__all__ = ["repeated"]

MAX_DEPTH: Final = 256  # more than the depth of real pages
WINDOW: Final = 16  # Letters of a window. Hardly any occurs in two texts by chance.
MAX_CHARS: Final = 2_000_000  # Longest text that is searched. Each character takes some 170 bytes for a moment.
MIN_QUOTE_LETTERS: Final = 20  # shortest copy in a box for quotations
MIN_LINE_LETTERS: Final = 40  # Shortest copy elsewhere. Shorter lines are names, labels or questions.
MIN_HEADING_LETTERS: Final = 60  # Shortest copy in a heading. Subheadings quote the text below them.
MAX_REFRAIN_LETTERS: Final = 100  # longest unit that others of its kind may repeat on purpose
MIN_COPIED_SHARE: Final = 0.9  # share of its letters that shorter units must contain; of other units, all
MIN_TITLE_LETTERS: Final = 12  # shortest headline that is looked for
MAX_KICKER_LETTERS: Final = 40  # letters besides the headline in a line that repeats it
MAX_TITLE_CHARS: Final = 300  # longest ``h1`` that is read as a headline
MAX_TITLES: Final = 3  # most ``h1`` elements read
MAX_ABOVE: Final = 2  # long paragraphs, such as standfirsts, above a repeated headline
MAX_REST_LETTERS: Final = 60  # letters dropped with a pull quote, such as the name of its speaker
MIN_ELEMENT_SHARE: Final = 0.8
"""Share of copied letters from which an element is a copy as a whole, short lines included."""
MIN_UNITS: Final = 4  # units of the smallest element that is dropped with its refrains
_CELL: Final = tags.mask("li dt dd td th pre option summary")
_BOX: Final = tags.mask("aside blockquote figure q")
_QUOTE, _ITEM, _H1 = (tags.IDS[name] for name in ("blockquote", "li", "h1"))
_NAMED_QUOTE: Final = re.compile("quote|zitat", re.IGNORECASE)
_BASE: Final = np.uint64(0x9E3779B97F4A7C15)
_INVERSE: Final = np.uint64(pow(0x9E3779B97F4A7C15, -1, 1 << 64))


def repeated(page: Page, segments: Segments, kept: BoolArray, titles: Sequence[str] = ()) -> BoolArray:
    """The kept segments that repeat other kept segments, so that each text remains once.

    Of two copies the one in the smaller element is dropped, or the later one. List items, cells and embedded posts
    stay, and so do short units repeated by others of their kind, such as refrains. Very long texts are left alone.

    Args:
        page: the page.
        segments: its segments.
        kept: flags of the kept segments, shape (m,).
        titles: forms of the headline, which is not part of the text.
    """
    out = np.zeros(len(kept), dtype=np.bool_)
    place = kept.nonzero()[0]
    if len(place) < 2 or segments.chars[place].sum() > MAX_CHARS:
        return out
    units = _units(page, segments, place)
    shown = [page.words_of(row, MAX_TITLE_CHARS) for row in page.rows_of(_H1)[:MAX_TITLES]]
    dropped = _headlines(page, units, {*titles, *shown})
    windows, at = _windows(units)
    some = np.sort(windows)
    twice = some[1:][some[1:] == some[:-1]]
    if len(twice):
        is_twice = twice.take(twice.searchsorted(windows), mode="clip") == windows
        dropped |= _copies(page, segments, place, units, windows[is_twice], at[is_twice])
    if dropped.any() and not dropped.all():
        out[place] = dropped[units.unit_of]
    return out


@dataclass(frozen=True, eq=False)
class _Units:
    """The kept segments of each block, in order, and their letters.

    Attributes:
        unit_of: the unit of each kept segment.
        rows: the block of each unit.
        letters: letters and digits of all units, lower-cased.
        edges: offsets of the units' letters, the end included.
        eligible: units that may be copies or have copies.
    """

    unit_of: NDArray[np.intp]
    rows: IntArray
    letters: NDArray[np.uint32]
    edges: NDArray[np.intp]
    eligible: BoolArray

    @property
    def sizes(self) -> NDArray[np.intp]:
        """Letters of each unit."""
        return np.diff(self.edges)

    def text(self, at: int) -> str:
        return _text(self.letters[self.edges[at] : self.edges[at + 1]])


def _folded(points: NDArray[np.uint32]) -> tuple[NDArray[np.uint32], BoolArray]:
    """The letters and digits among code points, lower-cased, and their positions as flags."""
    is_letter = classes().take(points, mode="clip") & (LETTER | DIGIT) != 0
    return lower_case().take(points[is_letter], mode="clip"), is_letter


def _units(page: Page, segments: Segments, place: NDArray[np.intp]) -> _Units:
    block = segments.block[place]
    new = np.concatenate(([True], block[1:] != block[:-1]))
    unit_of = new.cumsum() - 1
    start, count = segments.start[place], segments.stop[place] - segments.start[place]
    points = page.points[np.arange(count.sum()) + np.repeat(start - sums_before(count)[:-1], count)]
    letters, is_letter = _folded(points)
    edges = sums_before(np.bincount(np.repeat(unit_of, count)[is_letter], minlength=int(unit_of[-1]) + 1))
    rows, size = block[new], np.diff(edges)
    tag = page.tag[rows]
    eligible = ~_CELL[tag] & (page.tag[page.parent[rows]] != _ITEM)
    eligible &= size >= np.where(tags.HEADING[tag], MIN_HEADING_LETTERS, MIN_QUOTE_LETTERS)
    return _Units(unit_of, rows, letters, edges, eligible)


def _headlines(page: Page, units: _Units, titles: Collection[str]) -> BoolArray:
    """Units near the top that are a headline with a kicker or the like: headings, and lines that end no sentence."""
    dropped = np.zeros(len(units.rows), dtype=np.bool_)
    long = (units.sizes > MAX_REFRAIN_LETTERS).nonzero()[0]
    above = units.sizes[: long[MAX_ABOVE] if len(long) > MAX_ABOVE else None]
    for title in {_text(_folded(code_points(title))[0]) for title in titles}:
        if MIN_TITLE_LETTERS <= len(title) <= MAX_TITLE_CHARS // 2:
            beside = above - len(title)
            for at in ((beside > 0) & (beside <= MAX_KICKER_LETTERS)).nonzero()[0].tolist():
                said, row = units.text(at), int(units.rows[at])
                if said.startswith(title) or said.endswith(title):
                    dropped[at] = tags.HEADING[page.tag[row]] or page.raw(row).rstrip()[-1:] not in MARKS["ends"]
    return dropped


def _text(letters: NDArray[np.uint32]) -> str:
    return letters.tobytes().decode("utf-32-le")


def _windows(units: _Units) -> tuple[NDArray[np.uint64], NDArray[np.intp]]:
    """A hash of each window within an eligible unit, and its offset."""
    letters = units.letters
    number = len(letters)
    unit_of = np.repeat(np.arange(len(units.rows)), units.sizes)
    if number < WINDOW:
        return np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.intp)
    first, last = unit_of[: number - WINDOW + 1], unit_of[WINDOW - 1 :]
    at = ((first == last) & units.eligible[first]).nonzero()[0]
    # A polynomial over the letters, modulo 2**64: two prefix sums differ by a window's, shifted by its offset.
    powers = np.full(number, _BASE).cumprod(dtype=np.uint64)
    sums = np.concatenate((np.zeros(1, np.uint64), (letters * powers).cumsum(dtype=np.uint64)))
    shifts = np.full(number, _INVERSE).cumprod(dtype=np.uint64)
    return (sums[at + WINDOW] - sums[at]) * shifts[at], at


def _copies(
    page: Page,
    segments: Segments,
    place: NDArray[np.intp],
    units: _Units,
    windows: NDArray[np.uint64],
    starts: NDArray[np.intp],
) -> BoolArray:
    """The units that repeat others, given the windows that occur twice."""
    count, rows, sizes = len(units.rows), units.rows, units.sizes
    dropped = np.zeros(count, dtype=np.bool_)
    unit_of = np.repeat(np.arange(count), sizes)
    counts = ~_in_posts(page, rows)[unit_of[starts]]
    starts = starts[counts]
    number = np.unique(windows[counts], return_inverse=True)[1]
    window, unit = np.divmod(np.unique(number * count + unit_of[starts]), count)
    left = np.bincount(window)  # units that contain each window
    again = left[window] > 1
    window, unit = window[again], unit[again]
    steps = np.zeros(len(unit_of) + 1, dtype=np.intp)
    for edge, step in ((0, 1), (WINDOW, -1)):
        steps += step * np.bincount(starts[left[number] > 1] + edge, minlength=len(unit_of) + 1)
    share = np.bincount(unit_of[steps.cumsum()[:-1] > 0], minlength=count) / np.maximum(1, sizes)
    kind, quotes = _kinds(page, rows)
    copy = (share >= MIN_COPIED_SHARE) & (sizes >= np.where(quotes, MIN_QUOTE_LETTERS, MIN_LINE_LETTERS))
    if not copy.any():
        return dropped
    # The longest other unit that contains a copy's rarest window.
    by_size = np.lexsort((sizes[unit], window))
    ends = np.diff(window[by_size], append=-1).nonzero()[0]
    longest, second = np.zeros((2, len(left)), dtype=np.intp)
    at = window[by_size[ends]]
    longest[at], second[at] = unit[by_size[ends]], unit[by_size[ends - 1]]
    other = np.where(longest[window] == unit, second[window], longest[window])
    rising = np.lexsort((sizes[other], -left[window]))
    partner = np.zeros(count, dtype=np.intp)
    partner[unit[rising]] = other[rising]

    # The largest element around each copy without that other unit: its units, and its letters.
    side = _largest_without(page, rows, rows[partner])
    firsts = segments.first[place]
    first = units.unit_of[firsts.searchsorted(side)]
    stop = units.unit_of[firsts.searchsorted(page.end[side]) - 1] + 1
    letters = units.edges[stop] - units.edges[first]
    copied = sums_before(np.where(copy, sizes, 0))
    whole = (stop - first >= MIN_UNITS) & (copied[stop] - copied[first] >= MIN_ELEMENT_SHARE * letters)
    in_longer, in_pieces = sizes < MIN_ELEMENT_SHARE * sizes[partner], sizes[partner] < MIN_ELEMENT_SHARE * sizes
    in_longer &= ~(copy & in_pieces)[partner]
    copy &= (sizes > MAX_REFRAIN_LETTERS) | (kind != kind[partner]) | in_longer | whole
    copy &= in_pieces | (share == 1)
    order = np.lexsort((-np.arange(count), np.bincount(kind)[kind], stop - first, ~quotes, ~in_pieces))
    by_unit = unit.argsort(kind="stable")
    window, bounds = window[by_unit], unit[by_unit].searchsorted(np.arange(count + 1))
    for at in order[copy[order]].tolist():
        said = window[bounds[at] : bounds[at + 1]]
        if (left[said] > 1).all():
            left[said] -= 1
            dropped[at] = True

    # The remains of a dropped element: the speaker of a pull quote; short lines that occur elsewhere too.
    lost = sums_before(np.where(dropped, sizes, 0))
    rest = letters - (lost[stop] - lost[first])
    dropped |= _within(dropped & quotes & (rest <= MAX_REST_LETTERS), first, stop)
    near = _within(dropped & (rest <= (1 - MIN_ELEMENT_SHARE) * letters), first, stop) & ~dropped
    said_too = {units.text(one) for one in (~near & ~dropped).nonzero()[0].tolist()} if near.any() else set()
    for one in near.nonzero()[0].tolist():
        dropped[one] = units.text(one) in said_too
    return dropped


def _within(flags: BoolArray, first: NDArray[np.intp], stop: NDArray[np.intp]) -> BoolArray:
    """The units within the span of any flagged unit."""
    steps = np.bincount(first[flags], minlength=len(flags) + 1) - np.bincount(stop[flags], minlength=len(flags) + 1)
    inside: BoolArray = steps.cumsum()[:-1] > 0
    return inside


def _kinds(page: Page, rows: IntArray) -> tuple[NDArray[np.intp], BoolArray]:
    """A number for the elements around each unit, by tags and classes, and whether they are quotation boxes."""
    holders = page.parent[rows]
    names = [page.joined(some.tolist(), ("class",)) for some in (rows, holders)]
    known: dict[tuple[object, ...], int] = {}
    keys = zip(page.tag[rows].tolist(), page.tag[holders].tolist(), *names, strict=True)
    kind = [known.setdefault(key, len(known)) for key in keys]
    named = [_NAMED_QUOTE.search(f"{own} {above}") is not None for own, above in zip(*names, strict=True)]
    return np.array(kind), page.under(_BOX.take(page.tag))[rows] | named


def _in_posts(page: Page, rows: IntArray) -> BoolArray:
    quotes = [*page.rows_of(_QUOTE), len(page)]
    inner = [one for one, other in pairwise(quotes) if other >= page.end[one]]  # so that no row is read twice
    posts = np.array([0, *(one for one in inner if is_post(page, one))])
    last = posts[posts.searchsorted(rows, side="right") - 1]
    inside: BoolArray = (last > 0) & (rows < page.end[last])
    return inside


def _largest_without(page: Page, some: IntArray, others: IntArray) -> IntArray:
    """The largest element around each row that does not hold the other row."""
    parent, end = page.parent, page.end
    climbs = np.arange(len(some))
    out = some.copy()
    for _ in range(MAX_DEPTH):
        up, other = parent[out[climbs]], others[climbs]
        apart = (other < up) | (other >= end[up])
        climbs = climbs[apart]
        if not len(climbs):
            break
        out[climbs] = up[apart]
    return out
