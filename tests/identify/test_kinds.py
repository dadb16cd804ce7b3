"""Pages of every kind in several languages: what a reader sees at a glance, the verdict says."""

from __future__ import annotations

import pytest

import broadsheet
from broadsheet.article import KINDS
from broadsheet.identify.evidence import gather
from broadsheet.identify.judge import SELDOM
from broadsheet.identify.kinds import by_rule, live
from broadsheet.metadata.structured import read_structured
from broadsheet.page import read_page
from tests.identify.kinds import CASES

RULES = frozenset({"error", "wall", "video", "gallery", "audio", "service"})
MISTAKEN = frozenset({"product en", "product de", "product fr", "product es", "forum es"})
"""Pages whose kind the model does not find: shops that declare nothing, and a thread without an address."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_verdict(case):
    verdict = broadsheet.identify(case.html, url=case.url)
    assert verdict.is_article == (case.kind in ("article", "live blog"))


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, marks=pytest.mark.xfail(strict=True, reason="few signs")) if case.name in MISTAKEN else case
        for case in CASES
    ],
    ids=lambda case: case.name,
)
def test_kind(case):
    assert broadsheet.identify(case.html, url=case.url).kind == case.kind


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_rules_speak_of_their_kinds_alone(case):
    page = read_page(case.html, url=case.url)
    found = gather(page, read_structured(page))
    assert by_rule(found) == (case.kind if case.kind in RULES else None)
    assert live(found) == (case.kind == "live blog")


def test_there_is_a_page_of_every_kind_but_the_last():
    assert {case.kind for case in CASES} == set(KINDS) - {"other"}


def test_where_a_rule_speaks_an_article_is_improbable():
    case = next(case for case in CASES if case.name == "wall en declared")
    verdict = broadsheet.identify(case.html, url=case.url)
    assert verdict.probability <= SELDOM
    assert "the page asks to subscribe, to sign in or to consent" in verdict.evidence


def test_the_words_of_a_wall_in_a_whole_article_do_not_hide_it():
    case = next(case for case in CASES if case.name == "article en")
    html = case.html.replace(
        "</article>", "<p>Already a subscriber? Log in.</p><p>Subscribe to keep reading.</p></article>"
    )
    verdict = broadsheet.identify(html)
    assert verdict.is_article
    assert verdict.kind == "article"
