"""What the server counts about itself, in the text format of Prometheus. It must not know what is counted for whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, PlatformCollector, ProcessCollector
from prometheus_client.exposition import generate_latest

__all__ = ["MEDIA_TYPE", "Figures"]

MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
"""Prometheus, "Exposition formats", text-based format."""
_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 40.0)
"""Upper ends of the histogram's bars: a page takes hundredths of a second, and one that is fetched some seconds."""


class Figures:
    """The counts of one server.

    Attributes:
        pages: pages that are worked on or wait for it.
        fetches: pages that are being fetched.
    """

    def __init__(self, restarts: Callable[[], float]) -> None:
        self._registry = CollectorRegistry()
        registry = self._registry
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        self._requests = Counter(
            "broadsheet_requests", "Requests, by endpoint and HTTP status.", ["endpoint", "status"], registry=registry
        )
        self._seconds = Histogram(
            "broadsheet_request_seconds",
            "Seconds from the head of a request to the end of its answer, by endpoint.",
            ["endpoint"],
            buckets=_SECONDS,
            registry=registry,
        )
        self.pages = Gauge("broadsheet_pages_in_progress", "Pages in hand, waiting ones included.", registry=registry)
        self.fetches = Gauge("broadsheet_fetches_in_progress", "Pages that are being fetched.", registry=registry)
        lost = Gauge("broadsheet_worker_restarts", "Worker processes that had to be replaced.", registry=registry)
        lost.set_function(restarts)

    def count(self, endpoint: str, status: int, seconds: float) -> None:
        """Count a request.

        Args:
            endpoint: which, out of a few: each makes a dozen lines.
            status: the HTTP status of the answer.
            seconds: how long it took.
        """
        self._requests.labels(endpoint, str(status)).inc()
        self._seconds.labels(endpoint).observe(seconds)

    def text(self) -> bytes:
        """All counts."""
        return generate_latest(self._registry)
