"""HTML -> the rows of a document, within limits, and their attributes on request.

The engine parses. This module tells it what tags and characters are to Broadsheet. It must not know what rows are for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.engine import Document, LimitExceeded, Tables
from broadsheet.errors import PageTooLarge
from broadsheet.page import characters, tags
from broadsheet.page.arrays import IntArray
from broadsheet.page.forks import made_once
from broadsheet.page.repair import show_headed_figures

__all__ = ["LIMITS", "UNLIMITED", "Limits", "Tree", "Values", "parse", "tables"]


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that a page may have. Each bounds the time or the memory of parsing it.

    The parser takes quadratic time in depth, attributes, options and names. The limits are far above what real pages
    have: the deepest of 4,674 has 197 levels, and the most options of a page are 1,908.

    Attributes:
        characters: characters of the source.
        elements: start tags.
        depth: nested elements.
        searched: elements open at an end tag, each of which the parser may look at, summed over all end tags.
        attributes: attributes of one tag.
        options: elements of lists to choose from that the parser may walk through at an option, summed over all
            options.
        names: different names of elements and attributes that HTML lacks.
        memory: bytes that the parser takes. They grow with the square of the page in two cases. Formatting elements
            left open are made again in each block. Text in a table outside its cells, and text with ignored tags in
            it, comes in pieces, and the text so far is copied for each of them.
    """

    characters: int = 32_000_000
    elements: int = 60_000
    depth: int = 8_000
    searched: int = 1_000_000_000
    attributes: int = 4_000
    options: int = 40_000_000
    names: int = 80_000
    memory: int = 500_000_000


LIMITS: Final = Limits()
UNLIMITED: Final = Limits(*[1 << 62] * len(fields(Limits)))
"""For pages that have passed limits before."""

_MEASURES: Final = {
    "elements": "the number of elements",
    "depth": "the depth of nested elements",
    "searched": "the number of elements that are open at end tags",
    "attributes": "the number of attributes of one tag",
    "options": "the number of elements in lists at their options",
    "names": "the number of different names of elements and attributes",
    "memory": "the memory that the parser takes",
}
"""What the engine measures, in its order."""


@dataclass(frozen=True, eq=False)
class Values:
    """An attribute of the elements that have it, in document order.

    Attributes:
        rows: the rows of the elements, shape (k,).
        which: the index of each one's value among the distinct values, shape (k,).
        utf8: the distinct values in order of first use, in UTF-8, with a zero after each; a missing value is empty.
    """

    rows: NDArray[np.intp]
    which: IntArray
    utf8: NDArray[np.uint8]

    @made_once
    def text(self) -> str:
        """The distinct values, with a zero after each."""
        return str(self.utf8.data, "utf-8", "replace")

    @made_once
    def different(self) -> list[str]:
        """The distinct values."""
        return self.text.split("\0")[:-1]

    def having(self, wanted: Callable[[str], bool]) -> NDArray[np.intp]:
        """The rows whose value is wanted, in document order; each distinct value is tested once."""
        if not len(self.rows):
            return self.rows
        flags = [wanted(value) for value in self.different]
        return self.rows[np.array(flags)[self.which]] if any(flags) else self.rows[:0]

    def pairs(self, wanted: Callable[[str], bool]) -> list[tuple[int, str]]:
        """The rows whose value is wanted, each with its value, in document order."""
        if not len(self.rows) or not any(flags := [wanted(value) for value in self.different]):
            return []
        different = self.different
        each = zip(self.rows.tolist(), self.which.tolist(), strict=True)
        return [(row, different[which]) for row, which in each if flags[which]]

    def places(self, size: int) -> tuple[memoryview, list[str]]:
        """The index of each row's value, -1 for none, and the values, to look at single rows. The last value is the
        empty string, so that it stands at -1.

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
    """The rows of a page, and their attributes, each of which is read once.

    Args:
        html: the page in UTF-8.
        limits: the most that it may have.
    """

    def __init__(self, html: bytes, limits: Limits = UNLIMITED) -> None:
        super().__init__(html, tables(), tuple(getattr(limits, name) for name in _MEASURES))
        self._attributes: dict[int, Mapping[str, str]] = {}
        self._values: dict[str, Values] = {}

    def attributes(self, row: int) -> Mapping[str, str]:
        """The attributes of a row; one without a value has the empty string. Text rows have none."""
        known = self._attributes.get(row)
        if known is None:
            known = self._attributes[row] = super().attributes(row)
        return known

    def pairs(self, rows: NDArray[np.intp] | IntArray) -> list[tuple[int, Mapping[str, str]]]:
        """Some rows and their attributes."""
        return list(zip(rows.tolist(), self.all_attributes(rows), strict=True))

    def values(self, names: Sequence[str]) -> dict[str, Values]:
        """The values of some attributes (at most 32), read in one walk."""
        new = [name for name in names if name not in self._values]
        if new:
            for name, (rows, which, utf8) in zip(new, self.valued(new), strict=True):
                self._values[name] = Values(rows.astype(np.intp), which, utf8)
        return {name: self._values[name] for name in names}


@cache
def tables() -> Tables:
    """What the engine must know of tags and characters."""
    return Tables(tags.NAMES, tags.NO_TEXT, tags.LINE_BREAK, tags.LINK, characters.table())


def parse(html: bytes, limits: Limits = UNLIMITED) -> Tree:
    """Parse a page, in UTF-8, as the HTML standard says, scripting off.

    Args:
        html: the page.
        limits: the most that it may have.

    Raises:
        PageTooLarge: the page is beyond one of the limits.
    """
    try:
        tree = Tree(html, limits)
    except LimitExceeded as error:
        name, measure = [*_MEASURES.items()][error.place]
        raise PageTooLarge(measure, error.value, getattr(limits, name)) from None
    show_headed_figures(tree)
    tree.tag.setflags(write=False)
    return tree
