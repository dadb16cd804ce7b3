from __future__ import annotations

from typing import Literal

import pytest

from broadsheet.methods.base import Given
from broadsheet.methods.coreex import CoreEx
from broadsheet.page import read_page
from broadsheet.show.serve import inspect
from broadsheet.show.serve.traces import read
from tests.methods.kept import kept, row

SLIDES = """<body id=n1>Note:<p id=n2>A paragraph <a id=n6 href=x>with a link</a> in it</p>
<div id=n4><i id=n8>some <em id=n12>emphatic words</em> here</i> <b id=n9>More words</b></div></body>"""
"""The page of Standke's slides, whose nodes have the numbers given there: 14 words, three of them in a link."""


@pytest.mark.parametrize(
    ("node", "score"), [("n6", 0.0), ("n2", 0.9933), ("n12", 0.9916), ("n8", 0.9933), ("n9", 0.9916), ("n4", 0.9950)]
)
def test_standke_scores(node: str, score: float) -> None:
    page = read_page(SLIDES)
    marking = CoreEx(page_text="counts").mark(page, Given())
    assert marking.trace["text_count"][row(page, "body")] == 12
    # The slides cut the digits off after the fourth: 0.99 + 0.01 * 2 / 12 = 0.99166...
    assert marking.score[row(page, "#" + node)] == pytest.approx(score, abs=1e-4)


@pytest.mark.parametrize("page_text", ["words", "counts"])
@pytest.mark.parametrize("tie", [0.0, 0.02])
def test_standke_main_node_is_body(page_text: Literal["words", "counts"], tie: float) -> None:
    """S of the body has "Note:" too, which the slides leave out: 7 words, where they have 6 and a tie with n4."""
    page = read_page(SLIDES)
    marking = CoreEx(page_text=page_text, tie=tie).mark(page, Given())
    assert page.name(int(marking.trace["best"])) == "body"
    assert marking.trace["set_text"][row(page, "body")] == 7
    assert kept(page, CoreEx(page_text=page_text, tie=tie)) == ["Note:", "some", "emphatic words", "here", "More words"]


def test_the_node_higher_in_the_tree_wins_a_tie() -> None:
    page = read_page("<body><a href=x>link</a><div><p>one two</p><p>six ten</p></div></body>")
    marking = CoreEx(tie=0).mark(page, Given())
    assert marking.score[row(page, "body")] == marking.score[row(page, "div")] == marking.score.max()
    assert marking.trace["best"] == row(page, "body")


@pytest.mark.parametrize(
    ("inside", "text", "links"),
    [
        ("three words here<a href=x>a link of ten words counts as one word only</a><a><img></a>", 5, 2),
        (f"{'word ' * 9}<a href=x>link</a>", 10, 1),  # a ratio of exactly the threshold is excluded
    ],
)
def test_counts_of_terminal_nodes(inside: str, text: int, links: int) -> None:
    page = read_page(f"<body><div><p id=p>{inside}</p></div><i>x</i></body>")
    trace = CoreEx().mark(page, Given()).trace
    assert (trace["text_count"][row(page, "#p")], trace["link_count"][row(page, "#p")]) == (text, links)
    assert trace["set_text"][row(page, "div")] == 0


def test_forms_are_ignored_as_in_the_best_run() -> None:
    page = read_page("<body><form><p>one two three</p></form><div>four five</div></body>")
    assert kept(page, CoreEx()) == ["four five"]
    assert kept(page, CoreEx(ignore_forms=False)) == ["one two three", "four five"]


def test_scores_that_differ_by_the_tie_or_less_are_identical() -> None:
    """98 words, two links: 0.99 * 98 / 100 + 0.01 * 100 / 150 = 0.9769; the note: 0.99 + 0.01 * 50 / 150 = 0.9933."""
    text = " ".join(["word"] * 49)
    article = f"<div id=a><p>{text} <a href=x>l</a></p><p>{text} <a href=x>l</a></p></div>"
    note = f"<div id=b><p>{' '.join(['note'] * 50)}</p></div>"
    page = read_page(f"<body><section>{article}</section><aside>{'<a href=x>l</a>' * 20}{note}</aside></body>")
    for tie, first in ((0.02, "word"), (0.0, "note")):
        assert kept(page, CoreEx(tie=tie))[0].startswith(first)
        assert read(*inspect(page, [CoreEx(tie=tie)]).runs, page).drawings[0].bars[0].chosen


def test_of_equal_nodes_the_inspector_shows_the_higher_first() -> None:
    links, article = "<a href=x>l</a>" * 20, f"<article><p>{'word ' * 30}</article>"
    page = read_page(f"<body><section>{links}<div>{links}{article}</div></section><section>{links}{article}</section>")
    assert read(*inspect(page, [CoreEx()]).runs, page).drawings[0].bars[0].chosen
