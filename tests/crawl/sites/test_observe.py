from __future__ import annotations

import datetime as dt
from collections import Counter

import pytest

from broadsheet.crawl.sites import SiteProfile, belongs, changes, site_named
from broadsheet.crawl.sites.learn import url_shape
from broadsheet.page import read_page
from tests.crawl.sites.newspapers import NOTICE, html, observed, page


@pytest.mark.parametrize(
    ("url", "shape"),
    [
        ("https://courier.example/", "/"),
        ("https://courier.example", "/"),
        ("https://courier.example/news/2026/03/06/a-b-c-d.html", "/news/{year}/{month}/{day}/{slug}.html"),
        ("https://courier.example/2026/mar/06/a-b-c-d", "/{year}/{month}/{day}/{slug}"),
        ("https://courier.example/20260306/story", "/{date}/story"),
        ("https://courier.example/2026-03-06/story", "/{date}/story"),
        ("https://courier.example/sport/a-long-way-home-4711123", "/sport/{slug}-{number}"),
        ("https://courier.example/a12.php?id=4&page=2", "/a{number}.php?id&page"),
        ("https://courier.example/%E6%96%B0%E8%81%9E/123", "/{slug}/{number}"),
        ("https://courier.example/v1.2", "/v{number}.{number}"),
        ("https://courier.example/.html", "/.html"),
        ("https://courier.example/why-1.5-million-people-left", "/{slug}"),
        ("https://courier.example/a/12", "/a/{number}"),
        ("https://courier.example/2026/03/06/12", "/{year}/{month}/{day}/{number}"),
        ("https://courier.example/march", "/march"),
        ("https://courier.example/sport/march", "/sport/march"),
        ("https://courier.example/2026/marvellous", "/{year}/marvellous"),
        ("https://courier.example/donaudampfschifffahrtsgesellschaft", "/{slug}"),
        (f"https://courier.example/{'-' * 30}", "/{slug}"),
        ("https://courier.example/a-long-way-home-11", "/{slug}"),
        ("no address", None),
        ("https://[::1", None),
    ],
)
def test_shapes(url: str, shape: str | None) -> None:
    assert url_shape(url) == shape


@pytest.mark.parametrize(
    ("name", "site"),
    [
        ("courier.example", "courier.example"),
        (" www.COURIER.example ", "courier.example"),
        ("https://www.courier.example/a b", "courier.example"),
        ("www.courier.co.uk/news", "courier.co.uk"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("xn--bcher-kva.example", "xn--bcher-kva.example"),
        ("localhost", "localhost"),
        ("192.0.2.7:8000", "192.0.2.7"),
        ("http://[2001:DB8::1]/", "2001:db8::1"),
        ("", None),
        (" ", None),
        (".", None),
        ("a b", None),
        ("the courier.example", None),
        ("editor@courier.example", None),
        ("ftp://courier.example/", None),
        ("https://", None),
        ("-courier.example", None),
        ("courier..example", None),
        ("1.2", None),
        ("a" * 64 + ".example", None),
        ("*.example", None),
    ],
)
def test_sites_as_they_are_named(name: str, site: str | None) -> None:
    assert site_named(name) == site


DAY, FETCHED = dt.date(2026, 1, 5), dt.date(2026, 2, 7)
CANONICAL = html(3).replace("<head>", '<head><link rel=canonical href="https://herald.example/3">')


def test_site_and_day_of_a_page() -> None:
    """A page's own site and the day of its fetch come first."""
    assert belongs(page(1, day=DAY), site="gazette.example") == ("courier.example", DAY)
    assert belongs(page(2, day=DAY), day=FETCHED) == ("courier.example", FETCHED)
    assert belongs(read_page(CANONICAL), site="gazette.example") == ("herald.example", None)
    assert belongs(read_page(html(2)), site="gazette.example") == ("gazette.example", None)
    assert belongs(read_page(html(2))) == (None, None)


def test_one_page() -> None:
    profile = observed(page(3), day=dt.date(2026, 3, 6))
    assert (profile.site, profile.period, profile.pages) == ("courier.example", "2026-03", 1)
    assert observed(page(3), day=dt.date.min).period == "0001-01"
    assert list(profile.containers) == ["html > body > div.story > div.text"]
    assert profile.days == {"2026-03-06": 1}
    assert profile.shapes == {"/news/{year}/{month}/story-{number}.html": 1}
    assert any(NOTICE.startswith(entry.text) for entry in profile.texts.values())
    assert {entry.pages for entry in [*profile.texts.values(), *profile.static.values()]} == {1}
    kept = {place.path: place.kept for place in profile.places.values()}
    assert kept["body > div.story > div.text > p"] == 1000
    assert kept["html > body > div.foot > p"] == 0


def test_a_new_layout_is_a_change() -> None:
    pages = [page(number, layout="old" if number < 26 else "new") for number in range(40)]
    start = dt.date(2026, 3, 1)
    profiles = [observed(one, day=start + dt.timedelta(days=number)) for number, one in enumerate(pages)]
    (change,) = changes(profiles)
    assert (change.day, change.overlap) == ("2026-03-27", 0)
    assert change.before.endswith("div.story > div.text")
    assert change.after.endswith("article > section.prose")
    assert (change.pages_before, change.pages_after) == (26, 14)
    assert changes(profiles[:28]) == [], "two pages are too few"


def test_bodies_that_are_no_longer_found_are_a_change() -> None:
    profiles = [
        SiteProfile(
            site="courier.example", pages=3, containers={"main" if day < 15 else "": Counter({f"2026-03-{day:02}": 3})}
        )
        for day in range(1, 28)
    ]
    (change,) = changes(profiles)
    assert (change.day, change.after) == ("2026-03-15", "")
