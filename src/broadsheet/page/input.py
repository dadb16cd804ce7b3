"""What callers give for a page, for its address and for switches, checked: a wrong type has a line that says so.

It must not know what is done with the page. What is given for a page's address and is none (the name that it has in an
archive) is not refused, for the page is there all the same: it is left out.
"""

from __future__ import annotations

import re
from os import PathLike
from typing import Final
from urllib.parse import urlsplit

import numpy as np

from broadsheet.page.columns import Page, read_page
from broadsheet.page.surrogates import has_surrogates

__all__ = ["checked_address", "is_address", "page_of", "switch"]

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
