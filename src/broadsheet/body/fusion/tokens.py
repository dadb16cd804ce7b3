"""The characters and words that the network reads: their classes, and the words of texts and of element names.

Words are known to the engine as hashes; only training spells them out.
"""

from __future__ import annotations

import ctypes
import re
import string
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate, chain, pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.engine import LIBRARY, pointers
from broadsheet.page.arrays import IntArray
from broadsheet.page.characters import CJK_CLASS, CJK_LETTERS, code_points, two_planes
from broadsheet.page.forks import made_once
from broadsheet.patterns import pattern

__all__ = [
    "DIGIT", "HEAD", "LETTER", "LEVELS", "MARKS", "NAMING", "TAIL", "UPPER", "ElementNames", "Folding", "TextWords",
    "Vocabulary", "classes", "ends", "folding", "kinds", "small_letters", "split_names", "text_words",
]  # fmt: skip

MARKS: Final = {
    "commas": ",，、،",
    "ends": ".!?…。！？؟।",
    "colon": ":：",
    "copyright": "©®™",
    "at": "@",
    "bars": "|»›•·/→>",
    "quotes": "\"“”„«»'‘’",
    "brackets": "()[]",
}
"""Counted punctuation marks, by the name of their column."""
DIGIT: Final = 1 << 8
UPPER: Final = 1 << 9
LETTER: Final = 1 << 10
_SPACE: Final = 1 << 11
_PLANE: Final = 0x10000
_MAX_FOLDED: Final = 3  # characters that case folding makes of one, at most
_LONGER: Final = 1 << 31  # bit of a character that becomes several
_PART: Final = 0x100  # characters that are folded in one call

LEVELS: Final = (3, 1, 2, 6)
"""Elements around a segment whose names are read: inline ones around its first text, its block, the two elements above
the block, and the six above these."""
_GROUPS: Final = tuple(pairwise((0, *accumulate(LEVELS))))
NAMING: Final = ("class", "id", "role", "itemprop", "data-testid", "data-component")
"""Attributes whose words are an element's names."""
_NAME: Final = pattern(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_MAX_NAME_CHARS: Final = 300  # characters read of an element's names
_LETTERS, _DIGITS, _SINGLE = range(1, 4)
_MARKS: Final = "©@|:;/»›…[]()"
_WORD: Final = pattern(rf"[^\W\d_{CJK_CLASS}]+|\d+|[{re.escape(_MARKS)}{CJK_CLASS}]")
"""A word: a run of letters or of digits, one of the marks, or one CJK character."""
_LAST_IDEOGRAPH: Final = 0x3FFFF
HEAD: Final = 100  # characters at the beginning of a segment whose words are read
TAIL: Final = 40  # the same at its end
_MAX_NUMBER_DIGITS: Final = 5
"""Longer numbers look the same: a year differs from a day, but one telephone number not from another."""

Hashes = NDArray[np.uint64]


@cache
def classes() -> NDArray[np.uint16]:
    """The class of each code point, as bits: the marks in the order of `MARKS`, digits, capitals, letters, space."""
    characters = two_planes()[:_PLANE]
    table = np.zeros(_PLANE, dtype=np.uint16)
    table[np.strings.isspace(characters)] = _SPACE
    table[np.strings.isdigit(characters)] = DIGIT
    letters = np.strings.isalpha(characters)
    table[letters] = LETTER
    table[letters & np.strings.isupper(characters)] |= UPPER
    for bit, marks in enumerate(MARKS.values()):
        table[[ord(mark) for mark in marks]] |= 1 << bit
    return table


class _Folding(ctypes.Structure):
    kept: Any  # keeps the arrays alive: of tables that two threads make at once, the cache holds only one
    _fields_ = (
        ("classes", ctypes.c_void_p),
        ("last_point", ctypes.c_int64),
        ("folded", ctypes.c_void_p),
        ("points", ctypes.c_int64),
        ("longer", ctypes.c_void_p),
    )


class Folding:
    """The classes of characters, and what each becomes in lower case: `struct folding` of the engine.

    Args:
        fold: `str.casefold` or `str.lower`.
    """

    def __init__(self, fold: Callable[[str], str]) -> None:
        # Folding does not change the code points above.
        text = two_planes().tobytes().decode("utf-32-le", "surrogatepass")
        folded = np.arange(len(text), dtype=np.uint32)
        longer: list[int] = []
        for first in range(0, len(text), _PART):
            part = text[first : first + _PART]
            whole = fold(part)
            if len(whole) == _PART:
                folded[first : first + _PART] = code_points(whole)
                continue
            for point, other in enumerate(map(fold, part), first):
                if len(other) == 1:
                    folded[point] = ord(other)
                else:
                    folded[point] = _LONGER | len(longer)
                    longer += [*map(ord, other), *[0] * (_MAX_FOLDED - len(other))]
        kept = classes(), folded, np.array(longer, dtype=np.uint32)
        places = pointers(*kept)
        self.structure = _Folding(places[0], len(kept[0]) - 1, places[1], len(folded), places[2])
        self.structure.kept = kept
        self.reference = ctypes.byref(self.structure)


@cache
def folding() -> Folding:
    """`str.casefold` of each character."""
    return Folding(str.casefold)


@cache
def small_letters() -> Folding:
    """`str.lower` of each character by itself."""
    return Folding(str.lower)


@dataclass(frozen=True, eq=False)
class ElementNames:
    """The names of the elements around each segment of a page.

    Attributes:
        around: for each segment, the index of each element around it among the elements with different names, 0 for
            none, from the inside out; shape (m, 12).
        hashes: the words of these elements, one element after the other.
        edges: where the words of each element begin and, last, where they end.
        spell: reads ``words`` from the page.
    """

    around: IntArray
    hashes: Hashes
    edges: IntArray
    spell: Callable[[], list[tuple[str, ...]]]

    @classmethod
    def of(cls, words: list[tuple[str, ...]], around: IntArray) -> ElementNames:
        """The names of elements whose words are known; the first element has none."""
        return cls(around, _hashes([*chain.from_iterable(words)]), _edges(words), words.copy)

    @made_once
    def words(self) -> list[tuple[str, ...]]:
        """The words of each element, in lower case."""
        return self.spell()

    @property
    def groups(self) -> tuple[IntArray, ...]:
        """``around`` by `LEVELS`: shapes (m, 3), (m, 1), (m, 2), (m, 6)."""
        return tuple([self.around[:, first:stop] for first, stop in _GROUPS])

    def detached(self) -> ElementNames:
        """The same without the page, whose memory can then be freed."""
        return self.of([tuple(map(sys.intern, of)) for of in self.words], self.around.copy())


@dataclass(frozen=True, eq=False)
class TextWords:
    """The words at the beginning and the end of each segment's text, in lower case, numbers as zeros.

    Attributes:
        hashes: all of them, one segment after the other.
        edges: where each segment's words begin and, last, where they end; shape (m + 1,).
        spell: reads ``words`` from the page.
    """

    hashes: Hashes
    edges: IntArray
    spell: Callable[[], list[str]]

    @classmethod
    def of(cls, words: list[str], edges: IntArray) -> TextWords:
        """Words that are known."""
        return cls(_hashes(words), edges, words.copy)

    @made_once
    def words(self) -> list[str]:
        """The words, one segment after the other."""
        return self.spell()

    def detached(self) -> TextWords:
        """The same without the page, whose memory can then be freed."""
        return self.of(list(map(sys.intern, self.words)), self.edges.copy())


def split_names(names: Sequence[str]) -> list[tuple[str, ...]]:
    """The words in the names of some elements, after an empty tuple."""
    return [(), *map(_split, names)]


@lru_cache(maxsize=20_000)
def _split(names: str) -> tuple[str, ...]:
    """The words in an element's own names, each once."""
    return tuple(dict.fromkeys([word.lower() for word in _NAME.findall(names[:_MAX_NAME_CHARS])]))


def ends(text: str) -> str:
    """The beginning and the end of a text, as far as their words are read."""
    return text if len(text) <= HEAD + TAIL else f"{text[:HEAD]} … {text[-TAIL:]}"


def text_words(texts: Iterable[str]) -> TextWords:
    """The words at both ends of each text."""
    # Lower case depends on neighbours, and may divide a word: "İ" becomes a letter and a mark.
    words = [[part for word in _WORD.findall(ends(text)) for part in _WORD.findall(word.lower())] for text in texts]
    return TextWords.of([_counted(word) for of_text in words for word in of_text], _edges(words))


def _counted(word: str) -> str:
    """A number as zeros, as many as it has digits; any other word as it is."""
    return "0" * min(len(word), _MAX_NUMBER_DIGITS) if word[0] in string.digits else word


def _edges(lists: Iterable[Sequence[Any]]) -> IntArray:
    return np.array([0, *accumulate(map(len, lists))], dtype=np.int32)


@cache
def kinds() -> NDArray[np.uint8]:
    """The kind of word that each code point is part of, 0 for none; the last entry is for all higher code points."""
    characters = two_planes()
    table = np.full(_LAST_IDEOGRAPH + 2, _SINGLE, dtype=np.uint8)
    digits = np.strings.isdecimal(characters)
    letters = np.strings.isalnum(characters) & ~digits
    table[: len(characters)] = np.select((digits, letters), (_DIGITS, _LETTERS), 0)
    table[[*map(ord, _MARKS)]] = _SINGLE
    for first, last in CJK_LETTERS:
        table[first : last + 1] = _SINGLE
    table[-1] = 0
    return table


class Vocabulary:
    """A mapping from known words to numbers, in a hash table of the engine.

    Args:
        numbers: the number of each word, from 1; several words may share one. Words contain no line feed.
    """

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self._numbers = dict(numbers)
        self._slots = 1 << (2 * len(numbers)).bit_length()
        self._table = np.zeros(self._slots, dtype=np.uint64), np.zeros(self._slots, dtype=np.int32)
        hashes, given = _hashes(list(numbers)), np.array([*numbers.values()], dtype=np.int32)
        LIBRARY.fill_table(*pointers(hashes, given), len(numbers), *pointers(*self._table), self._slots)

    def __reduce__(self) -> tuple[Any, ...]:
        return Vocabulary, (self._numbers,)  # the table depends on the seed of the process

    def numbers(self, hashes: Hashes) -> IntArray:
        """The number of each word, 0 for unknown ones; shape (n,)."""
        out = np.empty(len(hashes), dtype=np.int32)
        place, *table, found = pointers(hashes, *self._table, out)
        LIBRARY.look_up(place, len(hashes), *table, self._slots, found)
        return out


def _hashes(words: Sequence[str]) -> Hashes:
    points = code_points("".join([f"{word}\n" for word in words]))
    out = np.empty(len(words), dtype=np.uint64)
    place, found = pointers(points, out)
    LIBRARY.hash_words(place, len(points), found)
    return out
