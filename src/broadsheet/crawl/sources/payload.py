"""Decode received and stored bytes: decompression in bounded pieces, HTTP messages, and media types.

Decompression replaces the HTTP client's own, which expands every network chunk completely: 64 kB of nested gzip are
gigabytes. Stored messages are less tidy than those on the wire: some archives keep the header of a coding that they
have undone, some end lines with a line feed only, and all keep the errors of servers.
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from broadsheet.errors import MissingExtra, NotHTML, PageTooLarge, SourceUnreadable
from broadsheet.patterns import pattern

__all__ = [
    "GZIP_MAGIC",
    "MAX_CODINGS",
    "ZSTD_MAGIC",
    "BrokenCompression",
    "Message",
    "decoded",
    "decompressor",
    "gather",
    "gunzipped",
    "inflate",
    "other_type",
    "parse_fields",
    "parse_message",
]

GZIP_MAGIC: Final = b"\x1f\x8b"
ZSTD_MAGIC: Final = b"\x28\xb5\x2f\xfd"
_PIECE: Final = 1 << 16
_GZIP_WINDOW: Final = 16 + zlib.MAX_WBITS
_RAW_WINDOW: Final = -zlib.MAX_WBITS
_PAGE_TYPES: Final = frozenset(  # the second line has unspecific types: the bytes decide later
    "text/html application/xhtml+xml application/vnd.wap.xhtml+xml application/xml text/xml text/plain "
    "application/octet-stream binary/octet-stream application/unknown unknown/unknown */*".split()
)
_TYPE_NAMES: Final = {
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
_TYPE_KINDS: Final = {
    "image": "an image",
    "font": "a font",
    "multipart": "a multipart message",
}
_STATUS: Final = pattern(rb"HTTP/\d(?:\.\d)?[ \t]+(\d{3})(?!\d)")
_BLANK: Final = re.compile(rb"\r?\n\r?\n")
_CHUNK: Final = pattern(rb"[ \t]*([0-9a-fA-F]{1,16})[ \t]*(?:;[^\r\n]*)?\r?\n")
MAX_CODINGS: Final = 3  # nested compressions of a body


class BrokenCompression(ValueError):
    """The compressed data is damaged or truncated."""


def inflate(chunks: Iterable[bytes], coding: str) -> Iterator[bytes]:
    """Decompress a stream.

    Args:
        chunks: the compressed bytes, in pieces of any size.
        coding: ``"gzip"`` (RFC 1952, with further members; other trailing bytes are ignored) or ``"deflate"`` (RFC
            9110, section 8.4.1.2: zlib data; also raw deflate data, which some servers send).

    Yields:
        The bytes, in pieces of at most 64 kB.

    Raises:
        BrokenCompression: the data is damaged or truncated.
    """
    decoder = None
    ended = False
    held = b""
    for chunk in chunks:
        data = held + chunk
        held = b""
        while True:
            if decoder is None:
                if len(data) < 2:
                    held = data
                    break
                if ended and not data.startswith(GZIP_MAGIC):
                    return
                decoder = zlib.decompressobj(_GZIP_WINDOW if coding == "gzip" else _window(data))
            try:
                piece = decoder.decompress(data, _PIECE)
            except zlib.error as error:
                raise BrokenCompression(f"the {coding} data is damaged") from error
            if piece:
                yield piece
            if decoder.eof:
                if coding != "gzip":
                    return
                data, decoder, ended = decoder.unused_data, None, True
                continue
            data = decoder.unconsumed_tail
            # After a full piece, the decoder may hold more output, even without input.
            if not data and len(piece) < _PIECE:
                break
    if decoder is not None or (held and not ended):
        raise BrokenCompression(f"the {coding} data is truncated")


def _window(data: bytes) -> int:
    """Return zlib's window size: with a zlib header (RFC 1950, section 2.2) or raw."""
    return zlib.MAX_WBITS if data[0] & 0x0F == 8 and int.from_bytes(data[:2], "big") % 31 == 0 else _RAW_WINDOW


def gather(pieces: Iterable[bytes], limit: int) -> bytes:
    """Concatenate pieces; `PageTooLarge` if they have more than ``limit`` bytes."""
    kept: list[bytes] = []
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > limit:
            raise PageTooLarge("the number of bytes", size, limit, exact=False)
        kept.append(piece)
    return b"".join(kept)


def gunzipped(data: bytes, name: str, limit: int) -> bytes:
    """Decompress gzip data; return other data unchanged. ``name`` is its source, for errors.

    Raises:
        SourceUnreadable: the compressed data is damaged or truncated.
        PageTooLarge: more than ``limit`` bytes.
    """
    try:
        return gather(inflate((data,), "gzip") if data.startswith(GZIP_MAGIC) else (data,), limit)
    except BrokenCompression as error:
        raise SourceUnreadable(name, str(error)) from error


def other_type(content_type: str | None) -> NotHTML | None:
    """Return a `NotHTML` error if a ``Content-Type`` is not a page's; None also for unspecific or malformed types."""
    media = (content_type or "").partition(";")[0].strip().lower()
    kind, slash, _ = media.partition("/")
    if not slash or media in _PAGE_TYPES:
        return None
    name = _TYPE_NAMES.get(media) or _TYPE_KINDS.get(kind) or ("JSON" if media.endswith("+json") else None)
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
    return Message(int(status[1]), parse_fields(head), body)


def parse_fields(head: bytes) -> tuple[tuple[str, str], ...]:
    """Parse the header fields below a first line, in order and with names in lower case."""
    fields: list[tuple[str, str]] = []
    for line in head.split(b"\n")[1:]:
        text = line.rstrip(b"\r").decode("utf-8", "replace")
        if text[:1] in (" ", "\t") and fields:  # a folded line (RFC 9112, section 5.2)
            fields[-1] = (fields[-1][0], f"{fields[-1][1]} {text.strip()}")
            continue
        name, colon, value = text.partition(":")
        if colon:
            fields.append((name.strip().lower(), value.strip()))
    return tuple(fields)


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
    if len(codings) > MAX_CODINGS:
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
            return gather(_read("brotli", data), max_bytes)
        case "zstd" if data.startswith(ZSTD_MAGIC):
            return gather(_read("zstd", data), max_bytes)
        case _:
            # "identity", or an invalid label such as a character encoding; browsers ignore it too.
            return data


def _looks_like_text(data: bytes) -> bool:
    """Whether the data begins with a tag: these codings have no magic number."""
    return data[:64].lstrip()[:1] == b"<"


def decompressor(coding: str, stream: Any) -> Any:
    """Return fastwarc's reader of a coding: ``brotli``, ``gzip``, ``lz4`` or ``zstd``."""
    try:
        from fastwarc import stream_io
    except ImportError as error:
        raise MissingExtra("fastwarc", "batch") from error
    return getattr(stream_io, f"{coding.capitalize()}Reader")(stream)


def _read(coding: str, data: bytes) -> Iterator[bytes]:
    reader = decompressor(coding, io.BytesIO(data))
    try:
        while piece := reader.read(_PIECE):
            yield piece
    except OSError as error:
        raise BrokenCompression(f"the {coding} data is damaged") from error


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
