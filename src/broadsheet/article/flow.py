"""The flow of text: words -> paragraphs, headings and preformatted text, with the images among them.

Words are gathered in a run until a block begins or ends. The run then goes to the innermost open block. Which element
does what is for `broadsheet.article.assemble`.
"""

from __future__ import annotations

import re
from typing import Final

from broadsheet.article.blocks import Block, CodeBlock, Embed, Figure, Heading, Image, Link, Paragraph, Rule, Text
from broadsheet.article.frames import NO_FIGURE, Frame, TableFrame, unbold
from broadsheet.article.region import Region
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
    tidied,
    visible,
    white,
)
from broadsheet.facts.addresses import is_lost
from broadsheet.page import Page, tags

__all__ = ["Flow"]

MAX_DEPTH: Final = 20
"""Quotes, lists and tables nested deeper are flattened. Comment threads reach this; articles do not."""
_CODE: Final = tags.IDS["code"]
_LANGUAGE: Final = re.compile(
    r"(?:^|\s)(?:language-|lang-|brush:\s*|highlight-source-|sourceCode\s+)([\w+#.-]+)", re.IGNORECASE
)
_LINE_ENDS: Final = re.compile(r"(?<![ \t])[ \t]*(?:\r\n?|\n)")
_PERMALINKS: Final = frozenset("# ⌗ ¶ § 🔗 ⚓ ∞".split())  # texts of links from a heading to itself
_INDENT: Final = re.compile("\\s*[\u3000\xa0\u2003]{2}")
"""Indent of paragraphs that are separated by a single line break."""


class Flow:
    """The text of an article, on its way into the open blocks.

    Attributes:
        top: the innermost open block.
        run: words that are not in a block yet.
        marks: marks of the next words.
        level: level of the open heading, or 0.
        in_caption: a table caption is open.
        pre: the open preformatted text, or None.
    """

    def __init__(self, region: Region) -> None:
        self.top = Frame()
        self._around: list[Frame] = []
        self.run = OpenRun()
        self.marks: tuple[Mark, ...] = ()
        self.level = 0
        self.in_caption = False
        self.pre: list[str] | None = None
        self._region = region
        self._text, self._start, self._stop = region.text, region.start, region.stop
        self._following: list[Block] = []  # blocks met within the run, to be put after it
        self._started = False  # some words are out

    @property
    def is_full(self) -> bool:
        """Whether as many blocks are open as may be."""
        return len(self._around) >= MAX_DEPTH

    def open(self, frame: Frame) -> None:
        """Open a block in the innermost one."""
        self.flush()
        self._around.append(self.top)
        self.top = frame

    def close(self) -> None:
        """Close the innermost block and add it to the one around it."""
        self.flush()
        frame, self.top = self.top, self._around.pop()
        frame.close(self.top)

    @property
    def is_plain(self) -> bool:
        """Whether the next words are unmarked and stand in no heading, table caption or preformatted text."""
        return not (self.marks or self.level or self.in_caption) and self.pre is None

    def paragraph(self, row: int) -> None:
        """Take a kept text row that fills a block, where the flow is plain."""
        words = tidied(self._text[self._start[row] : self._stop[row]])[0]
        if words:
            self._started = True
            self.top.add(Paragraph((Text(words),)))

    def words(self, row: int) -> None:
        """Take a kept text row."""
        raw = self._text[self._start[row] : self._stop[row]]
        self._started = True
        if self.pre is not None:
            self.pre.append(visible(raw))
            return
        words, before, after = tidied(raw)
        run = self.run
        if before and run.pieces:
            run.separate(before)
            if words and run.separator == LINE and _INDENT.match(raw):
                run.separator = PARAGRAPH
        if words:
            run.add(words, self.marks, after)

    def set_marks(self, marks: tuple[Mark, ...]) -> None:
        """Set the marks of the next words."""
        self.marks = marks

    def unkept(self, row: int) -> None:
        """Pass a text row that is not kept: white space, or visible words, which leave a gap."""
        region = self._region
        if region.hidden[row]:
            return
        text = self._text[self._start[row] : self._stop[row]]
        if self.pre:
            if not region.chars[row]:
                self.pre.append(text)
            elif not self.pre[-1][-1:].isspace():
                self.pre.append("\n" if "\n" in text else " ")
        elif text:
            self.run.separate(WRAP if region.chars[row] else white(text))

    def line_break(self) -> None:
        """Take a ``br``: one is a line break, two are a paragraph break."""
        if self.pre is not None:
            self.pre.append("\n")
        elif self.run.pieces:
            self.run.separator = PARAGRAPH if self.run.separator >= LINE else LINE

    def rule(self) -> None:
        """Take an ``hr``."""
        self.flush()
        blocks = self.top.blocks
        if self._started and blocks and not self.level and self.pre is None and not isinstance(blocks[-1], Rule):
            blocks.append(Rule())

    def flush(self) -> None:
        """End the run. In a heading, table caption or preformatted text, only the line ends."""
        if self.run.pieces or self.pre or self._following:
            self._end_run()

    def _end_run(self) -> None:
        run = self.run
        if self.pre is not None:
            if self.pre and not self.pre[-1].endswith("\n"):
                self.pre.append("\n")
        elif self.level or self.in_caption:
            if run.pieces:
                run.separate(LINE)
        else:
            for part in divided(run.take()) if run.mixed else (run.take(),):
                self._put_part(part)
            following, self._following = self._following, []
            for block in following:
                self.top.add(block)

    def _put_part(self, part: list[Piece]) -> None:
        """Add a paragraph, or the images of a line of images."""
        if part and isinstance(part[0].content, str):
            self.top.add(Paragraph(build(_unmark_capital(part))))
            return
        for piece in part:
            if isinstance(piece.content, Image):
                self.top.add(Figure((piece.content,)))

    def end_heading(self, level: int) -> None:
        """Close the open heading."""
        self.level = 0
        if self.run.pieces:
            self.top.add(Heading(level, unbold(build(_without_permalink(self.run.take())))))
        self.flush()

    def end_caption(self, table: TableFrame) -> None:
        """Close a table's caption."""
        self.in_caption = False
        table.caption += build(self.run.take())
        self.flush()

    def end_pre(self, row: int) -> None:
        """Close a preformatted element."""
        text, self.pre = "".join(self.pre or ()), None
        text = _LINE_ENDS.sub("\n", text.replace("\xa0", " ")).strip("\n").rstrip()
        if text:
            self.top.add(CodeBlock(text, _language(self._region.page, row)))
        self.flush()

    def put(self, block: Block) -> None:
        """Add a block now, or after the run if it stands within one."""
        if self.run.pieces or self.level or self.pre is not None:
            self._following.append(block)
        else:
            self.top.add(block)

    def place(self, item: Image | Embed) -> None:
        """Add an image or player that stands in no figure."""
        known = not is_lost(item.src if isinstance(item, Image) else item.url)
        if isinstance(item, Embed):
            self.run.separate(SPACE)  # as on both sides of an image
            if known:
                self.put(item)
        elif self.level or self.in_caption or not self.run.pieces:
            self.put(Figure((item,)) if known else NO_FIGURE)
        elif known:
            self.run.add_picture(item)
        else:
            self.run.separate(SPACE)


def _without_permalink(run: list[Piece]) -> list[Piece]:
    """A heading's pieces without a link to itself at either end."""
    for at in (0, -1):
        if len(run) > 1 and run[at].content in _PERMALINKS and any(kind is Link for kind, _ in run[at].marks):
            run = run[1:] if at == 0 else run[:-1]
    return run


def _unmark_capital(run: list[Piece]) -> list[Piece]:
    """A paragraph's pieces with its first letter unmarked if it alone is marked: it is large, not stressed."""
    if len(run) < 2 or not isinstance(letter := run[0].content, str) or len(letter) > 1 or not letter.isupper():
        return run
    first, second = run[0], run[1]
    follows = isinstance(second.content, str) and second.separator == NONE and second.content[0].isalpha()
    if not follows or any(kind is Link for kind, _ in first.marks):
        return run
    return [first._replace(marks=second.marks), *run[1:]]


def _language(page: Page, row: int) -> str:
    """The programming language of a preformatted element, as syntax highlighters note it."""
    for element in (row, *(child for child in page.children(row)[:3] if page.tag[child] == _CODE), page.parent[row]):
        attributes = page.attrs(int(element))
        named = attributes.get("data-lang") or attributes.get("data-language")
        found = _LANGUAGE.search(f"language-{named}" if named else attributes.get("class", ""))
        if found is not None:
            return found[1].lower()
    return ""
