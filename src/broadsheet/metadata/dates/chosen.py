"""The times at which an article was published and last changed, in ISO 8601: with an offset if the page gives one, or a
day without a time.

Each day that the page names is a candidate for the day of publication. The evidence says where its dates stand and how
it compares with the other days; the ranking is trained by `broadsheet.lab.train.metadata`. The most exact date of the
chosen day is returned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import ClassVar, Final

import numpy as np

from broadsheet.article import Claim
from broadsheet.metadata.context import Context
from broadsheet.metadata.dates.sources import (
    OF_CHANGE,
    STATING,
    FoundDate,
    dates_of,
    is_of_change,
    last_of_head,
    relative_dates,
)
from broadsheet.metadata.ranking import Candidate, Ranking, evidence_of
from broadsheet.metadata.written.dated_lines import says_changed, says_published
from broadsheet.patterns import pattern

__all__ = ["NAMES", "Day", "candidates", "modified", "published"]

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
_STATED: Final = (*STATING, "ld created", "other ld")  # sources that state a day for machines
_IN_ORDER: Final = ("ld published", "marked published", "meta main", "ld created", "meta other")
"""Sources that state a day, the most reliable first."""
_SAID: Final = (*_STATED, "address", "labelled published", "posted in head")  # days that are called published
_IN_HEAD: Final = ("below headline", "bare in head", "posted in head")  # columns of days between headline and text
_AROUND_HEADLINE: Final = frozenset({"time", "class", "line", "attribute"})  # columns of days shown around the headline
_LATE: Final = OF_CHANGE | {"script", "anywhere"}  # columns whose time of day may be another article's
_AT: Final = {name: at for at, name in enumerate(NAMES)}
MAX_DAYS_APART: Final = 14  # most days between a stated day and another one that may be the article's too
MAX_LINES_ABOVE: Final = 1  # segments above the headline in which the article's own day may stand
MAX_LINES_BEFORE: Final = 10  # segments before the body that are searched for a date of change
PRINT_HOUR: Final = "17"  # hour from which an article is printed, and dated, the next day
_ZONED: Final = pattern(r"[+-]\d\d:\d\d$")
_MIDNIGHT: Final = pattern(r"T00:00:00(?!\.)")


@dataclass(slots=True, eq=False)
class Day(Candidate):
    """A candidate for the day of publication.

    Attributes:
        day: ISO 8601 date.
        claims: each value with its source, in the order found.
        late: claims that are of a change, or stand where other articles' dates do.
        evidence: one number per column, shape (len(NAMES),).
    """

    columns: ClassVar[Mapping[str, int]] = _AT
    day: str
    claims: list[Claim] = field(default_factory=list)
    late: set[Claim] = field(default_factory=set)
    evidence: list[float] = field(default_factory=lambda: [0.0] * len(NAMES))

    @property
    def forms(self) -> list[Claim]:
        """The claims that may give the time of publication: those that are not late, else all."""
        return [one for one in self.claims if one not in self.late] or self.claims

    @property
    def moments(self) -> list[str]:
        """The stated moments with an offset, if the day is stated to be that of publication."""
        claims = self.claims if self.has_any(STATING) else ()
        return [one.value for one in claims if not one.source.startswith("text:") and _ZONED.search(one.value, 10)]


def published(context: Context, ranking: Ranking) -> tuple[Claim | None, tuple[Claim, ...]]:
    """When the article was first published, and the other days that sources name, most probable first."""
    found = candidates(context)
    if not found:
        return None, ()
    order = list(range(len(found)))
    if len(found) > 1:
        order = np.argsort(-ranking.score(evidence_of(found)), kind="stable").tolist()
    best = _most_exact(found[order[0]].forms)
    same = [claim for claim in found[order[0]].claims if claim != best]
    return best, (*same, *(_most_exact(found[at].forms) for at in order[1:]))


def _most_exact(claims: Sequence[Claim]) -> Claim:
    """The first of several forms of one day that has a time and an offset, else a time, else the first."""

    def exactness(claim: Claim) -> int:
        # Publishing systems that know only the day write midnight.
        has_offset, is_midnight = _ZONED.search(claim.value, 10) is not None, _MIDNIGHT.search(claim.value) is not None
        return 0 if "T" not in claim.value else 2 + has_offset - is_midnight

    return max(claims, key=exactness)


def modified(context: Context, published_: str | None) -> tuple[Claim | None, tuple[Claim, ...]]:
    """When the article was last changed: the first statement (JSON-LD, ``meta``, microdata), else a date near the
    headline that is labelled as that of a change; never before publication.
    """
    every = context.once(dates_of)
    changes = sorted([one for one in every if one.column in OF_CHANGE], key=lambda one: one.column.startswith("marked"))
    if not changes:
        first, last = context.first - MAX_LINES_BEFORE, last_of_head(context)
        near = [one for one in (*every, *context.once(relative_dates)) if first <= context.segment_of[one.row] <= last]
        # For a date equal to that of publication, a class name is not enough.
        is_known = (published_ or "").startswith
        changes = [
            one for one in near if is_of_change(context, one) and (says_changed(one.label) or not is_known(one.value))
        ]
    found = [Claim(one.value, one.source) for one in changes]
    fitting = [claim for claim in found if published_ is None or not _is_before(claim.value, published_)]
    if not fitting:
        return None, tuple(found)
    best = _most_exact([claim for claim in fitting if claim.value[:10] == fitting[0].value[:10]])
    return best, tuple(claim for claim in found if claim is not best)


def _is_before(moment: str, other: str) -> bool:
    """Whether a moment is before another: by time if both have one, with both or no offsets known, else by day."""
    if "T" in moment and "T" in other:
        first, second = datetime.fromisoformat(moment), datetime.fromisoformat(other)
        if (first.tzinfo is None) == (second.tzinfo is None):
            if not first.second or not second.second:  # shown moments have no seconds
                first, second = first.replace(second=0, microsecond=0), second.replace(second=0, microsecond=0)
            return first < second
    return moment[:10] < other[:10]


def candidates(context: Context) -> list[Day]:
    """The days that a page names where dates of publication stand, in the order of the sources. Relative dates and
    those without a year are used only if there are no others.
    """
    return _days(context, context.once(dates_of)) or _days(context, context.once(relative_dates))


def _days(context: Context, dates: list[FoundDate]) -> list[Day]:
    """The days of dates, with their evidence if there are several."""
    found: dict[str, Day] = {}
    for stated in dates:
        one = found.setdefault(stated.value[:10], Day(stated.value[:10]))
        claim = Claim(stated.value, stated.source)
        if claim not in one.claims:
            one.claims.append(claim)
            is_shown_late = stated.row >= 0 and (
                context.segment_of[stated.row] > context.last or says_changed(stated.label)
            )
            if stated.column in _LATE or is_shown_late:
                one.late.add(claim)
    if len(found) == 1:  # nothing to choose from, so no evidence is needed
        return list(found.values())
    for stated in dates:
        _note(context, found[stated.value[:10]], stated)
    days = _plausible(list(found.values()))
    if len(days) > 1:
        _describe(context, days)
    return days


def _plausible(days: list[Day]) -> list[Day]:
    """The days without implausible ones; all days if none is plausible.

    Implausible are:

    * a shown day more than `MAX_DAYS_APART` from every stated one, if no source calls it the article's;
    * the day after an evening of publication, without a time: it is the printed paper's;
    * a day later than the one labelled as published in the head, if no source states it;
    * a day after publication, if it is of a change, or only stands above the text: it may be the day of the visit;
    * a day above the headline, if no day is labelled as published and another is between headline and body.
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


def _note(context: Context, one: Day, stated: FoundDate) -> None:
    """Add the evidence of a date to that of its day."""
    row, column, label = stated.row, stated.column, stated.label
    is_changed = is_of_change(context, stated)
    one.mark_all(
        {
            column: 1,
            "with time": "T" in stated.value,
            "labelled published": bool(label) and says_published(label),
            "labelled changed": is_changed,
        }
    )
    if row < 0:
        return
    place, said = context.segment_of[row], f"{label} {context.elements.value(row, 'class')}"
    before = context.first - place
    updated, posted = is_changed or says_changed(said), says_published(said)
    far = context.headline_row >= 0 and context.segment_of[context.headline_row] - place > MAX_LINES_ABOVE
    is_below = row > context.headline_row and place <= last_of_head(context)
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
    """Add the evidence from comparing the days with each other, and with the page's addresses."""
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
