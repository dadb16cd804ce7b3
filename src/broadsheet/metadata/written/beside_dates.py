"""Words beside dates in bylines: published, changed, on what day, at what hour.

It works on one string, and must not know dates, nor names.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from broadsheet import lexicon

__all__ = ["beside_dates", "stands_beside_dates"]

_WORD: Final = re.compile(
    r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0963\u0970-\u0dff\u0e00-\u0eff\u1000-\u103f"
    r"\u1780-\u17d3\u200c\u200d])*"
)
"""A word with combining marks, which are no letters to Python."""


@cache
def beside_dates() -> frozenset[str]:
    """The words that stand beside dates."""
    entries = lexicon.words("beside_dates", "weekdays", "early", "late", "noon", "night")
    return frozenset(word for entry in entries for word in _WORD.findall(entry))


def stands_beside_dates(text: str) -> bool:
    """Whether all words of a text stand beside dates.

    >>> stands_beside_dates("Publié le"), stands_beside_dates("Ada Lovelace")
    (True, False)
    """
    return all(word.casefold() in beside_dates() for word in _WORD.findall(text))
