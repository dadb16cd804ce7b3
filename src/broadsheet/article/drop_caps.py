"""Drop caps: whether a capital that is set apart is the first letter of the word after it."""

from __future__ import annotations

import re
from typing import Final, TypeGuard

from broadsheet.article.blocks import Image
from broadsheet.article.roles import QUOTATION_MARKS
from broadsheet.page import Page

__all__ = ["completes", "is_capital"]

_CALLED: Final = re.compile(
    r"(?<![a-z])(?:drop[_-]?caps?|initials?|first[_-]?letter|lettrine|big[_-]?letter|capital(?:[_-]?letter)?(?!-))(?![a-z])",
    re.IGNORECASE,
)
_ONE_LETTER_WORDS: Final = frozenset("AEIOUYÀÁÈÉÒÓАВИКОСУЯ")
"""Capitals that are words by themselves in some language, so that what follows may be a word of its own."""
_ONE_LETTER_WORDS_SLAVIC: Final = frozenset("KSVWZ")
_SLAVIC: Final = frozenset("pl cs sk sl hr bs sr".split())
_AROUND: Final = 5_000
"""How far from a drop cap, in characters, its word is looked for."""


def is_capital(content: str | Image) -> TypeGuard[str]:
    """Whether a piece is one capital letter, maybe after a quotation mark."""
    return (
        isinstance(content, str)
        and len(content) <= 2
        and content[-1].isupper()
        and (len(content) == 1 or content[0] in QUOTATION_MARKS)
    )


def completes(page: Page, row: int, letter: str, words: str, *, spaced: bool) -> bool:
    """Whether words go on with a letter that is set apart, a drop cap.

    Args:
        page: the page.
        row: the text row of the letter.
        letter: the letter, maybe after a quotation mark.
        words: what follows.
        spaced: white space stands between them in the page.
    """
    called = _is_called_so(page, row)
    initial = letter[-1]
    if not called and (spaced or not words[0].islower() or words[0] == initial.lower()):
        return False
    if not words[0].isalpha():
        return words[0] in "'’"
    if initial not in _ONE_LETTER_WORDS and not (initial in _ONE_LETTER_WORDS_SLAVIC and _is_slavic(page)):
        return True
    # "A" and "fter", or "A" and "man"? The page may have the word elsewhere.
    whole = re.escape(initial + re.split(r"\W", words, maxsplit=1)[0])
    place = int(page.stop[row]) - 1  # of the letter: together with what follows it looks like the word
    near = page.text[max(place - _AROUND, 0) : place] + " " + page.text[place + 1 : place + _AROUND]
    return re.search(rf"\b{whole}\b", near, re.IGNORECASE) is not None


def _is_called_so(page: Page, row: int) -> bool:
    """Whether one of the innermost elements around a text row is called a drop cap."""
    up = row
    for _ in range(2):
        up = int(page.parent[up])
        if _CALLED.search(page.attr(up, "class") or ""):
            return True
    return False


def _is_slavic(page: Page) -> bool:
    """Whether the page says that its language has prepositions of one consonant."""
    return (page.attr(0, "lang") or "")[:2].lower() in _SLAVIC
