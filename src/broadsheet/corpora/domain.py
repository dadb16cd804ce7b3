"""The site of a page, from its URL: what corpora need to keep the pages of one site together.

A rule, not the Public Suffix List, which would be a dependency to be kept up to date: the last two labels of the
host, or three where the last has two letters and the one before is a word that registries use for their second level
(``bbc.co.uk``, ``news.com.au``). It knows no hosts that rent out subdomains: all blogs of one are one site, which
errs on the side of keeping pages together. Names in other letters are in the form that the domain name system has
(``xn--``, RFC 5890), however they are written, so that they are one site.
"""

from __future__ import annotations

import unicodedata
from typing import Final
from urllib.parse import urlsplit

from broadsheet.page.surrogates import has_surrogates

__all__ = ["registered_domain"]

_SECOND_LEVEL: Final = frozenset("ac co com edu go gob gov gouv govt gv ltd mil ne net nom or org plc sch".split())
_COUNTRY: Final = 2
"""Letters of a country's top-level domain."""
_LONGEST: Final = 253
"""Characters of the longest host (RFC 1035, section 2.3.4); punycode takes quadratic time for a longer one."""


def registered_domain(url: str | None) -> str | None:
    """The registered domain of a URL or a host, in lower case, by the rule above; None where there is no host.

    >>> registered_domain("https://www.courier.example/ferry")
    'courier.example'
    >>> registered_domain("http://news.courier.co.uk:8080/")
    'courier.co.uk'
    >>> registered_domain("news.courier.example")
    'courier.example'
    >>> registered_domain("https://www.bücher.example/")
    'xn--bcher-kva.example'
    >>> registered_domain("http://192.0.2.7/index.html")
    '192.0.2.7'
    """
    if not url:
        return None
    try:
        host = urlsplit(url if "//" in url else f"//{url}").hostname
    except ValueError:  # brackets that hold no address
        return None
    if not host or len(host) > _LONGEST or has_surrogates(host):
        return None
    host = _in_ascii(host).rstrip(".")
    labels = host.split(".")
    if ":" in host or labels[-1].isdigit():  # an address has no registered domain
        return host
    kept = 3 if len(labels[-1]) == _COUNTRY and labels[-2:-1] and labels[-2] in _SECOND_LEVEL else 2
    return ".".join(labels[-kept:]) or None


def _in_ascii(host: str) -> str:
    """A host in the form of the domain name system: UTS 46 but for its rare mappings, which NFKC does not have."""
    if host.isascii():
        return host
    labels = unicodedata.normalize("NFKC", host).lower().replace("。", ".").split(".")
    return ".".join(
        label if label.isascii() else f"xn--{unicodedata.normalize('NFC', label).encode('punycode').decode('ascii')}"
        for label in labels
    )
