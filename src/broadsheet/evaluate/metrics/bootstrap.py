"""How far a score would move if the pages had been others: the bootstrap over pages.

Pages are drawn with replacement, as many as there are, and the score is computed anew for each draw (Efron 1979). The
draws depend on the number of pages and the seed alone, so that **two methods on the same pages get the same draws**:
the difference of their samples is the paired bootstrap. It must not know what is scored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from broadsheet.page.arrays import FloatArray

__all__ = ["RESAMPLES", "Interval", "divide", "interval", "resampled", "standard_errors"]

RESAMPLES: Final = 1000
"""Resamples of the bootstrap; from Scrapinghub's benchmark."""
_TAIL: Final = 2.5
"""Per cent cut off at each end of a 95 % interval."""


class Interval(NamedTuple):
    """A 95 % interval."""

    low: float
    high: float


def resampled(rows: FloatArray, scores: Callable[[FloatArray], FloatArray], *, resamples: int, seed: int) -> FloatArray:
    """Scores over resamples of the pages; shape (resamples, scores). With fewer than two pages nothing moves.

    Args:
        rows: what each page adds to the sums, shape (pages, sums).
        scores: from sums, shape (k, sums), to scores, shape (k, scores).
        resamples: how many times to draw.
        seed: where the draws begin.
    """
    pages = len(rows)
    if pages < 2:
        return np.repeat(scores(rows.sum(axis=0, keepdims=True)), resamples, axis=0)
    draws = np.random.default_rng(seed).integers(pages, size=(resamples, pages))
    return scores(np.stack([column[draws].sum(axis=1) for column in rows.T], axis=1))


def standard_errors(samples: FloatArray) -> list[float]:
    """Standard deviations over resamples, one a score."""
    # Samples that are all the same have no deviation, whatever the rounding of their mean.
    spread: list[float] = np.where(np.ptp(samples, axis=0) > 0, samples.std(axis=0, ddof=1), 0.0).tolist()
    return spread


def interval(samples: FloatArray) -> Interval:
    """The middle 95 % of the samples of one score, shape (resamples,): the percentile interval."""
    low, high = np.percentile(samples, [_TAIL, 100 - _TAIL]).tolist()
    return Interval(low, high)


def divide(part: FloatArray, whole: FloatArray) -> FloatArray:
    """A quotient, 0 where nothing was counted.

    Args:
        part: numbers.
        whole: what they are divided by, at least 0, of the same shape.
    """
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
