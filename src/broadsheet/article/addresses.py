"""The addresses on a page, made absolute: what they are resolved against is decided here, for metadata too.

It must not know what an address is for: links, pictures and embeds are resolved alike.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urljoin, urlsplit
from weakref import WeakKeyDictionary

import numpy as np

from broadsheet.page import Page, is_address, tags
from broadsheet.page.arrays import BoolArray

__all__ = ["Addresses", "count_lost", "escaped", "is_lost", "is_unwritten", "own_address", "percent_encoded"]

_SAFE: Final = re.compile(r"https?://[A-Za-z0-9.-]+(?::\d+)?(?:[/?#][A-Za-z0-9/?#\[\]@!$&'()*+,;=%._~:-]*)?")
"""What needs no resolving and no escaping: an ordinary absolute URL."""

_ORIGIN: Final = re.compile(r"https?://[A-Za-z0-9.-]+(?::\d+)?(?=[/?#]|$)")
_ROOTED: Final = re.compile(r"/(?!/|[^?#]*/\.)(?!\.)[A-Za-z0-9/?@!$&'()*+,=%._~:-]*")
"""A path that begins at the host, has no steps up and down (``/../``), and needs no escaping."""

# WHATWG URL, section 4.4 (basic URL parser): tab and newline are removed anywhere, controls and space at the ends.
_REMOVED: Final = re.compile(r"[\t\n\r]")
_C0_AND_SPACE: Final = "".join(map(chr, range(0x21)))
_ESCAPED: Final = re.compile(r"""[\s\x00-\x20"<>`{}|\\^\x7f-\x9f]""")
"""Characters that are percent-encoded in a path or query, or that would end the URL where it is written."""

_LONGEST: Final = 8_192
"""Servers refuse longer ones; what is longer is data."""
_NOWHERE: Final = "https://nowhere.invalid/"
"""What stands in for the address of a page that is not known (RFC 2606: nothing has such a name)."""
_UNWRITTEN: Final = _NOWHERE + "#"
"""What stands in for that of a picture that has none."""
_SCHEMES: Final = frozenset(("http", "https", "mailto"))
_STATED: Final = 'link[rel~="canonical" i][href], meta[property="og:url" i][content], meta[name="og:url" i][content]'
_LINK: Final = tags.IDS["link"]
_OWN: Final[WeakKeyDictionary[Page, str]] = WeakKeyDictionary()
"""Addresses of pages that were asked for already: the article and several data need them."""
_WHOLE: Final = re.compile(r"[a-z][a-z0-9+.-]*:|#|\s*$", re.IGNORECASE)
"""How an address begins that is absolute, or leads to a place on the page itself."""


def own_address(page: Page) -> str:
    """Where a page is from, or where it says that it belongs: ``link rel=canonical``, then ``og:url``, if absolute.

    Empty where nothing is known.
    """
    known = _OWN.get(page)
    if known is None:
        known = _OWN[page] = page.url if page.url is not None and is_address(page.url) else _stated_address(page)
    return known


def _stated_address(page: Page) -> str:
    stated = page.query(_STATED)
    stated.sort(key=lambda found: page.tag[found[0]] != _LINK)
    for _, attributes in stated:
        address = (attributes.get("href") or attributes.get("content") or "").strip(_C0_AND_SPACE)
        if is_address(address):
            return address
    return ""


def count_lost(page: Page, keep: BoolArray) -> int:
    """How many links and pictures around the kept rows cannot be given, as nothing is known of where the page is from.

    Args:
        page: the page.
        keep: flag of each row.
    """
    rows = np.flatnonzero(keep & page.shown)
    if not len(rows) or Addresses(page).base:
        return 0
    first, last = int(rows[0]), int(rows[-1])
    holders = {tags.IDS["a"]: "href", tags.IDS["img"]: "src"}
    valued = page.valued("href", "src")
    return sum(
        first <= row <= last and holders.get(int(page.tag[row])) == name and _WHOLE.match(address) is None
        for name, found in valued.items()
        for row, address in found.items()
    )


def is_lost(address: str) -> bool:
    """Whether an address is a stand-in for one that is not known."""
    return address.startswith(_NOWHERE)


def is_unwritten(address: str) -> bool:
    """Whether an address is a stand-in for one that is nowhere on the page."""
    return address.startswith(_UNWRITTEN)


class Addresses:
    """Makes URLs absolute: against the page's ``base`` element, and that against the page's own address.

    Args:
        page: the page.
        anywhere: where nothing is known of where the page is from, give stand-ins, which `is_lost` tells.

    Attributes:
        any_lost: a stand-in may have been given.
    """

    __slots__ = ("_anywhere", "_base", "_known", "_origin", "_page", "any_lost")

    def __init__(self, page: Page, *, anywhere: bool = False) -> None:
        self._page = page
        self._anywhere = anywhere
        self.any_lost = False
        self._base: str | None = None
        self._origin: str | None = None
        self._known: dict[str, str | None] = {}

    @property
    def base(self) -> str:
        """The document base URL (HTML, section 2.4.1); empty where nothing is known."""
        if self._base is None:
            url = own_address(self._page)
            for row in self._page.rows_of(tags.IDS["base"]):
                href = self._page.attr(row, "href")
                if href is not None:  # only the first base with an href counts
                    url = _join(url, href.strip(_C0_AND_SPACE)) or url
                    break
            if not url and self._anywhere:
                url, self.any_lost = _NOWHERE, True
            self._base = url
        return self._base

    @property
    def origin(self) -> str:
        """Scheme and host of the base; empty where a path cannot simply be put behind them."""
        if self._origin is None:
            found = _ORIGIN.match(self.base)
            self._origin = found[0] if found is not None else ""
        return self._origin

    def resolve(self, address: str) -> str | None:
        """The absolute URL, or None for what is none, or is neither ``http``, ``https`` nor ``mailto``."""
        if len(address) > _LONGEST:
            return None
        if _SAFE.fullmatch(address):
            return address
        if address not in self._known:
            self._known[address] = self._resolve(address)
        return self._known[address]

    def _resolve(self, address: str) -> str | None:
        address = _REMOVED.sub("", address.strip(_C0_AND_SPACE))
        if not address:
            return None
        if "\\" in address:  # a backslash is a slash before the query
            head, mark, tail = address.partition("?")
            address = head.replace("\\", "/") + mark + tail
        if _ROOTED.fullmatch(address) and self.origin:
            return self.origin + address
        joined = _join(self.base, address)
        if joined is None:
            return None
        return escaped(joined)

    def stand_in(self, row: int) -> str:
        """What stands for the address of a picture that has none."""
        self.any_lost = True
        return f"{_UNWRITTEN}{row}"

    def picture(self, address: str) -> str | None:
        """The absolute URL of a picture: never ``mailto``."""
        url = self.resolve(address)
        return url if url is not None and url[:4] == "http" else None


def _join(base: str, address: str) -> str | None:
    try:
        url = urljoin(base, address)
        parts = urlsplit(url)
        somewhere = parts.path if parts.scheme == "mailto" else parts.hostname
    except ValueError:  # "Invalid IPv6 URL" and the like
        return None
    return url if parts.scheme in _SCHEMES and somewhere else None


def escaped(address: str) -> str:
    """An address with what no address has in it percent-encoded: white space, quotes, control characters.

    >>> escaped("https://courier.example/author/Jane Doe")
    'https://courier.example/author/Jane%20Doe'
    """
    return _ESCAPED.sub(percent_encoded, address)


def percent_encoded(match: re.Match[str]) -> str:
    """What was found in an address, each byte of its UTF-8 as ``%`` and two digits."""
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "surrogatepass"))
