from __future__ import annotations

import datetime as dt
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "sites"))

from newspapers import NEWSLETTER, html

import broadsheet
from broadsheet.batch import Extractor, PageOptions, learning, running
from broadsheet.batch.pool import WorkerPool
from broadsheet.batch.stream import entry_of
from broadsheet.methods.base import Given
from broadsheet.sites import SiteProfile, SiteStore
from broadsheet.sites.profile import Entry

if TYPE_CHECKING:
    from conftest import Program, Run

BOX = f"<div class=box><p>{NEWSLETTER}</p></div>"


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """A crawl: a table with addresses and pages, the layout of which changes in April."""
    path = tmp_path / "pages.jsonl"
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


@pytest.fixture
def store(run: Run, pages: Path, tmp_path: Path) -> Path:
    path = tmp_path / "sites.db"
    result = run("sites", "learn", pages, "--sites", path)
    assert (result.exit_code, result.stderr) == (0, "broadsheet: learnt from 24 pages of 1 site\n")
    return path


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
    data = json.loads(run("sites", "show", "courier.example", "--sites", store, "--format", "json").stdout)
    assert [change["day"] for change in data["changes"]] == ["2026-04-01"]
    assert [profile["pages"] for profile in data["profiles"]] == [12, 12]


def test_one_page_is_one_page(run: Run, tmp_path: Path) -> None:
    file, store = tmp_path / "sites.jsonl", tmp_path / "sites.db"
    of = SiteProfile(site="courier.example", period="2026-03", pages=1, containers={"main": Counter({"2026-03-01": 1})})
    file.write_text(of.to_json())
    assert run("sites", "import", file, "--sites", store).exit_code == 0
    assert run("sites", "list", "--sites", store).stdout.split() == ["courier.example", "2026-03", "1", "page"]
    assert "  2026-03        1 page  2026-03-01" in run("sites", "show", "courier.example", "--sites", store).stdout


def test_several_processes_learn_the_same(run: Run, pages: Path, store: Path, tmp_path: Path) -> None:
    half = tmp_path / "parts"
    half.mkdir()
    lines = pages.read_text().splitlines(keepends=True)
    for part in range(2):
        (half / f"{part}.jsonl").write_text("".join(lines[part::2]))
    result = run("sites", "learn", half, "--sites", tmp_path / "other.db", "--jobs", 2)
    assert (result.exit_code, result.stderr) == (0, "broadsheet: learnt from 24 pages of 1 site\n")
    exported = [run("sites", "export", "--sites", path).stdout for path in (store, tmp_path / "other.db")]
    assert exported[0] == exported[1]


def test_of_a_run_that_is_interrupted_nothing_is_kept(
    run: Run, pages: Path, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same command would count a part twice."""
    real = running.look

    def broken_off(*given: Any, **named: Any) -> Iterator[Any]:
        yield from real(*given, **named)
        raise KeyboardInterrupt

    before = run("sites", "export", "--sites", store).stdout
    monkeypatch.setattr(learning, "_MAX_HELD", 1)  # so that all is written at once
    with monkeypatch.context() as patched:
        patched.setattr(running, "look", broken_off)
        for path in (store, tmp_path / "new.db"):
            result = run("sites", "learn", pages, "--sites", path)
            assert result.exit_code == 130
            assert result.stderr == f"broadsheet: interrupted: nothing learnt in this run is in {path}\n"
    assert run("sites", "export", "--sites", store).stdout == before
    assert run("sites", "list", "--sites", tmp_path / "new.db").stdout == ""
    assert run("sites", "learn", pages, "--sites", tmp_path / "new.db").exit_code == 0
    assert run("sites", "export", "--sites", tmp_path / "new.db").stdout == before


def test_an_interrupt_that_is_too_late(
    run: Run, pages: Path, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(pool: WorkerPool) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "new.db"
    with monkeypatch.context() as patched:
        real = WorkerPool.close
        patched.setattr(WorkerPool, "close", lambda pool: (real(pool), interrupted(pool)))
        result = run("sites", "learn", pages, "--sites", path)
    words = f"broadsheet: interrupted at the very end: everything learnt is in {path}\n"
    assert (result.exit_code, result.stderr) == (130, words)
    exported = [run("sites", "export", "--sites", one).stdout for one in (store, path)]
    assert exported[0] == exported[1]


def test_tables_and_the_standard_input(run: Run, program: Program, pages: Path, store: Path, tmp_path: Path) -> None:
    exported = run("sites", "export", "--sites", store).stdout
    named = tmp_path / "named.txt"
    rows = [json.loads(line) for line in pages.read_text().splitlines()]
    named.write_text("".join(json.dumps({"page": row["html"], "from": row["url"]}) + "\n" for row in rows))
    words = ("--kind", "jsonl", "--html-column", "page", "--url-column", "from")
    for number, (given, stdin) in enumerate(((named, b""), ("-", named.read_bytes()))):
        path = tmp_path / f"{number}.db"
        done = program("sites", "learn", given, *words, "--sites", path, stdin=stdin)
        assert (done.returncode, done.stderr) == (0, b"broadsheet: learnt from 24 pages of 1 site\n")
        assert run("sites", "export", "--sites", path).stdout == exported
    page = html(3).replace("<head>", '<head><link rel=canonical href="https://herald.example/3">')
    done = program("sites", "learn", "-", "--sites", tmp_path / "page.db", stdin=page.encode())
    assert (done.returncode, done.stderr) == (0, b"broadsheet: learnt from 1 page of 1 site\n")
    result = run("sites", "learn", pages, "--html-column", "page", "--sites", tmp_path / "none.db")
    assert (result.exit_code, "no key 'page'" in result.stderr) == (6, True)


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


def test_pages_that_name_no_address(run: Run, tmp_path: Path) -> None:
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


def test_a_site_is_named_for_those_that_name_none(run: Run, pages: Path, tmp_path: Path) -> None:
    """A mixed run makes several profiles."""
    folder, store = tmp_path / "mixed", tmp_path / "sites.db"
    folder.mkdir()
    for number in range(2):
        (folder / f"{number}.html").write_text(html(number))
    stating = html(3).replace("<head>", '<head><link rel=canonical href="https://herald.example/3">')
    (folder / "3.html").write_text(stating)
    result = run("sites", "learn", folder, pages, "--sites", store, "--site", "gazette.example")
    assert result.stderr == "broadsheet: learnt from 27 pages of 3 sites\n"
    listed = json.loads(run("sites", "list", "--sites", store, "-f", "json").stdout)
    assert Counter({one["site"]: one["pages"] for one in listed if one["period"] == "undated"}) == Counter(
        {"gazette.example": 2, "herald.example": 1}
    )
    assert sum(one["pages"] for one in listed if one["site"] == "courier.example") == 24


def test_sites_are_named_by_their_domain(run: Run, store: Path, tmp_path: Path) -> None:
    page, other = tmp_path / "page.html", tmp_path / "other.db"
    page.write_text(html(1))
    for name in ("", "a b", "ftp://courier.example/", "editor@courier.example"):
        for words in (("learn", page, "--site", name), ("show", name), ("export", name), ("export", "a.example", name)):
            result = run("sites", *words, "--sites", other)
            assert result.exit_code == 2, words
            assert f"a site is a domain, such as courier.example, not {name!r}" in result.stderr
    assert not other.exists()
    shown = run("sites", "show", "courier.example", "--sites", store).stdout
    exported = run("sites", "export", "courier.example", "--sites", store).stdout
    for name in ("www.courier.example", "COURIER.example", "https://www.courier.example/news/1"):
        assert run("sites", "show", name, "--sites", store).stdout == shown
        assert run("sites", "export", name, "--sites", store).stdout == exported


def test_a_site_in_other_letters_is_one(run: Run, tmp_path: Path) -> None:
    pages, page, store = tmp_path / "pages.jsonl", tmp_path / "page.html", tmp_path / "sites.db"
    hosts = ("www.bücher.example", "xn--bcher-kva.example")
    rows = [{"url": f"https://{host}/{number}", "html": html(number)} for number, host in enumerate(hosts)]
    pages.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    page.write_text(html(3))
    result = run("sites", "learn", pages, page, "--sites", store, "--site", "https://BÜCHER.example/")
    assert result.stderr == "broadsheet: learnt from 3 pages of 1 site\n"
    (listed,) = json.loads(run("sites", "list", "--sites", store, "-f", "json").stdout)
    assert listed == {"site": "xn--bcher-kva.example", "period": "undated", "pages": 3}
    assert "3 pages" in run("sites", "show", "bücher.example", "--sites", store).stdout
    for host in hosts:
        assert run("extract", page, "--url", f"https://{host}/4", "--sites", store).stderr == ""


def test_what_is_shown_of_other_profiles(run: Run, tmp_path: Path) -> None:
    march, april = (
        {path: Counter({f"2026-{month}-{day:02}": 1 for day in range(1, 13)})}
        for path, month in (("main > div.text", "03"), ("", "04"))
    )
    file, store = tmp_path / "sites.jsonl", tmp_path / "sites.db"
    for containers, told in (
        (march, "Layout: no change found."),
        (march | april, "  after   (nothing found)  (12 pages)"),
        (april | {"main": Counter({f"2026-05-{day:02}": 1 for day in range(1, 13)})}, "  before  (nothing found)"),
    ):
        profile = SiteProfile(site="courier.example", pages=24, containers=containers)
        profile.floors = Counter(texts=3)
        file.write_text(f"{profile.to_json()}\n")
        assert run("sites", "import", file, "--replace", "--sites", store).exit_code == 0
        shown = run("sites", "show", "courier.example", "--sites", store).stdout
        assert told in shown
        assert "Tables were full, so counts may be too low: texts by up to 3." in shown
    assert "50%  (nothing found)" in shown


def fill_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave room for a store and for nothing in it."""
    real = SiteStore._prepare

    def prepare(store: SiteStore) -> None:
        real(store)
        pages = store._database.execute("PRAGMA page_count").fetchone()[0]
        store._database.execute(f"PRAGMA max_page_count = {pages}")

    monkeypatch.setattr(SiteStore, "_prepare", prepare)


def test_a_full_disk_while_learning(run: Run, pages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill_the_disk(monkeypatch)
    result = run("sites", "learn", pages, "--sites", tmp_path / "full.db")
    assert (result.exit_code, result.stderr) == (8, "broadsheet: cannot write a temporary file: the disk is full\n")


def test_a_full_disk_while_importing(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill_the_disk(monkeypatch)
    file, path = tmp_path / "sites.jsonl", tmp_path / "full.db"
    texts = {key: Entry(1, (key,)) for key in range(5000)}
    file.write_text(SiteProfile(site="courier.example", pages=1, texts=texts).to_json())
    result = run("sites", "import", file, "--sites", path)
    assert (result.exit_code, result.stderr) == (8, f"broadsheet: cannot write {path}: the disk is full\n")
    assert run("sites", "list", "--sites", path).stdout == ""


def test_a_full_disk_in_the_first_pass_of_a_run(run: Run, pages: Path, tmp_path: Path) -> None:
    words = ("batch", pages, "-o", tmp_path / "out", "--learn-sites", "-j", 1, "-f", "jsonl", "-m", "coreex")
    with pytest.MonkeyPatch.context() as monkeypatch:
        fill_the_disk(monkeypatch)
        result = run(*words)
    told = f"broadsheet: cannot write {tmp_path / 'out'}: the disk is full; the same command continues it\n"
    assert (result.exit_code, result.stderr) == (8, told)
    result = run(*words)
    assert result.exit_code == 0
    assert "24 pages in 1 part" in result.stderr


def test_what_may_not_be_read_or_written(
    run: Run, open_folder: Path, pages: Path, unprivileged: Callable[[], AbstractContextManager[None]]
) -> None:
    path, page, input_ = open_folder / "sites.db", open_folder / "page.html", open_folder / "pages.jsonl"
    page.write_text(html(1))
    input_.write_bytes(pages.read_bytes())
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


def test_what_goes_wrong_is_one_line(run: Run, store: Path, pages: Path, tmp_path: Path) -> None:
    missing, text, exported = tmp_path / "missing.db", tmp_path / "text", tmp_path / "exported.jsonl"
    exported.write_text(run("sites", "export", "--sites", store).stdout)
    text.write_text("This is a letter and no database. " * 40)
    for words, code, expected in (
        (("sites", "list", "--sites", missing), 6, "no such file"),
        (("sites", "list", "--sites", text), 6, "this is not a database"),
        (("sites", "show", "herald.example", "--sites", store), 1, "no profile of herald.example"),
        (("sites", "export", "herald.example", "--sites", store), 1, "no profile of herald.example"),
        (("sites", "import", text, "--sites", store), 1, "line 1"),
        (("sites", "import", missing, "--sites", store), 6, "no such file"),
        (("sites", "learn", missing, "--sites", store), 6, "no such file"),
        (("sites", "learn", pages, "--sites", tmp_path / "none" / "x.db"), 8, "no directory"),
        (("sites", "learn", pages, "--sites", tmp_path), 8, "this is a directory"),
        (("sites", "learn", pages, "--sites", text), 6, "this is not a database"),
        (("sites", "import", exported, "--sites", tmp_path / "none" / "x.db"), 8, "no directory"),
        (("sites", "import", tmp_path, "--sites", store), 6, "this is a directory"),
        (("sites", "list", "--sites", tmp_path), 6, "this is a directory"),
        (("extract", text, "--sites", missing), 6, "no such file"),
        (("extract", text, "--sites", tmp_path), 6, "this is a directory"),
        (("batch", pages, "-o", tmp_path / "out", "--sites", tmp_path), 6, "this is a directory"),
        (
            ("sites", "measure", "--corpora", tmp_path),
            1,
            "no groups of pages of one site (neighbours.jsonl): no such file",
        ),
    ):
        result = run(*words)
        assert (result.exit_code, result.stderr.count("\n")) == (code, 1), words
        assert expected in result.stderr
    assert not missing.exists()


def test_the_site_of_a_page_may_be_stated(run: Run, store: Path, tmp_path: Path) -> None:
    address = "https://www.courier.example/news/story-40.html"
    stating = f'<head><link rel=canonical href="{address}">'
    page = tmp_path / "page.html"
    page.write_text(html(40, layout="old", inside=BOX).replace("<head>", stating))
    stated, given = run("extract", page, "--sites", store), run("extract", page, "--url", address, "--sites", store)
    assert (stated.exit_code, stated.stderr, stated.stdout) == (0, "", given.stdout)
    with closing(Extractor(PageOptions(sites=str(store), near_duplicates=False))) as extractor:
        rows = [extractor(entry_of(page.read_bytes(), url=url)) for url in (None, address)]
    bare = Extractor(PageOptions(near_duplicates=False))(entry_of(page.read_bytes()))
    assert rows[0]["text"] == rows[1]["text"] != bare["text"]
