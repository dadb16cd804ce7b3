"""Addresses: absolute, of a harmless kind, and safe to write."""

from __future__ import annotations

import pytest

from broadsheet.facts.addresses import Addresses
from broadsheet.facts.structured import read_head
from broadsheet.page import read_page

HERE = "https://example.org/news/story.html?id=1"
STATED = '<meta property="og:url" content="https://o.example/g/">'


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://a.example/b?c=d#e", "https://a.example/b?c=d#e"),
        ("HTTPS://a.example/", "https://a.example/"),
        ("other.html", "https://example.org/news/other.html"),
        ("../up", "https://example.org/up"),
        ("//cdn.example/x", "https://cdn.example/x"),
        ("?id=2", "https://example.org/news/story.html?id=2"),
        ("#part", "https://example.org/news/story.html?id=1#part"),
        ("  /a\n/b  ", "https://example.org/a/b"),
        ('/a b"<>`{|}^', "https://example.org/a%20b%22%3C%3E%60%7B%7C%7D%5E"),
        ("/ü/日本", "https://example.org/ü/日本"),
        ("\\\\cdn.example\\x?a\\b", "https://cdn.example/x?a%5Cb"),
        ("mailto:a@example.org", "mailto:a@example.org"),
        ("mailto:", None),
        ("javascript:alert(1)", None),
        ("JAVASCRIPT:alert(1)", None),
        ("java\tscript:alert(1)", None),
        ("\x01javascript:alert(1)", None),
        ("vbscript:x", None),
        ("data:text/html,x", None),
        ("blob:https://example.org/1", None),
        ("file:///etc/passwd", None),
        ("tel:123", None),
        ("http://", None),
        ("http://[x", None),
        ("http://[::1/", None),
        ("", None),
        ("   ", None),
        ("https://example.org/" + "x" * 9000, None),
    ],
)
def test_resolve(address: str, expected: str | None) -> None:
    addresses = Addresses(read_page("<p>x"), (HERE,))
    assert [addresses.resolve(address) for _ in range(2)] == [expected] * 2


@pytest.mark.parametrize(
    ("head", "url", "expected"),
    [
        ('<base href="/base/">', HERE, "https://example.org/base/x"),
        (
            '<base target=_top><base href="https://b.example/"><base href="https://c.example/">',
            HERE,
            "https://b.example/x",
        ),
        ('<base href="http://[">', HERE, "https://example.org/news/x"),
        ('<base href="https://b.example/c/">', None, "https://b.example/c/x"),
        ('<base href="javascript:x">', HERE, "https://example.org/news/x"),
        ('<link rel="canonical" href="/d/e"><meta property="og:url" content="">', None, None),
        ("", None, None),
        ("", "not a url", None),
        ('<link rel="canonical" href="https://c.example/d/e">', None, "https://c.example/d/x"),
        ('<link rel="canonical" href="https://c.example/d/e">', "not a url", "https://c.example/d/x"),
        ('<link rel="canonical" href="https://c.example/d/e">', HERE, "https://example.org/news/x"),
        ('<link rel="canonical" href="https://c.example/d/e"><base href="/f/">', None, "https://c.example/f/x"),
        (f'{STATED}<link rel="canonical" href="/d/e">', None, "https://o.example/g/x"),
        (f'{STATED}<link rel="Canonical" href="https://c.example/">', None, "https://c.example/x"),
    ],
)
def test_base(head: str, url: str | None, expected: str | None) -> None:
    page = read_page(f"<head>{head}</head><p>x", url=url)
    assert Addresses(page, read_head(page).addresses).resolve("x") == expected


def test_addresses_that_an_archive_has_rewritten() -> None:
    address, archive = "/web/20100205044628im_/http://cdn.example/x.jpg", "https://web.archive.org"
    for url, expected in (
        (HERE, "http://cdn.example/x.jpg"),
        (f"{archive}/web/20100205044628/{HERE}", archive + address),
    ):
        assert Addresses(read_page("<p>x"), (url,)).resolve(address) == expected
