"""Dates in lines: what the words beside one say, and whether it stands for itself or is told in a sentence.

It works on strings, and must not know pages, nor names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.dates import Written
from broadsheet.metadata.written.introductions import without_introduction
from broadsheet.metadata.written.name_shapes import HAN
from broadsheet.patterns import pattern

__all__ = [
    "LINE",
    "before_date",
    "beside_dates",
    "is_told",
    "labelled",
    "says_changed",
    "says_published",
    "says_when",
    "stands_apart",
    "stands_beside_dates",
]

_DIVIDER: Final = pattern(r"[,;|•·]")
"""Marks between the parts of a byline."""
_LONGEST: Final = 60
"""Characters of the words that lead to a date."""
_WORD: Final = re.compile(
    r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0963\u0970-\u0dff\u0e00-\u0eff\u1000-\u103f"
    r"\u1780-\u17d3\u200c\u200d])*"
)
"""A word with combining marks, which are no letters to Python."""
_LEADS_TO_DATE: Final = lexicon.Matcher(
    r"[\s,|•·–—(-]*(?<!\w)(?P<word>{weekdays before_dates beside_dates at_hour to buttons}|{weekday_letters}|"
    r"{before_dates} {weekday_short})[\s.:：,|•·–—-]*$"
)
"""The last word before a date, if it leads to the date: ``on``, ``veröffentlicht am``, ``Tuesday``."""

_PUBLISHED_NEAR: Final = lexicon.Matcher(r"(?<![^\W\d_]){published_near}(?![^\W\d_])")
"""Words beside a date of publication that are parts of other words, too."""
_CHANGED_LABEL: Final = lexicon.Matcher(r"(?:^|[^\w\s]\s*|\d\s+){changed_label}(?!\w)(?:\W+[^\W\d_]{1,12}){0,2}\W*$")
"""A label of a change whose words have other meanings in sentences: it has little else in it."""
_VOWELS: Final = pattern("[\u0640\u064b-\u0652\u0670]")
"""Marks on Arabic letters that few write."""

_LABEL: Final = 40
"""Characters before a date that may be its label."""
_VERB: Final = 24
"""Characters behind it that may be a verb, with a time: ``um 23:03 Uhr gepostet``."""
LINE: Final = 80
"""Characters of a line that may only say a date; a longer one is a sentence."""
_CAPITALS: Final = "".join(filter(str.isupper, map(chr, range(0x530))))
"""Capital Latin, Greek and Cyrillic letters."""
_SMALL: Final = pattern(rf"(?<!\w)[^\W\d_{_CAPITALS}]")
"""A lower-case word, or one in a script without capitals, where sentences and labels look alike."""
_GOES_ON: Final = re.compile(rf"[\s,]*(?:[a-zà-ÿ]|[^\W\d_{_CAPITALS}]+\s+\w)")
"""The rest of a sentence behind a date in it; a single word of other scripts is the word for years."""
_STOPS: Final = (".", "!", "?", "。", "।", "؟", "۔")
_PART: Final = pattern(r"[|•·;()–—\n]|\s[-/@]\s")
_BEHIND: Final = re.compile(rf"\s*(?:\d{{1,2}}[:：時时]\d{{1,2}}分?\s*)?([{HAN}]{{2}})")
"""Two characters behind a date, which may be its label in Chinese and Japanese."""
_OF_OTHER: Final = lexicon.Matcher(r"(?<![\w-]){other_dates}(?: (?:{before_dates a}))?\s*:\s*$|©|\(c\)|copyright")
"""The label of a day that is not the article's: a deadline, an event, a reader's first visit, the owner of rights."""
_LASTS: Final = lexicon.Matcher(r"\s*(?:[–—-]|{to})\s*\d")
"""The rest of a span of time."""


@cache
def beside_dates() -> frozenset[str]:
    """The words that stand beside dates."""
    entries = lexicon.words("beside_dates", "weekdays", "early", "late", "noon", "night")
    return frozenset(word for entry in entries for word in _WORD.findall(entry))


def stands_beside_dates(text: str) -> bool:
    """Whether all words of a text stand beside dates.

    >>> stands_beside_dates("Publié le"), stands_beside_dates("Ada Lovelace")
    (True, False)
    """
    return all(word.casefold() in beside_dates() for word in _WORD.findall(text))


def before_date(text: str) -> str:
    """The text before a date without the words that lead to the date: label, preposition, day of the week.

    >>> before_date("Ada Lovelace | Last updated: Tuesday, "), before_date("Marie Dupont Publié le")
    ('Ada Lovelace', 'Marie Dupont')
    >>> before_date("Plácido Domingo")
    'Plácido Domingo'
    """
    while (found := _LEADS_TO_DATE.search(text, max(0, len(text) - _LONGEST))) and not _is_family_name(found):
        text = text[: found.start()]
    return text


def _is_family_name(found: re.Match[str]) -> bool:
    """Whether a word before a date is the second of a name: ``Plácido Domingo``."""
    before, gap = found.string[: found.start()], found.string[found.start() : found.start("word")]
    names = _DIVIDER.split(before)[-1].split()
    is_behind_one = len(names) == 1 and names[0].isalpha() and not stands_beside_dates(names[0])
    return is_behind_one and found["word"].istitle() and not gap.strip()


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


def labelled(line: str, dates: Sequence[Written]) -> Iterator[tuple[Written, str]]:
    """Yield the dates in a line, each with the words that may be its label, but not deadlines, events and the like.

    >>> from broadsheet.metadata.written.dates import dates_in
    >>> line = "Posted May 5, 2025 | Updated 7 May 2025 | Deadline: 9 May 2025"
    >>> [(one.value, label) for one, label in labelled(line, dates_in(line, "en"))]
    [('2025-05-05', 'Posted '), ('2025-05-07', ' | Updated ')]
    """
    end = 0
    for one in dates:
        label = line[max(end, one.start - _LABEL) : one.start]
        end = one.stop
        if (behind := _BEHIND.match(line, one.stop)) is not None and says_when(behind[1]):
            label, end = behind[1], behind.end()
        if _OF_OTHER.search(label) is None:
            yield one, label


def is_told(line: str, one: Written, label: str) -> bool:
    """Whether a date is told in a sentence, which goes on behind it or has lower-case words and no label before it. A
    sentence about "this article" says the article's own day, and so does a verb behind a date.
    """
    if not lexicon.words("this").isdisjoint(line.casefold().split()) and says_when(line):
        return False
    goes_on = _GOES_ON.match(line, one.stop) is not None and not says_when(line[one.stop : one.stop + _VERB])
    if goes_on or says_when(label):
        return goes_on and (line.endswith(_STOPS) or len(line) > 2 * LINE)
    if len(line) > 2 * LINE:
        return one.start > _LABEL
    return line.endswith(_STOPS) and _SMALL.search(_PART.split(line[: one.start])[-1]) is not None


def stands_apart(line: str, one: Written) -> bool:
    """Whether a relative time, or a day without a year, stands by itself in its part of a line: behind a label, "by" or
    nothing, with no sentence behind it.

    Args:
        line: the line.
        one: where it stands.

    >>> from datetime import date
    >>> lines = "By Ada | 3 hours ago | 2 min", "Updated 3 hours ago", "Last comment 3 hours ago", "A fire 3 hours ago"
    >>> [stands_apart(one, Written(date.today(), "", at := one.index("3"), at + 11)) for one in lines]
    [True, True, False, False]
    """
    part = before_date(_PART.split(line[: one.start])[-1]).strip(" ,\u00a0")
    goes_on = _GOES_ON.match(line, one.stop) is not None and not says_when(line[one.stop : one.stop + _VERB])
    is_alone = not part or says_when(part) or without_introduction(part) != part
    return is_alone and not (goes_on or _LASTS.match(line, one.stop))
