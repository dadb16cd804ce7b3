"""Verdicts and rules on pages of every kind in several languages."""

from __future__ import annotations

import pytest

import broadsheet
from broadsheet.verdict.judge import SELDOM, by_rule, by_signs, is_live
from tests.verdict.kinds import CASES
from tests.verdict.pages import case, evidence

RULES = frozenset({"error", "wall", "video", "gallery", "audio", "service"})


@pytest.mark.parametrize("one", CASES, ids=lambda one: one.name)
def test_verdict_and_rules(one):
    verdict, found = broadsheet.identify(one.html, url=one.url), evidence(one.html, one.url)
    assert (verdict.kind, verdict.is_article) == (one.kind, one.kind in ("article", "live blog"))
    # A thread is told by a rule only where it has many signs.
    assert by_rule(found) in ({None, one.kind} if one.kind == "forum" else {one.kind if one.kind in RULES else None})
    assert is_live(found) == (one.kind == "live blog")


def test_a_price_and_a_cart_near_the_heading_make_a_product():
    page = case("product fr")
    found = evidence(page.html)
    assert found["price_near"] == 1
    assert found["says_cart"] > 0
    assert by_signs(found) == "product"


def test_a_list_of_products_is_no_product():
    page = case("product en")
    shelf = "".join(
        f'<div class="product-card"><h3><a href="/products/lamp-{n}">Harbour lamp {n}</a></h3>'
        f"<span>€ {n}9,00</span></div>"
        for n in range(20)
    )
    found = evidence(page.html.replace("</main>", f"{shelf}</main>"), page.url)
    assert found["signs_product"] >= 3
    assert by_signs(found) is None


def test_a_rule_makes_an_article_improbable():
    page = case("wall en declared")
    verdict = broadsheet.identify(page.html, url=page.url)
    assert verdict.probability <= SELDOM
    assert "the page asks visitors to subscribe, sign in or consent" in verdict.evidence


def _rule(html, url=None):
    return by_rule(evidence(html, url))


def test_an_article_about_a_legal_text_is_no_service():
    page = case("legal en")
    assert _rule(page.html, page.url) == "service"
    declared = (
        '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "Ferry returns"}</script></head>'
    )
    assert _rule(page.html.replace("</head>", declared), page.url) != "service"


def test_live_coverage_with_a_form_to_sign_in_is_no_wall():
    html = (
        "<html lang=en><head><title>Storm over the sound: live</title>{}</head><body>"
        "<h1>Storm over the sound: live</h1><p>The first ferry is late.</p>"
        "<form><input name=who><input type=password name=word></form></body></html>"
    )
    assert _rule(html.format("")) == "wall"
    live_ = '<script type="application/ld+json">{"@type": "LiveBlogPosting", "headline": "Storm"}</script>'
    assert _rule(html.format(live_)) is None


def test_a_whole_article_with_phrases_of_a_wall_is_an_article():
    page = case("article en")
    html = page.html.replace(
        "</article>", "<p>Already a subscriber? Log in.</p><p>Subscribe to keep reading.</p></article>"
    )
    verdict = broadsheet.identify(html)
    assert verdict.is_article
    assert verdict.kind == "article"


@pytest.mark.parametrize(
    "html",
    [
        "<title>Welcome</title><p>It works!</p>",
        "<p>OK</p>",
        "<p>Please wait...</p>",
        '<div>{"error":"unauthorized"}</div>',
        "<title>courier.example</title><h1>courier.example</h1><p>This domain is for sale.</p><a href=/buy>Buy it</a>",
        "<html><body><div id=app></div><script>start()</script></body></html>",
    ],
)
@pytest.mark.parametrize("url", [None, "https://courier.example/2026/03/06/ferry-returns-to-the-lower-sound.html"])
def test_nearly_empty_pages_are_no_articles(html, url):
    verdict = broadsheet.identify(html, url=url)
    assert (verdict.is_article, verdict.kind) == (False, "other")
    assert verdict.probability <= SELDOM
    assert verdict.evidence[0] == "no running text"


def test_short_news_is_an_article():
    page = case("article en")
    paragraph = "<p>The council of the lower sound voted on Tuesday to bring back the ferry that was given up. " * 3
    html = f"<title>Ferry returns to the lower sound</title><h1>Ferry returns to the lower sound</h1>{paragraph}"
    assert _rule(html, page.url) is None


def test_a_declared_article_may_be_short():
    html = "<meta property=og:type content=article><title>The harbour in snow</title><img src=a.jpg>{}"
    assert _rule(html.format("<p>The harbour in snow, seen from the old rope works on Tuesday morning.")) is None
    assert _rule(html.format("<div id=app></div>")) == "other"
