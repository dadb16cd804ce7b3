"""Repairs of faulty pages."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import broadsheet
from broadsheet.page import LIMITS, Page, read_page
from broadsheet.page.repair import once_encoded, released, with_open_roots

GOOD = "It’s “over” – wörter, zażółć, привет, 漢字, 😀, à\xa0la, «É\xa0»"


def twice(text: str) -> str:
    return text.encode().decode("latin-1")


def repaired(text: str) -> str:
    return once_encoded(text.encode("utf-8", "replace")).decode()


def test_doubly_encoded_pages_are_repaired() -> None:
    html = f"<p>{GOOD}</p>"
    assert read_page(twice(html)).text == GOOD
    assert read_page(twice(html).encode()).text == GOOD
    assert read_page(html).text == GOOD


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
def test_correctly_encoded_text_is_unchanged(text: str) -> None:
    assert repaired(text) == text


@given(st.text(alphabet="’“”–…wörterzażółćŠkodalпривётслΛλάמילה漢字日本語한국어ابجثիջ😀 "))
def test_text_of_any_script_is_restored(text: str) -> None:
    assert repaired(twice("’’’" + text)) == "’’’" + text


@given(st.text(max_size=40))
def test_no_text_fails(text: str) -> None:
    repaired(text + twice("’’’"))


STORY = "<p>The council met on Tuesday, and it agreed on the plan after a long and quiet debate.</p>" * 5
FRAME = '<iframe src="https://counter.example/" height="0" width="0" />'


def is_pickled_whole(page: Page) -> bool:
    again = pickle.loads(pickle.dumps(page))
    return bool(again.texts == page.texts and again.source == page.source == page.utf8.decode())


def test_an_unclosed_title_ends_with_its_line() -> None:
    page = read_page(f"<html><head><title>Bridge agreed\n<meta charset=utf-8></head><body>{STORY}</body></html>")
    assert page.words_of(int(page.select("title")[0])) == "Bridge agreed"
    assert len(page.select("p")) == 5
    assert not page.hidden[page.select("p")[0]]


def test_an_unclosed_frame_in_noscript_ends_with_it() -> None:
    page = read_page(f"<body><noscript>{FRAME}</noscript>{STORY}<iframe src=b></iframe><p>Home.</p></body>")
    assert len(page.select("p")) == 6
    assert page.texts[-1] == "Home."
    assert is_pickled_whole(page)


@pytest.mark.parametrize(
    "html",
    [
        f"<title>Bridge agreed</title>{STORY}",
        f"<noscript><iframe src=a></iframe></noscript>{STORY}",
        f"<iframe src=a><p>No frames? {'Get a browser. ' * 40}</p></iframe>{STORY}",
        f"<body><svg><title>{'A long description of a picture. ' * 20}</title></svg>{STORY}",
    ],
)
def test_closed_elements_are_unchanged(html: str) -> None:
    assert read_page(html).source == html
    assert released(html) == html


def test_limits_apply_to_text_that_becomes_markup() -> None:
    deep = "<div>" * (4 * LIMITS.depth)
    html = f"<p>One</p><noscript>{FRAME}</noscript>{STORY}{deep}"
    page = read_page(html)
    assert page.source == html
    assert page.texts == ["One"]


def test_a_shadow_root_is_part_of_the_page() -> None:
    page = read_page(
        b"<body><h1>One</h1><a-story id=a><template shadowrootmode='open'><style>p{}</style><p>Two</p><a-quote>"
        b"<TEMPLATE class=b ShadowRootMode=closed ><p>Three</p></TEMPLATE ></a-quote></template><p>Four</p></a-story>"
        b"<template><p>Five</p></template>"
    )
    assert page.texts == ["One", "Two", "Three", "Four"]
    assert page.name(page.children(int(page.select("#a")[0]))[0]) == "shadow-root"
    assert is_pickled_whole(page)


@pytest.mark.parametrize(
    "html",
    [
        "<p>x</p><template><p>y</p></template>",
        "<p>x</p><template data-shadowrootmode=open><p>y</p></template>",
        "<p>x</p><template shadowrootmode=no><p>y</p></template>",
        "<p>x</p><template shadowrootmode><p>y</p></template>",
        "<p>x</p><!-- <template shadowrootmode=open> --><template><p>y</p></template>",
        "<p>x</p><script>'<template shadowrootmode=open>'</script><template><p>y</p></template>",
        "<p>x</p><template><template shadowrootmode=open><p>y</p></template></template>",
    ],
)
def test_other_templates_are_not_part_of_the_page(html: str) -> None:
    assert read_page(html).texts == ["x"]


def test_templates_may_be_nested_in_a_shadow_root() -> None:
    html = "<a-a><template shadowrootmode=open><p>x<template><p>y</template><p>z</template></a-a><p>w"
    assert read_page(html).texts == ["x", "z", "w"]


@pytest.mark.parametrize(
    ("repair", "piece"),
    [
        *((released, one) for one in ("<title", "<title>", "<iframe", "<iframe>", "</noscript", "<iframe></noscript>")),
        *((with_open_roots, one) for one in ("<template", "<template a", "<!--", "<script ")),
        (with_open_roots, "<template shadowrootmode=open>"),
    ],
)
def test_repairs_take_linear_time(repair: Callable[[str], str], piece: str) -> None:
    begin = time.process_time()
    repair(piece * 50_000)
    assert time.process_time() - begin < 2


BODY = "".join(
    f"<p>{line}</p>"
    for line in (
        "Residents who cross the bridge every day said they had warned about the sagging planks for two winters.",
        "“Nobody wants it gone, but nobody wants to stand on it when it gives way,” said the deputy mayor, Ann Reed.",
        "A replacement should cost about four hundred thousand pounds, of which the county would pay half.",
        "Until then wardens will stand at both ends on market days, and the lower path will be fenced off.",
    )
)
LEAD = "The council voted on Tuesday evening to close the old bridge, three of whose five piers have rotted."


@pytest.mark.parametrize(
    ("head", "title"),
    [
        (
            "<figure><img src=a.jpg></figure><figcaption><small>14 March 2023</small>"
            f"<h1>Council closes the old bridge</h1><p>{LEAD}</p></figcaption>",
            "Council closes the old bridge | The Herald",
        ),
        (
            "<figure class=hero><img src=a.jpg><figcaption><h1>Council closes the old bridge</h1>"
            f"<time datetime=2023-03-14>14 March 2023</time><p>{LEAD}</p></figcaption></figure>",
            "The Herald",
        ),
    ],
)
def test_text_beside_the_headline_is_not_a_caption(head: str, title: str) -> None:
    site = "<header><a href=/>The Herald</a></header>"
    page = f"<html><head><title>{title}</title></head><body>{site}<div class=news>{head}{BODY}</div></body></html>"
    article = broadsheet.extract(page, url="https://herald.example/news/bridge")
    assert LEAD in article.text
    assert str(article.published).startswith("2023-03-14")
    assert article.title is not None
    assert article.title in head


def test_teasers_in_figures_stay_captions() -> None:
    teaser = "<figure><img src=a.jpg><figcaption><h1>{}</h1></figcaption></figure>"
    page = read_page(f"<title>The Herald</title>{teaser.format('Bridge closed')}{teaser.format('Bridge opened')}")
    assert "figcaption" in {page.name(int(row)) for row in page.select("figcaption")}
