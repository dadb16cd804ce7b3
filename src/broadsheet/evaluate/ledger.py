"""Append-only file with one record per page: an interrupted run loses and repeats nothing.

The first line is a header that describes the records, the others are JSON objects. Lines are written atomically; an
incomplete last line, left by a killed process, is cut off. If the header differs, the file is started again.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from broadsheet.errors import BroadsheetError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["Ledger", "LedgerUnreadable", "read_ledger"]

_PAGE = "page"


class LedgerUnreadable(BroadsheetError):
    """A file of extractions is missing or invalid."""


@dataclass(frozen=True, slots=True)
class _Existing:
    """Contents of an existing file.

    Attributes:
        pages: pages with a record.
        size: bytes up to the end of the last complete record.
        changed: why the file is unusable, or None.
    """

    pages: frozenset[str]
    size: int
    changed: str | None


class Ledger:
    """One file, open for appending.

    Args:
        path: the file; its folder is created.
        header: describes the records: names and values.

    Attributes:
        pages: pages with a record.
        changed: why older records were discarded, or None.

    Raises:
        OSError: the file cannot be read or written.
    """

    def __init__(self, path: Path, header: Mapping[str, str]) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        known = _read_existing(path, header)
        self.changed = known.changed
        self.pages = set(known.pages)
        self._path = path
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        os.ftruncate(self._file, known.size)
        if not known.size:
            self._write(header)

    def append(self, page: str, record: Mapping[str, Any]) -> None:
        """Append the record of a page, unless it has one.

        Args:
            page: id of the page, unique in the file.
            record: JSON-compatible values by name.

        Raises:
            OSError: it cannot be written; a partial line is removed.
        """
        if page not in self.pages:
            self._write({_PAGE: page, **record})
            self.pages.add(page)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def _write(self, record: Mapping[str, Any]) -> None:
        line = _line(record)
        before = os.fstat(self._file).st_size
        try:
            written = 0
            while written < len(line):
                written += os.write(self._file, line[written:])
        except BaseException:
            os.ftruncate(self._file, before)
            raise


def read_ledger(path: Path) -> tuple[dict[str, str], dict[str, dict[str, Any]]]:
    """Return the header and the records of a file, by page.

    Raises:
        LedgerUnreadable: the file cannot be read, or has no header.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise LedgerUnreadable(f"{path}: {error.strerror}") from error
    header = _parsed(lines[0])
    if header is None or _PAGE in header:
        raise LedgerUnreadable(f"{path}: the first line is not a header of extractions")
    return header, {record[_PAGE]: record for record, _ in _records(lines[1:])}


def _read_existing(path: Path, header: Mapping[str, str]) -> _Existing:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return _Existing(frozenset(), 0, None)
    first, *others = data.split(b"\n")
    old = _parsed(first)
    if not others or old is None:
        # An interrupted first line, or another file.
        return _Existing(frozenset(), 0, "it has no header" if data else None)
    if old != header:
        names = [name for name in {**header, **old} if header.get(name) != old.get(name)]
        changed = ", ".join(f"{name}: {old.get(name, 'none')} -> {header.get(name, 'none')}" for name in names)
        return _Existing(frozenset(), 0, changed)
    pages, size = set(), len(first) + 1
    for record, length in _records(others):
        pages.add(record[_PAGE])
        size += length
    return _Existing(frozenset(pages), size, None)


def _records(lines: list[bytes]) -> Iterator[tuple[dict[str, Any], int]]:
    """Yield the complete records at the beginning, and their lengths. The last line has no line break, so it is not
    complete.
    """
    for line in lines[:-1]:
        record = _parsed(line)
        if record is None or not isinstance(record.get(_PAGE), str):
            return
        yield record, len(line) + 1


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        record = json.loads(line)
    except ValueError:
        return None
    return record if isinstance(record, dict) else None


def _line(record: Mapping[str, Any]) -> bytes:
    # ASCII: a page may contain lone surrogates, which no encoding accepts.
    return json.dumps(record).encode("ascii") + b"\n"
