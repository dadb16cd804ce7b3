"""Rules that keep lists, data tables and embedded posts in the text whole, and leave out posts apart from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.page import Page, Segments, tags
from broadsheet.page.arrays import BoolArray, FloatArray, sums_before

__all__ = ["data_tables", "lists", "posts"]

_LISTS: Final = tags.mask("ul ol dl")
_TABLE, _HEADER, _ROW, _CELL = (tags.IDS[name] for name in ("table", "th", "tr", "td"))
MAX_GAP: Final = 3  # segments that may be dropped between a list, table or post and the text beside it
_COLONS: Final = (":", "：")  # ends of a line that introduces what follows
MAX_WRAPPERS: Final = 8  # levels of elements around it that hold nothing else
MIN_PARAGRAPHS: Final = 2  # kept paragraphs in an element that holds text
MIN_PARAGRAPH_CHARS: Final = 40
MAX_ITEMS: Final = 40  # segments of a list that is kept whole
MIN_LIST_SHARE: Final = 0.6  # share of kept segments from which a list is kept whole
MIN_LIST_PROBABILITY: Final = 0.1  # least mean probability of a list with a smaller share
MAX_LIST_LINKED: Final = 0.1  # share of linked characters in such a list
MAX_LINKED: Final = 0.5  # share of linked characters in other lists, and of linked cells in tables
MIN_TABLE_SHARE: Final = 0.7  # share of kept segments from which a table is kept whole wherever it stands
# A table without header cells holds data if its rows have equally many cells (but for one kind of row, such as totals),
# and these are short and some have digits.
MIN_ROWS: Final = 3
MIN_COLUMNS: Final = 2
MAX_COLUMNS: Final = 10
MAX_MEAN_CELL_CHARS: Final = 40
MIN_WITH_DIGITS: Final = 0.2
MAX_CELLS: Final = 300  # cells that are read


def lists(page: Page, segments: Segments, probability: FloatArray, kept: BoolArray) -> BoolArray:
    """Segments of lists that are mostly kept, and of likely lists in the text with few links."""
    out = np.zeros(len(kept), dtype=np.bool_)
    rows = _LISTS[page.tag].nonzero()[0]
    around = _Text(page, segments, kept)
    first, stop = around.spans(rows)
    size, share = stop - first, _shares(kept, first, stop)
    linked = _shares(segments.link_chars, first, stop, of=segments.chars)
    partly = (share >= MIN_LIST_SHARE) & (linked <= MAX_LINKED)
    likely = (linked <= MAX_LIST_LINKED) & (_shares(probability, first, stop) >= MIN_LIST_PROBABILITY)
    some = (size > 1) & (size <= MAX_ITEMS) & (share < 1) & (partly | likely)
    for at in some.nonzero()[0].tolist():
        if partly[at] or around.holds(int(rows[at])):
            out[around.begin(first[at]) : stop[at]] = True
    return out


def data_tables(page: Page, segments: Segments, kept: BoolArray) -> BoolArray:
    """Segments of data tables that stand in the text, or are mostly kept."""
    out = np.zeros(len(kept), dtype=np.bool_)
    if not page.has(_TABLE):
        return out
    rows = np.array(page.rows_of(_TABLE), dtype=np.intp)
    rows = rows[np.append(rows[1:], len(page)) >= page.end[rows]]  # innermost tables
    around = _Text(page, segments, kept)
    first, stop = around.spans(rows)
    share = _shares(kept, first, stop)
    linked = _shares(2 * segments.link_chars > segments.chars, first, stop)
    for at in ((first < stop) & (share < 1) & (linked <= MAX_LINKED)).nonzero()[0].tolist():
        row = int(rows[at])
        if (share[at] >= MIN_TABLE_SHARE or around.holds(row)) and _has_data(page, row):
            out[around.begin(first[at]) : stop[at]] = True
    return out


def posts(page: Page, segments: Segments, kept: BoolArray, rows: Sequence[int]) -> tuple[BoolArray, BoolArray]:
    """Segments of embedded posts, given their rows, that stand in the text; and of those that touch none of it."""
    inside, apart = np.zeros((2, len(kept)), dtype=np.bool_)
    spans = [segments.between(row, int(page.end[row])) for row in rows]
    text = kept.copy()
    for first, stop in spans:
        text[first:stop] = False
    alone = not text.any()  # there is no text but posts
    around = _Text(page, segments, kept if alone else text)
    for row, (first, stop) in zip(rows, spans, strict=True):
        if around.holds(row):
            around.add(first, stop)
            inside[first:stop] = True
        elif not alone and not around.touches(first, stop):
            apart[first:stop] = True
    return inside, apart


class _Text:
    """The kept text of a page, and whether an element stands in it."""

    def __init__(self, page: Page, segments: Segments, kept: BoolArray) -> None:
        self._page, self._segments, self._kept = page, segments, kept.copy()
        self._first, self._last = kept.tobytes().find(1), kept.tobytes().rfind(1)
        self._paragraphs: NDArray[np.intp] | None = None

    def spans(self, rows: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The first segment of each element, and the first after it."""
        first = self._segments.first
        return first.searchsorted(rows), first.searchsorted(self._page.end[rows])

    def begin(self, first: int) -> int:
        """The first segment of a list or table with the heading or introducing line above it."""
        above = first - 1
        is_title = above > self._first and (self._segments.heading[above] or self._is_introduced(first))
        return above if is_title else first

    def holds(self, row: int) -> bool:
        """Whether an element stands in the text: between kept segments, at the end of the text after a line that
        introduces it, or at either end in the same element as kept paragraphs.
        """
        first, stop = self._segments.between(row, int(self._page.end[row]))
        before = self._kept[max(0, first - MAX_GAP - 1) : first].any()
        behind = self._kept[stop : stop + MAX_GAP + 1].any()
        if first == stop or not (before or behind):
            return False
        if before and (stop <= self._last or (self._kept[first - 1] and self._is_introduced(first))):
            return True
        if self._paragraphs is None:
            paragraph = self._kept & (self._segments.chars >= MIN_PARAGRAPH_CHARS)
            self._paragraphs = np.bincount(self._segments.holder[paragraph], minlength=len(self._page))
        return bool(self._paragraphs[self._holder(row, (first, stop))] >= MIN_PARAGRAPHS)

    def _is_introduced(self, first: int) -> bool:
        return self._page.texts[first - 1].endswith(_COLONS)

    def touches(self, first: int, stop: int) -> bool:
        """Whether the segment before or behind is kept."""
        return bool(self._kept[max(0, first - 1) : first].any() or self._kept[stop : stop + 1].any())

    def add(self, first: int, stop: int) -> None:
        self._kept[first:stop] = True

    def _holder(self, row: int, inside: tuple[int, int]) -> int:
        """The element around a row and its wrappers, which hold the same segments."""
        for _ in range(MAX_WRAPPERS):
            outer = int(self._page.parent[row])
            if outer <= self._page.body or self._segments.between(outer, int(self._page.end[outer])) != inside:
                break
            row = outer
        return int(self._page.parent[row])


def _shares(
    values: NDArray[np.generic],
    first: NDArray[np.intp],
    stop: NDArray[np.intp],
    of: NDArray[np.generic] | None = None,
) -> FloatArray:
    """The mean of each span's values, or their sum relative to that of other values; 0 for empty spans."""
    total = sums_before(values)
    size = stop - first if of is None else (others := sums_before(of))[stop] - others[first]
    out: FloatArray = (total[stop] - total[first]) / np.maximum(size, 1)
    return out


def _has_data(page: Page, table: int) -> bool:
    """Whether a table has header cells, or rows of equally many short cells, some of them with digits."""
    inside = page.tag[table : int(page.end[table])]
    if (inside == _HEADER).any():
        return True
    rows, cells = (inside == _ROW).nonzero()[0] + table, (inside == _CELL).nonzero()[0] + table
    if len(rows) < MIN_ROWS:
        return False
    columns = np.unique(np.searchsorted(cells, page.end[rows]) - np.searchsorted(cells, rows))
    if len(columns) > 2 or not MIN_COLUMNS <= columns[-1] <= MAX_COLUMNS:
        return False
    texts = [page.words_of(cell) for cell in cells[:MAX_CELLS].tolist()]
    with_digits = sum(any(map(str.isdigit, text)) for text in texts)
    return sum(map(len, texts)) <= MAX_MEAN_CELL_CHARS * len(texts) and with_digits >= MIN_WITH_DIGITS * len(texts)
