"""The array types that the columns use, and how an array is frozen."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["BoolArray", "FloatArray", "IntArray", "TagArray", "frozen", "holds", "sums_before"]

BoolArray: TypeAlias = NDArray[np.bool_]
IntArray: TypeAlias = NDArray[np.int32]
TagArray: TypeAlias = NDArray[np.uint16]
FloatArray: TypeAlias = NDArray[np.float64]


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """An array, which cannot be written to any more."""
    array.setflags(write=False)
    return array


def holds(flags: BoolArray) -> bool:
    """Whether one of some flags is set, in a quarter of the time that the array's own way takes for a few hundred."""
    return b"\1" in flags.tobytes()


def sums_before(values: NDArray[Any]) -> NDArray[Any]:
    """Sums of what stands before each of some numbers, and of all.

    Args:
        values: a column, shape (n,).

    Returns:
        Shape (n + 1,), in int64, or of the column's type where that is none of whole numbers.
    """
    out = np.zeros(len(values) + 1, dtype=np.int64 if values.dtype.kind in "bi" else values.dtype)
    # Copied first: summing numbers of one kind into another is several times slower.
    out[1:] = values
    return out.cumsum(out=out)
