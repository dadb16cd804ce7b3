"""The counts of one site in one month: what its pages repeat, where their bodies stand, how they are addressed.

Adding two profiles adds their counts, in any order and any grouping, so parts of a crawl can be learnt apart. That is
exact until a table is full. Then the rarest entries go, and `floors` says how much too low a count may be since.
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
from broadsheet.page.surrogates import has_surrogates

__all__ = ["FORMAT", "LIMITS", "UNDATED", "Entry", "Place", "ProfileUnreadable", "SiteProfile"]

FORMAT: Final = "broadsheet-site-profile/1"
UNDATED: Final = "undated"
"""The period of pages whose day is not known."""
LIMITS: Final[Mapping[str, int]] = {
    "texts": 20_000,
    "static": 20_000,
    "places": 4_000,
    "containers": 200,
    "shapes": 200,
}
"""Entries of each table of a site and month that are kept, about 2 MB together when stored. A table that grows beyond
is cut to half, so that the cutting costs little."""
_PERIOD: Final = re.compile(rf"[0-9]{{4}}-(?:0[1-9]|1[0-2])|{UNDATED}")
_EXCERPT: Final = 60
"""Characters of a text that are kept for readers."""


class ProfileUnreadable(BroadsheetError):
    """A profile, as text or in a store, is not in the form that `SiteProfile.to_json` writes."""


class Entry(NamedTuple):
    """How often something was seen.

    Attributes:
        pages: pages that have it.
        articles: the smallest numbers of articles that have it, ascending, at most `KNOWN_ARTICLES`.
        text: how it begins, for readers.
    """

    pages: int
    articles: tuple[int, ...]
    text: str = ""

    def plus(self, other: Entry) -> Entry:
        """Both together."""
        if self.articles == other.articles:
            articles = self.articles
        else:
            articles = tuple(sorted({*self.articles, *other.articles})[:KNOWN_ARTICLES])
        return Entry(self.pages + other.pages, articles, min(self.text, other.text))


class Place(NamedTuple):
    """What stood in a place.

    Attributes:
        pages: pages with a segment there.
        kept: the share of a page's segments there that was content, summed over these pages, in thousandths.
        path: the place, for readers.
    """

    pages: int
    kept: int
    path: str = ""

    def plus(self, other: Place) -> Place:
        """Both together."""
        return Place(self.pages + other.pages, self.kept + other.kept, min(self.path, other.path))


@dataclass(kw_only=True)
class SiteProfile:
    """What the pages of a site in one month taught. Grows by `add`.

    Attributes:
        site: whose pages these are.
        period: the month as ``YYYY-MM``, or ``undated``.
        pages: how many pages.
        texts: segments of text in their places (`methods.maths.places`), by number.
        static: StaDyNoT's keys (`methods.stadynot.static_keys`), by number.
        places: places where segments stood, by number.
        containers: pages by the element that holds the body, and by day (``YYYY-MM-DD``, or nothing). No element is
            the empty name: nothing was found.
        shapes: pages with a body by the shape of their address.
        floors: by table, how many pages a count may be too low by, since entries went to make room; 0 for all that is
            not here.

    Raises:
        ValueError: the site or the period is none.
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
        """Pages by day, as far as it is known."""
        out: Counter[str] = Counter()
        for by_day in self.containers.values():
            out.update({day: pages for day, pages in by_day.items() if day})
        return out

    def add(self, other: SiteProfile, *, limits: Mapping[str, int] = LIMITS) -> Self:
        """Add the counts of other pages of the site to these.

        Args:
            other: their profile; it does not change.
            limits: entries of each table that are kept.

        Returns:
            This profile.

        Raises:
            ValueError: it is another site's.
        """
        if other.site != self.site:
            raise ValueError(f"{other.site} is another site than {self.site}")
        if other.period != self.period:
            self.period = UNDATED
        self.pages += other.pages
        for mine, theirs in ((self.texts, other.texts), (self.static, other.static), (self.places, other.places)):
            _add(mine, theirs)
        for path, by_day in other.containers.items():
            mine_by_day = self.containers.get(path)
            if mine_by_day is None:
                self.containers[path] = Counter(by_day)
            else:
                mine_by_day.update(by_day)
        self.shapes.update(other.shapes)
        self.floors.update(other.floors)
        self._make_room(limits)
        return self

    def _make_room(self, limits: Mapping[str, int]) -> None:
        for name, limit in limits.items():
            table: dict[Any, Any] = getattr(self, name)
            if len(table) <= limit:
                continue
            weight = {key: _weight(value) for key, value in table.items()}
            # Ties are broken by the key, so that the same counts leave the same entries.
            ordered = sorted(table, key=lambda key: (-weight[key], str(key)))
            gone = ordered[limit // 2 :]
            self.floors[name] += max(weight[key] for key in gone)
            for key in gone:
                del table[key]

    # To methods.

    def evidence(self) -> Profile:
        """The columns that methods read."""
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

    # To and from text.

    def to_dict(self) -> dict[str, Any]:
        """The profile as JSON has it: the most frequent entries first."""
        days = self.days
        return {
            "format": FORMAT,
            "site": self.site,
            "period": self.period,
            "pages": self.pages,
            "first": min(days, default=None),
            "last": max(days, default=None),
            "containers": {
                path: dict(sorted(by_day.items())) for path, by_day in _by_weight(self.containers, lambda c: c.total())
            },
            "shapes": dict(_by_weight(self.shapes, lambda pages: pages)),
            "places": [
                {"key": f"{key:08x}", "pages": place.pages, "kept": place.kept / 1000, "path": place.path}
                for key, place in _by_weight(self.places, lambda place: place.pages)
            ],
            "texts": [_entry(key, entry) for key, entry in _by_weight(self.texts, lambda entry: entry.pages)],
            "static": [_entry(key, entry) for key, entry in _by_weight(self.static, lambda entry: entry.pages)],
            "floors": {name: floor for name, floor in sorted(self.floors.items()) if floor},
        }

    def to_json(self, *, indent: int | None = None) -> str:
        """The profile as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)

    @classmethod
    def from_json(cls, text: str | bytes) -> SiteProfile:
        """A profile from the JSON that `to_json` wrote.

        Raises:
            ProfileUnreadable: it is something else.
        """
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ProfileUnreadable(f"this is no JSON: {error}") from error
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ProfileUnreadable(f"this is no site profile of the format {FORMAT}")
        try:
            return cls(
                site=_word(data["site"]),
                period=_word(data["period"]),
                pages=_count(data["pages"]),
                texts={int(one["key"], 16): _as_entry(one) for one in data["texts"]},
                static={int(one["key"], 16): _as_entry(one) for one in data["static"]},
                places={
                    int(one["key"], 16): Place(
                        _count(one["pages"]), _count(round(1000 * one["kept"])), _word(one["path"])
                    )
                    for one in data["places"]
                },
                containers={
                    _word(path): Counter({_day(day): _count(pages) for day, pages in by_day.items()})
                    for path, by_day in data["containers"].items()
                },
                shapes=Counter({_word(shape): _count(pages) for shape, pages in data["shapes"].items()}),
                floors=Counter({_word(name): _count(floor) for name, floor in data["floors"].items()}),
            )
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise ProfileUnreadable(f"this site profile is damaged: {type(error).__name__}: {error}") from error


def _add(mine: dict[int, Any], theirs: Mapping[int, Any]) -> None:
    for key, value in theirs.items():
        own = mine.get(key)
        mine[key] = value if own is None else own.plus(value)


def _weight(value: Entry | Place | Counter[str] | int) -> int:
    """Pages that an entry of any table stands for."""
    match value:
        case Counter():
            return value.total()
        case int():
            return value
        case _:
            return value.pages


def _by_weight(table: Mapping[Any, Any], weight: Any) -> Iterable[tuple[Any, Any]]:
    return sorted(table.items(), key=lambda item: (-weight(item[1]), item[0]))


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
    return Entry(_count(one["pages"]), articles, _word(one.get("text", ""))[:_EXCERPT])


def _count(value: Any) -> int:
    if not isinstance(value, int) or not 0 <= value < 1 << 62:
        raise ValueError(f"{value!r} is no count")
    return value


def _word(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    if has_surrogates(value):
        raise ValueError(f"{value!r} has a lone surrogate")
    return value


def _day(value: str) -> str:
    return dt.date.fromisoformat(value).isoformat() if value else value
