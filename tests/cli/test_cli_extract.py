from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest
from tests.crawl.sources.loopback import PAGE, PARAGRAPH, Loopback, answer, redirect

import broadsheet

if TYPE_CHECKING:
    from conftest import Program, Run

ADDRESS = "https://example.org/news/1"


@pytest.mark.parametrize("form", ["text", "md", "html"])
@pytest.mark.parametrize("header", [True, False])
def test_formats_are_the_articles_own(run: Run, page: Path, form: str, header: bool) -> None:
    article = broadsheet.extract(PAGE.encode())
    write = {"text": article.to_text, "md": article.to_markdown, "html": article.to_html}[form]
    result = run("extract", page, "-f", form, *([] if header else ["--body-only"]))
    assert result.exit_code == 0
    assert result.stdout.rstrip("\n") == write(header=header).rstrip("\n")
    assert result.stdout.endswith("\n")


def test_the_suffix_of_the_output_chooses_the_format_unless_an_option_does(run: Run, page: Path) -> None:
    for suffix, form in {"txt": "text", "md": "md", "HTML": "html", "json": "json", "log": "text"}.items():
        out = page.with_name(f"article.{suffix}")
        assert run("extract", page, "-o", out).exit_code == 0
        assert out.read_text(encoding="utf-8") == run("extract", page, "-f", form).stdout
    assert run("extract", page, "-o", out.with_suffix(".json"), "-f", "text").exit_code == 0
    assert out.with_suffix(".json").read_text(encoding="utf-8") == out.read_text(encoding="utf-8")


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


def test_the_method_can_be_chosen(run: Run, page: Path) -> None:
    for name in ("coreex", "fusion"):
        article = broadsheet.extract(PAGE.encode(), method=name)
        assert json.loads(run("extract", page, "-m", name, "-f", "json").stdout)["method"] == article.method == name


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
def test_relative_dates_refer_to_the_time_of_capture(
    run: Run, page: Path, options: tuple[str, ...], published: str | None
) -> None:
    page.write_text(TOLD, encoding="utf-8")
    assert json.loads(run("extract", page, "-f", "json", *options).stdout)["published"] == published
    report = run("inspect", page, *options).stdout
    assert (published in report) if published is not None else ("(relative)" not in report)


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
    bad.write_text(PAGE)
    monkeypatch.setattr("os.fsync", Mock(side_effect=OSError(28, "No space left on device")))
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


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no such device here")
def test_an_open_file_is_written_to_and_not_replaced(program: Program, page: Path, tmp_path: Path) -> None:
    with (tmp_path / "out").open("ab") as out:
        out.write(b"before\n")
        out.flush()
        assert program("extract", page, "-o", "/dev/stdout", stdout=out.fileno()).returncode == 0
        out.write(b"after\n")
    first, *_, last = (tmp_path / "out").read_text(encoding="utf-8").splitlines()
    assert (first, last) == ("before", "after")


def test_explain_says_where_metadata_came_from(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    head = "<html lang=en><meta property=og:site_name content='The Paper'><title>Bridge agreed | The Paper</title>"
    path.write_text(f"{head}<h1>Bridge agreed</h1>{f'<p>{PARAGRAPH}</p>' * 5}", encoding="utf-8")
    result = run("extract", path, "--explain")
    assert result.exit_code == 0
    assert "title: Bridge agreed\n  from text:h1" in result.stdout
    assert "or: Bridge agreed | The Paper  [title]" in result.stdout
    assert PARAGRAPH not in result.stdout
    assert run("extract", path, "--explain", "-o", tmp_path / "why.md").exit_code == 0
    assert (tmp_path / "why.md").read_text(encoding="utf-8") == result.stdout
    written = json.loads(run("extract", path, "--explain", "--format", "json").stdout)
    assert written["site_name"] == {"value": "The Paper", "source": "meta:og:site_name", "alternatives": []}


def test_selectors_keep_and_drop(run: Run, page: Path) -> None:
    result = run("extract", page, "--drop", "p", "--drop", "table", "--keep", "h1")
    assert result.exit_code == 0
    assert PARAGRAPH not in result.stdout
    assert f"broadsheet: {page}: drop 'table': matches nothing\n" in result.stderr
    for option in ("--keep", "--drop"):
        result = run("extract", "/nowhere.html", option, "p >")
        assert (result.exit_code, result.stderr) == (2, "broadsheet: not a valid CSS selector: 'p >'\n")


def test_front_matter(run: Run, page: Path) -> None:
    article = broadsheet.extract(PAGE.encode())
    result = run("extract", page, "-f", "md", "--front-matter")
    assert (result.exit_code, result.stdout.rstrip()) == (0, article.to_markdown(front_matter=True).rstrip())
    assert run("extract", page, "--front-matter").exit_code == 2
