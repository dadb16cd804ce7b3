from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING, Any

import pytest

from broadsheet.cli.methods import table
from broadsheet.methods import catalog

if TYPE_CHECKING:
    from conftest import Program, Run

ENTRIES: list[dict[str, Any]] = [
    {
        "name": "a-long-name",
        "paper": {
            "authors": "Ćirić, Ó Briain",
            "year": 2021,
            "title": "Blocks [in] the tree: " * 5,
            "venue": "V",
            "doi": None,
        },
        "needs": ["home link", "layout"],
        "unit": "text node",
        "default": True,
    },
    {"name": "own", "paper": None, "needs": [], "unit": "segment", "default": False},
]


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


def test_a_line_is_as_long_as_it_must_be_where_there_is_no_terminal() -> None:
    header, first, second = table(ENTRIES, width=None).splitlines()
    assert first.startswith("a-long-name *  Ćirić, Ó Briain 2021: Blocks [in] the tree: Blocks")
    assert first.endswith("home link, layout  text node")
    assert second.split() == ["own", "-", "-", "segment"]
    assert header.index("unit") == first.index("text node")


@pytest.mark.parametrize("width", [10, 20, 40, 59, 60, 80, 200])
def test_names_and_titles_are_whole_in_a_terminal_of_any_width(width: int) -> None:
    drawn = re.sub(r"\x1b\[[0-9;]*m", "", table(ENTRIES, width=width))
    for word in ("a-long-name *", "own", "Blocks", "home", "layout"):
        assert word in drawn
    assert drawn.count("[in]") == 5
    assert "…" not in drawn
    if width >= 60:
        assert max(map(len, drawn.splitlines())) <= width


def test_it_runs_where_the_locale_knows_no_letters(program: Program) -> None:
    done = program("methods", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode("utf-8").split()[:4] == ["name", "paper", "needs", "unit"]


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
