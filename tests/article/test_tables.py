"""The grid of a table of which cells were dropped."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from broadsheet.article import Cell, Paragraph, Text
from broadsheet.article.frames import grid


def cell(text: str, colspan: int = 1, rowspan: int = 1) -> Cell:
    return Cell((Paragraph((Text(text),)),) if text else (), False, colspan, rowspan)


@given(st.lists(st.lists(st.tuples(st.booleans(), st.integers(1, 3), st.integers(0, 3)), max_size=4), max_size=4))
def test_every_cell_with_content_is_there_once(shape: list[list[tuple[bool, int, int]]]) -> None:
    names = iter("abcdefghijklmnopqrstuvwxyz")
    rows = [[cell(next(names) if full else "", colspan, rowspan) for full, colspan, rowspan in row] for row in shape]
    wanted = [one.content for row in rows for one in row if one.content]
    table = grid(rows)
    assert [one.content for row in table for one in row if one.content] == wanted
    assert all(any(one.content for one in row) for row in table)
    assert all(one.colspan >= 1 <= one.rowspan for row in table for one in row)
