"""Features of pages: computed for strange pages too, and independent of how a page was stored."""

from __future__ import annotations

import numpy as np
import pytest

import broadsheet
from broadsheet.lab.train.identify import without_address, without_structured_data
from broadsheet.verdict.evidence import FEATURES, SIGNS
from broadsheet.verdict.text import phrases_in
from tests.verdict import pages
from tests.verdict.pages import case, evidence

STORY = "https://courier.example/2026/03/06/ferry-returns-to-the-lower-sound-4711.html"

STRANGE = {
    "no text": "<html><body><img src=a.png></body></html>",
    "one text": "<p>word",
    "title alone": "<title>404</title>",
    "headings alone": "<h1></h1><h2>A</h2><h1><a href=/>B</a></h1>",
    "a heading without a word": "<h1>* * *</h1><p>word",
    "deep": "<div>" * 200 + "text",
    "chinese": "<h1>渡轮回归</h1>" + "<p>" + "议会周二投票决定恢复十一年前停运的渡轮。" * 8 + "</p>",
    "arabic": "<html dir=rtl><h1>عودة العبارة</h1><p>" + "صوت المجلس يوم الثلاثاء لصالح إعادة العبارة. " * 8 + "</p>",
    "frames": "<frameset><frame src=a></frameset>",
    "broken structured data": '<script type="application/ld+json">{"@type": [1, null, {"a": 2}]}</script><p>a</p>',
    "hidden": "<body hidden><p>nothing to see</p></body>",
}


@pytest.mark.parametrize("html", STRANGE.values(), ids=STRANGE)
@pytest.mark.parametrize("url", [None, "https://courier.example/a", "http://[::1"])
def test_strange_pages_have_evidence(html, url):
    found = evidence(html, url)
    assert found.values.shape == (len(FEATURES),)
    assert not np.isinf(found.values).any()


def test_features_tell_an_article_from_an_index():
    one, other = evidence(pages.article()), evidence(case("index en").html)
    assert one["og_article"] == one["ld_article"] == one["meta_published"] == 1
    assert other["og_website"] == 1
    assert one["headings_linked_share"] < 0.5 < other["headings_linked_share"]
    assert one["one_parent"] > 0.9 > other["one_parent"]
    assert one["teaser_share"] < 0.2 < other["teaser_share"]
    assert one["date_near"] == one["time_near"] == one["byline_near"] == 1


def test_class_names_of_publishing_software():
    def body(names):
        return evidence(f'<title>a</title><BODY data-a="b" class="{names}"><p>text</p></body>')

    assert body("post-template-default single single-post postid-4711")["body_story"] == 1
    assert body("archive category category-politics")["body_list"] == 1
    assert body("product-template single-product woocommerce")["body_shop"] == 1
    assert body("")["body_story"] == body("")["body_shop"] == body("")["body_list"] == 0
    assert evidence("<p>no body element")["body_story"] == 0


@pytest.mark.parametrize(
    "head",
    [
        "<meta name=twitter:card content=player>",
        "<meta property=og:video content=https://courier.example/a.mp4>",
        "<meta property=og:video:url content=https://courier.example/a.mp4>",
    ],
)
def test_player_cards(head):
    assert evidence(f"{head}<h1>Ferry</h1>")["player_card"] == 1
    assert evidence("<h1>Ferry</h1>")["player_card"] == 0


def test_a_missing_main_heading_is_a_reason():
    assert "no main heading" in broadsheet.identify("<title>Courier</title><p>The ferry came back.</p>").evidence
    assert "no main heading" not in broadsheet.identify("<title>Courier</title><h1>Ferry</h1><p>Back.</p>").evidence


def test_a_missing_date_is_a_reason():
    assert "no date is declared" in broadsheet.identify("<p>12 May 2026</p>").evidence, "none is looked for"
    assert "no date is declared or shown at the beginning" in broadsheet.identify("<h1>Ferry</h1>").evidence


def test_lines_of_a_kind_are_a_reason_if_they_are_several():
    for times, reasons in ((1, 0), (2, 1)):
        found = broadsheet.identify("<h1>Ferry</h1>" + "<p>Buy now</p>" * times).evidence
        assert sum("lines typical of a shop" in reason for reason in found) == reasons


def test_headlines_with_a_link_over_them_are_cards():
    card = "<article><a href='/{0}'></a><h3>Headline number {0} of the day</h3><p>A line under it.</p></article>"
    listed = evidence("<h1>Politics</h1>" + "".join(card.format(n) for n in range(12)))
    assert listed["headings_linked_share"] == 0, "no heading is inside a link"
    assert np.expm1(listed["cards"]) == pytest.approx(12)
    assert evidence(pages.article())["cards"] < 1


def test_links_to_users_are_counted_once():
    links = "".join(f"<a href='{one}'>a</a>" for one in ("/members/12", "/members/12", "/users/a", "/memberships"))
    assert np.expm1(evidence(links)["people_links"]) == pytest.approx(2)


@pytest.mark.parametrize("above", ["<h1>Ferry</h1>", "<p>Ferry</p>"])
def test_years_of_other_calendars_and_in_other_digits(above):
    for line in ("12 มีนาคม 2569", "۲۱ اسفند ۱۴۰۴", "12 مارس ٢٠٢٦", "१२ मार्च २०२६", "2026년 3월"):
        assert evidence(f"{above}<p>{line}</p><p>{'The ferry came back. ' * 8}</p>")["date_near"] == 1


def test_the_longest_part_of_a_title_counts():
    assert evidence("<title>Courier - The ferry came back</title>")["title_words"] == 4


def test_a_korean_character_counts_as_two():
    assert evidence(f"<p>{'의회는 화요일에 연락선을 되살리기로 했다. ' * 2}</p>")["prose_segments"] > 0


def test_signs_are_counted():
    assert {name for signs in SIGNS.values() for name in signs} <= set(evidence("<p>word").found)
    one, other = evidence(pages.article(), STORY), evidence(case("index en").html, "https://courier.example/politics/")
    # og:type, structured data, a date declared and one near the heading, a byline, an address like a headline.
    assert one["signs_article"] == 6
    assert other["signs_article"] == 0
    assert other["signs_list"] >= 4 > one["signs_list"]


def test_the_encoding_of_a_page_does_not_matter():
    html = pages.article()
    stored = [evidence(html).values, evidence(html.encode()).values, evidence("\ufeff" + html).values]
    stored.append(evidence(html.encode("utf-16")).values)
    for values in stored[1:]:
        np.testing.assert_array_equal(values, stored[0])


def test_the_canonical_url_replaces_an_unknown_one():
    html = pages.article().replace(
        "</head>", '<link rel="canonical" href="https://courier.example/2026/03/06/ferry"></head>'
    )
    assert evidence(html)["url_date"] == 1
    assert evidence(html, "https://courier.example/politics/")["url_date"] == 0


@pytest.mark.parametrize(
    ("heads", "kind"),
    [
        ("404", "error"),
        ("Error 404 – Courier", "error"),
        ("Sorry, that page doesn’t exist", "error"),
        ("Page introuvable", "error"),
        ("Страница не найдена", "error"),
        ("ページが見つかりません", "error"),
        ("Privacy policy", "legal"),
        ("Datenschutzerklärung der Sund-Kurier GmbH", "legal"),
        ("Quiénes somos", "legal"),
        ("In pictures: a day on the sound", "gallery"),
        ("Fotostrecke: Ein Tag am Sund", "gallery"),
        ("Видео: паром вернулся", "video"),
        ("Podcast: voices of the harbour", "audio"),
    ],
)
def test_phrases_of_titles(heads, kind):
    assert phrases_in(heads, ["a line"])[f"says_{kind}"] == 1


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        (["Votes by ward", "404", "1,212", "500", "72 %"], 0),
        (["Votes by ward", "404", "1,212", "500", "Error 404"], 1),
        (["1", "2", "3", "Page not found"], 1),
    ],
)
def test_numbers_of_a_table_are_no_errors(lines, error):
    assert phrases_in("A story", lines)["says_error"] == error


@pytest.mark.parametrize(
    "head",
    ["Best tools for privacy, reviewed", "Why the privacy of sailors matters", "The video that changed the harbour"],
)
def test_titles_of_stories_are_no_phrases(head):
    assert set(phrases_in(head, ["a line"]).values()) == {0}


@pytest.mark.parametrize(
    ("headline", "kinds"),
    [
        ("How to bring back a ferry", {"question"}),
        ("Warum die Fähre fehlt", {"question"}),
        ("¿Qué barco conviene?", {"question"}),
        ("渡し船はなぜ消えたのか？", {"question"}),
        ("9 ways to cross the sound in 2026", {"guide"}),
        ("The best ferries of the north", {"guide"}),
        ("Die besten Fähren im Test", {"guide"}),
        ("Council brings back the ferry", set()),
        ("Harbour lamp", set()),
    ],
)
def test_headlines_that_ask_or_advise(headline, kinds):
    found = phrases_in("", ["a line"], headline=headline)
    assert {kind for kind in ("question", "guide") if found[f"says_{kind}"]} == kinds


@pytest.mark.parametrize(
    ("heads", "site"),
    [("Which ferry?\nSound Forums", ""), ("Which ferry?", "Форум моряков"), ("どの船？\n海の掲示板", "")],
)
def test_names_of_forums(heads, site):
    assert phrases_in(heads, ["a line"], site=site)["says_forum_name"] == 1
    assert phrases_in("Ferry returns to the sound\nCourier", ["a line"], site="Courier")["says_forum_name"] == 0


def test_phrases_of_lines():
    found = phrases_in(
        "",
        [
            "Reply Quote Report",
            "3 replies",
            "Many replies",
            "3 boats",
            "Quantity 1 Add to cart",
            "Buy now",
            "Get started »",
        ],
    )
    assert np.expm1(found["says_forum"]) == pytest.approx(2)
    assert np.expm1(found["says_shop"]) == np.expm1(found["says_call"]) == pytest.approx(1)
    assert found["says_cart"] == 1
    assert found["says_wall"] == 0
    assert phrases_in("", ["Subscribe to continue"])["says_wall"] == 1


def test_evidence_without_the_url_or_structured_data_is_recomputed():
    found = evidence(pages.article(), STORY)
    blind, bare = without_address(found), without_structured_data(found)
    assert blind["signs_article"] == bare["signs_article"] == found["signs_article"] - 1
    assert np.isnan(blind["url_story"])
    assert bare["ld_article"] == 0
    assert found["url_story"] == found["ld_article"] == 1, "a copy"
    np.testing.assert_array_equal(evidence(pages.article()).values, blind.values)


def test_phrases_in_running_text_do_not_count():
    news = "The words page not found had been seen by thousands who wished to subscribe to continue reading, she said."
    assert set(phrases_in("Minister explains", [news] * 80).values()) == {0.0}
