"""The tree of an article, made of blocks and inlines, and its plain text.

All are frozen records that compare by value. Text in a tree is clean (`broadsheet.article.runs`): white space is
collapsed, with none at the edges of a block or of emphasis, and there are no invisible characters. Only a `CodeBlock`
keeps its white space.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from broadsheet.patterns import pattern

__all__ = [
    "Block",
    "Blocks",
    "Cell",
    "CodeBlock",
    "CodeSpan",
    "Embed",
    "Emphasis",
    "Figure",
    "Heading",
    "Image",
    "Inline",
    "InlineImage",
    "Inlines",
    "LineBreak",
    "Link",
    "List",
    "Paragraph",
    "Post",
    "Quote",
    "Rule",
    "Strikethrough",
    "Strong",
    "Subscript",
    "Superscript",
    "Table",
    "Text",
    "columns_of",
    "has_words",
    "images",
    "inside",
    "plain",
    "slots",
    "walk",
    "write_text",
]


@dataclass(frozen=True, slots=True)
class Image:
    """An image.

    Attributes:
        src: its absolute URL.
        alt: its alternative text.
        caption: its caption as plain text, credits included; empty without one.
        width, height: its stated size in CSS pixels.
    """

    src: str
    alt: str = ""
    caption: str = ""
    width: int | None = None
    height: int | None = None


# Inlines.


@dataclass(frozen=True, slots=True)
class Text:
    """Plain text."""

    text: str


@dataclass(frozen=True, slots=True)
class Emphasis:
    """``em``, ``i``, ``cite``, ``dfn``, ``var``, and italic styles."""

    children: Inlines


@dataclass(frozen=True, slots=True)
class Strong:
    """``strong``, ``b``, and bold styles."""

    children: Inlines


@dataclass(frozen=True, slots=True)
class Strikethrough:
    """``del``, ``s``, ``strike``."""

    children: Inlines


@dataclass(frozen=True, slots=True)
class Superscript:
    """``sup``: powers, ordinals, footnote marks."""

    children: Inlines


@dataclass(frozen=True, slots=True)
class Subscript:
    """``sub``."""

    children: Inlines


@dataclass(frozen=True, slots=True)
class CodeSpan:
    """``code``, ``kbd``, ``samp``, ``tt`` in running text."""

    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link to an absolute ``http``, ``https`` or ``mailto`` URL."""

    href: str
    children: Inlines


@dataclass(frozen=True, slots=True)
class InlineImage:
    """An image within a line of text. An image of its own is a `Figure`."""

    image: Image


@dataclass(frozen=True, slots=True)
class LineBreak:
    """A line break within a paragraph: a single ``br``."""


Inline: TypeAlias = (
    Text | Emphasis | Strong | Strikethrough | Superscript | Subscript | CodeSpan | Link | InlineImage | LineBreak
)
Inlines: TypeAlias = tuple[Inline, ...]


# Blocks.


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    content: Inlines


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1 to 6."""

    level: int
    content: Inlines


@dataclass(frozen=True, slots=True)
class List:
    """A list. Each item is a sequence of blocks. An ordered list counts up from ``start``."""

    ordered: bool
    items: tuple[Blocks, ...]
    start: int = 1


@dataclass(frozen=True, slots=True)
class Quote:
    """A block quotation."""

    blocks: Blocks


@dataclass(frozen=True, slots=True)
class Post(Quote):
    """An embedded post: a quotation with its text and the line that names author and date.

    Attributes:
        service: the social network. Unknown fields are empty.
        author: the author.
        url: the post's URL.
        date: the ISO date if the page states it, else the date as written.
    """

    service: str = ""
    author: str = ""
    url: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell. It covers ``colspan`` columns and ``rowspan`` rows."""

    content: Blocks
    header: bool = False
    colspan: int = 1
    rowspan: int = 1


@dataclass(frozen=True, slots=True)
class Table:
    """A table of data. Each row has the cells that start in it, as in HTML."""

    rows: tuple[tuple[Cell, ...], ...]
    caption: Inlines = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """Images on their own, with a caption.

    The caption is not part of the body's words. ``images`` is empty if the image of a kept caption was not found.
    """

    images: tuple[Image, ...]
    caption: Inlines = ()


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Preformatted text with its white space, and the programming language if stated."""

    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Embed:
    """Embedded content, of kind ``video``, ``audio``, ``post``, ``map``, ``chart``, ``document`` or ``frame``.
    Title and caption are not part of the body's words.
    """

    url: str
    kind: str
    title: str = ""
    caption: Inlines = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """A thematic break between blocks: ``hr``."""


Block: TypeAlias = Paragraph | Heading | List | Quote | Table | Figure | CodeBlock | Embed | Rule
Blocks: TypeAlias = tuple[Block, ...]

FONTS: Final = (Emphasis, Strong)  # inlines that change the font alone
WRAPPERS: Final = (Emphasis, Strong, Strikethrough, Superscript, Subscript, Link)  # inlines that hold other inlines
_HOLDERS: Final = (Quote, List, Table)  # blocks that hold other blocks
_LINES: Final = (Paragraph, Heading)
_RAISED: Final = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")  # else 10⁶ would be another number
_BESIDE_IMAGE: Final = pattern(r"(?<=[ \n])\0+ | \0+(?=\n)|\0")  # an image, and one of two spaces around it


def plain(inlines: Inlines) -> str:
    """The words of inlines without marks. A line break becomes a newline; an image is left out."""
    if len(inlines) == 1 and type(inlines[0]) is Text:  # the common case
        return inlines[0].text
    text = _words(inlines)
    return _BESIDE_IMAGE.sub("", text) if "\0" in text else text


def _words(inlines: Inlines) -> str:
    """The words of inlines, with a NUL character for each image, and a power of a number written as 10⁶."""
    parts = [""]
    for inline in inlines:
        words = inline.text if type(inline) is Text else _words_of(inline)
        if isinstance(inline, Superscript) and parts[-1][-1:].isdecimal() and words.strip("+-−").isdecimal():
            words = words.translate(_RAISED)
        parts.append(words)
    return "".join(parts)


def _words_of(inline: Inline) -> str:
    if isinstance(inline, WRAPPERS):
        return _words(inline.children)
    if isinstance(inline, LineBreak):
        return "\n"
    return "\0" if isinstance(inline, InlineImage) else inline.text


def inside(block: Block) -> Iterator[Blocks]:
    """The sequences of blocks in a block: those of a quotation, a list's items, or a table's cells."""
    match block:
        case Quote(inner):
            yield inner
        case List(items=items):
            yield from items
        case Table(rows):
            yield from (cell.content for row in rows for cell in row)


def walk(blocks: Blocks) -> Iterator[Block]:
    """All blocks of a tree, in order, outer ones before those inside them."""
    for block in blocks:
        yield block
        if isinstance(block, _HOLDERS):  # a fast check
            for inner in inside(block):
                yield from walk(inner)


def images(blocks: Blocks) -> Iterator[Image]:
    """The images of blocks, in order, each with its caption."""
    for block in walk(blocks):
        match block:
            case Paragraph(content) | Heading(content=content):
                yield from _inline_images(content)
            case Figure(found):
                yield from found


def _inline_images(inlines: Inlines) -> Iterator[Image]:
    for inline in inlines:
        if isinstance(inline, InlineImage):
            yield inline.image
        elif isinstance(inline, WRAPPERS):
            yield from _inline_images(inline.children)


def write_text(blocks: Blocks) -> str:
    r"""The plain text of blocks, with a blank line between them.

    A list has one item per line, a table one row per line with tabs between columns. Figures, players and rules have no
    words.

    >>> one, two = ((Paragraph((Text(word),)),) for word in ("one", "two"))
    >>> write_text((Heading(2, (Text("Rain"),)), List(True, (one, two))))
    'Rain\n\none\ntwo'
    """
    return "\n\n".join(filter(None, map(_text, blocks)))


def has_words(block: Block) -> bool:
    """Whether a block has text. Images and captions of figures are not text."""
    if isinstance(block, _HOLDERS):
        caption = isinstance(block, Table) and plain(block.caption).strip()
        return bool(caption) or any(has_words(one) for blocks in inside(block) for one in blocks)
    return bool(_text(block).strip())


def _text(block: Block) -> str:
    if isinstance(block, _LINES):
        return plain(block.content)
    match block:
        case List(items=items):
            return "\n".join(filter(None, map(_lines, items)))
        case Quote(inner):
            return write_text(inner)
        case Table(caption=caption):
            rows = ("\t".join(" ".join(_lines(cell).split()) for cell in row).rstrip() for row in slots(block))
            return "\n".join(filter(None, (plain(caption), *rows)))
        case CodeBlock(text):
            return text
        case _:
            return ""


def _lines(blocks: Blocks) -> str:
    """The text of blocks without blank lines between them."""
    return "\n".join(filter(None, map(_text, blocks)))


def slots(table: Table) -> list[list[Blocks]]:
    """The contents of a table's cells in rows of equal width; slots that a cell spans beyond its first are empty."""
    rows = [dict(zip(at, row, strict=True)) for at, row in zip(columns_of(table.rows), table.rows, strict=True)]
    width = max((column + cell.colspan for row in rows for column, cell in row.items()), default=0)
    return [[row[column].content if column in row else () for column in range(width)] for row in rows]


def columns_of(rows: Sequence[Sequence[Cell]]) -> list[list[int]]:
    """The first column of each cell: the first that no cell from above spans (HTML, section 4.9.12)."""
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
