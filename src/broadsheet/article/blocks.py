"""The tree of an article: blocks that hold inlines, all of them frozen records that compare by value.

It must not know pages or output formats: `assemble` makes trees, and the writers read them.

Text is clean by the time it is in a tree: white space is collapsed, there is none at the edges of a block or of an
emphasis, and invisible characters are gone (`broadsheet.article.runs`). Only a `CodeBlock` keeps its white space.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

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
    "images",
    "plain",
    "slots",
]


@dataclass(frozen=True, slots=True)
class Image:
    """A picture.

    Attributes:
        src: its absolute URL.
        alt: the text that replaces it.
        caption: its caption as plain text, credits included; empty where it has none.
        width, height: its size in CSS pixels, as far as the page says it.
    """

    src: str
    alt: str = ""
    caption: str = ""
    width: int | None = None
    height: int | None = None


# Inlines.


@dataclass(frozen=True, slots=True)
class Text:
    """A run of characters."""

    text: str


@dataclass(frozen=True, slots=True)
class Emphasis:
    """``em``, ``i``, ``cite``, ``dfn``, ``var``."""

    children: Inlines


@dataclass(frozen=True, slots=True)
class Strong:
    """``strong``, ``b``."""

    children: Inlines


@dataclass(frozen=True, slots=True)
class Strikethrough:
    """``del``, ``s``, ``strike``."""

    children: Inlines


@dataclass(frozen=True, slots=True)
class Superscript:
    """``sup``: powers, ordinals, marks of footnotes."""

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
    """A picture in the middle of a line of text. One that stands by itself is a `Figure`."""

    image: Image


@dataclass(frozen=True, slots=True)
class LineBreak:
    """A new line within a paragraph: a single ``br``."""


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
    """A list. Each item is a sequence of blocks; an ordered list counts up from ``start``, and where the numbers of a
    page's list do not, another one begins.
    """

    ordered: bool
    items: tuple[Blocks, ...]
    start: int = 1


@dataclass(frozen=True, slots=True)
class Quote:
    """A block quotation."""

    blocks: Blocks


@dataclass(frozen=True, slots=True)
class Post(Quote):
    """An embedded post, as a quotation of its words with the line that says who wrote it and when.

    Attributes:
        service: the social network; empty where it is not known, as the others are.
        author: who wrote it.
        url: its own address.
        date: its day: ISO where the page states it, else as it is written.
    """

    service: str = ""
    author: str = ""
    url: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell: it covers ``colspan`` columns and ``rowspan`` rows from where it stands."""

    content: Blocks
    header: bool = False
    colspan: int = 1
    rowspan: int = 1


@dataclass(frozen=True, slots=True)
class Table:
    """A table of data. A row has the cells that begin in it, as in HTML."""

    rows: tuple[tuple[Cell, ...], ...]
    caption: Inlines = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """Pictures that stand by themselves, with a caption.

    The caption is no part of the body's words. ``images`` is empty where the page's picture could not be identified
    but its caption was marked as content.
    """

    images: tuple[Image, ...]
    caption: Inlines = ()


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Preformatted text, white space and all, and the programming language if the page says it."""

    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Embed:
    """Something of another kind or place: its URL, and ``video``, ``audio``, ``post``, ``map``, ``chart``,
    ``document`` or ``frame`` for its kind. Its title and caption are no part of the body's words.
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

WRAPPERS: Final = (Emphasis, Strong, Strikethrough, Superscript, Subscript, Link)
"""The inlines that hold other inlines."""


def plain(inlines: Inlines) -> str:
    """The words of some inlines, without marks; a line break is a new line, a picture nothing."""
    if len(inlines) == 1 and type(inlines[0]) is Text:  # mostly, and quicker
        return inlines[0].text
    parts: list[str] = []
    beside_picture = False
    for inline in inlines:
        match inline:
            case Text(text) | CodeSpan(text):
                part = text
            case LineBreak():
                part = "\n"
            case InlineImage():
                beside_picture = True
                continue
            case _:
                part = plain(inline.children)
        # The spaces on both sides of a picture that is not there are one, and none where a line begins or ends.
        if beside_picture and parts:
            if part.startswith(" ") and parts[-1].endswith((" ", "\n")):
                part = part[1:]
            elif part.startswith("\n") and parts[-1].endswith(" "):
                parts[-1] = parts[-1][:-1]
        if part:
            parts.append(part)
            beside_picture = False
    return "".join(parts)


def images(blocks: Blocks) -> Iterator[Image]:
    """The pictures of some blocks, in order; each figure's with its caption."""
    for block in blocks:
        match block:
            case Paragraph(content) | Heading(content=content):
                yield from _inline_images(content)
            case Figure(found):
                yield from found
            case Quote(inner):
                yield from images(inner)
            case List(items=items):
                for item in items:
                    yield from images(item)
            case Table(rows=rows):
                for row in rows:
                    for cell in row:
                        yield from images(cell.content)
            case _:
                pass


def slots(table: Table) -> list[list[Cell | None]]:
    """The grid of a table: its cells where they begin, None where a cell spans or nothing is. All rows are as wide."""
    out: list[list[Cell | None]] = []
    covered: dict[int, set[int]] = {}
    size = len(table.rows)
    for number, row in enumerate(table.rows):
        taken = covered.pop(number, set())
        placed: dict[int, Cell] = {}
        column = 0
        for cell in row:
            while column in taken:
                column += 1
            placed[column] = cell
            for below in range(number + 1, min(number + cell.rowspan, size)):
                covered.setdefault(below, set()).update(range(column, column + cell.colspan))
            column += cell.colspan
        width = max(column, max(taken, default=-1) + 1)
        out.append([placed.get(place) for place in range(width)])
    width = max(map(len, out), default=0)
    for cells in out:
        cells.extend([None] * (width - len(cells)))
    return out


def _inline_images(inlines: Inlines) -> Iterator[Image]:
    for inline in inlines:
        if isinstance(inline, InlineImage):
            yield inline.image
        elif isinstance(inline, WRAPPERS):
            yield from _inline_images(inline.children)
