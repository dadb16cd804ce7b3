"""Units -> parts: read by one thread, extracted by a crew, put in order, written. What every engine does with a unit.

It must not know where units come from, nor who is told how far things are.
"""

from __future__ import annotations

import queue
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self

from broadsheet.batch.checks import instance, member, path, positive
from broadsheet.batch.crew import Chunk, Crew
from broadsheet.batch.page import PageOptions
from broadsheet.batch.parts import Format, write_part
from broadsheet.batch.schema import Column, columns
from broadsheet.batch.worker import Limits
from broadsheet.errors import BroadsheetError, MissingExtra
from broadsheet.sources.entry import Entry
from broadsheet.sources.options import MAX_BYTES
from broadsheet.sources.politeness import Visited
from broadsheet.sources.tables import Columns
from broadsheet.sources.units import Kind, Unit, read_unit

__all__ = ["PART_ROWS", "PagesDone", "PartDone", "UnitDone", "WorkOptions", "look", "work"]

PART_ROWS: Final = 2000
"""Rows of a part: a few MB, half a minute's work of a core; as much as a crash of everything can cost each of them, but
for fetched pages, which come in any order: several of their parts may be open."""
_CHUNK_PAGES: Final = 32
_CHUNK_BYTES: Final = 4_000_000
"""What is sent to a worker at a time: enough for it to be busy, little enough to wait for."""
_AHEAD: Final = 2
"""Chunks that are read ahead for each worker: what is in memory is bounded by this and by the open parts, not by the
input."""
_POLL: Final = 0.02
"""Seconds to wait for a worker where there is something else to look for: a chunk that is being read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkOptions:
    """What is made of units.

    Attributes:
        folder: where parts are written, a `Path` or a string.
        form: as what: ``"parquet"`` or ``"jsonl"``.
        page: what is made of each page.
        limits: what a page may take.
        columns: the names of the columns of tables.
        part_rows: rows of a part.
        max_bytes: the most bytes of a page, unpacked.

    Raises:
        TypeError: something is of another type.
        ValueError: something has a value that means nothing.
    """

    folder: Path
    form: Format = Format.PARQUET
    page: PageOptions = field(default_factory=PageOptions)
    limits: Limits = field(default_factory=Limits)
    columns: Columns = field(default_factory=Columns)
    part_rows: int = PART_ROWS
    max_bytes: int = MAX_BYTES

    def __post_init__(self) -> None:
        # Also for callers whose types nobody checks: a string would not be the member of its value.
        object.__setattr__(self, "folder", Path(path(self.folder, "folder")))
        object.__setattr__(self, "form", member(Format, self.form, "form"))
        instance(self.page, PageOptions, "page")
        instance(self.limits, Limits, "limits")
        instance(self.columns, Columns, "columns")
        positive(self.part_rows, "part_rows")
        positive(self.max_bytes, "max_bytes")

    @property
    def output(self) -> tuple[Column, ...]:
        """The columns of the output."""
        return columns(markdown=self.page.markdown, near_duplicates=self.page.near_duplicates)


@dataclass(frozen=True, slots=True)
class PagesDone:
    """Some pages of a unit are done, though not written yet.

    Attributes:
        unit: its number.
        outcomes: how it went.
        read: bytes of input that have been read so far, of all units.
    """

    unit: int
    outcomes: Counter[str]
    read: float


@dataclass(frozen=True, slots=True)
class PartDone:
    """A part is written.

    Attributes:
        unit: the unit's number.
        part: its number in the unit.
        outcomes: how many of its pages have which outcome.
    """

    unit: int
    part: int
    outcomes: Counter[str]


@dataclass(frozen=True, slots=True)
class UnitDone:
    """A unit has been read to its end.

    Attributes:
        unit: its number.
        parts: how many parts it has.
        pages: how many pages it has. Of both, those behind the last that was to be done do not count.
    """

    unit: int
    parts: int
    pages: int


@dataclass(frozen=True, slots=True)
class _PartRead:
    """All chunks of a part have been read: it has so many pages."""

    unit: int
    part: int
    pages: int


Event = PagesDone | PartDone | UnitDone
_Read = Chunk | _PartRead | UnitDone | BaseException | None


def work(
    units: Iterable[tuple[int, Unit]],
    crew: Crew,
    options: WorkOptions,
    *,
    done: Callable[[int, int], bool] | None = None,
    visited: Visited | None = None,
    told: Callable[[str], None] = lambda words: None,
) -> Iterator[Event]:
    """Do units.

    Args:
        units: them, with their numbers.
        crew: who extracts.
        options: what is made of them.
        done: says of a unit and a part whether that is there already; nothing is by default.
        visited: what is remembered of hosts, where addresses are fetched.
        told: called, in the thread that reads, with what is worth knowing: files of an archive that are passed over.

    Yields:
        What is done, as soon as it is. After `PartDone` the part lasts.

    Raises:
        OSError: a part cannot be written.
        BroadsheetError: workers cannot work, or a library for an input is missing.
    """
    done = done if done is not None else _nothing
    has_page = _by_page(done, options.part_rows)
    reader = _Reader(units, options, has_page, visited, ahead=_AHEAD * crew.jobs, told=told)
    rows: dict[tuple[int, int], dict[int, dict[str, Any]]] = {}
    pages: dict[tuple[int, int], int] = {}
    with reader:
        for item in _flow(reader, crew):
            touched: set[tuple[int, int]] = set()
            match item:
                case _PartRead(unit, part, count):
                    pages[unit, part] = count
                    touched.add((unit, part))
                case UnitDone():
                    yield item
                case (unit, some):
                    for row in some:
                        row["source"] = reader.sources[unit]
                        key = (unit, row["number"] // options.part_rows)
                        rows.setdefault(key, {})[row["number"]] = row
                        touched.add(key)
                    yield PagesDone(unit, Counter(str(row["outcome"]) for row in some), reader.read)
            for key in sorted(touched):
                if pages.get(key) == len(rows.get(key, ())):
                    del pages[key]
                    part_rows = rows.pop(key)
                    ordered = [part_rows[number] for number in sorted(part_rows)]
                    write_part(options.folder, *key, ordered, options.form, options.output)
                    yield PartDone(*key, Counter(str(row["outcome"]) for row in ordered))


def look(
    units: Iterable[tuple[int, Unit]],
    crew: Crew,
    options: WorkOptions,
    read: Callable[[float], None],
    *,
    done: Callable[[int, int], bool] | None = None,
    ended: Callable[[int, int], None] | None = None,
    visited: Visited | None = None,
) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """Have all pages of units looked at, and write nothing.

    Args:
        units: them, with their numbers.
        crew: who looks.
        options: how units are read.
        read: is told how many bytes of input have been read so far.
        done: says of a unit and a page whether that was looked at before; none was by default.
        ended: is told of a unit that has been read to its end, and how many pages it has.
        visited: what is remembered of hosts, where addresses are fetched.

    Yields:
        The number of a unit, and some rows of it, in any order.

    Raises:
        BroadsheetError: workers cannot work, or a library for an input is missing.
    """
    done = done if done is not None else _nothing
    with _Reader(units, options, done, visited, ahead=_AHEAD * crew.jobs) as reader:
        for item in _flow(reader, crew):
            match item:
                case UnitDone(unit, pages=pages) if ended is not None:
                    ended(unit, pages)
                case tuple():
                    read(reader.read)
                    yield item


def _nothing(unit: int, number: int) -> bool:
    """Nothing is done yet."""
    return False


def _by_page(done: Callable[[int, int], bool], part_rows: int) -> Callable[[int, int], bool]:
    """What is said of parts, as asked of pages."""
    return lambda unit, number: done(unit, number // part_rows)


def _flow(reader: _Reader, crew: Crew) -> Iterator[_PartRead | UnitDone | tuple[int, list[dict[str, Any]]]]:
    """From the reader to the crew, no faster than it works; gives its rows, and what the reader says of units."""
    reading = True
    while True:
        while reading and crew.room > 0:
            # Wait for the reader only where there is no worker to hear.
            item = reader.next(wait=not crew.busy and crew.ready)
            if item is _NOTHING:
                break
            match item:
                case Chunk():
                    crew.take(item)
                case _PartRead() | UnitDone():
                    yield item
                case BaseException():
                    raise item
                case _:
                    reading = False
        if not reading and not crew.busy:
            return
        yield from crew.collect(_POLL if reading and crew.room > 0 else None)


_NOTHING: Final = object()


class _Reader:
    """Reads units in a thread of its own, some chunks ahead, and no further."""

    def __init__(
        self,
        units: Iterable[tuple[int, Unit]],
        options: WorkOptions,
        done: Callable[[int, int], bool],
        visited: Visited | None,
        *,
        ahead: int,
        told: Callable[[str], None] = lambda words: None,
    ) -> None:
        self._told = told
        self._units = units
        self._options = options
        self._done = done
        self._visited = visited if visited is not None else Visited()
        self._queue: queue.Queue[Any] = queue.Queue(max(1, ahead))
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="reader", daemon=True)
        self.sources: dict[int, str] = {}
        self.read = 0.0

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        while self._thread.is_alive():
            # It may be waiting for room.
            try:
                self._queue.get_nowait()
            except queue.Empty:
                self._thread.join(0.05)

    def next(self, *, wait: bool) -> Any:
        """What has been read next, or `_NOTHING` where nothing has and nobody waits."""
        try:
            return self._queue.get(block=wait)
        except queue.Empty:
            return _NOTHING

    def _put(self, item: _Read) -> None:
        while not self._stopped.is_set():
            try:
                return self._queue.put(item, timeout=0.5)
            except queue.Full:
                continue
        raise _Stopped

    def _run(self) -> None:
        with suppress(_Stopped):
            try:
                for number, unit in self._units:
                    self._unit(number, unit)
            except _Stopped:
                raise
            except BaseException as error:  # it belongs to the thread that waits for pages
                self._put(error)
            else:
                self._put(None)

    def _unit(self, number: int, unit: Unit) -> None:
        rows = self._options.part_rows
        self.sources[number] = unit.source
        entries: list[Entry] = []
        pages: Counter[int] = Counter()
        last, size, before = -1, 0, self.read
        for entry in self._entries(unit, lambda place: not self._done(number, place)):
            if self._stopped.is_set():
                raise _Stopped
            entries.append(entry)
            size += len(entry.record.data) if entry.record is not None else 0
            part = entry.number // rows
            pages[part] += 1
            full = pages[part] == rows
            if full or len(entries) >= _CHUNK_PAGES or size >= _CHUNK_BYTES:
                self._put(_packed(number, entries))
                entries, size = [], 0
            if full:
                self._put(_PartRead(number, part, pages.pop(part)))
            last = max(last, entry.number)
            self.read = before + unit.size * _share(unit, entry)
        if entries:
            self._put(_packed(number, entries))
        # Fetched pages come in any order, so that several parts may be open at the end.
        for part in sorted(pages):
            self._put(_PartRead(number, part, pages[part]))
        self._put(UnitDone(number, last // rows + 1, last + 1))
        self.read = before + unit.size

    def _entries(self, unit: Unit, wanted: Callable[[int], bool]) -> Iterator[Entry]:
        """The entries of a unit; if it cannot be read at all, one that says so."""
        options = self._options
        number = -1
        try:
            entries = read_unit(
                unit,
                columns=options.columns,
                max_bytes=options.max_bytes,
                wanted=wanted,
                visited=self._visited,
                stopped=self._stopped.is_set,
                told=self._told,
            )
            for entry in entries:
                number = entry.number
                if wanted(number):
                    yield entry
        except MissingExtra:
            raise
        except BroadsheetError as error:
            if wanted(number + 1):
                yield Entry(number=number + 1, name=unit.source, error=error)


def _share(unit: Unit, entry: Entry) -> float:
    """About how much of a unit has been read, 0 to 1."""
    if unit.names:
        return entry.number / len(unit.names)
    if entry.offset is None or unit.kind is Kind.PARQUET or not unit.size:
        return 0.0
    begin = unit.first if unit.kind is Kind.JSONL else 0
    return min(1.0, (entry.offset - begin) / unit.size)


class _Stopped(Exception):
    """Nobody wants the rest."""


def _packed(unit: int, entries: list[Entry]) -> Chunk:
    chunk = Chunk(unit, entries)
    chunk.pack()
    return chunk
