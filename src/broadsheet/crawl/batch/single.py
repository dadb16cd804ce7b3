"""A pool of worker processes that do one task at a time each, for threads that wait for the answer.

At its time limit a task is killed with its process, which is replaced: a page cannot hold a worker longer.
"""

from __future__ import annotations

import pickle
import queue
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from broadsheet.crawl.batch.process import Died, Process, WorkersFail, how_it_ended
from broadsheet.crawl.batch.worker import NO_MEMORY, NO_PAGE, TIME_IS_UP, Limits, Work
from broadsheet.errors import PageCrashed, PageTimeout

__all__ = ["MAX_TRIES", "TaskPool", "Unwanted"]

MAX_TRIES: Final = 4  # workers tried for a task while each dies before it begins
_START_SECONDS: Final = 120.0  # for a worker to load models, which is slow from a slow disk
_POLL_SECONDS: Final = 0.5  # interval of checks whether a task is still wanted; most tasks take less
_MAX_WORKER_TASKS: Final = 10_000  # tasks after which a worker is replaced, against memory leaks in libraries


class Unwanted(Exception):
    """The answer is no longer wanted."""


class _NotBegun(WorkersFail):
    """A worker died before it began the task, such as while idle or loading."""


def _always() -> bool:
    return True


class TaskPool:
    """A pool of worker processes. They are started when they are needed; `start` starts all.

    Args:
        jobs: number of workers, and so of tasks in progress.
        work: what they do.
        limits: limits per task; the seconds are wall-clock time here.

    Attributes:
        restarts: workers replaced.
    """

    def __init__(self, jobs: int, work: Work, limits: Limits) -> None:
        self._jobs = jobs
        self._work = work
        self._limits = limits
        self.restarts = 0
        self._closed = False
        self._begin()

    def _begin(self) -> None:
        self._turns = threading.Semaphore(self._jobs)
        self._free: queue.SimpleQueue[_Worker] = queue.SimpleQueue()
        self._all: set[_Worker] = set()
        self._lock = threading.Lock()

    def start(self) -> None:
        """Start all workers, and wait until they are ready.

        Raises:
            WorkersFail: they do not start.
            BroadsheetError: a library or a requirement of the work is missing.
        """
        workers = [self._start() for _ in range(self._jobs)]
        try:
            for worker in workers:
                worker.wait_until_ready()
        except BaseException:
            for worker in workers:
                self._end(worker)
            raise
        for worker in workers:
            self._put(worker)

    def close(self) -> None:
        """End the workers. Those at work are killed, and the threads that wait for them get an error."""
        with self._lock:
            self._closed = True
            workers = list(self._all)
        for worker in workers:
            worker.kill()
        with suppress(queue.Empty):
            while True:
                self._end(self._free.get_nowait())

    def forget(self) -> None:
        """Leave the workers to the process that this one was forked from, and begin anew."""
        for worker in self._all:
            worker.forget()
        self._begin()

    def do(self, task: Any, wanted: Callable[[], bool] = _always) -> Any:
        """Have a worker do a task, and return its answer.

        Args:
            task: anything that can be pickled.
            wanted: returns whether the answer is still wanted; asked now and then.

        Raises:
            PageTimeout: it took too long.
            PageCrashed: its worker died, because of this task or for another reason.
            WorkersFail: no worker can be started, or the pool is closed.
            Unwanted: the answer is not wanted any more.
        """
        message = pickle.dumps((0, [task]), pickle.HIGHEST_PROTOCOL)
        with self._turns:
            for _ in range(MAX_TRIES - 1):
                with suppress(_NotBegun):
                    return self._try(message, wanted)
            return self._try(message, wanted)

    def _try(self, message: bytes, wanted: Callable[[], bool]) -> Any:
        worker = self._take()
        try:
            said = worker.do(message, self._limits.seconds, wanted)
        except Exception as error:
            self._replace(worker)
            if self._closed and isinstance(error, PageCrashed):
                raise WorkersFail("the workers are closed") from error
            raise
        except BaseException:  # such as Ctrl-C, after which no other is needed
            self._end(worker)
            raise
        if worker.tasks >= _MAX_WORKER_TASKS:
            self._replace(worker)
        else:
            self._put(worker)
        return said

    def _take(self) -> _Worker:
        """Return an idle worker that is still alive, or start one."""
        # There are as many turns as workers, so an empty queue means that a worker is missing.
        with suppress(queue.Empty):
            while (worker := self._free.get_nowait()).dead:
                self._replace(worker)
            return worker
        return self._start()

    def _start(self) -> _Worker:
        with self._lock:
            if self._closed:
                raise WorkersFail("the workers are closed")
            try:
                worker = _Worker(self._work, self._limits)
            except OSError as error:  # out of memory or file descriptors, perhaps temporarily
                raise WorkersFail(f"a worker cannot be started: {error.strerror}") from error
            self._all.add(worker)
        return worker

    def _put(self, worker: _Worker) -> None:
        with self._lock:
            if not self._closed:
                self._free.put(worker)
                return
        self._end(worker)

    def _end(self, worker: _Worker) -> None:
        worker.end()
        with self._lock:
            self._all.discard(worker)

    def _replace(self, worker: _Worker) -> None:
        self._end(worker)
        self.restarts += 1
        with suppress(WorkersFail):
            self._put(self._start())


class _Worker(Process):
    """One process, used by one thread of the pool at a time."""

    def __init__(self, work: Work, limits: Limits) -> None:
        self.tasks = 0
        super().__init__(work, limits)

    def wait_until_ready(self) -> None:
        """Wait until it has loaded its models.

        Raises:
            WorkersFail: it died, or takes too long.
            BroadsheetError: a library or a requirement of the work is missing.
        """
        if self.ready:
            return
        if not self.connection.poll(_START_SECONDS):
            raise WorkersFail(f"a worker was not ready after {_START_SECONDS:g} s")
        try:
            self.receive()
        except Died as died:
            raise _NotBegun(f"a worker does not start ({how_it_ended(died.code)})") from died

    def do(self, message: bytes, seconds: float, wanted: Callable[[], bool]) -> Any:
        """Run a pickled task, and wait for it as long as it is wanted.

        Raises:
            PageTimeout, PageCrashed, WorkersFail, Unwanted: see `TaskPool.do`.
        """
        self.wait_until_ready()
        self.tasks += 1
        self.give(message)
        end = time.monotonic() + seconds
        is_done, rows = False, []
        try:
            # A worker may send rows before it reports that it is done.
            while not is_done:
                while not self.connection.poll(min(_POLL_SECONDS, max(0.0, end - time.monotonic()))):
                    if time.monotonic() >= end:
                        raise PageTimeout(seconds)
                    if not wanted():
                        raise Unwanted
                is_done, more = self.receive()
                rows += more
        except Died as died:
            how = how_it_ended(died.code)
            # The worker's own timers, of CPU and wall-clock time, may fire first.
            if -died.code in TIME_IS_UP:
                raise PageTimeout(seconds) from died
            # NO_MEMORY: there was not enough memory to receive the task.
            if self.in_hand == NO_PAGE and died.code != NO_MEMORY:
                raise _NotBegun(f"a worker ended before it began ({how})") from died
            raise PageCrashed(how) from died
        return rows[0]

    def kill(self) -> None:
        """Kill it while its thread waits for it, which then notices."""
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGKILL)

    def forget(self) -> None:
        """Let go of it in a process that was forked, so that it notices the end of the one that started it."""
        self.connection.close()
        self._process.returncode = 0  # it is not ours to wait for
