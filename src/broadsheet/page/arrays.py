"""The array types that the columns use, and how an array is frozen."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["BoolArray", "FloatArray", "IntArray", "TagArray", "frozen"]

BoolArray: TypeAlias = NDArray[np.bool_]
IntArray: TypeAlias = NDArray[np.int32]
TagArray: TypeAlias = NDArray[np.uint16]
FloatArray: TypeAlias = NDArray[np.float64]


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """The same array, made read-only."""
    array.flags.writeable = False
    return array
