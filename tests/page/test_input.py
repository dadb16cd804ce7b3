"""Arguments of the public functions: what they accept, and the errors for everything else, also for other formats."""

from __future__ import annotations

import codecs
import io
import multiprocessing
import pickle
import random
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import broadsheet
from broadsheet.errors import NotHTML
from broadsheet.methods.base import Method
from broadsheet.methods.coreex import CoreEx
from broadsheet.page import decode, read_page
from broadsheet.page.input import reject_other_formats, reject_texts

DEMO = (Path(__file__).parent.parent.parent / "demo" / "article.html").read_text(encoding="utf-8")
ADDRESS = "https://courier.example/2026/03/06/ferry.html"


@pytest.mark.parametrize("call", [broadsheet.extract, broadsheet.identify, broadsheet.read_page])
@pytest.mark.parametrize(
    ("html", "message"),
    [
        (None, "not NoneType"),
        (Path("in.html"), r"not PosixPath \(read the file first: path.read_bytes\(\)\)"),
        (io.BytesIO(b"<p>x"), r"not BytesIO \(read the file first: file.read\(\)\)"),
        (3, "not int"),
    ],
)
def test_wrong_types_are_named(call: Any, html: Any, message: str) -> None:
    taken = "str or bytes" if call is broadsheet.read_page else "str, bytes or Page"
    with pytest.raises(TypeError, match=f"html must be {taken}, {message}"):
        call(html)


@pytest.mark.parametrize("call", [broadsheet.extract, broadsheet.identify, broadsheet.read_page])
def test_urls_and_charsets_must_be_strings(call: Any) -> None:
    with pytest.raises(TypeError, match="url must be str or None, not int"):
        call(DEMO, url=3)
    with pytest.raises(TypeError, match="charset must be str or None, not bytes"):
        call(DEMO.encode(), charset=b"utf-8")


def test_any_bytes_like_object_is_accepted() -> None:
    article = broadsheet.extract(DEMO, url=ADDRESS)
    data = DEMO.encode()
    assert broadsheet.extract(bytearray(data), url=ADDRESS) == article
    assert broadsheet.extract(memoryview(data), url=f" {ADDRESS}\n") == article
    assert broadsheet.extract(np.bytes_(data), url=ADDRESS) == article


@pytest.mark.parametrize("call", [broadsheet.extract, broadsheet.identify])
@pytest.mark.parametrize(
    "url", ["", "foo", "www.courier.example/a", "//courier.example/a", "https://", "http://[", "file:///a.html"]
)
def test_an_invalid_address_is_ignored(call: Any, url: str) -> None:
    found, without = call(DEMO, url=url), call(DEMO)
    if call is broadsheet.identify:
        assert found == without
    else:
        assert (found.text, found.origins) == (without.text, without.origins)
        assert any("is not an http or https URL" in note for note in found.notes) == (url != "")


@pytest.mark.parametrize("call", [broadsheet.extract, broadsheet.identify])
def test_a_page_keeps_its_own_address_and_encoding(call: Any) -> None:
    page = broadsheet.read_page(DEMO, url=ADDRESS)
    assert call(page, url=ADDRESS) == call(page)
    with pytest.raises(ValueError, match="a Page has its own url: pass the url to read_page"):
        call(page, url="https://other.example/")
    with pytest.raises(ValueError, match="a Page is already decoded"):
        call(page, charset="utf-8")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": None}, "method must be a name of the catalog or a method, not NoneType"),
        ({"method": CoreEx}, "not the class CoreEx"),
        ({"method": type("Mine", (Method,), {"mark": CoreEx.mark})()}, "the method Mine needs a name"),
        ({"given": {}}, "given must be Given or None, not dict"),
        ({"with_links": "no"}, "with_links must be bool, not str"),
        ({"with_images": 1}, "with_images must be bool, not int"),
        ({"with_tables": None}, "with_tables must be bool, not NoneType"),
        ({"with_metadata": "false"}, "with_metadata must be bool, not str"),
        ({"with_verdict": []}, "with_verdict must be bool, not list"),
    ],
)
def test_wrong_options_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        broadsheet.extract(DEMO, **options)


@pytest.mark.parametrize("wrong", ["images", "links", "tables", "header"])
def test_switches_of_writers_must_be_bool(wrong: str) -> None:
    article = broadsheet.extract(DEMO)
    word: Any = {wrong: "no"}
    for write in (article.to_markdown, article.to_html, *([article.to_text] if wrong == "header" else [])):
        with pytest.raises(TypeError, match=f"{wrong} must be bool, not str"):
            write(**word)


def test_the_functions_can_be_pickled() -> None:
    for function in (broadsheet.extract, broadsheet.identify, broadsheet.identify_url):
        assert pickle.loads(pickle.dumps(function)) is function
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(broadsheet.identify, [DEMO]) == [broadsheet.identify(DEMO)]


@pytest.mark.parametrize(
    ("data", "looks_like"),
    [
        ("", "nothing (empty input)"),
        (" \n\t", "nothing (only white space)"),
        ("Just some words, and 3 < 4.", "plain text"),
        (b"Mail <someone@example.org> now", "plain text"),
        ('{"html": "<p>text</p>"}', "JSON"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3", "PDF"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "a PNG image"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "a JPEG image"),
        (b"GIF89a\x01\x00", "a GIF image"),
        (b"RIFF\x24\x00\x00\x00WEBPVP8 ", "a WebP image"),
        (b"\x00\x00\x00\x20ftypavif", "an AVIF image"),
        (b"\x00\x00\x00\x20ftypisom", "MP4 media"),
        (b"\x1f\x8b\x08\x00", "gzip data"),
        (b"\x1f\x8b\x08\x00<h\x8e<p>\x9d", "gzip data"),  # by chance, in most
        (b"\xff\xd8\xff\xe0<p\x03<!\x90", "a JPEG image"),
        (b"PK\x03\x04", "a ZIP archive (or an office document, an e-book, or the snapshot of a page)"),
        (b"PAR1\x15\x04\x15\x10<p>", "a Parquet table"),
        (b"SQLite format 3\x00\x10\x00", "an SQLite database"),
        (b"WARC/1.1\r\nWARC-Type: response\r\n\r\n<p>", "a WARC archive"),
        (b"story.html" + bytes(247) + b"ustar\x0000<p>", "a tar archive"),
        (zlib.compress(b"<p>text</p>" * 99), "compressed data (zlib)"),
        (bytes(range(32)) * 20, "binary data"),
        (bytes(500), "binary data"),
        (
            "From: <Saved by a browser>\r\nSubject: Bridge\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n"
            '\ttype="text/html";\r\n\tboundary="x"\r\n\r\n--x\r\n<p>text',
            "a saved web page (MHTML)",
        ),
        (
            b"Delivered-To: a@b.example\nReceived: "
            + b"x" * 2000
            + b"\n\tby c.example\nMIME-Version: 1.0\n\n<p>text</p>",
            "an e-mail message",
        ),
        (b"From: a@b.example\nTo: c@d.example\nSubject: Bridge\n\n<p>text</p>", "an e-mail message"),
        ("https://courier.example/2026/ferry.html", "a URL: fetch it first, and pass the page"),
        ("pages/in.html", "a file name: read the file first, and pass its content"),
        ("C:\\my pages\\in.htm", "a file name: read the file first, and pass its content"),
        ('<?xml version="1.0"?><rss version="2.0"><channel><title>x</title></channel></rss>', "a feed (RSS)"),
        ('<?xml version="1.0"?>\n<!-- made -->\n<feed xmlns="http://www.w3.org/2005/Atom"/>', "a feed (Atom)"),
        ('<?xml version="1.0"?><urlset/>', "a sitemap"),
        ("<svg xmlns='http://www.w3.org/2000/svg'><path/></svg>", "an SVG image"),
        ('<?xml version="1.0"?><invoice><total>1</total></invoice>', "XML"),
    ],
)
def test_other_formats_are_named(data: str | bytes, looks_like: str) -> None:
    with pytest.raises(NotHTML) as raised:
        read_page(data)
    assert raised.value.looks_like == looks_like
    assert str(raised.value) == f"not an HTML page: this looks like {looks_like}"


@pytest.mark.parametrize(
    "data",
    [
        "<p>text",
        b"<!DOCTYPE html><title>x</title>",
        '<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>',
        "Text first, <b>then</b> a tag",
        "<my-article>text</my-article>",
        "BMW builds <b>cars</b>",
        b"RIFF builds <b>cars</b>",
        "[<p>not JSON</p>]",
        b"<p>a\0b\x01c</p>",
        b"<p>text</p>" + bytes(4096),
        "<p>text</p>".encode("utf-16-le"),
        "<p>text, text</p>".encode("utf-32-le"),
        "<p>text, text</p>".encode("utf-32-be"),
        codecs.BOM_UTF32_LE + "<p>text</p>".encode("utf-32-le"),
        "<meta charset=iso-2022-jp><p>市長は火曜日、橋が五月に</p>".encode("iso-2022-jp"),
        "Note: a line\nSubject: <b>another</b>",
    ],
)
def test_html_passes(data: str | bytes) -> None:
    assert len(read_page(data)) >= 3


def _junk(seed: int, size: int) -> bytes:
    return random.Random(seed).randbytes(size)  # noqa: S311 - not for secrets


def _deflated(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


_random = st.builds(_junk, st.integers(), st.integers(500, 50_000))
_compressed = _random.map(lambda data: _deflated(b"<html><p>" + data.hex().encode() + b"</p>"))


@given(st.one_of(_random, _compressed, _random.map(lambda data: data.decode("utf-8", "replace"))))
def test_binary_data_is_rejected(data: str | bytes) -> None:
    with pytest.raises(NotHTML):
        read_page(data)


@pytest.mark.corpora
def test_no_real_page_is_rejected(real_pages: Callable[..., Iterator[tuple[str, bytes, dict[str, Any]]]]) -> None:
    for name, data, _ in real_pages(step=50):
        try:
            reject_other_formats(data)
            reject_texts(decode(data).utf8)
            reject_texts(decode(data[: len(data) // 2]).utf8)
        except NotHTML as error:
            pytest.fail(f"{name}: {error}")
