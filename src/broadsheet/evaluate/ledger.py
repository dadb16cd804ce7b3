"""A file that grows by a record a page: how extractions are kept, so that an interrupted run loses and repeats nothing.

The first line says what the records are of (`Header`), the others are one JSON object a page. A line is written at once
and whole; half a line at the end, left by a process that was killed, is cut off before the next is written. Records of
another header are not mixed with new ones: the file is begun anew. It must not know what the records hold.
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
    """A file of extractions is missing or is not one."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What a file holds already.

    Attributes:
        pages: the pages that have a record.
        size: bytes up to the end of the last whole record.
        changed: why the file is of no use, in words; None if it is.
    """

    pages: frozenset[str]
    size: int
    changed: str | None


class Ledger:
    """One file, open for more records.

    Args:
        path: the file; its folder is made.
        header: what the records are of: names and values.

    Attributes:
        pages: the pages that have a record.
        changed: why older records were thrown away, in words; None if none were.

    Raises:
        OSError: the file cannot be read or written.
    """

    def __init__(self, path: Path, header: Mapping[str, str]) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        known = _known(path, header)
        self.changed = known.changed
        self.pages = set(known.pages)
        self._path = path
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        os.ftruncate(self._file, known.size)
        if not known.size:
            self._write(header)

    def append(self, page: str, record: Mapping[str, Any]) -> None:
        """Write the record of a page, unless it has one.

        Args:
            page: the page's identifier, which no other page of the file has.
            record: what JSON can hold, by name.

        Raises:
            OSError: it cannot be written; what was written of it is taken back.
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
    """The header and the records of a file, by page.

    Raises:
        LedgerUnreadable: the file cannot be read, or its first line is no header.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise LedgerUnreadable(f"{path}: {error.strerror}") from error
    header = _parsed(lines[0])
    if header is None or _PAGE in header:
        raise LedgerUnreadable(f"{path}: the first line does not say what the extractions are of")
    return header, {record[_PAGE]: record for record, _ in _records(lines[1:])}


def _known(path: Path, header: Mapping[str, str]) -> _Known:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return _Known(frozenset(), 0, None)
    first, *others = data.split(b"\n")
    old = _parsed(first)
    if not others or old is None:
        # Killed while the first line was written, or no file of ours.
        return _Known(frozenset(), 0, "it does not say what it is of" if data else None)
    if old != header:
        names = [name for name in {**header, **old} if header.get(name) != old.get(name)]
        changed = ", ".join(f"{name}: {old.get(name, 'none')} -> {header.get(name, 'none')}" for name in names)
        return _Known(frozenset(), 0, changed)
    pages, size = set(), len(first) + 1
    for record, length in _records(others):
        pages.add(record[_PAGE])
        size += length
    return _Known(frozenset(pages), size, None)


def _records(lines: list[bytes]) -> Iterator[tuple[dict[str, Any], int]]:
    """The whole records at the beginning, and the length of each. What follows the last line break is not whole."""
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
    # ASCII: a page may hold half of a surrogate pair, which no encoding takes.
    return json.dumps(record).encode("ascii") + b"\n"
