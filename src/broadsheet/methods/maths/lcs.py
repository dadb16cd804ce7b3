"""Longest common subsequences of words, by a bit-parallel library."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rapidfuzz.distance import LCSseq

from broadsheet.page.characters import CJK_CLASS, SIGNS

__all__ = ["lcs", "words"]

_LETTERS = rf"[^\W{CJK_CLASS}]+(?:[{SIGNS}]+[^\W{CJK_CLASS}]*)*"
_WORD = re.compile(rf"[{CJK_CLASS}]|{_LETTERS}(?:['’]{_LETTERS})*")


def words(text: str) -> list[str]:
    """The words of a text, case folded; of a text in Chinese or Japanese, the characters.

    >>> words("The cat's out, again")
    ['the', "cat's", 'out', 'again']
    >>> words("天气 good")
    ['天', '气', 'good']
    >>> len(words("हिन्दी में"))
    2
    """
    return _WORD.findall(text.casefold())


def lcs(c: Sequence[str], t: Sequence[str]) -> int:
    """The length of the longest common subsequence of two sequences of words.

    Args:
        c: the words of a text.
        t: the words of the title.

    >>> lcs(["a", "b", "c", "d"], ["b", "x", "d"])
    2
    """
    return int(LCSseq.similarity(c, t))
