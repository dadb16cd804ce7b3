"""Thresholds that cut a set of numbers in two. Nothing here knows a page.

Source: Otsu, A threshold selection method from gray-level histograms, 1979, in the form of Zhang et al. 2018.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from broadsheet.page.arrays import FloatArray

__all__ = ["Otsu", "otsu"]


class Otsu(NamedTuple):
    """A threshold and how it was found.

    Attributes:
        threshold: the t with the largest g; of equals the smallest. Numbers from t on are the upper class.
        t: the thresholds tried, shape (k,).
        g: the objective function of each, shape (k,).
    """

    threshold: float
    t: FloatArray
    g: FloatArray


def otsu(values: FloatArray, step: float) -> Otsu:
    """The threshold between 0 and 1 that sets the two classes of numbers furthest apart.

    Args:
        values: the numbers, shape (n,).
        step: the distance of the thresholds that are tried; 1 / step of them and one more.

    Returns:
        The threshold: 0, with all numbers in the upper class, where no threshold parts them.

    Raises:
        ValueError: the step is not between 0 and 1.
    """
    if not 0 < step <= 1:
        raise ValueError(f"the step must be above 0 and at most 1, not {step}")
    # Quotients of whole numbers: 0.3 and not the sum of three steps, which is above it.
    steps = round(1 / step)
    t = np.arange(steps + 1, dtype=np.float64) / steps
    ascending = np.sort(np.asarray(values, dtype=np.float64))
    count = len(ascending)
    total = np.concatenate(([0.0], np.cumsum(ascending)))
    below = np.searchsorted(ascending, t, side="left")
    g = np.zeros(len(t), dtype=np.float64)
    parted = (below > 0) & (below < count)
    cut = below[parted]
    w0 = cut / max(1, count)
    w1 = 1 - w0
    u0 = total[cut] / cut
    u1 = (total[-1] - total[cut]) / (count - cut)
    # Eq. (12)
    mu = w0 * u0 + w1 * u1
    # Eq. (11)
    g[parted] = w0 * (u0 - mu) ** 2 + w1 * (u1 - mu) ** 2
    return Otsu(float(t[int(np.argmax(g))]), t, g)
