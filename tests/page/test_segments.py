from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from broadsheet.page import read_page
from tests.page.test_columns import HTML


def texts(html: str) -> list[str]:
    page = read_page(html)
    return page.texts


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>One <b>two</b> three</p><p>four", ["One two three", "four"]),
        ("<p>One<br>two<br><br>three", ["One", "two", "three"]),
        ("<div>loose<p>para</p>loose again</div>", ["loose", "para", "loose again"]),
        ("<div>a<div></div>b</div>", ["a", "b"]),
        ("<div>a<hr>b</div>", ["a", "b"]),
        ("<p>a<!-- c -->b", ["ab"]),
        ("<p>a<img>b", ["ab"]),
        ("<ul><li>x<li>y</ul>", ["x", "y"]),
        ("<table><tr><td>1<td>2</table>", ["1", "2"]),
        ("<p>shown</p><p hidden>not</p> <p> </p>", ["shown"]),
        ("<a href=x><h2>Head</h2><p>Lead</p></a>", ["Head", "Lead"]),
    ],
)
def test_segments_are_the_lines_of_a_reader(html: str, expected: list[str]) -> None:
    assert texts(html) == expected


def test_the_grouping_example_of_luo() -> None:
    """Eight leaves fall into three groups, as in the example that Standke 2019 draws."""
    html = (
        "<body>Note:<p>A paragraph<a href=x>, with a link,</a> in it</p>"
        "<div>some<em>emphatic words</em>here,<b>More words</b></div></body>"
    )
    assert texts(html) == ["Note:", "A paragraph, with a link, in it", "someemphatic wordshere,More words"]


def test_columns_of_segments() -> None:
    page = read_page("<body><p>Go <a href=x>there</a>, now!</p><p>End</p></body>")
    segments = page.segments
    assert segments.chars.tolist() == [2 + 5 + 6, 3]
    assert segments.link_chars.tolist() == [5, 0]
    assert segments.punct.tolist() == [2, 0]
    assert [page.name(int(row)) for row in segments.block] == ["p", "p"]
    kept = segments.rows(np.array([True, False]))
    assert [page.raw(int(row)) for row in np.flatnonzero(kept)] == ["Go ", "there", ", now!"]


@given(HTML)
def test_segments_hold_every_shown_text_once(html: str) -> None:
    page = read_page(html)
    segments = page.segments
    member = np.flatnonzero(segments.of >= 0)
    assert member.tolist() == np.flatnonzero(page.shown).tolist()
    assert (np.diff(segments.of[member]) >= 0).all()
    assert (segments.chars > 0).all()
    assert int(segments.chars.sum()) == int(page.chars[page.shown].sum())
    for number in range(len(segments)):
        rows = member[segments.of[member] == number]
        assert (segments.first[number], segments.last[number]) == (rows[0], rows[-1])
        assert set(page.block[rows].tolist()) == {int(segments.block[number])}
