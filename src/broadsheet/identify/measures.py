"""The lines of a page, measured once for all that is asked of them."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.page import Page, tags
from broadsheet.page.arrays import BoolArray, FloatArray, sums_before
from broadsheet.page.once import made_once

__all__ = [
    "LONG_PROSE",
    "Lines",
    "are_linked",
    "largest_share",
    "log1p",
    "most_alike",
    "signature",
    "total_prose",
    "words",
]

_PROSE: Final = 80
LONG_PROSE: Final = 200
_HEADLINE: Final = (18, 220)
"""Sizes of a line that may be a headline."""
_TAGS: Final = 257
"""A number beyond those of tags."""
_MARKLESS: Final = (0x0E00, 0x109F), (0x1780, 0x17FF)
"""Thai, Lao, Tibetan, Burmese and Khmer, which part no words, and may end a sentence without a mark."""
_IN_MARKLESS: Final = re.compile("[" + "".join(f"{chr(first)}-{chr(last)}" for first, last in _MARKLESS) + "]")
_OF_WORD: Final = 5
"""Their letters, and how many of them are a word."""


@dataclass(eq=False)
class Lines:
    """The segments of a page and what several features are made of; columns of shape (m,).

    Attributes:
        page: the page.
        size: how much each line says, in characters of an alphabet; whole numbers, as are all their sums.
        link_share: how much of it links say.
        prose: it is running text.
        headline_link: it is a link as long as a headline.
        amount: its size where it is running text, else 0.
        prose_at: the lines of running text, shape (p,).
        block: the line's block.
        total: the size of all lines.
        before: the characters shown before each row, and on the whole page; shape (page size + 1,).
        numbers: how many rows have each tag.
        h1_text: the main heading.
        h1_line: the line where it stands, -1 where there is none.
    """

    page: Page
    size: FloatArray
    link_share: FloatArray
    prose: BoolArray
    headline_link: BoolArray
    amount: FloatArray
    prose_at: NDArray[np.intp]
    block: NDArray[np.int32]
    total: float
    before: NDArray[np.int64]
    numbers: list[int]
    h1_text: str = ""
    h1_line: int = -1

    @classmethod
    def of(cls, page: Page) -> Lines:
        """The lines of a page."""
        segments = page.segments
        chars = segments.chars.astype(np.float64)
        words = segments.words
        # A character of Chinese or Japanese says as much as several of an alphabet.
        size = np.where(words > 0.5 * chars, np.maximum(chars, 3.0 * words), chars)
        link_share = segments.link_chars / np.maximum(1.0, chars)
        prose = (size >= _PROSE) & (link_share < 0.3) & ((segments.punct > 0) | _without_marks(page))
        headline = (link_share >= 0.8) & (size >= _HEADLINE[0]) & (size <= _HEADLINE[1])
        return cls(
            page=page,
            size=size,
            link_share=link_share,
            prose=prose,
            headline_link=headline,
            amount=np.where(prose, size, 0.0),
            prose_at=prose.nonzero()[0],
            block=segments.block,
            total=max(1.0, float(size.sum())),
            before=sums_before(np.where(page.shown, page.chars, 0)),
            numbers=np.bincount(page.tag, minlength=len(tags.NAMES)).tolist(),
        )

    def __len__(self) -> int:
        return len(self.size)

    def number(self, *names: str) -> int:
        """How many rows have some tags."""
        return sum(self.numbers[tags.IDS[name]] for name in names)

    def rows(self, name: str) -> NDArray[np.intp]:
        """The rows with a tag."""
        tag = tags.IDS[name]
        return (self.page.tag == tag).nonzero()[0] if self.numbers[tag] else _NO_ROWS

    def chars(self, rows: NDArray[np.integer]) -> NDArray[np.int64]:
        """The characters shown in the subtrees of some rows."""
        out: NDArray[np.int64] = self.before[self.page.end[rows]] - self.before[rows]
        return out

    def first_long(self, *, default: int) -> int:
        """The first line of much running text."""
        long = self.prose_at[self.size[self.prose_at] >= LONG_PROSE]
        return int(long[0]) if len(long) else default

    @property
    def begins(self) -> int:
        """The line of the main heading, else of the first running text; the first of all where there is neither."""
        return max(0, self.h1_line if self.h1_line >= 0 or not len(self.prose_at) else int(self.prose_at[0]))

    @made_once
    def links(self) -> NDArray[np.intp]:
        """The rows that are links."""
        return tags.LINK.take(self.page.tag).nonzero()[0]

    @made_once
    def above(self) -> NDArray[np.int32]:
        """The parent of each row; of the root, itself."""
        return np.maximum(self.page.parent, 0)

    @made_once
    def place(self) -> NDArray[np.int64]:
        """A number for the tags of each row and its parent."""
        tag = self.page.tag.astype(np.int64)
        out: NDArray[np.int64] = tag * _TAGS + tag[self.above]
        return out

    @made_once
    def of_prose(self) -> FloatArray:
        """How much running text each row has in its subtree; shape (page size,)."""
        page = self.page
        out: FloatArray = page.subtree(np.bincount(page.segments.first, weights=self.amount, minlength=len(page)))
        return out


_NO_ROWS: Final = np.zeros(0, dtype=np.intp)
_LOGARITHMS: Final[list[float]] = np.log1p(np.arange(2000)).tolist()
"""Of small numbers and one more, looked up: numpy is slow for single numbers, and `math` differs in the last digit."""


def log1p(number: float) -> float:
    """The logarithm of a whole number that is not negative, and one more."""
    return _LOGARITHMS[int(number)] if number < len(_LOGARITHMS) else float(np.log1p(number))


def are_linked(page: Page, rows: NDArray[np.intp], chars: NDArray[np.int64]) -> BoolArray:
    """Whether most of the text of each row, of so many characters, is that of links."""
    links = sums_before(np.where(page.shown, page.link_chars, 0))
    out: BoolArray = links[page.end[rows]] - links[rows] > 0.5 * chars
    return out


def total_prose(lines: Lines) -> float:
    """Characters of the prose of a page, 1 where there is none."""
    return max(1.0, float(lines.amount.sum()))


def words(text: str) -> float:
    """Words of a text; two characters of Chinese or Japanese count as one, and five of scripts that part no words."""
    wide = sum(character >= "\u3040" for character in text)
    return max(len(text.split()), wide / 2, len(_IN_MARKLESS.findall(text)) / _OF_WORD)


def _without_marks(page: Page) -> BoolArray:
    """Whether most of each segment is in a script whose sentences may end without a mark."""
    segments = page.segments
    if page.text.isascii():
        return np.zeros(len(segments), dtype=np.bool_)
    points = page.points
    held = sums_before(np.any([(points >= first) & (points <= last) for first, last in _MARKLESS], axis=0))
    out: BoolArray = 2 * (held[segments.stop] - held[segments.start]) > segments.chars
    return out


def signature(lines: Lines, rows: NDArray[np.integer]) -> NDArray[np.int64]:
    """A number for the tags of each row and of the three elements above it."""
    if not len(rows):
        return _NO_ROWS
    place, above = lines.place, lines.above
    out: NDArray[np.int64] = place[rows] * _TAGS**2 + place[above[above[rows]]]
    return out


def most_alike(signatures: NDArray[np.int64]) -> int:
    """How many rows have the commonest signature."""
    return max(Counter(signatures.tolist()).values(), default=0)


def largest_share(signatures: NDArray[np.int64]) -> float:
    """The share of the rows that have the commonest signature."""
    return most_alike(signatures) / len(signatures) if len(signatures) else math.nan
