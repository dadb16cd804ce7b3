"""A pool of worker processes, each used by one thread at a time. Dead workers are replaced.

`Pool.do` has a worker do one task, and kills it at a wall-clock limit. `Pool.rows` has workers make the rows of a chunk
of entries: a page that exceeds a worker's own timers is a `timeout`. If a worker dies otherwise, the page in hand is
tried once more, because the cause may be external (the OOM killer); if that worker dies too, the page is `crashed`.
"""

from __future__ import annotations

import pickle
import queue
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final, Self

from broadsheet.crawl.batch.checks import positive
from broadsheet.crawl.batch.page import row_of
from broadsheet.crawl.batch.process import (
    NO_MEMORY,
    NO_PAGE,
    TIME_IS_UP,
    Died,
    Limits,
    NotBegun,
    Work,
    Worker,
    WorkersFail,
    cores,
    how_it_ended,
)
from broadsheet.crawl.batch.schema import Outcome
from broadsheet.crawl.sources.record import Entry
from broadsheet.errors import PageCrashed, PageTimeout

__all__ = ["Chunk", "Pool"]

MAX_STARTS: Final = 4  # workers tried in a row while each dies before it begins
_MAX_PAGE_TRIES: Final = 2  # attempts at a page whose worker dies
_MAX_WORKER_PAGES: Final = 50_000  # pages after which a worker is replaced, against memory leaks in libraries


@dataclass(frozen=True, slots=True)
class Chunk:
    """Consecutive entries of a unit, which is given by its number."""

    unit: int
    entries: Sequence[Entry]


class Pool:
    """A pool of worker processes, and of threads that use them; a context manager that ends them.

    Workers are started when they are needed; `start` starts all.

    Args:
        jobs: number of workers, and of threads; None for one per core.
        work: what they do.
        limits: limits per page; for `do`, the seconds are wall-clock time.

    Attributes:
        restarts: workers that died or were killed, and were replaced.

    Raises:
        TypeError, ValueError: invalid number of workers.
    """

    def __init__(self, jobs: int | None, work: Work, limits: Limits) -> None:
        self.jobs = positive(jobs, "jobs") if jobs is not None else cores()
        self._work = work
        self._limits = limits
        self.restarts = 0
        self._closed = False
        self._begin()

    def _begin(self) -> None:
        self._threads = ThreadPoolExecutor(self.jobs, thread_name_prefix="workers")
        self._free: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        self._all: set[Worker] = set()
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start all workers, and wait until they are ready."""
        workers = [self._start() for _ in range(self.jobs)]
        try:
            for worker in workers:
                worker.wait_until_ready()
        except BaseException:
            for worker in workers:
                self._end(worker)
            raise
        for worker in workers:
            self._put(worker)

    def close(self, *, wait: bool = True) -> None:
        """End the workers, killing those at work, and wait for the threads, which get an error."""
        with self._lock:
            self._closed = True
            workers = list(self._all)
        for worker in workers:
            worker.kill()
        self._threads.shutdown(wait=wait)
        with suppress(queue.Empty):
            while True:
                self._end(self._free.get_nowait())

    def forget(self) -> None:
        """Leave the workers to the process that this one was forked from, and begin anew."""
        for worker in self._all:
            worker.forget()
        self._begin()

    def submit(self, function: Callable[..., Any], *args: Any) -> Future[Any]:
        """Call a function, which may use `do` and `rows`, in one of the pool's threads.

        Raises:
            RuntimeError: the pool is closed.
        """
        return self._threads.submit(function, *args)

    def do(self, task: Any, wanted: Callable[[], bool] = lambda: True) -> Any:
        """Have a worker do a task, and return its answer.

        Args:
            task: anything that can be pickled.
            wanted: returns whether the answer is still wanted; called about twice a second.

        Raises:
            PageTimeout: it took too long.
            PageCrashed: its worker died, because of this task or for another reason.
            WorkersFail: no worker can be started, or the pool is closed.
            Unwanted: the answer is no longer wanted.
        """
        for _ in range(MAX_STARTS - 1):
            with suppress(NotBegun):
                return self._try(task, wanted)
        return self._try(task, wanted)

    def _try(self, task: Any, wanted: Callable[[], bool]) -> Any:
        message = pickle.dumps((0, [task]), pickle.HIGHEST_PROTOCOL)
        seconds = self._limits.seconds
        with self._worker() as worker:
            try:
                (answer,) = [answer for rows in worker.rows(message, 1, seconds, wanted) for answer in rows]
            except Died as died:
                how = how_it_ended(died.code)
                if self._closed:
                    raise WorkersFail("the workers are closed") from died
                # The worker's own timers, of CPU and wall-clock time, may fire first.
                if -died.code in TIME_IS_UP:
                    raise PageTimeout(seconds) from died
                # NO_MEMORY: there was not enough memory to receive the task.
                if worker.in_hand == NO_PAGE and died.code != NO_MEMORY:
                    raise NotBegun(f"a worker ended before it started on the page ({how})") from died
                raise PageCrashed(how) from died
        return answer

    def rows(self, chunk: Chunk) -> Iterator[list[dict[str, Any]]]:
        """Have workers make the rows of a chunk; yield some at a time, in any order.

        If a worker dies, its page is tried once more alone, and the rest of the chunk by another worker.

        Raises:
            WorkersFail: workers do not start, or the pool is closed.
            BroadsheetError: a worker cannot do the work: a library or a requirement of the method is missing.
        """
        todo = [list(chunk.entries)]
        tries: Counter[int] = Counter()
        starts = 0
        while todo:
            entries = todo.pop()
            message = pickle.dumps((chunk.unit, entries), pickle.HIGHEST_PROTOCOL)
            received = 0
            try:
                with self._worker() as worker:
                    for rows in worker.rows(message, len(entries)):
                        received += len(rows)
                        yield rows
            except NotBegun:
                starts += 1
                if starts == MAX_STARTS:
                    raise
                todo.append(entries)
            except Died as died:
                # A worker that dies before its first page is blamed on that page. Pages done but not sent are repeated.
                at = max(received, worker.in_hand)
                if at < len(entries):
                    page = entries[at]
                    tries[page.number] += 1
                    blame = self._blame(died.code, tries[page.number])
                    todo += filter(None, [entries[at + 1 :], [] if blame else [page], entries[received:at]])
                    if blame:
                        yield [row_of(page, unit=chunk.unit) | blame]

    def _blame(self, code: int, tries: int) -> dict[str, Any] | None:
        """Return outcome and reason of a page whose worker died; None to try it once more."""
        if -code in TIME_IS_UP:
            clock = "of CPU time" if -code == signal.SIGPROF else "of wall-clock time"
            seconds = self._limits.seconds * TIME_IS_UP[signal.Signals(-code)]
            return {"outcome": Outcome.TIMEOUT, "reason": f"not done after {seconds:g} s {clock}"}
        if tries < _MAX_PAGE_TRIES:
            return None
        return {
            "outcome": Outcome.CRASHED,
            "reason": f"its worker died {tries} times, the last time with {how_it_ended(code)}",
        }

    @contextmanager
    def _worker(self) -> Iterator[Worker]:
        """Use a worker that is ready; after an error it is replaced."""
        worker = self._take()
        try:
            worker.wait_until_ready()
            yield worker
        except Exception:
            self._replace(worker)
            raise
        except BaseException:  # such as Ctrl-C, after which no other is needed
            self._end(worker)
            raise
        if worker.pages >= _MAX_WORKER_PAGES:
            self._end(worker)
        else:
            self._put(worker)

    def _take(self) -> Worker:
        """Return an idle worker that is still alive, or start one."""
        # There are as many threads as workers, so an empty queue means that a worker is missing.
        with suppress(queue.Empty):
            while (worker := self._free.get_nowait()).dead:
                self._replace(worker)
            return worker
        return self._start()

    def _start(self) -> Worker:
        with self._lock:
            if self._closed:
                raise WorkersFail("the workers are closed")
            try:
                worker = Worker(self._work, self._limits)
            except OSError as error:  # out of memory or file descriptors, perhaps temporarily
                raise WorkersFail(f"a worker cannot be started: {error.strerror}") from error
            self._all.add(worker)
        return worker

    def _put(self, worker: Worker) -> None:
        with self._lock:
            if not self._closed:
                self._free.put(worker)
                return
        self._end(worker)

    def _end(self, worker: Worker) -> None:
        worker.end()
        with self._lock:
            self._all.discard(worker)

    def _replace(self, worker: Worker) -> None:
        self._end(worker)
        self.restarts += 1
        with suppress(WorkersFail):
            self._put(self._start())
