"""Days without their year: ``Nov 24``, ``24 ноября``, ``11月24日``; read as of the moment of capture.

It must not know pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Final

from broadsheet.lexicon import tongue_of
from broadsheet.metadata.written.ago import with_clock
from broadsheet.metadata.written.dates import Written, plausible
from broadsheet.metadata.written.months import month_of

__all__ = ["yearless_in"]

_NO_YEAR: Final = (
    r"(?!\d|[.,/’'`-]?\s?(?:d[eo]l?\s|năm\s)?[’'`]?(?:\d{4}(?!\d)|\d\d(?![\d:.hH])(?!\s?[:.]\s?\d))|\s?[–—/-]\s?\d)"
)
"""A day is not followed by the year, or by the last day of several."""
_WORD: Final = r"(?P<{}>[^\W\d_](?:[^\W\d_]|[\u0900-\u0963\u0970-\u0dff\u0e00-\u0e7f.]){{2,14}}+)"
_BEFORE: Final = r"(?<![\d.,:/’'-])(?<![\d–—-]\s)"
"""A day is not preceded by the rest of a number, or by the first day of several."""
_DAY: Final = re.compile(
    rf"{_BEFORE}(?:(?P<dv>\d{{1,2}})\s+tháng\s+(?P<mv>\d{{1,2}}){_NO_YEAR}|"
    rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th|er|\.|º|ª|°|-го)?\s*(?:(?:of|de|ng)\s|d[’'])?{_WORD.format('month')}{_NO_YEAR}|"
    r"(?P<m>\d{1,2})\s?[月월]\s?(?P<d>\d{1,2})\s?[日일号號])|"
    rf"(?<!\w)(?<!\d[\s-])(?<!\d\.\s){_WORD.format('word')}\s(?P<number>\d{{1,2}})(?:st|nd|rd|th)?(?!\w){_NO_YEAR}",
    re.IGNORECASE,
)
_CJK_YEAR: Final = re.compile(r"[年년]\s*$")
_TOLERANCE: Final = timedelta(days=1)
"""Difference of the world's clocks to that of the capture."""
_LEAP: Final = 8
"""Years from one 29 February to the next, at the most."""


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
    while (found := _DAY.search(text, at)) is not None:
        month, number = _read(found, tongue)
        day = _latest(month, number, captured) if month else None
        at = found.end()
        if day is None:
            # A match that is no day may have taken the first word or number of one: "By Ada 5 March".
            at = max(found.start() + 1, found.start("number"))
            continue
        if not (found["m"] and _CJK_YEAR.search(text, 0, found.start())):
            yield with_clock(text, day, found.start(), found.end())


def _read(found: re.Match[str], tongue: str) -> tuple[int, int]:
    """The month and the day; 0 for no month."""
    if found["m"] or found["mv"]:
        return int(found["m"] or found["mv"]), int(found["d"] or found["dv"])
    word = (found["month"] or found["word"]).casefold()
    month = month_of(word, tongue) or month_of(word.rstrip("."), tongue)
    return month or 0, int(found["day"] or found["number"])


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
