"""Tools that use the lab: they start, which fails if a name that they import is gone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[2] / "tools"


@pytest.mark.parametrize(
    ("name", "option"),
    [("changed_pages", "--corpora"), ("leave_corpus_out", "--sample"), ("render_corpora", "--corpora")],
)
def test_a_tool_starts(name: str, option: str) -> None:
    done = subprocess.run(  # noqa: S603
        [sys.executable, TOOLS / f"{name}.py", "--help"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert option in done.stdout
