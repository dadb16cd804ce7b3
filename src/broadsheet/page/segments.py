"""Segments: runs of text nodes that share their nearest line-break node, the lines that a reader sees.

Source: Luo et al., DocEng 2009, section 3 (as told in Standke 2019): leaves in document order; successive leaves with
the same nearest line-break node form a group. ``br`` and ``hr`` divide groups here, since they break lines; in the
source they are leaves like others, and are then removed from their groups.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.engine import Document, Grouped
from broadsheet.page import tags
from broadsheet.page.arrays import BoolArray, FloatArray, IntArray, TagArray, frozen
from broadsheet.page.once import made_once

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
        native: the same columns for compiled functions.
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
    native: Grouped

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
    def of_rows(cls, page: Document, eligible: BoolArray) -> Segments:
        """The segments made of the eligible text rows, a mask of shape (page size,).

        Args:
            page: the rows of a page.
            eligible: the text rows that may be in a segment, shape (page size,).
        """
        found = page.segments(eligible)
        tag = frozen(page.tag.take(found.columns["block"]))
        return cls(tag=tag, of=found.of, native=found, **found.columns)


_LEFT: Final = np.zeros(1, dtype=np.bool_)
_ZERO: Final = np.zeros(1, dtype=np.float64)
