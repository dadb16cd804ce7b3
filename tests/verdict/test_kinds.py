"""Pages of every kind in several languages: what a reader sees at a glance, the verdict says."""

from __future__ import annotations

import pytest

import broadsheet
from broadsheet.facts import Facts
from broadsheet.page import read_page
from broadsheet.verdict.evidence import gather
from broadsheet.verdict.judge import SELDOM, by_rule, by_signs, is_live
from tests.verdict.kinds import CASES

RULES = frozenset({"error", "wall", "video", "gallery", "audio", "service"})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_verdict_and_rules(case):
    page = read_page(case.html, url=case.url)
    verdict, found = broadsheet.identify(page), gather(Facts(page))
    assert (verdict.kind, verdict.is_article) == (case.kind, case.kind in ("article", "live blog"))
    # A thread is told by a rule only where it has many signs.
    assert by_rule(found) in (
        {None, case.kind} if case.kind == "forum" else {case.kind if case.kind in RULES else None}
    )
    assert is_live(found) == (case.kind == "live blog")


def test_many_signs_of_a_thread_are_a_rule():
    declared = next(case for case in CASES if case.name == "forum en declared")
    page = read_page(declared.html, url=declared.url)
    found = gather(Facts(page))
    assert found["signs_forum"] > 2
    assert by_rule(found) == "forum"
    assert broadsheet.identify(page).probability <= SELDOM


def test_a_price_and_a_cart_beside_the_heading_make_a_product_of_a_page_that_declares_nothing():
    case = next(case for case in CASES if case.name == "product fr")
    page = read_page(case.html)
    found = gather(Facts(page))
    assert found["price_near"] == 1
    assert found["says_cart"] > 0
    assert by_signs(found) == "product"


def test_a_shelf_of_products_is_no_product():
    case = next(case for case in CASES if case.name == "product en")
    shelf = "".join(
        f'<div class="product-card"><h3><a href="/products/lamp-{n}">Harbour lamp {n}</a></h3>'
        f"<span>€ {n}9,00</span></div>"
        for n in range(20)
    )
    page = read_page(case.html.replace("</main>", f"{shelf}</main>"), url=case.url)
    found = gather(Facts(page))
    assert found["signs_product"] >= 3
    assert by_signs(found) is None


def test_where_a_rule_speaks_an_article_is_improbable():
    case = next(case for case in CASES if case.name == "wall en declared")
    verdict = broadsheet.identify(case.html, url=case.url)
    assert verdict.probability <= SELDOM
    assert "the page asks to subscribe, to sign in or to consent" in verdict.evidence


@pytest.mark.parametrize(
    "head",
    [
        "<meta property=og:type content=article>",
        "<meta property=article:published_time content=2026-03-06>",
        '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "Ferry returns"}</script>',
    ],
)
def test_a_banner_makes_no_wall_of_a_short_article(head):
    html = (
        f"<html lang=en><head><title>Ferry returns after eleven years</title>{head}</head><body><article>"
        "<h1>Ferry returns after eleven years</h1><p>The ferry came back on Friday, and half of the town stood on the "
        "quay to see it, as they had when it left.</p><p>It sails twice a day until the autumn, the company said, and "
        "costs four pounds.</p></article><div class=cookies><p>We use cookies.</p><button>Accept all cookies</button>"
        "</div></body></html>"
    )
    assert broadsheet.identify(html).kind != "wall"
    bare = broadsheet.identify(html.replace(head, ""))
    assert bare.kind == "wall"


def _rule(html, url=None):
    page = read_page(html, url=url)
    return by_rule(gather(Facts(page)))


def test_an_article_about_a_legal_text_is_no_service():
    case = next(case for case in CASES if case.kind == "service")
    assert _rule(case.html, case.url) == "service"
    declared = (
        '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "Ferry returns"}</script></head>'
    )
    assert _rule(case.html.replace("</head>", declared), case.url) != "service"


def test_live_coverage_that_asks_to_sign_in_is_told_by_no_rule():
    html = (
        "<html lang=en><head><title>Storm over the sound: live</title>{}</head><body>"
        "<h1>Storm over the sound: live</h1><p>The first ferry is late.</p>"
        "<form><input name=who><input type=password name=word></form></body></html>"
    )
    assert _rule(html.format("")) == "wall"
    live_ = '<script type="application/ld+json">{"@type": "LiveBlogPosting", "headline": "Storm"}</script>'
    assert _rule(html.format(live_)) is None


def test_the_words_of_a_wall_in_a_whole_article_do_not_hide_it():
    case = next(case for case in CASES if case.name == "article en")
    html = case.html.replace(
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
def test_next_to_nothing_is_no_article(html, url):
    verdict = broadsheet.identify(html, url=url)
    assert (verdict.is_article, verdict.kind) == (False, "other")
    assert verdict.probability <= SELDOM
    assert verdict.evidence[0] == "no running text"


def test_short_news_is_an_article():
    case = next(case for case in CASES if case.name == "article en")
    paragraph = "<p>The council of the lower sound voted on Tuesday to bring back the ferry that was given up. " * 3
    html = f"<title>Ferry returns to the lower sound</title><h1>Ferry returns to the lower sound</h1>{paragraph}"
    page = read_page(html, url=case.url)
    assert by_rule(gather(Facts(page))) is None


def test_what_declares_an_article_is_not_judged_by_its_length():
    html = "<meta property=og:type content=article><title>The harbour in snow</title><img src=a.jpg>{}"
    page = read_page(html.format("<p>The harbour in snow, seen from the old rope works on Tuesday morning."))
    assert by_rule(gather(Facts(page))) is None
    page = read_page(html.format("<div id=app></div>"))
    assert by_rule(gather(Facts(page))) == "other"
