"""The site of a page, from its URL, to keep the pages of one site together in folds.

A rule instead of the Public Suffix List, a dependency that needs updates: the last two labels of the host, or three if
the last has two letters and the one before is a usual second-level label of registries (``bbc.co.uk``,
``news.com.au``). Blog hosts with rented subdomains count as one site, which errs on the side of keeping pages together.
Internationalised names are converted to their DNS form (``xn--``, RFC 5890), so that both spellings are one site.
"""

from __future__ import annotations

import unicodedata
from typing import Final
from urllib.parse import urlsplit

from broadsheet.page.characters import has_surrogates

__all__ = ["registered_domain"]

_SECOND_LEVEL: Final = frozenset("ac co com edu go gob gov gouv govt gv ltd mil ne net nom or org plc sch".split())
_COUNTRY_CHARS: Final = 2  # letters of a country's top-level domain
_MAX_HOST_CHARS: Final = 253  # RFC 1035, section 2.3.4; punycode takes quadratic time for longer ones


def registered_domain(url: str | None) -> str | None:
    """Return the registered domain of a URL or host, in lower case, by the rule above; None without a host."""
    if not url:
        return None
    try:
        host = urlsplit(url if "//" in url else f"//{url}").hostname
    except ValueError:  # invalid IPv6 brackets
        return None
    if not host or len(host) > _MAX_HOST_CHARS or has_surrogates(host):
        return None
    host = _in_ascii(host).rstrip(".")
    labels = host.split(".")
    if ":" in host or labels[-1].isdigit():  # an IP address has no registered domain
        return host
    kept = 3 if len(labels[-1]) == _COUNTRY_CHARS and labels[-2:-1] and labels[-2] in _SECOND_LEVEL else 2
    return ".".join(labels[-kept:]) or None


def _in_ascii(host: str) -> str:
    """Convert a host to its DNS form: UTS 46 without the rare mappings that NFKC lacks."""
    if host.isascii():
        return host
    labels = unicodedata.normalize("NFKC", host).lower().replace("。", ".").split(".")
    return ".".join(
        label if label.isascii() else f"xn--{unicodedata.normalize('NFC', label).encode('punycode').decode('ascii')}"
        for label in labels
    )
