"""Read files of corpora: pages, found by name and only inside their folder, gold texts, tables, and fields of JSON.

All functions raise `broadsheet.errors.CorpusError`, with file and place, if a file is missing, unreadable or not in the
expected format. A missing field and ``null`` are equal.
"""

from __future__ import annotations

import datetime as dt
import gzip
import html
import json
import os
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from broadsheet.errors import CorpusError
from broadsheet.page import decode

__all__ = [
    "Record",
    "check_name",
    "entries",
    "files_of",
    "find_page",
    "json_lines",
    "lines",
    "marked_paragraphs",
    "page_loader",
    "read_bytes",
    "read_record",
    "read_text",
    "table_rows",
]

_PARAGRAPH_MARK: Final = re.compile(r"</?\s*[hpl]\s*/?>|\n[^\S\n]*\n", re.IGNORECASE)  # or an empty line


def read_bytes(path: Path) -> bytes:
    """Read a file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise CorpusError(f"{path}: {error.strerror}") from error


def _page_bytes(path: Path) -> bytes:
    """Read a page; ``.gz`` files are decompressed."""
    if path.suffix != ".gz":
        return read_bytes(path)
    try:
        packed = path.read_bytes()
        data = gzip.decompress(packed)
    except (OSError, EOFError, zlib.error) as error:
        raise CorpusError(f"{path}: not readable as gzip ({error})") from error
    if not packed:  # gzip accepts it
        raise CorpusError(f"{path}: not readable as gzip (the file is empty)")
    return data


def table_rows(path: Path, columns: int, otherwise: str) -> Iterator[tuple[str, list[str]]]:
    """Read a tab-separated table in UTF-8. Empty lines and lines that begin with ``#`` are ignored.

    Args:
        path: the table.
        columns: number of cells in a row, none of them empty.
        otherwise: message about a row with other cells.

    Yields:
        The place of each row (``file:line``), and its trimmed cells.
    """
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CorpusError(f"{path}: not UTF-8 ({error.reason} at byte {error.start})") from error
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) != columns or not all(cells):
            raise CorpusError(f"{path}:{number}: {otherwise}")
        yield f"{path}:{number}", cells


def check_name(name: str, where: object) -> None:
    """Reject names of pages that would lead out of their folder."""
    if not name or name in {".", ".."} or "/" in name or "\\" in name:
        raise CorpusError(f"{where}: a page id must not be empty or contain a path separator: {name!r}")


def find_page(folders: Iterable[Path], name: str, where: object, endings: Iterable[str] = ("",)) -> Path:
    """Return the file of a page, in the first folder that has it.

    ``where`` is the place of the name in the gold answers, for messages.
    """
    check_name(name, where)
    paths = [folder / f"{name}{ending}" for folder in folders for ending in endings]
    for path in paths:
        if os.path.isfile(path):  # noqa: PTH113 - Path.is_file raises if the name is too long
            return path
    raise CorpusError(f"{where}: no such page {paths[0]}")


def page_loader(
    folders: Iterable[Path], name: str, where: object, endings: Iterable[str] = ("",)
) -> Callable[[], bytes]:
    """Return a function that reads a page, for `broadsheet.lab.corpora.base.Sample` (see `find_page`)."""
    return partial(_page_bytes, find_page(folders, name, where, endings))


def files_of(folder: Path, pattern: str = "*") -> list[Path]:
    """List the files of a folder by name, without hidden ones (``.DS_Store``)."""
    if not folder.is_dir():
        raise CorpusError(f"{folder}: no such folder")
    return sorted(path for path in folder.glob(pattern) if path.is_file() and not path.name.startswith("."))


def read_text(path: Path, fallback: str = "windows-1252") -> str:
    r"""Read a gold file, which declares no encoding: by byte order mark, as UTF-8 if valid, or with the fallback.

    Line ends become ``\n``. Invalid bytes become U+FFFD.
    """
    return decode(read_bytes(path), fallback).utf8.decode().replace("\r\n", "\n").replace("\r", "\n")


def lines(text: str) -> str:
    """Normalise a text with one paragraph per line: white space collapsed, no empty lines."""
    return "\n".join(filter(None, (" ".join(line.split()) for line in text.split("\n"))))


def marked_paragraphs(text: str) -> str:
    """Normalise a text in CleanEval's markup: paragraphs begin with ``<h>``, ``<p>`` or ``<l>``, lines are wrapped.

    An empty line also ends a paragraph. Character references are resolved; other markup is kept, because the text may
    contain angle brackets.
    """
    pieces = (" ".join(html.unescape(piece).split()) for piece in _PARAGRAPH_MARK.split(text))
    return "\n".join(filter(None, pieces))


@dataclass(frozen=True, slots=True)
class _Place:
    """Position of an entry in a JSON file, for messages; the line is computed on demand."""

    path: Path
    text: str
    key: str

    def __str__(self) -> str:
        forms = "|".join({re.escape(json.dumps(self.key, ensure_ascii=ascii_)) for ascii_ in (True, False)})
        found = re.search(rf"(?:{forms})\s*:", self.text)
        line = f":{self.text.count(chr(10), 0, found.start()) + 1}" if found else ""
        return f"{self.path}{line}: {self.key!r}"


@dataclass(frozen=True, slots=True)
class Record:
    """A JSON object. A value of another type than asked for is a `CorpusError` that names its place."""

    values: Mapping[str, Any]  # its members
    where: object  # file and position, for messages

    def string(self, key: str) -> str | None:
        """Return a string, or None if missing."""
        value = self.values.get(key)
        if value is None or isinstance(value, str):
            return value
        raise CorpusError(f"{self.where}: {key!r} must be a string")

    def filled(self, key: str) -> str | None:
        """Return a string, trimmed; None if missing or blank."""
        return (self.string(key) or "").strip() or None

    def required(self, key: str) -> str:
        """Return a string, which may be empty but not missing."""
        value = self.string(key)
        if value is None:
            raise CorpusError(f"{self.where}: {key!r} must be a string")
        return value

    def strings(self, key: str) -> tuple[str, ...]:
        """Return a list of strings; empty if missing."""
        return tuple(self._list(key, str, "strings"))

    def names(self, key: str) -> tuple[str, ...]:
        """Return names from a list, or from a string separated by semicolons; empty if missing.

        Commas do not separate names: they also precede titles.
        """
        if isinstance(self.values.get(key), list):
            return self.strings(key)
        return tuple(filter(None, (name.strip() for name in (self.string(key) or "").split(";"))))

    def day(self, key: str) -> dt.date | None:
        """Return an ISO date, or None if missing. Another format is an error."""
        value = self.string(key)
        if value is None:
            return None
        try:
            return dt.date.fromisoformat(value)
        except ValueError as error:
            raise CorpusError(f"{self.where}: {key!r} must be an ISO day: {value!r}") from error

    def stated_day(self, key: str) -> dt.date | None:
        """Return the date that a string begins with, ignoring its time zone; None without one.

        For corpora that copied dates from the pages.
        """
        try:
            return dt.date.fromisoformat((self.string(key) or "").strip()[: len("2024-12-31")])
        except ValueError:
            return None

    def record(self, key: str) -> Record:
        """Return a nested record; empty if missing."""
        value = self.values.get(key)
        if value is None or isinstance(value, dict):
            return Record(value or {}, self.where if value is None else f"{self.where}: {key!r}")
        raise CorpusError(f"{self.where}: {key!r} must be a JSON object")

    def records(self, key: str) -> list[Record]:
        """Return a list of records; empty if missing."""
        return [Record(item, f"{self.where}: {key!r}") for item in self._list(key, dict, "JSON objects")]

    def rest(self, *known: str, day: str | None = None) -> dict[str, object]:
        """Return the non-empty members except some.

        Args:
            known: members to leave out.
            day: a member to leave out if it is a date (see `stated_day`).
        """
        empty: tuple[object, ...] = (None, "", [], {})
        if day is not None and self.stated_day(day) is not None:
            known = (*known, day)
        return {key: value for key, value in self.values.items() if key not in known and value not in empty}

    def _list(self, key: str, kind: type, words: str) -> list[Any]:
        value = self.values.get(key)
        if value is None:
            return []
        if isinstance(value, list) and all(isinstance(item, kind) for item in value):
            return value
        raise CorpusError(f"{self.where}: {key!r} must be a list of {words}")


def read_record(path: Path) -> Record:
    """Read a JSON file with one object."""
    values, _ = _parsed(path)
    return Record(values, path)


def entries(path: Path) -> Iterator[tuple[str, Record]]:
    """Yield the members of a JSON file with an object of objects, in order."""
    values, text = _parsed(path)
    for key, value in values.items():
        place = _Place(path, text, key)
        if not isinstance(value, dict):
            raise CorpusError(f"{place}: expected a JSON object")
        yield key, Record(value, place)


def json_lines(path: Path) -> Iterator[Record]:
    """Yield the records of a JSON-lines file; empty lines are skipped."""
    # Not str.splitlines: JSON strings may contain other line separators.
    for number, line in enumerate(read_bytes(path).split(b"\n"), start=1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        try:
            values = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise CorpusError(f"{where}: not a line of JSON ({error})") from error
        if not isinstance(values, dict):
            raise CorpusError(f"{where}: expected a JSON object")
        yield Record(values, where)


def _parsed(path: Path) -> tuple[dict[str, Any], str]:
    data = read_bytes(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CorpusError(f"{path}:{line}: not UTF-8") from error
    try:
        values = json.loads(text)
    except json.JSONDecodeError as error:
        raise CorpusError(f"{path}:{error.lineno}: not JSON ({error.msg})") from error
    except (ValueError, RecursionError) as error:
        raise CorpusError(f"{path}: not JSON ({error})") from error
    if not isinstance(values, dict):
        raise CorpusError(f"{path}: expected a JSON object")
    return values, text
