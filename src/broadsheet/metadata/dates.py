"""When an article was published and last changed, as ISO 8601; a time zone is kept, and a bare day stays a day.

Sources are those of `broadsheet.metadata.date_claims`, in that order. Each day that they name is a candidate
(`broadsheet.metadata.days`), and which one is the day of publication is learnt (`broadsheet.train.metadata`). Of what
is said of that day, the most exact form is given.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Final

import numpy as np

from broadsheet.article.provenance import Claim
from broadsheet.metadata import date_claims, days
from broadsheet.metadata.context import Context
from broadsheet.metadata.date_claims import Stated
from broadsheet.metadata.days import Day
from broadsheet.metadata.moments import has_offset, is_midnight
from broadsheet.metadata.ranking import Ranking, evidence_of
from broadsheet.metadata.structured import types
from broadsheet.metadata.written.dates import dates_in
from broadsheet.metadata.written.labels import clock_of_change, says_changed

__all__ = ["modified", "published"]

_NEAR_BODY: Final = 10
"""Segments before the body among which such a line is."""
_HOURS: Final = frozenset(timedelta(hours=hours) for hours in range(-12, 15))
_OFFSETS: Final = _HOURS | {
    timedelta(hours=hours) for hours in (-9.5, -3.5, -2.5, 3.5, 4.5, 5.5, 5.75, 6.5, 8.75, 9.5, 10.5, 12.75, 13.75)
}
"""The offsets of the clocks of the world, and of these the whole hours."""
_OF_PUBLICATION: Final = frozenset({"ld published", "marked published", "meta main", "ld created", "meta other"})


def published(context: Context, ranking: Ranking | None) -> tuple[Claim | None, tuple[Claim, ...]]:
    """When the article was first published, and the other days that sources name, most probable first."""
    found = days.candidates(context)
    if not found:
        return None, ()
    order = list(range(len(found)))
    if ranking is not None and len(found) > 1:
        score = ranking.score(evidence_of(found))
        order = np.argsort(-score, kind="stable").tolist()
    first = found[order[0]]
    best = _with_offset(_form_of(first), context, _OF_PUBLICATION)
    others = tuple(_form_of(found[at]) for at in order[1:])
    same = tuple(claim for claim in first.forms if claim != best)
    return best, (*same, *others)


def _form_of(day: Day) -> Claim:
    """The most exact form of a day; one of a change only where no more is said of the day."""
    of_others = [form for form in day.forms if form not in day.forms_of_change]
    return _most_exact(of_others if day.is_told and of_others else day.forms)


def _with_offset(best: Claim, context: Context, own: frozenset[str]) -> Claim:
    """A moment by a local clock with the offset that another statement of the same moment gives it, if there is one.

    That they are of one moment is taken from their minutes and seconds, and from what they are apart: as clocks of the
    world are. A minute alone says little; where several offsets fit, none is known.

    Args:
        best: the moment.
        context: the page.
        own: the columns of statements of the same datum, which are of one moment even on the full hour.
    """
    if "T" not in best.value or has_offset(best.value) or is_midnight(best.value):
        return best
    local = datetime.fromisoformat(best.value).replace(microsecond=0)
    of_own: dict[timedelta, Claim] = {}
    of_others: dict[timedelta, Claim] = {}
    for moment, claim, column in context.once(_moments):
        ahead = local - moment
        if not local.second or not moment.second:
            ahead = local.replace(second=0) - moment.replace(second=0)
        if ahead not in (_HOURS if column not in own and local.minute in (0, 30) else _OFFSETS):
            continue
        if local.second and moment.second:
            return _at_offset(best, ahead, claim)
        if column in own:
            of_own.setdefault(ahead, claim)
        elif local.minute or local.second:
            of_others.setdefault(ahead, claim)
    fitting = of_own or of_others
    return _at_offset(best, *fitting.popitem()) if len(fitting) == 1 else best


def _at_offset(best: Claim, offset: timedelta, claim: Claim) -> Claim:
    """A moment by a local clock with its offset, which another claim tells."""
    moment = datetime.fromisoformat(best.value).replace(tzinfo=timezone(offset))
    return Claim(moment.isoformat(), f"{best.source} = {claim.source}")


def _moments(context: Context) -> list[tuple[datetime, Claim, str]]:
    """The moments that the page states with an offset, or shows so near the headline, in universal time to the second;
    the claim and the column of each.
    """
    return [
        (
            datetime.fromisoformat(one.value).astimezone(UTC).replace(tzinfo=None, microsecond=0),
            Claim(one.value, one.source),
            one.column,
        )
        for one in date_claims.stated(context)
        if "T" in one.value
        and has_offset(one.value)
        and not is_midnight(one.value)
        and one.column not in ("script", "anywhere")
        and (one.row < 0 or _is_near(context, one.row))
    ]


def _is_near(context: Context, row: int) -> bool:
    """Whether a row is near the headline."""
    return context.first - _NEAR_BODY <= context.place[row] <= date_claims.behind_head(context)


def _most_exact(claims: list[Claim]) -> Claim:
    """Of several forms of one day, the first with a time and an offset, else with a time, else the first."""

    def exactness(claim: Claim) -> int:
        if "T" not in claim.value:
            return 0
        zoned = has_offset(claim.value)
        # Publishing systems that know the day alone write midnight.
        midnight = "T00:00:00" in claim.value
        return (3 if zoned else 2) - midnight

    return max(claims, key=exactness)


def modified(context: Context, published_: str | None) -> tuple[Claim | None, tuple[Claim, ...]]:
    """When it was last changed, where the page says so: JSON-LD, ``meta``, microdata, a line that says "updated".

    Never before it was published; of two moments of one day, as far as they can be compared.
    """
    structured = context.structured
    found = [
        _with_offset(Claim(when, source), context, days.OF_CHANGE)
        for value, source in (
            *((date_claims.written(value), source) for value, source in structured.stated("dateModified")),
            *structured.metas(*date_claims.MODIFIED),
            *((one.value, f"{one.kind}:{one.name}") for one in structured.marked if one.name == "dateModified"),
        )
        if value and (when := date_claims.read(value, context))
    ]
    if not found:  # what describes the page itself has it too
        found = [
            Claim(when, f"json-ld:{types(thing)[0]}.dateModified")
            for thing in context.other_objects
            if "WebPage" in types(thing)
            and (value := date_claims.written(thing.get("dateModified")))
            and (when := date_claims.read(value, context))
        ]
    if not found:
        said = {one.row for one in date_claims.shown(context) if says_changed(one.label)}
        found = [
            _with_offset(Claim(_of_change(context, one), one.source), context, days.OF_CHANGE)
            for one in date_claims.shown(context)
            # What is said in front of one date is not said of another one before it.
            if (one.label or one.row not in said) and _is_update(context, one) and _says_more(context, one, published_)
        ]
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
            if not one.second or not two.second:  # what is shown has no seconds
                one, two = one.replace(second=0, microsecond=0), two.replace(second=0, microsecond=0)
            return one < two
    return moment[:10] < other[:10]


def _is_update(context: Context, one: Stated) -> bool:
    """Whether a date near the headline is said to be that of a change."""
    if one.row < 0:
        return False
    place = context.place[one.row]
    # A byline stands between the standfirst and the text as well.
    is_sentence = place < len(context.is_body) and context.is_body[place] and context.size(one.row) > date_claims.LINE
    last = context.first + 1 if is_sentence else date_claims.behind_head(context)
    return context.first - _NEAR_BODY <= place <= last and (
        date_claims.is_of_change(context, one)
        or (one.column in date_claims.MARKED and date_claims.is_classed_change(context, one.row))
        or (not one.label and says_changed(context.words_of(one.row)))
        or _changed_at(context, one) is not None
    )


def _says_more(context: Context, one: Stated, published_: str | None) -> bool:
    """Whether a date of change is more than the date of publication once more: that it is one of change is not taken
    from a class alone where it is the same day, or the same moment.
    """
    if published_ is None or one.value[:10] != published_[:10] or date_claims.is_of_change(context, one):
        return True
    return not date_claims.is_classed_change(context, one.row) or (
        "T" in one.value and "T" in published_ and one.value != published_
    )


def _of_change(context: Context, one: Stated) -> str:
    """A date of change as far as it is known: with the time that is said to be that of the change, if there is one."""
    return _changed_at(context, one) or one.form


def _changed_at(context: Context, one: Stated) -> str | None:
    """A date with the time of a change, where a word for it and that time stand behind the only date of a line:
    ``12/09/2024 08:00. Actualizado a las 10:30``.
    """
    place = context.place[one.row]
    text = context.texts[place] if place < len(context.texts) else ""
    clock = clock_of_change(text) if len(text) <= date_claims.LONG else None
    if (
        clock is None
        or len(dates_in(text, date_claims.written_in(context), month_first=date_claims.is_month_first(context))) != 1
    ):
        return None
    written = next(iter(dates_in(f"{one.value[:10]} {text[clock:]}"[: date_claims.LINE])), None)
    return None if written is None or "T" not in written.value else written.value
