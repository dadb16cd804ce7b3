"""The dates that a page states for machines, and how dates are written on it.

Sources in order: JSON-LD, microdata and RDFa, ``meta``, the address; and scripts. It must not choose between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from functools import lru_cache
from itertools import islice
from typing import Any, Final, NamedTuple

from broadsheet.facts.structured import types
from broadsheet.facts.texts import clean
from broadsheet.metadata.context import Context
from broadsheet.metadata.language import tongue
from broadsheet.metadata.written.dates import Written, dates_in, plausible

__all__ = [
    "LONG",
    "OF_CHANGE",
    "STATING",
    "Stated",
    "dates_on",
    "has_offset",
    "how_written",
    "in_scripts",
    "is_midnight",
    "read",
    "stated",
]

STATING: Final = ("ld published", "marked published", "meta main", "meta other")
"""Columns of evidence of sources that state a day of publication outright."""
OF_CHANGE: Final = frozenset({"ld modified", "marked modified", "meta modified"})
"""Columns of statements of changes."""
_MAIN: Final = ("article:published_time", "og:article:published_time", "datepublished", "parsely-pub-date")
_PUBLISHED: Final = re.compile(
    r"(?!.*(?:last|unpub|video|published-time))(?:.*[.:_-])?(?:first|page|article|art|news|doc)?[._-]?"
    r"(?:pub(?:lish(?:ed)?|lication)?[._-]?(?:time|date|at|on)|date[._-]?(?:published|pub)|published|release[._-]?date)|"
    r"(?:article_date_|original|citation_|creation_|display|upload|issue_|sailthru\.|dc\.|dcterms\.|p)?"
    r"(?:publication)?date(?:_?original)?|(?:dc\.|dcterms\.|dc\.date\.|date\.?)?(?:created|issued)|timestamp"
)
_MODIFIED: Final = re.compile(
    r"(?:.*[.:_-])?(?:page|article)?(?:last)?[._-]?(?:mod(?:ified)?|updated?|modification)[._-]?(?:time|date|at|on)?|"
    r"date(?:modified|updated)|revised"
)
"""Names of ``meta`` elements that state dates, also such as systems make up: ``mrf:published_time``,
``article_updatetime``; ``published-time`` is when the page was last made."""
_YEAR, _MONTH = r"(?P<year>(?:19[89]|20[0-4])\d)", r"(?P<month>0[1-9]|1[0-2])"
_MONTH_DAY: Final = r"(?P<day>0[1-9]|[12]\d|3[01])"
_IN_URL: Final = (
    re.compile(rf"(?<!\d){_YEAR}[/_.-]?(?:[A-Za-z]\w*/){{0,3}}{_MONTH}[/_.-]?{_MONTH_DAY}(?!\d)"),
    re.compile(rf"(?<!\d){_MONTH_DAY}(?P<mark>[-.]?){_MONTH}(?P=mark){_YEAR}(?!\d)"),
)
"""Days in addresses; a section may stand between year and month."""
LONG: Final = 160
"""Characters of an element or line that is a date, with what stands around it."""
_LATEST: Final = 1e14
"""Milliseconds beyond any year that a page is of."""
_IN_SCRIPT: Final = re.compile(
    rb"[pP][uU][bB](?i:(?:(?<=datepub)|(?<=date_pub)|(?<=firstpub)|(?<=first_pub))lished|"
    rb"lish(?:ed)?_?(?:at|time|date|on)|_?date|lication_?date)[\"']?\s*[:=]\s*[\"']([^\"']{8,35})[\"']"
)
"""Members of objects in scripts whose names speak of publication."""
_FEW: Final = 10
"""Dates that are taken from scripts."""
_ITEMS_BESIDE: Final = frozenset({"Comment", "UserComments", "Answer", "Event", "Review", "UserReview", "WPSideBar"})
"""Types of items whose days are not the article's."""
_MONTH_FIRST: Final = re.compile(r"\.(?:com|us|org|net|edu|gov|ph)$")
"""Ends of hosts whose English pages may write the month first, if they state no other region."""
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

_EPOCH: Final = re.compile(r"(?:/Date\()?(\d{10})(?:\d{3})?(?:[+-]\d{4})?(?:\)/)?")
"""Seconds or milliseconds, also in the form of .NET."""
_DAY: Final = re.compile(r"\d{4}-?\d\d-?\d\d")
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\d[T ]\d|\d{8}T?\d{4}")
_ZONED: Final = re.compile(r"[+-]\d\d:\d\d$")
_MIDNIGHT: Final = re.compile(r"T00:00:00(?!\.)")


class Stated(NamedTuple):
    """A date that a page states or shows.

    Attributes:
        value: ISO 8601.
        source: where it stands.
        column: the column of evidence of that source.
        row: the row that shows it, -1 for none.
        label: the words in front of it.
        otherwise: the same numbers with day and month the other way round, where they can be read so.
    """

    value: str
    source: str
    column: str
    row: int = -1
    label: str = ""
    otherwise: str = ""


def stated(context: Context) -> Iterator[Stated]:
    """The dates that the page states for machines, and those in its addresses, in the order of the sources."""
    for column, source, value, row in _values(context):
        if (when := read(value, context)) is not None:
            yield Stated(when[0], source, column, row, value if row >= 0 else "", when[1])
    for address in dict.fromkeys(context.head.addresses):
        found = next((found for form in _IN_URL if (found := form.search(address)) is not None), None)
        if found is not None and (day := iso("-".join(found.group("year", "month", "day")))) is not None:
            yield Stated(day, "url", "address")


def _values(context: Context) -> Iterator[tuple[str, str, Any, int]]:
    """The values that are stated for dates, each with its column, its source and its row, -1 for none."""
    structured = context.structured
    for key, column in _LD_COLUMNS.items():
        for value, source in structured.stated(key):
            yield column, source, value, -1
    for thing in context.other_objects:
        kinds = types(thing) or ["Thing"]
        if _ITEMS_BESIDE.isdisjoint(kinds):
            for key in ("datePublished", "uploadDate"):
                yield "other ld", f"json-ld:{kinds[0]}.{key}", thing.get(key), -1
            if "WebPage" in kinds:
                yield "ld modified", f"json-ld:{kinds[0]}.dateModified", thing.get("dateModified"), -1
    for one in structured.marked:
        if one.name in _MARKED_COLUMNS and one.type not in _ITEMS_BESIDE:
            yield _MARKED_COLUMNS[one.name], f"{one.kind}:{one.type or 'Thing'}.{one.name}", one.value, one.row
    for name in (*_MAIN, *structured.named(_is_published)):
        for value, source in structured.metas(name):
            yield "meta main" if name in _MAIN else "meta other", source, value, -1
    for value, source in structured.metas(*structured.named(_is_modified)):
        yield "meta modified", source, value, -1


@lru_cache(maxsize=4096)
def _is_published(name: str) -> bool:
    """Whether a ``meta`` element states the day of publication by its name, and is not one of the main ones."""
    return name not in _MAIN and _PUBLISHED.fullmatch(name) is not None


@lru_cache(maxsize=4096)
def _is_modified(name: str) -> bool:
    """Whether a ``meta`` element states the last change by its name."""
    return _MODIFIED.fullmatch(name) is not None


def in_scripts(context: Context) -> Iterator[Stated]:
    """The dates that members of objects in scripts say whose names speak of publication, but for other articles'."""
    structured = context.structured
    own = {id(thing) for thing in (structured.article, *context.other_objects)}
    theirs = [thing for thing in structured.objects if id(thing) not in own]
    others = {value for thing in theirs for value in thing.values() if isinstance(value, str)}
    for found in islice(_IN_SCRIPT.finditer(context.page.utf8), _FEW):
        value = found[1].decode("utf-8", "replace")
        if value not in others and (when := read(value, context)) is not None:
            yield Stated(when[0], "script", "script")


def read(value: object, context: Context) -> tuple[str, str] | None:
    """The date that a value states, and its other reading: a string as programs or people write dates, a number of
    seconds or milliseconds, or the first of a list.
    """
    if isinstance(value, list):
        value = next(iter(value), None)
    text = str(int(value)) if isinstance(value, int | float) and 0 < value < _LATEST else clean(value)
    if not text:
        return None
    text = text.replace("\u2212", "-")
    if (when := iso(text)) is not None:
        return when, ""
    found = dates_on(context, text) if len(text) <= LONG else ()
    return (found[0].value, found[0].otherwise) if found else None


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


def dates_on(context: Context, text: str) -> tuple[Written, ...]:
    """The dates in a text of the page, read as they are written there."""
    language, month_first = how_written(context)
    return dates_in(text, language, month_first=month_first)


def how_written(context: Context) -> tuple[str, bool]:
    """The language that dates are read in, and whether numbers are written as Americans do."""
    return context.once(_how_written)


def _how_written(context: Context) -> tuple[str, bool]:
    """The language and order of dates, uncached."""
    language, tag = tongue(context), (context.structured.lang or "").lower().replace("_", "-")
    if language == "zh" and (tag.endswith("-tw") or context.host.endswith(".tw")):
        language = "zh-TW"  # which has years of its own
    if "-" not in tag and (stated := context.structured.first_meta("og:locale", "content-language")) is not None:
        tag = stated[0].lower()
    # Templates are American where the paper is not.
    is_american = tag == "en-us" or (tag[3:] in ("", "us", "ph") and _MONTH_FIRST.search(context.host) is not None)
    return language, language in ("en", "tl") and is_american
