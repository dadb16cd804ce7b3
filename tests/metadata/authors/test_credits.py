"""What a page as a whole says against the names that were taken first: pages written for these tests."""

from __future__ import annotations

import json

import pytest

from tests.metadata.test_as_shown import of

BYLINE = "<p class=byline>By Ada Lovelace</p>"


def stated(*names: str, kind: str = "Person") -> str:
    authors = [{"@type": kind, "name": name} for name in names]
    return f'<script type="application/ld+json">{json.dumps({"@type": "NewsArticle", "author": authors})}</script>'


@pytest.mark.parametrize(
    "line",
    [
        "Photography by Karl Berg",
        "With contributions from Tom Hale and Karl Berg",
        "Styled by Karl Berg",
        "Illustrations by: Tom Hale, Karl Berg",
        "12 May 2026 | Edited by Karl Berg",
    ],
)
def test_who_did_something_else_is_no_author_beside_another(line: str) -> None:
    head = stated("Ada Lovelace", "Karl Berg")
    assert of(head, BYLINE).authors == ("Ada Lovelace", "Karl Berg")
    assert of(head, BYLINE, behind=f"<p>{line}</p>").authors == ("Ada Lovelace",)


def test_who_wrote_as_well_is_one() -> None:
    line = "<p>Words by Karl Berg</p><p>Photography by Karl Berg</p>"
    assert of(stated("Ada Lovelace", "Karl Berg"), BYLINE, behind=line).authors == ("Ada Lovelace", "Karl Berg")
    assert of(stated("Karl Berg"), behind="<p>Photography by Karl Berg</p>").authors == ("Karl Berg",)


@pytest.mark.parametrize(
    "line",
    [
        "The hairstylist Karl Berg saw it all",
        "The plan was edited by Karl Berg",
        f"12 May 2026 | Edited by Karl Berg, {'of the two towns ' * 9}",
        "Photography by Ada Lovelace and Karl Berg",
    ],
)
def test_what_says_nothing_of_who_wrote(line: str) -> None:
    assert of(stated("Ada Lovelace", "Karl Berg"), behind=f"<p>{line}</p>").authors == ("Ada Lovelace", "Karl Berg")


LINKED = "<p><a href=/staff/ada>Ada Lovelace</a></p>"


def test_who_is_stated_and_nowhere_on_the_page_yields_to_the_byline() -> None:
    assert of(stated("Grace Hopper"), LINKED).authors == ("Ada Lovelace",)
    assert of(stated("The Worcester Telegram"), LINKED).authors == ("Ada Lovelace",)


def test_who_edited_yields_to_the_byline() -> None:
    assert of(stated("Grace Hopper"), f"{LINKED}<p>Editor : Grace Hopper</p>").authors == ("Ada Lovelace",)
    assert of(stated("Grace Hopper"), f"{LINKED}<p>Grace Hopper</p>").authors == ("Grace Hopper",)


def test_who_translated_yields_to_the_byline() -> None:
    translated = "<p>Übersetzung <a href=/author/grace>Grace Hopper</a></p>"
    assert of(stated("grace-hopper"), f"{BYLINE}{translated}").authors == ("Ada Lovelace",)


def test_who_put_a_chinese_text_on_the_page_did_not_write_it() -> None:
    byline, editor = "<p>作者：王晓琳</p>", "<p>（责任编辑：刘洋）</p>"
    assert of("", byline, behind=editor).authors == ("王晓琳",)
    assert of("", "<p>作者：刘洋</p>", behind=editor).authors == ("刘洋",)
    assert of(behind=editor).authors == ("刘洋",)


def test_who_is_shown_or_is_the_same_person_does_not() -> None:
    assert of(stated("Grace Hopper"), LINKED, behind="<p>About Grace Hopper</p>").authors == ("Grace Hopper",)
    desk = stated("The Worcester Telegram", kind="Organization")
    assert of(desk, LINKED).authors == ("The Worcester Telegram",), "an organisation, and stated as one"
    assert of(stated("Ada Byron"), LINKED).authors == ("Ada Byron",), "a name that she has elsewhere"


def test_a_byline_at_the_end_names_a_person_where_only_the_paper_is_stated() -> None:
    head = stated("Northgate Herald", kind="Organization")
    assert of(head).authors == ("Northgate Herald",)
    assert of(head, behind="<p>By Ada Lovelace</p>").authors == ("Ada Lovelace",)
