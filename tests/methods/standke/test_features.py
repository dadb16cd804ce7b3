"""Standke's features of a page: numbers worked by hand, with and without a rendering."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from broadsheet.methods.standke.features import COREEX, LINKS, OWN, SETS, paper_features
from broadsheet.page import Layout, read_page

STORY = "https://www.courier.example.com/2019/04/15/us/ferry-12345678/"
PAGE = (
    "<html><body><ul><li><a href='https://www.courier.example.com/2019/04/16/storm-over-the-lower-sound-leaves-harm/'>"
    "Storm</a></li><li><a href='/video/boat'>Boat</a></li></ul><div><p>One two three four five.</p>"
    "<p>Six seven eight.</p></div></body></html>"
)


def test_features_by_hand():
    found = paper_features(read_page(PAGE, url=STORY))
    assert list(found) == [*OWN, *LINKS, "mss", "main_tag", "frequent_tag", "score", "frequency", "depth"]
    own = {name: found[name] for name in OWN}
    assert own == {
        "number": 1, "date": 1, "ending_slash": 1, "reserved_word": 0, "length": len("2019/04/15/us/ferry-12345678/"),
        "slashes": 5,
    }  # fmt: skip
    # Relative links are made absolute against the page's address. The second link is short.
    assert [found[name] for name in LINKS] == [0, 1, 1, 1, 1]
    # Links count against: the run is the two paragraphs, of 24 and 16 characters.
    assert found["mss"] == 40
    # 8 words of 10 (a link counts as one) in the div's two paragraphs, none of them a link: 0.99 + 0.01 * 8 / 10. The
    # body has only the div in its set, and so the same score: the higher one is the main node.
    assert found["main_tag"] == "body"
    assert found["frequent_tag"] == "div"
    assert found["score"] == 0.99 + 0.01 * 8 / 10
    assert (found["frequency"], found["depth"]) == (1, 2)


def test_scores_tie_only_where_they_are_identical():
    # The link takes 0.99 / 151 off the div above the paragraph, and nothing off the paragraph, whose text is a child.
    page = read_page(f"<body><div><p>{'word ' * 150}<a href=/a>a</a></p></div><section><p>one two</p></section></body>")
    found = paper_features(page)
    assert found["main_tag"] == "p"
    assert found["frequent_tag"] == "#text"
    assert (found["frequency"], found["depth"]) == (1, 4)


def test_what_is_missing_is_none():
    found = paper_features(read_page("<body><img src=a.png></body>"))
    assert [found[name] for name in OWN] == [None] * len(OWN)
    assert {found[name] for name in COREEX} == {None}
    assert found["mss"] == 0


def test_a_rendering_tells_fonts():
    page = read_page(PAGE, url=STORY)
    given = {column.name: np.zeros(len(page), dtype=np.float32) for column in fields(Layout)}
    first = int(np.flatnonzero(page.tag == page.tag[page.select("p")[0]])[0])
    # The first paragraph is in large print: it no longer counts for the run.
    size = np.full(len(page), 16.0, dtype=np.float32)
    size[first : page.end[first]] = 30.0
    laid_out = page.with_layout(Layout(**{**given, "font_size": size, "visible": np.ones(len(page), dtype=np.bool_)}))
    assert paper_features(laid_out)["mss"] < paper_features(page)["mss"]


def test_sets_are_made_of_features():
    known = set(paper_features(read_page(PAGE)))
    assert all(set(names) <= known for names in SETS.values())
