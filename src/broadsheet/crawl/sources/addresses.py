"""Read the URLs in a list from a file, standard input or the web. Sitemap indexes are followed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final
from urllib.parse import urljoin, urlsplit

from broadsheet.crawl.sources.fetching import fetch_all
from broadsheet.crawl.sources.files import STANDARD_INPUT, read_file, read_standard_input
from broadsheet.crawl.sources.http import Fetcher
from broadsheet.crawl.sources.listings import MOST_BYTES, Address, Listing, read_listing
from broadsheet.crawl.sources.options import FetchOptions, check_since
from broadsheet.crawl.sources.record import Entry
from broadsheet.crawl.sources.robots import Visited
from broadsheet.errors import BroadsheetError, FetchFailed, SourceUnreadable

__all__ = ["read_addresses"]

_MAX_DEPTH: Final = 3  # nested sitemap indexes that are followed; the protocol allows none
# Lists read besides the first: the limit of an index (sitemaps.org, "Using Sitemap index files").
_MAX_LISTS: Final = 50_000
_WEB: Final = ("http://", "https://")


def read_addresses(
    source: str | os.PathLike[str],
    *,
    since: str | None = None,
    visited: Visited | None = None,
    told: Callable[[str], None] = lambda words: None,
) -> Iterator[Address]:
    """Yield the URLs of pages in a list.

    Args:
        source: the path of a list, ``-`` for standard input, or the URL of a list, a sitemap, a sitemap index or a
            feed. The URL of a site (without a path) stands for the sitemaps in its robots.txt, or ``/sitemap.xml``.
        since: skip pages and sitemaps older than this day (``YYYY-MM-DD``), by the dates in the list.
        visited: rules of fetching, and state of hosts from earlier fetches, updated.
        told: called with notes, such as lists that could not be read completely.

    Yields:
        URLs, each once per list.

    Raises:
        ValueError: ``since`` is not a day.
        SourceUnreadable: the source is missing or not a list. Unreadable lists in an index are skipped.
        FetchFailed: it could not be fetched.
    """
    source = os.fspath(source)
    since = check_since(since) if since is not None else None
    options = FetchOptions(max_bytes=MOST_BYTES)
    visited = visited if visited is not None else Visited()
    if not source.lower().startswith(_WEB):
        read = read_standard_input if source == STANDARD_INPUT else partial(read_file, source)
        listing = read_listing(read(max_bytes=MOST_BYTES).data, name=source)
        waiting = _lists_in(listing, source, since, told)
        yield from _recent(listing.addresses, since)
    elif urlsplit(source).path in ("", "/") and not urlsplit(source).query:
        waiting = _sitemaps_of_site(source, options, visited)
    else:
        waiting = [source]
    fetch = partial(fetch_all, options=options, visited=visited, pages_only=False)
    for listing in _follow(source, waiting, fetch, since, told):
        yield from _recent(listing.addresses, since)


def _follow(
    source: str,
    waiting: list[str],
    fetch: Callable[[list[str]], Iterable[Entry]],
    since: str | None,
    told: Callable[[str], None],
) -> Iterator[Listing]:
    """Yield lists on the web and the lists that they refer to, level by level.

    ``source`` is what the user requested, and ``waiting`` the URLs of the first level.
    """
    seen = set(waiting)
    for depth in range(_MAX_DEPTH + 1):
        found: list[str] = []
        for entry in fetch(waiting):
            name = entry.url or source
            try:
                if entry.record is None:
                    raise entry.error or SourceUnreadable(name, "it is empty")
                listing = read_listing(entry.record.data, name=name, base=entry.record.url)
            except BroadsheetError as error:
                # An error ends the run only for the list that the user requested.
                if not depth and len(waiting) == 1:
                    raise
                told(str(error))
                continue
            found += [one for one in _lists_in(listing, name, since, told) if one not in seen]
            seen.update(found)
            yield listing
        if not found:
            return
        if depth == _MAX_DEPTH or len(seen - {source}) > _MAX_LISTS:
            told(f"{source}: {len(found)} more lists are not read: too many, or nested too deeply")
            return
        waiting = found


def _lists_in(listing: Listing, name: str, since: str | None, told: Callable[[str], None]) -> list[str]:
    """Return the URLs of lists in a list that may have entries from ``since`` on."""
    if listing.note is not None:
        told(f"{name}: {listing.note}")
    return [one.url for one in _recent(listing.listings, since)]


def _recent(addresses: Iterable[Address], since: str | None) -> Iterator[Address]:
    """Yield addresses that may be from ``since`` on: a month counts as its last day."""
    for address in addresses:
        day = (address.published or "")[: len("2026-03-06")]
        if since is None or day >= since[: len(day)]:
            yield address


def _sitemaps_of_site(source: str, options: FetchOptions, visited: Visited) -> list[str]:
    with Fetcher(options) as fetcher:
        while (rules := visited.robots.rules(source, fetcher)).may_change:
            time.sleep(visited.politeness.retry_wait * 2.0 ** (rules.failures - 1))
    if rules.refusal is not None:
        raise FetchFailed(source, rules.refusal)
    named = [urljoin(source, one) for one in rules.sitemaps or ("/sitemap.xml",)]
    return list(dict.fromkeys(one for one in named if one.lower().startswith(_WEB)))
