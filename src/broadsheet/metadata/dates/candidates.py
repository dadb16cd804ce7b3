"""Candidates for the day of publication, each with its evidence: where it stands, and what other days there are.

It must not choose between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from itertools import chain, islice
from typing import ClassVar, Final

from broadsheet.article.provenance import Claim
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.dates import shown as shown_dates
from broadsheet.metadata.dates import stated as stated_dates
from broadsheet.metadata.dates.moments import has_offset
from broadsheet.metadata.dates.stated import OF_CHANGE, STATING, Stated
from broadsheet.metadata.ranking import Candidate
from broadsheet.metadata.written.labels import says_changed, says_published

__all__ = ["NAMES", "Day", "all_stated", "candidates"]

MAX_CLAIMS: Final = 300
"""Claims of days on a page; a page with more is cut off there."""
_YEAR: Final = re.compile(r"(?<!\d)((?:19[89]|20[0-4])\d)(?!\d)")
_SOURCES: Final = (
    "ld published", "ld created", "ld modified", "other ld", "marked published", "marked modified", "meta main",
    "meta other", "meta modified", "time", "class", "address", "line", "body", "attribute", "script", "anywhere",
)  # fmt: skip
_OF_PAGES: Final = ("ld published", "marked published", "meta main", "meta other", "time", "address")
"""Sources that are also evidence for the page as a whole."""
NAMES: Final[tuple[str, ...]] = (
    *_SOURCES,
    *(f"page has {name}" for name in _OF_PAGES),
    "kinds of source", "mentions", "earliest", "latest", "earliest stated", "first in text", "with time",
    "with offset", "updated", "posted", "in aside", "before body", "just before body", "in body",
    "after body", "distance before", "distance after", "short text", "as in address",
    "year of address", "before address", "after another stated", "old", "first of year", "next to another",
    "first stated", "times stated", "stated moment", "only in text",
    "another stated more", "another stated moment",
    "above headline", "below headline", "bare in head", "posted in head", "labelled published",
    "labelled changed", "in front", "change alone", "after posted", "changed",
)  # fmt: skip
"""Names of the columns of evidence, in order."""
_STATED: Final = (*STATING, "ld created", "other ld")
"""Sources that state a day for machines."""
_IN_ORDER: Final = ("ld published", "marked published", "meta main", "ld created", "meta other")
"""Sources that state a day, the most telling first."""
_OF_ELSE: Final = tuple(name for name in _SOURCES if name not in OF_CHANGE)
_SAID: Final = (*_STATED, "address", "labelled published", "posted in head")
"""Columns of days that are said to be those of publication."""
_IN_HEAD: Final = ("below headline", "bare in head", "posted in head")
"""Columns of days between the headline and the text."""
_AROUND_HEADLINE: Final = frozenset({"time", "class", "line", "attribute"})
"""Columns of days that are shown around the headline."""
_LATE: Final = OF_CHANGE | {"script", "anywhere"}
"""Columns whose time of day may be another article's."""
MAX_DAYS_APART: Final = 14
"""Days between the stated day and another one that may be the article's as well."""
MAX_LINES_ABOVE: Final = 1
"""Segments above the headline in which the article's own day may stand."""
PRINT_HOUR: Final = 17
"""The hour from which an article is printed, and dated, the next day."""
_AT: Final = {name: at for at, name in enumerate(NAMES)}


@dataclass(slots=True, eq=False)
class Day(Candidate):
    """A candidate for the day of publication.

    Attributes:
        day: ISO 8601 date.
        claims: each value and its source, in order, as they may be reported: without a time that is another date's.
        late: those of them that are said of a change, or stand where other articles' times do.
        evidence: one number a column, shape (len(NAMES),).
    """

    columns: ClassVar[Mapping[str, int]] = _AT
    day: str
    claims: list[Claim] = field(default_factory=list)
    late: set[Claim] = field(default_factory=set)
    evidence: list[float] = field(default_factory=lambda: [0.0] * len(NAMES))

    @property
    def forms(self) -> list[Claim]:
        """The claims that may give the time of publication: those that are not late, unless all are."""
        return [one for one in self.claims if one not in self.late] or self.claims


def candidates(context: Context) -> list[Day]:
    """The days that a page names where days of publication stand, in the order of the sources. Days that it tells
    relative to the moment of capture, or without a year, are candidates only where it names no other.
    """
    return _of_claims(context, all_stated(context)) or _of_claims(context, shown_dates.told(context))


def all_stated(context: Context) -> list[Stated]:
    """The dates that the page states and shows, in the order of the sources; scripts and the rest of the text are read
    only where there are none.
    """
    return context.once(_all_stated)


def _all_stated(context: Context) -> list[Stated]:
    stated, shown = list(stated_dates.stated(context)), shown_dates.shown(context)
    more: Iterable[Stated] = ()
    if not any(one.column in (*STATING, "time") for one in (*stated, *shown)):
        more = chain(stated_dates.in_scripts(context), () if shown else shown_dates.anywhere(context))
    return _settled(list(islice(chain(stated, shown, more), MAX_CLAIMS)))


def _settled(claims: list[Stated]) -> list[Stated]:
    """Dates in numbers that can be read both ways, in the reading that another date of the page confirms.

    One that the page shows is written as its readers read it. One that is stated for machines may be American on any
    page, so a shown date confirms it, even one that could be read both ways itself.
    """
    certain = {one.value[:10] for one in claims if not one.otherwise}
    shown = {one.value[:10] for one in claims if one.row >= 0} | certain

    def is_confirmed(one: Stated) -> bool:
        known = shown if one.row < 0 else certain
        return one.value[:10] not in known and one.otherwise[:10] in known

    return [one._replace(value=one.otherwise) if one.otherwise and is_confirmed(one) else one for one in claims]


def _of_claims(context: Context, claims: list[Stated]) -> list[Day]:
    """The days that some claims name, with their evidence."""
    found: dict[str, Day] = {}
    for stated in claims:
        one = found.setdefault(stated.value[:10], Day(stated.value[:10]))
        claim = Claim(stated.value, stated.source)
        if claim not in one.claims:
            one.claims.append(claim)
            is_shown_late = stated.row >= 0 and (context.place[stated.row] > context.last or says_changed(stated.label))
            if stated.column in _LATE or is_shown_late:
                one.late.add(claim)
        _note(context, one, stated)
    days = _plausible(list(found.values()))
    if len(days) > 1:
        _describe(context, days, {one.column for one in claims})
    return days


def _plausible(days: list[Day]) -> list[Day]:
    """The days without those that others rule out.

    A stated day rules out a shown one weeks away that nothing calls a day of publication; an evening rules out the next
    day, of the printed paper. The day of the visit, of a later change, and one behind the day that the head calls that
    of publication are ruled out if another is left.
    """
    stated = [date.fromisoformat(one.day) for one in days if one.has_any(STATING)]
    evenings = [
        moment.date().isoformat()
        for one in days
        if (moment := _stated_moment(one)) is not None and moment.hour >= PRINT_HOUR and moment.utcoffset()
    ]

    is_agreed = any(one.has("ld published") and one.has("meta main") for one in days)

    def is_far(one: Day) -> bool:
        own = date.fromisoformat(one.day)
        is_said = one.has_any((*_STATED, *OF_CHANGE, "address", "posted in head"))
        is_said = is_said or (one.has("below headline") and not is_agreed)
        return bool(stated) and not is_said and min(abs((own - day).days) for day in stated) > MAX_DAYS_APART

    def is_of_print(one: Day) -> bool:
        before = (date.fromisoformat(one.day) - timedelta(days=1)).isoformat()
        return before in evenings and not one.has("with time")

    days = [one for one in days if not (is_far(one) or is_of_print(one))]
    first = min((one.day for one in days if one.has_any((*_SAID, *_IN_HEAD)) and not _is_of_change(one)), default=None)
    posted = min((one.day for one in days if one.has("posted in head")), default=None)

    has_near = any(one.has("before body") and not one.has("above headline") for one in days)

    def is_of_visit(one: Day) -> bool:
        is_above = one.has_any(("above headline", "before body")) and not one.has_any(_IN_HEAD)
        if first is None and has_near:
            return one.has("above headline")
        return is_above and first is not None and first < one.day

    def is_later_change(one: Day) -> bool:
        return _is_of_change(one) and first is not None and first < one.day

    def is_behind_posted(one: Day) -> bool:
        return posted is not None and posted < one.day and not one.has("labelled published")

    for is_poor in (is_of_visit, is_later_change, is_behind_posted):
        # None of these leaves a page without a day.
        days = [one for one in days if not is_poor(one) or one.has_any(_SAID)] or days
    return days


def _is_of_change(one: Day) -> bool:
    """Whether a day is said to be one of a change, and of nothing else."""
    return (one.has("labelled changed") and not one.has("posted")) or not one.has_any(_OF_ELSE)


def _note(context: Context, one: Day, stated: Stated) -> None:
    """Note what a claim says of its day, and where it stands."""
    one.mark(stated.column)
    one.evidence[_AT["mentions"]] = min(1.0, one.evidence[_AT["mentions"]] + 0.2)
    one.mark("with time", "T" in stated.value)
    one.mark("with offset", has_offset(stated.value))
    one.mark("labelled published", bool(stated.label) and says_published(stated.label))
    one.mark("labelled changed", shown_dates.is_of_change(context, stated))
    if stated.row < 0:
        one.mark("in front")
    else:
        _note_place(context, one, stated)


def _note_place(context: Context, one: Day, stated: Stated) -> None:
    """Note where a day is shown; each of several places leaves its marks."""
    row, column, label = stated.row, stated.column, stated.label
    place = context.place[row]
    before = context.first - place
    said = f"{label} {context.elements.value(row, 'class')}"
    updated, posted = says_changed(said) or shown_dates.is_of_change(context, stated), says_published(said)
    far = context.headline_row >= 0 and context.place[context.headline_row] - place > MAX_LINES_ABOVE
    is_above = far and not context.is_in_article(row)
    is_below = row > context.headline_row and place <= shown_dates.last_of_head(context)
    is_around, is_in_head = column in _AROUND_HEADLINE, column in _AROUND_HEADLINE or column == "body"
    one.mark_all(
        {
            "before body": before > 0,
            "just before body": 0 <= before <= 6,
            "in body": context.is_in_body(row),
            "after body": place > context.last,
            "distance before" if before >= 0 else "distance after": 1 / (1 + abs(before)),
            "in aside": context.is_aside(row),
            "updated": updated,
            "posted": posted,
            "short text": context.size(row) < 40,
            "in front": place <= context.last,
            "above headline": is_around and is_above,
            "below headline": is_around and is_below,
            "bare in head": is_in_head and is_below and not (posted or updated),
            "posted in head": is_in_head and is_below and posted and not updated,
        }
    )


def _describe(context: Context, days: list[Day], has: set[str]) -> None:
    """Evidence in a day itself, and in the others.

    Args:
        context: the page.
        days: the days, of which there are several.
        has: the sources that the page has.
    """
    _describe_order(days)
    _describe_statements(days)
    _describe_addresses(context, days)
    of_page = dict.fromkeys([f"page has {name}" for name in _OF_PAGES if name in has], 1.0)
    for one in days:
        one.mark_all(of_page)
        one.mark_all(
            {
                "kinds of source": sum(map(one.has, _SOURCES)) / 5,
                "only in text": not one.has_any(_SOURCES[: _AT["time"]]),
                "old": one.day < "2000",
                "first of year": one.day.endswith("-01-01"),
                "change alone": not one.has_any(_OF_ELSE),
            }
        )


def _describe_order(days: list[Day]) -> None:
    """Evidence in the order of days: in time, and on the page."""
    numbers = {date.fromisoformat(one.day).toordinal(): one for one in days}
    first, last = min(numbers), max(numbers)
    posted = min((at for at, one in numbers.items() if one.has_any(("posted in head", *STATING))), default=last)
    shown = next((one for one in days if one.has_any(("line", "class", "time"))), None)
    for number, one in numbers.items():
        one.mark_all(
            {
                "earliest": number == first,
                "latest": number == last,
                "first in text": one is shown,
                "next to another": number - 1 in numbers or number + 1 in numbers,
                "after posted": number > posted,
            }
        )


def _describe_statements(days: list[Day]) -> None:
    """Evidence in what is stated of days, and of the others."""
    first = min((one.day for one in days if one.has_any(_STATED)), default=None)
    foremost = next((one for name in _IN_ORDER for one in days if one.has(name)), None)
    times = [sum(map(one.has, STATING)) for one in days]
    moments = [_stated_moment(one) for one in days]
    for one, stated, moment in zip(days, times, moments, strict=True):
        one.mark_all(
            {
                "earliest stated": one.day == first,
                "after another stated": first is not None and first < one.day,
                "first stated": one is foremost,
                "times stated": stated / len(STATING),
                "another stated more": (max(times) - stated) / len(STATING),
                "stated moment": moment is not None,
                "another stated moment": moment is None and any(moments),
                "changed": first is not None and first < one.day and one.has_any(OF_CHANGE) and not stated,
            }
        )


def _stated_moment(one: Day) -> datetime | None:
    """The moment of publication, with an offset, that the structured data state outright, if it is on a day."""
    for claim in one.claims if one.has_any(STATING) else ():
        if not claim.source.startswith("text:") and "T" in claim.value and "T00:00:00" not in claim.value:
            moment = datetime.fromisoformat(claim.value)
            if moment.tzinfo is not None:
                return moment
    return None


def _describe_addresses(context: Context, days: list[Day]) -> None:
    """Evidence in what addresses say of days."""
    named = [one.day for one in days if one.has("address")]
    years = set(_YEAR.findall(context.page.url or ""))
    for one in days:
        one.mark_all(
            {
                "as in address": one.day in named,
                "year of address": one.day[:4] in years,
                "before address": bool(named) and one.day < min(named),
            }
        )
