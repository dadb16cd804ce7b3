from __future__ import annotations

import json

from markdown_it import MarkdownIt

from broadsheet.lab.evaluate.report import as_markdown, as_tables, page_lines
from broadsheet.lab.evaluate.score import PageResult
from broadsheet.lab.evaluate.summary import Summary, break_down

LAST = "Best of our methods by mean F1: good (1.000, 95 % 1.000 to 1.000)."


def test_terminal_tables_have_all_figures(summary: Summary) -> None:
    text = as_tables(summary, width=None)
    told = "Our metadata, not included in any method's time: 3.000 ms a page, failed on 1 pages."
    for words in ("pieces [1] (segments), 1", "big, 2", "good *", "1.000 ± 0.000", "ms / trafilatura", told):
        assert words in text, words
    assert text.rstrip().splitlines()[-1] == LAST
    assert "\x1b" not in text
    assert "resiliparse" not in text


def test_reports_have_valid_markdown_tables(summary: Summary, results: list[PageResult]) -> None:
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
    failed = {"corpus": "big", "page": "2", "entrant": "poor", "outcome": "failed", "score": 0, "cpu_ms": 2.0}
    assert failed.items() <= lines[1].items()
    assert (lines[1]["error"], lines[1]["overlap"]["missed"]) == ("ValueError: bad | worse", 1)
