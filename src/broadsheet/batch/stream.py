"""Entries -> rows, in order, for programs that bring their own pages and take the rows themselves.

With limits, pages are done by a process that can be killed, as in a run; without, here. It must not write files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from itertools import islice
from typing import Any, Final

from broadsheet.batch.crew import Chunk, Crew
from broadsheet.batch.page import Extractor, PageOptions
from broadsheet.batch.schema import COLUMNS
from broadsheet.batch.worker import Limits
from broadsheet.sources.entry import Entry
from broadsheet.sources.record import Record

__all__ = ["FIELDS", "as_written", "entry_of", "facts", "stream"]

_CHUNK: Final = 16
_OF_A_RUN: Final = frozenset({"unit", "number", "source", "offset", "name", "fetched", "truncated"})
FIELDS: Final = tuple(column for column in COLUMNS if column.name not in _OF_A_RUN)
"""The columns that say something of the page itself, and not of the file that it was in."""


def stream(
    entries: Iterable[Entry], options: PageOptions | None = None, limits: Limits | None = None
) -> Iterator[dict[str, Any]]:
    """Make rows.

    Args:
        entries: the pages. They are read a few ahead.
        options: what is made of each page.
        limits: what a page may take; None for no limits, and no further process.

    Yields:
        A row for each entry, in order.

    Raises:
        WorkersFail: workers die before they can do anything.
        BroadsheetError: they cannot do what is wanted: a library is missing, a method lacks something.
    """
    options = options if options is not None else PageOptions()
    if limits is None:
        with closing(Extractor(options)) as extractor:
            yield from (extractor(entry) for entry in entries)
        return
    pages = iter(entries)
    with Crew(1, options, limits) as crew:
        while some := list(islice(pages, _CHUNK)):
            # Numbered here: callers may number their entries as they like.
            crew.take(Chunk(0, [_numbered(entry, place) for place, entry in enumerate(some)]))
            rows: dict[int, dict[str, Any]] = {}
            while len(rows) < len(some):
                for _, done in crew.collect(None):
                    rows.update((row["number"], row) for row in done)
            for place, entry in enumerate(some):
                yield {**rows[place], "number": entry.number}


def entry_of(
    html: str | bytes | None,
    *,
    url: str | None = None,
    number: int = 0,
    charset: str | None = None,
    fetched: str | None = None,
    headers: tuple[tuple[str, str], ...] = (),
) -> Entry:
    """The entry of a page that is in memory.

    Args:
        html: the page; None is an empty one.
        url: where it is from.
        number: its number.
        charset: the character encoding that the transport declared, for bytes.
        fetched: when it was captured, in the form of ISO 8601 with an offset: days that it tells from then are read.
        headers: header fields of the answer, names in lower case; its ``Date`` counts where it is earlier.
    """
    if isinstance(html, str):
        html, charset = html.encode("utf-8", "replace"), "utf-8"
    record = Record(
        asked=url or "a page in memory",
        data=bytes(html or b""),
        url=url,
        charset=charset,
        headers=headers,
        fetched=fetched,
    )
    return Entry(number=number, url=url, record=record)


def as_written(moment: object) -> str | None:
    """A moment as records have it: text as it is, a `datetime` as ISO 8601; None for what is neither."""
    return moment.isoformat() if isinstance(moment, datetime) else moment if isinstance(moment, str) else None


def facts(row: dict[str, Any]) -> dict[str, Any]:
    """What a row says of the page itself, outcomes as plain text."""
    found = {column.name: row[column.name] for column in FIELDS}
    found["outcome"] = str(row["outcome"])
    return found


def _numbered(entry: Entry, number: int) -> Entry:
    return replace(entry, number=number)
