"""Align the blocks of an article with the segments of its page, by text.

Blocks have no node numbers: bylines, captions and repetitions are removed from them, and quotation marks that a browser
draws are added. So texts are compared in order, without white space.
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

_MIN_UNIQUE_CHARS: Final = 12  # text length that identifies a segment; shorter text must directly follow a match
_MAX_SKIPPED: Final = 60  # consecutive segments that may be missing from the article
_MAX_EXTRA_CHARS: Final = 200  # characters of a block before the next segment: browser-drawn text, formulas


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
    kept = np.unique(page.segments.of[marking.keep & page.shown])
    numbers = [int(number) for number in kept if number >= 0]
    texts = page.texts
    keys = [_key(texts[number]) for number in numbers]
    where = {key: place for place, key in reversed(list(enumerate(keys)))}
    pieces, at = [], 0
    for block in body:
        wanted = _key(write_text((block,)))
        found, end = _match_keys(wanted, keys, at) if wanted else ([], at)
        if not found and wanted in where:  # a standfirst from elsewhere
            found, end = [where[wanted]], at
        at = end
        pieces.append(Piece(block, tuple(sorted({numbers[place] for place in found}))))
    return tuple(pieces)


def _key(text: str) -> str:
    return "".join(text.split())


def _match_keys(wanted: str, keys: Sequence[str], start: int) -> tuple[list[int], int]:
    """Return the keys that make up a text, starting at ``start``, and where the next text starts."""
    found: list[int] = []
    read, at, missed = 0, start, 0
    while at < len(keys) and read < len(wanted) and missed < _MAX_SKIPPED:
        key = keys[at]
        if len(wanted) - read < len(key):
            # The block is a part of the segment; the rest of the segment may be another block.
            rest = wanted[read:]
            if (len(rest) >= _MIN_UNIQUE_CHARS or found) and rest in key:
                return [*found, at], at
        reach = read + len(key) + (_MAX_EXTRA_CHARS if len(key) >= _MIN_UNIQUE_CHARS else 2)
        place = wanted.find(key, read, reach) if key else -1
        if place >= 0:
            found.append(at)
            read, missed = place + len(key), 0
            start = at + 1
        else:
            missed += 1
        at += 1
    return found, start
