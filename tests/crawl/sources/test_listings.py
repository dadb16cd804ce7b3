from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.crawl.sources.listings import Address, Listing, read_listing
from broadsheet.crawl.sources.xml import XMLBroken, elements
from broadsheet.errors import SourceUnreadable

SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
IMAGE = "http://www.google.com/schemas/sitemap-image/1.1"


def read(text: str | bytes, **how: Any) -> Listing:
    return read_listing(text.encode() if isinstance(text, str) else text, name="list", **how)


def urls(text: str | bytes, **how: Any) -> list[str]:
    return [address.url for address in read(text, **how).addresses]


def test_plain_lists() -> None:
    listing = read(
        "\ufeff# our pages\nhttps://a.example/1\r\n\n  https://a.example/2  # new\nhttps://a.example/1\nnot one\n"
    )
    assert [address.url for address in listing.addresses] == ["https://a.example/1", "https://a.example/2"]
    assert listing.note == "entries skipped: 1 without an http or https URL, 1 repeated"
    assert read("").addresses == ()
    assert urls("\ufeffhttps://a.example/1\r\n".encode("utf-16-le")) == ["https://a.example/1"]


def test_sitemaps() -> None:
    listing = read(
        f'<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="{SITEMAP}" xmlns:image="{IMAGE}">'
        "<url><loc> https://a.example/1?a=1&amp;b=2 </loc><lastmod>2026-03-06</lastmod>"
        "<image:image><image:loc>https://a.example/1.png</image:loc></image:image></url>"
        "<url><loc>https://a.example/2</loc><lastmod>2026-03-06T07:08:09+01:00</lastmod></url>"
        "<url><loc>https://a.example/3</loc><lastmod>2026</lastmod></url>"
        "<url><loc>ftp://a.example/4</loc></url><url/></urlset>"
    )
    assert listing.addresses == (
        Address(url="https://a.example/1?a=1&b=2", published="2026-03-06"),
        Address(url="https://a.example/2", published="2026-03-06T07:08:09+01:00"),
        Address(url="https://a.example/3", published="2026"),
    )


def test_gzip(monkeypatch: pytest.MonkeyPatch) -> None:
    assert urls(gzip.compress(b"https://a.example/1\n")) == ["https://a.example/1"]
    with pytest.raises(SourceUnreadable, match="truncated"):
        read(gzip.compress(b"https://a.example/1\n" * 100)[:-12])
    monkeypatch.setattr("broadsheet.crawl.sources.listings.MOST_BYTES", 1_000_000)
    with pytest.raises(SourceUnreadable, match="limit of 1,000,000"):
        read(gzip.compress(b"\n" * 3_000_000, 9))


RSS = (
    '<rss version="2.0" xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0"><channel><title>Courier</title>'
    "<link>https://a.example/</link><item><link>/&eacute;clairs&amp;&bogus;x</link>"
    "<pubDate>Fri, 06 Mar 2026 06:30:00 +0100</pubDate></item>"
    '<item><guid isPermaLink="false">7</guid><title>No address</title></item>'
    "<item><guid>https://a.example/2</guid><pubDate>Mon, 01 Jan 2024 00:00:00 +99999999999999999999</pubDate></item>"
    "<item><link>https://count.example/x</link><feedburner:origLink>https://a.example/3</feedburner:origLink></item>"
    "</channel></rss>"
)


def test_rss() -> None:
    listing = read(RSS, base="https://a.example/feed.xml")
    assert listing.addresses == (
        Address(url="https://a.example/éclairs&&bogus;x", published="2026-03-06T06:30:00+01:00"),
        Address(url="https://a.example/2"),
        Address(url="https://a.example/3"),
    )


def test_atom() -> None:
    listing = read(
        '<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://a.example/"/><entry>'
        '<link rel="edit" href="https://a.example/edit/1"/><link href="https://a.example/1"/>'
        "<updated>2026-03-07T00:00:00Z</updated><published>2026-03-06T00:00:00Z</published></entry>"
        '<entry><link rel="alternate" href="2"/><updated>2026-03-07</updated></entry>'
        "<entry><link>https://a.example/3</link><issued>2026-03-08</issued></entry>"  # Atom 0.3, more or less
        '<entry><link href="https://counter.example/4"/><f:origLink xmlns:f="f">https://a.example/4</f:origLink></entry>'
        "</feed>",
        base="https://a.example/feed/",
    )
    assert listing.addresses == (
        Address(url="https://a.example/1", published="2026-03-06T00:00:00+00:00"),
        Address(url="https://a.example/feed/2", published="2026-03-07"),
        Address(url="https://a.example/3", published="2026-03-08"),
        Address(url="https://a.example/4"),
    )


def test_json_feeds() -> None:
    feed = {
        "version": "https://jsonfeed.org/version/1.1",
        "items": [
            {"id": 1, "url": "https://a.example/1", "date_published": "2026-03-06T00:00:00Z"},
            {"id": "2"},
            "three",
            {"id": "4", "url": "https://a.example/4", "date_modified": "2026-03-07"},
        ],
    }
    assert read(json.dumps(feed)).addresses == (
        Address(url="https://a.example/1", published="2026-03-06T00:00:00+00:00"),
        Address(url="https://a.example/4", published="2026-03-07"),
    )
    for wrong in ({"items": []}, {"version": "https://jsonfeed.org/version/1", "items": 3}):
        with pytest.raises(SourceUnreadable, match="not a JSON feed"):
            read(json.dumps(wrong))


@pytest.mark.parametrize("fault", ["<title>AT&T \x0b</title>", "<media:x/>", "<description><p>a<br></description>"])
def test_an_entry_with_an_error_keeps_its_link_and_the_others(fault: str) -> None:
    items = f"<item><link>https://a.example/1?a&b=2</link>{fault}</item><item><link>https://a.example/2 </link></item>"
    feed = f"<br/>Warning\n<?xml version='1.0'?><rss><channel>{items}</channel></rss>"
    assert urls(feed) == ["https://a.example/1?a&b=2", "https://a.example/2"]
    assert urls(feed[:-40]) == ["https://a.example/1?a&b=2"]


@pytest.mark.parametrize("codec", ["utf-8", "utf-16", "iso-8859-1", "windows-1252", "gb18030", "shift_jis", "bogus"])
def test_encodings(codec: str) -> None:
    path = "桥" if codec == "gb18030" else "橋" if codec == "shift_jis" else "Brücke"
    text = f'<?xml version="1.0" encoding="{codec}"?><rss><channel><item><link>https://a.example/{path}</link></item></channel></rss>'
    assert urls(text.encode("utf-8" if codec == "bogus" else codec)) == [f"https://a.example/{path}"]


BOMB = (
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">'
    "<!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'>]><urlset><url><loc>https://a.example/&c;</loc></url></urlset>"
)
EXTERNAL = (
    '<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    "<urlset><url><loc>https://a.example/&x;</loc></url></urlset>"
)


@pytest.mark.parametrize("text", [BOMB, EXTERNAL])
def test_entities_are_refused(text: str) -> None:
    with pytest.raises(SourceUnreadable, match="entities"):
        read(text)


def test_depth_is_bounded() -> None:
    with pytest.raises(XMLBroken, match="deeper"):
        list(elements(b"<a>" * 100_000))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<html><body>Hello</body></html>", "this is a page, not a sitemap"),
        ("<?xml version='1.0'?>\n<!-- a > b --><html><head/></html>", "this is a page"),
        ("<h1>Hello</h1>", "XML of the kind h1"),
        ("<!DOCTYPE html><p>Hello<br></p>", "not a sitemap or feed"),
        ("<", "not a sitemap or feed"),
        ("{", "not a JSON feed"),
        ("{" * 100_000, "not a JSON feed"),
        ("%PDF-1.7", "not a list of URLs"),
        ("hello\nworld", "not a list of URLs"),
    ],
)
def test_other_formats_are_refused(text: str, words: str) -> None:
    with pytest.raises(SourceUnreadable, match=words):
        read(text)


@given(st.one_of(st.binary(max_size=300), st.text(alphabet="<>/&;a:x \n\"'=!?-[]", max_size=200).map(str.encode)))
def test_any_bytes_are_a_list_or_an_error(data: bytes) -> None:
    try:
        listing = read_listing(b"<urlset>%s</urlset>" % data, name="list")
    except SourceUnreadable:
        return
    assert not listing.addresses


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("https://a.example", "https://a.example/", True),
        ("https://a.example/1", "HTTPS://A.Example:443/1#top", True),
        ("http://a.example/b/3", "http://a.example:80/c/../b/./3", True),
        ("http://a.example/b/", "http://a.example/b/c/..", True),
        ("http://a.example/b", "http://a.example/../../b", True),
        ("https://a.example/1", "https://a.example/1/", False),
        ("https://a.example/1", "http://a.example/1", False),
        ("https://a.example/1", "https://a.example:8443/1", False),
        ("https://a.example/a/b", "https://a.example/a//b", False),
        ("https://a.example/a", "https://a.example/A", False),
        ("https://a.example/a?b", "https://a.example/a?c", False),
    ],
)
def test_equivalent_urls_are_listed_once(one: str, other: str, same: bool) -> None:
    listing = read(f"{one}\n{other}\n")
    assert [address.url for address in listing.addresses] == ([one] if same else [one, other])
    assert listing.note == ("entries skipped: 1 repeated" if same else None)
