"""Tables with one page per row: JSON lines and Parquet. The caller names the columns."""

from __future__ import annotations

import gzip
import io
import json
import os
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import IO, Any, Final

from broadsheet.crawl.sources.options import MAX_BYTES
from broadsheet.crawl.sources.payload import GZIP_MAGIC, ZSTD_MAGIC, gunzipped
from broadsheet.crawl.sources.record import Entry, Record
from broadsheet.errors import BroadsheetError, MissingExtra, NotHTML, PageTooLarge, SourceUnreadable

__all__ = ["Columns", "NoColumn", "check_jsonl", "pyarrow", "read_jsonl", "read_parquet", "row_groups"]

_BATCH_ROWS: Final = 64  # rows of a Parquet file in memory
_FIRST_LINES: Final = 100  # lines of a JSON-lines file in which an object with the named keys must occur
_URL: Final = "url"
_ESCAPE_FACTOR: Final = 6  # maximum bytes of JSON per byte of a page


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Names of table columns.

    Attributes:
        html: the page, as text or bytes (which may be gzipped).
        url: URL of the page. If named, a table must have it; by default ``url``, if there is one.
    """

    html: str = "html"
    url: str | None = None

    @property
    def address(self) -> str:
        """Name of the URL column."""
        return self.url if self.url is not None else _URL

    @property
    def required(self) -> tuple[str, ...]:
        """Columns that a table must have."""
        return (self.html,) if self.url is None else (self.html, self.url)


class NoColumn(SourceUnreadable):
    """A table lacks a named column."""


class _NoObject(SourceUnreadable):
    """A line is not a JSON object."""


def read_jsonl(
    path: str | os.PathLike[str],
    *,
    columns: Columns | None = None,
    first: int = 0,
    stop: int | None = None,
    max_bytes: int = MAX_BYTES,
) -> Iterator[Entry]:
    """Read the pages of a JSON-lines file, of lines that begin from byte ``first`` on and before ``stop``.

    gzip and zstd are decompressed. There is an entry per non-blank line; its offset is that in the decompressed file.

    Raises:
        SourceUnreadable: the file cannot be opened, none of its first lines is a JSON object, or the first line lacks
            the key of the page.
    """
    name = os.fspath(path)
    columns = columns if columns is not None else Columns()
    try:
        stream = _open(name)
    except OSError as error:
        raise SourceUnreadable(name, error.strerror or str(error)) from error
    with closing(stream):
        entries = _lines(stream, name, columns, first, stop, max_bytes)
        if first == 0:
            yield from _first_entries(entries, name)
        yield from entries


def _first_entries(entries: Iterator[Entry], name: str) -> list[Entry]:
    """Return the entries up to the first JSON object; raise if there is none among the first lines."""
    found: list[Entry] = []
    for entry in entries:
        found.append(entry)
        if not isinstance(entry.error, _NoObject):
            return found
        if len(found) == _FIRST_LINES:
            break
    if found:
        raise SourceUnreadable(name, "this is not a JSON-lines file: none of its first lines is a JSON object in UTF-8")
    return found


def _lines(
    stream: IO[bytes], name: str, columns: Columns, first: int, stop: int | None, max_bytes: int
) -> Iterator[Entry]:
    offset = number = 0
    if first:  # go to the first line that begins here or later
        stream.seek(first - 1)
        offset = first - 1 + _skip_line(stream)
    while stop is None or offset < stop:
        try:
            line = stream.readline(_ESCAPE_FACTOR * max_bytes + 1)
        except (OSError, EOFError, zlib.error) as error:
            words = f"the compressed data is truncated or damaged ({error})"
            yield Entry(number=number, offset=offset, error=SourceUnreadable(f"{name} at byte {offset}", words))
            return
        if not line:
            return
        at, offset = offset, offset + len(line)
        if not line.endswith(b"\n") and len(line) > _ESCAPE_FACTOR * max_bytes:
            offset += _skip_line(stream)
            error_ = PageTooLarge("the number of bytes", len(line), max_bytes, exact=False)
            yield Entry(number=number, offset=at, error=error_)
        elif line.isspace():
            continue
        else:
            yield _object(line, name, columns, number, at, max_bytes)
        number += 1


def _open(name: str) -> IO[bytes]:
    with Path(name).open("rb") as stream:
        magic = stream.read(4)
    if magic.startswith(GZIP_MAGIC):
        return gzip.open(name, "rb")  # type: ignore[return-value] # GzipFile is readable like any stream
    if magic == ZSTD_MAGIC:
        return io.BufferedReader(pyarrow().input_stream(name, compression="zstd"))
    return Path(name).open("rb")


def _skip_line(stream: IO[bytes]) -> int:
    """Read to the end of the line, and return the number of bytes read."""
    passed = 0
    while piece := stream.readline(1 << 20):
        passed += len(piece)
        if piece.endswith(b"\n"):
            break
    return passed


def _object(line: bytes, name: str, columns: Columns, number: int, offset: int, max_bytes: int) -> Entry:
    at = f"{name} at byte {offset}"
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        words = "in UTF-8" if isinstance(error, UnicodeDecodeError) else f"JSON: {error}"
        return Entry(number=number, offset=offset, error=_NoObject(at, f"this line is not {words}"))
    if not isinstance(row, dict):
        return Entry(number=number, offset=offset, error=_NoObject(at, "this line is not a JSON object"))
    if columns.html not in row:
        known = ", ".join(map(str, row)) or "none"
        error_ = NoColumn(at, f"no key {columns.html!r}; keys: {known}")
        if offset == 0:
            raise error_  # most likely a wrong name, and so wrong on every line
        return Entry(number=number, offset=offset, url=_address(row.get(columns.address)), error=error_)
    return _row(row[columns.html], row.get(columns.address), name, number, offset, max_bytes)


def check_jsonl(path: str | os.PathLike[str], columns: Columns) -> None:
    """Check that a file has JSON objects with the named keys. Unreadable lines are ignored.

    Raises:
        SourceUnreadable: it cannot be opened, or none of its first lines is a JSON object.
        NoColumn: its first line lacks the key of the page, or all its first lines that of the URL.
    """
    next(read_jsonl(path, columns=columns), None)
    if columns.url is None:
        return
    known: dict[str, None] = {}
    with closing(_open(os.fspath(path))) as stream, suppress(OSError, EOFError, zlib.error):
        for _ in range(_FIRST_LINES):
            line = stream.readline(_ESCAPE_FACTOR * MAX_BYTES)
            with suppress(ValueError, RecursionError):
                if isinstance(row := json.loads(line), dict):
                    if columns.url in row:
                        return
                    known.update(dict.fromkeys(row))
    if known:
        words = f"no key {columns.url!r} in the first lines; keys: {', '.join(known)}"
        raise NoColumn(os.fspath(path), words)


def row_groups(path: str | os.PathLike[str], columns: Columns) -> list[int]:
    """Return the compressed size in bytes of each row group of a Parquet file.

    Raises:
        SourceUnreadable: it cannot be opened, or is not Parquet.
        NoColumn: a named column is missing.
        MissingExtra: pyarrow is not installed.
    """
    name = os.fspath(path)
    with _parquet(name) as file:
        _check(name, file.schema_arrow.names, columns)
        return [file.metadata.row_group(group).total_byte_size for group in range(file.num_row_groups)]


def read_parquet(
    path: str | os.PathLike[str], *, group: int, columns: Columns | None = None, max_bytes: int = MAX_BYTES
) -> Iterator[Entry]:
    """Read the pages of one row group of a Parquet file: an entry per row; its offset is the row's number in the file.

    Raises the errors of `row_groups`.
    """
    name = os.fspath(path)
    columns = columns if columns is not None else Columns()
    pa = pyarrow()
    with _parquet(name) as file:
        before = sum(file.metadata.row_group(earlier).num_rows for earlier in range(group))
        known = file.schema_arrow.names
        _check(name, known, columns)
        wanted = [columns.html] + [columns.address] * (columns.address in known)
        number = 0
        try:
            for batch in file.iter_batches(_BATCH_ROWS, row_groups=[group], columns=wanted):
                pages = _values(batch.column(columns.html))
                urls = _values(batch.column(columns.address)) if columns.address in known else repeat(None)
                for page, url in zip(pages, urls, strict=False):
                    yield _row(page, url, name, number, before + number, max_bytes)
                    number += 1
        except (OSError, pa.ArrowException) as error:
            words = f"the row group {group} is damaged: {' '.join(str(error).split())}"
            yield Entry(number=number, offset=before + number, error=SourceUnreadable(name, words))


def _values(column: Any) -> Iterator[Any]:
    """Yield the values of a column. Invalid UTF-8 is replaced; otherwise it would end the reading of all rows."""
    pa = pyarrow()
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    octets = {pa.string(): pa.binary(), pa.large_string(): pa.large_binary()}.get(column.type)
    if octets is None:
        yield from (value.as_py() for value in column)
        return
    for value in column.view(octets):
        text = value.as_py()
        yield None if text is None else text.decode("utf-8", "replace")


def _check(name: str, known: list[str], columns: Columns) -> None:
    for column in columns.required:
        if column not in known:
            raise NoColumn(name, f"no column {column!r}; columns: {', '.join(known)}")
    for column in (columns.html, columns.address):
        if known.count(column) > 1:
            raise NoColumn(name, f"more than one column {column!r}")


@contextmanager
def _parquet(name: str) -> Iterator[Any]:
    pa = pyarrow()
    from pyarrow import parquet

    with ExitStack() as files:
        try:
            # A stream, because Arrow rejects paths that are not UTF-8.
            file = parquet.ParquetFile(files.enter_context(pa.OSFile(os.fsencode(name))))
        except FileNotFoundError as error:
            raise SourceUnreadable(name, "no such file") from error
        except (OSError, pa.ArrowException) as error:
            raise SourceUnreadable(name, f"this is not a Parquet file: {' '.join(str(error).split())}") from error
        yield file


def _row(page: Any, url: Any, name: str, number: int, offset: int, max_bytes: int) -> Entry:
    address = _address(url)
    charset: str | None = None
    try:
        match page:
            case str():
                # JSON can contain lone surrogates, which are not text; they become question marks.
                page, charset = page.encode("utf-8", "replace"), "utf-8"
            case None:
                raise NotHTML("nothing (empty input)")
            case bytes():
                pass
            case _:
                raise NotHTML(f"a value of type {type(page).__name__}")
        data = gunzipped(page, f"{name}, row {offset}", max_bytes)
    except BroadsheetError as error:
        return Entry(number=number, offset=offset, url=address, error=error)
    record = Record(data=data, url=address, charset=charset)
    return Entry(number=number, offset=offset, url=address, record=record)


def _address(url: Any) -> str | None:
    if isinstance(url, bytes):
        url = url.decode("utf-8", "replace")
    return url if isinstance(url, str) and url else None


def pyarrow() -> Any:
    """Return pyarrow, or raise `MissingExtra`."""
    try:
        import pyarrow as pa
    except ImportError as error:
        raise MissingExtra("pyarrow", "batch") from error
    return pa
