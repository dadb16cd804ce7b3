"""Rules about lists, tables of data and embedded posts: in the text, each is kept whole.

It must not know where the probabilities come from.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.article.posts import is_post
from broadsheet.page import Page, Segments, tags
from broadsheet.page.arrays import BoolArray, FloatArray, sums_before

__all__ = ["lists", "posts", "tables_of_data"]

_LISTS: Final = tags.mask("ul ol dl")
_QUOTE, _TABLE, _HEADER, _ROW, _CELL = (tags.IDS[name] for name in ("blockquote", "table", "th", "tr", "td"))
_MAX_GAP: Final = 3
"""Segments that may be left out between a list, table or post and the text beside it."""
_COLONS: Final = (":", "：")
"""Ends of a line that announces what follows."""
_MAX_WRAPPERS: Final = 8
"""Levels of elements around it that hold nothing else."""
_MIN_PARAGRAPHS: Final = 2
"""Kept paragraphs of an element that holds text."""
_MIN_PARAGRAPH_CHARS: Final = 40
_MAX_ITEMS: Final = 40
"""Segments of a list that is kept whole."""
_PARTLY: Final = 0.6
"""Share of the segments of a list that are kept, from which it is kept whole."""
_LIST_AT: Final = 0.1
"""Lowest mean probability of a list of which less is kept."""
_FEW_LINKED, _MAX_LINKED = 0.1, 0.5
"""Share of the characters of a list in links: at most the first for a list of which little is kept, the second for
others. At most the second of the cells of a table may be links."""
_MOST_OF_TABLE: Final = 0.7
"""Share of the segments of a table that are kept, from which it is kept whole wherever it stands."""
_MIN_ROWS: Final = 3
_MIN_COLUMNS, _MAX_COLUMNS = 2, 10
_MEAN_CELL_CHARS: Final = 40
_WITH_DIGITS: Final = 0.2
_CELLS: Final = 300
"""A table without header cells has data if its rows have as many cells as each other, but for a total or the like, and
these are short and some have digits: the share of those, and how many cells are read."""


def lists(page: Page, segments: Segments, probability: FloatArray, kept: BoolArray) -> BoolArray:
    """Segments of lists of which much is kept, and of lists without links in the text that may belong to it."""
    out = np.zeros(len(kept), dtype=np.bool_)
    rows = _LISTS[page.tag].nonzero()[0]
    around = _Text(page, segments, kept)
    first, stop = around.spans(rows)
    size, share = stop - first, _shares(kept, first, stop)
    linked = _shares(segments.link_chars, first, stop, of=segments.chars)
    partly = (share >= _PARTLY) & (linked <= _MAX_LINKED)
    likely = (linked <= _FEW_LINKED) & (_shares(probability, first, stop) >= _LIST_AT)
    some = (size > 1) & (size <= _MAX_ITEMS) & (share < 1) & (partly | likely)
    for at in some.nonzero()[0].tolist():
        if partly[at] or around.holds(int(rows[at])):
            out[around.begin(first[at]) : stop[at]] = True
    return out


def tables_of_data(page: Page, segments: Segments, kept: BoolArray) -> BoolArray:
    """Segments of tables of data that stand in the text, or most of which is kept."""
    out = np.zeros(len(kept), dtype=np.bool_)
    if not page.has(_TABLE):
        return out
    rows = np.array(page.rows_of(_TABLE), dtype=np.intp)
    rows = rows[np.append(rows[1:], len(page)) >= page.end[rows]]  # those that hold no other table
    around = _Text(page, segments, kept)
    first, stop = around.spans(rows)
    share = _shares(kept, first, stop)
    linked = _shares(2 * segments.link_chars > segments.chars, first, stop)
    for at in ((first < stop) & (share < 1) & (linked <= _MAX_LINKED)).nonzero()[0].tolist():
        row = int(rows[at])
        if (share[at] >= _MOST_OF_TABLE or around.holds(row)) and _has_data(page, row):
            out[around.begin(first[at]) : stop[at]] = True
    return out


def posts(page: Page, segments: Segments, kept: BoolArray) -> BoolArray:
    """Segments of embedded posts that stand in the text."""
    out = np.zeros(len(kept), dtype=np.bool_)
    quotes = page.rows_of(_QUOTE)
    around = _Text(page, segments, kept)
    for quote, following in zip(quotes, [*quotes[1:], len(page)], strict=False):
        # A quotation that holds others is no post: so no row is read twice.
        if following >= page.end[quote] and around.holds(quote) and is_post(page, quote):
            first, stop = segments.between(quote, int(page.end[quote]))
            around.add(first, stop)
            out[first:stop] = True
    return out


class _Text:
    """The kept text of a page, which an element may stand in."""

    def __init__(self, page: Page, segments: Segments, kept: BoolArray) -> None:
        self._page, self._segments, self._kept = page, segments, kept.copy()
        self._first, self._last = kept.tobytes().find(1), kept.tobytes().rfind(1)
        self._paragraphs: NDArray[np.intp] | None = None

    def spans(self, rows: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The first segment of each element, and the first behind it."""
        first = self._segments.first
        return first.searchsorted(rows), first.searchsorted(self._page.end[rows])

    def begin(self, first: int) -> int:
        """The segment with which a list or table begins: the heading right above it, or a line that announces it."""
        above = first - 1
        is_title = above > self._first and (self._segments.heading[above] or self._is_announced(first))
        return above if is_title else first

    def holds(self, row: int) -> bool:
        """Whether an element stands in the text: between kept segments, or at the end of the text behind a line that
        announces it, or at an end of it in the element that holds kept paragraphs.
        """
        first, stop = self._segments.between(row, int(self._page.end[row]))
        before = self._kept[max(0, first - _MAX_GAP - 1) : first].any()
        behind = self._kept[stop : stop + _MAX_GAP + 1].any()
        if first == stop or not (before or behind):
            return False
        if before and (stop <= self._last or (self._kept[first - 1] and self._is_announced(first))):
            return True
        if self._paragraphs is None:
            paragraph = self._kept & (self._segments.chars >= _MIN_PARAGRAPH_CHARS)
            self._paragraphs = np.bincount(self._segments.holder[paragraph], minlength=len(self._page))
        return bool(self._paragraphs[self._holder(row, (first, stop))] >= _MIN_PARAGRAPHS)

    def _is_announced(self, first: int) -> bool:
        return self._page.texts[first - 1].endswith(_COLONS)

    def add(self, first: int, stop: int) -> None:
        """Take some segments for kept ones."""
        self._kept[first:stop] = True

    def _holder(self, row: int, inside: tuple[int, int]) -> int:
        """The element around a row and its wrappers, which hold the same segments."""
        for _ in range(_MAX_WRAPPERS):
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
    """The mean of some values of the segments of each span, or their sum as a share of that of others; 0 of none."""
    total = sums_before(values)
    size = stop - first if of is None else (others := sums_before(of))[stop] - others[first]
    out: FloatArray = (total[stop] - total[first]) / np.maximum(size, 1)
    return out


def _has_data(page: Page, table: int) -> bool:
    """Whether a table has data: header cells, or rows of as many short cells, some of them with digits."""
    inside = page.tag[table : int(page.end[table])]
    if (inside == _HEADER).any():
        return True
    rows, cells = (inside == _ROW).nonzero()[0] + table, (inside == _CELL).nonzero()[0] + table
    if len(rows) < _MIN_ROWS:
        return False
    columns = np.unique(np.searchsorted(cells, page.end[rows]) - np.searchsorted(cells, rows))
    if len(columns) > 2 or not _MIN_COLUMNS <= columns[-1] <= _MAX_COLUMNS:
        return False
    texts = [page.words_of(cell) for cell in cells[:_CELLS].tolist()]
    with_digits = sum(any(map(str.isdigit, text)) for text in texts)
    return sum(map(len, texts)) <= _MEAN_CELL_CHARS * len(texts) and with_digits >= _WITH_DIGITS * len(texts)
