"""Character classes and case folding for `fusion`, as tables that are made once."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.methods.fusion.kernel_texts import Folding

__all__ = ["DIGIT", "LETTER", "MARKS", "UPPER", "classes", "folding", "lower_case", "small_letters"]

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


@cache
def classes() -> NDArray[np.uint16]:
    """The class of each code point, as bits: the marks in the order of `MARKS`, digits, capitals, letters, space."""
    table = np.zeros(_PLANE, dtype=np.uint16)
    for point in range(_PLANE):
        character = chr(point)
        if character.isalpha():
            table[point] = LETTER | (UPPER if character.isupper() else 0)
        elif character.isdigit():
            table[point] = DIGIT
        elif character.isspace():
            table[point] = _SPACE
    for bit, marks in enumerate(MARKS.values()):
        table[[ord(mark) for mark in marks]] |= 1 << bit
    return table


@cache
def lower_case() -> NDArray[np.uint32]:
    """The lower-case letter of each code point; the code point itself if that is not one character."""
    lowered = [chr(point).lower() for point in range(_PLANE)]
    return np.array([ord(one) if len(one) == 1 else point for point, one in enumerate(lowered)], dtype=np.uint32)


@cache
def folding() -> Folding:
    """`str.casefold` of each character."""
    return Folding(classes(), str.casefold)


@cache
def small_letters() -> Folding:
    """`str.lower` of each character by itself."""
    return Folding(classes(), str.lower)
