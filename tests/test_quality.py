"""The quality of the default method on forty pages of all kinds."""

from __future__ import annotations

import html
import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from statistics import mean

import pytest

import broadsheet
from broadsheet.lab.evaluate.metrics import Overlap, overlap, shingles

PAGES = sorted((Path(__file__).parent / "data" / "pages").glob("*.txt"))

FLOORS = {"text": 0.96, "title": 0.96, "authors": 0.93, "day": 0.96, "verdict": 0.95, "kind": 0.92}
"""Each is one or two pages below the score when the pages were written."""


def score(path: Path) -> dict[str, float]:
    """The scores of a page, each between 0 and 1: text, title, authors and day of articles, the verdict of all."""
    head, _, marked = path.read_text(encoding="utf-8").partition("---\n")
    right = {name: value.strip() for name, _, value in (line.partition(":") for line in head.splitlines())}
    article = broadsheet.extract(re.sub("[⟦⟧]", "", marked), url=right.get("url"))
    assert article.verdict is not None
    is_article = right["kind"] in ("article", "live blog")
    scores = {
        "verdict": float(article.verdict.is_article is is_article),
        "kind": float(article.verdict.kind == right["kind"]),
    }
    if is_article:
        lines = [html.unescape(re.sub("<[^>]*>", "", line)) for line in re.findall("⟦(.*?)⟧", marked, re.DOTALL)]
        authors = set(filter(None, right["authors"].split(" | ")))
        found = set(article.authors)
        scores |= {
            "text": overlap(shingles(article.text), shingles("\n".join(lines))).f1,
            "title": float(article.title == right["title"]),
            "authors": Overlap(len(authors & found), len(found - authors), len(authors - found)).f1,
            "day": float((article.published or "")[:10] == right["day"]),
        }
    return scores


@cache
def scores() -> dict[str, dict[str, float]]:
    """The scores by their names, and by page."""
    found: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for path in PAGES:
        for name, value in score(path).items():
            found[name][path.stem] = value
    return dict(found)


@pytest.mark.parametrize("name", FLOORS)
def test_quality_has_a_floor(name: str) -> None:
    by_page = scores()[name]
    worst = "\n".join(f"{value:.3f} {page}" for page, value in sorted(by_page.items(), key=lambda one: one[1]))
    assert mean(by_page.values()) >= FLOORS[name], f"{name}: {mean(by_page.values()):.3f} in the mean\n{worst}"


def test_there_are_forty_pages() -> None:
    assert len(PAGES) == 40
