from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from broadsheet.body.fusion.features import NAMES, evidence
from broadsheet.errors import NotHTML
from broadsheet.facts import Facts
from broadsheet.methods.base import Given
from broadsheet.page import read_page
from tests.body.fusion import oracle
from tests.page.oracle import HTML

PAGE = """<html><head><title>Bridge agreed at last</title></head><body>
<nav class="site-nav mainMenu"><ul><li><a href=/>Home page</a></li><li><a href=/n>News, all</a></li></ul></nav>
<main><article id=story><h1>Bridge agreed at last</h1>
<p class="lead-text">The council met on Tuesday, and it agreed on the new bridge after a long and quiet debate.</p>
<p>Work starts in <b>2031</b>, said the mayor: "We have waited for <a href=/x>ten years</a>, and now we begin."</p>
<p>Home page</p>
</article></main>
<footer><p>© 2026 The Paper | mail@paper.example</p></footer></body></html>"""

TEXTS = st.builds(
    "<p class={}>{}<b>{}</b>{}</p>".format,
    st.sampled_from(["a", "b", "c-d"]),
    *[st.text('aBc1 \n\u00a0.,:»"(©@|\u0660漢', max_size=30)] * 3,
)


LINES = st.lists(
    st.sampled_from(
        [
            "Große Straße in İstanbul wird gesperrt", "GROSSE STRASSE IN İSTANBUL WIRD GESPERRT", "ΟΔΟΣ ΚΛΕΙΣΤΗ",
            "οδος κλειστη", "Die \u00a0 Stadt sperrt die Große Straße in der Mitte, und alle fahren anders als bisher.",
            "Die Stadt sperrt die GROSSE Straße in der Mitte und bleibt dabei.", "ﬃ ẞ ŉ", "x", "12 345 6789012",
            "Die Stadt sperrt die Große Straße in der Mitte, und alle fahren anders als bisher.",
        ]
    ),
    min_size=1,
    max_size=12,
)  # fmt: skip


@pytest.fixture(scope="module")
def columns() -> dict[str, list[float]]:
    found = evidence(Facts(read_page(PAGE)), Given())
    return {name: found.columns[:, at].tolist() for at, name in enumerate(NAMES)}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # Home page, News all, headline, two paragraphs, repeated line, footer
        ("link_share", [1, 1, 0, 0, 9 / 84, 0, 0]),
        ("log_chars", np.log1p([9, 9, 21, 90, 84, 9, 37])),
        ("ends_sentence", [0, 0, 0, 1, 1, 0, 0]),
        ("starts_capital", [1, 1, 1, 1, 1, 1, 0]),
        ("chars_a_word", [0.45, 0.45, 21 / 40, 0.5, 84 / 190, 0.45, 37 / 60]),
        ("marks_a_char", [0, 10 / 9, 0, 20 / 90, 60 / 84, 0, 20 / 37]),
        ("commas", [0, 20 / 9, 0, 20 / 90, 40 / 84, 0, 0]),
        ("digits", [0, 0, 0, 0, 4 / 84, 0, 4 / 37]),
        ("capitals", [1 / 8, 1 / 7, 1 / 18, 2 / 72, 2 / 61, 1 / 8, 2 / 24]),
        ("bold_share", [0, 0, 1, 0, 4 / 84, 0, 0]),
        ("position", np.cumsum([9, 9, 21, 90, 84, 9, 37]) / 259),
        ("gap_before", [0, 0.4, 1.2, 0.4, 0.4, 0.4, 1]),
        ("common_before", [0, 0.15, 0.05, 0.15, 0.15, 0.15, 0.05]),
        ("path_before", [0, 1, 0, 0, 1, 1, 0]),
        ("path_mean_chars", np.log1p([9, 9, 21, 61, 61, 61, 37])),
        ("kind_count", np.log1p([2, 2, 1, 1, 2, 2, 1])),
        ("kind_share", np.array([18, 18, 21, 90, 93, 93, 37]) / 259),
        ("title_found", [0, 0, 1, 0.5, 0, 0, 0]),
        ("title_share", [0, 0, 1, 2 / 18, 0, 0, 0]),
        ("title_distance", np.log1p([2, 1, 0, 1, 2, 3, 4]) / 3),
        ("lead_before", [0, 0, 0, 0, 0, 1, 0]),
        ("same_as_title", [0, 0, 1, 0, 0, 0, 0]),
        ("seen_before", [0, 0, 0, 0, 0, 1, 0]),
        ("around_nav", [1, 1, 0, 0, 0, 0, 0]),
        ("around_article", [0, 0, 1, 1, 1, 1, 0]),
        ("block_p", [0, 0, 0, 1, 1, 1, 1]),
        ("inside_b", [0, 0, 0, 0, np.log1p(1), 0, 0]),
        ("text_rows", np.log1p([1, 1, 1, 1, 5, 1, 1])),
        ("mss", [0, 0, 1, 1, 1, 1, 1]),
        ("holder_90", [0, 0, 1, 1, 1, 1, 0]),
        ("prose_before", [0, 0, 0, 0, 90 / 165, 1, 1]),
        ("mss_value", [-1, -1, 1, 1, 1, 1, 1]),
        ("coreex", [0, 0, 0, 1, 0, 0, 0]),
        ("page_link_share", [27 / 259] * 7),
        ("holder_50", [0, 0, 0, 1, 0, 0, 0]),
        ("holder_50_depth", [0, 0, 0, 0, 0, 0, -0.1]),
        ("between_ul", np.log1p([1, 0, 0, 0, 0, 0, 0])),
        ("earlier_h1", np.log1p([0, 0, 1, 1, 1, 1, 1])),
        ("later_footer", np.log1p([1, 1, 1, 1, 1, 1, 0])),
    ],
)
def test_columns_by_hand(columns: dict[str, list[float]], name: str, expected: list[float]) -> None:
    assert columns[name] == pytest.approx(list(expected), abs=1e-3)


def test_a_given_title_is_used() -> None:
    page = read_page(PAGE)
    columns = evidence(Facts(page), Given(title="Home page")).columns
    assert columns[:, NAMES.index("same_as_title")].tolist() == [1, 0, 0, 0, 0, 1, 0]


def test_segments_are_looked_up_in_the_stated_texts() -> None:
    stated = (
        '<script type="application/ld+json">{"@type": "NewsArticle", "articleBody": '
        '"Work starts in 2031, said  the Mayor: \\"We have waited for ten years, and now we begin.\\""}</script>'
        '<meta name=description content="The council met on Tuesday, and it agreed on the new bridge.">'
    )
    columns = evidence(Facts(read_page(PAGE.replace("</head>", stated + "</head>"))), Given()).columns
    assert columns[:, NAMES.index("stated_any")].tolist() == [1] * 7
    assert columns[:, NAMES.index("stated")].tolist() == [0, 0, 0, 0, 1, 0, 0]
    assert columns[:, NAMES.index("described")].tolist() == [0, 0, 0, 1, 0, 0, 0]


def test_the_search_of_a_long_stated_text_is_limited() -> None:
    lines = "The harbour was dredged in spring.", "xxxx begins at too many places", "The ferries came back in summer."
    stated = f"{lines[0]} {'x' * 3_000}{lines[1]} {'y' * 100_000} {lines[2]}"
    page = read_page(f"<meta name=description content='{stated}'><p>{'<p>'.join(lines)}")
    assert evidence(Facts(page), Given()).columns[:, NAMES.index("described")].tolist() == [1, 0, 0]


@pytest.mark.parametrize(
    "script", ['{"articleBody": ', '{"articleBody": 3}', '["articleBody"]', "[" * 5000 + '"articleBody"']
)
def test_broken_structured_data_are_ignored(script: str) -> None:
    html = PAGE.replace("</head>", f'<script type="application/ld+json">{script}</script></head>')
    assert not evidence(Facts(read_page(html)), Given()).columns[:, NAMES.index("stated_any")].any()


@given(HTML)
def test_columns_are_finite_and_reproducible(html: str) -> None:
    page = read_page(html)
    found = evidence(Facts(page), Given())
    assert found.columns.shape == (len(page.segments), len(NAMES))
    assert np.isfinite(found.columns).all()
    assert (evidence(Facts(read_page(html)), Given()).columns == found.columns).all()


@given(st.lists(HTML | TEXTS, max_size=4).map("".join))
def test_columns_equal_the_oracle_s(html: str) -> None:
    try:
        page = read_page(html)
    except NotHTML:
        assume(False)
    compiled, plain = evidence(Facts(page), Given()).columns, oracle.columns(page, Given())
    assert compiled.shape == plain.shape
    for at, name in enumerate(NAMES):
        assert compiled[:, at].tolist() == pytest.approx(plain[:, at].tolist(), abs=1e-6), name


@given(LINES, LINES, st.booleans())
def test_columns_of_titles_and_repeated_lines_equal_the_oracle_s(
    lines: list[str], stated: list[str], linked: bool
) -> None:
    body = "".join(
        f"<div><p><a>{line}</a></p></div>" if linked and at % 2 else f"<p>{line}" for at, line in enumerate(lines)
    )
    head = f"<title>{stated[0]}</title><meta name=description content='{' '.join(stated[1:])}'>"
    page = read_page(f"{head}<h1>{stated[-1]}</h1><font color=red>{lines[0]}</font>{body}")
    compiled, plain = evidence(Facts(page), Given()).columns, oracle.columns(page, Given())
    for at, name in enumerate(NAMES):
        assert compiled[:, at].tolist() == pytest.approx(plain[:, at].tolist(), abs=1e-6), name


def test_columns_of_real_pages_equal_the_oracle_s(real_pages: Any) -> None:
    for _, data, _ in real_pages(step=150):
        page = read_page(data)
        compiled, plain = evidence(Facts(page), Given()).columns, oracle.columns(page, Given())
        assert np.abs(compiled - plain).max(initial=0) < 1e-5
