"""Times as of the moment of capture: ``3 hours ago``, ``vor 2 Tagen``, ``5分前``, ``вчера, 10:13``; and days without a
year: ``Nov 24``, ``24 ноября``, ``11月24日``.

It must not know pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from functools import cache
from typing import Final, NamedTuple

from broadsheet import lexicon
from broadsheet.lexicon import tongue_of
from broadsheet.metadata.written.dated_lines import says_when
from broadsheet.metadata.written.dates import Written, day_and_name, month_of, name_and_day, plausible, with_clock

__all__ = ["ago_in", "yearless_in"]

_SHARED: Final = dict.fromkeys(("bs", "hr", "sh", "sr"), ("hr", "sr"))
"""Languages that are written in two scripts: each has a file."""
_UNSPACED: Final = ("ja", "ko", "mr", "th", "zh")
"""Languages in which a word may touch another."""
_NO_WORD: Final = "(none)"
"""Entry of the field ``one`` in languages in which the unit alone means one."""
_NO_LETTER: Final = r"(?![^\W\d_])"
_NUMBER: Final = r"\d{1,3}\s?"
_UNITS: Final = (timedelta(minutes=1), timedelta(hours=1), timedelta(days=1), timedelta(weeks=1))
_DAYS: Final = ("today", "yesterday", "day_before")
"""Fields of named days, by how many days ago they were."""
_LABEL: Final = 40
"""Characters before a day that may be its label."""
_TOLERANCE: Final = timedelta(days=1)
"""Difference of the world's clocks to that of the capture."""
_LEAP: Final = 8
"""Years from one 29 February to the next, at the most."""


class _Reader(NamedTuple):
    """The patterns of times in a language, and of the units in one."""

    times: re.Pattern[str]
    units: re.Pattern[str]


def ago_in(text: str, captured: datetime, language: str | None = None) -> Iterator[Written]:
    """The relative times in a text: the moment of capture less minutes and hours, or the day less days and weeks, with
    a time that stands beside it.

    Args:
        text: the text.
        captured: the moment, with an offset.
        language: that of the text; English is read in any.

    >>> noon = datetime.fromisoformat("2024-03-05T12:30:00+00:00")
    >>> lines = "3 hours ago", "Yesterday, 18:03", "1 week 2 days ago", "2 months ago"
    >>> [one.value for line in lines for one in ago_in(line, noon)]
    ['2024-03-05T09:30:00+00:00', '2024-03-04T18:03:00', '2024-02-25']
    >>> [one.value for one in (*ago_in("vor einer Stunde", noon, "de"), *ago_in("منذ يومين", noon, "ar"))]
    ['2024-03-05T11:30:00+00:00', '2024-03-03']
    """
    code = tongue_of(language)
    for file in dict.fromkeys(("en", *_SHARED.get(code, (code,)))):
        reader = _reader(file)
        for found in reader.times.finditer(text):
            when = _as_day(text, found, captured) if found.lastgroup else _as_span(found, reader, captured)
            if when is not None and plausible(when.day):
                yield when


@cache
def _reader(code: str) -> _Reader:
    """The patterns of times in a language."""
    begin, end = (r"(?<!\d)", "") if code in _UNSPACED else (r"(?<!\w)(?<!\d[.,:/-])", r"(?!\w)")
    units = [lexicon.one_of(row) for row in lexicon.rows("units", code)]
    twos = [lexicon.one_of(row) for row in lexicon.rows("two_units", code)]
    ones = lexicon.entries("one", code)
    words = [word for word in ones if word != _NO_WORD]
    one = rf"|{lexicon.one_of(words)}\s?" if words else ""
    number = rf"(?:{_NUMBER}{one}){'?' if _NO_WORD in ones else ''}"
    unit = rf"(?:{'|'.join((*units, *twos))})\.?"
    joined = rf"(?:,\s?|\s)(?:{lexicon.one_of(lexicon.entries('and', code))}\s)?"
    about = rf"(?:{lexicon.one_of(lexicon.entries('about', code))}\s?)?"
    amount = rf"{about}{number}{unit}(?:{joined}{_NUMBER}{unit})?"
    frames = [re.escape(frame).replace(r"\{\}", amount).replace(r"\ ", r"\s") for frame in lexicon.entries("ago", code)]
    named = [rf"(?P<{name}>{lexicon.one_of(lexicon.entries(name, code))})" for name in _DAYS[::-1]]
    groups = [f"(?P<u{at}>{words})" for at, words in enumerate(units)]
    groups += [f"(?P<two{at}>{words})" for at, words in enumerate(twos)]
    return _Reader(
        re.compile(rf"{begin}(?:{'|'.join([*frames, *named])}){end}", re.IGNORECASE),
        re.compile(
            rf"(?<![^\W\d_])(?:(?P<number>\d+)\s?{one})?(?:{'|'.join(groups)}){end and _NO_LETTER}", re.IGNORECASE
        ),
    )


def _as_day(text: str, found: re.Match[str], captured: datetime) -> Written | None:
    """A named day; "today" only with a time, or behind a label, since papers are called so."""
    try:
        day = captured.date() - timedelta(days=_DAYS.index(found.lastgroup or ""))
    except OverflowError:
        return None
    one = with_clock(text, day, found.start(), found.end())
    if found.lastgroup == "today" and not ("T" in one.value or says_when(text[max(0, one.start - _LABEL) : one.start])):
        return None
    return one


def _as_span(found: re.Match[str], reader: _Reader, captured: datetime) -> Written | None:
    """A number of units ago: a moment if the smallest unit is an hour or a minute, else a day."""
    since, least = timedelta(), timedelta.max
    for one in reader.units.finditer(found[0]):
        name = one.lastgroup or ""
        unit = _UNITS[int(name[-1])]
        since += unit * (2 if name.startswith("two") else int(one["number"] or 1))
        least = min(least, unit)
    try:
        moment = (captured - since).replace(second=0, microsecond=0)
    except OverflowError:
        return None
    if least >= _UNITS[2]:
        return with_clock(found.string, moment.date(), found.start(), found.end())
    return Written(moment.date(), moment.isoformat(), found.start(), found.end())


def yearless_in(text: str, captured: datetime, language: str | None = None) -> Iterator[Written]:
    """The days in a text without a year, in the latest year in which they are not after the capture, with their times.

    Args:
        text: the text.
        captured: the moment, with an offset.
        language: that of the text; names of months are looked for in it and in English.

    >>> march = datetime.fromisoformat("2024-03-05T12:30:00+00:00")
    >>> lines = "Nov 24", "Wed Feb 29, 8:00 PM ET", "March 6", "Nov 24, 2019", "Nov 24 - 26"
    >>> [one.value for line in lines for one in yearless_in(line, march)]
    ['2023-11-24', '2024-02-29T20:00:00-05:00', '2024-03-06']
    >>> [one.value for one in (*yearless_in("24 ноября", march, "ru"), *yearless_in("3月5日", march, "ja"))]
    ['2023-11-24', '2024-03-05']
    """
    at, tongue = 0, tongue_of(language)
    while (found := _yearless().search(text, at)) is not None:
        part = {name[0]: said for name, said in found.groupdict().items() if said}
        month = int(part["m"]) if "m" in part else month_of(part["w"], tongue) or 0
        day = _latest(month, int(part["d"]), captured)
        # A match that is no day may have taken the first word or number of one: "By Ada 5 March".
        at = found.start() + 1 if day is None else found.end()
        if day is not None:
            yield with_clock(text, day, found.start(), found.end())


@cache
def _yearless() -> re.Pattern[str]:
    """The pattern of days without a year: no rest of a number or first day of several stands before them, and neither
    the year nor the last day of several behind.
    """
    no_year = (
        rf"(?!\d|[.,/’'`-]*\s?(?:{lexicon.either('of_year')}\s)?[’'`]?"
        r"(?:\d{4}(?!\d)|\d\d(?![\d:.hH])(?!\s?[:.]\s?\d))|\s?[–—/-]\s?\d)"
    )
    return re.compile(
        rf"(?<![\d.,:/’'-])(?<![\d–—-]\s){day_and_name(1)}{no_year}|"
        r"(?<![년年])(?<![년年]\s)(?<!\d)(?P<m>\d{1,2})\s?[月월]\s?(?P<d3>\d{1,2})\s?[日일号號]|"
        rf"(?<!\d[\s-])(?<!\d\.\s){name_and_day(2)}(?!\w){no_year}",
        re.IGNORECASE,
    )


def _latest(month: int, number: int, captured: datetime) -> date | None:
    """The last such day that is not after the capture, if there is one."""
    last = captured.date() + _TOLERANCE
    for year in range(last.year, last.year - _LEAP - 1, -1):
        try:
            day = date(year, month, number)
        except ValueError:
            continue
        if day <= last:
            return day if plausible(day) else None
    return None
