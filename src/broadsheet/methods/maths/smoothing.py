"""Gaussian smoothing of a sequence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from broadsheet.page.arrays import FloatArray

__all__ = ["gaussian", "gaussian_weights"]


def gaussian_weights(radius: int, sigma: float) -> FloatArray:
    """The weights exp(-j^2 / (2 sigma^2)) for j = -radius .. radius, divided by their sum.

    Args:
        radius: neighbours on either side, at least 0.
        sigma: standard deviation in positions; at 0 or less, all weight is on the middle.

    Returns:
        The weights, shape (2 radius + 1,); they sum to 1.

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
    equal.

    Args:
        values: the numbers, shape (n,).
        radius: neighbours on either side, at least 0.
        sigma: standard deviation in positions; at 0 or less nothing changes.

    Returns:
        The averages, shape (n,).

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
