from __future__ import annotations

import numpy as np
import pytest

from broadsheet.methods.base import Given
from broadsheet.methods.mss import MSS
from broadsheet.page import read_page
from broadsheet.show.serve import inspect
from broadsheet.show.serve.traces import read
from tests.methods.kept import kept
from tests.methods.test_clg import layout_of

SLIDES = (
    "<body>Note:<p>A paragraph <a href=x>with a link</a> in it</p>"
    "<div>some <em>emphatic words</em> {here} <b>More words</b></div></body>"
)
"""The three segments that Standke 2019 works through; the slides count one character too many in the third."""


@pytest.mark.parametrize(
    ("here", "last"),
    [pytest.param("here", 32, id="as printed"), pytest.param("here,", 33, id="as counted, with a comma")],
)
def test_eq_1_and_2_standke_example(here: str, last: int) -> None:
    trace = MSS().mark(read_page(SLIDES.format(here=here)), Given()).trace
    assert trace["values"].tolist() == [5, 27, last]
    assert trace["p_size"].tolist() == trace["p_color"].tolist() == [1, 1, 1]
    assert trace["p_link"].tolist() == [0, pytest.approx(11 / 27), 0]
    assert trace["value"] == 32 + last
    assert trace["run"].tolist() == [0, 3]


def test_segments_of_links_are_negative() -> None:
    page = read_page(
        "<body><p><a href=x>Home page</a></p><p>A long enough first paragraph.</p><p><a href=x>More</a></p>"
        "<p>And a second paragraph.</p><ul><li><a href=x>First of many other links</a><li><a href=x>Second one</a></ul>"
        "<p>End</p></body>"
    )
    marking = MSS().mark(page, Given())
    assert marking.trace["values"].tolist() == [-9, 30, -4, 23, -25, -10, 3]
    assert marking.trace["run"].tolist() == [1, 4]
    assert kept(page, MSS()) == ["A long enough first paragraph.", "More", "And a second paragraph."]


@pytest.mark.parametrize(
    ("segment", "values"),
    [
        pytest.param("abcdefg<font size=1>hij</font>", 10, id="seven tenths in the most common size"),
        pytest.param("abcdef<font size=1>ghij</font>", -10, id="six tenths in it"),
        pytest.param("ab<font color=red>cdefghij</font>", 10, id="two tenths in the most common colour"),
        pytest.param("a<font color=red>bcdefghij</font>", -10, id="one tenth in it"),
    ],
)
def test_limits_of_shares_are_inclusive(segment: str, values: int) -> None:
    page = read_page(f"<body><p>A normal paragraph of some length.</p><p>{segment}</p></body>")
    assert MSS().mark(page, Given()).trace["values"].tolist()[1] == values


def test_headings_have_the_sizes_of_the_standard_style_sheet() -> None:
    page = read_page(
        "<body><p>A normal paragraph of some length.</p><h2>A heading</h2><h4>Level four</h4>"
        "<h2 style='font-size:1em'>A styled one</h2><p>one <small>two three four <sub>five</sub></small></p></body>"
    )
    assert np.sign(MSS().mark(page, Given()).trace["values"]).tolist() == [1, -1, 1, -1, -1]
    assert np.sign(MSS(sheet=False).mark(page, Given()).trace["values"]).tolist() == [1, 1, 1, -1, 1]
    # "one" is of the commonest size, "two three four" of another and "five" of a third.
    assert MSS().mark(page, Given()).trace["p_size"][4] == pytest.approx(3 / 21)


def test_declared_sizes_and_colours_stand_in_for_a_rendering() -> None:
    page = read_page(
        "<body><p>A normal paragraph of some length.</p><p><font size=1>Small print that is long</font></p>"
        "<p style='Font-Size: 9px; color:red'>Other small print</p>"
        "<p>normal <span style='color:blue'>x</span></p></body>"
    )
    marking = MSS().mark(page, Given())
    assert np.sign(marking.trace["values"]).tolist() == [1, -1, -1, 1]
    assert marking.notes


def test_a_rendering_decides_by_font_colour_and_column() -> None:
    page = read_page(
        "<body><h1>Headline</h1><p>The first paragraph of the text.</p><aside>Side note in a column</aside>"
        "<p>The second paragraph of it.</p><i>grey words, all</i></body>"
    )
    boxes = {"body": (100.0, 0.0, 400.0, 20.0), "aside": (700.0, 0.0, 400.0, 20.0)}
    rendered = page.with_layout(layout_of(page, boxes, font={"h1": 32}, colour={"i": 0x888888FF}))
    marking = MSS().mark(rendered, Given())
    assert np.sign(marking.trace["values"]).tolist() == [-1, 1, 1, 1, -1]
    assert not marking.notes
    assert kept(rendered, MSS()) == ["The first paragraph of the text.", "The second paragraph of it."]
    assert "Side note in a column" in kept(rendered, MSS(refine=False))
    reading = read(*inspect(rendered, ["mss"]).runs, rendered)
    assert reading.reasons[reading.reason[2]] == "It lies inside the run with the greatest sum, but outside the column."
