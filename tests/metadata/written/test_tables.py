"""Written lines with what is in them, in tables: the share that is read right has a floor.

A line that is read wrong is no failure by itself: it says what a change costs, beside the pages of the corpora.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from broadsheet.metadata.written.bylines import is_byline
from broadsheet.metadata.written.dates import dates_in
from broadsheet.metadata.written.names import split_names

FOLDER = Path(__file__).parent


def names(line: str, language: str | None) -> str:
    return "; ".join(split_names(line, language)) or "-"


def days(line: str, language: str | None) -> str:
    return "; ".join(one.value for one in dates_in(line, language)) or "-"


def byline(line: str, language: str | None) -> str:
    return "yes" if is_byline(line, language) else "no"


def first_day(line: str, language: str | None) -> str:
    return days(line, language).split("; ")[0]


def table(name: str) -> list[tuple[str, str | None, str]]:
    rows = (FOLDER / name).read_text(encoding="utf-8").splitlines()[1:]
    cells = [row.split("\t") for row in rows]
    return [(line, None if language == "-" else language, wanted) for line, language, wanted in cells]


@pytest.mark.parametrize(
    ("file", "read", "rows", "floor"),
    [
        ("names.tsv", names, 470, 0.99),
        ("bylines.tsv", byline, 100, 0.99),
        ("dates.tsv", first_day, 220, 0.995),
    ],
)
def test_written_lines_are_read_right(
    file: str, read: Callable[[str, str | None], str], rows: int, floor: float
) -> None:
    lines = table(file)
    assert len(lines) >= rows
    wanted = [(line, want if read is not first_day else want.split("; ")[0]) for line, _, want in lines]
    got = [read(line, language) for line, language, _ in lines]
    wrong = [(line, want, have) for (line, want), have in zip(wanted, got, strict=True) if have != want]
    assert 1 - len(wrong) / len(lines) >= floor, wrong
