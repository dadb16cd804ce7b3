"""Page and kept rows -> the blocks of an article, in one pass over the part of the page with the kept text.

The blocks hold the words of the kept rows once and in order, and no others, except that:

* captions, kept or not, belong to their image and not to the body;
* screen-reader text, repeated formulas, invisible characters and a heading's link to itself are dropped;
* the quotation marks that browsers draw around ``q`` are written, and parentheses around annotations in ``ruby``;
* typed bullets, and rows of asterisks, dashes or bullets, become lists and rules.

Words are collected in a run until a block begins or ends; the run then goes to the innermost open block. Open elements
are on an explicit stack, and quotes, lists and tables nested too deeply are flattened, so that writers may recurse.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from broadsheet.article.blocks import (
    Block,
    Blocks,
    CodeBlock,
    Embed,
    Figure,
    Heading,
    Image,
    Inlines,
    LineBreak,
    Link,
    Paragraph,
    Rule,
    Text,
    plain,
)
from broadsheet.article.figures import Figures
from broadsheet.article.frames import NO_FIGURE, CellFrame, Frame, ItemFrame, ListFrame, QuoteFrame, TableFrame, unbold
from broadsheet.article.media import is_post, read_post
from broadsheet.article.region import BREAKS, LEVEL, MARK_OF, ROLE, Region, Role, spoken_rows
from broadsheet.article.runs import (
    LINE,
    NONE,
    PARAGRAPH,
    SPACE,
    WRAP,
    Mark,
    OpenRun,
    Piece,
    build,
    divided,
    visible,
    with_mark,
)
from broadsheet.facts import Facts
from broadsheet.facts.addresses import Addresses, is_lost
from broadsheet.page import Page, tags
from broadsheet.page.arrays import BoolArray
from broadsheet.patterns import pattern

__all__ = ["assemble"]

MAX_HEADING_CHARS: Final = 300  # a heading with more text was left open; real ones have up to about 200
MAX_CAPTION_CHARS: Final = 1_200  # a longer caption outside figures is text
MAX_DRAWN_CHARS: Final = 400  # longest text of an element around which marks are drawn
MAX_DEPTH: Final = 20  # depth from which quotes, lists and tables are flattened; comment threads reach it

_TEXT: Final = tags.TEXT
_CODE: Final = tags.IDS["code"]
_PICTURED: Final = tags.ids("img embed video audio object iframe")
_INLINE: Final = frozenset((Role.PLAIN, Role.MARK, Role.LINK))
_PLAIN_FRAMES: Final = (Frame, QuoteFrame)  # open blocks in which typed items and rules are read
_IN_TABLE: Final = frozenset((Role.GROUP, Role.ROW, Role.CELL, Role.CAPTION))
_LANGUAGE: Final = pattern(r"(?i)(?:^|\s)(?:language-|lang-|brush:\s*|highlight-source-|sourceCode\s+)([\w+#.-]+)")
"""Class names of syntax highlighters."""
_PERMALINKS: Final = frozenset("# ⌗ ¶ § 🔗 ⚓ ∞ \uf0c1".split())  # texts of links from a heading to itself
_DRAWN: Final = {tags.IDS["q"]: "“”", tags.IDS["rt"]: "()"}  # marks that browsers draw, or that stand for small type
_MARKED: Final = frozenset("()（）\"'“”„«»‹›「」『』‘’")  # next to these no marks are drawn: the text has its own
_LINE_ENDS: Final = pattern(r"(?<![ \t])[ \t]*(?:\r\n?|\n)")
_INDENT: Final = pattern("\\s*(?:\u3000|[\xa0\u2003]{2})")  # of paragraphs separated by a single line break
_BULLETS: Final = frozenset("•●▪◦‣⁃∙·")  # typed before items of a list
_RULE: Final = pattern(r"(?:\*\s*)+|(?:[-–—_=~#☼•●·]\s*){2,}")  # a thematic break, typed


def assemble(page: Page, keep: BoolArray, facts: Facts | None = None) -> Blocks:
    """Build the blocks of the kept rows of a page.

    Args:
        page: the page.
        keep: flag per row, shape (page size,). Only visible text rows count.
        facts: what the page states and shows, if it has been read.

    Returns:
        The blocks in page order, with the images and players between them.
    """
    kept = keep & page.shown
    rows = kept.nonzero()[0]
    facts = facts or Facts(page)
    spoken = spoken_rows(facts, rows)
    if len(spoken):
        page, kept[spoken] = page.without(spoken), False
        rows = kept.nonzero()[0]
    if not len(rows):
        return ()
    region, addresses = Region(page, kept, rows, facts), Addresses(page, facts.head.addresses, anywhere=True)
    return _Walk(region, Figures(region, addresses), addresses).blocks()


class _Walk:
    """The walk over the kept part of a page.

    Attributes:
        top: the innermost open block.
        around: the open blocks around it, the outermost first.
        run: words that are not in a block yet.
        marks: marks of the next words.
        in_line: whether a heading or a table's caption is open.
        following: blocks met within the run, which go after it.
        started: whether any words were read.
        scopes: open elements: end row, callback at the end, and its arguments.
    """

    def __init__(self, region: Region, figures: Figures, addresses: Addresses) -> None:
        self.region = region
        self.figures = figures
        self.styled = region.styled()
        self.addresses = addresses
        self.top = Frame()
        self.around: list[Frame] = []
        self.run = OpenRun()
        self.marks: tuple[Mark, ...] = ()
        self.in_line = False
        self.following: list[Block] = []
        self.started = False
        self.scopes: list[tuple[int, Callable[..., None], tuple[Any, ...]]] = [(figures.stop, self.flush, ())]

    def blocks(self) -> Blocks:
        """Walk over the rows and return the blocks."""
        region, figures, scopes, run = self.region, self.figures, self.scopes, self.run
        end, mass, items, holders, special = region.end, region.mass, figures.items, figures.holders, figures.special
        next_row = min(region.root(), figures.lead)
        for row, number in region.rows(next_row, figures.stop, special | self.styled.keys()):
            if row < next_row:
                continue
            while scopes[-1][0] <= row:
                _, callback, args = scopes.pop()
                callback(*args)
            if number == _TEXT:
                self.add_words(row)
                continue
            role = ROLE[number]
            if not mass[row] and row not in holders:
                next_row = self.skip(row, role)
            elif row in items and not mass[row]:
                self.place(items[row])
                next_row = end[row]
            elif (role >= Role.FIGURE or row in special) and self.figure_or_caption(row, role):
                next_row = end[row]
            elif role != Role.BLOCK:
                next_row = self.enter(row, role)
            else:
                if run.pieces or self.following:
                    self.flush()
                if end[row] == row + 2 and mass[row] and not (self.marks or self.in_line):  # a single text
                    self.add_line(row + 1)
                    next_row = row + 2
                else:
                    scopes.append((end[row], self.flush, ()))
        while scopes:
            _, callback, args = scopes.pop()
            callback(*args)
        return self.top.finished()

    # Elements.

    def skip(self, row: int, role: int) -> int:
        """Skip an element without kept text or images. Returns the next row."""
        region, end = self.region, self.region.end[row]
        if region.tag[row] in _PICTURED:
            self.run.separate(SPACE)  # words on both sides of an image are separate words
        if region.hidden[row] or self.caption_after_figure(row):
            return end
        if role in _INLINE:
            return row + 1  # it may hold a line break, or dropped words
        if role == Role.OPAQUE:
            if region.stop[row] > region.start[row]:
                self.run.separate(WRAP)
        elif role == Role.BR:
            if self.run.pieces:
                self.run.separator = PARAGRAPH if self.run.separator >= LINE else LINE
        elif role == Role.HR:
            self.rule()
        elif isinstance(self.top, TableFrame) and role in (Role.ROW, Role.GROUP):
            self.part_of_table(row, role)
            return row + 1
        elif isinstance(self.top, TableFrame) and role == Role.CELL:
            self.top.rows[-1].append(region.cell(row))
        elif role != Role.FIGCAPTION or not self.caption_of_figure(row):
            self.flush()
        return end

    def enter(self, row: int, role: int) -> int:
        """Enter an element with kept content. Returns the next row."""
        region = self.region
        if role == Role.LINK:
            href = self.addresses.resolve(region.facts.elements.value(row, "href"))
            if href is not None and not is_lost(href):
                return self.mark(row, (Link, href))
        elif role == Role.MARK:
            return self.mark(row, MARK_OF[region.tag[row]])
        elif role in (Role.PLAIN, Role.OPAQUE):
            if region.tag[row] in _DRAWN:
                self.draw(row)
            elif row in self.styled:
                return self.mark(row, self.styled[row])
        elif self.in_line:
            self.open_block(row)
        elif role == Role.HEADING and 0 < region.mass[row] <= MAX_HEADING_CHARS:
            if region.end[row] == row + 2 and not self.marks:  # a single text
                self.flush()
                self.add_line(row + 1, LEVEL[region.tag[row]])
                return row + 2
            self.open_line(row)
        elif role == Role.PRE:
            self.flush()
            self.add_code(row)
            return region.end[row]
        elif role == Role.ITEM:
            self.item(row)
        elif role in _IN_TABLE:
            self.part_of_table(row, role)
        else:
            self.container(row, role)
        return row + 1

    def draw(self, row: int) -> None:
        """Write marks around an element within a line, unless its text begins with one or follows one."""
        region, run, end = self.region, self.run, self.region.end[row]
        first_char = region.page.raw(row).strip()[:1] if region.mass[row] <= MAX_DRAWN_CHARS else ""
        before = run.pieces[-1].content if run.pieces else ""
        has_marks = first_char in _MARKED or (isinstance(before, str) and before[-1:] in _MARKED)
        if first_char and not has_marks and not any(map(BREAKS.__getitem__, region.tag[row:end])):
            marks = _DRAWN[region.tag[row]]
            run.add(marks[0], self.marks)
            self.scopes.append((end, self.close_marks, (marks[1],)))

    def close_marks(self, closing: str) -> None:
        after, self.run.separator = self.run.separator, NONE
        self.run.add(closing, self.marks, after)

    def part_of_table(self, row: int, role: int) -> None:
        """Enter a row group, row, cell or caption. Outside tables, it only separates blocks."""
        top = self.top
        if isinstance(top, TableFrame) and role == Role.CELL:
            self.open_frame(row, CellFrame(cell=self.region.cell(row)))
        elif isinstance(top, TableFrame) and role == Role.CAPTION:
            self.open_line(row)
        else:
            self.open_block(row)
            if isinstance(top, TableFrame) and role == Role.ROW:
                top.rows.append([])

    def container(self, row: int, role: int) -> None:
        """Enter a list, quotation or table. Layout tables, dominant quotes and deeply nested ones only separate."""
        region = self.region
        frame: Frame | None = None
        if len(self.around) >= MAX_DEPTH or not region.mass[row]:
            pass
        elif role == Role.LIST:
            ordered, start = region.numbering(row)
            frame = ListFrame(ordered=ordered, start=start)
        elif role == Role.QUOTE and not region.is_dominant(row):
            post = read_post(region.page, row, self.addresses) if is_post(region.page, row) else None
            frame = QuoteFrame(post=post)
        elif role == Role.TABLE and region.holds_data(row):
            frame = TableFrame()
        if frame is None:
            self.open_block(row)
        else:
            self.open_frame(row, frame)

    def item(self, row: int) -> None:
        """Enter a list item. One outside any list starts a list."""
        top, dominant = self.top, self.region.is_dominant(row)
        if isinstance(top, ListFrame):
            top.is_layout = top.is_layout or dominant
        elif len(self.around) >= MAX_DEPTH or dominant:
            self.open_block(row)
            return
        else:
            self.open_frame(row, ListFrame(is_loose=True))
        self.open_frame(row, ItemFrame())

    def open_block(self, row: int) -> None:
        self.flush()
        self.scopes.append((self.region.end[row], self.flush, ()))

    def open_line(self, row: int) -> None:
        """Enter a heading, or a table's caption."""
        self.flush()
        self.in_line = True
        self.scopes.append((self.region.end[row], self.end_line, (row,)))

    def open_frame(self, row: int, frame: Frame) -> None:
        """Enter a block that holds other blocks."""
        self.flush()
        self.around.append(self.top)
        self.top = frame
        self.scopes.append((self.region.end[row], self.close_frame, ()))

    def close_frame(self) -> None:
        self.flush()
        frame, self.top = self.top, self.around.pop()
        frame.close(self.top)

    def mark(self, row: int, mark: Mark) -> int:
        """Set a mark for the words of an element. Returns the next row."""
        region, before = self.region, self.marks
        marks = with_mark(before, (*mark,))  # a new object: `build` tells elements apart
        if marks is before or not region.mass[row] or region.is_dominant(row):
            return row + 1
        self.marks = marks
        if region.end[row] == row + 2:  # a single text
            self.add_words(row + 1)
            self.marks = before
            return row + 2
        self.scopes.append((region.end[row], self.set_marks, (before,)))
        return row + 1

    def set_marks(self, marks: tuple[Mark, ...]) -> None:
        self.marks = marks

    # Figures and captions.

    def figure_or_caption(self, row: int, role: int) -> bool:
        """Add a figure, or the caption of the figure before. False if the row is neither."""
        if role == Role.FIGURE or row in self.figures.captioned:
            blocks = self.figures.figure(row)
            if blocks is not None:
                self.flush()
                for block in blocks:
                    self.put(block)
                return True
        return self.caption_of_figure(row) if role == Role.FIGCAPTION else self.caption_after_figure(row)

    def caption_after_figure(self, row: int) -> bool:
        """Use an element after a figure as its caption, if its class name says so."""
        return row in self.figures.captions and not self.run.pieces and self.caption_of_figure(row)

    def caption_of_figure(self, row: int) -> bool:
        """Give a caption outside a complete figure to the figure before it. False if it is text."""
        if self.in_line or self.region.mass[row] > MAX_CAPTION_CHARS:
            return False
        self.flush()
        blocks = self.top.blocks
        before = blocks[-1] if blocks else None
        if not isinstance(before, Figure) or before.caption:
            return False
        blocks[-1] = self.figures.with_caption(before, row)
        return True

    def place(self, item: Image | Embed) -> None:
        """Add an image or player outside figures. Words on its two sides are separate, whether it is written or not."""
        known = not is_lost(item.src if isinstance(item, Image) else item.url)
        self.run.separate(SPACE)
        if isinstance(item, Embed):
            if known:
                self.put(item)
        elif self.in_line or not self.run.pieces:
            self.put(Figure((item,)) if known else NO_FIGURE)
        elif known:
            self.run.add_picture(item)

    def put(self, block: Block) -> None:
        """Add a block now, or after the run if one is open."""
        if self.run.pieces or self.in_line:
            self.following.append(block)
        else:
            self.top.add(block)

    # Words.

    def add_line(self, row: int, level: int = 0) -> None:
        """Add a kept text row that is a whole paragraph or, with a level, a heading."""
        words = self.region.words[row][0]
        if words:
            self.started = True
            content = (Text(words),)
            if level:
                self.top.add(Heading(level, content))
            else:
                self.add_paragraph(content)

    def add_paragraph(self, content: Inlines) -> None:
        """Add a paragraph, or the list item or thematic break that it is typed as, except in lists and cells."""
        first, blocks = content[0], self.top.blocks
        if isinstance(first, Text) and not first.text[0].isalnum() and type(self.top) in _PLAIN_FRAMES:
            if _RULE.fullmatch(plain(content)):
                if blocks and not isinstance(blocks[-1], Rule):
                    blocks.append(Rule())
                return
            text = first.text[1:].lstrip()
            rest = (Text(text), *content[1:]) if text else content[1:]
            if first.text[0] in _BULLETS and rest and not isinstance(rest[0], LineBreak):
                self.top.add_loose(((Paragraph(rest),),))
                return
        self.top.add(Paragraph(content))

    def add_words(self, row: int) -> None:
        """Add a kept text row."""
        run = self.run
        words, before, after = self.region.words[row]
        self.started = True
        if before > run.separator:
            run.separator = before
        if not words:
            return
        marks = self.marks
        if run.separator >= LINE or not run.pieces:
            # A bullet begins an item; within a mark only if it is alone there, as in ``<b>•</b> text``.
            after_item, run.listed = run.listed, words[0] in _BULLETS and (len(words) == 1 or not marks)
            marks = () if run.listed else marks
            if run.separator == LINE and (run.listed or after_item or _INDENT.match(self.region.page.raw(row))):
                run.separator = PARAGRAPH
        if not (self.in_line and words in _PERMALINKS and any(kind is Link for kind, _ in marks)):
            run.add(words, marks, after)

    def add_code(self, row: int) -> None:
        """Add a preformatted element, followed by the images and players in it."""
        region = self.region
        tag, end, mass = region.tag, region.end, region.mass
        pieces: list[str] = []
        ends = [end[row]]  # of open elements that break lines
        next_row = row + 1
        for at in range(next_row, end[row]):
            if at < next_row:
                continue
            opens = closes = BREAKS[tag[at]] and ROLE[tag[at]] != Role.BR
            while ends[-1] <= at:
                closes = ends.pop() > 0
            if opens:
                ends.append(end[at])
            if tag[at] != _TEXT and not mass[at] and ROLE[tag[at]] not in _INLINE:
                next_row = end[at]
            if closes and pieces and not pieces[-1].endswith("\n"):
                pieces.append("\n")
            if ROLE[tag[at]] == Role.BR:
                pieces.append("\n")
            elif mass[at] and tag[at] == _TEXT:
                pieces.append(visible(region.page.raw(at)))
            elif tag[at] == _TEXT and not region.hidden[at]:
                text = region.page.raw(at)
                if not region.chars[at]:
                    pieces.append(text)
                elif pieces and not pieces[-1][-1:].isspace():
                    pieces.append("\n" if "\n" in text else " ")
        code = _LINE_ENDS.sub("\n", "".join(pieces).replace("\xa0", " ")).strip("\n").rstrip()
        if code:
            self.started = True
            self.top.add(CodeBlock(code, _language(region.page, row)))
        for item in self.figures.items_in(row):
            self.place(item)

    def rule(self) -> None:
        """Handle an ``hr``."""
        self.flush()
        blocks = self.top.blocks
        if self.started and blocks and not self.in_line and not isinstance(blocks[-1], Rule):
            blocks.append(Rule())

    def flush(self) -> None:
        """End the run. In a heading or table caption, end only the line."""
        run = self.run
        if not (run.pieces or self.following):
            return
        if self.in_line:
            if run.pieces:
                run.separate(LINE)
            return
        is_mixed, pieces = run.mixed, run.take()
        for part in divided(pieces) if is_mixed else filter(None, (pieces,)):
            if isinstance(part[0].content, str):
                self.add_paragraph(build(_unmark_capital(part)))
                continue
            for image in (content for _, content, _ in part if isinstance(content, Image)):  # a line of images
                self.top.add(Figure((image,)))
        if self.following:
            following, self.following = self.following, []
            for block in following:
                self.top.add(block)

    def end_line(self, row: int) -> None:
        """Close a heading, or a table's caption."""
        self.in_line = False
        if self.run.pieces:
            content = build(self.run.take())
            if isinstance(self.top, TableFrame) and ROLE[self.region.tag[row]] == Role.CAPTION:
                self.top.caption += content
            else:
                self.top.add(Heading(LEVEL[self.region.tag[row]], unbold(content)))
        self.flush()


def _unmark_capital(run: list[Piece]) -> list[Piece]:
    """Unmark a paragraph's first letter if it alone is marked: it is a drop cap, not emphasis."""
    _, letter, marks = run[0]
    if len(run) < 2 or not isinstance(letter, str) or len(letter) > 1 or not letter.isupper():
        return run
    separator, follows, other_marks = run[1]
    is_word = isinstance(follows, str) and separator == NONE and follows[0].isalpha()
    if not is_word or any(kind is Link for kind, _ in marks):
        return run
    return [run[0]._replace(marks=other_marks), *run[1:]]


def _language(page: Page, row: int) -> str:
    """The programming language of a preformatted element, by the attributes that syntax highlighters use."""
    for element in (row, *(child for child in page.children(row)[:3] if page.tag[child] == _CODE), page.parent[row]):
        attributes = page.attrs(int(element))
        named = attributes.get("data-lang") or attributes.get("data-language")
        found = _LANGUAGE.search(f"language-{named}" if named else attributes.get("class", ""))
        if found is not None:
            return found[1].lower()
    return ""
