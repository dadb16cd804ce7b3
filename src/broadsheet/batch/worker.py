"""The process that extracts, or learns, or answers. It is made to be killed.

It is told what to do, then gets chunks of entries over a socket and sends rows back, a batch at a time. Before each
page it writes down which one it takes up, in memory that outlives it, and sets the kernel's timers: if the page is not
done when one of them rings, the kernel ends the process, whatever it is doing. It must not write files, nor know what
became of other pages.
"""

from __future__ import annotations

import gc
import mmap
import os
import pickle
import signal
import struct
import time
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, Protocol

from broadsheet.batch.checks import instance, positive
from broadsheet.errors import BroadsheetError
from broadsheet.sources.options import check_seconds

__all__ = ["MARK", "NO_MEMORY", "NO_PAGE", "PATIENCE", "TIME_IS_UP", "Limits", "Maker", "Work", "main"]

MARK: Final = struct.Struct("<q")
"""How the place of the page in hand is written down."""
NO_PAGE: Final = -1
NO_MEMORY: Final = 71
"""What a process ends with that runs out of memory where a page cannot be told from its neighbours: when it is handed
over, or its row is. The code of `sysexits.h` for an error of the system."""
PATIENCE: Final = 10
"""How much longer than its CPU time a page may take on the wall clock."""
TIME_IS_UP: Final = {signal.SIGPROF: 1, signal.SIGALRM: PATIENCE} if hasattr(signal, "SIGPROF") else {}
"""The signals of the two timers, with the multiple of the limit at which they ring; none where the system has no such
timers (Windows), and so no workers."""
_SEND: Final = 0.5
"""Seconds after which finished rows are sent, though the chunk is not done: what a crash can cost at the most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one page may take.

    Attributes:
        seconds: seconds of CPU time; on the wall clock `PATIENCE` times as many, for pages that wait for something.
        megabytes: memory beyond what the process has when it is ready, in MB of address space.

    Raises:
        TypeError: one is no number.
        ValueError: a number is out of its range.
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
        """The row of an entry. Whatever is wrong with the page is in the row."""


class Work(Protocol):
    """What a process is told to do: sent to it once, so that it can be pickled."""

    def begin(self) -> Maker:
        """Load what takes time to load.

        Raises:
            BroadsheetError: it cannot be done: a library is missing, a method lacks something.
        """


def main(arguments: list[str]) -> int:
    """Work until the other side closes the socket.

    Args:
        arguments: the numbers of two open files: the socket, and the memory for the page in hand.
    """
    # The keyboard is the supervisor's: it ends its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in TIME_IS_UP:
        signal.signal(number, signal.SIG_DFL)
    socket, memory = map(int, arguments)
    with (
        Connection(socket) as connection,
        mmap.mmap(memory, MARK.size) as mark,
        suppress(EOFError, BrokenPipeError, ConnectionResetError),
    ):
        work, limits = connection.recv()
        try:
            make = work.begin()
        except BroadsheetError as error:
            connection.send(("refused", error))
            return 1
        except Exception as error:  # a library that does not load, say: the supervisor tells it
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
    """Take one chunk, and send its rows."""
    unit, entries = pickle.loads(connection.recv_bytes())  # noqa: S301 - from the process that started this one
    rows: list[Any] = []
    sent = time.monotonic()
    for place, entry in enumerate(entries):
        MARK.pack_into(mark, 0, place)
        # CPU time, so that a busy machine does not cost a page its chance; the wall clock for one that sleeps.
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.setitimer(signal.ITIMER_REAL, PATIENCE * seconds)
        row = make(entry, unit=unit)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        rows.append(row)
        if time.monotonic() - sent > _SEND:
            connection.send(("rows", rows))
            rows, sent = [], time.monotonic()
    MARK.pack_into(mark, 0, NO_PAGE)
    connection.send(("done", rows))


def _limit_memory(megabytes: int) -> None:
    """Let the process grow by so much and no more (Linux; elsewhere the kernel has no such limit to set)."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * os.sysconf("SC_PAGE_SIZE") + megabytes * 1_000_000
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))
