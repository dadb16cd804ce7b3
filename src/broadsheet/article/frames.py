"""Blocks under construction: open lists, quotes and tables, and the blocks they become.

A frame is an open block. The page is not known here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final

from broadsheet.article import tables
from broadsheet.article.blocks import (
    Block,
    Blocks,
    Cell,
    Figure,
    Heading,
    Inlines,
    List,
    Paragraph,
    Post,
    Quote,
    Rule,
    Strong,
    Table,
)
from broadsheet.article.posts import Posted

__all__ = [
    "NO_FIGURE",
    "CellFrame",
    "Frame",
    "ItemFrame",
    "ListFrame",
    "QuoteFrame",
    "RowFrame",
    "TableFrame",
    "unbold",
]

NO_FIGURE: Final = Figure(())  # stands for an image without a known address until its caption is found


@dataclass(slots=True)
class Frame:
    """An open block, or the article.

    Attributes:
        blocks: its blocks so far.
        loose_lists: one-item lists in it, each made for an item outside any list.
    """

    blocks: list[Block] = field(default_factory=list)
    loose_lists: list[List] = field(default_factory=list)

    def add(self, block: Block) -> None:
        """Add a block."""
        self.blocks.append(block)

    def finished(self) -> Blocks:
        """The blocks without empty figures and rules at the end, and with loose items joined into lists."""
        blocks = [block for block in self.blocks if block is not NO_FIGURE]
        while blocks and isinstance(blocks[-1], Rule):
            blocks.pop()
        if not self.loose_lists:
            return tuple(blocks)
        loose = set(map(id, self.loose_lists))
        out: list[Block] = []
        for together, run in groupby(blocks, lambda block: id(block) in loose):
            if together:
                out.append(List(False, tuple(item for one in run if isinstance(one, List) for item in one.items)))
            else:
                out += run
        return tuple(out)

    def close(self, parent: Frame) -> None:
        """Add the finished block to its parent. Blocks in a table or row, but in no cell, are added themselves."""
        for block in self.finished():
            parent.add(block)


@dataclass(slots=True)
class QuoteFrame(Frame):
    """A block quotation, or an embedded post.

    Attributes:
        posted: the data of the post; None for another quotation.
    """

    posted: Posted | None = None

    def close(self, parent: Frame) -> None:
        """Add the quotation unless it is empty."""
        if blocks := self.finished():
            parent.add(Quote(blocks) if self.posted is None else Post(blocks, *self.posted))


@dataclass(slots=True)
class ListFrame(Frame):
    """A list: it has items, and no blocks of its own.

    Attributes:
        items: the finished items.
        ordered: whether it is numbered.
        start: the number of the first item.
        loose: made for an item outside any list.
        layout: one item holds nearly all of the article.
    """

    items: list[list[Block]] = field(default_factory=list)
    ordered: bool = False
    start: int = 1
    loose: bool = False
    layout: bool = False

    def add(self, block: Block) -> None:
        """Add a block outside the items: a list directly in a list belongs to the item before it."""
        if self.items and not isinstance(block, Paragraph):
            self.items[-1].append(block)
        else:
            self.items.append([block])

    def close(self, parent: Frame) -> None:
        """Add the list, or the blocks of its items if it is layout."""
        items = self.items
        if (self.layout and any(len(item) > 1 for item in items)) or (len(items) == 1 and _is_section(items[0])):
            for item in items:
                for block in item:
                    parent.add(block)
        elif items:
            made = List(self.ordered, tuple(map(tuple, items)), self.start)
            if self.loose:
                parent.loose_lists.append(made)
            parent.add(made)


@dataclass(slots=True, kw_only=True)
class ItemFrame(Frame):
    """An item, and the items of its list."""

    items: list[list[Block]]

    def close(self, parent: Frame) -> None:
        """Add the item to its list unless it is empty."""
        if blocks := self.finished():
            self.items.append(list(blocks))


@dataclass(slots=True)
class TableFrame(Frame):
    """A table, and the blocks in it that are in no cell.

    Attributes:
        rows: the cells of each row.
        groups: the row group of each row.
        group: the current row group.
        header: whether that is the table's head.
        caption: the caption.
    """

    rows: list[list[tables.Draft]] = field(default_factory=list)
    groups: list[int] = field(default_factory=list)
    group: int = 0
    header: bool = False
    caption: Inlines = ()

    def row(self) -> RowFrame:
        """Start a row."""
        cells: list[tables.Draft] = []
        self.rows.append(cells)
        self.groups.append(self.group)
        return RowFrame(cells=cells, header=self.header)

    def close(self, parent: Frame) -> None:
        """Add the table after the blocks in no cell; its caption alone if no cell has content."""
        Frame.close(self, parent)
        if rows := _with_header(tables.grid(self.rows, self.groups)):
            parent.add(Table(rows, self.caption))
        elif self.caption:
            parent.add(Paragraph(self.caption))


@dataclass(slots=True, kw_only=True)
class RowFrame(Frame):
    """A row of a table: its cells, and whether all of them are headers."""

    cells: list[tables.Draft]
    header: bool


@dataclass(slots=True, kw_only=True)
class CellFrame(Frame):
    """A cell, and the cells of its row."""

    draft: tables.Draft
    cells: list[tables.Draft]

    def close(self, parent: Frame) -> None:
        """Add the cell to its row."""
        blocks = self.finished()
        self.draft.content = _unbold_paragraphs(blocks) if self.draft.header else blocks
        self.cells.append(self.draft)


def _is_section(item: list[Block]) -> bool:
    """Whether a list's only item is a section of text, or wraps another list."""
    return (
        any(isinstance(block, Heading) for block in item)
        or sum(isinstance(block, Paragraph) for block in item) > 1
        or (len(item) == 1 and isinstance(item[0], List))
    )


def unbold(content: Inlines) -> Inlines:
    """Content without ``Strong`` around all of it, since headings are bold anyway."""
    while len(content) == 1 and isinstance(content[0], Strong):
        content = content[0].children
    return content


def _unbold_paragraphs(blocks: Blocks) -> Blocks:
    return tuple(Paragraph(unbold(block.content)) if isinstance(block, Paragraph) else block for block in blocks)


def _with_header(rows: tuple[tuple[Cell, ...], ...]) -> tuple[tuple[Cell, ...], ...]:
    """Make the first row a header if it alone is bold and the table has no header cells."""
    if not rows or any(cell.header for row in rows for cell in row):
        return rows
    bold = [all(_unbold_paragraphs(cell.content) != cell.content for cell in row if cell.content) for row in rows]
    if not bold[0] or all(bold):
        return rows
    head = (replace(cell, content=_unbold_paragraphs(cell.content), header=True) for cell in rows[0])
    return (tuple(head), *rows[1:])
