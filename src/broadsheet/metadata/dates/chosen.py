"""When an article was published and last changed, as ISO 8601; a time zone is kept, and a bare day stays a day.

Each day that the page names is a candidate with its evidence: where it stands, and what other days there are. Which
one is the day of publication is learnt (`broadsheet.lab.train.metadata`). Of its forms, the most exact is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from itertools import chain, islice
from typing import ClassVar, Final

import numpy as np

from broadsheet.article.provenance import Claim
from broadsheet.metadata.context import Context
from broadsheet.metadata.dates import shown as shown_dates
from broadsheet.metadata.dates import stated as stated_dates
from broadsheet.metadata.dates.stated import OF_CHANGE, STATING, Stated, has_offset, is_midnight
from broadsheet.metadata.ranking import Candidate, Ranking, evidence_of
from broadsheet.metadata.written.dated_lines import says_changed, says_published

__all__ = ["NAMES", "Day", "candidates", "modified", "published"]

MAX_CLAIMS: Final = 300
"""Claims of days on a page; a page with more is cut off there."""
_SOURCES: Final = (
    "ld published", "ld created", "ld modified", "other ld", "marked published", "marked modified", "meta main",
    "meta other", "meta modified", "time", "class", "address", "line", "body", "attribute", "script", "anywhere",
)  # fmt: skip
NAMES: Final[tuple[str, ...]] = (
    *_SOURCES,
    "earliest", "latest", "earliest stated", "first in text", "with time", "posted", "in aside", "before body",
    "in body", "after body", "distance before", "distance after", "as in address", "before address",
    "after another stated", "next to another", "first stated", "only in text", "above headline", "below headline",
    "bare in head", "posted in head", "labelled published", "labelled changed", "changed", "stated moment",
    "another stated moment",
)  # fmt: skip
"""Names of the columns of evidence, in order."""
_STATED: Final = (*STATING, "ld created", "other ld")
"""Sources that state a day for machines."""
_IN_ORDER: Final = ("ld published", "marked published", "meta main", "ld created", "meta other")
"""Sources that state a day, the most telling first."""
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
PRINT_HOUR: Final = "17"
"""The hour from which an article is printed, and dated, the next day."""
_AT: Final = {name: at for at, name in enumerate(NAMES)}
MAX_LINES_BEFORE: Final = 10
"""Segments before the body among which a date of change is looked for."""


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

    @property
    def moments(self) -> list[str]:
        """The moments with an offset of a day that is stated to be that of publication."""
        stated = [one for one in self.claims if not one.source.startswith("text:")] if self.has_any(STATING) else ()
        return [one.value for one in stated if has_offset(one.value)]


def published(context: Context, ranking: Ranking | None) -> tuple[Claim | None, tuple[Claim, ...]]:
    """When the article was first published, and the other days that sources name, most probable first."""
    found = candidates(context)
    if not found:
        return None, ()
    order = list(range(len(found)))
    if ranking is not None and len(found) > 1:
        order = np.argsort(-ranking.score(evidence_of(found)), kind="stable").tolist()
    best = _most_exact(found[order[0]].forms)
    same = [claim for claim in found[order[0]].claims if claim != best]
    return best, (*same, *(_most_exact(found[at].forms) for at in order[1:]))


def _most_exact(claims: Sequence[Claim]) -> Claim:
    """Of several forms of one day, the first with a time and an offset, else with a time, else the first."""

    def exactness(claim: Claim) -> int:
        # Publishing systems that know the day alone write midnight.
        return 0 if "T" not in claim.value else 2 + has_offset(claim.value) - is_midnight(claim.value)

    return max(claims, key=exactness)


def modified(context: Context, published_: str | None) -> tuple[Claim | None, tuple[Claim, ...]]:
    """When it was last changed: the first statement of it (JSON-LD, ``meta``, microdata), else what the page shows near
    the headline as a change. Never before publication.
    """
    every = context.once(_all_stated)
    changes = sorted([one for one in every if one.column in OF_CHANGE], key=lambda one: one.column.startswith("marked"))
    if not changes:
        first, last = context.first - MAX_LINES_BEFORE, shown_dates.last_of_head(context)
        near = [one for one in (*every, *context.once(shown_dates.told)) if first <= context.place[one.row] <= last]
        # A class alone says nothing of the only date.
        is_known = (published_ or "").startswith
        changes = [
            one
            for one in near
            if shown_dates.is_of_change(context, one) and (says_changed(one.label) or not is_known(one.value))
        ]
    found = [Claim(one.value, one.source) for one in changes]
    fitting = [claim for claim in found if published_ is None or not _is_before(claim.value, published_)]
    if not fitting:
        return None, tuple(found)
    best = _most_exact([claim for claim in fitting if claim.value[:10] == fitting[0].value[:10]])
    return best, tuple(claim for claim in found if claim is not best)


def _is_before(moment: str, other: str) -> bool:
    """Whether a moment is before another one: by the clock where both have one of the same kind, else by the day."""
    if "T" in moment and "T" in other:
        one, two = datetime.fromisoformat(moment), datetime.fromisoformat(other)
        if (one.tzinfo is None) == (two.tzinfo is None):
            if not one.second or not two.second:  # shown moments have no seconds
                one, two = one.replace(second=0, microsecond=0), two.replace(second=0, microsecond=0)
            return one < two
    return moment[:10] < other[:10]


def candidates(context: Context) -> list[Day]:
    """The days that a page names where days of publication stand, in the order of the sources. Days that it tells
    relative to the moment of capture, or without a year, are candidates only where it names no other.
    """
    return _of_claims(context, context.once(_all_stated)) or _of_claims(context, context.once(shown_dates.told))


def _all_stated(context: Context) -> list[Stated]:
    """The dates that the page states and shows, in the order of the sources; scripts and the rest of the text are read
    only where there are none.
    """
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
        _describe(context, days)
    return days


def _plausible(days: list[Day]) -> list[Day]:
    """The days without implausible ones; all days if none is plausible.

    Implausible are:

    * a shown day more than `MAX_DAYS_APART` from every stated one, if no source calls it the article's;
    * the day after an evening of publication, without a time: it is the printed paper's;
    * a day after the one that the head calls that of publication, if no source states it;
    * a day after one of publication, if it is of a change, or only stands above the text: it may be that of the visit;
    * a day above the headline, if no day is called that of publication and another is between headline and body.
    """
    stated = [date.fromisoformat(one.day) for one in days if one.has_any(STATING)]
    moments = [moment for one in days for moment in one.moments]
    evenings = {value[:10] for value in moments if value[11:13] >= PRINT_HOUR and not value.endswith("+00:00")}
    is_agreed = any(one.has("ld published") and one.has("meta main") for one in days)
    changed = [one for one in days if one.has("labelled changed") and not one.has("posted")]
    first = min((one.day for one in days if one.has_any((*_SAID, *_IN_HEAD)) and one not in changed), default="")
    posted = min((one.day for one in days if one.has("posted in head")), default="")
    has_near = any(one.has("before body") and not one.has("above headline") for one in days)

    def is_poor(one: Day) -> bool:
        own, is_below = date.fromisoformat(one.day), one.has_any(_IN_HEAD)
        is_said = one.has_any((*_STATED, *OF_CHANGE, "address", "posted in head"))
        is_said = is_said or (one.has("below headline") and not is_agreed)
        is_far = bool(stated) and not is_said and min(abs((own - day).days) for day in stated) > MAX_DAYS_APART
        is_of_print = (own - timedelta(days=1)).isoformat() in evenings and not one.has("with time")
        is_above = one.has_any(("above headline", "before body")) and not (is_below or one.has_any(_SAID))
        is_behind = posted != "" and posted < one.day and not one.has_any(_SAID)
        is_later = first != "" and first < one.day and (is_above or one in changed)
        is_alone_above = first == "" and has_near and one.has("above headline")
        return is_far or is_of_print or is_behind or is_later or is_alone_above

    return [one for one in days if not is_poor(one)] or days


def _note(context: Context, one: Day, stated: Stated) -> None:
    """Note what a claim says of its day, and where it stands; each of several places leaves its marks."""
    row, column, label = stated.row, stated.column, stated.label
    is_of_change = shown_dates.is_of_change(context, stated)
    one.mark_all(
        {
            column: 1,
            "with time": "T" in stated.value,
            "labelled published": bool(label) and says_published(label),
            "labelled changed": is_of_change,
        }
    )
    if row < 0:
        return
    place, said = context.place[row], f"{label} {context.elements.value(row, 'class')}"
    before = context.first - place
    updated, posted = is_of_change or says_changed(said), says_published(said)
    far = context.headline_row >= 0 and context.place[context.headline_row] - place > MAX_LINES_ABOVE
    is_below = row > context.headline_row and place <= shown_dates.last_of_head(context)
    is_around, is_in_head = column in _AROUND_HEADLINE, is_below and column in (*_AROUND_HEADLINE, "body")
    one.mark_all(
        {
            "before body": before > 0,
            "in body": context.is_in_body(row),
            "after body": place > context.last,
            "distance before" if before >= 0 else "distance after": 1 / (1 + abs(before)),
            "in aside": context.is_aside(row),
            "posted": posted,
            "above headline": is_around and far and not context.is_in_article(row),
            "below headline": is_around and is_below,
            "bare in head": is_in_head and not (posted or updated),
            "posted in head": is_in_head and posted and not updated,
        }
    )


def _describe(context: Context, days: list[Day]) -> None:
    """Evidence in the other days, of which there are several, and in the page's addresses."""
    numbers = [date.fromisoformat(one.day).toordinal() for one in days]
    stated = [one.day for one in days if one.has_any(_STATED)]
    foremost = next((one for name in _IN_ORDER for one in days if one.has(name)), None)
    shown = next((one for one in days if one.has_any(("line", "class", "time"))), None)
    addresses = [one.day for one in days if one.has("address")]
    has_moment = any(one.moments for one in days)
    for one, number in zip(days, numbers, strict=True):
        is_later = bool(stated) and one.day > min(stated)
        one.mark_all(
            {
                "only in text": not one.has_any(_SOURCES[: _AT["time"]]),
                "earliest": number == min(numbers),
                "latest": number == max(numbers),
                "next to another": number - 1 in numbers or number + 1 in numbers,
                "first in text": one is shown,
                "earliest stated": bool(stated) and one.day == min(stated),
                "after another stated": is_later,
                "changed": is_later and one.has_any(OF_CHANGE) and not one.has_any(STATING),
                "stated moment": bool(one.moments),
                "another stated moment": has_moment and not one.moments,
                "first stated": one is foremost,
                "as in address": one.day in addresses,
                "before address": bool(addresses) and one.day < min(addresses),
            }
        )
