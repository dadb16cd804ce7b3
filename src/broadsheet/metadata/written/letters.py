"""Letters without capitals and without accents: what is written in small ones alone is found several times as fast as
what may be written in any, and some systems know no accents.

It must not know what is looked for.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from broadsheet.page.characters import normal_form

__all__ = ["WRITTEN_OUT", "in_small", "plain_letters", "unaccented"]

WRITTEN_OUT: Final = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "æ": "ae",
     "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Ø": "Oe", "Å": "Aa", "Æ": "Ae"}
)  # fmt: skip
"""How hosts and accounts write letters that not all keyboards have, besides without their marks."""


def in_small(text: str) -> str:
    """A text in small letters, each in the place of its own.

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
