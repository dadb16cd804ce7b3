"""A page from a source: its bytes and their transport metadata (`Record`), and its place in the source (`Entry`)."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from broadsheet.errors import BroadsheetError

__all__ = ["Entry", "Record", "http_date", "moment_of"]

_MAX_AGE: Final = timedelta(days=366)  # greatest age of a cached response; beyond this the server's clock is wrong


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """The bytes of one page.

    Attributes:
        data: the bytes, decompressed.
        url: URL of the page after redirects, the base of its links; None if unknown.
        charset: label of the character encoding that the transport declared, unchanged.
        content_type: the declared ``Content-Type``.
        status: HTTP status.
        headers: response header fields in order, names in lower case.
        fetched: time of the response (ISO 8601); None if unknown.
        truncated: why bytes are missing at the end, in the archive's terms (``"length"``, ``"time"``,
            ``"disconnect"``, ``"unspecified"``); ``"disconnect"`` also for interrupted transfers; None if complete.
    """

    data: bytes = field(repr=False)
    url: str | None = None
    charset: str | None = None
    content_type: str | None = None
    status: int | None = None
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    fetched: str | None = None
    truncated: str | None = None

    @property
    def captured(self) -> datetime | None:
        """Time that relative dates on the page refer to, with an offset; None if unknown.

        The time of the response, or for a cached response its ``Date`` (RFC 9110, section 6.6.1).
        """
        stated = next((value for name, value in self.headers if name == "date"), None)
        answered, made = moment_of(self.fetched), http_date(stated)
        if answered is None or made is None:
            return answered
        return made if timedelta() <= answered - made <= _MAX_AGE else answered


def moment_of(written: str | None) -> datetime | None:
    """Parse an ISO 8601 date and time with an offset, such as ``2026-03-06T09:30Z``; None for others."""
    with suppress(ValueError):
        moment = datetime.fromisoformat((written or "").strip())
        return None if moment.utcoffset() is None else moment
    return None


def http_date(written: str | None) -> datetime | None:
    """Parse a date of HTTP (RFC 9110, section 5.6.7), such as ``Fri, 06 Mar 2026 09:30:00 GMT``; None for others."""
    if not written:
        return None
    from email.utils import parsedate_to_datetime  # takes longer to import than a file to read

    with suppress(ValueError, TypeError, IndexError, OverflowError):
        moment = parsedate_to_datetime(written)
        return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)  # the obsolete forms state no zone
    return None


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
