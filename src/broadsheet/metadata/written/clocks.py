"""Times of day beside dates: ``9.07 Uhr``, ``오후 3시``, ``11:44 GMT``; and time zones.

It must not know dates.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta, timezone
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from broadsheet import lexicon

__all__ = ["at", "before", "behind", "beside", "is_of_no_american", "span"]


def _spoken() -> Mapping[str, float]:
    """Hours from universal time by the names of zones in words."""
    return {name: float(hours) for name, hours in (entry.split(" = ") for entry in lexicon.entries("zones"))}


_AT_HOUR: Final = "|".join(rf"(?<=\b{word}\s)" for word in lexicon.entries("at_hour"))
"""Words before an hour without minutes."""
_PARTS: Final = "{early late noon night}"
"""Parts of the day, before a time or behind it. Noon includes the hour before it; night is the evening and the hours
from midnight on."""
_CLOCK: Final = lexicon.Matcher(
    rf"(?:(?P<part>{_PARTS}|(?-i:[AP]M(?=\s\d\d?:)))\s?)?(?P<at>(?:{_AT_HOUR})(?=\d\d?\s?{{hour}}(?!\w)))?"
    r"(?<![\d:.])(?P<h>[01]?\d|2[0-3])\s?"
    r"(?:(?:[:.時时点點시]|h(?:eures?)?|(?:(?<=\bore\s\d\d)|(?<=\bore\s\d)),)\s?(?P<m>[0-5]\d|\d(?=\s?[분分]))"
    r"(?::(?P<s>[0-5]\d))?(?:\s?[분分])?)?(?!\d|\.,)(?P<whole>\s?[時时点點시])?"
    rf"\s?(?P<half>[ap]\.?\s?m\b\.?|(?:(?<=\d\s)|(?=[^a-z])){{am pm}}(?!\w)|{_PARTS}(?!\w))?\s?"
    r"(?:(?:(?:Uhr|h(?:rs?)?\.?)\s?)?(?-i:(?<=\s)(?=[A-Z]{3})|[(（\[](?=[A-Z]{2}|[+-]|М|[北台日한ب])))?"
    r"(?P<zone>(?:(?:GMT|UTC)\s?)?[+-]\d\d:?\d\d|(?:GMT|UTC)\s?[+-]\d\d?(?::\d\d)?(?![\d:])|GMT|UTC|Z\b|MES?Z\b|WI(?:B|TA)\b|"
    rf"MSK\b|МСК\b|{lexicon.one_of(_spoken())}|"
    r"[A-Z]{2,4}T\b|(?-i:[ECMP]T\b))?"
)
_DIGIT: Final = re.compile(r"\d")
"""Every time has one."""
_NEAR: Final = 24
"""Characters between a date and its time."""


_ZONES: Final = {
    "NST": -3.5, "NDT": -2.5, "AST": -4, "ADT": -3, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6,
    "PST": -8, "PDT": -7, "AKST": -9, "AKDT": -8, "HST": -10, "BRT": -3, "ART": -3, "CLT": -4, "CLST": -3, "COT": -5,
    "PET": -5, "WET": 0, "WEST": 1, "BST": 1, "MEZ": 1, "MESZ": 2, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3,
    "МСК": 3,
    "TRT": 3, "WAT": 1, "CAT": 2, "EAT": 3, "SAST": 2, "GST": 4, "PKT": 5, "IST": 5.5, "NPT": 5.75, "ICT": 7,
    "WIB": 7, "WITA": 8, "WIT": 9, "SGT": 8, "MYT": 8, "HKT": 8, "PHT": 8, "AWST": 8, "JST": 9, "KST": 9, "ACST": 9.5,
    "ACDT": 10.5, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13, **_spoken(),
}  # fmt: skip
"""Hours from universal time. Of several meanings (``CST``, ``IST``, ``BST``, ``AST``) the one with the most readers."""
_COASTS: Final = {
    "ET": "America/New_York", "CT": "America/Chicago", "MT": "America/Denver", "PT": "America/Los_Angeles",
}  # fmt: skip
"""Zones of North America without daylight saving in their names."""
_ZONE: Final = re.compile(r"^(?:(?:GMT|UTC)\s?)?([+-])(\d\d?)(?::?(\d\d))?$", re.IGNORECASE)


def beside(text: str, dates: Sequence[tuple[int, int]]) -> list[re.Match[str] | None]:
    """The time of each date in a text: the one right behind it, else the one right before it. A time between two dates
    is the nearer one's; of two as near, the second's if the first has one before it.

    Args:
        text: the text.
        dates: where each date begins and ends, in order.
    """
    starts, stops = [start for start, _ in dates], [stop for _, stop in dates]
    first = [before(text, start, stop) for start, stop in zip(starts, [0, *stops], strict=False)]
    last = [behind(text, stop, start) for stop, start in zip(stops, [*starts[1:], len(text)], strict=False)]
    for at, (one, two) in enumerate(zip(last, first[1:], strict=False)):
        if one is not None and two is not None and one.start() == two.start():
            to_first, to_second = one.start() - stops[at], starts[at + 1] - span(two)[1]
            if to_second < to_first or (to_second == to_first and first[0] is not None):
                last[at] = None
            else:
                first[at + 1] = None
    return [one or two for one, two in zip(last, first, strict=True)]


def behind(text: str, stop: int, end: int | None = None) -> re.Match[str] | None:
    """The time right behind a date, and not behind some place."""
    end = min(stop + _NEAR, len(text) if end is None else end)
    found = _CLOCK.on(text[stop:end]).search(text, stop, end) if _DIGIT.search(text, stop, end) else None
    return found if found is not None and _is_clock(found) else None


def before(text: str, start: int, begin: int = 0) -> re.Match[str] | None:
    """The time right before a date, and not before some place."""
    begin = max(begin, start - _NEAR)
    times = (
        reversed([*_CLOCK.on(text[begin:start]).finditer(text, begin, start)])
        if _DIGIT.search(text, begin, start)
        else ()
    )
    return next(filter(_is_clock, times), None)


def span(clock: re.Match[str]) -> tuple[int, int]:
    """The place of a time, without the spaces behind it."""
    return clock.start(), clock.start() + len(clock[0].rstrip())


def at(day: date, clock: re.Match[str] | None) -> str:
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
            return moment.isoformat()  # a system without data of time zones
    offset = _offset_of(zone) if zone else None
    return (moment if offset is None else moment.replace(tzinfo=timezone(offset))).isoformat()


def is_of_no_american(clock: re.Match[str]) -> bool:
    """Whether a time's zone is neither of the Americas nor the Philippines, where the month may stand first. Programs
    everywhere write universal time, so it says nothing.
    """
    zone = clock["zone"]
    offset = _offset_of(zone) if zone and zone.upper() not in ("UTC", "Z", "+00:00", "+0000") else None
    return offset is not None and offset >= timedelta() and offset != timedelta(hours=8)


def _is_late(word: str, hour: int) -> bool:
    """Whether an hour of twelve is in the second half of the day, by the word beside it."""
    if word.replace(".", "").replace(" ", "") == "pm" or word in lexicon.words("pm", "late"):
        return True
    return (word in lexicon.words("night") and 5 < hour < 12) or (word in lexicon.words("noon") and hour != 11)


def _is_clock(found: re.Match[str]) -> bool:
    return bool(found["m"] or found["half"] or found["at"] is not None or (found["part"] and found["whole"]))


@lru_cache(maxsize=256)
def _offset_of(zone: str) -> timedelta | None:
    """The offset of a zone, by its numbers or its abbreviation."""
    if zone.upper() in ("GMT", "UTC", "Z"):
        return timedelta()
    if (found := _ZONE.match(zone)) is not None:
        size = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
        if size >= timedelta(days=1):
            return None
        return -size if found[1] == "-" else size
    hours = _ZONES.get(zone.upper())
    return None if hours is None else timedelta(hours=hours)
