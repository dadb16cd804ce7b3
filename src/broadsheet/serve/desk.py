"""The desk: tasks come in, worker processes do them, answers go out. What takes too long is ended with its process.

A worker has one task at a time. When the time for it is over the process is killed and another takes its place, so
that no page can hold a place for longer; and a task that nobody waits for any more holds none that others wait for. It
must not know what the tasks are, nor HTTP.
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

__all__ = ["Crashed", "Desk", "NoTurn", "NoWorkers", "TimeIsUp"]

_STARTING: Final = 120.0
"""Seconds that a worker may take to load what it needs; on a slow disk it takes many."""
_DYING: Final = 5.0
"""Seconds for the kernel to tell how a worker ended that is dead already."""
_LOOK: Final = 0.5
"""Seconds between two looks at whether a task is still wanted: most are done in less, and to replace a worker takes
more."""
_TRIES: Final = 4
"""Workers that a task may be given to, one after the other, as long as each dies before it begins."""
_LIFE: Final = 10_000
"""Tasks after which a worker is replaced: what a library loses here and there does not add up."""


class TimeIsUp(BroadsheetError):
    """A page took longer than a page may take."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds

    def __str__(self) -> str:
        return f"the page was not done after {self.seconds:g} s"


class Crashed(BroadsheetError):
    """The process that worked on a page ended."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how

    def __str__(self) -> str:
        return f"the process that worked on the page ended ({self.how})"


class NoTurn(BroadsheetError):
    """A task waited for a worker as long as a task may."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds

    def __str__(self) -> str:
        return f"no worker was free within {self.seconds:g} s; try again soon"


class NoWorkers(BroadsheetError):
    """Workers do not start, or the desk is closed."""


class _NotBegun(NoWorkers):
    """A worker died before it took up the task: it was killed while it was idle or loading, say."""


class _Unwanted(Exception):
    """Nobody waits for the task in hand, and others wait for its worker."""


class Desk:
    """Some workers, and whoever waits for them.

    Args:
        jobs: how many workers.
        work: what they do.
        limits: what one task may take; its seconds are of the clock here.
        patience: the most seconds that a task waits for a worker.

    Attributes:
        restarts: workers that had to be replaced.
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
        self._threads = ThreadPoolExecutor(jobs, thread_name_prefix="desk")
        self.restarts = 0

    async def open(self) -> None:
        """Start the workers, and wait until they are ready.

        Raises:
            NoWorkers: they do not start.
            BroadsheetError: they cannot do what is wanted.
        """
        loop = asyncio.get_running_loop()
        workers = [self._start() for _ in range(self._jobs)]
        await asyncio.gather(*(loop.run_in_executor(self._threads, worker.wait_until_ready) for worker in workers))
        for worker in workers:
            self._free.put(worker)

    async def close(self) -> None:
        """End the workers, at once if they are at work."""
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
        """Have a task done, in its turn. Cancelled, it loses its turn, or its worker as soon as another waits for one.

        Returns:
            What the worker says.

        Raises:
            NoTurn: it waited too long.
            TimeIsUp: it took too long.
            Crashed: its worker died, of this task or of something else.
            NoWorkers: there is none to do it.
        """
        await self._turn()
        wanted = threading.Event()
        wanted.set()
        try:
            doing = asyncio.get_running_loop().run_in_executor(
                self._threads, self._do, task, lambda: wanted.is_set() or not self._waiting
            )
        except RuntimeError as error:  # the threads have been told to end
            self._turns.release()
            raise NoWorkers("the server is going down") from error
        doing.add_done_callback(self._done)
        try:
            # The thread goes on where nobody waits any more, and has the turn until it is done.
            return await asyncio.shield(doing)
        finally:
            wanted.clear()

    async def _turn(self) -> None:
        """Wait until there is a thread, and so a worker.

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
            # Looked at, so that nobody complains where whoever asked is gone.
            doing.exception()

    def _start(self) -> _Worker:
        with self._lock:
            if self._closed:
                raise NoWorkers("the server is going down")
            try:
                worker = _Worker(self._work, self._limits)
            except OSError as error:  # no memory, no files: it may go better another time
                raise NoWorkers(f"no worker can be started: {error.strerror}") from error
            self._all.add(worker)
        return worker

    def _do(self, task: Any, wanted: Callable[[], bool]) -> Any:
        for _ in range(_TRIES - 1):
            with suppress(_NotBegun):
                return self._try(task, wanted)
        return self._try(task, wanted)

    def _try(self, task: Any, wanted: Callable[[], bool]) -> Any:
        """Have a task done by the next worker."""
        worker = self._one()
        try:
            said = worker.do(task, self._limits.seconds, wanted)
        except BaseException:
            self._replace(worker)
            raise
        if worker.tasks >= _LIFE:
            self._replace(worker)
        else:
            self._free.put(worker)
        return said

    def _one(self) -> _Worker:
        """A worker for a task: one that was free and did not die of something else in the meantime, or a new one."""
        # There are as many threads as workers: whoever comes here finds one, or has the place of one that is lacking.
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
    """One process, as its thread at the desk sees it."""

    def __init__(self, work: Work, limits: Limits) -> None:
        self.tasks = 0
        self._ready = False
        super().__init__(work, limits)

    def wait_until_ready(self) -> None:
        """Wait until it has loaded what it needs.

        Raises:
            NoWorkers: it died, or takes too long.
            BroadsheetError: it cannot do what is wanted.
        """
        if self._ready:
            return
        try:
            if not self.connection.poll(_STARTING):
                raise NoWorkers(f"a worker was not ready after {_STARTING:g} s")
            word, content = self.connection.recv()
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            raise _NotBegun(f"a worker does not start ({how_it_ended(self.end(_DYING))})") from error
        if word == "refused":
            raise content
        if word == "broken":
            raise NoWorkers(f"a worker does not start: {content}")
        self._ready = True

    def do(self, task: Any, seconds: float, wanted: Callable[[], bool]) -> Any:
        """Have a task done, and wait for it as long as it is wanted.

        Raises:
            TimeIsUp, Crashed, NoWorkers: as `Desk.do`.
            _Unwanted: it was not wanted any more.
        """
        self.wait_until_ready()
        self.tasks += 1
        self.give(pickle.dumps((0, [task]), pickle.HIGHEST_PROTOCOL))
        end = time.monotonic() + seconds
        word, rows = "", []
        try:
            # A worker may send its rows before it says that it is done with all of them.
            while word != "done":
                while not self.connection.poll(min(_LOOK, max(0.0, end - time.monotonic()))):
                    if time.monotonic() >= end:
                        raise TimeIsUp(seconds)
                    if not wanted():
                        raise _Unwanted
                word, more = self.connection.recv()
                rows += more
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            code = self.end(_DYING)
            # Its own timers are of its CPU time and of a multiple of the clock, and may ring first.
            if -code in TIME_IS_UP:
                raise TimeIsUp(seconds) from error
            # One that lacked the memory to take up the task died of it.
            if self.in_hand == NO_PAGE and code != NO_MEMORY:
                raise _NotBegun(f"a worker ended before it began ({how_it_ended(code)})") from error
            raise Crashed(how_it_ended(code)) from error
        return rows[0]

    def kill(self) -> None:
        """End it while its thread listens, which then hears of it."""
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGKILL)
