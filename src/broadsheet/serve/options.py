"""What the server takes and how much: numbers and switches, to be had without loading a web framework."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from broadsheet.sources.options import check_seconds

__all__ = ["MAX_BYTES", "ServeOptions"]

MAX_BYTES: Final = 10_000_000
"""Bytes of a request or of a fetched page: six times the largest of 4,674 real pages, which has 1.6 MB."""

_SECONDS: Final = ("waiting_seconds", "page_seconds", "body_seconds", "fetch_seconds")
_POSITIVE: Final = ("page_megabytes", "max_bytes", "fetches")
"""The numbers without which nothing could be answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeOptions:
    """The bounds of a server.

    Attributes:
        jobs: pages that are worked on at a time: worker processes; as many as the process may use cores, by default.
        waiting: further requests that may wait for one of them.
        waiting_seconds: the most seconds that a request may wait for one.
        page_seconds: the most seconds that one page may take, on the clock.
        page_megabytes: the most memory that one page may take, in MB.
        max_bytes: the most bytes of a request, and of a fetched page when it is unpacked.
        body_seconds: the most seconds that a request may take to arrive: its head, and then its body.
        fetch: fetch pages, where a request names an address and brings no page.
        fetches: pages that are fetched at a time.
        fetch_seconds: the most seconds that fetching one may take, redirects and all.

    Raises:
        ValueError: a number is out of its range.
    """

    jobs: int | None = None
    waiting: int = 32
    waiting_seconds: float = 20.0
    page_seconds: float = 20.0
    page_megabytes: int = 1024
    max_bytes: int = MAX_BYTES
    body_seconds: float = 20.0
    fetch: bool = True
    fetches: int = 16
    fetch_seconds: float = 20.0

    def __post_init__(self) -> None:
        if self.jobs is not None and not 0 < self.jobs < float("inf"):
            raise ValueError("jobs must be a positive, finite number")
        for name in _SECONDS:
            check_seconds(getattr(self, name), name)
        for name in _POSITIVE:
            if not 0 < getattr(self, name) < float("inf"):
                raise ValueError(f"{name} must be a positive, finite number")
        if self.waiting < 0:
            raise ValueError("waiting must be 0 or more")
