"""The words of a page's evidence, spelled out for training: the engine only has their hashes."""

from __future__ import annotations

import re
import string
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.body.fusion.features import Evidence, evidence
from broadsheet.body.fusion.tokens import LEVELS, MARKS_ALONE, NAMING, ElementNames, TextWords, ends, hashes_of
from broadsheet.facts import Facts
from broadsheet.methods.base import Given
from broadsheet.page import Page
from broadsheet.page.arrays import IntArray
from broadsheet.page.characters import CJK_CLASS
from broadsheet.patterns import pattern

__all__ = ["Inputs", "SpelledNames", "SpelledWords", "names_in", "spelled"]

_GROUPS: Final = tuple(pairwise((0, *accumulate(LEVELS))))
_NAME: Final = pattern(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_MAX_NAME_CHARS: Final = 300  # characters read of an element's names
_WORD: Final = pattern(rf"[^\W\d_{CJK_CLASS}]+|\d+|[{re.escape(MARKS_ALONE)}{CJK_CLASS}]")
"""A word: a run of letters or of digits, one of the marks, or one CJK character."""
_MAX_NUMBER_DIGITS: Final = 5
"""Longer numbers look the same: a year differs from a day, but one telephone number not from another."""


@dataclass(frozen=True, eq=False)
class SpelledNames(ElementNames):
    """The names of the elements around each segment, with the words of each element."""

    words: list[tuple[str, ...]]

    @classmethod
    def of(cls, words: list[tuple[str, ...]], around: IntArray) -> SpelledNames:
        """The names of elements whose words are known; the first element has none."""
        hashes = hashes_of([*chain.from_iterable(words)])
        return cls(around, hashes, _edges(words), np.zeros(0, dtype=np.int32), words)

    @property
    def groups(self) -> tuple[IntArray, ...]:
        """``around`` by `LEVELS`: shapes (m, 3), (m, 1), (m, 2), (m, 6)."""
        return tuple([self.around[:, first:stop] for first, stop in _GROUPS])


@dataclass(frozen=True, eq=False)
class SpelledWords(TextWords):
    """The words at both ends of each segment's text, in lower case, numbers as zeros, one segment after the other."""

    words: list[str]

    @classmethod
    def of(cls, words: list[str], edges: IntArray) -> SpelledWords:
        """Words that are known."""
        return cls(hashes_of(words), edges, words)

    @classmethod
    def of_texts(cls, texts: Iterable[str]) -> SpelledWords:
        """The words at both ends of each text."""
        # Lower case depends on neighbours, and may divide a word: "İ" becomes a letter and a mark.
        words = [[part for word in _WORD.findall(ends(text)) for part in _WORD.findall(word.lower())] for text in texts]
        return cls.of([sys.intern(_counted(word)) for of_text in words for word in of_text], _edges(words))


def spelled(found: Evidence) -> tuple[SpelledNames, SpelledWords]:
    """The names and words of a page's evidence."""
    elements = [(), *map(names_in, found.page.joined(found.names.first.tolist(), NAMING))]
    return SpelledNames.of(elements, found.names.around.copy()), SpelledWords.of_texts(found.page.texts)


@dataclass(frozen=True, slots=True, eq=False)
class Inputs:
    """The network's inputs for a page, with its words spelled out."""

    columns: NDArray[np.float16]  # evidence, float16 to save memory, shape (m, f)
    names: SpelledNames  # names of the elements around each segment
    words: SpelledWords  # words of each segment
    chars: IntArray  # characters of each segment, shape (m,)

    @classmethod
    def of(cls, page: Page) -> Inputs:
        """Return the inputs for a page. They do not refer to the page, so its memory can be freed."""
        found = evidence(Facts(page), Given())
        return cls(found.columns.astype(np.float16), *spelled(found), page.segments.chars.copy())


def names_in(names: str) -> tuple[str, ...]:
    """The words in an element's own names, each once."""
    return tuple(dict.fromkeys([sys.intern(word.lower()) for word in _NAME.findall(names[:_MAX_NAME_CHARS])]))


def _counted(word: str) -> str:
    """A number as zeros, as many as it has digits; any other word as it is."""
    return "0" * min(len(word), _MAX_NUMBER_DIGITS) if word[0] in string.digits else word


def _edges(lists: Iterable[Sequence[Any]]) -> IntArray:
    return np.array([0, *accumulate(map(len, lists))], dtype=np.int32)
