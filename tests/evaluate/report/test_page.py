"""The report as one page of HTML: well-formed, on its own, and safe whatever the pages hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from broadsheet.evaluate.breakdown import break_down
from broadsheet.evaluate.report import Case, as_html
from broadsheet.evaluate.summary import Summary

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
