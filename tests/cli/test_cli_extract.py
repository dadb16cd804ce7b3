from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from loopback import PAGE, PARAGRAPH, Loopback, answer, redirect

import broadsheet
from broadsheet import pipeline

if TYPE_CHECKING:
    from conftest import Program, Run

ADDRESS = "https://example.org/news/1"


def test_text_is_the_default(run: Run, page: Path) -> None:
    result = run("extract", page)
    assert result.exit_code == 0
    assert PARAGRAPH in result.stdout
    assert result.stderr == ""
    assert result.stdout == run("extract", page, "--format", "text").stdout


@pytest.mark.parametrize("form", ["text", "md", "html"])
@pytest.mark.parametrize("header", [True, False])
def test_formats_are_the_articles_own(run: Run, page: Path, form: str, header: bool) -> None:
    article = broadsheet.extract(PAGE.encode())
    write = {"text": article.to_text, "md": article.to_markdown, "html": article.to_html}[form]
    result = run("extract", page, "-f", form, *([] if header else ["--body-only"]))
    assert result.exit_code == 0
    assert result.stdout.rstrip("\n") == write(header=header).rstrip("\n")
    assert result.stdout.endswith("\n")


LINKED = PAGE.replace(PARAGRAPH, f'{PARAGRAPH} <a href="/more">More of it</a> was said.', 1)


def test_notes_go_to_the_standard_error(run: Run, page: Path, tmp_path: Path) -> None:
    page.write_text(LINKED, encoding="utf-8")
    (lost,) = broadsheet.extract(LINKED.encode()).notes
    told = f"broadsheet: {page}: {lost}\n"
    for form in ("md", "html"):
        result = run("extract", page, "-f", form, "--with-links")
        assert (result.exit_code, result.stderr) == (0, told)
        assert result.stdout == run("extract", page, "-f", form, "--with-links", "-o", "-").stdout
        assert run("extract", page, "-f", form, "--with-images").stderr == told
        assert run("extract", page, "-f", form, "--with-links", "--url", ADDRESS).stderr == ""
        # Nothing that is written would have an address.
        assert run("extract", page, "-f", form).stderr == ""
    assert run("extract", page, "--with-links").stderr == ""
    assert run("extract", page, "-f", "json").stderr == ""
    page.write_bytes(b"\xef\xbb\xbf" + PAGE.encode().replace(b"council", b"counc\xe9l"))
    result = run("extract", page, "--explain")
    (undecoded,) = broadsheet.extract(page.read_bytes()).notes
    assert result.stderr == run("extract", page).stderr == f"broadsheet: {page}: {undecoded}\n"


def test_json_has_its_fields_with_and_without_header(run: Run, page: Path) -> None:
    result = run("extract", page, "--format", "json", "--url", ADDRESS)
    written = json.loads(result.stdout)
    assert written["url"] == ADDRESS
    assert PARAGRAPH in written["text"]
    assert result.stdout == run("extract", page, "--format", "json", "--url", ADDRESS, "--body-only").stdout


def test_the_method_can_be_chosen(run: Run, page: Path) -> None:
    from broadsheet.methods import catalog

    for name in catalog.names():
        result = run("extract", page, "-m", name)
        assert result.exit_code in (0, 7), result.output
    assert run("extract", page).stdout == run("extract", page, "-m", catalog.DEFAULT).stdout


def test_switches_reach_the_article(run: Run, monkeypatch: pytest.MonkeyPatch, page: Path) -> None:
    asked: list[dict[str, object]] = []
    real = pipeline.extract

    def listen(html: bytes, **named: object) -> object:
        asked.append(named)
        return real(html)

    monkeypatch.setattr("broadsheet.pipeline.extract", listen)
    run("extract", page)
    run("extract", page, "--with-images", "--with-links", "--url", f" {ADDRESS} ")
    assert [(named["with_images"], named["with_links"], named["url"]) for named in asked] == [
        (False, False, None),
        (True, True, ADDRESS),
    ]


def test_the_standard_input(run: Run) -> None:
    assert PARAGRAPH in run("extract", "-", stdin=PAGE.encode()).stdout
    assert PARAGRAPH in run("extract", "-", stdin=gzip.compress(PAGE.encode())).stdout


def test_a_page_from_the_network(run: Run, site: Loopback) -> None:
    site.routes["/1"] = redirect("/2")
    site.routes["/2"] = answer(PAGE)
    result = run("extract", site.url("/1"), "-f", "json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["url"] == site.url("/2")
    mirrored = run("extract", site.url("/1"), "-f", "json", "--url", ADDRESS)
    assert json.loads(mirrored.stdout)["url"] == ADDRESS


TOLD = PAGE.replace("</h1>", "</h1><p>By Ada Lovelace | 3 hours ago</p>", 1)


@pytest.mark.parametrize(
    ("options", "published"),
    [
        ((), None),
        (("--captured", "2026-03-06T09:30Z"), "2026-03-06T06:30:00+00:00"),
        (("--captured", "2026-03-06T01:30:00+01:00"), "2026-03-05T22:30:00+01:00"),
    ],
)
def test_a_day_that_is_told_from_the_capture(
    run: Run, page: Path, options: tuple[str, ...], published: str | None
) -> None:
    page.write_text(TOLD, encoding="utf-8")
    assert json.loads(run("extract", page, "-f", "json", *options).stdout)["published"] == published
    report = run("inspect", page, *options).stdout
    assert (published in report) if published is not None else ("(relative)" not in report)


def test_of_a_fetched_page_the_answer_tells_when_it_was_captured(run: Run, site: Loopback) -> None:
    made = datetime.now(UTC).replace(second=0, microsecond=0) - timedelta(days=2)
    site.routes["/now"] = answer(TOLD)
    site.routes["/kept"] = answer(TOLD, Date=format_datetime(made, usegmt=True))
    found = {way: json.loads(run("extract", site.url(way), "-f", "json").stdout) for way in ("/now", "/kept")}
    assert found["/kept"]["published"] == (made - timedelta(hours=3)).isoformat()
    apart = datetime.now(UTC) - datetime.fromisoformat(found["/now"]["published"])
    assert timedelta(hours=3) <= apart < timedelta(hours=3, minutes=3)
    asked = run("extract", site.url("/kept"), "-f", "json", "--captured", "2026-03-06T09:30Z")
    assert json.loads(asked.stdout)["published"] == "2026-03-06T06:30:00+00:00"


@pytest.mark.parametrize(
    ("when", "told"),
    [
        ("2026-03-06", "the time needs an offset, as in 2026-03-06T09:30Z"),
        ("2026-03-06T09:30", "the time needs an offset, as in 2026-03-06T09:30Z"),
        ("yesterday", "'yesterday' is not a date and time, such as 2026-03-06T09:30Z"),
        ("2026-13-40T00:00Z", "'2026-13-40T00:00Z' is not a date and time, such as 2026-03-06T09:30Z"),
        ("", "'' is not a date and time, such as 2026-03-06T09:30Z"),
    ],
)
def test_a_moment_of_the_capture_that_is_none(run: Run, page: Path, when: str, told: str) -> None:
    for command in ("extract", "inspect"):
        result = run(command, page, "--captured", when)
        assert result.exit_code == 2
        assert told in result.stderr


def test_the_charset_of_the_header_reaches_the_page(run: Run, site: Loopback) -> None:
    text = "Совет решил закрыть старый мост для автомобилей с первого мая, сообщает пресс-служба города. " * 4
    html = f"<html><head><title>Мост</title></head><body><p>{text}</p><p>{text}</p></body></html>"
    site.routes["/"] = answer(html.encode("koi8-r"), type_="text/html; charset=koi8-r")
    assert "Совет решил закрыть старый мост" in run("extract", site.url("/")).stdout


def test_a_page_without_an_article_is_noted(run: Run) -> None:
    result = run("extract", "-", stdin=b"<html><head><title>t</title></head><body><div></div></body></html>")
    assert result.exit_code == 0
    assert result.stderr.startswith("broadsheet: standard input: nothing found")
    assert result.stderr.count("\n") == 1
    assert run("extract", "-", "--body-only", stdin=b"<div></div>").stdout == ""


# Output files


def test_output_to_a_file(run: Run, page: Path, tmp_path: Path) -> None:
    out = tmp_path / "article.txt"
    result = run("extract", page, "-o", out)
    assert (result.exit_code, result.stdout) == (0, "")
    assert out.read_text(encoding="utf-8") == run("extract", page).stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["article.txt", "page.html"]
    assert out.stat().st_mode & 0o777 == page.stat().st_mode & 0o777, "the usual permissions of a new file"


def test_a_file_is_replaced_whole_and_keeps_its_permissions(run: Run, page: Path, tmp_path: Path) -> None:
    out, link = tmp_path / "article.txt", tmp_path / "link.txt"
    out.write_text("old")
    out.chmod(0o640)
    link.symlink_to(out)
    assert run("extract", page, "-o", link).exit_code == 0
    assert link.is_symlink()
    assert PARAGRAPH in out.read_text(encoding="utf-8")
    assert out.stat().st_mode & 0o777 == 0o640


def test_a_failure_leaves_the_file_as_it_was(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, bad = tmp_path / "article.txt", tmp_path / "bad.json"
    out.write_text("old")
    bad.write_text("{}")
    assert run("extract", bad, "-o", out).exit_code == 3
    assert out.read_text() == "old"

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    bad.write_text(PAGE)
    monkeypatch.setattr("os.fsync", full)
    result = run("extract", bad, "-o", out)
    assert (result.exit_code, result.stderr) == (8, f"broadsheet: cannot write {out}: No space left on device\n")
    assert out.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 2, "the part was not removed"


def test_outputs_that_cannot_be_written_are_refused_before_the_page_is_fetched(
    run: Run, site: Loopback, tmp_path: Path
) -> None:
    for out, words in (
        (tmp_path / "missing" / "article.txt", "no directory"),
        (tmp_path, "this is a directory"),
        ("a\0b", "null"),
    ):
        result = run("extract", site.url("/"), "-o", out)
        assert result.exit_code == 8
        assert words in result.stderr
        assert result.stderr.count("\n") == 1
    assert site.requests == []


@pytest.mark.skipif(not Path("/dev/null").is_char_device(), reason="no such device here")
def test_a_device_is_written_to_and_not_replaced(run: Run, page: Path) -> None:
    assert run("extract", page, "-o", "/dev/null").exit_code == 0
    assert Path("/dev/null").is_char_device()
    if Path("/dev/full").exists():
        result = run("extract", page, "-o", "/dev/full")
        assert (result.exit_code, result.stderr) == (8, "broadsheet: cannot write /dev/full: No space left on device\n")


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no such file here")
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "link"])
def test_what_the_standard_output_is_sent_to_goes_on(program: Program, page: Path, tmp_path: Path, name: str) -> None:
    log = tmp_path / "log.txt"
    log.write_text("old\n")
    (tmp_path / "link").symlink_to("/dev/stdout")
    with log.open("ab") as stream:
        done = program("extract", page, "-o", tmp_path / name, stdout=stream.fileno())
    assert (done.returncode, done.stderr) == (0, b"")
    assert log.read_text(encoding="utf-8").startswith("old\n")
    assert PARAGRAPH in log.read_text(encoding="utf-8")
    assert PARAGRAPH in program("extract", page, "-o", tmp_path / name).stdout.decode(), "a pipe"


def test_links_in_a_circle_are_refused(run: Run, page: Path, tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    result = run("extract", page, "-o", tmp_path / "one")
    assert (result.exit_code, result.stderr.count("\n")) == (8, 1)
    assert "Too many levels of symbolic links" in result.stderr


def test_a_dash_is_the_standard_output(run: Run, page: Path) -> None:
    assert PARAGRAPH in run("extract", page, "-o", "-").stdout


def test_explain_says_where_metadata_came_from(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    head = "<html lang=en><meta property=og:site_name content='The Paper'><title>Bridge agreed | The Paper</title>"
    path.write_text(f"{head}<h1>Bridge agreed</h1>{f'<p>{PARAGRAPH}</p>' * 5}", encoding="utf-8")
    result = run("extract", path, "--explain")
    assert result.exit_code == 0
    assert "title: Bridge agreed\n  from text:h1" in result.stdout
    assert "or: Bridge agreed | The Paper  [title]" in result.stdout
    assert PARAGRAPH not in result.stdout
    written = json.loads(run("extract", path, "--explain", "--format", "json").stdout)
    assert written["site_name"] == {"value": "The Paper", "source": "meta:og:site_name", "alternatives": []}
