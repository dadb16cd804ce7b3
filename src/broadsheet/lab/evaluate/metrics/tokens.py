r"""Tokens, the units of most metrics.

A token is a match of ``\w+``, as in Scrapinghub's benchmark, with three additions of ours, which do not affect other
texts and are the same for every method:

* **a CJK character is one token** (`broadsheet.page.characters`). Otherwise a whole Chinese or Japanese clause is one
  token, and one wrong character costs four clauses;
* **invisible characters** (soft hyphen, zero-width space, word joiner, byte order mark) **are removed first**. Gold
  texts and extractors differ in keeping them, and a soft hyphen would split a word into two tokens;
* **a letter and its diacritic** are one character if possible (normal form C of Unicode Standard Annex 15): ``\w`` does
  not match combining marks, and texts that differ only in this are equal by that standard.

Case matters, as in the benchmark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from broadsheet.page.characters import CJK, INVISIBLE, classes, composed

__all__ = ["canonical", "token_pattern", "tokens", "tokens_as_written"]

_INVISIBLE: Final = re.compile(f"[{INVISIBLE}]")


def tokens(text: str) -> list[str]:
    """Return the tokens of a text, in order."""
    return token_pattern().findall(canonical(text))


def tokens_as_written(text: str) -> list[str]:
    """Return the tokens of a text without normal form C, for comparisons with its own page. The training labels of the
    shipped models use these.
    """
    return token_pattern().findall(_INVISIBLE.sub("", text))


def canonical(text: str) -> str:
    """Normalise a text: without invisible characters, in normal form C."""
    return composed(_INVISIBLE.sub("", text))


@cache
def token_pattern() -> re.Pattern[str]:
    r"""Return the pattern of one token: ``\w+``, except for CJK characters, which are single tokens."""
    points = [chr(point) for point in range(0x20000) if not 0xD800 <= point < 0xE000]
    bits = classes("".join(points))
    # Above these planes everything is Han. Radicals and similar are symbols, which \w does not match.
    alone = [point for point, bit in zip(points, bits.tolist(), strict=True) if bit & CJK and point.isalnum()]
    spans = "".join(f"{first}-{last}" for first, last in _spans(alone)) + "\U00020000-\U0003ffff"
    return re.compile(rf"[{spans}]|[^\W{spans}]+")


def _spans(characters: list[str]) -> Iterable[tuple[str, str]]:
    """Yield runs of consecutive characters, as first and last."""
    first = last = characters[0]
    for character in characters[1:]:
        if ord(character) != ord(last) + 1:
            yield first, last
            first = character
        last = character
    yield first, last
