"""The characters and words that the network reads: their classes, and the words of texts and of element names.

Words are known to the engine as hashes; only training spells them out.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.engine import LIBRARY, pointer, pointers
from broadsheet.page.arrays import IntArray
from broadsheet.page.characters import CJK_LETTERS, code_points, two_planes

__all__ = [
    "DIGIT", "HEAD", "LETTER", "LEVELS", "MARKS", "MARKS_ALONE", "NAMING", "TAIL", "UPPER", "ElementNames", "Folding",
    "TextWords", "Vocabulary", "classes", "ends", "folding", "hashes_of", "kinds", "small_letters",
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
_LONGER: Final = 1 << 31  # bit that marks a character that folds to several
_PART: Final = 0x100  # characters folded in one call

LEVELS: Final = (3, 1, 2, 6)
"""Elements around a segment whose names are read: inline ones around its first text, its block, the two elements above
the block, and the six above these."""
NAMING: Final = ("class", "id", "role", "itemprop", "data-testid", "data-component")
"""Attributes whose words are an element's names."""
_LETTERS, _DIGITS, _SINGLE = range(1, 4)
MARKS_ALONE: Final = "©@|:;/»›…[]()"  # marks that are words
_LAST_IDEOGRAPH: Final = 0x3FFFF
HEAD: Final = 100  # characters at the beginning of a segment whose words are read
TAIL: Final = 40  # the same at its end

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
    kept: Any  # keeps the arrays alive: of two tables made at once by two threads, the cache drops one
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
        # Folding changes no code point above these two planes.
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
        first: a row with the names of each element, from index 1.
    """

    around: IntArray
    hashes: Hashes
    edges: IntArray
    first: IntArray


@dataclass(frozen=True, eq=False)
class TextWords:
    """The words at the beginning and the end of each segment's text, in lower case, numbers as zeros.

    Attributes:
        hashes: all of them, one segment after the other.
        edges: where each segment's words begin and, last, where they end; shape (m + 1,).
    """

    hashes: Hashes
    edges: IntArray


def ends(text: str) -> str:
    """The beginning and the end of a text, as far as their words are read."""
    return text if len(text) <= HEAD + TAIL else f"{text[:HEAD]} … {text[-TAIL:]}"


@cache
def kinds() -> NDArray[np.uint8]:
    """The kind of word that each code point is part of, 0 for none; the last entry is for all higher code points."""
    characters = two_planes()
    table = np.full(_LAST_IDEOGRAPH + 2, _SINGLE, dtype=np.uint8)
    digits = np.strings.isdecimal(characters)
    letters = np.strings.isalnum(characters) & ~digits
    table[: len(characters)] = np.select((digits, letters), (_DIGITS, _LETTERS), 0)
    table[[*map(ord, MARKS_ALONE)]] = _SINGLE
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
        hashes, values = hashes_of(list(numbers)), np.array([*numbers.values()], dtype=np.int32)
        LIBRARY.fill_table(*pointers(hashes, values), len(numbers), *pointers(*self._table), self._slots)

    def __reduce__(self) -> tuple[Any, ...]:
        return Vocabulary, (self._numbers,)  # the table depends on the seed of the process

    def numbers(self, hashes: Hashes) -> IntArray:
        """The number of each word, 0 for unknown ones; shape (n,)."""
        out = np.empty(len(hashes), dtype=np.int32)
        LIBRARY.look_up(pointer(hashes), len(hashes), *pointers(*self._table), self._slots, pointer(out))
        return out


def hashes_of(words: Sequence[str]) -> Hashes:
    """The engine's hash of each word."""
    points = code_points("".join([f"{word}\n" for word in words]))
    out = np.empty(len(words), dtype=np.uint64)
    LIBRARY.hash_words(pointer(points), len(points), pointer(out))
    return out
