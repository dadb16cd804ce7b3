"""The dates that a page states for machines and shows to people, each with where it stands.

Sources in order: JSON-LD, microdata and RDFa, ``meta``, the address, ``time`` elements, dates near the headline; where
these name no day, scripts and any date in the text. It must not choose between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from broadsheet.metadata.around.context import Context
from broadsheet.metadata.dates import shown as shown_dates
from broadsheet.metadata.dates import stated as stated_dates
from broadsheet.metadata.dates.stated import Stated

__all__ = ["stated"]

_MOST_CLAIMS: Final = 300
"""Claims of days on a page; who states more states nothing."""


def stated(context: Context) -> list[Stated]:
    """The dates that the page states and shows, in the order of the sources."""
    return context.once(_stated)


def _stated(context: Context) -> list[Stated]:
    """The same, looked for."""
    return _settled(list(islice(_claims(context), _MOST_CLAIMS)))


def _claims(context: Context) -> Iterator[Stated]:
    """The same, source by source, with numbers that can be read both ways in the first reading."""
    yield from stated_dates.stated(context)
    shown = context.once(shown_dates.shown_apart)
    yield from shown
    if not any(one.column == "time" for one in shown) and not stated_dates.states_day(context):
        yield from stated_dates.in_scripts(context)
        if not shown_dates.shown(context):
            yield from shown_dates.anywhere(context)


def _settled(claims: list[Stated]) -> list[Stated]:
    """Dates in numbers that can be read both ways, in the reading that another date of the page confirms."""
    certain = {one.value[:10] for one in claims if not one.otherwise}
    return [
        one._replace(value=one.otherwise) if one.value[:10] not in certain and one.otherwise[:10] in certain else one
        for one in claims
    ]
