"""The column that some boxes stand in, and the boxes that share it. Nothing here knows a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from broadsheet.page.arrays import BoolArray, FloatArray

__all__ = ["in_column", "weighted_median"]

_OVERLAP: Final = 0.5


def in_column(
    left: FloatArray, right: FloatArray, weight: NDArray[np.integer[Any]], inside: BoolArray | slice
) -> BoolArray:
    """Whether each box overlaps the column of some of them by at least half of the narrower of the two.

    Args:
        left: where each box begins, shape (n,).
        right: where it ends, shape (n,).
        weight: how much it counts, shape (n,).
        inside: those that make the column, at least one: its edges are the medians of theirs.
    """
    column_left = weighted_median(left[inside], weight[inside])
    column_right = weighted_median(right[inside], weight[inside])
    overlap = np.minimum(right, column_right) - np.maximum(left, column_left)
    narrower = np.maximum(1e-9, np.minimum(right - left, column_right - column_left))
    shared: BoolArray = overlap / narrower >= _OVERLAP
    return shared


def weighted_median(values: FloatArray, weight: NDArray[np.integer[Any]]) -> float:
    """The least of some numbers that, with those below it, has half of the weight.

    Args:
        values: the numbers, shape (n,), at least one.
        weight: how much each counts, shape (n,).
    """
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weight[order])
    return float(values[order][np.searchsorted(reached, reached[-1] / 2)])
