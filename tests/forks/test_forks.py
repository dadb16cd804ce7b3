"""A child that is forked while threads extract can extract: no lock stays locked in it."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from broadsheet.metadata import language

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "broadsheet"
LIBRARY = ("page", "article", "metadata", "methods", "verdict", "sites", "pipeline.py")
"""The rooms that an extraction goes through."""
LOCKS = {"Lock", "RLock", "Condition", "Semaphore", "BoundedSemaphore", "Event", "Barrier", "allocate_lock"}
FORKS = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")


def uses(code: str, *, library: bool) -> list[str]:
    """What code uses that takes a lock, or makes one: anywhere, or in other rooms than the library's outside functions.

    `functools.cached_property` takes one before Python 3.12, and `strptime` one of its own module.
    """
    found = []

    def visit(node: ast.AST, *, in_function: bool) -> None:
        name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
        if name == "cached_property" or (library and name == "strptime"):
            found.append(name)
        if isinstance(node, ast.Call) and (library or not in_function):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            found.extend([name] * (name in LOCKS))
        inside = in_function or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for child in ast.iter_child_nodes(node):
            visit(child, in_function=inside)

    visit(ast.parse(code), in_function=False)
    return found


def test_no_code_of_ours_makes_or_takes_a_lock_that_a_fork_can_leave_locked() -> None:
    found = {}
    for file in SOURCE.rglob("*.py"):
        inside = file.relative_to(SOURCE)
        # These other extractors are only compared with.
        library = inside.parts[0] in LIBRARY and inside.parts[:2] != ("methods", "outside")
        if inside != Path("page", "forks.py") and (names := uses(file.read_text(encoding="utf-8"), library=library)):
            found[str(inside)] = names
    assert found == {}


@pytest.mark.parametrize(
    ("code", "library", "names"),
    [
        ("from functools import cached_property\nclass A:\n @cached_property\n def b(self): ...", False, 1),
        ("import functools\nclass A:\n @functools.cached_property\n def b(self): ...", True, 1),
        ("import threading\nL = threading.Lock()", False, 1),
        ("from threading import RLock\nclass A:\n L = RLock()", False, 1),
        ("from threading import Lock\nclass A:\n def __init__(self): self.lock = Lock()", True, 1),
        ("from threading import Lock\nclass A:\n def __init__(self): self.lock = Lock()", False, 0),
        ("from datetime import datetime\ndef f(x): return datetime.strptime(x, '%Y')", True, 1),
        ("import threading\nT = threading.local()", True, 0),
    ],
)
def test_locks_are_found_in_code(code: str, library: bool, names: int) -> None:
    assert len(uses(code, library=library)) == names


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


def test_an_extraction_takes_no_lock_for_which_forks_do_not_wait() -> None:
    assert run("take_locks") == ""


@FORKS
def test_children_that_are_forked_while_threads_extract_extract_the_same() -> None:
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
