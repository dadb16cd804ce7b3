"""The server's pool of worker processes. A task that takes too long is killed with its process.

A worker has one task at a time. At its time limit the process is killed and replaced, so a page cannot hold a worker
longer; a task without a waiting client is dropped when others wait.
"""

from __future__ import annotations

import asyncio
import pickle
import queue
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final

from broadsheet.batch.process import Process, how_it_ended
from broadsheet.batch.worker import NO_MEMORY, NO_PAGE, TIME_IS_UP, Limits, Work
from broadsheet.errors import BroadsheetError

__all__ = ["Crashed", "NoTurn", "NoWorkers", "TimeIsUp", "Workers"]

_START_SECONDS: Final = 120.0  # for a worker to load models, which is slow from a slow disk
_EXIT_SECONDS: Final = 5.0  # for the kernel to report the exit code of a dead worker
_POLL_SECONDS: Final = 0.5  # interval of checks whether a task is still wanted; most tasks take less
_MAX_TRIES: Final = 4  # workers tried for a task while each dies before it begins
_MAX_WORKER_TASKS: Final = 10_000  # tasks after which a worker is replaced, against memory leaks in libraries


class TimeIsUp(BroadsheetError):
    """A page exceeded its time limit."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds

    def __str__(self) -> str:
        return f"the page was not done after {self.seconds:g} s"


class Crashed(BroadsheetError):
    """The worker process of a page died."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how

    def __str__(self) -> str:
        return f"the process that worked on the page ended ({self.how})"


class NoTurn(BroadsheetError):
    """A task waited too long for a worker."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds

    def __str__(self) -> str:
        return f"no worker was free within {self.seconds:g} s; try again soon"


class NoWorkers(BroadsheetError):
    """Workers do not start, or the pool is closed."""


class _NotBegun(NoWorkers):
    """A worker died before it began the task, such as while idle or loading."""


class _Unwanted(Exception):
    """The client of the task has gone, and others wait for the worker."""


class Workers:
    """A pool of worker processes.

    Args:
        jobs: number of workers.
        work: what they do.
        limits: limits per task; the seconds are wall-clock time here.
        patience: maximum seconds that a task waits for a worker.

    Attributes:
        restarts: workers replaced.
    """

    def __init__(self, jobs: int, work: Work, limits: Limits, patience: float = float("inf")) -> None:
        self._jobs = jobs
        self._work = work
        self._limits = limits
        self._patience = patience
        self._turns = asyncio.Semaphore(jobs)
        self._waiting = 0
        self._free: queue.SimpleQueue[_Worker] = queue.SimpleQueue()
        self._all: set[_Worker] = set()
        self._lock = threading.Lock()
        self._closed = False
        self._threads = ThreadPoolExecutor(jobs, thread_name_prefix="workers")
        self.restarts = 0

    async def open(self) -> None:
        """Start the workers, and wait until they are ready.

        Raises:
            NoWorkers: they do not start.
            BroadsheetError: a library or a requirement of the work is missing.
        """
        loop = asyncio.get_running_loop()
        workers = [self._start() for _ in range(self._jobs)]
        await asyncio.gather(*(loop.run_in_executor(self._threads, worker.wait_until_ready) for worker in workers))
        for worker in workers:
            self._free.put(worker)

    async def close(self) -> None:
        """End the workers, killing those at work."""
        with self._lock:
            self._closed = True
            workers = list(self._all)
            self._all.clear()
        for worker in workers:
            worker.kill()
        await asyncio.to_thread(self._threads.shutdown, wait=True, cancel_futures=True)
        for worker in workers:
            worker.end()

    async def do(self, task: Any) -> Any:
        """Run a task and return the worker's answer. Cancelled, it leaves the queue, or frees its worker when needed.

        Raises:
            NoTurn: it waited too long.
            TimeIsUp: it took too long.
            Crashed: its worker died, because of this task or for another reason.
            NoWorkers: no worker can be started.
        """
        await self._turn()
        wanted = threading.Event()
        wanted.set()
        try:
            doing = asyncio.get_running_loop().run_in_executor(
                self._threads, self._do, task, lambda: wanted.is_set() or not self._waiting
            )
        except RuntimeError as error:  # the thread pool is shut down
            self._turns.release()
            raise NoWorkers("the server is shutting down") from error
        doing.add_done_callback(self._done)
        try:
            # The thread continues after a cancellation, and keeps its turn until it ends.
            return await asyncio.shield(doing)
        finally:
            wanted.clear()

    async def _turn(self) -> None:
        """Wait for a free thread, and so for a worker.

        Raises:
            NoTurn: it took too long.
        """
        self._waiting += 1
        try:
            async with asyncio.timeout(self._patience):
                await self._turns.acquire()
        except TimeoutError as error:
            raise NoTurn(self._patience) from error
        finally:
            self._waiting -= 1

    def _done(self, doing: asyncio.Future[Any]) -> None:
        self._turns.release()
        if not doing.cancelled():
            # Retrieved, because asyncio warns about exceptions that are never retrieved.
            doing.exception()

    def _start(self) -> _Worker:
        with self._lock:
            if self._closed:
                raise NoWorkers("the server is shutting down")
            try:
                worker = _Worker(self._work, self._limits)
            except OSError as error:  # out of memory or file descriptors, perhaps temporarily
                raise NoWorkers(f"a worker cannot be started: {error.strerror}") from error
            self._all.add(worker)
        return worker

    def _do(self, task: Any, wanted: Callable[[], bool]) -> Any:
        for _ in range(_MAX_TRIES - 1):
            with suppress(_NotBegun):
                return self._try(task, wanted)
        return self._try(task, wanted)

    def _try(self, task: Any, wanted: Callable[[], bool]) -> Any:
        worker = self._take_worker()
        try:
            said = worker.do(task, self._limits.seconds, wanted)
        except BaseException:
            self._replace(worker)
            raise
        if worker.tasks >= _MAX_WORKER_TASKS:
            self._replace(worker)
        else:
            self._free.put(worker)
        return said

    def _take_worker(self) -> _Worker:
        """Return an idle worker that is still alive, or start one."""
        # There are as many threads as workers, so an empty queue means that a worker is missing.
        with suppress(queue.Empty):
            while (worker := self._free.get_nowait()).dead:
                self._replace(worker)
            return worker
        return self._start()

    def _replace(self, worker: _Worker) -> None:
        worker.end()
        with self._lock:
            self._all.discard(worker)
            self.restarts += 1
        with suppress(NoWorkers):
            self._free.put(self._start())


class _Worker(Process):
    """One process, used by one thread of the pool at a time."""

    def __init__(self, work: Work, limits: Limits) -> None:
        self.tasks = 0
        self._ready = False
        super().__init__(work, limits)

    def wait_until_ready(self) -> None:
        """Wait until it has loaded its models.

        Raises:
            NoWorkers: it died, or takes too long.
            BroadsheetError: a library or a requirement of the work is missing.
        """
        if self._ready:
            return
        try:
            if not self.connection.poll(_START_SECONDS):
                raise NoWorkers(f"a worker was not ready after {_START_SECONDS:g} s")
            word, content = self.connection.recv()
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            raise _NotBegun(f"a worker does not start ({how_it_ended(self.end(_EXIT_SECONDS))})") from error
        if word == "refused":
            raise content
        if word == "broken":
            raise NoWorkers(f"a worker does not start: {content}")
        self._ready = True

    def do(self, task: Any, seconds: float, wanted: Callable[[], bool]) -> Any:
        """Run a task, and wait for it as long as it is wanted.

        Raises:
            TimeIsUp, Crashed, NoWorkers: see `Workers.do`.
            _Unwanted: it is not wanted any more.
        """
        self.wait_until_ready()
        self.tasks += 1
        self.give(pickle.dumps((0, [task]), pickle.HIGHEST_PROTOCOL))
        end = time.monotonic() + seconds
        word, rows = "", []
        try:
            # A worker may send rows before it reports that it is done.
            while word != "done":
                while not self.connection.poll(min(_POLL_SECONDS, max(0.0, end - time.monotonic()))):
                    if time.monotonic() >= end:
                        raise TimeIsUp(seconds)
                    if not wanted():
                        raise _Unwanted
                word, more = self.connection.recv()
                rows += more
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            code = self.end(_EXIT_SECONDS)
            # The worker's own timers, of CPU and wall-clock time, may fire first.
            if -code in TIME_IS_UP:
                raise TimeIsUp(seconds) from error
            # NO_MEMORY: there was not enough memory to receive the task.
            if self.in_hand == NO_PAGE and code != NO_MEMORY:
                raise _NotBegun(f"a worker ended before it began ({how_it_ended(code)})") from error
            raise Crashed(how_it_ended(code)) from error
        return rows[0]

    def kill(self) -> None:
        """Kill it while its thread waits for it, which then notices."""
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGKILL)
