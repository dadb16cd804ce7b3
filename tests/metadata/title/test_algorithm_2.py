"""Algorithm 2 of TWCEM, and Eq. (1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.metadata.title.algorithm_2 import algorithm_2, edit_distance
from broadsheet.page import read_page


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
