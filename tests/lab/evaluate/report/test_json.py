"""JSON for programs: everything by its name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from broadsheet.lab.evaluate.report import page_lines

if TYPE_CHECKING:
    from broadsheet.lab.evaluate.score import PageResult


def test_page_lines_hold_one_trial_each(results: list[PageResult]) -> None:
    lines = [json.loads(line) for line in page_lines(results[1])]
    assert [line["entrant"] for line in lines] == ["good", "poor", "trafilatura"]
    assert lines[0]["stages_ms"] == {"flatten": 1, "mark": 2, "assemble": 3}
    assert lines[1] == {
        "corpus": "big",
        "page": "2",
        "lang": "en",
        "site": "a.example",
        "entrant": "poor",
        "outcome": "failed",
        "error": "ValueError: bad | worse",
        "titled": False,
        "characters": 0,
        "score": 0,
        "confidence": None,
        "overlap": {"both": 0, "extra": 0, "missed": 1},
        "normalised": None,
        "found": None,
        "papers": None,
        "cpu_ms": 2.0,
        "stages_ms": {},
    }
