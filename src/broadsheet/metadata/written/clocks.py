"""Times of day beside dates: ``9.07 Uhr``, ``오후 3시``, ``11:44 GMT``; and time zones.

It must not know dates.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta, timezone
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from broadsheet import lexicon

__all__ = ["at", "before", "behind", "is_of_no_american", "offset_of", "span"]


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
    rf"\s?(?P<half>[ap]\.?\s?m\b\.?|(?:(?<=\d\s)|(?=[^a-z])){{am pm}}(?!\w)|(?P<late>{_PARTS})(?!\w))?\s?"
    r"(?:(?:(?:Uhr|h(?:rs?)?\.?)\s?)?(?-i:(?<=\s)(?=[A-Z]{3})|[(（](?=[A-Z]{2}|[+-]|М|[北台日한ب])))?"
    r"(?P<zone>(?:(?:GMT|UTC)\s?)?[+-]\d\d:?\d\d|(?:GMT|UTC)\s?[+-]\d\d?(?![\d:])|GMT|UTC|Z\b|MES?Z\b|WI(?:B|TA)\b|"
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
_UNIVERSAL: Final = frozenset({"UTC", "Z", "+00:00", "+0000"})
"""Universal time, as programs write it."""
_PHILIPPINE: Final = timedelta(hours=8)
_ZONE: Final = re.compile(r"^(?:(?:GMT|UTC)\s?)?([+-])(\d\d?)(?::?(\d\d))?$", re.IGNORECASE)


def behind(text: str, stop: int) -> re.Match[str] | None:
    """The time right behind a date."""
    found = _CLOCK.pattern.search(text, stop, stop + _NEAR) if _DIGIT.search(text, stop, stop + _NEAR) else None
    return found if found is not None and _is_clock(found) else None


def before(text: str, start: int) -> re.Match[str] | None:
    """The time right before a date."""
    begin = max(0, start - _NEAR)
    if not _DIGIT.search(text, begin, start):
        return None
    return next((one for one in _CLOCK.pattern.finditer(text, begin, start) if _is_clock(one)), None)


def span(clock: re.Match[str]) -> tuple[int, int]:
    """The place of a time, without the spaces behind it."""
    return clock.start(), clock.start() + len(clock[0].rstrip())


def at(day: date, clock: re.Match[str] | None) -> str:
    """ISO 8601 of a day with a time."""
    if clock is None:
        return day.isoformat()
    hour = int(clock["h"])
    if (half := clock["half"]) and hour > 12 and half[0] in "aA":
        return day.isoformat()
    part = clock["part"]
    if late := clock["late"]:
        half, part = None, late
    if hour <= 12 and (half or part):
        hour = hour % 12 + (12 if _is_late(half, part, hour) else 0)
    moment = datetime.combine(day, time(hour, int(clock["m"] or 0), int(clock["s"] or 0)))
    zone = clock["zone"]
    if zone in _COASTS:
        try:
            return moment.replace(tzinfo=ZoneInfo(_COASTS[zone])).isoformat()
        except (OSError, ZoneInfoNotFoundError):
            return moment.isoformat()  # a system without data of time zones
    offset = offset_of(zone) if zone else None
    return (moment if offset is None else moment.replace(tzinfo=timezone(offset))).isoformat()


def is_of_no_american(clock: re.Match[str]) -> bool:
    """Whether a time's zone is neither of the Americas nor the Philippines, where the month may stand first. Programs
    everywhere write universal time, so it says nothing.
    """
    zone = clock["zone"]
    if not zone or zone.upper() in _UNIVERSAL:
        return False
    offset = offset_of(zone)
    return offset is not None and offset >= timedelta() and offset != _PHILIPPINE


def _is_late(half: str | None, part: str | None, hour: int) -> bool:
    """Whether an hour of twelve is in the second half of the day, by the words around it."""
    if half:
        return half[0] in "pP" or half.lower() in lexicon.words("pm")
    part = (part or "").lower()
    late, noon, night = (part in lexicon.words(field) for field in ("late", "noon", "night"))
    return late or part == "pm" or (night and 5 < hour < 12) or (noon and hour != 11)


def _is_clock(found: re.Match[str]) -> bool:
    return bool(found["m"] or found["half"] or found["at"] is not None or (found["part"] and found["whole"]))


@lru_cache(maxsize=256)
def offset_of(zone: str) -> timedelta | None:
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
