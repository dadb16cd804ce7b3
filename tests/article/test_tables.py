"""Tables: data or layout, and the grid of what is left."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.article import Cell, Paragraph, Table, Text
from broadsheet.article.blocks import slots
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


def picture(rows: list[list[Draft]], groups: list[int] | None = None) -> list[str]:
    """The grid with the first letter of each cell where it is, and dots for what it spans or is empty."""
    table = Table(grid(rows, groups or [0] * len(rows)))
    return ["".join(map(letter, row)) for row in slots(table)]


def letter(cell: Cell | None) -> str:
    if cell is None:
        return "."
    match cell.content:
        case (Paragraph((Text(text),)),):
            return text
        case _:
            return "_"


def test_empty_rows_and_columns_go() -> None:
    rows = [[draft("a"), draft(""), draft("b")], [draft(""), draft(""), draft("")], [draft("c"), draft(""), draft("d")]]
    assert picture(rows) == ["ab", "cd"]


def test_spans_shrink_by_what_went() -> None:
    rows = [[draft("a", rowspan=3), draft("b")], [draft("")], [draft("c")], [draft("d", colspan=2)]]
    assert picture(rows) == ["ab", ".c", "d."]
    assert [cell.rowspan for row in grid(rows, [0] * 4) for cell in row] == [2, 1, 1, 1]


def test_an_empty_cell_of_a_row_that_went_keeps_its_place() -> None:
    rows = [[draft("a"), draft("b")], [draft("", rowspan=2), draft("")], [draft("c")]]
    assert picture(rows) == ["ab", "_c"]


def test_a_span_ends_with_its_group() -> None:
    rows = [[draft("a", rowspan=0), draft("b")], [draft("c")], [draft("d"), draft("e")]]
    assert picture(rows, [1, 1, 2]) == ["ab", ".c", "de"]


@given(st.lists(st.lists(st.tuples(st.booleans(), st.integers(1, 3), st.integers(0, 3)), max_size=4), max_size=4))
def test_every_cell_with_content_is_there_once(shape: list[list[tuple[bool, int, int]]]) -> None:
    names = iter("abcdefghijklmnopqrstuvwxyz")
    rows = [[draft(next(names) if full else "", colspan, rowspan) for full, colspan, rowspan in row] for row in shape]
    wanted = [cell.content for row in rows for cell in row if cell.content]
    table = grid(rows, [0] * len(rows))
    assert [cell.content for row in table for cell in row if cell.content] == wanted
    assert all(any(cell.content for cell in row) for row in table)
    assert all(cell.colspan >= 1 <= cell.rowspan for row in table for cell in row)
