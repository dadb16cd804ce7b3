"""Segments: runs of text nodes that share their nearest line-break node, the lines that a reader sees.

Source: Luo et al., DocEng 2009, section 3 (as told in Standke 2019): leaves in document order; successive leaves with
the same nearest line-break node form a group. ``br`` and ``hr`` divide groups here, since they break lines; in the
source they are leaves like others, and are then removed from their groups.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.page import kernel, tags
from broadsheet.page.arrays import BoolArray, FloatArray, IntArray, TagArray, frozen
from broadsheet.page.once import made_once

if TYPE_CHECKING:
    from broadsheet.page.walk import Walked

__all__ = ["Segments"]


@dataclass(frozen=True, eq=False)
class Segments:
    """The segments of a page that have text to show, as columns of shape (m,), in document order.

    Attributes:
        first: first text row.
        last: last text row (inclusive); rows between them that belong to the segment are text rows of the same block
            and the inline elements around them.
        start, stop: span in ``page.text``.
        block: the nearest line-break row.
        tag: what element that is, its number among `tags.NAMES`.
        holder: the element around it, -1 for none.
        chars, words, punct, link_chars: sums over the segment's text rows.
        of: segment of each row of the page, -1 for rows that belong to none; shape (page size,).
    """

    first: IntArray
    last: IntArray
    start: IntArray
    stop: IntArray
    block: IntArray
    tag: TagArray
    holder: IntArray
    chars: IntArray
    words: IntArray
    punct: IntArray
    link_chars: IntArray
    of: IntArray

    def __len__(self) -> int:
        return len(self.first)

    @made_once
    def heading(self) -> BoolArray:
        """Whether each is in a heading."""
        return frozen(tags.HEADING.take(self.tag))

    def between(self, row: int, end: int) -> tuple[int, int]:
        """The first segment that begins in some rows, and the first after these.

        Args:
            row: the first row, as of an element.
            end: the row after the last one, as `Page.end` has it.
        """
        first, stop = self.first.searchsorted((row, end)).tolist()
        return first, stop

    def rows(self, keep: BoolArray) -> BoolArray:
        """Rows of the page, shape (page size,), whose segment is kept, given a flag a segment, shape (m,)."""
        out: BoolArray = np.concatenate((keep, _LEFT)).take(self.of)  # -1 is the last
        return out

    def spread(self, values: NDArray[Any]) -> FloatArray:
        """One number a row of the page, shape (page size,), given one a segment, shape (m,); 0 outside segments."""
        out: FloatArray = np.concatenate((values, _ZERO)).take(self.of)  # -1 is the last
        return out

    @classmethod
    def of_rows(cls, page: Walked, eligible: BoolArray) -> Segments:
        """The segments made of the eligible text rows, a mask of shape (page size,).

        Args:
            page: the rows of a page.
            eligible: the text rows that may be in a segment, shape (page size,).
        """
        columns = page.chars, page.words, page.punct, page.link_chars
        found = kernel.segments(page.end, page.block, eligible, columns)
        if found is not None:
            return cls._made(page, found.first, found.last, found.sums, found.of)
        size = len(page.tag)
        leaves = (page.end == np.arange(1, size + 1, dtype=np.int32)).nonzero()[0]
        block = page.block[leaves]
        group = (block[1:] != block[:-1]).cumsum()
        member = eligible[leaves]
        rows = leaves[member].astype(np.int32)
        of = np.full(size, -1, dtype=np.int32)
        if not len(rows):
            none = np.zeros(0, dtype=np.int32)
            return cls._made(page, none, none, np.zeros((len(columns), 0), dtype=np.int32), of)
        group = np.concatenate((_NONE, group))[member]
        new = np.concatenate((_NEW, group[1:] != group[:-1]))
        heads = new.nonzero()[0]
        counts = np.stack([column[rows] for column in columns])
        sums = np.add.reduceat(counts, heads, axis=1)
        first, last = rows[heads], rows[np.append(heads[1:], len(rows)) - 1]
        number = np.cumsum(new, dtype=np.int32) - np.int32(1)
        filled = sums[0] > 0
        if not filled.all():
            first, last, sums = first[filled], last[filled], sums[:, filled]
            number = np.where(filled, np.cumsum(filled, dtype=np.int32) - np.int32(1), np.int32(-1))[number]
        of[rows] = number
        return cls._made(page, first, last, sums, of)

    @classmethod
    def _made(cls, page: Walked, first: IntArray, last: IntArray, sums: NDArray[Any], of: IntArray) -> Segments:
        chars, words, punct, link_chars = frozen(sums)
        block = page.block.take(first)
        return cls(
            first=frozen(first),
            last=frozen(last),
            start=frozen(page.start.take(first)),
            stop=frozen(page.stop.take(last)),
            block=frozen(block),
            tag=frozen(page.tag.take(block)),
            holder=frozen(page.parent.take(block)),
            chars=chars,
            words=words,
            punct=punct,
            link_chars=link_chars,
            of=frozen(of),
        )


_NONE: Final = np.zeros(1, dtype=np.intp)
_NEW: Final = np.ones(1, dtype=np.bool_)
_LEFT: Final = np.zeros(1, dtype=np.bool_)
_ZERO: Final = np.zeros(1, dtype=np.float64)
