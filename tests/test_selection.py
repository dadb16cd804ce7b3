"""A caller's selectors: what they keep and drop, the notes, and invalid ones."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import broadsheet
from broadsheet.methods import catalog

PROSE = (
    "The council said on {} that the bridge would close in March for two years, by nine votes to two of its members."
)
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday")
PAGE = (
    "<html><head><title>Bridge to close</title></head><body><nav><a href=/>Home</a> <a href=/news>News</a></nav>"
    "<article><header><h1>Bridge to close</h1><p class=byline>By Jane Doe</p></header>"
    + "".join(f"<p class={day.lower()}>{PROSE.format(day)}</p>" for day in DAYS)
    + '<figure><img src="https://a.example/b.jpg" width=800 height=600><figcaption>A bridge.</figcaption></figure>'
    "<p>And that was all that there was to say about it on that day, the mayor added.</p></article>"
    "<footer><p class=imprint>Imprint and contact</p></footer></body></html>"
)


def test_without_selectors_nothing_changes() -> None:
    assert broadsheet.extract(PAGE, keep=[], drop=()) == broadsheet.extract(PAGE)


@pytest.mark.parametrize("method", sorted(catalog.names()))
def test_selectors_work_with_every_method(method: str) -> None:
    try:
        article = broadsheet.extract(
            PAGE, method=method, keep=".imprint", drop=[".tuesday", "figure"], with_images=True
        )
    except (broadsheet.NeedsNotMet, broadsheet.MissingExtra):
        pytest.skip("the method needs more than the page")
    assert "Imprint and contact" in article.text
    assert "Tuesday" not in article.text
    assert "Wednesday" in article.text
    assert article.images == ()
    assert "b.jpg" not in article.markdown
    assert "drop '.tuesday': 116 characters left out" in article.notes


def test_kept_elements_are_in_the_body() -> None:
    plain = broadsheet.extract(PAGE)
    article = broadsheet.extract(PAGE, keep=".imprint")
    assert "Imprint" not in plain.text
    assert article.text == f"{plain.text}\n\nImprint and contact"
    assert "keep '.imprint': 19 characters added to the method's text" in article.notes
    assert "keep '.monday': 0 characters added to the method's text" in broadsheet.extract(PAGE, keep=".monday").notes


def test_dropping_wins_over_keeping() -> None:
    article = broadsheet.extract(PAGE, keep="footer", drop=".imprint")
    assert "Imprint" not in article.text


def test_a_note_says_that_a_selector_matches_nothing() -> None:
    notes = broadsheet.extract(PAGE, keep="b.c", drop="table").notes
    assert {"keep 'b.c': matches nothing", "drop 'table': matches nothing"} <= set(notes)
    for hidden in (broadsheet.extract(f"{PAGE}<p hidden>x", keep="p[hidden]"), broadsheet.extract(PAGE, keep="img")):
        assert any(note.endswith(": 0 characters added: it matches no visible text") for note in hidden.notes)


def test_metadata_are_read_from_the_whole_page() -> None:
    article = broadsheet.extract(PAGE, drop="header")
    assert (article.title, article.authors) == ("Bridge to close", ("Jane Doe",))


def test_fallbacks_do_not_bring_back_dropped_elements() -> None:
    """Neither noscript nor the stated articleBody."""
    body = f"<noscript><p class=a>{PROSE.format('Monday')}</p><p class=b>{PROSE.format('Tuesday')}</p></noscript>"
    stated = json.dumps({"@type": "NewsArticle", "articleBody": "\n\n".join(map(PROSE.format, DAYS))})
    script = f'<script type="application/ld+json">{stated}</script>'
    for page in (f"<body>{body * 2}</body>", f"<head>{script}</head><body><p class=b>{PROSE.format('Tuesday')}</body>"):
        assert "Tuesday" in broadsheet.extract(page).text
        assert "Tuesday" not in broadsheet.extract(page, drop=".b").text


@pytest.mark.parametrize("selector", ["", " ", "p >", "//p", "p::before", "p!", "p" * 1001])
@pytest.mark.parametrize("option", ["keep", "drop"])
def test_invalid_selectors_are_rejected(option: str, selector: str) -> None:
    options: dict[str, Any] = {option: ["p", selector]}
    with pytest.raises(broadsheet.BadSelector, match="not a valid CSS selector: '"):
        broadsheet.extract(PAGE, **options)


@pytest.mark.parametrize(("wrong", "name"), [([7], "int"), (7, "int"), (None, "NoneType"), (b"p", "bytes")])
def test_selectors_of_another_type_are_rejected(wrong: Any, name: str) -> None:
    with pytest.raises(TypeError, match=f"keep must be a CSS selector or several, not {name}$"):
        broadsheet.extract(PAGE, keep=wrong)


@given(
    st.lists(
        st.sampled_from(["p", ".monday", "article", "body", "*", "figure", "nav a", "p:has(a)", "header"]), max_size=3
    )
)
def test_no_dropped_text_is_in_the_body(selectors: list[str]) -> None:
    page = broadsheet.read_page(PAGE)
    hidden = {row for one in selectors for row in page.select(one).tolist()}
    inside = {row for top in hidden for row in range(top, page.end[top])}
    text = broadsheet.extract(PAGE, drop=selectors, keep="body").text
    for row in page.is_text.nonzero()[0].tolist():
        if row in inside and len(page.raw(row)) > 30:
            assert page.raw(row) not in text
