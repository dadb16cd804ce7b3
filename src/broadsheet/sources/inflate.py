"""Compressed bytes -> bytes, a bounded piece at a time, so that a few kilobytes cannot fill the memory.

It must not know where the bytes come from. It is used in place of the client's own decompression, which turns each
chunk from the network into as much as it may unpack to: 64 kB of nested gzip are many gigabytes.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from typing import Final

from broadsheet.errors import PageTooLarge

__all__ = ["GZIP_MAGIC", "ZSTD_MAGIC", "BrokenCompression", "gather", "inflate"]

GZIP_MAGIC: Final = b"\x1f\x8b"
ZSTD_MAGIC: Final = b"\x28\xb5\x2f\xfd"
_PIECE: Final = 1 << 16
_GZIP: Final = 16 + zlib.MAX_WBITS
_RAW: Final = -zlib.MAX_WBITS


class BrokenCompression(ValueError):
    """The compressed bytes are damaged or cut short. Sources turn it into an error that names the page."""


def inflate(chunks: Iterable[bytes], coding: str) -> Iterator[bytes]:
    """Decompress a stream.

    Args:
        chunks: the compressed bytes, cut anywhere.
        coding: ``"gzip"`` (RFC 1952; further members are read on, other bytes behind the end are not) or
            ``"deflate"`` (RFC 9110, section 8.4.1.2: zlib data; bare deflate data, which some servers send, as well).

    Yields:
        The bytes, in pieces of 64 kB at the most.

    Raises:
        BrokenCompression: the bytes are damaged, or stop before their end.
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
            # A full piece may leave more inside the decoder, though it has taken all of its input.
            if not data and len(piece) < _PIECE:
                break
    if decoder is not None or (held and not ended):
        raise BrokenCompression(f"the {coding} data is cut short")


def _window(data: bytes) -> int:
    """Whether a zlib header (RFC 1950, section 2.2) stands in front."""
    return zlib.MAX_WBITS if data[0] & 0x0F == 8 and int.from_bytes(data[:2], "big") % 31 == 0 else _RAW


def gather(pieces: Iterable[bytes], limit: int) -> bytes:
    """All pieces in one.

    Raises:
        PageTooLarge: they come to more than ``limit`` bytes; no more than one further piece has been read.
    """
    kept: list[bytes] = []
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > limit:
            raise PageTooLarge("the number of bytes", size, limit, exact=False)
        kept.append(piece)
    return b"".join(kept)
