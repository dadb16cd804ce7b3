"""robots.txt: the rules of a host for crawlers (RFC 9309), read once per host."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from protego import Protego

from broadsheet.crawl.sources.http import Fetcher
from broadsheet.errors import FetchFailed, PageTooLarge

__all__ = ["PRODUCT", "Robots", "Rules", "host_of"]

PRODUCT: Final = "broadsheet"  # product token in robots.txt (RFC 9309, section 2.2.1)
_CACHE_SECONDS: Final = 24 * 3600.0  # RFC 9309, section 2.4
_FAILURE_SECONDS: Final = 600.0  # until a failed server is asked again
_MAX_HOSTS: Final = 10_000  # hosts in the cache
_MAX_BYTES: Final = 512 * 1024  # bytes read of a file; at least 500 KiB (RFC 9309, section 2.5)


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one host.

    Attributes:
        parsed: its robots.txt; None if everything or nothing is allowed.
        refusal: why nothing is allowed, or None.
        delay: requested delay between requests in seconds, or None.
        sitemaps: URLs of its sitemaps.
    """

    parsed: Protego | None = None
    refusal: str | None = None
    delay: float | None = None
    sitemaps: tuple[str, ...] = ()

    def against(self, url: str) -> str | None:
        """Return why a URL is forbidden, or None."""
        if self.refusal is not None:
            return self.refusal
        if self.parsed is not None and not self.parsed.can_fetch(url, PRODUCT):
            return "the site's robots.txt does not allow it"
        return None


class Robots:
    """Cache of the rules of hosts, read on demand; thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: OrderedDict[str, tuple[float, Rules]] = OrderedDict()
        self._reading: dict[str, threading.Lock] = {}

    def rules(self, url: str, fetcher: Fetcher) -> Rules:
        """Return the rules of a URL's host.

        A missing file allows everything. A server that fails or is unreachable allows nothing for the moment
        (RFC 9309, sections 2.3.1.3 and 2.3.1.4).

        Args:
            url: the URL.
            fetcher: fetches the file, if it is not cached.
        """
        host = host_of(url)
        with self._lock:
            reading = self._reading.setdefault(host, threading.Lock())
        with reading:
            known = self._cached(host)
            if known is None:
                known = _read(host, fetcher)
                lasts = _CACHE_SECONDS if known.refusal is None else _FAILURE_SECONDS
                with self._lock:
                    self._known[host] = (time.monotonic() + lasts, known)
                    while len(self._known) > _MAX_HOSTS:
                        self._reading.pop(self._known.popitem(last=False)[0], None)
        return known

    def _cached(self, host: str) -> Rules | None:
        with self._lock:
            until, rules = self._known.get(host, (0.0, None))
            if rules is None or time.monotonic() > until:
                return None
            self._known.move_to_end(host)
            return rules


def host_of(url: str) -> str:
    """Return the server of a URL as ``scheme://host:port``, the scope of a robots.txt.

    Raises:
        ValueError: the URL has no host.
    """
    parts = urlsplit(url.strip())
    host = parts.netloc.rpartition("@")[2].lower()
    if not host:
        raise ValueError(f"{url!r} has no host")
    return f"{parts.scheme.lower()}://{host}"


def _read(host: str, fetcher: Fetcher) -> Rules:
    try:
        record = fetcher.fetch(f"{host}/robots.txt", pages_only=False)
    except PageTooLarge:
        return Rules(refusal="the site's robots.txt is too large")
    except FetchFailed as error:
        if error.status is not None and (400 <= error.status < 500 and error.status != 429):
            return Rules()
        return Rules(refusal=f"the site's robots.txt could not be read ({error.reason})")
    # Longer files are cut at a line end.
    data = record.data if len(record.data) <= _MAX_BYTES else record.data[:_MAX_BYTES].rpartition(b"\n")[0]
    parsed = Protego.parse(data.decode("utf-8-sig", "replace"))
    asked: list[float | None] = [parsed.crawl_delay(PRODUCT)]
    rate = parsed.request_rate(PRODUCT)
    if rate is not None and rate.requests:
        with suppress(OverflowError):  # numbers with hundreds of digits
            asked.append(rate.seconds / rate.requests)
    delays = [float(delay) for delay in asked if delay is not None and 0 <= delay < math.inf]
    return Rules(parsed=parsed, delay=max(delays, default=None), sitemaps=tuple(parsed.sitemaps))
