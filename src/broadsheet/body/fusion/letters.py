"""Character classes and case folding for `fusion`, as tables that are made once."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.engine.library import pointers
from broadsheet.page.characters import code_points, two_planes

__all__ = ["DIGIT", "LETTER", "MARKS", "UPPER", "Folding", "classes", "folding", "small_letters"]

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


class _Folding(ctypes.Structure):
    _fields_ = (
        ("classes", ctypes.c_void_p),
        ("last_point", ctypes.c_int64),
        ("folded", ctypes.c_void_p),
        ("points", ctypes.c_int64),
        ("longer", ctypes.c_void_p),
    )


_FOLDED: Final = 3
"""Characters that folding may make of one."""
_LONGER: Final = 1 << 31
_PART: Final = 0x100


class Folding:
    """What characters are, and what folding makes of each.

    Args:
        classes: the classes of each code point, a bit each; the last entry stands for all above.
        fold: `str.casefold` or `str.lower`.

    Attributes:
        folded: the folded code point of each; of those that become several, a place among these.
    """

    def __init__(self, classes: NDArray[np.uint16], fold: Callable[[str], str]) -> None:
        # Folding leaves the code points above as they are.
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
                    longer += [*map(ord, other), *[0] * (_FOLDED - len(other))]
        self.folded = folded
        self._kept = classes, folded, np.array(longer, dtype=np.uint32)
        places = pointers(*self._kept)
        self.structure = _Folding(places[0], len(classes) - 1, places[1], len(folded), places[2])
        self.reference = ctypes.byref(self.structure)


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


@cache
def folding() -> Folding:
    """`str.casefold` of each character."""
    return Folding(classes(), str.casefold)


@cache
def small_letters() -> Folding:
    """`str.lower` of each character by itself."""
    return Folding(classes(), str.lower)
