"""Bylines apart from where the body begins and ends, or from what introduces them: pages written for these tests."""

from __future__ import annotations

import pytest

from broadsheet import extract

HEADLINE = "<h1>The bridge is open again</h1>"
PARAGRAPH = (
    "<p>The old bridge across the river was opened on Tuesday after two years of work on its piers, and the first "
    "carts went over it before noon, while the band of the fire brigade played on the bank.</p>"
)
BODY = PARAGRAPH + PARAGRAPH.replace("old", "new").replace("Tuesday", "Friday") + PARAGRAPH.replace("two", "nine")
BOX = "<div class=box>" + "".join(f"<p><a href=/t/{n}>Topic number {n}</a></p>" for n in range(9)) + "</div>"


def authors_of(inside: str, *, behind: str = "") -> tuple[str, ...]:
    page = f"<title>The bridge is open again</title><body>{HEADLINE}{inside}{BODY}{behind}</body>"
    return extract(page, with_verdict=False).authors


def test_a_byline_below_the_headline_is_read_above_a_long_box() -> None:
    assert authors_of(f"<p>By Ada Lovelace</p>{BOX}{BOX}") == ("Ada Lovelace",)


def test_a_byline_right_before_the_first_paragraph_is_read_below_a_long_box() -> None:
    assert authors_of(f"<p>Wednesday October 18 10:19 AM ET</p>{BOX}{BOX}<p>By Ada Lovelace</p>") == ("Ada Lovelace",)


@pytest.mark.parametrize(
    ("introduction", "name"),
    [("By", "Ada Lovelace"), ("Von:", "Anna Müller"), ("Written by", "Tom Hale"), ("Par", "Anne Petit")],
)
def test_what_introduces_a_name_may_be_a_line_of_its_own(introduction: str, name: str) -> None:
    assert authors_of(f"<p>{introduction}</p><p>{name}</p>") == (name,)
    assert authors_of("", behind=f"<div>{introduction}</div><div>{name}</div>") == (name,)


@pytest.mark.parametrize("line", ["Search", "Related stories", "last updated on Tuesday"])
def test_what_is_no_name_is_introduced_by_nothing(line: str) -> None:
    assert authors_of(f"<p>By</p><p>{line}</p>") == ()


def test_notes_may_stand_behind_a_signature() -> None:
    notes = "".join(
        f"<p>[{n}] A report of the harbour office, which tells of the same work, page {n}.</p>" for n in "1234"
    )
    assert authors_of("", behind=f"<p>Written by Ada Lovelace</p>{notes}") == ("Ada Lovelace",)


def test_a_sentence_among_the_last_ones_is_no_signature() -> None:
    end = "<p>By Tuesday evening all was quiet.</p>" + PARAGRAPH * 3
    assert authors_of("", behind=end) == ()


def test_what_somebody_is_may_be_told_at_length_behind_the_day_and_the_name() -> None:
    line = "<div>03/01/2017 by Ada Lovelace, member of the board for what is new in harbours</div>"
    assert authors_of(line) == ("Ada Lovelace",)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Gespeichert von Anna Müller am 24. Juli 2017 - 18:55", "Anna Müller"),
        ("Soumis par Anne Petit le lun, 03/02/2020 - 10:15", "Anne Petit"),
        ("Ingediend door Jan Jansen op ma, 03-02-2020 - 10:15", "Jan Jansen"),
    ],
)
def test_who_put_a_text_on_the_page(line: str, name: str) -> None:
    assert authors_of(f"<div>{line}</div>") == (name,)
