"""Turn entries into rows, in order, in a killable process, for programs with their own input and output."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from itertools import islice
from typing import Any, Final

from broadsheet.crawl.batch.page import PageOptions
from broadsheet.crawl.batch.pool import Chunk, Pool
from broadsheet.crawl.batch.process import Limits
from broadsheet.crawl.batch.schema import COLUMNS
from broadsheet.crawl.sources.record import Entry, Record

__all__ = ["FIELDS", "as_written", "entry_of", "facts", "stream"]

_CHUNK: Final = 16  # pages sent to the worker at a time
_RUN_COLUMNS: Final = frozenset({"unit", "number", "source", "offset", "name", "fetched", "truncated", "file"})
FIELDS: Final = tuple(column for column in COLUMNS if column.name not in _RUN_COLUMNS)  # columns about the page itself


def stream(entries: Iterable[Entry], options: PageOptions, limits: Limits) -> Iterator[dict[str, Any]]:
    """Make a row of each entry, in order; entries are read a few ahead.

    Args:
        entries: the pages.
        options: what to do with each page.
        limits: limits per page.

    Raises:
        WorkersFail: workers die before they are ready.
        BroadsheetError: a worker cannot do the work: a library or a requirement of the method is missing.
    """
    pages = iter(entries)
    with Pool(1, options, limits) as pool:
        while batch := list(islice(pages, _CHUNK)):
            # Renumbered: callers may number their entries freely.
            chunk = Chunk(0, [replace(entry, number=place) for place, entry in enumerate(batch)])
            rows = {row["number"]: row for done in pool.rows(chunk) for row in done}
            for place, entry in enumerate(batch):
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
    """Return the entry of a page in memory.

    Args:
        html: the page; None means an empty page.
        url: its URL.
        number: its number.
        charset: character encoding declared by the transport, for bytes.
        fetched: time of capture, ISO 8601 with an offset; relative dates refer to it.
        headers: response headers, names in lower case; an earlier ``Date`` is used instead of ``fetched``.
    """
    if isinstance(html, str):
        html, charset = html.encode("utf-8", "replace"), "utf-8"
    record = Record(
        data=bytes(html or b""),
        url=url,
        charset=charset,
        headers=headers,
        fetched=fetched,
    )
    return Entry(number=number, url=url, record=record)


def as_written(moment: object) -> str | None:
    """Format a `datetime` as ISO 8601; strings are returned unchanged, anything else is None."""
    return moment.isoformat() if isinstance(moment, datetime) else moment if isinstance(moment, str) else None


def facts(row: dict[str, Any]) -> dict[str, Any]:
    """Return the columns of a row about the page itself, with the outcome as a plain string."""
    columns = {column.name: row[column.name] for column in FIELDS}
    columns["outcome"] = str(row["outcome"])
    return columns
