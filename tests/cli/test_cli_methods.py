from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from broadsheet.methods import catalog

if TYPE_CHECKING:
    from conftest import Run


def test_every_method_is_a_line(run: Run) -> None:
    result = run("methods")
    assert result.exit_code == 0
    header, *lines = result.stdout.splitlines()
    assert header.split() == ["name", "paper", "needs", "unit"]
    assert [line.split()[0] for line in lines] == catalog.names()
    assert [line.split()[0] for line in lines if line.split()[1] == "*"] == [catalog.DEFAULT]
    assert "\x1b" not in result.stdout


def test_json(run: Run) -> None:
    listed = json.loads(run("methods", "--format", "json").stdout)
    assert [entry["name"] for entry in listed] == catalog.names()
    assert [entry["name"] for entry in listed if entry["default"]] == [catalog.DEFAULT]
    for entry in listed:
        assert set(entry) == {"name", "paper", "needs", "unit", "default"}
        assert entry["paper"] is None or set(entry["paper"]) == {"authors", "year", "title", "venue", "doi"}


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of another kind")
def test_in_a_terminal_there_is_a_table() -> None:
    import os
    import pty
    import subprocess

    outer, inner = pty.openpty()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "broadsheet", "methods"],
            stdout=inner,
            stdin=inner,
            stderr=subprocess.PIPE,
            env={**os.environ, "COLUMNS": "100", "TERM": "xterm"},
            timeout=30,
            check=False,
        )
        drawn = os.read(outer, 100_000).decode("utf-8")
    finally:
        os.close(inner)
        os.close(outer)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "─" in drawn
    assert all(name in drawn for name in catalog.names())
