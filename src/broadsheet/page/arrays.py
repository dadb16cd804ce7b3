"""Types of the arrays that hold columns, and small functions over them."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["BoolArray", "FloatArray", "IntArray", "TagArray", "frozen", "sums_before"]

BoolArray: TypeAlias = NDArray[np.bool_]
IntArray: TypeAlias = NDArray[np.int32]
TagArray: TypeAlias = NDArray[np.uint16]
FloatArray: TypeAlias = NDArray[np.float64]


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Make an array read-only, and return it."""
    array.setflags(write=False)
    return array


def sums_before(values: NDArray[Any]) -> NDArray[Any]:
    """The sum of the values before each index and, last, of all; shape (n + 1,); integers and flags become int64."""
    out = np.zeros(len(values) + 1, dtype=np.int64 if values.dtype.kind in "bi" else values.dtype)
    # Copied first, because summing into another type is several times slower.
    out[1:] = values
    return out.cumsum(out=out)
