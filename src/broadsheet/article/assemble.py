"""Page + kept rows -> the blocks of an article, in one pass over the part of the page that holds the kept text.

It must not know why rows were kept, nor how blocks are written. The words of the kept rows are in the blocks once and
in order, and no others; the exceptions are conventions of what an article is:

* captions belong to their figure and not to the body, kept or not: text in a ``figcaption``, or in a ``figure`` beside
  a picture;
* what a browser draws around text without it being text is written as punctuation: the quotation marks of ``q``, and
  parentheses around the annotation of a ``ruby``;
* invisible characters are left out (`broadsheet.article.runs`), and so is the mark with which a heading links to
  itself.

Nothing here recurses: the open elements are on a stack of our own, and quotes, lists and tables that are nested deeper
than anyone writes them are flattened, so that the writers may recurse.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeGuard

import numpy as np
from numpy.typing import NDArray

from broadsheet.article import media, tables
from broadsheet.article.addresses import Addresses
from broadsheet.article.blocks import (
    Block,
    Blocks,
    Cell,
    CodeBlock,
    CodeSpan,
    Embed,
    Emphasis,
    Figure,
    Heading,
    Image,
    Inlines,
    Link,
    List,
    Paragraph,
    Quote,
    Rule,
    Strikethrough,
    Strong,
    Subscript,
    Superscript,
    Table,
    Text,
    plain,
)
from broadsheet.article.runs import (
    GAP,
    LINE,
    NONE,
    PARAGRAPH,
    SPACE,
    WRAP,
    Mark,
    Piece,
    build,
    has_invisible,
    squeeze,
    visible,
    white,
    with_mark,
)
from broadsheet.page import Page, tags
from broadsheet.page.arrays import BoolArray

__all__ = ["assemble"]

DEEPEST: Final = 20
"""Quotes, lists and tables nested deeper than this are flattened. Threads of comments reach it; articles stay below."""

_MOST_HEADING: Final = 300
"""A heading element with more text than this was left open, or holds more than a heading. The longest real ones have
about 200 characters."""
_MOST_TERM: Final = 200
"""A term with more text than this is not set in bold: `dl` was used to indent prose."""
_MOST_CAPTION: Final = 600
"""A figure with more text than this beside its caption is a part of the article and not a picture with some words."""
_DOMINANT: Final = 0.8
"""A quote, list or mark with this share of all kept text is layout: an article is no list item."""
_DOMINANT_SIZE: Final = 800
"""But only if that is more than a few sentences."""
_PROSE_SIZE: Final = 800
"""Preformatted text of this size and more may be a whole article in plain text."""
_NEARLY_ALL: Final = 0.9
"""The share of the kept characters by which the element that holds the article is found."""

# What an element does. Elements without a role are inline and leave no mark, custom elements among them.
_PLAIN, _BLOCK, _MARK, _LINK, _BR, _HR, _HEADING, _LIST, _ITEM, _TERM, _QUOTE, _TABLE, _GROUP, _ROW, _CELL = range(15)
_CAPTION, _PRE, _FIGURE, _FIGCAPTION, _CITE, _Q, _RT, _OPAQUE = range(15, 23)


def _roles() -> list[int]:
    named = {
        _MARK: "b strong em i dfn var del s strike sup sub code kbd samp tt",
        _LINK: "a",
        _BR: "br",
        _HR: "hr",
        _HEADING: "h1 h2 h3 h4 h5 h6",
        _LIST: "ul ol menu dir",
        _ITEM: "li",
        _TERM: "dt",
        _QUOTE: "blockquote",
        _TABLE: "table",
        _GROUP: "thead tbody tfoot",
        _ROW: "tr",
        _CELL: "td th",
        _CAPTION: "caption",
        _PRE: "pre listing xmp plaintext",
        _FIGURE: "figure",
        _FIGCAPTION: "figcaption",
        _CITE: "cite",
        _Q: "q",
        _RT: "rt",
        _OPAQUE: "svg math canvas video audio object iframe select datalist map textarea noscript",
    }
    roles = [_BLOCK if line_break else _PLAIN for line_break in tags.LINE_BREAK.tolist()]
    for role, names in named.items():
        for tag in tags.ids(names):
            roles[tag] = role
    return roles


_ROLE: Final = _roles()
_MARK_OF: Final[dict[int, Mark]] = {
    tag: (kind, "")
    for kind, names in (
        (Strong, "b strong"),
        (Emphasis, "em i dfn var cite"),
        (Strikethrough, "del s strike"),
        (Superscript, "sup"),
        (Subscript, "sub"),
        (CodeSpan, "code kbd samp tt"),
    )
    for tag in tags.ids(names)
}
_STRONG: Final[Mark] = (Strong, "")
_EMPHASIS: Final[Mark] = (Emphasis, "")
_INLINE_ROLES: Final = frozenset((_PLAIN, _MARK, _LINK, _CITE, _Q, _RT))
_BREAKS: Final[list[bool]] = tags.LINE_BREAK.tolist()
_LEVEL: Final = {tags.IDS[f"h{level}"]: level for level in range(1, 7)}
_TEXT: Final = tags.TEXT
_OL: Final = tags.IDS["ol"]
_TD: Final = tags.IDS["td"]
_TH: Final = tags.IDS["th"]
_DT: Final = tags.IDS["dt"]
_DD: Final = tags.IDS["dd"]
_THEAD: Final = tags.IDS["thead"]
_FIGURE_TAG: Final = tags.IDS["figure"]
_FIGCAPTION_TAG: Final = tags.IDS["figcaption"]
_CODE_TAG: Final = tags.IDS["code"]
_TABLE_TAG: Final = tags.IDS["table"]
_QUOTE_TAG: Final = tags.IDS["blockquote"]
_TABLE_MARKS: Final = tags.ids("th caption thead")
_SECTIONS: Final = tags.ids("h1 h2 h3 h4 h5 h6 blockquote hr")
_STRUCTURE: Final = tags.mask("p table ul ol dl h1 h2 h3 h4 h5 h6 blockquote article section")
_PICTURED: Final = tags.ids("img picture video audio iframe svg canvas object embed")
_QUOTED: Final = tags.ids("blockquote pre table")

_LANGUAGE: Final = re.compile(
    r"(?:^|\s)(?:language-|lang-|brush:\s*|highlight-source-|sourceCode\s+)([\w+#.-]+)", re.IGNORECASE
)
_NOT_BOLD: Final = re.compile(r"font-weight:\s*(?:normal|[1-4]00)", re.IGNORECASE)
_DROP_CAP: Final = re.compile(r"drop-?_?cap|initial|first-?letter|lettrine|bigletter|capital", re.IGNORECASE)
_ONE_LETTER_WORDS: Final = frozenset("AEIOUYÀÁÈÉÒÓАВИКОСУЯ")
"""Capitals that are words by themselves in some language, so that what follows may be a word of its own."""
_ONE_LETTER_WORDS_SLAVIC: Final = frozenset("KSVWZ")
_SLAVIC: Final = frozenset("pl cs sk sl hr bs sr".split())
_AROUND: Final = 5_000
"""How far from a drop cap, in characters, its word is looked for."""
_INDENT: Final = re.compile("\\s*[\u3000\xa0\u2003]{2}")
"""What paragraphs are begun with where they are separated by a single line break."""
_CONTROL: Final = re.compile(
    r"(?:(?:click|tap|press|hover)\b.{0,30}\b)?"
    r"(?:(?:enlarge|expand|view|open|zoom)(?: (?:this|the))? (?:image|photo|picture)"
    r"(?: (?:in|at) full(?:-?screen| size))?|enlarge|view gallery|(?:toggle|hide|show) caption|"
    r"(?:bild|foto) vergrößern|agrandir l['’]image|ampliar(?: (?:imagen|foto|imagem))?|ingrandisci|"
    r"advertisement|anzeige|publicité|publicidad|pubblicità)\W*",
    re.IGNORECASE,
)
"""What is shown beside a picture to enlarge it or about it, and is no caption."""
_NOTHING: Final = re.compile(r"[\u200c-\u200f\u2061-\u2064\ufe0f\s]+")
"""Joiners, marks of direction and the like, where they join nothing: a line of these is empty."""
_PERMALINKS: Final = frozenset("# ¶ § 🔗 ⚓ ∞".split())
"""What links of headings to themselves show."""
_LINE_ENDS: Final = re.compile(r"[ \t]*(?:\r\n?|\n)")
_BLANK_LINE: Final = re.compile(r"\n\s*\n")
_SENTENCE_END: Final = re.compile(r"[a-z][.!?][\"'”’)]?\s")
_QUOTATION_MARKS: Final = frozenset("\"'«»‹›“”„‟‘’‚‛「」『』《》〈〉＂")

_DRAWN_MARKS: Final = {_Q: ("“", "”"), _RT: ("(", ")")}
_INNER_MARKS: Final = {_Q: ("‘", "’"), _RT: ("(", ")")}
_OWN_MARKS: Final = {_Q: _QUOTATION_MARKS, _RT: frozenset("()（）")}
_DIGITS: Final = re.compile(r"\s*([+-]?\d{1,9})")
_MOST_NUMBER: Final = 999_999_999
"""CommonMark, section 5.2: an ordered list marker has at most nine digits."""

# What is on the stack of open elements besides where it ends.
_FLUSH, _MARKS, _FRAME, _HEADING_END, _PRE_END, _AFTER, _CAPTION_END = range(7)


@dataclass(slots=True)
class _Frame:
    """A block that is being put together."""

    kind: int
    blocks: list[Block] = field(default_factory=list)
    items: list[Blocks] = field(default_factory=list)  # of a list
    ordered: bool = False
    start: int = 1
    skipped: int = 0  # items left out before the first
    loose: bool = False  # a list made for an item that stands in none
    layout: bool = False  # a list that holds nearly all of the article in one item
    loose_list: List | None = None  # of any block: the last list in it that was made so
    rows: list[list[tables.Draft]] = field(default_factory=list)  # of a table
    groups: list[int] = field(default_factory=list)
    group: int = 0
    header: bool = False  # the rows now are the table's head, or the cell is a header
    caption: Inlines = ()
    draft: tables.Draft | None = None  # of a cell


_ARTICLE: Final = _PLAIN
"""The kind of the outermost frame."""


def assemble(page: Page, keep: BoolArray) -> Blocks:
    """The blocks that the kept rows of a page make.

    Args:
        page: the page.
        keep: a flag a row, shape (page size,). Only text rows with something to show count.

    Returns:
        The blocks, in the page's order; pictures and players that stand between them are among them.
    """
    kept = keep & page.shown
    rows = kept.nonzero()[0]
    if not len(rows):
        return ()
    mass = page.subtree(np.where(kept, page.chars, 0))
    first, last = int(rows[0]), int(rows[-1])
    root = _root(page, first, last)
    addresses = Addresses(page)
    region = media.Region(first=first, last=last, container=_container(page, rows, mass), mass=mass)
    found = media.find(page, region, addresses)
    begin = root if found.lead is None else min(root, found.lead)
    return _Assembler(page, mass, begin, last + 1, found, addresses).walk()


def _root(page: Page, first: int, last: int) -> int:
    """The block where the walk begins: the lowest that holds all kept rows and means something by itself."""
    parent, end = page.parent, page.end
    root = int(parent[first])
    while root > 0 and end[root] <= last:
        root = int(parent[root])
    root = int(page.block[root])
    while root > 0 and not _BREAKS[page.tag[parent[root]]]:  # a link around a headline is the headline's
        root = int(parent[root])
    if _ROLE[page.tag[root]] == _GROUP:
        root = int(parent[root])
    at = root
    while at > 0:  # white space is kept in all of a preformatted element
        if _ROLE[page.tag[at]] == _PRE:
            root = at
        at = int(parent[at])
    return root


def _container(page: Page, rows: NDArray[Any], mass: NDArray[Any]) -> int:
    """The lowest element that holds nearly all kept text."""
    reached = mass[rows].cumsum()
    total = int(reached[-1])
    at = int(page.parent[rows[int(np.searchsorted(reached, total / 2))]])
    while at > 0 and mass[at] < _NEARLY_ALL * total:
        at = int(page.parent[at])
    return at


class _Assembler:
    """One walk. Rows are counted from where it begins."""

    def __init__(
        self,
        page: Page,
        mass: NDArray[Any],
        begin: int,
        stop: int,
        found: media.Media,
        addresses: Addresses,
    ) -> None:
        self.page = page
        self.addresses = addresses
        self.begin = begin
        self.size = stop - begin
        part = slice(begin, stop)
        self.tag: list[int] = page.tag[part].tolist()
        self.end: list[int] = (np.minimum(page.end[part], stop) - begin).tolist()
        self.start: list[int] = page.start[part].tolist()
        self.stop: list[int] = page.stop[part].tolist()
        self.hidden = page.hidden[part].tobytes()  # quicker than a list, and read as often
        self.chars: list[int] = page.chars[part].tolist()
        self.mass: list[int] = mass[part].tolist()
        self.total = int(mass[0])
        self.text = page.text
        self.dirty = has_invisible(page.text, int(page.start[begin]), int(page.stop[stop - 1]))
        self.media = {row - begin: item for row, item in found.items.items()}
        self.media_rows = sorted(self.media)
        self.captioned = frozenset(row - begin for row in found.captioned)
        self.captions = frozenset(row - begin for row in found.captions)
        self.tables: list[int] = ((page.tag[part] == _TABLE_TAG) & (mass[part] > 0)).nonzero()[0].tolist()
        links = (tags.LINK[page.tag[part]] & (mass[part] > 0)).nonzero()[0]
        self.links = dict(zip(links.tolist(), page.joined((links + begin).tolist(), ("href",)), strict=True))
        self._structure: list[int] | None = None

        self.frames: list[_Frame] = [_Frame(_ARTICLE)]
        self.scopes: list[tuple[int, int, Any]] = []
        self.marks: tuple[Mark, ...] = ()
        self.run: list[Piece] = []
        self.separator = NONE
        self.first_row = 0  # the text row that the run began with
        self.special = False  # the run has pictures or paragraph breaks
        self.after: list[Block] = []  # what stands in the run and follows it as a block
        self.level = 0  # of the open heading
        self.in_caption = False  # of a table
        self.pre: list[str] | None = None
        self.text_figure = 0  # before this row captions are text: their figure has no picture
        self.started = False  # some words are out
        self.capital: Paragraph | None = None  # the last paragraph, if it is a single letter
        self.capital_row = 0

    # The walk.

    def walk(self) -> Blocks:
        """Walk over the rows."""
        tag, end, mass, scopes = self.tag, self.end, self.mass, self.scopes
        row, size = 0, self.size
        while row < size:
            while scopes and scopes[-1][0] <= row:
                self.leave()
            number = tag[row]
            if number == _TEXT:
                if mass[row]:
                    self.words(row)
                elif self.run or self.pre:  # before the first words of a run there is nothing to separate
                    self.unkept(row)
                row += 1
                continue
            role = _ROLE[number]
            if mass[row]:
                row = self.enter(row, role)
            elif self.media_rows and self.has_media(row):
                item = self.media.get(row)
                if item is not None:
                    self.place(item)
                    row = end[row]
                else:
                    row = self.enter(row, role)
            else:
                row = self.skip(row, role)
        while scopes:
            self.leave()
        self.flush()
        return _closed(self.frames[0].blocks)

    def has_media(self, row: int) -> bool:
        """Whether a picture or player of the article is in a row's subtree."""
        place = bisect_left(self.media_rows, row)
        return place < len(self.media_rows) and self.media_rows[place] < self.end[row]

    def words(self, row: int) -> None:
        """A text row that is kept."""
        text = self.text[self.start[row] : self.stop[row]]
        self.started = True
        if self.dirty:
            text = visible(text)
        if self.pre is not None:
            self.pre.append(text)
            return
        words = squeeze(text)
        if not words or (not self.run and not words.isascii() and _NOTHING.fullmatch(words)):
            if text:
                self.separator = max(self.separator, white(text))
            return
        if self.run:
            if text[0].isspace():
                before = text[: len(text) - len(text.lstrip())]
                self.separator = max(self.separator, white(before))
                if self.separator == LINE and _INDENT.match(before):
                    self.separator = PARAGRAPH
            if len(self.run) == 1 and SPACE <= self.separator <= WRAP:
                letter = self.run[0].content
                if _is_capital(letter) and self.completes(letter, words, self.first_row, spaced=True):
                    self.separator = NONE
        else:
            self.first_row = row
        self.append(words)
        self.separator = white(text[len(text.rstrip()) :]) if text[-1].isspace() else NONE

    def unkept(self, row: int) -> None:
        """A text row that is not kept: white space, or words that leave a gap if they are shown."""
        if self.hidden[row]:
            return
        text = self.text[self.start[row] : self.stop[row]]
        if self.pre:
            if not self.chars[row]:
                self.pre.append(text)
            elif not self.pre[-1][-1:].isspace():
                self.pre.append("\n" if "\n" in text else " ")
        elif self.chars[row]:
            self.separator = max(self.separator, GAP)
        elif text:
            self.separator = max(self.separator, white(text))

    def append(self, content: str | Image) -> None:
        """Add a piece to the run."""
        if not self.run:
            self.separator = NONE
        elif self.separator == PARAGRAPH:
            self.special = True
        self.run.append(Piece(self.separator, content, self.marks if isinstance(content, str) else ()))

    def skip(self, row: int, role: int) -> int:
        """An element without kept text and pictures. Returns the row to go on with."""
        if self.hidden[row]:
            return self.end[row]
        if row in self.captions and not self.run and self.caption_of_figure(row):
            return self.end[row]
        if role in _INLINE_ROLES:
            return row + 1  # a line break may be in it, or words that leave a gap
        if role == _OPAQUE:
            if self.stop[row] > self.start[row]:
                self.separator = max(self.separator, GAP)
            return self.end[row]
        if role == _BR:
            self.line_break()
            return row + 1
        if role == _HR:
            self.rule()
            return row + 1
        top = self.frames[-1]
        if top.kind == _TABLE and (role in (_ROW, _GROUP)):
            return self.enter_block(row, role)
        if top.kind == _ROW and role == _CELL:
            self.frames[-2].rows[-1].append(self.draft(row))
            return self.end[row]
        if top.kind == _LIST and role == _ITEM and not top.items:
            top.skipped += 1
        if role == _FIGCAPTION and not self.run and self.caption_of_figure(row):
            return self.end[row]
        self.flush()
        return self.end[row]

    def enter(self, row: int, role: int) -> int:
        """An element with something to keep in it. Returns the row to go on with."""
        end = self.end[row]
        if self.pre is not None:
            if _BREAKS[self.tag[row]]:
                self.open_block(row)
            return row + 1
        if row in self.captioned and self.figure(row):
            return end
        if row in self.captions and not self.run and self.caption_of_figure(row):
            return end
        if role in (_PLAIN, _OPAQUE):
            return row + 1
        if role == _MARK:
            mark = _MARK_OF[self.tag[row]]
            if mark != _STRONG or not self.is_wrapper(row):
                self.mark(row, mark)
        elif role == _LINK:
            href = self.addresses.resolve(self.links.get(row, ""))
            if href is not None:
                self.mark(row, (Link, href))
        elif role == _CITE:
            # The source of a quotation is a line of its own.
            if self.page.tag[self.page.parent[row + self.begin]] == _QUOTE_TAG:
                self.open_block(row)
            self.mark(row, _EMPHASIS)
        elif role in (_Q, _RT):
            self.punctuate(row, role)
        elif (role == _FIGURE and self.figure(row)) or (role == _FIGCAPTION and self.caption_of_figure(row)):
            return end
        elif self.level or self.in_caption:
            self.open_block(row)
        else:
            return self.enter_block(row, role)
        return row + 1

    def enter_block(self, row: int, role: int) -> int:
        """A block with something to keep in it, or a part of a table. Returns the row to go on with."""
        top = self.frames[-1]
        if role == _HEADING and 0 < self.mass[row] <= _MOST_HEADING:
            self.flush()
            self.level = _LEVEL[self.tag[row]]
            self.scopes.append((self.end[row], _HEADING_END, self.level))
        elif role == _PRE and self.mass[row] and not self.is_structured(row):
            self.flush()
            self.pre = []
            self.scopes.append((self.end[row], _PRE_END, row))
        elif role == _TERM:
            self.open_block(row)
            if self.mass[row] <= _MOST_TERM and self.is_defined(row):
                self.mark(row, _STRONG)
        elif role == _GROUP and top.kind == _TABLE:
            self.flush()
            top.group += 1
            top.header = self.tag[row] == _THEAD
        elif role == _ROW and top.kind == _TABLE:
            self.flush()
            top.rows.append([])
            top.groups.append(top.group)
            self.push(row, _Frame(_ROW, header=top.header))
        elif role == _CELL and top.kind == _ROW:
            self.flush()
            self.push(row, _Frame(_CELL, draft=self.draft(row)))
        elif role == _CAPTION and top.kind == _TABLE:
            self.flush()
            self.in_caption = True
            self.scopes.append((self.end[row], _CAPTION_END, None))
        elif role == _ITEM:
            self.item(row)
        elif len(self.frames) > DEEPEST:
            self.open_block(row)
        elif role == _LIST and self.mass[row]:
            self.flush()
            ordered = self.tag[row] == _OL
            start = _integer(self.page.attr(row + self.begin, "start"), 1, 0, _MOST_NUMBER) if ordered else 1
            self.push(row, _Frame(_LIST, ordered=ordered, start=start))
        elif role == _QUOTE and self.mass[row] and not self.is_dominant(row):
            self.flush()
            self.push(row, _Frame(_QUOTE))
        elif role == _TABLE and tables.holds_data(self.shape(row)):
            self.flush()
            self.push(row, _Frame(_TABLE))
        else:
            self.open_block(row)
        return row + 1

    # Opening.

    def open_block(self, row: int) -> None:
        """A block that only divides."""
        self.flush()
        self.scopes.append((self.end[row], _FLUSH, None))

    def push(self, row: int, frame: _Frame) -> None:
        """A block that holds others."""
        self.frames.append(frame)
        self.scopes.append((self.end[row], _FRAME, None))

    def mark(self, row: int, mark: Mark) -> None:
        """Set a mark for a subtree."""
        marks = with_mark(self.marks, mark)
        if marks is not self.marks and not self.is_dominant(row):
            self.scopes.append((self.end[row], _MARKS, self.marks))
            self.marks = marks

    def item(self, row: int) -> None:
        """A list item, in a list or not."""
        top = self.frames[-1]
        self.flush()
        if top.kind != _LIST:
            if len(self.frames) > DEEPEST or self.is_dominant(row):
                self.open_block(row)
                return
            self.push(row, _Frame(_LIST, loose=True))
        else:
            if not top.items:
                top.start += top.skipped
            top.layout = top.layout or self.is_dominant(row)
        self.push(row, _Frame(_ITEM))

    def punctuate(self, row: int, role: int) -> None:
        """The quotation marks of ``q`` and the parentheses of ``rt``, unless the page has its own."""
        stop = self.stop[row]
        inside = self.text[self.start[row] : stop].strip()
        around = [inside[:1], inside[-1:]]
        if self.run:
            before = self.run[-1].content
            if self.separator == NONE and isinstance(before, str):
                around.append(before[-1])
        elif role == _Q:
            # One that is all of its block is styled as it is for other reasons: testimonials, editors' notes.
            whole = self.page.stop[self.page.parent[row + self.begin]]
            if not self.text[stop:whole].strip():
                return
        if any(character in _OWN_MARKS[role] for character in around if character):
            return
        opening, closing = _DRAWN_MARKS[role]
        if any(kind == _AFTER and mark == closing for _, kind, mark in self.scopes):
            opening, closing = _INNER_MARKS[role]
        self.append(opening)
        self.separator = NONE
        self.scopes.append((self.end[row], _AFTER, closing))

    def draft(self, row: int) -> tables.Draft:
        """A cell with its spans."""
        attributes = self.page.attrs(row + self.begin)
        return tables.Draft(
            content=(),
            header=self.tag[row] == _TH or self.frames[-1].header,
            colspan=_integer(attributes.get("colspan"), 1, 1, tables.MOST_COLUMNS),
            rowspan=_integer(attributes.get("rowspan"), 1, 0, tables.MOST_ROWS),
        )

    # Looking at a subtree before it is entered.

    def is_dominant(self, row: int) -> bool:
        """Whether nearly all kept text is in a row's subtree, so that what the element says distinguishes nothing."""
        mass = self.mass[row]
        return mass > _DOMINANT_SIZE and mass > _DOMINANT * self.total

    def is_defined(self, row: int) -> bool:
        """Whether a definition, or another term, follows a term."""
        at = self.end[row]
        while at < self.size and self.tag[at] == _TEXT:
            at += 1
        return at < self.size and self.mass[at] > 0 and self.tag[at] in (_DD, _DT)

    def is_structured(self, row: int) -> bool:
        """Whether a preformatted element holds blocks, so that its lines are not what divides it."""
        if self._structure is None:
            tag = self.page.tag[self.begin : self.begin + self.size]
            self._structure = [0, *_STRUCTURE[tag].cumsum().tolist()]
        return self._structure[self.end[row]] > self._structure[row]

    def is_wrapper(self, row: int) -> bool:
        """Whether a bold element is what word processors wrap pasted text in, and not bold."""
        return self.is_structured(row) and _NOT_BOLD.search(self.page.attr(row + self.begin, "style") or "") is not None

    def completes(self, letter: str, words: str, row: int, *, spaced: bool) -> bool:
        """Whether words go on with a letter that is set apart, a drop cap.

        Args:
            letter: the letter, maybe after a quotation mark.
            words: what follows.
            row: the text row of the letter.
            spaced: white space stands between them in the page.
        """
        called = self.is_drop_cap(row)
        initial = letter[-1]
        if not called and (spaced or not words[0].islower() or words[0] == initial.lower()):
            return False
        if not words[0].isalpha():
            return called and words[0] in "'’"
        if initial not in _ONE_LETTER_WORDS and not (initial in _ONE_LETTER_WORDS_SLAVIC and self.is_slavic()):
            return True
        # "A" and "fter", or "A" and "man"? The page may have the word elsewhere.
        rest = re.match(r"\w+", words)
        whole = re.escape(initial + (rest[0] if rest else ""))
        place = self.stop[row] - 1  # of the letter: together with what follows it looks like the word
        near = self.text[max(place - _AROUND, 0) : place] + " " + self.text[place + 1 : place + _AROUND]
        return re.search(rf"\b{whole}\b", near, re.IGNORECASE) is not None

    def is_slavic(self) -> bool:
        """Whether the page says that its language has prepositions of one consonant."""
        root = self.page.children(0)[:1] if self.page.tag[0] != tags.IDS["html"] else [0]
        return any((self.page.attr(row, "lang") or "")[:2].lower() in _SLAVIC for row in root)

    def is_drop_cap(self, row: int) -> bool:
        """Whether one of the innermost elements around a text row is called a drop cap."""
        up = row + self.begin
        for _ in range(2):
            up = int(self.page.parent[up])
            if _DROP_CAP.search(self.page.attr(up, "class") or ""):
                return True
        return False

    def shape(self, row: int) -> tables.Shape:
        """What a table looks like. Only innermost tables are looked into, so that all of them take linear time."""
        end = self.end[row]
        place = bisect_right(self.tables, row)
        nested = place < len(self.tables) and self.tables[place] < end
        rows = columns = cells = longest = in_row = 0
        marked = sections = False
        for at in range(row + 1, row + 1 if nested else end):
            mass = self.mass[at]
            if not mass and self.tag[at] not in _SECTIONS:
                continue
            number = self.tag[at]
            if number in (_TD, _TH):
                in_row += 1
                cells += 1
                longest = max(longest, mass)
                columns = max(columns, in_row)
                marked = marked or number == _TH
            elif _ROLE[number] == _ROW:
                rows += 1
                in_row = 0
            elif number in _TABLE_MARKS:
                marked = True
            elif number in _SECTIONS:
                sections = True
        return tables.Shape(
            role=(self.page.attr(row + self.begin, "role") or "").strip().lower() if rows > 1 and columns > 1 else "",
            rows=rows,
            columns=columns,
            cells=cells,
            chars=self.mass[row],
            longest=longest,
            marked=marked,
            nested=nested,
            sections=sections,
        )

    # Closing.

    def leave(self) -> None:
        """Close the innermost open element."""
        _, kind, value = self.scopes.pop()
        if kind == _MARKS:
            self.marks = value
        elif kind == _FLUSH:
            self.flush()
        elif kind == _FRAME:
            self.flush()
            self.close(self.frames.pop())
        elif kind == _AFTER:
            self.separator, before = NONE, self.separator
            self.append(value)
            self.separator = before
        elif kind == _HEADING_END:
            self.level = 0
            if self.run:
                self.emit(Heading(value, _unbold(build(_without_permalink(self.take())))))
            self.flush()
        elif kind == _CAPTION_END:
            self.in_caption = False
            if self.run:
                self.frames[-1].caption += build(self.take())
            self.flush()
        else:
            self.close_pre(value)

    def take(self) -> list[Piece]:
        """The run, which is ended."""
        run, self.run, self.separator, self.special = self.run, [], NONE, False
        return run

    def close(self, frame: _Frame) -> None:
        """Add a finished frame to the one that it stands in."""
        blocks = _closed(frame.blocks)
        if frame.kind == _ITEM:
            if blocks:
                self.frames[-1].items.append(blocks)
        elif frame.kind == _LIST:
            self.close_list(frame)
        elif frame.kind == _QUOTE:
            if blocks:
                self.emit(Quote(blocks))
        elif frame.kind == _CELL:
            assert frame.draft is not None  # noqa: S101 - a cell is opened with one
            frame.draft.content = _unbold_cell(blocks) if frame.draft.header else blocks
            self.frames[-2].rows[-1].append(frame.draft)
        else:
            for block in blocks:  # what stood in a table or row and in no cell
                self.emit(block)
            if frame.kind == _TABLE:
                rows = _with_header(tables.grid(frame.rows, frame.groups))
                if rows:
                    self.emit(Table(rows, frame.caption))
                elif frame.caption:
                    self.emit(Paragraph(frame.caption))

    def close_list(self, frame: _Frame) -> None:
        items, top = frame.items, self.frames[-1]
        if not items:
            return
        if (frame.layout and any(len(item) > 1 for item in items)) or (len(items) == 1 and _is_section(items[0])):
            for item in items:
                for block in item:
                    self.emit(block)
            return
        made = List(frame.ordered, tuple(items), frame.start)
        if frame.loose:
            # Items that stand in no list make one together.
            if top.loose_list is not None and top.blocks and top.blocks[-1] is top.loose_list:
                made = List(ordered=False, items=top.loose_list.items + made.items)
                top.blocks.pop()
            top.loose_list = made
        self.emit(made)

    def close_pre(self, row: int) -> None:
        text, self.pre = "".join(self.pre or ()), None
        text = _LINE_ENDS.sub("\n", text.replace("\xa0", " ")).strip("\n").rstrip()
        if not text:
            return
        language = self.language(row)
        if not language and self.is_dominant(row) and _is_prose(text):
            for paragraph in _BLANK_LINE.split(text):
                words = squeeze(paragraph)
                if words:
                    self.emit(Paragraph((Text(words),)))
        else:
            self.emit(CodeBlock(text, language))

    def language(self, row: int) -> str:
        """The programming language of a preformatted element, as syntax highlighters note it."""
        page = self.page
        at = row + self.begin
        near = [at, *(child for child in page.children(at)[:3] if page.tag[child] == _CODE_TAG), int(page.parent[at])]
        for element in near:
            attributes = page.attrs(element)
            named = attributes.get("data-lang") or attributes.get("data-language")
            found = _LANGUAGE.search(f"language-{named}" if named else attributes.get("class", ""))
            if found:
                return found[1].lower()
        return ""

    # Putting out.

    def line_break(self) -> None:
        """A ``br``: one is a new line, two are a new paragraph."""
        if self.pre is not None:
            self.pre.append("\n")
        elif self.run:
            self.separator = PARAGRAPH if self.separator >= LINE else LINE

    def rule(self) -> None:
        """An ``hr``."""
        self.flush()
        blocks = self.frames[-1].blocks
        if self.started and blocks and not self.level and self.pre is None and not isinstance(blocks[-1], Rule):
            blocks.append(Rule())

    def flush(self) -> None:
        """End the run. In a heading or a table's caption, and in preformatted text, only a line ends."""
        if not (self.run or self.pre or self.after):
            return
        if self.pre is not None:
            if self.pre and not self.pre[-1].endswith("\n"):
                self.pre.append("\n")
            return
        if self.level or self.in_caption:
            if self.run:
                self.separator = max(self.separator, LINE)
            return
        if self.run:
            if self.special:
                self.put_apart(self.take())
            else:
                self.paragraph(self.take())
        if self.after:
            after, self.after = self.after, []
            for block in after:
                self.emit(block)

    def put_apart(self, run: list[Piece]) -> None:
        """The paragraphs and pictures of a run that has more than one."""
        lines: list[list[Piece]] = []
        for piece in run:
            if piece.separator >= LINE or not lines:
                lines.append([])
            lines[-1].append(piece)
        paragraph: list[Piece] = []
        for line in lines:
            alone = not any(isinstance(piece.content, str) for piece in line)
            if alone or line[0].separator == PARAGRAPH:
                self.with_pictures(paragraph)
                paragraph = []
            if alone:
                self.pictures(line)
            else:
                paragraph += line
        self.with_pictures(paragraph)

    def with_pictures(self, run: list[Piece]) -> None:
        """A paragraph: pictures at its ends stand before and after it, others in it."""
        first, last = 0, len(run)
        while first < last and not isinstance(run[first].content, str):
            first += 1
        while last > first and not isinstance(run[last - 1].content, str):
            last -= 1
        self.pictures(run[:first])
        if first < last:
            self.paragraph(run[first:last])
        self.pictures(run[last:])

    def pictures(self, run: Iterable[Piece]) -> None:
        for piece in run:
            if not isinstance(piece.content, str):
                self.emit(Figure((piece.content,)))

    def paragraph(self, run: list[Piece]) -> None:
        blocks = self.frames[-1].blocks
        head = run[0].content
        capital, self.capital = self.capital, None
        if capital is not None and blocks and blocks[-1] is capital and isinstance(head, str):
            letter = plain(capital.content)
            if self.completes(letter, head, self.capital_row, spaced=False):
                blocks.pop()
                run = [Piece(NONE, letter, ()), Piece(NONE, head, run[0].marks), *run[1:]]
        made = Paragraph(build(run))
        if len(run) == 1 and _is_capital(head):
            self.capital, self.capital_row = made, self.first_row
        self.emit(made)

    def emit(self, block: Block) -> None:
        """Add a block to the innermost frame."""
        top = self.frames[-1]
        if top.kind != _LIST:
            top.blocks.append(block)
        elif top.items and not isinstance(block, Paragraph):
            top.items[-1] += (block,)  # a list right in a list belongs to the item before it
        else:
            top.items.append((block,))

    def place(self, item: Image | Embed) -> None:
        """A picture or player that stands in no figure."""
        if isinstance(item, Image) and self.run and not self.level and not self.in_caption:
            # Words on both sides of a picture are never one word, whether it is written or not.
            self.separator = max(self.separator, SPACE)
            self.append(item)
            self.special = True
            self.separator = SPACE
        else:
            self.put(Figure((item,)) if isinstance(item, Image) else item)

    def put(self, block: Block) -> None:
        """A block that may stand within a line of text, and then follows it."""
        if self.run or self.level or self.in_caption or self.pre is not None:
            self.after.append(block)
        else:
            self.emit(block)

    # Figures.

    def figure(self, row: int) -> bool:
        """A figure, put out whole. False if it is none: a part of the text that is marked up as one."""
        end = self.end[row]
        captions: list[tuple[int, int]] = []
        beside = 0
        pictured = False
        at = row + 1
        while at < end:
            number = self.tag[at]
            if number == _FIGCAPTION_TAG:
                captions.append((at, self.end[at]))
                at = self.end[at]
                continue
            if number == _FIGURE_TAG or (number in _QUOTED and self.mass[at]):
                if not pictured and number != _FIGURE_TAG:
                    self.text_figure = max(self.text_figure, end)
                return False
            if number == _TEXT:
                beside += self.mass[at]
            pictured = pictured or number in _PICTURED or at in self.media
            at += 1
        if beside > _MOST_CAPTION or (not pictured and (beside or not captions)):
            if not pictured:
                self.text_figure = max(self.text_figure, end)
            return False
        first, last = bisect_left(self.media_rows, row), bisect_left(self.media_rows, end)
        items = [self.media[at] for at in self.media_rows[first:last]]
        shown = captions or [(row, end)]
        if not items or (not captions and self.shown_chars(row) > _MOST_CAPTION):
            shown = []
        caption = self.caption(row, end, shown)
        words = squeeze(plain(caption).replace("\n", " "))
        pictures = tuple(replace(item, caption=words) for item in items if isinstance(item, Image))
        players = [item for item in items if isinstance(item, Embed)]
        self.flush()
        if pictures or (caption and not players):
            self.put(Figure(pictures, caption))
            caption = ()
        for player in players:
            self.put(replace(player, caption=caption))
            caption = ()
        return True

    def shown_chars(self, row: int) -> int:
        return sum(self.chars[at] for at in range(row, self.end[row]) if not self.hidden[at])

    def caption_of_figure(self, row: int) -> bool:
        """A caption that is met outside the figures put out whole. False where it is text."""
        if row < self.text_figure or self.level or self.in_caption or self.mass[row] > 2 * _MOST_CAPTION:
            return False
        self.flush()
        blocks = self.frames[-1].blocks
        before = blocks[-1] if blocks else None
        if isinstance(before, Figure) and before.images and not before.caption:
            caption = self.caption(row, self.end[row], [(row, self.end[row])])
            words = squeeze(plain(caption).replace("\n", " "))
            blocks[-1] = Figure(tuple(replace(image, caption=words) for image in before.images), caption)
        elif self.mass[row] and row not in self.captions:
            self.put(Figure((), self.caption(row, self.end[row], [])))
        elif isinstance(before, Figure) and before.images and self.is_of_gallery(row):
            self.put(Figure((), self.caption(row, self.end[row], [(row, self.end[row])])))
        else:
            return False
        return True

    def is_of_gallery(self, row: int) -> bool:
        """Whether a caption is that of a figure of figures, each of which has its own."""
        around = int(self.page.parent[row + self.begin])
        return self.tag[row] == _FIGCAPTION_TAG and int(self.page.tag[around]) == _FIGURE_TAG

    def caption(self, row: int, end: int, shown: list[tuple[int, int]]) -> Inlines:
        """The kept text of some rows, and all that is shown in some ranges of them, as inlines."""
        run: list[Piece] = []
        separator = NONE
        marks: tuple[Mark, ...] = ()
        scopes: list[tuple[int, tuple[Mark, ...] | None]] = []
        edge = False  # an element without a mark begins or ended here: a credit right after the words is a word apart
        edges: set[int] = set()
        for at in range(row, end):
            while scopes and scopes[-1][0] <= at:
                _, before = scopes.pop()
                if before is None:
                    separator = max(separator, LINE)
                else:
                    marks = before
            number = self.tag[at]
            edge = edge or at in edges
            if number != _TEXT and _ROLE[number] == _PLAIN:
                edge = True
                edges.add(self.end[at])
            if number == _TEXT:
                if self.hidden[at] or not (self.mass[at] or any(first <= at < last for first, last in shown)):
                    continue
                text = visible(self.text[self.start[at] : self.stop[at]])
                words = squeeze(text)
                if text and text[0].isspace():
                    separator = max(separator, white(text[: len(text) - len(text.lstrip())]))
                if words and (self.mass[at] or not _CONTROL.fullmatch(words)):
                    if edge and words[0].isupper():
                        separator = max(separator, SPACE)
                    edge = False
                    run.append(Piece(separator, words, marks))
                    separator = white(text[len(text.rstrip()) :]) if text[-1].isspace() else NONE
            elif _BREAKS[number]:
                separator = max(separator, LINE)
                scopes.append((self.end[at], None))
            elif number in _MARK_OF or _ROLE[number] == _LINK:
                mark = _MARK_OF.get(number)
                if mark is None:
                    href = self.addresses.resolve(self.page.attr(at + self.begin, "href") or "")
                    mark = (Link, href) if href is not None else None
                if mark is not None:
                    scopes.append((self.end[at], marks))
                    marks = with_mark(marks, mark)
        said = any(isinstance(piece.content, str) and any(map(str.isalnum, piece.content)) for piece in run)
        return build(run) if said or self.mass[row] else ()  # a mark that was between what is left out says nothing


def _closed(blocks: list[Block]) -> Blocks:
    """The blocks of a finished frame: a thematic break stands between blocks."""
    while blocks and isinstance(blocks[-1], Rule):
        blocks.pop()
    return tuple(blocks)


def _without_permalink(run: list[Piece]) -> list[Piece]:
    """A heading's pieces without the mark at an end of it that is a link to the heading itself."""
    for at in (0, -1):
        content = run[at].content
        if len(run) > 1 and isinstance(content, str) and content in _PERMALINKS and any(
            kind is Link for kind, _ in run[at].marks
        ):  # fmt: skip
            run = run[1:] if at == 0 else run[:-1]
    return run


def _is_capital(content: str | Image) -> TypeGuard[str]:
    """Whether a piece is one capital letter, maybe after a quotation mark."""
    return (
        isinstance(content, str)
        and len(content) <= 2
        and content[-1].isupper()
        and (len(content) == 1 or content[0] in _QUOTATION_MARKS)
    )


def _is_section(item: Blocks) -> bool:
    """Whether the only item of a list is no item, but a stretch of text or what is left around another list."""
    return (
        any(isinstance(block, Heading) for block in item)
        or sum(isinstance(block, Paragraph) for block in item) > 1
        or (len(item) == 1 and isinstance(item[0], List))
    )


def _is_prose(text: str) -> bool:
    """Whether preformatted text is written language in lines, and neither program nor table."""
    letters = sum(character.isalpha() or character == " " for character in text)
    return len(text) >= _PROSE_SIZE and letters > 0.85 * len(text) and len(_SENTENCE_END.findall(text)) >= 5


def _unbold(content: Inlines) -> Inlines:
    """Content without a mark that says only what the block says: headings are bold."""
    while len(content) == 1 and isinstance(content[0], Strong):
        content = content[0].children
    return content


def _unbold_cell(blocks: Blocks) -> Blocks:
    return tuple(Paragraph(_unbold(block.content)) if isinstance(block, Paragraph) else block for block in blocks)


def _with_header(rows: tuple[tuple[Cell, ...], ...]) -> tuple[tuple[Cell, ...], ...]:
    """A table whose first row alone is bold has a header that is not marked up as one."""
    if len(rows) < 2 or any(cell.header for row in rows for cell in row):
        return rows
    bold = [all(_unbold_cell(cell.content) != cell.content for cell in row if cell.content) for row in rows]
    if not bold[0] or all(bold):
        return rows
    return (tuple(replace(cell, content=_unbold_cell(cell.content), header=True) for cell in rows[0]), *rows[1:])


def _integer(value: str | None, default: int, least: int, most: int) -> int:
    """HTML, section 2.3.4.1 (signed integers): digits count, what follows them does not."""
    match = _DIGITS.match(value) if value else None
    return min(max(int(match[1]), least), most) if match else default
