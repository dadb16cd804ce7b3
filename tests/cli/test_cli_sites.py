from __future__ import annotations

import datetime as dt
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from tests.crawl.sites.newspapers import NEWSLETTER, html

import broadsheet
from broadsheet.cli import main
from broadsheet.crawl.batch import learning, running
from broadsheet.crawl.sites import SiteStore
from broadsheet.methods.base import Given

if TYPE_CHECKING:
    from conftest import Run

BOX = f"<div class=box><p>{NEWSLETTER}</p></div>"


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table with addresses and pages, the layout of which changes in April."""
    path = tmp_path_factory.mktemp("crawl") / "pages.jsonl"
    rows = [
        {
            "url": f"https://www.courier.example/news/story-{number}.html",
            "html": html(
                number,
                layout="old" if number < 12 else "new",
                inside=BOX,
                day=dt.date(2026, 3, 20) + dt.timedelta(days=number),
            ),
        }
        for number in range(24)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def learnt(crawl: Path) -> Path:
    path = crawl.with_name("sites.db")
    result = CliRunner().invoke(main, ["sites", "learn", str(crawl), "--sites", str(path)], prog_name="broadsheet")
    assert (result.exit_code, result.stderr) == (0, "broadsheet: learnt from 24 pages of 1 site\n")
    return path


@pytest.fixture
def store(learnt: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(learnt, tmp_path))


def test_learn_list_show(run: Run, store: Path) -> None:
    assert [line.split() for line in run("sites", "list", "--sites", store).stdout.splitlines()] == [
        ["courier.example", "2026-03", "12", "pages"],
        ["courier.example", "2026-04", "12", "pages"],
    ]
    listed = json.loads(run("sites", "list", "--sites", store, "--format", "json").stdout)
    assert listed[0] == {"site": "courier.example", "period": "2026-03", "pages": 12}
    shown = run("sites", "show", "courier.example", "--sites", store).stdout
    assert "courier.example: 24 pages" in shown
    assert "2026-03-20 to 2026-03-31" in shown
    assert "Layout: changed on 2026-04-01 (0% in common with before)" in shown
    assert "100%  /news/story-{number}.html" in shown
    assert NEWSLETTER[:60] in shown
    assert "In the matter of" not in shown, "which stands on one page"
    data = json.loads(run("sites", "show", "courier.example", "--sites", store, "--format", "json").stdout)
    assert [change["day"] for change in data["changes"]] == ["2026-04-01"]
    assert [profile["pages"] for profile in data["profiles"]] == [12, 12]


def test_several_processes_learn_the_same(run: Run, crawl: Path, store: Path, tmp_path: Path) -> None:
    half = tmp_path / "parts"
    half.mkdir()
    lines = crawl.read_text().splitlines(keepends=True)
    for part in range(2):
        (half / f"{part}.jsonl").write_text("".join(lines[part::2]))
    result = run("sites", "learn", half, "--sites", tmp_path / "other.db", "--jobs", 2)
    assert (result.exit_code, result.stderr) == (0, "broadsheet: learnt from 24 pages of 1 site\n")
    exported = [run("sites", "export", "--sites", path).stdout for path in (store, tmp_path / "other.db")]
    assert exported[0] == exported[1]


def test_an_interrupted_run_keeps_nothing(
    run: Run, crawl: Path, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the same command would count some pages twice."""
    real = running.rows_of_units

    def broken_off(*given: Any, **named: Any) -> Iterator[Any]:
        yield from real(*given, **named)
        raise KeyboardInterrupt

    before = run("sites", "export", "--sites", store).stdout
    monkeypatch.setattr(learning, "_MAX_HELD", 1)  # so that all is written at once
    with monkeypatch.context() as patched:
        patched.setattr(running, "rows_of_units", broken_off)
        for path in (store, tmp_path / "new.db"):
            result = run("sites", "learn", crawl, "--sites", path)
            assert result.exit_code == 130
            assert result.stderr == f"broadsheet: interrupted: nothing from this run is stored in {path}\n"
    assert run("sites", "export", "--sites", store).stdout == before
    assert run("sites", "list", "--sites", tmp_path / "new.db").stdout == ""
    assert run("sites", "learn", crawl, "--sites", tmp_path / "new.db").exit_code == 0
    assert run("sites", "export", "--sites", tmp_path / "new.db").stdout == before


def test_export_and_import(run: Run, store: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "sites.jsonl", tmp_path / "other.db"
    assert run("sites", "export", "courier.example", "--sites", store, "-o", file).exit_code == 0
    assert len(file.read_text().splitlines()) == 2
    for expected in (12, 24):
        result = run("sites", "import", file, "--sites", other)
        assert result.stderr == "broadsheet: 2 profiles of 1 site\n"
        assert json.loads(run("sites", "list", "--sites", other, "-f", "json").stdout)[0]["pages"] == expected
    run("sites", "import", "-", "--replace", "--sites", other, stdin=file.read_bytes())
    assert run("sites", "export", "--sites", other).stdout == file.read_text()


def test_extract_uses_what_was_learnt(run: Run, store: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(html(40, layout="old", inside=BOX))
    address = "https://www.courier.example/news/story-40.html"
    bare = run("extract", page, "--url", address)
    profiled = run("extract", page, "--url", address, "--sites", store)
    assert (profiled.exit_code, profiled.stderr) == (0, "")
    assert "point 400" in profiled.stdout
    with SiteStore(store, read_only=True) as opened:
        given = Given(profile=opened.evidence("courier.example"))
    article = broadsheet.extract(page.read_bytes(), url=address, given=given)
    assert profiled.stdout == article.to_text(header=True) + "\n"
    elsewhere = run("extract", page, "--url", "https://herald.example/1", "--sites", store)
    assert (elsewhere.exit_code, elsewhere.stdout) == (0, bare.stdout)
    assert "no profile of herald.example" in elsewhere.stderr
    assert "--url gives one" in run("extract", page, "--sites", store).stderr


def test_pages_without_a_url(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.html").write_text(html(number))
    (folder / "3.html").write_bytes(b"%PDF-1.7")
    store = tmp_path / "sites.db"
    result = run("sites", "learn", folder, "--sites", store)
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        "broadsheet: 1 entry is not a page, or could not be read",
        "broadsheet: 3 pages have no URL and belong to no site: use --site NAME",
        "broadsheet: nothing was learnt",
    ]
    assert run("sites", "learn", folder, "--sites", store, "--site", "courier.example").exit_code == 0
    shown = run("sites", "show", "courier.example", "--sites", store).stdout
    assert "pages have no dates" in shown


def test_files_without_permission(
    run: Run, open_folder: Path, crawl: Path, unprivileged: Callable[[], AbstractContextManager[None]]
) -> None:
    path, page, input_ = open_folder / "sites.db", open_folder / "page.html", open_folder / "pages.jsonl"
    page.write_text(html(1))
    input_.write_bytes(crawl.read_bytes())
    SiteStore(path).close()
    path.chmod(0o400)
    for words, code in (
        (("extract", page, "--sites", path), 6),
        (("sites", "list", "--sites", path), 6),
        (("sites", "learn", input_, "--sites", path), 8),
        (("sites", "learn", input_, "--sites", open_folder / "new.db"), 8),
        (("sites", "import", path, "--sites", open_folder / "new.db"), 6),
    ):
        with unprivileged():
            result = run(*words)
        assert (result.exit_code, result.stderr.count("\n")) == (code, 1), (words, result.stderr)


def test_errors_are_one_line(run: Run, store: Path, crawl: Path, tmp_path: Path) -> None:
    missing, text = tmp_path / "missing.db", tmp_path / "text"
    text.write_text("This is a letter and no database. " * 40)
    for words, code, expected in (
        (("sites", "list", "--sites", missing), 6, "no such file"),
        (("sites", "list", "--sites", text), 6, "file is not a database"),
        (("sites", "show", "herald.example", "--sites", store), 1, "no profile of herald.example"),
        (("sites", "import", text, "--sites", store), 1, "line 1"),
        (("sites", "import", missing, "--sites", store), 6, "no such file"),
        (("sites", "learn", missing, "--sites", store), 6, "no such file"),
        (("sites", "learn", crawl, "--sites", tmp_path / "none" / "x.db"), 8, "no directory"),
        (("sites", "learn", crawl, "--sites", tmp_path), 8, "this is a directory"),
        (("sites", "import", tmp_path, "--sites", store), 6, "this is a directory"),
        (("extract", text, "--sites", missing), 6, "no such file"),
        (("batch", crawl, "-o", tmp_path / "out", "--sites", tmp_path), 6, "this is a directory"),
        (("sites", "measure", "--corpora", tmp_path), 1, "neighbours.jsonl: No such file"),
    ):
        result = run(*words)
        assert (result.exit_code, result.stderr.count("\n")) == (code, 1), words
        assert expected in result.stderr
    assert not missing.exists()
