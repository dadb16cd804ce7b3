"""Rules of polite fetching, and the state of hosts: importable without the HTTP client."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from broadsheet.crawl.sources.options import check_numbers

if TYPE_CHECKING:
    from broadsheet.crawl.sources.fetching import Robots

__all__ = ["Politeness", "Visit", "Visited"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Politeness:
    """Rules of fetching many pages.

    Attributes:
        robots: obey robots.txt.
        delay: seconds between the end of a request to a host and the next. A longer delay in robots.txt
            (``Crawl-delay``, ``Request-rate``) is obeyed.
        longest_delay: maximum of such a delay in seconds; hosts that ask for more are not fetched from.
        per_host: concurrent requests to one host.
        hosts: concurrent requests to all hosts.
        retries: further attempts after temporary failures (429, 5xx, a broken connection).
        retry_wait: seconds before the first retry, doubled each time, unless ``Retry-After`` says otherwise. The host
            gets no other request in the meantime.
        longest_wait: maximum seconds that a server may ask to wait before it is given up.
        failures: consecutive connection failures after which a host is given up.

    Raises:
        ValueError: a number is out of range.
    """

    robots: bool = True
    delay: float = 1.0
    longest_delay: float = 60.0
    per_host: int = 1
    hosts: int = 16
    retries: int = 2
    retry_wait: float = 5.0
    longest_wait: float = 300.0
    failures: int = 5

    def __post_init__(self) -> None:
        check_numbers(self, 0, "delay", "longest_delay", "retries", "retry_wait", "longest_wait")
        check_numbers(self, 1, "per_host", "hosts", "failures")


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
    """State of hosts by name, and their rules once one is fetched from, kept from one fetch of many pages to the next.

    Not for concurrent fetches.
    """

    hosts: dict[str, Visit] = field(default_factory=dict)
    robots: Robots | None = None
