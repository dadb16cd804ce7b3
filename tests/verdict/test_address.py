"""Features of URLs."""

from __future__ import annotations

import math

import pytest

from broadsheet.verdict.evidence import ADDRESS, address_features


def test_features_of_an_article_url():
    found = address_features(
        "https://www.courier.example/2026/03/06/ferry-returns-to-the-lower-sound.html?from=mail#top"
    )
    assert tuple(found) == ADDRESS
    assert found["url_known"] == found["url_date"] == found["url_extension"] == 1
    assert found["url_depth"] == 4
    assert found["url_last_hyphens"] == 5
    assert found["url_last_words"] == 6
    assert found["url_slash"] == found["url_root"] == 0


@pytest.mark.parametrize("url", [None, "", "ftp://courier.example/a", "mailto:a@b.example", "http://[", "no address"])
def test_invalid_urls_have_no_features(url):
    found = address_features(url)
    assert found["url_known"] == 0
    assert all(math.isnan(value) for name, value in found.items() if name != "url_known")


@pytest.mark.parametrize(
    "url", ["https://courier.example", "https://courier.example/", "https://courier.example/index.html"]
)
def test_the_root_of_a_site(url):
    assert address_features(url)["url_root"] == 1


def test_an_index_file_is_named_by_its_folder():
    one = address_features("https://courier.example/2026/ferry-returns-to-the-sound/index.html")
    other = address_features("https://courier.example/2026/ferry-returns-to-the-sound")
    last = [name for name in ADDRESS if name.startswith("url_last_")]
    assert [one[name] for name in last] == [other[name] for name in last]
    assert one["url_last_words"] == 5


def test_query_fragment_and_site_do_not_matter():
    one = address_features("https://www.courier.example/sport/cup-final-12345?utm=1&srsltid=abc")
    other = address_features("https://www.herald.example/sport/cup-final-12345#top")
    assert one == other


@pytest.mark.parametrize(
    ("path", "host", "kind", "value"),
    [
        ("/video/storm", "courier.example", "video", 1),
        ("/news/we-saw-the-video", "courier.example", "video", 0.25),
        ("/", "forum.courier.example", "forum", 1),
        ("/photo-gallery/a", "courier.example", "gallery", 0.5),
        ("/thema/hafen", "courier.example", "index", 1),
        ("/datenschutz", "courier.example", "service", 1),
        ("/privacyverklaring", "courier.example", "service", 0.5),
        ("/harbour/ferry-returns", "courier.example", "index", 0),
        ("/insights/contracts", "legal.courier.example", "service", 0.5),
        ("/p/ferry-returns", "courier.example", "product", 0),
    ],
)
def test_words_of_kinds(path, host, kind, value):
    assert address_features(f"https://{host}{path}")[f"url_{kind}"] == value


@pytest.mark.parametrize(
    ("path", "section", "story", "legal"),
    [
        ("/news/europe/", 1, 0, 0),
        ("/2026/03/06/ferry", 0, 1, 0),
        ("/harbour/ferry-returns-to-the-sound", 0, 1, 0),
        ("/a/123456", 0, 1, 0),
        ("/", 0, 0, 0),
        ("/privacy", 1, 0, 1),
        ("/Datenschutzerklaerung-der-Sund-Kurier-GmbH-4860.html", 0, 1, 1),
        ("/reviews/tools-for-privacy", 0, 0, 0),
        ("/story.asp?s=1&id=214", 0, 0, 0),
        ("/news/index.php?id=214", 0, 0, 0),
    ],
)
def test_sections_stories_and_legal_texts(path, section, story, legal):
    found = address_features(f"https://courier.example{path}")
    assert (found["url_section"], found["url_story"], found["url_legal"]) == (section, story, legal)


def test_a_section_of_news_is_a_list():
    assert address_features("https://courier.example/news/europe/")["url_article"] == 0
    assert address_features("https://courier.example/news/ferry-returns-to-the-sound")["url_article"] == 1


@pytest.mark.parametrize("query", ["p=214", "utm=1&article=8812", "page_id=12", "newsid=77"])
def test_a_page_named_only_by_its_query_has_no_features(query):
    for path in ("", "index.php"):
        assert address_features(f"https://courier.example/{path}?{query}")["url_known"] == 0
    assert address_features(f"https://courier.example/sport?{query}")["url_known"] == 1


@pytest.mark.parametrize("query", ["", "utm_source=feed", "p=ferry", "grid=x", "page=2"])
def test_the_root_of_a_site_may_have_a_query(query):
    assert address_features(f"https://courier.example/?{query}")["url_root"] == 1
