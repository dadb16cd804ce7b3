"""JSON for programs: everything by its name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from broadsheet.evaluate.breakdown import break_down
from broadsheet.evaluate.report import as_json, page_lines

if TYPE_CHECKING:
    from broadsheet.evaluate.score import PageResult
    from broadsheet.evaluate.summary import Summary


def test_json_has_everything_by_name(summary: Summary, results: list[PageResult]) -> None:
    read = json.loads(as_json(summary, break_down(results)))
    assert read["machine"]["packages"] == {"broadsheet": "0.1.0"}
    assert read["settings"] == {"seed": 0}
    assert read["best"] == "good"
    assert read["rows"][0]["measure"] == "shingles"
    assert read["rows"][0]["shingles"]["f1"] == 1
    assert read["rows"][0]["f1_interval"] == {"low": 1, "high": 1}
    assert read["rows"][0]["segments"] is None
    assert read["rows"][3]["segments"]["accuracy"] == 1
    assert [line["entrant"] for line in read["overall"]] == ["good", "trafilatura", "poor"]
    assert len(read["differences"]) == 3 * 3
    assert read["breakdown"]["languages"][0]["name"] == "en"
    assert "breakdown" not in json.loads(as_json(summary))


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
