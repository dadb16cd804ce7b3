from __future__ import annotations

import json

import pytest

from broadsheet.facts import Facts
from broadsheet.facts.structured import choose_article, objects, parse
from broadsheet.page import Page, read_page


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ('{"a": 1}', [{"a": 1}]),
        ('{"a": 1,}', [{"a": 1}]),
        ('{"a": [1, 2,],}', [{"a": [1, 2]}]),
        ('{"a": 1,, "b": 2}', [{"a": 1, "b": 2}]),
        ('/* said by hand */ {"a": 1} // end', [{"a": 1}]),
        ('{"a": "https://x.example/b"}', [{"a": "https://x.example/b"}]),
        (r'{"a": "it\'s"}', [{"a": "it's"}]),
        ('{"a": "line\nbreak"}', [{"a": "line\nbreak"}]),
        ('{"a": 1}{"b": 2}', [{"a": 1}, {"b": 2}]),
        (r'"{\"a\": \"the \\\"old\\\" pier\"}"', [{"a": 'the "old" pier'}]),
        ('"a"', ["a"]),
        ('{"a": "' + "x" * 1_000_000 + '",}', []),
        ("<!-- {} -->", [{}]),
        ("/*<![CDATA[*/{}/*]]>*/", [{}]),
        ('// said\n{"a": 1} }', [{"a": 1}]),
        ('//<![CDATA[\n{"a": "the "old" pier"}\n//]]>', [{"a": 'the "old" pier'}]),
        ('{"a": "one "pier"", "b": [{"c": 1}, {"d": ?}]}', [{"a": 'one "pier"', "b": [{"c": 1}, {"d": None}]}]),
        ('{"a": "5" // the "number"\n, // of "b"\n"b": ' + r'"C:\pier"}', [{"a": "5", "b": r"C:\pier"}]),
        ('{"a": "one"\n"b":, "c": 2, "d": undefined}', [{"a": "one", "c": 2, "d": None}]),
        ('data = {"a": [{"b": 1}, {"c": "unfinished', [{"a": [{"b": 1}, {"c": None}]}]),
        ("{&quot;a&quot;: &quot;one&quot;}", [{"a": "one"}]),
        ("nothing", []),
        ("[" * 100_000, []),
    ],
)
def test_broken_json_is_read(source: str, value: list[object]) -> None:
    assert parse(source) == value


def test_references_are_replaced_by_their_nodes() -> None:
    graph = {
        "@graph": [
            {"@type": "Article", "@id": "#a", "author": {"@id": "#ada"}, "publisher": [{"@id": "#paper"}]},
            {"@type": "Person", "@id": "#ada", "name": "Ada"},
            {"@type": "Organization", "@id": "#paper", "name": "Paper"},
        ]
    }
    article = choose_article(objects([graph]), [])
    assert article["author"]["name"] == "Ada"
    assert article["publisher"][0]["name"] == "Paper"


def test_of_nodes_with_one_identifier_the_fullest_is_used() -> None:
    graph = [
        {"@type": "Article", "author": {"@type": "Person", "@id": "#ada"}},
        {"@type": "Person", "@id": "#ada", "name": "Ada", "url": "https://a.example/ada"},
        {"@type": "Person", "@id": "#ada", "name": "ada"},
    ]
    assert choose_article(objects(graph), [])["author"]["name"] == "Ada"


@pytest.mark.parametrize(
    "type_", ["newsarticle", "DiscussionForumPosting", "MedicalWebPage", "PressRelease", "Thing", ["Report", "Product"]]
)
def test_types_of_articles(type_: object) -> None:
    things: list[dict[str, object]] = [
        {"@type": "WebSite", "name": "The Courier"},
        {"@type": "JobPosting", "title": "Reporter", "datePosted": "2024-03-05"},
        {"@type": type_, "headline": "Ferry returns", "datePublished": "2024-03-05"},
    ]
    assert choose_article(things, []).get("headline") == "Ferry returns"


def test_the_article_with_the_address_of_the_page_is_chosen() -> None:
    things = [
        {"@type": "NewsArticle", "headline": "Teaser", "url": "https://a.example/teaser"},
        {
            "@type": "NewsArticle",
            "headline": "Story of the day",
            "mainEntityOfPage": {"@id": "https://a.example/story"},
        },
    ]
    assert choose_article(things, ["http://www.a.example/story?x=1"])["headline"] == "Story of the day"
    assert choose_article(things, [])["headline"] == "Teaser"
    assert choose_article([{"@type": "WebPage", "name": "x"}], []) == {}


def test_parts_of_an_article_are_other_articles() -> None:
    blog = {
        "@type": "LiveBlogPosting",
        "headline": "Day",
        "liveBlogUpdate": [{"@type": "BlogPosting", "headline": "9:00"}],
    }
    assert [thing["headline"] for thing in objects([blog])] == ["Day"]


@pytest.mark.parametrize("value", [None, 3, "x", [], {"@type": 3}, {"@type": [None]}, {"@graph": {"@graph": []}}])
def test_odd_values(value: object) -> None:
    assert choose_article(objects([value]), []) == {}


def test_deeply_nested_objects() -> None:
    thing: dict[str, object] = {"@type": "WebPage", "@id": "#page"}
    for _ in range(2_000):
        thing = {"@type": "WebPage", "about": thing}
    assert choose_article(objects([thing]), []) == {}
    assert len(parse('{"a":' * 600 + '{"@value": 1}' + "}" * 600)) == 1


@pytest.mark.parametrize(
    "type_",
    ["application/ld+json", "Application/LD+JSON", "application/ld&#43;json; charset=utf-8", "application/json"],
)
def test_scripts_are_known_by_their_type(type_: str) -> None:
    page = read_page(f'<body><script type="{type_}">{{"@type": "NewsArticle", "headline": "Bridge"}}</script><p>Text')
    assert Facts(page).structured.article.get("headline") == (None if type_ == "application/json" else "Bridge")


def test_json_ld_outside_scripts_is_ignored() -> None:
    thing = '{{"@type": "NewsArticle", "headline": "{}"}}'
    shown = f"<pre type=application/ld+json>{thing.format('Example')}</pre>"
    page = read_page(f"{shown}<script type=application/ld+json>{thing.format('Bridge')}</script><p>Text")
    assert Facts(page).structured.article.get("headline") == "Bridge"


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
        # A part of an article is another article.
        (({"@type": "NewsArticle", "hasPart": ARTICLE},), ""),
    ],
)
def test_where_a_body_is_stated(scripts: tuple[object, ...], body: str) -> None:
    assert Facts(page(*scripts)).article_body == body


def test_many_objects_take_bounded_time() -> None:
    assert Facts(page({"@graph": [{"@graph": [{"@type": "Thing"}] * 100}] * 1000 + [ARTICLE]})).article_body == ""


def test_an_element_with_several_properties() -> None:
    page = read_page("<p>Words of the page.</p><b itemprop='author creator'>Jane Doe</b>")
    assert [(one.name, one.value) for one in Facts(page).structured.marked] == [
        ("author", "Jane Doe"),
        ("creator", "Jane Doe"),
    ]


def test_properties_of_an_element_are_limited() -> None:
    page = read_page("<p itemprop='" + "a " * 5_000 + "'>word</p>")
    assert 0 < len(Facts(page).structured.marked) <= 20
