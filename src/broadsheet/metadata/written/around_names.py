"""Days of the week, labels, symbols and other text around the names of a byline."""

from __future__ import annotations

import re
from functools import cache
from itertools import dropwhile
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.beside_dates import stands_beside_dates
from broadsheet.metadata.written.letters import in_small
from broadsheet.metadata.written.months import file_of
from broadsheet.metadata.written.people import are_names

__all__ = [
    "DIVIDER",
    "EMAIL",
    "LONGEST",
    "plainly_introduced",
    "to_weekday",
    "without_open_label",
    "without_symbols",
    "without_weekday",
]

LONGEST: Final = 60
"""Characters of a name; a longer text is a sentence or several names."""
_SYMBOL: Final = re.compile("[\u2122\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]+")
"""Arrows, signs and pictures."""
_DIVIDERS: Final = ",;|•·"
_LAST_SENTENCE: Final = re.compile(
    r"(?:(?<=[^\W\d_]{3}\.)|(?<=[।|•·]))(?P<gap>\s+)(?P<said>(?=[^\W\d_])[^.।|•·,;:\d]{1,40}(?<!\s))\s*[:：]?\s*$"
)
"""The last words of a text, behind a mark, or a full stop that ends no initial."""
DIVIDER: Final = re.compile(r"[,;|]")
EMAIL: Final = re.compile(
    r"<?\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b>?|\[?\bemail\s*(?:protected|the author)?\]?", re.IGNORECASE
)
_WEEKDAY: Final = lexicon.Matcher(
    r"(?P<apart>[\s,|•·–—-]*+)(?<!\w)(?:{weekdays}|{weekday_letters}(?:day)?\.?|{before_dates} {weekday_short}\.?)"
    r"(?:\W+{before_dates})?\W*$",
    0,
)
"""The day of the week before a date, in lower case. People are called so too (``Sun Lin``, ``Joe Friday``)."""


def plainly_introduced(text: str, language: str) -> str:
    """A byline with "By" in place of a preposition that introduces names in this language alone.

    >>> plainly_introduced("Na Neema Mushi", "sw"), plainly_introduced("Na Hye-seok", "en")
    ('By Neema Mushi', 'Na Hye-seok')
    """
    found = _by_here(file_of(language)).match(text) if len(text) <= LONGEST else None
    is_before_name = found is not None and text[found.end() : found.end() + 1].isupper()
    return f"By {text[found.end() :]}" if found is not None and is_before_name else text


@cache
def _by_here(language: str) -> re.Pattern[str]:
    """The words before names in a language that are names or other words in others."""
    return re.compile(rf"\W*{lexicon.one_of(lexicon.entries('by_here', language))}\s+", re.IGNORECASE)


def without_symbols(text: str) -> str:
    """A text without icons.

    >>> without_symbols("✍️ Ada Lovelace"), without_symbols("Ada Lovelace ✓")
    ('Ada Lovelace', 'Ada Lovelace')
    """
    return text if text.isascii() or not _SYMBOL.search(text) else " ".join(_SYMBOL.sub(" ", text).split())


def without_open_label(text: str) -> str:
    """The text before a date, without a label of the date at its end.

    >>> without_open_label("Ada Lovelace | Published:"), without_open_label("Ada Lovelace | In print:")
    ('Ada Lovelace |', 'Ada Lovelace |')
    >>> without_open_label("Ada Lovelace. Published"), without_open_label("Martin Luther King Jr. April")
    ('Ada Lovelace.', 'Martin Luther King Jr. April')
    >>> without_open_label("Ada Lovelace Last updated: "), without_open_label("Marie Dupont Publié le")
    ('Ada Lovelace', 'Marie Dupont')
    """
    is_open = text.rstrip().endswith((":", "："))
    found = _LAST_SENTENCE.search(text)
    if found is not None and (is_open or stands_beside_dates(found["said"])):
        return text[: found.start("gap")]
    words = text.rstrip(" \t:：").split(" ")
    kept = list(dropwhile(lambda word: any(map(str.isalpha, word)) and stands_beside_dates(word), reversed(words)))
    if len(kept) < len(words) and (is_open or (len(kept) > 1 and not are_names(" ".join(words[len(kept) :])))):
        return " ".join(reversed(kept))
    return text[: max(text.rfind(mark) for mark in _DIVIDERS) + 1] if is_open else text


def to_weekday(text: str, mark: str = "") -> str:
    """The text before a date, with a mark in place of the day of the week at its end.

    >>> to_weekday("Ada Lovelace, Dienstag, "), to_weekday("Ada Lovelace")
    ('Ada Lovelace', 'Ada Lovelace')
    """
    found = _WEEKDAY.search(in_small(text))
    return text if found is None else text[: found.start()] + mark


def without_weekday(text: str) -> str:
    """The text before a date without the day of the week, unless that is a family name: ``Plácido Domingo``."""
    found = _WEEKDAY.search(in_small(text), max(0, len(text) - LONGEST))
    if found is None:
        return text
    before = text[: found.start()]
    is_family_name = not found["apart"].strip() and len(DIVIDER.split(before)[-1].split()) == 1
    return text if is_family_name else before
