"""Timed calls with a time limit, so that a library that hangs or raises fails alone.

The limit uses a timer and a signal in the main thread of a POSIX process; elsewhere calls are unlimited. A loop in C
code is interrupted only when it returns to the interpreter.
"""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import process_time
from typing import Final, Generic, TypeVar

__all__ = ["TimeUp", "TimedCall", "can_limit", "time_limit", "timed_call"]

_Result = TypeVar("_Result")

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


@dataclass(frozen=True, slots=True)
class TimedCall(Generic[_Result]):
    """How a call ended."""

    result: _Result | None  # None if it failed
    error: str | None  # the exception, in one line, if it failed
    timed_out: bool
    seconds: float  # CPU seconds of the process, failed or not


def timed_call(function: Callable[[], _Result], limit: float | None) -> TimedCall[_Result]:
    """Call a function under a time limit, with the cyclic garbage collector off. Exceptions are results."""
    result, error, timed_out, seconds = None, None, False, 0.0
    collecting = gc.isenabled()
    gc.disable()
    try:
        with time_limit(limit):
            began = process_time()
            try:
                result = function()
            finally:
                seconds = process_time() - began
    except TimeUp:
        result, error, timed_out = None, f"timeout: no answer in {limit:g} s", True
    except Exception as raised:  # any exception is a failure of this call alone
        error = _in_words(raised)
    finally:
        if collecting:
            gc.enable()
    return TimedCall(result, error, timed_out, seconds)


def _in_words(error: BaseException) -> str:
    """Format an exception in one line, or its cause if it has no message."""
    words = " ".join(str(error).split())
    if not words and error.__cause__ is not None:
        words = f"from {_in_words(error.__cause__)}"
    return f"{type(error).__name__}: {words}" if words else type(error).__name__
