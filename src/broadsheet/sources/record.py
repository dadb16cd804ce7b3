"""What a source hands on: the bytes of one page and what was said about them when they came.

It must not know what is in the bytes, nor where they go.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Final

__all__ = ["Record", "moment_of"]

_OLDEST: Final = timedelta(days=366)
"""How long an answer may have been kept somewhere: what says more has a clock that is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """The bytes of one page.

    Attributes:
        asked: what was asked for: a URL as it was given, the path of a file, or ``-`` for the standard input.
        data: the bytes, decompressed.
        url: where the page is from, after redirects; links are resolved against it. None if nobody said.
        charset: the label of the character encoding that the transport declared, as it was written.
        content_type: the ``Content-Type`` as it was declared.
        status: the HTTP status.
        headers: the other header fields of the answer, in order, names in lower case.
        redirects: the URLs that led to ``url``, the asked one first; empty if there was no redirect.
        fetched: when the server answered, as it was written down (ISO 8601); None if nobody did.
        truncated: why bytes are missing at the end, in the archive's word (``"length"``, ``"time"``,
            ``"disconnect"``, ``"unspecified"``), ``"disconnect"`` also where a transfer broke off that the archive
            says nothing of; None if no byte is known to be missing.
    """

    asked: str
    data: bytes = field(repr=False)
    url: str | None = None
    charset: str | None = None
    content_type: str | None = None
    status: int | None = None
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    redirects: tuple[str, ...] = ()
    fetched: str | None = None
    truncated: str | None = None

    @property
    def captured(self) -> datetime | None:
        """The moment as of which the page tells the time, with an offset; None if nobody said.

        That is when the server answered, or, where the answer was kept on the way, when it was made, which its ``Date``
        says (RFC 9110, section 6.6.1).
        """
        answered, made = moment_of(self.fetched), _date(self.headers)
        if answered is None or made is None:
            return answered
        return made if timedelta() <= answered - made <= _OLDEST else answered


def moment_of(written: str | None) -> datetime | None:
    """A moment that is written in the form of ISO 8601, with an offset: ``2026-03-06T09:30Z``; None for all else."""
    with suppress(ValueError):
        moment = datetime.fromisoformat((written or "").strip())
        return None if moment.utcoffset() is None else moment
    return None


def _date(headers: tuple[tuple[str, str], ...]) -> datetime | None:
    """When an answer was made, by its first ``Date``, if that has an offset."""
    written = next((value for name, value in headers if name == "date"), None)
    if written is None:
        return None
    with suppress(ValueError, TypeError, IndexError, OverflowError):
        moment = parsedate_to_datetime(written)
        return None if moment.utcoffset() is None else moment
    return None
