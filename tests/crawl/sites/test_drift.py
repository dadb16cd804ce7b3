from __future__ import annotations

import datetime as dt
from collections import Counter
from pathlib import Path

from broadsheet.crawl.sites import Learner, SiteProfile, SiteStore, changes
from tests.crawl.sites.newspapers import page

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


def test_pages_on_which_nothing_is_found_any_more_are_a_change() -> None:
    days = [(day, "main" if day < 15 else "", 3) for day in range(1, 28)]
    (change,) = changes(of(*days))
    assert (change.day, change.after) == ("2026-03-15", "")
