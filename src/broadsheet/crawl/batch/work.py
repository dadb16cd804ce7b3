"""Process units into parts, for every engine: one thread reads, workers extract, rows are sorted and written."""

from __future__ import annotations

import queue
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self

from broadsheet.crawl.batch.checks import instance, member, path, positive
from broadsheet.crawl.batch.files import write_files
from broadsheet.crawl.batch.page import PageOptions
from broadsheet.crawl.batch.parts import Format, write_part
from broadsheet.crawl.batch.pool import Chunk, WorkerPool
from broadsheet.crawl.batch.schema import Column, columns
from broadsheet.crawl.batch.worker import Limits
from broadsheet.crawl.sources.entry import Entry
from broadsheet.crawl.sources.options import MAX_BYTES
from broadsheet.crawl.sources.politeness import Visited
from broadsheet.crawl.sources.tables import Columns
from broadsheet.crawl.sources.units import Kind, Unit, read_unit
from broadsheet.errors import BroadsheetError, MissingExtra

__all__ = ["PART_ROWS", "PagesDone", "PartDone", "UnitDone", "WorkOptions", "look", "work"]

# Rows per part: a few MB, half a minute of one core, the most a crash can cost. Fetched pages come out of order, so
# several of their parts may be unfinished.
PART_ROWS: Final = 2000
_CHUNK_PAGES: Final = 32  # a chunk is sent to a worker when it reaches this many pages or
_CHUNK_BYTES: Final = 4_000_000  # this many bytes
_AHEAD: Final = 2  # chunks read ahead per worker; with the unfinished parts this bounds the memory
_POLL_SECONDS: Final = 0.02  # wait for a worker while the reader may have a chunk


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkOptions:
    """Options of processing units of input.

    Attributes:
        folder: output folder, a `Path` or a string.
        form: output format, ``"parquet"`` or ``"jsonl"``.
        page: what to do with each page.
        limits: limits per page.
        columns: names of table columns.
        part_rows: rows per part.
        max_bytes: maximum size of a page in bytes, decompressed.

    Raises:
        TypeError: an option has a wrong type.
        ValueError: an option has an invalid value.
    """

    folder: Path
    form: Format = Format.PARQUET
    page: PageOptions = field(default_factory=PageOptions)
    limits: Limits = field(default_factory=Limits)
    columns: Columns = field(default_factory=Columns)
    part_rows: int = PART_ROWS
    max_bytes: int = MAX_BYTES

    def __post_init__(self) -> None:
        # For untyped callers: a string value is not a member.
        object.__setattr__(self, "folder", Path(path(self.folder, "folder")))
        object.__setattr__(self, "form", member(Format, self.form, "form"))
        instance(self.page, PageOptions, "page")
        instance(self.limits, Limits, "limits")
        instance(self.columns, Columns, "columns")
        positive(self.part_rows, "part_rows")
        positive(self.max_bytes, "max_bytes")

    @property
    def output(self) -> tuple[Column, ...]:
        """Columns of the output."""
        return columns(
            markdown=self.page.markdown, near_duplicates=self.page.near_duplicates, files=self.page.files is not None
        )


@dataclass(frozen=True, slots=True)
class PagesDone:
    """Pages of a unit are finished, not necessarily written. ``read`` counts bytes of input of all units so far."""

    unit: int
    outcomes: Counter[str]
    read: float


@dataclass(frozen=True, slots=True)
class PartDone:
    """A part is written: the number of its unit, its own in the unit, and its pages by outcome."""

    unit: int
    part: int
    outcomes: Counter[str]


@dataclass(frozen=True, slots=True)
class UnitDone:
    """A unit has been read to its end.

    Attributes:
        unit: its number.
        parts, pages: number of its parts and pages, up to the last page that was still to do.
    """

    unit: int
    parts: int
    pages: int


@dataclass(frozen=True, slots=True)
class _PartRead:
    """All chunks of a part have been read: its number of pages is known."""

    unit: int
    part: int
    pages: int


Event = PagesDone | PartDone | UnitDone
_Read = Chunk | _PartRead | UnitDone | BaseException | None


def work(
    units: Iterable[tuple[int, Unit]],
    pool: WorkerPool,
    options: WorkOptions,
    *,
    done: Callable[[int, int], bool] | None = None,
    visited: Visited | None = None,
    told: Callable[[str], None] = lambda words: None,
) -> Iterator[Event]:
    """Process units.

    Args:
        units: numbers and units.
        pool: the workers.
        options: what to do with units.
        done: returns whether a part (unit, number) exists already.
        visited: memory of hosts, for fetching.
        told: called in the reader thread with notes, such as skipped files of an archive.

    Yields:
        Events as they happen. After `PartDone` the part is on disk.

    Raises:
        OSError: a part cannot be written.
        BroadsheetError: workers fail, or a library for an input is missing.
    """
    done = done if done is not None else _nothing
    reader = _Reader(
        units,
        options,
        lambda unit, number: done(unit, number // options.part_rows),
        visited,
        ahead=_AHEAD * pool.jobs,
        told=told,
    )
    rows: dict[tuple[int, int], dict[int, dict[str, Any]]] = {}
    pages: dict[tuple[int, int], int] = {}
    with reader:
        for item in _flow(reader, pool):
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
                    if options.page.files is not None:
                        write_files(options.folder, *key, ordered, options.page.files)
                    write_part(options.folder, *key, ordered, options.form, options.output)
                    yield PartDone(*key, Counter(str(row["outcome"]) for row in ordered))


def look(
    units: Iterable[tuple[int, Unit]],
    pool: WorkerPool,
    options: WorkOptions,
    read: Callable[[float], None],
    *,
    done: Callable[[int, int], bool] | None = None,
    ended: Callable[[int, int], None] | None = None,
    visited: Visited | None = None,
) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """Have all pages of units processed by workers, without writing parts.

    Args:
        units: numbers and units.
        pool: the workers.
        options: how units are read.
        read: called with the bytes of input read so far.
        done: returns whether a page (unit, number) was processed before.
        ended: called with the number of a finished unit and its number of pages.
        visited: memory of hosts, for fetching.

    Yields:
        The number of a unit, and some of its rows, in any order.

    Raises:
        BroadsheetError: workers fail, or a library for an input is missing.
    """
    done = done if done is not None else _nothing
    with _Reader(units, options, done, visited, ahead=_AHEAD * pool.jobs) as reader:
        for item in _flow(reader, pool):
            match item:
                case UnitDone(unit, pages=pages) if ended is not None:
                    ended(unit, pages)
                case tuple():
                    read(reader.read)
                    yield item


def _nothing(unit: int, number: int) -> bool:
    """Treat everything as not done."""
    return False


def _flow(reader: _Reader, pool: WorkerPool) -> Iterator[_PartRead | UnitDone | tuple[int, list[dict[str, Any]]]]:
    """Pass chunks from the reader to the workers at their pace; yield their rows and the reader's events."""
    reading = True
    while True:
        while reading and pool.room > 0:
            # Block on the reader only if no worker can send anything.
            item = reader.next(wait=not pool.busy and pool.ready)
            if item is _NOTHING:
                break
            match item:
                case Chunk():
                    pool.take(item)
                case _PartRead() | UnitDone():
                    yield item
                case BaseException():
                    raise item
                case _:
                    reading = False
        if not reading and not pool.busy:
            return
        yield from pool.collect(_POLL_SECONDS if reading and pool.room > 0 else None)


_NOTHING: Final = object()


class _Reader:
    """Reads units in a thread, a limited number of chunks ahead."""

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
            # The thread may be blocked on a full queue.
            try:
                self._queue.get_nowait()
            except queue.Empty:
                self._thread.join(0.05)

    def next(self, *, wait: bool) -> Any:
        """Return the next item, or `_NOTHING` if there is none and ``wait`` is false."""
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
            except BaseException as error:  # raised again in the consuming thread
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
        # Fetched pages come out of order: several parts may be open at the end.
        for part in sorted(pages):
            self._put(_PartRead(number, part, pages[part]))
        self._put(UnitDone(number, last // rows + 1, last + 1))
        self.read = before + unit.size

    def _entries(self, unit: Unit, wanted: Callable[[int], bool]) -> Iterator[Entry]:
        """Yield the entries of a unit; an unreadable unit gives an entry with its error."""
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
    """Estimate the share of a unit that has been read, 0 to 1."""
    if unit.names:
        return entry.number / len(unit.names)
    if entry.offset is None or unit.kind is Kind.PARQUET or not unit.size:
        return 0.0
    begin = unit.first if unit.kind is Kind.JSONL else 0
    return min(1.0, (entry.offset - begin) / unit.size)


class _Stopped(Exception):
    """The consumer has stopped."""


def _packed(unit: int, entries: list[Entry]) -> Chunk:
    chunk = Chunk(unit, entries)
    chunk.pack()
    return chunk
