"""The days on which an article may have been published, each with its evidence: where it stands, and what else does.

Pages also state when they were changed, when readers wrote comments, and when other articles were published. It must
not choose between the days.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import ClassVar, Final

from broadsheet.article.provenance import Claim
from broadsheet.metadata.around.context import Context, label_test
from broadsheet.metadata.dates import claims, relative
from broadsheet.metadata.dates import shown as shown_dates
from broadsheet.metadata.dates.moments import has_offset, is_midnight
from broadsheet.metadata.dates.stated import Stated
from broadsheet.metadata.ranking import Candidate
from broadsheet.metadata.written.dated_lines import is_of_release
from broadsheet.metadata.written.labels import is_label, says_changed, says_published, speaks_of
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
_is_masthead: Final = label_test(
    re.compile(
        r"^(?:(?:site|page|main|global|top|web)[-_]?)?(?:header|masthead)(?:[-_]?(?:top|wrap(?:per)?|inner|bar|container|area|row))?$",
        re.IGNORECASE,
    )
)
"""Whether a class or id is of the head of a page."""
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
"""Names of the columns of evidence, in order. "only" is raised for none: the only day of a page is not weighed."""
_STATING: Final = ("ld published", "marked published", "meta main", "meta other")
"""Sources that state a day of publication outright."""
_STATED: Final = (*_STATING, "ld created", "other ld")
"""And those that state one for machines."""
_TOLD: Final = (*_STATING, "address")
_OUTRIGHT: Final = (*_STATED, "address")
_IN_ORDER: Final = ("ld published", "marked published", "meta main", "ld created", "meta other")
"""Statements of a day, in the order of the sources."""
_SHOWING: Final = ("time", "class", "line", "body", "end", "attribute")
OF_CHANGE: Final = frozenset({"ld modified", "marked modified", "meta modified"})
"""Columns of statements of changes."""
_OF_ELSE: Final = tuple(name for name in _SOURCES if name not in OF_CHANGE)
"""Columns of all others."""
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
        is_own: it stands elsewhere than in boxes and links of other articles.
        is_of_article: it stands elsewhere than in the head of the site.
        is_in_front: it is stated, or shown before the end of the body.
        is_above: it is shown above the headline.
        is_below: it is shown below the headline and above the text.
        is_bare: it is shown there without a word.
        is_called: it is shown there with words that call it a day of publication.
        is_labelled: words in front of it say that it is one of publication.
        is_labelled_in_front: they do so before the end of the body.
        is_said_changed: words in front of it say that it is one of a change.
        is_classed_change: the class of an element says so.
        is_classed_publication: the class of an element says that it is one of publication.
        is_of_other: it is said to be one of something else: a deadline, an event.
        is_of_release: it is said to be one of a release.
        evidence: one number a column, shape (len(NAMES),).
    """

    columns: ClassVar[Mapping[str, int]] = _AT
    day: str
    claims: list[Claim] = field(default_factory=list)
    forms: list[Claim] = field(default_factory=list)
    forms_of_change: set[Claim] = field(default_factory=set)
    is_told: bool = False
    is_own: bool = False
    is_of_article: bool = False
    is_in_front: bool = False
    is_above: bool = False
    is_below: bool = False
    is_bare: bool = False
    is_called: bool = False
    is_labelled: bool = False
    is_labelled_in_front: bool = False
    is_said_changed: bool = False
    is_classed_change: bool = False
    is_classed_publication: bool = False
    is_of_other: bool = False
    is_of_release: bool = False
    evidence: list[float] = field(default_factory=lambda: [0.0] * len(NAMES))


def candidates(context: Context) -> list[Day]:
    """The days that a page names where days of publication stand, in the order of the sources. There is no evidence for
    the only one of a page: nothing is weighed there. Days that it tells from the moment at which it was captured, or
    without a year, are none where it names another.
    """
    return _of_claims(context, claims.stated(context)) or _of_claims(context, relative.told(context))


def _of_claims(context: Context, claims: list[Stated]) -> list[Day]:
    """The days that some claims name."""
    is_only = _is_only(claims)
    found: dict[str, Day] = {}
    for stated in claims:
        day = stated.value[:10]
        one = found.get(day)
        if one is None:
            one = found[day] = Day(day)
        _add(context, one, stated)
        if not is_only:
            _note(context, one, stated)
    days = list(found.values())
    if is_only:
        return days
    out = _ruled_out(days)
    days = [one for one in days if one.day not in out]
    if len(days) > 1:
        _describe(context, days, {one.column for one in claims})
    return days


def _is_only(claims: list[Stated]) -> bool:
    """Whether all claims are of one day, and the structured data say that it is one of publication."""
    return len({one.value[:10] for one in claims}) == 1 and any(one.column in _OUTRIGHT for one in claims)


def _add(context: Context, one: Day, stated: Stated) -> None:
    """Add a claim to those of its day, and the form in which that may be given out."""
    claim = Claim(stated.value, stated.source)
    form = claim if (own := stated.form) == stated.value else Claim(own, stated.source)
    if claim not in one.claims:
        one.claims.append(claim)
    if not stated.is_in_teaser:
        one.is_own = True
        if form not in one.forms and not _is_of_another(context, stated, form, one):
            one.forms.append(form)
    if stated.column in OF_CHANGE or shown_dates.is_of_change(context, stated):
        one.forms_of_change.add(form)
    elif stated.column not in _ELSEWHERE:
        one.is_told = True


def _is_of_another(context: Context, stated: Stated, form: Claim, day: Day) -> bool:
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


def _note(context: Context, one: Day, stated: Stated) -> None:
    """Note what a claim says of its day, and where it stands."""
    one.mark(stated.column)
    one.evidence[_AT["mentions"]] += 0.2
    if stated.row < 0:
        one.is_in_front = one.is_of_article = True
    else:
        _note_place(context, one, stated)
    if stated.is_of_other:
        one.is_of_other = True
    elif is_of_release(stated.label):
        one.is_of_release = True
    label = stated.label
    if label and says_published(label):
        one.is_labelled = True
        if context.place[stated.row] <= context.last:
            one.is_labelled_in_front = True
    elif label and says_changed(label) and (stated.column not in shown_dates.MARKED or is_label(label)):
        one.is_said_changed = True


def _note_place(context: Context, one: Day, stated: Stated) -> None:
    """The same, of where a day is shown."""
    row, column = stated.row, stated.column
    place = context.place[row]
    _describe_row(context, one, row, stated.label)
    if place <= context.last:
        one.is_in_front = True
    if not one.is_of_article and not _is_of_site(context, row):  # one that the article has is its own, wherever else
        one.is_of_article = True
    if column in shown_dates.MARKED:
        if shown_dates.is_classed_change(context, row):
            one.is_classed_change = True
        elif shown_dates.is_classed_publication(context, row):
            one.is_classed_publication = True
    if _is_in_head(context, stated):
        updated, posted = speaks_of(stated.label, context.elements.value(row, "class"))
        if not updated and not shown_dates.is_of_change(context, stated):
            one.is_called = one.is_called or posted
            one.is_bare = one.is_bare or not posted
    if column in _BESIDE_HEADLINE:
        if _is_above_headline(context, row):
            one.is_above = True
        elif place <= shown_dates.behind_head(context):
            one.is_below = True


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


def _is_of_site(context: Context, row: int) -> bool:
    """Whether a row is in the head of the site, which has the day on which the page was looked at."""
    for up in context.chain(row, 9):
        label = context.label(up)
        if _is_todays(label):
            return True
        if context.tag[up] == _HEADER:
            return context.headers[up]
        if _is_masthead(label):
            return not (context.is_in_article(up) or context.holds_heading(up))
    return False


def _is_in_head(context: Context, stated: Stated) -> bool:
    """Whether a date that is shown stands between the headline and the text, and is of nothing else."""
    return (
        (stated.column in _BESIDE_HEADLINE or stated.column == "body")
        and not (stated.is_in_teaser or stated.is_of_other or _is_above_headline(context, stated.row))
        and context.place[stated.row] <= shown_dates.behind_head(context)
    )


def _is_above_headline(context: Context, row: int) -> bool:
    """Whether a row is in front of the headline, and not in the article: the site's masthead may be there."""
    return row < context.headline_row and not context.is_in_article(row)


def _ruled_out(days: list[Day]) -> set[str]:
    """Days that are none of publication, by what is said of them and of the others."""
    out = {one.day for one in days if not one.is_own}
    out |= _days_of_print(days) | _days_of_change([one for one in days if one.is_own])
    out |= _called_change(days) | _changed_before(days)
    out |= _unsaid(one for one in days if one.is_of_other and not one.is_labelled)
    if any(one.has_any(_OUTRIGHT) and not one.is_of_release for one in days):
        out |= _unsaid(one for one in days if one.is_of_release)
    if any(one.has_any(_STATING) for one in days):
        out |= _unsaid(one for one in days if not one.is_in_front and not one.is_labelled)
    out |= _unsaid(one for one in _far(days) if not one.is_labelled and not one.is_said_changed)
    if any(one.is_of_article and one.day not in out for one in days):
        out |= {one.day for one in days if not one.is_of_article}
    return out | _days_of_reading(days, out)


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


def _days_of_change(days: list[Day]) -> set[str]:
    """Days of which nothing is said but that the article was changed then, where two sources agree on an earlier day of
    publication; where they do not, those on which the structured data say that it was changed and nobody else a word,
    and, behind the only day that is stated, those that words call one of a change.
    """
    agreed = [one.day for one in days if _times_stated(one) > 1]
    if len(agreed) == 1:
        later = (one for one in days if one.day > agreed[0] and (one.has("updated") or not one.has_any(_SHOWING)))
        return _unsaid(later)
    told = {one.day for one in days if one.has_any(_TOLD)}
    if not told:
        made = {one.day for one in days if one.has("ld created")}
        return _shown_changes(days) | _later({one.day for one in days if _is_of_change_alone(one)}, made)
    return _later(
        {one.day for one in days if _is_of_change_alone(one) or (len(told) == 1 and _is_called_change(one))}, told
    )


def _shown_changes(days: list[Day]) -> set[str]:
    """Where none is stated, days that words call one of a change, behind the first that is called one of publication,
    or shown in the head without a word; and those without a word behind one that is called so there.
    """
    changed = {one.day for one in days if _is_called_change(one)}
    bare = {one.day for one in days if one.is_bare and not one.is_called} - changed
    published = {one.day for one in days if one.has("posted") and not one.has("updated")}
    return _later(changed, published | bare) | _later(bare, {one.day for one in days if one.is_called})


def _called_change(days: list[Day]) -> set[str]:
    """Days that a class, or words in front of them, call those of a change, behind the first that they call one of
    publication.
    """
    published = {one.day for one in days if one.is_classed_publication}
    changed = {one.day for one in days if one.is_classed_change} - published
    said = {one.day for one in days if one.is_said_changed}
    labelled = {one.day for one in days if one.is_labelled}
    in_front = {one.day for one in days if one.is_labelled_in_front}
    return _later(changed, published) | _later(said - labelled, in_front - said)


def _changed_before(days: list[Day]) -> set[str]:
    """Days on which the structured data say that the article was changed, and nobody else a word, before any on which
    they say that it was published.
    """
    first = min((one.day for one in days if one.has_any(_STATING)), default="")
    return {one.day for one in days if one.day < first and _is_of_change_alone(one)}


def _far(days: list[Day]) -> list[Day]:
    """Days that are only shown, weeks from the one that JSON-LD and ``meta`` elements agree on."""
    agreed = [one.day for one in days if one.has("ld published") and one.has("meta main")]
    if len(agreed) != 1:
        return []
    own = date.fromisoformat(agreed[0])
    return [
        one
        for one in days
        if abs((date.fromisoformat(one.day) - own).days) > _WEEKS and not one.has_any((*_TOLD, *OF_CHANGE))
    ]


def _days_of_reading(days: list[Day], out: set[str]) -> set[str]:
    """Days that are only shown, above the headline alone and without a word, where an earlier one is stated outright or
    shown below the headline: those on which the page was looked at.

    Args:
        days: all days.
        out: those that are none of publication for other reasons.
    """
    stated = {one.day for one in days if one.has_any(_TOLD)}
    first = min(stated or {one.day for one in days if one.is_below} - out, default=None)
    if first is None:
        return set()
    return {
        one.day
        for one in days
        if first < one.day
        and one.is_above
        and not (one.is_below or one.has_any(("posted", *_OUTRIGHT)) or _is_next(first, one.day))
    }


def _unsaid(some: Iterable[Day]) -> set[str]:
    """Those of some days of which nothing says that the article was published then."""
    return {one.day for one in some if not one.has_any(_OUTRIGHT)}


def _later(days: set[str], others: set[str]) -> set[str]:
    """Those of some days that are behind the first of others; none where there are no others."""
    first = min(others, default=None)
    return {day for day in days if first is not None and day > first}


def _is_next(day: str, other: str) -> bool:
    """Whether a day is the one behind another: clocks of the world differ."""
    return date.fromisoformat(other) - date.fromisoformat(day) == timedelta(days=1)


def _is_called_change(one: Day) -> bool:
    """Whether words beside a day say that it is one of a change, and nothing says that it is one of publication."""
    return one.has("updated") and not one.has_any(("posted", *_OUTRIGHT))


def _is_of_change_alone(one: Day) -> bool:
    """Whether all that is said of a day is said by statements of changes."""
    return not one.has_any(_OF_ELSE)


def _times_stated(one: Day) -> int:
    """How many kinds of sources state a day outright."""
    return sum(map(one.has, _STATING))


def _stated_moment(one: Day) -> datetime | None:
    """The moment of publication, by a local clock, that the structured data state outright, if it is of a day."""
    if not one.has_any(_STATING):
        return None
    for claim in one.claims:
        if not claim.source.startswith("text:") and "T" in claim.value and "T00:00:00" not in claim.value:
            moment = datetime.fromisoformat(claim.value)
            if moment.tzinfo is not None:
                return moment
    return None


def _describe(context: Context, days: list[Day], has: set[str]) -> None:
    """Evidence in a day itself, and in the others.

    Args:
        context: the page.
        days: the days, of which there are several.
        has: the sources of which the page has some.
    """
    _describe_order(days)
    _describe_statements(days)
    _describe_addresses(context, days)
    lately = (datetime.now(UTC).date() - timedelta(days=2)).isoformat()
    of_page = dict.fromkeys([f"page has {name}" for name in _OF_PAGES if name in has], 1.0)
    for one in days:
        _describe_itself(one, lately)
        one.mark_all(of_page)


def _describe_itself(one: Day, lately: str) -> None:
    """Evidence in a day, and in how it is written.

    Args:
        one: the day.
        lately: the first of those that are called recent.
    """
    evidence, values = one.evidence, [claim.value for claim in one.claims]
    evidence[_AT["mentions"]] = min(1.0, evidence[_AT["mentions"]])
    one.mark_all(
        {
            "kinds of source": sum([value > 0 for value in evidence[: len(_SOURCES)]]) / 5,
            "only in text": not any(evidence[: _AT["time"]]),
            "with time": any("T" in value for value in values),
            "with offset": any(map(has_offset, values)),
            "recent": one.day >= lately,
            "old": one.day < "2000",
            "first of year": one.day.endswith("-01-01"),
        }
    )


def _describe_order(days: list[Day]) -> None:
    """Evidence in the order of days: in time, and on the page."""
    numbers = {date.fromisoformat(one.day).toordinal(): one for one in days}
    first, last = min(numbers), max(numbers)
    shown = next((one for one in days if one.has_any(("line", "class", "time"))), None)
    for number, one in numbers.items():
        beside = [numbers[other] for other in (number - 1, number + 1) if other in numbers]
        one.mark_all(
            {
                "earliest": number == first,
                "latest": number == last,
                "first in text": one is shown,
                "next to another": bool(beside),
            }
        )
        for other in beside:
            if _same_moment(one, other):
                one.mark("universal form")
                other.mark("local form")


def _describe_statements(days: list[Day]) -> None:
    """Evidence in what is stated of days, and of the others."""
    first = min((one.day for one in days if one.has_any(_STATED)), default=None)
    foremost = next((one for name in _IN_ORDER for one in days if one.has(name)), None)
    times = [_times_stated(one) for one in days]
    moments = [_stated_moment(one) for one in days]
    for one, stated, moment in zip(days, times, moments, strict=True):
        one.mark_all(
            {
                "earliest stated": one.day == first,
                "after another stated": first is not None and first < one.day,
                "first stated": one is foremost,
                "times stated": stated / len(_STATING),
                "another stated more": (max(times) - stated) / len(_STATING),
                "stated moment": moment is not None,
                "another stated moment": moment is None and any(moments),
            }
        )


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
