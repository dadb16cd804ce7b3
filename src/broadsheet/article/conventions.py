"""The conventions of a body: no headline, no bylines, and the standfirst is a paragraph."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice, takewhile
from typing import Final

from broadsheet.article.blocks import (
    Block,
    Blocks,
    Cell,
    Heading,
    InlineImage,
    Inlines,
    LineBreak,
    List,
    Paragraph,
    Quote,
    Table,
    Text,
    has_words,
    images,
    plain,
    write_text,
)
from broadsheet.facts.texts import fold

__all__ = ["with_standfirst", "without_bylines", "without_signature", "without_tables", "without_title"]

MAX_LAST_LINES: Final = 2  # blocks at the end that may be a signature
MAX_FIRST_BLOCKS: Final = 3  # blocks with words at the beginning that may be bylines
_ITEM_SEPARATOR: Final = " | "  # joins the items of a list that may be a byline
MIN_STANDFIRST_CHARS: Final = 70  # shortest heading before the text that may be the standfirst


def without_title(blocks: Blocks, title: str | None) -> Blocks:
    """The blocks without the headline: the first heading that equals the title, and lines, headings and paragraphs
    before any other words that do. Case and punctuation are ignored.
    """
    wanted = fold(title or "")
    if not wanted:
        return blocks
    blocks = _without_first_lines(blocks, wanted)
    headline = next((one for one in blocks if isinstance(one, Heading) and _is_title(one, wanted)), None)
    blocks = tuple(one for one in blocks if one is not headline)
    first = _first_words(blocks)
    while first is not None and _is_title(blocks[first], wanted):
        rest = blocks[:first] + blocks[first + 1 :]
        following = _first_words(rest)
        if following is None and isinstance(blocks[first], Paragraph):
            break  # a body of one line may have been taken for the title
        blocks, first = rest, following
    return blocks


def _first_words(blocks: Blocks) -> int | None:
    """The index of the first block with words."""
    return next((at for at, block in enumerate(blocks) if has_words(block)), None)


def _is_title(block: Block, wanted: str) -> bool:
    return isinstance(block, Heading | Paragraph) and fold(plain(block.content)) == wanted


def _without_first_lines(blocks: Blocks, wanted: str) -> Blocks:
    """The blocks without the headline on the first lines of the first paragraph, where old pages have it."""
    at = _first_words(blocks)
    if at is None or not isinstance(first := blocks[at], Paragraph) or LineBreak() not in first.content:
        return blocks
    begin = 0
    for stop, inline in enumerate(first.content):
        if inline == LineBreak():
            line = fold(plain(first.content[begin:stop]))
            if line and line != wanted:
                break
            begin = stop + 1
    rest = Paragraph(first.content[begin:])
    return (*blocks[:at], rest, *blocks[at + 1 :]) if begin and has_words(rest) else blocks


def without_bylines(blocks: Blocks, is_byline: Callable[[str], bool]) -> Blocks:
    """The blocks without bylines and date lines before any other words or right after the standfirst.

    If there are more such lines further down, they head parts of the text (a diary, letters to the editor), and all
    stay. A byline may be a list.

    Args:
        blocks: the blocks.
        is_byline: whether a line is a byline or date line and nothing else.
    """

    def has_byline(block: Block) -> bool:
        if isinstance(block, List):
            lines = (one for item in block.items for one in item if isinstance(one, Paragraph | Heading))
            return is_byline(_ITEM_SEPARATOR.join(map(_words, lines)))
        return isinstance(block, Paragraph | Heading) and is_byline(_words(block))

    with_words = list(islice((at for at, block in enumerate(blocks) if has_words(block)), MAX_FIRST_BLOCKS + 1))
    begin = 0 if not with_words or has_byline(blocks[with_words[0]]) else 1
    # Above the text, bylines and dates may be headings; further down, a heading heads a part.
    headings = list(takewhile(lambda at: isinstance(blocks[at], Heading), with_words)) if not begin else []
    front = list(
        takewhile(
            lambda at: (isinstance(blocks[at], Paragraph | List) or at in headings) and has_byline(blocks[at]),
            with_words[begin : begin + MAX_FIRST_BLOCKS],
        )
    )
    if not front:
        return blocks
    rest = [block for block in blocks[front[-1] + 1 :] if has_words(block)]
    if not rest or any(map(has_byline, rest)):
        return blocks
    return tuple(block for at, block in enumerate(blocks) if at not in front)


def without_signature(blocks: Blocks, is_signature: Callable[[str], bool]) -> Blocks:
    """The blocks without a signature: last paragraphs that name the author.

    Args:
        blocks: the blocks.
        is_signature: whether a line names the author and says nothing else.
    """
    from_last = islice((block for block in reversed(blocks) if has_words(block)), MAX_LAST_LINES)
    last = list(takewhile(lambda block: isinstance(block, Paragraph) and is_signature(_words(block)), from_last))
    rest = tuple(block for block in blocks if all(block is not one for one in last))
    return rest if any(map(has_words, rest)) else blocks


def _words(block: Paragraph | Heading) -> str:
    """The words of a block on one line."""
    return plain(block.content).replace("\n", " ").replace("\u3000", " ")


def with_standfirst(blocks: Blocks) -> Blocks:
    """The blocks with a standfirst as a paragraph: a long heading before all other words, with paragraphs after it.

    As a heading it would make the whole article its section.
    """
    at = _first_words(blocks)
    if at is None or not isinstance(first := blocks[at], Heading) or first.level == 1:
        return blocks  # an h1 that is not the title is still a headline
    rest = blocks[at + 1 :]
    if len(plain(first.content)) < MIN_STANDFIRST_CHARS or not any(isinstance(block, Paragraph) for block in rest):
        return blocks
    return (*blocks[:at], Paragraph(first.content), *rest)


def without_tables(blocks: Blocks) -> Blocks:
    """The blocks with table rows as paragraphs. Lists and quotations in cells become plain words."""
    return tuple(one for block in blocks for one in _without_table(block))


def _without_table(block: Block) -> Blocks:
    match block:
        case Table(rows, caption):
            lines = (Paragraph(line) for line in (caption, *map(_line, rows)))
            return tuple(line for line in lines if has_words(line) or any(images((line,))))
        case Quote(inner):
            return (replace(block, blocks=without_tables(inner)),)
        case List(items=items):
            return (replace(block, items=tuple(map(without_tables, items))),)
        case _:
            return (block,)


def _line(row: tuple[Cell, ...]) -> Inlines:
    """The cells of a row on one line."""
    line: Inlines = ()
    for block in (block for cell in row for block in cell.content):
        words: Inlines = (Text(" ".join(write_text((block,)).split())),)
        content = block.content if isinstance(block, Paragraph) else (*words, *map(InlineImage, images((block,))))
        if has_words(paragraph := Paragraph(content)) or any(images((paragraph,))):
            line += ((Text(" "),) if line else ()) + content
    return line
