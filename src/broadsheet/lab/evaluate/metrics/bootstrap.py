"""Bootstrap over pages: the sampling error of a score.

Pages are drawn with replacement, as many as there are, and the score is recomputed for each draw (Efron 1979). Draws
depend only on the number of pages and the seed, so **two methods on the same pages get the same draws**: the difference
of their samples is the paired bootstrap.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from broadsheet.page.arrays import FloatArray

__all__ = ["RESAMPLES", "Interval", "divide", "interval", "resampled", "scored", "standard_errors"]

RESAMPLES: Final = 1000  # as in Scrapinghub's benchmark
_TAIL: Final = 2.5  # per cent at each end of a 95 % interval


class Interval(NamedTuple):
    """A 95 % interval."""

    low: float
    high: float


def resampled(rows: FloatArray, scores: Callable[[FloatArray], FloatArray], *, resamples: int, seed: int) -> FloatArray:
    """Return scores over resamples of the pages, shape (resamples, scores); constant with fewer than two pages.

    Args:
        rows: summands of each page, shape (pages, sums).
        scores: computes scores, shape (k, scores), from sums, shape (k, sums).
        resamples: number of draws.
        seed: random seed.
    """
    pages = len(rows)
    if pages < 2:
        return np.repeat(scores(rows.sum(axis=0, keepdims=True)), resamples, axis=0)
    draws = np.random.default_rng(seed).integers(pages, size=(resamples, pages))
    return scores(np.stack([column[draws].sum(axis=1) for column in rows.T], axis=1))


def scored(
    rows: FloatArray, scores: Callable[[FloatArray], FloatArray], *, resamples: int, seed: int
) -> tuple[list[float], list[float], FloatArray]:
    """Return the scores of all pages, their standard errors, and the scores over resamples; see `resampled`."""
    samples = resampled(rows, scores, resamples=resamples, seed=seed)
    return scores(rows.sum(axis=0, keepdims=True))[0].tolist(), standard_errors(samples), samples


def standard_errors(samples: FloatArray) -> list[float]:
    """Return the standard deviation of each score over resamples."""
    # Equal samples have no deviation, despite rounding errors in their mean.
    spread: list[float] = np.where(np.ptp(samples, axis=0) > 0, samples.std(axis=0, ddof=1), 0.0).tolist()
    return spread


def interval(samples: FloatArray) -> Interval:
    """Return the percentile interval of one score's samples, shape (resamples,)."""
    low, high = np.percentile(samples, [_TAIL, 100 - _TAIL]).tolist()
    return Interval(low, high)


def divide(part: FloatArray, whole: FloatArray) -> FloatArray:
    """Divide arrays of the same shape, with 0 for division by 0."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
