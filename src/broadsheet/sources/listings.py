"""Lists of addresses -> addresses: plain lists, sitemaps (sitemaps.org 0.9, with news), RSS, Atom and JSON feeds.

It knows the formats and must not know how the bytes came. Addresses are made absolute; only those of the web are given.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Final
from urllib.parse import urljoin, urlsplit, urlunsplit

from broadsheet.errors import NotHTML, PageTooLarge, SourceUnreadable
from broadsheet.page.sniff import reject_other_formats
from broadsheet.sources.inflate import GZIP_MAGIC, BrokenCompression, gather, inflate
from broadsheet.sources.xml import Element, XMLBroken, elements

__all__ = ["MOST_BYTES", "Address", "Listing", "begins_addresses", "begins_listing", "read_listing", "requested"]

MOST_BYTES: Final = 100_000_000
"""Of a list, unpacked. The sitemap protocol allows 50 MB, and not everybody keeps to it."""
_HEAD: Final = 1 << 12
_LONGEST: Final = 8_000
"""Characters of an address (RFC 9110, section 4.1, asks for no less)."""
_FEED: Final = re.compile(r"https?://(?:www\.)?jsonfeed\.org/version/")
_COMMENT: Final = "#"
_NEVER_TEXT: Final = bytes(byte for byte in range(0x20) if byte not in b"\t\n\f\r\x1b")
_MOST_CONTROLS: Final = 0.02
"""Share of control characters from which it is no text: of compressed bytes they are a tenth."""
_WORDY: Final = (b"WARC/", b"%PDF-")
"""Beginnings of what is no list and may have no control characters at its beginning."""
_PORTS: Final = {"http": ":80", "https": ":443"}
_JSON_FEED: Final = re.compile(rb'\s*\{.*?"version"\s*:\s*"' + _FEED.pattern.replace("/", r"\\?/").encode(), re.DOTALL)
"""As JSON may write it: a slash may stand behind a backslash."""
_FIRST_ADDRESS: Final = re.compile(rb"(?:\s++|#[^\r\n]*+)*+https?://", re.IGNORECASE)
_PAGE: Final = re.compile(rb"\s*(?:(?:<!--.*?-->|<\?.*?>)\s*)*+<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.DOTALL)
_IS_PAGE: Final = (
    "this is a page, and no sitemap or feed: 'broadsheet extract' takes one page, "
    "and a text file with an address a line stands for several"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """An address in a list, and what the list says of its page, or of the list there.

    Attributes:
        url: the address.
        title: the headline.
        published: when it was published, or else changed, in ISO 8601: a time, a day, or a month or year alone.
        language: its language.
    """

    url: str
    title: str | None = None
    published: str | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What a list has.

    Attributes:
        kind: what it is: ``addresses``, ``sitemap``, ``sitemap index`` or ``feed``.
        addresses: the addresses of pages, in order; of those that are one to a server, the first.
        listings: further lists, for a sitemap index.
        note: what is wrong with the list, if something is: it ends in the middle, say, or some of it is passed over.
    """

    kind: str
    addresses: tuple[Address, ...] = ()
    listings: tuple[Address, ...] = ()
    note: str | None = None


def begins_listing(head: bytes) -> bool:
    """Whether a sitemap, an index of sitemaps or a feed begins with these bytes. Plain lists say no such thing."""
    bare = head.removeprefix(b"\xef\xbb\xbf")
    return _ROOT.match(bare) is not None or _JSON_FEED.match(bare) is not None


def begins_addresses(head: bytes) -> bool:
    """Whether the first of these lines that is not empty and no comment begins with an address."""
    return _FIRST_ADDRESS.match(head.removeprefix(b"\xef\xbb\xbf")) is not None


def read_listing(data: bytes, *, name: str, base: str | None = None) -> Listing:
    """Read a list of addresses of whatever kind.

    Args:
        data: the bytes; gzip is unpacked.
        name: what the list is called in errors.
        base: where it is from; addresses in feeds are resolved against it.

    Raises:
        SourceUnreadable: it is no list of addresses.
    """
    if data.startswith(GZIP_MAGIC):
        try:
            data = gather(inflate([data], "gzip"), MOST_BYTES)
        except (BrokenCompression, PageTooLarge) as error:
            raise SourceUnreadable(name, str(error)) from error
    start = data.lstrip(b"\xef\xbb\xbf \t\r\n\0")[:1]
    if start == b"<" or data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _xml(data.removeprefix(b"\xef\xbb\xbf"), name, base)
    if start == b"{":
        return _json_feed(data, name, base)
    return _plain(data, name)


def _plain(data: bytes, name: str) -> Listing:
    """An address a line; white space around it, empty lines and lines that begin with ``#`` do not count."""
    if (kind := _no_text(data)) is not None:
        raise SourceUnreadable(name, f"this is no list of addresses: this looks like {kind}")
    found = []
    lines = 0
    for line in data.decode("utf-8-sig", "replace").splitlines():
        bare = line.strip()
        if bare and not bare.startswith(_COMMENT):
            lines += 1
            found.append(_address(bare.split()[0], None))
    addresses = _each_once(found)
    if lines and not addresses:
        raise SourceUnreadable(name, "this is no list of addresses: no line begins with http:// or https://")
    return Listing(kind="addresses", addresses=addresses, note=_passed_over(found, addresses))


def _no_text(data: bytes) -> str | None:
    """What data is that is no text, in words: some lines of an archive, or by chance, begin like addresses."""
    head = data[:_HEAD].rstrip(b"\0")
    controls = len(head) - len(head.translate(None, _NEVER_TEXT))
    if not controls and not head.startswith(_WORDY):
        return None
    try:
        reject_other_formats(data)
    except NotHTML as error:
        return error.looks_like
    return "binary data" if controls > _MOST_CONTROLS * len(head) else None


def _xml(data: bytes, name: str, base: str | None) -> Listing:
    reader: _Reader | None = None
    note = None
    if _PAGE.match(data, 0, _HEAD):
        raise SourceUnreadable(name, _IS_PAGE)
    try:
        for element in elements(data):
            if reader is None:
                make = _READERS.get(element.path[0].lower())
                if make is None:
                    kind = element.path[0]
                    words = f"this is no sitemap or feed, but XML of the kind {kind}"
                    raise SourceUnreadable(name, _IS_PAGE if kind.lower() == "html" else words)
                reader = make(base)
            reader.take(element)
    except XMLBroken as error:
        note = str(error)
    if reader is None:  # no XML has no element
        raise SourceUnreadable(name, f"this is no sitemap or feed: {note}")
    return reader.listing(note)


class _Reader:
    """Collects what an element of a list says of one address, and hands it on when the element ends."""

    kind: str
    item: tuple[tuple[str, ...], ...]

    def __init__(self, base: str | None) -> None:
        self.base = base
        self.found: list[Address | None] = []
        self.said: dict[str, str] = {}

    def take(self, element: Element) -> None:
        path = tuple(part.lower() for part in element.path)
        for item in self.item:
            if path == item:
                self.found.append(self.address())
                self.said = {}
                return
            if path[: len(item)] == item:
                self.note(path[len(item) :], element)
                return

    def note(self, path: tuple[str, ...], element: Element) -> None:
        """Remember what an element inside an item says. The first one counts."""
        if element.text:
            self.said.setdefault("/".join(path), element.text)

    def address(self) -> Address | None:
        raise NotImplementedError

    def listing(self, note: str | None) -> Listing:
        addresses = _each_once(self.found)
        return Listing(kind=self.kind, addresses=addresses, note=_notes(note, _passed_over(self.found, addresses)))


class _Sitemap(_Reader):
    kind = "sitemap"
    item = (("urlset", "url"),)

    def address(self) -> Address | None:
        said = self.said
        return _address(
            said.get("loc", ""),
            self.base,
            title=said.get("news/title"),
            published=said.get("news/publication_date") or said.get("lastmod"),
            language=said.get("news/publication/language"),
        )


class _Index(_Reader):
    kind = "sitemap index"
    item = (("sitemapindex", "sitemap"),)

    def address(self) -> Address | None:
        return _address(self.said.get("loc", ""), self.base, published=self.said.get("lastmod"))

    def listing(self, note: str | None) -> Listing:
        listings = _each_once(self.found)
        notes = _notes(note, _passed_over(self.found, listings))
        return Listing(kind=self.kind, listings=listings, note=notes)


class _RSS(_Reader):
    kind = "feed"
    item = (("rss", "channel", "item"), ("rdf", "item"), ("rss", "item"))

    def note(self, path: tuple[str, ...], element: Element) -> None:
        if path == ("guid",) and element.attributes.get("isPermaLink", "true") != "true":
            return
        super().note(path, element)

    def address(self) -> Address | None:
        said = self.said
        # What passes through a counter of readers names the page itself beside it.
        link = said.get("origlink") or said.get("link") or said.get("guid", "")
        return _address(link, self.base, title=said.get("title"), published=said.get("pubdate") or said.get("date"))


class _Atom(_Reader):
    kind = "feed"
    item = (("feed", "entry"),)

    def note(self, path: tuple[str, ...], element: Element) -> None:
        if path == ("link",):
            if element.attributes.get("rel", "alternate") == "alternate":
                self.said.setdefault("link", element.attributes.get("href", "") or element.text)
            return
        super().note(path, element)

    def address(self) -> Address | None:
        said = self.said
        return _address(
            said.get("origlink") or said.get("link", ""),
            self.base,
            title=said.get("title"),
            published=said.get("published") or said.get("updated") or said.get("issued"),
        )


_READERS: Final[Mapping[str, Callable[[str | None], _Reader]]] = {
    "urlset": _Sitemap,
    "sitemapindex": _Index,
    "rss": _RSS,
    "rdf": _RSS,
    "feed": _Atom,
}
_ROOT: Final = re.compile(
    rb"\s*(?:(?:<!--.*?-->|<\?.*?>|<!doctype\b[^>]*>)\s*)*+<(?:[\w.-]+:)?(?:%s)[\s/>]" % "|".join(_READERS).encode(),
    re.IGNORECASE | re.DOTALL,
)
"""The first tag of a list in XML, with a namespace or without."""


def _json_feed(data: bytes, name: str, base: str | None) -> Listing:
    """A JSON feed (jsonfeed.org, version 1.1)."""
    try:
        feed = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise SourceUnreadable(name, f"this is no JSON feed: {error}") from error
    if not _FEED.match(str(feed.get("version", ""))) or not isinstance(feed.get("items"), list):
        raise SourceUnreadable(name, "this is JSON, but no JSON feed")
    found = [
        _address(
            _text(item.get("url")) or "",
            base,
            title=_text(item.get("title")),
            published=_text(item.get("date_published")) or _text(item.get("date_modified")),
            language=_text(item.get("language")) or _text(feed.get("language")),
        )
        for item in feed["items"]
        if isinstance(item, dict)
    ]
    addresses = _each_once(found)
    return Listing(kind="feed", addresses=addresses, note=_passed_over(found, addresses))


def _address(
    link: str,
    base: str | None,
    *,
    title: str | None = None,
    published: str | None = None,
    language: str | None = None,
) -> Address | None:
    """An address of the web, or None."""
    link = "".join(link.split())
    with suppress(ValueError):
        url = urljoin(base, link) if base is not None and link else link
        parts = urlsplit(url)
        if parts.scheme.lower() in ("http", "https") and parts.netloc and len(url) <= _LONGEST:
            words = " ".join(title.split()) if title else None
            return Address(url=url, title=words or None, published=_iso(published), language=language)
    return None


def _iso(written: str | None) -> str | None:
    """A time in ISO 8601, from that or from the form of mail (RFC 5322, section 3.3); None for any other."""
    if not written:
        return None
    with suppress(ValueError):
        return dt.datetime.fromisoformat(written).isoformat() if len(written) > len("2026-03-06") else _day(written)
    with suppress(ValueError, TypeError, OverflowError):
        return parsedate_to_datetime(written).isoformat()
    return None


def _day(written: str) -> str:
    """A day, month or year (W3C note on date and time formats)."""
    first = written + "-01-01"[len(written) - 4 :] if len(written) < 10 else written
    return dt.date.fromisoformat(first).isoformat()[: len(written)]


def _each_once(found: Iterable[Address | None]) -> tuple[Address, ...]:
    out: dict[str, Address] = {}
    for address in found:
        if address is not None:
            out.setdefault(requested(address.url), address)
    return tuple(out.values())


def requested(url: str) -> str:
    """What is asked for by an address (RFC 3986, section 6.2): without its fragment, and without what makes two
    spellings of one: the case of scheme and host, the port that goes without saying, dots in the path.

    >>> requested("HTTP://Courier.example:80/news/../news/3#top")
    'http://courier.example/news/3'
    """
    parts = urlsplit(url)
    scheme, (user, at, host) = parts.scheme.lower(), parts.netloc.rpartition("@")
    host = host.lower().removesuffix(_PORTS.get(scheme, ":"))
    return urlunsplit((scheme, f"{user}{at}{host}", _without_dots(parts.path) or "/", parts.query, ""))


def _without_dots(path: str) -> str:
    """A path without the segments ``.`` and ``..`` (RFC 3986, section 5.2.4)."""
    kept: list[str] = []
    for segment in path.split("/"):
        if segment == ".." and len(kept) > 1:
            kept.pop()
        elif segment not in (".", ".."):
            kept.append(segment)
    return "/".join([*kept, ""] if path.endswith(("/.", "/..")) else kept)


def _passed_over(found: Sequence[Address | None], taken: Sequence[Address]) -> str | None:
    """How much of a list does not count, in words."""
    wrong = sum(address is None for address in found)
    again = len(found) - wrong - len(taken)
    words = [f"{wrong:,} without an http or https address"] * bool(wrong) + [f"{again:,} repeated"] * bool(again)
    return f"entries passed over: {', '.join(words)}" if words else None


def _notes(*notes: str | None) -> str | None:
    return "; ".join(note for note in notes if note is not None) or None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
