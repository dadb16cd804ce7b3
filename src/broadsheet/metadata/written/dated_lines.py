"""Dates in lines: the words beside them, whether they stand alone or within a sentence, and dates relative to the
moment of capture: ``3 hours ago``, ``vor 2 Tagen``, ``вчера, 10:13``, and ``Nov 24`` without a year.

It works on strings, and must not refer to pages or names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from functools import cache, lru_cache
from typing import Final

from broadsheet import lexicon
from broadsheet.lexicon import lookup_code
from broadsheet.metadata.written.beside_names import without_introduction
from broadsheet.metadata.written.dates import Written, day_and_name, month_of, name_and_day, plausible, with_clock
from broadsheet.metadata.written.name_shapes import HAN
from broadsheet.patterns import pattern

__all__ = [
    "MAX_DATE_LINE",
    "ago_in",
    "before_date",
    "beside_dates",
    "is_about_article",
    "is_in_sentence",
    "labelled",
    "says_changed",
    "says_published",
    "stands_apart",
    "stands_beside_dates",
    "yearless_in",
]

_DIVIDER: Final = pattern(r"[,;|•·]")  # between the parts of a byline
_MAX_LEAD_CHARS: Final = 60  # characters before a date that are searched for words that lead to it
_MAX_LABEL_CHARS: Final = 40  # characters before a date that may be its label
MAX_DATE_LINE: Final = 80  # characters of the longest line that may only be a date; a longer one is a sentence
_WORD: Final = pattern(
    r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0963\u0970-\u0dff\u0e00-\u0eff\u1000-\u103f"
    r"\u1780-\u17d3\u200c\u200d])*"
)
"""A word with combining marks, which Python does not count as letters."""
_LEADS_TO_DATE: Final = lexicon.Matcher(
    r"[\s,|•·–—(-]*(?<!\w)(?P<word>{weekdays before_dates beside_dates at_hour to buttons}|{weekday_letters}|"
    r"{before_dates beside_dates} {weekday_short})[\s.:：,|•·–—-]*$"
)
"""The last word before a date, if it leads to the date: ``on``, ``veröffentlicht am``, ``Tuesday``."""
_PUBLISHED_NEAR: Final = lexicon.Matcher(r"(?<![^\W\d_]){published_near}(?![^\W\d_])")
"""Words beside a date of publication that are also parts of other words."""
_CHANGED_LABEL: Final = lexicon.Matcher(r"(?:^\s*|[^\w\s]\s*|\d\s+){changed_label}(?!\w)(?:\W+[^\W\d_]{1,12}){0,2}\W*$")
"""A label of a change whose words have other meanings in sentences; it has little other text."""
_VOWELS: Final = pattern("[\u0640\u064b-\u0652\u0670]")  # optional marks on Arabic letters
_CAPITALS: Final = "".join(filter(str.isupper, map(chr, range(0x530))))  # Latin, Greek and Cyrillic letters
_SMALL: Final = pattern(rf"(?<!\w)[^\W\d_{_CAPITALS}]")
"""A lower-case word, or one in a script without capitals, where sentences and labels look alike."""
_GOES_ON: Final = pattern(rf"[\s,]*(?:[a-zà-ÿ](?![a-zà-ÿ]{{0,4}}\.?$)|[^\W\d_{_CAPITALS}]+\s+\w)")
"""The rest of a sentence after a date in it; a single short word means years or hours (``r.``, ``uur.``)."""
_STOPS: Final = (".", "!", "?", "。", "।", "؟", "۔")
_PART: Final = pattern(r"[|•·;()–—\n]|\s[-/@]\s")
_BEHIND: Final = pattern(rf"\s*(?:\d{{1,2}}[:：時时]\d{{1,2}}分?\s*)?([{HAN}]{{2}})(?!\w{{0,2}}\s?[:：]|[于於])")
"""Two characters after a date, which may be its label in Chinese or Japanese; before a colon or 于, the next date's."""
_OF_OTHER: Final = lexicon.Matcher(r"(?<![\w-]){other_dates}(?: (?:{before_dates a}))?\s*:\s*$|©|\(c\)|copyright")
"""The label of a day that is not the article's: a deadline, an event, a reader's first visit, the owner of rights."""
_LASTS: Final = lexicon.Matcher(r"\s*(?:[–—-]|{to})\s*\d")  # the rest of a span of time

_SCRIPTS: Final = dict.fromkeys(("bs", "hr", "sh", "sr"), ("hr", "sr"))  # languages in two scripts: each has a file
_UNSPACED: Final = ("ja", "ko", "mr", "th", "zh")  # languages in which a word may touch another
_NO_WORD: Final = "(none)"  # entry of the field ``one`` in languages where the unit alone means one
_NO_LETTER: Final = r"(?![^\W\d_])"
_NUMBER: Final = r"\d{1,3}\s?"
_UNITS: Final = (timedelta(minutes=1), timedelta(hours=1), timedelta(days=1), timedelta(weeks=1))
_DAYS: Final = ("today", "yesterday", "day_before")  # fields of named days, by how many days ago they were
_TOLERANCE: Final = timedelta(days=1)  # a day may be this much after the capture, because of time zones
_MAX_LEAP_YEARS: Final = 8  # most years from one 29 February to the next


@cache
def beside_dates() -> frozenset[str]:
    """The words that occur beside dates."""
    entries = lexicon.words("beside_dates", "weekdays", "early", "late", "noon", "night")
    return frozenset(word for entry in entries for word in _WORD.findall(entry))


def stands_beside_dates(text: str) -> bool:
    """Whether all words of a text are words that occur beside dates (``Publié le``)."""
    return all(word.casefold() in beside_dates() for word in _WORD.findall(text))


def before_date(text: str) -> str:
    """The text before a date without the words that lead to the date: label, preposition, day of the week.

    >>> before_date("Ada Lovelace | Last updated: Tuesday, "), before_date("Marie Dupont Publié le")
    ('Ada Lovelace', 'Marie Dupont')
    """
    while (found := _LEADS_TO_DATE.search(text, max(0, len(text) - _MAX_LEAD_CHARS))) and not _is_family_name(found):
        text = text[: found.start()]
    return text


def _is_family_name(found: re.Match[str]) -> bool:
    """Whether a word before a date is the second word of a name: ``Plácido Domingo``."""
    before, gap = found.string[: found.start()], found.string[found.start() : found.start("word")]
    names = _DIVIDER.split(before)[-1].split()
    is_behind_one = len(names) == 1 and names[0].isalpha() and not stands_beside_dates(names[0])
    return is_behind_one and found["word"].istitle() and not gap.strip()


@lru_cache(maxsize=1024)
def says_published(near: str) -> bool:
    """Whether words beside a date label it as a date of publication.

    >>> says_published("Posted on "), says_published("Updated by Ada Lovelace on ")
    (True, False)
    """
    small = near.lower() if near.isascii() else _VOWELS.sub("", near.lower())
    return _has_any(small, "published") or _PUBLISHED_NEAR.search(small) is not None


@lru_cache(maxsize=1024)
def says_changed(near: str) -> bool:
    """Whether words beside a date label it as that of a change."""
    return _has_any(near.lower(), "changed") or _CHANGED_LABEL.search(near) is not None


def says_when(near: str) -> bool:
    """Whether words beside a date label it as that of publication or of a change."""
    return says_published(near) or says_changed(near)


def _has_any(small: str, field: str) -> bool:
    """Whether an entry of a field is in a lower-case text, even as part of a word."""
    return any(map(small.__contains__, _stems(field, is_ascii=small.isascii())))


@cache
def _stems(field: str, *, is_ascii: bool) -> tuple[str, ...]:
    """The entries of a field without stars; for ASCII texts only the half of them that is ASCII."""
    stems = tuple(dict.fromkeys(entry.rstrip("*").lower() for entry in lexicon.entries(field)))
    return tuple(filter(str.isascii, stems)) if is_ascii else stems


def labelled(line: str, dates: Sequence[Written]) -> Iterator[tuple[Written, str]]:
    """Yield the dates in a line, each with the words that may be its label, but not deadlines, events and the like.

    >>> from broadsheet.metadata.written.dates import dates_in
    >>> line = "Posted May 5, 2025 | Updated 7 May 2025 | Deadline: 9 May 2025"
    >>> [(one.value, label) for one, label in labelled(line, dates_in(line, "en"))]
    [('2025-05-05', 'Posted '), ('2025-05-07', ' | Updated ')]
    """
    end = 0
    for one in dates:
        label = line[max(end, one.start - _MAX_LABEL_CHARS) : one.start]
        end = one.stop
        if (behind := _BEHIND.match(line, one.stop)) is not None and says_when(behind[1]) and not says_when(label):
            label, end = behind[1], behind.end()
        if _OF_OTHER.search(label) is None:
            yield one, label


def is_about_article(line: str) -> bool:
    """Whether a line says when "this article" was published or changed."""
    return not lexicon.words("this").isdisjoint(line.casefold().split()) and says_when(line)


def is_in_sentence(line: str, one: Written, label: str) -> bool:
    """Whether a date is within a sentence, which continues after it or has lower-case words and no label before it."""
    stops = one.stop, with_clock(line, one.day, one.start, one.stop).stop  # "at 5 p.m." is not a sentence
    goes_on = all(_GOES_ON.match(line, stop) for stop in stops)
    if goes_on or says_when(label):
        behind = line[stops[1] : stops[1] + _MAX_LABEL_CHARS].strip(" ,").partition(" ")[0]
        return goes_on and line.endswith(_STOPS) and not says_changed(behind)
    if len(line) > 2 * MAX_DATE_LINE:
        return one.start > _MAX_LABEL_CHARS
    return line.endswith(_STOPS) and _SMALL.search(_PART.split(before_date(line[: one.start]))[-1]) is not None


def stands_apart(line: str, one: Written) -> bool:
    """Whether a relative time, or a day without a year, stands alone in its part of a line: after a label, "by" or
    nothing, with no sentence after it.

    Args:
        line: the line.
        one: the time or day.
    """
    part = before_date(_PART.split(line[: one.start])[-1]).strip(" ,\u00a0")
    is_alone = not part or says_when(part) or without_introduction(part) != part
    return is_alone and not (_GOES_ON.match(line, one.stop) or _LASTS.match(line, one.stop))


def ago_in(text: str, captured: datetime, language: str | None = None) -> Iterator[Written]:
    """The relative times in a text: the moment of capture minus minutes and hours, or its day minus days and weeks,
    with the time beside it, if any.

    Args:
        text: the text.
        captured: the moment of capture, with an offset.
        language: the text's language; English is always read.

    >>> noon = datetime.fromisoformat("2024-03-05T12:30:00+00:00")
    >>> lines = "3 hours ago", "Yesterday, 18:03", "1 week 2 days ago", "2 months ago"
    >>> [one.value for line in lines for one in ago_in(line, noon)]
    ['2024-03-05T09:30:00+00:00', '2024-03-04T18:03:00', '2024-02-25']
    """
    code = lookup_code(language)
    for file in dict.fromkeys(("en", *_SCRIPTS.get(code, (code,)))) if plausible(captured.date()) else ():
        times, units = _relative(file)
        for found in times.finditer(text):
            when = _as_day(text, found, captured) if found.lastgroup else _as_span(found, units, captured)
            if when is not None and plausible(when.day):
                yield when


@cache
def _relative(code: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The patterns of relative times in a language, and of the units in such a time."""
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
    in_one = rf"(?<![^\W\d_])(?:(?P<number>\d+)\s?{one})?(?:{'|'.join(groups)}){end and _NO_LETTER}"
    times = rf"{begin}(?:{'|'.join([*frames, *named])}){end}"
    return re.compile(times, re.IGNORECASE), re.compile(in_one, re.IGNORECASE)


def _as_day(text: str, found: re.Match[str], captured: datetime) -> Written | None:
    """A named day; "today" only with a time or after a label, since it is also a name of newspapers."""
    day = captured.date() - timedelta(days=_DAYS.index(found.lastgroup or ""))
    one = with_clock(text, day, found.start(), found.end())
    label = text[max(0, one.start - _MAX_LABEL_CHARS) : one.start]
    if found.lastgroup == "today" and "T" not in one.value and not says_when(label):
        return None
    return one


def _as_span(found: re.Match[str], units: re.Pattern[str], captured: datetime) -> Written:
    """A number of units ago: a moment if the smallest unit is an hour or a minute, else a day."""
    since, smallest = timedelta(), timedelta.max
    for one in units.finditer(found[0]):
        name = one.lastgroup or ""
        unit = _UNITS[int(name[-1])]
        since += unit * (2 if name.startswith("two") else int(one["number"] or 1))
        smallest = min(smallest, unit)
    moment = (captured - since).replace(second=0, microsecond=0)
    if smallest >= _UNITS[2]:
        return with_clock(found.string, moment.date(), found.start(), found.end())
    return Written(moment.date(), moment.isoformat(), found.start(), found.end())


def yearless_in(text: str, captured: datetime, language: str | None = None) -> Iterator[Written]:
    """The days without a year in a text, in the latest year in which they are not after the capture, with their times.

    Args:
        text: the text.
        captured: the moment of capture, with an offset.
        language: the text's language; names of months are looked for in it and in English.

    >>> march = datetime.fromisoformat("2024-03-05T12:30:00+00:00")
    >>> lines = "Nov 24", "Wed Feb 29, 8:00 PM ET", "March 6", "Nov 24, 2019", "Nov 24 - 26"
    >>> [one.value for line in lines for one in yearless_in(line, march)]
    ['2023-11-24', '2024-02-29T20:00:00-05:00', '2024-03-06']
    """
    at, code = 0, lookup_code(language)
    while (found := _yearless().search(text, at)) is not None:
        part = {name[0]: said for name, said in found.groupdict().items() if said}
        month = int(part["m"]) if "m" in part else month_of(part["w"], code) or 0
        day = _latest(month, int(part["d"]), captured)
        # A match that is not a day may include the first word or number of one: "By Ada 5 March".
        at = found.start() + 1 if day is None else found.end()
        if day is not None:
            yield with_clock(text, day, found.start(), found.end())


@cache
def _yearless() -> re.Pattern[str]:
    """The pattern of days without a year: not after part of a number or the first day of a range, and not before a
    year or the last day of a range.
    """
    no_year = (
        rf"(?!\d|[.,/’'`-]*\s?(?:{lexicon.either('of_year')}\s)?[’'`]?"
        r"(?:\d{4}(?!\d)|\d\d(?![\d:.hH])(?!\s?[:.]\s?\d))|\s?[–—/-]\s?\d)"
    )
    return re.compile(
        rf"(?<![\d.,:/’'-])(?<![\d–—-]\s){day_and_name()}{no_year}|"
        r"(?<![년年])(?<![년年]\s)(?<!\d)(?P<m>\d{1,2})\s?[月월]\s?(?P<d3>\d{1,2})\s?[日일号號]|"
        rf"(?<!\d[\s-])(?<!\d\.\s){name_and_day()}(?!\w){no_year}",
        re.IGNORECASE,
    )


def _latest(month: int, number: int, captured: datetime) -> date | None:
    """The last day with this month and number that is not after the capture, or None."""
    last = min(captured.date(), date.max - _TOLERANCE) + _TOLERANCE
    for year in range(last.year, last.year - _MAX_LEAP_YEARS - 1, -1):
        try:
            day = date(year, month, number)
        except ValueError:
            continue
        if day <= last:
            return day if plausible(day) else None
    return None
