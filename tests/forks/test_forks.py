"""Fork safety: no lock stays locked in a child that is forked while threads extract."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from broadsheet.metadata import language

ROOT = Path(__file__).parent.parent.parent
FORKS = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")


def run(program: str, *arguments: str) -> str:
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-W", "ignore::DeprecationWarning", "-m", f"tests.forks.{program}", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=500,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_an_extraction_takes_only_locks_that_forks_wait_for() -> None:
    assert run("take_locks") == ""


def test_the_first_extractions_of_a_process_may_be_at_once() -> None:
    assert run("first_at_once") == "24 extracted"


@FORKS
def test_a_child_forked_during_an_extraction_can_extract() -> None:
    assert run("fork_often", "40", "30") == "0 hung, 0 wrong"


@FORKS
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_fork_waits_for_a_library_that_takes_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    lock, asked, over = threading.Lock(), threading.Event(), threading.Event()

    class Library:
        @classmethod
        def from_model_file(cls, file: str) -> None:
            with lock:
                asked.set()
                over.wait(0.5)

    monkeypatch.setattr("py3langid.langid.LanguageIdentifier", Library)
    thread = threading.Thread(target=language._identifier.__wrapped__)
    thread.start()
    assert asked.wait(30)
    child = os.fork()
    if not child:
        signal.alarm(30)
        os._exit(not lock.acquire(timeout=5))
    over.set()
    _, status = os.waitpid(child, 0)
    thread.join()
    assert os.waitstatus_to_exitcode(status) == 0
