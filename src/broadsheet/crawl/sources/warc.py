"""Read the pages of a WARC file (ISO 28500, WARC 1.0 and 1.1), plain or compressed with gzip, zstd or lz4.

Every response, resource, conversion and revisit record is an entry; records about the crawl (warcinfo, request,
metadata) and of other protocols (DNS) are skipped. An unreadable record is an entry with an error that names its place;
reading continues at the next record that can be found.
"""

from __future__ import annotations

import io
import os
import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from broadsheet.crawl.sources.options import MAX_BYTES
from broadsheet.crawl.sources.payload import (
    GZIP_MAGIC,
    ZSTD_MAGIC,
    BrokenCompression,
    Message,
    decoded,
    decompressor,
    other_type,
    parse_fields,
    parse_message,
)
from broadsheet.crawl.sources.record import Entry, Record
from broadsheet.errors import BroadsheetError, FetchFailed, NotHTML, PageTooLarge, SourceUnreadable
from broadsheet.page.encoding import header_charset

__all__ = ["read_warc"]

_MAGIC: Final = {"gzip": GZIP_MAGIC + b"\x08", "zstd": ZSTD_MAGIC, "lz4": b"\x04\x22\x4d\x18"}
_ZSTD_SKIPPABLE: Final = re.compile(rb"[\x50-\x5f]\x2a\x4d\x18")
_ZSTD_DICTIONARY: Final = b"\x5d\x2a\x4d\x18"
_EMPTY_FRAME: Final = ZSTD_MAGIC + b"\x20\0\1\0\0"
_START: Final = b"WARC/"
_SEPARATOR: Final = b"\r\n\r\n"  # after a record
_PAGES: Final = frozenset({"response", "resource", "conversion", "revisit", "continuation"})
_DISCONNECT: Final = "disconnect"  # truncation reason for a broken connection (ISO 28500, section 5.13)
_TEXT: Final = "plain text extracted from a page (WET)"
_STARTS: Final = {  # beginning of a record, by compression
    "": re.compile(rb"(?:\A|[\n\0])(?=WARC/\d\.\d+\r?\n[A-Za-z-]+:)"),
    "gzip": re.compile(b"(?=%s)" % re.escape(_MAGIC["gzip"])),
    "zstd": re.compile(b"(?=%s)" % re.escape(_MAGIC["zstd"])),
}
_WINDOW: Final = 1 << 20  # bytes searched at a time; also allowed in a record besides the page
_PIECE: Final = 1 << 14  # bytes that are decompressed at a time, and lost where they are damaged
_LENGTH: Final = re.compile(r"[0-9]{1,19}")
_MAX_ZSTD_BLOCK_BYTES: Final = (1 << 17) + 64  # a frame's first block, with its headers (RFC 8878, section 3.1)
_MAX_HEAD_BYTES: Final = 1 << 16  # longest header of a record
_MAX_READ_AGAIN: Final = 8  # times the file's size: when so much damage was read, damaged frames are skipped whole


def read_warc(path: str | os.PathLike[str], *, max_bytes: int = MAX_BYTES) -> Iterator[Entry]:
    """Read the pages of a WARC file.

    Args:
        path: the file.
        max_bytes: maximum size of a page in bytes, decompressed.

    Yields:
        The entries, in the order of the file. Offsets are positions of records in the file as stored.

    Raises:
        SourceUnreadable: the file cannot be opened, or has no WARC record.
        MissingExtra: fastwarc is not installed, which decompresses zstd, lz4 and Brotli.
    """
    name = os.fspath(path)
    try:
        with Path(name).open("rb") as stream:
            yield from _Reader(stream, name, max_bytes).entries()
    except OSError as error:
        raise SourceUnreadable(name, error.strerror or str(error)) from error


class _Broken(Exception):
    """A record cannot be read; ``fields`` has its header fields, as far as they are known."""

    def __init__(self, reason: str, fields: Mapping[str, str] | None = None) -> None:
        super().__init__(reason)
        self.fields = fields


class _Stored(NamedTuple):
    """A record: its header fields, its declared length, and its content, or None if it is too large."""

    fields: Mapping[str, str]
    length: int
    block: bytes | None


class _Reader:
    """One pass over a file, which has a frame per record, one frame around all records, or no compression."""

    def __init__(self, file: BinaryIO, name: str, max_bytes: int) -> None:
        self._file = file
        self._name = name
        self._max_bytes = max_bytes
        self._number = self._end = 0
        self._size = file.seek(0, os.SEEK_END)
        self._framing = _framing(self._at(0, 4))
        self._dictionary = self._read_dictionary() if self._framing == "zstd" else b""

    def entries(self) -> Iterator[Entry]:
        """Yield the entries of the file."""
        position: int | None = len(self._dictionary)
        if self._framing == "lz4" or (self._framing and self._holds_several(len(self._dictionary))):
            yield from self._entries_of_stream()
            return
        if self._size and self._next_start(0) is None:
            raise SourceUnreadable(self._name, "this is not a WARC file, or it is damaged from the start")
        lost = 0  # bytes read of frames that are damaged
        while position is not None and position < self._size:
            try:
                stored, end = self._framed(position) if self._framing else self._plain(position)
            except _Broken as broken:
                yield self._entry(position, broken.fields, error=self._error(position, str(broken)))
                lost += max(0, self._end - position)
                position += 1
                if lost > _MAX_READ_AGAIN * self._size:  # frames in frames: reading all would take quadratic time
                    position = max(position, self._end)
                position = self._next_start(position)
                continue
            if (entry := self._read(stored, position)) is not None:
                yield entry
            position = end

    def _entries_of_stream(self) -> Iterator[Entry]:
        """Yield the entries of a file that is compressed as a whole. After damage, nothing more can be read."""
        self._file.seek(0)
        stream = io.BufferedReader(_Stream(decompressor(self._framing, self._file)), _PIECE)
        try:
            while _skip_blank(stream):
                stored = self._parse(stream)
                left = stored.length if stored.block is None else 0
                while left and (piece := stream.read(min(left, _WINDOW))):
                    left -= len(piece)
                if (entry := self._read(stored, None)) is not None:
                    yield entry
        except (_Broken, OSError) as error:
            words = str(error) if isinstance(error, _Broken) else "the compressed data is damaged"
            yield self._entry(None, error=self._error(None, words))

    def _framed(self, position: int) -> tuple[_Stored, int]:
        """Read the record in the frame at a position, and return it with the end of the frame."""
        data, end = self._frame(position)
        stream = io.BytesIO(data)
        stored = self._parse(stream)
        if stored.block is not None and stream.read().strip():
            raise _Broken("the declared length is wrong", stored.fields)
        return stored, end

    def _plain(self, position: int) -> tuple[_Stored, int]:
        """Read the record at a position of a file without compression, and return it with the position after it."""
        self._file.seek(position)
        fields, length = _header(self._file)
        begin = self._file.tell()
        end = begin + length
        if end > self._size:
            raise _Broken(f"it ends after {self._size - begin:,} of {length:,} bytes", fields)
        # Checked before the content is read: a damaged file may have many wrong lengths.
        following = self._at(end, 2 * len(_SEPARATOR))
        rest = following.lstrip(b"\r\n")
        if not (following.startswith(_SEPARATOR) or rest.startswith(_START[: len(rest)])):
            raise _Broken("the declared length is wrong", fields)
        block = self._at(begin, length) if self._fits(length) else None
        self._file.seek(end)
        _skip_blank(self._file)
        return _Stored(fields, length, block), self._file.tell()

    def _parse(self, stream: BinaryIO) -> _Stored:
        """Read the header of a record, and its content unless it is too large."""
        fields, length = _header(stream)
        if not self._fits(length):
            return _Stored(fields, length, None)
        block = stream.read(length)
        if len(block) < length:
            raise _Broken(f"it ends after {len(block):,} of {length:,} bytes", fields)
        return _Stored(fields, length, block)

    def _fits(self, length: int) -> bool:
        return length <= self._max_bytes + _WINDOW

    # The entries.

    def _read(self, stored: _Stored, offset: int | None) -> Entry | None:
        """Make the entry of a record; None for records about the crawl."""
        fields, kind = stored.fields, stored.fields["warc-type"].lower()
        if kind not in _PAGES:
            return None
        media: str | None = fields.get("content-type")
        if media is not None and "http" in media.lower():
            media = None
        if stored.block is None:
            too_large = PageTooLarge("the number of bytes", stored.length, self._max_bytes)
            return self._entry(offset, fields, error=too_large, media=media)
        if kind == "continuation":
            error = self._error(offset, "a segment of a record; segments are not joined")
            return self._entry(offset, fields, error=error)
        message = parse_message(stored.block)
        if kind == "revisit":  # it may keep the HTTP header, without the body
            return self._entry(offset, fields, repeats=_repeated(fields), message=message)
        if message is None and kind == "response":
            if media is not None:
                return None  # another protocol, mostly DNS
            return self._entry(offset, fields, error=self._error(offset, "it has no HTTP response"))
        if message is not None:
            media = _type(message)
        try:
            if message is None and kind == "conversion" and (media or "").lower().startswith("text/plain"):
                raise NotHTML(_TEXT)
            return self._page(fields, stored.block, offset, message, media)
        except BrokenCompression as error:
            return self._entry(offset, fields, error=self._error(offset, str(error)), message=message)
        except BroadsheetError as error:
            return self._entry(offset, fields, error=error, message=message, media=media)

    def _page(
        self, fields: Mapping[str, str], block: bytes, offset: int | None, message: Message | None, media: str | None
    ) -> Entry:
        """Make the entry of a page; raise a `BroadsheetError` if it is not a page."""
        status = None if message is None else message.status
        if status is not None and not 200 <= status < 300:
            raise FetchFailed(_url(fields) or self._name, f"HTTP status {status}", status)
        if (other := other_type(media)) is not None:
            raise other
        data, is_whole = (block, True) if message is None else decoded(message, self._max_bytes)
        page = Record(
            data=data,
            url=_url(fields),
            charset=header_charset(media),
            content_type=media,
            status=status,
            headers=() if message is None else message.fields,
            fetched=fields.get("warc-date"),
            truncated=fields.get("warc-truncated") or (None if is_whole else _DISCONNECT),
        )
        return self._entry(offset, fields, record=page)

    def _entry(
        self,
        offset: int | None,
        fields: Mapping[str, str] | None = None,
        *,
        message: Message | None = None,
        media: str | None = None,
        **more: Any,
    ) -> Entry:
        """Make an entry; ``media`` is the type of content without an HTTP header."""
        self._number += 1
        known = fields if fields is not None else {}
        return Entry(
            number=self._number - 1,
            offset=offset,
            name=known.get("warc-record-id"),
            url=_url(known),
            status=message.status if message is not None else None,
            content_type=_type(message) if message is not None else media,
            fetched=known.get("warc-date"),
            truncated=known.get("warc-truncated"),
            **more,
        )

    def _error(self, offset: int | None, words: str) -> SourceUnreadable:
        return SourceUnreadable(self._name if offset is None else f"{self._name} at byte {offset}", words)

    # The file.

    def _at(self, position: int, count: int) -> bytes:
        self._file.seek(position)
        return self._file.read(count)

    def _frame(self, position: int) -> tuple[bytes, int]:
        """Decompress the frame at a position up to a limit, and return the bytes and the end of the frame."""
        limit = self._max_bytes + 2 * _WINDOW
        if not self._at(position, 4).startswith(_MAGIC[self._framing]):
            raise _Broken("not a WARC record")
        kept: list[bytes] = []
        size = 0
        try:
            for piece in self._pieces(position):
                if size < limit:
                    kept.append(piece)
                elif self._framing == "zstd":  # its end is known
                    break
                size += len(piece)
        except (OSError, zlib.error) as error:
            raise _Broken("the compressed data is damaged") from error
        return b"".join(kept), self._end

    def _pieces(self, position: int) -> Iterator[bytes]:
        """Yield the decompressed pieces of the frame at a position. After the last one, `_end` is its end."""
        if self._framing == "zstd":
            self._end = self._zstd_end(position)
            count = min(self._end - position, self._max_bytes + 4 * _WINDOW)
            packed = io.BytesIO(self._dictionary + self._at(position, count))
            yield from iter(partial(decompressor("zstd", packed).read, _PIECE), b"")
            return
        decoder, self._end = zlib.decompressobj(16 + zlib.MAX_WBITS), position
        while not decoder.eof:
            if not (left := self._at(self._end, _PIECE)):
                raise _Broken("the compressed data is truncated")
            while left and not decoder.eof:
                before = len(left)
                yield decoder.decompress(left, _PIECE)
                left = decoder.unused_data if decoder.eof else decoder.unconsumed_tail
                self._end += before - len(left)

    def _zstd_end(self, position: int) -> int:
        """Return the end of a zstd frame by its block headers (RFC 8878, section 3.1), without decompression."""
        descriptor = int.from_bytes(self._at(position + 4, 1), "little")
        single = descriptor >> 5 & 1
        content = (single, 2, 4, 8)[descriptor >> 6]
        at = position + 5 + (0 if single else 1) + (0, 1, 2, 4)[descriptor & 3] + content
        while at + 3 <= self._size:
            header = int.from_bytes(self._at(at, 3), "little")
            # A run-length block stores one byte.
            at += 3 + (1 if header >> 1 & 3 == 1 else header >> 3)
            if header & 1:
                return min(self._size, at + (4 if descriptor >> 2 & 1 else 0))
        return self._size

    def _read_dictionary(self) -> bytes:
        """Return the dictionary frame at the beginning (IIPC, "Zstandard Compression for WARC Files"), which the other
        frames need; empty if there is none, or it is unusable.
        """
        head = self._at(0, 8)
        if not head.startswith(_ZSTD_DICTIONARY):
            return b""
        frame = self._at(0, 8 + min(int.from_bytes(head[4:], "little"), 4 * _WINDOW))
        with suppress(OSError):
            decompressor("zstd", io.BytesIO(frame + _EMPTY_FRAME)).read(1)
            return frame
        return b""

    def _holds_several(self, position: int) -> bool:
        """Whether the frame at a position has several records."""
        head = b""
        with suppress(zlib.error, OSError, _Broken):
            for piece in self._pieces(position):
                head += piece
                if len(head) >= 4 * _WINDOW:
                    break
        stream = io.BytesIO(head)
        with suppress(_Broken):
            self._parse(stream)
            return stream.read().lstrip().startswith(_START)
        return False

    def _next_start(self, position: int) -> int | None:
        """Return the position of the next record from a position on, or None."""
        overlap = 64
        size = _PIECE  # it grows; small at first, because in a damaged file the next record is often near
        while True:
            window = self._at(position, size)
            for match in _STARTS[self._framing].finditer(window):
                at = position + match.end()
                # The first byte of a window may be inside a line.
                if self._packs_record(at) if self._framing else match.end() > 0 or position == 0:
                    return at
            if len(window) < size:
                return None
            position += len(window) - overlap
            size = min(2 * size, _WINDOW)

    def _packs_record(self, position: int) -> bool:
        """Return whether a frame at a position has a record, from a few bytes: there may be many candidates."""
        head = b""
        with suppress(zlib.error, OSError):
            if self._framing == "zstd":
                data = self._dictionary + self._at(position, _MAX_ZSTD_BLOCK_BYTES)
                head = decompressor("zstd", io.BytesIO(data)).read(len(_START))
            else:
                data = self._at(position, _PIECE)
                head = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(data, len(_START))
        return head.startswith(_START)


def _framing(head: bytes) -> str:
    """Return the compression of a file by its first bytes; empty for none."""
    if _ZSTD_SKIPPABLE.match(head):
        return "zstd"
    return next((framing for framing, magic in _MAGIC.items() if head.startswith(magic)), "")


class _Stream(io.RawIOBase):
    """A reader of fastwarc as a raw stream."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self._reader.read(len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)


def _header(stream: BinaryIO) -> tuple[Mapping[str, str], int]:
    """Read the header of a record: its fields, and the declared length of its content."""
    head = bytearray(stream.readline(_MAX_HEAD_BYTES))
    if not head.startswith(_START):
        raise _Broken("not a WARC record")
    while (line := stream.readline(_MAX_HEAD_BYTES)).strip() and len(head) < _MAX_HEAD_BYTES:
        if line.startswith(_START):  # the next record
            break
        head += line
    fields = dict(reversed(parse_fields(bytes(head))))
    if "warc-type" not in fields or _LENGTH.fullmatch(fields.get("content-length", "")) is None:
        raise _Broken("the header of the record is damaged", fields)
    return fields, int(fields["content-length"])


def _skip_blank(stream: BinaryIO) -> bool:
    """Go to the next byte that is not white space, and return whether there is one."""
    while piece := stream.peek(1):  # type: ignore[attr-defined]
        blank = len(piece) - len(piece.lstrip())
        stream.read(blank)
        if blank < len(piece):
            return True
    return False


def _url(fields: Mapping[str, str]) -> str | None:
    # The examples of WARC 1.0 put the URL in angle brackets, and some writers followed them.
    return fields.get("warc-target-uri", "").removeprefix("<").removesuffix(">") or None


def _repeated(fields: Mapping[str, str]) -> str:
    """Describe the capture that a revisit record refers to."""
    url = fields.get("warc-refers-to-target-uri") or _url(fields) or "an earlier capture"
    date = fields.get("warc-refers-to-date")
    return f"{url} of {date}" if date else url


def _type(message: Message) -> str | None:
    return next(iter(message.values("content-type")), None)
