"""How long and how much a source may take: numbers only, so that they can be had without loading a client."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["LONGEST", "MAX_BYTES", "FetchOptions", "check_seconds"]

MAX_BYTES: Final = 32_000_000
"""As many bytes as a page may have characters: more would be refused after the download anyway."""
LONGEST: Final = 604_800.0
"""Seconds of a week: nobody waits longer for a page, and clocks cannot be set to any number (`setitimer`, `select`)."""


def check_seconds(seconds: float, name: str) -> None:
    """See that something can be waited for so long.

    Raises:
        ValueError: it is not above 0, not a number, or more than a week.
    """
    if not 0 < seconds <= LONGEST:
        raise ValueError(f"{name} must be a number above 0, {LONGEST:.0f} (a week) at the most")


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchOptions:
    """The bounds of one fetch.

    Attributes:
        connect: seconds for a connection, and again for its TLS handshake.
        read: seconds of silence after which a server is given up.
        total: seconds for everything: redirects, retries and the waits between them. Only the look-up of a host
            name is left to the system's own limit, because nothing can interrupt it.
        max_bytes: the most bytes of a page, counted after decompression.
        max_redirects: the most redirects that are followed.
        retries: further attempts after a connection that failed, and after the statuses 429 and 503. The default is
            none: who fetches many pages knows better when to come back.
        retry_wait: seconds before the first retry, doubled each time, where the server names no time in
            ``Retry-After`` (RFC 9110, section 10.2.3).
        user_agent: what the client calls itself; None for ``broadsheet/VERSION`` and where to read about it.

    Raises:
        ValueError: a number is out of its range.
    """

    connect: float = 10.0
    read: float = 20.0
    total: float = 60.0
    max_bytes: int = MAX_BYTES
    max_redirects: int = 10
    retries: int = 0
    retry_wait: float = 1.0
    user_agent: str | None = None

    def __post_init__(self) -> None:
        for name in ("connect", "read", "total"):
            check_seconds(getattr(self, name), name)
        # Written so that not-a-number fails too; infinity would make a limit none.
        if not 0 < self.max_bytes < float("inf"):
            raise ValueError("max_bytes must be a positive, finite number")
        for name in ("max_redirects", "retries", "retry_wait"):
            if not 0 <= getattr(self, name) < float("inf"):
                raise ValueError(f"{name} must be a finite number, 0 or more")
