"""What is written beside dates: that something was published then, or changed.

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

__all__ = ["clock_of_change", "is_label", "says_changed", "says_published", "speaks_of"]

_LABEL_OF_CHANGE: Final = lexicon.Matcher(r"(?:^|[^\w\s]\s*|\d\s+){changed_label}(?!\w)(?:\W+[^\W\d_]{1,12}){0,2}\W*$")
"""A label of a change whose words are said of other things in sentences: it has little else in it."""
_BEFORE: Final = lexicon.Matcher(r"(?<!\w){changed_label}(?!\w)")
_CLOCK_OF_CHANGE: Final = lexicon.Matcher(
    r"(?<=\d)\D*\b{changed changed_label}\D{0,20}"
    r"(?P<clock>\d\d?\s?(?:[:.h]\s?[0-5]\d(?![\d.]|\s?[./-])|[ap]\.?m\b))"
)
"""A word of change with a time behind it, both behind a date."""
_PUBLISHED_NEAR: Final = lexicon.Matcher(r"(?<![^\W\d_]){published_near}(?![^\W\d_])")
"""What is said beside a date of publication, and is part of other words too."""
_SHORT: Final = 3
"""Letters of the words that stand in labels besides: ``was``, ``on``, ``den``."""
_SPOKEN: Final = 10
"""Words of a sentence that says when the article itself was published or changed."""
_GLYPHS: Final = 4
_GLYPHS_OF_WORD: Final = 8
"""Letters of East Asia between what says that something was published or changed and the date, and in that at the most.
"""
_MARKS: Final = re.compile(r"[:：|•·]")
"""What stands between a label and the date, and not in sentences."""
_BREAKS: Final = re.compile(r"[^\w\s'’-]|\d")
"""What stands between a label and what is in front of it."""
_WORD: Final = re.compile(r"[^\W\d_][^\W\d_'’-]*")
_VOWELS: Final = re.compile("[\u0640\u064b-\u0652\u0670]")
"""Marks on Arabic letters, and what makes words longer: few write them."""


@cache
def _stems(*fields: str, is_ascii: bool) -> tuple[str, ...]:
    """The beginnings of words that are open entries of some fields; those in ASCII alone, or all."""
    stems = tuple(dict.fromkeys(entry.rstrip("*").lower() for field in fields for entry in lexicon.entries(field)))
    return tuple(filter(str.isascii, stems)) if is_ascii else stems  # half of them, and most texts are in ASCII


def _has_any(small: str, *fields: str) -> bool:
    """Whether any entry of some fields is in a text in small letters, be it part of a word."""
    return any(map(small.__contains__, _stems(*fields, is_ascii=small.isascii())))


@lru_cache(maxsize=1024)
def speaks_of(label: str, name: str) -> tuple[bool, bool]:
    """Whether words beside a date, or what its element is called, say that it is of a change, and of a publication."""
    return _has_any(f"{label} {name}".lower(), "changed", "changed_near"), says_published(label) or says_published(name)


@lru_cache(maxsize=1024)
def says_published(near: str) -> bool:
    """Whether words beside a date say that it is one of publication."""
    small = near.lower() if near.isascii() else _VOWELS.sub("", near.lower())
    return _has_any(small, "published") or _PUBLISHED_NEAR.search(small) is not None


@lru_cache(maxsize=1024)
def is_label(words: str) -> bool:
    """Whether words in front of a date are a label that says when something was published or changed. A sentence says
    it between words of its own.

    >>> is_label("Last updated by Ada Lovelace on "), is_label("This post was published on Monday, ")
    (True, True)
    >>> is_label("A report published on "), is_label("Published accounts on ")
    (False, False)
    """
    if _labels_change(words):
        return True
    words = words if words.isascii() else _VOWELS.sub("", words)
    said = _where_said(words)
    if said is None:
        return False
    front, behind = words[: said[0]], words[said[1] :]
    if EAST_ASIAN.search(words):
        return said[1] - said[0] <= _GLYPHS_OF_WORD and sum(map(str.isalpha, behind)) <= _GLYPHS
    if _MARKS.search(behind):
        return True
    every = _WORD.findall(words)
    if not lexicon.words("this").isdisjoint(map(str.lower, every)):
        return len(every) <= _SPOKEN
    return _ends_label(_WORD.findall(behind)) and _begins_label(_WORD.findall(_BREAKS.split(front)[-1]))


def _where_said(words: str) -> tuple[int, int] | None:
    """Where the last word, or phrase, stands that says that something was published or changed."""
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
    """Whether words behind what was done may be those of a label: short ones, names behind these, and at the end the
    day of the week.
    """
    return all(
        len(word) <= _SHORT or (before and (word[0].isupper() or is_joint(before)))
        for before, word in pairwise(["", *words[:-1]])
    )


def _begins_label(words: list[str]) -> bool:
    """Whether words in front of what was done may be those of a label: short ones, and what is written large; one more
    where it is the only one, or in a script without capitals.
    """
    if len(words) == 1:
        return True
    rest = [
        word
        for word in words
        if len(word) > _SHORT and word.lower() not in lexicon.words("last") and not word[0].isupper()
    ]
    return len(rest) <= (not any(map(str.islower, rest)))


@lru_cache(maxsize=1024)
def says_changed(text: str) -> bool:
    """Whether something is said to be of a change."""
    return _speaks_of_change(text) or _labels_change(text)


def _labels_change(text: str) -> bool:
    """Whether a text ends with a label of a change whose words are said of other things in sentences."""
    return _LABEL_OF_CHANGE.search(text) is not None


def _speaks_of_change(text: str) -> bool:
    """Whether a word is in a text that is said of changes alone."""
    return _has_any(text.lower(), "changed")


def clock_of_change(line: str) -> int | None:
    """Where the time of a change begins that stands in a line behind a date and a word for the change.

    >>> line = "12/09/2024 08:00. Actualizado a las 10:30"
    >>> line[clock_of_change(line):]
    '10:30'
    """
    if not _speaks_of_change(line) and not _BEFORE.search(line):
        return None
    found = _CLOCK_OF_CHANGE.search(line)
    return None if found is None else found.start("clock")
