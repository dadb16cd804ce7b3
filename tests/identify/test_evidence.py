"""Pages as numbers: nothing is raised on strange pages, and what must not matter does not."""

from __future__ import annotations

import numpy as np
import pytest

from broadsheet.identify.evidence import NAMES, gather
from broadsheet.identify.phrases import PHRASES, phrases_in
from broadsheet.metadata.structured import read_structured
from broadsheet.page import read_page
from tests.identify import pages


def _evidence(html, url=None):
    page = read_page(html, url=url)
    return gather(page, read_structured(page))


STRANGE = {
    "no text": "<html><body><img src=a.png></body></html>",
    "one text": "<p>word",
    "title alone": "<title>404</title>",
    "headings alone": "<h1></h1><h2>A</h2><h1><a href=/>B</a></h1>",
    "deep": "<div>" * 200 + "text",
    "chinese": "<h1>渡轮回归</h1>" + "<p>" + "议会周二投票决定恢复十一年前停运的渡轮。" * 8 + "</p>",
    "arabic": "<html dir=rtl><h1>عودة العبارة</h1><p>" + "صوت المجلس يوم الثلاثاء لصالح إعادة العبارة. " * 8 + "</p>",
    "frames": "<frameset><frame src=a></frameset>",
    "broken structured data": '<script type="application/ld+json">{"@type": [1, null, {"a": 2}]}</script><p>a</p>',
    "hidden": "<body hidden><p>nothing to see</p></body>",
}


@pytest.mark.parametrize("html", STRANGE.values(), ids=STRANGE)
@pytest.mark.parametrize("url", [None, "https://courier.example/a"])
def test_strange_pages_have_evidence(html, url):
    found = _evidence(html, url)
    assert found.values.shape == (len(NAMES),)
    assert not np.isinf(found.values).any()


def test_names_are_different():
    assert len(set(NAMES)) == len(NAMES)


def test_an_article_and_an_index_differ_where_they_should():
    one, other = _evidence(pages.article()), _evidence(pages.index())
    assert one["og_article"] == one["ld_article"] == one["meta_published"] == 1
    assert other["og_website"] == 1
    assert one["headings_linked_share"] < 0.5 < other["headings_linked_share"]
    assert one["one_parent"] > 0.9 > other["one_parent"]
    assert one["teaser_share"] < 0.2 < other["teaser_share"]
    assert other["posts"] > one["posts"]
    assert one["date_near"] == one["time_near"] == one["byline_near"] == 1


def test_storage_does_not_matter():
    html = pages.article()
    stored = [_evidence(html).values, _evidence(html.encode()).values, _evidence("\ufeff" + html).values]
    stored.append(_evidence(html.encode("utf-16")).values)
    for values in stored[1:]:
        np.testing.assert_array_equal(values, stored[0])


def test_the_pages_own_address_stands_in_for_a_missing_one():
    html = pages.article().replace(
        "</head>", '<link rel="canonical" href="https://courier.example/2026/03/06/ferry"></head>'
    )
    assert _evidence(html)["url_date"] == 1
    assert _evidence(html).url == "https://courier.example/2026/03/06/ferry"
    assert _evidence(html, "https://courier.example/politics/")["url_date"] == 0


@pytest.mark.parametrize(
    ("heads", "kind"),
    [
        ("404", "error"),
        ("Error 404 – Courier", "error"),
        ("Seite nicht gefunden", "error"),
        ("Page introuvable", "error"),
        ("Страница не найдена", "error"),
        ("ページが見つかりません", "error"),
        ("Privacy policy", "legal"),
        ("Impressum", "legal"),
    ],
)
def test_phrases_of_titles(heads, kind):
    assert phrases_in(heads, ["a line"])[kind] == 1


def test_phrases_of_lines():
    found = phrases_in(
        "",
        [
            "Add to cart",
            "Reply",
            "3 replies",
            "Read more »",
            "Get started",
            "By Maren Iversen",
            "Subscribe to continue",
        ],
    )
    assert tuple(found) == PHRASES
    assert found["wall"] == 1
    assert found["forum"] > found["shop"] > 0
    assert found["more"] == found["call"] == found["byline"] == found["shop"]


def test_phrases_in_running_text_do_not_count():
    news = "The words page not found had been seen by thousands who wished to subscribe to continue reading, she said."
    assert set(phrases_in("Minister explains", [news] * 80).values()) == {0.0}
