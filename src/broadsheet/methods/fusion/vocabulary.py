"""The numbers of known words: those of texts and those in the names of elements.

It must not know what they are used for.
"""

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
    """Known words.

    Args:
        numbers: the number of each, 1 or more; several may have the same.
    """

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self._numbers = numbers

    @made_once
    def _table(self) -> Table:
        return Table(self._numbers)

    def of_texts(self, words: TextWords) -> IntArray:
        """The number of each word, 0 for one that is not known; shape (n,)."""
        if words.hashes is not None:
            return self._table.numbers(words.hashes)
        find = self._numbers.get
        return np.array([find(word, 0) for word in words.words], dtype=np.int32)

    def of_names(self, names: ElementNames) -> tuple[IntArray, IntArray]:
        """The number of each word of each distinct element, and where each element's begin and, last, end."""
        if names.hashes is not None:
            hashes, edges = names.hashes
            return self._table.numbers(hashes), edges
        find = self._numbers.get
        numbers = [find(word, 0) for word in chain.from_iterable(names.words)]
        return np.array(numbers, dtype=np.int32), np.array([0, *accumulate(map(len, names.words))], dtype=np.int32)
