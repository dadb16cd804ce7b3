"""Detect layout changes: days before and after which bodies are in different elements.

It compares the distribution of body containers before and after each day; a day on which they hardly overlap is a
change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from broadsheet.crawl.sites.profile import SiteProfile

__all__ = ["Change", "changes"]

_MIN_PAGES: Final = 5  # pages on each side of a change; fewer may be a special
_MAX_OVERLAP: Final = 0.2  # of two layouts; a shift in the mix of a site's sections is above this


@dataclass(frozen=True, slots=True)
class Change:
    """A layout change.

    Attributes:
        day: first day of the new layout, as ``YYYY-MM-DD``.
        overlap: overlap of the layouts: the sum over containers of the smaller of the two shares, 0 to 1.
        before, after: the most frequent container on either side; empty if nothing was found.
        pages_before, pages_after: pages compared.
    """

    day: str
    overlap: float
    before: str
    after: str
    pages_before: int
    pages_after: int


def changes(profiles: Iterable[SiteProfile]) -> list[Change]:
    """Return the layout changes of a site, in order.

    The day that divides the pages best is found first, then the days on either side of it, recursively.

    Args:
        profiles: the site's profiles of all months. Pages without a day are ignored.
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
        if at and pages >= _MIN_PAGES and total.total() - pages >= _MIN_PAGES:
            change = _compare(day, before, total - before)
            if change.overlap < (_MAX_OVERLAP if best is None else best.overlap):
                best, place = change, at
        before.update(by_day[day])
        pages += by_day[day].total()
    if best is None:
        return []
    return [*_divide(days[:place], by_day), best, *_divide(days[place:], by_day)]


def _compare(day: str, before: Counter[str], after: Counter[str]) -> Change:
    earlier, later = before.total(), after.total()
    overlap = sum(min(pages / earlier, after[path] / later) for path, pages in before.items())
    return Change(day, overlap, _most_frequent(before), _most_frequent(after), earlier, later)


def _most_frequent(containers: Counter[str]) -> str:
    return min(containers, key=lambda path: (-containers[path], path))
