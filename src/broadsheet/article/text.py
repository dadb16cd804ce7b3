"""Blocks -> plain text: the words of the page and nothing else.

Blocks are separated by a blank line. A list has one item per line, a table one row per line with tabs between columns;
figures, players and rules have no words.
"""

from __future__ import annotations

from broadsheet.article.blocks import Block, Blocks, CodeBlock, Heading, List, Paragraph, Quote, Table, plain, walk
from broadsheet.article.tables import slots

__all__ = ["has_words", "write_text"]


def write_text(blocks: Blocks) -> str:
    r"""The plain text of some blocks.

    >>> from broadsheet.article.blocks import Text
    >>> one, two = ((Paragraph((Text(word),)),) for word in ("one", "two"))
    >>> write_text((Heading(2, (Text("Rain"),)), List(True, (one, two))))
    'Rain\n\none\ntwo'
    """
    return "\n\n".join(text for block in blocks if (text := _block(block)))


def has_words(block: Block) -> bool:
    """Whether a block has text. Images and captions are not text."""
    return any(map(_says_something, walk((block,))))


def _says_something(block: Block) -> bool:
    """Whether a block has text besides that of the blocks inside it."""
    match block:
        case Paragraph(content) | Heading(content=content) | Table(caption=content):
            return bool(plain(content).strip())
        case CodeBlock(text):
            return bool(text.strip())
        case _:
            return False


def _block(block: Block) -> str:
    match block:
        case Paragraph(content) | Heading(content=content):
            return plain(content)
        case List(items=items):
            return "\n".join(text for item in items if (text := _lines(item)))
        case Quote(inner):
            return write_text(inner)
        case Table():
            rows = ("\t".join("" if cell is None else _line(cell.content) for cell in row) for row in slots(block))
            return "\n".join(line for line in (plain(block.caption), *map(str.rstrip, rows)) if line)
        case CodeBlock(text):
            return text
        case _:
            return ""


def _lines(blocks: Blocks) -> str:
    """Blocks joined without blank lines."""
    return "\n".join(text for block in blocks if (text := _block(block)))


def _line(blocks: Blocks) -> str:
    """Blocks on a single line."""
    return " ".join(_lines(blocks).split())
