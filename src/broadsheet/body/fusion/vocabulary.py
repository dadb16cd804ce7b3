"""Numbers of known words, in texts and in element names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from broadsheet.body.fusion.tokens import ElementNames, TextWords
from broadsheet.engine.library import LIBRARY, pointers
from broadsheet.page.arrays import IntArray
from broadsheet.page.characters import code_points

__all__ = ["Vocabulary"]


class Vocabulary:
    """A mapping from known words to numbers.

    Args:
        numbers: the number of each word, from 1; several words may share one. No word has a line feed in it.
    """

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self._numbers = dict(numbers)
        self._slots = 1 << (2 * len(numbers)).bit_length()
        self._table = np.zeros(self._slots, dtype=np.uint64), np.zeros(self._slots, dtype=np.int32)
        hashes, given = _hashes(list(numbers)), np.array([*numbers.values()], dtype=np.int32)
        LIBRARY.fill_table(*pointers(hashes, given), len(numbers), *pointers(*self._table), self._slots)

    def __reduce__(self) -> tuple[Any, ...]:
        return Vocabulary, (self._numbers,)  # places in the table are of this process

    def of_texts(self, words: TextWords) -> IntArray:
        """The number of each word, 0 for unknown ones; shape (n,)."""
        return self._of(words.hashes if words.hashes is not None else _hashes(words.words))

    def of_names(self, names: ElementNames) -> tuple[IntArray, IntArray]:
        """The number of each word of each distinct element, and the offsets of the elements, the end included."""
        if names.hashes is not None:
            hashes, edges = names.hashes
            return self._of(hashes), edges
        edges = np.array([0, *accumulate(map(len, names.words))], dtype=np.int32)
        return self._of(_hashes([*chain.from_iterable(names.words)])), edges

    def _of(self, hashes: NDArray[np.uint64]) -> IntArray:
        out = np.empty(len(hashes), dtype=np.int32)
        place, *table, found = pointers(hashes, *self._table, out)
        LIBRARY.look_up(place, len(hashes), *table, self._slots, found)
        return out


def _hashes(words: Sequence[str]) -> NDArray[np.uint64]:
    points = code_points("".join([f"{word}\n" for word in words]))
    out = np.empty(len(words), dtype=np.uint64)
    place, found = pointers(points, out)
    LIBRARY.hash_words(place, len(points), found)
    return out
