"""What two things have in common, in any unit, and the scores that follow from it.

It must not know what is counted.
"""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Overlap", "Scores", "macro", "micro"]


class Scores(NamedTuple):
    """Precision, recall and F1, each between 0 and 1."""

    precision: float
    recall: float
    f1: float


class Overlap(NamedTuple):
    """How an output and a gold text compare: counts of any unit (words, nodes, characters), or shares of their sum.

    Attributes:
        both: what is in both.
        extra: what is only in the output.
        missed: what is only in the gold text.
    """

    both: float
    extra: float
    missed: float

    @property
    def precision(self) -> float:
        """The share of the output that is gold; 0 for an empty output, 1 if there is nothing to find either."""
        return _ratio(self.both, self.both + self.extra, if_empty=float(self.missed == 0))

    @property
    def recall(self) -> float:
        """The share of the gold text that was found; for an empty one, 1 if the output is empty too, else 0."""
        return _ratio(self.both, self.both + self.missed, if_empty=float(self.extra == 0))

    @property
    def f1(self) -> float:
        """The harmonic mean of the two: ``2 both / (2 both + extra + missed)``; 1 for two empty texts."""
        return _ratio(2 * self.both, 2 * self.both + self.extra + self.missed, if_empty=1.0)

    @property
    def scores(self) -> Scores:
        """The three."""
        return Scores(self.precision, self.recall, self.f1)


def micro(pages: Sequence[Overlap]) -> Scores:
    """The scores of the sums: all pages are one, and a long page weighs more. 0 for no pages."""
    if not pages:
        return Scores(0.0, 0.0, 0.0)
    return Overlap(*(float(sum(column)) for column in zip(*pages, strict=True))).scores


def macro(pages: Sequence[Overlap]) -> Scores:
    """The means of each page's precision, recall and F1: all pages weigh the same. 0 for no pages."""
    if not pages:
        return Scores(0.0, 0.0, 0.0)
    return Scores(*(fmean(column) for column in zip(*(page.scores for page in pages), strict=True)))


def _ratio(part: float, whole: float, *, if_empty: float) -> float:
    return part / whole if whole else if_empty
