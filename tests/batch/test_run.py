"""Runs: broken off in every way, gone on with, and compared with one that nobody disturbed."""

from __future__ import annotations

import io
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastwarc", reason="the extra batch is not installed")
pytest.importorskip("pyarrow", reason="the extra batch is not installed")
pytest.importorskip("rensa", reason="the extra batch is not installed")

from pyarrow import parquet

from broadsheet.batch import Format, Limits, PageOptions, RunOptions, State, Summary, WorkOptions, read_rows, run
from broadsheet.batch import pool as pool_module
from broadsheet.batch.growth import OtherRun, grown
from broadsheet.batch.manifest import FolderInUse, locked
from broadsheet.batch.pool import Chunk, WorkerPool, WorkersFail
from broadsheet.batch.process import how_it_ended
from broadsheet.errors import MissingExtra, SourceUnreadable
from broadsheet.sources.entry import Entry
from broadsheet.sources.politeness import Visited
from broadsheet.sources.record import Record
from broadsheet.sources.units import SPOOLING, Kind, Unit

from .pages_for_tests import page, warc
from .pools import InlinePool

PAGES = 150
KILLS = int(os.environ.get("BROADSHEET_KILLS", "3"))
"""Random kills of the whole program; each costs the start of one. BROADSHEET_KILLS=50 takes a few minutes."""


def options(source: Path | tuple[str, ...], folder: Path, **more: Any) -> RunOptions:
    work = {"part_rows": 10, "form": Format.JSONL, **more}
    inputs = source if isinstance(source, tuple) else (str(source),)
    jobs = work.pop("jobs", 2)
    return RunOptions(
        inputs=inputs, jobs=jobs, work=WorkOptions(folder=folder, page=PageOptions(method="coreex"), **work)
    )


def rows(folder: Path, form: Format = Format.JSONL) -> list[dict[str, Any]]:
    """The rows without what differs from run to run."""
    assert [*read_rows(str(folder))] == [*read_rows(folder, form)]  # what they are, their names say
    return [{name: value for name, value in row.items() if name != "seconds"} for row in read_rows(folder, form)]


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return warc(tmp_path_factory.mktemp("input") / "pages.warc.gz", PAGES)


@pytest.fixture(scope="session")
def undisturbed(source: Path, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    folder = tmp_path_factory.mktemp("undisturbed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("broadsheet.batch.running.WorkerPool", InlinePool)
        run(options(source, folder))
    return rows(folder)


@pytest.fixture
def inline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("broadsheet.batch.running.WorkerPool", InlinePool)


def test_every_page_has_one_row(undisturbed: list[dict[str, Any]]) -> None:
    keys = [(row["unit"], row["number"]) for row in undisturbed]
    assert keys == [(0, number) for number in range(len(keys))]
    assert Counter(row["outcome"] for row in undisturbed) == {
        "extracted": PAGES,
        "skipped_duplicate": 3,
        "undecodable": 3 + 3 + 1,
        "not_html": 3,
    }
    titles = [row["title"] for row in undisturbed if row["outcome"] == "extracted"]
    assert titles == [f"Story {number}" for number in range(PAGES)]


def test_processes_give_the_same_rows(source: Path, undisturbed: list[dict[str, Any]], tmp_path: Path) -> None:
    seen: list[State] = []
    summary = run(options(source, tmp_path / "out"), seen.append)
    assert rows(tmp_path / "out") == undisturbed
    assert summary.pages == summary.pages_now == len(undisturbed)
    assert summary.outcomes == Counter(row["outcome"] for row in undisturbed)
    assert summary.restarts == 0
    assert seen[-1].pages == len(undisturbed)
    assert seen[-1].bytes_done <= seen[-1].bytes


def test_parquet_and_json_lines_hold_the_same(
    inline: None, source: Path, undisturbed: list[dict[str, Any]], tmp_path: Path
) -> None:
    run(options(source, tmp_path, form=Format.PARQUET))
    assert rows(tmp_path, Format.PARQUET) == undisturbed


def test_a_run_that_is_done_does_nothing(inline: None, source: Path, tmp_path: Path) -> None:
    first = run(options(source, tmp_path))
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("part-*")}
    again = run(options(source, tmp_path))
    assert (again.pages, again.outcomes, again.pages_now) == (first.pages, first.outcomes, 0)
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("part-*")} == before


def killed_at(what: Callable[[], object], point: int, folder: Path) -> bool:
    """Do something in a process of its own, which is killed just before it touches a file for the n-th time.

    Returns:
        Whether it was killed; else it came to its end before.
    """
    child = os.fork()
    if child == 0:
        left = point

        def touch(event: str, arguments: tuple[Any, ...]) -> None:
            nonlocal left
            if event in ("open", "os.rename", "os.remove", "sqlite3.connect") and str(folder) in str(arguments[0]):
                left -= 1
                if left < 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(touch)
        try:
            what()
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


@pytest.mark.filterwarnings("ignore:This process.*multi-threaded:DeprecationWarning")
def test_killed_at_fifty_points(inline: None, source: Path, undisturbed: list[dict[str, Any]], tmp_path: Path) -> None:
    chance = random.Random(7)  # noqa: S311
    kills = 0
    for attempt in range(50):
        folder = tmp_path / str(attempt % 5)  # ten kills for each of five runs
        kills += killed_at(lambda folder=folder: run(options(source, folder)), chance.randint(0, 14), folder)
    assert kills >= 40, "nearly all were killed before they were done"
    for number in range(5):
        folder = tmp_path / str(number)
        run(options(source, folder))
        assert rows(folder) == undisturbed
        assert not list(folder.glob(".unfinished*"))


def test_killed_at_random_times_with_its_workers(
    source: Path, undisturbed: list[dict[str, Any]], tmp_path: Path
) -> None:
    chance = random.Random(11)  # noqa: S311
    words = [sys.executable, "-m", "broadsheet", "batch", str(source), "-o", str(tmp_path), "-m", "coreex", "-q"]
    words += ["--part-rows", "10", "--format", "jsonl", "--jobs", "2"]
    kills = 0
    whole: float | None = None
    while kills < KILLS:
        begun = time.monotonic()
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
        try:
            process.wait(None if whole is None else chance.uniform(0.3, 1.0) * whole)
            whole = time.monotonic() - begun
            assert process.returncode == 0
            for part in chance.sample(sorted(tmp_path.glob("part-*")), 9):
                part.unlink()  # so that there is something left to be killed in
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            kills += 1
    assert subprocess.run(words, check=False).returncode == 0  # noqa: S603
    assert rows(tmp_path) == undisturbed


def test_a_worker_that_is_killed_costs_nothing(source: Path, undisturbed: list[dict[str, Any]], tmp_path: Path) -> None:
    listed = Path(f"/proc/self/task/{os.getpid()}/children")
    if not listed.exists():
        pytest.skip("the kernel does not tell the children of a process")
    before = listed.read_text().split()  # what other tests have left running
    killed: list[int] = []

    def kill(state: State) -> None:
        if len(killed) < 2 and state.pages > 40 * (1 + len(killed)):
            workers = [int(word) for word in listed.read_text().split() if word not in before]
            killed.append(workers[0])
            os.kill(workers[0], signal.SIGKILL)

    summary = run(options(source, tmp_path), kill)
    assert summary.restarts == len(killed) == 2
    assert rows(tmp_path) == undisturbed


def test_a_full_disk_stops_the_run_and_loses_nothing(
    inline: None, source: Path, undisturbed: list[dict[str, Any]], tmp_path: Path
) -> None:
    from broadsheet.batch import parts

    real = os.fsync
    left = 6

    def full(number: int) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(28, "No space left on device")
        real(number)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts.os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            run(options(source, tmp_path))
    assert not list(tmp_path.glob(".unfinished*"))
    assert 0 < len(rows(tmp_path)) < len(undisturbed)
    run(options(source, tmp_path))
    assert rows(tmp_path) == undisturbed


def test_files_that_may_not_grow(source: Path, undisturbed: list[dict[str, Any]], tmp_path: Path) -> None:
    """The kernel's own limit on the size of files stands for a full disk: the program says so and goes on later."""
    words = [sys.executable, "-m", "broadsheet", "batch", str(source), "-o", str(tmp_path), "-m", "coreex", "-q"]
    words += ["--part-rows", "80", "--format", "jsonl", "--jobs", "1"]

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))

    done = subprocess.run(words, preexec_fn=limit, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 8, done.stderr
    assert "File too large; the same command continues it" in done.stderr
    assert subprocess.run(words, check=False).returncode == 0  # noqa: S603
    assert rows(tmp_path) == undisturbed


def test_other_options_and_other_inputs_are_refused(inline: None, source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(options(source, out))
    with pytest.raises(OtherRun, match="another value of part_rows"):
        run(options(source, out, part_rows=20))
    other = warc(tmp_path / "other.warc.gz", 3)
    with pytest.raises(OtherRun, match=r"pages.warc.gz is not in this one"):
        run(options(other, out))
    (tmp_path / "nobody").mkdir()
    (tmp_path / "nobody" / "part-000000-00000.jsonl").write_text("")
    with pytest.raises(OtherRun, match="no manifest"):
        run(options(source, tmp_path / "nobody"))
    with locked(out), pytest.raises(FolderInUse):
        run(options(source, out))
    with pytest.raises(OtherRun, match="holds a run already"):
        run(replace(options(source, out), resume=False))
    manifest = json.loads((out / "manifest.json").read_text())
    (out / "manifest.json").write_text(json.dumps({**manifest, "version": 0}))
    with pytest.raises(OtherRun, match="was written in layout 0; this program writes"):
        run(options(source, out))
    (out / "manifest.json").write_text("{")
    with pytest.raises(OtherRun, match="not the manifest of a run"):
        run(options(source, out))


def test_a_folder_that_another_run_gives_up_meanwhile_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its lock is gone from the folder, so that a third run would make another and be in it too."""

    def flock(lock: Any, how: int) -> None:
        Path(lock.name).unlink()

    monkeypatch.setattr("fcntl.flock", flock)
    with pytest.raises(FolderInUse, match="another run has just given up"), locked(tmp_path):
        pass


def test_an_input_that_has_changed_is_refused(inline: None, tmp_path: Path) -> None:
    mine = warc(tmp_path / "mine.warc.gz", 12)
    run(options(mine, tmp_path / "out"))
    warc(mine, 13)
    with pytest.raises(OtherRun, match=r"mine.warc.gz has changed"):
        run(options(mine, tmp_path / "out"))


def test_an_input_that_has_grown_is_gone_on_with(inline: None, tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    warc(folder / "b.warc.gz", 12)
    run(options(folder, out))
    warc(folder / "a.warc.gz", 5)
    summary = run(options(folder, out))
    assert summary.pages_now == 5 + 1
    found = rows(out)
    assert {(row["unit"], Path(row["source"]).name) for row in found} == {(0, "b.warc.gz"), (1, "a.warc.gz")}


def test_a_folder_of_pages_may_grow(inline: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("broadsheet.sources.planning._UNIT_FILES", 2)
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    for number in (2, 4, 6):
        (folder / f"{number}.html").write_bytes(page(number))
    run(options(folder, out))
    before = {path: path.read_bytes() for path in out.glob("part-*")}
    for number in (1, 5, 7):
        (folder / f"{number}.html").write_bytes(page(number))
    assert run(options(folder, out)).pages_now == 3
    assert sorted((row["name"], row["title"]) for row in rows(out)) == [
        (f"{n}.html", f"Story {n}") for n in (1, 2, 4, 5, 6, 7)
    ]
    assert all(path.read_bytes() == data for path, data in before.items())
    assert run(options(folder, out)).pages_now == 0
    # Pages by their names, and another folder beside.
    other = tmp_path / "other"
    other.mkdir()
    (other / "8.html").write_bytes(page(8))
    assert run(options((str(folder / "4.html"), str(folder), str(other)), out)).pages_now == 1
    with pytest.raises(OtherRun, match=r"8.html is not in this one"):
        run(options(folder, out))
    (folder / "4.html").write_bytes(page(44) + b" ")
    with pytest.raises(OtherRun, match=r"4.html has changed since"):
        run(options((str(folder), str(other)), out))


def test_the_same_input_by_another_name(inline: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    warc(tmp_path / "a.warc.gz", 3)
    (tmp_path / "1.html").write_bytes(page(1))
    monkeypatch.chdir(tmp_path)
    run(options(("a.warc.gz", "1.html"), tmp_path / "out"))
    for names in (("./a.warc.gz", "./1.html"), (str(tmp_path / "a.warc.gz"), str(tmp_path / "1.html"))):
        assert run(options(names, tmp_path / "out")).pages_now == 0
    monkeypatch.chdir("/")
    assert run(options((str(tmp_path),), tmp_path / "out")).pages_now == 0


def test_a_file_that_was_moved_is_known_by_its_bytes(inline: None, tmp_path: Path) -> None:
    out = tmp_path / "out"
    for name in "ab":
        (tmp_path / name).mkdir()
    mine = warc(tmp_path / "a" / "mine.warc.gz", 12)
    run(options(mine, out))
    whole = rows(out)
    (out / "part-000000-00000.jsonl").unlink()
    moved = mine.rename(tmp_path / "b" / "yours.warc.gz")
    os.utime(moved, (1, 1))
    assert run(options(moved, out)).pages_now == 10
    assert [{**row, "source": None} for row in rows(out)] == [{**row, "source": None} for row in whole]
    data = bytearray(moved.read_bytes())
    data[len(data) // 2] ^= 1
    mine.write_bytes(data)
    moved.unlink()
    with pytest.raises(OtherRun, match=r"yours.warc.gz is not in this one"):
        run(options(mine, out))


def test_files_with_the_same_bytes_are_known_when_both_were_moved(inline: None, tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    for name in ("1.warc.gz", "2.warc.gz"):
        warc(old / name, 2)
    run(options(old, tmp_path / "out"))
    old.rename(new)
    assert run(options(new, tmp_path / "out")).pages_now == 0


def test_what_has_no_fingerprint_is_not_known_by_it() -> None:
    """Pages of their own and lists on the web have none, nor has a file that cannot be read."""
    pages = Unit(kind=Kind.FILES, source="/pages", size=3, names=("1.html",), sizes=(3,))
    listed = Unit(kind=Kind.ADDRESSES, source="https://a.example/list", size=21, names=("https://a.example/1",))
    assert grown(Path("out"), [pages], [pages, listed]) == [pages, listed]
    unread = Unit(kind=Kind.WARC, source="/a.warc", size=3, modified=1)
    assert grown(Path("out"), [unread], [unread]) == [unread]
    with pytest.raises(OtherRun, match=r"/a\.warc has changed"):
        grown(Path("out"), [unread], [replace(unread, modified=2)])


def test_an_appended_table_was_changed(inline: None, tmp_path: Path) -> None:
    source = tmp_path / "pages.jsonl"
    source.write_text(json.dumps({"html": page(1).decode()}) + "\n")
    run(options(source, tmp_path / "out"))
    os.utime(source, (1, 1))
    assert run(options(source, tmp_path / "out")).pages_now == 0, "only its time of change is another"
    with source.open("a") as file:
        file.write(json.dumps({"html": page(2).decode()}) + "\n")
    with pytest.raises(OtherRun, match=r"pages.jsonl has changed since"):
        run(options(source, tmp_path / "out"))


def test_a_place_that_could_not_be_read_has_a_row_and_may_be_mended(inline: None, tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    (folder / "1.html").write_bytes(page(1))
    for name in ("2.html", "crawl.warc.gz"):
        (folder / name).symlink_to("nowhere")
    run(options(folder, out))
    found = {row["name"] or row["source"]: (row["outcome"], row["reason"]) for row in rows(out)}
    place = folder.resolve()
    assert found == {
        "1.html": ("extracted", None),
        "2.html": ("undecodable", f"could not read {place}/2.html: no such file"),
        f"{place}/crawl.warc.gz": ("undecodable", f"could not read {place}/crawl.warc.gz: No such file or directory"),
    }
    (folder / "nowhere").write_bytes(page(2))
    assert run(options(folder, out)).pages_now == 1, "what the links lead to is new; their rows stay"


def test_a_run_that_has_done_nothing_may_begin_again_with_other_options(
    inline: None, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*named: object) -> object:
        raise WorkersFail("no such luck")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("broadsheet.batch.running.WorkerPool", fails)
        with pytest.raises(WorkersFail):
            run(options(source, tmp_path))
    assert (tmp_path / "manifest.json").exists()
    run(options(source, tmp_path, part_rows=20))
    missing = options(source, tmp_path / "other")
    missing = replace(missing, work=replace(missing.work, page=replace(missing.work.page, sites="missing.db")))
    with pytest.raises(SourceUnreadable, match="no such file"):
        run(missing)
    assert not (tmp_path / "other").exists()


def test_a_missing_input_is_an_error_before_anything_is_done(tmp_path: Path) -> None:
    with pytest.raises(SourceUnreadable, match="no such file"):
        run(options(tmp_path / "missing.warc.gz", tmp_path / "out"))


def test_a_run_that_fails_before_it_begins_leaves_nothing_behind(source: Path, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine")
    for out in ("there", "full", "new/deep"):
        with pytest.raises(SourceUnreadable, match="no such file"):
            run(options(tmp_path / "missing.warc.gz", tmp_path / out))
    left = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")} - {source.name}
    assert left == {"there", "full", "full/notes.txt"}


def test_lost_and_half_written_notes_are_made_up_for(
    inline: None, source: Path, undisturbed: list[dict[str, Any]], tmp_path: Path
) -> None:
    first = run(options(source, tmp_path))
    notes = tmp_path / "progress.jsonl"
    whole = notes.read_bytes()
    notes.write_bytes(whole[: len(whole) // 2 + 7])
    (tmp_path / "part-000000-00003.jsonl").unlink()
    again = run(options(source, tmp_path))
    assert again.pages_now == 10
    assert (again.pages, again.outcomes) == (first.pages, first.outcomes)
    assert rows(tmp_path) == undisturbed


def test_manners_hold_over_all_lists_of_a_run(inline: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from broadsheet.sources import addresses as lists
    from broadsheet.sources import fetching

    given: list[Visited | None] = []

    def fetched(asked_for: Iterator[str], *, visited: Visited | None = None, **named: object) -> Iterator[Entry]:
        given.append(visited)
        for number, url in enumerate(asked_for):
            yield Entry(number=number, url=url, record=Record(asked=url, data=page(number), url=url))

    monkeypatch.setattr(fetching, "fetch_all", fetched)
    monkeypatch.setattr(lists, "fetch_all", fetched)
    for name in "ab":
        (tmp_path / f"{name}.txt").write_text(f"https://courier.example/{name}\n")
    asked = options((str(tmp_path / "a.txt"), str(tmp_path / "b.txt")), tmp_path / "out")
    assert run(asked).outcomes == {"extracted": 2}
    # Two lists are read, then their pages are fetched.
    assert len(given) == 4
    assert given[2] is given[3] is not None


# Pages that hang, crash, and fill the memory.

BAD = """
import os, signal, time
from broadsheet import pipeline
real = pipeline.extract
def extract(page, **named):
    text = page.text
    if "HANG-IN-C" in text:
        import re; re.match(r"(a+)+$", "a" * 40 + "b")
    if "HANG" in text:
        time.sleep(60)
    if "SEGFAULT" in text:
        os.kill(os.getpid(), signal.SIGSEGV)
    if "MEMORY" in text:
        hold = bytearray(5_000_000_000)
    if "ERROR" in text:
        raise RuntimeError("what nobody thought of")
    return real(page, **named)
pipeline.extract = extract
"""


def test_pages_that_hang_crash_or_fill_the_memory_cost_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text(BAD)
    monkeypatch.syspath_prepend(tmp_path)
    bad = {5: "HANG", 6: "SEGFAULT", 17: "MEMORY", 18: "ERROR", 30: "HANG-IN-C"}
    source = tmp_path / "pages.jsonl"
    with source.open("w") as file:
        for number in range(40):
            html = page(number).decode().replace("Story", f"{bad.get(number, 'Story')} story")
            file.write(json.dumps({"html": html, "url": f"https://courier.example/{number}"}) + "\n")
    limits = Limits(seconds=0.5, megabytes=500)
    summary = run(options(source, tmp_path / "out", limits=limits))
    found = rows(tmp_path / "out")
    assert [row["number"] for row in found] == list(range(40))
    outcomes = {row["number"]: (row["outcome"], row["reason"]) for row in found if row["outcome"] != "extracted"}
    assert outcomes == {
        5: ("timeout", "not done after 5 s on the clock"),
        6: ("crashed", "its worker died 2 times, at last of SIGSEGV"),
        17: ("crashed", "it needs more memory than a page may have"),
        18: ("crashed", "RuntimeError: what nobody thought of"),
        30: ("timeout", "not done after 0.5 s of CPU time"),
    }
    assert summary.restarts == 2 + 2
    assert isinstance(summary, Summary)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no such limit here")
def test_a_page_that_does_not_fit_into_the_memory_says_so(tmp_path: Path) -> None:
    (tmp_path / "large.html").write_bytes(page(1).replace(b"</body>", b"<!--" + b"x" * 30_000_000 + b"--></body>"))
    run(options(tmp_path / "large.html", tmp_path / "out", limits=Limits(megabytes=16), jobs=1))
    (row,) = rows(tmp_path / "out")
    assert (row["outcome"], row["reason"].count("memory")) == ("crashed", 1)


def test_workers_that_cannot_start_say_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = (
        "from broadsheet.batch import page\ndef load():\n    raise RuntimeError('no such luck')\npage.load = load\n"
    )
    (tmp_path / "sitecustomize.py").write_text(broken)
    monkeypatch.syspath_prepend(tmp_path)
    with (
        WorkerPool(1, PageOptions(method="coreex"), Limits()) as pool,
        pytest.raises(WorkersFail, match="workers do not start: RuntimeError: no such luck"),
    ):
        list(pool.collect(None))


def test_workers_that_die_at_once_are_not_started_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("broadsheet.batch.process._PROGRAM", "import sys; sys.exit(3)")
    with WorkerPool(1, PageOptions(method="coreex"), Limits()) as pool:
        for _ in range(2):
            assert list(pool.collect(None)) == []
        with pytest.raises(WorkersFail, match="workers do not start: exit code 3"):
            list(pool.collect(None))


def test_what_workers_refuse_to_do_is_said(tmp_path: Path) -> None:
    nowhere = PageOptions(method="coreex", sites=str(tmp_path / "none.db"))
    with WorkerPool(1, nowhere, Limits()) as pool, pytest.raises(SourceUnreadable, match=r"none\.db"):
        list(pool.collect(None))


def test_a_worker_that_dies_with_nothing_to_do_is_replaced() -> None:
    with WorkerPool(1, PageOptions(method="coreex"), Limits()) as pool:
        while not pool.ready:
            assert list(pool.collect(None)) == []
        os.kill(pool._workers[0].number, signal.SIGKILL)
        assert list(pool.collect(None)) == []
        assert (pool.restarts, pool.ready, pool.jobs) == (1, False, 1)
        pool.take(Chunk(0, [Entry(number=0, record=Record(asked="x", data=page(0)))]))
        found: list[Any] = []
        while pool.busy:
            found += pool.collect(None)
    ((unit, (row,)),) = found
    assert (unit, row["outcome"], row["title"]) == (0, "extracted", "Story 0")


def test_a_crew_that_cannot_be_whole_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []

    class Worker(pool_module._Worker):
        def __init__(self, *named: Any) -> None:
            if started:
                raise OSError(12, "Cannot allocate memory")
            super().__init__(*named)
            started.append(self.number)

    monkeypatch.setattr(pool_module, "_Worker", Worker)
    with pytest.raises(OSError, match="allocate"):
        WorkerPool(2, PageOptions(method="coreex"), Limits())
    with pytest.raises(ProcessLookupError):
        os.kill(started[0], 0)


def test_workers_that_have_done_enough_are_replaced(
    source: Path, undisturbed: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_module, "_MAX_WORKER_PAGES", 100)
    numbers: set[int] = set()
    real = pool_module._Worker.take

    def take(self: Any, chunk: Chunk) -> None:
        numbers.add(self.number)
        real(self, chunk)

    monkeypatch.setattr(pool_module._Worker, "take", take)
    summary = run(options(source, tmp_path, jobs=1))
    assert rows(tmp_path) == undisturbed
    assert len(numbers) > 1
    assert summary.restarts == 0, "nothing went wrong"


@pytest.mark.parametrize(("code", "words"), [(3, "exit code 3"), (-9, "SIGKILL"), (-40, "signal 40")])
def test_how_a_process_ended(code: int, words: str) -> None:
    assert how_it_ended(code) == words


@pytest.mark.parametrize("form", list(Format))
def test_duplicates_are_written(inline: None, tmp_path: Path, form: Format) -> None:
    path = tmp_path / "pages.jsonl"
    urls = ["https://b.example/1", "https://a.example/2", None, None]
    lines = [{"html": page(n).decode(), "url": url} for n, url in zip((1, 2, 1, 1), urls, strict=True)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    summary = run(options(path, tmp_path / "out", form=form))
    assert (summary.duplicate_groups, summary.duplicate_pages) == (1, 3)
    file = tmp_path / "out" / f"duplicates.{form}"
    found = (
        parquet.read_table(file).to_pylist()
        if form is Format.PARQUET
        else [json.loads(line) for line in file.read_text().splitlines()]
    )
    (group,) = {one["group"] for one in found}
    assert found == [
        {"unit": 0, "number": n, "url": url, "group": group, "similarity": 1.0, "representative": n == 0}
        for n, url in ((0, urls[0]), (2, None), (3, None))
    ]


def test_sites_are_learnt_first_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from broadsheet.sites import SiteStore

    source = tmp_path / "pages.jsonl"
    line = "<p>Read the Courier on paper: four weeks for the price of one, delivered to your door by six.</p>"
    with source.open("w") as file:
        for number in range(24):
            html = page(number).decode().replace("</article>", line + "</article>")
            file.write(json.dumps({"html": html, "url": f"https://{'ab'[number % 2]}-courier.example/{number}"}) + "\n")
    seen: list[bool] = []
    asked = replace(options(source, tmp_path / "out"), learn_sites=True)
    run(asked, lambda state: seen.append(state.learning))
    assert seen == sorted(seen, reverse=True), "first all pages are looked at, then all are extracted"
    assert True in seen
    with SiteStore(tmp_path / "out" / "sites.db", read_only=True) as store:
        assert {listed.site: listed.pages for listed in store.listed()} == {
            "a-courier.example": 12,
            "b-courier.example": 12,
        }
    assert [row["title"] for row in rows(tmp_path / "out")] == [f"Story {number}" for number in range(24)]
    assert not list((tmp_path / "out").glob(".unfinished*"))
    with pytest.raises(OtherRun, match="another value of sites"):
        run(options(source, tmp_path / "out"))
    # What was learnt before can be given, and then nothing is learnt.
    given = options(source, tmp_path / "given")
    given = replace(
        given, work=replace(given.work, page=replace(given.work.page, sites=str(tmp_path / "out" / "sites.db")))
    )
    run(given)
    assert rows(tmp_path / "given") == rows(tmp_path / "out")
    assert not (tmp_path / "given" / "sites.db").exists()


def test_a_file_of_profiles_that_has_changed_is_refused(inline: None, source: Path, tmp_path: Path) -> None:
    from broadsheet.sites import SiteProfile, SiteStore

    file = tmp_path / "sites.db"

    def learn(period: str) -> None:
        with SiteStore(file) as store:
            store.add([SiteProfile(site="courier.example", period=period, pages=1)])

    learn("2026-03")
    given = options(source, tmp_path / "out")
    given = replace(given, work=replace(given.work, page=replace(given.work.page, sites=str(file))))
    run(given)
    with SiteStore(file) as store:  # written again, and the same
        store.replace(list(store.profiles()))
    run(given)
    learn("2026-04")
    with pytest.raises(OtherRun, match=r"sites.db has changed since the run in .* began: restore it, or give another"):
        run(given)
    other = tmp_path / "other.db"
    file.rename(other)
    moved = replace(given, work=replace(given.work, page=replace(given.work.page, sites=str(other))))
    with pytest.raises(OtherRun, match="another value of sites:"):
        run(moved)


def newspaper(folder: Path) -> list[str]:
    """Three files of pages of several sites and months."""
    line = "<p>Read the Courier on paper: four weeks for the price of one, delivered to your door by six.</p>"
    names = []
    for file in range(3):
        path = folder / f"{file}.jsonl"
        with path.open("w") as lines:
            for number in range(100 * file, 100 * file + 70):
                html = page(number).decode().replace("</article>", line + "</article>")
                url = f"https://{'abc'[number % 3]}-courier.example/{number}"
                lines.write(json.dumps({"html": html if number % 9 else "", "url": url}) + "\n")
        names.append(str(path))
    return names


@pytest.mark.filterwarnings("ignore:This process.*multi-threaded:DeprecationWarning")
@pytest.mark.parametrize("held", [10, 200_000])
def test_a_first_pass_that_is_killed_goes_on(
    inline: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: int
) -> None:
    names = newspaper(tmp_path)

    def asked(folder: Path) -> RunOptions:
        return replace(options(tuple(names), folder), learn_sites=True)

    whole = tmp_path / "whole"
    run(asked(whole))
    assert not list(whole.glob(".sites*"))
    monkeypatch.setattr("broadsheet.batch.learning._FLUSH_SECONDS", 0.0)
    monkeypatch.setattr("broadsheet.batch.learning._MAX_HELD", held)
    folder = tmp_path / "killed"
    seen: list[tuple[int, int]] = []
    for _ in range(3):
        child = os.fork()
        if child == 0:

            def kill(state: State) -> None:
                if state.learning and state.pages >= 60:
                    os.kill(os.getpid(), signal.SIGKILL)

            try:
                run(asked(folder), kill)
            finally:
                os._exit(0)
        assert os.WIFSIGNALED(os.waitpid(child, 0)[1])
        assert (folder / ".sites-so-far.db").exists()
    with pytest.raises(OtherRun, match="another value of sites"):
        run(options(tuple(names), folder))
    run(asked(folder), lambda state: seen.append((state.pages_before, state.pages)) if state.learning else None)
    before, now = seen[-1]
    assert before >= 3 * 28
    assert before + now == 3 * 70, "no page is looked at twice that was written down"
    assert (folder / "sites.db").read_bytes() == (whole / "sites.db").read_bytes()
    assert rows(folder) == rows(whole)
    assert not list(folder.glob(".sites*"))
    assert not list(folder.glob(".unfinished*"))


@pytest.mark.filterwarnings("ignore:This process.*multi-threaded:DeprecationWarning")
def test_a_first_pass_is_whole_or_not_there_wherever_it_is_killed(inline: None, tmp_path: Path) -> None:
    """Killed before each file that it opens, renames or removes at its end."""
    names = newspaper(tmp_path)[:1]

    def asked(folder: Path) -> RunOptions:
        return replace(options(tuple(names), folder), learn_sites=True)

    run(asked(tmp_path / "whole"))
    for point in range(1, 16):
        folder = tmp_path / str(point)
        killed_at(lambda folder=folder: run(asked(folder)), point, folder)
        run(asked(folder))
        assert (folder / "sites.db").read_bytes() == (tmp_path / "whole" / "sites.db").read_bytes()
        assert not list(folder.glob(".sites*"))


def test_notes_of_a_first_pass_last(tmp_path: Path) -> None:
    from broadsheet.batch.so_far import SoFar

    chance = random.Random(3)  # noqa: S311
    numbers = chance.sample(range(100), 60)
    with SoFar(tmp_path) as so_far:
        for number in numbers:
            so_far.note(4, number)
        so_far.note_end(5, 2)
        so_far.note(5, 1)
        so_far.add([])
        so_far.note(5, 0)
        assert so_far.has_all(5)
    with SoFar(tmp_path) as again:
        assert [number for number in range(100) if again.has(4, number)] == sorted(numbers)
        assert (again.has(5, 1), again.has(5, 0), again.has_all(5), again.has_all(6)) == (True, False, False, False)
        assert again.pages == 61


@pytest.mark.parametrize("form", list(Format))
def test_a_damaged_part_is_named(inline: None, source: Path, tmp_path: Path, form: Format) -> None:
    run(options(source, tmp_path, form=form))
    part = tmp_path / f"part-000000-00003.{form}"
    whole = part.read_bytes()
    part.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(SourceUnreadable, match=r"part-000000-00003.*: this part is damaged: delete it"):
        run(options(source, tmp_path, form=form))
    part.unlink()
    assert run(options(source, tmp_path, form=form)).pages_now == 10


def test_paths_that_are_no_utf8(inline: None, tmp_path: Path) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    folder = tmp_path / os.fsdecode(b"caf\xe9")
    folder.mkdir()
    with (folder / os.fsdecode(b"pages\xff.parquet")).open("wb") as stream:
        parquet.write_table(pa.table({"html": [page(n) for n in range(3)]}), stream)
    out = folder / "out"
    assert run(options(folder, out, form=Format.PARQUET)).outcomes == {"extracted": 3}
    assert len(rows(out, Format.PARQUET)) == 3


def test_what_was_kept_of_a_broken_input_goes(inline: None, source: Path, tmp_path: Path) -> None:
    (tmp_path / SPOOLING.format(1)).write_bytes(b"half")
    run(options(source, tmp_path))
    assert not list(tmp_path.glob(SPOOLING.format("*")))


def test_the_standard_input_is_read_once_however_often_it_is_named(
    inline: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(page(1))))
    run(options(("-", "-"), tmp_path / "out"))
    assert [row["outcome"] for row in read_rows(tmp_path / "out")] == ["extracted"]
    assert len(list((tmp_path / "out").glob("stdin-*"))) == 1


def test_rows_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    for name, words in (("nowhere", "no such folder"), ("file", "this is a file, not a folder")):
        with pytest.raises(SourceUnreadable, match=words):
            next(read_rows(tmp_path / name))
    (tmp_path / "part-000000-00000.parquet").touch()
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match="pyarrow is not installed"):
        next(read_rows(tmp_path))
