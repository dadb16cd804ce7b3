"""Kinds of sources, and limits and rules of fetching them: importable without the HTTP client."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

__all__ = [
    "LONGEST",
    "MAX_BYTES",
    "FetchOptions",
    "Kind",
    "Politeness",
    "check_numbers",
    "check_seconds",
    "check_since",
]

MAX_BYTES: Final = 32_000_000  # the page parser's limit of characters; larger pages would be refused anyway
LONGEST: Final = 604_800.0  # a week in seconds: the largest timeout; `setitimer` and `select` have limits


class Kind(StrEnum):
    """Type of a unit."""

    WARC = "warc"
    TAR = "tar"
    ZIP = "zip"
    PARQUET = "parquet"
    JSONL = "jsonl"
    FILES = "files"
    ADDRESSES = "addresses"


def check_seconds(seconds: float, name: str) -> None:
    """Raise `ValueError` unless a duration is above 0 and at most a week."""
    if not 0 < seconds <= LONGEST:
        raise ValueError(f"{name} must be a number above 0 and at most {LONGEST:.0f} (a week)")


def check_since(since: str) -> str:
    """Return the day ``since``, also that of a `date`, as ``YYYY-MM-DD``; raise `ValueError` if it is not a day."""
    try:
        return date.fromisoformat(str(since)).isoformat()
    except ValueError:
        raise ValueError(f"since must be a day (YYYY-MM-DD), not {since!r}") from None


def check_numbers(options: object, least: int, *names: str) -> None:
    """Raise `ValueError` unless these options are finite numbers of at least ``least``, 0 or 1; NaN is not one."""
    for name in names:
        if not least <= getattr(options, name) < float("inf"):
            raise ValueError(f"{name} must be a finite number, {least} or more")


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchOptions:
    """Limits of one fetch.

    Attributes:
        connect: seconds for a connection, and again for its TLS handshake.
        read: seconds without data after which a server is given up.
        total: seconds in total, with redirects. Only name resolution, which cannot be interrupted, has the system's own
            limit.
        max_bytes: maximum size of a page in bytes, decompressed.
        max_redirects: maximum redirects.
        user_agent: the client's name; None for ``broadsheet/VERSION``.

    Raises:
        ValueError: a number is out of range.
    """

    connect: float = 10.0
    read: float = 20.0
    total: float = 60.0
    max_bytes: int = MAX_BYTES
    max_redirects: int = 10
    user_agent: str | None = None

    def __post_init__(self) -> None:
        for name in ("connect", "read", "total"):
            check_seconds(getattr(self, name), name)
        check_numbers(self, 1, "max_bytes")
        check_numbers(self, 0, "max_redirects")


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
        failures: consecutive pages whose connection fails, after which a host is given up.

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
