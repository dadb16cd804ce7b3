"""The name of the site: pages written for these tests."""

from __future__ import annotations

import json

import pytest

from broadsheet import metadata
from broadsheet.metadata import Metadata
from broadsheet.page import read_page

HEADLINE = "Bridge across the sound agreed at last"
PROSE = (
    "<p>The two towns on the sound had argued about the bridge for eleven years, and nobody in either of them could "
    "remember how it began, or who had wanted what.</p>"
) * 4
URL = "https://www.harbourcourier.example/news/bridge"


def read(head: str = "", *, top: str = "", foot: str = "", url: str | None = URL) -> Metadata:
    return metadata.read(read_page(f"<head>{head}</head><body>{top}<h1>{HEADLINE}</h1>{PROSE}{foot}", url=url))


def ld(**thing: object) -> str:
    return f"<script type=application/ld+json>{json.dumps(thing)}</script>"


@pytest.mark.parametrize(
    ("head", "name", "source"),
    [
        ("<meta property=og:site_name content='Sound Daily'>", "Sound Daily", "meta:og:site_name"),
        (ld(**{"@type": "WebSite", "name": "Sound Daily"}), "Sound Daily", "json-ld:WebSite.name"),
        (
            ld(**{"@type": "NewsArticle", "publisher": {"name": "Sound Daily"}}),
            "Sound Daily",
            "json-ld:NewsArticle.publisher.name",
        ),
        ("<meta name=application-name content='Harbour Courier'>", "Harbour Courier", "meta:application-name"),
        (f"<title>{HEADLINE} | The Harbour Courier</title>", "The Harbour Courier", "title (part)"),
        (f"<title>{HEADLINE} - Local</title>", "Local", "title (part)"),
    ],
)
def test_the_first_name_that_is_stated_or_else_in_the_title(head: str, name: str, source: str) -> None:
    found = read(head)
    assert (found.site_name, found.sources["site_name"]) == (name, source)


@pytest.mark.parametrize(
    ("top", "foot", "name"),
    [
        ("<a href=/>Harbour Courier</a>", "", "Harbour Courier"),
        ("<a href=/><img src=/l.png alt='Harbour Courier'></a>", "", "Harbour Courier"),
        ("", "<p>© 2026 Harbour Courier Ltd. All rights reserved.</p>", None),
        ("<a href=/>Home</a>", "", None),
        ("", "", None),
    ],
)
def test_what_the_page_shows_where_nothing_states_it(top: str, foot: str, name: str | None) -> None:
    assert read(top=top, foot=foot).site_name == name


def test_a_slogan_behind_a_name_is_cut_where_the_name_is_like_the_host() -> None:
    head = "<meta property=og:site_name content='Harbour Courier | News from the sound'>"
    assert read(head).site_name == "Harbour Courier"
    assert read(head.replace("Harbour Courier", "Daily")).site_name == "Daily | News from the sound"


def test_a_name_is_better_than_its_address() -> None:
    head = f"<title>{HEADLINE} | Harbour Courier</title><meta property=og:site_name content=www.harbourcourier.example>"
    assert read(head).site_name == "Harbour Courier"
    assert read(head.partition("</title>")[2]).site_name == "harbourcourier.example"


@pytest.mark.parametrize(
    ("name", "host"),
    [("The Courier", "courier.example"), ("Jäger", "jager.example")],
)
def test_names_that_hosts_stand_for(name: str, host: str) -> None:
    assert read(f"<title>Councils vote - {name}</title>", url=f"https://www.{host}/a").site_name == name


@pytest.mark.parametrize("value", [None, 4711, [], {"name": {"name": []}}, "", "null", "| |"])
def test_what_is_no_name_is_ignored(value: object) -> None:
    head = ld(**{"@type": "NewsArticle", "publisher": value}) + ld(**{"@type": "WebSite", "name": value})
    assert read(head).site_name in (None, "| |")
