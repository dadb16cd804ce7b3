"""Reports: tables for a terminal and in Markdown, and JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

from broadsheet.lab.evaluate.report import as_markdown, as_tables, page_lines
from broadsheet.lab.evaluate.summary import Summary, break_down

if TYPE_CHECKING:
    from broadsheet.lab.evaluate.score import PageResult

LAST = "Best of our methods by mean F1: good (1.000, 95 % 1.000 to 1.000)."


def test_tables_say_it_all(summary: Summary) -> None:
    text = as_tables(summary, width=None)
    for words in (
        "By corpus",
        "Mean over the corpora",
        "Where our time goes",
        "pieces [1] (segments), 1",
        "big, 2",
        "good *",
        "1.000 ± 0.000",
        "ms / trafilatura",
        "Our metadata, which is in no method's time: 3.000 ms a page, failed on 1 pages.",
        "A processor",
    ):
        assert words in text, words
    assert text.rstrip().splitlines()[-1] == LAST
    assert "\x1b" not in text
    assert "resiliparse" not in text


def test_markdown_tables_are_tables(summary: Summary, results: list[PageResult]) -> None:
    text = as_markdown(summary, break_down(results, entrant="poor", count=9))
    html = MarkdownIt().enable("table").render(text)
    assert html.count("<table>") == text.count("## ") == 8
    assert "ValueError: bad | worse" in html
    assert "Worst pages of poor" in html
    assert text.splitlines()[-1] == LAST
    assert as_markdown(summary).count("## ") == 3


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
