"""Read the pages of a WARC file (ISO 28500, WARC 1.0 and 1.1): gzip, zstd and lz4, by record or as a whole, and plain.

Every response, resource, conversion and revisit record is an entry; records about the crawl (warcinfo, request,
metadata) and of other protocols (DNS) are skipped. An unreadable record is an entry with an error that names its place;
reading continues at the next record that can be found.
"""

from __future__ import annotations

import io
import os
import re
import zlib
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from broadsheet.crawl.sources.options import MAX_BYTES
from broadsheet.crawl.sources.payload import (
    GZIP_MAGIC,
    ZSTD_MAGIC,
    BrokenCompression,
    Message,
    decoded,
    other_type,
    parse_message,
)
from broadsheet.crawl.sources.record import Entry, Record
from broadsheet.errors import BroadsheetError, FetchFailed, MissingExtra, NotHTML, PageTooLarge, SourceUnreadable
from broadsheet.page.encoding import header_charset

if TYPE_CHECKING:
    from fastwarc.warc import WarcRecord

__all__ = ["read_warc"]

_ZSTD_SKIPPABLE: Final = re.compile(rb"[\x50-\x5f]\x2a\x4d\x18")
_ZSTD_DICTIONARY: Final = b"\x5d\x2a\x4d\x18"
_EMPTY_FRAME: Final = ZSTD_MAGIC + b"\x20\0\1\0\0"
_START: Final = b"WARC/"
_PAGES: Final = frozenset({"response", "resource", "conversion", "revisit", "continuation"})
_DISCONNECT: Final = "disconnect"  # truncation reason for a broken connection (ISO 28500, section 5.13)
_TEXT: Final = "the text of a page, without the page (WET)"
# The end of a record and the start of the next, inside what should be one record.
_INNER: Final = re.compile(rb"\r\n\r\nWARC/1\.[01]\r\nWARC-")
_PLAIN: Final = re.compile(rb"(?:\A|[\n\0])(?=WARC/\d\.\d\r?\n[A-Za-z-]+:)")
_WINDOW: Final = 1 << 20
_HEAD_BYTES: Final = 512  # bytes of a frame decompressed to see whether it begins a record
_IDENTIFYING_BYTES: Final = 200  # bytes of a record's header that include its identifier or date


def read_warc(path: str | os.PathLike[str], *, max_bytes: int = MAX_BYTES) -> Iterator[Entry]:
    """Read the pages of a WARC file.

    Args:
        path: the file.
        max_bytes: maximum size of a page in bytes, decompressed.

    Yields:
        The entries, in the order of the file. Offsets are positions of records in the file as stored.

    Raises:
        SourceUnreadable: the file cannot be opened, or has no WARC record.
        MissingExtra: fastwarc is not installed.
    """
    name = os.fspath(path)
    try:
        import fastwarc  # noqa: F401 - raises before the file is opened
    except ImportError as error:
        raise MissingExtra("fastwarc", "batch") from error
    try:
        with Path(name).open("rb") as stream, Path(name).open("rb") as probe:
            yield from _Reader(stream, probe, name, max_bytes).entries()
    except OSError as error:
        raise SourceUnreadable(name, error.strerror or str(error)) from error


@dataclass(frozen=True, slots=True)
class _Found:
    """A record: its offset, its entry if any, and whether the next record must be searched for."""

    offset: int
    entry: Entry | None
    astray: bool = False


class _Reader:
    """One pass over a file. When fastwarc stops, it searches for the next record and restarts there.

    ``stream`` is the file, for fastwarc; ``probe`` is the same file opened again, to look elsewhere meanwhile.
    """

    def __init__(self, stream: BinaryIO, probe: BinaryIO, name: str, max_bytes: int) -> None:
        self._stream = stream
        self._probe = probe
        self._name = name
        self._max_bytes = max_bytes
        self._number = 0
        self._framing = _framing(probe)
        self._dictionary = _dictionary(probe) if self._framing == "zstd" else b""
        self._size = probe.seek(0, os.SEEK_END)
        self._apart = True

    def entries(self) -> Iterator[Entry]:
        if self._size and not self._may_begin() and self._next_start(0) is None:
            raise SourceUnreadable(self._name, "this is not a WARC file")
        self._apart = _frame_by_record(self._probe, self._framing)
        position: int | None = 0 if self._size else None
        while position is not None:
            position = yield from self._entries_from(position)

    def _may_begin(self) -> bool:
        """Whether the file begins with a record, as far as can be seen."""
        if self._framing != "zstd":
            return _begins(self._probe, self._framing, 0)
        head = _head(self._probe, self._framing, 0, len(_START), self._dictionary)
        return not head or head.startswith(_START)  # damaged or truncated data cannot be checked

    def _entries_from(self, position: int) -> Generator[Entry, None, int | None]:
        """Yield entries from a position up to the next damage; returns where to continue, or None."""
        held: Entry | None = None
        last: int | None = None
        for found in self._records(position):
            if isinstance(found, str):
                # Unreadable data here, or the record before has a wrong length and this is its rest.
                end = position if last is None else self._end(last)
                if last is not None and self._readable(end):
                    yield from self._blamed(held)
                    return end
                if held is not None:
                    yield held
                yield self._entry(end, error=SourceUnreadable(self._at(end), found))
                # A skipped record was not read: the next one may begin inside its declared length.
                return self._next_start((end if last is None or held is not None else last) + 1)
            if held is not None:
                yield held
            last, held = found.offset, found.entry
            if found.astray:
                if held is not None:
                    yield held
                end = self._end(last)
                return end if self._readable(end) else self._next_start(last + 1)
        if last is not None and self._readable(end := self._end(last)):
            yield from self._blamed(held)
            return end
        if held is not None:
            yield held
        if last is not None and end < self._size and not self._blank(end):
            yield self._entry(end, error=SourceUnreadable(self._at(end), "the file ends inside a record"))
            return self._next_start(end + 1)  # fastwarc takes some damage for the end of the file
        return None

    def _records(self, position: int) -> Iterator[_Found | str]:
        """Yield the records from a position on, and finally the reason if reading failed."""
        from fastwarc import ArchiveIterator

        self._stream.seek(position)
        known = self._dictionary
        stream, moved = (_Prefixed(known, self._stream), position - len(known)) if known else (self._stream, 0)
        try:
            # Records of all types, because the offset of a skipped one is needed if the next is damaged.
            records = iter(ArchiveIterator(stream, parse_http=False))
            while (record := next(records, None)) is not None:
                offset = record.stream_pos + moved
                try:
                    yield self._found(record, offset)
                except (OSError, ValueError) as error:
                    yield self._astray(record, offset, _words(error))
        except (OSError, ValueError) as error:
            yield _words(error)

    def _found(self, record: WarcRecord, offset: int) -> _Found:
        """Read one record, and decide whether the next one is where it should be."""
        headers = record.headers
        declared = headers.get("Content-Length")
        if headers.get("WARC-Type") is None or not _is_number(declared, record.content_length):
            return self._astray(record, offset, "the header of the record is damaged")
        kind = headers["WARC-Type"].strip().lower()
        if kind not in _PAGES:
            return _Found(offset, None, astray=self._may_cover(offset, record.content_length))
        length = record.content_length
        if length > self._max_bytes + _WINDOW:
            too_large = PageTooLarge("the number of bytes", length, self._max_bytes)
            entry = self._entry(offset, record, error=too_large, media=_own_type(record))
            return _Found(offset, entry, astray=self._may_cover(offset, length))
        block = record.reader.read(length)
        inner = _INNER.search(block) is not None
        if inner and (len(block) < length or self._holds_neighbours(offset, block)):
            return self._astray(record, offset, "the declared length exceeds the record")
        if len(block) < length:
            return self._astray(record, offset, f"it ends after {len(block):,} of {length:,} bytes")
        if kind == "continuation":
            return self._broken(record, offset, "a segment of a record; segments are not joined")
        if kind == "revisit":
            message = parse_message(block)  # may keep the HTTP header without the body
            return _Found(offset, self._entry(offset, record, repeats=_repeated(record), message=message))
        return self._page(record, offset, block, bare=kind != "response")

    def _page(self, record: WarcRecord, offset: int, block: bytes, *, bare: bool) -> _Found:
        """Read a record with content: an HTTP response, or (``bare``) content without an HTTP header."""
        media = record.headers.get("Content-Type")
        message = parse_message(block)
        if message is not None:
            media = _type(message)
            if not 200 <= message.status < 300:
                failed = FetchFailed(_url(record) or self._name, f"HTTP status {message.status}", message.status)
                return _Found(offset, self._entry(offset, record, error=failed, message=message))
        elif not bare:
            if media is not None and "http" not in media.lower():
                return _Found(offset, None)  # another protocol, mostly DNS
            return self._broken(record, offset, "it has no HTTP response")
        other = _reject_text(record) if message is None else None
        if (other := other or other_type(media)) is not None:
            return _Found(offset, self._entry(offset, record, error=other, message=message, media=media))
        try:
            data, is_whole = (block, True) if message is None else decoded(message, self._max_bytes)
        except BrokenCompression as error:
            return self._broken(record, offset, str(error), message)
        except BroadsheetError as error:
            return _Found(offset, self._entry(offset, record, error=error, message=message))
        entry = self._entry(offset, record)
        page = Record(
            asked=self._name,
            data=data,
            url=entry.url,
            charset=header_charset(media),
            content_type=media,
            status=None if message is None else message.status,
            headers=() if message is None else message.fields,
            fetched=entry.fetched,
            truncated=entry.truncated or (None if is_whole else _DISCONNECT),
        )
        return _Found(offset, replace(entry, record=page))

    def _entry(
        self,
        offset: int,
        record: WarcRecord | None = None,
        *,
        error: BroadsheetError | None = None,
        repeats: str | None = None,
        message: Message | None = None,
        media: str | None = None,
    ) -> Entry:
        """Make an entry; ``media`` is the type of content without an HTTP header."""
        number = self._number
        self._number += 1
        return Entry(
            number=number,
            offset=offset if self._apart else None,
            name=record.record_id if record is not None else None,
            url=_url(record) if record is not None else None,
            status=message.status if message is not None else None,
            content_type=_type(message) if message is not None else media,
            fetched=record.headers.get("WARC-Date") if record is not None else None,
            truncated=record.headers.get("WARC-Truncated") if record is not None else None,
            error=error,
            repeats=repeats,
        )

    def _broken(self, record: WarcRecord, offset: int, words: str, message: Message | None = None) -> _Found:
        """Make the entry of an unusable record, with the next record in its place."""
        error = SourceUnreadable(self._at(offset), words)
        return _Found(offset, self._entry(offset, record, error=error, message=message))

    def _astray(self, record: WarcRecord, offset: int, words: str) -> _Found:
        """Make the entry of an unusable record, after which the next one must be searched for."""
        return replace(self._broken(record, offset, words), astray=True)

    def _blamed(self, entry: Entry | None) -> Iterator[Entry]:
        """Mark an entry as broken because its record's length is wrong, so that its content cannot be trusted."""
        if entry is not None:
            error = SourceUnreadable(self._at(entry.offset), "the declared length is wrong")
            yield replace(entry, record=None, repeats=None, error=error)

    def _at(self, offset: int | None) -> str:
        return f"{self._name} at byte {offset}" if self._apart and offset is not None else self._name

    def _end(self, offset: int) -> int:
        return _frame_end(self._probe, self._framing, offset, self._size) if self._apart else self._size

    def _readable(self, position: int) -> bool:
        """Whether a readable record begins here."""
        if position >= self._size or not _begins(self._probe, self._framing, position):
            return False
        number = self._number
        try:
            found = next(self._records(position), "")
            return isinstance(found, _Found) and not found.astray
        finally:
            self._number = number

    def _blank(self, position: int) -> bool:
        self._probe.seek(position)
        return self._probe.read(_WINDOW).isspace()

    def _may_cover(self, offset: int, length: int) -> bool:
        """Whether the declared length of an unread record may be wrong and include the records after it."""
        if not self._apart:
            return False
        return length > self._max_bytes + _WINDOW or (self._framing is None and self._end(offset) == self._size)

    def _holds_neighbours(self, offset: int, block: bytes) -> bool:
        """Whether a record with another one in it has a wrong length and includes its neighbour."""
        if self._framing is None:
            end = self._end(offset)
            return end < self._size and not _begins(self._probe, None, end)
        # A separately compressed record cannot include the bytes of the next one.
        if (following := self._next_start(offset + 1)) is None:
            return False
        head = _head(self._probe, self._framing, following, _HEAD_BYTES, self._dictionary)
        return head[:_IDENTIFYING_BYTES] in block

    def _next_start(self, position: int) -> int | None:
        """Return the position of the next record from here on, or None."""
        return _search(self._probe, self._framing, position, self._dictionary) if self._apart else None


def _framing(stream: BinaryIO) -> str | None:
    """Return the compression of the file, or None."""
    stream.seek(0)
    head = stream.read(4)
    if head.startswith(GZIP_MAGIC):
        return "gzip"
    if head == ZSTD_MAGIC or _ZSTD_SKIPPABLE.match(head):
        return "zstd"
    return None


def _dictionary(stream: BinaryIO) -> bytes:
    """Return the dictionary frame at the beginning of a zstd file (IIPC, "Zstandard Compression for WARC Files"), which
    the other frames need; empty if there is none, or it is unusable.
    """
    from fastwarc.stream_io import ZstdReader

    stream.seek(0)
    head = stream.read(8)
    if not head.startswith(_ZSTD_DICTIONARY):
        return b""
    frame = head + stream.read(min(int.from_bytes(head[4:], "little"), 4 * _WINDOW))
    with suppress(OSError):
        ZstdReader(io.BytesIO(frame + _EMPTY_FRAME)).read(1)
        return frame
    return b""


class _Prefixed(io.RawIOBase):
    """A stream that begins with a dictionary, as fastwarc needs it, and continues in another stream."""

    def __init__(self, dictionary: bytes, stream: BinaryIO) -> None:
        self._dictionary = dictionary
        self._stream = stream
        self._place = 0

    def read(self, size: int = -1) -> bytes:
        piece = self._dictionary[self._place : self._place + size] or self._stream.read(size)
        self._place += len(piece)
        return piece

    def tell(self) -> int:
        return self._place


def _begins(stream: BinaryIO, framing: str | None, position: int) -> bool:
    return _head(stream, framing, position, len(_START)).startswith(_START) or framing == "zstd"


def _head(stream: BinaryIO, framing: str | None, position: int, count: int, dictionary: bytes = b"") -> bytes:
    """Return the first bytes at a position, decompressed; fewer if damaged or in another format."""
    stream.seek(position)
    if framing is None:
        return stream.read(count)
    packed = stream.read(1 << 15 if framing == "gzip" else _WINDOW >> 2)  # for zstd at least one block
    from fastwarc.stream_io import ZstdReader

    with suppress(zlib.error, OSError):
        if framing == "gzip":
            return zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(packed, count)
        head: bytes = ZstdReader(io.BytesIO(dictionary + packed)).read(count)
        return head
    return b""


def _frame_by_record(stream: BinaryIO, framing: str | None) -> bool:
    """Whether records are compressed separately, so that each has its own offset."""
    seen = b""
    for piece in _first_frame(stream, framing):
        seen += piece
        if _INNER.search(seen) is not None:
            return False
        if len(seen) > 4 * _WINDOW:
            break
    return True


def _first_frame(stream: BinaryIO, framing: str | None) -> Iterator[bytes]:
    """Yield the decompressed pieces of the first frame; none for a plain file, or a dictionary of zstd."""
    from fastwarc.stream_io import ZstdReader

    with suppress(zlib.error, OSError):
        if framing == "gzip":
            stream.seek(0)
            decoder = zlib.decompressobj(16 + zlib.MAX_WBITS)
            while not decoder.eof and (packed := stream.read(1 << 14)):
                yield decoder.decompress(packed, _WINDOW)
        elif framing == "zstd":
            end = _zstd_end(stream, 0, stream.seek(0, os.SEEK_END))
            stream.seek(0)
            reader = ZstdReader(io.BytesIO(stream.read(min(end, 4 * _WINDOW))))
            while piece := reader.read(1 << 14):
                yield piece


def _frame_end(stream: BinaryIO, framing: str | None, position: int, size: int) -> int:
    """Return the end of the frame at a position; for plain files, the end of the record by its declared length."""
    if framing == "zstd":
        return _zstd_end(stream, position, size)
    stream.seek(position)
    if framing is None:
        head = stream.read(1 << 16)
        end = head.find(b"\r\n\r\n")
        length = re.search(rb"(?im)^content-length:\s*(\d+)", head[: max(end, 0)])
        return min(size, position + end + 4 + int(length[1]) + 4) if end > 0 and length is not None else position + 1
    decoder = zlib.decompressobj(16 + zlib.MAX_WBITS)
    taken = 0
    try:
        while not decoder.eof and (packed := stream.read(1 << 16)):
            while packed and not decoder.eof:
                decoder.decompress(packed, _WINDOW)
                taken += len(packed) - len(decoder.unconsumed_tail) - len(decoder.unused_data)
                packed = decoder.unconsumed_tail
    except zlib.error:
        return position + 1
    return position + taken


def _zstd_end(stream: BinaryIO, position: int, size: int) -> int:
    """Return the end of a zstd frame by its block headers (RFC 8878, section 3.1), without decompression."""
    stream.seek(position)
    if _ZSTD_SKIPPABLE.match(stream.read(4)):
        return min(size, position + 8 + int.from_bytes(stream.read(4), "little"))
    if not (first := stream.read(1)):
        return size
    descriptor = first[0]
    single = descriptor >> 5 & 1
    content = (single, 2, 4, 8)[descriptor >> 6]
    at = position + 5 + (0 if single else 1) + (0, 1, 2, 4)[descriptor & 3] + content
    while at + 3 <= size:
        stream.seek(at)
        header = int.from_bytes(stream.read(3), "little")
        # A run-length block stores one byte.
        at += 3 + (1 if header >> 1 & 3 == 1 else header >> 3)
        if header & 1:
            return min(size, at + (4 if descriptor >> 2 & 1 else 0))
    return size


def _search(stream: BinaryIO, framing: str | None, position: int, dictionary: bytes = b"") -> int | None:
    """Return the position of the next readable record, from a position on, or None."""
    overlap = 64
    while True:
        stream.seek(position)
        window = stream.read(_WINDOW)
        for at in _candidates(window, framing, whole=position == 0):
            if framing is None or _head(stream, framing, position + at, _HEAD_BYTES, dictionary).startswith(_START):
                return position + at
        if len(window) < _WINDOW:
            return None
        position += len(window) - overlap


def _candidates(window: bytes, framing: str | None, *, whole: bool) -> Iterator[int]:
    if framing is None:
        for match in _PLAIN.finditer(window):
            if match.end() > 0 or whole:
                yield match.end()
        return
    magic = GZIP_MAGIC + b"\x08" if framing == "gzip" else ZSTD_MAGIC
    at = window.find(magic)
    while at >= 0:
        yield at
        at = window.find(magic, at + 1)


def _is_number(declared: str | None, read: int) -> bool:
    """Whether a declared length is a number equal to fastwarc's, which keeps its last 64 bits."""
    return declared is not None and declared.strip().isdecimal() and int(declared) == read


def _url(record: WarcRecord) -> str | None:
    url = record.headers.get("WARC-Target-URI")
    # The examples of WARC 1.0 put the URL in angle brackets, and some writers followed them.
    return url.strip().removeprefix("<").removesuffix(">") or None if url is not None else None


def _type(message: Message) -> str | None:
    return next(iter(message.values("content-type")), None)


def _own_type(record: WarcRecord) -> str | None:
    """Return the type of a record's content, unless it is an HTTP message."""
    media: str | None = record.headers.get("Content-Type")
    return None if media is None or "http" in media.lower() else media


def _reject_text(record: WarcRecord) -> NotHTML | None:
    """Return an error for a conversion record with plain text only."""
    plain = (_own_type(record) or "").lower().startswith("text/plain")
    return NotHTML(_TEXT) if plain and record.headers["WARC-Type"].strip().lower() == "conversion" else None


def _repeated(record: WarcRecord) -> str:
    """Describe the capture that a revisit record refers to."""
    headers = record.headers
    url = headers.get("WARC-Refers-To-Target-URI") or _url(record) or "an earlier capture"
    date = headers.get("WARC-Refers-To-Date")
    return f"{url} of {date}" if date else url


def _words(error: Exception) -> str:
    text = str(error)
    return {
        "Invalid WARC header": "not a WARC record",
        "incomplete frame": "the compressed data is truncated",
    }.get(text, "the compressed data is damaged" if "ecompression" in text or "corrupt" in text.lower() else text)
