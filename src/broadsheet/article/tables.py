"""The grid of a table from which cells were dropped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from broadsheet.article.blocks import Blocks, Cell

__all__ = ["Draft", "grid"]

# HTML, section 4.9.11: the greatest values of colspan and rowspan.
MAX_COLSPAN: Final = 1000
MAX_ROWSPAN: Final = 65534

MAX_SLOTS: Final = 100_000
"""A table whose cells claim more slots is written without spans, whose product nothing else bounds."""


@dataclass(slots=True)
class Draft:
    """A cell as found. A ``rowspan`` of 0 reaches to the end of the row group."""

    content: Blocks
    header: bool
    colspan: int
    rowspan: int
    column: int = 0


def grid(rows: Sequence[Sequence[Draft]], groups: Sequence[int]) -> tuple[tuple[Cell, ...], ...]:
    """The grid of a table without its empty rows and columns.

    Cells are laid out as in HTML, section 4.9.12 (forming a table). Then rows without content are dropped, and columns
    in which no content begins, and spans shrink accordingly.

    Args:
        rows: the cells of each row, empty ones included.
        groups: the row group of each row; no cell reaches beyond its group.
    """
    size = len(rows)
    last_of = {group: number for number, group in enumerate(groups)}
    slots = 0
    for number, row in enumerate(rows):
        rest = last_of[groups[number]] - number + 1
        for cell in row:
            cell.rowspan = min(cell.rowspan or rest, rest)
            slots += cell.colspan * cell.rowspan
    if slots > MAX_SLOTS:
        for row in rows:
            for cell in row:
                cell.colspan = cell.rowspan = 1

    # The position of each cell: the first columns that no cell from above covers.
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

    # An empty cell of a dropped row may reach into rows that stay: it then begins in the first of them.
    out: list[list[tuple[int, Cell]]] = [[] for _ in range(before[size])]
    for number, row in enumerate(rows):
        for cell in row:
            width = sum(1 for column in range(cell.column, cell.column + cell.colspan) if column in index)
            height = before[number + cell.rowspan] - before[number]
            if width and height:
                spanned = Cell(content=cell.content, header=cell.header, colspan=width, rowspan=height)
                out[before[number]].append((cell.column, spanned))
    return tuple(tuple(cell for _, cell in sorted(row, key=itemgetter(0))) for row in out)
