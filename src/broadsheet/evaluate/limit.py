"""Time limit for one call, so that a hanging library fails alone.

It uses a timer and a signal in the main thread of a POSIX process; elsewhere calls are unlimited. A loop in C code is
interrupted only when it returns to the interpreter.
"""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["TimeUp", "can_limit", "time_limit"]

_REPEAT_SECONDS: Final = 0.5  # the alarm repeats, for code that catches everything


class TimeUp(BaseException):
    """The time is up. Not an `Exception`, because libraries catch those and continue."""


def can_limit() -> bool:
    """Whether calls can be limited in this thread and process."""
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Raise `TimeUp` in the block after a wall-clock time; never for None.

    An alarm may fire after the block has finished: then `TimeUp` also leaves the ``with`` statement, with the timer and
    the signal handler restored.
    """
    if seconds is None or not can_limit():
        yield
        return
    armed = True

    def ring(*_: object) -> None:
        if armed:
            raise TimeUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, _REPEAT_SECONDS)
    try:
        try:
            yield
        finally:
            armed = False
    finally:
        # Again: the alarm may have fired just before the first.
        armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
