"""Average scores and times over pages, format them, and say whether an ordering holds.

Corpora weigh the same whatever their sizes. Precision and recall are means over pages. Papers compute F1 in different
ways (`MeanF1`). Differences between two methods are of the pages' own scores, with the interval of the paired
bootstrap.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from itertools import combinations
from operator import itemgetter
from statistics import fmean
from time import process_time
from typing import Any, Final, TypeVar

import numpy as np

from broadsheet.lab.evaluate.metrics import RESAMPLES, Overlap, interval
from broadsheet.lab.reproduce.drawing import Curve
from broadsheet.lab.reproduce.studies import Figures

__all__ = [
    "MEASURES",
    "MeanF1",
    "Tally",
    "Times",
    "cells",
    "claim",
    "figure",
    "harmonic",
    "interval_text",
    "leads",
    "measures",
    "ordering",
    "orderings",
    "percent",
    "verdicts",
]


def figure(value: float | None, digits: int = 3) -> str:
    """Format a number in a cell; a dash for None."""
    return "-" if value is None else f"{value:.{digits}f}"


def cells(scores: Mapping[str, float] | None) -> list[str]:
    """Format precision, recall and F1 in three cells; dashes for None."""
    return [figure(scores[name] if scores is not None else None) for name in ("precision", "recall", "f1")]


def interval_text(difference: Mapping[str, float]) -> str:
    """Format a difference with its interval, in a sentence or a cell."""
    return f"{difference['mean']:+.3f} ({difference['low']:+.3f} to {difference['high']:+.3f})"


def percent(share: float) -> str:
    """Format a share in a sentence.

    >>> percent(0.126)
    '13 %'
    """
    return f"{100 * share:.0f} %"


MEASURES: Final = {"f1": "F1", "precision": "P", "recall": "R"}
_DIGITS: Final = 4
T = TypeVar("T")


class MeanF1(Enum):
    """How the F1 of many pages is computed."""

    OF_MEANS = "of means"  # harmonic mean of mean precision and mean recall
    OF_SITES = "of sites"  # the same within a site (here a corpus), then the mean over sites
    OF_PAGES = "of pages"  # mean of the pages' F1


class Tally:
    """Scores of several entrants, page by page."""

    def __init__(self, f1: MeanF1 = MeanF1.OF_MEANS) -> None:
        self._f1 = f1
        self._pages: dict[str, dict[str, list[Overlap]]] = {}

    def add(self, entrant: str, corpus: str, overlap: Overlap) -> None:
        """Add a page. All entrants must get the same pages in the same order."""
        self._pages.setdefault(entrant, {}).setdefault(corpus, []).append(overlap)

    def table(self) -> dict[str, dict[str, dict[str, float]]]:
        """Return precision, recall and F1 of every entrant on every corpus, and their means as ``mean``."""
        out = {}
        for entrant, corpora in self._pages.items():
            cells = {corpus: self._of_pages(pages) for corpus, pages in sorted(corpora.items())}
            found = {**cells, "mean": self._of_corpora([*cells.values()])}
            out[entrant] = {
                name: {measure: round(value, _DIGITS) for measure, value in cell.items()}
                for name, cell in found.items()
            }
        return out

    def means(self) -> dict[str, dict[str, float]]:
        """Return the means of every entrant over the corpora."""
        return {entrant: found["mean"] for entrant, found in self.table().items()}

    def _of_pages(self, pages: Sequence[Overlap]) -> dict[str, float]:
        cell = {name: fmean(getattr(page, name) for page in pages) for name in ("precision", "recall", "f1")}
        return cell if self._f1 is MeanF1.OF_PAGES else _of_means(cell)

    def _of_corpora(self, corpora: Sequence[Mapping[str, float]]) -> dict[str, float]:
        cell = {name: fmean(corpus[name] for corpus in corpora) for name in ("precision", "recall", "f1")}
        return _of_means(cell) if self._f1 is MeanF1.OF_MEANS else cell

    def sizes(self) -> dict[str, int]:
        """Return the number of pages of each corpus."""
        first = next(iter(self._pages.values()), {})
        return {corpus: len(pages) for corpus, pages in sorted(first.items())}

    def difference(self, one: str, other: str, measure: str = "f1", *, seed: int = 0) -> dict[str, float]:
        """Return the lead of one entrant over another by a measure, with the 95 % interval; corpora weigh the same."""
        rng = np.random.default_rng(seed)
        means, samples = [], np.zeros(RESAMPLES)
        corpora = sorted(self._pages[one])
        for corpus in corpora:
            pairs = zip(self._pages[one][corpus], self._pages[other][corpus], strict=True)
            ahead = np.array([getattr(a, measure) - getattr(b, measure) for a, b in pairs])
            means.append(float(ahead.mean()))
            samples += ahead[rng.integers(len(ahead), size=(RESAMPLES, len(ahead)))].mean(axis=1) / len(corpora)
        low, high = interval(samples)
        return {"mean": round(fmean(means), _DIGITS), "low": round(low, _DIGITS), "high": round(high, _DIGITS)}


def harmonic(precision: float, recall: float) -> float:
    """Return F1; 0 if precision and recall are 0."""
    return 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0


def ordering(difference: Mapping[str, float]) -> str:
    """Say whether the first of two methods is ahead, by the interval of the difference: yes, no or level."""
    return "yes" if difference["low"] > 0 else "no" if difference["high"] < 0 else "level"


def orderings(
    published: Mapping[str, Mapping[str, float]], difference: Callable[[str, str, str], Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Compare every two methods of a published table, in the published order of each measure.

    ``difference`` returns ours of two methods by a measure.
    """
    return [
        {"measure": name, "ahead": one, "behind": other, **difference(one, other, name)}
        for name in MEASURES
        for one, other in combinations(sorted(published, key=lambda method: -published[method][name]), 2)
    ]


def leads(found: Iterable[Figures], measure: str, one: str, others: Iterable[str]) -> dict[str, dict[str, float]]:
    """Return our lead of a method over others by one measure, from `orderings`."""
    out = {}
    for each in found:
        mean, low, high = each["mean"], each["low"], each["high"]
        if (each["measure"], each["ahead"]) == (measure, one):
            out[each["behind"]] = {"mean": mean, "low": low, "high": high}
        elif (each["measure"], each["behind"]) == (measure, one):
            out[each["ahead"]] = {"mean": -mean, "low": -high, "high": -low}
    return {other: out[other] for other in others}


def claim(said: str, ahead: Mapping[str, Mapping[str, float]], why: str = "") -> str:
    """Write a line that says whether an ordering holds here.

    Args:
        said: the ordering, as in the paper.
        ahead: what it should be ahead of, and its lead with the interval (`Tally.difference`).
        why: reason, written only if the ordering does not hold.
    """
    held = [difference["low"] > 0 for difference in ahead.values()]
    lost = [difference["high"] < 0 for difference in ahead.values()]
    if all(held):
        word = "Holds"
    elif any(lost):
        word = "Does not hold" if all(not one for one in held) else "Holds in part"
    elif any(held):
        word = "Holds in part, level for the rest"
    else:
        word = "Neither holds nor fails (level within the interval)"
    numbers = ", ".join(f"{interval_text(one)} over `{name}`" for name, one in ahead.items())
    reason = f"\n  {why}" if why and not all(held) else ""
    return f"- **{word}**: {said}\n  Here: {numbers}.{reason}\n"


def verdicts(claims: str) -> str:
    """Shorten claims to their verdicts: the first line of each, without the published figures."""
    heads = [line for line in claims.splitlines() if line.startswith("- **")]
    return "\n".join(f"{re.sub(r'; published:? [^)]*', '', line).removesuffix('.')}." for line in heads) + "\n"


def measures(points: Figures) -> list[Curve]:
    """Return F1, precision and recall as curves, from scores by the value of a parameter, as text."""
    ordered = sorted(((float(value), cell) for value, cell in points.items()), key=itemgetter(0))
    return [
        Curve(name, tuple((value, float(cell[name.lower()])) for value, cell in ordered))
        for name in ("F1", "precision", "recall")
    ]


def _of_means(cell: Mapping[str, float]) -> dict[str, float]:
    """Replace F1 by the harmonic mean of precision and recall."""
    return {**cell, "f1": harmonic(cell["precision"], cell["recall"])}


class Times:
    """CPU times of several entrants, page by page."""

    def __init__(self) -> None:
        self._pages: dict[str, dict[str, list[float]]] = {}

    def add(self, entrant: str, corpus: str, work: Callable[[], T]) -> T:
        """Do some work on a page and add its time. All entrants must get the same pages in the same order."""
        start = process_time()
        done = work()
        self._pages.setdefault(entrant, {}).setdefault(corpus, []).append(process_time() - start)
        return done

    def milliseconds(self) -> dict[str, float]:
        """Return the mean time per page of every entrant."""
        return {entrant: round(1000 * _mean_time(corpora), 3) for entrant, corpora in self._pages.items()}

    def ratio(self, one: str, other: str, *, seed: int = 0) -> dict[str, float]:
        """Return the time ratio of two entrants, with the 95 % interval of the paired bootstrap."""
        rng = np.random.default_rng(seed)
        samples = np.zeros((2, RESAMPLES))
        for corpus in self._pages[one]:
            pages = np.array([self._pages[one][corpus], self._pages[other][corpus]])
            samples += pages[:, rng.integers(pages.shape[1], size=(RESAMPLES, pages.shape[1]))].mean(axis=2)
        low, high = interval(samples[0] / samples[1])
        mean = _mean_time(self._pages[one]) / _mean_time(self._pages[other])
        return {"mean": round(mean, 3), "low": round(low, 3), "high": round(high, 3)}


def _mean_time(corpora: dict[str, list[float]]) -> float:
    return fmean(map(fmean, corpora.values()))
