from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.methods.base import Given
from broadsheet.methods.cepr import CEPR, TagPaths, edit_distance, path_ratios
from broadsheet.page import read_page
from tests.methods.kept import kept

CJK = "市议会周二开会，就新桥达成一致。"


def ratios(path: list[int], characters: list[int], punctuation: list[int]) -> tuple[list[float], list[float]]:
    numbers = (np.array(values, dtype=np.int32) for values in (characters, punctuation))
    text_ratio, extended = path_ratios(np.array(path, dtype=np.intp), *numbers)
    return text_ratio.tolist(), extended.tolist()


def test_ratios_by_hand() -> None:
    """Two nodes: mean 322.5 and spread 22.5 of the characters, mean 4 and spread 1 of the marks."""
    assert ratios([0, 0], [300, 345], [3, 5]) == ([322.5], [322.5 * 4 * 22.5 * 1])


def test_etpr_of_one_node_or_of_equal_nodes_is_zero() -> None:
    text_ratio, extended = ratios([0, 1, 1, 2, 2], [77, 50, 50, 10, 30], [4, 1, 3, 2, 2])
    assert text_ratio == [77, 50, 20]
    assert extended == [0, 0, 0]


def test_edit_distance_of_tag_paths() -> None:
    page = read_page("<body><div><p>a<b>b</b></p></div>c")
    paths = TagPaths.of_page(page)
    body = page.body
    of = {name: int(paths.of_row[int(page.select(name)[0]) - body]) for name in ("body", "div", "p", "b")}
    assert paths.distance(of["body"], of["p"]) == 2
    assert paths.distance(of["p"], of["body"]) == 2
    assert paths.distance(of["p"], of["p"]) == 0
    assert paths.distance(of["div"], of["b"]) == 2
    assert edit_distance(["html", "body", "div", "p"], ["html", "body", "table", "td", "p"]) == 2


def nested(path: list[str], inner: str) -> str:
    return "".join(f"<{name}>" for name in path) + inner + "".join(f"</{name}>" for name in reversed(path))


@given(*(st.lists(st.sampled_from(["div", "section", "ul", "span"]), max_size=6) for _ in range(2)))
def test_the_common_beginning_of_paths_is_skipped(p: list[str], q: list[str]) -> None:
    page = read_page("<body>" + nested(p, "<u id=one>a</u>") + nested(q, "<u id=two>b</u>"))
    paths = TagPaths.of_page(page)
    one, two = (int(paths.of_row[int(page.select(name)[0]) - page.body]) for name in ("#one", "#two"))
    assert paths.distance(one, two) == edit_distance([*p, "u"], [*q, "u"])


def test_a_path_is_shared_by_elements_in_different_places() -> None:
    page = read_page("<body><div><p>a</p></div><div><p>b</p><i>c</i></div>")
    paths = TagPaths.of_page(page)
    one, two = (paths.of_row[row - page.body] for row in page.select("p"))
    assert one == two
    assert paths.of_row[page.select("i")[0] - page.body] != one


def test_the_histogram_is_smoothed_by_the_weights_of_paths() -> None:
    """Three paths; body and p are two elements apart, p and a one: weights 1/8 and 1."""
    page = read_page("<body>One, two.<div><p>abc, def.</p><p>abc, def, ghi jkl.<a href=x>tail</a></p></div>")
    marking = CEPR().mark(page, Given())
    histogram, smooth = marking.trace["histogram"], marking.trace["smooth"]
    # Paths: body (one node), p (9 and 18 characters, 2 and 3 marks), a (one node).
    extended = 13.5 * 2.5 * 4.5 * 0.5
    assert histogram.tolist() == [0, extended, extended, 0]
    side, middle = np.exp(-0.5) / (1 + 2 * np.exp(-0.5)), 1 / (1 + 2 * np.exp(-0.5))
    assert smooth.tolist() == pytest.approx([0, (middle + side) * extended, (middle + side) * extended, 0])
    # A neighbour of another path passes on an eighth at distance two, all at distance one.
    tpr = CEPR(ratio="tpr").mark(page, Given()).trace["smooth"]
    assert tpr[1] == pytest.approx(side / 8 * 9 + middle * 13.5 + side * 13.5)
    assert tpr[2] == pytest.approx(side * 13.5 + middle * 13.5 + side * 4)
    plain = CEPR(ratio="tpr", weighted=False).mark(page, Given()).trace["smooth"]
    assert plain[1] == pytest.approx(side * 9 + middle * 13.5 + side * 13.5)


def test_the_threshold_is_a_share_of_the_spread() -> None:
    page = read_page(
        "<body><ul>"
        + "<li>Menu</li>" * 9
        + "</ul>"
        + "".join(f"<p>abc, {'text ' * n}end.</p>" for n in range(9))
        + "<h4>x</h4>"
    )
    trace = CEPR().mark(page, Given()).trace
    assert float(trace["threshold"]) == pytest.approx(0.8 * trace["smooth"].std())
    rows = trace["rows"][trace["smooth"] > trace["threshold"]]
    assert np.flatnonzero(CEPR().mark(page, Given()).keep).tolist() == rows.tolist()


def test_a_page_of_equal_paragraphs_falls_back_to_tpr() -> None:
    page = read_page(f"<h1>新桥</h1><div>{f'<p>{CJK * 4}</p>' * 6}</div><a href=x>首页</a>")
    marking = CEPR().mark(page, Given())
    assert marking.notes
    assert kept(page, CEPR()) == [CJK * 4] * 6
