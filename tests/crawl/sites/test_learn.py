from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from broadsheet.crawl.sites import Learner, SiteProfile, SiteStore, learn_entries
from broadsheet.crawl.sources import Record
from broadsheet.crawl.sources.entry import Entry
from broadsheet.errors import SourceUnreadable
from broadsheet.methods.base import Given, Marking, marking
from broadsheet.page import Page, read_page
from tests.crawl.sites.newspapers import html, page


def stored(path: Path) -> list[SiteProfile]:
    with SiteStore(path, read_only=True) as store:
        return list(store.profiles())


def test_learning_apart_is_learning_together(tmp_path: Path) -> None:
    pages = [page(number, host="www.courier.example" if number % 3 else "herald.example") for number in range(18)]
    pages = [one for one in pages for _ in range(1 + (one.url or "").endswith("7.html"))]
    with SiteStore(tmp_path / "one.db") as store, Learner(store) as learner:
        for one in pages:
            assert learner.learn(one)
    for part in range(3):
        # A small number of entries is held, so it is written often.
        with SiteStore(tmp_path / "many.db") as store, Learner(store, held=40) as learner:
            for one in pages[part::3]:
                learner.learn(one)
    assert stored(tmp_path / "one.db") == stored(tmp_path / "many.db")
    assert [(one.site, one.pages) for one in stored(tmp_path / "one.db")] == [
        ("courier.example", 14),
        ("herald.example", 6),
    ]


def test_the_day_is_that_of_the_fetch_or_of_the_page(tmp_path: Path) -> None:
    with SiteStore(tmp_path / "sites.db") as store, Learner(store) as learner:
        learner.learn(page(1, day=dt.date(2026, 1, 5)))
        learner.learn(page(2, day=dt.date(2026, 1, 5)), day=dt.date(2026, 2, 7))
        learner.learn(page(3))
    assert [profile.period for profile in stored(tmp_path / "sites.db")] == ["2026-01", "2026-02", "undated"]


def test_entries_of_a_source(tmp_path: Path) -> None:
    records = [
        Record(asked="1", data=html(1).encode(), url="https://courier.example/1", fetched="2026-03-06T10:00:00+00:00"),
        Record(asked="2", data=html(2).encode()),
        Record(asked="3", data=b"%PDF-1.7"),
        Record(
            asked="4",
            data=html(4).replace("<head>", '<head><link rel=canonical href="https://herald.example/4">').encode(),
        ),
    ]
    entries = [Entry(number=at, record=record) for at, record in enumerate(records)]
    entries.append(Entry(number=4, error=SourceUnreadable("5", "gone")))
    with SiteStore(tmp_path / "sites.db") as store, Learner(store) as learner:
        learnt = learn_entries(entries, learner)
    assert (dict(learnt.pages), learnt.homeless, learnt.unreadable) == (
        {"courier.example": 1, "herald.example": 1},
        1,
        2,
    )
    assert [profile.period for profile in stored(tmp_path / "sites.db")] == ["2026-03", "undated"]


def test_what_was_learnt_before_an_error_stays(tmp_path: Path) -> None:
    def interrupted(learner: Learner) -> None:
        learner.learn(page(1))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), SiteStore(tmp_path / "sites.db") as store, Learner(store) as learner:
        interrupted(learner)
    assert [profile.pages for profile in stored(tmp_path / "sites.db")] == [1]


def test_bodies_are_found_by_the_method_that_is_given(tmp_path: Path) -> None:
    class Footers:
        def mark(self, page: Page, given: Given) -> Marking:
            inside = np.zeros(len(page), dtype=np.bool_)
            inside[page.select("div.foot")] = True
            return marking(page, page.under(inside))

    method: Any = Footers()
    with SiteStore(tmp_path / "sites.db") as store, Learner(store, method=method) as learner:
        learner.learn(page(1))
    (profile,) = stored(tmp_path / "sites.db")
    assert list(profile.containers) == ["html > body > div.foot"]


def test_what_a_page_says_of_its_site_goes_first(tmp_path: Path) -> None:
    stating = html(3).replace("<head>", '<head><link rel=canonical href="https://herald.example/3">')
    pages = [page(1), read_page(html(2)), read_page(stating)]
    with SiteStore(tmp_path / "sites.db") as store, Learner(store) as learner:
        for one in pages:
            assert learner.learn(one, site="gazette.example")
    assert sorted(profile.site for profile in stored(tmp_path / "sites.db")) == [
        "courier.example",
        "gazette.example",
        "herald.example",
    ]
