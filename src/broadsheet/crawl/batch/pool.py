"""A pool of worker processes: chunks of entries in, rows out. Dead workers are replaced.

A page whose worker exceeds a time limit is a `timeout`. If a worker dies otherwise, the page is tried once more by
itself, because the cause may be external (the OOM killer); if that worker dies too, the page is `crashed`. Only the
page in hand is blamed; the rest of its chunk is processed by another worker.
"""

from __future__ import annotations

import pickle
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from typing import Any, Final, Self

from broadsheet.crawl.batch.checks import positive
from broadsheet.crawl.batch.learning import LearnOptions
from broadsheet.crawl.batch.outcome import Outcome
from broadsheet.crawl.batch.page import PageOptions, row_of
from broadsheet.crawl.batch.process import Died, Process, WorkersFail, how_it_ended
from broadsheet.crawl.batch.worker import TIME_IS_UP, Limits
from broadsheet.crawl.sources.entry import Entry

__all__ = ["Chunk", "WorkerPool"]

_MAX_FAILED_STARTS: Final = 3  # consecutive workers that may die before they are ready
_MAX_TRIES: Final = 2  # attempts at a page whose worker dies
_MAX_WORKER_PAGES: Final = 50_000  # pages after which a worker is replaced, against memory leaks in libraries


@dataclass(eq=False)
class Chunk:
    """Consecutive entries of a unit.

    Attributes:
        unit: number of the unit.
        entries: the entries.
    """

    unit: int
    entries: Sequence[Entry]
    _packed: bytes | None = field(default=None, repr=False)

    def pack(self) -> None:
        """Pickle the message in the reader thread, which has time for it."""
        self._packed = pickle.dumps((self.unit, self.entries), pickle.HIGHEST_PROTOCOL)

    def message(self) -> bytes:
        """Return the pickled message to a worker, and drop it."""
        if self._packed is None:
            self.pack()
        packed, self._packed = self._packed, None
        assert packed is not None  # noqa: S101 - made above
        return packed


class WorkerPool:
    """A pool of worker processes; a context manager that ends them.

    Args:
        jobs: number of workers.
        options: what to do with each page.
        limits: limits per page.

    Raises:
        TypeError, ValueError: invalid number of workers.
    """

    def __init__(self, jobs: int, options: PageOptions | LearnOptions, limits: Limits) -> None:
        positive(jobs, "jobs")
        self._options = options
        self._limits = limits
        self._waiting: deque[Chunk] = deque()
        self._tries: dict[tuple[int, int], int] = {}
        self._failed_starts = 0
        self.restarts = 0
        self._workers: list[_Worker] = []
        try:
            for _ in range(jobs):
                self._workers.append(_Worker(options, limits))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the workers, killing those at work."""
        for worker in self._workers:
            worker.end()
        self._workers.clear()

    @property
    def jobs(self) -> int:
        """Number of workers."""
        return len(self._workers)

    @property
    def ready(self) -> bool:
        """Whether all workers have loaded their models."""
        return all(worker.ready for worker in self._workers)

    @property
    def room(self) -> int:
        """Number of further chunks to accept: up to one per idle worker and one per working worker as a reserve."""
        return sum(worker.free + worker.ready for worker in self._workers) - len(self._waiting)

    @property
    def busy(self) -> bool:
        """Whether a chunk is unfinished."""
        return bool(self._waiting) or any(worker.chunk is not None for worker in self._workers)

    def take(self, chunk: Chunk) -> None:
        """Queue a chunk."""
        self._waiting.append(chunk)
        self._dispatch()

    def collect(self, timeout: float | None) -> Iterator[tuple[int, list[dict[str, Any]]]]:
        """Wait for results.

        Args:
            timeout: seconds to wait, or None for no limit.

        Yields:
            The number of a unit, and some of its rows.

        Raises:
            WorkersFail: workers do not start.
            BroadsheetError: a worker cannot do the work: a library or a requirement of the method is missing.
        """
        ready = wait([worker.connection for worker in self._workers], timeout)
        for worker in [worker for worker in self._workers if worker.connection in ready]:
            yield from self._receive(worker)
        self._dispatch()

    def _receive(self, worker: _Worker) -> Iterator[tuple[int, list[dict[str, Any]]]]:
        try:
            is_done, rows = worker.receive()
        except Died as died:
            yield from self._handle_death(worker, died.code)
            return
        chunk = worker.chunk
        if chunk is None:  # it is ready now
            self._failed_starts = 0
            return
        worker.received += len(rows)
        if is_done:
            worker.chunk = None
            worker.pages += len(chunk.entries)
            if worker.pages >= _MAX_WORKER_PAGES:
                worker.end()
                self._replace(worker)
            # Before the caller handles the rows, which takes a while if they fill a part.
            self._dispatch()
        if rows:
            yield chunk.unit, rows

    def _handle_death(self, worker: _Worker, code: int) -> Iterator[tuple[int, list[dict[str, Any]]]]:
        """Handle a dead worker: blame the page in hand, and queue the rest of its chunk again."""
        self.restarts += 1
        if not worker.ready:
            self._failed_starts += 1
            if self._failed_starts >= _MAX_FAILED_STARTS:
                raise WorkersFail(f"workers do not start: {how_it_ended(code)}")
        chunk, in_hand = worker.chunk, worker.in_hand
        self._replace(worker)
        if chunk is None:
            return
        left = list(chunk.entries[worker.received :])
        if not left:
            return
        # A worker that dies before its first page is blamed on that page.
        at = max(0, in_hand - worker.received)
        # Pages done but not sent are repeated, before the rest.
        before, page, after = left[:at], left[at], left[at + 1 :]
        self._requeue(chunk.unit, after)
        key = (chunk.unit, page.number)
        tries = self._tries.get(key, 0) + 1
        if -code in TIME_IS_UP:
            clock = "of CPU time" if -code == signal.SIGPROF else "on the clock"
            seconds = self._limits.seconds * TIME_IS_UP[signal.Signals(-code)]
            blame = (Outcome.TIMEOUT, f"not done after {seconds:g} s {clock}")
        elif tries >= _MAX_TRIES:
            blame = (Outcome.CRASHED, f"its worker died {tries} times, at last of {how_it_ended(code)}")
        else:
            self._tries[key] = tries
            self._requeue(chunk.unit, [page])
            self._requeue(chunk.unit, before)
            return
        self._tries.pop(key, None)
        self._requeue(chunk.unit, before)
        row = row_of(page, unit=chunk.unit)
        row["outcome"], row["reason"] = blame
        yield chunk.unit, [row]

    def _requeue(self, unit: int, entries: list[Entry]) -> None:
        if entries:
            self._waiting.appendleft(Chunk(unit, entries))

    def _replace(self, worker: _Worker) -> None:
        self._workers[self._workers.index(worker)] = _Worker(self._options, self._limits)

    def _dispatch(self) -> None:
        for worker in self._workers:
            if self._waiting and worker.free:
                worker.take(self._waiting.popleft())


class _Worker(Process):
    """One process and its current chunk."""

    def __init__(self, options: PageOptions | LearnOptions, limits: Limits) -> None:
        self.chunk: Chunk | None = None
        self.received = 0
        self.pages = 0
        super().__init__(options, limits)

    @property
    def free(self) -> bool:
        """Whether it can take a chunk now."""
        return self.ready and self.chunk is None

    def take(self, chunk: Chunk) -> None:
        """Send it a chunk."""
        self.chunk = chunk
        self.received = 0
        self.give(chunk.message())
