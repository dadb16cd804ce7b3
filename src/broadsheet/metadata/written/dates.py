"""Dates and times as people write them: ``5 March 2024``, ``05.03.2024``, ``2024年3月5日``, ``9.07 Uhr``, ``오후 3시``.

A date is found by its shape, in any script; names of months are those of the page's language, of English, and those
that mean one month everywhere. A time counts only right beside a date. This module must not refer to pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta, timezone
from functools import cache, lru_cache
from itertools import islice
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from broadsheet import lexicon
from broadsheet.lexicon import lookup_code
from broadsheet.patterns import pattern

__all__ = ["Written", "dates_in", "day_and_name", "month_of", "name_and_day", "plausible", "with_clock"]

_EARLIEST: Final = date(1990, 1, 1)  # nothing on the web is older: an earlier date is a placeholder, or in the story
_STARTED: Final = datetime.now(UTC).date()  # start of the program: only for later days the clock is read again
_LETTERS: Final = (
    r"[^\W\d_](?:[^\W\d_]|(?=\.[^\W\d_])\.|"  # Python 3.11.2 keeps a full stop if a lookahead after it fails
    r"[\u0900-\u0963\u0970-\u0dff\u0e00-\u0eff\u1000-\u103f\u1050-\u109f\u1780-\u17d3\u200d]){1,14}+"
)
"""A word, maybe with full stops in it. Python does not count vowel signs of Indian scripts, Thai, Lao, Burmese and
Khmer as letters."""
_YEAR: Final = r"(?:19[89]|20[0-4]|25[3-9]|1[34]\d)\d"  # of the common era, the Buddhist one (Thailand), or Iran's
_BUDDHIST: Final = 543  # years from the Buddhist era to the common one
_OF_BUDDHIST: Final = range(60, 90)  # two-digit years that in Thailand can only be of that era
_OF_TAIWAN: Final = 1911  # the year before the first of Taiwan's era
_YEAR_FIRST: Final = ("ja", "ko", "zh")  # languages in which a two-digit year stands before the month
_BY_IRAN: Final = ("fa", "ps")  # languages in which a year of Iran's calendar may stand with a month's number
_OTHER_SIGN: Final = pattern(r"[^\D0-9]|[\u200e\u200f]")  # digits, and marks of direction
_CLOCK_BEHIND: Final = r"(?=(?:,|\s[-–|•·])?\s[0-2]?\d:[0-5]\d(?![\w:]))"
_BUDDHIST_BEHIND: Final = r"[67]\d(?!\w)(?:(?<=[\u0e00-\u0e5b]\s\d\d)|(?<=[\u0e00-\u0e5b]\.\s\d\d))"
"""The last two digits of a year of the Buddhist era after the name of a month."""
_MAY_BE_DATE: Final = pattern(
    # Few characters can begin a date; the lookahead quickly rules out the others.
    rf"(?=[\d元’‘'-])(?:{_YEAR}(?!\d)|[’‘'-]\d\d|[\d元]\s?[년年./-]\s?\d{{1,2}}\s?[월月./-]|\d\d{_CLOCK_BEHIND}|"
    rf"{_BUDDHIST_BEHIND})"
)
"""Every date has one of these: a year, or three numbers."""
MAX_DATES: Final = 5_000  # most dates read from a text: each takes about 40 µs, and a text with more is a table
MAX_CACHED_CHARS: Final = 500  # longest text whose dates are cached
MAX_SHORT_NAME: Final = 3  # letters of a name that counts in any language only if two languages have it
_SHARED_SCRIPTS: Final = "\u0530"  # before this letter are the scripts that many languages share, such as Latin


@cache
def _numbers(field: str) -> Mapping[str, float]:
    """The numbers of the entries of a field, in lower case: hours of zones from universal time, years of eras."""
    return {name.lower(): float(number) for name, number in (entry.split(" = ") for entry in lexicon.entries(field))}


_AT_HOUR: Final = "|".join(rf"(?<=\b{word}\s)" for word in lexicon.entries("at_hour"))  # before hours without minutes
_PARTS: Final = "{early late noon night}"
"""Parts of the day, before a time or after it. Noon includes the hour before it; night is the evening and the hours
from midnight on."""
_CLOCK: Final = lexicon.Matcher(
    rf"(?:(?P<part>{_PARTS}|(?-i:[AP]M(?=\s\d\d?:)))\s?)?(?P<at>(?:{_AT_HOUR})(?=\d\d?\s?{{hour}}(?!\w)))?"
    r"(?<![\d:.])(?P<h>[01]?\d|2[0-3])\s?"
    r"(?:(?:[:.時时点點시]|{hour}|(?:(?<=\bore\s\d\d)|(?<=\bore\s\d)),)\s?(?P<m>[0-5]\d|\d(?=\s?[분分]))"
    r"(?::(?P<s>[0-5]\d))?(?:\s?[분分])?)?(?!\d|\.,)(?P<whole>\s?[時时点點시])?"
    rf"\s?(?P<half>[ap]\.?\s?m\b\.?|(?:(?<=\d\s)|(?=[^a-z])){{am pm}}(?!\w)|{_PARTS}(?!\w))?\s?"
    r"(?:(?:{hour}\.?\s?)?(?-i:(?<=\s)(?=[A-Z]{3})|[(（\[](?=[A-Z]{2}|[+-]|М|[北台日한ب])))?"
    r"(?P<zone>(?:(?:GMT|UTC)\s?)?[+-]\d\d:?\d\d|(?:GMT|UTC)\s?[+-]\d\d?(?::\d\d)?(?![\d:])|"
    rf"{lexicon.one_of(_numbers('zones'))}(?:\b|(?<![a-zа-я])|(?=[\u2e80-\uffef]))|(?-i:[A-Z]{{2,4}}T\b|[ECMP]T\b))?"
)
_DIGIT: Final = pattern(r"\d")  # every time has one
MAX_GAP: Final = 24  # characters between a date and its time
_GAP: Final = pattern(r"[\s.,|·•–—@(-]*(?:[^\W\d_]{1,4}\.?\s){0,2}[\s(]*")
"""Text between a day and its time: ``at``, ``a las``, ``o godz.``, a mark."""
_COASTS: Final = {
    "ET": "America/New_York", "CT": "America/Chicago", "MT": "America/Denver", "PT": "America/Los_Angeles",
}  # fmt: skip
"""Zones of North America without daylight saving in their names."""
_ZONE: Final = pattern(r"^(?:(?:GMT|UTC)\s?)?([+-])(\d\d?)(?::?(\d\d))?$", re.IGNORECASE)


class Written(NamedTuple):
    """A date in a text.

    Attributes:
        day: the day.
        value: ISO 8601, with the time and the offset if they are written beside it.
        start, stop: its span in the text.
        otherwise: the value with day and month swapped, if that is another valid reading, else empty.
    """

    day: date
    value: str
    start: int
    stop: int
    otherwise: str = ""


def dates_in(text: str, language: str | None = None, *, month_first: bool = False) -> tuple[Written, ...]:
    """The dates in a text.

    Args:
        text: the text.
        language: its language; names of months are looked for in it and in English.
        month_first: whether ambiguous numbers are read with the month first.

    >>> [one.value for one in dates_in("Thursday, 8 June, 2000, 11:44 GMT", "en")]
    ['2000-06-08T11:44:00+00:00']
    """
    if not text.isascii():
        text = _OTHER_SIGN.sub(lambda found: str(int(found[0])) if found[0].isdigit() else " ", text)
    if _MAY_BE_DATE.search(text) is None:
        return ()
    return (_short_dates_in if len(text) <= MAX_CACHED_CHARS else _dates_in)(text, language, month_first)


def day_and_name(names: tuple[str, ...] | None = None) -> str:
    """The pattern of a day before the name of a month. Its groups are ``d1`` and ``w1``.

    `names` are the names with several words that it can match; all by default.
    """
    return (
        rf"(?<!\d)(?P<d1>\d(?<!\d:\d)\d?)(?:{lexicon.either('ordinals')}|\.)?\s*"
        rf"(?:{lexicon.either('of_month')}(?:\s|(?<=[^a-zí])\s?)|-|/)?\s*{_name(1, names)}"
    )


def name_and_day(names: tuple[str, ...] | None = None) -> str:
    """The pattern of a day after the name of a month, like `day_and_name`; its groups are ``w2`` and ``d2``."""
    return rf"\b(?=[^\W\d_]){_name(2, names)}\.?\s*(?P<d2>\d{{1,2}})(?:{lexicon.either('ordinals')}|\.)?"


def _name(number: int, names: tuple[str, ...] | None) -> str:
    """The pattern of the name of a month."""
    return rf"(?P<w{number}>{lexicon.one_of(_long_names() if names is None else names)}|{_LETTERS})"


@cache
def _long_names() -> tuple[str, ...]:
    """The names of months that have several words, folded."""
    return tuple(name.casefold() for name in lexicon.entries("months") if " " in name)


def _pattern_for(text: str) -> re.Pattern[str]:
    """The pattern of dates, with those long names that the text contains: all together are slow to compile."""
    folded = " ".join(text.casefold().split())
    return _pattern(tuple([name for name in _long_names() if name in folded]))


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """The pattern of dates, given names of several words.

    The first letters of its groups: f, m and l for three numbers, s and t for the marks between them, e for the era of
    the first; w for the name of a month, d and y for the day and the year beside it.
    """
    of_year = lexicon.either("of_year")
    forms = (
        rf"(?:(?P<e>{lexicon.one_of(_numbers('eras'))})\s?)?(?P<f>(?<!\d)\d{{4}}|(?<!\d)(?<!\d[./-])\d{{1,3}}|元)\s?"
        r"(?P<s>[년年./-])\s?(?P<m>\d{1,2})\s?(?P<t>[월月./-])\s?[’']?(?P<l>\d{4}|\d\d?(?!\.\d))(?!\d)(?:\s?[日일号號])?",
        rf"{day_and_name(names)}(?:\s?/\s?(?:{lexicon.one_of(names)}|[^\W\d_]{{2,10}}))?[.׳']?,?"
        rf"(?:\s*(?:{of_year}|,|،|-|/)\s*|\s+|(?<=[.']))"
        rf"[’‘']?(?P<y1>{_YEAR}(?!\d)|(?<=[’‘'])\d\d(?!\w)|(?<=-)\d\d(?![\w-])|\d\d{_CLOCK_BEHIND}|{_BUDDHIST_BEHIND})",
        rf"{name_and_day(names)}(?:\s{{0,2}}[,،၊])?\s+(?:{of_year}\s+)?"
        rf"[’‘']?(?P<y2>{_YEAR}(?!\d)|(?<=[’‘'])\d\d(?!\w))",
        rf"(?<!\d)(?P<y3>{_YEAR})(?:[.,]?\s+|\s?-\s?){lexicon.either('year_words')}\s+(?P<d3>\d{{1,2}})"
        rf"(?:\.\s?|\s?-\s?|\s+){_name(3, names)}",
        rf"(?<!\d)(?P<y4>{_YEAR})(?:\s?{lexicon.either('year_suffixes')})?[.,]?\s+{_name(4, names)}\.?\s+"
        rf"(?:{lexicon.either('month_suffixes')}\s+)?(?P<d4>\d{{1,2}})(?!\d)",
    )
    return re.compile("|".join(forms), re.IGNORECASE)


def _dates_in(text: str, language: str | None, month_first: bool) -> tuple[Written, ...]:
    found = list(islice(_found(text, language, month_first), MAX_DATES))
    times = _clocks_beside(text, [(start, stop) for start, stop, *_ in found])
    written = []
    for (start, stop, day, otherwise), clock in zip(found, times, strict=True):
        days = [day] if otherwise is None else [day, otherwise]
        if month_first and clock is not None and _is_of_no_american(clock):
            days.reverse()
        value, *other = (_at(one, clock) for one in days)
        written.append(Written(days[0], value, start, stop, *other))
    return tuple(written)


_short_dates_in = lru_cache(maxsize=1024)(_dates_in)
"""Cached, since an element, the element around it and their line have the same text."""


def _found(text: str, language: str | None, month_first: bool) -> Iterator[tuple[int, int, date, date | None]]:
    """The span of each date in a text, its day, and the day with day and month swapped, or None."""
    at, code = 0, "zh-TW" if language == "zh-TW" else lookup_code(language)
    dates = _pattern_for(text)
    while (found := dates.search(text, at)) is not None:
        day, otherwise = _read(found, code, month_first=month_first)
        # A match that is not a date may include the first number or word of one: "3 comments 2024-03-05".
        at = found.start() + 1
        if day is not None and plausible(day):
            at = found.end()
            yield found.start(), found.end(), day, otherwise


def _read(found: re.Match[str], code: str, *, month_first: bool) -> tuple[date | None, date | None]:
    """The day of a match, and the day of the other reading of its numbers; None if there is none."""
    part = {name[0]: said for name, said in found.groupdict().items() if said}
    try:
        if "w" in part:
            return _with_name(part["w"], int(part["d"]), _year(part["y"], code), code), None
        if part["s"] not in ("年", "년", part["t"]):
            return None, None
        return _of_numbers(part, code, month_first=month_first)
    except ValueError:
        return None, None


def _with_name(word: str, number: int, year: int, code: str) -> date:
    """A day whose month has a name."""
    if year < 1500:
        return _of_iran(year, _names("own_months", "fa").get(word.replace("ي", "ی"), 0), number)
    return date(_common(year), month_of(word, code) or 0, number)


def _of_numbers(part: dict[str, str], code: str, *, month_first: bool) -> tuple[date, date | None]:
    """A day in three numbers, and the day of their other reading, or None."""
    first, month, last = 1 if part["f"] == "元" else int(part["f"]), int(part["m"]), int(part["l"])
    if "e" in part:
        return date(int(_numbers("eras")[part["e"]]) + first, month, last), None
    if len(part["f"]) == 4:
        if first < 1500 and code in _BY_IRAN:
            return _of_iran(first, month, last), None
        return date(_common(first) if code == "th" else first, month, last), None
    if first > 99 and code == "zh-TW":
        return date(first + _OF_TAIWAN, month, last), None
    if code[:2] in _YEAR_FIRST and len(part["f"]) == len(part["l"]) == 2 and 0 < last < 29 and 0 < month < 13:
        day = date(_year(part["f"], code), month, last)
        if plausible(day):
            return day, None
    year = _year(part["l"], code)
    if year < 1500 and code in _BY_IRAN:
        return _of_iran(year, month, first), None
    year = _common(year) if code == "th" else year
    is_ambiguous = first != month and first <= 12 and month <= 12
    if month > 12 or (is_ambiguous and month_first):
        first, month = month, first
    return date(year, month, first), date(year, first, month) if is_ambiguous else None


def _year(written: str, code: str) -> int:
    """A year of four digits, or two; ValueError for one or three digits."""
    year = int(written)
    if len(written) == 4:
        return year
    if len(written) != 2:
        raise ValueError(f"no year: {written}")
    return year + (2500 if code == "th" and year in _OF_BUDDHIST else 2000 if year < 60 else 1900)


def _common(year: int) -> int:
    """A year of the common era, from one that may be of the Buddhist era."""
    return year - _BUDDHIST if year >= 2500 else year


def _of_iran(year: int, month: int, day: int) -> date:
    """A day by the calendar of Iran: months of 31 and 30 days from the equinox on, eight leap years in 33.

    >>> _of_iran(1402, 8, 14), _of_iran(1403, 12, 30)
    (datetime.date(2023, 11, 5), datetime.date(2025, 3, 20))
    """
    if not (1 <= month <= 12 and 1 <= day <= (31 if month < 7 else 30)):
        raise ValueError(f"no day of the calendar of Iran: {year}/{month}/{day}")
    since = year - 979
    leaps = since // 33 * 8 + (since % 33 + 3) // 4
    before = 31 * (month - 1) - max(0, month - 7)
    return date(1600, 1, 1) + timedelta(days=79 + 365 * since + leaps + before + day - 1)


def plausible(day: date) -> bool:
    """Whether an article can have been published on a day."""
    return day >= _EARLIEST and (day <= _STARTED or day <= datetime.now(UTC).date() + timedelta(days=2))


# Names of months.


@lru_cache(maxsize=8192)
def month_of(word: str, language: str) -> int | None:
    """The month that a word names, in a language, in English, or in any other if it means no other month.

    >>> month_of("März", "de"), month_of("sept", "en"), month_of("people", "en")
    (3, 9, None)
    """
    folded = " ".join(word.split()).casefold().replace("i\u0307", "i")  # a folded Turkic capital
    names = (_names("months", language), _names("months", "en"), _anywhere())
    return next((of[name] for of in names for name in (folded, f"{folded}.") if name in of), None)


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
        if len(set(numbers)) == 1 and (len(name) > MAX_SHORT_NAME or len(numbers) > 1 or name > _SHARED_SCRIPTS)
    }


# Times of day.


def with_clock(text: str, day: date, start: int, stop: int) -> Written:
    """A day in a text with the time right after it or before it, if there is one."""
    (clock,) = _clocks_beside(text, [(start, stop)])
    if clock is not None:
        first, last = _span(clock)
        if _GAP.fullmatch(text, *((stop, first) if first >= stop else (last, start))):
            return Written(day, _at(day, clock), min(start, first), max(stop, last))
    return Written(day, day.isoformat(), start, stop)


def _clocks_beside(text: str, dates: Sequence[tuple[int, int]]) -> list[re.Match[str] | None]:
    """The time of each date in a text: the one right after it, else the one right before it. A time between two dates
    belongs to the nearer one; at equal distance, to the second if the first has a time before it.

    Args:
        text: the text.
        dates: the start and end of each date, in order.
    """
    starts, stops = [start for start, _ in dates], [stop for _, stop in dates]
    begins, ends = [0, *stops], [*starts[1:], len(text)]
    before = [_clocks(text, max(begin, start - MAX_GAP), start) for begin, start in zip(begins, starts, strict=False)]
    behind = [_clocks(text, stop, min(stop + MAX_GAP, end)) for stop, end in zip(stops, ends, strict=False)]
    # Only the first number after a date may be its time.
    last = [next(filter(_is_clock, times[:1]), None) for times in behind]
    first = [next(filter(_is_clock, reversed(times)), None) for times in before]
    for at, (one, two) in enumerate(zip(last, first[1:], strict=False)):
        if one is not None and two is not None and one.start() == two.start():
            to_first, to_second = one.start() - stops[at], starts[at + 1] - _span(two)[1]
            if to_second < to_first or (to_second == to_first and first[0] is not None):
                last[at] = None
            else:
                first[at + 1] = None
    return [one or two for one, two in zip(last, first, strict=True)]


def _clocks(text: str, begin: int, end: int) -> list[re.Match[str]]:
    """Possible times in a part of a text."""
    return [*_CLOCK.on(text[begin:end]).finditer(text, begin, end)] if _DIGIT.search(text, begin, end) else []


def _is_clock(found: re.Match[str]) -> bool:
    return bool(found["m"] or found["half"] or found["at"] is not None or (found["part"] and found["whole"]))


def _span(clock: re.Match[str]) -> tuple[int, int]:
    """The place of a time, without the spaces after it."""
    return clock.start(), clock.start() + len(clock[0].rstrip())


def _at(day: date, clock: re.Match[str] | None) -> str:
    """ISO 8601 of a day with a time."""
    if clock is None:
        return day.isoformat()
    hour, word = int(clock["h"]), (clock["half"] or clock["part"] or "").lower()
    if hour > 12 and word in lexicon.words("am"):
        return day.isoformat()
    if word and hour <= 12:
        hour = hour % 12 + (12 if _is_late(word, hour) else 0)
    moment = datetime.combine(day, time(hour, int(clock["m"] or 0), int(clock["s"] or 0)))
    zone = clock["zone"]
    if zone in _COASTS:
        try:
            return moment.replace(tzinfo=ZoneInfo(_COASTS[zone])).isoformat()
        except (OSError, ZoneInfoNotFoundError):
            return moment.isoformat()  # a system without time zone data
    offset = _offset_of(zone) if zone else None
    return (moment if offset is None else moment.replace(tzinfo=timezone(offset))).isoformat()


def _is_of_no_american(clock: re.Match[str]) -> bool:
    """Whether a time's zone is outside the Americas and the Philippines. Universal time, which programs write
    everywhere, is no evidence.
    """
    zone = clock["zone"]
    offset = _offset_of(zone) if zone and zone.upper() not in ("UTC", "Z", "+00:00", "+0000") else None
    return offset is not None and offset >= timedelta() and offset != timedelta(hours=8)


def _is_late(word: str, hour: int) -> bool:
    """Whether an hour of a 12-hour clock is in the second half of the day, by the word beside it."""
    if word.replace(".", "").replace(" ", "") == "pm" or word in lexicon.words("pm", "late"):
        return True
    return (word in lexicon.words("night") and 5 < hour < 12) or (word in lexicon.words("noon") and hour != 11)


@lru_cache(maxsize=256)
def _offset_of(zone: str) -> timedelta | None:
    """The offset of a zone, by its numbers or its abbreviation."""
    if (found := _ZONE.match(zone)) is not None:
        size = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
        if size >= timedelta(days=1):
            return None
        return -size if found[1] == "-" else size
    hours = _numbers("zones").get(zone.lower())
    return None if hours is None else timedelta(hours=hours)
