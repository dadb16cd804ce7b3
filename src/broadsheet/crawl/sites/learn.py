"""Learn site profiles from pages: the counts of one page, and their sums, in one pass and bounded memory."""

from __future__ import annotations

import datetime as dt
import ipaddress
import re
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Self
from urllib.parse import urlsplit

import numpy as np

from broadsheet import metadata
from broadsheet.crawl.domain import registered_domain
from broadsheet.crawl.sites.profile import EXCERPT_CHARS, UNDATED, Entry, Place, SiteProfile
from broadsheet.facts import Facts
from broadsheet.metadata.context import Context
from broadsheet.metadata.stated import canonical_url
from broadsheet.methods import catalog
from broadsheet.methods.base import Given
from broadsheet.methods.maths.places import element_path, places
from broadsheet.methods.stadynot import static_keys
from broadsheet.page import is_address, tags

if TYPE_CHECKING:
    from broadsheet.crawl.sites.store import SiteStore
    from broadsheet.methods.base import Method
    from broadsheet.page import Page
    from broadsheet.page.arrays import BoolArray

__all__ = ["Learner", "Sums", "add_to", "belongs", "counts_of", "day_of", "observe", "site_named", "site_of_page"]

_MAX_PARTS: Final = 8  # path segments, and query names, in a pattern
_YEAR: Final = re.compile(r"(?:19|20)[0-9]{2}")
_DATE: Final = re.compile(r"(?:19|20)[0-9]{2}-?[01][0-9]-?[0-3][0-9]")
_MONTHS: Final = frozenset("jan feb mar apr may jun jul aug sep oct nov dec".split())
_MIN_SLUG_WORDS: Final = 3  # a path segment with this many words or
_MIN_SLUG_CHARS: Final = 30  # this many characters is an article's slug
_BODY_SHARE: Final = 0.5  # share of the content in the body's container; a headline or standfirst may be outside
_INLINE: Final = tags.mask("a b blockquote center em font i li p pre small span strong u")  # never a body's container
_LABEL: Final = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")  # a label of a domain name
_MAX_HELD: Final = 1_000_000  # entries in memory before they are written: about 300 MB


def url_shape(url: str) -> str | None:
    """Return the pattern of a URL's path and query names, or None if it is not a URL.

    Host and query values are dropped; parts that differ from article to article become placeholders.

    >>> url_shape("https://courier.example/news/2026/03/06/ferry-returns-after-years.html")
    '/news/{year}/{month}/{day}/{slug}.html'
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if not parts.netloc:
        return None
    out: list[str] = []
    for part in parts.path.split("/")[1:][:_MAX_PARTS]:
        stem, dot, ending = part.rpartition(".")
        if dot and len(ending) <= len("shtml") and not ending.isdecimal():
            out.append(f"{_part(stem, out)}.{ending.lower()}")
        else:
            out.append(_part(part, out))
    names = sorted({name for pair in parts.query.split("&") if (name := pair.partition("=")[0])})
    query = f"?{'&'.join(names[:_MAX_PARTS])}" if names else ""
    return "/" + "/".join(out) + query


def _part(part: str, before: list[str]) -> str:
    """Return the pattern of one path segment, given those before it."""
    if part.isdecimal():
        if _YEAR.fullmatch(part):
            return "{year}"
        if len(part) <= 2 and before and before[-1] == "{year}":
            return "{month}"
        if len(part) <= 2 and before and before[-1] == "{month}":
            return "{day}"
        return "{date}" if _DATE.fullmatch(part) else "{number}"
    if part[:3].lower() in _MONTHS and len(part) <= len("september") and before and before[-1] == "{year}":
        return "{month}"
    words = [word for word in re.split("[-_+,%]", part) if word]
    if _DATE.fullmatch(part):
        return "{date}"
    if len(words) >= _MIN_SLUG_WORDS or len(part) >= _MIN_SLUG_CHARS:
        # A slug often ends with the article's number.
        return "{slug}-{number}" if words and words[-1].isdecimal() and len(words[-1]) > 3 else "{slug}"
    return re.sub("[0-9]+", "{number}", part)


def site_named(name: str) -> str | None:
    """Normalise a domain, host or URL to the registered domain; None for anything else."""
    name = name.strip()
    site = registered_domain(name) if "@" not in name and ("://" not in name or is_address(name)) else None
    if site is None:
        return None
    with suppress(ValueError):
        return str(ipaddress.ip_address(site))
    labels = site.split(".")
    return site if all(map(_LABEL.fullmatch, labels)) and not labels[-1].isdigit() else None


def site_of_page(page: Page) -> str | None:
    """Return the site of a page, by its URL or otherwise its canonical URL."""
    site = registered_domain(page.url)
    if site is None and (claims := canonical_url(Context(Facts(page)))):
        site = registered_domain(claims[0].value)
    return site


def day_of(written: str | None) -> dt.date | None:
    """Parse the day of an ISO 8601 date or time, or None."""
    with suppress(ValueError):
        return dt.date.fromisoformat((written or "")[:10])
    return None


def belongs(page: Page, *, site: str | None = None, day: dt.date | None = None) -> tuple[str | None, dt.date | None]:
    """Return site and day of a page, each None if unknown.

    ``site`` is used if the page has no site of its own (`site_of_page`). ``day`` is when it was fetched; None for its
    publication date.
    """
    own = site_of_page(page)
    return own if own is not None else site, day if day is not None else day_of(metadata.read(page).published)


def observe(page: Page, keep: BoolArray, *, site: str, day: dt.date | None = None) -> SiteProfile:
    """Make the profile of one page, given the content labels of its nodes, shape (page size,).

    ``day`` is when it was fetched, or else published, if known.
    """
    segments = page.segments
    here = places(page)
    article = (here.article,)
    content = _content(page, keep)
    found: dict[int, Entry] = {}
    for key, text in zip(here.texts.tolist(), _excerpts(page), strict=True):
        found.setdefault(key, Entry(1, article, text))
    shown: dict[int, Place] = {}
    if len(segments):
        place, first, number, many = np.unique(here.places, return_index=True, return_inverse=True, return_counts=True)
        kept = np.bincount(number, weights=content)
        shown = {
            key: Place(1, round(1000 * of / all_), element_path(page, block))
            for key, of, all_, block in zip(
                place.tolist(), kept.tolist(), many.tolist(), segments.block[first].tolist(), strict=True
            )
        }
    body = _container(page, content)
    shape = url_shape(page.url) if page.url is not None and body else None
    return SiteProfile(
        site=site,
        period=UNDATED if day is None else day.isoformat()[:7],
        pages=1,
        texts=found,
        static={key: Entry(1, article) for key in static_keys(page).tolist()},
        places=shown,
        containers={body: Counter({"" if day is None else day.isoformat(): 1})},
        shapes=Counter({shape: 1} if shape is not None else {}),
    )


def _content(page: Page, keep: BoolArray) -> BoolArray:
    """Return which segments have a content node, shape (m,)."""
    segments = page.segments
    out = np.zeros(len(segments), dtype=np.bool_)
    out[segments.of[keep & (segments.of >= 0)]] = True
    return out


def _excerpts(page: Page) -> list[str]:
    """Return the beginning of each segment; cut before white space is collapsed, because segments may be long."""
    text, segments = page.text, page.segments
    return [
        " ".join(text[start : min(stop, start + 4 * EXCERPT_CHARS)].split())[:EXCERPT_CHARS]
        for start, stop in zip(segments.start.tolist(), segments.stop.tolist(), strict=True)
    ]


def _container(page: Page, content: BoolArray) -> str:
    """Return the path of the lowest element with most of the content; empty if there is none."""
    segments = page.segments
    chars = np.zeros(len(page), dtype=np.int64)
    np.add.at(chars, segments.first[content], segments.chars[content])
    held = page.subtree(chars)
    if not held[0]:
        return ""
    holders = np.flatnonzero((held >= _BODY_SHARE * held[0]) & ~page.is_text & ~_INLINE[page.tag])
    return element_path(page, int(holders[np.argmax(page.depth[holders])]))


Sums = dict[tuple[str, str], SiteProfile]  # profiles by site and month


class Learner:
    """Learns profiles from pages; a context manager that writes the counts at the end, even after an error.

    Args:
        store: the store.
        method: extraction method, used without a profile; None for the default.
        held: entries in memory before they are written.
    """

    def __init__(self, store: SiteStore, *, method: Method | None = None, held: int = _MAX_HELD) -> None:
        self.store = store
        self._method = method
        self._most = held
        self._held: Sums = {}
        self._entries = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # After an error, counts of earlier pages are still valid.
        self.flush()

    def learn(self, page: Page, *, site: str | None = None, day: dt.date | None = None) -> bool:
        """Learn from a page.

        Args:
            page: the page.
            site: its site, if neither its URL nor its canonical URL gives one.
            day: when it was fetched; None for its publication date.

        Returns:
            Whether the page belongs to a site.

        Raises:
            ValueError: the site contains a lone surrogate.
        """
        if self._method is None:
            self._method = catalog.get(catalog.DEFAULT)
        profile = counts_of(page, self._method, site=site, day=day)
        if profile is None:
            return False
        self.add(profile)
        return True

    def add(self, profile: SiteProfile) -> None:
        """Add counts made elsewhere (`observe`)."""
        self._entries += add_to(self._held, profile)
        if self._entries > self._most:
            self.flush()

    def flush(self) -> None:
        """Write the counts in memory to the store."""
        if self._held:
            self.store.add(self._held.values())
        self._held, self._entries = {}, 0


def counts_of(page: Page, method: Method, *, site: str | None = None, day: dt.date | None = None) -> SiteProfile | None:
    """Return the counts of a page by a method without a profile, or None if the page belongs to no site.

    ``site`` and ``day`` are those of `Learner.learn`.
    """
    site, day = belongs(page, site=site, day=day)
    return None if site is None else observe(page, method.mark(page, Given()).keep, site=site, day=day)


def add_to(sums: Sums, profile: SiteProfile) -> int:
    """Add counts to those of the same site and month, and return the number of entries that this adds."""
    key = (profile.site, profile.period)
    if key not in sums:
        sums[key] = profile
        return _size(profile)
    before = _size(sums[key])
    return _size(sums[key].add(profile)) - before


def _size(profile: SiteProfile) -> int:
    return len(profile.texts) + len(profile.static) + len(profile.places)
