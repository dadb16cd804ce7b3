"""Tables: data or layout, and the grid of what is left."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.article import Paragraph, Text
from broadsheet.article.tables import Draft, Shape, grid, holds_data

DATA = Shape(role="", rows=3, columns=3, cells=9, chars=90, longest=20, marked=False, nested=False, sections=False)


def test_what_is_data() -> None:
    assert holds_data(DATA)
    assert holds_data(replace(DATA, chars=2000, marked=True))


@pytest.mark.parametrize(
    "shape",
    [
        replace(DATA, role="presentation", marked=True),
        replace(DATA, nested=True, marked=True),
        replace(DATA, rows=1, marked=True),
        replace(DATA, columns=1, marked=True),
        replace(DATA, sections=True, marked=True),
        replace(DATA, longest=1000, marked=True),
        replace(DATA, chars=2000),
    ],
)
def test_what_is_layout(shape: Shape) -> None:
    assert not holds_data(shape)


def draft(text: str, colspan: int = 1, rowspan: int = 1) -> Draft:
    return Draft((Paragraph((Text(text),)),) if text else (), False, colspan, rowspan)


@given(st.lists(st.lists(st.tuples(st.booleans(), st.integers(1, 3), st.integers(0, 3)), max_size=4), max_size=4))
def test_every_cell_with_content_is_there_once(shape: list[list[tuple[bool, int, int]]]) -> None:
    names = iter("abcdefghijklmnopqrstuvwxyz")
    rows = [[draft(next(names) if full else "", colspan, rowspan) for full, colspan, rowspan in row] for row in shape]
    wanted = [cell.content for row in rows for cell in row if cell.content]
    table = grid(rows, [0] * len(rows))
    assert [cell.content for row in table for cell in row if cell.content] == wanted
    assert all(any(cell.content for cell in row) for row in table)
    assert all(cell.colspan >= 1 <= cell.rowspan for row in table for cell in row)
