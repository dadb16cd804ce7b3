r"""Text -> tokens, the units that most measures count.

A token is what ``\w+`` matches, as in Scrapinghub's benchmark, with one addition of ours: **a CJK character is a token
of its own** (`broadsheet.page.characters`). Without it a whole Chinese or Japanese clause is one token, and one wrong
character costs four clauses. It changes nothing in texts without such characters and is the same for every method.
Case counts, as it does there.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from broadsheet.page.characters import CJK, classes

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["token_pattern", "tokens"]


def tokens(text: str) -> list[str]:
    """The tokens of a text, in order."""
    return token_pattern().findall(text)


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
