"""HTML text -> the rows of a document, in document order, with what is read of them when it is asked for.

The engine parses. Here it is told what tags and characters are to Broadsheet, and answers are kept. It must not know
what rows are for: `columns` makes a page of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from broadsheet.engine import Document, LimitExceeded, Tables
from broadsheet.page import characters, tags
from broadsheet.page.arrays import IntArray
from broadsheet.page.headed import show_headed_figures
from broadsheet.page.limits import UNLIMITED, Limits, exceeded, of_parser
from broadsheet.page.once import made_once

__all__ = ["Tree", "Values", "parse", "tables"]


@dataclass(frozen=True, eq=False)
class Values:
    """An attribute of the elements that have it, in document order.

    Attributes:
        rows: the rows of the elements, shape (k,).
        which: which of the different values each has, shape (k,).
        utf8: the different values, in the order in which they come first, in UTF-8, with a zero after each; one without
            a value is empty.
    """

    rows: NDArray[np.intp]
    which: IntArray
    utf8: NDArray[np.uint8]

    @made_once
    def text(self) -> str:
        """The different values, with a zero after each."""
        return str(self.utf8.data, "utf-8", "replace")

    @made_once
    def different(self) -> list[str]:
        """The different values."""
        return self.text.split("\0")[:-1]

    def having(self, wanted: Callable[[str], bool]) -> NDArray[np.intp]:
        """The rows whose value is wanted, in document order; each different value is asked for once."""
        if not len(self.rows):
            return self.rows
        flags = [wanted(value) for value in self.different]
        return self.rows[np.array(flags)[self.which]] if any(flags) else self.rows[:0]

    def pairs(self, wanted: Callable[[str], bool]) -> list[tuple[int, str]]:
        """The rows whose value is wanted, and that, in document order."""
        if not len(self.rows) or not any(flags := [wanted(value) for value in self.different]):
            return []
        different = self.different
        each = zip(self.rows.tolist(), self.which.tolist(), strict=True)
        return [(row, different[which]) for row, which in each if flags[which]]

    def places(self, size: int) -> tuple[memoryview, list[str]]:
        """Which of the different values each row of a page has, -1 for none, to look at single rows; and these values,
        the last of which is the empty string, so that it stands at -1.

        Args:
            size: the rows of the page.
        """
        which = np.full(size, -1, dtype=np.int32)
        which[self.rows] = self.which
        return which.data, [*self.different, ""]

    def column(self) -> dict[int, str]:
        """The values by row."""
        return dict(zip(self.rows.tolist(), map(self.different.__getitem__, self.which.tolist()), strict=True))


class Tree(Document):
    """The rows of a page, and their attributes.

    Args:
        html: the page in UTF-8.
        limits: what is too large.
    """

    def __init__(self, html: bytes, limits: Limits = UNLIMITED) -> None:
        super().__init__(html, tables(), of_parser(limits))
        self._attributes: dict[int, Mapping[str, str]] = {}

    def attributes(self, row: int) -> Mapping[str, str]:
        """The attributes of a row; one without a value has the empty string. Text rows have none."""
        known = self._attributes.get(row)
        if known is None:
            known = self._attributes[row] = super().attributes(row)
        return known

    @property
    def styles(self) -> Values:
        """The ``style`` attributes."""
        return self._shown["style"]

    @property
    def hidden(self) -> Values:
        """The ``hidden`` attributes."""
        return self._shown["hidden"]

    @property
    def levels(self) -> Values:
        """The ``aria-level`` attributes."""
        return self._shown["aria-level"]

    @made_once
    def _shown(self) -> dict[str, Values]:
        return self.values(("style", "hidden", "aria-level"))

    def pairs(self, rows: NDArray[np.intp] | IntArray) -> list[tuple[int, Mapping[str, str]]]:
        """Some rows and their attributes."""
        return list(zip(rows.tolist(), self.all_attributes(rows), strict=True))

    def values(self, names: Sequence[str]) -> dict[str, Values]:
        """The values of some attributes (at most 32) of the elements that have them."""
        return {
            name: Values(found.rows.astype(np.intp), found.which, found.utf8)
            for name, found in zip(names, self.valued(names), strict=True)
        }

    def joined(self, rows: Sequence[int], names: Sequence[str]) -> list[str]:
        """The values of some attributes of each of some rows, with a space between; the empty string for none."""
        if not len(rows):
            return []
        return self.joined_utf8(np.asarray(rows), names).decode("utf-8", "replace").split("\0")[:-1]

    def raw_texts(self, tag: int, wanted: Callable[[str], bool]) -> list[str]:
        """The raw text inside the elements of a tag whose ``type`` is wanted, in document order."""
        rows = (self.tag == tag).nonzero()[0].tolist()
        types = self.joined(rows, ("type",))
        return [self.raw_text(row) for row, of in zip(rows, types, strict=True) if wanted(of)]


@cache
def tables() -> Tables:
    """What the engine must know of tags and characters."""
    return Tables(tags.NAMES, tags.NO_TEXT, tags.LINE_BREAK, tags.LINK, characters.table())


def parse(html: bytes, limits: Limits = UNLIMITED) -> Tree:
    """Parse a page, in UTF-8, as the HTML standard says, scripting off.

    Args:
        html: the page.
        limits: what is too large.

    Raises:
        PageTooLarge: the page is beyond one of the limits.
    """
    try:
        tree = Tree(html, limits)
    except LimitExceeded as error:
        raise exceeded(error, limits) from None
    show_headed_figures(tree)
    tree.tag.setflags(write=False)
    return tree
