"""How inputs become units: places that cannot be read, columns that are named, what is passed over, spellings."""

from __future__ import annotations

import gzip
import json
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow", reason="the extra batch is not installed")
pytest.importorskip("fastwarc", reason="the extra batch is not installed")

sys.path.insert(0, str(Path(__file__).parent.parent / "batch"))

import pyarrow as pa
from pages_for_tests import page, record
from pyarrow import parquet

from broadsheet.errors import BroadsheetError, FetchFailed, SourceUnreadable
from broadsheet.sources.planning import plan
from broadsheet.sources.tables import Columns, NoColumn
from broadsheet.sources.units import Kind, Unit, read_unit


def told(*units: Unit) -> dict[str, str]:
    """What is wrong with the entries of units, by the names of their files."""
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


def test_links_that_lead_nowhere_cost_themselves(tmp_path: Path) -> None:
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
def test_a_folder_that_may_not_be_listed_costs_itself(
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


def test_a_file_that_may_not_be_read_is_named(
    open_folder: Path, unprivileged: Callable[[], AbstractContextManager[None]]
) -> None:
    for name in ("pages.warc", "pages"):  # known by its name, and by its first bytes alone
        (open_folder / name).write_bytes(record(1, page(1)))
        (open_folder / name).chmod(0)
        with unprivileged(), pytest.raises(SourceUnreadable, match=f"{name}: Permission denied"):
            plan([str(open_folder / name)])
    with unprivileged():
        found = told(*plan([str(open_folder)]))
    assert found.keys() == {"pages.warc", "pages"}
    assert all("ermission" in words for words in found.values())


def test_a_name_that_no_file_can_have_is_named() -> None:
    with pytest.raises(SourceUnreadable, match="null"):
        plan(["a\0b.warc"])


def test_a_damaged_table_costs_itself(tmp_path: Path) -> None:
    table(tmp_path / "good.parquet", html=[page(1).decode()])
    table(tmp_path / "other.parquet", words=["x"])
    (tmp_path / "bad.parquet").write_bytes(b"PAR1 no")
    (tmp_path / "bad.jsonl").write_text('{"words": 1}\n')
    found = told(*plan([str(tmp_path)]))
    assert found.pop("good.parquet") == ""
    assert "this is not a Parquet file" in found["bad.parquet"]
    assert "no column 'html'; columns: words" in found["other.parquet"]
    assert "no key 'html'; keys: words" in found["bad.jsonl"]
    with pytest.raises(SourceUnreadable, match="this is not a Parquet file"):
        plan([str(tmp_path / "bad.parquet")])


def test_a_column_that_no_table_of_a_folder_has_is_refused(tmp_path: Path) -> None:
    for name in "ab":
        table(tmp_path / f"{name}.parquet", html=[page(1).decode()])
    for columns in (Columns(html="page"), Columns(url="link")):
        with pytest.raises(NoColumn, match=r"no column '(page|link)'; columns: html"):
            plan([str(tmp_path)], columns=columns)


def test_a_column_of_addresses_that_is_named_must_be_there(tmp_path: Path) -> None:
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
    # A line without an address is no slip where another has one.
    rows.write_text('{"html": "<p>a"}\n{half\n7\n{"html": "<p>b", "link": "https://b.example/"}\n')
    plan([str(rows)], columns=Columns(url="link"))


def test_a_line_without_a_page_keeps_its_address(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text('{"html": "<p>a", "url": "https://a.example/"}\n{"url": "https://b.example/"}\n')
    entries = list(read_unit(*plan([str(path)])))
    assert [entry.url for entry in entries] == ["https://a.example/", "https://b.example/"]
    assert entries[1].error is not None


def test_a_file_is_the_same_however_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.warc").write_bytes(record(1, page(1)))
    (tmp_path / "in" / "1.html").write_bytes(page(1))
    (tmp_path / "link").symlink_to("in")
    monkeypatch.chdir(tmp_path)
    for name in ("a.warc", "1.html"):
        spellings = [f"in/{name}", f"./in/../in/{name}", str(tmp_path / "in" / name), f"link/{name}"]
        first, *others = (plan([spelling]) for spelling in spellings)
        assert all(units == first for units in others)
        assert plan(spellings) == first, "what is named twice is read once"
    (alone,) = plan(["in/1.html"])
    assert (alone.source, alone.names) == (str((tmp_path / "in").resolve()), ("1.html",))
    # A link to a file says what the file is by its own name.
    (tmp_path / "blob").write_bytes(record(1, page(1)))
    (tmp_path / "pages.warc").symlink_to("blob")
    (unit,) = plan(["pages.warc"])
    assert (unit.kind, Path(unit.source).name) == (Kind.WARC, "pages.warc")
    with pytest.raises(SourceUnreadable, match="could not read '': the file name is empty"):
        plan([""])


def test_files_that_are_passed_over_are_counted(tmp_path: Path) -> None:
    notes: list[str] = []
    for names, told_ in (
        ("a.html b.txt", "1 file was not looked at (1 .txt)"),
        ("c.XML d.xml e.jsonl .hidden.txt", "4 files were not looked at (2 .xml, 1 .txt, 1 .jsonl)"),
        ("f.css g.js h.png", "7 files were not looked at (2 .xml, 1 .txt, 1 .jsonl, 1 .css, 1 .js, ...)"),
    ):
        for name in names.split():
            (tmp_path / name).write_bytes(page(1))
        plan([str(tmp_path)], told=notes.append)
        assert notes.pop() == f"{tmp_path}: {told_}"


@pytest.mark.parametrize(
    ("name", "words"),
    [("a.warc.gz", "not a WARC file"), ("a.zip", "not a zip file"), ("a.tar", "could not read"), ("a.pq", "Parquet")],
)
def test_what_is_named_must_be_what_its_name_says(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / name).write_bytes(b"This is a letter, and no archive. " * 100)
    with pytest.raises(SourceUnreadable, match=words):
        plan([str(tmp_path / name)])
    assert words in told(*plan([str(tmp_path)]))[name], "in a folder it costs itself"


@pytest.mark.parametrize("packed", [bytes, gzip.compress])
def test_what_is_given_for_json_lines_must_have_objects(tmp_path: Path, packed: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "given"
    for data in (record(1, page(1)), b"{half\n", b"[1]\n7\n", b'{\n "html": "<p>a"\n}\n', b"\0\1\2\n" * 100 + b"{}"):
        path.write_bytes(packed(data))
        with pytest.raises(SourceUnreadable, match="not a JSON-lines file: none of its first lines is a JSON object"):
            plan([str(path)], kind=Kind.JSONL)
    path.write_bytes(packed(b"{half\n" * 99 + b'{"html": "<p>a"}\n{half\n'))
    assert len(list(read_unit(*plan([str(path)], kind=Kind.JSONL)))) == 101, "a file with broken lines is what it is"
    path.write_bytes(packed(b""))
    assert list(read_unit(*plan([str(path)], kind=Kind.JSONL))) == []


def test_a_table_of_a_folder_without_any_object_costs_itself(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_bytes(record(1, page(1)))
    (tmp_path / "good.jsonl").write_text('{"html": "<p>a"}\n')
    found = told(*plan([str(tmp_path)]))
    assert "not a JSON-lines file" in found["bad.jsonl"]
    assert found["good.jsonl"] == ""


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (record(1, page(1) + b"\nhttps://a.example/1\n"), "looks like a WARC archive"),
        (gzip.compress(record(1, page(1) + b"\nhttps://a.example/1\n")), "looks like a WARC archive"),
        (b"%PDF-1.7\nhttps://a.example/1\n", "looks like PDF"),
        (b"\x28\xb5\x2f\xfd\0\nhttps://a.example/1\n", "looks like zstd data"),
        (bytes(range(32)) + b"\nhttps://a.example/1\n", "looks like binary data"),
    ],
)
def test_what_is_given_for_a_list_must_be_text(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "given"
    path.write_bytes(data)
    with pytest.raises(SourceUnreadable, match=words):
        plan([str(path)], kind=Kind.ADDRESSES)
    path.write_bytes(b"WARC files of our own\x01\nhttps://a.example/1\n" + b"# said\n" * 9 + b"\0" * 99)
    (unit,) = plan([str(path)], kind=Kind.ADDRESSES)
    assert unit.names == ("https://a.example/1",)


@pytest.mark.parametrize("name", ["given", "given.zst", "given.html.zst"])
def test_zstd_data_are_what_is_in_them(tmp_path: Path, name: str) -> None:
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


def test_the_folder_of_output_is_no_input(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(page(1))
    with pytest.raises(SourceUnreadable, match="this is also the output folder"):
        plan([str(tmp_path)], but=tmp_path / ".." / tmp_path.name)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.xml", b'<?xml version="1.0"?>\n<!-- ours -->\n<urlset><url><loc>https://a.example/1</loc></url></urlset>'),
        ("a.xml", b"\xef\xbb\xbf<rss><channel><item><link>https://a.example/1</link></item></channel></rss>"),
        ("a.atom", b'<feed><entry><link href="https://a.example/1"/></entry></feed>'),
        ("a", b"<!DOCTYPE x:RDF><x:rdf xmlns:x='x'><item><link>https://a.example/1</link></item></x:rdf>"),
        ("a.json", b'{"version": "https://jsonfeed.org/version/1.1", "items": [{"url": "https://a.example/1"}]}'),
        ("a.json", b'{"version":"https:\\/\\/jsonfeed.org\\/version\\/1","items":[{"url":"https://a.example/1"}]}'),
    ],
)
def test_sitemaps_and_feeds_are_lists_by_their_first_bytes(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    (unit,) = plan([str(tmp_path / name)])
    assert (unit.kind, unit.names) == (Kind.ADDRESSES, ("https://a.example/1",))
    (tmp_path / "page.html").write_bytes(page(1))
    assert {unit.kind for unit in plan([str(tmp_path)])} == {Kind.FILES}, "nothing is fetched for what lies in a folder"


@pytest.mark.parametrize("data", [b'<?xml version="1.0"?><!DOCTYPE html><html><rss>', b"<feedback>", b"<p>A feed"])
def test_pages_are_no_lists(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.xml").write_bytes(data)
    assert [unit.kind for unit in plan([str(tmp_path / "a.xml")])] == [Kind.FILES]


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"https://courier.example/1\n", Kind.ADDRESSES),
        (b"# my list\r\n\n  #https://no.example/\nHTTPS://courier.example/1\n", Kind.ADDRESSES),
        (b'{"html": "<p>One</p>"}\n', Kind.JSONL),
        (b"<p>One</p>", Kind.FILES),
    ],
)
def test_a_byte_order_mark_does_not_hide_what_a_file_is(tmp_path: Path, data: bytes, kind: Kind) -> None:
    path = tmp_path / "something.data"
    for mark in (b"", b"\xef\xbb\xbf"):
        path.write_bytes(mark + data)
        (unit,) = plan([str(path)])
        assert unit.kind is kind


def test_lines_that_are_passed_over_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("https://a.example/1\nhttps://a.example/2\nhttps://a.example/1\nnot one\n\n# said\n")
    notes: list[str] = []
    (unit,) = plan([str(path)], told=notes.append)
    assert unit.names == ("https://a.example/1", "https://a.example/2")
    words = "entries skipped: 1 without an http or https URL, 1 repeated"
    assert notes == [f"{path.resolve()}: {words}"]


def test_a_list_without_an_address_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("# none yet\n\n")
    with pytest.raises(SourceUnreadable, match="no URL in this list"):
        plan([str(path)])


def test_addresses_of_several_lists_are_counted_and_taken_once(site: Any, tmp_path: Path) -> None:
    from loopback import Loopback, answer

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


def test_a_list_on_the_web_is_asked_once_and_not_again_where_it_is_known(site: Any) -> None:
    from loopback import answer

    site.routes["/list"] = answer("https://a.example/1", type_="text/plain")
    url = site.url("/list")
    (unit,) = plan([url, url])
    assert unit.names == ("https://a.example/1",)
    asked = len(site.requests)
    other = Unit(kind=Kind.ADDRESSES, source=site.url("/other"), size=1, names=("https://a.example/2",))
    assert plan([url], known=[other, unit]) == [unit]
    assert len(site.requests) == asked


@pytest.mark.parametrize("path", ["/", "/list.txt"])
def test_a_host_that_cannot_be_had_is_not_fetched(path: str) -> None:
    with pytest.raises(FetchFailed):
        plan([f"http://127.0.0.1:1{path}"])


def test_what_can_be_read_only_once_goes_to_the_standard_input(tmp_path: Path) -> None:
    """Looking into a pipe takes what is for the reader, and a run that is broken off could not read it again."""
    os.mkfifo(tmp_path / "a.warc")
    for path in (tmp_path / "a.warc", "/dev/null"):
        with pytest.raises(SourceUnreadable, match="pipes and devices can be read only once: give -"):
            plan([str(path)])


def test_pipes_and_links_to_folders_are_passed_over_in_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "a.html").write_bytes(page(1))
    os.mkfifo(folder / "b.html")
    (folder / "c").symlink_to(tmp_path)
    notes: list[str] = []
    (unit,) = plan([str(folder)], told=notes.append)
    assert unit.names == ("a.html",)
    assert notes == [
        f"{folder}: pipes and devices skipped: 1",
        f"{folder}: links to folders skipped: 1",
    ]
