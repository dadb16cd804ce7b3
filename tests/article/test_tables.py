"""The grid of a table of which cells were dropped."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from broadsheet.article import Paragraph, Text
from broadsheet.article.tables import Draft, grid


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
