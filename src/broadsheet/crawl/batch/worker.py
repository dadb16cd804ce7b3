"""The worker process, made to be killed: it extracts, learns or answers.

It receives its task, then chunks of entries over a socket, and sends rows back in batches. Before each page it writes
the page's position to shared memory and sets kernel timers: a page that exceeds its time ends the process, whatever it
is doing.
"""

from __future__ import annotations

import gc
import mmap
import os
import pickle
import select
import signal
import struct
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, Protocol

from broadsheet.crawl.batch.checks import instance, positive
from broadsheet.crawl.sources.options import check_seconds
from broadsheet.errors import BroadsheetError

__all__ = ["MARK", "NO_MEMORY", "NO_PAGE", "PATIENCE", "TIME_IS_UP", "Limits", "Maker", "Work", "main"]

MARK: Final = struct.Struct("<q")  # format of the position of the page in hand
NO_PAGE: Final = -1
NO_MEMORY: Final = 71  # exit code when memory runs out between pages (``EX_OSERR`` of ``sysexits.h``)
PATIENCE: Final = 10  # wall-clock limit of a page as a multiple of its CPU limit
# Signals of the two timers, with the multiple of the limit at which they fire; empty on Windows, which has no workers.
TIME_IS_UP: Final = {signal.SIGPROF: 1, signal.SIGALRM: PATIENCE} if hasattr(signal, "SIGPROF") else {}
_SEND_SECONDS: Final = 0.5  # finished rows are sent at least this often: the work that a crash can cost


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
        """Load models and libraries.

        Raises:
            BroadsheetError: a library or a requirement of the method is missing.
        """


def main(arguments: list[str]) -> int:
    """Work until the parent closes the socket.

    Args:
        arguments: two file descriptors: the socket, and the shared memory for the position of the page in hand.
    """
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
        most = pages * os.sysconf("SC_PAGE_SIZE") + megabytes * 1_000_000
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))
