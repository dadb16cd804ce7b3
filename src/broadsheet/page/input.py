"""Input -> `Page`: what callers give, checked, decoded, parsed and repaired. A wrong type has an error that says so.

It must not know what is done with the page. An address that is none of the web (a file's name in an archive) is left
out and not refused.
"""

from __future__ import annotations

import re
from dataclasses import replace
from os import PathLike
from typing import Final
from urllib.parse import urlsplit

import numpy as np

from broadsheet.errors import PageTooLarge
from broadsheet.page import repair
from broadsheet.page.characters import has_surrogates
from broadsheet.page.columns import Page
from broadsheet.page.encoding import decode
from broadsheet.page.parse import LIMITS, Limits, Tree, parse
from broadsheet.page.sniff import reject_other_formats

__all__ = ["checked_address", "is_address", "page_of", "read_page", "switch"]

_BYTES_A_CHARACTER: Final = 4
_WEB: Final = re.compile(r"\s*https?://[^\s/?#]", re.IGNORECASE)


def page_of(html: str | bytes | bytearray | memoryview | Page, *, url: str | None, charset: str | None) -> Page:
    """The page that a caller means.

    Args:
        html: text, bytes, or a page that was read already.
        url: where it is from; a `Page` has its own.
        charset: the encoding that the transport declared, for bytes.

    Raises:
        TypeError: one of them is of another type.
        ValueError: something is said of a `Page` that was to be said when it was read.
        NotHTML, PageTooLarge: as `read_page` does.
    """
    if url is not None and not isinstance(url, str):
        raise TypeError(f"url must be str or None, not {_name(url)}")
    url = url.strip() if url is not None and is_address(url) else None
    if charset is not None and not isinstance(charset, str):
        raise TypeError(f"charset must be str or None, not {_name(charset)}")
    if isinstance(html, Page):
        for name, value, own in (("url", url, html.url), ("charset", charset, None)):
            if value is not None and value != own:
                raise ValueError(f"{name} goes with text or bytes: that of a Page is given to read_page")
        return html
    if not isinstance(html, str | bytes | bytearray | memoryview):
        raise TypeError(f"html must be str, bytes or Page, not {_name(html)}{_hint(html)}")
    return read_page(html, url=url, charset=charset)


def read_page(
    html: str | bytes | bytearray | memoryview,
    *,
    url: str | None = None,
    charset: str | None = None,
    limits_: Limits = LIMITS,
) -> Page:
    """Make a page of HTML.

    Args:
        html: text, or bytes that are decoded by the WHATWG order.
        url: where it is from; links are made absolute against it. It is not checked: what is no address of the web
            makes no link absolute. One with a lone surrogate is left out, since nothing could write it.
        charset: the label of the character encoding that the transport declared (HTTP ``Content-Type``), for bytes.
            Labels that the Encoding Standard of the WHATWG lacks are ignored.
        limits_: the most that it may have.

    Raises:
        TypeError: it is neither text nor bytes.
        NotHTML: the input is empty or of another format.
        PageTooLarge: it is beyond the limits.
    """
    encoding = None
    if url is not None and has_surrogates(url):
        url = None
    if isinstance(html, bytes | bytearray | memoryview):
        html = bytes(html)  # a subclass too, numpy's for one: the parser takes none
        reject_other_formats(html)
        # Refused before they are decoded: no encoding needs more for the characters allowed.
        _check_size("the number of bytes", len(html), _BYTES_A_CHARACTER * limits_.characters)
        encoding = decode(html, charset)
        text = encoding.text
        data = html if encoding.source == "utf-8" else text.encode("utf-8", "replace")
        encoding = replace(encoding, text="")
    elif isinstance(html, str):
        text = html.removeprefix("\ufeff")
        data = text.encode("utf-8", "replace")
    else:
        raise TypeError(f"html must be str or bytes, not {type(html).__name__}")
    reject_other_formats(text, data)
    repaired = repair.once_encoded(data)
    if repaired is not data:
        text, data = repaired.decode(), repaired
    if b"\0" in data:
        text, data = text.replace("\0", ""), data.replace(b"\0", b"")
    tree = _parsed(text, data, limits_)
    for has_fault, repaired_source in (
        (repair.swallows, repair.released),
        (repair.has_roots, repair.with_open_roots),
    ):
        if has_fault(tree):
            changed = repaired_source(text)
            again = changed.encode("utf-8", "replace")
            try:
                tree = _parsed(changed, again, limits_)
            except PageTooLarge:  # former text is markup now
                continue
            text, data = changed, again
    return Page.of_tree(tree, text, data, url, encoding)


def _check_size(measure: str, size: int, limit: int) -> None:
    if size > limit:
        raise PageTooLarge(measure, size, limit)


def _parsed(source: str, utf8: bytes, limits: Limits) -> Tree:
    _check_size("the number of characters", len(source), limits.characters)
    return parse(utf8, limits)


def checked_address(url: str) -> str:
    """An address without white space around it.

    Raises:
        TypeError: it is no text.
        ValueError: it is no absolute address of the web.
    """
    if not isinstance(url, str):
        raise TypeError(f"url must be str, not {_name(url)}")
    if not is_address(url):
        raise ValueError(f"an address begins with http:// or https:// and a host: {url[:200]!r} does not")
    return url.strip()


def is_address(url: str | None) -> bool:
    """Whether a text is an absolute address of the web. One with a lone surrogate is none."""
    if url is None or _WEB.match(url) is None or has_surrogates(url):
        return False
    try:
        return bool(urlsplit(url.strip()).hostname)
    except ValueError:  # "Invalid IPv6 URL"
        return False


def switch(value: bool, name: str) -> bool:
    """A switch: a truth value of Python's or of numpy's. A word would be true, whatever it says.

    Raises:
        TypeError: it is something else.
    """
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name} must be bool, not {_name(value)}")
    return bool(value)


def _name(value: object) -> str:
    return type(value).__name__


def _hint(value: object) -> str:
    if isinstance(value, PathLike):
        return " (read the file first: path.read_bytes())"
    if hasattr(value, "read"):
        return " (read the file first: file.read())"
    return ""
