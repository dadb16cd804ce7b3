"""The elements of a page by what their attributes say: read once, asked by several data.

A page has a thousand elements and the data ask a dozen questions about classes, names and links. A CSS query looks at
every element for every word, and takes as long as reading all attributes once. It must not know what is asked.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Final
from weakref import WeakKeyDictionary

from broadsheet.page import Page

__all__ = ["Elements", "elements_of"]

_READ: Final[WeakKeyDictionary[Page, Elements]] = WeakKeyDictionary()
"""Elements that were read already. A page never changes, and goes when it is done."""
_END: Final = "\n"
"""What stands between values that are looked through together; no word that is looked for has it."""


@dataclass(frozen=True, slots=True, eq=False)
class _Values:
    """The different values of an attribute.

    Attributes:
        rows: the rows that have each value.
        text: the values in lower case, one after the other.
        begins: where each begins in the text, and where the text ends.
    """

    rows: Sequence[Sequence[int]]
    text: str
    begins: Sequence[int]

    def holding(self, word: str) -> set[int]:
        """The rows in whose value a word is."""
        found: set[int] = set()
        text, begins = self.text, self.begins
        at = text.find(word)
        while at >= 0:
            number = bisect_right(begins, at)
            found.update(self.rows[number - 1])
            at = text.find(word, begins[number])
        return found


class Elements:
    """The elements of a page that have attributes.

    Attributes:
        attributes: the attributes of each, by row, in document order; None is the value of one without a value.
    """

    def __init__(self, page: Page) -> None:
        self.attributes: dict[int, Mapping[str, str | None]] = dict(page.elements())
        self._values: dict[str, _Values] = {}

    @cached_property
    def _rows(self) -> dict[str, list[int]]:
        """The rows by the names of their attributes."""
        rows: dict[str, list[int]] = {}
        for row, attributes in self.attributes.items():
            for name in attributes:
                if name in rows:
                    rows[name].append(row)
                else:
                    rows[name] = [row]
        return rows

    def having(self, *names: str) -> list[int]:
        """The rows that have any of some attributes, in document order."""
        if len(names) == 1:
            return self._rows.get(names[0], [])
        return sorted({row for name in names for row in self._rows.get(name, ())})

    def value(self, row: int, name: str) -> str:
        """The value of an attribute of a row; the empty string where it has none."""
        found = self.attributes.get(row)
        return (found.get(name) or "") if found is not None else ""

    def holding(self, name: str, words: Iterable[str]) -> set[int]:
        """The rows in one of whose attributes any of some words is, whatever its case.

        Args:
            name: the attribute.
            words: in lower case.
        """
        values = self._values.get(name)
        if values is None:
            values = self._values[name] = self._read_values(name)
        found: set[int] = set()
        return found.union(*map(values.holding, words))

    def _read_values(self, name: str) -> _Values:
        rows: dict[str, list[int]] = {}
        for row in self._rows.get(name, ()):
            value = (self.attributes[row][name] or "").lower()
            if value in rows:
                rows[value].append(row)
            else:
                rows[value] = [row]
        begins = [0, *accumulate(len(value) + 1 for value in rows)]
        return _Values(list(rows.values()), _END.join(rows), begins)


def elements_of(page: Page) -> Elements:
    """The elements of a page; read when they are asked for first."""
    known = _READ.get(page)
    if known is None:
        known = _READ[page] = Elements(page)
    return known
