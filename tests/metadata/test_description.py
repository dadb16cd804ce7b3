"""Which of several summaries is the page's own."""

from __future__ import annotations

import json

import pytest

from broadsheet import metadata
from broadsheet.page import read_page

HEADLINE = "Bridge across the sound agreed at last"
OWN = "Two towns have agreed to build a bridge, and work on the piers begins in the spring."
PROSE = "".join(
    f"<p>{text} Nobody in either of them can remember how it began.</p>"
    for text in (
        "The two towns on the sound have argued about a bridge for eleven years, and nobody thought they would agree.",
        "On Monday the councils voted for it by a narrow margin, after a debate that went on until midnight.",
        "Work on the piers begins in the spring, and the first cars are to cross the water four years from now.",
        "Fishermen fear for their grounds, and the owners of the ferry have said that they will go to court over it.",
    )
)


def read(head: str) -> metadata.Metadata:
    html = (
        f"<title>{HEADLINE} | Courier</title><meta property=og:site_name content=Courier>{head}"
        f"<body><h1>{HEADLINE}</h1><article>{PROSE}</article>"
    )
    return metadata.read(read_page(html, url="https://www.courier.example/news/bridge"))


def meta(key: str, text: str) -> str:
    return f'<meta name="{key}" content="{text}">'


def ld(kind: str = "NewsArticle", **thing: object) -> str:
    return f'<script type="application/ld+json">{json.dumps({"@type": kind, **thing})}</script>'


def test_sources_in_order_with_the_others_as_alternatives() -> None:
    head = meta("description", "The councils vote.") + meta("og:description", OWN) + ld(description="A bridge, then.")
    found = read(head)
    assert (found.description, found.sources["description"]) == (OWN, "meta:og:description")
    assert [claim.value for claim in found.alternatives["description"]] == ["The councils vote.", "A bridge, then."]
    assert read(ld(description="A bridge, then.")).description == "A bridge, then."


@pytest.mark.parametrize(
    "text",
    [
        HEADLINE,
        f"{HEADLINE} | Courier",
        "– – –",
    ],
)
def test_the_title_is_no_summary(text: str) -> None:
    assert read(meta("og:description", text)).description is None
    assert read(meta("og:description", text) + meta("description", OWN)).description == OWN


def test_a_summary_that_names_the_site_and_speaks_of_the_article_is_one() -> None:
    text = "Courier reporters on the bridge that two towns have agreed to build"
    assert read(meta("description", text)).description == text


@pytest.mark.parametrize("value", [None, 4711, [], [[OWN]], {"name": None}, "<p></p>", "\x00"])
def test_hostile_values(value: object) -> None:
    assert read(ld(description=value)).description in (None, OWN, "4711")
