"""The summary: what is added up, by hand."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import pytest

from broadsheet.lab.evaluate.metrics import Overlap
from broadsheet.lab.evaluate.score import PageResult
from broadsheet.lab.evaluate.summary import Summary, summarise
from tests.lab.evaluate.conftest import ENTRANTS, MACHINE, page_of, trial

if TYPE_CHECKING:
    from collections.abc import Sequence


def test_rows_are_by_corpus_and_falling_f1(summary: Summary) -> None:
    assert [(row.corpus, row.entrant) for row in summary.rows] == [
        ("big", "good"),
        ("big", "poor"),
        ("big", "trafilatura"),
        ("pieces [1]", "good"),
        ("pieces [1]", "trafilatura"),
        ("pieces [1]", "poor"),
    ]
    assert [row.measure for row in summary.rows] == ["shingles"] * 3 + ["segments"] * 3


def test_failures_and_empty_results_are_counted_apart(summary: Summary) -> None:
    counts = {(row.corpus, row.entrant): (row.pages, row.failed, row.empty) for row in summary.rows}
    assert counts["big", "poor"] == (2, 1, 0)
    assert counts["big", "trafilatura"] == (2, 0, 1)
    assert {line.entrant: (line.failed, line.empty) for line in summary.overall} == {
        "good": (0, 0),
        "poor": (1, 1),
        "trafilatura": (0, 1),
    }


def test_a_corpus_weighs_as_much_as_another(summary: Summary) -> None:
    lines = {line.entrant: line for line in summary.overall}
    # big: precision 1/2 (one output), recall (1 + 0) / 2: F1 1/2. pieces: precision 2/4, recall 1: F1 2/3.
    assert lines["trafilatura"].f1 == pytest.approx((1 / 2 + 2 / 3) / 2)
    assert lines["trafilatura"].precision == pytest.approx(1 / 2)
    assert lines["trafilatura"].recall == pytest.approx((1 / 2 + 1) / 2)
    assert lines["good"].f1 == 1


def test_times_are_means_over_pages(summary: Summary) -> None:
    lines = {line.entrant: line for line in summary.overall}
    assert lines["good"].cpu_ms == pytest.approx(8)
    assert lines["poor"].cpu_ms == pytest.approx(3)
    assert lines["poor"].cpu_ms_median == pytest.approx(2)
    assert lines["trafilatura"].cpu_ms == pytest.approx(40)
    # Only references that took part.
    assert lines["good"].times == {"trafilatura": pytest.approx(0.2)}
    assert lines["trafilatura"].times == {"trafilatura": 1}
    assert summary.metadata_ms == pytest.approx(3)


def test_the_best_is_one_of_ours(results: list[PageResult]) -> None:
    # The library comes second on the whole, before our other method.
    assert summarise(results, ENTRANTS, machine=MACHINE, settings={}).best == "good"
    library = [dataclasses.replace(result, trials=result.trials[2:]) for result in results]
    assert summarise(library, ENTRANTS[2:], machine=MACHINE, settings={}).best is None


def pages_of(one: Sequence[float], other: Sequence[float]) -> list[PageResult]:
    """Pages on which two entrants have this precision, and find everything."""
    return [
        page_of(
            str(number),
            *(trial(name, 0.001, Overlap(share, 1 - share, 0)) for name, share in (("good", first), ("poor", second))),
        )
        for number, (first, second) in enumerate(zip(one, other, strict=True))
    ]


def test_differences_are_paired() -> None:
    one = [0.5, 0.6, 0.7, 0.8, 0.9, 1.0] * 5
    summary = summarise(pages_of(one, [share - 0.05 for share in one]), ENTRANTS[:2], machine=MACHINE, settings={})
    mean, here = summary.differences
    assert (mean.corpus, here.corpus) == (None, "c")
    assert (mean.better, mean.worse) == ("good", "poor")
    assert mean.is_clear
    assert mean.f1_interval.low <= mean.f1 <= mean.f1_interval.high
    # The intervals of the two overlap: only the pairing shows that one is better.
    first, second = summary.rows
    assert first.f1_interval.low < second.f1_interval.high
