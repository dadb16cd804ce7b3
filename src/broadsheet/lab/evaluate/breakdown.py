"""Figures by language, site and confidence, and the worst pages; all from one score per page (`Trial.page_score`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from broadsheet.lab.evaluate.score import PageResult

__all__ = [
    "RIGHT",
    "Bin",
    "Breakdown",
    "Group",
    "Reliability",
    "WorstPage",
    "break_down",
    "grouped",
    "reliability",
    "worst",
]

RIGHT: Final = 0.8  # page score from which a text counts as right: target of `fusion`'s confidence
_BINS: Final = 10


@dataclass(frozen=True, slots=True)
class Group:
    """A group of pages: what they have in common, their number, and their mean score by entrant."""

    name: str
    pages: int
    scores: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Bin:
    """Pages whose confidence is within limits: their number, mean confidence, and share of right texts."""

    low: float
    high: float
    pages: int
    confidence: float
    right: float


@dataclass(frozen=True, slots=True)
class Reliability:
    """Calibration of an entrant's confidence: of texts with confidence 0.8, four of five should be right.

    Attributes:
        entrant: its name.
        bins: pages by confidence, without empty bins.
        error: expected calibration error: mean of ``|confidence - right|`` over the bins, weighted by pages.
        brier: Brier score: mean of ``(confidence - right)^2`` over the pages, with right 0 or 1.
    """

    entrant: str
    bins: tuple[Bin, ...]
    error: float
    brier: float


@dataclass(frozen=True, slots=True)
class WorstPage:
    """A page (``corpus/page``) on which an entrant does badly: its score, and how the call ended or the exception."""

    page: str
    score: float
    outcome: str


@dataclass(frozen=True, slots=True)
class Breakdown:
    """All breakdowns of one run: by language (``?`` if unknown) and by site, most frequent first; worst pages of one
    entrant.
    """

    languages: Sequence[Group]
    sites: Sequence[Group]
    reliability: Sequence[Reliability]
    entrant: str
    worst: Sequence[WorstPage]


def break_down(results: Sequence[PageResult], *, entrant: str, count: int) -> Breakdown:
    """Break down the figures of a run. At most ``count`` worst pages of an entrant are listed."""
    return Breakdown(
        languages=grouped(results, lambda result: result.lang or "?"),
        sites=grouped(results, lambda result: result.site),
        reliability=reliability(results),
        entrant=entrant,
        worst=worst(results, entrant, count),
    )


def grouped(results: Sequence[PageResult], key: Callable[[PageResult], str]) -> list[Group]:
    """Group pages by name, the largest group first."""
    groups: dict[str, list[PageResult]] = {}
    for result in results:
        groups.setdefault(key(result), []).append(result)
    made = []
    for name, pages in groups.items():
        entrants = [trial.entrant for trial in pages[0].trials]
        means = {
            entrant: fmean(page.trials[place].page_score for page in pages) for place, entrant in enumerate(entrants)
        }
        made.append(Group(name, len(pages), means))
    return sorted(made, key=lambda group: (-group.pages, group.name))


def reliability(results: Sequence[PageResult]) -> list[Reliability]:
    """Return the calibration of each entrant with confidences, in the order of the trials."""
    lines = []
    for place, entrant in enumerate(trial.entrant for trial in results[0].trials) if results else ():
        trials = [result.trials[place] for result in results]
        known = [(one.confidence, one.page_score >= RIGHT) for one in trials if one.confidence is not None]
        if known:
            bins = _bins(known)
            error = sum(one.pages * abs(one.confidence - one.right) for one in bins) / len(known)
            brier = fmean((confidence - right) ** 2 for confidence, right in known)
            lines.append(Reliability(entrant, bins, error, brier))
    return lines


def _bins(known: Sequence[tuple[float, bool]]) -> tuple[Bin, ...]:
    binned: dict[int, list[tuple[float, bool]]] = {}
    for confidence, right in known:
        binned.setdefault(min(_BINS - 1, max(0, int(confidence * _BINS))), []).append((confidence, right))
    return tuple(
        Bin(
            low=place / _BINS,
            high=(place + 1) / _BINS,
            pages=len(pages),
            confidence=fmean(confidence for confidence, _ in pages),
            right=fmean(right for _, right in pages),
        )
        for place, pages in sorted(binned.items())
    )


def worst(results: Sequence[PageResult], entrant: str, count: int) -> list[WorstPage]:
    """Return at most ``count`` worst pages of an entrant with a gold text, worst first, without perfect pages."""
    trials = [(trial, result) for result in results for trial in result.trials if trial.entrant == entrant]
    scored = [(trial, result) for trial, result in trials if trial.overlap is not None and trial.page_score < 1]
    return [
        WorstPage(f"{result.corpus}/{result.page}", trial.page_score, trial.error or trial.outcome.value)
        for trial, result in sorted(scored, key=lambda item: item[0].page_score)[:count]
    ]
