"""The time limit: it ends what hangs, and leaves everything as it was."""

from __future__ import annotations

import threading
import time

import pytest

from broadsheet.lab.evaluate.run import TimeUp, can_limit, time_limit

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


def test_in_another_thread_calls_are_not_limited() -> None:
    said = []

    def work() -> None:
        with time_limit(0.001):
            said.append(can_limit())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert said == [False]
