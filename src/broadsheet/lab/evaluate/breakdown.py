"""Figures by language, site and confidence, and the worst pages; all from one score per page
(`Trial.page_score`).
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from broadsheet.lab.evaluate.score import PageResult

__all__ = [
    "RIGHT",
    "Bin",
    "Breakdown",
    "Group",
    "Reliability",
    "WorstPage",
    "break_down",
    "by_language",
    "by_site",
    "reliability",
    "worst",
]

RIGHT: Final = 0.8  # page score from which a text counts as right: target of `fusion`'s confidence
_BINS: Final = 10


@dataclass(frozen=True, slots=True)
class Group:
    """A group of pages.

    Attributes:
        name: what they have in common.
        pages: number of pages.
        scores: mean page score by entrant.
    """

    name: str
    pages: int
    scores: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Bin:
    """Pages with similar confidence.

    Attributes:
        low, high: limits of the confidence.
        pages: number of pages.
        confidence: their mean confidence.
        right: share of them whose text is right.
    """

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
    """A page on which an entrant does badly.

    Attributes:
        page: ``corpus/page``.
        score: the entrant's page score.
        outcome: how the call ended, or the exception.
    """

    page: str
    score: float
    outcome: str


@dataclass(frozen=True, slots=True)
class Breakdown:
    """All breakdowns of one run.

    Attributes:
        languages: by language.
        sites: by site.
        reliability: of entrants with confidences.
        entrant: the entrant whose worst pages are listed.
        worst: its worst pages, worst first.
    """

    languages: Sequence[Group]
    sites: Sequence[Group]
    reliability: Sequence[Reliability]
    entrant: str
    worst: Sequence[WorstPage]


def break_down(results: Sequence[PageResult], *, entrant: str, count: int) -> Breakdown:
    """Break down the figures of a run.

    Args:
        results: results of the run.
        entrant: the entrant whose worst pages to list.
        count: maximum number of these pages.
    """
    return Breakdown(
        languages=by_language(results),
        sites=by_site(results),
        reliability=reliability(results),
        entrant=entrant,
        worst=worst(results, entrant, count),
    )


def by_language(results: Sequence[PageResult]) -> list[Group]:
    """Group pages by language, most frequent first; unknown languages are ``?``."""
    return _groups(results, lambda result: result.lang or "?")


def by_site(results: Sequence[PageResult]) -> list[Group]:
    """Group pages by site, most frequent first."""
    return _groups(results, lambda result: result.site)


def _groups(results: Sequence[PageResult], key: Callable[[PageResult], str]) -> list[Group]:
    groups: dict[str, list[PageResult]] = {}
    for result in results:
        groups.setdefault(key(result), []).append(result)
    made = [Group(name, len(pages), _means(pages)) for name, pages in groups.items()]
    return sorted(made, key=lambda group: (-group.pages, group.name))


def _means(pages: Sequence[PageResult]) -> dict[str, float]:
    return {
        trial.entrant: fmean(page.trials[place].page_score for page in pages)
        for place, trial in enumerate(pages[0].trials)
    }


def reliability(results: Sequence[PageResult]) -> list[Reliability]:
    """Return the calibration of each entrant with confidences, in the order of the trials."""
    lines = []
    for place, entrant in enumerate(trial.entrant for trial in results[0].trials) if results else ():
        known = [
            (trial.confidence, trial.page_score >= RIGHT)
            for trial in (result.trials[place] for result in results)
            if trial.confidence is not None
        ]
        if known:
            bins = _bins(known)
            lines.append(
                Reliability(
                    entrant=entrant,
                    bins=bins,
                    error=sum(one.pages * abs(one.confidence - one.right) for one in bins) / len(known),
                    brier=fmean((confidence - right) ** 2 for confidence, right in known),
                )
            )
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
    """Return an entrant's worst pages with a gold text, worst first; perfect pages are left out.

    Args:
        results: one per page.
        entrant: name of the entrant.
        count: maximum number of pages.
    """
    trials = [(trial, result) for result in results for trial in result.trials if trial.entrant == entrant]
    scored = [(trial, result) for trial, result in trials if trial.overlap is not None and trial.page_score < 1]
    return [
        WorstPage(f"{result.corpus}/{result.page}", trial.page_score, trial.error or trial.outcome.value)
        for trial, result in sorted(scored, key=lambda item: item[0].page_score)[:count]
    ]
