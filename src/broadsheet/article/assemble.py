"""Page and kept rows -> the blocks of an article, in one pass over the part of the page that holds the kept text.

The words of the kept rows are in the blocks once and in order, and no others, with these exceptions:

* captions belong to their image and not to the body, kept or not: text in the ``figcaption`` of a figure with an image,
  or beside it;
* screen-reader text, repeated formulas, invisible characters and a heading's link to itself are dropped;
* the quotation marks that browsers draw around ``q`` are written, and parentheses around the annotation of a ``ruby``.

There is no recursion: open elements are on an explicit stack, and quotes, lists and tables nested too deeply are
flattened (`broadsheet.article.frames`), so that the writers may recurse.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from broadsheet.article import roles
from broadsheet.article.assistive import assistive
from broadsheet.article.blocks import Blocks, Figure, Link
from broadsheet.article.figures import Figures
from broadsheet.article.flow import Flow
from broadsheet.article.frames import CellFrame, Frame, ItemFrame, ListFrame, QuoteFrame, RowFrame, TableFrame
from broadsheet.article.posts import is_post, read_post
from broadsheet.article.region import Region
from broadsheet.article.runs import NONE, SPACE, WRAP, Mark, with_mark
from broadsheet.facts.addresses import Addresses, is_lost
from broadsheet.page import Page, tags
from broadsheet.page.arrays import BoolArray, holds

__all__ = ["assemble"]

MAX_HEADING_CHARS: Final = 300
"""A heading with more text was left open, or holds more than a heading. Real ones have up to about 200 characters."""

_TEXT: Final = tags.TEXT
_THEAD: Final = tags.IDS["thead"]
_CITE: Final = tags.IDS["cite"]
_QUOTE: Final = tags.IDS["blockquote"]
MAX_CAPTION_CHARS: Final = 1_200  # a longer caption outside figures is text
MAX_DRAWN_ROWS: Final = 100  # rows of an element with drawn marks; a larger one is no phrase
MAX_INDENT_CHARS: Final = 40  # white space before the first character of an element within a line
_DRAWN: Final = {tags.IDS["q"]: ("“", "”"), tags.IDS["rt"]: ("(", ")")}
"""Quotation marks, which browsers draw around ``q``, and parentheses in place of the small type of ``rt``."""
_MARKED: Final = frozenset("()（）\"'“”„«»‹›「」『』‘’")  # first or last characters of text with marks of its own
_PICTURED: Final = tags.ids("img embed video audio object iframe")
_UNMARKED: Final = frozenset((roles.PLAIN, roles.OPAQUE))


def assemble(page: Page, keep: BoolArray) -> Blocks:
    """Build the blocks of the kept rows of a page.

    Args:
        page: the page.
        keep: flag per row, shape (page size,). Only visible text rows count.

    Returns:
        The blocks in page order, with the images and players that stand between them.
    """
    kept = keep & page.shown
    rows = kept.nonzero()[0]
    left = assistive(page, rows)
    if holds(left):
        page, kept[rows[left]] = page.without(rows[left]), False
        rows = rows[~left]
    if not len(rows):
        return ()
    region, addresses = Region(page, kept, rows), Addresses(page, anywhere=True)
    return _Walk(region, Figures(region, addresses), addresses).blocks()


class _Walk:
    def __init__(self, region: Region, figures: Figures, addresses: Addresses) -> None:
        self.region = region
        self.figures = figures
        self.addresses = addresses
        self.flow = Flow(region)
        self.scopes: list[tuple[int, Callable[..., None], tuple[Any, ...]]] = []
        """Open elements: end row, callback at the end, and its arguments."""

    def blocks(self) -> Blocks:
        """Walk over the rows and return the blocks."""
        region, figures, flow, scopes = self.region, self.figures, self.flow, self.scopes
        tag, end, mass, items, role_of = region.tag, region.end, region.mass, figures.items, roles.ROLE
        run, flush, plain, block = flow.run, flow.flush, roles.PLAIN, roles.BLOCK
        special = figures.special.union(*(region.page.rows_of(number) for number in _DRAWN))
        root = region.root()
        row, stop = min(root, figures.lead), region.last + 1
        while row < stop:
            while scopes and scopes[-1][0] <= row:
                _, do, given = scopes.pop()
                do(*given)
            number = tag[row]
            if number == _TEXT:
                if mass[row]:
                    flow.words(row)
                elif run.pieces or flow.pre:  # before the first words of a run there is nothing to separate
                    flow.unkept(row)
                row += 1
            elif mass[row]:
                role = role_of[number]
                if role > block or row in special:
                    row = self.enter(row, role)
                elif role == plain:
                    row += 1
                else:
                    flush()
                    if end[row] == row + 2 and flow.is_plain:  # one text
                        flow.paragraph(row + 1)
                        row += 2
                    else:
                        scopes.append((end[row], flush, ()))
                        row += 1
            elif not items or not figures.any_in(row):
                row = self.skip(row, role_of[number])
            elif row in items:
                flow.place(items[row])
                row = end[row]
            else:
                row = self.enter(row, role_of[number])
        while scopes:
            _, do, given = scopes.pop()
            do(*given)
        flow.flush()
        return self.flow.top.finished()

    def skip(self, row: int, role: int) -> int:
        """Pass an element without kept text or images. Returns the next row."""
        region, end = self.region, self.region.end[row]
        if region.tag[row] in _PICTURED:
            self.flow.run.separate(SPACE)  # words on both sides of an image are separate words
        if region.hidden[row] or self.caption_after_figure(row):
            return end
        if role in roles.INLINE:
            return row + 1  # it may hold a line break, or dropped words
        if role == roles.OPAQUE:
            if region.stop[row] > region.start[row]:
                self.flow.run.separate(WRAP)
            return end
        if role == roles.BR:
            self.flow.line_break()
            return end
        if role == roles.HR:
            self.flow.rule()
            return end
        top = self.flow.top
        if isinstance(top, TableFrame) and role in (roles.ROW, roles.GROUP):
            self.part_of_table(row, role)
            return row + 1
        if isinstance(top, RowFrame) and role == roles.CELL:
            top.cells.append(region.cell(row, header=top.header))
            return end
        if role != roles.FIGCAPTION or not self.caption_of_figure(row):
            self.flow.flush()
        return end

    def enter(self, row: int, role: int) -> int:
        """Enter an element with kept content. Returns the next row."""
        region, flow = self.region, self.flow
        if flow.pre is not None:
            if roles.BREAKS[region.tag[row]]:
                self.open_block(row)
        elif (role >= roles.FIGURE or row in self.figures.special) and self.figure_or_caption(row, role):
            return region.end[row]
        elif region.tag[row] in _DRAWN:
            self.draw(row)
        elif role == roles.MARK:
            if region.tag[row] == _CITE and region.tag[region.parent[row]] == _QUOTE:  # the source, on its own line
                self.open_block(row)
            self.mark(row, roles.MARK_OF[region.tag[row]])
        elif role == roles.LINK:
            href = self.addresses.resolve(region.links.get(row, ""))
            if href is not None and not is_lost(href):
                self.mark(row, (Link, href))
        elif role not in _UNMARKED:
            if flow.level or flow.in_caption:
                self.open_block(row)
            else:
                self.enter_block(row, role)
        return row + 1

    def draw(self, row: int) -> None:
        """Write the marks around an element within a line, unless its text begins or follows with marks of its own."""
        region, flow, stop = self.region, self.flow, self.region.end[row]
        if stop - row > MAX_DRAWN_ROWS or any(map(roles.BREAKS.__getitem__, region.tag[row:stop])):
            return
        said = region.page.words_of(row, MAX_INDENT_CHARS)[:1]
        before = flow.run.pieces[-1].content if flow.run.pieces else ""
        has_marks = said in _MARKED or (isinstance(before, str) and before[-1:] in _MARKED)
        if said and not has_marks and not region.is_dominant(row):
            opening, closing = _DRAWN[region.tag[row]]
            flow.run.add(opening, flow.marks)
            self.scopes.append((stop, self.close_marks, (closing,)))

    def close_marks(self, closing: str) -> None:
        run = self.flow.run
        after, run.separator = run.separator, NONE
        run.add(closing, self.flow.marks, after)

    def enter_block(self, row: int, role: int) -> None:
        """Enter a block, or a part of a table."""
        region, flow = self.region, self.flow
        if role == roles.HEADING and 0 < region.mass[row] <= MAX_HEADING_CHARS:
            flow.flush()
            flow.level = roles.LEVEL[region.tag[row]]
            self.scopes.append((region.end[row], flow.end_heading, (flow.level,)))
        elif role == roles.PRE:
            flow.flush()
            flow.pre = []
            self.scopes.append((region.end[row], flow.end_pre, (row,)))
        elif role == roles.ITEM:
            self.item(row)
        elif role in (roles.GROUP, roles.ROW, roles.CELL, roles.CAPTION):
            self.part_of_table(row, role)
        else:
            self.container(row, role)

    def part_of_table(self, row: int, role: int) -> None:
        """Enter a row group, row, cell or caption. Outside a table it only separates blocks."""
        region, flow, top = self.region, self.flow, self.flow.top
        if role == roles.CELL and isinstance(top, RowFrame):
            self.open_frame(row, CellFrame(cell=region.cell(row, header=top.header), cells=top.cells))
        elif role == roles.ROW and isinstance(top, TableFrame):
            self.open_frame(row, top.row())
        elif role == roles.GROUP and isinstance(top, TableFrame):
            flow.flush()
            top.header = region.tag[row] == _THEAD
        elif role == roles.CAPTION and isinstance(top, TableFrame):
            flow.flush()
            flow.in_caption = True
            self.scopes.append((region.end[row], flow.end_caption, (top,)))
        else:
            self.open_block(row)

    def container(self, row: int, role: int) -> None:
        """Enter a list, quotation or table. Layout tables, dominant quotes and ones nested too deeply only separate."""
        region = self.region
        frame: Frame | None = None
        if self.flow.is_full or not region.mass[row]:
            pass
        elif role == roles.LIST:
            ordered, start = region.numbering(row)
            frame = ListFrame(ordered=ordered, start=start)
        elif role == roles.QUOTE and not region.is_dominant(row):
            post = read_post(region.page, row, self.addresses) if is_post(region.page, row) else None
            frame = QuoteFrame(posted=post)
        elif role == roles.TABLE and region.holds_data(row):
            frame = TableFrame()
        if frame is None:
            self.open_block(row)
        else:
            self.open_frame(row, frame)

    def item(self, row: int) -> None:
        """Enter a list item. One outside any list makes a list of its own."""
        top, dominant = self.flow.top, self.region.is_dominant(row)
        if isinstance(top, ListFrame):
            top.layout = top.layout or dominant
        elif self.flow.is_full or dominant:
            self.open_block(row)
            return
        else:
            top = ListFrame(loose=True)
            self.open_frame(row, top)
        self.open_frame(row, ItemFrame(items=top.items))

    def open_block(self, row: int) -> None:
        self.flow.flush()
        self.scopes.append((self.region.end[row], self.flow.flush, ()))

    def open_frame(self, row: int, frame: Frame) -> None:
        """Enter a block that holds other blocks."""
        self.flow.open(frame)
        self.scopes.append((self.region.end[row], self.flow.close, ()))

    def mark(self, row: int, mark: Mark) -> None:
        flow = self.flow
        before = flow.marks
        marks = with_mark(before, mark)
        if marks is not before and not self.region.is_dominant(row):
            self.scopes.append((self.region.end[row], flow.set_marks, (before,)))
            flow.marks = marks

    def figure_or_caption(self, row: int, role: int) -> bool:
        """Put out a figure, or its caption, whole. False if the row is neither."""
        if role == roles.FIGURE or row in self.figures.captioned:
            blocks = self.figures.figure(row)
            if blocks is not None:
                self.flow.flush()
                for block in blocks:
                    self.flow.put(block)
                return True
        return self.caption_of_figure(row) if role == roles.FIGCAPTION else self.caption_after_figure(row)

    def caption_after_figure(self, row: int) -> bool:
        """Use an element after a figure as its caption, if its class name says so."""
        return row in self.figures.captions and not self.flow.run.pieces and self.caption_of_figure(row)

    def caption_of_figure(self, row: int) -> bool:
        """Put out a caption met outside a complete figure. False if it is text."""
        if self.flow.level or self.flow.in_caption or self.region.mass[row] > MAX_CAPTION_CHARS:
            return False
        self.flow.flush()
        blocks = self.flow.top.blocks
        before = blocks[-1] if blocks else None
        if isinstance(before, Figure) and not before.caption:
            blocks[-1] = self.figures.with_caption(before, row)
            return True
        return False
