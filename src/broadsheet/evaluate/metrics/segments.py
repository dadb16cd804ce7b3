"""Pieces that must and must not be in an output, as in trafilatura's evaluation.

Source: github.com/adbar/trafilatura, ``tests/eval_common.py`` at d5f6da0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from broadsheet.evaluate.metrics.bootstrap import RESAMPLES, divide, resampled, standard_errors
from broadsheet.evaluate.metrics.tokens import canonical

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from broadsheet.page.arrays import FloatArray

__all__ = ["Found", "SegmentScores", "found_segments", "segment_f1_samples", "segment_scores"]


class Found(NamedTuple):
    """Which segments an output has.

    Attributes:
        wanted: segments that must be there, and are (true positives).
        unwanted: that must not be there, and are (false positives).
        missed: that must be there, and are not (false negatives).
        absent: that must not be there, and are not (true negatives).
    """

    wanted: int
    unwanted: int
    missed: int
    absent: int

    @property
    def accuracy(self) -> float:
        """The share of this page's segments that are where they must be; 1 where there are none."""
        return (self.wanted + self.absent) / (sum(self) or 1) if sum(self) else 1.0


class SegmentScores(NamedTuple):
    """Scores of many pages by segments, all segments of all pages counted together; 0 where nothing was counted.

    Attributes:
        pages: pages scored.
        precision, recall, f1, accuracy: between 0 and 1.
        f1_error: standard error of ``f1`` by bootstrap over the pages.
    """

    pages: int
    precision: float
    recall: float
    f1: float
    accuracy: float
    f1_error: float


def found_segments(output: str, wanted: Iterable[str], unwanted: Iterable[str]) -> Found:
    """Look for segments in an output. Runs of white space are one space in all of them, and ends are trimmed; invisible
    characters are left out, and letters are one with their marks, as before tokens are counted.

    Args:
        output: the text extracted.
        wanted: segments that must be in it.
        unwanted: segments that must not.
    """
    text = _one_line(output)
    hits = [_one_line(segment) in text for segment in wanted]
    slips = [_one_line(segment) in text for segment in unwanted]
    return Found(sum(hits), sum(slips), len(hits) - sum(hits), len(slips) - sum(slips))


def segment_scores(pages: Sequence[Found], *, resamples: int = RESAMPLES, seed: int = 0) -> SegmentScores:
    """The scores of many pages; see `SegmentScores`.

    Args:
        pages: what was found on each page.
        resamples: how many times the pages are drawn anew for the standard error.
        seed: where the draws begin.
    """
    rows = _rows(pages)
    precision, recall, f1, accuracy = _scores(rows.sum(axis=0, keepdims=True))[0].tolist()
    errors = standard_errors(resampled(rows, _scores, resamples=resamples, seed=seed))
    return SegmentScores(len(pages), precision, recall, f1, accuracy, errors[2])


def segment_f1_samples(pages: Sequence[Found], *, resamples: int = RESAMPLES, seed: int = 0) -> FloatArray:
    """The F1 of `segment_scores` over resamples of the pages, shape (resamples,).

    Args:
        pages: what was found on each page.
        resamples: how many times the pages are drawn anew.
        seed: where the draws begin. With one seed and as many pages, all methods get the same draws.
    """
    samples: FloatArray = resampled(_rows(pages), _scores, resamples=resamples, seed=seed)[:, 2]
    return samples


def _rows(pages: Sequence[Found]) -> FloatArray:
    return np.array(pages, dtype=np.float64).reshape(len(pages), 4)


def _scores(sums: FloatArray) -> FloatArray:
    """Precision, recall, F1 and accuracy from sums of such rows."""
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
