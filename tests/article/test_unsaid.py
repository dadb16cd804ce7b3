"""What stands in a text and is said to no reader."""

from __future__ import annotations

import pytest

from broadsheet import extract

BEFORE = "The council met on Tuesday, and it agreed on the plan after a long and quiet debate, as everybody expected."
BEHIND = (
    "Engineers will inspect the arch in spring, and the mayor said that the works would take two years at the least."
)


def text_of(inside: str) -> str:
    return extract(f"<h1>Plan agreed</h1><article><p>{BEFORE * 3}</p>{inside}<p>{BEHIND * 3}</p></article>").text


@pytest.mark.parametrize(
    "value",
    ["2024-05-01T08:30:00+02:00", "2024-05-01T08:30Z", "https://paper.example/a/1", "http://paper.example/?a=b"],
)
def test_moments_and_addresses_of_microdata_are_no_text(value: str) -> None:
    words = f"<p>The bridge opens again on Friday. <span itemprop='datePublished'>{value}</span></p>"
    assert value not in text_of(words)


@pytest.mark.parametrize("value", ["1 May 2024", "The address is https://paper.example/a/1", "2024"])
def test_what_microdata_say_in_words_stays(value: str) -> None:
    assert value in text_of(f"<p itemprop='about'>The bridge opens again on Friday. {value}.</p>")
