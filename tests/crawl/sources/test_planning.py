"""How inputs become units: unreadable files, named columns, skipped files."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow", reason="the extra batch is not installed")
pytest.importorskip("fastwarc", reason="the extra batch is not installed")

import pyarrow as pa
from pyarrow import parquet

from broadsheet.crawl.sources.options import Kind
from broadsheet.crawl.sources.planning import plan
from broadsheet.crawl.sources.tables import Columns, NoColumn
from broadsheet.crawl.sources.units import Unit, read_unit
from broadsheet.errors import BroadsheetError, SourceUnreadable
from tests.crawl.batch.pages_for_tests import page, record


def told(*units: Unit) -> dict[str, str]:
    """Return the errors of the entries of units, by file name."""
    out = {}
    for unit in units:
        try:
            for entry in read_unit(unit):
                out[Path(unit.source, entry.name or "").name] = str(entry.error or "")
        except BroadsheetError as error:
            out[Path(unit.source).name] = str(error)
    return out


def table(path: Path, **columns: list[str]) -> Path:
    parquet.write_table(pa.table(columns), path)
    return path


def test_broken_links_fail_alone(tmp_path: Path) -> None:
    (tmp_path / "good.html").write_bytes(page(1))
    for name in ("page.html", "page", "crawl.warc.gz"):
        (tmp_path / name).symlink_to("nowhere")
    units = plan([str(tmp_path)])
    assert [(unit.kind, unit.names) for unit in units] == [
        (Kind.FILES, ("good.html", "page", "page.html")),
        (Kind.WARC, ()),
    ]
    found = told(*units)
    assert found.pop("good.html") == ""
    assert found.keys() == {"page", "page.html", "crawl.warc.gz"}
    assert all(name in words and "o such file" in words for name, words in found.items())
    for name in ("page.html", "crawl.warc.gz", "missing"):
        with pytest.raises(SourceUnreadable, match="no such file"):
            plan([str(tmp_path / name)])


@pytest.mark.parametrize("good", ["pages", "tables"])
def test_a_folder_without_permission_fails_alone(
    good: str, open_folder: Path, unprivileged: Callable[[], AbstractContextManager[None]]
) -> None:
    if good == "pages":
        (open_folder / "good.html").write_bytes(page(1))
    else:
        table(open_folder / "good.parquet", html=[page(1).decode()])
    (open_folder / "closed").mkdir(mode=0)
    with unprivileged():
        units = plan([str(open_folder)])
        found = told(*units)
        with pytest.raises(SourceUnreadable, match="Permission denied"):
            plan([str(open_folder / "closed")])
    assert found.keys() == {"closed", "good.html" if good == "pages" else "good.parquet"}
    assert found["closed"] == f"could not read {open_folder.resolve()}/closed: no permission to read it"


def test_a_file_without_permission_is_named(
    open_folder: Path, unprivileged: Callable[[], AbstractContextManager[None]]
) -> None:
    for name in ("pages.warc", "pages"):  # detected by its name, and by its first bytes
        (open_folder / name).write_bytes(record(1, page(1)))
        (open_folder / name).chmod(0)
        with unprivileged(), pytest.raises(SourceUnreadable, match=f"{name}: Permission denied"):
            plan([str(open_folder / name)])
    with unprivileged():
        found = told(*plan([str(open_folder)]))
    assert found.keys() == {"pages.warc", "pages"}
    assert all("ermission" in words for words in found.values())


def test_a_damaged_table_fails_alone(tmp_path: Path) -> None:
    table(tmp_path / "good.parquet", html=[page(1).decode()])
    table(tmp_path / "other.parquet", words=["x"])
    (tmp_path / "bad.parquet").write_bytes(b"PAR1 no")
    (tmp_path / "bad.jsonl").write_text('{"words": 1}\n')
    found = told(*plan([str(tmp_path)]))
    assert found.pop("good.parquet") == ""
    assert "this is not a Parquet file" in found["bad.parquet"]
    assert "no column 'html'; columns: words" in found["other.parquet"]
    assert "no key 'html'; keys: words" in found["bad.jsonl"]


def test_a_column_that_all_tables_of_a_folder_lack_is_refused(tmp_path: Path) -> None:
    for name in "ab":
        table(tmp_path / f"{name}.parquet", html=[page(1).decode()])
    for columns in (Columns(html="page"), Columns(url="link")):
        with pytest.raises(NoColumn, match=r"no column '(page|link)'; columns: html"):
            plan([str(tmp_path)], columns=columns)


def test_a_named_url_column_must_exist(tmp_path: Path) -> None:
    rows = tmp_path / "pages.jsonl"
    rows.write_text("\n".join(json.dumps({"html": "<p>a", "link": "https://a.example/"}) for _ in range(3)))
    file = table(tmp_path / "pages.parquet", html=["<p>a"], link=["https://a.example/"])
    for path in map(str, (rows, file)):
        for name in ("nope", "url"):
            with pytest.raises(NoColumn, match=f"no (key|column) '{name}'.*; (keys|columns): html, link"):
                plan([path], columns=Columns(url=name))
        (unit,) = plan([path])
        assert next(read_unit(unit)).url is None
        (unit,) = plan([path], columns=Columns(url="link"))
        assert next(read_unit(unit, columns=Columns(url="link"))).url == "https://a.example/"
    # A missing URL is not an error if another line has one.
    rows.write_text('{"html": "<p>a"}\n{half\n7\n{"html": "<p>b", "link": "https://b.example/"}\n')
    plan([str(rows)], columns=Columns(url="link"))


@pytest.mark.parametrize(
    ("name", "words"),
    [("a.warc.gz", "not a WARC file"), ("a.zip", "not a zip file"), ("a.tar", "could not read"), ("a.pq", "Parquet")],
)
def test_a_named_file_must_match_its_suffix(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / name).write_bytes(b"This is a letter, and no archive. " * 100)
    with pytest.raises(SourceUnreadable, match=words):
        plan([str(tmp_path / name)])
    assert words in told(*plan([str(tmp_path)]))[name], "in a folder it costs itself"


@pytest.mark.parametrize("name", ["given", "given.zst", "given.html.zst"])
def test_the_kind_of_zstd_data(tmp_path: Path, name: str) -> None:
    packed = pytest.importorskip("zstandard").ZstdCompressor().compress
    path = tmp_path / name
    for data, kind in ((record(1, page(1)), Kind.WARC), (b'{"html": "<p>a"}\n', Kind.JSONL)):
        path.write_bytes(packed(data))
        (unit,) = plan([str(path)])
        assert unit.kind is kind
        assert [entry.error for entry in read_unit(unit)] == [None]
    for data in (page(1), b"https://a.example/1\n"):
        path.write_bytes(packed(data))
        with pytest.raises(SourceUnreadable, match="this is zstd data, which is read only if"):
            plan([str(path)])
        for kind, words in ((Kind.WARC, "not a WARC file"), (Kind.JSONL, "not a JSON-lines file")):
            with pytest.raises(SourceUnreadable, match=words):
                plan([str(path)], kind=kind)


def test_the_output_folder_is_not_an_input(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(page(1))
    with pytest.raises(SourceUnreadable, match="this is also the output folder"):
        plan([str(tmp_path)], output=tmp_path / ".." / tmp_path.name)


def test_urls_of_several_lists_are_used_once(site: Any, tmp_path: Path) -> None:
    from tests.crawl.sources.loopback import Loopback, answer

    path = tmp_path / "index.xml"
    with Loopback() as other:
        for server, numbers in ((site, (1, 2)), (other, (2, 3, 1))):
            addresses = "\n".join(f"https://a.example/{number}" for number in numbers)
            server.routes["/list"] = answer(addresses, type_="text/plain")
        lists = "".join(f"<sitemap><loc>{server.url('/list')}</loc></sitemap>" for server in (site, other))
        path.write_text(f"<sitemapindex>{lists}</sitemapindex>")
        notes: list[str] = []
        (unit,) = plan([str(path)], told=notes.append)
    assert sorted(unit.names) == [f"https://a.example/{number}" for number in (1, 2, 3)]
    assert notes == [f"{path}: URLs that occur in several of its lists, used once: 2"]
