"""Sequences of numbers: Gaussian smoothing, the run with the largest sum, and the column that some boxes form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from broadsheet.page.arrays import BoolArray, FloatArray

__all__ = ["Run", "gaussian", "gaussian_weights", "in_column", "maximum_run", "weighted_median"]

MIN_OVERLAP: Final = 0.5  # share of the narrower box


def gaussian_weights(radius: int, sigma: float) -> FloatArray:
    """The weights exp(-j^2 / (2 sigma^2)) for j = -radius .. radius, divided by their sum; shape (2 radius + 1,).

    Args:
        radius: neighbours on either side, at least 0.
        sigma: standard deviation in positions; at 0 or less, all weight is on the middle.

    Raises:
        ValueError: the radius is negative.
    """
    if radius < 0:
        raise ValueError(f"the radius must be at least 0, not {radius}")
    offset = np.arange(-radius, radius + 1, dtype=np.float64)
    if sigma <= 0:
        return np.asarray(offset == 0, dtype=np.float64)
    weights: FloatArray = np.exp(-((offset / sigma) ** 2) / 2)
    weights /= weights.sum()
    return weights


def gaussian(values: FloatArray, radius: int, sigma: float) -> FloatArray:
    """Average each number with its neighbours under Gaussian weights.

    At the ends, missing neighbours are left out and the remaining weights are renormalised, so that equal numbers stay
    equal. The arguments are as for `gaussian_weights`.

    Raises:
        ValueError: the radius is negative.
    """
    numbers: FloatArray = np.asarray(values, dtype=np.float64)
    weights = gaussian_weights(radius, sigma)
    count = len(numbers)
    if not count or radius == 0 or sigma <= 0:
        return numbers.copy()
    out: FloatArray = np.convolve(numbers, weights)[radius : radius + count]
    # The share of the weights within the sequence: a difference of two prefix sums.
    reached = np.concatenate(([0.0], np.cumsum(weights)))
    position = np.arange(count)
    last = np.minimum(radius + 1 + position, 2 * radius + 1)
    first = np.maximum(0, radius + 1 + position - count)
    out /= reached[last] - reached[first]
    return out


class Run(NamedTuple):
    """A contiguous run.

    Attributes:
        first: index of its first number.
        stop: index after its last number.
        total: its sum.
    """

    first: int
    stop: int
    total: float


def maximum_run(values: Sequence[float] | NDArray[Any]) -> Run | None:
    """The maximum scoring subsequence (Ruzzo, Tompa, ISMB 1999, as in Standke 2019); None if no value is positive.

    Of equal sums it is the first, and the shortest: in the prefix sums, the first pair that is furthest apart.
    """
    reached = np.concatenate(([0], np.cumsum(values)))
    lowest = np.minimum.accumulate(reached)[:-1]
    gained = reached[1:] - lowest
    if not len(gained) or (total := gained[last := int(np.argmax(gained))]) <= 0:
        return None
    first = int(np.flatnonzero(reached[: last + 1] == lowest[last])[-1])
    return Run(first, last + 1, total.item())


def in_column(
    left: FloatArray, right: FloatArray, weight: NDArray[np.integer[Any]], inside: BoolArray | slice
) -> BoolArray:
    """Flag the boxes that overlap a column by at least half of the narrower of the two; ``inside`` defines the column.

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
    """The weighted median of one or more numbers: the smallest that, with those below it, has half of the weight."""
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weight[order])
    return float(values[order][np.searchsorted(reached, reached[-1] / 2)])
