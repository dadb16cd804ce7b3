"""Numbers of known words, in texts and in element names."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate, chain

import numpy as np

from broadsheet.methods.fusion.kernel_texts import Table
from broadsheet.methods.fusion.tokens import ElementNames, TextWords
from broadsheet.page.arrays import IntArray
from broadsheet.page.once import made_once

__all__ = ["Vocabulary"]


class Vocabulary:
    """A mapping from known words to numbers.

    Args:
        numbers: the number of each word, from 1; several words may share one.
    """

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self._numbers = numbers

    @made_once
    def _table(self) -> Table:
        return Table(self._numbers)

    def of_texts(self, words: TextWords) -> IntArray:
        """The number of each word, 0 for unknown ones; shape (n,)."""
        if words.hashes is not None:
            return self._table.numbers(words.hashes)
        find = self._numbers.get
        return np.array([find(word, 0) for word in words.words], dtype=np.int32)

    def of_names(self, names: ElementNames) -> tuple[IntArray, IntArray]:
        """The number of each word of each distinct element, and the offsets of the elements, the end included."""
        if names.hashes is not None:
            hashes, edges = names.hashes
            return self._table.numbers(hashes), edges
        find = self._numbers.get
        numbers = [find(word, 0) for word in chain.from_iterable(names.words)]
        return np.array(numbers, dtype=np.int32), np.array([0, *accumulate(map(len, names.words))], dtype=np.int32)
