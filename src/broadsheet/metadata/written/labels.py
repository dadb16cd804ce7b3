"""Words beside dates that say that something was published or changed then.

It works on strings, and must not know pages.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from broadsheet import lexicon

__all__ = ["says_changed", "says_published", "says_when"]

_PUBLISHED_NEAR: Final = lexicon.Matcher(r"(?<![^\W\d_]){published_near}(?![^\W\d_])")
"""Words beside a date of publication that are parts of other words, too."""
_CHANGED_LABEL: Final = lexicon.Matcher(r"(?:^|[^\w\s]\s*|\d\s+){changed_label}(?!\w)(?:\W+[^\W\d_]{1,12}){0,2}\W*$")
"""A label of a change whose words have other meanings in sentences: it has little else in it."""
_VOWELS: Final = re.compile("[\u0640\u064b-\u0652\u0670]")
"""Marks on Arabic letters that few write."""


@lru_cache(maxsize=1024)
def says_published(near: str) -> bool:
    """Whether words beside a date say that it is one of publication.

    >>> says_published("Posted on "), says_published("Updated by Ada Lovelace on ")
    (True, False)
    """
    small = near.lower() if near.isascii() else _VOWELS.sub("", near.lower())
    return _has_any(small, "published") or _PUBLISHED_NEAR.search(small) is not None


@lru_cache(maxsize=1024)
def says_changed(near: str) -> bool:
    """Whether words beside a date say that it is one of a change."""
    return _has_any(near.lower(), "changed") or _CHANGED_LABEL.search(near) is not None


def says_when(near: str) -> bool:
    """Whether words beside a date say that something was published or changed then."""
    return says_published(near) or says_changed(near)


def _has_any(small: str, field: str) -> bool:
    """Whether an entry of a field is in a lower-case text, be it part of a word."""
    return any(map(small.__contains__, _stems(field, is_ascii=small.isascii())))


@cache
def _stems(field: str, *, is_ascii: bool) -> tuple[str, ...]:
    """The beginnings of words that are open entries of a field; for ASCII texts those in ASCII alone."""
    stems = tuple(dict.fromkeys(entry.rstrip("*").lower() for entry in lexicon.entries(field)))
    return tuple(filter(str.isascii, stems)) if is_ascii else stems  # half of them, and most texts are in ASCII
