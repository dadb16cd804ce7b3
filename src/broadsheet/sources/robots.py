"""robots.txt: what a site asks of programs that fetch its pages (RFC 9309), one file a host, read once.

It must not know pages, nor when they are fetched.
"""

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

from broadsheet.errors import FetchFailed, PageTooLarge
from broadsheet.sources.http import Fetcher

__all__ = ["PRODUCT", "Robots", "Rules", "host_of"]

PRODUCT: Final = "broadsheet"
"""What the rules of a robots.txt call us (RFC 9309, section 2.2.1)."""
_KEPT: Final = 24 * 3600.0
"""Seconds that a file holds (RFC 9309, section 2.4)."""
_KEPT_FAILURE: Final = 600.0
"""Seconds until a server that failed is asked again."""
_HOSTS: Final = 10_000
"""Hosts whose files are remembered."""
_READ: Final = 512 * 1024
"""Bytes that are read: no less than 500 KiB (RFC 9309, section 2.5)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What one host asks.

    Attributes:
        parsed: its rules; None where everything, or nothing, may be fetched.
        refusal: why nothing may be fetched, in words; None if that is not so.
        delay: seconds between two requests that it asks for; None if it asks for none.
        sitemaps: the addresses of its sitemaps.
    """

    parsed: Protego | None = None
    refusal: str | None = None
    delay: float | None = None
    sitemaps: tuple[str, ...] = ()

    def against(self, url: str) -> str | None:
        """Why an address may not be fetched, in words; None if it may."""
        if self.refusal is not None:
            return self.refusal
        if self.parsed is not None and not self.parsed.can_fetch(url, PRODUCT):
            return "the site's robots.txt does not allow it"
        return None


class Robots:
    """The rules of hosts, read when they are first asked for. Several threads may ask."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: OrderedDict[str, tuple[float, Rules]] = OrderedDict()
        self._reading: dict[str, threading.Lock] = {}

    def rules(self, url: str, fetcher: Fetcher) -> Rules:
        """The rules of the host of an address.

        A missing file allows everything. A server that fails, or cannot be reached, allows nothing for the moment
        (RFC 9309, sections 2.3.1.3 and 2.3.1.4).

        Args:
            url: the address.
            fetcher: fetches the file, if it is not known yet.
        """
        host = host_of(url)
        with self._lock:
            reading = self._reading.setdefault(host, threading.Lock())
        with reading:
            known = self._recalled(host)
            if known is None:
                known = _read(host, fetcher)
                lasts = _KEPT if known.refusal is None else _KEPT_FAILURE
                with self._lock:
                    self._known[host] = (time.monotonic() + lasts, known)
                    while len(self._known) > _HOSTS:
                        self._reading.pop(self._known.popitem(last=False)[0], None)
        return known

    def _recalled(self, host: str) -> Rules | None:
        with self._lock:
            until, rules = self._known.get(host, (0.0, None))
            if rules is None or time.monotonic() > until:
                return None
            self._known.move_to_end(host)
            return rules


def host_of(url: str) -> str:
    """The server of an address, as ``scheme://host:port``: what a robots.txt holds for.

    Raises:
        ValueError: it is no address.
    """
    parts = urlsplit(url.strip())
    host = parts.netloc.rpartition("@")[2].lower()
    if not host:
        raise ValueError(f"{url!r} names no host")
    return f"{parts.scheme.lower()}://{host}"


def _read(host: str, fetcher: Fetcher) -> Rules:
    try:
        record = fetcher.fetch(f"{host}/robots.txt", pages_only=False)
    except PageTooLarge:
        return Rules(refusal="the site's robots.txt is too large to be read")
    except FetchFailed as error:
        if error.status is not None and (400 <= error.status < 500 and error.status != 429):
            return Rules()
        return Rules(refusal=f"the site's robots.txt could not be read ({error.reason})")
    # Longer files are cut at the end of a line.
    data = record.data if len(record.data) <= _READ else record.data[:_READ].rpartition(b"\n")[0]
    parsed = Protego.parse(data.decode("utf-8-sig", "replace"))
    asked: list[float | None] = [parsed.crawl_delay(PRODUCT)]
    rate = parsed.request_rate(PRODUCT)
    if rate is not None and rate.requests:
        with suppress(OverflowError):  # numbers of hundreds of digits
            asked.append(rate.seconds / rate.requests)
    delays = [float(delay) for delay in asked if delay is not None and 0 <= delay < math.inf]
    return Rules(parsed=parsed, delay=max(delays, default=None), sitemaps=tuple(parsed.sitemaps))
