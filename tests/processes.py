"""Processes listed by the kernel, for tests that start and kill some."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

SOON = 60.0  # seconds within which processes end, also on a busy machine


def running(process: int) -> bool:
    """Whether a process runs; one that has ended and is not waited for does not."""
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def gone(*processes: int) -> bool:
    """Whether processes end soon."""
    end = time.monotonic() + SOON
    while any(map(running, processes)) and time.monotonic() < end:
        time.sleep(0.02)
    return not any(map(running, processes))


def children(process: int | None = None) -> set[int]:
    """Return the processes that a process, by default this one, has started and not waited for."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            helper = b"resource_tracker" in stat.with_name("cmdline").read_bytes()  # of multiprocessing
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
            if parent == (process or os.getpid()) and not helper:
                found.add(int(stat.parent.name))
    return found


def descendants(processes: Iterable[int]) -> set[int]:
    """Return the processes that some processes have started, directly or not."""
    found: set[int] = set()
    left = list(processes)
    while left:
        below = children(left.pop())
        found |= below
        left += below
    return found
