"""What the tests of commands share: a runner, pages in files, and the server of the sources' tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.crawl.sources.loopback import PAGE

from broadsheet.cli import main

Run = Callable[..., Result]
Program = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def listen() -> Callable[[], object]:
    """Return a function that makes a new program react to SIGINT, which background jobs ignore and pass on."""
    return partial(signal.signal, signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_text(PAGE, encoding="utf-8")
    return path


@pytest.fixture
def run() -> Run:
    """Run a command in this process."""

    def run_(*words: object, stdin: bytes | None = None) -> Result:
        return CliRunner().invoke(main, [str(word) for word in words], input=stdin, prog_name="broadsheet")

    return run_


@pytest.fixture
def program() -> Program:
    """Run the program as a user does."""

    def program_(
        *words: object, stdin: bytes = b"", stdout: int | None = subprocess.PIPE, **environment: str
    ) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-m", "broadsheet", *map(str, words)],
            input=stdin,
            stdout=stdout,
            stderr=subprocess.PIPE,
            env={**os.environ, **environment},
            timeout=30,
            check=False,
        )

    return program_
