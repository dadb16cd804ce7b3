"""A worker process as its parent sees it: start, send work, kill."""

from __future__ import annotations

import mmap
import os
import pickle
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Final

from broadsheet.crawl.batch.worker import MARK, NO_MEMORY, NO_PAGE, TIME_IS_UP, Limits, Work
from broadsheet.errors import BroadsheetError, NeedsNotMet

__all__ = ["Died", "Process", "WorkersFail", "cores", "how_it_ended"]

_EXIT_SECONDS: Final = 5.0  # for the kernel to report the exit code of a dead worker
_PROGRAM: Final = "import sys; from broadsheet.crawl.batch.worker import main; sys.exit(main(sys.argv[1:]))"


class WorkersFail(BroadsheetError):
    """Workers do not start, or their pool is closed."""


class Died(Exception):
    """A worker process has ended.

    Attributes:
        code: its exit code.
    """

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Process:
    """One worker process.

    Args:
        work: what it does.
        limits: limits per page.

    Attributes:
        connection: messages to and from it, see `broadsheet.crawl.batch.worker`.
        ready: whether it has loaded its models.

    Raises:
        NeedsNotMet: not a POSIX system.
    """

    def __init__(self, work: Work, limits: Limits) -> None:
        if not TIME_IS_UP:
            raise NeedsNotMet("worker processes need a POSIX system (Linux, macOS): this one has no CPU-time timers")
        self.ready = False
        ours, theirs = socket.socketpair()
        with theirs, tempfile.TemporaryFile() as memory:
            memory.write(MARK.pack(NO_PAGE))
            memory.flush()
            self._mark = mmap.mmap(memory.fileno(), MARK.size)
            self._process = subprocess.Popen(  # noqa: S603 - our own module
                [sys.executable, "-c", _PROGRAM, str(theirs.fileno()), str(memory.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=None if os.environ.get("BROADSHEET_WORKERS_SPEAK") else subprocess.DEVNULL,
                pass_fds=(theirs.fileno(), memory.fileno()),
                env={
                    **os.environ,
                    # One core per worker, and the parent's module path.
                    "OMP_NUM_THREADS": "1",
                    "OPENBLAS_NUM_THREADS": "1",
                    "MKL_NUM_THREADS": "1",
                    "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
                },
            )
        self.connection = Connection(ours.detach())
        self.connection.send((work, limits))

    @property
    def number(self) -> int:
        """Process id."""
        return self._process.pid

    @property
    def dead(self) -> bool:
        """Whether the process has ended."""
        return self._process.poll() is not None

    @property
    def in_hand(self) -> int:
        """Position in its chunk of the page it works on, or worked on last."""
        place: int = MARK.unpack_from(self._mark, 0)[0]
        return place

    def give(self, message: bytes) -> None:
        """Send a chunk. If the process is dead, `connection` reports that later."""
        MARK.pack_into(self._mark, 0, NO_PAGE)
        with suppress(OSError):
            self.connection.send_bytes(message)

    def receive(self) -> tuple[bool, list[Any]]:
        """Receive a message: whether the current chunk is done, and rows of it.

        Raises:
            Died: the process has ended.
            WorkersFail: it cannot load its models.
            BroadsheetError: a library or a requirement of the work is missing.
        """
        try:
            word, content = self.connection.recv()
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            raise Died(self.end(_EXIT_SECONDS)) from error
        match word:
            case "refused":
                raise content
            case "broken":
                raise WorkersFail(f"workers do not start: {content}")
            case "ready":
                self.ready = True
                return False, []
            case _:
                return word == "done", content

    def end(self, patience: float = 0.0) -> int:
        """End the process and return its exit code.

        Args:
            patience: seconds to wait, after closing the connection, before killing it.
        """
        self.connection.close()
        try:
            return self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()


def how_it_ended(code: int) -> str:
    """Describe an exit code."""
    if code == NO_MEMORY:
        return "out of memory (more than the limit of a page)"
    if code >= 0:
        return f"exit code {code}"
    with suppress(ValueError):
        return signal.Signals(-code).name
    return f"signal {-code}"


def cores() -> int:
    """Return the number of cores available to this process, the default number of workers."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
