from __future__ import annotations

import pytest

from broadsheet.errors import NotHTML
from broadsheet.page import read_page


@pytest.mark.parametrize(
    ("data", "looks_like"),
    [
        ("", "nothing (empty input)"),
        (b"", "nothing (empty input)"),
        (" \n\t", "nothing (only white space)"),
        (b"\r\n ", "nothing (only white space)"),
        ("Just some words, and 3 < 4.", "plain text"),
        (b"Mail <someone@example.org> now", "plain text"),
        ('{"html": "<p>text</p>"}', "JSON"),
        (b'[{"a": 1}]', "JSON"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3", "PDF"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "a PNG image"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "a JPEG image"),
        (b"GIF89a\x01\x00", "a GIF image"),
        (b"RIFF\x24\x00\x00\x00WEBPVP8 ", "a WebP image"),
        (b"\x00\x00\x00\x20ftypavif", "an AVIF image"),
        (b"\x00\x00\x00\x20ftypisom", "MP4 media"),
        (b"\x1f\x8b\x08\x00", "gzip data"),
        (b"PK\x03\x04", "a ZIP archive (or an office document, or an e-book)"),
        (bytes(range(32)) * 20, "binary data"),
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
        b"BMW builds <b>cars</b>",
        "[<p>not JSON</p>]",
    ],
)
def test_html_passes(data: str | bytes) -> None:
    assert len(read_page(data)) >= 3
