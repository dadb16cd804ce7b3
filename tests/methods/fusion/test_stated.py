from __future__ import annotations

import json

import pytest

from broadsheet.methods.fusion.stated import stated_body, stated_paragraphs
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
    assert stated_body(page(*scripts)) == body


def test_the_paragraphs_of_what_is_stated() -> None:
    one, two = (f"{name} met on Tuesday. " * 20 for name in ("They", "We"))
    assert stated_paragraphs(page({"articleBody": f"<p>{one}</p>\n<p>{two}</p>"})) == (one.strip(), two.strip())
    assert stated_paragraphs(page({"articleBody": "The council met."})) == ()
    both = page([{"articleBody": one}, {"articleBody": "A short one."}, {"articleBody": one}])
    assert stated_paragraphs(both, alone=True) == (one.strip(),)
    assert stated_paragraphs(page([{"articleBody": one}, {"articleBody": two}]), alone=True) == ()


@pytest.mark.parametrize(
    "script", ['{"articleBody": "The council met.",}', '{"@type": "Article", "articleBody": "The council met."']
)
def test_what_is_stated_in_broken_json(script: str) -> None:
    assert stated_body(read_page(f'<script type="application/ld+json">{script}</script><p>Text')) == "The council met."


def test_many_objects_take_bounded_time() -> None:
    assert stated_body(page({"@graph": [{"@graph": [{}] * 100}] * 1000 + [ARTICLE]})) == ""
