"""Words that stand around a segment and in it: the names that a page's author gave to elements, and the text's own.

They are strings here; the network knows which of them it has learnt something about.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from broadsheet.page import Page, Segments
from broadsheet.page.arrays import IntArray
from broadsheet.page.characters import CJK_CLASS

__all__ = ["LEVELS", "ElementNames", "TextWords", "element_names", "text_words"]

LEVELS: Final = (3, 1, 2, 6)
"""Elements that are named for a segment: inline ones around its first text, its block, and two groups above that."""
_NAMING: Final = ("class", "id", "role", "itemprop", "data-testid", "data-component")
_NAME: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_LONGEST_NAMES: Final = 300
"""Characters of an element's names that are read."""
_WORD: Final = re.compile(rf"[^\W\d_{CJK_CLASS}]+|\n|\d+|[©@|:;/»›…\[\]()]|[{CJK_CLASS}]")
_HEAD: Final = 100
_TAIL: Final = 40
"""Characters at the beginning and the end of a segment whose words are read."""
_LONGEST_NUMBER: Final = 5
"""Digits that are told apart: a year from a day, and not one telephone number from another."""


@dataclass(frozen=True, eq=False)
class ElementNames:
    """The names of the elements around each segment of a page.

    Attributes:
        words: the words of each distinct element, as a tuple of lower-case strings; the first is empty.
        inner, own, near, far: for each segment, which of ``words`` are those of the inline elements around its first
            text, of its block, of the two elements above the block and of the six above these; 0 where there is no
            such element. Shapes (m, 3), (m, 1), (m, 2), (m, 6).
    """

    words: list[tuple[str, ...]]
    inner: IntArray
    own: IntArray
    near: IntArray
    far: IntArray

    @property
    def groups(self) -> tuple[IntArray, IntArray, IntArray, IntArray]:
        """The four groups, from the inside out."""
        return self.inner, self.own, self.near, self.far


@dataclass(frozen=True, eq=False)
class TextWords:
    """The words at the beginning and the end of each segment's text, in lower case, numbers as zeros.

    Attributes:
        words: all of them, one segment after the other.
        edges: where each segment's words begin and, last, where they end; shape (m + 1,).
    """

    words: list[str]
    edges: IntArray


def element_names(page: Page, segments: Segments) -> ElementNames:
    """The names of the elements around each segment: the words in ``class``, ``id``, ``role`` and the like."""
    parent, block = page.parent, segments.block
    count = len(segments)
    rows = np.full((count, sum(LEVELS)), -1, dtype=np.int64)
    at = parent[segments.first].astype(np.int64)
    for level in range(LEVELS[0]):
        inside = at > block
        rows[inside, level] = at[inside]
        at = np.where(inside, parent[at], at)
    at = block.astype(np.int64)
    for level in range(LEVELS[0], sum(LEVELS)):
        rows[:, level] = at
        at = np.where(at > 0, parent[at], -1)
    seen = np.zeros(len(page) + 1, dtype=np.bool_)
    seen[rows] = True  # -1 is the last
    number: dict[tuple[str, ...], int] = {(): 0}
    of_row = np.zeros(len(page) + 1, dtype=np.int32)
    used = np.flatnonzero(seen[:-1])
    of_row[used] = [number.setdefault(_split(named), len(number)) for named in page.joined(used.tolist(), _NAMING)]
    which = of_row[rows]
    inner, own, near, far = np.split(which, np.cumsum(LEVELS)[:-1], axis=1)
    return ElementNames(list(number), inner, own, near, far)


@lru_cache(maxsize=20_000)
def _split(names: str) -> tuple[str, ...]:
    """The words in an element's own names, each once."""
    return tuple(dict.fromkeys([word.lower() for word in _NAME.findall(names[:_LONGEST_NAMES])]))


def text_words(texts: list[str]) -> TextWords:
    """The words at both ends of each text."""
    ends = [text if len(text) <= _HEAD + _TAIL else f"{text[:_HEAD]} … {text[-_TAIL:]}" for text in texts]
    words = _WORD.findall("\n".join(ends).lower())
    breaks = [place for place, word in enumerate(words) if word == "\n"]
    # The n-th break stands after n others, which are no words.
    edges = np.zeros(len(texts) + 1, dtype=np.int32)
    edges[1:-1] = np.array(breaks, dtype=np.int32) - np.arange(len(breaks), dtype=np.int32)
    kept = [
        word if word[0] > "9" or not word.isdigit() else "0" * min(len(word), _LONGEST_NUMBER)
        for word in words
        if word != "\n"
    ]
    edges[-1] = len(kept)
    return TextWords(kept, edges)
