"""Verdicts on clear cases by the models that come with the package."""

from __future__ import annotations

import pickle
from typing import get_args

import pytest

import broadsheet
from broadsheet.article import PageKind
from broadsheet.facts import Facts
from broadsheet.page import read_page
from broadsheet.verdict import judge
from tests.verdict import pages
from tests.verdict.kinds import CASES
from tests.verdict.pages import case

STORY = "https://www.courier.example/2026/03/06/ferry-returns-to-the-lower-sound-4711.html"


@pytest.mark.parametrize("url", [STORY, None])
@pytest.mark.parametrize("declared", [True, False])
def test_an_article(url, declared):
    verdict = broadsheet.identify(pages.article(declared=declared), url=url)
    assert verdict.is_article
    assert verdict.kind == "article"
    assert verdict.probability > (0.8 if declared else 0.5)


@pytest.mark.parametrize("url", ["https://www.courier.example/politics/", None])
def test_an_index(url):
    verdict = broadsheet.identify(case("index en").html, url=url)
    assert not verdict.is_article
    assert verdict.kind == "index"
    assert "18 of 19 headlines link elsewhere" in verdict.evidence


@pytest.mark.parametrize("html", [pages.article(), *(one.html for one in CASES[::5])])
def test_the_verdict_is_sound(html):
    verdict = broadsheet.identify(html)
    assert verdict.kind in get_args(PageKind)
    assert 0 <= verdict.probability <= 1
    assert verdict.is_article == (verdict.probability >= 0.5)
    assert verdict.evidence
    assert all(said and "nan" not in said for said in verdict.evidence)
    page = read_page(html)
    assert verdict == broadsheet.identify(page) == judge(Facts(page))
    assert pickle.loads(pickle.dumps(verdict)) == verdict


def test_every_extraction_carries_the_same_verdict():
    html = case("index en").html
    verdict = broadsheet.identify(html)
    for method in ("fusion", "coreex"):
        article = broadsheet.extract(html, method=method)
        assert article.verdict == verdict
        assert article.to_dict()["verdict"] == verdict.to_dict()


def test_addresses():
    assert broadsheet.identify_url(STORY) > 0.5
    for path in ("", "politics/", "tag/ferry"):
        assert broadsheet.identify_url(f"https://www.courier.example/{path}") < 0.5
    assert broadsheet.identify_url("mailto:a@b.example") == 0
    assert broadsheet.identify_url("https://courier.example/?p=214") == 0.5
