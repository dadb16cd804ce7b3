from __future__ import annotations

import json

import pytest

from broadsheet.facts import Facts
from broadsheet.page import Page, read_page


def page(*scripts: object) -> Page:
    inside = "".join(f'<script type="application/ld+json">{json.dumps(one)}</script>' for one in scripts)
    return read_page(f"<head>{inside}</head><p>Text")


ARTICLE = {"@type": "NewsArticle", "articleBody": "The council met."}


@pytest.mark.parametrize(
    ("scripts", "body"),
    [
        ((), ""),
        ((ARTICLE,), "The council met."),
        (({"@type": "Organization"}, ARTICLE), "The council met."),
        (([ARTICLE],), "The council met."),
        (({"@graph": [{"@type": "WebSite"}, ARTICLE]},), "The council met."),
        (({"@type": "WebPage", "mainEntity": ARTICLE},), "The council met."),
        (({"@graph": [{"articleBody": "Short."}, ARTICLE, {"articleBody": 3}]},), "The council met."),
        # A part of an article is another article.
        (({"@type": "NewsArticle", "hasPart": ARTICLE},), ""),
    ],
)
def test_where_a_body_is_stated(scripts: tuple[object, ...], body: str) -> None:
    assert Facts(page(*scripts)).article_body == body


@pytest.mark.parametrize(
    "script",
    [
        '{"@type": "Article", "articleBody": "The council met.",}',
        '// said\n{"@type": "Article", "articleBody": "The council met."} }',
    ],
)
def test_what_is_stated_in_broken_json(script: str) -> None:
    assert (
        Facts(read_page(f'<script type="application/ld+json">{script}</script><p>Text')).article_body
        == "The council met."
    )


def test_many_objects_take_bounded_time() -> None:
    assert Facts(page({"@graph": [{"@graph": [{"@type": "Thing"}] * 100}] * 1000 + [ARTICLE]})).article_body == ""
