"""How a site is treated by whoever fetches many pages: numbers and notes, to be had without loading a client."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from broadsheet.sources.robots import Robots

__all__ = ["Politeness", "Visit", "Visited"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Politeness:
    """The manners of a fetch of many pages.

    Attributes:
        robots: ask robots.txt before a page of a host is fetched, and keep to it.
        delay: seconds between the end of one request to a host and the next. A longer one that robots.txt asks for
            (``Crawl-delay``, ``Request-rate``) is honoured.
        longest_delay: the most seconds of that kind: a host that asks for more is asked for nothing.
        per_host: requests to one host at a time.
        hosts: requests to all hosts together at a time.
        retries: further attempts at a page that failed for the moment (429, 5xx, a connection that broke).
        retry_wait: seconds before the first of them, doubled each time, where the server names no time
            (``Retry-After``). Meanwhile the host gets no other request either.
        longest_wait: the most seconds that a server may make us wait before it is given up.
        failures: failed connections in a row after which a host is given up.

    Raises:
        ValueError: a number is out of its range.
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
        for name in ("delay", "longest_delay", "retries", "retry_wait", "longest_wait"):
            if not 0 <= getattr(self, name) < float("inf"):
                raise ValueError(f"{name} must be a finite number, 0 or more")
        for name in ("per_host", "hosts", "failures"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be 1 or more")


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """How a host was left.

    Attributes:
        ready: when it may be asked again, on the monotonic clock.
        failures: failed connections in a row.
        given_up: why it is not asked again, in words; None if it is.
    """

    ready: float
    failures: int
    given_up: str | None


@dataclass(slots=True)
class Visited:
    """What is remembered of hosts from one fetch of many pages to the next, so that manners hold over all of them.

    It serves one fetch after another, not two at a time.

    Attributes:
        hosts: how each host was left, by its name.
        robots: rules of hosts that are known; None before the first fetch.
    """

    hosts: dict[str, Visit] = field(default_factory=dict)
    robots: Robots | None = None
