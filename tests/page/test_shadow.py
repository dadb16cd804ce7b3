"""Shadow roots that a page declares are part of it."""

from __future__ import annotations

import pickle
import time

import pytest

from broadsheet.page import read_page
from broadsheet.page.shadow import with_open_roots


def test_what_a_shadow_root_holds_is_on_the_page() -> None:
    page = read_page(
        b"<body><h1>One</h1><a-story id=a><template shadowrootmode='open'><style>p{}</style><p>Two</p><a-quote>"
        b"<TEMPLATE class=b ShadowRootMode=closed ><p>Three</p></TEMPLATE ></a-quote></template><p>Four</p></a-story>"
        b"<template><p>Five</p></template>"
    )
    assert page.texts == ["One", "Two", "Three", "Four"]
    assert page.name(page.children(int(page.select("#a")[0]))[0]) == "shadow-root"
    again = pickle.loads(pickle.dumps(page))
    assert again.texts == page.texts
    assert again.source == page.source
    assert page.utf8.decode() == page.source


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
def test_other_templates_are_not(html: str) -> None:
    assert read_page(html).texts == ["x"]


def test_templates_in_a_shadow_root_end_where_they_did() -> None:
    html = "<a-a><template shadowrootmode=open><p>x<template><p>y</template><p>z</template></a-a><p>w"
    assert read_page(html).texts == ["x", "z", "w"]


@pytest.mark.parametrize("piece", ["<template", "<template a", "<!--", "<script ", "<template shadowrootmode=open>"])
def test_it_takes_linear_time(piece: str) -> None:
    begin = time.process_time()
    with_open_roots(piece * 50_000)
    assert time.process_time() - begin < 2
