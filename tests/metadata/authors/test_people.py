"""Who wrote an article where little says so: pages written for these tests."""

from __future__ import annotations

import json

import pytest

import broadsheet

PROSE = "".join(
    f"<p>The town council voted on evening {number} to close the old footbridge over the mill race, after engineers "
    "found that its supports had rotted below the waterline and could no longer carry a crowd.</p>"
    for number in range(1, 6)
)


def article(head: str = "", line: str = "", *, behind: str = "") -> broadsheet.Article:
    html = (
        f"<!doctype html><html lang=en><head><title>Council shuts footbridge | The Courier</title>{head}</head><body>"
        f"<header><a href=/>The Courier</a></header><main><article><h1>Council shuts footbridge</h1>{line}{PROSE}"
        f"{behind}</article></main><footer><p>The Courier. All rights reserved.</p></footer></body></html>"
    )
    return broadsheet.extract(html, url="https://courier.example/news/council-shuts-footbridge")


def authors(head: str = "", line: str = "", *, behind: str = "") -> tuple[str, ...]:
    return article(head, line, behind=behind).authors


def ld(name: str, kind: str = "Person") -> str:
    thing = {"@type": "NewsArticle", "headline": "Council shuts footbridge", "author": {"@type": kind, "name": name}}
    return f'<script type="application/ld+json">{json.dumps(thing)}</script>'


@pytest.mark.parametrize("name", ["User Admin", "Admin User", "Test User", "Test Admin"])
def test_accounts_of_publishing_systems_wrote_nothing(name: str) -> None:
    assert authors(ld(name)) == ()
    assert authors(ld(name), f"<div>Por <a href=/autor/{name.lower().replace(' ', '-')}>{name}</a></div>") == ()
