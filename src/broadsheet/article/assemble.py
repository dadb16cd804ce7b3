"""Page and kept rows -> the blocks of an article, in one pass over the part of the page that holds the kept text.

The words of the kept rows are in the blocks once and in order, and no others, with these exceptions:

* captions belong to their figure and not to the body, kept or not: text in a ``figcaption``, or in a ``figure`` beside
  an image;
* punctuation that browsers generate is written out: the quotation marks of ``q``, and parentheses around the annotation
  of a ``ruby``;
* invisible characters are dropped (`broadsheet.article.runs`), and so is a heading's link to itself.

There is no recursion: open elements are on an explicit stack, and quotes, lists and tables nested too deeply are
flattened (`broadsheet.article.frames`), so that the writers may recurse.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from numpy.typing import NDArray

from broadsheet.article import media, roles
from broadsheet.article.blocks import Blocks, Figure, Inlines, Link, Table
from broadsheet.article.figures import Figures
from broadsheet.article.flow import Flow
from broadsheet.article.frames import CellFrame, Frame, ItemFrame, ListFrame, QuoteFrame, RowFrame, TableFrame
from broadsheet.article.lost import without_lost
from broadsheet.article.posts import Posted, is_post, read_post
from broadsheet.article.runs import GAP, NONE, PARAGRAPH, SPACE, Mark, Piece, with_mark
from broadsheet.article.stretch import MAX_HEADING_CHARS, Stretch
from broadsheet.article.unsaid import unsaid
from broadsheet.facts.addresses import Addresses
from broadsheet.page import Page, tags
from broadsheet.page.arrays import BoolArray, holds
from broadsheet.page.characters import is_small

__all__ = ["assemble"]

MAX_TERM_CHARS: Final = 200  # Longest term set in bold. `dl` was used to indent prose, so a longer one is prose.
MIN_CONTAINER_SHARE: Final = 0.9  # share of the kept characters that the article's container must hold

MIN_SENTENCE_CHARS: Final = 80  # shortest inline element that may be a paragraph of its own
_SENTENCE_ENDS: Final = frozenset('.!?…:;"”’»)]。！？」』')
_SENTENCE_STARTS: Final = frozenset("\"“„«‘'¡¿—–(「『")
"""Characters that start a sentence, besides digits and letters other than lower-case ones."""

_TEXT: Final = tags.TEXT
_THEAD: Final = tags.IDS["thead"]
_SHOWN: Final = tags.ids("img embed video audio object iframe")
_INS: Final = tags.IDS["ins"]


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
    left = unsaid(page, rows)
    if holds(left):
        page, kept[rows[left]] = page.without(rows[left]), False
        rows = rows[~left]
    if not len(rows):
        return ()
    mass = page.subtree(page.chars * kept)
    first, last = int(rows[0]), int(rows[-1])
    root = _root(page, first, last)
    addresses = Addresses(page, anywhere=True)
    region = media.Region(first=first, last=last, container=_container(page, rows, mass), mass=mass)
    found = media.find(page, region, addresses)
    begin = root if found.lead is None else min(root, found.lead)
    stretch = Stretch(page, mass, begin, found.stop)
    blocks = _Walk(stretch, Figures(stretch, found, addresses), addresses).blocks()
    return without_lost(blocks) if addresses.any_lost else blocks


def _starts_sentence(text: str) -> bool:
    first = text[:1]
    return first in _SENTENCE_STARTS or (first.isalnum() and not is_small(first))


def _root(page: Page, first: int, last: int) -> int:
    """The block where the walk starts: the lowest that holds all kept rows and is complete in itself."""
    tag, parent, end = page.tag.data, page.parent.data, page.end.data
    root = parent[first]
    while end[root] <= last:
        root = parent[root]
    root = page.block.data[root]
    while root > 0 and not roles.BREAKS[tag[parent[root]]]:  # a link around a headline belongs to the headline
        root = parent[root]
    if roles.ROLE[tag[root]] == roles.GROUP:
        root = parent[root]
    at = root
    while at > 0:  # white space is kept in all of a preformatted element
        if roles.ROLE[tag[at]] == roles.PRE:
            root = at
        at = parent[at]
    return root


def _container(page: Page, rows: NDArray[Any], mass: NDArray[Any]) -> int:
    """The lowest element that holds at least `MIN_CONTAINER_SHARE` of the kept text."""
    reached = mass[rows].cumsum()
    total = int(reached[-1])
    parent, masses = page.parent.data, mass.data
    at = parent[int(rows[reached.searchsorted(total / 2)])]
    while masses[at] < MIN_CONTAINER_SHARE * total:
        at = parent[at]
    return at


class _Walk:
    def __init__(self, stretch: Stretch, figures: Figures, addresses: Addresses) -> None:
        self.stretch = stretch
        self.figures = figures
        self.addresses = addresses
        self.flow = Flow(stretch)
        self.frames = self.flow.frames
        self.scopes: list[tuple[int, Callable[..., None], tuple[Any, ...]]] = []
        """Open elements: end row, callback at the end, and its arguments."""
        self.last_plain = (0, 0)
        """End row and tag of the last element without a role."""
        self.captions_of_tables: dict[int, Inlines] = {}
        """Captions that precede their tables, by the tables' rows."""

    def blocks(self) -> Blocks:
        """Walk over the rows and return the blocks."""
        stretch, figures, flow, scopes = self.stretch, self.figures, self.flow, self.scopes
        tag, end, mass, items, role_of = stretch.tag, stretch.end, stretch.mass, figures.items, roles.ROLE
        run = flow.run
        row, size = 0, stretch.size
        while row < size:
            if scopes and scopes[-1][0] <= row:
                self.leave(row)
            number = tag[row]
            if number == _TEXT:
                if mass[row]:
                    flow.words(row)
                elif run.pieces or flow.pre:  # before the first words of a run there is nothing to separate
                    flow.unkept(row)
                row += 1
            elif mass[row]:
                row = self.enter(row, role_of[number])
            elif not items or not figures.any_in(row):
                row = self.skip(row, role_of[number])
            elif row in items:
                flow.place(items[row])
                row = end[row]
            else:
                row = self.enter(row, role_of[number])
        self.leave(size)
        flow.flush()
        return self.frames.finish()

    def skip(self, row: int, role: int) -> int:
        """Pass an element without kept text or images. Returns the next row."""
        stretch, number = self.stretch, self.stretch.tag[row]
        if number in _SHOWN or (number == _INS and stretch.end[row] == row + 1):
            self.flow.run.separate(SPACE)  # words on both sides of an image or advertisement are separate words
        if stretch.hidden[row] or self.caption_after_figure(row):
            return stretch.end[row]
        if role in roles.INLINE:
            return row + 1  # it may hold a line break, or dropped words
        if role == roles.OPAQUE:
            if stretch.stop[row] > stretch.start[row]:
                self.flow.run.separate(GAP)
            return stretch.end[row]
        if role == roles.BR:
            self.flow.line_break()
            return row + 1
        if role == roles.HR:
            self.flow.rule()
            return row + 1
        top = self.frames.top
        if isinstance(top, TableFrame) and role in (roles.ROW, roles.GROUP):
            self.part_of_table(row, role)
            return row + 1
        if isinstance(top, RowFrame) and role == roles.CELL:
            top.cells.append(stretch.cell(row, header=top.header))
            return stretch.end[row]
        if isinstance(top, ListFrame) and role == roles.ITEM and not top.items:
            top.skipped += 1
        if role == roles.FIGCAPTION and self.caption_of_figure(row):
            return stretch.end[row]
        self.flow.flush()
        return stretch.end[row]

    def enter(self, row: int, role: int) -> int:
        """Enter an element with kept content. Returns the next row."""
        if self.flow.pre is not None:
            if roles.BREAKS[self.stretch.tag[row]]:
                self.open_block(row)
        elif (role == roles.FIGURE or row in self.figures.named) and self.figure_or_caption(row, role):
            return self.stretch.end[row]
        elif row in self.stretch.headings and not self.flow.level and not self.flow.in_caption:
            self.heading(row, self.stretch.headings[row])
        elif role == roles.BLOCK:
            self.open_block(row)
        elif role in roles.INLINE or role == roles.OPAQUE:
            self.enter_inline(row, role)
        elif role == roles.FIGCAPTION and self.caption_of_figure(row):
            return self.stretch.end[row]
        elif self.flow.level or self.flow.in_caption:
            self.open_block(row)
        else:
            self.enter_block(row, role)
        return row + 1

    def enter_inline(self, row: int, role: int) -> None:
        stretch = self.stretch
        if role == roles.MARK:
            mark = roles.MARK_OF[stretch.tag[row]]
            if mark != roles.STRONG or not stretch.is_wrapper(row):
                self.mark(row, mark)
        elif role == roles.LINK:
            href = self.addresses.resolve(stretch.links.get(row, ""))
            if href is not None:
                self.mark(row, (Link, href))
        elif role == roles.CITE:
            if stretch.is_source(row):  # on its own line
                self.open_block(row)
            self.mark(row, roles.EMPHASIS)
        elif role in (roles.Q, roles.RT):
            self.punctuate(row, role)
        elif row in stretch.block_styled:
            self.open_block(row)
        elif role == roles.PLAIN:
            if self.last_plain == (row, stretch.tag[row]) and self.flow.run.separator == NONE:
                self.set_apart(row)
            self.last_plain = stretch.end[row], stretch.tag[row]

    def set_apart(self, row: int) -> None:
        """Separate two adjacent inline elements that style sheets set apart: sentences become paragraphs, and a space
        goes before a capital that follows a lower-case letter.
        """
        stretch, run = self.stretch, self.flow.run
        before = run.pieces[-1].content if run.pieces else ""
        inside = stretch.text[stretch.start[row] : stretch.stop[row]]
        if not isinstance(before, str) or " " not in before or " " not in inside.strip():
            return
        if (
            before[-1] in _SENTENCE_ENDS
            and min(len(before), len(inside)) >= MIN_SENTENCE_CHARS
            and _starts_sentence(inside)
        ):
            run.separate(PARAGRAPH)
        elif before[-1].islower() and (inside[:1].isupper() or inside[:1].isdigit()):
            run.separate(SPACE)

    def enter_block(self, row: int, role: int) -> None:
        """Enter a block with a role, or a part of a table."""
        stretch = self.stretch
        if role == roles.HEADING and 0 < stretch.mass[row] <= MAX_HEADING_CHARS:
            self.heading(row, roles.LEVEL[stretch.tag[row]])
        elif role == roles.PRE and not stretch.is_structured(row):
            self.flow.flush()
            self.flow.pre = []
            self.scopes.append((stretch.end[row], self.flow.end_pre, (row,)))
        elif role == roles.TERM:
            self.open_block(row)
            if stretch.mass[row] <= MAX_TERM_CHARS and stretch.is_defined(row):
                self.mark(row, roles.STRONG)
        elif role == roles.ITEM:
            self.item(row)
        elif role in (roles.GROUP, roles.ROW, roles.CELL, roles.CAPTION):
            self.part_of_table(row, role)
        else:
            self.container(row, role)

    def heading(self, row: int, level: int) -> None:
        self.flow.flush()
        self.flow.level = level
        self.scopes.append((self.stretch.end[row], self.flow.end_heading, (level,)))

    def part_of_table(self, row: int, role: int) -> None:
        """Enter a row group, row, cell or caption. Outside a table it only separates blocks."""
        stretch, top = self.stretch, self.frames.top
        if role == roles.CELL and isinstance(top, RowFrame):
            self.flow.flush()
            self.open_frame(row, CellFrame(draft=stretch.cell(row, header=top.header), cells=top.cells))
        elif role == roles.ROW and isinstance(top, TableFrame):
            self.flow.flush()
            self.open_frame(row, top.row())
        elif role == roles.GROUP and isinstance(top, TableFrame):
            self.flow.flush()
            top.group += 1
            top.header = stretch.tag[row] == _THEAD
        elif role == roles.CAPTION and isinstance(top, TableFrame):
            self.flow.flush()
            self.flow.in_caption = True
            self.scopes.append((stretch.end[row], self.flow.end_caption, (top,)))
        else:
            self.open_block(row)

    def container(self, row: int, role: int) -> None:
        """Enter a list, quotation or table. Layout tables, dominant quotes and ones nested too deeply only separate."""
        stretch = self.stretch
        frame: Frame | None = None
        if self.frames.full:
            pass
        elif role == roles.LIST and stretch.mass[row]:
            ordered, start, numbers = stretch.numbering(row)
            frame = ListFrame(ordered=ordered, start=start, numbers=numbers)
        elif role == roles.QUOTE and stretch.mass[row] and not stretch.is_dominant(row):
            frame = QuoteFrame(posted=self.posted(row))
        elif role == roles.TABLE and stretch.holds_data(row):
            frame = TableFrame(caption=self.captions_of_tables.pop(row, ()))
        if frame is None:
            self.open_block(row)
        else:
            self.flow.flush()
            self.open_frame(row, frame)

    def posted(self, row: int) -> Posted | None:
        """Author, date and address of an embedded post; None for another quotation."""
        page, at = self.stretch.page, row + self.stretch.begin
        return read_post(page, at, self.addresses) if is_post(page, at) else None

    def item(self, row: int) -> None:
        self.flow.flush()
        top = self.frames.top
        dominant = self.stretch.is_dominant(row)
        if isinstance(top, ListFrame):
            if row in top.numbers:
                if not top.items:
                    top.start = top.numbers[row]
                elif top.numbers[row] != top.start + len(top.items):
                    self.frames.restart(top, top.numbers[row])
            elif not top.items and top.ordered:
                top.start, top.skipped = top.start + top.skipped, 0
            top.layout = top.layout or dominant
        elif self.frames.full or dominant:
            self.open_block(row)
            return
        else:
            top = ListFrame(loose=True)
            self.open_frame(row, top)
        self.open_frame(row, ItemFrame(items=top.items))

    def open_block(self, row: int) -> None:
        self.flow.flush()
        self.scopes.append((self.stretch.end[row], self.flow.flush, ()))

    def open_frame(self, row: int, frame: Frame) -> None:
        """Enter a block that holds other blocks."""
        self.frames.open(frame)
        self.scopes.append((self.stretch.end[row], self.close_frame, ()))

    def mark(self, row: int, mark: Mark) -> None:
        before = self.flow.marks
        marks = with_mark(before, mark)
        if marks is not before and not self.stretch.is_dominant(row):
            self.scopes.append((self.stretch.end[row], self.unmark, (before,)))
            self.flow.marks = marks

    def punctuate(self, row: int, role: int) -> None:
        """Write the quotation marks of ``q`` and the parentheses of ``rt``, unless the page has its own."""
        stretch, run = self.stretch, self.flow.run
        if not stretch.mass[row] or stretch.holds_lines(row):  # punctuation would stand alone
            return
        inside = stretch.text[stretch.start[row] : stretch.stop[row]].strip()
        around = [inside[:1], inside[-1:]]
        if run.pieces:
            before = run.pieces[-1].content
            if run.separator == NONE and isinstance(before, str):
                around.append(before[-1])
        elif role == roles.Q and stretch.ends_its_parent(row):
            # A `q` that fills its block is styled for other reasons: testimonials, editors' notes.
            return
        if any(character in roles.OWN[role] for character in around):
            return
        opening, closing = roles.DRAWN[role]
        if any(given == (closing,) for _, _, given in self.scopes):
            opening, closing = roles.DRAWN_INSIDE[role]
        run.add(opening, self.flow.marks)
        self.scopes.append((stretch.end[row], self.end_punctuation, (closing,)))

    def leave(self, row: int) -> None:
        """Close the open elements that end at or before a row."""
        scopes = self.scopes
        while scopes and scopes[-1][0] <= row:
            _, do, given = scopes.pop()
            do(*given)

    def unmark(self, before: tuple[Mark, ...]) -> None:
        self.flow.marks = before

    def close_frame(self) -> None:
        self.flow.flush()
        self.frames.close()

    def end_punctuation(self, closing: str) -> None:
        run = self.flow.run
        words = len(run.pieces)
        if not words:  # the text inside was dropped, with the caption of an image after it
            return
        while not isinstance(run.pieces[words - 1].content, str):
            words -= 1
        if words < len(run.pieces):  # images at the end go after it, so that dropping them leaves no space
            run.pieces.insert(words, Piece(NONE, closing, self.flow.marks))
            return
        after, run.separator = run.separator, NONE
        run.add(closing, self.flow.marks, after)

    def figure_or_caption(self, row: int, role: int) -> bool:
        """Put out a figure, or its caption, whole. False if the row is neither."""
        if role == roles.FIGURE or row in self.figures.captioned:
            blocks = self.figures.figure(row)
            if blocks is not None:
                self.flow.flush()
                for block in blocks:
                    self.flow.put(block)
                return True
        return self.caption_after_figure(row)

    def caption_after_figure(self, row: int) -> bool:
        """Use an element after a figure as its caption, if its class name says so."""
        return row in self.figures.captions and not self.flow.run.pieces and self.caption_of_figure(row)

    def caption_of_figure(self, row: int) -> bool:
        """Put out a caption met outside a complete figure. False if it is text."""
        if self.flow.level or self.flow.in_caption:
            return False
        if self.caption_of_table(row):
            return True
        if self.figures.is_text(row):
            return False
        self.flow.flush()
        blocks = self.frames.top.blocks
        before = blocks[-1] if blocks else None
        if isinstance(before, Figure) and not before.caption:
            blocks[-1] = self.figures.with_caption(before, row)
        elif self.stretch.mass[row] and row not in self.figures.captions:
            self.flow.put(self.figures.bare_caption(row))
        elif isinstance(before, Figure) and before.images and (caption := self.figures.caption_of_gallery(row)):
            self.flow.put(Figure((), caption))
        else:
            return False
        return True

    def caption_of_table(self, row: int) -> bool:
        """Use a caption in a figure that holds only a table as the table's caption. False if it is none."""
        table = self.figures.table_of(row)
        if table < 0:
            return False
        caption = self.figures.whole_caption(row)
        if table > row:
            self.captions_of_tables[table] = caption
            return True
        self.flow.flush()
        blocks = self.frames.top.blocks
        if not blocks or not isinstance(before := blocks[-1], Table) or before.caption:
            return False
        blocks[-1] = replace(before, caption=caption)
        return True
