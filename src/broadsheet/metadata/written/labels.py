"""Words beside dates that say that something was published or changed then.

It works on strings, and must not know pages.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.east_asian import EAST_ASIAN
from broadsheet.metadata.written.introductions import is_joint
from broadsheet.metadata.written.letters import in_small

__all__ = ["is_label", "says_changed", "says_published", "speaks_of"]

_LABEL_OF_CHANGE: Final = lexicon.Matcher(r"(?:^|[^\w\s]\s*|\d\s+){changed_label}(?!\w)(?:\W+[^\W\d_]{1,12}){0,2}\W*$")
"""A label of a change whose words have other meanings in sentences: it has little else in it."""
_PUBLISHED_NEAR: Final = lexicon.Matcher(r"(?<![^\W\d_]){published_near}(?![^\W\d_])")
"""Words beside a date of publication that are parts of other words, too."""
_SHORT: Final = 3
"""Letters of small words in labels: ``was``, ``on``, ``den``."""
_SPOKEN: Final = 10
"""Words of a sentence about the article itself."""
_GLYPHS: Final = 4
"""East Asian letters between the verb and the date."""
_MARKS: Final = re.compile(r"[:：|•·]")
"""Marks between a label and the date, which sentences do not have."""
_BREAKS: Final = re.compile(r"[^\w\s'’-]|\d")
"""Marks before a label."""
_WORD: Final = re.compile(r"[^\W\d_][^\W\d_'’-]*")
_VOWELS: Final = re.compile("[\u0640\u064b-\u0652\u0670]")
"""Marks on Arabic letters that few write."""


@cache
def _stems(*fields: str, is_ascii: bool) -> tuple[str, ...]:
    """The beginnings of words that are open entries of some fields; for ASCII texts those in ASCII alone."""
    stems = tuple(dict.fromkeys(entry.rstrip("*").lower() for field in fields for entry in lexicon.entries(field)))
    return tuple(filter(str.isascii, stems)) if is_ascii else stems  # half of them, and most texts are in ASCII


def _has_any(small: str, *fields: str) -> bool:
    """Whether an entry of some fields is in a lower-case text, be it part of a word."""
    return any(map(small.__contains__, _stems(*fields, is_ascii=small.isascii())))


@lru_cache(maxsize=1024)
def speaks_of(label: str, name: str) -> tuple[bool, bool]:
    """Whether words beside a date, or its element's class, say that it is of a change, and of a publication."""
    return _has_any(f"{label} {name}".lower(), "changed", "changed_near"), says_published(label) or says_published(name)


@lru_cache(maxsize=1024)
def says_published(near: str) -> bool:
    """Whether words beside a date say that it is one of publication."""
    small = near.lower() if near.isascii() else _VOWELS.sub("", near.lower())
    return _has_any(small, "published") or _PUBLISHED_NEAR.search(small) is not None


@lru_cache(maxsize=1024)
def is_label(words: str) -> bool:
    """Whether words before a date are a label of publication or change; a sentence has other words around the verb.

    >>> is_label("Last updated by Ada Lovelace on "), is_label("This post was published on Monday, ")
    (True, True)
    >>> is_label("A report published on "), is_label("Published accounts on ")
    (False, False)
    """
    if _LABEL_OF_CHANGE.search(words) is not None:
        return True
    said = _where_said(words)
    if said is None:
        return False
    front, behind = words[: said[0]], words[said[1] :]
    if EAST_ASIAN.search(words):
        return sum(map(str.isalpha, behind)) <= _GLYPHS
    if _MARKS.search(behind):
        return True
    every = _WORD.findall(words)
    if not lexicon.words("this").isdisjoint(map(str.lower, every)):
        return len(every) <= _SPOKEN
    return _ends_label(_WORD.findall(behind)) and _begins_label(_WORD.findall(_BREAKS.split(front)[-1]))


def _where_said(words: str) -> tuple[int, int] | None:
    """The place of the last word that says that something was published or changed."""
    small = in_small(words)
    said = _stems("changed", "published", is_ascii=small.isascii())
    stems = [(at, at + len(stem)) for stem in said if (at := small.rfind(stem)) >= 0]
    found = max((*stems, *[one.span() for one in _PUBLISHED_NEAR.pattern.finditer(small)]), default=None)
    if found is None:
        return None
    start, stop = found
    while start and small[start - 1].isalpha():
        start -= 1
    while stop < len(small) and small[stop].isalpha():
        stop += 1
    return start, stop


def _ends_label(words: list[str]) -> bool:
    """Whether words behind the verb may be a label's: short ones, names behind these, and the day of the week."""
    return all(
        len(word) <= _SHORT or (before and (word[0].isupper() or is_joint(before)))
        for before, word in pairwise(["", *words[:-1]])
    )


def _begins_label(words: list[str]) -> bool:
    """Whether words before the verb may be a label's: short or capitalised ones, or a single one; one more in a script
    without capitals.
    """
    last = lexicon.words("last")
    rest = [word for word in words if len(word) > _SHORT and word.lower() not in last and not word[0].isupper()]
    return len(words) == 1 or len(rest) <= (not any(map(str.islower, rest)))


@lru_cache(maxsize=1024)
def says_changed(text: str) -> bool:
    """Whether words beside a date say that it is one of a change."""
    return _has_any(text.lower(), "changed") or _LABEL_OF_CHANGE.search(text) is not None
