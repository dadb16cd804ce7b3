"""The server's workers: a pool of processes (`broadsheet.crawl.batch.single`) behind a queue of requests.

A task that waits too long for a worker is refused; a task without a waiting client is dropped when others wait.
"""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from broadsheet.crawl.batch.process import WorkersFail
from broadsheet.crawl.batch.single import TaskPool
from broadsheet.crawl.batch.worker import Limits, Work
from broadsheet.errors import BroadsheetError

__all__ = ["NoTurn", "Workers"]


class NoTurn(BroadsheetError):
    """A task waited too long for a worker."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds

    def __str__(self) -> str:
        return f"no worker was free within {self.seconds:g} s; try again soon"


class Workers:
    """A pool of worker processes.

    Args:
        jobs: number of workers.
        work: what they do.
        limits: limits per task; the seconds are wall-clock time here.
        patience: maximum seconds that a task waits for a worker.
    """

    def __init__(self, jobs: int, work: Work, limits: Limits, patience: float = float("inf")) -> None:
        self._pool = TaskPool(jobs, work, limits)
        self._patience = patience
        self._turns = asyncio.Semaphore(jobs)
        self._waiting = 0
        self._threads = ThreadPoolExecutor(jobs, thread_name_prefix="workers")

    @property
    def restarts(self) -> int:
        """Workers replaced."""
        return self._pool.restarts

    async def open(self) -> None:
        """Start the workers, and wait until they are ready.

        Raises:
            WorkersFail: they do not start.
            BroadsheetError: a library or a requirement of the work is missing.
        """
        await asyncio.get_running_loop().run_in_executor(self._threads, self._pool.start)

    async def close(self) -> None:
        """End the workers, killing those at work."""
        self._pool.close()
        await asyncio.to_thread(self._threads.shutdown, wait=True, cancel_futures=True)

    async def do(self, task: Any) -> Any:
        """Run a task and return the worker's answer. Cancelled, it leaves the queue, or frees its worker when needed.

        Raises:
            NoTurn: it waited too long.
            PageTimeout: it took too long.
            PageCrashed: its worker died, because of this task or for another reason.
            WorkersFail: no worker can be started.
        """
        await self._turn()
        wanted = threading.Event()
        wanted.set()
        try:
            doing = asyncio.get_running_loop().run_in_executor(
                self._threads, self._pool.do, task, lambda: wanted.is_set() or not self._waiting
            )
        except RuntimeError as error:  # the thread pool is shut down
            self._turns.release()
            raise WorkersFail("the server is shutting down") from error
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
