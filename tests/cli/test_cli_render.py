"""``broadsheet render``, mostly without a browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.crawl.sources.loopback import PAGE

from broadsheet.cli.failures import Code
from broadsheet.page import read_page
from broadsheet.show.render import Snapshot, load
from broadsheet.show.render.capture import map_rows

if TYPE_CHECKING:
    from conftest import Run


@pytest.mark.usefixtures("browser_path")
def test_a_snapshot_of_a_file(run: Run, page: Path, tmp_path: Path) -> None:
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
        (["PAGE", "-o", "OUT", "--url", "ftp://x/"], Code.USAGE, "a URL begins with http:// or https://"),
        (["PAGE"], Code.USAGE, "--output"),
        (["PAGE", "-o", "-"], Code.USAGE, "a snapshot needs a file"),
        (["PAGE", "-o", "OUT", "--timeout", "0"], Code.USAGE, "timeout"),
        (["JSON", "-o", "OUT"], Code.NOT_HTML, "JSON"),
    ],
)
def test_errors_of_render(run: Run, page: Path, tmp_path: Path, words: list[str], code: Code, said: str) -> None:
    other = tmp_path / "data.json"
    other.write_text('{"a": [1, 2, 3]}', encoding="utf-8")
    names = {"PAGE": page, "OUT": tmp_path / "x.snapshot", "JSON": other, "FOLDER": tmp_path}
    result = run("render", *(names.get(word, word) for word in words))
    assert result.exit_code == code, result.stderr
    assert said in result.stderr
    if code != Code.USAGE:
        assert len(result.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "x.snapshot").exists()


def snapshot_of(html: str, file: Path, url: str | None = None) -> Path:
    """Write the snapshot of a page that no browser has laid out."""
    page = read_page(html, url=url)
    layout, mapped = map_rows(page, [])
    Snapshot(source=html, layout=layout, mapped=mapped, url=url).save(file)
    return file


def test_the_other_commands_read_a_snapshot(run: Run, page: Path, tmp_path: Path) -> None:
    file = snapshot_of(PAGE, tmp_path / "page.snapshot", "https://courier.example/a")
    result = run("extract", file, "-f", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout) == json.loads(
        run("extract", page, "-f", "json", "--url", "https://courier.example/a").stdout
    )
    result = run("extract", "-", "-f", "json", "--url", "https://courier.example/b", stdin=file.read_bytes())
    assert json.loads(result.stdout)["url"] == "https://courier.example/b"
    assert run("identify", file).stdout == run("identify", page, "--url", "https://courier.example/a").stdout
    assert run("inspect", file, "-m", "fusion").exit_code == 0
    file.write_bytes(file.read_bytes()[:-100])
    result = run("extract", file)
    assert result.exit_code == Code.UNREADABLE
    assert result.stderr.startswith(f"broadsheet: could not read {file}: not a snapshot, or damaged: ")


@pytest.mark.usefixtures("browser_path")
def test_a_page_is_rendered_and_extracted_at_once(run: Run, page: Path, tmp_path: Path) -> None:
    scripted = (
        "<script>document.querySelector('h1').after('Written by a script, which no browser had to run. ')</script>"
    )
    page.write_text(PAGE.replace("</article>", f"</article>{scripted}"), encoding="utf-8")
    plain = run("extract", page, "--render", "--timeout", "120")
    assert (plain.exit_code, plain.stderr) == (0, "")
    assert plain.stdout == run("extract", page).stdout
    assert "Written by a script" not in plain.stdout
    assert "Written by a script" in run("extract", page, "--render", "--scripts", "--timeout", "120").stdout


@pytest.mark.parametrize("option", [("--scripts",), ("--network",), ("--browser", "x")])
def test_options_of_the_browser_need_render(run: Run, page: Path, option: tuple[str, ...]) -> None:
    result = run("extract", page, *option)
    assert result.exit_code == Code.USAGE
    assert "need --render" in result.stderr
    assert run("extract", page, "--render", "--browser", "/nowhere/chromium").exit_code == Code.CANNOT_RUN


@pytest.mark.parametrize("command", ["extract", "identify", "inspect", "render"])
def test_several_pages_are_for_batch(run: Run, page: Path, tmp_path: Path, command: str) -> None:
    more = ["-o", tmp_path / "x.snapshot"] if command == "render" else []
    result = run(command, page, page, *more)
    assert result.exit_code == Code.USAGE
    assert f"only one page at a time: '{page}' is a second one ('broadsheet batch' takes many)" in result.stderr
