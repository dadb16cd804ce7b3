"""The URLs on a page, made absolute, and whether a URL is that of a home page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import SplitResult, urljoin, urlsplit

from broadsheet.facts.texts import is_placeholder
from broadsheet.page import Page, is_address, tags
from broadsheet.page.forks import made_once
from broadsheet.patterns import pattern

__all__ = ["Addresses", "absolute", "escaped", "is_first_page", "is_lost", "percent_encoded", "split"]

_SAFE: Final = pattern(r"https?://[A-Za-z0-9.-]+(?::\d+)?(?:[/?#][A-Za-z0-9/?#\[\]@!$&'()*+,;=%._~:-]*)?")
"""An ordinary absolute URL, which needs no resolving and no escaping."""

_ORIGIN: Final = pattern(r"https?://[A-Za-z0-9.-]+(?::\d+)?(?=[/?#]|$)")
_ROOTED: Final = pattern(r"/(?!/|web/\d{14}|[^?#]*/\.)(?!\.)[A-Za-z0-9/?@!$&'()*+,=%._~:-]*")
"""A path from the root without dot segments, which needs no escaping."""

# WHATWG URL, section 4.4 (basic URL parser): tab and newline are removed anywhere, controls and space at the ends.
_REMOVED: Final = pattern(r"[\t\n\r]")
_C0_AND_SPACE: Final = "".join(map(chr, range(0x21)))
_ESCAPED: Final = pattern(r"""[\s\x00-\x20"<>`{}|\\^\x7f-\x9f]""")
"""Characters that are percent-encoded in a path or query, or would end the URL in markup."""

MAX_URL_CHARS: Final = 8_192  # servers refuse longer URLs; anything longer is data
_NOWHERE: Final = "https://nowhere.invalid/"  # stand-in for an unknown page URL (RFC 2606: no host has such a name)
_SCHEMES: Final = frozenset(("http", "https", "mailto"))
_FIRST_PAGE: Final = pattern(r"(?:(?:https?:)?//[^/?#]+/?|/)(?:(?:index|default|home)\.\w+|home)?/?", re.IGNORECASE)
MAX_FIRST_PAGE_SLASHES: Final = 4
_NO_SCHEME: Final = pattern(r"www\.[\w-]+(?:\.[\w-]+)+(?=[/?#]|$)", re.IGNORECASE)
"""The start of an absolute URL written without its scheme; it is not a path on the page's own site."""
_ARCHIVED: Final = pattern(r"^/web/\d{14}(?:[a-z]{2}_)?/(?=https?://)")
"""The prefix that the Wayback Machine puts before URLs. With the original page's URL as base, it is removed."""
_AMPERSAND: Final = pattern(r"&(?:amp|#0*38|#[xX]0*26);")


class Addresses:
    """Resolves URLs against the page's ``base`` element, which is resolved against the page's own URL.

    Args:
        page: the page.
        stated: its URLs, as given and stated, the best first.
        anywhere: return stand-ins if the page's URL is unknown; `is_lost` recognises them.
    """

    def __init__(self, page: Page, stated: Iterable[str], *, anywhere: bool = False) -> None:
        self._page, self._stated, self._anywhere = page, stated, anywhere
        self._known: dict[str, str | None] = {}

    @made_once
    def own(self) -> str:
        """The first of the page's URLs that is absolute; empty if there is none."""
        return next(filter(is_address, (address.strip(_C0_AND_SPACE) for address in self._stated)), "")

    @made_once
    def base(self) -> str:
        """The document base URL (HTML, section 2.4.1); empty if unknown."""
        hrefs = (self._page.attr(row, "href") for row in self._page.rows_of(tags.IDS["base"]))
        href = next((href for href in hrefs if href is not None), None)  # only the first base with an href counts
        url = self.own if href is None else _join(self.own, href.strip(_C0_AND_SPACE)) or self.own
        return url or (_NOWHERE if self._anywhere else "")

    @made_once
    def origin(self) -> str:
        """Scheme and host of the base; empty if a path cannot simply be appended to them."""
        found = _ORIGIN.match(self.base)
        return "" if found is None else found[0]

    def resolve(self, address: str) -> str | None:
        """The absolute URL; None if it is invalid or its scheme is not ``http``, ``https`` or ``mailto``."""
        if len(address) > MAX_URL_CHARS:
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
        if "\\" in address:  # a backslash before the query is a slash
            head, mark, tail = address.partition("?")
            address = head.replace("\\", "/") + mark + tail
        if _ROOTED.fullmatch(address) and self.origin:
            return self.origin + address
        joined = _join(self.base, address)
        return None if joined is None else escaped(joined)

    def stand_in(self, row: int) -> str:
        """The stand-in for the address of an image without one."""
        return f"{_NOWHERE}#{row}"

    def picture(self, address: str) -> str | None:
        """The absolute URL of an image; None for ``mailto``."""
        url = self.resolve(address)
        return url if url is not None and url[:4] == "http" else None


def is_lost(address: str) -> bool:
    """Whether an address is a stand-in for an unknown one."""
    return address.startswith(_NOWHERE)


def _join(base: str, address: str) -> str | None:
    try:
        url = urljoin(base, address if ".archive.org/" in base else _ARCHIVED.sub("", address))
    except ValueError:
        return None
    parts = split(url)
    return url if parts.scheme in _SCHEMES and (parts.path if parts.scheme == "mailto" else parts.hostname) else None


def split(address: str) -> SplitResult:
    """`urllib.parse.urlsplit`; all parts of an invalid address are empty."""
    try:
        return urlsplit(address)
    except ValueError:  # "Invalid IPv6 URL" and the like
        return SplitResult("", "", "", "", "")


def escaped(address: str) -> str:
    """Percent-encode characters that no URL may contain: white space, quotes, control characters.

    >>> escaped("https://courier.example/author/Jane Doe")
    'https://courier.example/author/Jane%20Doe'
    """
    return _ESCAPED.sub(percent_encoded, address)


def percent_encoded(match: re.Match[str]) -> str:
    """The matched characters, each UTF-8 byte as ``%`` and two hexadecimal digits."""
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "surrogatepass"))


def absolute(text: str, base: str | None) -> str | None:
    """The web address in a text, made absolute, or None. ``&amp;`` and JSON's escaped slashes are resolved.

    Other character references stay: they may be names in a query.

    >>> absolute("/a?b=1&amp;c=2&copy=3", "https://courier.example/news"), absolute("mailto:ada@paper.example", None)
    ('https://courier.example/a?b=1&c=2&copy=3', None)
    >>> absolute("www.courier.example/a", "https://courier.example/news/b")
    'https://www.courier.example/a'
    >>> absolute("/author/Jane Doe", "https://courier.example/news/b")
    'https://courier.example/author/Jane%20Doe'
    """
    address = _AMPERSAND.sub("&", text.replace("\\/", "/").strip())
    if is_placeholder(address):
        return None
    if _SAFE.fullmatch(address):
        return address
    if _ROOTED.fullmatch(address) and (origin := _ORIGIN.match(base or "")) is not None:
        return origin[0] + address
    if _NO_SCHEME.match(address):
        address, base = f"//{address}", base or "https:"
    joined = _join(base or "", address)
    return escaped(joined) if joined is not None and joined.startswith("http") else None


def is_first_page(address: str) -> bool:
    """Whether an address is that of the home page of any site, or a path to it.

    >>> is_first_page("https://courier.example/index.html"), is_first_page("/"), is_first_page("/news")
    (True, True, False)
    """
    return address.count("/") <= MAX_FIRST_PAGE_SLASHES and _FIRST_PAGE.fullmatch(address.strip()) is not None
