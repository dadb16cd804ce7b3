"""Since when a site's pages look otherwise: days at which the elements that hold the bodies change.

It compares where the bodies stood before and after each day; what stands in them does not matter. A day is a change if
the two hardly overlap. It must not know pages, only counts by day.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from broadsheet.sites.profile import SiteProfile

__all__ = ["Change", "changes"]

_LEAST_PAGES: Final = 5
"""Pages on each side of a change: fewer may be a special."""
_OVERLAP: Final = 0.2
"""The most that two layouts may have in common. Sections of one site differ, so a mix that shifts is no change."""


@dataclass(frozen=True, slots=True)
class Change:
    """A day since which a site's pages look otherwise.

    Attributes:
        day: the first day of the new layout, as ``YYYY-MM-DD``.
        overlap: how much the layouts have in common: the sum over containers of the smaller of the two shares, 0 to 1.
        before, after: the container that most pages have on either side; empty where nothing was found.
        pages_before, pages_after: pages that were compared.
    """

    day: str
    overlap: float
    before: str
    after: str
    pages_before: int
    pages_after: int


def changes(profiles: Iterable[SiteProfile]) -> list[Change]:
    """The days at which a site's layout changed, in order.

    The day that divides the pages best is found first, then those on either side of it.

    Args:
        profiles: the site's profiles of all months. Pages without a day do not count.
    """
    by_day: dict[str, Counter[str]] = {}
    for profile in profiles:
        for path, days in profile.containers.items():
            for day, pages in days.items():
                if day:
                    by_day.setdefault(day, Counter())[path] += pages
    return _divide(sorted(by_day), by_day)


def _divide(days: list[str], by_day: Mapping[str, Counter[str]]) -> list[Change]:
    best: Change | None = None
    place = 0
    total: Counter[str] = Counter()
    for day in days:
        total.update(by_day[day])
    before: Counter[str] = Counter()
    pages = 0
    for at, day in enumerate(days):
        if at and pages >= _LEAST_PAGES and total.total() - pages >= _LEAST_PAGES:
            change = _compare(day, before, total - before)
            if change.overlap < (_OVERLAP if best is None else best.overlap):
                best, place = change, at
        before.update(by_day[day])
        pages += by_day[day].total()
    if best is None:
        return []
    return [*_divide(days[:place], by_day), best, *_divide(days[place:], by_day)]


def _compare(day: str, before: Counter[str], after: Counter[str]) -> Change:
    earlier, later = before.total(), after.total()
    overlap = sum(min(pages / earlier, after[path] / later) for path, pages in before.items())
    return Change(day, overlap, _most(before), _most(after), earlier, later)


def _most(containers: Counter[str]) -> str:
    return min(containers, key=lambda path: (-containers[path], path))
