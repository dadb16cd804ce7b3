from __future__ import annotations

import json

import pytest

from broadsheet.facts import Facts
from broadsheet.facts.article_body import paragraphs_of
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
        # What belongs to another article, such as a comment, is not the page's.
        (({"@type": "WebPage", "hasPart": ARTICLE},), ""),
    ],
)
def test_where_a_body_is_stated(scripts: tuple[object, ...], body: str) -> None:
    assert Facts(page(*scripts)).article_body == body


def test_the_paragraphs_of_what_is_stated() -> None:
    one, two = (f"{name} met on Tuesday. " * 20 for name in ("They", "We"))
    assert paragraphs_of(Facts(page({"articleBody": f"<p>{one}</p>\n<p>{two}</p>"})).article_bodies) == (
        one.strip(),
        two.strip(),
    )
    assert paragraphs_of(Facts(page({"articleBody": "The council met."})).article_bodies) == ()
    both = page([{"articleBody": one}, {"articleBody": "A short one."}, {"articleBody": one}])
    assert paragraphs_of(Facts(both).article_bodies, alone=True) == (one.strip(),)
    assert paragraphs_of(Facts(page([{"articleBody": one}, {"articleBody": two}])).article_bodies, alone=True) == ()


@pytest.mark.parametrize(
    "script", ['{"articleBody": "The council met.",}', '{"@type": "Article", "articleBody": "The council met."']
)
def test_what_is_stated_in_broken_json(script: str) -> None:
    assert (
        Facts(read_page(f'<script type="application/ld+json">{script}</script><p>Text')).article_body
        == "The council met."
    )


def test_many_objects_take_bounded_time() -> None:
    assert Facts(page({"@graph": [{"@graph": [{}] * 100}] * 1000 + [ARTICLE]})).article_body == ""
