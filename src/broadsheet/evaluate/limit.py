"""A time limit for one call, so that a library that hangs is a failure and not the end of the run.

It works in the main thread of a POSIX process, by a timer and a signal; elsewhere calls are not limited. Code that does
not come back to the interpreter (a loop in C) is interrupted only when it does.
"""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["TimeUp", "can_limit", "time_limit"]

_AGAIN: Final = 0.5
"""Seconds until the alarm rings again, for code that catches everything and goes on."""


class TimeUp(BaseException):
    """The time is up. Not an `Exception`: libraries catch those and go on."""


def can_limit() -> bool:
    """Whether calls can be limited here."""
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Raise `TimeUp` in the block after so many seconds of wall-clock time; never where that is None.

    An alarm may ring in the last moment, when the block is done: then too `TimeUp` leaves the ``with`` statement, and
    the timer and the signal's handler are as before.
    """
    if seconds is None or not can_limit():
        yield
        return
    armed = True

    def ring(*_: object) -> None:
        if armed:
            raise TimeUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    try:
        try:
            yield
        finally:
            armed = False
    finally:
        # Twice: the alarm may have rung just before the first.
        armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
