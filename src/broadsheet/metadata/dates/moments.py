"""Moments as programs write them: ISO 8601 and its kin, seconds since 1970, the forms of mail, Java and .NET.

It must not know where they stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from email.utils import parsedate_to_datetime
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from broadsheet.metadata.written.clocks import offset_of
from broadsheet.metadata.written.dates import EARLIEST

__all__ = ["has_offset", "is_midnight", "iso"]

_PLACE: Final = re.compile(r"\s*\[?\b([A-Z][A-Za-z]+/[A-Za-z_]+(?:/[A-Za-z_]+)?)\]?$")
_DAY: Final = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_LOOSE: Final = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})[T ]\s*(?=\d{1,2}:\d\d)")
"""A day before a time with slashes, or with one digit."""
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\d[T ]|\d{8}T\d{4}")
_STRICT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?")
"""A moment in the form of RFC 3339, as most pages write it."""
_HALF: Final = re.compile(r"[T ]\s*(\d{1,2})(:\d\d.*?)\s*([AP])\.?M\b\.?", re.IGNORECASE)
_SPACE: Final = re.compile(r"^(\d{4}-\d\d-\d\d)\s+T?\s*")
_ONE_DIGIT: Final = re.compile(r"T(\d):")
_UNIVERSAL: Final = re.compile(r"\s*(?:UTC|GMT)$")
_FROM_UNIVERSAL: Final = re.compile(r"\s*\(?(?:UTC|GMT)\s?([+-])(\d\d?)(?::?(\d\d))?\)?$")
_ABBREVIATION: Final = re.compile(r"\s*\b([A-Z]{3,5})\)?$")
_NET: Final = re.compile(r"/?Date\((\d{10,13})([+-]\d{4})?\)/?")
_JAVA: Final = re.compile(
    r"[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{1,2}) (\d\d:\d\d:\d\d) ([A-Z]{1,5}(?:[+-]\d\d:?\d\d)?) ([12]\d{3})"
)
"""A moment as Java and Unix write it."""
_MAIL: Final = re.compile(r"[A-Z][a-z]{2}, ")
"""The beginning of a date in a mail header."""
_IN_BRACKETS: Final = re.compile(r"\s*\[([A-Z]{1,5}(?:[+-]\d\d:?\d\d)?)\]$")
"""A zone that is no place, behind a moment as Java writes it: ``2024-03-05T09:07Z[UTC]``."""
_OFFSET: Final = re.compile(r"\s*([+-]\d\d):?(\d\d)?$")
_ZONED: Final = re.compile(r"[+-]\d\d:\d\d$")
_MIDNIGHT: Final = re.compile(r"T00:00:00(?!\.)")


@lru_cache(maxsize=1024)
def iso(value: str) -> str | None:
    """An ISO 8601 date or date-time in the form that Python writes, from the forms that pages use.

    >>> iso("2024-03-05T09:07:00Z")
    '2024-03-05T09:07:00+00:00'
    >>> iso("20240305")
    '2024-03-05'
    >>> iso("Tue, 05 Mar 2024 09:07:00 +0100")
    '2024-03-05T09:07:00+01:00'
    >>> iso("yesterday") is None
    True
    """
    text = value.strip().replace("\u2212", "-")
    if (whole := _DAY.fullmatch(text)) is not None:
        year, month, day = map(int, whole.groups())
        return _plausible(lambda: date(year, month, day))
    digits = len(text) if text.isascii() and text.isdigit() else 0
    if digits == 8:
        return _plausible(lambda: date.fromisoformat(text))
    if digits == 14:
        return _plausible(lambda: datetime.fromisoformat(f"{text[:8]}T{text[8:]}"))
    if digits in (10, 13):
        return _plausible(lambda: datetime.fromtimestamp(int(text[:10]), UTC))
    if _MOMENT.match(text):
        normal, place = (text, None) if _STRICT.fullmatch(text) else _normal(text)
        found = _plausible(lambda: _at(datetime.fromisoformat(normal), place))
        # A time zone's name, or more digits of a second than Python reads, must not cost the day.
        return found or _plausible(lambda: datetime.fromisoformat(normal[:19])) or iso(text[:10])
    if (net := _NET.fullmatch(text.replace("\\", ""))) is not None:
        # As .NET writes moments: milliseconds, and the offset of the clock that they are to be shown by.
        seconds = int(net[1]) // (1000 if len(net[1]) > 10 else 1)
        return _plausible(lambda: datetime.fromtimestamp(seconds, (net[2] and _clock(net[2])) or UTC))
    if (java := _JAVA.fullmatch(text)) is not None:
        as_mail = f"{java[2]} {java[1]} {java[5]} {java[3]}"
        return _plausible(lambda: _at(parsedate_to_datetime(as_mail), _clock(java[4])))
    if _MAIL.match(text):
        # The library knows the zones of North America alone.
        zone = _ABBREVIATION.search(text)
        return _plausible(lambda: _at(parsedate_to_datetime(text), zone and _clock(zone[1])))
    if text[:4].isdecimal() and (loose := _LOOSE.match(text)) is not None:
        return iso(f"{loose[1]}-{loose[3]:0>2}-{loose[4]:0>2}T{text[loose.end() :]}")
    return None


def _normal(text: str) -> tuple[str, tzinfo | None]:
    """A moment in the form of RFC 3339, and the clock whose name is cut off."""
    text, place = _without_place(text)
    if text.endswith("]") and (zone := _IN_BRACKETS.search(text)) is not None:
        text, place = text[: zone.start()], _clock(zone[1])
    if (half := _HALF.search(text)) is not None:
        hour = int(half[1]) % 12 + (12 if half[3] in "pP" else 0)
        text = f"{text[: half.start(1)]}{hour:02d}{half[2]}{text[half.end() :]}"
    normal = _SPACE.sub(r"\1T", _FROM_UNIVERSAL.sub(lambda found: f"{found[1]}{found[2]:0>2}:{found[3] or '00'}", text))
    normal = _ONE_DIGIT.sub(r"T0\1:", _UNIVERSAL.sub("+00:00", normal))
    normal = _OFFSET.sub(lambda found: f"{found[1]}:{found[2] or '00'}", normal)
    named = _ABBREVIATION.search(normal.replace("(", " "))
    return (normal, place) if named is None else (normal[: named.start()], _clock(named[1]))


def _clock(zone: str) -> tzinfo | None:
    """The clock of a zone's offset or abbreviation."""
    offset = offset_of(zone)
    return None if offset is None else timezone(offset)


def _without_place(text: str) -> tuple[str, tzinfo | None]:
    """A moment without the place whose clock it is by, and that clock: ``... Europe/Berlin``."""
    found = _PLACE.search(text)
    if found is None:
        return text, None
    try:
        return text[: found.start()], ZoneInfo(found[1])
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return text[: found.start()], None


def _at(moment: datetime, clock: tzinfo | None) -> datetime:
    """A moment by a clock, unless it has an offset."""
    return moment if clock is None or moment.tzinfo is not None else moment.replace(tzinfo=clock)


def _plausible(make: Callable[[], date]) -> str | None:
    try:
        value = make()
    except (ValueError, OverflowError, OSError, TypeError, IndexError):
        return None
    day = value.date() if isinstance(value, datetime) else value
    if day < EARLIEST or day > datetime.now(UTC).date() + timedelta(days=366):
        return None
    return value.isoformat()


def has_offset(moment: str) -> bool:
    """Whether a moment has an offset from universal time.

    >>> has_offset("2024-03-05T09:07:00+01:00"), has_offset("2024-03-05")
    (True, False)
    """
    return _ZONED.search(moment, 10) is not None


def is_midnight(moment: str) -> bool:
    """Whether a moment is midnight to the second, as publishing systems write that know the day alone."""
    return _MIDNIGHT.search(moment) is not None
