"""Where pages come from: a URL, a file, or the standard input, each turned into a `Record` of bytes.

The room knows protocols, files and their limits, and nothing of HTML: whether the bytes are a page is for the rooms
above to say. The HTTP client takes longer to load than most pages take to read, so it is loaded when it is first used.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote, urlsplit

from broadsheet.errors import SourceUnreadable
from broadsheet.sources.files import STANDARD_INPUT, read_file, read_standard_input
from broadsheet.sources.options import FetchOptions
from broadsheet.sources.record import Record

if TYPE_CHECKING:
    from broadsheet.sources.http import Fetcher

__all__ = ["FetchOptions", "Fetcher", "Record", "is_url", "open_source", "read_file", "read_standard_input"]

_URL: Final = re.compile(r"\s*([a-z][a-z0-9+.-]*)://", re.IGNORECASE)


def is_url(source: str) -> bool:
    """Whether a source is meant as a URL, of any scheme, and not as a path."""
    return _URL.match(source) is not None


def open_source(source: str, *, url: str | None = None, options: FetchOptions | None = None) -> Record:
    """Get one page from wherever it is.

    Args:
        source: a URL (``http``, ``https`` or ``file``), the path of a file, or ``-`` for the standard input.
        url: where a page from a file is from. What is fetched has the URL that it was fetched from, unless one is
            given here.
        options: time and size limits, or None for the usual ones; the size limit holds for files too.

    Raises:
        FetchFailed: a URL could not be fetched; the reason is in words.
        NotHTML: the server declared another format.
        SourceUnreadable: a file cannot be read.
        PageTooLarge: there are more bytes than allowed.
    """
    options = options if options is not None else FetchOptions()
    if source == STANDARD_INPUT:
        return read_standard_input(url=url, max_bytes=options.max_bytes)
    scheme = _URL.match(source)
    if scheme is None:
        return read_file(source, url=url, max_bytes=options.max_bytes)
    if scheme[1].lower() == "file":
        return read_file(_path(source), url=url, max_bytes=options.max_bytes)
    from broadsheet.sources.http import Fetcher

    with Fetcher(options) as fetcher:
        record = fetcher.fetch(source)
    return record if url is None else replace(record, url=url)


def _path(source: str) -> str:
    """The path in a ``file`` URL (RFC 8089, section 2)."""
    try:
        parts = urlsplit(source.strip())
    except ValueError as error:
        raise SourceUnreadable(source, f"this is not a valid address: {error}") from error
    if parts.netloc.lower() not in ("", "localhost"):
        raise SourceUnreadable(source, f"files of another host ({parts.netloc}) cannot be read")
    return unquote(parts.path)


def __getattr__(name: str) -> Any:
    if name == "Fetcher":
        from broadsheet.sources.http import Fetcher

        return Fetcher
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
