"""Gaussian smoothing of a row of numbers. Nothing here knows a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from broadsheet.page.arrays import FloatArray

__all__ = ["gaussian", "gaussian_weights"]


def gaussian_weights(radius: int, sigma: float) -> FloatArray:
    """The weights exp(-j^2 / (2 sigma^2)) for j = -radius .. radius, divided by their sum.

    Args:
        radius: how many neighbours on either side, at least 0.
        sigma: standard deviation in positions; with 0 or less all weight is on the middle.

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
    """Each number averaged with its neighbours under Gaussian weights.

    At the ends, neighbours that are not there are left out and the weights of the others are divided by their sum, so
    equal numbers stay equal and nothing is pulled towards zero.

    Args:
        values: the numbers, shape (n,).
        radius: how many neighbours on either side, at least 0.
        sigma: standard deviation in positions; with 0 or less nothing changes.

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
    # What share of the weights falls on numbers that are there: between two points of their running sum.
    reached = np.concatenate(([0.0], np.cumsum(weights)))
    position = np.arange(count)
    last = np.minimum(radius + 1 + position, 2 * radius + 1)
    first = np.maximum(0, radius + 1 + position - count)
    out /= reached[last] - reached[first]
    return out
