"""Charts: positions and bounds, for any numbers."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import numpy as np
import pytest

from broadsheet.show.serve.charts import Chart, Ranking, draw
from tests.show.serve.conftest import text_in, with_class


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
