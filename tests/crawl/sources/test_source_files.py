from __future__ import annotations

import gzip
import io
import os
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from broadsheet.crawl.sources import FetchOptions, Record, open_source, read_file, read_standard_input
from broadsheet.errors import FetchFailed, PageTooLarge, SourceUnreadable

PAGE = b"<html><body><p>A page.</p></body></html>"


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(PAGE)
    record = read_file(path, url="https://example.org/1")
    assert (record.data, record.url) == (PAGE, "https://example.org/1")
    assert (record.charset, record.content_type, record.status) == (None, None, None)
    assert read_file(str(path)).url is None


def test_gzip_is_known_by_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(gzip.compress(PAGE[:20]) + gzip.compress(PAGE[20:]))
    assert read_file(path).data == PAGE


def test_limits_of_size(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(PAGE)
    assert read_file(path, max_bytes=len(PAGE)).data == PAGE
    with pytest.raises(PageTooLarge):
        read_file(path, max_bytes=len(PAGE) - 1)
    path.write_bytes(gzip.compress(bytes(10_000_000)))
    with pytest.raises(PageTooLarge) as caught:
        read_file(path, max_bytes=1000)
    assert caught.value.value <= 1000 + (1 << 16)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_named_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(PAGE,))
    writer.start()
    assert read_file(path).data == PAGE
    writer.join()


def test_unreadable_files(tmp_path: Path) -> None:
    broken = tmp_path / "broken.gz"
    broken.write_bytes(gzip.compress(PAGE)[:-4])
    for path, words in (
        (tmp_path, "this is a directory"),
        (broken, "truncated"),
        (broken / "below", "Not a directory"),
    ):
        with pytest.raises(SourceUnreadable) as caught:
            read_file(path)
        assert caught.value.source == str(path)
        assert words in caught.value.reason
        assert str(caught.value) == f"could not read {path}: {caught.value.reason}"
    with pytest.raises(SourceUnreadable, match="null"):
        read_file("a\0b")


def test_the_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(PAGE)))
    record = read_standard_input(url="https://example.org/")
    assert (record.data, record.url) == (PAGE, "https://example.org/")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(bytes(5000))))
    with pytest.raises(PageTooLarge):
        open_source("-", options=FetchOptions(max_bytes=4999))


def test_open_source_tells_them_apart(tmp_path: Path) -> None:
    path = tmp_path / "a page.html"
    path.write_bytes(PAGE)
    assert open_source(str(path), url="https://example.org/1").url == "https://example.org/1"
    assert open_source(path.as_uri()).data == PAGE
    assert open_source(path.as_uri().replace("file://", "file://localhost")).data == PAGE
    with pytest.raises(SourceUnreadable, match="another host"):
        open_source("file://server/page.html")
    with pytest.raises(SourceUnreadable, match="not a valid URL"):
        open_source("file://[::1/page.html")
    with pytest.raises(FetchFailed, match="only http and https"):
        open_source("ftp://127.0.0.1/page.html")


@pytest.mark.parametrize(
    ("fetched", "date", "captured"),
    [
        ("2026-03-06T09:30:00Z", None, "2026-03-06T09:30:00+00:00"),
        ("2026-03-06T09:30:00.123456789Z", None, "2026-03-06T09:30:00.123456+00:00"),
        ("2026-03-06T10:30:00+01:00", "", "2026-03-06T10:30:00+01:00"),
        ("2026-03-06T09:30:00Z", "Fri, 06 Mar 2026 07:10:00 GMT", "2026-03-06T07:10:00+00:00"),
        ("2026-03-06T09:30:00Z", "Fri, 06 Mar 2026 09:31:00 GMT", "2026-03-06T09:30:00+00:00"),
        ("2026-03-06T09:30:00Z", "Thu, 01 Jan 1970 00:00:00 GMT", "2026-03-06T09:30:00+00:00"),
        ("2026-03-06T09:30:00Z", "Fri Mar  6 07:10:00 2026", "2026-03-06T07:10:00+00:00"),
        ("2026-03-06T09:30:00Z", "yesterday", "2026-03-06T09:30:00+00:00"),
        ("2026-03-06T09:30:00", None, None),
        ("2026-03-06", None, None),
        ("20260306093000", None, None),
        ("", None, None),
        (None, "Fri, 06 Mar 2026 07:10:00 GMT", None),
    ],
)
def test_when_a_page_was_captured(fetched: str | None, date: str | None, captured: str | None) -> None:
    headers = (("server", "x"),) if date is None else (("date", date),)
    found = Record(data=b"", fetched=fetched, headers=headers).captured
    assert (None if found is None else found.isoformat()) == captured
