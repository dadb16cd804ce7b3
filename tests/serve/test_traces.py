"""What a drawing shows is what the trace says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
import pytest

from broadsheet.methods import catalog
from broadsheet.methods.base import Given, Marking, marking
from broadsheet.methods.cetr import CETR
from broadsheet.methods.twcem import TWCEM
from broadsheet.page import read_page
from broadsheet.serve import METHODS, as_html, inspect
from broadsheet.serve.charts import Chart, Ranking, draw
from broadsheet.serve.nodes import path_of
from broadsheet.serve.traces import Reading, read
from tests.serve.test_inspection import Counting

if TYPE_CHECKING:
    from broadsheet.page import Page
    from broadsheet.serve import Inspection, Run


def told(inspection: Inspection, name: str) -> tuple[Run, Reading]:
    (run,) = (run for run in inspection.runs if run.name == name)
    return run, read(run, inspection.page)


def chart(reading: Reading, number: int = 0) -> Chart:
    found = reading.drawings[number]
    assert isinstance(found, Chart)
    return found


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


def test_twcem_of_lines_of_the_source_is_drawn_as_any_other_method(demo: Page) -> None:
    (run,) = inspect(demo, [TWCEM(rows="source")]).runs
    (other,) = inspect(demo, [Counting()]).runs
    assert [one.title for one in read(run, demo).drawings] == [one.title for one in read(other, demo).drawings]


@pytest.mark.parametrize(("variant", "level"), [("km", False), ("tm", True)])
def test_cetr_by_the_ratio_alone(demo: Page, variant: Literal["km", "tm"], level: bool) -> None:
    (run,) = inspect(demo, [CETR(variant=variant)]).runs
    reading = read(run, demo)
    assert len(reading.drawings) == 1
    assert chart(reading).level == (("threshold", run.marking.trace["threshold"]) if level else None)


def test_fusion(inspection: Inspection) -> None:
    run, reading = told(inspection, "fusion")
    drawn = chart(reading)
    assert np.array_equal(drawn.bars, run.marking.trace["probability"])
    assert np.allclose(reading.score, drawn.bars, rtol=1e-12)
    assert drawn.level == ("threshold", 0.7), "the network is sure of this page"
    by_rule = (reading.kept > 0) != (reading.score >= 0.7)
    assert by_rule.any(), "the cells of the table are kept by a rule"
    assert np.array_equal(reading.reason > 0, by_rule)
    assert {reading.reasons[number] for number in reading.reason[by_rule & (reading.kept > 0)]} == {
        "A rule keeps it: it is part of a table of data in the text, which is kept whole."
    }


def test_coreex(inspection: Inspection, demo: Page) -> None:
    run, reading = told(inspection, "coreex")
    ranking = reading.drawings[0]
    assert isinstance(ranking, Ranking)
    (best,) = (bar for bar in ranking.bars if bar.chosen)
    row = int(run.marking.trace["best"])
    assert best.name == path_of(demo, row)
    assert best.value == run.marking.trace["set_text"][row]
    assert f"score {run.marking.score[row]:.3f}" in best.note
    (lead,), (menu,) = demo.select("p.lead"), demo.select("nav li:first-child")
    trace = run.marking.trace
    for row, ratio in ((lead, 1.0), (menu, 0.0)):
        assert (trace["text_count"][row] - trace["link_count"][row]) / trace["text_count"][row] == ratio
        assert reading.score[demo.segments.between(int(row), int(demo.end[row]))[0]] == ratio
    assert chart(reading, 1).level == ("threshold", 0.9)


def test_mss(inspection: Inspection) -> None:
    run, reading = told(inspection, "mss")
    each, total = chart(reading, 0), chart(reading, 1)
    values, (first, stop) = run.marking.trace["values"], run.marking.trace["run"].tolist()
    assert np.array_equal(each.bars, values)
    assert each.span == total.span == ("maximum scoring subsequence", first, stop - 1)
    assert total.line is not None
    sums = total.line[1]
    assert sums[stop - 1] - sums[first - 1] == run.marking.trace["value"]
    inside = np.arange(len(values))
    outside_but_for = (values > 0) & ~((inside >= first) & (inside < stop))
    assert np.array_equal(reading.reason == 1, outside_but_for & (reading.kept == 0))


def test_twcem(inspection: Inspection) -> None:
    run, reading = told(inspection, "twcem")
    drawn, trace = chart(reading), run.marking.trace
    ccl = trace["ccl"]
    start, end = int(ccl[int(trace["row_start"])]), int(ccl[int(trace["row_end"])])
    assert np.array_equal(drawn.bars, trace["f_cblock"])
    assert drawn.marks == (("start", start), ("end", end))
    assert reading.kept[start] == reading.kept[end] == 1
    assert "before the first row" in reading.reasons[reading.reason[int(ccl[0])]]
    assert "behind the last row" in reading.reasons[reading.reason[int(ccl[-1])]]
    assert "too few" in reading.reasons[reading.reason[0]]


def test_cedst(inspection: Inspection) -> None:
    run, reading = told(inspection, "cedst")
    values, otsu, trace = chart(reading, 0), chart(reading, 1), run.marking.trace
    assert np.array_equal(values.bars, trace["fusion"])
    assert values.line is not None
    assert np.array_equal(values.line[1], trace["smoothed"])
    assert values.level == ("Otsu threshold", float(trace["threshold"]))
    assert otsu.marks == (("chosen", int(np.argmax(trace["g"]))),)
    assert otsu.ticks is not None
    assert otsu.ticks[otsu.marks[0][1]] == f"{float(trace['threshold']):g}"
    assert {fact.name for fact in reading.facts} == {"topic", "cluster", "variance", "in links"}


def test_cetr_and_cepr(inspection: Inspection) -> None:
    run, reading = told(inspection, "cetr")
    drawn = chart(reading)
    assert np.array_equal(drawn.bars, run.marking.trace["ratio"])
    assert drawn.line is not None
    assert np.array_equal(drawn.line[1], run.marking.trace["smooth_ratio"])
    assert drawn.at is None, "lines of the source are no segments"
    run, reading = told(inspection, "cepr")
    assert chart(reading).level == ("threshold", float(run.marking.trace["threshold"]))
    assert np.array_equal(chart(reading).bars, run.marking.trace["histogram"])


def test_cetd(inspection: Inspection, demo: Page) -> None:
    run, reading = told(inspection, "cetd")
    ranking = reading.drawings[1]
    assert isinstance(ranking, Ranking)
    assert ranking.bars[0].chosen
    assert ranking.bars[0].name == path_of(demo, int(run.marking.trace["best"]))
    assert chart(reading).level == ("threshold", float(run.marking.trace["threshold"]))


def test_stadynot(inspection: Inspection, demo: Page) -> None:
    run, reading = told(inspection, "stadynot")
    ranking = reading.drawings[0]
    assert isinstance(ranking, Ranking)
    noise = [path_of(demo, row) for row in run.marking.trace["dynamic"].tolist()]
    assert sorted(bar.name for bar in ranking.bars if not bar.chosen) == sorted(noise)
    assert ranking.level == ("beta", 0.2)


def test_a_method_of_ones_own_has_its_scores_drawn(demo: Page) -> None:
    (run,) = inspect(demo, [Counting()]).runs
    reading = read(run, demo)
    assert np.array_equal(chart(reading).bars, np.ones(len(demo.segments)))
    assert not reading.facts


def test_kept_shares_go_by_characters() -> None:
    page = read_page("<p>one <b>two three four five six seven eight nine ten</b></p><p>eleven</p>")
    run = inspect(page, [Counting()]).runs[0]
    bold = int(page.select("b")[0]) + 1
    keep = run.marking.keep.copy()
    keep[bold] = False
    parted = type(run.marking)(keep=keep, score=run.marking.score)
    reading = read(type(run)(run.method, run.article, page, parted, ()), page)
    chars = page.chars
    assert reading.kept.tolist() == [pytest.approx(chars[bold - 2] / (chars[bold - 2] + chars[bold])), 1.0]


def test_scores_that_are_no_numbers_count_for_nothing(demo: Page) -> None:
    class Broken(Counting):
        def mark(self, page: Page, given: Given) -> Marking:
            score = np.full(len(page), np.nan)
            score[::2] = np.inf
            return marking(page, page.shown, score)

    found = inspect(demo, [Broken()])
    assert not read(found.runs[0], demo).score.any()
    assert "NaN" not in as_html(found)
