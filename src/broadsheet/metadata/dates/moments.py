"""Moments as programs write them: ISO 8601 and seconds since 1970.

It must not know where they stand.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Final

from broadsheet.metadata.written.dates import plausible

__all__ = ["has_offset", "is_midnight", "iso"]

_EPOCH: Final = re.compile(r"(?:/Date\()?(\d{10})(?:\d{3})?(?:[+-]\d{4})?(?:\)/)?")
"""Seconds or milliseconds, also in the form of .NET."""
_DAY: Final = re.compile(r"\d{4}-?\d\d-?\d\d")
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\d[T ]\d|\d{8}T?\d{4}")
_ZONED: Final = re.compile(r"[+-]\d\d:\d\d$")
_MIDNIGHT: Final = re.compile(r"T00:00:00(?!\.)")


@lru_cache(maxsize=1024)
def iso(value: str) -> str | None:
    """An ISO 8601 date or date-time in the form that Python writes, from the forms that programs use.

    >>> iso("2024-03-05T09:07:00Z"), iso("20240305"), iso("1709629620")
    ('2024-03-05T09:07:00+00:00', '2024-03-05', '2024-03-05T09:07:00+00:00')
    >>> iso("yesterday") is None
    True
    """
    text = value.strip()
    found: date
    try:
        if (seconds := _EPOCH.fullmatch(text)) is not None:
            found = datetime.fromtimestamp(int(seconds[1]), UTC)
        elif _DAY.fullmatch(text):
            found = date.fromisoformat(text)
        elif _MOMENT.match(text):
            found = datetime.fromisoformat(f"{text[:8]}T{text[8:]}" if text.isdigit() else text)
        else:
            return None
    except (ValueError, OverflowError, OSError):
        return None
    return found.isoformat() if plausible(found.date() if isinstance(found, datetime) else found) else None


def has_offset(moment: str) -> bool:
    """Whether a moment has an offset from universal time.

    >>> has_offset("2024-03-05T09:07:00+01:00"), has_offset("2024-03-05")
    (True, False)
    """
    return _ZONED.search(moment, 10) is not None


def is_midnight(moment: str) -> bool:
    """Whether a moment is midnight to the second, as publishing systems write that know the day alone."""
    return _MIDNIGHT.search(moment) is not None
