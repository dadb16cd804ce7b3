"""The elements of a page by the values of their attributes, which are read once.

A CSS query tests every element for every word, which takes as long as reading all attributes. This module must not know
what the words are used for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, NewType

from broadsheet import engine
from broadsheet.page import Page

__all__ = ["Elements", "WordList", "tokens", "word_list"]

MAX_LISTS: Final = 64  # the engine has a bit for each

WordList = NewType("WordList", int)  # the number of a list of words to find in attributes
_LISTS: Final[list[tuple[str, ...]]] = []  # all such lists: each is declared once, when its module is imported


def word_list(*words: str) -> WordList:
    """Declare a list of lower-case words of two letters or more; one pass over a page finds the words of all lists.

    Raises:
        ValueError: there are too many lists.
    """
    # A word that contains another one is found with that one.
    words = tuple(word for word in words if not any(one in word for one in words if one != word))
    if words not in _LISTS:
        if len(_LISTS) == MAX_LISTS:
            raise ValueError(f"there are {MAX_LISTS} lists already")
        _LISTS.append(words)
    return WordList(_LISTS.index(words))


@cache
def _compiled(count: int) -> engine.Words:
    """The first lists in the engine's form."""
    return engine.Words(_LISTS[:count])


class Elements:
    """The elements of a page by their attributes."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._lookups: dict[str, tuple[memoryview, list[str]]] = {}
        self._searched: dict[str, tuple[list[int], list[int]]] = {}

    def pairs(self, name: str, wanted: Callable[[str], bool]) -> list[tuple[int, str]]:
        """The rows whose value of an attribute is wanted, and the values, in document order."""
        return self._page.values(name)[name].pairs(wanted)

    def having(self, *names: str) -> list[int]:
        """The rows that have any of the attributes, with or without a value, in document order."""
        return sorted({row for values in self._page.values(*names).values() for row in values.rows.tolist()})

    def value(self, row: int, name: str) -> str:
        """The value of an attribute of a row; the empty string if it has none."""
        found = self._lookups.get(name)
        if found is None:
            found = self._lookups[name] = self._page.values(name)[name].lookup(len(self._page))
        indices, distinct = found
        return distinct[indices[row]]

    def holding(self, name: str, wanted: WordList) -> set[int]:
        """The rows whose value of an attribute contains any word of a list, in any case."""
        ends, rows = self._searched.get(name) or ((), [])
        if len(ends) <= wanted:
            ends, rows = self._searched[name] = self._search(name)
        return set(rows[ends[wanted - 1] if wanted else 0 : ends[wanted]])

    def _search(self, name: str) -> tuple[list[int], list[int]]:
        """Where the rows of each list end, and the rows of all lists, one list after the other."""
        values = self._page.values(name)[name]
        if not values.count:
            return [0] * len(_LISTS), []
        ends, rows = _compiled(len(_LISTS)).in_values(values.data, values.offset, values.count, values.size)
        return ends[: len(_LISTS)], rows


def tokens(value: str) -> frozenset[str]:
    """The tokens of an attribute such as ``rel``, in lower case."""
    return frozenset(value.lower().split())
