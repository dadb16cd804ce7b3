from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet import metadata
from broadsheet.metadata.context import Context
from broadsheet.metadata.headlines import NAMES, headlines
from broadsheet.metadata.structured import read_structured
from broadsheet.metadata.title import algorithm_2, edit_distance
from broadsheet.page import read_page

PROSE = "".join(
    f"<p>The two towns on the sound had argued about it for eleven years, and on day {day} they said that nobody in "
    "either of them could remember how it began, or who had wanted what.</p>"
    for day in range(1, 6)
)


def by_recurrence(m: str, c: str) -> int:
    """Eq. (1) cell by cell, with the diagonal at the cost of flag alone."""
    edit = [[max(i, j) if 0 in (i, j) else 0 for j in range(len(c) + 1)] for i in range(len(m) + 1)]
    for i in range(1, len(m) + 1):
        for j in range(1, len(c) + 1):
            flag = m[i - 1] != c[j - 1]
            edit[i][j] = min(edit[i - 1][j] + 1, edit[i][j - 1] + 1, edit[i - 1][j - 1] + flag)
    return edit[-1][-1]


def test_eq_1_by_hand() -> None:
    assert edit_distance("kitten", "sitting") == 3
    assert edit_distance("", "abc") == 3
    assert edit_distance("same", "same") == 0


@given(st.text(alphabet="abc", max_size=8), st.text(alphabet="abc", max_size=8))
def test_eq_1_equals_the_recurrence(m: str, c: str) -> None:
    assert edit_distance(m, c) == by_recurrence(m, c)


def test_algorithm_2_takes_the_heading_nearest_to_the_meta_title() -> None:
    page = read_page(
        "<meta property=og:title content='Bridge agreed | Paper'><h1>The Paper</h1><h2>Bridge agreed</h2><h3>Sport</h3>"
    )
    assert algorithm_2(page) == "Bridge agreed"


def test_algorithm_2_believes_the_home_page_first() -> None:
    page = read_page("<title>Other</title><h1>Other</h1>")
    assert algorithm_2(page, home_link=" Bridge\n agreed ") == "Bridge agreed"
    assert algorithm_2(page, home_link="\ufffd\ufffd") == "Other"
    assert algorithm_2(page, home_link=" ... ") == "Other"


@pytest.mark.parametrize("attribute", ["id=title-main", "id=main-title", "class=titleText"])
def test_algorithm_2_falls_back_on_attributes(attribute: str) -> None:
    page = read_page(f"<div {attribute}>Bridge agreed</div><p>text")
    assert algorithm_2(page) == "Bridge agreed"


def test_algorithm_2_without_anything() -> None:
    assert algorithm_2(read_page("<p>text")) is None
    assert algorithm_2(read_page("<h1> 12 </h1><p class=subtitle>x")) is None


def test_without_a_meta_title_the_highest_heading() -> None:
    assert algorithm_2(read_page("<h2>Second</h2><h1>First</h1>")) == "First"


@pytest.mark.parametrize(
    ("html", "expected", "source"),
    [
        (
            '<script type="application/ld+json">{"@type":"NewsArticle","headline":"Bridge &amp; tunnel agreed"}'
            "</script>"
            "<h1>The Paper</h1><h1>Bridge &amp; tunnel agreed!</h1>",
            "Bridge & tunnel agreed!",
            "text:h1",
        ),
        (
            "<meta property=og:site_name content='The Paper'>"
            "<meta property=og:title content='Bridge agreed at last | The Paper'>"
            "<h1>The Paper</h1>",
            "Bridge agreed at last",
            "meta:og:title (part)",
        ),
        # Written for search engines; the reader sees the only main heading.
        (
            "<meta property=og:title content='Bridge: all you need to know'><h1>No way across</h1>",
            "No way across",
            "text:h1",
        ),
        (
            "<title>Sport | Bridge agreed at last | Paper</title><h2>Bridge agreed at last</h2>",
            "Bridge agreed at last",
            "title (part)",
        ),
        (
            "<title>The long bridge was agreed at last | Paper</title>",
            "The long bridge was agreed at last",
            "title (part)",
        ),
        (
            "<title>Bridge agreed - The Paper</title><meta property=og:site_name content='The Paper'>",
            "Bridge agreed",
            "title (part)",
        ),
        ("<p class=title>Bridge agreed</p>", "Bridge agreed", "class:title"),
        ("<h2>Bridge agreed</h2><title>" + "all of the page " * 50, "Bridge agreed", "text:h2"),
    ],
)
def test_order_of_sources(html: str, expected: str, source: str) -> None:
    data = metadata.read(read_page(html + PROSE))
    assert data.title == expected
    assert source in data.sources["title"].split(" = ")


def test_hidden_headings_are_not_the_title() -> None:
    page = read_page(
        "<meta property=og:title content='Bridge agreed'><h1 hidden>Bridge agreed x</h1><h2>Bridge agreed y</h2>"
    )
    assert metadata.read(page).title in ("Bridge agreed y", "Bridge agreed")


def test_no_title() -> None:
    data = metadata.read(read_page("<p>text"))
    assert data.title is None
    assert "title" not in data.sources


TEASERS = "".join(
    f"<h3>Number {number} of the teasers</h3><p class='teaser-title'>Read {number}</p>" for number in range(20)
)


def candidates_of(head: str) -> set[str]:
    page = read_page(f"<head>{head}</head><body><h1>Bridge agreed</h1>{PROSE}{TEASERS}<h1>The Paper</h1><p>end</p>")
    return {one.text for one in headlines(Context(page, read_structured(page)))[0]}


def test_headings_far_from_the_beginning_are_those_of_other_articles() -> None:
    found = candidates_of("<title>Bridge agreed</title>")
    assert {"Bridge agreed", "The Paper"} <= found
    assert not {text for text in found if text.startswith("Number") or text == "Read 7"}


def test_unless_something_states_the_same() -> None:
    found = candidates_of("<title>NUMBER 7 of the teasers | Paper</title>")
    assert {text for text in found if text.startswith("Number")} == {"Number 7 of the teasers"}


def test_evidence_is_a_row_for_each_candidate() -> None:
    page = read_page(f"<title>Bridge agreed | Paper</title><h1>Bridge agreed</h1>{PROSE}")
    found, evidence = headlines(Context(page, read_structured(page)))
    assert evidence.shape == (len(found), len(NAMES))
    by_text = {one.text: row for one, row in zip(found, evidence, strict=True)}
    assert by_text["Bridge agreed"][NAMES.index("h1")] == 1
    assert by_text["Paper"][NAMES.index("only in head")] == 1
    nothing = read_page("<p>")
    assert headlines(Context(nothing, read_structured(nothing)))[1].shape == (0, len(NAMES))
