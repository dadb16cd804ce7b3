"""Tags: pages written for these tests."""

from __future__ import annotations

import json

import pytest

from broadsheet import metadata
from broadsheet.page import read_page

PROSE = "".join(
    f"<p>The two towns on the sound had argued about the bridge for {years} years, and in the end they said that "
    "nobody in either of them could remember how it began, or who had wanted what, and that it was time to build.</p>"
    for years in ("eleven", "twelve", "many", "too many")
)
LINKS = "<a href=/tag/sound>sound</a> <a href=/tag/ferries>ferries</a>"
TAGS = ("sound", "ferries")


def of(behind: str = "", head: str = "", *, top: str = "", text: str = "") -> tuple[str, ...]:
    return metadata.read(
        read_page(
            f"<head><title>A bridge is agreed at last</title>{head}</head><body><main><article>{top}"
            f"<h1>A bridge is agreed at last</h1>{text}{PROSE}{behind}</article></main></body>",
            url="https://courier.example/news/a-bridge-is-agreed",
        )
    ).tags


def ld(keywords: object) -> str:
    thing = {"@type": "NewsArticle", "keywords": keywords}
    return f"<script type=application/ld+json>{json.dumps(thing)}</script>"


@pytest.mark.parametrize(
    ("head", "behind"),
    [
        (ld(list(TAGS)), ""),
        (ld("sound, ferries"), ""),
        ("<meta property=article:tag content=sound><meta property=article:tag content=ferries>", ""),
        ("<meta name=news_keywords content='sound; ferries'>", ""),
        ("<meta name=keywords content='sound,ferries'>", ""),
        ("", "<p itemscope itemtype=https://schema.org/Article><b itemprop=keywords>sound, ferries</b></p>"),
        ("", "<p><a rel=tag href=/a>sound</a> <a rel=tag href=/b>#ferries</a></p>"),
        ("", f"<div>{LINKS}</div>"),
        ("", f"<footer>{LINKS}</footer>"),
    ],
)
def test_sources(head: str, behind: str) -> None:
    assert of(behind, head) == TAGS


def test_the_first_source_that_has_some_has_all() -> None:
    assert of(f"<div>{LINKS}</div>", ld(["bridge", "Bridge", "towns"])) == ("bridge", "towns")


@pytest.mark.parametrize(
    "mark",
    [
        "textbelowcentergridwidth",
        "_commerce",
        "type_news",
        "section:news",
        "Category: Tech",
        "26157981-b4f7-4929-adc1-e860c6f03636",
        "exclude-from-syndication",
        "splitscreenimageleftinset",
        "displayType: standard article",
        "web",
        "https://courier.example/tag/a",
        "47",
        "x" * 61,
        "courier.example",
        "A bridge is agreed at last",
    ],
)
def test_marks_of_publishing_systems_names_and_sentences_are_no_tags(mark: str) -> None:
    assert of(head=ld(["bridge", mark, "sound"])) == ("bridge", "sound")


@pytest.mark.parametrize("tag", ["type-2 diabetes", "Kong: Skull Island", "full-time work", "Olympia 2028", "C++"])
def test_words_like_those_marks_are_tags(tag: str) -> None:
    assert of(head=ld(["bridge", tag])) == ("bridge", tag)


def test_a_comma_is_in_the_name_of_one_of_several() -> None:
    assert of(head=ld(["Tourism, transport and travel", "bridge"])) == ("Tourism, transport and travel", "bridge")


def test_keywords_that_are_the_headline_cut_into_words_are_no_tags() -> None:
    head = "<meta name=keywords content='a, bridge, is, agreed, at, last, news'>"
    assert of(head=head) == ()
    assert of(f"<p>{LINKS}</p>", head) == TAGS


def test_keywords_that_the_text_does_not_have_are_the_sites() -> None:
    assert of(head="<meta name=keywords content='opera, cricket, chess, sound'>") == ()
    assert of(head="<meta property=article:tag content=opera>") == ("opera",)


@pytest.mark.parametrize(
    ("top", "text", "behind"),
    [
        ("", "", f"</article></main><footer>{LINKS}</footer>"),
        ("<nav><a href=/tag/whales>whales</a></nav>", "", ""),
        (
            "",
            "<p>What is <a href=/tag/bridge>by now a bridge</a> was a ferry for most of its life; those who crossed "
            "the sound with it remember how long they waited in the wind for the next one.</p>",
            "",
        ),
        ("", "", "<p>Tags: </p>"),
    ],
)
def test_those_of_the_site_categories_and_words_of_the_text_are_no_tags(top: str, text: str, behind: str) -> None:
    assert of(behind, top=top, text=text) == ()


@pytest.mark.parametrize("value", [None, 4711, {}, [[["bridge"]]], {"name": ["bridge"]}, "," * 5_000, ["", None, "#"]])
def test_hostile_values(value: object) -> None:
    assert of(head=ld(value)) in ((), ("bridge",))
