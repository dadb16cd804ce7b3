"""Drop caps: whether a capital set apart is the first letter of the word after it."""

from __future__ import annotations

import re
from typing import Final, TypeGuard

from broadsheet.article.blocks import Image
from broadsheet.article.roles import QUOTATION_MARKS
from broadsheet.page import Page

__all__ = ["completes", "is_capital"]

_DROP_CAP_CLASS: Final = re.compile(
    r"(?<![a-z])(?:drop[_-]?caps?|initials?|first[_-]?letter|lettrine|big[_-]?letter|capital(?:[_-]?letter)?(?!-))(?![a-z])",
    re.IGNORECASE,
)
_ONE_LETTER_WORDS: Final = frozenset("AEIOUYÀÁÈÉÒÓАВИКОСУЯ")
"""Capitals that are words by themselves in some language, so that a new word may follow."""
_ONE_LETTER_WORDS_SLAVIC: Final = frozenset("KSVWZ")
_SLAVIC: Final = frozenset("pl cs sk sl hr bs sr".split())
MAX_DISTANCE: Final = 5_000  # characters around a drop cap in which its whole word is looked for


def is_capital(content: str | Image) -> TypeGuard[str]:
    """Whether a piece is one capital letter, optionally after a quotation mark."""
    return (
        isinstance(content, str)
        and len(content) <= 2
        and content[-1].isupper()
        and (len(content) == 1 or content[0] in QUOTATION_MARKS)
    )


def completes(page: Page, row: int, letter: str, words: str, *, spaced: bool) -> bool:
    """Whether words continue a letter that is set apart, a drop cap.

    Args:
        page: the page.
        row: the text row of the letter.
        letter: the letter, optionally after a quotation mark.
        words: the words that follow.
        spaced: white space stands between them in the source.
    """
    called = _has_drop_cap_class(page, row)
    initial = letter[-1]
    if not called and (spaced or not words[0].islower() or words[0] == initial.lower()):
        return False
    if not words[0].isalpha():
        return words[0] in "'’"
    if initial not in _ONE_LETTER_WORDS and not (initial in _ONE_LETTER_WORDS_SLAVIC and _is_slavic(page)):
        return True
    # "A" + "fter", or "A" and "man"? The whole word may occur elsewhere in the page.
    whole = re.escape(initial + re.split(r"\W", words, maxsplit=1)[0])
    place = int(page.stop[row]) - 1  # of the letter, which together with the next words looks like the word
    near = page.text[max(place - MAX_DISTANCE, 0) : place] + " " + page.text[place + 1 : place + MAX_DISTANCE]
    return re.search(rf"\b{whole}\b", near, re.IGNORECASE) is not None


def _has_drop_cap_class(page: Page, row: int) -> bool:
    """Whether one of the two innermost elements around a text row has a drop-cap class name."""
    up = row
    for _ in range(2):
        up = int(page.parent[up])
        if _DROP_CAP_CLASS.search(page.attr(up, "class") or ""):
            return True
    return False


def _is_slavic(page: Page) -> bool:
    """Whether the page's language has prepositions of one consonant."""
    return (page.attr(0, "lang") or "")[:2].lower() in _SLAVIC
