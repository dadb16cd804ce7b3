"""Blocks that are being put together: lists, quotes and tables in each other, and what becomes of each at its end.

It must not know the page. A frame is a block that is open; what is added goes to the innermost one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final

from broadsheet.article import tables
from broadsheet.article.blocks import (
    Block,
    Blocks,
    Cell,
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
    "CellFrame",
    "Frame",
    "Frames",
    "ItemFrame",
    "ListFrame",
    "QuoteFrame",
    "RowFrame",
    "TableFrame",
    "unbold",
]

_DEEPEST: Final = 20
"""Quotes, lists and tables nested deeper than this are flattened. Threads of comments reach it; articles stay below."""


@dataclass(slots=True)
class Frame:
    """The blocks of an open block, or of the article.

    Attributes:
        blocks: what is in it so far.
        loose_lists: the lists in it that were made for items that stand in none, each for one item.
    """

    blocks: list[Block] = field(default_factory=list)
    loose_lists: list[List] = field(default_factory=list)


@dataclass(slots=True)
class QuoteFrame(Frame):
    """A block quotation, or an embedded post.

    Attributes:
        posted: what the post says of itself; None for another quotation.
    """

    posted: Posted | None = None


@dataclass(slots=True)
class ListFrame(Frame):
    """A list: it has items, and no blocks.

    Attributes:
        items: those that are finished.
        ordered: whether they are numbered.
        start: the number of the first one.
        numbers: those of all items by their rows, where they do not simply count up.
        skipped: how many were left out before the first.
        loose: the list is made for an item that stands in none.
        layout: nearly all of the article is in one item.
    """

    items: list[list[Block]] = field(default_factory=list)
    ordered: bool = False
    start: int = 1
    numbers: Mapping[int, int] = field(default_factory=dict)
    skipped: int = 0
    loose: bool = False
    layout: bool = False


@dataclass(slots=True, kw_only=True)
class ItemFrame(Frame):
    """An item, and the items of its list."""

    items: list[list[Block]]


@dataclass(slots=True)
class TableFrame(Frame):
    """A table, and what stands in it and in no cell.

    Attributes:
        rows: the cells of each row.
        groups: the row group of each.
        group, header: the row group of the rows now, and whether it is the table's head.
        caption: the caption.
    """

    rows: list[list[tables.Draft]] = field(default_factory=list)
    groups: list[int] = field(default_factory=list)
    group: int = 0
    header: bool = False
    caption: Inlines = ()

    def row(self) -> RowFrame:
        """A new row."""
        cells: list[tables.Draft] = []
        self.rows.append(cells)
        self.groups.append(self.group)
        return RowFrame(cells=cells, header=self.header)


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


class Frames:
    """The open blocks in each other. The article is the outermost.

    Attributes:
        top: the innermost.
    """

    __slots__ = ("_around", "top")

    def __init__(self) -> None:
        self.top = Frame()
        self._around: list[Frame] = []

    @property
    def full(self) -> bool:
        """Whether no block may be opened any more."""
        return len(self._around) >= _DEEPEST

    def open(self, frame: Frame) -> None:
        """Open a block in the innermost one."""
        self._around.append(self.top)
        self.top = frame

    def add(self, block: Block) -> None:
        """Add a block to the innermost frame."""
        top = self.top
        if not isinstance(top, ListFrame):
            top.blocks.append(block)
        elif top.items and not isinstance(block, Paragraph):
            top.items[-1].append(block)  # a list right in a list belongs to the item before it
        else:
            top.items.append([block])

    def close(self) -> None:
        """End the innermost block and add it to the one around it."""
        frame = self.top
        self.top = self._around.pop()
        if isinstance(frame, ListFrame):
            self._add_list(frame)
            return
        blocks = _finished(frame)
        if isinstance(frame, ItemFrame):
            if blocks:
                frame.items.append(list(blocks))
        elif isinstance(frame, QuoteFrame):
            if blocks:
                self.add(Quote(blocks) if frame.posted is None else Post(blocks, *frame.posted))
        elif isinstance(frame, CellFrame):
            frame.draft.content = _unbold_paragraphs(blocks) if frame.draft.header else blocks
            frame.cells.append(frame.draft)
        else:
            for block in blocks:  # what stood in a table or row and in no cell
                self.add(block)
            if isinstance(frame, TableFrame):
                self._add_table(frame)

    def restart(self, frame: ListFrame, number: int) -> None:
        """End the innermost block, an ordered list, and go on with another one, whose first item has a number."""
        self.top = self._around.pop()
        self._add_list(replace(frame, items=list(frame.items)))
        self.open(frame)
        frame.items.clear()
        frame.start = number

    def finish(self) -> Blocks:
        """The article, when all blocks in it are closed."""
        return _finished(self.top)

    def _add_list(self, frame: ListFrame) -> None:
        items, top = frame.items, self.top
        if not items:
            return
        if (frame.layout and any(len(item) > 1 for item in items)) or (len(items) == 1 and _is_section(items[0])):
            for item in items:
                for block in item:
                    self.add(block)
            return
        made = List(frame.ordered, tuple(map(tuple, items)), frame.start)
        if frame.loose:
            top.loose_lists.append(made)
        self.add(made)

    def _add_table(self, frame: TableFrame) -> None:
        rows = _with_header(tables.grid(frame.rows, frame.groups))
        if rows:
            self.add(Table(rows, frame.caption))
        elif frame.caption:
            self.add(Paragraph(frame.caption))


def _finished(frame: Frame) -> Blocks:
    """The blocks of a finished frame: a thematic break stands between blocks."""
    blocks = frame.blocks
    while blocks and isinstance(blocks[-1], Rule):
        blocks.pop()
    if not frame.loose_lists:
        return tuple(blocks)
    # Items that stand in no list make one together.
    loose = {id(one) for one in frame.loose_lists}
    out: list[Block] = []
    for together, run in groupby(blocks, lambda block: id(block) in loose):
        if together:
            items = tuple(item for one in run if isinstance(one, List) for item in one.items)
            out.append(List(ordered=False, items=items))
        else:
            out += run
    return tuple(out)


def _is_section(item: Sequence[Block]) -> bool:
    """Whether the only item of a list is no item, but a stretch of text or what is left around another list."""
    return (
        any(isinstance(block, Heading) for block in item)
        or sum(isinstance(block, Paragraph) for block in item) > 1
        or (len(item) == 1 and isinstance(item[0], List))
    )


def unbold(content: Inlines) -> Inlines:
    """Content without a mark that says only what the block says: headings are bold."""
    while len(content) == 1 and isinstance(content[0], Strong):
        content = content[0].children
    return content


def _unbold_paragraphs(blocks: Blocks) -> Blocks:
    return tuple(Paragraph(unbold(block.content)) if isinstance(block, Paragraph) else block for block in blocks)


def _with_header(rows: tuple[tuple[Cell, ...], ...]) -> tuple[tuple[Cell, ...], ...]:
    """A table whose first row alone is bold has a header that is not marked up as one."""
    if not rows or any(cell.header for row in rows for cell in row):
        return rows
    bold = [all(_unbold_paragraphs(cell.content) != cell.content for cell in row if cell.content) for row in rows]
    if not bold[0] or all(bold):
        return rows
    head = (replace(cell, content=_unbold_paragraphs(cell.content), header=True) for cell in rows[0])
    return (tuple(head), *rows[1:])
