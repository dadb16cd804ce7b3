"""An entry: one page of a source of many, or the error that it could not be read. Sources never raise for one page."""

from __future__ import annotations

from dataclasses import dataclass

from broadsheet.crawl.sources.record import Record
from broadsheet.errors import BroadsheetError

__all__ = ["Entry"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One page of a source, or why it is missing.

    Attributes:
        number: position in its unit, from 0.
        offset: its position in the file in bytes, for tables its row number; None if unknown (a WARC file compressed
            as a whole).
        name: its name in the source: the identifier of a WARC record, the path in an archive.
        url: URL of the page, if known without a record.
        status: HTTP status, if known without a record; also `content_type`, `fetched` and `truncated` (see `Record`).
        record: the page; None if it could not be read.
        error: why it could not.
        repeats: the earlier capture that this one is identical to, stored without its bytes; ``record`` and ``error``
            are None.
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
