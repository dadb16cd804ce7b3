"""The days on which an article may have been published, each with its evidence: where it stands, and what else does.

Pages also state when they were changed, when readers wrote comments, and when other articles were published. It must
not choose between the days.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import ClassVar, Final

from broadsheet.article.provenance import Claim
from broadsheet.metadata import date_claims
from broadsheet.metadata.context import Context, label_test
from broadsheet.metadata.moments import has_offset, is_midnight
from broadsheet.metadata.ranking import Candidate
from broadsheet.metadata.written.labels import says_changed, says_published, speaks_of
from broadsheet.page import tags

__all__ = ["NAMES", "OF_CHANGE", "Day", "candidates"]

_YEAR: Final = re.compile(r"(?<!\d)((?:19[89]|20[0-4])\d)(?!\d)")
_AWAY: Final = tuple(
    "comment kommentar reply disqus related recommend teaser card sidebar widget popular latest footer more carousel "
    "copyright event archive calendar recent list trending tweet next prev".split()
)
"""What is in a class or id of something beside the article."""
_is_todays: Final = label_test(
    re.compile(
        r"(?:current|to-?_?days?|head(?:er)?|site|top|page|server|heute)-?_?(?:date|day|datum|time)|(?:date|datum)-?_?(?:today|heute)",
        re.IGNORECASE,
    )
)
"""Whether a class or id is of the day on which the page is looked at."""
_HEADER: Final = tags.IDS["header"]
_SOURCES: Final = (
    "ld published", "ld created", "ld modified", "other ld", "marked published", "marked modified", "meta main",
    "meta other", "meta modified", "time", "class", "address", "line", "body", "end", "attribute",
    "script", "anywhere",
)  # fmt: skip
_OF_PAGES: Final = ("ld published", "marked published", "meta main", "meta other", "time", "address")
"""Sources of which a day's page may have some, whatever they say."""
NAMES: Final[tuple[str, ...]] = (
    *_SOURCES,
    *(f"page has {name}" for name in _OF_PAGES),
    "kinds of source", "mentions", "earliest", "latest", "only", "earliest stated", "first in text", "with time",
    "with offset", "updated", "posted", "in away", "in aside", "before body", "just before body", "in body",
    "after body", "distance before", "distance after", "short text", "as in address",
    "year of address", "before address", "after another stated", "recent", "old", "first of year", "next to another",
    "first stated", "universal form", "local form", "times stated", "stated moment", "only in text",
    "another stated more", "another stated moment",
)  # fmt: skip
"""Names of the columns of evidence, in order."""
_STATING: Final = ("ld published", "marked published", "meta main", "meta other")
"""Sources that state a day of publication outright."""
_TOLD: Final = (*_STATING, "address")
_OUTRIGHT: Final = (*_STATING, "ld created", "other ld", "address")
_SHOWING: Final = ("time", "class", "line", "body", "end", "attribute")
OF_CHANGE: Final = frozenset({"ld modified", "marked modified", "meta modified"})
"""Columns of statements of one datum."""
_BESIDE_HEADLINE: Final = frozenset({"time", "class", "line", "attribute"})
"""Columns of what is shown around the headline."""
_ELSEWHERE: Final = ("body", "end", "anywhere")
"""Columns of what stands in the text and behind it."""
_WEEKS: Final = 14
"""Days between the one that is stated and another that an article may be of as well."""
_EVENING: Final = 17
"""The hour from which what is published is printed, and dated, the next day."""
_AT: Final = {name: at for at, name in enumerate(NAMES)}
_CLOCKS: Final = (timedelta(minutes=30), timedelta(hours=14), timedelta(minutes=2))
"""Steps between clocks of the world, the largest difference, and how far two writings of one moment are apart."""


@dataclass(slots=True, eq=False)
class Day(Candidate):
    """A candidate for the day of publication.

    Attributes:
        day: ISO 8601 date.
        claims: what is said of it: values of any exactness and their sources, in order.
        forms: the same as far as a form of the day may be given out: without a time that is another date's.
        forms_of_change: those of them that are said of a change on that day.
        is_told: something else is said of it where days of publication stand.
        evidence: one number a column, shape (len(NAMES),).
    """

    columns: ClassVar[Mapping[str, int]] = _AT
    day: str
    claims: list[Claim]
    forms: list[Claim] = field(default_factory=list)
    forms_of_change: set[Claim] = field(default_factory=set)
    is_told: bool = False
    evidence: list[float] = field(default_factory=lambda: [0.0] * len(NAMES))


def candidates(context: Context) -> list[Day]:
    """The days that a page names where days of publication stand, in the order of the sources. There is no evidence for
    the only one of a page: nothing is weighed there.
    """
    claims = date_claims.stated(context)
    is_only = _is_only(claims)
    found: dict[str, Day] = {}
    of_site: set[str] = set()
    of_article: set[str] = set()
    above: set[str] = set()
    below: set[str] = set()
    of_change: set[str] = set()
    of_publication: set[str] = set()
    own: set[str] = set()
    behind: set[str] = set()
    elsewhere: set[str] = set()
    labelled: set[str] = set()
    above_end: set[str] = set()
    said_changed: set[str] = set()
    of_other: set[str] = set()
    of_release: set[str] = set()
    bare: set[str] = set()
    called: set[str] = set()
    for stated in claims:
        value, source, column, row, label = stated[:5]
        one = found.get(value[:10])
        if one is None:
            one = found[value[:10]] = Day(value[:10], [])
        claim = Claim(value, source)
        form = claim if stated.clock is None else Claim(stated.form, source)
        if claim not in one.claims:
            one.claims.append(claim)
        if not stated.is_in_teaser:
            own.add(one.day)
            if form not in one.forms and not _is_of_another(context, stated, form, one):
                one.forms.append(form)
        if column in OF_CHANGE or date_claims.is_of_change(context, stated):
            one.forms_of_change.add(form)
        elif column not in _ELSEWHERE:
            one.is_told = True
        if is_only:
            continue
        evidence = one.evidence
        evidence[_AT[column]] = 1
        evidence[_AT["mentions"]] += 0.2
        if row >= 0:
            _describe_row(context, one, row, label)
        (behind if row >= 0 and context.place[row] > context.last else elsewhere).add(one.day)
        if label and says_published(label):
            labelled.add(one.day)
            if row >= 0 and context.place[row] <= context.last:
                above_end.add(one.day)
        elif label and column not in date_claims.MARKED and says_changed(label):
            said_changed.add(one.day)
        if stated.is_of_other:
            of_other.add(one.day)
        elif date_claims.is_of_release(stated):
            of_release.add(one.day)
        if one.day not in of_article:  # one that the article has is its own, wherever else it stands
            (of_site if row >= 0 and _is_of_site(context, row) else of_article).add(one.day)
        if column in date_claims.MARKED:
            if date_claims.is_classed_change(context, row):
                of_change.add(one.day)
            elif date_claims.is_classed_publication(context, row):
                of_publication.add(one.day)
        if _is_in_head(context, stated):
            updated, posted = speaks_of(label, context.elements.value(row, "class"))
            if not updated and not date_claims.is_of_change(context, stated):
                (called if posted else bare).add(one.day)
        if row >= 0 and column in _BESIDE_HEADLINE:
            if _is_above_headline(context, row):
                above.add(one.day)
            elif context.place[row] <= date_claims.behind_head(context):
                below.add(one.day)
    days = list(found.values())
    if is_only:
        return days
    out = _days_of_print(days) | _later(of_change - of_publication, of_publication) | found.keys() - own
    out |= _days_of_change([one for one in days if one.day in own], bare, called)
    out |= _unsaid(days, of_other - labelled)
    if any(one.day not in of_release and _is_said(one, _OUTRIGHT) for one in days):
        out |= _unsaid(days, of_release)
    if any(_is_said(one, _STATING) for one in days):
        out |= _unsaid(days, behind - elsewhere - labelled)
    out |= _later(said_changed - labelled, above_end - said_changed)
    out |= _unsaid(days, _far(days) - labelled - said_changed) | _changed_before(days)
    if of_article - out:
        out |= of_site - of_article
    out |= _days_of_reading(days, above - below, below - out)
    days = [one for one in days if one.day not in out]
    if len(days) > 1:
        _describe(context, days, {one.column for one in claims})
    return days


def _is_only(claims: list[date_claims.Stated]) -> bool:
    """Whether all claims are of one day, and the structured data say that it is one of publication."""
    return len({one.value[:10] for one in claims}) == 1 and any(one.column in _OUTRIGHT for one in claims)


def _is_of_site(context: Context, row: int) -> bool:
    """Whether a row is in the head of the site, which has the day on which the page was looked at."""
    for up in context.chain(row, 9):
        if _is_todays(context.label(up)):
            return True
        if context.tag[up] == _HEADER:
            return context.headers[up]
    return False


def _is_in_head(context: Context, stated: date_claims.Stated) -> bool:
    """Whether a date is shown between the headline and the text, and is of nothing else."""
    row = stated.row
    return (
        row >= 0
        and (stated.column in _BESIDE_HEADLINE or stated.column == "body")
        and not (stated.is_in_teaser or stated.is_of_other or _is_above_headline(context, row))
        and context.place[row] <= date_claims.behind_head(context)
    )


def _is_above_headline(context: Context, row: int) -> bool:
    """Whether a row is in front of the headline, and not in the article: the site's masthead may be there."""
    return row < context.headline_row and not context.is_in_article(row)


def _days_of_reading(days: list[Day], above: set[str], below: set[str]) -> set[str]:
    """Days that are only shown, above the headline and without a word, where an earlier one is stated outright or shown
    below the headline: those on which the page was looked at.

    Args:
        days: all days.
        above: those that are shown above the headline alone.
        below: those that are shown below it.
    """
    stated = {one.day for one in days if _is_said(one, _TOLD)}
    first = min(stated or below, default=None)
    return {
        one.day
        for one in days
        if first is not None and first < one.day and one.day in above and not one.evidence[_AT["posted"]]
        and not _is_said(one, _OUTRIGHT) and not _is_next(first, one.day)
    }  # fmt: skip


def _is_next(day: str, other: str) -> bool:
    """Whether a day is the one behind another: clocks of the world differ."""
    return date.fromisoformat(other) - date.fromisoformat(day) == timedelta(days=1)


def _describe_row(context: Context, one: Day, row: int, label: str) -> None:
    """Evidence of where a day is shown; of several places, each leaves its marks.

    Args:
        context: the page.
        one: the day.
        row: the row that shows it.
        label: the words in front of it.
    """
    place = context.place[row]
    before = context.first - place
    updated, posted = speaks_of(label, context.elements.value(row, "class"))
    one.mark_all(
        {
            "before body": before > 0,
            "just before body": 0 <= before <= 6,
            "in body": context.is_in_body(row),
            "after body": place > context.last,
            "distance before" if before >= 0 else "distance after": 1 / (1 + abs(before)),
            "in aside": context.is_aside(row),
            "in away": not context.called(_AWAY).isdisjoint(context.chain(row, 7)),
            "updated": updated or says_changed(label),
            "posted": posted,
            "short text": context.size(row) < 40,
        }
    )


def _describe(context: Context, days: list[Day], has: set[str]) -> None:
    """Evidence in a day itself, and in the others."""
    if not days:
        return
    at = _AT
    ordered = sorted(one.day for one in days)
    stated = [one.day for one in days if any(one.evidence[at[name]] for name in _SOURCES[:9] if "modified" not in name)]
    address = [one.day for one in days if one.evidence[at["address"]]]
    # In the order of the sources, which is that of the claims.
    order = ("ld published", "marked published", "meta main", "ld created", "meta other")
    first = next((one.day for name in order for one in days if one.evidence[at[name]]), None)
    shown = [
        one.day for one in days if one.evidence[at["line"]] or one.evidence[at["class"]] or one.evidence[at["time"]]
    ]
    years = {year for text in (context.page.url or "",) for year in _YEAR.findall(text)}
    values: Mapping[str, int] = {day: number for number, day in enumerate(ordered)}
    lately = (datetime.now(UTC).date() - timedelta(days=2)).isoformat()
    number = {one.day: date.fromisoformat(one.day).toordinal() for one in days}
    for one in days:
        for other in days:
            if abs(number[one.day] - number[other.day]) == 1 and _same_moment(one, other):
                one.evidence[at["universal form"]] = 1
                other.evidence[at["local form"]] = 1
    page_has = [at[f"page has {name}"] for name in _OF_PAGES if name in has]
    times = [sum(one.evidence[at[name]] > 0 for name in _STATING) for one in days]
    moments = [_stated_moment(one) for one in days]
    for one, stated_times, moment in zip(days, times, moments, strict=True):
        evidence = one.evidence
        evidence[at["times stated"]] = stated_times / len(_STATING)
        evidence[at["stated moment"]] = moment is not None
        evidence[at["only in text"]] = not any(evidence[: at["time"]])
        evidence[at["another stated more"]] = (max(times) - stated_times) / len(_STATING)
        evidence[at["another stated moment"]] = moment is None and any(moments)
        for column in page_has:
            evidence[column] = 1
        evidence[at["kinds of source"]] = sum([value > 0 for value in evidence[: len(_SOURCES)]]) / 5
        evidence[at["mentions"]] = min(1.0, float(evidence[at["mentions"]]))
        evidence[at["earliest"]] = values[one.day] == 0
        evidence[at["latest"]] = values[one.day] == len(ordered) - 1
        evidence[at["only"]] = len(days) == 1
        evidence[at["earliest stated"]] = bool(stated) and one.day == min(stated)
        evidence[at["first in text"]] = bool(shown) and one.day == shown[0]
        evidence[at["with time"]] = any("T" in claim.value for claim in one.claims)
        evidence[at["with offset"]] = any(has_offset(claim.value) for claim in one.claims)
        evidence[at["as in address"]] = one.day in address
        evidence[at["year of address"]] = one.day[:4] in years
        evidence[at["before address"]] = bool(address) and one.day < min(address)
        evidence[at["after another stated"]] = any(day < one.day for day in stated)
        evidence[at["first stated"]] = one.day == first
        evidence[at["recent"]] = one.day >= lately
        evidence[at["old"]] = one.day < "2000"
        evidence[at["first of year"]] = one.day.endswith("-01-01")
        own = number[one.day]
        evidence[at["next to another"]] = any(abs(theirs - own) == 1 for theirs in number.values())


def _days_of_change(days: list[Day], bare: set[str], called: set[str]) -> set[str]:
    """Days of which nothing is said but that the article was changed then, where two sources agree on an earlier day of
    publication; where they do not, those on which the structured data say that it was changed and nobody else a word,
    and, behind the only day that is stated, those that words call one of a change. Where none is stated, these behind
    the first that is called one of publication, or shown in the head without a word, and those without a word behind
    one that is called so there.

    Args:
        days: all days.
        bare: those that are shown in the head without a word.
        called: those that are called days of publication there.
    """
    times = {one.day: sum(one.evidence[_AT[name]] > 0 for name in _STATING) for one in days}
    stated = [day for day, count in times.items() if count > 1]
    if len(stated) != 1:
        told = {one.day for one in days if _is_said(one, _TOLD)}
        changed = {one.day for one in days if _is_called_change(one)}
        if not told:
            bare = bare - changed - called
            of_publication = {one.day for one in days if _is_called_publication(one)}
            return _later(changed, of_publication | bare) | _later(bare, called)
        alone = {one.day for one in days if _is_of_change_alone(one)}
        return _later(alone | changed if len(told) == 1 else alone, told)
    return {
        one.day
        for one in days
        if one.day > stated[0]
        and not _is_said(one, _OUTRIGHT)
        and (one.evidence[_AT["updated"]] or not _is_said(one, _SHOWING))
    }


def _is_of_another(context: Context, stated: date_claims.Stated, form: Claim, day: Day) -> bool:
    """Whether the time of a form may be another article's: it is in a script, or behind the body, and sources in front
    of that give other times of the day. Clocks of the world differ in hours and half hours.
    """
    if "T" not in form.value or not (
        stated.column == "script" or (stated.row >= 0 and context.place[stated.row] > context.last)
    ):
        return False
    clocks = {
        one.value[11:16]
        for one in day.forms
        if one not in day.forms_of_change and "T" in one.value and not is_midnight(one.value)
    }
    if not clocks or stated.column == "script":
        return bool(clocks) and form.value[11:16] not in clocks
    return all((int(clock[3:]) - int(form.value[14:16])) % 30 for clock in clocks)


def _changed_before(days: list[Day]) -> set[str]:
    """Days on which the structured data say that the article was changed, and nobody else a word, before any on which
    they say that it was published.
    """
    stated = [one.day for one in days if _is_said(one, _STATING)]
    return {one.day for one in days if _is_of_change_alone(one) and one.day < min(stated, default="")}


def _far(days: list[Day]) -> set[str]:
    """Days that are only shown, weeks from the one that JSON-LD and ``meta`` elements agree on."""
    stated = [one.day for one in days if all(one.evidence[_AT[name]] > 0 for name in ("ld published", "meta main"))]
    if len(stated) != 1:
        return set()
    own = date.fromisoformat(stated[0])
    return {
        one.day
        for one in days
        if abs((date.fromisoformat(one.day) - own).days) > _WEEKS
        and not any(one.evidence[_AT[name]] for name in (*_TOLD, *OF_CHANGE))
    }


def _unsaid(days: list[Day], some: set[str]) -> set[str]:
    """Those of some days of which nothing says that the article was published then."""
    return {one.day for one in days if one.day in some and not _is_said(one, _OUTRIGHT)}


def _later(days: set[str], others: set[str]) -> set[str]:
    """Those of some days that are behind the first of others; none where there are no others."""
    first = min(others, default=None)
    return {day for day in days if first is not None and day > first}


def _is_said(one: Day, columns: tuple[str, ...]) -> bool:
    """Whether one of some sources names a day."""
    return any(one.evidence[_AT[name]] for name in columns)


def _is_called_change(one: Day) -> bool:
    """Whether words beside a day say that it is one of a change, and nothing says that it is one of publication."""
    return bool(one.evidence[_AT["updated"]]) and not (one.evidence[_AT["posted"]] or _is_said(one, _OUTRIGHT))


def _is_called_publication(one: Day) -> bool:
    """Whether words beside a day say that it is one of publication, and none that it is one of a change."""
    return bool(one.evidence[_AT["posted"]]) and not one.evidence[_AT["updated"]]


def _is_of_change_alone(one: Day) -> bool:
    """Whether all that is said of a day is said by statements of changes."""
    said = {name for name in _SOURCES if one.evidence[_AT[name]]}
    return bool(said) and said <= OF_CHANGE


def _days_of_print(days: list[Day]) -> set[str]:
    """Days that are those of the printed paper: bare, and the morrow of an evening by the local clock at which the
    structured data say that the article was published.
    """
    bare = {one.day for one in days if not any("T" in claim.value for claim in one.claims)}
    evenings = [
        moment for one in days if (moment := _stated_moment(one)) is not None
        and moment.hour >= _EVENING and moment.utcoffset()
    ]  # fmt: skip
    return bare & {(moment.date() + timedelta(days=1)).isoformat() for moment in evenings}


def _stated_moment(one: Day) -> datetime | None:
    """The moment of publication, by a local clock, that the structured data state outright, if it is of a day."""
    if not _is_said(one, _STATING):
        return None
    for claim in one.claims:
        if not claim.source.startswith("text:") and "T" in claim.value and "T00:00:00" not in claim.value:
            moment = datetime.fromisoformat(claim.value)
            if moment.tzinfo is not None:
                return moment
    return None


def _same_moment(universal: Day, local: Day) -> bool:
    """Whether a day is the one before or behind it only because the moment is written in universal time there, and by a
    local clock here.
    """
    step, most, slack = _CLOCKS
    for one in universal.claims:
        if not one.value.endswith("+00:00") or "T00:00:00" in one.value:
            continue
        moment = datetime.fromisoformat(one.value)
        for other in local.claims:
            if "T" not in other.value or other.value.endswith("+00:00"):
                continue
            clock = datetime.fromisoformat(other.value)
            if clock.tzinfo is not None:
                if abs(moment - clock) <= slack:
                    return True
                continue
            apart = abs(moment.replace(tzinfo=None) - clock)
            if apart <= most and min(apart % step, step - apart % step) <= slack:
                return True
    return False
