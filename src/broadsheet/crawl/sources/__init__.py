"""Sources of pages: a URL, a file, or standard input, each read into a `Record` of bytes.

The HTTP client is imported on first use, because importing it takes longer than reading most pages.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final
from urllib.parse import unquote, urlsplit

from broadsheet.crawl.sources.files import STANDARD_INPUT, read_file, read_standard_input
from broadsheet.crawl.sources.options import FetchOptions
from broadsheet.crawl.sources.record import Record
from broadsheet.errors import SourceUnreadable

__all__ = ["FetchOptions", "Record", "open_source", "read_file", "read_standard_input"]

_URL: Final = re.compile(r"\s*([a-z][a-z0-9+.-]*)://", re.IGNORECASE)


def open_source(source: str, *, url: str | None = None, options: FetchOptions | None = None) -> Record:
    """Read one page.

    Args:
        source: a URL (``http``, ``https`` or ``file``), the path of a file, or ``-`` for standard input.
        url: URL of a page from a file; replaces the final URL of a fetched page.
        options: limits of time and size, or None for the defaults; the size limit applies to files too.

    Raises:
        FetchFailed: a URL could not be fetched.
        NotHTML: the server declared another format.
        SourceUnreadable: a file cannot be read.
        PageTooLarge: the page exceeds the size limit.
    """
    options = options if options is not None else FetchOptions()
    if source == STANDARD_INPUT:
        return read_standard_input(url=url, max_bytes=options.max_bytes)
    scheme = _URL.match(source)
    if scheme is None:
        return read_file(source, url=url, max_bytes=options.max_bytes)
    if scheme[1].lower() == "file":
        return read_file(_path(source), url=url, max_bytes=options.max_bytes)
    from broadsheet.crawl.sources.http import Fetcher

    with Fetcher(options) as fetcher:
        record = fetcher.fetch(source)
    return record if url is None else replace(record, url=url)


def _path(source: str) -> str:
    """Return the path in a ``file`` URL (RFC 8089, section 2)."""
    try:
        parts = urlsplit(source.strip())
    except ValueError as error:
        raise SourceUnreadable(source, f"this is not a valid URL: {error}") from error
    if parts.netloc.lower() not in ("", "localhost"):
        raise SourceUnreadable(source, f"files of another host ({parts.netloc}) cannot be read")
    return unquote(parts.path)
