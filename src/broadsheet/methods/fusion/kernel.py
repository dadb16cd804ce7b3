"""The compiled parts of `fusion`, where they were built: `kernel.c`, by way of ctypes. What they do is called from the
modules beside this one: `kernel_texts`, `kernel_columns` and `kernel_network`.

Whoever calls has a way of its own for where there are none, which gives the same up to the rounding of sums. Nothing
here knows what the network has learnt, or what columns mean.
"""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.page.arrays import IntArray
from broadsheet.page.compiled import opened

__all__ = ["ROOMY", "Array", "available", "library", "power", "whole"]

Array = NDArray[np.float32]

_VERSION: Final = 16
"""Of `kernel.c`. A library built from another one is left alone."""
_FILE: Final = Path(__file__).with_name("_kernel.so")
ROOMY: Final = 2
"""Places of a table for each word."""


@cache
def _library() -> ctypes.CDLL | None:
    found = opened(_FILE, _VERSION)
    if found is None:
        return None
    pointer: Any = ctypes.c_void_p
    size: Any = ctypes.c_int64
    real: Any = ctypes.c_double
    for function, given, answer in (
        (found.hash_words, (pointer, size, pointer), size),
        (found.split_texts, (pointer, size, pointer, size, pointer, pointer, pointer, pointer), size),
        (found.fill_table, (pointer, pointer, size, pointer, pointer, size), None),
        (found.look_up, (pointer, size, pointer, pointer, size, pointer), None),
        (found.titles, (size, *[pointer] * 9), None),
        (found.leads_in, (*[pointer] * 4, *[size] * 3, pointer, size, pointer, pointer), None),
        (found.repeats, (*[pointer] * 4, size, size, pointer, pointer, size, pointer, pointer), None),
        (found.segment_words, (*[pointer] * 4, *[size] * 3, pointer, size, *[pointer] * 4), size),
        (found.same_text, (*[pointer] * 5, size, pointer, size, pointer, pointer), None),
        (found.mss, (size, *[pointer] * 4, *[real] * 3, pointer, pointer), None),
        (found.around, (size, *[pointer] * 3, size, size, pointer, pointer), None),
        (found.split_names, (ctypes.c_char_p, size, *[pointer] * 2, size, *[pointer] * 4), size),
        (found.fill_columns, (pointer, pointer), None),
        (found.coreex, (size, *[pointer] * 8, *[real] * 3, size, *[pointer] * 6), None),
        (found.forward, (pointer, pointer, pointer, size, *[pointer] * 6, size), size),
        (found.fill_inputs, (*[pointer] * 3, ctypes.c_int32, size), size),
        (found.weigh, (*[pointer] * 3, size, real, real, pointer), None),
    ):
        function.argtypes, function.restype = given, answer
    return found


def available() -> bool:
    """Whether the compiled parts are used."""
    return _library() is not None


def library() -> ctypes.CDLL:
    """The compiled parts.

    Raises:
        RuntimeError: there are none.
    """
    found = _library()
    if found is None:
        raise RuntimeError("the compiled parts were not built")
    return found


def whole(numbers: NDArray[Any]) -> IntArray:
    """As C reads them; the same array where it is so already."""
    return np.ascontiguousarray(numbers, dtype=np.int32)


def power(least: int) -> int:
    """The lowest power of two above a number."""
    return 1 << least.bit_length()
