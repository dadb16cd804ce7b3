"""What stands around the names of a byline and is none of them: places, days of the week, labels, symbols, credits."""

from __future__ import annotations

import re
from functools import cache
from itertools import dropwhile
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.beside_dates import stands_beside_dates
from broadsheet.metadata.written.letters import in_small
from broadsheet.metadata.written.months import file_of
from broadsheet.metadata.written.name_shapes import may_be_name
from broadsheet.metadata.written.organisations import is_organisation
from broadsheet.metadata.written.people import are_names, may_name_somebody
from broadsheet.metadata.written.roles import is_role
from broadsheet.metadata.written.tasks import label_of_writers, other_label
from broadsheet.page.characters import is_small

__all__ = [
    "DIVIDER",
    "EMAIL",
    "LONGEST",
    "is_credit",
    "plainly_introduced",
    "to_weekday",
    "without_open_label",
    "without_place",
    "without_place_before",
    "without_symbols",
    "without_weekday",
]

LONGEST: Final = 60
"""Characters of a name; what is longer is a sentence or several names."""
_SHORT_BYLINE: Final = 60
"""Characters of a byline that such a word begins; longer lines are sentences as often."""
_PLACE_BEHIND_DASH: Final = re.compile(r"\s+[–—]\s+((?:[^\W\d_a-zà-ÿ][\w'’.-]*)(?:\s[\w'’.-]+){0,3})$")
_PLACE_AND_DASH: Final = re.compile(
    r"(?P<place>(?=[^\W\d_])[^\W_](?:[\w'’.-]|[\u064b-\u065f])*(?:\s(?=[^\W\d_])[\w'’.-]+){0,2})\s+[–—-]\s+(?=(?P<rest>[^\W\d_][^,;|/()\d]{3,60}$))"
)
"""What stands before a dash that all of a name may be behind."""
_DASHES: Final = ("-", "–", "—")
_SYMBOL: Final = re.compile("[\u2122\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]+")
"""Arrows, signs and pictures."""
_DIVIDERS: Final = ",;|•·"
_LAST_SENTENCE: Final = re.compile(
    r"(?:(?<=[^\W\d_]{3}\.)|(?<=[।|•·]))(?P<gap>\s+)(?P<said>(?=[^\W\d_])[^.।|•·,;:\d]{1,40}(?<!\s))\s*[:：]?\s*$"
)
"""The last words of a text, behind a full stop that no initial has, or behind a mark."""
DIVIDER: Final = re.compile(r"[,;|]")
EMAIL: Final = re.compile(
    r"<?\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b>?|\[?\bemail\s*(?:protected|the author)?\]?", re.IGNORECASE
)
_WEEKDAY: Final = lexicon.Matcher(
    r"(?P<apart>[\s,|•·–—-]*+)(?<!\w)(?:{weekdays}|{weekday_letters}(?:day)?\.?|{before_dates} {weekday_short}\.?)"
    r"(?:\W+{before_dates})?\W*$",
    0,
)
"""The day of the week in front of a date, in small letters. People are called so too (``Sun Lin``, ``Joe Friday``)."""


def is_credit(text: str) -> bool:
    """Whether a line begins with what somebody did, or is nothing but an address for mail.

    >>> is_credit("Foto: Anna Müller"), is_credit("anna@paper.example"), is_credit("Foto des Jahres")
    (True, True, False)
    """
    if label_of_writers(text) is not None or other_label(text):
        return True
    return "@" in text and EMAIL.fullmatch(text) is not None


def plainly_introduced(text: str, language: str) -> str:
    """A byline as English has it, in whose language a preposition introduces names that names elsewhere begin with, or
    a verb stands behind them.

    >>> plainly_introduced("Na Neema Mushi", "sw"), plainly_introduced("Na Hye-seok", "en")
    ('By Neema Mushi', 'Na Hye-seok')
    >>> plainly_introduced("Hildur Jónsdóttir skrifar", "is")
    'By Hildur Jónsdóttir'
    """
    for word in lexicon.entries("and_here", language):
        text = re.sub(rf"(?<=\w) {word} (?=[^\W\d_a-zà-ž]\w+ [^\W\d_a-zà-ž])", " and ", text)
    if len(text) > _SHORT_BYLINE:
        return text
    writes = _writes(file_of(language)).search(text)
    if writes is not None:
        name = text[: writes.start()]
        return f"By {name}" if may_be_name(name) else text
    found = _by_here(file_of(language)).match(text)
    if found is None or not text[found.end() : found.end() + 1].isupper():
        return text
    return f"By {text[found.end() :]}"


@cache
def _by_here(language: str) -> re.Pattern[str]:
    """What stands before names in a language, and is a name or another word in others."""
    return re.compile(rf"\W*{lexicon.one_of(lexicon.entries('by_here', language))}\s+", re.IGNORECASE)


@cache
def _writes(language: str) -> re.Pattern[str]:
    """What stands behind the name of who wrote, at the end of a line, in a language."""
    return re.compile(rf"\s+{lexicon.one_of(lexicon.entries('writes', language))}\s*[.:]?$")


def without_symbols(text: str) -> str:
    """A text without pictures among its letters, as icons stand before names.

    >>> without_symbols("✍️ Ada Lovelace"), without_symbols("Ada Lovelace ✓")
    ('Ada Lovelace', 'Ada Lovelace')
    """
    return text if text.isascii() or not _SYMBOL.search(text) else " ".join(_SYMBOL.sub(" ", text).split())


def without_place(text: str) -> str:
    """What a byline introduces, without the place behind a dash at its end: ``Letícia Amarante, g1 — São Paulo``."""
    found = _PLACE_BEHIND_DASH.search(text)
    if found is None or len(DIVIDER.split(text)[0][: found.start()].split()) < 2 or is_organisation(found[1]):
        return text
    return text[: found.start()]


def without_place_before(text: str) -> str:
    """A byline without the place in front of a dash, where a person's name is all that is behind it: one word, one that
    is written in capitals, or a city that is known.

    >>> without_place_before("NORTHGATE – Ada Lovelace"), without_place_before("Paris - Ada Lovelace")
    ('Ada Lovelace', 'Ada Lovelace')
    >>> without_place_before("Anna Müller - Karl Berg"), without_place_before("Kate - Sweet Kitchen")
    ('Anna Müller - Karl Berg', 'Kate - Sweet Kitchen')
    """
    if ": " in text:
        before, _, name = text.partition(": ")
        if before.casefold() in lexicon.words("places"):
            return name
    found = _PLACE_AND_DASH.match(text) if any(map(text.__contains__, _DASHES)) else None
    if found is None:
        return text
    place, rest = found["place"], found["rest"]
    is_place = (
        (" " not in place and not is_small(place[0]))
        or (place.isupper() and not rest.isupper())
        or place.casefold() in lexicon.words("places")
    )
    if not is_place or is_organisation(place) or is_organisation(rest) or is_role(rest):
        return text
    is_name = may_be_name(rest) and " " in rest.strip() and may_name_somebody(rest, "en")
    return text[found.end() :] if is_name else text


def without_open_label(text: str) -> str:
    """What stands before a date, without a label at its end: that is no name but what the date is. Behind a full stop,
    or a mark, it needs no colon where all its words stand beside dates.

    >>> without_open_label("Ada Lovelace | Published:"), without_open_label("Published:")
    ('Ada Lovelace |', '')
    >>> without_open_label("Ada Lovelace. Published"), without_open_label("Martin Luther King Jr. April")
    ('Ada Lovelace.', 'Martin Luther King Jr. April')
    >>> without_open_label("Ada Lovelace Last updated: "), without_open_label("Ada Lovelace | In print:")
    ('Ada Lovelace', 'Ada Lovelace |')
    >>> without_open_label("Marie Dupont Publié le"), without_open_label("Ada Lovelace Page")
    ('Marie Dupont', 'Ada Lovelace Page')
    """
    is_open = text.rstrip().endswith((":", "："))
    found = _LAST_SENTENCE.search(text)
    if found is not None and (is_open or stands_beside_dates(found["said"])):
        return text[: found.start("gap")]
    words = text.rstrip(" \t:：").split(" ")
    kept = list(dropwhile(lambda word: any(map(str.isalpha, word)) and stands_beside_dates(word), reversed(words)))
    if len(kept) < len(words) and (is_open or (len(kept) > 1 and not are_names(" ".join(words[len(kept) :])))):
        return " ".join(reversed(kept))
    if not is_open:
        return text
    return text[: max(text.rfind(mark) for mark in _DIVIDERS) + 1]


def to_weekday(text: str, mark: str = "") -> str:
    """What stands before a date, with a mark in place of the day of the week at its end.

    >>> to_weekday("Ada Lovelace, Dienstag, "), to_weekday("Ada Lovelace")
    ('Ada Lovelace', 'Ada Lovelace')
    """
    found = _WEEKDAY.search(in_small(text))
    return text if found is None else text[: found.start()] + mark


def without_weekday(text: str) -> str:
    """What stands before a date without the day of the week, unless that is a family name: ``Plácido Domingo``."""
    begin = max(0, len(text) - LONGEST)
    found = _WEEKDAY.search(in_small(text), begin)
    if found is None:
        return text
    before = text[: found.start()]
    own = DIVIDER.split(before)[-1]
    return before if found["apart"].strip() or len(own.split()) > 1 or not own.strip() else text
