"""The grid of a table: of one from which cells were dropped, and for the writers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from broadsheet.article.blocks import Blocks, Cell, Table

__all__ = ["Draft", "grid", "slots"]

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


def grid(rows: Sequence[Sequence[Draft]], groups: Sequence[int]) -> tuple[tuple[Cell, ...], ...]:
    """The grid of a table without its empty rows and columns.

    Rows without content are dropped, and columns in which no content begins, and spans shrink accordingly.

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

    places = _columns(rows)
    used = {
        place for row, at in zip(rows, places, strict=True) for cell, place in zip(row, at, strict=True) if cell.content
    }
    filled = [any(cell.content for cell in row) for row in rows]
    before = [0] * (size + 1)
    for number, has in enumerate(filled):
        before[number + 1] = before[number] + has

    # An empty cell of a dropped row may reach into rows that stay: it then begins in the first of them.
    out: list[list[tuple[int, Cell]]] = [[] for _ in range(before[size])]
    for number, row in enumerate(rows):
        for cell, column in zip(row, places[number], strict=True):
            width = len(used.intersection(range(column, column + cell.colspan)))
            height = before[number + cell.rowspan] - before[number]
            if width and height:
                spanned = Cell(content=cell.content, header=cell.header, colspan=width, rowspan=height)
                out[before[number]].append((column, spanned))
    return tuple(tuple(cell for _, cell in sorted(row, key=itemgetter(0))) for row in out)


def slots(table: Table) -> list[list[Cell | None]]:
    """The grid of a table: cells where they begin, None elsewhere. All rows have the same width."""
    places = _columns(table.rows)
    begins = [dict(zip(at, row, strict=True)) for at, row in zip(places, table.rows, strict=True)]
    width = max((column + cell.colspan for row in begins for column, cell in row.items()), default=0)
    return [[row.get(column) for column in range(width)] for row in begins]


def _columns(rows: Sequence[Sequence[Draft | Cell]]) -> list[list[int]]:
    """The first column of each cell: the first that no cell from above covers (HTML, section 4.9.12)."""
    covered: dict[int, set[int]] = {}
    out: list[list[int]] = []
    for number, row in enumerate(rows):
        taken = covered.pop(number, set())
        out.append([])
        column = 0
        for cell in row:
            while column in taken:
                column += 1
            out[-1].append(column)
            for below in range(number + 1, min(number + cell.rowspan, len(rows))):
                covered.setdefault(below, set()).update(range(column, column + cell.colspan))
            column += cell.colspan
    return out
