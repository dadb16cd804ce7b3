"""Tables: which of them hold data, and the grid of one in which some cells were left out.

It must not know what is in a cell beyond whether something is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from broadsheet.article.blocks import Blocks, Cell

__all__ = ["Draft", "Shape", "grid", "holds_data"]

# HTML, section 4.9.11: the greatest values that colspan and rowspan may have.
MOST_COLUMNS: Final = 1000
MOST_ROWS: Final = 65534

_MOST_SLOTS: Final = 100_000
"""A table whose cells claim more slots than this is written as if nothing was spanned: spans cost a page a few bytes
each, so their product is bounded by nothing else."""

_LONG_CELL: Final = 600
"""No cell of a data table has more characters. A paragraph of news has 200, and a cell of a layout table several."""
_MEAN_CELL: Final = 100
"""Nor have its cells so many on average, where nothing in the markup says that it is data."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What is known of a table before its cells are read; only kept text counts.

    Attributes:
        role: the ``role`` attribute.
        rows: rows with text.
        columns: the most cells with text in one row.
        cells: cells with text.
        chars: characters in all.
        longest: characters of the longest cell.
        marked: there are header cells, a caption, or a head.
        nested: there is a table in it.
        sections: there are headings or block quotations in it.
    """

    role: str
    rows: int
    columns: int
    cells: int
    chars: int
    longest: int
    marked: bool
    nested: bool
    sections: bool


def holds_data(shape: Shape) -> bool:
    """Whether a table is one, and not a way to place things on a page."""
    if shape.role in ("presentation", "none") or shape.nested:
        return False
    if shape.rows < 2 or shape.columns < 2 or shape.sections or shape.longest > _LONG_CELL:
        return False
    return shape.marked or shape.chars <= _MEAN_CELL * shape.cells


@dataclass(slots=True)
class Draft:
    """A cell as it was found. A ``rowspan`` of 0 reaches to the end of the row group."""

    content: Blocks
    header: bool
    colspan: int
    rowspan: int
    column: int = 0


def grid(rows: Sequence[Sequence[Draft]], groups: Sequence[int]) -> tuple[tuple[Cell, ...], ...]:
    """The rows and cells that are left of a table when empty rows and columns are taken out.

    Cells are laid out as in HTML, section 4.9.12 (forming a table); then rows without content go, and columns in which
    no content begins, and the spans of the rest shrink by what they lost.

    Args:
        rows: the cells of each row, empty ones too.
        groups: the row group of each row: no cell reaches beyond its group.
    """
    size = len(rows)
    last_of = {group: number for number, group in enumerate(groups)}
    slots = 0
    for number, row in enumerate(rows):
        rest = last_of[groups[number]] - number + 1
        for cell in row:
            cell.rowspan = min(cell.rowspan or rest, rest)
            slots += cell.colspan * cell.rowspan
    if slots > _MOST_SLOTS:
        for row in rows:
            for cell in row:
                cell.colspan = cell.rowspan = 1

    # Where each cell is: it takes the first columns that no cell from above covers.
    covered: dict[int, set[int]] = {}
    used: set[int] = set()
    for number, row in enumerate(rows):
        taken = covered.pop(number, set())
        column = 0
        for cell in row:
            while column in taken:
                column += 1
            cell.column = column
            if cell.content:
                used.add(column)
            if cell.rowspan > 1:
                for below in range(number + 1, number + cell.rowspan):
                    covered.setdefault(below, set()).update(range(column, column + cell.colspan))
            column += cell.colspan
    columns = sorted(used)
    index = {column: place for place, column in enumerate(columns)}
    filled = [any(cell.content for cell in row) for row in rows]
    before = [0] * (size + 1)
    for number, has in enumerate(filled):
        before[number + 1] = before[number] + has

    # An empty cell from a row that went may reach into rows that stay: it begins in the first of them.
    out: list[list[tuple[int, Cell]]] = [[] for _ in range(before[size])]
    for number, row in enumerate(rows):
        for cell in row:
            width = sum(1 for column in range(cell.column, cell.column + cell.colspan) if column in index)
            height = before[number + cell.rowspan] - before[number]
            if width and height:
                spanned = Cell(content=cell.content, header=cell.header, colspan=width, rowspan=height)
                out[before[number]].append((cell.column, spanned))
    return tuple(tuple(cell for _, cell in sorted(row, key=_column)) for row in out)


def _column(placed: tuple[int, Cell]) -> int:
    return placed[0]
