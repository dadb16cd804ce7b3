"""Stored HTTP messages and declared media types (RFC 9110, RFC 9112): status, header fields, body without codings.

Stored messages are less tidy than those on the wire: some archives keep the header of a coding that they have undone,
some end lines with a line feed only, and all keep the errors of servers.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from broadsheet.crawl.sources.inflate import GZIP_MAGIC, ZSTD_MAGIC, BrokenCompression, gather, inflate
from broadsheet.errors import MissingExtra, NotHTML

__all__ = ["Message", "decoded", "other_type", "parse_message"]

_PAGES: Final = frozenset(
    {
        "text/html",
        "application/xhtml+xml",
        "application/vnd.wap.xhtml+xml",
        "application/xml",
        "text/xml",
        "text/plain",
        # Unspecific types; the bytes decide later.
        "application/octet-stream",
        "binary/octet-stream",
        "application/unknown",
        "unknown/unknown",
        "*/*",
    }
)
_NAMES: Final = {
    "application/pdf": "PDF",
    "application/json": "JSON",
    "application/javascript": "a script",
    "text/javascript": "a script",
    "text/css": "a style sheet",
    "text/csv": "a table (CSV)",
    "application/rss+xml": "a feed (RSS)",
    "application/atom+xml": "a feed (Atom)",
    "application/zip": "a ZIP archive",
    "application/gzip": "gzip data",
    "application/epub+zip": "an e-book",
    "application/msword": "an office document",
}
_KINDS: Final = {
    "image": "an image",
    "audio": "audio",
    "video": "video",
    "font": "a font",
    "multipart": "a message of many parts",
}
_STATUS: Final = re.compile(rb"HTTP/\d(?:\.\d)?[ \t]+(\d{3})(?!\d)")
_BLANK: Final = re.compile(rb"\r?\n\r?\n")
_CHUNK: Final = re.compile(rb"[ \t]*([0-9a-fA-F]{1,16})[ \t]*(?:;[^\r\n]*)?\r?\n")
_PIECE: Final = 1 << 16
_MAX_CODINGS: Final = 3  # nested compressions of a body


def other_type(content_type: str | None) -> NotHTML | None:
    """Return a `NotHTML` error if a ``Content-Type`` is not a page's; None also for unspecific or malformed types."""
    media = (content_type or "").partition(";")[0].strip().lower()
    kind, slash, _ = media.partition("/")
    if not slash or media in _PAGES:
        return None
    name = _NAMES.get(media) or _KINDS.get(kind) or ("JSON" if media.endswith("+json") else None)
    return NotHTML(name or media, media)


@dataclass(frozen=True, slots=True)
class Message:
    """A stored response: header fields in order with names in lower case, and the body with its codings."""

    status: int
    fields: tuple[tuple[str, str], ...]
    body: bytes

    def values(self, name: str) -> list[str]:
        """Return the values of all fields with this name."""
        return [value for field, value in self.fields if field == name]


def parse_message(block: bytes) -> Message | None:
    """Parse a response; None if the bytes are not one."""
    status = _STATUS.match(block)
    if status is None:
        return None
    end = _BLANK.search(block)
    head, body = (block, b"") if end is None else (block[: end.start()], block[end.end() :])
    fields: list[tuple[str, str]] = []
    for line in head.split(b"\n")[1:]:
        text = line.rstrip(b"\r").decode("utf-8", "replace")
        if text[:1] in (" ", "\t") and fields:  # a folded line (RFC 9112, section 5.2)
            fields[-1] = (fields[-1][0], f"{fields[-1][1]} {text.strip()}")
            continue
        name, colon, value = text.partition(":")
        if colon:
            fields.append((name.strip().lower(), value.strip()))
    return Message(int(status[1]), tuple(fields), body)


def decoded(message: Message, max_bytes: int) -> tuple[bytes, bool]:
    """Return the body without transfer and content codings.

    A declared coding that is absent (undone by the archive, or wrong) is ignored.

    Returns:
        The body, and whether it is complete: a chunked body without its end was interrupted (RFC 9112, section 8).

    Raises:
        BrokenCompression: the body is damaged, or compressed too often.
        MissingExtra: the library for the compression is missing.
        PageTooLarge: it exceeds ``max_bytes``.
    """
    is_chunked = any("chunked" in value.lower() for value in message.values("transfer-encoding"))
    data, is_whole = _unchunked(message.body) if is_chunked else (message.body, True)
    codings = [label.strip().lower() for value in message.values("content-encoding") for label in value.split(",")]
    if len(codings) > _MAX_CODINGS:
        raise BrokenCompression(f"the page is compressed {len(codings)} times over")
    for coding in reversed(codings):
        data = _decode(data, coding, max_bytes)
    return gather((data,), max_bytes), is_whole


def _decode(data: bytes, coding: str, max_bytes: int) -> bytes:
    match coding:
        case "gzip" | "x-gzip" if data.startswith(GZIP_MAGIC):
            return gather(inflate((data,), "gzip"), max_bytes)
        case "deflate" if not _looks_like_text(data):
            return gather(inflate((data,), "deflate"), max_bytes)
        case "br" if not _looks_like_text(data):
            return gather(_read("Brotli", data), max_bytes)
        case "zstd" if data.startswith(ZSTD_MAGIC):
            return gather(_read("Zstd", data), max_bytes)
        case _:
            # "identity", or an invalid label such as a character encoding; browsers ignore it too.
            return data


def _looks_like_text(data: bytes) -> bool:
    """Whether the data begins with a tag: these codings have no magic number."""
    return data[:64].lstrip()[:1] == b"<"


def _read(coding: Literal["Brotli", "Zstd"], data: bytes) -> Iterator[bytes]:
    """Decompress with one of fastwarc's readers."""
    try:
        from fastwarc import stream_io
    except ImportError as error:
        raise MissingExtra("fastwarc", "batch") from error
    reader = getattr(stream_io, f"{coding}Reader")(io.BytesIO(data))
    try:
        while piece := reader.read(_PIECE):
            yield piece
    except OSError as error:
        raise BrokenCompression(f"the {coding.lower()} data is damaged") from error


def _unchunked(data: bytes) -> tuple[bytes, bool]:
    """Return the body of a chunked message (RFC 9112, section 7.1), or the bytes unchanged if they are not chunked; and
    whether it is complete.
    """
    parts: list[bytes] = []
    position = 0
    while (size := _CHUNK.match(data, position)) is not None:
        length = int(size[1], 16)
        if length == 0:
            return b"".join(parts), True
        parts.append(data[size.end() : size.end() + length])
        position = size.end() + length
        if data.startswith(b"\r\n", position):
            position += 2
        elif data.startswith(b"\n", position):
            position += 1
        elif position < len(data):
            # No line end after the chunk: the first line was not a chunk size.
            return (data, True) if len(parts) == 1 else (b"".join(parts), False)
    return (b"".join(parts), False) if parts else (data, True)
