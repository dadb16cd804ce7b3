"""Where figures come from, by hand."""

from __future__ import annotations

import pytest

from broadsheet.lab.evaluate.metrics import Found, Overlap
from broadsheet.lab.evaluate.score import PageResult
from broadsheet.lab.evaluate.summary import grouped, reliability, worst
from tests.lab.evaluate.conftest import trial


def page(
    name: str, score: float, *, lang: str | None = None, site: str = "a", confidence: float | None = None
) -> PageResult:
    """A page on which one entrant has this F1: as much is extra as is missed."""
    rest = (1 - score) / (2 - score)
    overlap = Overlap(1 - 2 * rest, rest, rest)
    assert overlap.f1 == pytest.approx(score)
    trials = (trial("one", 0.001, overlap, confidence=confidence), trial("other", 0.001, found=Found(1, 0, 0, 0)))
    return PageResult("c", name, lang, site, titled=False, metadata_seconds=None, metadata_error=None, trials=trials)


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


def test_the_worst_come_first_and_perfect_ones_not_at_all() -> None:
    pages = [page("1", 1), page("2", 0.5), page("3", 0.1), page("4", 0.5)]
    assert [one.page for one in worst(pages, "one", 2)] == ["c/3", "c/2"]
    assert [one.page for one in worst(pages, "one", 9)] == ["c/3", "c/2", "c/4"]
    # No gold text to be shown beside.
    assert worst(pages, "other", 9) == worst(pages, "nobody", 9) == []
