"""One file per page: every text is in its file, names are safe and unique, and a killed run continues."""

from __future__ import annotations

import random
import unicodedata
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

pytest.importorskip("fastwarc", reason="the extra batch is not installed")
pytest.importorskip("pyarrow", reason="the extra batch is not installed")
pytest.importorskip("rensa", reason="the extra batch is not installed")

from hypothesis import given
from hypothesis import strategies as st

import broadsheet
from broadsheet.crawl.batch import Files, Format, PageOptions, RunOptions, WorkOptions, read_rows, run
from broadsheet.crawl.batch.parts import file_name, whole_file

from .pages_for_tests import page
from .test_run import killed_at

PAGES = 60


def options(source: Path, folder: Path, **more: Any) -> RunOptions:
    chosen = PageOptions(**{"method": "coreex", "files": "md", **more})
    return RunOptions(
        inputs=(str(source),), jobs=1, work=WorkOptions(folder=folder, form=Format.JSONL, page=chosen, part_rows=7)
    )


def written(folder: Path) -> dict[str, bytes]:
    """Return the contents of all files in the folder except those with times."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.suffix != ".jsonl" else b""
        for path in folder.rglob("*")
        if path.is_file() and path.name not in ("summary.json", "progress.jsonl", ".lock")
    }


@pytest.mark.parametrize(("form", "ending"), [("md", ".md"), ("text", ".txt"), ("html", ".html")])
def test_every_text_is_in_a_file_of_its_own(inline: None, source: Path, tmp_path: Path, form: str, ending: str) -> None:
    run(options(source, tmp_path, files=form))
    rows = list(read_rows(tmp_path))
    for row in rows:
        assert "text" not in row
        assert (row["file"] is not None) == (row["outcome"] == "extracted")
    named = [row["file"] for row in rows if row["file"]]
    assert len(named) == PAGES
    assert sorted(named) == sorted(str(path.relative_to(tmp_path)) for path in tmp_path.glob("pages/*/*"))
    number = next(number for number in range(PAGES) if rows[number]["title"] == "Story 3")
    article = broadsheet.extract(page(3), url="https://courier.example/3", method="coreex")
    text = (tmp_path / rows[number]["file"]).read_text(encoding="utf-8")
    assert rows[number]["file"].endswith(f"-courier-example-3{ending}")
    inside = {"md": article.to_markdown, "text": article.to_text, "html": article.to_html}[form](header=True)
    assert text == f"{inside}\n" if form != "html" else f"\n{inside}\n" in text
    head, *lines = (tmp_path / "contents.tsv").read_text(encoding="utf-8").splitlines()
    names = ["file", "url", "outcome", "title", "published", "authors", "name", "reason"]
    assert head.split("\t") == names
    cells = [dict(zip(names, line.split("\t"), strict=True)) for line in lines]
    for name in ("file", "outcome", "name", "reason"):
        assert [cell[name] for cell in cells] == [row[name] or "" for row in rows]
    if form == "html":
        assert text.startswith('<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>Story 3</title>')


@pytest.mark.filterwarnings("ignore:This process.*multi-threaded:DeprecationWarning")
@pytest.mark.parametrize("kills", [6, pytest.param(50, marks=pytest.mark.soak)])
def test_a_run_killed_at_any_point_has_the_same_files(inline: None, source: Path, tmp_path: Path, kills: int) -> None:
    run(options(source, tmp_path / "whole"))
    whole = written(tmp_path / "whole")
    chance = random.Random(3)  # noqa: S311
    killed = 0
    for _ in range(kills):
        killed += killed_at(lambda: run(options(source, tmp_path / "out")), chance.randint(0, 30), tmp_path / "out")
    assert killed
    run(options(source, tmp_path / "out"))
    assert written(tmp_path / "out") == whole
    # Of a run that was killed after the files and before the part.
    next((tmp_path / "out").glob("part-*1.jsonl")).unlink()
    (tmp_path / "out" / "pages" / ".unfinished-1").mkdir()
    run(options(source, tmp_path / "out"))
    assert written(tmp_path / "out") == whole
    assert not list((tmp_path / "out").rglob(".unfinished*"))


def test_a_full_disk_leaves_no_partial_files(
    inline: None, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("broadsheet.crawl.batch.parts.os.fsync", Mock(side_effect=OSError(28, "No space left on device")))
        with pytest.raises(OSError, match="No space left"):
            run(options(source, tmp_path))
    assert not list(tmp_path.glob("pages/*"))
    assert not list(tmp_path.glob("part-*"))
    run(options(source, tmp_path))
    assert len(list(tmp_path.glob("pages/*/*"))) == PAGES


ADDRESSES = st.one_of(
    st.none(),
    st.text(st.characters(exclude_categories=())),
    st.text().map(lambda path: f"https://courier.example/{path}"),
    st.sampled_from(
        ["http://[", "https://x.example/../../etc/passwd", "https://CON/NUL.", "https://a.example/%00/%2e%2e"]
    ),
)


@given(ADDRESSES, ADDRESSES, st.integers(0, 10**7), st.sampled_from(Files))
def test_names_are_safe_whatever_the_address(url: str | None, name: str | None, number: int, form: Files) -> None:
    made = file_name({"url": url, "name": name, "number": number}, form)
    stem = made.removesuffix(form.suffix)
    assert stem != made
    assert stem.startswith(f"{number:05d}-")
    assert all(unicodedata.category(sign)[0] in "LMN" for word in stem.split("-") for sign in word or "-")
    assert stem == unicodedata.normalize("NFC", stem).lower()
    assert len(made.encode()) <= 200


def test_names_keep_the_letters_of_all_scripts() -> None:
    row = {"url": "https://courier.example/%D0%BF%D0%B0%D1%80%D0%BE%D0%BC/渡轮/नदी❤️/❤️?한강", "name": None, "number": 3}
    assert file_name(row, Files.MD) == "00003-courier-example-паром-渡轮-नदी.md"


def test_a_file_replaces_no_folder(tmp_path: Path) -> None:
    (tmp_path / "summary.json" / "mine").mkdir(parents=True)
    with pytest.raises(IsADirectoryError), whole_file(tmp_path / "summary.json"):
        pass
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["mine", "summary.json"]
