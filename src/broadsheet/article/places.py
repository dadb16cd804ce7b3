"""The places of an article's blocks in its page: row, CSS path of the element, and position in the source.

Blocks are matched with the page's kept segments by their words, in order, since bylines, captions and repetitions are
not in the blocks, and quotation marks that browsers draw are.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from broadsheet.article.blocks import (
    Block,
    Blocks,
    CodeBlock,
    Embed,
    Figure,
    Heading,
    Paragraph,
    inside,
    walk,
    write_text,
)
from broadsheet.page import Page, tags
from broadsheet.page.arrays import BoolArray
from broadsheet.patterns import pattern

__all__ = ["Place", "find_places", "segments_of"]

MIN_UNIQUE_CHARS: Final = 12  # text length that identifies a segment; shorter text must directly follow a match
MAX_SKIPPED: Final = 60  # consecutive segments that may be missing from the article
MAX_EXTRA_CHARS: Final = 200  # characters of a block before the next segment: browser-drawn text, formulas
MAX_LEVELS: Final = 250  # depth of an element; deeper ones have no place, as their paths would be very long
MAX_NEEDLE_CHARS: Final = 60  # characters of a text that are looked for in the source
MAX_SEARCHES: Final = 100  # times the source may be searched in full; at most 73 times on 1,500 real pages
_Line = Paragraph | Heading | CodeBlock  # blocks with text of their own
_NAMES: Final = pattern(r"[\w-]{5,}")  # parts of a URL that may name a file
_MEDIA: Final = tags.mask("img iframe video audio embed object source picture")
_REFERENCE: Final = pattern("[&<>\r\n]")  # characters that are escaped in a source
_UNSHOWN: Final = pattern(r"(?i)<(script|style)\b[^<]*+(?:<(?!/\1)[^<]*+)*+|<!--[^-]*+(?:-(?!->)[^-]*+)*+")
_PERHAPS_REFERENCE: Final = pattern("[&<>\r\n\"'\u0080-\U0010ffff]")  # these, and characters that may be escaped


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a block.

    Attributes:
        row: the row of its element in the page, as ``broadsheet.read_page`` numbers them.
        path: the element's CSS path from the root, which matches no other element of the page.
        start: the position of its first words in the decoded source, in characters; None if unknown.
    """

    row: int
    path: str
    start: int | None = None


def find_places(body: Blocks, page: Page, keep: BoolArray) -> tuple[Place | None, ...]:
    """The places of all blocks, outer ones before those inside them; None if the page does not show the words.

    Args:
        body: the blocks.
        page: the page.
        keep: the rows of the blocks, flag per row.
    """
    finder = _Finder(page, body)
    lines = [write_text((block,)) for block in walk(body) if isinstance(block, _Line)]
    matched = iter(segments_of(lines, page, keep))
    out: list[Place | None] = []

    def visit(block: Block) -> list[int]:
        at = len(out)
        out.append(None)
        below = [segment for blocks in inside(block) for one in blocks for segment in visit(one)]
        segments = list(next(matched)) if isinstance(block, _Line) else below
        if segments:
            out[at] = finder.place(min(segments), max(segments))
        elif isinstance(block, Figure | Embed):
            out[at] = finder.media(block)
        return segments

    for block in body:
        visit(block)
    return tuple(out)


class _Finder:
    """Finds the places of segments, in the order of the page."""

    def __init__(self, page: Page, body: Blocks) -> None:
        self.page = page
        # The elements whose attributes contain the name of a block's file.
        self._media: dict[str, list[int]] = {name: [] for block in walk(body) if (name := _file(block))}
        for row, found in page.tagged(_MEDIA) if self._media else ():
            for name in self._media.keys() & _NAMES.findall(" ".join(found.values())):
                self._media[name].append(row)
        self._found = 0  # the row of the last one found
        self._steps: dict[int, str] = {}  # last step of the path of a row
        self._shown = _UNSHOWN.sub(lambda found: " " * len(found[0]), page.source)
        self._left = MAX_SEARCHES * len(page.source)  # characters that may still be searched
        self._at = 0  # where the last text was found
        self._starts: dict[int, int | None] = {}  # by segment

    def place(self, first: int, last: int) -> Place | None:
        """The place of the lowest element around a range of segments."""
        segments, page = self.page.segments, self.page
        row = int(page.block[segments.first[first]])
        end = segments.last[last]
        while row > 0 and page.end[row] <= end:
            row = int(page.parent[row])
        if page.depth[row] > MAX_LEVELS:
            return None
        if first not in self._starts:
            self._starts[first] = self._start(first)
        return Place(row, self._path(row), self._starts[first])

    def media(self, block: Figure | Embed) -> Place | None:
        """The first element after the last one found whose attributes contain the name of the file."""
        rows = self._media.get(_file(block), [])
        at = bisect(rows, self._found)
        if at == len(rows):
            return None
        self._found = row = rows[at]
        return Place(row, self._path(row)) if self.page.depth[row] <= MAX_LEVELS else None

    def _path(self, row: int) -> str:
        steps = []
        while row > 0:
            if row not in self._steps:
                self._add_steps(int(self.page.parent[row]))
            steps.append(self._steps[row])
            row = int(self.page.parent[row])
        return " > ".join((self.page.name(0), *reversed(steps)))

    def _add_steps(self, parent: int) -> None:
        """Set the steps of the children of a row."""
        page = self.page
        named: dict[str, list[int]] = {}
        for row in page.children(parent):
            if page.tag[row] != tags.TEXT:
                named.setdefault(page.name(row), []).append(row)
        for name, rows in named.items():
            for number, row in enumerate(rows, 1):
                self._steps[row] = f"{name}:nth-of-type({number})" if len(rows) > 1 else name

    def _start(self, segment: int) -> int | None:
        """The position of a segment's first words in the source, if they are there unescaped and right after a tag."""
        words = self.page.raw(int(self.page.segments.first[segment])).lstrip()[:MAX_NEEDLE_CHARS]
        for escaped in (_REFERENCE, _PERHAPS_REFERENCE):
            needle = escaped.split(words, maxsplit=1)[0]
            at = self._find(needle, self._at) if len(needle) >= MIN_UNIQUE_CHARS else -1
            while at >= 0:
                end = at  # of the tag before, if there is only white space between
                while end > self._at and self._shown[end - 1].isspace():
                    end -= 1
                if end > self._at and self._shown[end - 1] == ">":
                    self._at = at
                    return at
                at = self._find(needle, at + 1)
        return None

    def _find(self, needle: str, start: int) -> int:
        """The position of some words in the source; -1 if they are not there, or too much was searched."""
        at = self._shown.find(needle, start) if self._left > 0 else -1
        self._left -= (at if at >= 0 else len(self._shown)) - start
        return at


def segments_of(texts: Sequence[str], page: Page, keep: BoolArray) -> list[tuple[int, ...]]:
    """For each text of an article, the segments of the page that make it up; empty if unknown.

    Args:
        texts: the texts, in order.
        page: the page.
        keep: the kept rows, flag per row.
    """
    kept = np.unique(page.segments.of[keep & page.shown])
    numbers = [int(number) for number in kept if number >= 0]
    keys = [_key(page.texts[number]) for number in numbers]
    where = {key: place for place, key in reversed(list(enumerate(keys)))}
    out, at = [], 0
    for text in texts:
        wanted = _key(text)
        found, end = _match(wanted, keys, at) if wanted else ([], at)
        if not found and wanted in where:  # a standfirst from elsewhere
            found, end = [where[wanted]], at
        at = end
        out.append(tuple(sorted({numbers[place] for place in found})))
    return out


def _file(block: Block) -> str:
    """What may be the name of a block's file: the last long part of its URL; empty if there is none."""
    images = block.images if isinstance(block, Figure) else ()
    address = block.url if isinstance(block, Embed) else next((image.src for image in images), "")
    return next((name[0] for name in reversed(list(_NAMES.finditer(address)))), "")


def _key(text: str) -> str:
    return "".join(text.split())


def _match(wanted: str, keys: Sequence[str], start: int) -> tuple[list[int], int]:
    """The keys that make up a text, starting at ``start``, and where the next text starts."""
    found: list[int] = []
    read, at, missed = 0, start, 0
    while at < len(keys) and read < len(wanted) and missed < MAX_SKIPPED:
        key = keys[at]
        if len(wanted) - read < len(key):
            # The block is a part of the segment; the rest of the segment may be another block.
            rest = wanted[read:]
            if (len(rest) >= MIN_UNIQUE_CHARS or found) and rest in key:
                return [*found, at], at
        reach = read + len(key) + (MAX_EXTRA_CHARS if len(key) >= MIN_UNIQUE_CHARS else 2)
        place = wanted.find(key, read, reach) if key else -1
        if place >= 0:
            found.append(at)
            read, missed = place + len(key), 0
            start = at + 1
        else:
            missed += 1
        at += 1
    return found, start
