"""Open lists, quotes and tables, and the blocks that they become. They do not depend on a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain
from operator import itemgetter
from typing import Final

from broadsheet.article.blocks import (
    Block,
    Blocks,
    Cell,
    Embed,
    Figure,
    Heading,
    Inlines,
    LineBreak,
    List,
    Paragraph,
    Post,
    Quote,
    Rule,
    Strong,
    Table,
    columns_of,
)

__all__ = ["NO_FIGURE", "CellFrame", "Frame", "ItemFrame", "ListFrame", "QuoteFrame", "TableFrame", "grid", "unbold"]

MAX_SLOTS: Final = 100_000  # a table whose cells span more is written without spans
NO_FIGURE: Final = Figure(())  # placeholder for an image without an address, until its caption is found


@dataclass(slots=True)
class Frame:
    """An open block, or the article.

    Attributes:
        blocks: its blocks so far.
        loose: the items of lists merged from one-item lists or from items outside lists, by index in ``blocks``.
    """

    blocks: list[Block] = field(default_factory=list)
    loose: dict[int, list[Blocks]] = field(default_factory=dict)

    def add(self, block: Block) -> None:
        """Add a block."""
        self.blocks.append(block)

    def add_loose(self, items: tuple[Blocks, ...]) -> None:
        """Add items to the merged list (see `loose`) right before them, else to a new one."""
        last = len(self.blocks) - 1
        if last not in self.loose:
            last += 1
            self.loose[last] = []
            self.blocks.append(List(False, ()))
        self.loose[last] += items

    def finished(self) -> Blocks:
        """The blocks without empty figures and rules at the end."""
        for at, items in self.loose.items():
            self.blocks[at] = List(False, tuple(items))
        blocks = [block for block in self.blocks if block is not NO_FIGURE]
        while blocks and isinstance(blocks[-1], Rule):
            blocks.pop()
        return tuple(blocks)

    def close(self, parent: Frame) -> None:
        """Add the finished block to its parent. By default, add the blocks in it one by one."""
        for block in self.finished():
            parent.add(block)


@dataclass(slots=True)
class QuoteFrame(Frame):
    """A block quotation, or an embedded post whose data are known."""

    post: Post | None = None

    def close(self, parent: Frame) -> None:
        """Add the quotation unless it is empty."""
        if blocks := self.finished():
            parent.add(Quote(blocks) if self.post is None else replace(self.post, blocks=blocks))


@dataclass(slots=True)
class ListFrame(Frame):
    """A list. It has items, and no blocks of its own.

    Attributes:
        items: the finished items.
        ordered: whether it is numbered.
        start: the number of the first item.
        is_loose: made for an item outside any list.
        is_layout: one item holds nearly all of the article.
    """

    items: list[list[Block]] = field(default_factory=list)
    ordered: bool = False
    start: int = 1
    is_loose: bool = False
    is_layout: bool = False

    def add(self, block: Block) -> None:
        """Add a block outside the items. A list directly in a list belongs to the item before it."""
        if self.items and not isinstance(block, Paragraph):
            self.items[-1].append(block)
        else:
            self.items.append([block])

    def close(self, parent: Frame) -> None:
        """Add the list, or the blocks of its items if it is layout or a gallery."""
        items, blocks = tuple(map(tuple, self.items)), tuple(chain.from_iterable(self.items))
        is_one = len(items) == 1 and not self.ordered and not isinstance(parent, ListFrame)
        is_layout = self.is_layout and len(blocks) > len(items)
        is_gallery = all(isinstance(block, Figure | Embed) for block in blocks)
        if is_layout or is_gallery or (len(items) == 1 and _is_section(blocks)):
            for block in blocks:
                parent.add(block)
        elif is_one or (items and self.is_loose):
            parent.add_loose(items)
        elif items:
            parent.add(List(self.ordered, items, self.start))


@dataclass(slots=True)
class ItemFrame(Frame):
    """An item of a list."""

    def close(self, parent: Frame) -> None:
        """Add the item to its list unless it is empty."""
        if isinstance(parent, ListFrame) and (blocks := self.finished()):
            parent.items.append(list(blocks))


@dataclass(slots=True)
class TableFrame(Frame):
    """A table, and the blocks in it outside its cells.

    Attributes:
        rows: the cells of each row; first, those outside rows, which no parsed page has.
        caption: the caption.
    """

    rows: list[list[Cell]] = field(default_factory=lambda: [[]])
    caption: Inlines = ()

    def close(self, parent: Frame) -> None:
        """Add the table after the blocks outside its cells, or its caption alone if no cell has content."""
        Frame.close(self, parent)
        if rows := _with_header(grid(self.rows)):
            parent.add(Table(rows, self.caption))
        elif self.caption:
            parent.add(Paragraph(self.caption))


@dataclass(slots=True, kw_only=True)
class CellFrame(Frame):
    """A cell of a table."""

    cell: Cell

    def close(self, parent: Frame) -> None:
        """Add the cell to the table's last row."""
        blocks = self.finished()
        content = _unbold_paragraphs(blocks) if self.cell.header else blocks
        if isinstance(parent, TableFrame):
            parent.rows[-1].append(Cell(content, self.cell.header, self.cell.colspan, self.cell.rowspan))


def _is_section(item: Blocks) -> bool:
    """Whether a list's only item is a section of text, or wraps another list."""
    return (
        any(isinstance(block, Heading) for block in item)
        or sum(isinstance(block, Paragraph) for block in item) > 1
        or (len(item) == 1 and isinstance(item[0], List))
    )


def unbold(content: Inlines) -> Inlines:
    """Content without ``Strong`` around all of its lines, since headings are bold anyway."""
    if not content or not all(isinstance(one, Strong | LineBreak) for one in content):
        return content
    return tuple(part for one in content for part in (one.children if isinstance(one, Strong) else (one,)))


def _unbold_paragraphs(blocks: Blocks) -> Blocks:
    return tuple(Paragraph(unbold(block.content)) if isinstance(block, Paragraph) else block for block in blocks)


def _with_header(rows: tuple[tuple[Cell, ...], ...]) -> tuple[tuple[Cell, ...], ...]:
    """Make the first row a header if it alone is bold and the table has no header cells."""
    if any(cell.header for row in rows for cell in row):
        return rows
    bold = [all(_unbold_paragraphs(cell.content) != cell.content for cell in row if cell.content) for row in rows]
    if not any(bold[:1]) or all(bold):
        return rows
    head = (replace(cell, content=_unbold_paragraphs(cell.content), header=True) for cell in rows[0])
    return (tuple(head), *rows[1:])


def grid(rows: Sequence[Sequence[Cell]]) -> tuple[tuple[Cell, ...], ...]:
    """The cells of a table without empty rows and columns; spans shrink accordingly. A ``rowspan`` of 0 reaches to the
    last row.
    """
    size = len(rows)
    rows = [
        [cell if cell.rowspan == 1 else replace(cell, rowspan=min(cell.rowspan or size, size - at)) for cell in row]
        for at, row in enumerate(rows)
    ]
    if sum(cell.colspan * cell.rowspan for row in rows for cell in row) > MAX_SLOTS:
        rows = [[replace(cell, colspan=1, rowspan=1) for cell in row] for row in rows]
    columns = columns_of(rows)
    placed = [list(zip(at, row, strict=True)) for at, row in zip(columns, rows, strict=True)]
    used = {column for row in placed for column, cell in row if cell.content}
    before = [0, *accumulate(any(cell.content for cell in row) for row in rows)]  # rows with content before each row
    # An empty cell of a dropped row may span rows that stay: it then begins in the first of them.
    out: list[list[tuple[int, Cell]]] = [[] for _ in range(before[-1])]
    for number, row in enumerate(placed):
        for column, cell in row:
            width = len(used.intersection(range(column, column + cell.colspan)))
            height = before[number + cell.rowspan] - before[number]
            if width and height:
                out[before[number]].append((column, Cell(cell.content, cell.header, width, height)))
    return tuple(tuple(cell for _, cell in sorted(row, key=itemgetter(0))) for row in out)
