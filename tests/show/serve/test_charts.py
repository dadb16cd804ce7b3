"""Charts: positions and bounds for any numbers, and the values of the traces."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from broadsheet.methods import catalog
from broadsheet.page import read_page
from broadsheet.show.serve import METHODS, inspect
from broadsheet.show.serve.charts import Bar, Chart, Ranking, draw
from broadsheet.show.serve.traces import read
from tests.show.serve.conftest import DEMO, text_in, with_class

if TYPE_CHECKING:
    from broadsheet.page import Page
    from broadsheet.show.serve import Inspection


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
    assert [text_in(one) for one in with_class(tree, "key")] == ["limit 5", "start 2", "end 4", "run"]


def test_bars_and_threshold_of_a_ranking_are_to_scale() -> None:
    bars = tuple(Bar(f"p{place}", value, "note", chosen=not place) for place, value in enumerate((4.0, 1.0)))
    tree = drawn(Ranking("T", bars, level=("limit", 2.0)))
    (left, full), (_, quarter) = (numbers(bar, "x", "width") for bar in with_class(tree, "bar"))
    assert quarter == pytest.approx(full / 4, abs=0.1)
    for edge in with_class(tree, "level"):
        assert numbers(edge, "x1", "x2") == pytest.approx([left + full / 2] * 2, abs=0.1)


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


@pytest.mark.parametrize("name", catalog.names())
def test_every_method_is_drawn(demo: Page, name: str) -> None:
    (run,) = inspect(demo, [name]).runs
    reading = read(run, demo)
    assert reading.drawings
    for drawing in reading.drawings:
        assert "<svg" in draw(drawing), drawing.title
    size = len(demo.segments)
    assert all(len(column) == size for column in (reading.score, reading.kept, reading.reason))
    assert all(len(fact.values) == size for fact in reading.facts)
    kept = demo.segments.of[run.marking.keep & demo.shown]
    assert set(np.flatnonzero(reading.kept > 0).tolist()) == set(kept[kept >= 0].tolist())
    if name in METHODS and name not in ("stadynot", "cetr"):
        assert len(reading.drawings) > 1 or name in ("fusion", "twcem", "cepr"), "and not what is drawn of any method"


def test_the_chart_of_fusion(inspection: Inspection) -> None:
    (run,) = (run for run in inspection.runs if run.name == "fusion")
    reading = read(run, inspection.page)
    chart = reading.drawings[0]
    assert isinstance(chart, Chart)
    assert np.array_equal(chart.bars, run.marking.trace["probability"])
    assert np.allclose(reading.score, chart.bars, rtol=1e-12)
    assert chart.level == ("threshold", 0.7), "the network is sure of this page"
    assert np.array_equal(reading.reason > 0, (reading.kept > 0) != (reading.score >= 0.7))


def test_what_a_rule_of_fusion_changed() -> None:
    said = (
        "The harbour board expects four thousand passengers a day in the first summer, half of them on bicycles, and "
        "says that a third boat will be ordered if the queues at the quay are longer than one crossing."
    )
    html = DEMO.read_text(encoding="utf-8")
    page = read_page(html.replace("<h2", f"<p>{said}</p><p>{said}</p><h2", 1))
    (run,) = inspect(page, ["fusion"]).runs
    reading = read(run, page)
    by_rule = (reading.kept > 0) != (reading.score >= 0.7)
    assert [page.texts[at] for at in np.flatnonzero(by_rule)] == [said]
    assert np.array_equal(reading.reason > 0, by_rule)
    (reason,) = (reading.reasons[number] for number in reading.reason[by_rule])
    assert reason == "A rule drops it: it repeats other kept text."
