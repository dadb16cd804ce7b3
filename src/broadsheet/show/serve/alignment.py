"""The blocks of an article with the segments of its page that have their words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from broadsheet.article import write_text
from broadsheet.article.places import segments_of

if TYPE_CHECKING:
    from broadsheet.article import Block, Blocks
    from broadsheet.methods.base import Marking
    from broadsheet.page import Page

__all__ = ["Piece", "pieces_of"]


class Piece(NamedTuple):
    """A block of an article.

    Attributes:
        block: the block.
        segments: the page's segments with its text, ascending; empty if unknown.
    """

    block: Block
    segments: tuple[int, ...]


def pieces_of(body: Blocks, page: Page, marking: Marking) -> tuple[Piece, ...]:
    """Return the blocks of an article with their segments.

    Args:
        body: the blocks.
        page: the page, as the method saw it.
        marking: the method's labels.
    """
    found = segments_of([write_text((block,)) for block in body], page, marking.keep)
    return tuple(map(Piece, body, found))
