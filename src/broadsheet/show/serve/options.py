"""Options of the server: importable without the web framework."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from broadsheet.crawl.sources.options import check_numbers, check_seconds

__all__ = ["MAX_BYTES", "ServeOptions"]

MAX_BYTES: Final = 10_000_000  # of a request or a fetched page; real pages reach 1.6 MB


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeOptions:
    """Limits of a server.

    Attributes:
        jobs: worker processes; by default the number of available cores.
        waiting: requests that may wait for a worker.
        waiting_seconds: maximum time that a request waits for a worker.
        page_seconds: wall-clock limit per page.
        page_megabytes: memory limit per page in MB.
        max_bytes: maximum size in bytes of a request, and of a fetched page, decompressed.
        body_seconds: maximum time for a request to arrive: for its head, and again for its body.
        fetch: fetch pages if a request has a URL and no page.
        fetches: concurrent fetches.
        fetch_seconds: time limit of a fetch, including redirects.

    Raises:
        ValueError: a number is out of range.
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
        for name in ("waiting_seconds", "page_seconds", "body_seconds", "fetch_seconds"):
            check_seconds(getattr(self, name), name)
        check_numbers(self, 1, "page_megabytes", "max_bytes", "fetches", *(["jobs"] if self.jobs is not None else []))
        check_numbers(self, 0, "waiting")
