"""The elements of a page by what their attributes say: read once, asked by several data.

A page has a thousand elements and the data ask a dozen questions about classes, names and links. A CSS query looks at
every element for every word, and takes as long as reading all attributes once. It must not know what is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary, ref

import numpy as np
from numpy.typing import NDArray

from broadsheet import engine
from broadsheet.page import Page, Values

__all__ = ["Elements", "elements_of", "tokens"]

_READ: Final[WeakKeyDictionary[Page, Elements]] = WeakKeyDictionary()
"""Elements that were read already. A page never changes, and goes when it is done."""
_USUAL: Final = (
    "class", "id", "href", "rel", "type", "content", "itemprop", "property", "itemscope", "itemtype", "typeof", "title",
    "data-author", "data-testid", "datetime", "data-date", "data-datetime", "data-published", "data-timestamp",
)  # fmt: skip
"""Attributes that are asked for on nearly every page: read in one walk. Others are read one by one."""
_END: Final = "\0"
"""What stands between values that are looked through together: no page has it."""
_MOST_LISTS: Final = 64
"""Lists of words that are looked for in an attribute at once."""


class _Lists(NamedTuple):
    """Lists of words that are looked for in an attribute at once.

    Attributes:
        numbers: the number of each list.
        words: all of them, compiled.
    """

    numbers: dict[tuple[str, ...], int]
    words: engine.Words


class _Asked:
    """The lists that were looked for in an attribute so far: pages are asked the same questions.

    The lists are replaced as a whole and never changed, which needs no lock. Where two threads add one at once, one of
    them is lost, and added again when it is looked for the next time.
    """

    def __init__(self) -> None:
        self._lists = _Lists({}, engine.Words([]))

    def with_(self, words: tuple[str, ...]) -> _Lists:
        """The lists, with this one added if it is new and there is room for it."""
        lists = self._lists
        if words not in lists.numbers and len(lists.numbers) < _MOST_LISTS:
            known = [*lists.numbers, words]
            lists = _Lists({one: number for number, one in enumerate(known)}, engine.Words(known))
            self._lists = lists
        return lists


@cache
def _asked(name: str) -> _Asked:
    """The lists that were looked for in an attribute."""
    return _Asked()


_Found: TypeAlias = tuple[dict[tuple[str, ...], int], tuple[list[int], list[int]] | None]
"""The numbers of the lists that were looked for in an attribute of a page, and the rows by these numbers."""


class _Searched:
    """The different values of an attribute, to be looked through.

    Args:
        values: the attribute.
        asked: what is looked for in it.
    """

    def __init__(self, values: Values, asked: _Asked) -> None:
        self._values = values
        self.text = values.text[:-1].lower()
        self._asked = asked
        self._found: _Found = {}, None

    def holding(self, words: tuple[str, ...]) -> set[int]:
        """The rows of the values in which any of some words is."""
        values = self._values
        if not len(values.rows):
            return set()
        numbers, by_list = self._found
        if words not in numbers:
            lists = self._asked.with_(words)
            if words in lists.numbers:
                numbers, by_list = self._found = lists.numbers, self._look(lists.words)
        if by_list is None or words not in numbers:
            has = np.array([any(word in text for word in words) for text in self.text.split(_END)], dtype=np.bool_)
            return set(values.rows[has[values.which]].tolist())
        number = numbers[words]
        ends, rows = by_list
        begin, end = ends[number - 1] if number else 0, ends[number]
        return set(rows[begin:end])

    def _look(self, words: engine.Words) -> tuple[list[int], list[int]]:
        """The rows by the numbers of lists, as `engine.rows_by_list`."""
        found = words.in_texts(self.text, len(self._values.different))
        ends, rows = engine.rows_by_list(found, self._values.which, self._values.rows)
        return ends, rows.tolist()


class Elements:
    """The elements of a page by their attributes."""

    def __init__(self, page: Page) -> None:
        self._page = ref(page)  # it is what this is kept for: a strong one would keep both for ever
        self._values = page.values(*_USUAL)
        self._size = len(page)
        self._columns: dict[str, Mapping[int, str]] = {}
        self._places: dict[str, tuple[memoryview, list[str]]] = {}
        self._searched: dict[str, _Searched] = {}
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
            column = self._columns[name] = self._of_name(name).column()
        return column

    def _of_name(self, name: str) -> Values:
        values = self._values.get(name)
        if values is None:
            values = self._values[name] = self._of().values(name)[name]
        return values

    def having(self, *names: str, of: int | None = None) -> list[int]:
        """The rows that have any of some attributes, with a value or without, in document order.

        Args:
            names: the attributes.
            of: the tag of the rows that are wanted; any where there is none.
        """
        if of is not None:
            tag = self._of().tag
            return sorted(set().union(*[own[tag[own] == of].tolist() for own in map(self._rows, names)]))
        if len(names) == 1:
            rows: list[int] = self._rows(names[0]).tolist()
            return rows
        return sorted(self.having_any(names))

    def having_any(self, names: Iterable[str]) -> set[int]:
        """The rows that have any of some attributes, with a value or without."""
        return set().union(*[rows.tolist() for rows in map(self._rows, names) if len(rows)])

    def _rows(self, name: str) -> NDArray[np.intp]:
        return self._of_name(name).rows

    def value(self, row: int, name: str) -> str:
        """The value of an attribute of a row; the empty string where it has none."""
        place = self._places.get(name) or self._place(name)
        if place is None:
            return self.attributes(row).get(name, "")
        which, different = place
        return different[which[row]]

    def has(self, row: int, name: str) -> bool:
        """Whether a row has an attribute, with a value or without."""
        place = self._places.get(name) or self._place(name)
        return name in self.attributes(row) if place is None else place[0][row] >= 0

    def by_row(self, name: str) -> tuple[memoryview, list[str]]:
        """Which of the different values of an attribute each row has, and these, as `Values.places` gives them."""
        place = self._places.get(name)
        if place is None:
            place = self._places[name] = self._of_name(name).places(self._size)
        return place

    def _place(self, name: str) -> tuple[memoryview, list[str]] | None:
        """The same; None for an attribute that was not read."""
        return self.by_row(name) if name in self._values else None

    def attributes(self, row: int) -> Mapping[str, str]:
        """All attributes of a row; one without a value has the empty string."""
        attributes = self._others.get(row)
        if attributes is None:
            attributes = self._others[row] = self._of().attrs(row)
        return attributes

    def holding(self, name: str, words: tuple[str, ...]) -> set[int]:
        """The rows in one of whose attributes any of some words is, whatever its case.

        Args:
            name: the attribute.
            words: in lower case, of two letters or more.
        """
        return self._looked_through(name).holding(words)

    def text(self, name: str) -> str:
        """The different values of an attribute in lower case, a line each, in the order in which they come first."""
        return self._looked_through(name).text.replace(_END, "\n")

    def _looked_through(self, name: str) -> _Searched:
        searched = self._searched.get(name)
        if searched is None:
            searched = self._searched[name] = _Searched(self._of_name(name), _asked(name))
        return searched


def tokens(value: str) -> frozenset[str]:
    """The words of an attribute that is a set of them, in lower case."""
    return frozenset(value.lower().split())


def elements_of(page: Page) -> Elements:
    """The elements of a page; read when they are asked for first."""
    known = _READ.get(page)
    if known is None:
        known = _READ[page] = Elements(page)
    return known
