"""Every exit code, each with a message of one line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest
from tests.crawl.sources.loopback import PAGE, PARAGRAPH, Loopback, answer

from broadsheet import errors
from broadsheet.cli.failures import Code, Failure, explain, one_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.testing import Result

    from conftest import Program, Run


def line(result: Result) -> str:
    """Return the only line of standard error."""
    assert result.stdout == ""
    assert result.stderr.startswith("broadsheet: ")
    assert result.stderr.count("\n") == 1, result.stderr
    assert "Traceback" not in result.stderr
    return result.stderr.removeprefix("broadsheet: ").rstrip("\n")


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"", "nothing (empty input)"),
        (b"Just a few words.\nAnd some more.", "plain text"),
        (b"<rss version='2.0'><channel/></rss>", "a feed (RSS) ('broadsheet batch' reads its pages)"),
        (b"WARC/1.1\r\nWARC-Type: warcinfo\r\n", "a WARC archive ('broadsheet batch' reads its pages)"),
    ],
)
def test_3_not_html(run: Run, tmp_path: Path, data: bytes, name: str) -> None:
    path = tmp_path / "page"
    path.write_bytes(data)
    result = run("extract", path)
    assert result.exit_code == Code.NOT_HTML
    assert line(result) == f"{path}: not an HTML page: this looks like {name}"
    assert line(run("extract", "-", stdin=data)).startswith("standard input: not an HTML page")


def test_4_too_large(run: Run, page: Path, tmp_path: Path, site: Loopback) -> None:
    deep = tmp_path / "deep.html"
    deep.write_text("<div>" * 100_000 + "text")
    site.routes["/"] = answer(PAGE)
    for words in ((deep,), (page, "--max-bytes", 100), (site.url("/"), "--max-bytes", 100)):
        result = run("extract", *words)
        assert result.exit_code == Code.TOO_LARGE
        assert line(result).startswith(f"{words[0]}: page too large: ")
    # Reading stops at the limit, so the full size is unknown.
    assert line(run("extract", page, "--max-bytes", 100)).endswith("exceeds the limit of 100")


def test_5_not_fetched(run: Run, site: Loopback) -> None:
    site.routes["/slow"] = lambda exchange: exchange.drip([b""] * 2, 1.0)
    for url, words in (
        (site.url("/missing"), "HTTP status 404, Not Found"),
        (site.url("/slow"), "longer than 0.2 s"),
        (site.url("/", "https"), "no TLS connection"),
        ("ftp://127.0.0.1/", "only http and https"),
        ("http://", "has no host"),
    ):
        result = run("extract", url, "--timeout", 0.2 if "slow" in url else 5)
        assert result.exit_code == Code.NOT_FETCHED
        assert words in line(result)


def test_6_unreadable(run: Run, tmp_path: Path) -> None:
    for source, words in (
        (tmp_path, "this is a directory, not a file ('broadsheet batch' takes a directory of pages)"),
        ("missing.html", "no such file"),
        ("a" * 300, "File name too long"),
    ):
        result = run("extract", source)
        assert result.exit_code == Code.UNREADABLE
        assert line(result) == f"could not read {source}: {words}"
    assert line(run("extract", "")) == "could not read '': the file name is empty"


DURATIONS = [  # commands up to the value of an option that is a number of seconds
    ("extract", "a", "--timeout"),
    ("batch", "a", "-o", "out", "--page-seconds"),
    ("bench", "--timeout"),
    ("render", "a", "-o", "out", "--timeout"),
    ("serve", "--page-seconds"),
    ("serve", "--timeout"),
]


@pytest.mark.parametrize(
    "words",
    [
        ("extract",),
        ("extract", "a", "b"),
        ("extract", "a", "--format", "pdf"),
        ("extract", "a", "--max-bytes", "0"),
        *((*words, value) for words in DURATIONS for value in ("nan", "inf", "-1", "1e9")),
        ("extract", "a", "--max-bytes", "many"),
        ("extract", "a", "--url", "example.org"),
        ("extract", "a", "--no-such-option"),
        ("extract", "a", "--explain", "-f", "md"),
        ("extract", "a", "--method", "coreex", "--favor", "recall"),
        ("no-such-command",),
    ],
)
def test_2_wrong_usage(run: Run, words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == Code.USAGE
    assert result.stdout == ""
    assert "\nError: " in result.stderr
    assert "Traceback" not in result.stderr
    assert not result.stderr.endswith("range.\n")  # which names no limits


def test_a_url_in_the_place_of_a_command(run: Run) -> None:
    result = run("https://courier.example/")
    assert result.exit_code == Code.USAGE
    assert "try 'broadsheet extract https://courier.example/'" in result.stderr


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (errors.BroadsheetError("something of its own"), Code.FAILED, "PAGE: something of its own"),
        (errors.NeedsNotMet("it needs the layout"), Code.CANNOT_RUN, "PAGE: it needs the layout"),
        (errors.MissingExtra("torch", "train"), Code.CANNOT_RUN, "PAGE: torch is not installed"),
        (ValueError("two\nlines"), Code.BUG, "internal error: ValueError: two lines (run 'broadsheet --debug ...'"),
        (RecursionError("too deep"), Code.BUG, "internal error: RecursionError: too deep"),
        (AssertionError(), Code.BUG, "internal error: AssertionError (run"),
        (EOFError(), Code.BUG, "internal error: EOFError"),
        (PermissionError(13, "Permission denied", "a/b"), Code.UNREADABLE, "could not open a/b: Permission denied"),
        (MemoryError(), Code.BUG, "out of memory"),
    ],
)
def test_errors_of_the_library(
    run: Run, page: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, code: Code, words: str
) -> None:
    monkeypatch.setattr("broadsheet.pipeline.extract", Mock(side_effect=error))
    result = run("extract", page)
    assert result.exit_code == code
    assert line(result).replace(str(page), "PAGE").startswith(words)


def test_debug_shows_the_traceback(run: Run, page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Traceback" in run("--debug", "extract", "missing.html").stderr
    monkeypatch.setattr("broadsheet.pipeline.extract", Mock(side_effect=ValueError("wrong")))
    result = run("--debug", "extract", page)
    assert result.exit_code == Code.BUG
    assert "Traceback" in result.stderr
    assert result.stderr.rstrip().splitlines()[-1].startswith("broadsheet: internal error: ValueError: wrong")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
def test_130_interrupted_from_the_keyboard(site: Loopback, listen: Callable[[], object]) -> None:
    site.routes["/"] = lambda exchange: exchange.drip([b""] * 20, 0.5)
    words = [sys.executable, "-m", "broadsheet", "extract", site.url("/")]
    with subprocess.Popen(  # noqa: S603
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=listen
    ) as process:
        end = time.monotonic() + 20
        while not site.requests and time.monotonic() < end:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (Code.INTERRUPTED, b"", b"")


@pytest.fixture
def long_page(tmp_path: Path) -> Path:
    """A page whose article is longer than the buffer of a pipe."""
    path = tmp_path / "long.html"
    text = "".join(f"<p>{number}. {number * 7919:b} ferries: {PARAGRAPH}</p>" for number in range(2000))
    path.write_text(f"<html><head><title>t</title></head><body><article>{text}</article>")
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of another kind")
@pytest.mark.parametrize("words", [("extract", "LONG"), ("extract", "PAGE"), ("methods",), ("--help",)])
def test_141_the_output_is_closed_by_its_reader(
    program: Program, long_page: Path, page: Path, words: tuple[str, ...]
) -> None:
    named = [{"LONG": str(long_page), "PAGE": str(page)}.get(word, word) for word in words]
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = program(*named, stdout=writing, PYTHONUNBUFFERED="")
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (Code.NO_READER, b"")


COMPLETION = '_X_COMPLETE=zsh_source "$0" -c \'from broadsheet.cli import main; main(prog_name="x")\''  # as shells ask


@pytest.mark.skipif(sys.platform == "win32", reason="limits of another kind")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    ("shell", "words"),
    [
        ('ulimit -f 8; "$0" -m broadsheet extract "$1" > out', b"cannot write standard output: File too large"),
        ('"$0" -m broadsheet extract "$1" >&-', b"standard output is closed"),
        ('"$0" -m broadsheet methods >&-', b"standard output is closed"),
        ('ulimit -f 0; "$0" -m broadsheet --help > out', b"the output cannot be written: File too large"),
        (f"ulimit -f 0; {COMPLETION} > out", b"the output cannot be written: File too large"),
    ],
)
def test_8_a_full_disk_and_a_closed_output(
    long_page: Path, tmp_path: Path, unbuffered: str, shell: str, words: bytes
) -> None:
    done = subprocess.run(  # noqa: S603
        ["/bin/sh", "-c", shell, sys.executable, str(long_page)],
        stderr=subprocess.PIPE,
        timeout=30,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    )
    assert (done.returncode, done.stderr) == (Code.UNWRITABLE, b"broadsheet: %s\n" % words)


@pytest.mark.parametrize(
    "environment",
    [{"LC_ALL": "C"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"PYTHONIOENCODING": "ascii"}],
)
def test_output_is_utf_8_whatever_the_locale(program: Program, environment: dict[str, str], tmp_path: Path) -> None:
    text = "議会は火曜日の夜、川にかかる古い橋を五月から閉鎖することを決めた。" * 5
    path = tmp_path / "page.html"
    path.write_bytes(f"<html><head><title>橋</title></head><body><p>{text}</p><p>{text}</p></body></html>".encode())
    done = program("extract", path, **environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert text in done.stdout.decode("utf-8")
    missing = program("extract", tmp_path / "橋.html", **environment)
    assert missing.returncode == Code.UNREADABLE
    assert "橋.html: no such file" in missing.stderr.decode("utf-8") or missing.stderr.isascii()


def test_every_code_is_documented(run: Run) -> None:
    for code in Code:
        for words in (("--help",), ("extract", "--help")):
            assert f"{int(code):>3}  {code.meaning}\n" in run(*words).stdout


def test_a_message_is_one_line_without_control_characters() -> None:
    assert one_line("a\nb\r\n\tc  d") == "a b c d"
    assert one_line("\x1b[31mred\x07") == "\ufffd[31mred\ufffd"
    assert one_line("\udce6\udca9\udc8b") == "橋"
    assert one_line("\ud83d half") == "? half"
    failure = Failure("first", Code.BUG)
    assert explain(failure) is failure
