"""Words beside dates in bylines: published, changed, on what day, at what hour.

It works on one string, and must not know dates, nor names.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.letters import in_small

__all__ = ["before_date", "beside_dates", "stands_beside_dates", "to_weekday"]

_DIVIDER: Final = re.compile(r"[,;|•·]")
"""Marks between the parts of a byline."""
_LONGEST: Final = 60
"""Characters of the words that lead to a date."""
_WORD: Final = re.compile(
    r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0963\u0970-\u0dff\u0e00-\u0eff\u1000-\u103f"
    r"\u1780-\u17d3\u200c\u200d])*"
)
"""A word with combining marks, which are no letters to Python."""
_WEEKDAY: Final = lexicon.Matcher(
    r"[\s,|•·–—-]*+(?<!\w)(?:{weekdays}|{weekday_letters}(?:day)?\.?|{before_dates} {weekday_short}\.?)"
    r"(?:\W+{before_dates})?\W*$",
    0,
)
"""The day of the week before a date, in lower case."""
_LEADS_TO_DATE: Final = lexicon.Matcher(
    r"[\s,|•·–—(-]*(?<!\w)(?P<word>{weekdays before_dates beside_dates at_hour to buttons}|{weekday_letters}|"
    r"{before_dates} {weekday_short})[\s.:：,|•·–—-]*$"
)
"""The last word before a date, if it leads to the date: ``on``, ``veröffentlicht am``, ``Tuesday``."""


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


def to_weekday(text: str) -> str:
    """The text before a date without the day of the week at its end.

    >>> to_weekday("Ada Lovelace, Dienstag, "), to_weekday("Ada Lovelace")
    ('Ada Lovelace', 'Ada Lovelace')
    """
    found = _WEEKDAY.search(in_small(text))
    return text if found is None else text[: found.start()]


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
