"""What a source of many pages hands on: one entry for each page that it holds, also for those that cannot be had.

It must not know where the entries go. A source never raises for one page: the error is the entry.
"""

from __future__ import annotations

from dataclasses import dataclass

from broadsheet.errors import BroadsheetError
from broadsheet.sources.record import Record

__all__ = ["Entry"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One page of a source, or why there is none.

    Attributes:
        number: its place among the entries of its unit, from 0.
        offset: where it begins in the file, in bytes; the number of the row for tables. None where a file has no
            such places (a WARC file compressed as a whole).
        name: what the source calls it: the identifier of a WARC record, the path in an archive.
        url: where the page is from, as far as that is known without a record.
        status: the HTTP status, as far as that is known without a record; `content_type`, `fetched` and `truncated`
            likewise (`Record` says what they are).
        record: the page; None if it cannot be had.
        error: why it cannot.
        repeats: for a capture that the archive keeps only as "the same as before": what it is the same as. Neither
            ``record`` nor ``error`` is there then.
    """

    number: int
    offset: int | None = None
    name: str | None = None
    url: str | None = None
    status: int | None = None
    content_type: str | None = None
    fetched: str | None = None
    truncated: str | None = None
    record: Record | None = None
    error: BroadsheetError | None = None
    repeats: str | None = None
