"""Dates as people write them: ``5 March 2024``, ``05.03.2024``, ``2024年3月5日``, with a time near by.

What looks like a date is found by its shape, in any script; names of months are read by dateparser, in the page's
language and in English, but for those that most pages use. Each word is asked for once in a process, and the library,
which takes a second to load, is imported only when there is a word to ask for.

It must not know pages.
"""

from __future__ import annotations

import re
import unicodedata
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone
from functools import cache, lru_cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from itertools import chain, islice, pairwise
from pathlib import Path
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

__all__ = ["EARLIEST", "Written", "dates_in", "first_dates_in", "month_of", "offset_of", "plausible"]

EARLIEST: Final = date(1990, 1, 1)
"""Nothing on the web is older; an earlier date is a placeholder, or in the story."""

_YEAR: Final = r"(?P<y{0}>(?:19[89]|20[0-4])\d)"
_WORD: Final = r"(?P<w{0}>[^\W\d_](?:[^\W\d_.]|[\u0900-\u0dff\u0e00-\u0e7f]){{1,14}})"
"""A word; vowel signs of Indian scripts and Thai are no letters to Python."""
_FORMS: Final = (
    rf"(?<!\d){_YEAR.format(1)}\s?[年년./-]\s?(?P<m1>\d{{1,2}})\s?[月월./-]\s?(?P<d1>\d{{1,2}})(?!\d)",
    rf"(?<![\d.])(?P<d2>\d{{1,2}})\s?(?P<s2>[./-])\s?(?P<m2>\d{{1,2}})\s?(?P=s2)\s?{_YEAR.format(2)}(?!\d)",
    (
        rf"(?<!\d)(?P<d3>\d{{1,2}})(?:st|nd|rd|th|er|η|ª|º|°|\.|-го|ος)?\s*(?:of\s|de\s|d[’']|-|/)?\s*{_WORD.format(3)}(?:/[^\W\d_]{{2,10}})?\.?,?"
        rf"(?:\s*(?:de|del|do|,|-|/)\s*|\s+){_YEAR.format(3)}(?!\d)"
    ),
    rf"\b{_WORD.format(4)}\.?\s*(?P<d4>\d{{1,2}})(?:st|nd|rd|th|\.)?,?\s+(?:at\s+)?{_YEAR.format(4)}(?!\d)",
    rf"(?<!\d){_YEAR.format(5)}[.,]?\s+(?:m\.\s+)?{_WORD.format(5)}\.?\s+(?P<d5>\d{{1,2}})(?!\d)",
)
_FORMS_BEYOND_ASCII: Final = (
    rf"(?<!\d)(?P<d8>\d{{1,2}})\s+tháng\s+(?P<m8>\d{{1,2}})(?:,|\s+năm)?\s+{_YEAR.format(8)}(?!\d)",
    rf"(?<!\d)(?P<da>\d{{1,2}})\s+tháng\s+(?P<wa>mười\s(?:một|hai)|[^\W\d_]+),?\s+{_YEAR.format('a')}(?!\d)",
    r"(?P<era>令和|平成|民國|民国)\s?(?P<y9>\d{1,3}|元)\s?年\s?(?P<m9>\d{1,2})\s?月\s?(?P<d9>\d{1,2})(?=\s?日)",
    r"(?<!\d)(?P<d7>\d{1,2})\s*(?P<w7>[\u0e00-\u0e7f.]+)\s*(?P<y7>25[3-9]\d|[5-7]\d)(?!\d)",
    r"(?<!\d)(?P<dc>\d{1,2})\s*(?P<wc>[\u0620-\u06d3]+)(?:\s*ماه)?\s*،?\s*(?P<yc>1[34]\d\d)(?!\d)",
)
_LAST_FORMS: Final = (
    r"(?<!\d)(?P<ye>1[34]\d\d)\s?(?P<se>[./-])\s?(?P<me>\d{1,2})\s?(?P=se)\s?(?P<de>\d{1,2})(?!\d)",
    r"(?<![\d.])(?P<d6>\d{1,2})\s?(?P<s6>[./-])\s?(?P<m6>\d{1,2})\s?(?P=s6)\s?(?P<y6>\d\d)(?![\d.])",
)
_DATE: Final = re.compile("|".join((*_FORMS, *_FORMS_BEYOND_ASCII, *_LAST_FORMS)), re.IGNORECASE)
_DATE_IN_ASCII: Final = re.compile("|".join((*_FORMS, *_LAST_FORMS)), re.IGNORECASE)
"""What finds the same in a text of ASCII, in less time."""
_EARLY: Final = "오전 上午 午前 凌晨 清晨 早上 早晨 सुबह সকাল ভোর காலை முற்பகல் صبح صباح".split()
_LATE: Final = "오후 下午 午後 午后 傍晚 दोपहर शाम দুপুর বিকেল বিকাল সন্ধ্যা பிற்பகல் மாலை شام عصر مساء".split()
_NIGHT: Final = "晚上 晚间 晚間 深夜 夜 밤 रात রাত இரவு رات".split()
"""Words for halves of the day; a night has the evening and the hours from midnight on."""
_AT_HOUR: Final = (
    r"(?P<at>(?<=\bum\s)(?=\d\d?\s?Uhr\b)|(?:(?<=\bà\s)|(?<=\blas\s)|(?<=\bàs\s))(?=\d\d?\s?h(?:eures?|oras?)?\b))?"
)
"""What stands before an hour, with what is behind it, where no minutes are written."""
_CLOCK: Final = re.compile(
    rf"(?:(?P<part>{'|'.join(_EARLY + _LATE + _NIGHT)})\s?)?{_AT_HOUR}"
    r"(?<![\d:.])(?P<h>[01]?\d|2[0-3])\s?(?:(?:[:.時时点點시]|h(?:eures?)?)\s?(?P<m>[0-5]\d|\d(?=\s?[분分]))(?::(?P<s>[0-5]\d))?(?:\s?[분分])?)?(?!\d|\.,)"
    r"(?P<whole>\s?[時时点點시])?"
    r"\s?(?P<half>[ap]\.?\s?m\b\.?|(?<=\d\s)(?-i:SA|CH|ÖÖ|ÖS)\b|[πμ]\.?\s?μ\b\.?|(?<=\d\s)[صم](?!\w)|[قب]\.\s?ظ|"
    r"صباحا|مساء|முற்பகல்|பிற்பகல்)?\s?"
    r"(?:(?:(?:Uhr|h(?:rs?)?\.?)\s?)?(?-i:(?<=\s)(?=[A-Z]{3})|\((?=[A-Z]{2}|[+-])))?"
    r"(?P<zone>(?:(?:GMT|UTC)\s?)?[+-]\d\d:?\d\d|(?:GMT|UTC)\s?[+-]\d\d?(?![\d:])|GMT|UTC|Z\b|MES?Z\b|WI(?:B|TA)\b|MSK\b|"
    r"[A-Z]{2,4}T\b|(?-i:[ECMP]T\b))?",
    re.IGNORECASE,
)
_DIGIT: Final = re.compile(r"\d")
"""What is in every time."""
_HALF_LATE: Final = ("p", "ch", "ös", "μ", "م", "ب", "பி")
"""How what stands behind a time in the second half of the day begins, in lower case."""
_ERAS: Final = {"令和": 2018, "平成": 1988, "民國": 1911, "民国": 1911}
"""Years before the first of an era of Japan, and of the republic by which Taiwan counts."""
_BUDDHIST: Final = 543
"""Years from the Buddhist era, by which Thailand counts, to the common one."""
_IRANIAN: Final = "فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند".split()
"""The months of Iran, whose year begins in March."""
_BY_IRAN: Final = ("fa", "ps")
"""Languages in which a number for such a year may stand without the name of a month."""
_DIGITS: Final = {
    ord(zero) + number: str(number)
    for zero in "\u0660\u06f0\u0966\u09e6\u0ae6\u0be6\u0c66\u0ce6\u0e50\uff10"
    for number in range(10)
}
_OTHER_DIGIT: Final = re.compile(
    r"[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0ae6-\u0aef\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef"
    r"\u0e50-\u0e59\uff10-\uff19]"
)
"""Digits of Arabic, Persian, six Indian scripts and Thai, and wide ones of East Asia."""
_NUMBER: Final = re.compile(r"\d.*\d\d|令和|平成|民[國国]", re.DOTALL)
"""What is in every date: a number of one digit, and two digits of a year, or an era."""
_YEAR_OR_NUMBERS: Final = re.compile(
    r"(?:19[89]|20[0-4]|25[3-9]|13[7-9]|14[01])\d|令和|平成|民[國国]|\d\s?[./-]\s?\d{1,2}\s?[./-]\s?\d\d"
)
_WIDEST: Final = 60
"""Characters before and behind a year that may belong to its date."""
_SHORT: Final = 500
"""Characters of a text that is remembered."""
_NEAR: Final = 24
"""Characters between a date and its time."""
_ZONES: Final = {
    "NST": -3.5, "NDT": -2.5, "AST": -4, "ADT": -3, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6,
    "PST": -8, "PDT": -7, "AKST": -9, "AKDT": -8, "HST": -10, "BRT": -3, "ART": -3, "CLT": -4, "CLST": -3, "COT": -5,
    "PET": -5, "WET": 0, "WEST": 1, "BST": 1, "MEZ": 1, "MESZ": 2, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3,
    "TRT": 3, "WAT": 1, "CAT": 2, "EAT": 3, "SAST": 2, "GST": 4, "PKT": 5, "IST": 5.5, "NPT": 5.75, "ICT": 7,
    "WIB": 7, "WITA": 8, "WIT": 9, "SGT": 8, "MYT": 8, "HKT": 8, "PHT": 8, "AWST": 8, "JST": 9, "KST": 9, "ACST": 9.5,
    "ACDT": 10.5, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13,
}  # fmt: skip
"""Hours from universal time that abbreviations of news pages stand for. Of several meanings (``CST``, ``IST``,
``BST``, ``AST``) the one with the most readers of news."""
_COASTS: Final = {
    "ET": "America/New_York", "CT": "America/Chicago", "MT": "America/Denver", "PT": "America/Los_Angeles",
}  # fmt: skip
"""Times of North America that are said without whether it is summer."""
_ZONE: Final = re.compile(r"^(?:(?:GMT|UTC)\s?)?([+-])(\d\d?)(?::?(\d\d))?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Written:
    """A date in a text.

    Attributes:
        day: the day.
        value: ISO 8601, with the time and the offset where they are written beside it.
        start, stop: where it stands in the text.
        otherwise: the value with day and month the other way round, where they can be read so.
        own: the value without a time that is another date's: of two dates around a time the nearer one has it.
    """

    day: date
    value: str
    start: int
    stop: int
    otherwise: str = ""
    own: str = ""


def dates_in(text: str, language: str | None = None, *, month_first: bool = False) -> tuple[Written, ...]:
    """The dates in a text.

    Args:
        text: the text.
        language: its language; names of months are looked for in it and in English.
        month_first: how numbers that can be read both ways are read.

    >>> [one.value for one in dates_in("Thursday, 8 June, 2000, 11:44 GMT", "en")]
    ['2000-06-08T11:44:00+00:00']
    >>> [one.value for one in dates_in("Stand: 05.03.2024 - 9.07 Uhr", "de")]
    ['2024-03-05T09:07:00']
    >>> [one.value for one in dates_in("2024年3月5日", "ja")]
    ['2024-03-05']
    """
    if not _NUMBER.search(text):
        return ()
    text = _plain_digits(text)
    if len(text) <= _SHORT:
        return _short_dates_in(text, language, month_first)
    return tuple(_dates_in(text, language, month_first))


@lru_cache(maxsize=1024)
def _short_dates_in(text: str, language: str | None, month_first: bool) -> tuple[Written, ...]:
    """The same, remembered: an element, the element around it and their line say the same."""
    return tuple(_dates_in(text, language, month_first))


def first_dates_in(
    text: str,
    most: int,
    language: str | None = None,
    *,
    month_first: bool = False,
    wanted: Callable[[Written], bool] | None = None,
) -> tuple[Written, ...]:
    """The first dates in a long text; what is around its years is looked at, and no more of it than is needed.

    Args:
        text: the text.
        most: how many dates.
        language: its language.
        month_first: how numbers that can be read both ways are read.
        wanted: which dates; None for all.

    >>> [one.value for one in first_dates_in("8 June 2000 and 9 June 2000", 1)]
    ['2000-06-08']
    """
    text = _plain_digits(text)
    found = (one for span in _around_years(text) for one in _dates_in(text, language, month_first, span))
    return tuple(islice(found if wanted is None else filter(wanted, found), most))


def _plain_digits(text: str) -> str:
    """A text with the digits that programs know, each in its place."""
    return text.translate(_DIGITS) if not text.isascii() and _OTHER_DIGIT.search(text) else text


def _around_years(text: str) -> Iterator[tuple[int, int]]:
    """Stretches of a text that may hold dates, in order and apart from each other."""
    start = stop = -1
    for found in _YEAR_OR_NUMBERS.finditer(text):
        begin, end = max(0, found.start() - _WIDEST), found.end() + _WIDEST
        if begin <= stop:
            stop = end
            continue
        if start >= 0:
            yield start, stop
        start, stop = begin, end
    if start >= 0:
        yield start, stop


class _Found(NamedTuple):
    """A date in a text, with the times behind and before it.

    Attributes:
        day: the day.
        start, stop: where it stands.
        otherwise: the day with day and month the other way round, where they can be read so.
        behind, before: the times next to it; that before the first one only where there is none behind it.
    """

    day: date
    start: int
    stop: int
    otherwise: date | None
    behind: re.Match[str] | None
    before: re.Match[str] | None


def _dates_in(
    text: str, language: str | None, month_first: bool, span: tuple[int, int] | None = None
) -> Iterator[Written]:
    earlier: _Found | None = None
    for one, later in pairwise(chain(_found(text, language, month_first, span), (None,))):
        if one is None:
            return
        clock = one.behind or one.before
        own = clock
        if (earlier is not None or later is not None) and clock is not None:
            near = (one.behind, one.before or _before(text, one.start))
            own = next((at for at in near if at and _is_own(text, at, one, earlier, later)), None)
        yield Written(
            one.day,
            _at(one.day, clock),
            one.start,
            one.stop,
            _at(one.otherwise, clock) if one.otherwise is not None else "",
            _at(one.day, own),
        )
        earlier = one


def _found(text: str, language: str | None, month_first: bool, span: tuple[int, int] | None = None) -> Iterator[_Found]:
    number_of = 0
    pattern = _DATE_IN_ASCII if text.isascii() else _DATE
    for found in pattern.finditer(text) if span is None else pattern.finditer(text, *span):
        form = found.lastgroup[-1] if found.lastgroup else ""
        year = _year(found, form)
        number = int(found[f"d{form}"])
        ambiguous = False
        tongue = (language or "en").lower()[:2]
        if form in "12689":
            month = int(found[f"m{form}"])
            if form in "26":
                ambiguous = number != month and number <= 12 and month <= 12
                if month > 12 or (ambiguous and month_first):
                    number, month = month, number
        elif form == "a":
            month = _VIETNAMESE.get(" ".join(found["wa"].casefold().split()), 0)
        elif form in "ce":
            month = _iranian_month(found, tongue)
        else:
            month = month_of(found[f"w{form}"].casefold(), tongue) or 0
        try:
            day = _of_iran(year, month, number) if form in "ce" else date(year, month, number)
        except ValueError:
            continue
        if plausible(day):
            otherwise = date(year, number, month) if ambiguous else None
            behind = _behind(text, found.end())
            # The first date of several has seldom one before it, and nobody asks for that of a single one.
            before = _before(text, found.start()) if behind is None or number_of else None
            number_of += 1
            yield _Found(day, found.start(), found.end(), otherwise, behind, before)


def _year(found: re.Match[str], form: str) -> int:
    """The year of a date in some form, by the era that it is counted by; of Iran by its own."""
    written = found[f"y{form}"]
    year = 1 if written == "元" else int(written)
    if form == "9":
        return year + _ERAS[found["era"]]
    if form == "7":
        return year + (2500 if year < 100 else 0) - _BUDDHIST
    return year + (2000 if year < 60 else 1900 if year < 100 else 0)


def _iranian_month(found: re.Match[str], language: str) -> int:
    """The month of Iran that a date names or numbers, 0 for none."""
    if found.lastgroup == "yc":
        name = found["wc"].replace("ي", "ی")
        return _IRANIAN.index(name) + 1 if name in _IRANIAN else 0
    return int(found["me"]) if language in _BY_IRAN else 0


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
    """Whether something can have been published on a day."""
    return EARLIEST <= day <= datetime.now(UTC).date() + timedelta(days=2)


def _behind(text: str, stop: int) -> re.Match[str] | None:
    """The time that is written right behind a date."""
    found = _CLOCK.search(text, stop, stop + _NEAR) if _DIGIT.search(text, stop, stop + _NEAR) else None
    return found if found is not None and _is_clock(found) else None


def _before(text: str, start: int) -> re.Match[str] | None:
    """The time that is written right before a date."""
    return next((one for one in _CLOCK.finditer(text, max(0, start - _NEAR), start) if _is_clock(one)), None)


def _is_own(text: str, clock: re.Match[str], one: _Found, earlier: _Found | None, later: _Found | None) -> bool:
    """Whether a time next to a date is that date's: not of the date before or behind it, and no part of one.

    Args:
        text: what they are in.
        clock: the time.
        one: the date.
        earlier: the date before that one.
        later: the date behind it.
    """
    start, stop = _span(clock)
    for other, theirs in ((earlier, earlier and earlier.behind), (later, later and later.before)):
        if other is None:
            continue
        if start < other.stop and other.start < stop:
            return False
        if theirs is None or not (start < _span(theirs)[1] and _span(theirs)[0] < stop):
            continue
        first, second = (other, one) if other is earlier else (one, other)
        of_first, of_second = start - first.stop, second.start - stop
        # Where times stand in front of their dates, the first date has another one there.
        is_of_first = of_first < of_second or (
            of_first == of_second and not (first.before or _before(text, first.start))
        )
        if is_of_first == (other is earlier):
            return False
    return True


def _span(clock: re.Match[str]) -> tuple[int, int]:
    """Where a time stands, without the spaces behind it."""
    return clock.start(), clock.start() + len(clock[0].rstrip())


def _at(day: date, clock: re.Match[str] | None) -> str:
    """ISO 8601 of a day with a time."""
    if clock is None:
        return day.isoformat()
    hour = int(clock["h"])
    if (half := clock["half"]) and hour > 12 and half[0] in "aApP":
        return day.isoformat()
    if hour <= 12 and (half or clock["part"]):
        hour = hour % 12 + (12 if _is_late(half, clock["part"], hour) else 0)
    moment = datetime.combine(day, time(hour, int(clock["m"] or 0), int(clock["s"] or 0)))
    zone = clock["zone"]
    if zone in _COASTS:
        try:
            return moment.replace(tzinfo=ZoneInfo(_COASTS[zone])).isoformat()
        except (OSError, ZoneInfoNotFoundError):
            return moment.isoformat()  # a system without data of time zones
    offset = offset_of(zone) if zone else None
    return (moment if offset is None else moment.replace(tzinfo=timezone(offset))).isoformat()


def _is_late(half: str | None, part: str | None, hour: int) -> bool:
    """Whether an hour of twelve is in the second half of the day, by what stands behind or before it."""
    if half:
        return half.lower().startswith(_HALF_LATE) and not half.startswith("முற்")
    return part in _LATE or (part in _NIGHT and 5 < hour < 12)


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


@lru_cache(maxsize=8192)
def month_of(word: str, language: str) -> int | None:
    """The month that a word names, in a language or in English; None where it names none.

    >>> month_of("märz", "de"), month_of("sept", "en"), month_of("people", "en")
    (3, 9, None)
    """
    known = _KNOWN.get(word)
    # The English names are all known, and a library that takes a second to load has no more of them.
    if known is not None or language == "en" or not word.isalpha() or len(word) < _SHORTEST:
        return known
    names = _names_of_months(language)
    months = names.get(word, ())
    if len(months) == 1:
        return months[0]
    if names and _beginning(word) not in _beginnings(language):
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from dateparser import parse

        try:
            found = parse(
                f"1 {word} 2000", languages=[language], settings={"STRICT_PARSING": True, "DATE_ORDER": "DMY"}
            )
        except (ValueError, TypeError, KeyError):
            return None  # a language that the library does not know
    return int(found.month) if found is not None and found.year == 2000 and found.day == 1 else None


@cache
def _names_of_months(language: str) -> Mapping[str, tuple[int, ...]]:
    """The months by their names and abbreviations in a language, by dateparser's data; a few names have two.

    The data are read without the library, which is asked for other forms of these names alone: to load it takes a
    second, and its expressions for a language as long as a hundred pages.
    """
    library = find_spec("dateparser")
    if library is None or library.origin is None or not _CODE.fullmatch(language):
        return {}
    file = Path(library.origin).parent / "data" / "date_translation_data" / f"{language}.py"
    spec = spec_from_file_location(f"_months_{language}", file) if file.is_file() else None
    if spec is None or spec.loader is None:
        return {}
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    names = getattr(module, "info", {})
    found: dict[str, tuple[int, ...]] = {}
    for number, month in enumerate(_ENGLISH, 1):
        for name in {name.casefold() for name in names.get(month, ())}:
            found[name] = (*found.get(name, ()), number)
    return found


@cache
def _beginnings(language: str) -> frozenset[str]:
    """How the names of months begin in a language."""
    return frozenset(map(_beginning, _names_of_months(language)))


def _beginning(word: str) -> str:
    """The first letters of a word without case and accents."""
    return "".join(char for char in unicodedata.normalize("NFKD", word).casefold() if not unicodedata.combining(char))[
        :_SHORTEST
    ]


_CODE: Final = re.compile(r"[a-z]{2}")
_SHORTEST: Final = 3
"""Letters of a word that can be a month's name."""
_MONTHS: Final = (
    "january february march april may june july august september october november december",
    "jan feb mar apr may jun jul aug sep oct nov dec",
    "januar februar märz april mai juni juli august september oktober november dezember",
    "jänner feber mär apr mai jun jul aug sept okt nov dez",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "januari februari maart april mei juni juli augustus september oktober november december",
    "januari februari mars april maj juni juli augusti september oktober november december",
    "januar februar marts april maj juni juli august september oktober november desember",
    "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
    "ledna února března dubna května června července srpna září října listopadu prosince",
    "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
    "ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου "
    "δεκεμβρίου",
    "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
    "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
    "جانفي فيفري مارس أفريل ماي جوان جويلية أوت سبتمبر أكتوبر نوفمبر ديسمبر",
    "ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر",
    "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר",
    "בינואר בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר",
    "जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर",
    "जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितम्बर अक्तूबर नवम्बर दिसम्बर",
    "জানুয়ারি ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর",
    "जानेवारी फेब्रुवारी मार्च एप्रिल मे जून जुलै ऑगस्ट सप्टेंबर ऑक्टोबर नोव्हेंबर डिसेंबर",
    "जनवरी फेब्रुअरी मार्च अप्रिल मे जुन जुलाई अगस्ट सेप्टेम्बर अक्टोबर नोभेम्बर डिसेम्बर",
    "ਜਨਵਰੀ ਫਰਵਰੀ ਮਾਰਚ ਅਪ੍ਰੈਲ ਮਈ ਜੂਨ ਜੁਲਾਈ ਅਗਸਤ ਸਤੰਬਰ ਅਕਤੂਬਰ ਨਵੰਬਰ ਦਸੰਬਰ",
    "જાન્યુઆરી ફેબ્રુઆરી માર્ચ એપ્રિલ મે જૂન જુલાઈ ઑગસ્ટ સપ્ટેમ્બર ઑક્ટોબર નવેમ્બર ડિસેમ્બર",
    "જાન્યુઆરી ફેબ્રુઆરી માર્ચ એપ્રિલ મે જૂન જુલાઇ ઓગસ્ટ સપ્ટેમ્બર ઓક્ટોબર નવેમ્બર ડિસેમ્બર",
    "ஜனவரி பிப்ரவரி மார்ச் ஏப்ரல் மே ஜூன் ஜூலை ஆகஸ்ட் செப்டம்பர் அக்டோபர் நவம்பர் டிசம்பர்",
    "జనవరి ఫిబ్రవరి మార్చి ఏప్రిల్ మే జూన్ జూలై ఆగస్టు సెప్టెంబర్ అక్టోబర్ నవంబర్ డిసెంబర్",
    "జనవరి ఫిబ్రవరి మార్చి ఏప్రిల్ మే జూన్ జులై ఆగస్ట్ సెప్టెంబరు అక్టోబరు నవంబరు డిసెంబరు",
    "ಜನವರಿ ಫೆಬ್ರವರಿ ಮಾರ್ಚ್ ಏಪ್ರಿಲ್ ಮೇ ಜೂನ್ ಜುಲೈ ಆಗಸ್ಟ್ ಸೆಪ್ಟೆಂಬರ್ ಅಕ್ಟೋಬರ್ ನವೆಂಬರ್ ಡಿಸೆಂಬರ್",
    "ജനുവരി ഫെബ്രുവരി മാർച്ച് ഏപ്രിൽ മേയ് ജൂൺ ജൂലൈ ഓഗസ്റ്റ് സെപ്റ്റംബർ ഒക്ടോബർ നവംബർ ഡിസംബർ",
    "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม",
    "ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.",
)
"""Names of months that most pages use, so that they need no library; a name means the same in all these languages,
but for Czech ``listopadu`` and Polish ``listopada``, which differ in their last letter."""
_VIETNAMESE: Final = {
    name: number
    for names in ("một hai ba tư năm sáu bảy tám chín mười mười_một mười_hai", "giêng hai ba bốn năm sáu bẩy tám chín")
    for number, name in enumerate((one.replace("_", " ") for one in names.split()), 1)
}
"""Vietnamese numbers of months, as WordPress writes them."""
_ENGLISH: Final = _MONTHS[0].split()
_KNOWN: Final = {
    **{name.casefold(): number for row in _MONTHS for number, name in enumerate(row.split(), 1)},
    "sept": 9,
    # Of the names of the Levant those that are one word, and are no other month's elsewhere.
    "شباط": 2,
    "آذار": 3,
    "نيسان": 4,
    "أيار": 5,
    "حزيران": 6,
    "تموز": 7,
    "آب": 8,
    "أيلول": 9,
}
