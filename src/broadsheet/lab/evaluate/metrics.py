"""Scores of texts by shingles and by segments, with their sampling errors.

* **Shingles**: runs of four tokens, as in the article extraction benchmark of Scrapinghub (``evaluate.py`` at 11b407d).
* **Segments** that must and must not be there, as in trafilatura's evaluation (``tests/eval_common.py`` at d5f6da0).
* **Bootstrap** over pages: they are drawn with replacement, as many as there are, and the score is recomputed for each
  draw (Efron 1979). Draws depend only on the number of pages and the seed, so two methods on the same pages get the
  same draws: the difference of their samples is the paired bootstrap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from broadsheet.lab.evaluate.words import canonical, tokens
from broadsheet.page.arrays import BoolArray, FloatArray

__all__ = [
    "RESAMPLES",
    "Found",
    "Interval",
    "Overlap",
    "Scores",
    "SegmentScores",
    "ShingleScores",
    "Shingles",
    "calibration_error",
    "found_segments",
    "interval",
    "macro",
    "micro",
    "of_sets",
    "one_line",
    "overlap",
    "resampled",
    "segment_scores",
    "shingle_scores",
    "shingles",
    "shingles_of",
    "standard_errors",
]


class Scores(NamedTuple):
    """Precision, recall and F1, each between 0 and 1."""

    precision: float
    recall: float
    f1: float


class Overlap(NamedTuple):
    """Overlap of an output and a gold text: counts in any unit (words, nodes, characters), or shares of their sum."""

    both: float  # in both
    extra: float  # only in the output
    missed: float  # only in the gold text

    @property
    def precision(self) -> float:
        """Share of the output in the gold text; for an empty output 1 if the gold text is empty too, otherwise 0."""
        return _ratio(self.both, self.both + self.extra, if_empty=float(self.missed == 0))

    @property
    def recall(self) -> float:
        """Share of the gold text in the output; for an empty gold text 1 if the output is empty too, otherwise 0."""
        return _ratio(self.both, self.both + self.missed, if_empty=float(self.extra == 0))

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall: ``2 both / (2 both + extra + missed)``; 1 for two empty texts."""
        return _ratio(2 * self.both, 2 * self.both + self.extra + self.missed, if_empty=1.0)

    @property
    def scores(self) -> Scores:
        """Precision, recall and F1."""
        return Scores(self.precision, self.recall, self.f1)


def of_sets(gold: set[str] | frozenset[str], output: set[str] | frozenset[str]) -> Overlap:
    """Compare two sets."""
    return Overlap(len(gold & output), len(output - gold), len(gold - output))


def micro(pages: Sequence[Overlap]) -> Scores:
    """Score the sums over pages, so that long pages weigh more. 0 for no pages."""
    if not pages:
        return Scores(0.0, 0.0, 0.0)
    return Overlap(*(float(sum(column)) for column in zip(*pages, strict=True))).scores


def macro(pages: Sequence[Overlap]) -> Scores:
    """Average the scores of pages, equally weighted. 0 for no pages."""
    if not pages:
        return Scores(0.0, 0.0, 0.0)
    return Scores(*(fmean(column) for column in zip(*(page.scores for page in pages), strict=True)))


def _ratio(part: float, whole: float, *, if_empty: float) -> float:
    return part / whole if whole else if_empty


RESAMPLES: Final = 1000  # as in Scrapinghub's benchmark
_TAIL: Final = 2.5  # per cent at each end of a 95 % interval


class Interval(NamedTuple):
    """A 95 % interval."""

    low: float
    high: float


def resampled(rows: FloatArray, scores: Callable[[FloatArray], FloatArray], *, seed: int) -> FloatArray:
    """Return scores over resamples of the pages, shape (`RESAMPLES`, scores); constant with fewer than two pages.

    Args:
        rows: summands of each page, shape (pages, sums).
        scores: computes scores, shape (k, scores), from sums, shape (k, sums).
        seed: random seed.
    """
    pages = len(rows)
    if pages < 2:
        return np.repeat(scores(rows.sum(axis=0, keepdims=True)), RESAMPLES, axis=0)
    draws = np.random.default_rng(seed).integers(pages, size=(RESAMPLES, pages))
    return scores(np.stack([column[draws].sum(axis=1) for column in rows.T], axis=1))


def scored(
    rows: FloatArray, scores: Callable[[FloatArray], FloatArray], *, seed: int
) -> tuple[list[float], list[float], FloatArray]:
    """Return the scores of all pages, their standard errors, and the scores over resamples; see `resampled`."""
    samples = resampled(rows, scores, seed=seed)
    return scores(rows.sum(axis=0, keepdims=True))[0].tolist(), standard_errors(samples), samples


def standard_errors(samples: FloatArray) -> list[float]:
    """Return the standard deviation of each score over resamples."""
    # Equal samples have no deviation, despite rounding errors in their mean.
    spread: list[float] = np.where(np.ptp(samples, axis=0) > 0, samples.std(axis=0, ddof=1), 0.0).tolist()
    return spread


def calibration_error(probability: FloatArray, labels: FloatArray | BoolArray, bins: int = 10) -> float:
    """Return the expected calibration error: the mean of ``|probability - labels|`` over bins of equal width."""
    place = np.minimum((probability * bins).astype(np.int64), bins - 1)
    return float(np.abs(np.bincount(place, weights=probability - labels)).sum() / len(labels))


def interval(samples: FloatArray) -> Interval:
    """Return the percentile interval of one score's samples, shape (resamples,)."""
    low, high = np.percentile(samples, [_TAIL, 100 - _TAIL]).tolist()
    return Interval(low, high)


def divide(part: FloatArray, whole: FloatArray) -> FloatArray:
    """Divide arrays of the same shape, with 0 for division by 0."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)


SHINGLE: Final = 4  # tokens of a shingle, as in the benchmark

Shingles: TypeAlias = Counter[tuple[str, ...]]


class ShingleScores(NamedTuple):
    """Scores of many pages by shingles.

    ``precision`` is the mean over pages with an output, ``recall`` the mean over pages with a gold text, and ``f1`` the
    harmonic mean *of these two means*, as in the benchmark. An empty output therefore lowers recall only. ``page_f1``
    is the mean of the pages' F1, where an empty output counts as 0.
    """

    pages: int  # number of pages
    # ``precision, recall, f1, page_f1``: between 0 and 1
    precision: float
    recall: float
    f1: float
    page_f1: float
    f1_error: float  # standard error of ``f1``, by bootstrap over pages; the benchmark prints 1.96 times this


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


def shingle_scores(pages: Sequence[Overlap], *, seed: int = 0) -> tuple[ShingleScores, FloatArray]:
    """Score many pages; see `ShingleScores`. With equal seeds and numbers of pages, methods get equal draws.

    Returns:
        The scores, and F1 over resamples of the pages, shape (`RESAMPLES`,).
    """
    values, errors, samples = scored(_rows(pages), _of_shingles, seed=seed)
    return ShingleScores._make((len(pages), *values, errors[2])), samples[:, 2]


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


def _of_shingles(sums: FloatArray) -> FloatArray:
    precision, recall = divide(sums[:, 0], sums[:, 1]), divide(sums[:, 2], sums[:, 3])
    f1 = divide(2 * precision * recall, precision + recall)
    return np.stack([precision, recall, f1, divide(sums[:, 4], sums[:, 5])], axis=1)


class Found(NamedTuple):
    """Counts of gold segments in an output."""

    wanted: int  # required segments that are present (true positives)
    unwanted: int  # forbidden segments that are present (false positives)
    missed: int  # required segments that are absent (false negatives)
    absent: int  # forbidden segments that are absent (true negatives)

    @property
    def accuracy(self) -> float:
        """Share of this page's segments that are right; 1 without segments."""
        return _ratio(self.wanted + self.absent, sum(self), if_empty=1.0)


class SegmentScores(NamedTuple):
    """Scores of many pages by segments, all segments counted together; 0 for division by 0."""

    pages: int  # number of pages
    # ``precision, recall, f1, accuracy``: between 0 and 1
    precision: float
    recall: float
    f1: float
    accuracy: float
    f1_error: float  # standard error of ``f1``, by bootstrap over pages


def found_segments(output: str, wanted: Iterable[str], unwanted: Iterable[str]) -> Found:
    """Look for required and forbidden segments in an output.

    White space is normalised, invisible characters are removed, and texts are in normal form C.
    """
    text = one_line(output)
    hits = [one_line(segment) in text for segment in wanted]
    slips = [one_line(segment) in text for segment in unwanted]
    return Found(sum(hits), sum(slips), len(hits) - sum(hits), len(slips) - sum(slips))


def segment_scores(pages: Sequence[Found], *, seed: int = 0) -> tuple[SegmentScores, FloatArray]:
    """Score many pages; see `SegmentScores`. Arguments and result as of `shingle_scores`."""
    rows = np.array(pages, dtype=np.float64).reshape(len(pages), 4)
    values, errors, samples = scored(rows, _of_segments, seed=seed)
    return SegmentScores._make((len(pages), *values, errors[2])), samples[:, 2]


def _of_segments(sums: FloatArray) -> FloatArray:
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


def one_line(text: str) -> str:
    """Return a text in normal form, with white space collapsed."""
    return " ".join(canonical(text).split())
