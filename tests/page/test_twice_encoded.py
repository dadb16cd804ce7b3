from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import broadsheet
from broadsheet.page import read_page
from broadsheet.page.twice_encoded import once_encoded

GOOD = "It’s “over” – wörter, zażółć, привет, 漢字, 😀, à\xa0la, «É\xa0»"


def twice(text: str) -> str:
    return text.encode().decode("latin-1")


def repaired(text: str) -> str:
    return once_encoded(text.encode("utf-8", "replace")).decode()


def test_pages_are_read_so() -> None:
    html = f"<p>{GOOD}</p>"
    assert read_page(twice(html)).text == GOOD
    assert read_page(twice(html).encode()).text == GOOD
    assert read_page(html).text == GOOD


def test_an_article_is_clean() -> None:
    body = "".join(
        f"<p>The board’s “plan” – number {at} – was read aloud, and nobody’s hand went up.</p>" for at in range(9)
    )
    article = broadsheet.extract(twice(f"<article><h1>A plan</h1>{body}</article>"))
    assert "The board’s “plan” – number 3 – was read aloud" in article.text


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        "",
        "MANHû, SÃO, À\xa0la, É«, Ñ°, Â£ and Ã© in a text about encodings",
        "one â\x80\x99 alone, and another â\x80\x99",  # fewer than three
        "controls \x80\x81\x82\x83\x84 that are nothing",
    ],
)
def test_other_text_stays(text: str) -> None:
    assert repaired(text) == text


@given(st.text(alphabet="’“”–…wörterzażółćŠkodalпривётслΛλάמילה漢字日本語한국어ابجثիջ😀 "))
def test_text_of_any_script_comes_back(text: str) -> None:
    assert repaired(twice("’’’" + text)) == "’’’" + text


@given(st.text(max_size=40))
def test_nothing_fails(text: str) -> None:
    repaired(text + twice("’’’"))
