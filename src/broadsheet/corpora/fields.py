"""Gold in JSON: records whose fields are checked when they are read, and which know where they stand.

A missing field and ``null`` are the same. The module must not know formats.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from broadsheet.corpora.files import read_bytes
from broadsheet.errors import CorpusError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

__all__ = ["Record", "entries", "json_lines", "read_record"]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where an entry of a JSON file stands. Its line is looked for only when there is something to say of it."""

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
    """A JSON object.

    Attributes:
        values: its members.
        where: the file and the place in it, for messages.
    """

    values: Mapping[str, Any]
    where: object

    def string(self, key: str) -> str | None:
        """A string, or None where it is missing.

        Raises:
            CorpusError: it is something else.
        """
        value = self.values.get(key)
        if value is None or isinstance(value, str):
            return value
        raise CorpusError(f"{self.where}: {key!r} must be a string")

    def filled(self, key: str) -> str | None:
        """A string that has more than white space, trimmed; None where it is missing or has not.

        Raises:
            CorpusError: it is something else.
        """
        return (self.string(key) or "").strip() or None

    def required(self, key: str) -> str:
        """A string, which may be empty.

        Raises:
            CorpusError: it is missing or something else.
        """
        value = self.string(key)
        if value is None:
            raise CorpusError(f"{self.where}: {key!r} must be a string")
        return value

    def strings(self, key: str) -> tuple[str, ...]:
        """The strings of a list; none where it is missing.

        Raises:
            CorpusError: it is something else.
        """
        value = self.values.get(key)
        if value is None:
            return ()
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        raise CorpusError(f"{self.where}: {key!r} must be a list of strings")

    def names(self, key: str) -> tuple[str, ...]:
        """The people that a list names, or a string in which semicolons part them; none where it is missing.

        Commas part no names: they stand before titles too.

        Raises:
            CorpusError: it is something else.
        """
        if isinstance(self.values.get(key), list):
            return self.strings(key)
        return tuple(filter(None, (name.strip() for name in (self.string(key) or "").split(";"))))

    def day(self, key: str) -> dt.date | None:
        """A day in the ISO form, or None where it is missing.

        Raises:
            CorpusError: it is something else.
        """
        value = self.string(key)
        if value is None:
            return None
        try:
            return dt.date.fromisoformat(value)
        except ValueError as error:
            raise CorpusError(f"{self.where}: {key!r} must be an ISO day: {value!r}") from error

    def stated_day(self, key: str) -> dt.date | None:
        """The day with which a string begins, as it is written there, whatever its zone; None where there is none.

        For corpora that took dates as the pages have them.

        Raises:
            CorpusError: it is not a string.
        """
        try:
            return dt.date.fromisoformat((self.string(key) or "").strip()[: len("2024-12-31")])
        except ValueError:
            return None

    def record(self, key: str) -> Record:
        """The record inside; an empty one where it is missing.

        Raises:
            CorpusError: it is something else.
        """
        value = self.values.get(key)
        if value is None:
            return Record({}, self.where)
        if isinstance(value, dict):
            return Record(value, f"{self.where}: {key!r}")
        raise CorpusError(f"{self.where}: {key!r} must be a JSON object")

    def records(self, key: str) -> list[Record]:
        """The records of a list; none where it is missing.

        Raises:
            CorpusError: it is something else.
        """
        value = self.values.get(key)
        if value is None:
            return []
        if isinstance(value, list) and all(isinstance(item, dict) for item in value):
            return [Record(item, f"{self.where}: {key!r}") for item in value]
        raise CorpusError(f"{self.where}: {key!r} must be a list of JSON objects")

    def rest(self, *known: str, day: str | None = None) -> dict[str, object]:
        """The members that are not empty besides those known, as they are.

        Args:
            known: what is not wanted.
            day: a member that is not wanted either where it is a day (see `stated_day`).
        """
        empty: tuple[object, ...] = (None, "", [], {})
        if day is not None and self.stated_day(day) is not None:
            known = (*known, day)
        return {key: value for key, value in self.values.items() if key not in known and value not in empty}


def read_record(path: Path) -> Record:
    """A JSON file that is one object.

    Raises:
        CorpusError: it cannot be read, or is something else.
    """
    values, _ = _parsed(path)
    return Record(values, path)


def entries(path: Path) -> Iterator[tuple[str, Record]]:
    """The members of a JSON file that is an object of objects, in its order.

    Raises:
        CorpusError: it cannot be read, or is something else.
    """
    values, text = _parsed(path)
    for key, value in values.items():
        place = _Place(path, text, key)
        if not isinstance(value, dict):
            raise CorpusError(f"{place}: a JSON object is expected")
        yield key, Record(value, place)


def json_lines(path: Path) -> Iterator[Record]:
    """The records of a file with one JSON object a line; empty lines are passed over.

    Raises:
        CorpusError: it cannot be read, or a line is something else.
    """
    # Not by str.splitlines: JSON strings may hold other line ends as they are.
    for number, line in enumerate(read_bytes(path).split(b"\n"), start=1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        try:
            values = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise CorpusError(f"{where}: not a line of JSON ({error})") from error
        if not isinstance(values, dict):
            raise CorpusError(f"{where}: a JSON object is expected")
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
        raise CorpusError(f"{path}: a JSON object is expected")
    return values, text
