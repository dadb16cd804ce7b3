"""Read a file or standard input into a record. gzip data is decompressed, whatever the file name."""

from __future__ import annotations

import os
import sys
from functools import partial
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Final

from broadsheet.crawl.sources.options import MAX_BYTES
from broadsheet.crawl.sources.payload import GZIP_MAGIC, BrokenCompression, gather, inflate
from broadsheet.crawl.sources.record import Record
from broadsheet.errors import SourceUnreadable

__all__ = ["NO_NAME", "STANDARD_INPUT", "read_file", "read_standard_input", "reason_of", "standard_input"]

STANDARD_INPUT: Final = "-"
NO_NAME: Final = "the file name is empty"
_CHUNK: Final = 1 << 16


def read_file(path: str | os.PathLike[str], *, url: str | None = None, max_bytes: int = MAX_BYTES) -> Record:
    """Read a page from a regular file, a named pipe, or a device.

    Args:
        path: the file; gzip data is decompressed.
        url: URL of the page, if known.
        max_bytes: maximum size of the page in bytes, decompressed.

    Raises:
        SourceUnreadable: the file is missing, a directory, not permitted, or its gzip data is broken.
        PageTooLarge: it exceeds ``max_bytes``.
    """
    name = os.fspath(path)
    if not name:
        raise SourceUnreadable(name, NO_NAME)
    try:
        stream = Path(name).open("rb")  # noqa: SIM115 - closed below; only opening is in the try block
    except (OSError, ValueError) as error:
        raise SourceUnreadable(name, reason_of(error)) from error
    with stream:
        return _read(stream, name, url, max_bytes)


def read_standard_input(*, url: str | None = None, max_bytes: int = MAX_BYTES) -> Record:
    """Read a page from standard input, to its end; arguments and errors are those of `read_file`."""
    return _read(standard_input(), STANDARD_INPUT, url, max_bytes)


def standard_input() -> BinaryIO:
    """Return standard input; raise `SourceUnreadable` if it is closed."""
    # Without a standard input, sys.stdin is None; the type stubs leave that out.
    stream: BinaryIO | None = getattr(sys.stdin, "buffer", None)
    if stream is None or stream.closed:
        raise SourceUnreadable(STANDARD_INPUT, "standard input is closed")
    return stream


def _read(stream: BinaryIO, name: str, url: str | None, max_bytes: int) -> Record:
    try:
        chunks = iter(partial(stream.read, _CHUNK), b"")
        first = next(chunks, b"")
        whole = chain((first,), chunks)
        data = gather(inflate(whole, "gzip") if first.startswith(GZIP_MAGIC) else whole, max_bytes)
    except (OSError, BrokenCompression) as error:
        raise SourceUnreadable(name, reason_of(error)) from error
    return Record(asked=name, data=data, url=url)


def reason_of(error: Exception) -> str:
    """Return why a file cannot be read."""
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
            return str(error) or type(error).__name__
