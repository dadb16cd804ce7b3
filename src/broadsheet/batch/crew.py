"""Workers: started, fed, watched, and replaced when they die. Chunks go in, rows come out, whatever happens between.

A page that ends its worker by running out of time is a `timeout`. One whose worker dies of anything else is tried once
more, by itself: the worker may have been killed by somebody else, or died for want of memory that others had taken.
If that worker dies too, the page is `crashed`. Only the page in hand is blamed; the others of its chunk go on.

It must not know where chunks come from, nor what becomes of rows.
"""

from __future__ import annotations

import pickle
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from types import TracebackType
from typing import Any, Final, Self

from broadsheet.batch.checks import positive
from broadsheet.batch.learning import LearnOptions
from broadsheet.batch.outcome import Outcome
from broadsheet.batch.page import PageOptions, row_of
from broadsheet.batch.process import Process, how_it_ended
from broadsheet.batch.worker import TIME_IS_UP, Limits
from broadsheet.errors import BroadsheetError
from broadsheet.sources.entry import Entry

__all__ = ["Chunk", "Crew", "WorkersFail"]

_STARTS: Final = 3
"""Workers that may die in a row before they are ready. After that it is not chance."""
_TRIES: Final = 2
"""How often a page is taken up whose worker dies."""
_LIFE: Final = 50_000
"""Pages after which a worker is replaced: what a library loses here and there does not add up."""
_PATIENCE: Final = 5.0
"""Seconds for the kernel to tell how a worker ended that is dead already."""


class WorkersFail(BroadsheetError):
    """Workers die before they can do anything."""


@dataclass(eq=False)
class Chunk:
    """Some consecutive entries of a unit.

    Attributes:
        unit: the unit's number.
        entries: the entries.
    """

    unit: int
    entries: Sequence[Entry]
    _packed: bytes | None = field(default=None, repr=False)

    def pack(self) -> None:
        """Make the message, where there is time for it: in the thread that reads."""
        self._packed = pickle.dumps((self.unit, self.entries), pickle.HIGHEST_PROTOCOL)

    def message(self) -> bytes:
        """The message to a worker."""
        if self._packed is None:
            self.pack()
        packed, self._packed = self._packed, None
        assert packed is not None  # noqa: S101 - made above
        return packed


class Crew:
    """Some workers. Use it in a ``with`` statement: at its end they are gone.

    Args:
        jobs: how many.
        options: what is made of each page.
        limits: what a page may take.

    Raises:
        TypeError, ValueError: this is no number of workers.
    """

    def __init__(self, jobs: int, options: PageOptions | LearnOptions, limits: Limits) -> None:
        positive(jobs, "jobs")  # nothing would ever be done by none
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

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the workers, at once if they are at work."""
        for worker in self._workers:
            worker.end()
        self._workers.clear()

    @property
    def jobs(self) -> int:
        """How many workers there are."""
        return len(self._workers)

    @property
    def ready(self) -> bool:
        """Whether all workers have loaded what they need."""
        return all(worker.ready for worker in self._workers)

    @property
    def room(self) -> int:
        """How many more chunks to take: one for each worker that has none, and one for each that will be done soon."""
        return sum(worker.free + worker.ready for worker in self._workers) - len(self._waiting)

    @property
    def busy(self) -> bool:
        """Whether there is a chunk that is not done."""
        return bool(self._waiting) or any(worker.chunk is not None for worker in self._workers)

    def take(self, chunk: Chunk) -> None:
        """Have a chunk done."""
        self._waiting.append(chunk)
        self._hand_out()

    def collect(self, timeout: float | None) -> Iterator[tuple[int, list[dict[str, Any]]]]:
        """What has been done.

        Args:
            timeout: seconds to wait for something, or None for as long as it takes.

        Yields:
            The number of a unit, and some rows of it.

        Raises:
            WorkersFail: workers do not start.
            BroadsheetError: a worker cannot do what is wanted: a library is missing, a method lacks something.
        """
        ready = wait([worker.connection for worker in self._workers], timeout)
        for worker in [worker for worker in self._workers if worker.connection in ready]:
            yield from self._hear(worker)
        self._hand_out()

    def _hear(self, worker: _Worker) -> Iterator[tuple[int, list[dict[str, Any]]]]:
        try:
            word, content = worker.connection.recv()
        except (EOFError, OSError, pickle.UnpicklingError):
            yield from self._bury(worker)
            return
        match word:
            case "refused":
                raise content
            case "broken":
                raise WorkersFail(f"workers do not start: {content}")
            case "ready":
                self._failed_starts = 0
                worker.ready = True
            case _:
                chunk = worker.chunk
                assert chunk is not None  # noqa: S101 - workers speak when they are spoken to
                worker.received += len(content)
                if word == "done":
                    worker.chunk = None
                    worker.pages += len(chunk.entries)
                    if worker.pages >= _LIFE:
                        worker.end()
                        self._replace(worker)
                    # Before anybody looks at the rows, which takes a while where they fill a part.
                    self._hand_out()
                if content:
                    yield chunk.unit, content

    def _bury(self, worker: _Worker) -> Iterator[tuple[int, list[dict[str, Any]]]]:
        """A worker is dead: blame the page in hand, and have the others of its chunk done by a new one."""
        code = worker.end(patience=_PATIENCE)
        self.restarts += 1
        if not worker.ready:
            self._failed_starts += 1
            if self._failed_starts >= _STARTS:
                raise WorkersFail(f"workers do not start: {how_it_ended(code)}")
        chunk, in_hand = worker.chunk, worker.in_hand
        self._replace(worker)
        if chunk is None:
            return
        left = list(chunk.entries[worker.received :])
        if not left:
            return
        # A worker that dies before it takes up a page dies of what it was given: the first page stands for it.
        at = max(0, in_hand - worker.received)
        # What was done and not sent comes first, and once more.
        before, page, after = left[:at], left[at], left[at + 1 :]
        self._again(chunk.unit, after)
        key = (chunk.unit, page.number)
        tries = self._tries.get(key, 0) + 1
        if -code in TIME_IS_UP:
            clock = "of CPU time" if -code == signal.SIGPROF else "on the clock"
            seconds = self._limits.seconds * TIME_IS_UP[signal.Signals(-code)]
            blame = (Outcome.TIMEOUT, f"not done after {seconds:g} s {clock}")
        elif tries >= _TRIES:
            blame = (Outcome.CRASHED, f"its worker died {tries} times, at last of {how_it_ended(code)}")
        else:
            self._tries[key] = tries
            self._again(chunk.unit, [page])
            self._again(chunk.unit, before)
            return
        self._tries.pop(key, None)
        self._again(chunk.unit, before)
        row = row_of(page, unit=chunk.unit)
        row["outcome"], row["reason"] = blame
        yield chunk.unit, [row]

    def _again(self, unit: int, entries: list[Entry]) -> None:
        if entries:
            self._waiting.appendleft(Chunk(unit, entries))

    def _replace(self, worker: _Worker) -> None:
        self._workers[self._workers.index(worker)] = _Worker(self._options, self._limits)

    def _hand_out(self) -> None:
        for worker in self._workers:
            if self._waiting and worker.free:
                worker.take(self._waiting.popleft())


class _Worker(Process):
    """One process, with what it has in hand."""

    def __init__(self, options: PageOptions | LearnOptions, limits: Limits) -> None:
        self.ready = False
        self.chunk: Chunk | None = None
        self.received = 0
        self.pages = 0
        super().__init__(options, limits)

    @property
    def free(self) -> bool:
        """Whether it would take up a chunk at once."""
        return self.ready and self.chunk is None

    def take(self, chunk: Chunk) -> None:
        """Have a chunk done."""
        self.chunk = chunk
        self.received = 0
        self.give(chunk.message())
