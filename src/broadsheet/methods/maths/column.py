"""The column that some boxes form, and the boxes that share it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from broadsheet.page.arrays import BoolArray, FloatArray

__all__ = ["in_column", "weighted_median"]

MIN_OVERLAP: Final = 0.5  # share of the narrower box


def in_column(
    left: FloatArray, right: FloatArray, weight: NDArray[np.integer[Any]], inside: BoolArray | slice
) -> BoolArray:
    """Flag the boxes that overlap the column of some of them by at least half of the narrower of the two.

    Args:
        left: left edge of each box, shape (n,).
        right: right edge, shape (n,).
        weight: weight of each box, shape (n,).
        inside: the boxes that form the column, at least one. Its edges are their weighted medians.
    """
    column_left = weighted_median(left[inside], weight[inside])
    column_right = weighted_median(right[inside], weight[inside])
    overlap = np.minimum(right, column_right) - np.maximum(left, column_left)
    narrower = np.maximum(1e-9, np.minimum(right - left, column_right - column_left))
    shared: BoolArray = overlap / narrower >= MIN_OVERLAP
    return shared


def weighted_median(values: FloatArray, weight: NDArray[np.integer[Any]]) -> float:
    """The smallest number that, with those below it, has half of the weight.

    Args:
        values: the numbers, shape (n,), at least one.
        weight: their weights, shape (n,).
    """
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weight[order])
    return float(values[order][np.searchsorted(reached, reached[-1] / 2)])
