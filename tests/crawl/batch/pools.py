"""A pool without processes, for tests of everything around it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any, Self

from broadsheet.crawl.batch.learning import LearnOptions, Observer
from broadsheet.crawl.batch.page import PageOptions, RowMaker
from broadsheet.crawl.batch.pool import Chunk
from broadsheet.crawl.batch.worker import Limits


class InlinePool:
    """Does a chunk when it is asked for the rows."""

    def __init__(self, jobs: int, options: PageOptions | LearnOptions, limits: Limits) -> None:
        self._extractor = Observer(options) if isinstance(options, LearnOptions) else RowMaker(options)
        self._chunks: deque[Chunk] = deque()
        self.jobs = jobs
        self.ready = True
        self.restarts = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if isinstance(self._extractor, RowMaker):
            self._extractor.close()

    @property
    def room(self) -> int:
        return self.jobs - len(self._chunks)

    @property
    def busy(self) -> bool:
        return bool(self._chunks)

    def take(self, chunk: Chunk) -> None:
        self._chunks.append(chunk)

    def collect(self, timeout: float | None) -> Iterator[tuple[int, list[dict[str, Any]]]]:
        if self._chunks:
            # The last first: parts must not depend on the order in which chunks are done.
            chunk = self._chunks.pop()
            yield chunk.unit, [self._extractor(entry, unit=chunk.unit) for entry in chunk.entries]
