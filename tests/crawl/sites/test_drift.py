from __future__ import annotations

import datetime as dt
from collections import Counter

from broadsheet.crawl.sites import SiteProfile, changes
from tests.crawl.sites.newspapers import observed, page

START = dt.date(2026, 3, 1)


def test_a_new_layout_is_a_change() -> None:
    pages = [page(number, layout="old" if number < 26 else "new") for number in range(40)]
    profiles = [observed(one, day=START + dt.timedelta(days=number)) for number, one in enumerate(pages)]
    (change,) = changes(profiles)
    assert change.day == "2026-03-27"
    assert change.overlap == 0
    assert change.before.endswith("div.story > div.text")
    assert change.after.endswith("article > section.prose")
    assert (change.pages_before, change.pages_after) == (26, 14)

    assert changes(profiles[:26]) == []


def test_bodies_that_are_no_longer_found_are_a_change() -> None:
    profiles = [
        SiteProfile(
            site="courier.example",
            pages=3,
            containers={"main" if day < 15 else "": Counter({f"2026-03-{day:02}": 3})},
        )
        for day in range(1, 28)
    ]
    (change,) = changes(profiles)
    assert (change.day, change.after) == ("2026-03-15", "")
