"""Rules of hosts (robots.txt, RFC 9309), and the state of hosts from one fetch of many pages to the next.

Importable without the HTTP client and the parser of robots.txt.
"""

from __future__ import annotations

import math
import re
import threading
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from broadsheet.crawl.sources.options import Politeness
from broadsheet.errors import FetchFailed, PageTooLarge

if TYPE_CHECKING:
    from pathlib import Path

    from protego import Protego

    from broadsheet.crawl.sources.http import Fetcher

__all__ = ["Robots", "Rules", "Visit", "Visited", "host_of"]

_PRODUCT: Final = "broadsheet"  # product token in robots.txt (RFC 9309, section 2.2.1)
# Not prose such as "User agent policy: ...", which Protego ignores.
_AGENT: Final = re.compile(
    r"\s*(?:user[- ]?agent\s*:|user(?:-|\s*)agent\s(?![^#:]*:(?:[\s#]|$)))([^#]*)", re.IGNORECASE
)
_RULES_SECONDS: Final = 24 * 3600.0  # time that rules are cached (RFC 9309, section 2.4)
_MAX_FAILURES: Final = 3  # failed reads in a row after which a server counts as failed
_FAILURE_SECONDS: Final = 600.0  # time until a failed server is tried again
_MAX_RULES: Final = 10_000  # hosts whose rules are cached
_MAX_RULES_BYTES: Final = 512 * 1024  # bytes read of a robots.txt; at least 500 KiB (RFC 9309, section 2.5)


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one host: its robots.txt, or why nothing is allowed, or neither if everything is allowed.

    ``delay`` is the delay between requests that it asks for, in seconds; ``failures`` counts failed reads in a row.
    """

    parsed: Protego | None = None
    refusal: str | None = None
    delay: float | None = None
    sitemaps: tuple[str, ...] = ()
    failures: int = 0

    @property
    def may_change(self) -> bool:
        """Whether it could not be read, and is read again at the next request."""
        return 0 < self.failures < _MAX_FAILURES

    def against(self, url: str) -> str | None:
        """Return why a URL is forbidden, or None."""
        if self.refusal is not None:
            return self.refusal
        if self.parsed is not None and not self.parsed.can_fetch(url, _PRODUCT):
            return "the site's robots.txt does not allow it"
        return None


class Robots:
    """Cache of the rules of hosts, read on demand; thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: OrderedDict[str, tuple[float, Rules]] = OrderedDict()
        self._reading: dict[str, threading.Lock] = {}

    def rules(self, url: str, fetcher: Fetcher) -> Rules:
        """Return the rules of a URL's host; ``fetcher`` fetches its robots.txt, if it is not cached.

        A missing file allows everything. A server that fails or is unreachable allows nothing for the moment
        (RFC 9309, sections 2.3.1.3 and 2.3.1.4).
        """
        host = host_of(url)
        with self._lock:
            reading = self._reading.setdefault(host, threading.Lock())
        with reading:
            with self._lock:
                until, known = self._known.pop(host, (0.0, Rules()))
            if time.monotonic() > until:
                known = _read_rules(host, fetcher, known.failures + 1)
                lasts = _RULES_SECONDS if known.refusal is None else 0.0 if known.may_change else _FAILURE_SECONDS
                until = time.monotonic() + lasts
            with self._lock:
                self._known[host] = (until, known)
                while len(self._known) > _MAX_RULES:
                    self._reading.pop(self._known.popitem(last=False)[0], None)
        return known


def host_of(url: str) -> str:
    """Return the server of a URL as ``scheme://host:port``, the scope of a robots.txt; `ValueError` without a host."""
    parts = urlsplit(url.strip())
    host = parts.netloc.rpartition("@")[2].lower()
    if not host:
        raise ValueError(f"{url!r} has no host")
    return f"{parts.scheme.lower()}://{host}"


def _read_rules(host: str, fetcher: Fetcher, attempt: int) -> Rules:
    from protego import Protego

    try:
        record = fetcher.fetch(f"{host}/robots.txt", pages_only=False)
    except PageTooLarge:
        return Rules(refusal="the site's robots.txt is too large")
    except FetchFailed as error:
        if error.status is not None and (400 <= error.status < 500 and error.status != 429):
            return Rules()
        failures = attempt if error.temporary or error.status is not None else _MAX_FAILURES
        return Rules(refusal=f"the site's robots.txt could not be read ({error.reason})", failures=failures)
    # Longer files are cut at a line end.
    data = record.data if len(record.data) <= _MAX_RULES_BYTES else record.data[:_MAX_RULES_BYTES].rpartition(b"\n")[0]
    parsed = Protego.parse("\n".join(map(_without_other_names, data.decode("utf-8-sig", "replace").splitlines())))
    requested: list[float | None] = [parsed.crawl_delay(_PRODUCT)]
    rate = parsed.request_rate(_PRODUCT)
    if rate is not None and rate.requests:
        with suppress(OverflowError):  # numbers with hundreds of digits
            requested.append(rate.seconds / rate.requests)
    delays = [float(delay) for delay in requested if delay is not None and 0 <= delay < math.inf]
    return Rules(parsed=parsed, delay=max(delays, default=None), sitemaps=tuple(parsed.sitemaps))


def _without_other_names(line: str) -> str:
    """Give all other crawlers the same name: Protego stores each rule once per name above it, without a limit."""
    agent = _AGENT.match(line)
    if agent is None:
        return line
    name = agent[1].strip().lower()
    name = name.replace("*", "") or name[:1]
    return f"User-agent: {name if name == '*' or _PRODUCT.startswith(name) else 'other'}"


@dataclass(slots=True)
class Visit:
    """State of a host: when the next request is allowed, on the monotonic clock; connection failures in a row; and why
    it is given up, or None.
    """

    ready: float = 0.0
    failures: int = 0
    given_up: str | None = None


@dataclass(slots=True)
class Visited:
    """The known state of hosts, kept from one fetch of many pages to the next. Not for concurrent fetches.

    Attributes:
        hosts: their state, by name.
        robots: their rules.
        politeness: our rules, for calls that state no others.
        pages: the file of pages fetched so far, which an interrupted run does not fetch again; None for no file.
    """

    hosts: dict[str, Visit] = field(default_factory=dict)
    robots: Robots = field(default_factory=Robots)
    politeness: Politeness = field(default_factory=Politeness)
    pages: Path | None = None
