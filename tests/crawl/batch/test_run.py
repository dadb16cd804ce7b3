"""Runs that are interrupted in many ways and continued give the same rows as an undisturbed run."""

from __future__ import annotations

import io
import json
import os
import random
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import chain, repeat
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

pytest.importorskip("fastwarc", reason="the extra batch is not installed")
pytest.importorskip("pyarrow", reason="the extra batch is not installed")
pytest.importorskip("rensa", reason="the extra batch is not installed")

import pyarrow as pa
from click.testing import CliRunner
from pyarrow import parquet

from broadsheet.cli import main
from broadsheet.crawl.batch import Format, Limits, PageOptions, RunOptions, State, WorkOptions, read_rows, run
from broadsheet.crawl.batch.manifest import FolderInUse, OtherRun, Progress, locked
from broadsheet.crawl.batch.process import WorkersFail
from broadsheet.errors import SourceUnreadable
from tests.crawl.sources.loopback import Exchange, Loopback, answer
from tests.processes import children

from .conftest import PAGES, InlinePool
from .pages_for_tests import page, warc

KILLS = int(os.environ.get("BROADSHEET_KILLS", "50"))  # of each soak test


def options(source: Path | tuple[str, ...], folder: Path, **more: Any) -> RunOptions:
    work = {"part_rows": 10, "form": Format.JSONL, **more}
    inputs = source if isinstance(source, tuple) else (str(source),)
    jobs = work.pop("jobs", 2)
    return RunOptions(
        inputs=inputs, jobs=jobs, work=WorkOptions(folder=folder, page=PageOptions(method="coreex"), **work)
    )


def rows(folder: Path, form: Format = Format.JSONL) -> list[dict[str, Any]]:
    """Return the rows without their times."""
    assert [*read_rows(str(folder))] == [*read_rows(folder, form)]  # the format is detected from the names
    return [{name: value for name, value in row.items() if name != "seconds"} for row in read_rows(folder, form)]


@pytest.fixture(scope="session")
def undisturbed(source: Path, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    folder = tmp_path_factory.mktemp("undisturbed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("broadsheet.crawl.batch.running.Pool", InlinePool)
        run(options(source, folder))
    return rows(folder)


def test_every_page_has_one_row(undisturbed: list[dict[str, Any]]) -> None:
    keys = [(row["unit"], row["number"]) for row in undisturbed]
    assert keys == [(0, number) for number in range(len(keys))]
    assert Counter(row["outcome"] for row in undisturbed) == {
        "extracted": PAGES,
        "skipped_duplicate": 1,
        "undecodable": 1 + 1 + 1,
        "not_html": 1,
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


def killed(what: Callable[[], object]) -> bool:
    """Call a function in a process of its own; return whether that was killed."""
    child = os.fork()
    if child == 0:
        try:
            what()
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def killed_at(what: Callable[[], object], point: int, folder: Path) -> bool:
    """Call a function in a process that is killed before its n-th access to a file; return whether it was killed."""
    left = point

    def touch(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal left
        if event in ("open", "os.rename", "os.remove", "sqlite3.connect") and str(folder) in str(arguments[0]):
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    def watched() -> None:
        sys.addaudithook(touch)
        what()

    return killed(watched)


@pytest.mark.filterwarnings("ignore:This process.*multi-threaded:DeprecationWarning")
@pytest.mark.parametrize("kills", [5, pytest.param(KILLS, marks=pytest.mark.soak)])
def test_a_run_killed_at_any_point_loses_nothing(
    inline: None, source: Path, undisturbed: list[dict[str, Any]], tmp_path: Path, kills: int
) -> None:
    chance = random.Random(7)  # noqa: S311
    folders = [tmp_path / str(number) for number in range(max(1, kills // 10))]
    count = 0
    for attempt in range(kills):
        folder = folders[attempt % len(folders)]
        count += killed_at(lambda folder=folder: run(options(source, folder)), chance.randint(0, 8), folder)
    assert count >= 0.8 * kills, "nearly all were killed before their end"
    for folder in folders:
        run(options(source, folder))
        assert rows(folder) == undisturbed
        assert not list(folder.glob(".unfinished*"))


def test_a_killed_worker_loses_no_page(source: Path, undisturbed: list[dict[str, Any]], tmp_path: Path) -> None:
    before = children()  # of other tests
    worker: list[int] = []

    def kill(state: State) -> None:
        if not worker and state.pages > 15:
            worker.append(min(children() - before))
            os.kill(worker[0], signal.SIGKILL)

    summary = run(options(source, tmp_path), kill)
    assert summary.restarts == len(worker) == 1
    assert rows(tmp_path) == undisturbed


def test_a_full_disk_is_an_error_that_can_be_continued(
    inline: None, source: Path, undisturbed: list[dict[str, Any]], tmp_path: Path
) -> None:
    full = OSError(28, "No space left on device")
    words = ["batch", str(source), "-o", str(tmp_path), *"-m coreex -q --part-rows 10 --format jsonl --jobs 2".split()]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", Mock(side_effect=chain(repeat(None, 6), repeat(full))))
        done = CliRunner().invoke(main, words)
    assert (done.exit_code, "No space left on device; repeat the command to continue" in done.stderr) == (8, True)
    assert 0 < run(options(source, tmp_path)).pages_now < len(undisturbed)
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
    with pytest.raises(OtherRun, match="has layout version 0; this program writes"):
        run(options(source, out))
    (out / "manifest.json").write_text("{")
    with pytest.raises(OtherRun, match="not the manifest of a run"):
        run(options(source, out))


def test_a_grown_input_is_continued(inline: None, tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    warc(folder / "b.warc.gz", 12)
    run(options(folder, out))
    warc(folder / "a.warc.gz", 5)
    summary = run(options(folder, out))
    assert summary.pages_now == 5 + 1
    found = rows(out)
    assert {(row["unit"], Path(row["source"]).name) for row in found} == {(0, "b.warc.gz"), (1, "a.warc.gz")}


def test_hosts_of_several_lists_are_fetched_from_together(inline: None, site: Loopback, tmp_path: Path) -> None:
    both = threading.Barrier(2, timeout=9)

    def wait_for_the_other(exchange: Exchange) -> None:
        both.wait()
        exchange.send(answer(page(1)))

    with Loopback() as other:
        for server in (site, other):
            server.routes["/1"] = wait_for_the_other
            (tmp_path / f"{server.port}.txt").write_text(server.url("/1"))
        run(learning([*map(str, tmp_path.glob("*.txt"))], tmp_path / "out"))
        assert len(site.requests) == len(other.requests) == 2, "the second pass fetches nothing again"
    assert [(row["unit"], row["outcome"]) for row in rows(tmp_path / "out")] == [(0, "extracted"), (1, "extracted")]


def test_a_folder_of_pages_may_grow(inline: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("broadsheet.crawl.sources.planning._UNIT_FILES", 2)
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
    # A page given by its name, and another folder.
    other = tmp_path / "other"
    other.mkdir()
    (other / "8.html").write_bytes(page(8))
    assert run(options((str(folder / "4.html"), str(folder), str(other)), out)).pages_now == 1
    with pytest.raises(OtherRun, match=r"8.html is not in this one"):
        run(options(folder, out))
    (folder / "4.html").write_bytes(page(44) + b" ")
    with pytest.raises(OtherRun, match=r"4.html has changed since"):
        run(options((str(folder), str(other)), out))


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


def test_an_appended_table_counts_as_changed(inline: None, tmp_path: Path) -> None:
    source = tmp_path / "pages.jsonl"
    source.write_text(json.dumps({"html": page(1).decode()}) + "\n")
    run(options(source, tmp_path / "out"))
    os.utime(source, (1, 1))
    assert run(options(source, tmp_path / "out")).pages_now == 0, "only its modification time differs"
    with source.open("a") as file:
        file.write(json.dumps({"html": page(2).decode()}) + "\n")
    with pytest.raises(OtherRun, match=r"pages.jsonl has changed since"):
        run(options(source, tmp_path / "out"))


def test_an_unreadable_file_has_a_row_and_may_be_repaired(inline: None, tmp_path: Path) -> None:
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
    assert run(options(folder, out)).pages_now == 1, "the targets of the links are new; their rows stay"


def test_a_run_that_has_done_nothing_may_begin_again_with_other_options(
    inline: None, source: Path, tmp_path: Path
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("broadsheet.crawl.batch.running.Pool", Mock(side_effect=WorkersFail("no such luck")))
        with pytest.raises(WorkersFail):
            run(options(source, tmp_path))
    assert (tmp_path / "manifest.json").exists()
    (tmp_path / "progress.jsonl").write_text('{"unit": 0, "parts": 4}\n')  # read to its end, but nothing was written
    run(options(source, tmp_path, part_rows=20))


def test_a_run_that_fails_before_it_begins_leaves_nothing_behind(source: Path, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine")
    for out in ("there", "full", "new/deep"):
        no_input = options(tmp_path / "missing.warc.gz", tmp_path / out)
        no_sites = options(source, tmp_path / out)
        no_sites = replace(no_sites, work=replace(no_sites.work, page=PageOptions(method="coreex", sites="missing.db")))
        for wrong in (no_input, no_sites):
            with pytest.raises(SourceUnreadable, match="no such file"):
                run(wrong)
    left = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")} - {source.name}
    assert left == {"there", "full", "full/notes.txt"}


def test_lost_progress_lines_are_recomputed(
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


def test_the_end_of_a_unit_is_noted_in_constant_time(tmp_path: Path) -> None:
    parts = {(unit, part): Counter[str]() for unit in range(30_000) for part in range(10)}
    progress, begun = Progress(tmp_path, Format.JSONL, [], parts), time.process_time()
    for unit in range(1000):
        progress.add_end(unit, unit % 10)
    assert set(progress.ended.values()) == {10}, "parts of earlier runs count"
    assert time.process_time() - begun < 2


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
        raise RuntimeError("an unexpected error")
    return real(page, **named)
pipeline.extract = extract
"""


def test_pages_that_hang_crash_or_fill_the_memory_fail_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
    # On a busy machine, a worker may not get enough CPU time.
    assert outcomes.pop(30) in {
        ("timeout", f"not done after {limit}") for limit in ("0.5 s of CPU time", "5 s of wall-clock time")
    }
    assert outcomes == {
        5: ("timeout", "not done after 5 s of wall-clock time"),
        6: ("crashed", "its worker died 2 times, the last time with SIGSEGV"),
        17: ("crashed", "it needs more memory than the limit per page"),
        18: ("crashed", "RuntimeError: an unexpected error"),
    }
    assert summary.restarts == 2 + 2


@pytest.mark.parametrize("form", list(Format))
def test_duplicates_are_written(inline: None, tmp_path: Path, form: Format) -> None:
    path = tmp_path / "pages.jsonl"
    urls = ["https://b.example/1", "https://a.example/2", None, None]
    lines = [{"html": page(n).decode(), "url": url} for n, url in zip((1, 2, 1, 1), urls, strict=True)]
    lines.append({"html": page(1).decode().replace("said the", "said a", 2), "url": None})
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    summary = run(options(path, tmp_path / "out", form=form))
    assert (summary.duplicate_groups, summary.duplicate_pages) == (1, 4)
    file = tmp_path / "out" / f"duplicates.{form}"
    found = (
        parquet.read_table(file).to_pylist()
        if form is Format.PARQUET
        else [json.loads(line) for line in file.read_text().splitlines()]
    )
    (group,) = {one["group"] for one in found}
    assert found.pop()["number"] == 4, "which is nearly the same"
    assert found == [
        {"unit": 0, "number": n, "url": url, "group": group, "similarity": 1.0, "representative": n == 0}
        for n, url in ((0, urls[0]), (2, None), (3, None))
    ]


def test_sites_are_learnt_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from broadsheet.crawl.sites import SiteStore

    names = newspaper(tmp_path)
    seen: list[bool] = []
    run(learning(names, tmp_path / "out"), lambda state: seen.append(state.learning))
    assert seen == sorted(seen, reverse=True), "first all pages are counted, then all are extracted"
    assert True in seen
    with SiteStore(tmp_path / "out" / "sites.db", read_only=True) as store:
        pages = {one.site: one.pages for one in store.listed()}
        assert pages == {"a-courier.example": 20, "b-courier.example": 30, "c-courier.example": 30}
    assert not list((tmp_path / "out").glob(".unfinished*"))
    with pytest.raises(OtherRun, match="another value of sites"):
        run(options(tuple(names), tmp_path / "out"))
    # Profiles learnt before can be given; then there is no first pass.
    monkeypatch.setattr("broadsheet.crawl.batch.running.Pool", InlinePool)
    given = options(tuple(names), tmp_path / "given")
    given = replace(
        given, work=replace(given.work, page=replace(given.work.page, sites=str(tmp_path / "out" / "sites.db")))
    )
    run(given)
    assert rows(tmp_path / "given") == rows(tmp_path / "out")
    assert not (tmp_path / "given" / "sites.db").exists()


def learning(names: list[str], folder: Path) -> RunOptions:
    """Options of a run with a first pass."""
    return replace(options(tuple(names), folder), learn_sites=True)


def newspaper(folder: Path) -> list[str]:
    """Three files of pages of several sites and months."""
    line = "<p>Read the Courier on paper: four weeks for the price of one, delivered to your door by six.</p>"
    names = []
    for file in range(3):
        path = folder / f"{file}.jsonl"
        with path.open("w") as lines:
            for number in range(100 * file, 100 * file + 30):
                html = page(number).decode().replace("</article>", line + "</article>")
                url = f"https://{'abc'[number % 3]}-courier.example/{number}"
                lines.write(json.dumps({"html": html if number % 9 else "", "url": url}) + "\n")
        names.append(str(path))
    return names


@pytest.mark.filterwarnings("ignore:This process.*multi-threaded:DeprecationWarning")
@pytest.mark.parametrize("held", [10, 200_000])
def test_a_killed_first_pass_continues(
    inline: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: int
) -> None:
    names = newspaper(tmp_path)
    whole = tmp_path / "whole"
    run(learning(names, whole))
    assert not list(whole.glob(".sites*"))
    monkeypatch.setattr("broadsheet.crawl.batch.learning._FLUSH_SECONDS", 0.0)
    monkeypatch.setattr("broadsheet.crawl.batch.learning._MAX_HELD", held)
    monkeypatch.setattr("broadsheet.crawl.batch.work._CHUNK_PAGES", 7)  # so that it is killed within a unit
    folder = tmp_path / "killed"
    seen: list[tuple[int, int]] = []

    def kill(state: State) -> None:
        if state.learning and state.pages >= 25:
            os.kill(os.getpid(), signal.SIGKILL)

    for _ in range(2):
        assert killed(lambda: run(learning(names, folder), kill))
        assert (folder / ".sites-so-far.db").exists()
    with pytest.raises(OtherRun, match="another value of sites"):
        run(options(tuple(names), folder))
    run(
        learning(names, folder),
        lambda state: seen.append((state.pages_before, state.pages)) if state.learning else None,
    )
    before, now = seen[-1]
    assert before >= 2 * 10
    assert before + now == 3 * 30, "no recorded page is read twice"
    assert (folder / "sites.db").read_bytes() == (whole / "sites.db").read_bytes()
    assert rows(folder) == rows(whole)
    assert not list(folder.glob(".sites*"))
    assert not list(folder.glob(".unfinished*"))


@pytest.mark.filterwarnings("ignore:This process.*multi-threaded:DeprecationWarning")
@pytest.mark.parametrize("points", [(2, 5, 8, 11, 14), pytest.param(range(1, 16), marks=pytest.mark.soak)])
def test_a_first_pass_killed_anywhere_is_atomic(inline: None, tmp_path: Path, points: Iterable[int]) -> None:
    """Killed before each file that it opens, renames or removes at its end."""
    names = newspaper(tmp_path)[:1]
    run(learning(names, tmp_path / "whole"))
    for point in points:
        folder = tmp_path / str(point)
        killed_at(lambda folder=folder: run(learning(names, folder)), point, folder)
        run(learning(names, folder))
        assert (folder / "sites.db").read_bytes() == (tmp_path / "whole" / "sites.db").read_bytes()
        assert not list(folder.glob(".sites*"))


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
    with pytest.raises(SourceUnreadable, match="no run in this folder"):
        next(read_rows(source.parent))


def test_paths_that_are_not_utf_8(inline: None, tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"caf\xe9")
    folder.mkdir()
    with (folder / os.fsdecode(b"pages\xff.parquet")).open("wb") as stream:
        parquet.write_table(pa.table({"html": [page(n) for n in range(3)]}), stream)
    out = folder / "out"
    assert run(replace(options(folder, out, form=Format.PARQUET), learn_sites=True)).outcomes == {"extracted": 3}
    assert len(rows(out, Format.PARQUET)) == 3


def test_standard_input_named_twice_is_read_once(inline: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(page(1))))
    run(options(("-", "-"), tmp_path / "out"))
    assert [row["outcome"] for row in read_rows(tmp_path / "out")] == ["extracted"]
    assert len(list((tmp_path / "out").glob("stdin-*"))) == 1
