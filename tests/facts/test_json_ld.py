from __future__ import annotations

import pytest

from broadsheet.facts import Facts, json_ld
from broadsheet.page import read_page


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
        ('{"a": {"b": [1', [{"a": {"b": [1]}}]),
        ('{"a": 1}, "b": {"c": "the "old" pier"}}', [{"a": 1}, {"c": 'the "old" pier'}]),
        ("{a: 1}}", [{"a": 1}]),
        ('{a, b: ?, "": 2, c: 3}', [{"b": None, "c": 3}]),
        ("{a: {b: [1, 2}, c: 3}", [{"a": {"b": [1, 2]}, "c": 3}]),
        (
            '{a: [?, "The "old" pier", null, -1.5e2, 2.5, true, [1 2]] b: 3}',
            [{"a": ['The "old" pier', -150.0, 2.5, True, [1, 2]], "b": 3}],
        ),
        (r'{a: "Caf\u00e9 "Sol" \ud83d\ude00\n\/"}', [{"a": 'Café "Sol" \U0001f600\n/'}]),
        (f'{{"a": {"1" * 5_000}, "b": 1}}', [{"a": None, "b": 1}]),
        ('{"a": "' + "x" * 1_000_000 + '",}', []),
        ("<!-- {} -->", [{}]),
        ("nothing", []),
        ("[" * 100_000, []),
    ],
)
def test_broken_json_is_read(source: str, value: list[object]) -> None:
    assert json_ld.parse(source) == value


def test_references_are_replaced_by_their_nodes() -> None:
    graph = {
        "@graph": [
            {"@type": "Article", "@id": "#a", "author": {"@id": "#ada"}, "publisher": [{"@id": "#paper"}]},
            {"@type": "Person", "@id": "#ada", "name": "Ada"},
            {"@type": "Organization", "@id": "#paper", "name": "Paper"},
        ]
    }
    article = json_ld.choose_article(json_ld.objects([graph]), [], [])
    assert article["author"]["name"] == "Ada"
    assert article["publisher"][0]["name"] == "Paper"


def test_of_several_nodes_with_one_name_the_fullest_is_meant() -> None:
    graph = [
        {"@type": "Article", "author": {"@type": "Person", "@id": "#ada"}},
        {"@type": "Person", "@id": "#ada", "name": "Ada", "url": "https://a.example/ada"},
        {"@type": "Person", "@id": "#ada", "name": "ada"},
    ]
    assert json_ld.choose_article(json_ld.objects(graph), [], [])["author"]["name"] == "Ada"


@pytest.mark.parametrize(
    "type_", ["newsarticle", "DiscussionForumPosting", "MedicalWebPage", "PressRelease", "Thing", ["Report", "Product"]]
)
def test_an_article_by_other_names(type_: object) -> None:
    things: list[dict[str, object]] = [
        {"@type": "WebSite", "name": "The Courier"},
        {"@type": "JobPosting", "title": "Reporter", "datePosted": "2024-03-05"},
        {"@type": type_, "headline": "Ferry returns", "datePublished": "2024-03-05"},
    ]
    assert json_ld.choose_article(things, [], []).get("headline") == "Ferry returns"


def test_the_article_is_the_one_of_the_page() -> None:
    things = [
        {"@type": "NewsArticle", "headline": "Teaser", "url": "https://a.example/teaser"},
        {"@type": "NewsArticle", "headline": "Story of the day", "url": "https://a.example/story"},
    ]
    assert json_ld.choose_article(things, ["http://www.a.example/story?x=1"], [])["headline"] == "Story of the day"
    assert json_ld.choose_article(things, [], ["Story of the day - Paper"])["headline"] == "Story of the day"
    assert json_ld.choose_article(things, [], [])["headline"] == "Teaser"
    assert json_ld.choose_article([{"@type": "WebPage", "name": "x"}], [], []) == {}


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({"name": "Story of the day"}, "Story of the day - The Courier of the Lower Sound"),
        ({"headline": "The mayor&#39;s &quot;bridge&quot;"}, "The mayor’s “bridge” | The Courier"),
        ({"headline": "Council's vote"}, "Council’s vote"),
        ({"headline": "Another for search engines", "url": "/story?id=1"}, "Story of the day"),
        ({"headline": "Story of the day", "url": "https://a.example/story?id=2"}, "Story of the day"),
    ],
)
def test_forms_of_headlines_and_addresses_by_which_the_article_is_known(own: dict[str, object], said: str) -> None:
    teaser = {"@type": "NewsArticle", "headline": "Museum opens at night", "url": "https://a.example/museum"}
    if "id=2" in str(own):  # which the number behind the question mark alone tells
        teaser["url"] = "https://a.example/story?id=1"
    thing = {"@type": "NewsArticle", **own}
    assert json_ld.choose_article([teaser, thing], ["https://www.a.example/story?id=2"], [said]) is thing


def test_an_address_that_names_nothing_is_not_the_page_s() -> None:
    things = [
        {"@type": "NewsArticle", "headline": "Story of the day", "url": "https://a.example/story"},
        {"@type": "NewsArticle", "headline": "Teaser", "@id": "#article"},
    ]
    assert json_ld.choose_article(things, ["#"], [])["headline"] == "Story of the day"
    assert json_ld.strangers(things[:1], ["#"], ["Ferry returns"], list) == ()


@pytest.mark.parametrize(
    ("headline", "said", "is_another"),
    [
        ("Ferry returns", ["Bridge agreed at last"], True),
        ("Ferry returns", ["Ferry returns - The Courier"], False),
        ("Ferry returns", [], False),
        (" ", ["Bridge agreed at last"], False),
    ],
)
def test_an_article_with_another_address_and_headline_is_another(
    headline: str, said: list[str], *, is_another: bool
) -> None:
    thing = {"@type": "NewsArticle", "headline": headline, "url": "https://a.example/ferry"}
    found = json_ld.strangers([thing], ["https://a.example/bridge"], said, list)
    assert found == ((thing,) if is_another else ())


def test_what_an_article_is_part_of_is_not_it() -> None:
    blog = {
        "@type": "LiveBlogPosting",
        "headline": "Day",
        "liveBlogUpdate": [{"@type": "BlogPosting", "headline": "9:00"}],
    }
    assert [thing["headline"] for thing in json_ld.objects([blog])] == ["Day"]


@pytest.mark.parametrize("value", [None, 3, "x", [], {"@type": 3}, {"@type": [None]}, {"@graph": {"@graph": []}}])
def test_odd_values(value: object) -> None:
    assert json_ld.choose_article(json_ld.objects([value]), [], []) == {}


def test_things_in_things_without_end() -> None:
    thing: dict[str, object] = {"@type": "WebPage", "@id": "#page"}
    for _ in range(2_000):
        thing = {"@type": "WebPage", "about": thing}
    assert json_ld.choose_article(json_ld.objects([thing]), [], []) == {}
    assert len(json_ld.parse('{"a":' * 600 + '{"@value": 1}' + "}" * 600)) == 1


@pytest.mark.parametrize(
    "type_",
    ["application/ld+json", "Application/LD+JSON", "application/ld&#43;json; charset=utf-8", "application/json"],
)
def test_scripts_are_known_by_their_type(type_: str) -> None:
    page = read_page(f'<body><script type="{type_}">{{"@type": "NewsArticle", "headline": "Bridge"}}</script><p>Text')
    assert Facts(page).structured.article.get("headline") == (None if type_ == "application/json" else "Bridge")


def test_json_ld_that_is_shown_is_none_of_the_page() -> None:
    thing = '{{"@type": "NewsArticle", "headline": "{}"}}'
    shown = f"<pre type=application/ld+json>{thing.format('Example')}</pre>"
    page = read_page(f"{shown}<script type=application/ld+json>{thing.format('Bridge')}</script><p>Text")
    assert Facts(page).structured.article.get("headline") == "Bridge"
