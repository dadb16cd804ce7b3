"""The counts of one site in one month (repeated texts, containers of bodies, URL patterns), and changes of its layout.

Adding profiles adds their counts, in any order and grouping, so parts of a crawl can be learnt separately. This is
exact until a table is full. Then the rarest entries are dropped, and `floors` bounds the resulting undercount.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Self

import numpy as np

from broadsheet.errors import BroadsheetError
from broadsheet.methods.base import KNOWN_ARTICLES, NO_ARTICLE, Counted, Profile
from broadsheet.page.characters import has_surrogates

__all__ = ["EXCERPT_CHARS", "UNDATED", "Change", "Entry", "Place", "ProfileUnreadable", "SiteProfile", "changes"]

FORMAT: Final = "broadsheet-site-profile/1"
UNDATED: Final = "undated"  # period of pages without a date
# Maximum entries of each table of a site and month, about 2 MB together when stored. A larger table is cut to half,
# which keeps cuts rare.
LIMITS: Final = {"texts": 20_000, "static": 20_000, "places": 4_000, "containers": 200, "shapes": 200}
_PERIOD: Final = re.compile(rf"[0-9]{{4}}-(?:0[1-9]|1[0-2])|{UNDATED}")
EXCERPT_CHARS: Final = 60  # characters of a text that are kept, for display
_MIN_PAGES: Final = 5  # pages on each side of a change; fewer may be a special issue
_MAX_OVERLAP: Final = 0.2  # largest overlap of two layouts; a shift in a site's mix of sections is above this


class ProfileUnreadable(BroadsheetError):
    """Not JSON in the format of `SiteProfile.to_json`."""


class Entry(NamedTuple):
    """Counts of a text or key: pages with it, and the smallest article numbers with it, ascending, at most
    `KNOWN_ARTICLES`.

    ``text`` is its beginning, for display.
    """

    pages: int
    articles: tuple[int, ...]
    text: str = ""

    def plus(self, other: Entry) -> Entry:
        """Add two entries."""
        if self.articles == other.articles:
            articles = self.articles
        else:
            articles = tuple(sorted({*self.articles, *other.articles})[:KNOWN_ARTICLES])
        return Entry(self.pages + other.pages, articles, min(self.text, other.text))


class Place(NamedTuple):
    """Counts of a place in the document: pages with a segment there, and the share of its segments that is content,
    summed over these pages, in thousandths. The path is for display.
    """

    pages: int
    kept: int
    path: str = ""

    def plus(self, other: Place) -> Place:
        """Add two places."""
        return Place(self.pages + other.pages, self.kept + other.kept, min(self.path, other.path))


@dataclass(kw_only=True)
class SiteProfile:
    """The profile of a site in one month; grows by `add`.

    Attributes:
        site: the site.
        period: the month as ``YYYY-MM``, or ``undated``.
        pages: number of pages.
        texts: segments with their places (`methods.maths.places`), by hash.
        static: keys of StaDyNoT (`methods.stadynot.static_keys`), by hash.
        places: places of segments, by hash.
        containers: pages by the element that holds the body, and by day (``YYYY-MM-DD`` or empty). An empty element
            means that no body was found.
        shapes: pages with a body, by URL pattern.
        floors: maximum undercount of each table in pages, due to dropped entries; 0 if missing.

    Raises:
        ValueError: invalid site or period.
    """

    site: str
    period: str = UNDATED
    pages: int = 0
    texts: dict[int, Entry] = field(default_factory=dict)
    static: dict[int, Entry] = field(default_factory=dict)
    places: dict[int, Place] = field(default_factory=dict)
    containers: dict[str, Counter[str]] = field(default_factory=dict)
    shapes: Counter[str] = field(default_factory=Counter)
    floors: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        if _PERIOD.fullmatch(self.period) is None:
            raise ValueError(f"a period is a month (2026-03) or {UNDATED}, not {self.period!r}")
        if has_surrogates(self.site):
            raise ValueError(f"a site is a domain, not {self.site!r}")

    @property
    def days(self) -> Counter[str]:
        """Pages by day, without undated ones."""
        out: Counter[str] = Counter()
        for by_day in self.containers.values():
            out.update({day: pages for day, pages in by_day.items() if day})
        return out

    def add(self, other: SiteProfile, *, limits: Mapping[str, int] = LIMITS) -> Self:
        """Add the counts of other pages of the site, and return this profile; the other one is not changed."""
        if other.site != self.site:
            raise ValueError(f"{other.site} is another site than {self.site}")
        if other.period != self.period:
            self.period = UNDATED
        self.pages += other.pages
        for mine, theirs in ((self.texts, other.texts), (self.static, other.static), (self.places, other.places)):
            _add(mine, theirs)
        for path, by_day in other.containers.items():
            self.containers.setdefault(path, Counter()).update(by_day)
        self.shapes.update(other.shapes)
        self.floors.update(other.floors)
        self._trim(limits)
        return self

    def _trim(self, limits: Mapping[str, int]) -> None:
        for name, limit in limits.items():
            table: dict[Any, Any] = getattr(self, name)
            if len(table) <= limit:
                continue
            weight = {key: _weight(value) for key, value in table.items()}
            # Ties are broken by key, so that equal counts keep equal entries.
            ordered = sorted(table, key=lambda key: (-weight[key], str(key)))
            gone = ordered[limit // 2 :]
            self.floors[name] += max(weight[key] for key in gone)
            for key in gone:
                del table[key]

    # For methods.

    def evidence(self) -> Profile:
        """Convert to the columns that methods read."""
        keys = np.array(sorted(self.places), dtype=np.uint64)
        return Profile(
            site=self.site,
            pages=self.pages,
            static=_counted(self.static),
            texts=_counted(self.texts),
            places=keys,
            place_pages=np.array([self.places[key].pages for key in keys.tolist()], dtype=np.int64),
            place_kept=np.array([self.places[key].kept for key in keys.tolist()], dtype=np.int64),
        )

    # JSON.

    def to_dict(self) -> dict[str, Any]:
        """Convert to plain data, most frequent entries first."""
        days = self.days
        return {
            "format": FORMAT,
            "site": self.site,
            "period": self.period,
            "pages": self.pages,
            "first": min(days, default=None),
            "last": max(days, default=None),
            "containers": {path: dict(sorted(by_day.items())) for path, by_day in _by_weight(self.containers)},
            "shapes": dict(_by_weight(self.shapes)),
            "places": [
                {"key": f"{key:08x}", "pages": place.pages, "kept": place.kept / 1000, "path": place.path}
                for key, place in _by_weight(self.places)
            ],
            "texts": [_entry(key, entry) for key, entry in _by_weight(self.texts)],
            "static": [_entry(key, entry) for key, entry in _by_weight(self.static)],
            "floors": {name: floor for name, floor in sorted(self.floors.items()) if floor},
        }

    def to_json(self, *, indent: int | None = None) -> str:
        """Convert to JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)

    @classmethod
    def from_json(cls, text: str | bytes) -> SiteProfile:
        """Parse the JSON of `to_json`.

        Raises:
            ProfileUnreadable: another format.
        """
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ProfileUnreadable(f"this is not JSON: {error}") from error
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ProfileUnreadable(f"this is not a site profile in the format {FORMAT}")
        try:
            return cls(
                site=_text(data["site"]),
                period=_text(data["period"]),
                pages=_count(data["pages"]),
                texts={int(one["key"], 16): _as_entry(one) for one in data["texts"]},
                static={int(one["key"], 16): _as_entry(one) for one in data["static"]},
                places={
                    int(one["key"], 16): Place(
                        _count(one["pages"]), _count(round(1000 * one["kept"])), _text(one["path"])
                    )
                    for one in data["places"]
                },
                containers={
                    _text(path): Counter({_day(day): _count(pages) for day, pages in by_day.items()})
                    for path, by_day in data["containers"].items()
                },
                shapes=Counter({_text(shape): _count(pages) for shape, pages in data["shapes"].items()}),
                floors=Counter({_text(name): _count(floor) for name, floor in data["floors"].items()}),
            )
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise ProfileUnreadable(f"this site profile is damaged: {type(error).__name__}: {error}") from error


def _add(mine: dict[int, Any], theirs: Mapping[int, Any]) -> None:
    for key, value in theirs.items():
        own = mine.get(key)
        mine[key] = value if own is None else own.plus(value)


def _weight(value: Entry | Place | Counter[str] | int) -> int:
    """Return the number of pages of an entry of any table."""
    match value:
        case Counter():
            return value.total()
        case int():
            return value
        case _:
            return value.pages


def _by_weight(table: Mapping[Any, Any]) -> Iterable[tuple[Any, Any]]:
    return sorted(table.items(), key=lambda item: (-_weight(item[1]), item[0]))


def _counted(table: Mapping[int, Entry]) -> Counted:
    keys = sorted(table)
    articles = np.full((len(keys), KNOWN_ARTICLES), NO_ARTICLE, dtype=np.uint32)
    for at, key in enumerate(keys):
        known = table[key].articles
        articles[at, : len(known)] = known
    return Counted(
        keys=np.array(keys, dtype=np.uint64),
        pages=np.array([table[key].pages for key in keys], dtype=np.int64),
        articles=articles,
    )


def _entry(key: int, entry: Entry) -> dict[str, Any]:
    out = {"key": f"{key:016x}", "pages": entry.pages, "articles": list(entry.articles)}
    return out | {"text": entry.text} if entry.text else out


def _as_entry(one: Mapping[str, Any]) -> Entry:
    articles = tuple(sorted({_count(number) for number in one["articles"]})[:KNOWN_ARTICLES])
    if any(number > NO_ARTICLE for number in articles) or int(one["key"], 16) >= 1 << 64:
        raise ValueError("a number is too large")
    return Entry(_count(one["pages"]), articles, _text(one.get("text", ""))[:EXCERPT_CHARS])


def _count(value: Any) -> int:
    if not isinstance(value, int) or not 0 <= value < 1 << 62:
        raise ValueError(f"{value!r} is not a count")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not text")
    if has_surrogates(value):
        raise ValueError(f"{value!r} has a lone surrogate")
    return value


def _day(value: str) -> str:
    return dt.date.fromisoformat(value).isoformat() if value else value


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
