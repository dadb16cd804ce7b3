"""WARC files: intact and damaged, in all compressions."""

from __future__ import annotations

import gzip
import io
import random
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastwarc", reason="the extra batch is not installed")
pytest.importorskip("zstandard", reason="zstandard is not installed")

import zstandard
from fastwarc import stream_io

from broadsheet.crawl.sources.record import Entry
from broadsheet.crawl.sources.warc import read_warc
from broadsheet.errors import BroadsheetError, FetchFailed, NotHTML, PageTooLarge, SourceUnreadable
from tests.crawl.batch.pages_for_tests import page, record

Pack = Callable[[bytes], bytes]
PACKS: dict[str, Pack] = {
    "plain": lambda data: data,
    "gzip": lambda data: gzip.compress(data, 1),
    "zstd": lambda data: zstandard.ZstdCompressor().compress(data),
}


def lz4(data: bytes) -> bytes:
    stream = io.BytesIO()
    packer = stream_io.Lz4Writer(stream)
    packer.write(data)
    packer.close()
    return stream.getvalue()


@pytest.fixture(params=list(PACKS))
def pack(request: pytest.FixtureRequest) -> Pack:
    return PACKS[request.param]


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., list[Entry]]:
    def read_(*parts: bytes, **named: Any) -> list[Entry]:
        path = tmp_path / "pages.warc"
        path.write_bytes(b"".join(parts))
        entries = list(read_warc(path, **named))
        assert [entry.number for entry in entries] == list(range(len(entries)))
        return entries

    return read_


def told(entries: list[Entry]) -> list[str]:
    """Return the number in the URL of each entry, or its error."""
    return [
        (entry.url or "").rpartition("/")[2]
        if entry.record is not None
        else getattr(entry.error, "reason", None) or str(entry.error or "repeats")
        for entry in entries
    ]


def whole(numbers: range, pack: Pack) -> list[bytes]:
    return [pack(record(number, page(number))) for number in numbers]


def test_pages_and_their_places(pack: Pack, read: Callable[..., list[Entry]]) -> None:
    records = whole(range(5), pack)
    entries = read(*records)
    assert told(entries) == ["0", "1", "2", "3", "4"]
    places = [sum(map(len, records[:number])) for number in range(5)]
    assert [entry.offset for entry in entries] == places
    first = entries[0].record
    assert first is not None
    assert (first.data, first.charset, first.status) == (page(0), "utf-8", 200)
    assert (first.url, first.fetched, first.truncated) == (
        "https://courier.example/0", "2026-03-06T06:30:00Z", None,
    )  # fmt: skip
    assert entries[0].name == "<urn:uuid:00000000-0000-4000-8000-000000000000>"


@pytest.mark.parametrize("packed", [gzip.compress, zstandard.ZstdCompressor().compress, lz4])
def test_a_file_compressed_as_a_whole(packed: Pack, read: Callable[..., list[Entry]]) -> None:
    records = whole(range(9), PACKS["plain"])
    entries = read(packed(b"".join(records)))
    assert told(entries) == [str(number) for number in range(9)]
    assert {entry.offset for entry in entries} == {None}
    records[3] = record(3, b"<p>" + b"word " * 500_000)
    found = told(read(packed(b"".join(records)), max_bytes=100_000))
    assert [*found[:3], *found[4:]] == ["0", "1", "2", "4", "5", "6", "7", "8"]
    entries = read(packed(random.Random(1).randbytes(9).join(records))[:-200], max_bytes=100_000)  # noqa: S311
    assert isinstance(entries[-1].error, SourceUnreadable)


def test_records_without_a_page_are_errors_or_skipped(pack: Pack, read: Callable[..., list[Entry]]) -> None:
    http = b"HTTP/1.1 %s\r\nContent-Type: %s\r\n\r\n"
    entries = read(
        *map(
            pack,
            [
                record(0, b"software: x\r\n", kind="warcinfo", http=None, media="application/warc-fields"),
                record(1, b"GET / HTTP/1.1\r\n\r\n", kind="request", http=None),
                record(2, b"20260306", http=None, media="text/dns"),
                record(3, b"k: v", kind="metadata", http=None, media="application/warc-fields"),
                record(4, b"PNG", http=http % (b"200 OK", b"image/png")),
                record(5, b"gone", http=http % (b"404 Not Found", b"text/html")),
                record(6, b"", kind="revisit", extra="WARC-Refers-To-Date: 2026-03-01T00:00:00Z\r\n"),
                record(7, page(7), kind="resource", http=None, media="text/html; charset=utf-8"),
                record(8, b"Words of a page.", kind="conversion", http=None, media="text/plain"),
                record(9, b"...", kind="continuation", http=None),
                record(10, page(10), extra="WARC-Truncated: length\r\n"),
            ],
        )
    )
    assert [type(entry.error) for entry in entries] == [
        NotHTML, FetchFailed, type(None), type(None), NotHTML, SourceUnreadable, type(None),
    ]  # fmt: skip
    known = [(entry.status, entry.content_type) for entry in entries if entry.record is None]
    plain = (None, "text/plain")
    assert known == [(200, "image/png"), (404, "text/html"), (200, "text/html; charset=utf-8"), plain, (None, None)]
    assert [entry.fetched for entry in entries] == [f"2026-03-06T06:30:{n:02}Z" for n in (4, 5, 6, 7, 8, 9, 10)]
    assert entries[2].repeats == "https://courier.example/6 of 2026-03-01T00:00:00Z"
    resource, last = entries[3].record, entries[6].record
    assert resource is not None
    assert (resource.data, resource.status) == (page(7), None)
    assert str(entries[0].error) == "not an HTML page: it is declared as image/png (an image)"
    assert "plain text extracted from a page" in str(entries[4].error)
    assert last is not None
    assert last.truncated == "length"


def test_codings_are_undone(read: Callable[..., list[Entry]]) -> None:
    body = page(1)
    chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    head = "HTTP/1.1 200 OK\r\n{}\r\n\r\n"
    cases = {
        "Content-Encoding: gzip": gzip.compress(body),
        "Content-Encoding: deflate": zlib.compress(body),
        "Content-Encoding: zstd": zstandard.ZstdCompressor().compress(body),
        "Transfer-Encoding: chunked": chunked,
        "Transfer-Encoding:\r\n chunked": chunked,
        "Transfer-encoding: chunked": chunked.replace(b"\r\n", b"\n"),
        "Transfer-Encoding: chunked\r\nContent-Encoding: gzip": b"%x\r\n%s\r\n0\r\n\r\n"
        % (len(gzip.compress(body, mtime=0)), gzip.compress(body, mtime=0)),
        # Archives undo codings and keep the fields.
        "content-encoding: br": body,
        "transfer-encoding: CHUNKED": body,
        "Content-Encoding: Deflate": body,
        "Content-Encoding: utf-8": body,
    }
    entries = read(*(record(n, data, http=head.format(case).encode()) for n, (case, data) in enumerate(cases.items())))
    assert [entry.record.data if entry.record else entry.error for entry in entries] == [body] * len(cases)


@pytest.mark.parametrize(
    ("body", "data", "truncated"),
    [
        (b"5\r\n<html\r\n1\r\n>\r\n0\r\n\r\n", b"<html>", None),
        (b"5\r\n<html\r\n1\r\n>\r\n", b"<html>", "disconnect"),
        (b"5\r\n<html\r\nff\r\n>", b"<html>", "disconnect"),
        (b"5\r\n<html\r\n1\r\n>?", b"<html>", "disconnect"),
        (b"<html>", b"<html>", None),
        (b"12\r\n<html><p>24 hours later", b"12\r\n<html><p>24 hours later", None),
    ],
)
def test_an_interrupted_transfer_is_reported(
    read: Callable[..., list[Entry]], body: bytes, data: bytes, truncated: str | None
) -> None:
    (entry,) = read(record(0, body, http=b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"))
    assert entry.record is not None
    assert (entry.record.data, entry.record.truncated) == (data, truncated)


def test_what_a_revisit_repeats(read: Callable[..., list[Entry]]) -> None:
    first = "WARC-Refers-To-Target-URI: https://courier.example/first\r\n"
    dated = "WARC-Refers-To-Date: 2026-03-01T00:00:00Z\r\n"
    named, other, nothing = (
        record(number, b"", kind="revisit", extra=extra) for number, extra in enumerate((first, first + dated, ""))
    )
    nothing = nothing.replace(b"WARC-Target-URI: https://courier.example/2\r\n", b"")
    assert [entry.repeats for entry in read(named, other, nothing)] == [
        "https://courier.example/first",
        "https://courier.example/first of 2026-03-01T00:00:00Z",
        "an earlier capture",
    ]


@pytest.mark.parametrize("checksum", [False, True])
def test_zstd_frames_of_all_forms(checksum: bool, read: Callable[..., list[Entry]]) -> None:
    """Where a frame ends is read from its blocks."""
    sized = zstandard.ZstdCompressor(write_checksum=checksum)
    unsized = zstandard.ZstdCompressor(write_checksum=checksum, write_content_size=False)
    large = record(1, b"<p>" + b"a" * 300_000)  # blocks of one byte, repeated
    frames = [pack.compress(one) for one in (record(0, page(0)), large) for pack in (sized, unsized)]
    last = sized.compress(record(2, page(2)))
    entries = read(*frames, last[: len(last) // 2])
    assert told(entries)[:4] == ["0", "0", "1", "1"]
    assert [entry.offset for entry in entries] == [sum(map(len, frames[:count])) for count in range(5)]


@pytest.mark.parametrize("packed", [False, True])
def test_a_zstd_dictionary(packed: bool, read: Callable[..., list[Entry]]) -> None:
    dictionary = zstandard.train_dictionary(4096, [record(number, page(number)) for number in range(100)])
    held = dictionary.as_bytes()
    held = zstandard.ZstdCompressor().compress(held) if packed else held
    front = b"\x5d\x2a\x4d\x18" + len(held).to_bytes(4, "little") + held
    pack = zstandard.ZstdCompressor(dict_data=dictionary).compress
    records = whole(range(6), pack)
    places = [len(front) + sum(map(len, records[:number])) for number in range(6)]
    entries = read(front, *records)
    assert told(entries) == ["0", "1", "2", "3", "4", "5"]
    assert [entry.offset for entry in entries] == places
    records[1] = pack(record(1, b"<pre>\r\n\r\nWARC/1.0\r\nWARC-Type: response\r\n\r\n</pre>"))
    records[2] = damaged(records[2])
    records[4] = pack(record(4, page(4) + b"word " * 500_000))
    found = read(front, *records, max_bytes=100_000)
    assert [told(found)[number] for number in (0, 1, 3, 5)] == ["0", "1", "3", "5"]
    assert [type(found[number].error) for number in (2, 4)] == [SourceUnreadable, PageTooLarge]
    assert [entry.offset for entry in found] == [len(front) + sum(map(len, records[:number])) for number in range(6)]


def test_a_damaged_coding_is_named(read: Callable[..., list[Entry]]) -> None:
    http = b"HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\n"
    (entry,) = read(record(0, b"\x8b\x08 no brotli at all", http=http))
    assert (entry.status, entry.fetched) == (200, "2026-03-06T06:30:00Z")
    assert str(entry.error).endswith("pages.warc at byte 0: the brotli data is damaged")


def test_a_small_page_that_unpacks_to_a_large_one_is_refused(read: Callable[..., list[Entry]]) -> None:
    http = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"
    entries = read(record(0, gzip.compress(bytes(3_000_000)), http=http), record(1, page(1)), max_bytes=1_000_000)
    assert [type(entry.error) for entry in entries] == [PageTooLarge, type(None)]


def damaged(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes(20) + data[middle + 20 :]


@pytest.mark.parametrize("form", ["gzip", "zstd"])
def test_a_damaged_record_is_named_and_the_next_is_read(form: str, read: Callable[..., list[Entry]]) -> None:
    records = whole(range(5), PACKS[form])
    records[2] = damaged(records[2])
    entries = read(*records)
    assert told(entries) == ["0", "1", "the compressed data is damaged", "3", "4"]
    assert entries[2].offset == len(records[0]) + len(records[1])


@pytest.mark.parametrize("form", ["gzip", "zstd"])
@pytest.mark.parametrize("place", [0.02, 0.3, 0.6, 0.95])
def test_damage_far_inside_a_record_leaves_the_one_before_intact(
    form: str, place: float, read: Callable[..., list[Entry]]
) -> None:
    records = whole(range(4), PACKS[form])
    large = PACKS[form](record(4, page(4) + random.Random(1).randbytes(300_000)))  # noqa: S311
    at = int(place * len(large))
    entries = read(*records, large[:at] + bytes(200) + large[at + 200 :], *whole(range(5, 8), PACKS[form]))
    found = told(entries)
    assert found[:4] == ["0", "1", "2", "3"]
    assert found[-3:] == ["5", "6", "7"]
    assert len(found) == 8
    # The decompressor may not notice damage of incompressible bytes, and digests are not checked.
    assert found[4] in ("4", "the compressed data is damaged")


def test_garbage_and_an_oversized_record_fail_alone(pack: Pack, read: Callable[..., list[Entry]]) -> None:
    records = whole(range(4), pack)
    records[1] = pack(record(1, b"<p>" + b"word " * 250_000))
    rubbish = b"rubbish\r\n\r\n".rjust((1 << 14) - 1, b"x")  # the next record begins at the end of a searched window
    first, large, second, _, *rest = told(read(*records[:3], rubbish, records[3], max_bytes=100_000))
    assert "limit" in large
    assert [first, second, *rest] == ["0", "2", "3"]


def test_the_file_ends_in_a_record(pack: Pack, read: Callable[..., list[Entry]]) -> None:
    records = whole(range(3), pack)
    for cut in (5, 30, len(records[2]) // 2, len(records[2]) - 30):
        entries = read(*records[:2], records[2][:cut])
        assert told(entries)[:2] == ["0", "1"]
        assert len(entries) == 3
        assert isinstance(entries[2].error, SourceUnreadable)


@pytest.mark.parametrize("length", [10, 400, 3000, 100_000, 10**9, 10**22, "9" * 5000, "x", -5, ""])
def test_a_wrong_length_loses_one_record(length: object, pack: Pack, read: Callable[..., list[Entry]]) -> None:
    records = [*whole(range(2), pack), pack(record(2, page(2), length=length)), *whole(range(3, 6), pack)]
    found = told(read(*records))
    assert found[:2] == ["0", "1"]
    assert found[-3:] == ["3", "4", "5"]
    assert sum("5" >= word >= "0" and word != "2" for word in found) == 5


@pytest.mark.parametrize(
    ("form", "junk", "after"),
    [
        ("plain", b"\nWARC/1.0\r\nA:", b""),
        ("zstd", zstandard.MAGIC_NUMBER.to_bytes(4, "little") + b"\0\x58\0\0\0", bytes(300_000)),
    ],
    ids=["plain", "zstd"],
)
def test_much_damage_takes_linear_time(form: str, junk: bytes, after: bytes, read: Callable[..., list[Entry]]) -> None:
    begun = time.process_time()
    assert told(read(*whole(range(2), PACKS[form]), 5000 * junk, after))[:2] == ["0", "1"]
    assert time.process_time() - begun < 5


def test_damaged_frames_within_each_other_take_linear_time(read: Callable[..., list[Entry]]) -> None:
    def stored(length: int) -> bytes:
        return b"\0" + length.to_bytes(2, "little") + (0xFFFF - length).to_bytes(2, "little")

    # Each frame is a part of the one before, and all end with the file.
    frames = [b"\x1f\x8b\x08" + bytes(7) + stored(5 + 20 * left) + b"WARC/" for left in range(3000, -1, -1)]
    begun = time.process_time()
    read(*whole(range(2), PACKS["gzip"]), *frames, 200 * (stored(50_000) + bytes(50_000)))
    assert time.process_time() - begun < 5


def test_a_page_about_archives_is_a_page(pack: Pack, read: Callable[..., list[Entry]]) -> None:
    body = b"<html><body><pre>\r\n\r\nWARC/1.0\r\nWARC-Type: response\r\n\r\n</pre></body></html>"
    entries = read(*whole(range(2), pack), pack(record(2, body)), *whole(range(3, 5), pack), pack(record(5, body)))
    assert told(entries) == ["0", "1", "2", "3", "4", "5"]


def test_other_files_are_refused(read: Callable[..., list[Entry]]) -> None:
    for data in (b"<html>no</html>" * 50, gzip.compress(b"<html>no</html>" * 50), b"x"):
        with pytest.raises(BroadsheetError, match="this is not a WARC file"):
            read(data)
    assert read(b"") == []
    with pytest.raises(SourceUnreadable, match="No such file"):
        list(read_warc("missing.warc"))
