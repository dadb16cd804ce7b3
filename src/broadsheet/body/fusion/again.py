"""Text that a page repeats: pull quotes, copies for machines or print, the lead or the headline.

The letters and digits of the kept text are cut into windows. A unit (the lines of one block) is a copy if other units
contain its windows too. Copies are dropped one by one, as long as another unit still contains their windows.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from broadsheet.article.media import MAX_CLASS_CHARS
from broadsheet.body.fusion.tokens import small_letters
from broadsheet.engine import LIBRARY, pointer, pointers
from broadsheet.page import Page, Segments, tags
from broadsheet.page.arrays import BoolArray, FloatArray, IntArray, sums_before
from broadsheet.patterns import pattern

__all__ = ["repeated"]

MAX_DEPTH: Final = 256  # ancestors searched per element; real pages are less deep
MAX_CHARS: Final = 2_000_000  # longest text that is searched; each character temporarily takes 170 bytes
MIN_QUOTE_LETTERS: Final = 20  # shortest copy in a quotation box
MIN_LINE_LETTERS: Final = 40  # shortest copy elsewhere; shorter lines are names, labels or questions
MIN_HEADING_LETTERS: Final = 60  # shortest copy in a heading; subheadings quote the text below them
MAX_REFRAIN_LETTERS: Final = 100  # longest refrain: a unit that others of its kind repeat on purpose, whole or within
MIN_COPIED_SHARE: Final = 0.9  # share of a copy's letters that shorter units contain; a longer unit must contain all
MAX_TITLE_CHARS: Final = 300  # longest ``h1`` that is read as a headline
MAX_TITLES: Final = 3  # ``h1`` elements that are read as headlines
MAX_REST_LETTERS: Final = 60  # most other letters dropped with a pull quote, such as the name of its speaker
MIN_ELEMENT_SHARE: Final = 0.8  # share of copied letters from which an element is a copy, short lines included
MIN_UNITS: Final = 4  # units of the smallest element that is dropped with its refrains
_CELL: Final = tags.mask("li dt dd td th pre option summary")
_BOX: Final = tags.mask("aside blockquote figure q")
_NAMED_QUOTE: Final = pattern("quote|zitat", re.IGNORECASE)
_ITEM, _H1 = tags.IDS["li"], tags.IDS["h1"]
_HEADING_BIT: Final = 1 << 30
_MIN_LETTERS: Final = np.where(tags.HEADING, MIN_HEADING_LETTERS | _HEADING_BIT, MIN_QUOTE_LETTERS).astype(np.int32)
"""Fewest letters of a unit that may be a copy or have copies, by tag; headings also have a bit set."""
_MIN_LETTERS[_CELL] = _HEADING_BIT - 1  # more than any unit has


def repeated(page: Page, segments: Segments, kept: BoolArray, titles: Sequence[str] = ()) -> BoolArray:
    """Flags of the kept segments to drop so that each text remains once.

    Of two copies, the one in the smaller element is dropped, or the later one. List items and cells stay, and so do
    short units that others of their kind repeat, such as refrains. Outside quotation boxes, a line that combines words
    of many others is not a copy. Very long texts are left alone.

    Args:
        page: the page.
        segments: its segments.
        kept: flags of the kept segments, shape (m,).
        titles: forms of the headline, which is not part of the text.
    """
    out = np.zeros(len(kept), dtype=np.bool_)
    kept_at = kept.nonzero()[0]
    if len(kept_at) < 2 or segments.stop[kept_at[-1]] - segments.start[kept_at[0]] > MAX_CHARS:
        return out
    shown = [page.words_of(row, MAX_TITLE_CHARS) for row in page.rows_of(_H1)[:MAX_TITLES]]
    units = _read(page, segments, kept, [*titles, *shown])
    if not units.suspects:
        return out
    dropped = units.headlines
    if (units.shares >= MIN_COPIED_SHARE).any():
        dropped = dropped | _copies(page, segments, kept_at, units)
    if dropped.any() and not dropped.all():
        out[kept_at] = dropped[units.unit_of]
    return out


class _Units(NamedTuple):
    """The kept segments of each block, in order, and their letters.

    Attributes:
        unit_of: the unit of each kept segment.
        rows: the block of each unit.
        letters: the letters and digits of all units, in lower case.
        edges: the offset of each unit's letters and, last, of the end.
        covered: the number of each unit's letters that are in windows of other units too.
        headlines: units near the top that are the headline, perhaps with a kicker.
        unbroken: units whose windows all occur in other units too. A unit that combines others has windows of its own.
        windows: numbers, from 0, of the windows that several units share: one entry per unit and window.
        owners: the unit of each entry.
        suspects: the number of units that are the headline or may be copies.
    """

    unit_of: IntArray
    rows: IntArray
    letters: NDArray[np.uint32]
    edges: IntArray
    covered: IntArray
    headlines: BoolArray
    unbroken: BoolArray
    windows: NDArray[np.int64]
    owners: IntArray
    suspects: int

    @property
    def sizes(self) -> IntArray:
        """The number of each unit's letters."""
        return np.diff(self.edges)

    @property
    def shares(self) -> FloatArray:
        """The share of each unit's letters that are in windows of other units too."""
        return self.covered / np.maximum(1, self.sizes)

    def text(self, at: int) -> str:
        return self.letters[self.edges[at] : self.edges[at + 1]].tobytes().decode("utf-32-le")


def _read(page: Page, segments: Segments, kept: BoolArray, titles: Sequence[str]) -> _Units:
    """The units of the kept segments, by the engine; see `find_copies` in `copies.h`."""
    flags = kept.tobytes()
    kept_count, size = flags.count(1), int(segments.stop[flags.rfind(1)] - segments.start[flags.find(1)])
    numbers = np.empty((6, kept_count + 1), dtype=np.int32)
    letters, starts = np.empty(size, dtype=np.uint32), np.empty(size, dtype=np.int32)
    windows, counts = np.empty(size, dtype=np.int64), (ctypes.c_int64 * 4)()
    title = "".join([f"{one}\0" for one in titles]).encode("utf-32-le", "surrogatepass")
    of_page = page.document.handle, segments.native.reference, small_letters().reference
    of_text = pointer(kept), kept_count, pointer(_MIN_LETTERS), _ITEM, title, len(title) // 4
    LIBRARY.find_copies(*of_page, *of_text, *pointers(numbers, letters, windows, starts), MIN_COPIED_SHARE, counts)
    count, letter_count, window_count, suspects = counts
    unit_of, _, edges, *_ = numbers
    _, rows, _, covered, headlines, unbroken = numbers[:, :count]
    return _Units(
        unit_of[:kept_count], rows, letters[:letter_count], edges[: count + 1], covered, headlines > 0, unbroken > 0,
        windows[:window_count], starts[:window_count], suspects,
    )  # fmt: skip


def _copies(page: Page, segments: Segments, kept_at: NDArray[np.intp], units: _Units) -> BoolArray:
    """Flags of the units to drop because they repeat others."""
    count, rows, sizes, share = len(units.rows), units.rows, units.sizes, units.shares
    dropped, quotes = np.zeros((2, count), dtype=np.bool_)
    likely = (share >= MIN_COPIED_SHARE).nonzero()[0]
    quotes[likely] = _are_quotes(page, rows[likely])
    copy = (share >= MIN_COPIED_SHARE) & (sizes >= np.where(quotes, MIN_QUOTE_LETTERS, MIN_LINE_LETTERS))
    if not copy.any():
        return dropped
    left = np.bincount(units.windows)  # units that contain each window
    partner = _partners(units, sizes, left)

    # The largest element around each copy that does not contain its partner: its units and letters.
    side = _largest_without(page, rows, rows[partner])
    firsts = segments.first[kept_at]
    first = units.unit_of[firsts.searchsorted(side)]
    stop = units.unit_of[firsts.searchsorted(page.end[side]) - 1] + 1
    letters = units.edges[stop] - units.edges[first]
    copied = sums_before(np.where(copy, sizes, 0))
    whole = (stop - first >= MIN_UNITS) & (copied[stop] - copied[first] >= MIN_ELEMENT_SHARE * letters)
    in_longer, in_pieces = sizes < MIN_ELEMENT_SHARE * sizes[partner], sizes[partner] < MIN_ELEMENT_SHARE * sizes
    in_longer &= quotes & ~(copy & in_pieces)[partner]
    copy &= (in_pieces & (sizes > MAX_REFRAIN_LETTERS)) | ((share == 1) & (quotes | units.unbroken))
    if not copy.any():
        return dropped
    kind = _kinds(page, rows)
    copy &= (sizes > MAX_REFRAIN_LETTERS) | (kind != kind[partner]) | in_longer | whole
    order = np.lexsort((-np.arange(count), np.bincount(kind)[kind], stop - first, ~quotes, ~in_pieces))
    bounds = units.owners.searchsorted(np.arange(count + 1))
    for at in order[copy[order]].tolist():
        own = units.windows[bounds[at] : bounds[at + 1]]
        if (left[own] > 1).all():
            left[own] -= 1
            dropped[at] = True

    # The rest of a dropped element: the speaker of a pull quote, and short lines that occur elsewhere too.
    lost = sums_before(np.where(dropped, sizes, 0))
    rest = letters - (lost[stop] - lost[first])
    dropped |= _within(dropped & quotes & (rest <= MAX_REST_LETTERS), first, stop)
    near = _within(dropped & (rest <= (1 - MIN_ELEMENT_SHARE) * letters), first, stop) & ~dropped
    others = {units.text(at) for at in (~near & ~dropped).nonzero()[0].tolist()} if near.any() else set()
    for at in near.nonzero()[0].tolist():
        dropped[at] = units.text(at) in others
    return dropped


def _partners(units: _Units, sizes: IntArray, holders: NDArray[np.intp]) -> NDArray[np.intp]:
    """For each unit, the longest other unit that contains its rarest window; 0 for a unit without windows.

    `holders` is the number of units that contain each window.
    """
    window, unit = units.windows, units.owners
    longest, second = np.zeros((2, len(holders)), dtype=np.intp)
    rising = sizes[unit].argsort(kind="stable")  # the last assignment to an index counts
    longest[window[rising]] = unit[rising]
    shorter = rising[unit[rising] != longest[window[rising]]]
    second[window[shorter]] = unit[shorter]
    other = np.where(longest[window] == unit, second[window], longest[window])
    rising = (sizes[other] - holders[window] * (1 + sizes.max())).argsort(kind="stable")
    out = np.zeros(len(sizes), dtype=np.intp)
    out[unit[rising]] = other[rising]
    return out


def _within(flags: BoolArray, first: NDArray[Any], stop: NDArray[Any]) -> BoolArray:
    """The units within the span of any flagged unit."""
    steps = np.bincount(first[flags], minlength=len(flags) + 1) - np.bincount(stop[flags], minlength=len(flags) + 1)
    inside: BoolArray = steps.cumsum()[:-1] > 0
    return inside


def _kinds(page: Page, rows: IntArray) -> NDArray[np.intp]:
    """A number for the kind of each unit, by the tags and classes of its block and of the element above."""
    known: dict[tuple[object, ...], int] = {}
    holders = page.parent[rows]
    keys = zip(page.tag[rows].tolist(), page.tag[holders].tolist(), *_classes(page, rows), strict=True)
    return np.array([known.setdefault(key, len(known)) for key in keys])


def _classes(page: Page, rows: IntArray) -> list[list[str]]:
    """The classes of each row and of its parent, which many rows may share."""
    both = rows, page.parent[rows]
    distinct: list[int] = np.unique(np.concatenate(both)).tolist()
    texts = (text[:MAX_CLASS_CHARS] for text in page.joined(distinct, ("class",)))
    names = dict(zip(distinct, texts, strict=True))
    return [[names[row] for row in group.tolist()] for group in both]


def _are_quotes(page: Page, rows: IntArray) -> BoolArray:
    """Whether each row is in a quotation box."""
    labels = map(" ".join, zip(*_classes(page, rows), strict=True))
    named = [_NAMED_QUOTE.search(label) is not None for label in labels]
    return page.under(_BOX.take(page.tag))[rows] | named


def _largest_without(page: Page, rows: IntArray, others: IntArray) -> IntArray:
    """The largest element around each row that does not contain the other row."""
    parent, end = page.parent, page.end
    climbs = np.arange(len(rows))
    out = rows.copy()
    for _ in range(MAX_DEPTH):
        up, other = parent[out[climbs]], others[climbs]
        apart = (other < up) | (other >= end[up])
        climbs = climbs[apart]
        if not len(climbs):
            break
        out[climbs] = up[apart]
    return out
