"""``broadsheet render``, as far as it goes without a browser, and once with one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from broadsheet.cli.failures import Code
from broadsheet.errors import NeedsNotMet
from broadsheet.render import find_browser, load

if TYPE_CHECKING:
    from conftest import Run


def test_a_snapshot_of_a_file(run: Run, page: Path, tmp_path: Path) -> None:
    pytest.importorskip("playwright", reason="Playwright is not installed (extra render)")
    try:
        find_browser()
    except NeedsNotMet as error:
        pytest.skip(str(error))
    file = tmp_path / "page.snapshot"
    result = run("render", page, "-o", file, "--url", "https://courier.example/a", "--timeout", "120", "--width", "800")
    assert result.exit_code == 0, result.stderr
    assert "100.0% of the text mapped" in result.stderr
    snapshot = load(file)
    assert snapshot.url == "https://courier.example/a"
    assert snapshot.viewport == (800, 1024)
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".part"] == []


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["PAGE", "-o", "OUT", "--browser", "/nowhere/chromium"], Code.CANNOT_RUN, ""),
        (["/nowhere.html", "-o", "OUT"], Code.UNREADABLE, "could not read"),
        (["PAGE", "-o", "/nowhere/at/all/x.snapshot"], Code.UNWRITABLE, "no directory"),
        (["PAGE", "-o", "FOLDER"], Code.UNWRITABLE, "this is a directory"),
        (["PAGE", "-o", "OUT", "--url", "nope"], Code.USAGE, "a URL begins with http:// or https://"),
        (["PAGE", "-o", "OUT", "--url", "ftp://x/"], Code.USAGE, "a URL begins with http:// or https://"),
        (["PAGE", "-o", "OUT", "--url", ""], Code.USAGE, "a URL begins with http:// or https://"),
        (["PAGE"], Code.USAGE, "--output"),
        (["PAGE", "-o", "-"], Code.USAGE, "a snapshot needs a file"),
        (["PAGE", "-o", "OUT", "--timeout", "0"], Code.USAGE, "timeout"),
        (["JSON", "-o", "OUT"], Code.NOT_HTML, "JSON"),
    ],
)
def test_what_cannot_be_rendered(run: Run, page: Path, tmp_path: Path, words: list[str], code: Code, said: str) -> None:
    other = tmp_path / "data.json"
    other.write_text('{"a": [1, 2, 3]}', encoding="utf-8")
    names = {"PAGE": page, "OUT": tmp_path / "x.snapshot", "JSON": other, "FOLDER": tmp_path}
    result = run("render", *(names.get(word, word) for word in words))
    assert result.exit_code == code, result.stderr
    assert said in result.stderr
    if code != Code.USAGE:
        assert len(result.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "x.snapshot").exists()
