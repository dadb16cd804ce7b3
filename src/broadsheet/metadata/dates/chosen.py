"""When an article was published and last changed, as ISO 8601; a time zone is kept, and a bare day stays a day.

Each day that the page names is a candidate (`broadsheet.metadata.dates.candidates`). Which one is the day of
publication is learnt (`broadsheet.lab.train.metadata`). Of what is said of that day, the most exact form is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import numpy as np

from broadsheet.article.provenance import Claim
from broadsheet.metadata.context import Context
from broadsheet.metadata.dates import candidates as days
from broadsheet.metadata.dates import shown as shown_dates
from broadsheet.metadata.dates.moments import has_offset, is_midnight
from broadsheet.metadata.dates.stated import OF_CHANGE, Stated
from broadsheet.metadata.ranking import Ranking, evidence_of
from broadsheet.metadata.written.labels import says_changed

__all__ = ["modified", "published"]

MAX_LINES_BEFORE: Final = 10
"""Segments before the body among which a date of change is looked for."""


def published(context: Context, ranking: Ranking | None) -> tuple[Claim | None, tuple[Claim, ...]]:
    """When the article was first published, and the other days that sources name, most probable first."""
    found = days.candidates(context)
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
    every = days.all_stated(context)
    changes = sorted([one for one in every if one.column in OF_CHANGE], key=lambda one: one.column.startswith("marked"))
    if not changes:
        changes = [
            one
            for one in (*every, *context.once(shown_dates.told))
            # A class alone says nothing of the only date.
            if _is_shown_change(context, one)
            and (says_changed(one.label) or not (published_ or "").startswith(one.value))
        ]
    found = [Claim(one.value, one.source) for one in changes]
    fitting = [claim for claim in found if published_ is None or not _is_before(claim.value, published_)]
    if not fitting:
        return None, tuple(found)
    best = _most_exact([claim for claim in fitting if claim.value[:10] == fitting[0].value[:10]])
    return best, tuple(claim for claim in found if claim is not best)


def _is_shown_change(context: Context, one: Stated) -> bool:
    """Whether a date near the headline is said to be that of a change."""
    place = context.place[one.row]
    is_near = context.first - MAX_LINES_BEFORE <= place <= shown_dates.last_of_head(context)
    return is_near and shown_dates.is_of_change(context, one)


def _is_before(moment: str, other: str) -> bool:
    """Whether a moment is before another one: by the clock where both have one of the same kind, else by the day."""
    if "T" in moment and "T" in other:
        one, two = datetime.fromisoformat(moment), datetime.fromisoformat(other)
        if (one.tzinfo is None) == (two.tzinfo is None):
            if not one.second or not two.second:  # shown moments have no seconds
                one, two = one.replace(second=0, microsecond=0), two.replace(second=0, microsecond=0)
            return one < two
    return moment[:10] < other[:10]
