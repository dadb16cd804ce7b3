"""Aggregate the results of a run: by corpus, over all corpora, and differences between entrants; and break them down.

Figures by language, site and confidence, and the worst pages, come from one score per page (`Trial.page_score`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import Any, Final
from zlib import crc32

import numpy as np

from broadsheet.lab.evaluate.metrics import (
    Interval,
    SegmentScores,
    ShingleScores,
    calibration_error,
    interval,
    segment_scores,
    shingle_scores,
)
from broadsheet.lab.evaluate.papers import mean_paper_scores, paper_scores
from broadsheet.lab.evaluate.run import Outcome
from broadsheet.lab.evaluate.score import PageResult, Trial
from broadsheet.lab.evaluate.store import Entered, Machine
from broadsheet.page.arrays import FloatArray

__all__ = [
    "REFERENCES",
    "RIGHT",
    "Breakdown",
    "Group",
    "Overall",
    "Row",
    "Summary",
    "break_down",
    "grouped",
    "reliability",
    "summarise",
    "worst",
]

RIGHT: Final = 0.8  # page score from which a text counts as right: target of `fusion`'s confidence
_BINS: Final = 10
_Samples = dict[tuple[str, str], FloatArray]  # F1 by corpus and entrant, over resamples of the pages


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
    """Calibration of an entrant's confidence: of texts with confidence 0.8, four of five should be right."""

    entrant: str  # its name
    bins: tuple[Bin, ...]  # pages by confidence, without empty bins
    error: float  # expected calibration error: mean of ``|confidence - right|`` over the bins, weighted by pages
    brier: float  # Brier score: mean of ``(confidence - right)^2`` over the pages, with right 0 or 1


@dataclass(frozen=True, slots=True)
class WorstPage:
    """A page (``corpus/page``) on which an entrant does badly: its score, and how the call ended or the exception."""

    page: str
    score: float
    outcome: str


@dataclass(frozen=True, slots=True)
class Breakdown:
    """Breakdowns of a run: by language (``?`` if unknown) and site, most frequent first; worst pages of one entrant."""

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
        entrants = [trial.call.entrant for trial in pages[0].trials]
        means = {
            entrant: fmean(page.trials[place].page_score for page in pages) for place, entrant in enumerate(entrants)
        }
        made.append(Group(name, len(pages), means))
    return sorted(made, key=lambda group: (-group.pages, group.name))


def reliability(results: Sequence[PageResult]) -> list[Reliability]:
    """Return the calibration of each entrant with confidences, in the order of the trials."""
    lines = []
    for place, entrant in enumerate(trial.call.entrant for trial in results[0].trials) if results else ():
        trials = [result.trials[place] for result in results]
        known = [(one.call.confidence, one.page_score >= RIGHT) for one in trials if one.call.confidence is not None]
        if known:
            brier = fmean((confidence - right) ** 2 for confidence, right in known)
            lines.append(Reliability(entrant, _bins(known), calibration_error(*np.array(known).T), brier))
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
    trials = [(trial, result) for result in results for trial in result.trials if trial.call.entrant == entrant]
    scored = [(trial, result) for trial, result in trials if trial.overlap is not None and trial.page_score < 1]
    return [
        WorstPage(f"{result.corpus}/{result.page}", trial.page_score, trial.call.error or trial.call.outcome.value)
        for trial, result in sorted(scored, key=lambda item: item[0].page_score)[:count]
    ]


# Libraries whose time the others' is compared with: the most used one, and the fastest of the established ones.
REFERENCES: Final = ("trafilatura", "resiliparse")


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant on one corpus."""

    corpus: str
    entrant: str
    ours: bool  # whether it is one of our methods
    pages: int
    failed: int  # pages with an exception or timeout
    empty: int  # pages where it found nothing
    shingles: ShingleScores | None  # scores against gold texts, if the corpus has any
    normalised: ShingleScores | None  # the same under our conventions
    segments: SegmentScores | None  # scores by gold segments, if the corpus has any
    f1_interval: Interval  # 95 % interval of the row's F1, by bootstrap over pages
    papers: Mapping[str, float]  # scores by the papers' metrics, if requested
    cpu_ms: float  # mean CPU milliseconds per page
    measure: str  # main metric of the row: ``"shingles"`` if there are gold texts, otherwise ``"segments"``

    @property
    def scores(self) -> ShingleScores | SegmentScores:
        """Scores by the main metric."""
        scores = self.shingles if self.shingles is not None else self.segments
        return scores if scores is not None else segment_scores([])[0]


@dataclass(frozen=True, slots=True)
class Overall:
    """One entrant on all corpora: counts are sums, and scores means by the main metrics; all corpora weigh the same."""

    entrant: str
    ours: bool  # whether it is one of our methods
    version: str  # version of its package
    pages: int
    failed: int
    empty: int
    f1: float
    precision: float
    recall: float
    normalised_f1: float | None  # mean F1 under our conventions, over the corpora with gold texts; None without any
    f1_error: float  # standard error of ``f1``, for these corpora
    f1_interval: Interval  # 95 % interval of ``f1``, for these corpora
    papers: Mapping[str, float]  # means of the papers' metrics over the corpora, if requested
    cpu_ms: float  # mean CPU milliseconds per page, over all pages
    times: Mapping[str, float]  # ``cpu_ms`` relative to each reference library that took part


@dataclass(frozen=True, slots=True)
class Difference:
    """Difference of mean F1 over the corpora between two entrants, with its 95 % interval by paired bootstrap."""

    better: str
    worse: str
    f1: float
    f1_interval: Interval

    @property
    def is_clear(self) -> bool:
        """Whether the interval excludes 0."""
        return self.f1_interval.low > 0


@dataclass(frozen=True, slots=True)
class FailureCount:
    """Number of failures of one entrant of one kind."""

    entrant: str
    kind: str  # name of the exception, or ``timeout``
    pages: int
    example: str  # the first page, as ``corpus/page``
    words: str  # its message


@dataclass(frozen=True, slots=True)
class Summary:
    """Summary of a run."""

    machine: Machine
    settings: Mapping[str, Any]
    rows: tuple[Row, ...]  # by corpus, and in each by falling F1
    overall: tuple[Overall, ...]  # by falling F1
    differences: tuple[Difference, ...]  # of all pairs of entrants
    failures: tuple[FailureCount, ...]  # by entrant and kind
    metadata_failed: int  # pages whose metadata could not be read; they were scored without a headline
    best: str | None  # the best of our methods by mean F1; None if none took part


def summarise(
    results: Sequence[PageResult],
    entrants: Sequence[Entered],
    *,
    machine: Machine,
    settings: Mapping[str, Any],
    seed: int = 0,
) -> Summary:
    """Aggregate a run.

    Each result has one trial per entrant, in their order. Machine and settings are stored with the figures.
    """
    corpora: dict[str, list[PageResult]] = {}
    for result in results:
        corpora.setdefault(result.corpus, []).append(result)
    rows: list[Row] = []
    samples: _Samples = {}
    for name, pages in corpora.items():
        # Separate draws per corpus: those of two corpora of equal size would otherwise be correlated.
        own = seed ^ crc32(name.encode("utf-8", "replace"))
        of_corpus = []
        for place, entrant in enumerate(entrants):
            row, samples[name, entrant.name] = _row(name, entrant, [page.trials[place] for page in pages], seed=own)
            of_corpus.append(row)
        rows += sorted(of_corpus, key=lambda row: -row.scores.f1)
    mean_ms = {
        entrant.name: _milliseconds(page.trials[place].call.seconds for page in results)
        for place, entrant in enumerate(entrants)
    }
    overall = sorted((_overall(entrant, rows, samples, mean_ms) for entrant in entrants), key=lambda line: -line.f1)
    return Summary(
        machine=machine,
        settings=dict(settings),
        rows=tuple(rows),
        overall=tuple(overall),
        differences=tuple(_differences(rows, overall, samples)),
        failures=tuple(_failures(results)),
        metadata_failed=sum(page.metadata_error is not None for page in results),
        best=next((line.entrant for line in overall if line.ours), None),
    )


def _row(corpus: str, entrant: Entered, trials: Sequence[Trial], *, seed: int) -> tuple[Row, FloatArray]:
    """Return the row, and its F1 over resamples of the pages."""
    overlaps = [trial.overlap for trial in trials if trial.overlap is not None]
    normalised = [trial.normalised for trial in trials if trial.normalised is not None]
    founds = [trial.found for trial in trials if trial.found is not None]
    shingles, shingle_samples = shingle_scores(overlaps, seed=seed)
    segments, segment_samples = segment_scores(founds, seed=seed)
    samples = shingle_samples if overlaps else segment_samples
    row = Row(
        corpus=corpus,
        entrant=entrant.name,
        ours=entrant.ours,
        pages=len(trials),
        failed=sum(trial.call.error is not None for trial in trials),
        empty=sum(trial.call.outcome is Outcome.EMPTY for trial in trials),
        shingles=shingles if overlaps else None,
        normalised=shingle_scores(normalised, seed=seed)[0] if normalised else None,
        segments=segments if founds else None,
        f1_interval=interval(samples),
        papers=paper_scores([trial.papers for trial in trials if trial.papers is not None]),
        cpu_ms=_milliseconds(trial.call.seconds for trial in trials),
        measure="shingles" if overlaps else "segments",
    )
    return row, samples


def _overall(entrant: Entered, rows: Sequence[Row], samples: _Samples, mean_ms: Mapping[str, float]) -> Overall:
    rows, own = [row for row in rows if row.entrant == entrant.name], mean_ms[entrant.name]
    drawn = np.mean([samples[row.corpus, entrant.name] for row in rows] or [np.zeros(1)], axis=0)
    known = [row.normalised.f1 for row in rows if row.normalised is not None]
    return Overall(
        entrant=entrant.name,
        ours=entrant.ours,
        version=entrant.version,
        pages=sum(row.pages for row in rows),
        failed=sum(row.failed for row in rows),
        empty=sum(row.empty for row in rows),
        f1=_mean(row.scores.f1 for row in rows),
        precision=_mean(row.scores.precision for row in rows),
        recall=_mean(row.scores.recall for row in rows),
        normalised_f1=_mean(known) if known else None,
        f1_error=math.hypot(*(row.scores.f1_error for row in rows)) / max(1, len(rows)),
        f1_interval=interval(drawn),
        papers=mean_paper_scores([row.papers for row in rows if row.papers]),
        cpu_ms=own,
        times={name: own / mean_ms[name] for name in REFERENCES if mean_ms.get(name)},
    )


def _differences(rows: Sequence[Row], overall: Sequence[Overall], samples: _Samples) -> Iterable[Difference]:
    """Yield all pairs of ``overall``, which is by falling F1, so that the first of a pair is better."""
    corpora = list(dict.fromkeys(row.corpus for row in rows))
    for one, other in combinations(overall, 2):
        drawn = [samples[name, one.entrant] - samples[name, other.entrant] for name in corpora]
        if drawn:
            mean = interval(np.mean(drawn, axis=0))
            yield Difference(one.entrant, other.entrant, one.f1 - other.f1, mean)


def _failures(results: Sequence[PageResult]) -> Iterable[FailureCount]:
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for result in results:
        for trial in result.trials:
            words = trial.call.error
            if words is not None:
                key = trial.call.entrant, words.partition(":")[0]
                found.setdefault(key, []).append((f"{result.corpus}/{result.page}", words))
    for (entrant, kind), pages in sorted(found.items(), key=lambda item: (item[0][0], -len(item[1]), item[0][1])):
        yield FailureCount(entrant, kind, len(pages), *pages[0])


def _mean(values: Iterable[float]) -> float:
    known = list(values)
    return fmean(known) if known else 0.0


def _milliseconds(seconds: Iterable[float]) -> float:
    return 1000 * _mean(seconds)
