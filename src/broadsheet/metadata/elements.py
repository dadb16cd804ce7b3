"""The elements of a page by what their attributes say: read once, asked by several data.

A page has a thousand elements and the data ask a dozen questions about classes, names and links. A CSS query looks at
every element for every word, and takes as long as reading all attributes once. It must not know what is asked.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final
from weakref import WeakKeyDictionary, ref

from broadsheet.page import Page

__all__ = ["Elements", "elements_of", "tokens"]

_READ: Final[WeakKeyDictionary[Page, Elements]] = WeakKeyDictionary()
"""Elements that were read already. A page never changes, and goes when it is done."""
_USUAL: Final = (
    "class", "id", "href", "rel", "type", "content", "itemprop", "property", "itemscope", "itemtype", "typeof", "title",
    "data-author", "data-testid", "datetime", "data-date", "data-datetime", "data-published", "data-timestamp",
)  # fmt: skip
"""Attributes that are asked for on nearly every page: read in one walk. Others are read one by one."""
_END: Final = "\n"
"""What stands between values that are looked through together; no word that is looked for has it."""


@dataclass(frozen=True, slots=True, eq=False)
class _Values:
    """The different values of an attribute.

    Attributes:
        values: the values, in the order in which they come first.
        text: the same in lower case, one after the other.
        begins: where each begins in the text, and where the text ends.
    """

    values: Sequence[str]
    text: str
    begins: Sequence[int]

    def holding(self, words: Iterable[str]) -> set[str]:
        """The values in which any of some words is."""
        found: set[str] = set()
        text, begins = self.text, self.begins
        for word in words:
            at = text.find(word)
            while at >= 0:
                number = bisect_right(begins, at)
                found.add(self.values[number - 1])
                at = text.find(word, begins[number])
        return found


class Elements:
    """The elements of a page by their attributes."""

    def __init__(self, page: Page) -> None:
        self._page = ref(page)  # it is what this is kept for: a strong one would keep both for ever
        self._columns: dict[str, Mapping[int, str]] = dict(page.valued(*_USUAL))
        self._values: dict[str, _Values] = {}
        self._others: dict[int, Mapping[str, str]] = {}

    def _of(self) -> Page:
        page = self._page()
        if page is None:
            raise RuntimeError("the page is gone")
        return page

    def column(self, name: str) -> Mapping[int, str]:
        """The values of an attribute by row, in document order; the empty string for one without a value."""
        column = self._columns.get(name)
        if column is None:
            column = self._columns[name] = self._of().valued(name)[name]
        return column

    def having(self, *names: str) -> list[int]:
        """The rows that have any of some attributes, with a value or without, in document order."""
        if len(names) == 1:
            return list(self.column(names[0]))
        return sorted(set().union(*map(self.column, names)))

    def value(self, row: int, name: str) -> str:
        """The value of an attribute of a row; the empty string where it has none."""
        column = self._columns.get(name)
        return self.attributes(row).get(name, "") if column is None else column.get(row, "")

    def attributes(self, row: int) -> Mapping[str, str]:
        """All attributes of a row; one without a value has the empty string."""
        attributes = self._others.get(row)
        if attributes is None:
            attributes = self._others[row] = self._of().attrs(row)
        return attributes

    def holding(self, name: str, words: Iterable[str]) -> set[int]:
        """The rows in one of whose attributes any of some words is, whatever its case.

        Args:
            name: the attribute.
            words: in lower case.
        """
        values = self._different(name).holding(words)
        return {row for row, value in self.column(name).items() if value in values} if values else set()

    def text(self, name: str) -> str:
        """The different values of an attribute in lower case, a line each, in the order in which they come first."""
        return self._different(name).text

    def _different(self, name: str) -> _Values:
        values = self._values.get(name)
        if values is None:
            values = self._values[name] = self._read_values(name)
        return values

    def _read_values(self, name: str) -> _Values:
        values = list(dict.fromkeys(self.column(name).values()))
        text = _END.join(values)
        lower = text.lower()
        # Some letters are two in lower case.
        sizes = map(len, values if len(lower) == len(text) else map(str.lower, values))
        return _Values(values, lower, [0, *accumulate([size + 1 for size in sizes])])


def tokens(value: str) -> frozenset[str]:
    """The words of an attribute that is a set of them, in lower case."""
    return frozenset(value.lower().split())


def elements_of(page: Page) -> Elements:
    """The elements of a page; read when they are asked for first."""
    known = _READ.get(page)
    if known is None:
        known = _READ[page] = Elements(page)
    return known
