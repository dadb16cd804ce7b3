"""Decompression in bounded pieces, so that a few kilobytes cannot fill the memory.

It replaces the HTTP client's own, which expands every network chunk completely: 64 kB of nested gzip are gigabytes.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from typing import Final

from broadsheet.errors import PageTooLarge, SourceUnreadable

__all__ = ["GZIP_MAGIC", "ZSTD_MAGIC", "BrokenCompression", "gather", "gunzipped", "inflate"]

GZIP_MAGIC: Final = b"\x1f\x8b"
ZSTD_MAGIC: Final = b"\x28\xb5\x2f\xfd"
_PIECE: Final = 1 << 16
_GZIP: Final = 16 + zlib.MAX_WBITS
_RAW: Final = -zlib.MAX_WBITS


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
                decoder = zlib.decompressobj(_GZIP if coding == "gzip" else _window(data))
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
        raise BrokenCompression(f"the {coding} data is cut short")


def _window(data: bytes) -> int:
    """Return zlib's window size: with a zlib header (RFC 1950, section 2.2) or raw."""
    return zlib.MAX_WBITS if data[0] & 0x0F == 8 and int.from_bytes(data[:2], "big") % 31 == 0 else _RAW


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
