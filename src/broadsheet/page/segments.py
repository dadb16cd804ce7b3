"""Segments: runs of text nodes that share their nearest line-break node, the lines that a reader sees.

Source: Luo et al., DocEng 2009, section 3 (as told in Standke 2019): leaves in document order; successive leaves with
the same nearest line-break node form a group; ``br`` and ``hr`` are line-break nodes of their own, so they divide.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from broadsheet.page.arrays import BoolArray, FloatArray, IntArray, frozen

if TYPE_CHECKING:
    from broadsheet.page.columns import Page

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
        chars, words, punct, link_chars: sums over the segment's text rows.
        of: segment of each row of the page, -1 for rows that belong to none; shape (page size,).
    """

    first: IntArray
    last: IntArray
    start: IntArray
    stop: IntArray
    block: IntArray
    chars: IntArray
    words: IntArray
    punct: IntArray
    link_chars: IntArray
    of: IntArray

    def __len__(self) -> int:
        return len(self.first)

    def texts(self, page: Page) -> list[str]:
        """The text of each segment, white space collapsed."""
        text = page.text
        return [" ".join(text[a:b].split()) for a, b in zip(self.start.tolist(), self.stop.tolist(), strict=True)]

    def rows(self, keep: BoolArray) -> BoolArray:
        """Rows of the page, shape (page size,), whose segment is kept, given a flag a segment, shape (m,)."""
        out: BoolArray = np.zeros(len(self.of), dtype=np.bool_)
        member = self.of >= 0
        out[member] = keep[self.of[member]]
        return out

    def spread(self, values: NDArray[Any]) -> FloatArray:
        """One number a row of the page, shape (page size,), given one a segment, shape (m,); 0 outside segments."""
        out: FloatArray = np.zeros(len(self.of), dtype=np.float64)
        member = self.of >= 0
        out[member] = values[self.of[member]]
        return out

    @classmethod
    def of_page(cls, page: Page, eligible: BoolArray) -> Segments:
        """The segments made of the eligible text rows, a mask of shape (page size,)."""
        size = len(page)
        leaf = page.end == np.arange(1, size + 1)
        leaves = np.flatnonzero(leaf)
        block = page.block[leaves]
        new = np.ones(len(leaves), dtype=np.bool_)
        new[1:] = block[1:] != block[:-1]
        group = np.cumsum(new) - 1
        member = eligible[leaves]
        rows = leaves[member].astype(np.int32)
        group = group[member]
        of = np.full(size, -1, dtype=np.int32)
        if not len(rows):
            none = np.zeros(0, dtype=np.int32)
            return cls(none, none, none, none, none, none, none, none, none, frozen(of))
        head = np.ones(len(rows), dtype=np.bool_)
        head[1:] = group[1:] != group[:-1]
        heads = np.flatnonzero(head)
        sums = {
            name: np.add.reduceat(getattr(page, name)[rows], heads)
            for name in ("chars", "words", "punct", "link_chars")
        }
        ends = np.append(heads[1:], len(rows)) - 1
        number = np.cumsum(head) - 1
        filled = sums["chars"] > 0
        renumber = np.cumsum(filled) - 1
        renumber[~filled] = -1
        of[rows] = renumber[number]
        first, last = rows[heads][filled], rows[ends][filled]
        return cls(
            first=frozen(first),
            last=frozen(last),
            start=frozen(page.start[first]),
            stop=frozen(page.stop[last]),
            block=frozen(page.block[first]),
            chars=frozen(sums["chars"][filled]),
            words=frozen(sums["words"][filled]),
            punct=frozen(sums["punct"][filled]),
            link_chars=frozen(sums["link_chars"][filled]),
            of=frozen(of),
        )
