"""Times of day as people write them beside dates: ``9.07 Uhr``, ``오후 3시``, ``11:44 GMT``; and the zones of clocks.

It must not know dates.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta, timezone
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

__all__ = ["PARTS_OF_DAY", "at", "before", "behind", "is_of_no_american", "offset_of", "span"]

_EARLY: Final = (
    "오전 上午 午前 凌晨 清晨 早上 早晨 सुबह सकाळी पहाटे बिहान সকাল ভোর காலை முற்பகல் ఉదయం ಬೆಳಗ್ಗೆ ಬೆಳಿಗ್ಗೆ രാവിലെ સવારે "
    "ਸਵੇਰੇ පෙ.ව. နံနက် မနက် صبح صباح"
).split()
_LATE: Final = (
    "오후 下午 午後 午后 傍晚 शाम सायं सायंकाळी संध्याकाळी साँझ বিকেল বিকাল সন্ধ্যা பிற்பகல் மாலை సాయంత్రం ಸಂಜೆ വൈകിട്ട് "
    "വൈകുന്നേരം સાંજે ਸ਼ਾਮ ප.ව. ညနေ မွန်းလွဲ شام عصر مساء"
).split()
_NOON: Final = "中午 दोपहर दुपारी दिउँसो দুপুর మధ్యాహ్నం ಮಧ್ಯಾಹ್ನ ഉച്ചയ്ക്ക് બપોરે ਦੁਪਹਿਰ دوپہر".split()
_NIGHT: Final = "晚上 晚间 晚間 深夜 夜 밤 रात्री रात राति রাত இரவு రాత్రి ರಾತ್ರಿ രാത്രി રાત્રે ਰਾਤ ည رات".split()
"""Words for halves of the day; noon has the hour before it and those behind it, and a night has the evening and the
hours from midnight on.
"""
_BEHIND: Final = {
    "pagi": _EARLY[0], "siang": _NOON[0], "tengah hari": _NOON[0], "petang": _LATE[0], "sore": _LATE[0],
    "malam": _NIGHT[0], "ng umaga": _EARLY[0], "ng tanghali": _NOON[0], "ng hapon": _LATE[0], "ng gabi": _NIGHT[0],
    "sáng": _EARLY[0], "trưa": _NOON[0], "chiều": _LATE[0], "tối": _NIGHT[0],
    "පෙ.ව.": _EARLY[0], "ප.ව.": _LATE[0], "ព្រឹក": _EARLY[0], "រសៀល": _LATE[0], "ល្ងាច": _LATE[0], "យប់": _NIGHT[0],
}  # fmt: skip
"""Such words that stand behind times, by one of those that stand before them and mean the same."""
PARTS_OF_DAY: Final = frozenset((*_EARLY, *_LATE, *_NOON, *_NIGHT, *_BEHIND))
"""All of these."""
_SPOKEN: Final = {
    "北京时间": 8, "北京時間": 8, "台北時間": 8, "日本時間": 9, "한국시간": 9, "بتوقيت غرينتش": 0, "بتوقيت جرينتش": 0,
    "بتوقيت مكة": 3,
}  # fmt: skip
"""Hours from universal time by how clocks are called in words."""
_AT_HOUR: Final = (
    r"(?P<at>(?<=\bum\s)(?=\d\d?\s?Uhr\b)|(?:(?<=\bà\s)|(?<=\blas\s)|(?<=\bàs\s))(?=\d\d?\s?h(?:eures?|oras?)?\b))?"
)
"""What stands before an hour, with what is behind it, where no minutes are written."""
_CLOCK: Final = re.compile(
    rf"(?:(?P<part>{'|'.join(map(re.escape, _EARLY + _LATE + _NOON + _NIGHT))}|(?-i:[AP]M(?=\s\d\d?:)))\s?)?{_AT_HOUR}"
    r"(?<![\d:.])(?P<h>[01]?\d|2[0-3])\s?(?:(?:[:.時时点點시]|h(?:eures?)?|(?:(?<=\bore\s\d\d)|(?<=\bore\s\d)),)\s?(?P<m>[0-5]\d|\d(?=\s?[분分]))(?::(?P<s>[0-5]\d))?(?:\s?[분分])?)?(?!\d|\.,)"
    r"(?P<whole>\s?[時时点點시])?"
    r"\s?(?P<half>[ap]\.?\s?m\b\.?|(?<=\d\s)(?-i:SA|CH|ÖÖ|ÖS)\b|[πμ]\.?\s?μ\b\.?|(?<=\d\s)[صم](?!\w)|[قب]\.\s?ظ|"
    rf"صباحا|مساء|முற்பகல்|பிற்பகல்|(?:পিএম|এএম|पीएम|एएम|अपराह्न|पूर्वाह्न)(?!\w)|"
    rf"(?P<late>{'|'.join(map(re.escape, _BEHIND))})(?!\w))?\s?"
    r"(?:(?:(?:Uhr|h(?:rs?)?\.?)\s?)?(?-i:(?<=\s)(?=[A-Z]{3})|[(（](?=[A-Z]{2}|[+-]|М|[北台日한ب])))?"
    r"(?P<zone>(?:(?:GMT|UTC)\s?)?[+-]\d\d:?\d\d|(?:GMT|UTC)\s?[+-]\d\d?(?![\d:])|GMT|UTC|Z\b|MES?Z\b|WI(?:B|TA)\b|"
    rf"MSK\b|МСК\b|{'|'.join(_SPOKEN)}|"
    r"[A-Z]{2,4}T\b|(?-i:[ECMP]T\b))?",
    re.IGNORECASE,
)
_DIGIT: Final = re.compile(r"\d")
"""What is in every time."""
_HALF_LATE: Final = ("p", "ch", "ös", "μ", "م", "ب", "பி", "পি", "पी", "अप")
"""How what stands behind a time in the second half of the day begins, in lower case."""
_NEAR: Final = 24
"""Characters between a date and its time."""
_ZONES: Final = {
    "NST": -3.5, "NDT": -2.5, "AST": -4, "ADT": -3, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6,
    "PST": -8, "PDT": -7, "AKST": -9, "AKDT": -8, "HST": -10, "BRT": -3, "ART": -3, "CLT": -4, "CLST": -3, "COT": -5,
    "PET": -5, "WET": 0, "WEST": 1, "BST": 1, "MEZ": 1, "MESZ": 2, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3,
    "МСК": 3,
    "TRT": 3, "WAT": 1, "CAT": 2, "EAT": 3, "SAST": 2, "GST": 4, "PKT": 5, "IST": 5.5, "NPT": 5.75, "ICT": 7,
    "WIB": 7, "WITA": 8, "WIT": 9, "SGT": 8, "MYT": 8, "HKT": 8, "PHT": 8, "AWST": 8, "JST": 9, "KST": 9, "ACST": 9.5,
    "ACDT": 10.5, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13, **_SPOKEN,
}  # fmt: skip
"""Hours from universal time that abbreviations of news pages stand for. Of several meanings (``CST``, ``IST``,
``BST``, ``AST``) the one with the most readers of news."""
_COASTS: Final = {
    "ET": "America/New_York", "CT": "America/Chicago", "MT": "America/Denver", "PT": "America/Los_Angeles",
}  # fmt: skip
"""Times of North America that are said without whether it is summer."""
_NOBODYS: Final = frozenset({"UTC", "Z", "+00:00", "+0000"})
"""How programs write universal time."""
_PHILIPPINE: Final = timedelta(hours=8)
_ZONE: Final = re.compile(r"^(?:(?:GMT|UTC)\s?)?([+-])(\d\d?)(?::?(\d\d))?$", re.IGNORECASE)


def behind(text: str, stop: int) -> re.Match[str] | None:
    """The time that is written right behind a date."""
    found = _CLOCK.search(text, stop, stop + _NEAR) if _DIGIT.search(text, stop, stop + _NEAR) else None
    return found if found is not None and _is_clock(found) else None


def before(text: str, start: int) -> re.Match[str] | None:
    """The time that is written right before a date."""
    begin = max(0, start - _NEAR)
    if not _DIGIT.search(text, begin, start):
        return None
    return next((one for one in _CLOCK.finditer(text, begin, start) if _is_clock(one)), None)


def span(clock: re.Match[str]) -> tuple[int, int]:
    """Where a time stands, without the spaces behind it."""
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
        half, part = None, _BEHIND[late.lower()]
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
    """Whether a time is by a clock beside which nobody writes the month first: one of neither the Americas nor the
    Philippines. Programs everywhere write universal time, but none calls it Greenwich's.
    """
    zone = clock["zone"]
    if not zone or zone.upper() in _NOBODYS:
        return False
    offset = offset_of(zone)
    return offset is not None and offset >= timedelta() and offset != _PHILIPPINE


def _is_late(half: str | None, part: str | None, hour: int) -> bool:
    """Whether an hour of twelve is in the second half of the day, by what stands behind or before it."""
    if half:
        return half.lower().startswith(_HALF_LATE)
    return part in _LATE or part == "PM" or (part in _NIGHT and 5 < hour < 12) or (part in _NOON and hour != 11)


def _is_clock(found: re.Match[str]) -> bool:
    return bool(found["m"] or found["half"] or found["at"] is not None or (found["part"] and found["whole"]))


@lru_cache(maxsize=256)
def offset_of(zone: str) -> timedelta | None:
    """The offset that a zone is written with, or that its abbreviation stands for."""
    if zone.upper() in ("GMT", "UTC", "Z"):
        return timedelta()
    if (found := _ZONE.match(zone)) is not None:
        size = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
        if size >= timedelta(days=1):
            return None
        return -size if found[1] == "-" else size
    hours = _ZONES.get(zone.upper())
    return None if hours is None else timedelta(hours=hours)
