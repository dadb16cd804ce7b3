"""What a source hands on: the bytes of one page and what was said about them when they came.

It must not know what is in the bytes, nor where they go.
"""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Record"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """The bytes of one page.

    Attributes:
        asked: what was asked for: a URL as it was given, the path of a file, or ``-`` for the standard input.
        data: the bytes, decompressed.
        url: where the page is from, after redirects; links are resolved against it. None if nobody said.
        charset: the character encoding that the transport declared, if it named one that exists.
        content_type: the ``Content-Type`` as it was declared.
        status: the HTTP status.
        headers: the other header fields of the answer, in order, names in lower case.
        redirects: the URLs that led to ``url``, the asked one first; empty if there was no redirect.
        fetched: when the server answered, as it was written down (ISO 8601); None if nobody did.
        truncated: why bytes are missing at the end, in the archive's word (``"length"``, ``"time"``,
            ``"disconnect"``, ``"unspecified"``), ``"disconnect"`` also where a transfer broke off that the archive
            says nothing of; None if no byte is known to be missing.
    """

    asked: str
    data: bytes = field(repr=False)
    url: str | None = None
    charset: str | None = None
    content_type: str | None = None
    status: int | None = None
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    redirects: tuple[str, ...] = ()
    fetched: str | None = None
    truncated: str | None = None
