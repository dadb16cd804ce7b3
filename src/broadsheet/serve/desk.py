"""The desk: tasks come in, worker processes do them, answers go out. What takes too long is ended with its process.

A worker has one task at a time. When the time for it is over the process is killed and another takes its place, so
that no page can hold a place for longer. It must not know what the tasks are, nor HTTP.
"""

from __future__ import annotations

import asyncio
import pickle
import queue
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final

from broadsheet.batch.process import Process, how_it_ended
from broadsheet.batch.worker import TIME_IS_UP, Limits, Work
from broadsheet.errors import BroadsheetError

__all__ = ["Crashed", "Desk", "NoWorkers", "TimeIsUp"]

_STARTING: Final = 120.0
"""Seconds that a worker may take to load what it needs; on a slow disk it takes many."""
_DYING: Final = 5.0
"""Seconds for the kernel to tell how a worker ended that is dead already."""
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


class NoWorkers(BroadsheetError):
    """Workers do not start, or the desk is closed."""


class Desk:
    """Some workers, and whoever waits for them.

    Args:
        jobs: how many workers.
        work: what they do.
        limits: what one task may take; its seconds are of the clock here.
    """

    def __init__(self, jobs: int, work: Work, limits: Limits) -> None:
        self._jobs = jobs
        self._work = work
        self._limits = limits
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
        """Have a task done.

        Returns:
            What the worker says.

        Raises:
            TimeIsUp: it took too long.
            Crashed: its worker died, of this task or of something else.
            NoWorkers: there is none to do it.
        """
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._do, task)

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

    def _do(self, task: Any) -> Any:
        # There are as many threads as workers: whoever comes here finds one, or has the place of one that is lacking.
        try:
            worker = self._free.get_nowait()
        except queue.Empty:
            worker = self._start()
        try:
            said = worker.do(task, self._limits.seconds)
        except BaseException:
            self._replace(worker)
            raise
        if worker.tasks >= _LIFE:
            self._replace(worker)
        else:
            self._free.put(worker)
        return said

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
            raise NoWorkers(f"a worker does not start ({how_it_ended(self.end(_DYING))})") from error
        if word == "refused":
            raise content
        if word == "broken":
            raise NoWorkers(f"a worker does not start: {content}")
        self._ready = True

    def do(self, task: Any, seconds: float) -> Any:
        """Have a task done, and wait for it.

        Raises:
            TimeIsUp, Crashed, NoWorkers: as `Desk.do`.
        """
        self.wait_until_ready()
        self.tasks += 1
        self.give(pickle.dumps((0, [task]), pickle.HIGHEST_PROTOCOL))
        end = time.monotonic() + seconds
        word, rows = "", []
        try:
            # A worker may send its rows before it says that it is done with all of them.
            while word != "done":
                if not self.connection.poll(max(0.0, end - time.monotonic())):
                    raise TimeIsUp(seconds)
                word, more = self.connection.recv()
                rows += more
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            code = self.end(_DYING)
            # Its own timers are of its CPU time and of a multiple of the clock, and may ring first.
            if -code in TIME_IS_UP:
                raise TimeIsUp(seconds) from error
            raise Crashed(how_it_ended(code)) from error
        return rows[0]

    def kill(self) -> None:
        """End it while its thread listens, which then hears of it."""
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGKILL)
