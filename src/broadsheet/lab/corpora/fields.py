"""Typed access to gold answers in JSON; errors name the file and the place. A missing field and ``null`` are equal."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from broadsheet.errors import CorpusError
from broadsheet.lab.corpora.files import read_bytes

__all__ = ["Record", "entries", "json_lines", "read_record"]


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
    """A JSON object. A value of another type than asked for is a `CorpusError` that names its place.

    Attributes:
        values: its members.
        where: file and position, for messages.
    """

    values: Mapping[str, Any]
    where: object

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
    """Read a JSON file with one object.

    Raises:
        CorpusError: it cannot be read, or is something else.
    """
    values, _ = _parsed(path)
    return Record(values, path)


def entries(path: Path) -> Iterator[tuple[str, Record]]:
    """Yield the members of a JSON file with an object of objects, in order.

    Raises:
        CorpusError: it cannot be read, or is something else.
    """
    values, text = _parsed(path)
    for key, value in values.items():
        place = _Place(path, text, key)
        if not isinstance(value, dict):
            raise CorpusError(f"{place}: expected a JSON object")
        yield key, Record(value, place)


def json_lines(path: Path) -> Iterator[Record]:
    """Yield the records of a JSON-lines file; empty lines are skipped.

    Raises:
        CorpusError: it cannot be read, or a line is something else.
    """
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
