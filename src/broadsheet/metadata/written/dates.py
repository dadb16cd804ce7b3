"""Dates as people write them: ``5 March 2024``, ``05.03.2024``, ``2024年3月5日``, with a time near by.

A date is found by its shape, in any script; names of months are those of the page's language and of English. It must
not know pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache, lru_cache
from itertools import chain, islice, pairwise
from typing import Final, NamedTuple

from broadsheet import lexicon
from broadsheet.lexicon import tongue_of
from broadsheet.metadata.written import clocks
from broadsheet.metadata.written.months import month_of, own_month_of

__all__ = ["EARLIEST", "Written", "dates_in", "plausible"]

EARLIEST: Final = date(1990, 1, 1)
"""An earlier date is a placeholder, or in the story: nothing on the web is older."""
_STARTED: Final = datetime.now(UTC).date()
"""The day on which the program started: the clock is only asked for later days."""
_YEAR: Final = r"(?P<y{0}>(?:19[89]|20[0-4])\d)"
_WORD: Final = (
    r"(?P<w{0}>[^\W\d_](?:[^\W\d_.]|"
    r"[\u0900-\u0963\u0970-\u0dff\u0e00-\u0eff\u1000-\u103f\u1050-\u109f\u1780-\u17d3\u200d]){{1,14}})"
)
"""A word; vowel signs of Indian scripts, Thai, Lao, Burmese and Khmer are no letters to Python."""
_SECOND: Final = lexicon.one_of({name.split()[1] for name in lexicon.entries("months") if name.count(" ") == 1})
"""The second word of a month's name, in the Levant, in Kurdish and in Irish."""
_OF_YEAR, _ORDINALS = lexicon.either("of_year"), lexicon.either("ordinals")


def _word(field: str, language: str) -> str:
    """A pattern for any entry of a field of one language."""
    return lexicon.one_of(lexicon.entries(field, language))


_ERAS: Final = {name: int(years) for name, years in (entry.split(" = ") for entry in lexicon.entries("eras"))}
"""Years before the first of an era."""
_ERA: Final = re.compile(lexicon.one_of(_ERAS))
_FORMS: Final = (
    rf"(?<!\d){_YEAR.format(1)}\s?[年년./-]\s?(?P<m1>\d{{1,2}})\s?[月월./-]\s?(?P<d1>\d{{1,2}})(?!\d)(?:\s?[日일号號])?",
    rf"(?<![\d.])(?P<d2>\d{{1,2}})\s?(?P<s2>[./-])\s?(?P<m2>\d{{1,2}})\s?(?P=s2)\s?{_YEAR.format(2)}(?!\d)",
    (
        rf"(?<!\d)(?P<d3>\d(?<!\d:\d)\d?)(?:{_ORDINALS}|\.)?\s*"
        rf"(?:{lexicon.either('of_month')}(?:\s|(?<=[^a-zí])\s?)|-|/)?\s*"
        rf"{_WORD.format(3)}(?P<x3>\s{_SECOND})?(?:/[^\W\d_]{{2,10}}(?:\s{_SECOND})?)?\.?,?"
        rf"(?:\s*(?:{_OF_YEAR}|,|،|-|/)\s*|\s+|(?<=\.)){_YEAR.format(3)}(?!\d)"
    ),
    (
        rf"(?<!\d){_YEAR.format('b')}(?:[.,]?\s+|\s?-\s?){lexicon.either('year_words')}\s+(?P<db>\d{{1,2}})"
        rf"(?:\.\s?|\s?-\s?|\s+){_WORD.format('b')}"
    ),
    (
        rf"(?<!\d){_YEAR.format(5)}(?:\s?{lexicon.either('year_suffixes')})?[.,]?\s+{_WORD.format(5)}\.?\s+"
        rf"(?:{lexicon.either('month_suffixes')}\s+)?(?P<d5>\d{{1,2}})(?!\d)"
    ),
)
"""Forms that begin with a number; the groups of day, month and year end with the form's letter."""
_FORMS_WORD_FIRST: Final = (
    rf"{_WORD.format(4)}\.?\s*(?P<d4>\d{{1,2}})(?:st|nd|rd|th|\.)?(?:\s{{0,2}}[,،၊])?\s+(?:{_OF_YEAR}\s+)?"
    rf"{_YEAR.format(4)}(?!\d)",
    r"(?P<wo>[^\W\d_]{3,12})\.?\s(?P<do>\d{1,2})(?:st|nd|rd|th)?,?\s[’‘'](?P<yo>\d\d)(?![\d\w])",
)
_FORMS_BEYOND_ASCII: Final = (
    rf"(?<!\d)(?P<d8>\d{{1,2}})\s+{_word('month_word', 'vi')}\s+(?P<m8>\d{{1,2}})(?:,|\s+{_word('year_word', 'vi')})?"
    rf"\s+{_YEAR.format(8)}(?!\d)",
    rf"(?<!\d)(?P<d7>\d{{1,2}})\s*(?:{_word('month_word', 'th')}\s*)?(?P<w7>[\u0e00-\u0e7f.]+?)\s*"
    rf"(?:{_word('year_word', 'th')}\s*)?(?P<y7>25[3-9]\d|(?:199|20[0-4])\d|[5-7]\d)(?!\d)",
    rf"(?<!\d)(?P<dc>\d{{1,2}})\s*(?P<wc>[\u0620-\u06d3]+)(?:\s*{_word('month_word', 'fa')})?"
    r"\s*،?\s*(?P<yc>1[34]\d\d)(?!\d)",
)
_FORMS_BEYOND_WORD_FIRST: Final = (
    rf"(?P<era>{_ERA.pattern})\s?(?P<y9>\d{{1,3}}|元)\s?年\s?(?P<m9>\d{{1,2}})\s?月\s?(?P<d9>\d{{1,2}})(?=\s?日)",
    rf"(?<!\w)(?P<wf>[\u0620-\u06d3]+)\s+(?P<df>\d{{1,2}})(?:{_word('month_word', 'fa')})?"
    r"\s*[،,]?\s+(?P<yf>1[34]\d\d)(?!\d)",
)
_CLOCK_BEHIND: Final = r"(?=(?:,|\s[-–|•·])?\s[0-2]?\d:[0-5]\d(?![\w:]))"
_LAST_FORMS: Final = (
    r"(?<!\d)(?P<ye>1[34]\d\d)\s?(?P<se>[./-])\s?(?P<me>\d{1,2})\s?(?P=se)\s?(?P<de>\d{1,2})(?!\d)",
    r"(?<![\d.])(?P<d6>\d{1,2})\s?(?P<s6>[./-])\s?(?P<m6>\d{1,2})\s?(?P=s6)\s?[’']?(?P<y6>\d\d)(?![\d.])",
    r"(?<![\d.:])(?P<dn>\d{1,2})(?:st|nd|rd|th|\.)?\s(?P<wn>[^\W\d_]{3,12})\.?,?\s?[’‘'](?P<yn>\d\d)(?![\d\w])",
    # Without a mark only between hyphens, and before a clock: "12-Jan-12", "3 Jan 12, 06:15".
    r"(?<![\d.:-])(?P<dp>\d{1,2})-(?P<wp>[^\W\d_]{3,12})-(?P<yp>\d\d)(?![\w-])",
    rf"(?<![\d.:])(?P<dq>\d{{1,2}})\s(?P<wq>[^\W\d_]{{3,12}})\.?\s(?P<yq>\d\d){_CLOCK_BEHIND}",
)
_FORMS_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "th": (r"(?<![\d./-])(?P<du>\d{1,2})\s?(?P<su>[./-])\s?(?P<mu>\d{1,2})\s?(?P=su)\s?(?P<yu>25[3-9]\d)(?!\d)",),
    "zh-tw": (r"(?<![\d./-])(?P<yt>1[0-4]\d)\s?[年./-]\s?(?P<mt>\d{1,2})\s?[月./-]\s?(?P<dt>\d{1,2})(?![\d./-])",),
}
"""Forms of single languages, by the eras of Thailand and Taiwan, which are other numbers elsewhere."""
_OF_TAIWAN: Final = re.compile(r"1[0-4]\d\s?年")
_IN_NUMBERS: Final = "12689etu"
"""Forms in which the month is a number."""
_OF_IRAN: Final = "cf"
"""Forms by the calendar of Iran that name the month."""
_BEYOND: Final = re.compile(rf"[\u0620-\u06d3\u0e00-\u0e7f]|{_word('month_word', 'vi')}|{_ERA.pattern}", re.IGNORECASE)
"""Every date that only the forms beyond ASCII find has one of these."""
_BUDDHIST: Final = 543
"""Years from the Buddhist era, by which Thailand counts, to the common one."""
_OF_BUDDHIST: Final = range(60, 90)
"""Last two digits of years that can only be of that era."""
_YEAR_FIRST: Final = ("ja", "ko", "zh")
"""Languages in which a year of two digits stands before the month."""
_BY_IRAN: Final = ("fa", "ps")
"""Languages in which a year of Iran may stand without the name of a month."""
_DIGITS: Final = {
    ord(zero) + number: str(number)
    for zero in "\u0660\u06f0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0e50\u0ed0\u1040\u17e0\uff10"
    for number in range(10)
}
_OTHER_DIGIT: Final = re.compile(f"[{''.join(map(chr, _DIGITS))}]")
"""Digits of Arabic, Persian, nine Indian scripts, Thai, Lao, Burmese and Khmer, and wide ones of East Asia."""
_DIGIT, _TWO_DIGITS = re.compile(r"\d"), re.compile(r"\d\d")
_YEAR_OR_NUMBERS: Final = re.compile(
    r"\d(?:(?:(?<=1)(?:9[89]|3[7-9]|4[01])|(?<=2)(?:0[0-8]|5[3-9]))\d|"
    r"(?<=\d)\s?[./-]\s?\d{1,2}\s?[./-]\s?[’']?\d\d|(?<=\s[’‘']\d)\d(?![\d\w])|"
    rf"(?<=\d)(?:-[^\W\d_]{{3,12}}-\d\d(?![\w-])|\s[^\W\d_]{{3,12}}\.?\s\d\d{_CLOCK_BEHIND}))"
)
"""Every date that not only the forms beyond ASCII find has one of these."""
_MAX_DATES: Final = 5_000
"""Dates of a text that are read: each takes some 40 µs, and a text with more is a table of them."""
_SHORT: Final = 500
"""Characters of a text whose dates are cached."""


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
    """Whether a text has what is in every date: a digit, and two more behind it for the year, or an era."""
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
        return ()
    text = _plain_digits(text)
    if len(text) <= _SHORT:
        return _short_dates_in(text, language, month_first)
    return tuple(islice(_dates_in(text, language, month_first), _MAX_DATES))


@lru_cache(maxsize=1024)
def _short_dates_in(text: str, language: str | None, month_first: bool) -> tuple[Written, ...]:
    """Cached: an element, the element around it and their line say the same."""
    return tuple(_dates_in(text, language, month_first))


def _plain_digits(text: str) -> str:
    """A text with the digits that programs know, each in its place."""
    return text.translate(_DIGITS) if not text.isascii() and _OTHER_DIGIT.search(text) else text


class _Found(NamedTuple):
    """A date in a text, with the times behind and before it.

    Attributes:
        day: the day.
        start, stop: where it stands.
        otherwise: the day in the other reading of its numbers, where there is one.
        behind, before: the times next to it; of the first date, the one before it only if there is none behind.
    """

    day: date
    start: int
    stop: int
    otherwise: date | None
    behind: re.Match[str] | None
    before: re.Match[str] | None


def _dates_in(text: str, language: str | None, month_first: bool) -> Iterator[Written]:
    earlier: _Found | None = None
    for one, later in pairwise(chain(_found(text, language, month_first), (None,))):
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


def _found(text: str, language: str | None, month_first: bool) -> Iterator[_Found]:
    at, number_of = 0, 0
    tongue = tongue_of(language)
    own = "zh-tw" if tongue == "zh" and language and language[3:] == "TW" else tongue
    is_beyond = not text.isascii() and _BEYOND.search(text) is not None
    pattern = _forms_of(own if own in _FORMS_OF else "", is_beyond=is_beyond)
    is_of_taiwan = own == "zh-tw" and _OF_TAIWAN.search(text) is not None
    # Behind the last date is seldom what may be another.
    while (is_beyond or is_of_taiwan or _YEAR_OR_NUMBERS.search(text, at)) and (found := pattern.search(text, at)):
        form = found.lastgroup[-1] if found.lastgroup else ""
        day, otherwise = _read(found, form, tongue, month_first=month_first)
        if day is None or not plausible(day):
            # A match that is no date may have taken the first number of one: "3 comments 2024-03-05".
            at = found.end() if form in _IN_NUMBERS else min(found.end(f"d{form}"), found.end(f"y{form}"))
            continue
        at = found.end()
        behind = clocks.behind(text, found.end())
        # The first date of several seldom has a time before it.
        before = clocks.before(text, found.start()) if behind is None or number_of else None
        number_of += 1
        if otherwise is not None and month_first and (clock := behind or before) and clocks.is_of_no_american(clock):
            day, otherwise = otherwise, day
        yield _Found(day, found.start(), found.end(), otherwise, behind, before)


@cache
def _forms_of(tongue: str, *, is_beyond: bool) -> re.Pattern[str]:
    """The pattern of dates in a language that has forms of its own, or in any other, by the empty string.

    Forms that begin with a number are tried at digits alone, and those that begin with a word where a word begins.
    """
    number_first = (*_FORMS, *(_FORMS_BEYOND_ASCII if is_beyond else ()), *_FORMS_OF.get(tongue, ()), *_LAST_FORMS)
    forms = (
        rf"(?=\d)(?:{'|'.join(number_first)})",
        rf"\b(?=[^\W\d_])(?:{'|'.join(_FORMS_WORD_FIRST)})",
        *(_FORMS_BEYOND_WORD_FIRST if is_beyond else ()),
    )
    return re.compile("|".join(forms), re.IGNORECASE)


def _read(found: re.Match[str], form: str, tongue: str, *, month_first: bool) -> tuple[date | None, date | None]:
    """The day in some form, and the other one that its numbers may be read as; None for none."""
    try:
        year, number = _year(found, form, tongue), int(found[f"d{form}"])
        if form == "6" and tongue in _YEAR_FIRST and len(found["d6"]) > 1:
            first = date(_in_full(int(found["d6"])), int(found["m6"]), int(found["y6"]))
            if plausible(first):
                return first, None
        if form in "26":
            month = int(found[f"m{form}"])
            ambiguous = number != month and number <= 12 and month <= 12
            if month > 12 or (ambiguous and month_first):
                number, month = month, number
            return date(year, month, number), date(year, number, month) if ambiguous else None
        if form == "e":
            return _of_iran(year, int(found["me"]) if tongue in _BY_IRAN else 0, number), None
        if form in _OF_IRAN:
            return _of_iran(year, own_month_of(found[f"w{form}"].replace("ي", "ی"), "fa"), number), None
        month = int(found[f"m{form}"]) if form in _IN_NUMBERS else month_of(_month_word(found, form), tongue) or 0
        return date(year, month, number), None
    except ValueError:
        return None, None


def _in_full(year: int) -> int:
    """A year that may have its last two digits alone."""
    return year + (2000 if year < 60 else 1900 if year < 100 else 0)


def _year(found: re.Match[str], form: str, tongue: str) -> int:
    """The year of a date in some form, by the era that it is counted by; of Iran by its own."""
    written = found[f"y{form}"]
    year = 1 if written == "元" else int(written)
    if form == "9":
        return year + _ERAS[found["era"]]
    if form == "t":
        return year + _ERAS["民國"]
    if form == "6" and tongue == "th" and year in _OF_BUDDHIST:
        return year + 2500 - _BUDDHIST
    if form in "7u" and not EARLIEST.year <= year < 2100:  # Thailand writes the common era, too
        return year + (2500 if year < 100 else 0) - _BUDDHIST
    return _in_full(year)


def _month_word(found: re.Match[str], form: str) -> str:
    """The name of the month in a date, in lower case."""
    word = found[f"w{form}"].casefold().replace("i\u0307", "i")  # what is left of a Turkic capital
    second = found["x3"] if form == "3" else None
    return f"{word} {second.strip().casefold()}" if second else word


def _of_iran(year: int, month: int, day: int) -> date:
    """A day by the calendar of Iran: months of 31 and 30 days from the equinox on, eight leap years in 33.

    Raises:
        ValueError: there is no such day.

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
