"""The time limit: it ends what hangs, and leaves everything as it was."""

from __future__ import annotations

import signal
import threading
import time

import pytest

from broadsheet.evaluate.limit import TimeUp, can_limit, time_limit

pytestmark = pytest.mark.skipif(not can_limit(), reason="calls cannot be limited here")


def test_a_call_that_hangs_is_ended() -> None:
    began = time.monotonic()
    with pytest.raises(TimeUp), time_limit(0.05):
        time.sleep(30)
    assert time.monotonic() - began < 5


def test_a_library_that_catches_everything_is_ended() -> None:
    def stubborn() -> None:
        while True:
            try:
                time.sleep(30)
            except Exception:  # noqa: S112 - as some libraries do
                continue

    with pytest.raises(TimeUp), time_limit(0.05):
        stubborn()


def test_one_that_swallows_even_that_is_told_again() -> None:
    heard = []

    def deaf() -> None:
        while True:
            try:
                time.sleep(30)
            except BaseException:
                heard.append(1)
                if len(heard) > 1:
                    raise

    with pytest.raises(TimeUp), time_limit(0.02):
        deaf()
    assert len(heard) == 2


def test_timer_and_handler_are_as_before() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with time_limit(0.01):
        pass
    time.sleep(0.03)
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_without_a_limit_nothing_is_set() -> None:
    with time_limit(None):
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_in_another_thread_calls_are_not_limited() -> None:
    said = []

    def work() -> None:
        with time_limit(0.001):
            said.append(can_limit())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert said == [False]
