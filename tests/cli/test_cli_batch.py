from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("fastwarc", reason="the extra batch is not installed")
pytest.importorskip("pyarrow", reason="the extra batch is not installed")
pytest.importorskip("rensa", reason="the extra batch is not installed")

from tests.crawl.batch.pages_for_tests import page
from tests.crawl.sources.loopback import PAGE, answer

from broadsheet.cli import batch as command
from broadsheet.crawl.batch import State, Summary

if TYPE_CHECKING:
    from tests.crawl.sources.loopback import Loopback

    from conftest import Program, Run


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    path = tmp_path / "pages.jsonl"
    path.write_text("".join(json.dumps({"page": page(n).decode()}) + "\n" for n in range(5)) + "{broken\n")
    return path


def test_a_run_and_its_summary(program: Program, run: Run, lines: Path, tmp_path: Path) -> None:
    words = ["batch", lines, "-o", tmp_path / "out", "-m", "coreex", "-j", 1, "-f", "jsonl", "--html-column", "page"]
    done = program(*words)
    assert done.returncode == 0, done.stderr
    told = done.stderr.decode()
    assert "extracted              5" in told
    assert "undecodable            1" in told
    assert "6 pages in 1 part:" in told
    assert "the first page has no URL (--url-column names its column)" in told
    written = (tmp_path / "out" / "part-000000-00000.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in written.splitlines()]
    assert [row["title"] for row in rows] == [*(f"Story {n}" for n in range(5)), None]
    assert json.loads((tmp_path / "out" / "summary.json").read_text())["outcomes"] == {"extracted": 5, "undecodable": 1}
    assert "nothing was left to do" in run(*words).stderr


@pytest.mark.parametrize(("words", "ending"), [(["-f", "md", "--front-matter"], ".md"), (["--files"], ".txt")])
def test_one_file_a_page(run: Run, lines: Path, tmp_path: Path, words: list[str], ending: str) -> None:
    asked = ["batch", lines, "-o", tmp_path / "out", "-m", "coreex", "-j", 1, "--html-column", "page", *words]
    done = run(*asked)
    assert done.exit_code == 0, done.stderr
    files = sorted((tmp_path / "out").glob("pages/*/*"))
    assert [file.name for file in files] == [f"0000{n}-page{ending}" for n in range(5)]
    start = '---\ntitle: "Story 2"\n' if ending == ".md" else "Story 2\n\n"
    assert files[2].read_text(encoding="utf-8").startswith(start)
    assert len((tmp_path / "out" / "contents.tsv").read_text().splitlines()) == 7
    assert "nothing was left to do" in run(*asked).stderr


def test_only_new_pages_of_a_feed_are_fetched(run: Run, site: Loopback, tmp_path: Path) -> None:
    items = [
        f"<item><link>{site.url(f'/{day}')}</link><pubDate>{day} Mar 2026 06:30:00 GMT</pubDate></item>"
        for day in (5, 6)
    ]
    site.routes["/feed"] = answer(f"<rss><channel>{''.join(items)}</channel></rss>", type_="application/rss+xml")
    site.routes["/6"] = answer(page(6).decode())
    asked = ["batch", site.url("/feed"), *"-m coreex -j 1 -f jsonl --delay 0".split()]
    done = run(*asked, "-o", tmp_path / "new", "--since", "2026-03-06")
    assert "\n1 page in 1 part" in done.stderr
    assert [target for target, _ in site.requests] == ["/robots.txt", "/feed", "/6"]
    assert "no page found in the input" in run(*asked, "-o", tmp_path / "none", "--since", "2026-03-07").stderr
    assert "since" in run(*asked, "-o", tmp_path / "new", "--since", "2026-03-05").stderr


def test_a_list_that_cannot_be_read_fails_alone(run: Run, site: Loopback, lines: Path, tmp_path: Path) -> None:
    options = "-m coreex -j 1 -f jsonl --html-column page --delay 0".split()
    nothing = run("batch", site.url("/1"), site.url("/feed"), "-o", tmp_path / "none", *options)
    assert nothing.stderr.count("broadsheet: could not fetch http") == 2
    assert (nothing.exit_code, "the other inputs are read" in nothing.stderr) == (5, False)
    missing = run("batch", site.url("/1"), "missing.jsonl", "-o", tmp_path / "none", *options)
    assert missing.exit_code == 6
    assert "could not fetch http" in missing.stderr
    asked = ["batch", site.url("/feed"), lines, "-o", tmp_path / "out", *options]
    done = run(*asked)
    assert (done.exit_code, "(the other inputs are read)" in done.stderr) == (5, True)
    assert "\n6 pages in 1 part" in done.stderr
    assert "1 input could not be read; repeat the command to try again: could not fetch http" in done.stderr
    site.routes |= {"/feed": answer(f"<rss><item><link>{site.url('/7')}</link></item></rss>"), "/7": answer(PAGE)}
    done = run(*asked)
    assert done.exit_code == 0
    assert "\n7 pages in 2 parts" in done.stderr
    assert "lists on the web are read only once per folder" in run(*asked).stderr


def test_selectors_keep_and_drop(run: Run, lines: Path, tmp_path: Path) -> None:
    asked = ["batch", lines, "-o", tmp_path / "out", *"-m coreex -j 1 -f jsonl --html-column page".split()]
    assert run(*asked, "--drop", "p", "--keep", "nav", "--keep", "h2").exit_code == 0
    row = json.loads((tmp_path / "out" / "part-000000-00000.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert row["text"] == "Home"
    assert {note.partition(":")[0] for note in row["notes"]} >= {"drop 'p'", "keep 'nav'", "keep 'h2'"}
    other = run(*asked, "--drop", "p")
    assert (other.exit_code, "holds a run with another value of keep" in other.stderr) == (1, True)


def test_the_standard_input(program: Program, run: Run, lines: Path, tmp_path: Path) -> None:
    words = ["batch", "-", "-o", tmp_path / "out", *"-m coreex -j 1 -f jsonl --html-column page -q".split()]
    done = program(*words, stdin=lines.read_bytes())
    assert (done.returncode, done.stderr) == (0, b"")
    again = run(*words, stdin=lines.read_bytes())
    assert (again.exit_code, again.stderr) == (0, "")
    other = run(*words, stdin=lines.read_bytes()[:-8])
    assert other.exit_code == 1
    assert "holds a run over another input" in other.stderr
    assert len(list((tmp_path / "out").glob("stdin-*"))) == 1


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["{lines}", "--html-column", "page", "-o", "a" * 300], 8, "File name too long"),
        (["missing.warc.gz"], 6, "could not read missing.warc.gz: no such file or folder"),
        (["www.courier.example"], 6, "no such file or folder (a URL begins with https://)"),
        (["127.0.0.1:8000/news"], 6, "no such file or folder (a URL begins with https://)"),
        (["{lines}"], 6, "no key 'html'; keys: page"),
        (["{lines}", "--html-column", "page", "--url-column", "nope"], 6, "no key 'nope'"),
        (["http://127.0.0.1:0/"], 5, "could not fetch http://127.0.0.1:0/"),
        ([""], 6, "the file name is empty"),
        (["{lines}", "-m", "magic"], 2, "unknown method 'magic'"),
        (["{lines}", "--drop", "p >"], 2, "not a valid CSS selector: 'p >'"),
        (["{lines}", "--since", "2026-13-01"], 2, "'2026-13-01' is not a day, such as 2026-03-06"),
        (["{lines}", "--ray-address", "x"], 2, "--ray-address needs --engine ray"),
        (["{lines}", "--sites", "a.db", "--learn-sites"], 2, "exclude each other"),
        (["{lines}", "--only-articles", "--no-verdict"], 2, "exclude each other"),
        (["{lines}", "--html-column", "page", "--sites", "missing.db"], 6, "no such file"),
        (["{lines}", "--files", "-f", "jsonl"], 2, "--files writes md, text or html, not jsonl"),
        (["{lines}", "--front-matter"], 2, "--front-matter needs --format md"),
        ([], 2, "Missing argument"),
    ],
)
def test_errors_are_one_line(run: Run, lines: Path, tmp_path: Path, words: list[str], code: int, told: str) -> None:
    done = run("batch", "-o", tmp_path / "out", *(word.format(lines=lines) for word in words), "-q")
    assert done.exit_code == code, done.stderr
    assert told in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("there", "told"), [(True, "; repeat the command to continue in {}"), (False, "")])
def test_an_interrupt_says_whether_the_run_can_continue(
    run: Run, lines: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool, told: str
) -> None:
    def interrupted(*_: object) -> None:
        if there:
            (tmp_path / "out").mkdir()
        raise KeyboardInterrupt

    monkeypatch.setattr("broadsheet.crawl.batch.run", interrupted)
    done = run("batch", lines, "-o", tmp_path / "out")
    assert done.exit_code == 130
    assert done.stderr == f"broadsheet: interrupted{told.format(tmp_path / 'out')}\n"


def test_progress_lines_without_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    line = command._LINE_SECONDS
    clock = iter([0.0, line - 1, line, line, line + 1, 2 * line, 2 * line])
    monkeypatch.setattr(command, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    monkeypatch.setattr(State, "seconds", property(lambda self: 20.0))
    with command._progress_display(quiet=False) as watch:
        assert watch is not None
        for done, size in ((100.0, 1000), (250.0, 1000), (300.0, 1000), (0.0, 0)):
            watch(State(bytes=size, bytes_done=done, outcomes=Counter(extracted=90, not_article=10), begun=0.0))
    told = capsys.readouterr().err
    assert told.splitlines() == [
        "broadsheet: 25% 100 pages, 5/s, 1 min 00 s left, 90 extracted, 10 not_article",
        "broadsheet: 100 pages, 5/s, 90 extracted, 10 not_article",
    ]
    with command._progress_display(quiet=True) as watch:
        assert watch is None


def test_the_summary_in_lines() -> None:
    counts = {"pages_now": 1, "restarts": 1, "duplicate_groups": 1, "duplicate_pages": 2}
    summary = Summary(pages=5, outcomes={"extracted": 4, "not_html": 1}, units=1, parts=1, seconds=2.0, **counts)
    assert command._summary_text(summary, Path("out")).splitlines() == [
        "extracted            4",
        "not_html             1",
        "5 pages in 1 part: out",
        "1 page in 2 s, 0.5 pages/s (the others were done before)",
        "2 pages in 1 group of (near-)duplicates",
        "1 worker was replaced",
    ]


def test_progress_text(monkeypatch: pytest.MonkeyPatch) -> None:
    state = State(bytes=1000, bytes_done=250.0, outcomes=Counter(extracted=100), learning=True)
    monkeypatch.setattr(State, "seconds", property(lambda self: 20.0))
    assert command._progress_text(state).startswith("learning sites, 100 pages")
    # Outcomes are those of this run, and so is the number before the brackets.
    state.learning, state.pages_before = False, 600
    assert command._progress_text(state).startswith("100 pages (and 600 before), 5/s")
    assert command._duration(3_725) == "1 h 02 min"
    assert " left" not in command._progress_text(State(bytes=1000, outcomes=Counter(extracted=10)))
