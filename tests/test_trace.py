"""The number of files of the package that one page passes through, which a reader has to open."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType

import broadsheet

ROOT = Path(broadsheet.__file__).parent
PAGE = Path(__file__).parents[1] / "demo" / "article.html"
MAX_FILES = 60
"""The number reached; the aim is 60."""


def test_a_page_passes_through_few_files() -> None:
    html = PAGE.read_text(encoding="utf-8")
    assert broadsheet.extract(html, url="https://courier.example/news/ferry").title  # tables are made on the first call
    entered = set()

    def enter(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            entered.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(enter)
    try:
        text = broadsheet.extract(html, url="https://courier.example/news/ferry").text
    finally:
        sys.setprofile(before)
    files = {Path(name).relative_to(ROOT) for name in entered if Path(name).is_relative_to(ROOT)}
    assert text
    assert "pipeline.py" in map(str, files)
    assert len(files) <= MAX_FILES, sorted(map(str, files))
