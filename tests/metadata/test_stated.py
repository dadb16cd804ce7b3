"""Site name and description."""

from __future__ import annotations

import pytest

from broadsheet import metadata
from broadsheet.metadata import Metadata
from broadsheet.page import read_page
from tests.metadata.pages import ld

HEADLINE = "Bridge across the sound agreed at last"
OWN = "Two towns have agreed to build a bridge, and work on the piers begins in the spring."
PROSE = (
    "<p>The two towns on the sound had argued about the bridge for eleven years, and nobody in either of them could "
    "remember how it began, or who had wanted what.</p>"
) * 4
URL = "https://www.harbourcourier.example/news/bridge"


def read(head: str = "", *, top: str = "", foot: str = "", url: str | None = URL) -> Metadata:
    return metadata.read(read_page(f"<head>{head}</head><body>{top}<h1>{HEADLINE}</h1>{PROSE}{foot}", url=url))


def meta(key: str, text: str) -> str:
    return f'<meta name="{key}" content="{text}">'


@pytest.mark.parametrize(
    ("head", "name", "source"),
    [
        ("<meta property=og:site_name content='Sound Daily'>", "Sound Daily", "meta:og:site_name"),
        (ld("WebSite", name="Sound Daily"), "Sound Daily", "json-ld:WebSite.name"),
        (ld(publisher={"name": "Sound Daily"}), "Sound Daily", "json-ld:NewsArticle.publisher.name"),
        ("<meta name=application-name content='Harbour Courier'>", "Harbour Courier", "meta:application-name"),
        (f"<title>{HEADLINE} | The Harbour Courier</title>", "The Harbour Courier", "title (part)"),
        (f"<title>{HEADLINE} - Local - News</title>", "Local", "title (part)"),
        ("<title>Sound Post - Grey Water</title><p>Sound Post</p><h1>Grey Water</h1>", "Sound Post", "title (part)"),
    ],
)
def test_sources_of_the_site_name(head: str, name: str, source: str) -> None:
    found = read(head)
    assert (found.site_name, found.sources["site_name"]) == (name, source)


@pytest.mark.parametrize(
    ("top", "foot", "name"),
    [
        *[(f"<a href=/>Harbour Courier{home}</a>", "", "Harbour Courier") for home in ("", " Home", " homepage")],
        ("<a href=/><img src=/l.png alt='Harbour Courier logo'></a>", "", "Harbour Courier"),
        ("", "<p>© 2026 Harbour Courier Ltd. All rights reserved.</p>", None),
        ("<a href=/>Home</a>", "", None),
    ],
)
def test_the_site_name_in_links(top: str, foot: str, name: str | None) -> None:
    assert read(top=top, foot=foot).site_name == name


def test_names_are_preferred_to_hosts() -> None:
    head = f"<title>{HEADLINE} | Harbour Courier</title><meta property=og:site_name content=https://www.harbourcourier.example/>"
    assert read(head).site_name == "Harbour Courier"
    assert read(head.partition("</title>")[2]).site_name == "harbourcourier.example"


@pytest.mark.parametrize(("name", "host"), [("The Courier", "courier.example"), ("Jäger", "jager.example")])
def test_names_that_resemble_the_host(name: str, host: str) -> None:
    assert read(f"<title>Councils vote - {name}</title>", url=f"https://www.{host}/a").site_name == name


@pytest.mark.parametrize("value", [None, 4711, [], {"name": {"name": []}}, "", "null", "| |"])
def test_odd_names_of_the_site(value: object) -> None:
    head = ld(publisher=value) + ld("WebSite", name=value)
    assert read(head).site_name is None


def test_descriptions_in_order_with_the_others_as_alternatives() -> None:
    head = meta("description", "The councils vote.") + meta("og:description", OWN) + ld(description="A bridge, then.")
    found = read(head)
    assert (found.description, found.sources["description"]) == (OWN, "meta:og:description")
    assert [claim.value for claim in found.alternatives["description"]] == ["The councils vote.", "A bridge, then."]
    assert read(ld(description="A bridge, then.")).description == "A bridge, then."


@pytest.mark.parametrize("text", [HEADLINE, f"{HEADLINE} | Courier", "– – –", "News", "Économie"])
def test_titles_and_single_words_are_no_summaries(text: str) -> None:
    head = f"<title>{HEADLINE} | Courier</title>" + meta("og:description", text)
    assert read(head).description is None
    for own in (OWN, "橋が開通した", "สะพานเปิดแล้ว"):
        assert read(head + meta("description", own)).description == own


@pytest.mark.parametrize("value", [None, 4711, [], [[OWN]], {"name": None}, "<p></p>", "\x00"])
def test_odd_descriptions(value: object) -> None:
    assert read(ld(description=value)).description in (None, OWN)
