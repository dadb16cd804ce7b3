"""The report as one page of HTML: well-formed, on its own, and safe whatever the pages hold."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from broadsheet.evaluate.breakdown import break_down
from broadsheet.evaluate.report import Case, as_html
from broadsheet.evaluate.run import Outcome
from broadsheet.evaluate.summary import Summary, summarise
from tests.evaluate.conftest import ENTRANTS, MACHINE, trial

if TYPE_CHECKING:
    from broadsheet.evaluate.score import PageResult

HOSTILE = (
    "<script>alert(1)</script> \"'><img src=https://evil.example/x onerror=alert(1)> ]]> &amp; --> </style>"
    " \x00\x0b\x1b\ud800\uffff \u202e </details></main></body>"
)


def parsed(html: str) -> ET.Element:
    assert html.startswith("<!DOCTYPE html>\n")
    # Strict: what cannot be encoded is an error.
    return ET.fromstring(html.encode("utf-8").removeprefix(b"<!DOCTYPE html>\n"))  # noqa: S314 - our own page


@pytest.fixture
def html(summary: Summary, results: list[PageResult]) -> str:
    case = Case("big/2", f"https://a.example/{HOSTILE}", 0.25, HOSTILE, f"gold {HOSTILE}", f"output {HOSTILE} more")
    return as_html(summary, break_down(results, folds=True), [case], entrant="poor")


def test_it_is_well_formed(html: str) -> None:
    tree = parsed(html)
    assert tree.tag == "html"
    titles = [title.text for title in tree.iter("h2")]
    for title in (
        "F1 against speed",
        "Mean over the corpora",
        "F1 by corpus",
        "Difference from good",
        "From fold to fold",
        "By language",
        "By site",
        "Failures",
        "Worst pages of poor",
        "How this was measured",
    ):
        assert title in titles


def test_it_runs_and_loads_nothing(html: str) -> None:
    tree = parsed(html)
    allowed = set(
        "html head meta title style body header main h1 h2 h3 p div span strong section table thead tbody tr th td "
        "details summary mark svg line circle text".split()
    )
    assert {element.tag for element in tree.iter()} <= allowed
    for element in tree.iter():
        for name in element.attrib:
            assert not name.startswith("on")
            assert name not in ("href", "src", "srcset", "style", "action", "background", "data", "xlink:href")
    (style,) = tree.iter("style")
    assert not re.search(r"url\(|@import|expression", style.text or "")
    (policy,) = (meta.get("content", "") for meta in tree.iter("meta") if meta.get("http-equiv"))
    assert policy.startswith("default-src 'none';")


def test_hostile_text_is_text(html: str) -> None:
    tree = parsed(html)
    texts = "".join(tree.itertext())
    assert "<script>alert(1)</script>" in texts
    assert "onerror=alert(1)" in texts
    assert not re.search("[\x00\x0b\x1b\ud800\uffff]", html)
    # Text that turns direction stays in its box.
    assert all(box.get("dir") == "auto" for box in tree.iter("div") if box.get("class") == "text")


def test_differences_are_marked(html: str) -> None:
    marks = {(mark.get("class"), mark.text) for mark in parsed(html).iter("mark")}
    assert {kind for kind, _ in marks} == {"missed", "extra"}
    assert any((text or "").endswith("more") for kind, text in marks if kind == "extra")


def test_hostile_names_and_errors_are_text(results: list[PageResult]) -> None:
    bad = trial("good", 0.001, outcome=Outcome.FAILED, error=f"Odd<b>: {HOSTILE}")
    result = dataclasses.replace(results[0], corpus=HOSTILE, page=HOSTILE, lang=HOSTILE, site=HOSTILE, trials=(bad,))
    summary = summarise([result], ENTRANTS[:1], machine=MACHINE, settings={HOSTILE: HOSTILE})
    tree = parsed(as_html(summary, break_down([result])))
    assert not list(tree.iter("b"))
    assert not list(tree.iter("script"))


def test_confidences_are_shown_where_there_are_any(results: list[PageResult]) -> None:
    sure = [
        dataclasses.replace(
            page,
            trials=tuple(dataclasses.replace(trial, confidence=0.95) for trial in page.trials[:1]) + page.trials[1:],
        )
        for page in results
    ]
    summary = summarise(sure, ENTRANTS, machine=MACHINE, settings={})
    assert "Reliability" in as_html(summary, break_down(sure))
    assert "Reliability" not in as_html(summary, break_down(results))


def test_the_same_run_gives_the_same_page(html: str, summary: Summary, results: list[PageResult]) -> None:
    one = as_html(summary, break_down(results))
    assert one == as_html(summary, break_down(results))
    assert one != html


def test_the_worst_page_is_open_to_read(html: str) -> None:
    cases = [element for element in parsed(html).iter("details") if element.get("class") == "case"]
    assert [case.get("open") for case in cases] == ["open"]
