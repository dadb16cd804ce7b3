"""Parse lists of URLs: plain lists, sitemaps (sitemaps.org 0.9, with news), RSS, Atom and JSON feeds.

URLs are made absolute; only http and https URLs are returned.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Final
from urllib.parse import urljoin, urlsplit, urlunsplit

from broadsheet.crawl.sources.payload import gunzipped
from broadsheet.crawl.sources.xml import Element, XMLBroken, elements
from broadsheet.errors import NotHTML, PageTooLarge, SourceUnreadable
from broadsheet.page.input import reject_other_formats

__all__ = ["MOST_BYTES", "Address", "Listing", "begins_addresses", "begins_listing", "read_listing", "requested"]

MOST_BYTES: Final = 100_000_000  # longest list, decompressed; the sitemap protocol allows 50 MB, some sites exceed it
_HEAD_BYTES: Final = 1 << 12
_MAX_URL_CHARS: Final = 8_000  # the minimum that RFC 9110, section 4.1, recommends
_FEED: Final = re.compile(r"https?://(?:www\.)?jsonfeed\.org/version/")
_COMMENT: Final = "#"
_CONTROLS: Final = bytes(byte for byte in range(0x20) if byte not in b"\t\n\f\r\x1b")
_MAX_CONTROLS: Final = 0.02  # share of control characters in text; compressed data has a tenth
_BINARY_MAGIC: Final = (b"WARC/", b"%PDF-")  # other formats that may begin without control characters
_IN_LINKS: Final = str.maketrans({" ": "%20", "\t": "", "\r": "", "\n": ""})  # as browsers read links
_DECLARATION: Final = b"<?xml"  # warnings of the server's program may come before it
_PORTS: Final = {"http": ":80", "https": ":443"}
# A slash may be escaped in JSON.
_JSON_FEED: Final = re.compile(rb'\s*\{.*?"version"\s*:\s*"' + _FEED.pattern.replace("/", r"\\?/").encode(), re.DOTALL)
_FIRST_ADDRESS: Final = re.compile(rb"(?:\s++|#[^\r\n]*+)*+https?://", re.IGNORECASE)
_PAGE: Final = re.compile(rb"\s*(?:(?:<!--.*?-->|<\?.*?>)\s*)*+<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.DOTALL)
_IS_PAGE: Final = (
    "this is a page, not a sitemap or feed: 'broadsheet extract' reads one page, "
    "and a text file with one URL per line reads several"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A URL in a list of pages or of other lists.

    Attributes:
        url: the URL.
        published: time of publication, otherwise of change, in ISO 8601: a time, a day, a month or a year.
    """

    url: str
    published: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """The contents of a list.

    Attributes:
        addresses: the pages, in order; of equivalent URLs the first.
        listings: nested lists of a sitemap index.
        note: problems, such as a truncated list or skipped entries.
    """

    addresses: tuple[Address, ...] = ()
    listings: tuple[Address, ...] = ()
    note: str | None = None


def begins_listing(head: bytes) -> bool:
    """Whether these are the first bytes of a sitemap, a sitemap index or a feed."""
    bare = head.removeprefix(b"\xef\xbb\xbf")
    return _ROOT.match(bare) is not None or _JSON_FEED.match(bare) is not None


def begins_addresses(head: bytes) -> bool:
    """Whether the first line that is neither empty nor a comment begins with a URL."""
    return _FIRST_ADDRESS.match(head.removeprefix(b"\xef\xbb\xbf")) is not None


def read_listing(data: bytes, *, name: str, base: str | None = None) -> Listing:
    """Parse a list of URLs of any kind.

    Args:
        data: the bytes; gzip is decompressed.
        name: name of the list in errors.
        base: URL of the list; URLs in feeds are resolved against it.

    Raises:
        SourceUnreadable: not a list of URLs.
    """
    try:
        data = gunzipped(data, name, MOST_BYTES)
    except PageTooLarge as error:
        raise SourceUnreadable(name, str(error)) from error
    start = data.lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n\0")[:1]
    if start == b"{":
        return _json_feed(data, name, base)
    if start == b"<" or _DECLARATION in data[:_HEAD_BYTES]:
        return _xml(data.removeprefix(b"\xef\xbb\xbf"), name, base)
    return _plain(data, name)


def _plain(data: bytes, name: str) -> Listing:
    """Parse one URL per line; surrounding white space, empty lines and ``#`` lines are ignored."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):  # UTF-16, such as PowerShell writes
        data = data.decode("utf-16", "replace").encode()
    if (kind := _binary_kind(data)) is not None:
        raise SourceUnreadable(name, f"this is not a list of URLs, it looks like {kind}")
    found = []
    for line in data.decode("utf-8-sig", "replace").splitlines():
        bare = line.strip()
        if bare and not bare.startswith(_COMMENT):
            found.append(_address(bare.split()[0], None))
    if found and not any(found):
        raise SourceUnreadable(name, "this is not a list of URLs: no line begins with http:// or https://")
    return _listing(found)


def _binary_kind(data: bytes) -> str | None:
    """Return what the data looks like if it is not text: archives may contain lines that begin like URLs."""
    head = data[:_HEAD_BYTES].rstrip(b"\0")
    controls = len(head) - len(head.translate(None, _CONTROLS))
    if not controls and not head.startswith(_BINARY_MAGIC):
        return None
    try:
        reject_other_formats(data)
    except NotHTML as error:
        return error.looks_like
    return "binary data" if controls > _MAX_CONTROLS * len(head) else None


def _xml(data: bytes, name: str, base: str | None) -> Listing:
    entries: _Entries | None = None
    note = None
    if _PAGE.match(data, 0, _HEAD_BYTES):
        raise SourceUnreadable(name, _IS_PAGE)
    data = data[max(0, data.find(_DECLARATION, 0, _HEAD_BYTES)) :]
    try:
        for element in elements(data):
            if entries is None:
                kind = element.path[0]
                if kind.lower() not in _FORMATS:
                    words = f"this is not a sitemap or feed, but XML of the kind {kind}"
                    raise SourceUnreadable(name, _IS_PAGE if kind.lower() == "html" else words)
                entries = _Entries(_FORMATS[kind.lower()], base)
            entries.take(element)
    except XMLBroken as error:
        note = str(error)
    if entries is None:
        raise SourceUnreadable(name, f"this is not a sitemap or feed: {note}")
    return _listing(entries.found, note, is_index=entries.format is _INDEX)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Format:
    """An XML format: where its entries are, and the elements of an entry in order of preference, in lower case."""

    entries: tuple[tuple[str, ...], ...]
    link: tuple[str, ...]
    published: tuple[str, ...]


_INDEX: Final = _Format(entries=(("sitemapindex", "sitemap"),), link=("loc",), published=("lastmod",))
# FeedBurner links to a redirect and puts the page's own URL in ``origLink``.
_RSS: Final = _Format(
    entries=(("rss", "channel", "item"), ("rdf", "item"), ("rss", "item")),
    link=("origlink", "link", "guid"),
    published=("pubdate", "date"),
)
_FORMATS: Final[Mapping[str, _Format]] = {  # by root element
    "urlset": _Format(
        entries=(("urlset", "url"),),
        link=("loc",),
        published=("news/publication_date", "lastmod"),
    ),
    "sitemapindex": _INDEX,
    "rss": _RSS,
    "rdf": _RSS,
    "feed": _Format(
        entries=(("feed", "entry"),),
        link=("origlink", "link"),
        published=("published", "updated", "issued"),
    ),
}


class _Entries:
    """Collects the elements of one entry, and makes its address when the entry ends."""

    def __init__(self, format_: _Format, base: str | None) -> None:
        self.format = format_
        self.base = base
        self.found: list[Address | None] = []
        self._said: dict[str, str] = {}

    def take(self, element: Element) -> None:
        """Add a complete element; of equal elements in an entry the first counts."""
        path = tuple(part.lower() for part in element.path)
        for entry in self.format.entries:
            if path == entry:
                link, published = self._first(self.format.link), self._first(self.format.published)
                self.found.append(_address(link or "", self.base, published))
                self._said = {}
            elif path[: len(entry)] == entry and (text := _text_of(path[len(entry) :], element)):
                self._said.setdefault("/".join(path[len(entry) :]), text)

    def _first(self, names: tuple[str, ...]) -> str | None:
        return next((self._said[name] for name in names if name in self._said), None)


def _text_of(path: tuple[str, ...], element: Element) -> str:
    """Return the text of an element in an entry; for links of feeds the URL, empty if it is another page's."""
    match path:
        case ("guid",) if element.attributes.get("isPermaLink", "true") != "true":
            return ""
        case ("link",) if element.attributes.get("rel", "alternate") != "alternate":
            return ""
        case ("link",):
            return element.attributes.get("href", "") or element.text
        case _:
            return element.text


_ROOT: Final = re.compile(  # first tag of an XML list, with or without a namespace
    rb"\s*(?:(?:<!--.*?-->|<\?.*?>|<!doctype\b[^>]*>)\s*)*+<(?:[\w.-]+:)?(?:%s)[\s/>]" % "|".join(_FORMATS).encode(),
    re.IGNORECASE | re.DOTALL,
)


def _json_feed(data: bytes, name: str, base: str | None) -> Listing:
    """Parse a JSON feed (jsonfeed.org, version 1.1)."""
    try:
        feed = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise SourceUnreadable(name, f"this is not a JSON feed: {error}") from error
    if not _FEED.match(str(feed.get("version", ""))) or not isinstance(feed.get("items"), list):
        raise SourceUnreadable(name, "this is JSON, but not a JSON feed")
    found = [
        _address(
            _text(item.get("url")) or "", base, _text(item.get("date_published")) or _text(item.get("date_modified"))
        )
        for item in feed["items"]
        if isinstance(item, dict)
    ]
    return _listing(found)


def _address(link: str, base: str | None, published: str | None = None) -> Address | None:
    """Return an address with an http or https URL, or None."""
    link = link.strip().translate(_IN_LINKS)
    with suppress(ValueError):
        url = urljoin(base, link) if base is not None and link else link
        parts = urlsplit(url)
        if parts.scheme.lower() in ("http", "https") and parts.netloc and len(url) <= _MAX_URL_CHARS:
            return Address(url=url, published=_iso(published))
    return None


def _iso(written: str | None) -> str | None:
    """Convert a time in ISO 8601 or RFC 5322 (section 3.3) format to ISO 8601; None for others."""
    if not written:
        return None
    with suppress(ValueError):
        return dt.datetime.fromisoformat(written).isoformat() if len(written) > len("2026-03-06") else _day(written)
    with suppress(ValueError, TypeError, OverflowError):
        return parsedate_to_datetime(written).isoformat()
    return None


def _day(written: str) -> str:
    """Validate a day, month or year (W3C note on date and time formats)."""
    first = written + "-01-01"[len(written) - 4 :] if len(written) < 10 else written
    return dt.date.fromisoformat(first).isoformat()[: len(written)]


def _listing(found: Sequence[Address | None], note: str | None = None, *, is_index: bool = False) -> Listing:
    """Make a list of the entries, of equivalent URLs the first, and note those left out."""
    unique: dict[str, Address] = {}
    for address in found:
        if address is not None:
            unique.setdefault(requested(address.url), address)
    wrong = found.count(None)
    again = len(found) - wrong - len(unique)
    words = [f"{wrong:,} without an http or https URL"] * bool(wrong) + [f"{again:,} repeated"] * bool(again)
    skipped = f"entries skipped: {', '.join(words)}" if words else None
    notes = "; ".join(filter(None, (note, skipped))) or None
    addresses = tuple(unique.values())
    return Listing(listings=addresses, note=notes) if is_index else Listing(addresses=addresses, note=notes)


def requested(url: str) -> str:
    """Normalise a URL (RFC 3986, section 6.2): no fragment, lower-case scheme and host, no default port, no dots.

    >>> requested("HTTP://Courier.example:80/news/../news/3#top")
    'http://courier.example/news/3'
    """
    parts = urlsplit(url)
    scheme, (user, at, host) = parts.scheme.lower(), parts.netloc.rpartition("@")
    host = host.lower().removesuffix(_PORTS.get(scheme, ":"))
    return urlunsplit((scheme, f"{user}{at}{host}", _without_dots(parts.path) or "/", parts.query, ""))


def _without_dots(path: str) -> str:
    """Remove ``.`` and ``..`` segments from a path (RFC 3986, section 5.2.4)."""
    kept: list[str] = []
    for segment in path.split("/"):
        if segment == ".." and len(kept) > 1:
            kept.pop()
        elif segment not in (".", ".."):
            kept.append(segment)
    return "/".join([*kept, ""] if path.endswith(("/.", "/..")) else kept)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
