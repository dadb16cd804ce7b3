"""What the server takes and how much: numbers and switches, to be had without loading a web framework."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Final

__all__ = ["MAX_BYTES", "ServeOptions", "cores"]

MAX_BYTES: Final = 10_000_000
"""Bytes of a request or of a fetched page: six times the largest of 4,674 real pages, which has 1.6 MB."""


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeOptions:
    """The bounds of a server.

    Attributes:
        jobs: pages that are worked on at a time: worker processes.
        waiting: further requests that may wait for one of them.
        page_seconds: the most seconds that one page may take, on the clock.
        page_megabytes: the most memory that one page may take, in MB.
        max_bytes: the most bytes of a request, and of a fetched page when it is unpacked.
        body_seconds: the most seconds that a request may take to arrive.
        fetch: fetch pages, where a request names an address and brings no page.
        fetches: pages that are fetched at a time.
        fetch_seconds: the most seconds that fetching one may take, redirects and all.

    Raises:
        ValueError: a number is out of its range.
    """

    jobs: int = field(default_factory=cores)
    waiting: int = 32
    page_seconds: float = 20.0
    page_megabytes: int = 1024
    max_bytes: int = MAX_BYTES
    body_seconds: float = 20.0
    fetch: bool = True
    fetches: int = 16
    fetch_seconds: float = 20.0

    def __post_init__(self) -> None:
        for name in ("jobs", "page_seconds", "page_megabytes", "max_bytes", "body_seconds", "fetches", "fetch_seconds"):
            if not 0 < getattr(self, name) < float("inf"):
                raise ValueError(f"{name} must be a positive, finite number")
        if self.waiting < 0:
            raise ValueError("waiting must be 0 or more")
