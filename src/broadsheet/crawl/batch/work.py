"""Process units into parts, for every engine: one thread reads, workers extract, rows are sorted and written."""

from __future__ import annotations

import queue
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, Final, Self

from broadsheet.crawl.batch.checks import instance, member, path, positive
from broadsheet.crawl.batch.page import PageOptions
from broadsheet.crawl.batch.parts import Format, write_files, write_part
from broadsheet.crawl.batch.pool import Chunk, Pool
from broadsheet.crawl.batch.process import Limits
from broadsheet.crawl.batch.schema import Column, columns
from broadsheet.crawl.sources.options import MAX_BYTES, Kind
from broadsheet.crawl.sources.record import Entry
from broadsheet.crawl.sources.robots import Visited
from broadsheet.crawl.sources.tables import Columns
from broadsheet.crawl.sources.units import Unit, read_unit
from broadsheet.errors import BroadsheetError, MissingExtra

__all__ = ["PagesDone", "PartDone", "UnitDone", "WorkOptions", "rows_of_units", "work"]

# Rows per part: a few MB, half a minute of one core, the most a crash can cost. Fetched pages come out of order, so
# several of their parts may be unfinished.
PART_ROWS: Final = 2000
_CHUNK_PAGES: Final = 32  # a chunk is sent to a worker when it reaches this many pages or
_CHUNK_BYTES: Final = 4_000_000  # this many bytes
_AHEAD: Final = 2  # chunks read ahead per worker; with the unfinished parts this bounds the memory
_POLL_SECONDS: Final = 0.5  # interval of checks whether to stop


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
    """Pages are finished, not necessarily written. ``read`` counts bytes of input of all units so far."""

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
    """A unit has been read to its end: its number, and its parts and pages up to the last page that was still to do."""

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


def work(
    units: Iterable[tuple[int, Unit]],
    pool: Pool,
    options: WorkOptions,
    *,
    done: Callable[[int, int], bool] = lambda unit, number: False,
    visited: Visited | None = None,
    told: Callable[[str], None] = lambda words: None,
) -> Iterator[Event]:
    """Process units: have their pages extracted, and write the parts.

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

    def is_done(unit: int, number: int) -> bool:
        return done(unit, number // options.part_rows)

    rows: dict[tuple[int, int], dict[int, dict[str, Any]]] = {}
    pages: dict[tuple[int, int], int] = {}
    with _Reader(units, options, is_done, visited or Visited(), pool.jobs, told) as reader:
        for item in _flow(reader, pool):
            touched: set[tuple[int, int]] = set()
            match item:
                case _PartRead(unit, part, count):
                    pages[unit, part] = count
                    touched.add((unit, part))
                case UnitDone():
                    yield item
                case (unit, new_rows):
                    for row in new_rows:
                        row["source"] = reader.sources[unit]
                        key = (unit, row["number"] // options.part_rows)
                        rows.setdefault(key, {})[row["number"]] = row
                        touched.add(key)
                    yield PagesDone(Counter(str(row["outcome"]) for row in new_rows), reader.read)
            for key in sorted(touched):
                if pages.get(key) == len(rows.get(key, ())):
                    del pages[key]
                    part_rows = rows.pop(key)
                    ordered = [part_rows[number] for number in sorted(part_rows)]
                    if options.page.files is not None:
                        write_files(options.folder, *key, ordered, options.page.files)
                    write_part(options.folder, *key, ordered, options.form, options.output)
                    yield PartDone(*key, Counter(str(row["outcome"]) for row in ordered))


def rows_of_units(
    units: Iterable[tuple[int, Unit]],
    pool: Pool,
    options: WorkOptions,
    read: Callable[[float], None],
    *,
    done: Callable[[int, int], bool] = lambda unit, number: False,
    ended: Callable[[int, int], None] | None = None,
    visited: Visited | None = None,
) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """Have all pages of units processed by workers, without writing parts; yield unit numbers with rows, in any order.

    The arguments are those of `work`, but ``done`` is called for each page (unit, number). ``read`` is called with the
    bytes of input read so far, ``ended`` with the number of a finished unit and its number of pages.
    """
    with _Reader(units, options, done, visited or Visited(), pool.jobs) as reader:
        for item in _flow(reader, pool):
            match item:
                case UnitDone(unit, pages=pages) if ended is not None:
                    ended(unit, pages)
                case tuple():
                    read(reader.read)
                    yield item


def _flow(reader: _Reader, pool: Pool) -> Iterator[_PartRead | UnitDone | tuple[int, list[dict[str, Any]]]]:
    """Have the pool's threads pass chunks from the reader to workers; yield their rows and the reader's events."""
    results = _Queue(2 * pool.jobs)

    def pass_on() -> None:
        while (item := reader.queue.get()) is not None:
            if isinstance(item, Chunk):
                for rows in pool.rows(item):
                    results.put((item.unit, rows))
            else:
                results.put(item)

    for _ in range(pool.jobs):
        pool.submit(results.fill, pass_on)
    running = pool.jobs
    try:
        while running:
            item = results.get()
            if isinstance(item, BaseException):
                raise item
            if item is None:
                running -= 1
            else:
                yield item
    finally:
        results.stopped.set()


class _Stopped(Exception):
    """The consumer has stopped."""


class _Queue:
    """A bounded queue between threads. Once it is stopped, `put` and `get` raise `_Stopped`."""

    def __init__(self, size: int) -> None:
        self._items: queue.Queue[Any] = queue.Queue(size)
        self.stopped = threading.Event()

    def fill(self, put_all: Callable[[], None], *, ends: int = 1) -> None:
        """Call a function that puts items, and then put a None for each consumer; or put its exception."""
        with suppress(_Stopped):
            try:
                put_all()
            except _Stopped:
                raise
            except BaseException as error:  # raised again in the consuming thread
                self.put(error)
            else:
                for _ in range(ends):
                    self.put(None)

    def put(self, item: Any) -> None:
        """Add an item when there is room."""
        while not self.stopped.is_set():
            with suppress(queue.Full):
                return self._items.put(item, timeout=_POLL_SECONDS)
        raise _Stopped

    def get(self) -> Any:
        """Remove and return the next item."""
        while not self.stopped.is_set():
            with suppress(queue.Empty):
                return self._items.get(timeout=_POLL_SECONDS)
        raise _Stopped


@dataclass(eq=False)
class _Reader:
    """Reads units in a thread into a queue, a limited number of chunks ahead; a None per job is the end."""

    units: Iterable[tuple[int, Unit]]
    options: WorkOptions
    done: Callable[[int, int], bool]
    visited: Visited
    jobs: int
    told: Callable[[str], None] = lambda words: None
    sources: dict[int, str] = field(default_factory=dict)
    read: float = 0.0

    def __post_init__(self) -> None:
        self.queue = _Queue(_AHEAD * self.jobs)
        fill = partial(self.queue.fill, self._read_all, ends=self.jobs)
        self._thread = threading.Thread(target=fill, name="reader", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.queue.stopped.set()
        self._thread.join()

    def _read_all(self) -> None:
        for are_lists, units in groupby(self.units, lambda one: one[1].kind is Kind.ADDRESSES):
            for together in [list(units)] if are_lists else ([one] for one in units):
                self._read(together)

    def _read(self, units: Sequence[tuple[int, Unit]]) -> None:
        """Read a unit, or lists of URLs together, because each may be of one host, which is fetched from slowly."""
        rows = self.options.part_rows
        self.sources.update((number, unit.source) for number, unit in units)
        entries: defaultdict[int, list[Entry]] = defaultdict(list)
        pages: Counter[tuple[int, int]] = Counter()
        size = 0
        last = {number: -1 for number, _ in units}
        before, whole = self.read, sum(unit.size for _, unit in units)
        places = [(number, place) for number, unit in units for place in range(len(unit.names))]
        left = Counter(number for number, place in places if not self.done(number, place))
        todo = left.total()

        def send() -> None:
            for number, some in entries.items():
                self.queue.put(Chunk(number, some))
            entries.clear()

        def end(number: int) -> None:
            send()
            # Fetched pages come out of order: several parts may be open at the end.
            for part in sorted(part for part in pages if part[0] == number):
                self.queue.put(_PartRead(*part, pages.pop(part)))
            final = last.pop(number)
            self.queue.put(UnitDone(number, final // rows + 1, final + 1))

        for read, (number, entry) in enumerate(self._entries(units, places), 1):
            entries[number].append(entry)
            size += len(entry.record.data) if entry.record is not None else 0
            part = (number, entry.number // rows)
            pages[part] += 1
            full = pages[part] == rows
            if full or sum(map(len, entries.values())) >= _CHUNK_PAGES or size >= _CHUNK_BYTES:
                send()
                size = 0
            if full:
                self.queue.put(_PartRead(*part, pages.pop(part)))
            last[number] = max(last[number], entry.number)
            self.read = before + whole * (read / todo if places else _share(units[0][1], entry))
            left[number] -= 1
            if not left[number]:
                end(number)
        for number in list(last):
            end(number)
        self.read = before + whole

    def _entries(
        self, units: Sequence[tuple[int, Unit]], places: Sequence[tuple[int, int]]
    ) -> Iterator[tuple[int, Entry]]:
        """Yield the entries of a unit, or of several lists, with the number of their unit; an unreadable unit gives an
        entry with its error. ``places`` has the unit and number of each name in the units.
        """
        options = self.options
        (first, unit), *more = units
        if more:
            unit = replace(unit, names=tuple(name for _, one in units for name in one.names))

        def page(place: int) -> tuple[int, int]:
            return places[place] if more else (first, place)

        last = -1
        try:
            entries = read_unit(
                unit,
                columns=options.columns,
                max_bytes=options.max_bytes,
                wanted=lambda place: not self.done(*page(place)),
                visited=self.visited,
                stopped=self.queue.stopped.is_set,
                told=self.told,
            )
            for entry in entries:
                last = entry.number
                number, place = page(last)
                if not self.done(number, place):
                    yield number, replace(entry, number=place)
        except MissingExtra:
            raise
        except BroadsheetError as error:
            if not self.done(first, last + 1):
                yield first, Entry(number=last + 1, name=unit.source, error=error)


def _share(unit: Unit, entry: Entry) -> float:
    """Estimate the share of a unit that has been read, 0 to 1."""
    if entry.offset is None or unit.kind is Kind.PARQUET or not unit.size:
        return 0.0
    return min(1.0, (entry.offset - unit.first) / unit.size)
