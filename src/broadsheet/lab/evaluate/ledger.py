"""Append-only file with one record per page: an interrupted run loses and repeats nothing.

The first line is a header that describes the records, the others are JSON objects. Lines are written atomically; an
incomplete last line, left by a killed process, is cut off. If the header differs, the file is started again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from broadsheet.errors import BroadsheetError

__all__ = ["Ledger", "LedgerUnreadable", "read_ledger"]

_PAGE: Final = "page"


class LedgerUnreadable(BroadsheetError):
    """A file of extractions is missing or invalid."""


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
        data = path.read_bytes() if path.exists() else b""
        old, records, size = _parse(data)
        self.changed = None
        if old is None:
            self.changed = "it has no header" if data else None
        elif old != header:
            names = [name for name in {**header, **old} if header.get(name) != old.get(name)]
            self.changed = ", ".join(f"{name}: {old.get(name, 'none')} -> {header.get(name, 'none')}" for name in names)
        fresh = old is None or self.changed is not None
        self.pages = set() if fresh else set(records)
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        os.ftruncate(self._file, 0 if fresh else size)
        if fresh:
            self._write(header)

    def append(self, page: str, record: Mapping[str, Any]) -> None:
        """Append the record of a page, JSON-compatible values by name, unless it has one.

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
        # ASCII: a page may contain lone surrogates, which no encoding accepts.
        line = json.dumps(record).encode("ascii") + b"\n"
        before = os.fstat(self._file).st_size
        try:
            while line:
                line = line[os.write(self._file, line) :]
        except BaseException:
            os.ftruncate(self._file, before)
            raise


def read_ledger(path: Path) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Return the header and the records of a file, by page.

    Raises:
        LedgerUnreadable: the file cannot be read, or has no header.
    """
    try:
        header, records, _ = _parse(path.read_bytes())
    except OSError as error:
        raise LedgerUnreadable(f"{path}: {error.strerror}") from error
    if header is None:
        raise LedgerUnreadable(f"{path}: the first line is not a header of extractions")
    return header, records


def _parse(data: bytes) -> tuple[dict[str, Any] | None, dict[str, dict[str, Any]], int]:
    """Return the header, the records before the first incomplete line, by page, and the bytes up to there."""
    first, *others = data.splitlines(keepends=True) or [b""]
    header, size = _parsed(first), len(first)
    records: dict[str, dict[str, Any]] = {}
    if header is None or _PAGE in header:
        return None, records, 0
    for line in others:
        record = _parsed(line)
        if record is None or not isinstance(record.get(_PAGE), str):
            break
        records[record.pop(_PAGE)] = record
        size += len(line)
    return header, records, size


def _parsed(line: bytes) -> dict[str, Any] | None:
    """Return the object of a complete line, or None."""
    try:
        record = json.loads(line) if line.endswith(b"\n") else None
    except ValueError:
        return None
    return record if isinstance(record, dict) else None
