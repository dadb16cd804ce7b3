"""Breadcrumbs: all steps of the first trail that the page states or shows, with its source."""

from __future__ import annotations

import json

import pytest

import broadsheet
from broadsheet.article import Breadcrumb

HERE = "https://paper.example/sport/tennis/final"
PROSE = (
    "<p>The two towns on the sound had argued about it for eleven years, and nobody in either could remember why.</p>"
    * 5
)
HOME, SPORT, TENNIS = (
    Breadcrumb("Home", "https://paper.example/"),
    Breadcrumb("Sport", "https://paper.example/sport"),
    Breadcrumb("Tennis", "https://paper.example/sport/tennis"),
)
STATED = [
    {"@type": "ListItem", "position": 1, "name": "Home", "item": "/"},
    {"@type": "ListItem", "position": 2, "item": {"@id": "https://paper.example/sport", "name": "Sport"}},
    {"@type": "ListItem", "position": 3, "item": {"url": "/sport/tennis", "name": "Tennis"}},
    {"@type": "ListItem", "position": 4, "name": "The final"},
]
MARKED = (
    '<ol itemscope itemtype="https://schema.org/BreadcrumbList">'
    '<li itemprop="itemListElement" itemscope><a itemprop="item" href="/"><span itemprop="name">Home</span></a>'
    '<li itemprop="itemListElement" itemscope><a itemprop="item" href="/sport"><b itemprop="name">Sport</b></a></ol>'
)
SHOWN = '<nav class="breadcrumbs"><a href="/">Home</a> &gt; <a href="/sport">Sport</a> &gt; <b>Final</b></nav>'


def ld(thing: dict[str, object]) -> str:
    return f'<script type="application/ld+json">{json.dumps(thing)}</script>'


def read(head: str = "", top: str = "") -> broadsheet.Article:
    return broadsheet.extract(f"<head>{head}</head><body>{top}<article><h1>The final</h1>{PROSE}</article>", url=HERE)


@pytest.mark.parametrize(
    ("head", "top", "found", "source"),
    [
        (
            ld({"@type": "BreadcrumbList", "itemListElement": STATED}),
            SHOWN,
            (HOME, SPORT, TENNIS, Breadcrumb("The final")),
            "json-ld:BreadcrumbList",
        ),
        (
            ld({"@type": "WebPage", "breadcrumb": {"@type": "BreadcrumbList", "itemListElement": STATED[:2]}}),
            "",
            (HOME, SPORT),
            "json-ld:BreadcrumbList",
        ),
        (
            ld({"@type": "BreadcrumbList", "itemListElement": "nothing"}),
            MARKED,
            (HOME, SPORT),
            "microdata:BreadcrumbList",
        ),
        ("", SHOWN, (HOME, SPORT), "text:breadcrumbs"),
        ("", "<nav><a href=/>Home</a> <a href=/sport>Sport</a></nav>", (), None),
    ],
)
def test_the_first_trail(head: str, top: str, found: tuple[Breadcrumb, ...], source: str | None) -> None:
    article = read(head, top)
    assert article.breadcrumbs == found
    assert {origin.datum: origin.source for origin in article.origins}.get("breadcrumbs") == source
    assert article.to_dict()["breadcrumbs"] == [{"name": one.name, "url": one.url} for one in found]


def test_they_are_explained() -> None:
    from broadsheet.article import explain

    assert "breadcrumbs: Home > Sport\n  from text:breadcrumbs" in explain(read(top=SHOWN))


def test_a_trail_without_end_is_cut() -> None:
    many = [{"name": f"Section {number}", "item": f"/{number}"} for number in range(10_000)]
    assert len(read(ld({"@type": "BreadcrumbList", "itemListElement": many})).breadcrumbs) == 50
