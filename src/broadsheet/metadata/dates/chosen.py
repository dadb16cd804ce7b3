"""When an article was published and last changed, as ISO 8601; a time zone is kept, and a bare day stays a day.

Sources are those of `broadsheet.metadata.dates.claims`, in that order. Each day that they name is a candidate
(`broadsheet.metadata.dates.candidates`), and which one is the day of publication is learnt
(`broadsheet.train.metadata`). Of what is said of that day, the most exact form is given.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone
from typing import Final

import numpy as np

from broadsheet.article.provenance import Claim
from broadsheet.metadata.around.boxes import is_own
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.dates import candidates as days
from broadsheet.metadata.dates import claims, relative
from broadsheet.metadata.dates import shown as shown_dates
from broadsheet.metadata.dates import stated as stated_dates
from broadsheet.metadata.dates.candidates import Day
from broadsheet.metadata.dates.moments import has_offset, is_midnight
from broadsheet.metadata.dates.stated import Stated
from broadsheet.metadata.ranking import Ranking, evidence_of
from broadsheet.metadata.stated.structured import types
from broadsheet.metadata.written.dated_lines import LINE
from broadsheet.metadata.written.dates import dates_in
from broadsheet.metadata.written.labels import clock_of_change, says_changed

__all__ = ["modified", "published"]

_NEAR_BODY: Final = 10
"""Segments before the body among which such a line is."""
_AGO: Final = re.compile(r"[^\W\d_]{4,}\D*\d")
"""A word and a number behind it."""
_HOURS: Final = frozenset(timedelta(hours=hours) for hours in range(-12, 15))
_OFFSETS: Final = _HOURS | {
    timedelta(hours=hours) for hours in (-9.5, -3.5, -2.5, 3.5, 4.5, 5.5, 5.75, 6.5, 8.75, 9.5, 10.5, 12.75, 13.75)
}
"""The offsets of the clocks of the world, and of these the whole hours."""
_OF_PUBLICATION: Final = frozenset({"ld published", "marked published", "meta main", "ld created", "meta other"})
_SEASON: Final = timedelta(days=14)
"""How far two moments may be apart by one clock: it may go from winter to summer between them."""
_Moment = tuple[datetime, Claim, str]
"""A moment in universal time, the claim and the column of it."""


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
    best = _with_offset(_form_of(first), context, _OF_PUBLICATION, days.OF_CHANGE)
    others = tuple(_form_of(found[at]) for at in order[1:])
    same = tuple(claim for claim in first.forms if claim != best)
    if "T" in best.value:
        return best, (*same, *others)
    # Of a bare day that is the one before or behind a stated moment's in universal time, the moment is known as well.
    moments = [one for one in context.once(_moments) if one[2] in _OF_PUBLICATION and _may_be_on(one[0], best.value)]
    return _on_day(best, context, moments), (*[claim for _, claim, _ in moments[:1]], *same, *others)


def _may_be_on(moment: datetime, day: str) -> bool:
    """Whether a moment in universal time is on a day by some clock of the world."""
    return any((moment + offset).date().isoformat() == day for offset in (min(_HOURS), max(_HOURS)))


def _on_day(best: Claim, context: Context, moments: Sequence[_Moment]) -> Claim:
    """A bare day with the time of the moment of publication that is stated by another clock, where the page writes
    other moments by one clock alone and that has this day then.

    Args:
        best: the day.
        context: the page.
        moments: the moments of publication that may be on it.
    """
    for moment, claim, _ in moments:
        offsets = {
            offset
            for other, theirs, _ in context.once(_moments)
            if (offset := datetime.fromisoformat(theirs.value).utcoffset()) and abs(other - moment) <= _SEASON
        }
        for offset in offsets if len(offsets) == 1 else ():
            local = moment.replace(tzinfo=UTC).astimezone(timezone(offset)).isoformat()
            if local.startswith(best.value):
                return Claim(local, f"{claim.source} = {best.source}")
    return best


def _form_of(day: Day) -> Claim:
    """The most exact form of a day; one of a change only where no more is said of the day."""
    of_others = [form for form in day.forms if form not in day.forms_of_change]
    return _most_exact(of_others if day.is_told and of_others else day.forms)


def _with_offset(best: Claim, context: Context, own: frozenset[str], of_other: frozenset[str]) -> Claim:
    """A moment by a local clock with the offset that another statement of the same moment gives it, if there is one.

    That they are of one moment is taken from their minutes and seconds, and from what they are apart: as clocks of the
    world are. A minute alone says little; where several offsets fit, none is known. A change is of the moment of
    publication only where their clocks or their seconds agree.

    Args:
        best: the moment.
        context: the page.
        own: the columns of statements of the same datum, which are of one moment even on the full hour.
        of_other: those of the other one of publication and change.
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
        elif (local.minute or local.second) and (
            column not in of_other
            or _is_by_its_clock(claim, ahead, is_change=own is days.OF_CHANGE, is_shown=best.source.startswith("text:"))
        ):
            of_others.setdefault(ahead, claim)
    fitting = of_own or of_others
    return _at_offset(best, *fitting.popitem()) if len(fitting) == 1 else best


def _is_by_its_clock(claim: Claim, ahead: timedelta, *, is_change: bool, is_shown: bool) -> bool:
    """Whether a statement of the other one of publication and change, to the same minute of an hour, tells the offset
    of a local clock: it shows the same time by its own, or one of them is in universal time. Publication that is stated
    in universal time tells nothing of a change: that is oftener an hour later than shown by another clock.

    Args:
        claim: the statement.
        ahead: the offset that the clock would have.
        is_change: the moment is one of a change, and the statement one of publication.
        is_shown: it is shown, and not stated for machines.
    """
    own = datetime.fromisoformat(claim.value).utcoffset()
    return own == ahead or (not is_shown and not ahead) or (not is_change and not own)


def _at_offset(best: Claim, offset: timedelta, claim: Claim) -> Claim:
    """A moment by a local clock with its offset, which another claim tells."""
    moment = datetime.fromisoformat(best.value).replace(tzinfo=timezone(offset))
    return Claim(moment.isoformat(), f"{best.source} = {claim.source}")


def _moments(context: Context) -> list[_Moment]:
    """The moments that the page states with an offset, or shows so near the headline, in universal time to the second;
    the claim and the column of each.
    """
    return [
        (
            datetime.fromisoformat(one.value).astimezone(UTC).replace(tzinfo=None, microsecond=0),
            Claim(one.value, one.source),
            one.column,
        )
        for one in claims.stated(context)
        if "T" in one.value
        and has_offset(one.value)
        and not is_midnight(one.value)
        and one.column not in ("script", "anywhere")
        and (one.row < 0 or _is_near(context, one.row))
    ]


def _is_near(context: Context, row: int) -> bool:
    """Whether a row is near the headline."""
    return context.first - _NEAR_BODY <= context.place[row] <= shown_dates.behind_head(context)


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
        _with_offset(Claim(when, source), context, days.OF_CHANGE, _OF_PUBLICATION)
        for value, source in (
            *((stated_dates.written(value), source) for value, source in structured.stated("dateModified")),
            *stated_dates.changes_in_metas(context),
            *(
                (one.value, f"{one.kind}:{one.name}")
                for one in structured.marked
                if one.name == "dateModified" and is_own(context, one)
            ),
        )
        if value and (when := stated_dates.read(value, context))
    ]
    if not found:  # what describes the page itself has it too
        found = [
            Claim(when, f"json-ld:{types(thing)[0]}.dateModified")
            for thing in context.other_objects
            if "WebPage" in types(thing)
            and (value := stated_dates.written(thing.get("dateModified")))
            and (when := stated_dates.read(value, context))
        ]
    if not found:
        found = _shown_changes(context, shown_dates.shown(context), published_) or _shown_changes(
            context, relative.told(context), published_
        )
    fitting = [claim for claim in found if published_ is None or not _is_before(claim.value, published_)]
    if not fitting:
        return None, tuple(found)
    best = _most_exact([claim for claim in fitting if claim.value[:10] == fitting[0].value[:10]])
    return _by_own_clock(best, context, published_), tuple(claim for claim in found if claim is not best)


def _shown_changes(context: Context, shown: list[Stated], published_: str | None) -> list[Claim]:
    """Those of the dates that a page shows which it calls dates of a change."""
    said = {one.row for one in shown if says_changed(one.label)}
    return [
        _with_offset(Claim(_of_change(context, one), one.source), context, days.OF_CHANGE, _OF_PUBLICATION)
        for one in shown
        # What is said in front of one date is not said of another one before it.
        if (one.label or one.row not in said) and _is_update(context, one) and _says_more(context, one, published_)
    ]


def _by_own_clock(best: Claim, context: Context, published_: str | None) -> Claim:
    """A change that the page shows by a local clock, with the offset of that clock, where the page shows the moment of
    publication by it as well: what is shown as 09:12 and stated as 09:12+02:00.

    Args:
        best: the moment of the change.
        context: the page.
        published_: the moment of publication.
    """
    if published_ is None or not has_offset(published_) or not best.source.startswith("text:"):
        return best
    if "T" not in best.value or has_offset(best.value) or is_midnight(best.value):
        return best
    moment = datetime.fromisoformat(published_).astimezone(UTC).replace(tzinfo=None, second=0, microsecond=0)
    if abs(datetime.fromisoformat(best.value) - moment) > _SEASON:
        return best
    ahead = {
        datetime.fromisoformat(one.form).replace(second=0, microsecond=0) - moment
        for one in shown_dates.shown(context)
        if "T" in one.form and not has_offset(one.form) and not _is_update(context, one)
    } & (_OFFSETS if moment.minute not in (0, 30) else _HOURS)
    if len(ahead) != 1:
        return best
    return Claim(datetime.fromisoformat(best.value).replace(tzinfo=timezone(ahead.pop())).isoformat(), best.source)


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
    place = context.place[one.row]
    # A byline stands between the standfirst and the text as well.
    is_sentence = place < len(context.is_body) and context.is_body[place] and context.size(one.row) > LINE
    last = context.first + 1 if is_sentence else shown_dates.behind_head(context)
    return context.first - _NEAR_BODY <= place <= last and (
        shown_dates.is_of_change(context, one)
        or (one.column in shown_dates.MARKED and shown_dates.is_classed_change(context, one.row))
        or (not one.label and _says_changed_then(context, context.words_of(one.row)))
        or _changed_at(context, one) is not None
    )


def _says_changed_then(context: Context, text: str) -> bool:
    """Whether a text with a date says that something was changed, and not, behind the date, how long ago."""
    if not says_changed(text):
        return False
    written = stated_dates.dates_on(context, text)
    behind = text[written[-1].stop :] if written else ""
    return not (says_changed(behind) and _AGO.search(behind))


def _says_more(context: Context, one: Stated, published_: str | None) -> bool:
    """Whether a date of change is more than the date of publication once more: that it is one of change is not taken
    from a class alone where it is the same day, or the same moment.
    """
    if published_ is None or one.value[:10] != published_[:10] or shown_dates.is_of_change(context, one):
        return True
    return not shown_dates.is_classed_change(context, one.row) or (
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
    clock = clock_of_change(text) if len(text) <= stated_dates.LONG else None
    if clock is None or len(stated_dates.dates_on(context, text)) != 1:
        return None
    written = next(iter(dates_in(f"{one.value[:10]} {text[clock:]}"[:LINE])), None)
    return None if written is None or "T" not in written.value else written.value
