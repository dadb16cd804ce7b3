"""People whom a text is about, in lines of their own: pages written for these tests."""

from __future__ import annotations

import pytest

import broadsheet
from tests.metadata.test_as_shown import ADDRESS, PROSE, ld, of

PAPER = ld(author={"@type": "Organization", "name": "Northgate Herald"})
AT_END = (
    "<blockquote><p>A bridge is a promise.</p><cite>Karl Berg</cite></blockquote>",
    "<blockquote><p>A bridge is a promise.</p><p>— Karl Berg</p></blockquote>",
    "<p>Those who won:</p><ul><li>Karl Berg</li><li>Anna Müller</li><li>Tom Adeyemi</li></ul>",
    "<p>Who should decide?</p><ol><li>Karl Berg</li><li>Anna Müller</li></ol>",
)


def _ending(end: str, head: str = "") -> tuple[str, ...]:
    html = f"<html lang=en><head>{head}</head><body><main><article><h1>A new bridge</h1>{PROSE}{end}</article></main>"
    return broadsheet.extract(html, url=ADDRESS).authors


@pytest.mark.parametrize("end", AT_END)
def test_who_is_quoted_or_listed_at_the_end_wrote_nothing(end: str) -> None:
    assert _ending(end) == ()
    assert _ending(end, PAPER) == ("Northgate Herald",)


def test_who_signs_at_the_end_wrote() -> None:
    assert _ending("<p>— Karl Berg</p>") == ("Karl Berg",)
    assert _ending(f"{'<div>' * 12}<p>— Karl Berg</p>{'</div>' * 12}") == ("Karl Berg",)


@pytest.mark.parametrize("tag", ["h3", "b", "strong"])
def test_headings_that_are_names_are_those_of_people_whom_the_text_is_about(tag: str) -> None:
    heading = f"<p><{tag}>{{}}</{tag}></p>" if tag != "h3" else "<h3>{}</h3>"
    one, two, rest = PROSE.split("</p>", 2)
    text = f"{one}</p>{heading.format('Karl Berg')}{two}</p>{heading.format('Anna Müller')}{rest}"
    html = f"<html lang=en><body><main><article><h1>A new bridge</h1>{text}</article></main>"
    assert broadsheet.extract(html, url=ADDRESS).authors == ()


def test_a_name_in_a_list_above_the_text_may_be_that_of_who_wrote() -> None:
    assert of("", "<ul><li>Ada Lovelace</li><li>12 May 2026</li></ul>").authors == ("Ada Lovelace",)


@pytest.mark.parametrize(
    "line",
    [
        "<cite>Ada Lovelace</cite>",
        "<blockquote>Ada Lovelace<br>Northgate</blockquote>",
        "<p><b>Ada Lovelace</b></p><p>12 May 2026</p>",
    ],
)
def test_a_byline_may_be_set_as_a_quotation_or_a_heading(line: str) -> None:
    assert of("", line).authors == ("Ada Lovelace",)
