"""Tables, archives, folders, and how inputs become units."""

from __future__ import annotations

import gzip
import io
import json
import os
import sys
import tarfile
import zipfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal
from unittest.mock import Mock

import pytest

pytest.importorskip("pyarrow", reason="the extra batch is not installed")
pytest.importorskip("fastwarc", reason="the extra batch is not installed")

import pyarrow as pa
from pyarrow import parquet as pq

from broadsheet.crawl.sources import planning
from broadsheet.crawl.sources.files import read_tar
from broadsheet.crawl.sources.options import Kind, Politeness
from broadsheet.crawl.sources.planning import plan
from broadsheet.crawl.sources.robots import Visited
from broadsheet.crawl.sources.tables import Columns, NoColumn
from broadsheet.crawl.sources.units import Unit, read_unit, spool
from broadsheet.errors import BroadsheetError, PageTooLarge, SourceUnreadable
from tests.crawl.batch.pages_for_tests import page, record
from tests.crawl.sources.loopback import Loopback, answer


def lines(*rows: Any) -> bytes:
    return b"".join((row if isinstance(row, bytes) else json.dumps(row).encode()) + b"\n" for row in rows)


def row(number: int) -> dict[str, str]:
    return {"html": page(number).decode(), "url": f"https://courier.example/{number}"}


def read(*inputs: Path, **named: Any) -> list[tuple[str | None, Any]]:
    """Return the URL or name of every entry, and its page or error."""
    found = []
    for unit in plan(map(str, inputs), columns=named.get("columns")):
        for entry in read_unit(unit, **named):
            page_ = entry.record.data if entry.record is not None else entry.error
            found.append(((entry.record and entry.record.url) or entry.name, page_))
    return found


@pytest.mark.parametrize("packed", ["", ".gz", ".zst"])
def test_json_lines(tmp_path: Path, packed: str) -> None:
    data = lines(row(0), row(1), b"", b"   ", row(2))
    path = tmp_path / f"pages.jsonl{packed}"
    if packed == ".zst":
        data = pytest.importorskip("zstandard").ZstdCompressor().compress(data)
    path.write_bytes(gzip.compress(data) if packed == ".gz" else data)
    assert read(path) == [(f"https://courier.example/{number}", page(number)) for number in range(3)]


def test_bad_lines_are_named(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    bad_rows = b"\xe9", b"{half", [1], {"url": "x"}, {}, {"html": None}, {"html": 7}, {"html": "x" * 1_000_000}
    path.write_bytes(lines(row(0), *bad_rows, row(1) | {"url": 7}))
    (_, first), *bad, (url, last) = read(path, max_bytes=20_000)
    assert (first, url, last) == (page(0), None, page(1))
    reasons = ("not in UTF-8", "not JSON", "not a JSON object", "no key 'html'; keys: url", "no key 'html'; keys: none")
    for words, (_, error) in zip((*reasons, "empty input", "type int", "the limit of 20,000"), bad, strict=True):
        assert words in str(error)


def test_a_truncated_gzip_ends_with_an_entry_that_says_so(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl.gz"
    path.write_bytes(gzip.compress(lines(*map(row, range(50))))[:-300])
    found = read(path)
    assert isinstance(found[-1][1], SourceUnreadable)
    assert all(isinstance(what, bytes) for _, what in found[:-1])


def test_byte_ranges_of_a_large_file_have_every_line_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_bytes(lines(*map(row, range(60))))
    for stretch in (997, 5_000, 31_111):
        monkeypatch.setattr(planning, "_UNIT_BYTES", stretch)
        assert len(plan([str(path)])) > 1
        packed = path.with_suffix(".jsonl.gz")
        packed.write_bytes(gzip.compress(path.read_bytes(), 0))
        assert len(plan([str(packed)])) == 1, "compressed files cannot be divided"
        assert read(path) == [(f"https://courier.example/{number}", page(number)) for number in range(60)]


@pytest.mark.parametrize("kind", [str, bytes, "gzip"])
def test_parquet(tmp_path: Path, kind: Any) -> None:
    make = {str: bytes.decode, bytes: bytes, "gzip": gzip.compress}[kind]
    path = tmp_path / "pages.parquet"
    table = pa.table(
        {"html": [make(page(n)) for n in range(10)] + [None], "url": [f"https://c.example/{n}" for n in range(11)]}
    )
    pq.write_table(table, path, row_group_size=4)
    planned = plan([str(path)])
    assert [unit.first for unit in planned] == [0, 1, 2]
    entries = [entry for unit in planned for entry in read_unit(unit)]
    assert [entry.offset for entry in entries] == list(range(11))
    assert [entry.record.data for entry in entries if entry.record] == [page(n) for n in range(10)]
    assert "empty input" in str(entries[-1].error)
    with pytest.raises(SourceUnreadable, match="no column 'page'; columns: html, url"):
        plan([str(path)], columns=Columns(html="page"))


def test_a_damaged_row_group_is_named(tmp_path: Path) -> None:
    path = tmp_path / "pages.parquet"
    table = pa.table({"html": [page(n).decode() for n in range(8)]})
    pq.write_table(table, path, row_group_size=4, compression="zstd")
    data = bytearray(path.read_bytes())
    data[60:160] = bytes(100)
    path.write_bytes(data)
    found = read(path)
    assert isinstance(found[0][1], SourceUnreadable)
    assert [what for _, what in found[1:]] == [page(n) for n in range(4, 8)]


def parquet_of(*rows: dict[str, Any]) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(rows), out)
    return out.getvalue()


def table_of(members: dict[str, bytes]) -> bytes:
    return parquet_of(*({"html": data} for data in members.values()))


def zipped(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


def tarred(members: dict[str, bytes], mode: Literal["w", "w:gz"] = "w:gz") -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:
        for name, data in members.items():
            about = tarfile.TarInfo(name)
            about.size = len(data)
            archive.addfile(about, io.BytesIO(data))
    return out.getvalue()


@pytest.mark.parametrize(("name", "pack"), [("pages.zip", zipped), ("pages.tar.gz", tarred)])
def test_skipped_members_are_counted(tmp_path: Path, name: str, pack: Any) -> None:
    path, notes = tmp_path / name, list[str]()
    path.write_bytes(pack({"a.html": page(1), "b.warc": b"x", "c.WARC": b"x", "d.txt": b"x", ".hidden": b"x"}))
    (unit,) = plan([str(path)])
    assert len(list(read_unit(unit, told=notes.append))) == 1
    assert notes == [f"{path}: 3 files were skipped (2 .warc, 1 .txt)"]
    path.write_bytes(pack({"b.warc": b"x"}))
    with pytest.raises(SourceUnreadable, match=r"this archive has no pages \(1 .warc\)"):
        plan([str(path)])
    path.write_bytes(pack({}))
    assert read(path) == []


def test_archives(tmp_path: Path) -> None:
    members = {"a/1.html": page(1), "a/2.html.gz": gzip.compress(page(2)), "a/style.css": b"x", "index": page(3)}
    (tmp_path / "pages.zip").write_bytes(zipped(members))
    (tmp_path / "pages.tar.gz").write_bytes(tarred(members))
    expected = [("a/1.html", page(1)), ("a/2.html.gz", page(2)), ("index", page(3))]
    assert read(tmp_path / "pages.zip") == read(tmp_path / "pages.tar.gz") == expected


@pytest.mark.parametrize(
    ("name", "pack", "damaged"),
    [
        ("pages.zip", zipped, "/1.html.gz"),
        ("pages.tar.gz", tarred, "/1.html.gz"),
        ("pages.parquet", table_of, ", row 0"),
    ],
)
def test_damaged_and_oversized_pages_fail_alone(tmp_path: Path, name: str, pack: Any, damaged: str) -> None:
    path = tmp_path / name
    members = {
        "1.html.gz": gzip.compress(page(1))[:-9],
        "2.html.gz": gzip.compress(bytes(1_000_000)),
        "3.html": bytes(5_000_000),
        "4.htm": page(4),
    }
    path.write_bytes(pack(members))
    (_, first), (_, second), (_, third), (_, good) = read(path, max_bytes=20_000)
    assert str(first) == f"could not read {path}{damaged}: the gzip data is truncated"
    assert [type(one) for one in (second, third)] == [PageTooLarge] * 2
    assert good == page(4)


def test_a_truncated_member_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "pages.tar"
    data = tarred({"1.html": page(1), "2.html": page(2)}, "w")
    path.write_bytes(data[: data.index(page(2)) + len(page(2)) // 2])
    (_, whole), (_, cut) = read(path)
    assert whole == page(1)
    assert str(cut) == f"could not read {path}: the archive cannot be read further: unexpected end of data"
    path = tmp_path / "pages.zip"
    packed = bytearray(zipped({"1.html": page(1), "2.html": page(2)}))
    size = packed.index(b"PK\x01\x02") + 24  # in the list of contents
    packed[size : size + 4] = (len(page(1)) + 1).to_bytes(4, "little")
    path.write_bytes(packed)
    (_, short), (_, whole) = read(path)
    assert str(short) == f"could not read {path}/1.html: unexpected end of data"
    assert whole == page(2)


def test_folders_and_links_in_archives_are_no_pages(tmp_path: Path) -> None:
    notes: list[str] = []
    with zipfile.ZipFile(tmp_path / "pages.zip", "w") as pages:
        pages.mkdir("news")
        pages.writestr("news/1.html", page(1))
    (tmp_path / "pages.tar").write_bytes(tarred({"news/1.html": page(1)}, "w"))
    with tarfile.open(tmp_path / "pages.tar", "a") as archive:
        for name, type_ in (("news", tarfile.DIRTYPE), ("link.html", tarfile.SYMTYPE)):
            about = tarfile.TarInfo(name)
            about.type = type_
            archive.addfile(about)
    for name in ("pages.zip", "pages.tar"):
        (unit,) = plan([str(tmp_path / name)])
        assert [one.record and one.record.data for one in read_unit(unit, told=notes.append)] == [page(1)]
    assert notes == []


def test_damaged_archives_are_named_whatever_their_decoder_raises(tmp_path: Path) -> None:
    path = tmp_path / "pages.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("one.html", page(0))
    data = bytearray(path.read_bytes())
    start = 30 + len("one.html") + 9
    data[start : start + 20] = b"\xff" * 20
    path.write_bytes(data)
    [(_, found)] = read(path)
    assert isinstance(found, SourceUnreadable)
    with tarfile.open(tmp_path / "pages.tar", "w", pax_headers={"comment": "a" * 200_000}):
        pass
    with pytest.raises(SourceUnreadable, match=r"a header of 200,0\d\d bytes"):
        list(read_tar(tmp_path / "pages.tar"))
    cut = tmp_path / "pages.tar.gz"
    cut.write_bytes(b"\x1f\x8b\x08")
    with pytest.raises(SourceUnreadable):
        list(read_tar(cut))


def test_folders(tmp_path: Path) -> None:
    for name in ("b", ".hidden", "run", "tables", "none"):
        (tmp_path / name).mkdir()
    for name in ("b/2.html", "b/10.htm", "a.html", "picture.png", ".hidden/3.html", "notes.txt"):
        (tmp_path / name).write_bytes(page(1))
    for name in ("manifest.json", "progress.jsonl", "4.html"):
        (tmp_path / "run" / name).write_bytes(page(1))
    (tmp_path / "z.warc").write_bytes(record(1, page(1)))
    (tmp_path / "tables" / "t.jsonl").write_bytes(lines(row(1)))
    (tmp_path / "link").symlink_to("b")
    os.mkfifo(tmp_path / "pipe.html")
    notes: list[str] = []
    found = plan([str(tmp_path)], told=notes.append)
    assert [note.removeprefix(str(tmp_path)) for note in notes] == [
        "/run: the output of another run is skipped",
        ": pipes and devices skipped: 1",
        ": 3 files were skipped (1 .txt, 1 .png, 1 .jsonl)",
        ": links to folders skipped: 1",
    ]
    assert [unit.kind for unit in found] == [Kind.FILES, Kind.WARC]
    assert [Path(name).name for name in found[0].names] == ["a.html", "10.htm", "2.html"]
    assert [what for _, what in read(tmp_path)] == [page(1)] * 4
    assert [unit.kind for unit in plan([str(tmp_path / "tables")])] == [Kind.JSONL]
    with pytest.raises(SourceUnreadable, match="no page, archive or table"):
        plan([str(tmp_path / "none")])


def test_kinds_are_detected_by_the_first_bytes(tmp_path: Path) -> None:
    for data, kind in (
        (record(1, page(1)), Kind.WARC),
        (gzip.compress(record(1, page(1))), Kind.WARC),
        (lines(row(1)), Kind.JSONL),
        (page(1), Kind.FILES),
        (zipped({"a.html": page(1)}), Kind.ZIP),
        (tarred({"a.html": page(1)}), Kind.TAR),
        (tarred({"a.html": page(1)}, "w"), Kind.TAR),
        (parquet_of(row(1)), Kind.PARQUET),
    ):
        (tmp_path / "input.bin").write_bytes(data)
        assert [unit.kind for unit in plan([str(tmp_path / "input.bin")])] == [kind]
    for data in (b"\x00\x01", b"\x1f\x8b\x08 no gzip"):
        (tmp_path / "input.bin").write_bytes(data)
        with pytest.raises(SourceUnreadable, match="not a page, archive or table"):
            plan([str(tmp_path / "input.bin")])


def test_a_standard_input_that_cannot_be_read_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = io.BytesIO()
    closed.close()
    broken = Mock(read=Mock(side_effect=[b"half a page", OSError(5, "Input/output error")]), closed=False)
    for stream, words in ((broken, "Input/output error"), (closed, "standard input is closed")):
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=stream))
        with pytest.raises(SourceUnreadable, match=words):
            spool(tmp_path)
    assert list(tmp_path.iterdir()) == []


def errors_in(*units: Unit) -> dict[str, str]:
    """Return the errors of the entries of units, by file name."""
    out = {}
    for unit in units:
        try:
            for entry in read_unit(unit):
                out[Path(unit.source, entry.name or "").name] = str(entry.error or "")
        except BroadsheetError as error:
            out[Path(unit.source).name] = str(error)
    return out


def test_a_folder_without_permission_fails_alone(
    open_folder: Path, unprivileged: Callable[[], AbstractContextManager[None]]
) -> None:
    (open_folder / "good.parquet").write_bytes(parquet_of({"html": page(1).decode()}))
    (open_folder / "closed").mkdir(mode=0)
    with unprivileged():
        units = plan([str(open_folder)])
        found = errors_in(*units)
        with pytest.raises(SourceUnreadable, match="Permission denied"):
            plan([str(open_folder / "closed")])
    assert found.keys() == {"closed", "good.parquet"}
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
        found = errors_in(*plan([str(open_folder)]))
    assert found.keys() == {"pages.warc", "pages"}
    assert all("ermission" in words for words in found.values())


def test_a_damaged_table_fails_alone(tmp_path: Path) -> None:
    (tmp_path / "good.parquet").write_bytes(parquet_of({"html": page(1).decode()}))
    (tmp_path / "other.parquet").write_bytes(parquet_of({"words": "x"}))
    (tmp_path / "bad.parquet").write_bytes(b"PAR1 no")
    (tmp_path / "bad.jsonl").write_text('{"words": 1}\n')
    found = errors_in(*plan([str(tmp_path)]))
    assert found.pop("good.parquet") == ""
    assert "this is not a Parquet file" in found["bad.parquet"]
    assert "no column 'html'; columns: words" in found["other.parquet"]
    assert "no key 'html'; keys: words" in found["bad.jsonl"]


def test_a_column_that_all_tables_of_a_folder_lack_is_refused(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.parquet").write_bytes(parquet_of({"html": page(1).decode()}))
    for columns in (Columns(html="page"), Columns(url="link")):
        with pytest.raises(NoColumn, match=r"no column '(page|link)'; columns: html"):
            plan([str(tmp_path)], columns=columns)


def test_a_named_url_column_must_exist(tmp_path: Path) -> None:
    rows, file = tmp_path / "pages.jsonl", tmp_path / "pages.parquet"
    linked = {"html": "<p>a", "link": "https://a.example/"}
    rows.write_bytes(lines(*[linked] * 3))
    file.write_bytes(parquet_of(linked))
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
    [("a.warc.gz", "not a WARC file"), ("a.zip", "not a zip file"), ("a.tar", "not a tar"), ("a.pq", "Parquet")],
)
def test_a_named_file_must_match_its_suffix(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / name).write_bytes(b"This is a letter, and no archive. " * 100)
    with pytest.raises(SourceUnreadable, match=words):
        plan([str(tmp_path / name)])
    assert words in errors_in(*plan([str(tmp_path)]))[name], "in a folder it costs itself"


def test_lists_that_are_too_large_or_empty_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("broadsheet.crawl.sources.addresses.MOST_BYTES", 9)
    for text, words in (("https://a.example/1\n", "page too large"), ("# none\n", "no URL in this list")):
        (tmp_path / "list.txt").write_text(text)
        with pytest.raises(SourceUnreadable, match=rf"list\.txt: {words}"):
            plan([str(tmp_path / "list.txt")])


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


def test_urls_of_several_lists_are_used_once(site: Loopback, tmp_path: Path) -> None:
    path = tmp_path / "index.xml"
    with Loopback() as other:
        for server, numbers in ((site, (1, 2)), (other, (2, 3, 1))):
            addresses = "\n".join(f"https://a.example/{number}" for number in numbers)
            server.routes["/list"] = answer(addresses, type_="text/plain")
        urls = (site.url("/list"), other.url("/list"), site.url("/gone"))
        lists = "".join(f"<sitemap><loc>{one}</loc></sitemap>" for one in urls)
        path.write_text(f"<sitemapindex>{lists}</sitemapindex>")
        notes: list[str] = []
        visited = Visited(politeness=Politeness(delay=0.0))
        units = plan([str(path), site.url("/list")], visited=visited, told=notes.append)
    assert [sorted(unit.names) for unit in units] == [[f"https://a.example/{number}" for number in (1, 2, 3)], []]
    assert notes.pop(0) == f"could not fetch {site.url('/gone')}: HTTP status 404, Not Found"
    assert notes == [f"{one}: URLs that occur in several lists, used once: 2" for one in (path, site.url("/list"))]
