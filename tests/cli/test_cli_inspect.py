"""``broadsheet inspect``: its file, its messages and its exit codes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest

from broadsheet.errors import NeedsNotMet
from broadsheet.methods.mss import MSS

if TYPE_CHECKING:
    from conftest import Run

BUTTON = re.compile(r'name="method" id="m\d+" value="\d+"(?: checked="checked")?/><span>([\w-]+)</span>')


def test_the_file_is_written_without_messages(run: Run, page: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    result = run("inspect", page, "--output", out, "--url", "https://courier.example/story.html")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    written = out.read_text(encoding="utf-8")
    assert written.startswith("<!DOCTYPE html>\n")
    assert "https://courier.example/story.html" in written
    assert [path.name for path in tmp_path.iterdir() if path != page] == ["report.html"], "and nothing is left behind"


def test_a_method_that_cannot_run_is_named_in_the_file_and_on_the_standard_error(
    run: Run, page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MSS, "mark", Mock(side_effect=NeedsNotMet("a rendering is needed")))
    result = run("inspect", page, "-m", "mss", "-m", "coreex")
    assert result.exit_code == 0
    assert BUTTON.findall(result.stdout) == ["coreex"]
    assert "<b>mss</b>: a rendering is needed" in result.stdout
    assert result.stderr == f"broadsheet: {page}: mss cannot run: a rendering is needed\n"


def test_a_wrong_method_is_refused_before_the_page_is_read(run: Run) -> None:
    unknown = run("inspect", "missing.html", "-m", "fussion")
    assert unknown.exit_code == 2
    assert unknown.stderr.startswith("broadsheet: unknown method 'fussion'")
