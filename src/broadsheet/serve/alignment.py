"""The blocks of an article -> the segments of the page that each is made of, told by their words.

An article has no rows: bylines, captions and repetitions are taken out of it, and what a browser draws (quotation
marks) is written. So words are compared, in order, without white space. It must not know how pieces are shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from broadsheet.article import write_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from broadsheet.article import Block, Blocks
    from broadsheet.methods.base import Marking
    from broadsheet.page import Page

__all__ = ["Piece", "pieces_of"]

_TELLING: Final = 12
"""Characters from which words alone tell where they are from; fewer must stand right behind what is known."""
_SKIPPED: Final = 60
"""Segments in a row that may be missing from the article."""
_DRAWN: Final = 200
"""Characters that may stand in a block before the next segment: what a browser draws, words of formulas."""


class Piece(NamedTuple):
    """A block of an article.

    Attributes:
        block: the block.
        segments: the segments of the page that its words are from, ascending; none where that is not known.
    """

    block: Block
    segments: tuple[int, ...]


def pieces_of(body: Blocks, page: Page, marking: Marking) -> tuple[Piece, ...]:
    """The blocks of an article with their segments.

    Args:
        body: the blocks.
        page: the page, as the method saw it.
        marking: which of its rows the method keeps.
    """
    kept = np.unique(page.segments.of[marking.keep & page.shown])
    numbers = [int(number) for number in kept if number >= 0]
    texts = page.texts
    keys = [_key(texts[number]) for number in numbers]
    where = {key: place for place, key in reversed(list(enumerate(keys)))}
    pieces, at = [], 0
    for block in body:
        wanted = _key(write_text((block,)))
        found, end = _consumed(wanted, keys, at) if wanted else ([], at)
        if not found and wanted in where:  # a standfirst from elsewhere
            found, end = [where[wanted]], at
        at = end
        pieces.append(Piece(block, tuple(sorted({numbers[place] for place in found}))))
    return tuple(pieces)


def _key(text: str) -> str:
    return "".join(text.split())


def _consumed(wanted: str, keys: Sequence[str], start: int) -> tuple[list[int], int]:
    """The keys that a text is made of, from one on, and where to go on."""
    found: list[int] = []
    read, at, missed = 0, start, 0
    while at < len(keys) and read < len(wanted) and missed < _SKIPPED:
        key = keys[at]
        if len(wanted) - read < len(key):
            # A segment of which the block is a part: what is behind it may be another block.
            rest = wanted[read:]
            if (len(rest) >= _TELLING or found) and rest in key:
                return [*found, at], at
        reach = read + len(key) + (_DRAWN if len(key) >= _TELLING else 2)
        place = wanted.find(key, read, reach) if key else -1
        if place >= 0:
            found.append(at)
            read, missed = place + len(key), 0
            start = at + 1
        else:
            missed += 1
        at += 1
    return found, start
