from __future__ import annotations

import datetime as dt
from collections import Counter
from pathlib import Path

from newspapers import page

from broadsheet.sites import Learner, SiteProfile, SiteStore, changes

START = dt.date(2026, 3, 1)


def of(*days: tuple[int, str, int]) -> list[SiteProfile]:
    profile = SiteProfile(site="courier.example", period="2026-03")
    for day, path, pages in days:
        profile.add(
            SiteProfile(
                site="courier.example",
                period="2026-03",
                pages=pages,
                containers={path: Counter({f"2026-03-{day:02}": pages})},
            )
        )
    return [profile]


def test_pages_that_change_their_layout_are_noticed(tmp_path: Path) -> None:
    with SiteStore(tmp_path / "sites.db") as store:
        with Learner(store) as learner:
            for number in range(40):
                day = START + dt.timedelta(days=number)
                learner.learn(page(number, layout="old" if number < 26 else "new"), day=day)
        (change,) = changes(store.profiles("courier.example"))
    assert change.day == "2026-03-27"
    assert change.overlap == 0
    assert change.before.endswith("div.story > div.text")
    assert change.after.endswith("article > section.prose")
    assert (change.pages_before, change.pages_after) == (26, 14)


def test_a_site_that_stays_as_it_is_has_not_changed(tmp_path: Path) -> None:
    with SiteStore(tmp_path / "sites.db") as store:
        with Learner(store) as learner:
            for number in range(30):
                learner.learn(page(number), day=START + dt.timedelta(days=number))
        assert changes(store.profiles("courier.example")) == []


def test_sections_with_layouts_of_their_own_are_no_change() -> None:
    days = [(day, "main" if day % 3 else "div.sport", 3) for day in range(1, 28)]
    assert changes(of(*days)) == []


def test_a_special_of_a_few_pages_is_no_change() -> None:
    days = [(day, "main", 3) for day in range(1, 20)]
    assert changes(of(*days, (20, "div.special", 4))) == []


def test_a_site_may_change_more_than_once() -> None:
    days = [(day, "a" if day < 8 else "b" if day < 18 else "c", 3) for day in range(1, 28)]
    assert [(change.day, change.before, change.after) for change in changes(of(*days))] == [
        ("2026-03-08", "a", "b"),
        ("2026-03-18", "b", "c"),
    ]


def test_pages_on_which_nothing_is_found_any_more_are_a_change() -> None:
    days = [(day, "main" if day < 15 else "", 3) for day in range(1, 28)]
    (change,) = changes(of(*days))
    assert (change.day, change.after) == ("2026-03-15", "")


def test_pages_without_a_day_tell_nothing() -> None:
    profile = SiteProfile(
        site="courier.example", pages=20, containers={"main": Counter({"": 10}), "div": Counter({"": 10})}
    )
    assert changes([profile]) == []
