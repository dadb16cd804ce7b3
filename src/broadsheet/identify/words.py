"""Many words looked for in one text: the text is read once, and not once a word.

Where the first characters of some word may stand is told for the whole text at once; only there are the words compared.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.page.characters import code_points

__all__ = ["Words"]

_BEGINNING: Final = 4
"""Characters of a word by which it is found."""
_SLOTS: Final = 1 << 13
"""Numbers that beginnings are told apart by. A table of them has to stay in the processor's nearest memory."""
_LAST: Final = np.uint32(_SLOTS - 1)
_THREE, _SIX = np.uint32(3), np.uint32(6)


class Words:
    """Words, or phrases, that are looked for as parts of a text."""

    def __init__(self, words: Iterable[str]) -> None:
        words = sorted(words)
        self._overlapping = [word for word in words if any(word.endswith(word[:end]) for end in range(1, len(word)))]
        self._short: list[str] = []
        self._begin: dict[str, list[str]] = {}
        for word in words:
            if len(word) < _BEGINNING:
                self._short.append(word)
            else:
                self._begin.setdefault(word[:_BEGINNING], []).append(word)
        self._begins = np.zeros(_SLOTS, dtype=np.bool_)
        for beginning in self._begin:
            self._begins[_slots(beginning)] = True

    def counts(self, text: str) -> dict[str, int]:
        """How often each of the words that are there is, as `str.count` has it."""
        found = {word: number for word in self._short if (number := text.count(word))}
        if len(text) < _BEGINNING:
            return found
        begin = self._begin
        for at in self._begins.take(_slots(text)).nonzero()[0].tolist():
            for word in begin.get(text[at : at + _BEGINNING], ()):
                if text.startswith(word, at):
                    found[word] = found.get(word, 0) + 1
        for word in self._overlapping:
            if word in found:
                found[word] = text.count(word)
        return found


def _slots(text: str) -> NDArray[np.uint32]:
    """A number under `_SLOTS` for each `_BEGINNING` characters of a text that is no shorter."""
    points = code_points(text)
    pairs = points[:-1] ^ (points[1:] << _THREE)
    out: NDArray[np.uint32] = (pairs[:-2] ^ (pairs[2:] << _SIX)) & _LAST
    return out
