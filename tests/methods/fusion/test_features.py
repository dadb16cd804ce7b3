from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from broadsheet.methods.base import Given
from broadsheet.methods.fusion.features import NAMES, evidence, tokens
from broadsheet.page import read_page
from tests.page.test_columns import HTML

PAGE = """<html><head><title>Bridge agreed at last</title></head><body>
<nav class="site-nav mainMenu"><ul><li><a href=/>Home page</a></li><li><a href=/n>News, all</a></li></ul></nav>
<main><article id=story><h1>Bridge agreed at last</h1>
<p class="lead-text">The council met on Tuesday, and it agreed on the new bridge after a long and quiet debate.</p>
<p>Work starts in <b>2031</b>, said the mayor: "We have waited for <a href=/x>ten years</a>, and now we begin."</p>
<p>Home page</p>
</article></main>
<footer><p>© 2026 The Paper | mail@paper.example</p></footer></body></html>"""


@pytest.fixture(scope="module")
def columns() -> dict[str, list[float]]:
    found = evidence(read_page(PAGE), Given())
    return {name: found.columns[:, at].tolist() for at, name in enumerate(NAMES)}


def test_columns_have_names_of_their_own() -> None:
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # Home page, News all, headline, two paragraphs, repeated line, footer
        ("link_share", [1, 1, 0, 0, 9 / 84, 0, 0]),
        ("log_chars", np.log1p([9, 9, 21, 90, 84, 9, 37])),
        ("ends_sentence", [0, 0, 0, 1, 1, 0, 0]),
        ("starts_capital", [1, 1, 1, 1, 1, 1, 0]),
        ("has_copyright", [0, 0, 0, 0, 0, 0, 1]),
        ("has_at", [0, 0, 0, 0, 0, 0, 1]),
        ("has_bar", [0, 0, 0, 0, 0, 0, 1]),
        ("same_as_title", [0, 0, 1, 0, 0, 0, 0]),
        ("title_lcs", [0, 0, 1, 0, 0, 0, 0]),
        ("after_title", [0, 0, 0, 1, 1, 1, 1]),
        ("seen_before", [0, 0, 0, 0, 0, 1, 0]),
        ("seen_after", [1, 0, 0, 0, 0, 0, 0]),
        ("around_nav", [1, 1, 0, 0, 0, 0, 0]),
        ("around_article", [0, 0, 1, 1, 1, 1, 0]),
        ("around_a", [1, 1, 0, 0, 0, 0, 0]),
        ("block_p", [0, 0, 0, 1, 1, 1, 1]),
        ("block_li", [1, 1, 0, 0, 0, 0, 0]),
        ("block_h1", [0, 0, 1, 0, 0, 0, 0]),
        ("inside_b", [0, 0, 0, 0, np.log1p(1), 0, 0]),
        ("text_rows", np.log1p([1, 1, 1, 1, 5, 1, 1])),
        ("mss", [0, 0, 1, 1, 1, 1, 1]),
        ("holder_90", [0, 0, 1, 1, 1, 1, 0]),
        ("prose_before", [0, 0, 0, 0, 90 / 174, 1, 1]),
        ("index", np.arange(7) / 7),
    ],
)
def test_columns_by_hand(columns: dict[str, list[float]], name: str, expected: list[float]) -> None:
    assert columns[name] == pytest.approx(list(expected), abs=1e-3)


def test_paths_group_segments_of_the_same_kind(columns: dict[str, list[float]]) -> None:
    assert (
        columns["path_count"][3] == columns["path_count"][4] == columns["path_count"][5] == pytest.approx(np.log1p(3))
    )
    assert columns["path_count"][6] == pytest.approx(np.log1p(1))
    assert columns["path_link_share"][0] == pytest.approx(1)


def test_containers_hold_their_share(columns: dict[str, list[float]]) -> None:
    total = 9 + 9 + 21 + 90 + 84 + 9 + 37
    assert columns["container_0_share"][3] == pytest.approx(90 / total, abs=1e-3)
    assert columns["container_1_share"][3] == pytest.approx((21 + 90 + 84 + 9) / total, abs=1e-3)
    assert columns["container_1_prose"][3] == pytest.approx(1, abs=1e-3)


def test_a_given_title_is_used() -> None:
    page = read_page(PAGE)
    columns = evidence(page, Given(title="Home page")).columns
    assert columns[:, NAMES.index("same_as_title")].tolist() == [1, 0, 0, 0, 0, 1, 0]


def test_words_around_a_segment() -> None:
    page = read_page(PAGE)
    around = tokens(page, page.segments)
    assert around[0][-4:] == ["site", "nav", "main", "menu"]
    assert around[3] == ["+lead", "+text", "story"]


def test_no_segments() -> None:
    page = read_page("<p> </p>")
    assert evidence(page, Given()).columns.shape == (0, len(NAMES))
    assert tokens(page, page.segments) == []


@given(HTML)
def test_columns_are_finite_and_the_same_again(html: str) -> None:
    page = read_page(html)
    found = evidence(page, Given())
    assert found.columns.shape == (len(page.segments), len(NAMES))
    assert np.isfinite(found.columns).all()
    assert (evidence(read_page(html), Given()).columns == found.columns).all()
