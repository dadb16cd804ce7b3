"""Pages as they occur, written for these tests: broken JSON-LD, several articles, commenters, old and odd formats."""

from __future__ import annotations

import json

import pytest

import broadsheet
from broadsheet import metadata
from broadsheet.facts import Facts
from broadsheet.metadata.authors.chosen import candidates
from broadsheet.metadata.context import Context
from broadsheet.page import read_page
from tests.metadata.pages import HEADLINE, PROSE


def of(head: str, body: str = "") -> metadata.Metadata:
    html = f"<html lang=en><head>{head}</head><body><article><h1>{HEADLINE}</h1>{body}{PROSE}</article></body></html>"
    return metadata.read(read_page(html, url="https://courier.example/news/bridge-over-the-sound-agreed"))


def script(text: str) -> str:
    return f'<script type="application/ld+json">{text}</script>'


GOOD = (
    f'"headline": "{HEADLINE}", "datePublished": "2024-03-05T09:07:00+01:00",'
    ' "author": {"@type": "Person", "name": "Ada Lovelace"}'
)


@pytest.mark.parametrize(
    "text",
    [
        f'{{"@type": "NewsArticle", "description": "They said "yes" twice", {GOOD}}}',
        f'{{"@type": "NewsArticle", // "commentCount": 7,\n {GOOD}}}',
        f'{{"@type": "WebSite", "name": "The "Courier""}} {{"@type": "NewsArticle", {GOOD}}}',
        f'{{"@graph": [{{"@type": "WebSite"}}, {{"@type": ["Article", "NewsArticle"], {GOOD},}},],}}',
        f'window.data = {{"@type": "NewsArticle", {GOOD}}};',
    ],
)
def test_broken_json_ld_is_read_as_far_as_possible(text: str) -> None:
    found = of(script(text))
    assert (found.title, found.authors) == (HEADLINE, ("Ada Lovelace",))
    assert found.published == "2024-03-05T09:07:00+01:00"
    assert found.sources["published"].startswith("json-ld:")


@pytest.mark.parametrize(("begin", "end"), [("[", "]"), ('{"author": ', "}"), ('{"@list": ', "}"), ('{"name": ', "}")])
@pytest.mark.parametrize(
    "key", ["creator", "image", "articleSection", "interactionStatistic", "hasPart", "dateModified"]
)
def test_deeply_nested_members_are_ignored(key: str, begin: str, end: str) -> None:
    found = of(script(f'{{"@type": "NewsArticle", "{key}": {begin * 600}"Ada"{end * 600}, {GOOD}}}'))
    assert found.published == "2024-03-05T09:07:00+01:00"


def test_lone_surrogates_are_removed() -> None:
    found = of(script(f'{{"@type": "NewsArticle", "description": "Fine \\ud83d day", {GOOD}}}'))
    assert found.description == "Fine day"


def test_invisible_characters_and_double_escapes_are_mended() -> None:
    page = read_page(
        f"<title>Har\u00adbour &amp;amp; sound</title><h1>Har\u00adbour &amp;amp; sound agreed at last</h1>{PROSE}"
    )
    assert metadata.read(page).title == "Harbour & sound agreed at last"


def test_commenters_and_the_feed_are_no_authors() -> None:
    found = of(
        '<meta name=author content="admin">',
        "<p class=byline>By Ada Lovelace</p>"
        + PROSE
        + "<section class=comments><div class=comment><span class=author>Grumpy Reader</span><p>No!</p></div>"
        "<div class=comment><span class=comment-author>By Angry Neighbour</span><p>Yes!</p></div></section>",
    )
    assert found.authors == ("Ada Lovelace",)


def test_of_several_articles_in_json_ld_the_pages_own_counts() -> None:
    other = {"@type": "NewsArticle", "headline": "Ferry sold", "url": "https://courier.example/ferry-sold"}
    own = {
        "@type": "NewsArticle", "headline": HEADLINE, "author": "Ada Lovelace", "datePublished": "2024-03-05",
        "url": "https://courier.example/news/bridge-over-the-sound-agreed?ref=front",
    }  # fmt: skip
    found = of(script(json.dumps([{**other, "author": "Tom Adeyemi", "datePublished": "2024-01-01"}, own])))
    assert (found.title, found.authors, found.published) == (HEADLINE, ("Ada Lovelace",), "2024-03-05")


def test_microformats_and_rdfa_and_dublin_core() -> None:
    entry = (
        "<div class=hentry><h2 class=entry-title>Bridge agreed after years</h2><span class='author vcard'>"
        "<a class='url fn' rel=author href=/by/ada>Ada Lovelace</a></span>"
        f"<abbr class=published title='2024-03-05T09:07:00+01:00'>5 March</abbr>{PROSE}</div>"
    )
    found = metadata.read(read_page(f"<title>Bridge agreed after years - Courier</title>{entry}"))
    assert (found.title, found.authors) == ("Bridge agreed after years", ("Ada Lovelace",))
    assert found.published == "2024-03-05T09:07:00+01:00"
    rdfa = (
        "<div vocab=https://schema.org/ typeof=NewsArticle><h1 property=headline>Bridge agreed after years</h1>"
        "<span property=author typeof=Person><span property=name>Ada Lovelace</span></span>"
        f"<time property=datePublished datetime=2024-03-05T09:07:00Z>today</time>{PROSE}</div>"
    )
    found = metadata.read(read_page(rdfa))
    assert (found.title, found.authors) == ("Bridge agreed after years", ("Ada Lovelace",))
    assert found.published == "2024-03-05T09:07:00+00:00"
    dublin = of(
        '<meta name=DC.creator content="Lovelace, Ada; Adeyemi, Tom"><meta name=DC.date.issued content=2024-03-05>'
    )
    assert dublin.published == "2024-03-05"


def test_json_has_the_source_of_each_value() -> None:
    page = (
        f"<title>{HEADLINE} | Courier</title><meta property=og:title content='Bridge agreed'>"
        + script(f'{{"@type": "NewsArticle", {GOOD}}}')
        + f"<h1>{HEADLINE}</h1>{PROSE}"
    )
    data = broadsheet.extract(page, url="https://courier.example/a").to_dict()
    origins = data["origins"]
    assert origins["title"]["source"].startswith("json-ld:NewsArticle.headline")
    assert "Bridge agreed" in [one["value"] for one in origins["title"]["alternatives"]]
    assert origins["published"]["source"] == "json-ld:NewsArticle.datePublished"
    assert data["authors"] == ["Ada Lovelace"]


def test_the_day_of_the_printed_paper_is_not_the_day_of_publication() -> None:
    head = script('{"@type": "NewsArticle", "datePublished": "2024-03-04T19:30:02+01:00"}')
    found = of(head + "<meta name=date content=2024-03-05>", "<p class=date>Edition of March 5, 2024</p>")
    assert found.published == "2024-03-04T19:30:02+01:00"


@pytest.mark.parametrize(
    ("name", "content", "author"),
    [
        ("citation_author", "Lovelace, Ada", "Ada Lovelace"),
        ("dc.creator", "Lovelace, PhD", "Lovelace"),
        ("author", "Ada Lovelace", "Ada Lovelace"),
    ],
)
def test_family_names_before_first_names(name: str, content: str, author: str) -> None:
    page = read_page(f"<meta name={name} content='{content}'><h1>{HEADLINE}</h1>{PROSE}")
    found = candidates(Context(Facts(page)))
    assert found[0].text == author


def test_a_headline_in_a_heading_with_a_kicker() -> None:
    """Where ``og:title`` is an element of a heading, it is the headline and the rest is no part of it."""
    stated = f"After the storm: {HEADLINE}"
    head = f'<meta property="og:title" content="{HEADLINE}"><title>{stated}</title>'
    head += script(f'{{"@type": "NewsArticle", "headline": "{stated}"}}')
    page = read_page(f"{head}<article><h2><span>After the storm:</span> <span>{HEADLINE}</span></h2>{PROSE}")
    assert metadata.read(page).title == HEADLINE


def test_a_headline_that_is_stated_as_the_name_of_the_site() -> None:
    head = f'<meta property="og:site_name" content="{HEADLINE}"><title>{HEADLINE}</title>'
    found = of(head + f'<meta property="og:title" content="{HEADLINE}">')
    assert found.title == HEADLINE


@pytest.mark.parametrize(
    ("published", "head", "body"),
    [
        ("2026-05-16", '"dateModified": "2026-05-16T18:03:00+02:00"', ""),
        ("2026-05-16T08:00:00", '"dateModified": "2026-05-16T18:03:00+02:00"', ""),
        ("2026-05-16", "", "<p>Published May 16, 2026. Updated: May 16, 2026, 6:03 p.m.</p>"),
        ("2026-05-16", "", "<p>Last updated on <time datetime=2026-05-16T18:03:00+02:00>May 16</time></p>"),
    ],
)
def test_the_time_of_a_change_is_not_that_of_publication(published: str, head: str, body: str) -> None:
    stated = ", ".join(filter(None, (f'"datePublished": "{published}"', head)))
    found = of(script(f'{{"@type": "NewsArticle", "headline": "{HEADLINE}", {stated}}}'), body)
    assert found.published == published
    assert (found.modified or "").startswith("2026-05-16T18:03:00")


def test_a_change_is_the_day_of_publication_where_no_other_is_known() -> None:
    found = of("", "<p>Updated: May 16, 2026, 6:03 p.m.</p>")
    assert (found.published, found.modified) == ("2026-05-16T18:03:00", "2026-05-16T18:03:00")


def test_a_shown_time_without_seconds_is_not_before_the_stated_one() -> None:
    head = '<meta name=OriginalPublicationDate content="2010/02/19 04:43:51">'
    found = of(head, "<p>Last Updated: Friday, 19 February 2010, 04:43</p>")
    assert (found.published, found.modified) == ("2010-02-19T04:43:51", "2010-02-19T04:43:00")


@pytest.mark.parametrize(
    ("line", "authors", "day"),
    [
        ("Posted on May 12, 2026 by Ada Lovelace", ("Ada Lovelace",), "2026-05-12"),
        ("Tuesday, 12 May 2026, 10:20 CDT by Ada Lovelace", ("Ada Lovelace",), "2026-05-12T10:20:00-05:00"),
        ("Publié le 12 mai 2026 par Hélène Varin", ("Hélène Varin",), "2026-05-12"),
        ("Publié le 12 mai 2026", (), "2026-05-12"),
        ("<span>May 12, 2026</span><span>9 min read</span>", (), "2026-05-12"),
        ("<span class=date><b>12.05.2026</b><b>14:05</b></span>", (), "2026-05-12T14:05:00"),
    ],
)
def test_a_line_with_date_and_author(line: str, authors: tuple[str, ...], day: str) -> None:
    found = of("", f"<p>{line}</p>")
    assert (found.authors, found.published) == (authors, day)


def test_the_day_of_an_embedded_post_is_not_that_of_the_article() -> None:
    post = "<p>I want that shade back.</p>&mdash; Rosa (@rosa) <a href=https://x.example/rosa/1>March 14, 2024</a>"
    found = of("", f"{PROSE}<blockquote class=twitter-tweet>{post}</blockquote>")
    assert found.published is None


def test_data_with_the_headline_of_the_page_and_another_address() -> None:
    found = of(script(f'{{"@type": "NewsArticle", {GOOD}, "url": "https://courier.example/amp/1"}}'))
    assert found.authors == ("Ada Lovelace",)
