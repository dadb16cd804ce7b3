from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence

import pytest
from markdown_it import MarkdownIt

from broadsheet.lab.evaluate.metrics import Found, Overlap
from broadsheet.lab.evaluate.report import as_markdown, page_lines
from broadsheet.lab.evaluate.score import PageResult
from broadsheet.lab.evaluate.summary import Summary, break_down, grouped, reliability, summarise, worst
from tests.lab.evaluate.conftest import ENTRANTS, MACHINE, page_of, trial


def test_rows_are_by_corpus_and_falling_f1_and_failures_are_counted_apart(summary: Summary) -> None:
    assert [(row.corpus, row.measure, row.entrant, row.pages, row.failed, row.empty) for row in summary.rows] == [
        ("big", "shingles", "good", 2, 0, 0),
        ("big", "shingles", "poor", 2, 1, 0),
        ("big", "shingles", "trafilatura", 2, 0, 1),
        ("pieces [1]", "segments", "good", 1, 0, 0),
        ("pieces [1]", "segments", "trafilatura", 1, 0, 0),
        ("pieces [1]", "segments", "poor", 1, 0, 1),
    ]
    assert [(line.failed, line.empty) for line in summary.overall] == [(0, 0), (0, 1), (1, 1)]


def test_corpora_weigh_the_same(summary: Summary) -> None:
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
    assert lines["trafilatura"].cpu_ms == pytest.approx(40)
    # Only references that took part.
    assert lines["good"].times == {"trafilatura": pytest.approx(0.2)}
    assert lines["trafilatura"].times == {"trafilatura": 1}


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
    (mean,) = summary.differences
    assert (mean.better, mean.worse) == ("good", "poor")
    assert mean.is_clear
    assert mean.f1_interval.low <= mean.f1 <= mean.f1_interval.high
    # The intervals of the two overlap: only the pairing shows that one is better.
    first, second = summary.rows
    assert first.f1_interval.low < second.f1_interval.high


def page(
    name: str, score: float, *, lang: str | None = None, site: str = "a", confidence: float | None = None
) -> PageResult:
    """A page on which one entrant has this F1: as much is extra as is missed."""
    rest = (1 - score) / (2 - score)
    overlap = Overlap(1 - 2 * rest, rest, rest)
    assert overlap.f1 == pytest.approx(score)
    trials = (trial("one", 0.001, overlap, confidence=confidence), trial("other", 0.001, found=Found(1, 0, 0, 0)))
    return PageResult("c", name, lang, site, titled=False, metadata_error=None, trials=trials)


def test_groups_are_means_by_name_most_frequent_first() -> None:
    pages = [page("1", 0.5, lang="de"), page("2", 1, lang="en"), page("3", 0.8, lang="en"), page("4", 0.2)]
    groups = grouped(pages, lambda page: page.lang or "?")
    assert [(group.name, group.pages) for group in groups] == [("en", 2), ("?", 1), ("de", 1)]
    assert groups[0].scores == pytest.approx({"one": 0.9, "other": 1})
    assert [group.name for group in grouped(pages, lambda page: page.site)] == ["a"]


def test_reliability_by_hand() -> None:
    pages = [
        page("1", 0.95, confidence=0.92),
        page("2", 0.95, confidence=0.98),
        page("3", 0.5, confidence=1.0),
        page("4", 0.5, confidence=0.1),
        page("5", 0.5),
    ]
    (line,) = reliability(pages)
    assert line.entrant == "one"
    low, high = line.bins
    assert (low.low, low.pages, low.confidence, low.right) == (0.1, 1, 0.1, 0)
    assert (high.pages, high.right) == (3, pytest.approx(2 / 3))
    assert high.confidence == pytest.approx(2.9 / 3)
    assert line.error == pytest.approx((3 * abs(2.9 / 3 - 2 / 3) + 0.1) / 4)
    assert line.brier == pytest.approx((0.08**2 + 0.02**2 + 1 + 0.01) / 4)


def test_worst_pages_are_sorted_without_perfect_ones() -> None:
    pages = [page("1", 1), page("2", 0.5), page("3", 0.1), page("4", 0.5)]
    assert [one.page for one in worst(pages, "one", 2)] == ["c/3", "c/2"]
    assert [one.page for one in worst(pages, "one", 9)] == ["c/3", "c/2", "c/4"]
    # No gold text to be shown beside.
    assert worst(pages, "other", 9) == worst(pages, "nobody", 9) == []


LAST = "Best of our methods by mean F1: good (1.000, 95 % 1.000 to 1.000)."


def test_tables_have_all_figures(summary: Summary) -> None:
    text = as_markdown(summary)
    told = "Our metadata could not be read on 1 pages: scored without a headline."
    for words in ("pieces \\[1] (segments), 1", "big, 2", "good \\*", "1.000 ± 0.000", "ms / trafilatura", told):
        assert words in text, words
    assert "resiliparse" not in text


def test_reports_have_valid_markdown_tables(summary: Summary, results: list[PageResult]) -> None:
    text = as_markdown(summary, break_down(results, entrant="poor", count=9))
    html = MarkdownIt().enable("table").render(text)
    assert html.count("<table>") == text.count("## ") == 7
    assert "ValueError: bad | worse" in html
    assert "Worst pages of poor" in html
    assert text.splitlines()[-1] == LAST
    assert as_markdown(summary).count("## ") == 2


def test_page_lines_hold_one_trial_each(results: list[PageResult]) -> None:
    lines = [json.loads(line) for line in page_lines(results[1])]
    assert [line["entrant"] for line in lines] == ["good", "poor", "trafilatura"]
    failed = {"corpus": "big", "page": "2", "entrant": "poor", "outcome": "failed", "score": 0, "cpu_ms": 2.0}
    assert failed.items() <= lines[1].items()
    assert (lines[1]["error"], lines[1]["overlap"]["missed"]) == ("ValueError: bad | worse", 1)
