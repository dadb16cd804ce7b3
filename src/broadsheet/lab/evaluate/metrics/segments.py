"""Gold segments that must and must not be in an output, as in trafilatura's evaluation.

Source: github.com/adbar/trafilatura, ``tests/eval_common.py`` at d5f6da0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from broadsheet.lab.evaluate.metrics.bootstrap import RESAMPLES, divide, scored
from broadsheet.lab.evaluate.metrics.tokens import canonical
from broadsheet.page.arrays import FloatArray

__all__ = ["Found", "SegmentScores", "found_segments", "segment_scores"]


class Found(NamedTuple):
    """Counts of gold segments in an output."""

    wanted: int  # required segments that are present (true positives)
    unwanted: int  # forbidden segments that are present (false positives)
    missed: int  # required segments that are absent (false negatives)
    absent: int  # forbidden segments that are absent (true negatives)

    @property
    def accuracy(self) -> float:
        """Share of this page's segments that are right; 1 without segments."""
        return (self.wanted + self.absent) / (sum(self) or 1) if sum(self) else 1.0


class SegmentScores(NamedTuple):
    """Scores of many pages by segments, all segments counted together; 0 for division by 0.

    Attributes:
        pages: number of pages.
        precision, recall, f1, accuracy: between 0 and 1.
        f1_error: standard error of ``f1``, by bootstrap over pages.
    """

    pages: int
    precision: float
    recall: float
    f1: float
    accuracy: float
    f1_error: float


def found_segments(output: str, wanted: Iterable[str], unwanted: Iterable[str]) -> Found:
    """Look for required and forbidden segments in an output.

    White space is normalised, invisible characters are removed, and texts are in normal form C.
    """
    text = _one_line(output)
    hits = [_one_line(segment) in text for segment in wanted]
    slips = [_one_line(segment) in text for segment in unwanted]
    return Found(sum(hits), sum(slips), len(hits) - sum(hits), len(slips) - sum(slips))


def segment_scores(
    pages: Sequence[Found], *, resamples: int = RESAMPLES, seed: int = 0
) -> tuple[SegmentScores, FloatArray]:
    """Score many pages; see `SegmentScores`. Arguments and result as of `shingle_scores`."""
    rows = np.array(pages, dtype=np.float64).reshape(len(pages), 4)
    values, errors, samples = scored(rows, _scores, resamples=resamples, seed=seed)
    precision, recall, f1, accuracy = values
    return SegmentScores(len(pages), precision, recall, f1, accuracy, errors[2]), samples[:, 2]


def _scores(sums: FloatArray) -> FloatArray:
    """Compute precision, recall, F1 and accuracy from sums of rows."""
    wanted, unwanted, missed, absent = sums.T
    return np.stack(
        [
            divide(wanted, wanted + unwanted),
            divide(wanted, wanted + missed),
            divide(2 * wanted, 2 * wanted + unwanted + missed),
            divide(wanted + absent, wanted + unwanted + missed + absent),
        ],
        axis=1,
    )


def _one_line(text: str) -> str:
    return " ".join(canonical(text).split())
