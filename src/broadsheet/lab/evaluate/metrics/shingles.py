"""Precision, recall and F1 of runs of four tokens, as in the article extraction benchmark of Scrapinghub.

Source: github.com/scrapinghub/article-extraction-benchmark, ``evaluate.py`` at 11b407d.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from broadsheet.lab.evaluate.metrics.bootstrap import RESAMPLES, divide, scored
from broadsheet.lab.evaluate.metrics.overlap import Overlap
from broadsheet.lab.evaluate.metrics.tokens import tokens
from broadsheet.page.arrays import FloatArray

__all__ = [
    "SHINGLE",
    "ShingleScores",
    "Shingles",
    "overlap",
    "shingle_scores",
    "shingles",
    "shingles_of",
]

SHINGLE: Final = 4  # tokens of a shingle, as in the benchmark

Shingles: TypeAlias = Counter[tuple[str, ...]]


class ShingleScores(NamedTuple):
    """Scores of many pages by shingles.

    ``precision`` is the mean over pages with an output, ``recall`` the mean over pages with a gold text, and ``f1`` the
    harmonic mean *of these two means*, as in the benchmark. An empty output therefore lowers recall only. ``page_f1``
    is the mean of the pages' F1, where an empty output counts as 0.

    Attributes:
        pages: number of pages.
        precision, recall, f1, page_f1: between 0 and 1.
        precision_error, recall_error, f1_error, page_f1_error: standard errors by bootstrap over pages. The benchmark
            prints 1.96 times these.
    """

    pages: int
    precision: float
    recall: float
    f1: float
    page_f1: float
    precision_error: float
    recall_error: float
    f1_error: float
    page_f1_error: float


def shingles(text: str) -> Shingles:
    """Count the shingles of a text. A text with fewer tokens is one shingle; one without tokens has none."""
    return shingles_of(tokens(text))


def shingles_of(found: Sequence[str]) -> Shingles:
    """Count the shingles of a list of tokens; see `shingles`."""
    if len(found) < SHINGLE:
        return Counter([tuple(found)] if found else [])
    return Counter(zip(*(found[offset:] for offset in range(SHINGLE)), strict=False))


def overlap(gold: Shingles, output: Shingles) -> Overlap:
    """Compare the shingles of a gold text and an output.

    Repeated shingles count as often as they occur in both. Counts are divided by their sum, so that all pages weigh the
    same; for two empty texts all are 0.
    """
    few, many = (gold, output) if len(gold) < len(output) else (output, gold)
    both = sum(min(times, many[shingle]) for shingle, times in few.items() if shingle in many)
    extra, missed = output.total() - both, gold.total() - both
    total = both + extra + missed
    return Overlap(both / total, extra / total, missed / total) if total else Overlap(0.0, 0.0, 0.0)


def shingle_scores(
    pages: Sequence[Overlap], *, resamples: int = RESAMPLES, seed: int = 0
) -> tuple[ShingleScores, FloatArray]:
    """Score many pages; see `ShingleScores`. With equal seeds and numbers of pages, methods get equal draws.

    Returns:
        The scores, and F1 over resamples of the pages, shape (resamples,).
    """
    values, errors, samples = scored(_rows(pages), _scores, resamples=resamples, seed=seed)
    return ShingleScores(len(pages), *values, *errors), samples[:, 2]


def _rows(pages: Sequence[Overlap]) -> FloatArray:
    """Columns: precision if there is an output, its count, recall if there is a gold text, its count, F1, 1."""
    return np.array(
        [
            (
                page.precision * bool(page.both + page.extra),
                bool(page.both + page.extra),
                page.recall * bool(page.both + page.missed),
                bool(page.both + page.missed),
                page.f1,
                1.0,
            )
            for page in pages
        ],
        dtype=np.float64,
    ).reshape(len(pages), 6)


def _scores(sums: FloatArray) -> FloatArray:
    """Compute precision, recall, F1 and page F1 from sums of rows."""
    precision, recall = divide(sums[:, 0], sums[:, 1]), divide(sums[:, 2], sums[:, 3])
    f1 = divide(2 * precision * recall, precision + recall)
    return np.stack([precision, recall, f1, divide(sums[:, 4], sums[:, 5])], axis=1)
