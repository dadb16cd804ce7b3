r"""Text -> tokens, the units that most measures count.

A token is what ``\w+`` matches, as in Scrapinghub's benchmark, with three additions of ours, which change nothing in
texts without such characters and are the same for every method:

* **a CJK character is a token of its own** (`broadsheet.page.characters`). Without it a whole Chinese or Japanese
  clause is one token, and one wrong character costs four clauses;
* **invisible characters** (soft hyphen, zero-width space, word joiner, byte order mark) **are left out first**. Some
  gold texts keep them and some do not, and extractors differ as well: with them in, a word with a soft hyphen is two
  tokens, and a text that reads the same is another;
* **a letter and the mark on it** are one character where there is one (normal form C of Unicode Standard Annex 15): a
  mark of its own is no part of a word to ``\w``, and texts that differ in this alone are the same by that standard.

Case counts, as it does there.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from broadsheet.page.characters import CJK, INVISIBLE, classes, composed

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["canonical", "token_pattern", "tokens", "tokens_as_written"]

_INVISIBLE: Final = re.compile(f"[{INVISIBLE}]")


def tokens(text: str) -> list[str]:
    """The tokens of a text, in order."""
    return token_pattern().findall(canonical(text))


def tokens_as_written(text: str) -> list[str]:
    """Those of a text that is looked for on its own page, where letters and marks are written alike: only what is
    invisible is left out. The labels that shipped models were learnt from are made of these.
    """
    return token_pattern().findall(_INVISIBLE.sub("", text))


def canonical(text: str) -> str:
    """A text as it is cut: without the characters that are no part of words, in normal form C."""
    return composed(_INVISIBLE.sub("", text))


@cache
def token_pattern() -> re.Pattern[str]:
    r"""The pattern of one token: ``\w+``, but for CJK characters, which stand alone."""
    points = [chr(point) for point in range(0x20000) if not 0xD800 <= point < 0xE000]
    bits = classes("".join(points))
    # Above these planes all is Han. Radicals and the like are symbols, which \w does not match.
    alone = [point for point, bit in zip(points, bits.tolist(), strict=True) if bit & CJK and point.isalnum()]
    spans = "".join(f"{first}-{last}" for first, last in _spans(alone)) + "\U00020000-\U0003ffff"
    return re.compile(rf"[{spans}]|[^\W{spans}]+")


def _spans(characters: list[str]) -> Iterable[tuple[str, str]]:
    """Runs of consecutive characters, by their first and last."""
    first = last = characters[0]
    for character in characters[1:]:
        if ord(character) != ord(last) + 1:
            yield first, last
            first = character
        last = character
    yield first, last
