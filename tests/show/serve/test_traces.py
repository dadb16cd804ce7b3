"""Charts show the values of the traces."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from broadsheet.methods import catalog
from broadsheet.page import read_page
from broadsheet.show.serve import METHODS, inspect
from broadsheet.show.serve.charts import Chart, draw
from broadsheet.show.serve.traces import Reading, read

if TYPE_CHECKING:
    from broadsheet.page import Page
    from broadsheet.show.serve import Inspection, Run


DEMO = Path(__file__).parent.parent.parent.parent / "demo"


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


def test_fusion(inspection: Inspection) -> None:
    run, reading = told(inspection, "fusion")
    drawn = chart(reading)
    assert np.array_equal(drawn.bars, run.marking.trace["probability"])
    assert np.allclose(reading.score, drawn.bars, rtol=1e-12)
    assert drawn.level == ("threshold", 0.7), "the network is sure of this page"
    assert np.array_equal(reading.reason > 0, (reading.kept > 0) != (reading.score >= 0.7))


def test_what_a_rule_of_fusion_changed() -> None:
    said = (
        "The harbour board expects four thousand passengers a day in the first summer, half of them on bicycles, and "
        "says that a third boat will be ordered if the queues at the quay are longer than one crossing."
    )
    html = (DEMO / "article.html").read_text(encoding="utf-8")
    page = read_page(html.replace("<h2", f"<p>{said}</p><p>{said}</p><h2", 1))
    (run,) = inspect(page, ["fusion"]).runs
    reading = read(run, page)
    by_rule = (reading.kept > 0) != (reading.score >= 0.7)
    assert [page.texts[at] for at in np.flatnonzero(by_rule)] == [said]
    assert np.array_equal(reading.reason > 0, by_rule)
    (reason,) = (reading.reasons[number] for number in reading.reason[by_rule])
    assert reason == "A rule leaves it out: it repeats what is kept before it."
