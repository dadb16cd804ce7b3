"""A file or the standard input -> a record. gzip is unpacked, whatever the file is called.

It must not know the network, nor whether the bytes are a page.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Final

from broadsheet.errors import SourceUnreadable
from broadsheet.sources.inflate import GZIP_MAGIC, BrokenCompression, gather, inflate
from broadsheet.sources.options import MAX_BYTES
from broadsheet.sources.record import Record

__all__ = ["NO_NAME", "STANDARD_INPUT", "read_file", "read_standard_input"]

STANDARD_INPUT: Final = "-"
NO_NAME: Final = "no file has an empty name"
_CHUNK: Final = 1 << 16


def read_file(path: str | os.PathLike[str], *, url: str | None = None, max_bytes: int = MAX_BYTES) -> Record:
    """Read a page from a file: a regular file, a named pipe, or a device.

    Args:
        path: the file. If it begins like gzip data, it is unpacked.
        url: where the page is from, if it is known.
        max_bytes: the most bytes of the page, after decompression.

    Raises:
        SourceUnreadable: there is no such file, it is a directory, it may not be read, or its gzip data is broken.
        PageTooLarge: it has more bytes.
    """
    name = os.fspath(path)
    if not name:
        raise SourceUnreadable(name, NO_NAME)
    try:
        stream = Path(name).open("rb")  # noqa: SIM115 - closed below; opening alone is what may fail like this
    except (OSError, ValueError) as error:
        raise SourceUnreadable(name, _reason(error)) from error
    with stream:
        return _read(stream, name, url, max_bytes)


def read_standard_input(*, url: str | None = None, max_bytes: int = MAX_BYTES) -> Record:
    """Read a page from the standard input, to its end.

    Args:
        url: where the page is from, if it is known.
        max_bytes: the most bytes of the page, after decompression.

    Raises:
        SourceUnreadable: there is no standard input, it cannot be read, or its gzip data is broken.
        PageTooLarge: it has more bytes.
    """
    # A process may be started without a standard input; the type stubs leave that out.
    stream: BinaryIO | None = getattr(sys.stdin, "buffer", None)
    if stream is None or stream.closed:
        raise SourceUnreadable(STANDARD_INPUT, "the standard input is closed")
    return _read(stream, STANDARD_INPUT, url, max_bytes)


def _read(stream: BinaryIO, name: str, url: str | None, max_bytes: int) -> Record:
    try:
        chunks = _chunks(stream)
        first = next(chunks, b"")
        whole = chain((first,), chunks)
        data = gather(inflate(whole, "gzip") if first.startswith(GZIP_MAGIC) else whole, max_bytes)
    except (OSError, BrokenCompression) as error:
        raise SourceUnreadable(name, _reason(error)) from error
    return Record(asked=name, data=data, url=url)


def _chunks(stream: BinaryIO) -> Iterator[bytes]:
    while chunk := stream.read(_CHUNK):
        yield chunk


def _reason(error: Exception) -> str:
    match error:
        case FileNotFoundError():
            return "no such file"
        case IsADirectoryError():
            return "this is a directory, not a file"
        case PermissionError():
            return "no permission to read it"
        case OSError(strerror=str() as words):
            return words
        case _:
            return str(error)
