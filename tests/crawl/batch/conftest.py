"""A WARC file for batch runs, and a pool without processes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self

import pytest

from broadsheet.crawl.batch.learning import LearnOptions
from broadsheet.crawl.batch.page import PageOptions
from broadsheet.crawl.batch.pool import Chunk
from broadsheet.crawl.batch.process import Limits

from .pages_for_tests import warc

PAGES = 60


class InlinePool:
    """Makes the rows of a chunk in the calling thread."""

    def __init__(self, jobs: int, options: PageOptions | LearnOptions, limits: Limits) -> None:
        self._options = options
        self._threads = ThreadPoolExecutor(jobs)
        self._own = threading.local()
        self.submit = self._threads.submit
        self.jobs = jobs
        self.restarts = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._threads.shutdown()

    def rows(self, chunk: Chunk) -> Iterator[list[dict[str, Any]]]:
        if not hasattr(self._own, "maker"):
            self._own.maker = self._options.begin()
        yield [self._own.maker(entry, unit=chunk.unit) for entry in chunk.entries]


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return warc(tmp_path_factory.mktemp("input") / "pages.warc.gz", PAGES)


@pytest.fixture
def inline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the rows in this process."""
    monkeypatch.setattr("broadsheet.crawl.batch.running.Pool", InlinePool)
