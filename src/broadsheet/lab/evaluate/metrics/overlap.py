"""Overlap of an output and a gold text in any unit, and the scores computed from it."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

__all__ = ["Overlap", "Scores", "macro", "micro"]


class Scores(NamedTuple):
    """Precision, recall and F1, each between 0 and 1."""

    precision: float
    recall: float
    f1: float


class Overlap(NamedTuple):
    """Overlap of an output and a gold text: counts in any unit (words, nodes, characters), or shares of their sum.

    Attributes:
        both: in both.
        extra: only in the output.
        missed: only in the gold text.
    """

    both: float
    extra: float
    missed: float

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
