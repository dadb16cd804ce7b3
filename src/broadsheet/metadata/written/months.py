"""Names of months in any language, by the files of `broadsheet.lexicon`. It must not know dates."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from broadsheet import lexicon

__all__ = ["file_of", "month_of", "own_month_of"]

_FILES: Final = {"nb": "no", "nn": "no", "bs": "hr", "sh": "hr", "iw": "he", "in": "id"}
"""Languages whose words are in the file of another one."""
_SHORT: Final = 3
"""Letters of a name that counts in pages of any language only if two languages have it."""
_SHARED_SCRIPTS: Final = "\u0530"
"""Before this letter are the scripts that many languages share: Latin, Greek and Cyrillic."""


def file_of(language: str) -> str:
    """The code of the file that has the words of a language."""
    return _FILES.get(language, language)


@lru_cache(maxsize=8192)
def month_of(word: str, language: str) -> int | None:
    """The month that a word names, in a language, in English, or in any other if it means no other month.

    >>> month_of("März", "de"), month_of("sept", "en"), month_of("people", "en")
    (3, 9, None)
    """
    folded = " ".join(word.split()).casefold().replace("i\u0307", "i")  # what is left of a Turkic capital
    names = (_names("months", file_of(language)), _names("months", "en"), _anywhere())
    return next((of[name] for of in names for name in (folded, f"{folded}.") if name in of), None)


def own_month_of(word: str, language: str) -> int:
    """The month of the calendar of a language's country that a word names; 0 for none."""
    return _names("own_months", language).get(word, 0)


@cache
def _names(field: str, language: str) -> Mapping[str, int]:
    """Names of months of a language, folded, with their numbers."""
    rows = enumerate(lexicon.rows(field, language), 1)
    return {name.replace("'", "’").casefold(): number for number, names in rows for name in names}


@cache
def _anywhere() -> Mapping[str, int]:
    """The names that mean the same month in every language."""
    found: dict[str, list[int]] = {}
    for language in lexicon.languages():
        for name, number in _names("months", language).items():
            found.setdefault(name, []).append(number)
    return {
        name: numbers[0]
        for name, numbers in found.items()
        if len(set(numbers)) == 1 and (len(name) > _SHORT or len(numbers) > 1 or name > _SHARED_SCRIPTS)
    }
