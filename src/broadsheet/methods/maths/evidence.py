"""Pieces of evidence about a yes-or-no question, and how they are put together. Nothing here knows a page.

Source: the Dempster-Shafer theory as told in Zhang et al. 2018, section 3.1, over the frame {news, not news}.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from broadsheet.page.arrays import FloatArray

__all__ = ["Masses", "combine", "negative", "positive"]


class Masses(NamedTuple):
    """A basic mass assignment for each of n things, shape (n,) each; the three of a thing sum to 1.

    Attributes:
        news: m({news}), what speaks for it.
        other: m({~news}), what speaks against it.
        unknown: m(Theta), what is left open.
    """

    news: FloatArray
    other: FloatArray
    unknown: FloatArray


def positive(h: FloatArray, alpha: float) -> Masses:
    """The masses of a feature that can only speak for news.

    Args:
        h: the feature's values, 0 to 1, shape (n,).
        alpha: its weight, 0 to 1.
    """
    # Eq. (1)
    news = alpha * np.asarray(h, dtype=np.float64)
    return Masses(news, np.zeros_like(news), 1 - news)


def negative(h: FloatArray, beta: float) -> Masses:
    """The masses of a feature that can only speak against news.

    Args:
        h: the feature's values, 0 to 1, shape (n,).
        beta: its weight, 0 to 1.
    """
    # Eq. (2)
    other = beta * np.asarray(h, dtype=np.float64)
    return Masses(np.zeros_like(other), other, 1 - other)


def combine(*evidence: Masses) -> Masses:
    """Dempster's rule, in closed form: the sums over all ways to choose one set from each piece of evidence.

    A choice meets in {news} if every piece says {news} or Theta and not all say Theta, so the sum of those products is
    prod(news + unknown) - prod(unknown); {~news} likewise, and Theta is prod(unknown). What is left of 1 meets nowhere.

    Args:
        evidence: one piece or more, all of the same shape (n,).

    Returns:
        The masses together; where the pieces contradict each other wholly (K = 0), nothing is known: Theta has 1.
    """
    open_ = math.prod(m.unknown for m in evidence)
    news = math.prod(m.news + m.unknown for m in evidence) - open_
    other = math.prod(m.other + m.unknown for m in evidence) - open_
    # Eq. (5): 1 less the products that meet nowhere, which is the sum of those that do not.
    k = news + other + open_
    # Eq. (4): nothing is left to the empty set.
    some = k > 0
    divisor = np.where(some, k, 1.0)
    # Eq. (3)
    return Masses(
        np.clip(news / divisor, 0.0, 1.0), np.clip(other / divisor, 0.0, 1.0), np.where(some, open_ / divisor, 1.0)
    )
