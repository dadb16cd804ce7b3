"""Words that stand around a segment and in it: the names that a page's author gave to elements, and the text's own.

The network knows which of them it has learnt something about, by a table of their hashes.
"""

from __future__ import annotations

import re
import string
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import accumulate, chain, pairwise
from typing import Any, Final, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from broadsheet.engine.library import LIBRARY, pointers
from broadsheet.page.arrays import IntArray
from broadsheet.page.characters import CJK_CLASS, CJK_LETTERS, code_points, two_planes
from broadsheet.page.forks import made_once
from broadsheet.patterns import pattern

__all__ = [
    "HEAD", "LEVELS", "NAMING", "TAIL", "ElementNames", "Hashes", "Made", "TextWords", "Vocabulary", "ends", "kinds",
    "split_names", "text_words",
]  # fmt: skip

LEVELS: Final = (3, 1, 2, 6)
"""Elements that are named for a segment: inline ones around its first text, its block, and two groups above that."""
_EDGES: Final = (0, *accumulate(LEVELS))
_GROUPS: Final = tuple(pairwise(_EDGES))
NAMING: Final = ("class", "id", "role", "itemprop", "data-testid", "data-component")
_NAME: Final = pattern(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_LONGEST_NAMES: Final = 300
"""Characters of an element's names that are read."""
_LETTER, _DIGIT, _SINGLE = range(1, 4)
_MARKS: Final = "©@|:;/»›…[]()"
_WORD: Final = pattern(rf"[^\W\d_{CJK_CLASS}]+|\d+|[{re.escape(_MARKS)}{CJK_CLASS}]")
"""A word: a run of letters or of digits, one of the marks, or one CJK character."""
_LAST_IDEOGRAPH: Final = 0x3FFFF
HEAD: Final = 100
TAIL: Final = 40
"""Characters at the beginning and the end of a segment whose words are read."""
_LONGEST_NUMBER: Final = 5
"""Digits that are told apart: a year from a day, and not one telephone number from another."""


Hashes = NDArray[np.uint64]
Item = TypeVar("Item")


class Made(Sequence[Item]):
    """A list that is made at the first access: the network needs numbers, only its training the words."""

    def __init__(self, make: Callable[[], list[Item]]) -> None:
        self._make = make

    @made_once
    def _items(self) -> list[Item]:
        return self._make()

    def __len__(self) -> int:
        """The number of items."""
        return len(self._items)

    @overload
    def __getitem__(self, at: int) -> Item: ...
    @overload
    def __getitem__(self, at: slice) -> list[Item]: ...
    def __getitem__(self, at: int | slice) -> Item | list[Item]:
        """One item, or several."""
        return self._items[at]

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (self._items,)


@dataclass(frozen=True, eq=False)
class ElementNames:
    """The names of the elements around each segment of a page.

    Attributes:
        words: the words of each distinct element, as a tuple of lower-case strings; the first is empty.
        around: for each segment, which of ``words`` are those of the elements around it, 0 where there is none: of the
            inline elements around its first text, of its block, of the two elements above the block and of the six
            above these; shape (m, 12).
        hashes: where they were split by compiled code, ``words`` as numbers, one after the other, and where each
            element's begin and, last, end.
    """

    words: Sequence[tuple[str, ...]]
    around: IntArray
    hashes: tuple[Hashes, IntArray] | None = field(default=None, kw_only=True)

    @property
    def groups(self) -> tuple[IntArray, ...]:
        """From the inside out: inline elements, block, near and far ones; shapes (m, 3), (m, 1), (m, 2), (m, 6)."""
        return tuple([self.around[:, first:stop] for first, stop in _GROUPS])

    def detached(self) -> ElementNames:
        """The same without the page that it was made from, which can then be freed."""
        words = [tuple(map(sys.intern, of)) for of in self.words]
        return ElementNames(words, self.around.copy(), hashes=self.hashes)


@dataclass(frozen=True, eq=False)
class TextWords:
    """The words at the beginning and the end of each segment's text, in lower case, numbers as zeros.

    Attributes:
        words: all of them, one segment after the other.
        edges: where each segment's words begin and, last, where they end; shape (m + 1,).
        hashes: where they were split by compiled code, ``words`` as numbers.
    """

    words: Sequence[str]
    edges: IntArray
    hashes: Hashes | None = field(default=None, kw_only=True)

    def detached(self) -> TextWords:
        """The same without the page that it was made from, which can then be freed."""
        return TextWords(list(map(sys.intern, self.words)), self.edges.copy(), hashes=self.hashes)


def split_names(names: Sequence[str]) -> list[tuple[str, ...]]:
    """The words in the names of some elements, and before them none."""
    return [(), *map(_split, names)]


@lru_cache(maxsize=20_000)
def _split(names: str) -> tuple[str, ...]:
    """The words in an element's own names, each once."""
    return tuple(dict.fromkeys([word.lower() for word in _NAME.findall(names[:_LONGEST_NAMES])]))


def ends(text: str) -> str:
    """The beginning and the end of a text, as far as their words are read."""
    return text if len(text) <= HEAD + TAIL else f"{text[:HEAD]} … {text[-TAIL:]}"


def text_words(texts: Iterable[str]) -> TextWords:
    """The words at both ends of each text."""
    words = [_WORD.findall(ends(text).lower()) for text in texts]
    edges = np.array([0, *accumulate(map(len, words))], dtype=np.int32)
    return TextWords([_counted(word) for of_text in words for word in of_text], edges)


def _counted(word: str) -> str:
    """A number as zeros, as many as it has digits; any other word as it is."""
    return "0" * min(len(word), _LONGEST_NUMBER) if word[0] in string.digits else word


@cache
def kinds() -> NDArray[np.uint8]:
    """The kind of each code point, 0 for what is in no word; the last entry stands for all that are not ideographs."""
    characters = two_planes()
    table = np.full(_LAST_IDEOGRAPH + 2, _SINGLE, dtype=np.uint8)
    digits = np.strings.isdecimal(characters)
    letters = np.strings.isalnum(characters) & ~digits
    table[: len(characters)] = np.select((digits, letters), (_DIGIT, _LETTER), 0)
    table[[*map(ord, _MARKS)]] = _SINGLE
    for first, last in CJK_LETTERS:
        table[first : last + 1] = _SINGLE
    table[-1] = 0
    return table


class Vocabulary:
    """A mapping from known words to numbers.

    Args:
        numbers: the number of each word, from 1; several words may share one. No word has a line feed in it.
    """

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self._numbers = dict(numbers)
        self._slots = 1 << (2 * len(numbers)).bit_length()
        self._table = np.zeros(self._slots, dtype=np.uint64), np.zeros(self._slots, dtype=np.int32)
        hashes, given = _hashes(list(numbers)), np.array([*numbers.values()], dtype=np.int32)
        LIBRARY.fill_table(*pointers(hashes, given), len(numbers), *pointers(*self._table), self._slots)

    def __reduce__(self) -> tuple[Any, ...]:
        return Vocabulary, (self._numbers,)  # places in the table are of this process

    def of_texts(self, words: TextWords) -> IntArray:
        """The number of each word, 0 for unknown ones; shape (n,)."""
        return self._of(words.hashes if words.hashes is not None else _hashes(words.words))

    def of_names(self, names: ElementNames) -> tuple[IntArray, IntArray]:
        """The number of each word of each distinct element, and the offsets of the elements, the end included."""
        if names.hashes is not None:
            hashes, edges = names.hashes
            return self._of(hashes), edges
        edges = np.array([0, *accumulate(map(len, names.words))], dtype=np.int32)
        return self._of(_hashes([*chain.from_iterable(names.words)])), edges

    def _of(self, hashes: NDArray[np.uint64]) -> IntArray:
        out = np.empty(len(hashes), dtype=np.int32)
        place, *table, found = pointers(hashes, *self._table, out)
        LIBRARY.look_up(place, len(hashes), *table, self._slots, found)
        return out


def _hashes(words: Sequence[str]) -> NDArray[np.uint64]:
    points = code_points("".join([f"{word}\n" for word in words]))
    out = np.empty(len(words), dtype=np.uint64)
    place, found = pointers(points, out)
    LIBRARY.hash_words(place, len(points), found)
    return out
