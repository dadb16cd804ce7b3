"""Elements that nobody closes do not swallow the rest of a page."""

from __future__ import annotations

import pickle
import time

import pytest

from broadsheet.page import LIMITS, read_page
from broadsheet.page.swallowed import released

STORY = "<p>The council met on Tuesday, and it agreed on the plan after a long and quiet debate.</p>" * 5
FRAME = '<iframe src="https://counter.example/" height="0" width="0" />'


def test_a_title_without_an_end_is_the_line_that_it_begins() -> None:
    page = read_page(f"<html><head><title>Bridge agreed\n<meta charset=utf-8></head><body>{STORY}</body></html>")
    assert page.words_of(int(page.select("title")[0])) == "Bridge agreed"
    assert len(page.select("p")) == 5
    assert not page.hidden[page.select("p")[0]]


def test_a_frame_in_noscript_ends_with_it() -> None:
    page = read_page(f"<body><noscript>{FRAME}</noscript>{STORY}<iframe src=b></iframe><p>Home.</p></body>")
    assert len(page.select("p")) == 6
    assert page.texts[-1] == "Home."
    again = pickle.loads(pickle.dumps(page))
    assert again.texts == page.texts
    assert page.utf8.decode() == page.source


@pytest.mark.parametrize(
    "html",
    [
        f"<title>Bridge agreed</title>{STORY}",
        f"<noscript><iframe src=a></iframe></noscript>{STORY}",
        f"<iframe src=a><p>No frames? {'Get a browser. ' * 40}</p></iframe>{STORY}",
        f"<body><svg><title>{'A long description of a picture. ' * 20}</title></svg>{STORY}",
    ],
)
def test_what_is_closed_stays_as_it_is(html: str) -> None:
    assert read_page(html).source == html
    assert released(html) == html


def test_what_is_no_markup_is_held_to_the_limits_when_it_becomes_some() -> None:
    deep = "<div>" * (4 * LIMITS.depth)
    html = f"<p>One</p><noscript>{FRAME}</noscript>{STORY}{deep}"
    page = read_page(html)
    assert page.source == html
    assert page.texts == ["One"]


@pytest.mark.parametrize("piece", ["<title", "<title>", "<iframe", "<iframe>", "</noscript", "<iframe></noscript>"])
def test_it_takes_linear_time(piece: str) -> None:
    begin = time.process_time()
    released(piece * 50_000)
    assert time.process_time() - begin < 2
