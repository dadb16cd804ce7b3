"""A worker process that can be killed: its program, and how its parent starts it, sends it work and kills it.

The worker receives its task, then chunks of entries over a socket, and sends rows back in batches. Before each page it
writes the position of the page to shared memory and sets kernel timers: a page that exceeds its time ends the process,
whatever it is doing.
"""

from __future__ import annotations

import gc
import math
import mmap
import os
import pickle
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, Protocol

from broadsheet.crawl.batch.checks import instance, positive
from broadsheet.crawl.sources.options import check_seconds
from broadsheet.errors import BroadsheetError, NeedsNotMet, PageTimeout

__all__ = [
    "NO_MEMORY",
    "NO_PAGE",
    "TIME_IS_UP",
    "Died",
    "Limits",
    "Maker",
    "NotBegun",
    "Work",
    "Worker",
    "WorkersFail",
    "cores",
    "how_it_ended",
]

MARK: Final = struct.Struct("<q")  # format of the position of the current page
NO_PAGE: Final = -1
NO_MEMORY: Final = 71  # exit code when memory runs out between pages (``EX_OSERR`` of ``sysexits.h``)
PATIENCE: Final = 10  # wall-clock limit of a page as a multiple of its CPU limit
# Signals of the two timers, with the multiple of the limit at which they fire; empty on Windows, which has no workers.
TIME_IS_UP: Final = {signal.SIGPROF: 1, signal.SIGALRM: PATIENCE} if hasattr(signal, "SIGPROF") else {}
_START_SECONDS: Final = 120.0  # time for a worker to load models, which is slow from a slow disk
_POLL_SECONDS: Final = 0.5  # interval of checks whether a task is still wanted; most tasks take less
_SEND_SECONDS: Final = 0.5  # finished rows are sent at least this often: the work that a crash can cost
_EXIT_SECONDS: Final = 5.0  # time for the kernel to report the exit code of a dead worker
_PROGRAM: Final = "import sys; from broadsheet.crawl.batch.process import main; sys.exit(main(sys.argv[1:]))"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits per page.

    Attributes:
        seconds: CPU time in seconds; the wall-clock limit is `PATIENCE` times that, for pages that wait.
        megabytes: address space in MB, beyond what the process has when ready.

    Raises:
        TypeError: not a number.
        ValueError: out of range.
    """

    seconds: float = 60.0
    megabytes: int = 1024

    def __post_init__(self) -> None:
        instance(self.seconds, (int, float), "seconds")
        check_seconds(self.seconds, "seconds")
        positive(self.megabytes, "megabytes")


class Maker(Protocol):
    """Makes a row of each entry."""

    def __call__(self, entry: Any, /, *, unit: int) -> Any:
        """Return the row of an entry; problems with the page are recorded in it."""


class Work(Protocol):
    """A worker's task, pickled and sent to it once."""

    def begin(self) -> Maker:
        """Load models and libraries; raise a `BroadsheetError` if one is missing."""


def main(arguments: list[str]) -> int:
    """Work until the parent closes the socket. The arguments are the file descriptors of socket and shared memory."""
    # Ctrl-C is the supervisor's to handle; it ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in TIME_IS_UP:
        signal.signal(number, signal.SIG_DFL)
    socket, memory = map(int, arguments)
    with (
        Connection(socket) as connection,
        mmap.mmap(memory, MARK.size) as mark,
        suppress(EOFError, BrokenPipeError, ConnectionResetError),
    ):
        threading.Thread(target=_end_with_parent, args=(socket,), daemon=True).start()
        work, limits = connection.recv()
        try:
            make = work.begin()
        except BroadsheetError as error:
            connection.send(("refused", error))
            return 1
        except Exception as error:  # such as a library that fails to load
            connection.send(("broken", f"{type(error).__name__}: {error}"))
            return 1
        gc.collect()
        gc.freeze()
        _limit_memory(limits.megabytes)
        connection.send(("ready", None))
        try:
            while True:
                _chunk(connection, mark, make, limits.seconds)
        except MemoryError:
            return NO_MEMORY
    return 0


def _chunk(connection: Connection, mark: mmap.mmap, make: Maker, seconds: float) -> None:
    unit, entries = pickle.loads(connection.recv_bytes())  # noqa: S301 - from the process that started this one
    rows: list[Any] = []
    sent = time.monotonic()
    for place, entry in enumerate(entries):
        MARK.pack_into(mark, 0, place)
        # CPU time, so that a busy machine does not cause timeouts; wall-clock time for pages that sleep.
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.setitimer(signal.ITIMER_REAL, PATIENCE * seconds)
        row = make(entry, unit=unit)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        rows.append(row)
        if time.monotonic() - sent > _SEND_SECONDS:
            connection.send(("rows", rows))
            rows, sent = [], time.monotonic()
    MARK.pack_into(mark, 0, NO_PAGE)
    connection.send(("done", rows))


def _end_with_parent(socket: int) -> None:
    """End this process when the other end of the socket is closed, also in the middle of a page."""
    hung_up = select.poll()
    hung_up.register(socket, select.POLLHUP)
    hung_up.poll()
    os.kill(os.getpid(), signal.SIGKILL)


def _limit_memory(megabytes: int) -> None:
    """Limit the growth of the address space, on Linux."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        limit = pages * os.sysconf("SC_PAGE_SIZE") + megabytes * 1_000_000
        resource.setrlimit(resource.RLIMIT_AS, (limit, resource.getrlimit(resource.RLIMIT_AS)[1]))


class WorkersFail(BroadsheetError):
    """Workers do not start, or their pool is closed."""


class NotBegun(WorkersFail):
    """A worker died before it began the work, such as while idle or loading."""


class Unwanted(Exception):
    """The answer is no longer wanted."""


class Died(Exception):
    """A worker process has ended, with this exit code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Worker:
    """One worker process, used by one thread at a time.

    Attributes:
        ready: whether it has loaded its models.
        pages: number of pages that it was given.

    Raises:
        NeedsNotMet: not a POSIX system.
    """

    def __init__(self, work: Work, limits: Limits) -> None:
        if not TIME_IS_UP:
            raise NeedsNotMet("worker processes need a POSIX system (Linux, macOS): this one has no CPU-time timers")
        self.ready = False
        self.pages = 0
        ours, theirs = socket.socketpair()
        in_memory = sys.platform == "linux"  # a temporary file needs a folder that can be written to
        with theirs, os.fdopen(os.memfd_create("mark"), "w+b") if in_memory else tempfile.TemporaryFile() as memory:
            memory.write(MARK.pack(NO_PAGE))
            memory.flush()
            self._mark = mmap.mmap(memory.fileno(), MARK.size)
            self._process = subprocess.Popen(  # noqa: S603 - our own module
                [sys.executable, "-c", _PROGRAM, str(theirs.fileno()), str(memory.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
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
        self._connection = Connection(ours.detach())
        self._connection.send((work, limits))

    @property
    def dead(self) -> bool:
        """Whether the process has ended."""
        return self._process.poll() is not None

    @property
    def in_hand(self) -> int:
        """Position in its chunk of the page it works on, or worked on last."""
        place: int = MARK.unpack_from(self._mark, 0)[0]
        return place

    def wait_until_ready(self) -> None:
        """Wait until it has loaded its models.

        Raises:
            WorkersFail: it died, or takes too long.
            BroadsheetError: a library or a requirement of the work is missing.
        """
        if self.ready:
            return
        if not self._connection.poll(_START_SECONDS):
            raise WorkersFail(f"a worker was not ready after {_START_SECONDS:g} s")
        try:
            self._receive()
        except Died as died:
            raise NotBegun(f"workers do not start: {how_it_ended(died.code)}") from died

    def rows(
        self, message: bytes, pages: int, seconds: float = math.inf, wanted: Callable[[], bool] = lambda: True
    ) -> Iterator[list[Any]]:
        """Send a pickled chunk of ``pages`` pages, and yield its rows as they come, as long as they are wanted.

        Raises:
            PageTimeout: it took more than ``seconds`` seconds of wall-clock time.
            Unwanted: the rows are no longer wanted.
            Died: the process has ended.
        """
        self.pages += pages
        MARK.pack_into(self._mark, 0, NO_PAGE)
        with suppress(OSError):  # a dead process is noticed below
            self._connection.send_bytes(message)
        end = time.monotonic() + seconds
        is_done = False
        while not is_done:
            while not self._connection.poll(min(_POLL_SECONDS, max(0.0, end - time.monotonic()))):
                if time.monotonic() >= end:
                    raise PageTimeout(seconds)
                if not wanted():
                    raise Unwanted
            is_done, rows = self._receive()
            if rows:
                yield rows

    def _receive(self) -> tuple[bool, list[Any]]:
        """Receive a message: whether the current chunk is done, and rows of it."""
        try:
            word, content = self._connection.recv()
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
        """End the process and return its exit code; kill it after ``patience`` seconds."""
        self._connection.close()
        try:
            return self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def kill(self) -> None:
        """Kill the process; the thread that waits for its answer then gets `Died`."""
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGKILL)

    def forget(self) -> None:
        """In a forked process, close its copy of the connection: the worker ends when all copies are closed."""
        self._connection.close()
        self._process.returncode = 0  # not a child of this process, so it cannot be waited for


def how_it_ended(code: int) -> str:
    """Describe an exit code."""
    if code == NO_MEMORY:
        return "out of memory (more than the limit per page)"
    if code >= 0:
        return f"exit code {code}"
    with suppress(ValueError):
        return signal.Signals(-code).name
    return f"signal {-code}"


def cores() -> int:
    """Return the number of cores available to this process, the default number of workers."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
