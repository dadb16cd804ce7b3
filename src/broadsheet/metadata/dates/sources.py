"""The dates that a page states for machines and shows to people, each with its source.

Stated dates come from JSON-LD, microdata and RDFa, ``meta`` elements, the address, and scripts. Shown dates come from
elements made for a date and from lines around the headline; from the rest of the text if nothing else names a day.
Relative dates (``yesterday``, ``3 hours ago``) and those without a year are read from the moment of capture. This
module must not choose between dates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from itertools import chain, islice
from typing import Any, Final, NamedTuple

from broadsheet.facts.elements import word_list
from broadsheet.facts.structured import types
from broadsheet.facts.texts import clean
from broadsheet.metadata.context import Context, is_of_other_article, parted, parted_element
from broadsheet.metadata.language import reading_language
from broadsheet.metadata.written import dated_lines
from broadsheet.metadata.written.dated_lines import ago_in, says_changed, says_published, yearless_in
from broadsheet.metadata.written.dates import Written, dates_in, plausible
from broadsheet.page import tags
from broadsheet.patterns import pattern

__all__ = ["OF_CHANGE", "STATING", "FoundDate", "dates_of", "is_of_change", "last_of_head", "relative_dates"]

STATING: Final = ("ld published", "marked published", "meta main", "meta other")
"""Columns of evidence of sources that state a day of publication outright."""
OF_CHANGE: Final = frozenset({"ld modified", "marked modified", "meta modified"})  # columns of statements of changes
MAX_DATES: Final = 300  # most dates of a page that are read

_MAIN: Final = ("article:published_time", "og:article:published_time", "datepublished", "parsely-pub-date")
_PUBLISHED: Final = pattern(
    r"(?!.*(?:last|unpub|video|published-time))(?:.*[.:_-])?(?:first|page|article|art|news|doc)?[._-]?"
    r"(?:pub(?:lish(?:ed)?|lication)?[._-]?(?:time|date|at|on)|date[._-]?(?:published|pub)|published|release[._-]?date)|"
    r"(?:article_date_|original|citation_|creation_|display|upload|issue_|sailthru\.|dc\.|dcterms\.|p)?"
    r"(?:publication)?date(?:_?original)?|(?:dc\.|dcterms\.|dc\.date\.|date\.?)?(?:created|issued)|timestamp"
)
_MODIFIED: Final = pattern(
    r"(?:.*[.:_-])?(?:page|article)?(?:last)?[._-]?(?:mod(?:ified)?|updated?|modification)[._-]?(?:time|date|at|on)?|"
    r"date(?:modified|updated)|revised"
)
"""Names of ``meta`` elements that state dates, some nonstandard (``mrf:published_time``, ``article_updatetime``);
``published-time`` is when the page was last generated."""
_LD_COLUMNS: Final = {
    "datePublished": "ld published", "dateCreated": "ld created", "uploadDate": "ld created",
    "dateModified": "ld modified",
}  # fmt: skip
_MARKED_COLUMNS: Final = {
    **dict.fromkeys(
        ("datePublished", "dateCreated", "published", "created", "date", "issued", "uploadDate"), "marked published"
    ),
    **dict.fromkeys(("dateModified", "modified"), "marked modified"),
}
"""The columns of evidence of members and properties that hold dates."""
_OTHER_ITEMS: Final = frozenset({"Comment", "UserComments", "Answer", "Event", "Review", "UserReview", "WPSideBar"})
"""Types of items whose dates are not the article's."""
_YEAR, _MONTH = r"(?P<year>(?:19[89]|20[0-4])\d)", r"(?P<month>0[1-9]|1[0-2])"
_MONTH_DAY: Final = r"(?P<day>0[1-9]|[12]\d|3[01])"
_IN_URL: Final = (
    pattern(rf"(?<!\d){_YEAR}[/_.-]?(?:[A-Za-z]\w*/){{0,3}}{_MONTH}[/_.-]?{_MONTH_DAY}(?!\d)"),
    pattern(rf"(?<!\d){_MONTH_DAY}(?P<mark>[-.]?){_MONTH}(?P=mark){_YEAR}(?!\d)"),
)
"""Days in addresses; a section may stand between year and month."""
_IN_SCRIPT: Final = pattern(
    rb"pub(?:(?:(?<=datepub)|(?<=date_pub)|(?<=firstpub)|(?<=first_pub))lished|"
    rb"lish(?:ed)?_?(?:at|time|date|on)|_?date|lication_?date)[\"']?\s*[:=]\s*[\"']([^\"']{8,35})[\"']"
)
"""A member of an object in a script whose name says that it is the date of publication, in lower case."""
MAX_SCRIPT_DATES: Final = 10  # dates that are read from scripts

_CLASS: Final = word_list("date", "time", "publish", "posted", "datum", "fecha", "zeit", "byline", "meta")
"""Parts of classes of elements that show a date."""
_DATED: Final = ("datetime", "data-date", "data-datetime", "data-published", "data-timestamp")
_DATING: Final = (*_DATED, "content", "title")  # attributes of such elements, and those that may hold a date
_TIME: Final = tags.IDS["time"]
_ATTRIBUTE_COLUMNS: Final = ("time", "attribute")  # columns of dates in attributes
_DIGIT: Final = pattern(r"\d")  # every date has one
MAX_ELEMENTS: Final = 80  # elements of a page that are searched for dates
MAX_CHARS: Final = 160  # longest element or line that holds a date, with the text around it
LINES_BEFORE, LINES_IN_BODY, LINES_BEHIND = 15, 3, 5  # segments searched before, in and after the body
MAX_RELATIVE_DAYS: Final = 2  # different relative days on a page; more are from a list of other articles
MAX_ANYWHERE: Final = 10  # dates that are read from anywhere in the text

_MONTH_FIRST: Final = pattern(r"\.(?:com|us|org|net|edu|gov|ph)$")
"""Ends of hosts whose English pages may write the month first, if they state no other region."""
_LATEST: Final = 1e14  # milliseconds since 1970, beyond the year of any page
_EPOCH: Final = pattern(r"(?:/Date\()?(\d{10})(?:\d{3})?(?:[+-]\d{4})?(?:\)/)?")
"""Seconds or milliseconds, also in .NET's format."""
_DAY: Final = pattern(r"\d{4}-?\d\d-?\d\d")
_CERTAIN: Final = pattern(r"T(?!00:00:00)(?!0[0-7].*\+00:00$).*[+-]\d\d:\d\d$")
"""A time with an offset, but not midnight, nor an hour in universal time that is the day before in America."""
MAX_UNTIL_CHANGE: Final = timedelta(days=60)  # a later change is a new publication, with a new day
_MOMENT: Final = pattern(r"\d{4}-\d\d-\d\d[T ]\d|\d{8}T?\d{4}")


class FoundDate(NamedTuple):
    """A date that a page states or shows.

    Attributes:
        value: ISO 8601.
        source: where it stands.
        column: the column of evidence of that source.
        row: the row that shows it, -1 for none.
        label: the words before it.
        otherwise: the date with day and month swapped, if that is another valid reading, else empty.
    """

    value: str
    source: str
    column: str
    row: int = -1
    label: str = ""
    otherwise: str = ""


def dates_of(context: Context) -> list[FoundDate]:
    """The dates that a page states and shows, in the order of the sources. Where statements agree (`_are_agreed`), no
    others are read; scripts and the rest of the text only if there are no others.
    """
    stated = list(islice(_stated(context), MAX_DATES))
    if _are_agreed(stated):
        return stated
    shown = [one for one in (*_in_elements(context), *_in_lines(context)) if not _is_beside(context, one.row)]
    more: Iterable[FoundDate] = ()
    if not any(one.column in (*STATING, "time") for one in (*stated, *shown)):
        more = chain(_in_scripts(context), () if shown else _anywhere(context))
    return _disambiguated(list(islice(chain(stated, shown, more), MAX_DATES)))


def _are_agreed(stated: list[FoundDate]) -> bool:
    """Whether two kinds of sources state one day of publication, with time and offset, no other day, and a change soon
    after. Shown dates would then change neither the choice of the day nor that of the change.
    """
    changes = [one for one in stated if one.column in OF_CHANGE]
    others = [one for one in stated if one.column not in OF_CHANGE]
    days, columns = {one.value[:10] for one in others}, {one.column for one in others}
    if not changes or len(days) != 1 or len(columns) < 2 or columns.isdisjoint(STATING):
        return False
    if any(one.otherwise for one in stated) or not any(one.row < 0 and _CERTAIN.search(one.value) for one in others):
        return False
    day = date.fromisoformat(days.pop())
    return all(abs(date.fromisoformat(one.value[:10]) - day) <= MAX_UNTIL_CHANGE for one in changes)


def _disambiguated(dates: list[FoundDate]) -> list[FoundDate]:
    """The dates, ambiguous ones in the reading that another date of the page confirms.

    Shown dates follow the readers' custom. A stated one may be American on any page, so a shown date confirms it even
    if it is ambiguous itself.
    """
    certain = {one.value[:10] for one in dates if not one.otherwise}
    shown = {one.value[:10] for one in dates if one.row >= 0} | certain

    def is_confirmed(one: FoundDate) -> bool:
        known = shown if one.row < 0 else certain
        return one.value[:10] not in known and one.otherwise[:10] in known

    return [one._replace(value=one.otherwise) if one.otherwise and is_confirmed(one) else one for one in dates]


def is_of_change(context: Context, one: FoundDate) -> bool:
    """Whether a shown date is named as that of a change, by its label, or by its element's class and property."""
    if one.row < 0 or says_changed(one.label):
        return one.row >= 0
    value = context.elements.value
    names = f"{value(one.row, 'class')} {value(one.row, 'itemprop')}" if one.column in _ATTRIBUTE_COLUMNS else ""
    return says_changed(names) and not says_published(names)


# Stated dates.


def _stated(context: Context) -> Iterator[FoundDate]:
    """The dates that the page states for machines, and those in its addresses, in the order of the sources."""
    for column, source, value, row in _values(context):
        if (when := _read(value, context)) is not None:
            yield FoundDate(when[0], source, column, row, value if row >= 0 else "", when[1])
    for address in dict.fromkeys(context.head.addresses):
        found = next((found for form in _IN_URL if (found := form.search(address)) is not None), None)
        if found is not None and (day := iso("-".join(found.group("year", "month", "day")))) is not None:
            yield FoundDate(day, "url", "address")


def _values(context: Context) -> Iterator[tuple[str, str, Any, int]]:
    """The values stated as dates, each with its column, its source and its row, -1 for none."""
    structured = context.structured
    for key, column in _LD_COLUMNS.items():
        for value, source in structured.stated(key):
            yield column, source, value, -1
    for thing in context.other_objects:
        kinds = types(thing) or ["Thing"]
        if _OTHER_ITEMS.isdisjoint(kinds):
            for key in ("datePublished", "uploadDate"):
                yield "other ld", f"json-ld:{kinds[0]}.{key}", thing.get(key), -1
            if "WebPage" in kinds:
                yield "ld modified", f"json-ld:{kinds[0]}.dateModified", thing.get("dateModified"), -1
    for one in structured.marked:
        if one.name in _MARKED_COLUMNS and one.type not in _OTHER_ITEMS:
            yield _MARKED_COLUMNS[one.name], one.source, one.value, one.row
    names = structured.named(_meta_column)
    for column in ("meta main", "meta other", "meta modified"):
        for value, source in structured.metas(*[name for name in names if _meta_column(name) == column]):
            yield column, source, value, -1


@lru_cache(maxsize=4096)
def _meta_column(name: str) -> str:
    """The column of evidence of a ``meta`` element, by its name; empty if it does not state a date."""
    if name in _MAIN:
        return "meta main"
    return "meta other" if _PUBLISHED.fullmatch(name) else "meta modified" if _MODIFIED.fullmatch(name) else ""


def _in_scripts(context: Context) -> Iterator[FoundDate]:
    """The dates of publication in objects in scripts, without those of other articles."""
    structured = context.structured
    own = {id(thing) for thing in (structured.article, *context.other_objects)}
    theirs = [thing for thing in structured.objects if id(thing) not in own]
    others = {value for thing in theirs for value in thing.values() if isinstance(value, str)}
    utf8 = context.page.utf8
    for found in islice(_IN_SCRIPT.finditer(utf8.lower()), MAX_SCRIPT_DATES):
        value = utf8[slice(*found.span(1))].decode("utf-8", "replace")
        if value not in others and (when := _read(value, context)) is not None:
            yield FoundDate(when[0], "script", "script")


# Shown dates.


def _is_beside(context: Context, row: int) -> bool:
    """Whether a row is in a caption, or in a box of other articles; there are none between headline and body."""
    if context.is_beside(row) or context.is_in_caption(row):
        return True
    is_in_head = 0 <= context.headline_row < row and context.segment_of[row] <= context.first
    return not is_in_head and is_of_other_article(context, row, "")


def last_of_head(context: Context) -> int:
    """The segment after the lines at the body's beginning that are searched for dates."""
    return context.first + LINES_IN_BODY


def _lines_of_head(context: Context) -> range:
    """The segments around the headline, up to the body's beginning, that are searched for dates."""
    return range(max(0, context.first - LINES_BEFORE), min(len(context.texts), last_of_head(context)))


def _in_elements(context: Context) -> Iterator[FoundDate]:
    """The dates in elements made for dates: in an attribute, else in the text."""
    dating = set(context.elements.having(*_DATING))
    for row in islice(_dated_elements(context), MAX_ELEMENTS):
        stated = _in_attribute(context, row) if row in dating else None
        if stated is not None:
            yield stated
        elif _DIGIT.search(context.page.raw(row)):
            text = _text_of(context, row)
            # Day, month and year may each be in an element of its own.
            dates = _dates_in(context, text) or _dates_in(context, text.replace(" • ", " "))
            for one, label in dated_lines.labelled(text, dates):
                yield FoundDate(one.value, f"text:{context.page.name(row)}", "class", row, label, one.otherwise)


def _dated_elements(context: Context) -> list[int]:
    """The rows of short elements that may be made for a date: by their class, their attributes, or their tag."""
    rows = context.elements.holding("class", _CLASS) | set(context.elements.having(*_DATED))
    rows.update(context.page.rows_of(_TIME))
    return [row for row in sorted(rows) if not context.hidden[row] and context.size(row) <= MAX_CHARS]


def _in_attribute(context: Context, row: int) -> FoundDate | None:
    """The date in an attribute of an element. Its label is the element's text after the text before it in its line,
    from the last digit on.
    """
    page, place, name = context.page, context.segment_of[row], context.page.name(row)
    for key in _DATING:
        value = context.elements.value(row, key)
        if len(value) <= dated_lines.MAX_DATE_LINE and (found := _read(value, context)) is not None:
            column = "time" if name == "time" else "attribute"
            stop = int(page.start[row])
            begin = int(page.start[context.first_row[place]]) if place < len(context.first_row) else stop
            label = f"{_DIGIT.split(page.text[max(begin, stop - MAX_CHARS) : stop])[-1]} {context.words_of(row)}"
            return FoundDate(found[0], f"text:{name}[{key}]", column, row, label, found[1])
    return None


def _text_of(context: Context, row: int) -> str:
    """The text of an element, with marks where texts touch."""
    return parted_element(context, row) if context.end[row] - row > 2 else context.words_of(row)


def _in_lines(context: Context) -> Iterator[FoundDate]:
    """The dates in lines before the body, at its beginning and after it."""
    head = _lines_of_head(context)
    for at in (*head, *range(max(head.stop, context.last + 1), min(len(context.texts), context.last + LINES_BEHIND))):
        if _DIGIT.search(context.texts[at]) is None:
            continue
        column = "body" if context.first <= at <= context.last else "line"
        line = parted(context, at)
        if column == "body" or len(line) <= MAX_CHARS:
            yield from _in_line(context, line, context.first_row[at], "text:line", column)


def _in_line(context: Context, line: str, row: int, source: str, column: str) -> Iterator[FoundDate]:
    """The dates in a line, or at the beginning of a paragraph of the body, without those within a sentence."""
    text = line[:MAX_CHARS] if column == "body" else line
    dates = list(dated_lines.labelled(text, _dates_in(context, text)))
    is_own = row < 0 or (bool(dates) and dated_lines.is_about_article(line))
    for one, label in dates:
        if is_own or not dated_lines.is_in_sentence(line, one, label):
            yield FoundDate(one.value, source, column, row, label, one.otherwise)


def _anywhere(context: Context) -> list[FoundDate]:
    """The first dates in the title and the text, without those in sentences and of other articles."""
    lines = zip((context.structured.title or "", *context.texts), (-1, *context.first_row), strict=True)
    dated = (
        one
        for line, row in lines
        if _DIGIT.search(line)
        for one in _in_line(context, line, row, "text:anywhere", "anywhere")
        if one.row < 0 or not _is_beside(context, one.row)
    )
    return list(islice(dated, MAX_ANYWHERE))


def relative_dates(context: Context) -> list[FoundDate]:
    """The relative dates around the headline, and those without a year; empty if the moment of capture is unknown."""
    found = list(_relative(context, context.captured)) if context.captured is not None else []
    return found if len({one.value[:10] for one in found}) <= MAX_RELATIVE_DAYS else []


def _relative(context: Context, captured: datetime) -> Iterator[FoundDate]:
    """The relative dates in elements made for dates, and in lines; in the body only in short lines at its beginning."""
    lines, (language, _) = _lines_of_head(context), context.once(_how_written)
    elements = [row for row in _dated_elements(context) if context.segment_of[row] in lines][:MAX_ELEMENTS]
    texts = [(row, _text_of(context, row), context.page.name(row), "class") for row in elements]
    for at in lines:
        column = "body" if at >= context.first else "line"
        texts.append((context.first_row[at], parted(context, at), "line", column))
    for row, text, name, column in texts:
        max_chars = dated_lines.MAX_DATE_LINE if column == "body" else MAX_CHARS
        if len(text) > max_chars or not _is_of_article(context, row):
            continue
        found = (*ago_in(text, captured, language), *yearless_in(text, captured, language))
        for one, label in dated_lines.labelled(text, sorted(found, key=lambda one: one.start)):
            if dated_lines.stands_apart(text, one):
                yield FoundDate(one.value, f"text:{name} (relative)", column, row, label)


def _is_of_article(context: Context, row: int) -> bool:
    """Whether a row is not beside the article, and neither above the headline nor in it."""
    headline = context.headline_row
    is_above = row < headline and not context.is_in_article(row)
    return not (is_above or 0 <= headline <= row < context.end[headline] or _is_beside(context, row))


# Reading dates.


def _read(value: object, context: Context) -> tuple[str, str] | None:
    """The date that a value states, and its other reading. The value is a string as programs or people write dates, a
    number of seconds or milliseconds, or a list, whose first item counts.
    """
    if isinstance(value, list):
        value = next(iter(value), None)
    text = str(int(value)) if isinstance(value, int | float) and 0 < value < _LATEST else clean(value)
    if not text:
        return None
    text = text.replace("\u2212", "-")
    if (when := iso(text)) is not None:
        return when, ""
    found = _dates_in(context, text) if len(text) <= MAX_CHARS else ()
    return (found[0].value, found[0].otherwise) if found else None


@lru_cache(maxsize=1024)
def iso(value: str) -> str | None:
    """An ISO 8601 date or date-time in the form that Python writes, from the forms that programs use.

    >>> iso("2024-03-05T09:07:00Z"), iso("20240305"), iso("1709629620")
    ('2024-03-05T09:07:00+00:00', '2024-03-05', '2024-03-05T09:07:00+00:00')
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


def _dates_in(context: Context, text: str) -> tuple[Written, ...]:
    """The dates in a text of the page, read as they are written there."""
    language, month_first = context.once(_how_written)
    return dates_in(text, language, month_first=month_first)


def _how_written(context: Context) -> tuple[str, bool]:
    """The language in which dates are read, and whether numeric dates are in American order."""
    language, tag = context.once(reading_language), (context.structured.lang or "").lower().replace("_", "-")
    if language == "zh" and (tag.endswith("-tw") or context.host.endswith(".tw")):
        language = "zh-TW"  # with its own count of years
    if "-" not in tag and (stated := context.structured.first_meta("og:locale", "content-language")) is not None:
        tag = stated[0].lower()
    # Templates may be American where the paper is not.
    is_american = tag == "en-us" or (tag[3:] in ("", "us", "ph") and _MONTH_FIRST.search(context.host) is not None)
    return language, language in ("en", "tl") and is_american
