"""A process that is made to be killed, as whoever started it sees it: started, spoken to, ended.

It must not know what the process does, nor what becomes of what it sends.
"""

from __future__ import annotations

import mmap
import os
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Final

from broadsheet.batch.worker import MARK, NO_MEMORY, NO_PAGE, TIME_IS_UP, Limits, Work
from broadsheet.errors import NeedsNotMet

__all__ = ["Process", "cores", "how_it_ended"]

_PROGRAM: Final = "import sys; from broadsheet.batch.worker import main; sys.exit(main(sys.argv[1:]))"


class Process:
    """One process.

    Args:
        work: what it is to do.
        limits: what one page may take.

    Attributes:
        connection: what is said to it and what it says, as `broadsheet.batch.worker` has it.

    Raises:
        NeedsNotMet: the system is none of POSIX.
    """

    def __init__(self, work: Work, limits: Limits) -> None:
        if not TIME_IS_UP:
            raise NeedsNotMet("worker processes need a POSIX system (Linux, macOS): this one has no timers of CPU time")
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
                    # One worker is one core; and what this process can import its workers can.
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
        """The system's number of the process."""
        return self._process.pid

    @property
    def dead(self) -> bool:
        """Whether it has ended."""
        return self._process.poll() is not None

    @property
    def in_hand(self) -> int:
        """The place in its chunk of the page that it took up last."""
        place: int = MARK.unpack_from(self._mark, 0)[0]
        return place

    def give(self, message: bytes) -> None:
        """Hand over a chunk. If the process is dead, that is heard of soon enough."""
        MARK.pack_into(self._mark, 0, NO_PAGE)
        with suppress(OSError):
            self.connection.send_bytes(message)

    def end(self, patience: float = 0.0) -> int:
        """End it, if it is not dead yet; gives how it ended.

        Args:
            patience: seconds that it gets to end by itself, now that nobody listens to it.
        """
        self.connection.close()
        try:
            return self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()


def how_it_ended(code: int) -> str:
    """How a process ended, in words."""
    if code == NO_MEMORY:
        return "want of memory (more than a page may have)"
    if code >= 0:
        return f"exit code {code}"
    with suppress(ValueError):
        return signal.Signals(-code).name
    return f"signal {-code}"


def cores() -> int:
    """The cores that this process may use, and so the workers that it has by default."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
