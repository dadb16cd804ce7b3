"""Texts in lower case and without accents: lower-case texts are matched several times as fast, and some systems know no
accents.
"""

from __future__ import annotations

import unicodedata

from broadsheet.page.characters import normal_form

__all__ = ["in_small", "plain_letters", "unaccented"]


def in_small(text: str) -> str:
    """A text in lower case, with every letter in its place.

    >>> in_small("PAZARTESİ"), in_small("Ada")
    ('pazartesi', 'ada')
    """
    return (text if text.isascii() else text.replace("İ", "I")).lower()  # that letter alone is two in lower case


def unaccented(text: str) -> str:
    """A text without accents: NFKD, and no marks that take no place (category Mn).

    >>> unaccented("Núria Müller")
    'Nuria Muller'
    """
    if text.isascii():
        return text
    text = normal_form("NFKD", text)
    return text.translate({ord(char): None for char in set(text) if unicodedata.category(char) == "Mn"})


def plain_letters(text: str) -> str:
    """A text without accents and capitals.

    >>> plain_letters("Núria MÜLLER")
    'nuria muller'
    """
    return unaccented(text).casefold()
