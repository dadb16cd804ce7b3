"""Dates as people write them: ``5 March 2024``, ``05.03.2024``, ``2024年3月5日``, with a time near by.

What looks like a date is found by its shape, in any script; names of months are those of the page's language and of
English.

It must not know pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache, lru_cache
from itertools import chain, islice, pairwise
from typing import Final, NamedTuple

from broadsheet import lexicon
from broadsheet.lexicon import tongue_of
from broadsheet.metadata.written import clocks
from broadsheet.metadata.written.calendars import of_ethiopia, of_iran, of_nepal
from broadsheet.metadata.written.months import month_of, own_month_of

__all__ = ["EARLIEST", "Written", "dates_in", "first_dates_in", "plausible"]

EARLIEST: Final = date(1990, 1, 1)
"""Nothing on the web is older; an earlier date is a placeholder, or in the story."""
_STARTED: Final = datetime.now(UTC).date()
"""The day on which the program started: which day it is now need not be asked for those before."""
_YEAR: Final = r"(?P<y{0}>(?:19[89]|20[0-4])\d)"
_WORD: Final = (
    r"(?P<w{0}>[^\W\d_](?:[^\W\d_.]|"
    r"[\u0900-\u0963\u0970-\u0dff\u0e00-\u0eff\u1000-\u103f\u1050-\u109f\u1780-\u17d3\u200d]){{1,14}})"
)
"""A word; vowel signs of Indian scripts, Thai, Lao, Burmese and Khmer are no letters to Python."""
_SECOND: Final = r"(?P<x{0}>\s(?:ال[أا]ول|الثاني|یەکەم|دووەم|Fómhair))?"
"""The second word of a month's name in the Levant, in Kurdish and in Irish."""
_OF_YEAR: Final = lexicon.either("year_words")
"""What stands between a year and the day in it."""
_ORDINALS: Final = lexicon.either("ordinals")


def _word(field: str, language: str) -> str:
    """A pattern for any entry of a field of one language."""
    return lexicon.one_of(lexicon.entries(field, language))


_FORMS: Final = (
    rf"(?<!\d){_YEAR.format(1)}\s?[年년./-]\s?(?P<m1>\d{{1,2}})\s?[月월./-]\s?(?P<d1>\d{{1,2}})(?!\d)(?:\s?[日일号號])?",
    rf"(?<![\d.])(?P<d2>\d{{1,2}})\s?(?P<s2>[./-])\s?(?P<m2>\d{{1,2}})\s?(?P=s2)\s?{_YEAR.format(2)}(?!\d)",
    (
        rf"(?<!\d)(?P<d3>\d(?<!\d:\d)\d?)(?:{_ORDINALS}|\.)?\s*"
        rf"(?:{lexicon.either('of_month')}(?:\s|(?<=[^a-zí])\s?)|-|/)?\s*"
        rf"{_WORD.format(3)}{_SECOND.format(3)}(?:/[^\W\d_]{{2,10}}(?:\s(?:ال[أا]ول|الثاني))?)?\.?,?"
        rf"(?:\s*(?:{lexicon.either('of_year')}|,|،|-|/)\s*|\s+|(?<=\.)){_YEAR.format(3)}(?!\d)"
    ),
    (
        rf"(?<!\d){_YEAR.format('b')}(?:[.,]?\s+|\s?-\s?){_OF_YEAR}\s+(?P<db>\d{{1,2}})(?:\.\s?|\s?-\s?|\s+)"
        rf"{_WORD.format('b')}"
    ),
    (
        rf"(?<!\d){_YEAR.format('l')}\s+{_word('year_word', 'mn')}\s+(?:(?P<ml>\d{{1,2}})"
        r"(?:\s?-?\s?(?:р|д[уү]г[аэ]{2}р))?|"
        rf"(?P<wl>{_word('own_months', 'mn')}))\s+{_word('month_word', 'mn')}\s+(?P<dl>\d{{1,2}})(?!\d)"
    ),
    (
        rf"(?<!\d){_YEAR.format(5)}(?:\s?{lexicon.either('year_suffixes')})?[.,]?\s+{_WORD.format(5)}\.?\s+"
        rf"(?:{lexicon.either('month_suffixes')}\s+)?"
        r"(?P<d5>\d{1,2})(?!\d)"
    ),
)
_FORMS_WORD_FIRST: Final = (
    rf"{_WORD.format(4)}\.?\s*(?P<d4>\d{{1,2}})(?:st|nd|rd|th|\.)?(?:\s{{0,2}}[,،၊])?\s+(?:{lexicon.either('of_year')}\s+)?{_YEAR.format(4)}(?!\d)",
    r"(?P<wo>[^\W\d_]{3,12})\.?\s(?P<do>\d{1,2})(?:st|nd|rd|th)?,?\s[’‘'](?P<yo>\d\d)(?![\d\w])",
)
"""Forms that begin with a number, and with a word."""
_DEVANAGARI: Final = r"[\u0900-\u0963\u0970-\u097f]+"
_FORMS_BEYOND_ASCII: Final = (
    rf"(?<!\d)(?P<d8>\d{{1,2}})\s+{_word('month_word', 'vi')}\s+(?P<m8>\d{{1,2}})(?:,|\s+{_word('year_word', 'vi')})?"
    rf"\s+{_YEAR.format(8)}(?!\d)",
    rf"(?<!\d)(?P<da>\d{{1,2}})\s+{_word('month_word', 'vi')}\s+(?P<wa>{_word('own_months', 'vi')}),?"
    rf"\s+{_YEAR.format('a')}(?!\d)",
    r"(?<!\d)(?P<d7>\d{1,2})\s*(?:เดือน\s*)?(?P<w7>[\u0e00-\u0e7f.]+?)\s*(?:พ\.ศ\.\s*)?(?P<y7>25[3-9]\d|(?:199|20[0-4])\d|[5-7]\d)(?!\d)",
    r"(?<!\d)(?P<dc>\d{1,2})\s*(?P<wc>[\u0620-\u06d3]+)(?:\s*ماه)?\s*،?\s*(?P<yc>1[34]\d\d)(?!\d)",
    r"(?<!\d)(?P<yg>1[34]\d\d)\s+(?:کال\s+)?(?:د\s+)?(?P<wg>[\u0620-\u06d3]+)\s+(?P<dg>\d{1,2})(?!\d)",
    rf"(?<!\d)(?P<yi>20[4-9]\d)\s*(?:साल\s*)?,?\s*(?P<wi>{_DEVANAGARI})\s+(?P<di>\d{{1,2}})(?!\d)",
    rf"(?<!\d)(?P<dk>\d{{1,2}})\s+(?:गते\s+)?(?P<wk>{_DEVANAGARI}),?\s+(?P<yk>20[4-9]\d)(?!\d)",
)
_FORMS_BEYOND_WORD_FIRST: Final = (
    rf"(?<!\w){_word('month_word', 'vi')}\s+(?P<ww>{_word('own_months', 'vi')})"
    rf"\s+(?P<dw>\d{{1,2}}),?\s+{_YEAR.format('w')}(?!\d)",
    r"(?P<era>令和|平成|民國|民国)\s?(?P<y9>\d{1,3}|元)\s?年\s?(?P<m9>\d{1,2})\s?月\s?(?P<d9>\d{1,2})(?=\s?日)",
    r"(?<!\w)(?P<wf>[\u0620-\u06d3]+)\s+(?P<df>\d{1,2})(?:مه)?\s*[،,]?\s+(?P<yf>1[34]\d\d)(?!\d)",
    r"(?<!\w)(?P<wh>[\u1200-\u135f]+)\s+(?P<dh>\d{1,2})(?:\s*ቀን\s*|[፣/]\s*)(?P<yh>(?:19|20)\d\d)(?!\d)",
    rf"(?<![\u0900-\u097f])(?P<wj>{_DEVANAGARI})\s+(?P<dj>\d{{1,2}})(?:\s*गते)?,?\s+(?P<yj>20[4-9]\d)(?!\d)",
)
"""Likewise those that only texts beyond ASCII have."""
_OF_IRAN, _OF_NEPAL = "cfg", "ijk"
"""Forms of dates by these calendars."""
_NAMING: Final = f"345bhnopq{_OF_IRAN}{_OF_NEPAL}"
"""Forms that name the month."""
_NOT_OF_NEPAL: Final = ("hi", "mr", "gu")
"""Languages in which such a date is by the moon."""
_CLOCK_BEHIND: Final = r"(?=(?:,|\s[-–|•·])?\s[0-2]?\d:[0-5]\d(?![\w:]))"
_LAST_FORMS: Final = (
    r"(?<!\d)(?P<ye>1[34]\d\d)\s?(?P<se>[./-])\s?(?P<me>\d{1,2})\s?(?P=se)\s?(?P<de>\d{1,2})(?!\d)",
    r"(?<![\d.])(?P<d6>\d{1,2})\s?(?P<s6>[./-])\s?(?P<m6>\d{1,2})\s?(?P=s6)\s?[’']?(?P<y6>\d\d)(?![\d.])",
    r"(?<![\d.:])(?P<dn>\d{1,2})(?:st|nd|rd|th|\.)?\s(?P<wn>[^\W\d_]{3,12})\.?,?\s?[’‘'](?P<yn>\d\d)(?![\d\w])",
    # Without a mark only between hyphens, and before a clock: "12-Jan-12", "3 Jan 12, 06:15".
    r"(?<![\d.:-])(?P<dp>\d{1,2})-(?P<wp>[^\W\d_]{3,12})-(?P<yp>\d\d)(?![\w-])",
    rf"(?<![\d.:])(?P<dq>\d{{1,2}})\s(?P<wq>[^\W\d_]{{3,12}})\.?\s(?P<yq>\d\d){_CLOCK_BEHIND}",
)
_HAN: Final = "一二三四五六七八九十"
_OF_HAN: Final = (
    rf"(?P<yz>[{_HAN[:9]}〇零○]{{4}})\s?年\s?(?P<mz>十[一二]?|[{_HAN[:9]}])\s?月\s?"
    rf"(?P<dz>(?:[二三]?十|廿|卅)[{_HAN[:9]}]?|[{_HAN[:9]}])\s?[日号號]"
)
_FORMS_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "th": (
        r"(?<![\d./-])(?P<du>\d{1,2})\s?(?P<su>[./-])\s?(?P<mu>\d{1,2})\s?(?P=su)\s?(?P<yu>25[3-9]\d)(?!\d)",
        r"(?<![\d./-])(?P<yv>25[3-9]\d)\s?[./-]\s?(?P<mv>\d{1,2})\s?[./-]\s?(?P<dv>\d{1,2})(?!\d)",
    ),
    "zh-tw": (r"(?<![\d./-])(?P<yt>1[0-4]\d)\s?[年./-]\s?(?P<mt>\d{1,2})\s?[月./-]\s?(?P<dt>\d{1,2})(?![\d./-])",),
}
_FORMS_WORD_FIRST_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "ja": (
        _OF_HAN,
        r"(?<![^\W_])(?P<letter>(?-i:[RHＲＨ]))\s?(?P<yr>\d{1,2}|元)\s?[年./]\s?(?P<mr>\d{1,2})\s?[月./]\s?(?P<dr>\d{1,2})"
        r"(?![\d.])",
    ),
    "zh": (_OF_HAN,),
    "zh-tw": (_OF_HAN,),
}
"""Forms of single languages, that of Taiwan by the name of its region: by the eras of Japan, Thailand and Taiwan, which
numbers elsewhere are not, and in the numbers of China.
"""
_UNNUMBERED: Final = {
    "ja": re.compile(rf"[RHＲＨ]\s?[\d元]|年\s?[{_HAN}]"),
    "zh": re.compile(rf"年\s?[{_HAN}]"),
    "zh-tw": re.compile(rf"1[0-4]\d\s?年|年\s?[{_HAN}]"),
}
"""What is in each of them that has not the numbers of other dates."""
_YEAR_FIRST: Final = ("ja", "ko", "zh")
"""Languages in which a year of two digits stands before the month."""
_IN_NUMBERS: Final = "12689ertuvz"
"""Forms in which the month is a number."""
_BEYOND: Final = re.compile(
    r"[\u0620-\u06d3\u0900-\u0963\u0970-\u097f\u0e00-\u0e7f\u1200-\u135f]|tháng|令和|平成|民[國国]", re.IGNORECASE
)
"""What is in every date that only the last finds."""
_ERAS: Final = {"令和": 2018, "平成": 1988, "民國": 1911, "民国": 1911, "R": 2018, "Ｒ": 2018, "H": 1988, "Ｈ": 1988}
"""Years before the first of an era of Japan, and of the republic by which Taiwan counts."""
_BUDDHIST: Final = 543
"""Years from the Buddhist era, by which Thailand counts, to the common one."""
_COMMON: Final = re.compile(r"199\d|20\d\d")
"""Years of the common era, which Thailand writes too."""
_OF_BUDDHIST: Final = range(60, 90)
"""The last two digits of years of that era that are of no year of the web in the common one."""
_BY_IRAN: Final = ("fa", "ps")
"""Languages in which a number for such a year may stand without the name of a month."""
_DIGITS: Final = {
    ord(zero) + number: str(number)
    for zero in "\u0660\u06f0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0e50\u0ed0\u1040\u17e0\uff10"
    for number in range(10)
}
_OTHER_DIGIT: Final = re.compile(
    r"[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef"
    r"\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0e50-\u0e59\u0ed0-\u0ed9\u1040-\u1049\u17e0-\u17e9\uff10-\uff19]"
)
"""Digits of Arabic, Persian, nine Indian scripts, Thai, Lao, Burmese and Khmer, and wide ones of East Asia."""
_DIGIT, _TWO_DIGITS = re.compile(r"\d"), re.compile(r"\d\d")
_ERA: Final = re.compile("令和|平成|民[國国]")
_YEAR_OR_NUMBERS: Final = re.compile(
    r"[\d令平民](?:(?:(?<=1)(?:9[89]|3[7-9]|4[01])|(?<=2)(?:0[0-8]|5[3-9]))\d|(?<=令)和|(?<=平)成|(?<=民)[國国]|"
    r"(?<=\d)\s?[./-]\s?\d{1,2}\s?[./-]\s?[’']?\d\d|(?<=\s[’‘']\d)\d(?![\d\w])|"
    rf"(?<=\d)(?:-[^\W\d_]{{3,12}}-\d\d(?![\w-])|\s[^\W\d_]{{3,12}}\.?\s\d\d{_CLOCK_BEHIND}))"
)
_WIDEST: Final = 60
"""Characters before and behind a year that may belong to its date."""
_MAX_DATES: Final = 5_000
"""Dates of a text that are read: each takes some 40 µs, and a text with more is a table of them."""
_SHORT: Final = 500
"""Characters of a text that is remembered."""


@dataclass(frozen=True, slots=True)
class Written:
    """A date in a text.

    Attributes:
        day: the day.
        value: ISO 8601, with the time and the offset where they are written beside it.
        start, stop: where it stands in the text.
        otherwise: the value in the other reading of its numbers, where there is one.
        own: the value without a time that is another date's: of two dates around a time the nearer one has it.
    """

    day: date
    value: str
    start: int
    stop: int
    otherwise: str = ""
    own: str = ""


def _has_year(text: str) -> bool:
    """Whether a text has what is in every date: a digit and two more behind it, for the year, or an era."""
    digit = _DIGIT.search(text)
    if digit is not None and _TWO_DIGITS.search(text, digit.end()):
        return True
    return not text.isascii() and _ERA.search(text) is not None


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
    if not _has_year(text):
        own = _UNNUMBERED.get(language[:2]) if language else None
        if own is None or not own.search(text):
            return ()
    text = _plain_digits(text)
    if len(text) <= _SHORT:
        return _short_dates_in(text, language, month_first)
    return tuple(islice(_dates_in(text, language, month_first), _MAX_DATES))


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
        otherwise: the day in the other reading of its numbers, where there is one.
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
            near = (one.behind, one.before or clocks.before(text, one.start))
            own = next((at for at in near if at and _is_own(text, at, one, earlier, later)), None)
        value = clocks.at(one.day, clock)
        yield Written(
            one.day,
            value,
            one.start,
            one.stop,
            clocks.at(one.otherwise, clock) if one.otherwise is not None else "",
            value if own is clock else clocks.at(one.day, own),
        )
        earlier = one


def _found(text: str, language: str | None, month_first: bool, span: tuple[int, int] | None = None) -> Iterator[_Found]:
    number_of = 0
    at, stop = span or (0, len(text))
    tongue = tongue_of(language)
    own = "zh-tw" if tongue == "zh" and language and language[3:] == "TW" else tongue
    is_beyond = not text.isascii() and _BEYOND.search(text, at, stop) is not None
    pattern = _forms_of(own if own in _FORMS_WORD_FIRST_OF or own in _FORMS_OF else "", is_beyond=is_beyond)
    # Behind the last date is seldom what may be another.
    while (is_beyond or _may_hold_date(text, (at, stop), own)) and (found := pattern.search(text, at, stop)):
        form = found.lastgroup[-1] if found.lastgroup else ""
        day, otherwise = _read(found, form, tongue, month_first=month_first)
        if day is None or not plausible(day):
            # What is no date may have taken the first number of one: "3 comments 2024-03-05".
            at = found.end() if form in _IN_NUMBERS else min(found.end(f"d{form}"), found.end(f"y{form}"))
            continue
        at = found.end()
        behind = clocks.behind(text, found.end())
        # The first date of several has seldom one before it, and nobody asks for that of a single one.
        before = clocks.before(text, found.start()) if behind is None or number_of else None
        number_of += 1
        if otherwise is not None and month_first and (clock := behind or before) and clocks.is_of_no_american(clock):
            day, otherwise = otherwise, day
        yield _Found(day, found.start(), found.end(), otherwise, behind, before)


def _may_hold_date(text: str, span: tuple[int, int], tongue: str) -> bool:
    """Whether a stretch of a text has what is in every date that not only the forms beyond ASCII find."""
    if _YEAR_OR_NUMBERS.search(text, *span):
        return True
    own = _UNNUMBERED.get(tongue)
    return own is not None and own.search(text, *span) is not None


@cache
def _forms_of(tongue: str, *, is_beyond: bool) -> re.Pattern[str]:
    """What finds dates in a language that has forms of its own, or in one that has none, by the empty string.

    All forms, which texts beyond ASCII may need, take twice as long. Those that begin with a number are tried where
    there is a digit and nowhere else, and those that begin with any word where a word begins.
    """
    number_first = (*_FORMS, *(_FORMS_BEYOND_ASCII if is_beyond else ()), *_FORMS_OF.get(tongue, ()), *_LAST_FORMS)
    forms = (
        rf"(?=\d)(?:{'|'.join(number_first)})",
        rf"\b(?=[^\W\d_])(?:{'|'.join(_FORMS_WORD_FIRST)})",
        *(_FORMS_BEYOND_WORD_FIRST if is_beyond else ()),
        *_FORMS_WORD_FIRST_OF.get(tongue, ()),
    )
    return re.compile("|".join(forms), re.IGNORECASE)


def _read(found: re.Match[str], form: str, tongue: str, *, month_first: bool) -> tuple[date | None, date | None]:
    """The day that is written in some form, and the other one that its numbers may be read as; None for none."""
    try:
        year, number = _year(found, form, tongue), _number(found[f"d{form}"])
        if form in "26":
            month = int(found[f"m{form}"])
            if form == "6" and tongue in _YEAR_FIRST and (read := _year_first(found)) is not None:
                return read
            ambiguous = number != month and number <= 12 and month <= 12
            if month > 12 or (ambiguous and month_first):
                number, month = month, number
            return date(year, month, number), date(year, number, month) if ambiguous else None
        if form in _IN_NUMBERS or (form == "l" and found["ml"]):
            month = _number(found[f"m{form}"])
        elif form in "aw":
            month = own_month_of(" ".join(found[f"w{form}"].casefold().split()), "vi")
        elif form == "l":
            month = own_month_of(" ".join(found["wl"].casefold().split()), "mn")
        else:
            month = month_of(_month_word(found, form), tongue) or 0 if form in "3457bnopq" else 0
        return _of_calendar(found, form, year, number, tongue) or date(year, month, number), None
    except ValueError:
        return None, None


def _year_first(found: re.Match[str]) -> tuple[date, date | None] | None:
    """A day in numbers of two digits as East Asia writes it, and the other one that they may be read as; None where
    they are none that way.
    """
    year, month, number = found["d6"], int(found["m6"]), int(found["y6"])
    try:
        day = date(_in_full(int(year)), month, number)
    except ValueError:
        return None
    if len(year) == 1 or not plausible(day):
        return None
    try:
        otherwise = date(_in_full(number), month, int(year))
    except ValueError:
        return day, None
    return day, otherwise if plausible(otherwise) else None


def _number(written: str) -> int:
    """A number of a day or a month, in digits or as China writes it in words."""
    if written.isdecimal():
        return int(written)
    tens, ten, ones = written.replace("廿", "二十").replace("卅", "三十").rpartition("十")
    return (10 * (_HAN.index(tens) + 1 if tens else 1) if ten else 0) + (_HAN.index(ones) + 1 if ones else 0)


def _in_full(year: int) -> int:
    """A year that may have its last two digits alone."""
    return year + (2000 if year < 60 else 1900 if year < 100 else 0)


def _year(found: re.Match[str], form: str, tongue: str) -> int:
    """The year of a date in some form, by the era that it is counted by; of Iran by its own."""
    written = found[f"y{form}"]
    if form == "z":
        return int("".join(str(_HAN.find(char) + 1) for char in written))
    year = 1 if written == "元" else int(written)
    if form in "9r":
        return year + _ERAS[found["era" if form == "9" else "letter"]]
    if form == "t":
        return year + _ERAS["民國"]
    if form == "7" and _COMMON.fullmatch(written):
        return year
    if form in "7uv":
        return year + (2500 if year < 100 else 0) - _BUDDHIST
    if form == "6" and tongue == "th" and year in _OF_BUDDHIST:
        return year + 2500 - _BUDDHIST
    return _in_full(year)


def _month_word(found: re.Match[str], form: str) -> str:
    """What stands for the month in a date, in small letters."""
    word = found[f"w{form}"].casefold().replace("i\u0307", "i")  # what is left of a Turkic capital
    second = found["x3"] if form == "3" else None
    return f"{word} {second.strip().casefold()}" if second else word


def _of_calendar(found: re.Match[str], form: str, year: int, day: int, language: str) -> date | None:
    """The day of a date by the calendar of Iran, Ethiopia or Nepal; None where it is by none of these.

    Raises:
        ValueError: there is no such day, or no such month.
    """
    if form == "e":
        return of_iran(year, int(found["me"]) if language in _BY_IRAN else 0, day)
    name = found[f"w{form}"] if form in _NAMING else ""
    if form in _OF_IRAN:
        name = name.replace("ي", "ی")
        return of_iran(year, own_month_of(name, "fa") or own_month_of(name, "ps"), day)
    if form in _OF_NEPAL or (own_month_of(name, "ne") and language == "ne"):
        return of_nepal(year, 0 if language in _NOT_OF_NEPAL else own_month_of(name, "ne"), day)
    # In Eritrea the months of the common era have these names.
    if form == "h" or (own_month_of(name, "am") and language != "ti"):
        return of_ethiopia(year, own_month_of(name, "am"), day)
    return None


def plausible(day: date) -> bool:
    """Whether something can have been published on a day."""
    return day >= EARLIEST and (day <= _STARTED or day <= datetime.now(UTC).date() + timedelta(days=2))


def _is_own(text: str, clock: re.Match[str], one: _Found, earlier: _Found | None, later: _Found | None) -> bool:
    """Whether a time next to a date is that date's: not of the date before or behind it, and no part of one.

    Args:
        text: what they are in.
        clock: the time.
        one: the date.
        earlier: the date before that one.
        later: the date behind it.
    """
    start, stop = clocks.span(clock)
    for other, theirs in ((earlier, earlier and earlier.behind), (later, later and later.before)):
        if other is None:
            continue
        if start < other.stop and other.start < stop:
            return False
        if theirs is None or not (start < clocks.span(theirs)[1] and clocks.span(theirs)[0] < stop):
            continue
        first, second = (other, one) if other is earlier else (one, other)
        of_first, of_second = start - first.stop, second.start - stop
        # Where times stand in front of their dates, the first date has another one there.
        is_of_first = of_first < of_second or (
            of_first == of_second and not (first.before or clocks.before(text, first.start))
        )
        if is_of_first == (other is earlier):
            return False
    return True
