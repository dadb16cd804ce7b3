"""Drawings: what is drawn where, within bounds, whatever the numbers."""

from __future__ import annotations

import math
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from broadsheet.serve import charts
from broadsheet.serve.charts import MOST_BARS, Bar, Chart, Ranking, draw
from tests.serve.conftest import text_in, with_class


def drawn(drawing: Chart | Ranking) -> ET.Element:
    return ET.fromstring(draw(drawing))  # noqa: S314 - our own


def chart(*values: float, **more: object) -> Chart:
    return Chart(title="T", x="items", y="numbers", bars=np.array(values, dtype=np.float64), **more)  # type: ignore[arg-type]


def numbers(element: ET.Element, *names: str) -> list[float]:
    return [float(element.get(name, "nan")) for name in names]


def test_a_bar_stands_where_its_number_is() -> None:
    tree = drawn(chart(2.0, -1.0, 0.0, 4.0))
    bars = with_class(tree, "bar")
    (zero,) = with_class(tree, "zero")
    base = float(zero.get("y1", ""))
    tops = [numbers(bar, "y", "height") for bar in bars]
    assert len(bars) == 3, "nothing is drawn for 0"
    assert tops[0][0] + tops[0][1] == pytest.approx(base, abs=0.2)
    assert tops[1][0] == pytest.approx(base, abs=0.2), "a negative number hangs"
    assert tops[2][1] == pytest.approx(2 * tops[0][1], abs=0.3)
    assert [text_in(bar) for bar in bars] == ["1: 2", "2: -1", "4: 4"]
    places = [float(bar.get("x", "")) for bar in bars]
    assert places == sorted(places)


def test_what_is_kept_is_told_by_colour_and_by_a_strip() -> None:
    tree = drawn(chart(1, 1, 1, 1, 1, kept=np.array([False, True, True, False, True])))
    assert [bar.get("class") for bar in with_class(tree, "bar")] == [
        "bar left", "bar kept", "bar kept", "bar left", "bar kept",
    ]  # fmt: skip
    strips = [numbers(one, "x", "width") for one in with_class(tree, "strip")]
    assert len(strips) == 2
    assert strips[0][1] == pytest.approx(2 * strips[1][1], abs=0.2)


def test_thresholds_spans_and_marks_are_in_their_places() -> None:
    tree = drawn(chart(0, 0, 10, 0, level=("limit", 5.0), span=("run", 1, 2), marks=(("start", 1), ("end", 3))))
    (level,), (span,) = with_class(tree, "level"), with_class(tree, "span")
    (bar,) = with_class(tree, "bar")
    top, height, left, width = numbers(bar, "y", "height", "x", "width")
    assert float(level.get("y1", "")) == pytest.approx(top + height / 2, abs=0.2)
    first, wide = numbers(span, "x", "width")
    assert first < left < left + width < first + wide
    marks = [float(one.get("x1", "")) for one in with_class(tree, "mark")]
    assert marks[0] < left < marks[1]
    assert [text_in(one) for one in with_class(tree, "name")] == ["start", "end"]
    assert "limit 5" in text_in(tree)


@pytest.mark.parametrize("size", [MOST_BARS, MOST_BARS + 1, 1000, 100_003])
def test_many_items_share_bars_by_the_value_farthest_from_0(size: int) -> None:
    values = np.ones(size)
    values[-1] = -7.0
    values[size // 2] = 5.0
    tree = drawn(chart(*values, kept=values > 4, at=np.arange(size, dtype=np.int32)))
    bars = with_class(tree, "bar")
    assert len(bars) <= MOST_BARS
    each = -(-size // MOST_BARS)
    assert len(bars) == -(-size // each)
    said = [text_in(bar) for bar in bars]
    assert said[-1].endswith(": -7")
    assert sum(text.endswith(": 5") for text in said) == 1
    assert [bar.get("class") for bar in bars].count("bar kept") == 1
    assert ("the value farthest from 0" in text_in(tree)) == (each > 1)


@pytest.mark.parametrize(
    "values", [[0.0], [0.0] * 5, [-3.0], [1e-9, 0], [1e12, -1e12], [float("nan"), 1.0], [float("inf"), 2.0], [0.1] * 3]
)
def test_any_numbers_can_be_drawn(values: list[float]) -> None:
    markup = draw(chart(*values, line=("line", np.array(values)), level=("limit", values[0])))
    tree = ET.fromstring(markup)  # noqa: S314
    assert len(with_class(tree, "grid")) <= 12
    for one in tree.iter():
        for name in ("x", "y", "width", "height", "x1", "x2", "y1", "y2"):
            if name in one.attrib:
                assert -1 <= float(one.attrib[name]) <= 441
    assert "nan:" not in markup


def test_nothing_is_drawn_of_nothing() -> None:
    assert draw(chart()) == draw(Ranking(title="T", bars=())) == ""


def test_axes_have_names_and_the_drawing_says_what_it_is() -> None:
    tree = drawn(chart(1, 2, 3))
    (svg,) = with_class(tree, "chart")
    assert svg.get("role") == "img"
    assert svg.get("aria-label") == "T: numbers of 3 items (items)"
    assert [text_in(one) for one in with_class(tree, "axis")] == ["items", "numbers"]


def test_a_ranking_names_its_candidates_from_their_end() -> None:
    long = " > ".join(["html", *["div.wrapper-of-something"] * 5, "p#lead"])
    evil = "div.<script>&\"'"
    bars = tuple(Bar(name, value, "note", name == evil, 3) for name, value in ((long, 4.0), (evil, 2.0), ("p", 0.0)))
    tree = drawn(Ranking(title="Best", bars=bars, level=("limit", 2.0)))
    names = [text_in(one) for one in with_class(tree, "label")]
    assert names[0] == "… > div.wrapper-of-something > p#lead"
    assert names[1:] == [evil, "p"]
    widths = [float(one.get("width", "")) for one in with_class(tree, "bar")]
    assert widths[0] == pytest.approx(2 * widths[1], abs=0.2)
    assert [one.get("class") for one in with_class(tree, "bar")] == ["bar left", "bar kept", "bar left"]
    assert [one.get("data-i") for one in with_class(tree, "bar")] == ["3", "3", "3"]
    edge = float(with_class(tree, "level")[0].get("x1", ""))
    assert edge == pytest.approx(1 + widths[1], abs=0.2)


def test_candidates_of_no_value_are_drawn() -> None:
    tree = drawn(Ranking(title="Best", bars=(Bar("p", 0.0, "note", False),)))
    assert [one.get("width") for one in with_class(tree, "bar")] == ["1"]


def test_a_path_that_was_cut_already_is_cut_no_further_than_need_be() -> None:
    room = int((440 - 2) / charts._CHAR_WIDTH)
    tree = drawn(Ranking(title="Best", bars=(Bar(f"… > {'x' * room}", 1.0, "note", False),)))
    assert text_in(with_class(tree, "label")[0]) == "x" * room


@pytest.mark.parametrize(
    ("value", "words"),
    [(1e16, "10,000,000,000,000,000"), (1234.5, "1,234"), (0.12345, "0.123"), (-3.0, "-3"), (math.inf, "none")],
)
def test_numbers_in_few_digits(value: float, words: str) -> None:
    assert charts._short(value) == words


@pytest.mark.parametrize("first", range(40))
@pytest.mark.parametrize("names", [("start", "end"), ("the first row", "the last row"), ("a", "b", "c", "d")])
def test_names_of_marks_do_not_meet(names: tuple[str, ...], first: int) -> None:
    for apart in (0, 1, 2, 3, 5, 10):
        marks = tuple((name, min(39, first + apart * number)) for number, name in enumerate(names))
        tree = drawn(chart(*range(40), marks=marks))
        edges = [float("-inf")]
        for one in with_class(tree, "name"):
            at, wide = float(one.get("x", "")), 8.5 * len(text_in(one))  # bold, at the size that phones show
            edges += [at, at + wide] if one.get("text-anchor") == "start" else [at - wide, at]
        assert edges == sorted(edges), "each ends before the next begins"
        assert 0 <= edges[1] < edges[-1] <= 440, "and none leaves the drawing"
        assert [text_in(one) for one in with_class(tree, "name")] == list(names)


def test_the_chosen_candidate_is_drawn_though_it_is_far_down() -> None:
    bars = tuple(Bar(f"div{number}", 1.0, "", number == 30) for number in range(40))
    tree = drawn(Ranking(title="Best", bars=bars))
    names = [text_in(one) for one in with_class(tree, "label")]
    assert names == [*(f"div{number}" for number in range(12)), "div30"]
    assert "13 of 40 are drawn" in text_in(tree)
