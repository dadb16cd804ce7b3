"""Where a list of addresses is -> the addresses: a file, the standard input, or the web. Sitemap indexes are followed.

It must not know what is done with the addresses, nor what the lists look like inside.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from broadsheet.errors import BroadsheetError, FetchFailed, SourceUnreadable
from broadsheet.sources.entry import Entry
from broadsheet.sources.fetching import fetch_all
from broadsheet.sources.files import STANDARD_INPUT, read_file, read_standard_input
from broadsheet.sources.http import Fetcher
from broadsheet.sources.http_cache import HttpCache
from broadsheet.sources.listings import MOST_BYTES, Address, Listing, read_listing
from broadsheet.sources.options import FetchOptions
from broadsheet.sources.politeness import Politeness, Visited
from broadsheet.sources.robots import Robots

__all__ = ["read_addresses"]

_DEEPEST: Final = 3
"""Indexes in indexes that are followed; the protocol allows none."""
_MOST_LISTS: Final = 50_000
"""Lists that are read besides the first: as many as an index may have (sitemaps.org, "Using Sitemap index files")."""
_WEB: Final = ("http://", "https://")
_DAY: Final = len("2026-03-06")


def read_addresses(
    source: str,
    *,
    since: str | None = None,
    options: FetchOptions | None = None,
    politeness: Politeness | None = None,
    cache: HttpCache | None = None,
    visited: Visited | None = None,
    told: Callable[[str], None] = lambda words: None,
) -> Iterator[Address]:
    """The addresses of pages in a list.

    Args:
        source: the path of a list, ``-`` for the standard input, or an address of the web: of a list, a sitemap, an
            index of sitemaps or a feed. The address of a site (without a path) stands for the sitemaps that its
            robots.txt names.
        since: leave out pages, and sitemaps, that are older than this day (``YYYY-MM-DD``), where the list says how
            old they are.
        options: the limits of each fetch.
        politeness: the manners of fetching.
        cache: answers that were kept.
        visited: what earlier fetches remember of hosts, and this one adds to.
        told: called with what is worth knowing: lists that could not be read, or not to their end.

    Yields:
        Addresses, each once in each list.

    Raises:
        ValueError: this is no day.
        SourceUnreadable: it is not there, or no list. Of the lists in an index, those that cannot be read are passed
            over.
        FetchFailed: it could not be fetched.
    """
    # Before the first address is asked for: nothing would be older or younger than what is no day.
    day = dt.date.fromisoformat(since).isoformat() if since is not None else None
    return _addresses(source, day, options, politeness, cache, visited, told)


def _addresses(
    source: str,
    since: str | None,
    options: FetchOptions | None,
    politeness: Politeness | None,
    cache: HttpCache | None,
    visited: Visited | None,
    told: Callable[[str], None],
) -> Iterator[Address]:
    options = replace(options or FetchOptions(), max_bytes=MOST_BYTES)
    visited = visited if visited is not None else Visited()
    robots = visited.robots = visited.robots or Robots()
    if not source.lower().startswith(_WEB):
        listing = _local(source)
        waiting = _taken(listing, source, since, told)
        yield from _recent(listing.addresses, since)
    elif urlsplit(source).path in ("", "/") and not urlsplit(source).query:
        waiting = _of_site(source, options, robots)
    else:
        waiting = [source]
    fetch = partial(
        fetch_all,
        options=options,
        politeness=politeness or Politeness(),
        cache=cache,
        visited=visited,
        pages_only=False,
    )
    for listing in _followed(source, waiting, fetch, since, told):
        yield from _recent(listing.addresses, since)


def _followed(
    source: str,
    waiting: list[str],
    fetch: Callable[[list[str]], Iterable[Entry]],
    since: str | None,
    told: Callable[[str], None],
) -> Iterator[Listing]:
    """Lists of the web, and those that they name, level by level.

    Args:
        source: what the user asked for.
        waiting: the lists of the first level.
        fetch: fetches some lists.
        since: the day before which lists are passed over.
        told: called with what could not be read, or is too much.
    """
    seen = set(waiting)
    for depth in range(_DEEPEST + 1):
        found: list[str] = []
        for entry in fetch(waiting):
            name = entry.url or source
            try:
                listing = _listing(entry, name)
            except BroadsheetError as error:
                # The list that was asked for is the user's; one among many is the site's.
                if waiting == [source]:
                    raise
                told(str(error))
                continue
            found += [one for one in _taken(listing, name, since, told) if one not in seen]
            seen.update(found)
            yield listing
        if not found:
            return
        if depth == _DEEPEST or len(seen - {source}) > _MOST_LISTS:
            told(f"{source}: {len(found)} more lists are not read: there are too many, or they lie too deep")
            return
        waiting = found


def _local(source: str) -> Listing:
    """The list in a file, or on the standard input."""
    if source == STANDARD_INPUT:
        record = read_standard_input(max_bytes=MOST_BYTES)
    else:
        record = read_file(source, max_bytes=MOST_BYTES)
    return read_listing(record.data, name=source)


def _listing(entry: Entry, name: str) -> Listing:
    if entry.record is None:
        raise entry.error or SourceUnreadable(name, "there is nothing in it")
    return read_listing(entry.record.data, name=name, base=entry.record.url)


def _taken(listing: Listing, name: str, since: str | None, told: Callable[[str], None]) -> list[str]:
    """The lists that a list names, as far as they may have something of a day or later."""
    if listing.note is not None:
        told(f"{name}: {listing.note}")
    return [one.url for one in _recent(listing.listings, since)]


def _recent(addresses: Iterable[Address], since: str | None) -> Iterator[Address]:
    """Those that may be of a day or later, as far as their list says: what is of a month may be of its last day."""
    for address in addresses:
        day = (address.published or "")[:_DAY]
        if since is None or day >= since[: len(day)]:
            yield address


def _of_site(source: str, options: FetchOptions, robots: Robots) -> list[str]:
    """The sitemaps that a site's robots.txt names."""
    with Fetcher(options) as fetcher:
        rules = robots.rules(source, fetcher)
    if rules.refusal is not None:
        raise FetchFailed(source, rules.refusal)
    named = [one for one in rules.sitemaps if one.lower().startswith(_WEB)]
    if not named:
        raise SourceUnreadable(source, "the site's robots.txt names no sitemaps: give the address of a list")
    return list(dict.fromkeys(named))
