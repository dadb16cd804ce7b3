"""Where texts stand in a page.

A method that cuts the HTML source into texts of its own finds them again here, in document order, so that what it
decides about a text is said of text nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from broadsheet.page import characters
from broadsheet.page.arrays import BoolArray, IntArray, frozen

if TYPE_CHECKING:
    from broadsheet.page.columns import Page

__all__ = ["Lines", "locate"]

_NEAR: Final = 4_000
"""How far ahead a short text is looked for, in characters without white space. A short text that is not in the page
(the contents of a template) would else be found by chance far below, and everything between be lost."""
_SHORT: Final = 40


@dataclass(frozen=True, eq=False)
class Lines:
    """Texts in document order and where each stands in the page; columns of shape (k,).

    Attributes:
        texts: the texts, white space collapsed.
        start, stop: span in ``page.text``; both -1 where a text was not found.
    """

    texts: tuple[str, ...]
    start: IntArray
    stop: IntArray

    def __len__(self) -> int:
        return len(self.texts)

    def rows(self, page: Page, keep: BoolArray) -> BoolArray:
        """Text rows of the page of which more than half lies in the kept texts; keep has shape (k,).

        Args:
            page: the page that these are the lines of.
            keep: which of the texts are kept, shape (k,).

        Returns:
            A mask of shape (page size,).
        """
        inside = np.zeros(len(page.text) + 1, dtype=np.int64)
        found = keep & (self.start >= 0)
        np.add.at(inside, self.start[found], 1)
        np.subtract.at(inside, self.stop[found], 1)
        visible = (characters.classes(page.text) & characters.SPACE) == 0
        kept = np.zeros(len(page.text) + 1, dtype=np.int64)
        total = np.zeros(len(page.text) + 1, dtype=np.int64)
        np.cumsum((np.cumsum(inside)[:-1] > 0) & visible, out=kept[1:])
        np.cumsum(visible, out=total[1:])
        share = 2 * (kept[page.stop] - kept[page.start]) > total[page.stop] - total[page.start]
        out: BoolArray = share & page.is_text
        return out


def locate(page: Page, texts: Sequence[str]) -> Lines:
    """Find texts in the page in document order, white space aside.

    Args:
        page: the page.
        texts: texts that stand in the page in this order, or mostly do.
    """
    visible = np.flatnonzero((characters.classes(page.text) & characters.SPACE) == 0)
    compact = "".join(page.text.split())
    start = np.full(len(texts), -1, dtype=np.int32)
    stop = np.full(len(texts), -1, dtype=np.int32)
    cursor = 0
    for number, text in enumerate(texts):
        wanted = "".join(text.split())
        if not wanted:
            continue
        limit = cursor + len(wanted) + _NEAR if len(wanted) < _SHORT else len(compact)
        at = compact.find(wanted, cursor, limit)
        if at < 0:
            continue
        cursor = at + len(wanted)
        start[number] = visible[at]
        stop[number] = visible[cursor - 1] + 1
    return Lines(texts=tuple(texts), start=frozen(start), stop=frozen(stop))
