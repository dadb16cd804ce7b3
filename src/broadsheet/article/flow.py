"""The flow of text: words -> paragraphs, headings and preformatted text, with the images among them.

Words are gathered in a run until a block begins or ends. The run then goes to the innermost open block. Which element
does what is for `broadsheet.article.assemble`.
"""

from __future__ import annotations

import re
from typing import Final

from broadsheet.article import drop_caps, preformatted
from broadsheet.article.blocks import (
    Block,
    Embed,
    Figure,
    Heading,
    Image,
    Link,
    Paragraph,
    Rule,
    Subscript,
    Superscript,
    plain,
)
from broadsheet.article.frames import Frames, TableFrame, unbold
from broadsheet.article.runs import (
    GAP,
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
    tidied,
    white,
    white_after,
    white_before,
)
from broadsheet.article.stretch import Stretch

__all__ = ["Flow"]

MAX_DROP_CAPS: Final = 500
"""Single letters of a page that are checked for drop caps. Each check reads thousands of characters around it."""
_INDENT: Final = re.compile("\\s*[\u3000\xa0\u2003]{2}")
"""Indent of paragraphs that are separated by a single line break."""
_INVISIBLE_LINE: Final = re.compile(r"[\u200c-\u200f\u2061-\u2064\ufe0f\s]+")
"""Joiners, direction marks and the like. A line of these alone is empty."""
_SEPARATE_MARKS: Final = frozenset({Link, Subscript, Superscript})
"""Marks that a drop cap's word does not continue with."""
_BACKLINKS: Final = frozenset("↩ ↩\ufe0e ↩\ufe0f ↑ ^ ⏎ ↵ ⬆ ⤴".split())
"""Texts of links from a note back to its reference."""
_PERMALINKS: Final = frozenset("# ⌗ ¶ § 🔗 ⚓ ∞".split())  # texts of links from a heading to itself


class Flow:
    """The text of a stretch, on its way into the open blocks.

    Attributes:
        frames: the open blocks.
        run: words that are not in a block yet.
        marks: marks of the next words.
        level: level of the open heading, or 0.
        in_caption: a table caption is open.
        pre: the open preformatted text, or None.
    """

    def __init__(self, stretch: Stretch) -> None:
        self.frames = Frames()
        self.run = OpenRun()
        self.marks: tuple[Mark, ...] = ()
        self.level = 0
        self.in_caption = False
        self.pre: list[str] | None = None
        self._stretch = stretch
        self._first_row = 0  # the text row that the run started with
        self._following: list[Block] = []  # blocks met within the run, to be put after it
        self._started = False  # some words are out
        self._capital: Paragraph | None = None  # the last paragraph, if it is a single letter
        self._capital_row = 0
        self._capitals = 0  # letters checked

    def words(self, row: int) -> None:
        """Take a kept text row."""
        stretch, run = self._stretch, self.run
        text, words = tidied(stretch.text[stretch.start[row] : stretch.stop[row]])
        self._started = True
        if self.pre is not None:
            self.pre.append(text)
            return
        if not words or (not run.pieces and not words.isascii() and _INVISIBLE_LINE.fullmatch(words)):
            if text:
                run.separate(white(text))
            return
        if run.pieces:
            if text[0].isspace():
                run.separate(white_before(text))
                if run.separator == LINE and _INDENT.match(text):
                    run.separator = PARAGRAPH
            if len(run.pieces) == 1 and SPACE <= run.separator <= WRAP:
                letter = run.pieces[0].content
                if drop_caps.is_capital(letter) and self._completes(letter, words, self._first_row, spaced=True):
                    run.separator = NONE
        else:
            self._first_row = row
        run.add(words, self.marks, white_after(text))

    def unkept(self, row: int) -> None:
        """Pass a text row that is not kept: white space, or visible words, which leave a gap."""
        stretch = self._stretch
        if stretch.hidden[row]:
            return
        text = stretch.text[stretch.start[row] : stretch.stop[row]]
        if self.pre:
            if not stretch.chars[row]:
                self.pre.append(text)
            elif not self.pre[-1][-1:].isspace():
                self.pre.append("\n" if "\n" in text else " ")
        elif stretch.chars[row]:
            self.run.separate(GAP)
        elif text:
            self.run.separate(white(text))

    def line_break(self) -> None:
        """Take a ``br``: one is a line break, two are a paragraph break."""
        if self.pre is not None:
            self.pre.append("\n")
        elif self.run.pieces:
            self.run.separator = PARAGRAPH if self.run.separator >= LINE else LINE

    def rule(self) -> None:
        """Take an ``hr``."""
        self.flush()
        blocks = self.frames.top.blocks
        if self._started and blocks and not self.level and self.pre is None and not isinstance(blocks[-1], Rule):
            blocks.append(Rule())

    def flush(self) -> None:
        """End the run. In a heading, table caption or preformatted text, only the line ends."""
        run = self.run
        if not (run.pieces or self.pre or self._following):
            return
        if self.pre is not None:
            if self.pre and not self.pre[-1].endswith("\n"):
                self.pre.append("\n")
            return
        if self.level or self.in_caption:
            if run.pieces:
                run.separate(LINE)
            return
        if run.mixed:
            for part in divided(run.take()):
                self._paragraph_or_pictures(part)
        elif run.pieces:
            self._paragraph(run.take())
        if self._following:
            following, self._following = self._following, []
            for block in following:
                self.frames.add(block)

    def end_heading(self, level: int) -> None:
        """Close the open heading."""
        self.level = 0
        if self.run.pieces:
            self.frames.add(Heading(level, unbold(build(_without_links(self.run.take(), _PERMALINKS)))))
        self.flush()

    def end_caption(self, table: TableFrame) -> None:
        """Close a table's caption."""
        self.in_caption = False
        table.caption += build(self.run.take())
        self.flush()

    def end_pre(self, row: int) -> None:
        """Close a preformatted element."""
        stretch = self._stretch
        text, self.pre = "".join(self.pre or ()), None
        dominant = stretch.is_dominant(row)
        for block in preformatted.blocks_of(stretch.page, row + stretch.begin, text, dominant=dominant):
            self.frames.add(block)
        self.flush()

    def put(self, block: Block) -> None:
        """Add a block now, or after the run if it stands within one."""
        if self.run.pieces or self.level or self.pre is not None:
            self._following.append(block)
        else:
            self.frames.add(block)

    def place(self, item: Image | Embed) -> None:
        """Add an image or player that stands in no figure."""
        if isinstance(item, Embed):
            self.run.separate(SPACE)  # as on both sides of an image
            self.put(item)
        elif self.run.pieces and not self.level and not self.in_caption:
            self.run.add_picture(item)
        else:
            self.put(Figure((item,)))

    def _paragraph_or_pictures(self, part: list[Piece]) -> None:
        if isinstance(part[0].content, str):
            self._paragraph(part)
            return
        for piece in part:
            if isinstance(piece.content, Image):
                self.frames.add(Figure((piece.content,)))

    def _paragraph(self, run: list[Piece]) -> None:
        """Add a paragraph, joined with the paragraph before it if that is its drop cap."""
        blocks, run = self.frames.top.blocks, _without_links(run, _BACKLINKS)
        head = run[0].content
        capital, self._capital = self._capital, None
        if capital is not None and blocks and blocks[-1] is capital and isinstance(head, str):
            letter = plain(capital.content)
            if self._completes(letter, head, self._capital_row, spaced=False):
                blocks.pop()
                run = [Piece(NONE, letter, ()), Piece(NONE, head, run[0].marks), *run[1:]]
        made = Paragraph(build(_unmark_capital(run)))
        if len(run) == 1 and drop_caps.is_capital(head):
            self._capital, self._capital_row = made, self._first_row
        self.frames.add(made)

    def _completes(self, letter: str, words: str, row: int, *, spaced: bool) -> bool:
        """Whether the words continue a letter in a text row, a drop cap."""
        stretch = self._stretch
        self._capitals += 1
        if self._capitals > MAX_DROP_CAPS:
            return False
        return drop_caps.completes(stretch.page, row + stretch.begin, letter, words, spaced=spaced)


def _without_links(run: list[Piece], marks: frozenset[str]) -> list[Piece]:
    """The pieces of a heading or paragraph without a linked mark at either end."""
    for at in (0, -1):
        content = run[at].content
        if len(run) > 1 and isinstance(content, str) and content in marks and _links(run[at]):
            run = run[1:] if at == 0 else run[:-1]
    return run


def _unmark_capital(run: list[Piece]) -> list[Piece]:
    """A paragraph's pieces with its first letter unmarked if it alone is marked: it is large, not stressed."""
    if len(run) < 2 or not drop_caps.is_capital(run[0].content):
        return run
    first, second = run[0], run[1]
    follows = isinstance(second.content, str) and second.separator == NONE and second.content[0].isalpha()
    if not follows or _links(first) or any(kind in _SEPARATE_MARKS for kind, _ in second.marks):
        return run
    return [first._replace(marks=second.marks), *run[1:]]


def _links(piece: Piece) -> bool:
    return any(kind is Link for kind, _ in piece.marks)
