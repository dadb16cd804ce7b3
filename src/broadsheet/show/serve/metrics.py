"""The server's metrics, in the text format of Prometheus."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, PlatformCollector, ProcessCollector
from prometheus_client.exposition import generate_latest

__all__ = ["MEDIA_TYPE", "Metrics"]

MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"  # Prometheus, "Exposition formats", text-based format
# Upper bounds of the histogram's buckets in seconds: most pages take hundredths, fetched ones some seconds.
_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 40.0)


class Metrics:
    """The metrics of one server; ``pages`` and ``fetches`` are those in progress or queued."""

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
            "Seconds from the head of a request to the end of its response, by endpoint.",
            ["endpoint"],
            buckets=_SECONDS,
            registry=registry,
        )
        self.pages = Gauge("broadsheet_pages_in_progress", "Pages in progress or queued.", registry=registry)
        self.fetches = Gauge("broadsheet_fetches_in_progress", "Fetches in progress.", registry=registry)
        lost = Gauge("broadsheet_worker_restarts", "Worker processes that were replaced.", registry=registry)
        lost.set_function(restarts)

    def count(self, endpoint: str, status: int, seconds: float) -> None:
        """Count a request. ``endpoint`` is one of a few names, each of which makes a dozen lines."""
        self._requests.labels(endpoint, str(status)).inc()
        self._seconds.labels(endpoint).observe(seconds)

    def text(self) -> bytes:
        """Format all metrics."""
        return generate_latest(self._registry)
