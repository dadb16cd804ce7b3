"""Figures by language, site, fold and confidence, and the worst pages; all from one score per page
(`Trial.page_score`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from broadsheet.evaluate.score import PageResult

__all__ = [
    "FOLDS",
    "RIGHT",
    "Bin",
    "Breakdown",
    "Group",
    "Reliability",
    "Spread",
    "break_down",
    "by_language",
    "by_site",
    "reliability",
    "site_folds",
    "spread",
    "worst",
]

FOLDS: Final = 10  # folds of sites; as in Standke 2019
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
class Spread:
    """Variation of an entrant's mean page score between folds of sites.

    Attributes:
        entrant: its name.
        folds: mean page score of each fold.
        mean: mean of the folds.
        deviation: their standard deviation; 0 for one fold.
    """

    entrant: str
    folds: tuple[float, ...]
    mean: float
    deviation: float


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
class Breakdown:
    """All breakdowns of one run.

    Attributes:
        languages: by language.
        sites: by site.
        spreads: between folds, if requested.
        reliability: of entrants with confidences.
    """

    languages: tuple[Group, ...] = ()
    sites: tuple[Group, ...] = ()
    spreads: tuple[Spread, ...] = ()
    reliability: tuple[Reliability, ...] = ()


def break_down(results: Sequence[PageResult], *, folds: bool = False) -> Breakdown:
    """Break down the figures of a run.

    Args:
        results: results of the run.
        folds: also compare folds of sites.
    """
    return Breakdown(
        languages=tuple(by_language(results)),
        sites=tuple(by_site(results)),
        spreads=tuple(spread(site_folds(results))) if folds else (),
        reliability=tuple(reliability(results)),
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


def site_folds(results: Sequence[PageResult], folds: int = FOLDS) -> list[list[PageResult]]:
    """Divide the pages into folds of similar size, each site in one fold.

    The site with the most pages goes first, into the smallest fold; ties by name. Empty folds are left out.

    Args:
        results: one per page.
        folds: number of folds, at least 1.
    """
    sizes = Counter(result.site for result in results)
    fold_of: dict[str, int] = {}
    pages = [0] * folds
    for site, size in sorted(sizes.items(), key=lambda item: (-item[1], item[0])):
        fold = pages.index(min(pages))
        fold_of[site] = fold
        pages[fold] += size
    cut: list[list[PageResult]] = [[] for _ in range(folds)]
    for result in results:
        cut[fold_of[result.site]].append(result)
    return [fold for fold in cut if fold]


def spread(folds: Sequence[Sequence[PageResult]]) -> list[Spread]:
    """Compare mean page scores between folds, best entrant first."""
    if not folds:
        return []
    by_fold = [_means(fold) for fold in folds]
    spreads = []
    for name in by_fold[0]:
        scores = tuple(means[name] for means in by_fold)
        spreads.append(Spread(name, scores, fmean(scores), stdev(scores) if len(scores) > 1 else 0.0))
    return sorted(spreads, key=lambda line: -line.mean)


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


def worst(results: Sequence[PageResult], entrant: str, count: int) -> list[PageResult]:
    """Return an entrant's worst pages with a gold text, worst first; perfect pages are left out.

    Args:
        results: one per page.
        entrant: name of the entrant.
        count: maximum number of pages.
    """
    scored = []
    for number, result in enumerate(results):
        trial = next((trial for trial in result.trials if trial.entrant == entrant), None)
        if trial is not None and trial.overlap is not None and trial.page_score < 1:
            scored.append((trial.page_score, number, result))
    return [result for _, _, result in sorted(scored, key=lambda item: item[:2])[:count]]
