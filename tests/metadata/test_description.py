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
        "The minister came to the vote, and said that both of the towns would get the money that they had asked for.",
    )
)


def summary(head: str, *, headline: str = f"<h1>{HEADLINE}</h1>", top: str = "") -> str | None:
    """The description of a page with this in its head, above its headline and as that."""
    html = (
        f"<title>{HEADLINE} | Courier</title><meta property=og:site_name content=Courier>{head}"
        f"<body>{top}{headline}<article>{PROSE}</article>"
    )
    return metadata.read(read_page(html, url="https://www.courier.example/news/bridge")).description


def meta(key: str, text: str) -> str:
    return f'<meta name="{key}" content="{text}">'


@pytest.mark.parametrize(
    "poor",
    [
        "Click here and see more.",
        "Courier - All about the towns, their councils and the law of the sound",
        "By Ada King The two towns on the sound have argued about a bridge for eleven years.",
        "Bridge across the",
    ],
)
def test_what_may_be_of_the_site_or_is_a_piece_comes_behind_what_is_of_the_article(poor: str) -> None:
    assert summary(meta("og:description", poor) + meta("description", OWN)) == OWN
    assert summary(meta("og:description", poor)) == poor


def test_a_piece_of_the_headline_in_structured_data_comes_behind_a_whole_summary() -> None:
    article = {"@type": "NewsArticle", "headline": HEADLINE, "description": "Bridge across the sound "}
    script = f'<script type="application/ld+json">{json.dumps(article)}</script>'
    assert summary(script + meta("description", OWN)) == OWN


def test_a_byline_is_better_than_the_same_behind_other_words() -> None:
    line = "By Ada King The two towns on the sound have argued about a bridge for eleven years."
    assert summary(meta("og:description", line) + meta("description", f"From the Courier: {line}")) == line


def test_a_summary_in_other_words_stays_where_none_is_nearer_to_the_article() -> None:
    other = "Nobody expected this."
    assert summary(meta("og:description", other) + meta("description", "Really, who would?")) == other


def test_what_stands_above_a_body_without_a_headline_comes_behind() -> None:
    saying = "Ideas for the towns and councils that argue about bridges"
    head = meta("description", saying) + meta("description", OWN)
    assert summary(head, headline="", top=f"<div>{saying}</div>") == OWN


def test_a_summary_of_a_short_text_need_not_have_its_words() -> None:
    stated = meta("og:description", "Courier - All about the towns and their councils") + meta("description", OWN)
    html = f"<meta property=og:site_name content=Courier>{stated}<h1>{HEADLINE}</h1><p>Nobody can say how it began.</p>"
    assert metadata.read(read_page(html)).description == OWN


def test_a_standfirst_is_no_saying_of_the_site() -> None:
    standfirst = "Fishermen fear for grounds in the sound"
    head = meta("og:description", standfirst) + meta("description", OWN)
    assert summary(head, headline="", top=f"<article><div>{standfirst}</div></article>") == standfirst


def test_the_saying_of_the_site_is_no_summary() -> None:
    site = {"@type": "WebSite", "name": "Courier", "slogan": "All that both of the towns do"}
    script = f'<script type="application/ld+json">{json.dumps(site)}</script>'
    assert summary(script + meta("description", "All that both of the towns do")) is None


def test_a_summary_in_the_wrong_attribute_is_read_where_there_is_no_other() -> None:
    wrong = f'<meta name="twitter:description" value="{OWN}">'
    assert summary(wrong) == OWN
    assert summary(wrong.replace("name", "property") + '<meta name="description" value=" ">') == OWN
    assert summary(wrong + meta("description", "Councils vote for a bridge.")) == "Councils vote for a bridge."


def test_the_title_is_no_description_where_it_is_the_only_one() -> None:
    assert summary(meta("description", HEADLINE)) is None
    assert summary(meta("description", OWN)) == OWN


def test_a_summary_that_ended_at_a_quotation_mark_comes_last_and_says_so() -> None:
    cut = '<meta property="og:description" content="A bridge is "a dream" to both towns.">'
    assert summary(cut) == "A bridge is …"
    assert summary(cut + meta("description", OWN)) == OWN


@pytest.mark.parametrize("name", ["Sound Daily", "The Courier"])
def test_the_name_that_the_title_has_is_cut_off_a_summary(name: str) -> None:
    html = f"<title>{HEADLINE} | {name}</title>{meta('description', f'{OWN} | {name}')}<h1>{HEADLINE}</h1>{PROSE}"
    assert metadata.read(read_page(html, url="https://www.courier.example/news/bridge")).description == OWN
