"""Cache of HTTP responses in an SQLite file, for conditional requests (RFC 9111, RFC 9110 section 13).

Responses with a validator (``ETag``, ``Last-Modified``) are kept, unless ``Cache-Control`` forbids it.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
import zlib
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from broadsheet.crawl.sources.record import Record
from broadsheet.errors import SourceUnreadable

if TYPE_CHECKING:
    import os

__all__ = ["HttpCache"]

_APPLICATION: Final = 0x42534843  # application id in the file header ("BSHC")
_LOCK_SECONDS: Final = 60.0
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS answers (
    url    TEXT PRIMARY KEY,
    stored REAL NOT NULL,
    size   INTEGER NOT NULL,
    about  TEXT NOT NULL,
    body   BLOB NOT NULL
) WITHOUT ROWID
"""
_CONDITIONS: Final = {"etag": "If-None-Match", "last-modified": "If-Modified-Since"}
_PRUNE_EVERY: Final = 100  # responses stored between two checks of the size


class HttpCache:
    """A cache of responses in a file, safe for several threads and processes; a context manager.

    Args:
        path: the file, created if missing.
        max_bytes: limit of all bodies together, compressed; the oldest are deleted first.
        every: keep every response, and use it without a request.

    Raises:
        SourceUnreadable: the file cannot be used.
    """

    def __init__(self, path: str | os.PathLike[str], *, max_bytes: int = 4 << 30, every: bool = False) -> None:
        self.path = Path(path)
        self.every = every
        self.max_bytes = max_bytes
        self._lock = threading.Lock()
        self._stored = 0
        try:
            self._database = sqlite3.connect(
                self.path, timeout=_LOCK_SECONDS, isolation_level=None, check_same_thread=False
            )
            try:
                self._prepare()
            except BaseException:
                self._database.close()
                raise
        except sqlite3.Error as error:
            raise SourceUnreadable(str(path), f"it cannot be used as a cache of pages: {error}") from error

    def _prepare(self) -> None:
        """Create the table in a new file, and reject files of other programs."""
        # Another process may be making this file: it sets its application before it makes a table.
        tables = self._database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        application = self._database.execute("PRAGMA application_id").fetchone()[0]
        if application != _APPLICATION and (application or tables):
            raise SourceUnreadable(str(self.path), "this is another database, not a cache of pages")
        self._database.execute(f"PRAGMA application_id = {_APPLICATION}")
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = NORMAL")
        self._database.execute(_SCHEMA)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def recall(self, url: str) -> Record | None:
        """Return the cached response to a URL, or None."""
        with self._lock:
            try:
                row = self._database.execute("SELECT about, body FROM answers WHERE url = ?", (url,)).fetchone()
            except sqlite3.Error:  # treated as a miss
                return None
        if row is None:
            return None
        try:
            about = json.loads(row[0])
            about["headers"] = tuple((name, value) for name, value in about["headers"])
            return Record(**about, data=zlib.decompress(row[1]))
        except (ValueError, TypeError, KeyError, zlib.error):
            return None

    def keep(self, url: str, record: Record) -> None:
        """Store a response if it is allowed and has a validator, or if every response is kept."""
        fields = dict(record.headers)
        directives = {part.strip().partition("=")[0].lower() for part in fields.get("cache-control", "").split(",")}
        if not self.every and ("no-store" in directives or not any(name in fields for name in _CONDITIONS)):
            return
        body = zlib.compress(record.data, 3)
        about = {name: getattr(record, name) for name in Record.__slots__ if name != "data"}
        row = (url, time.time(), len(body), json.dumps(about), body)
        with self._lock, suppress(sqlite3.Error):  # a full disk must not end a fetch
            self._database.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)", row)
            self._stored += 1
            if self._stored % _PRUNE_EVERY == 0:
                self._prune()

    def _prune(self) -> None:
        """Delete the oldest responses until the rest fits."""
        total = self._database.execute("SELECT coalesce(sum(size), 0) FROM answers").fetchone()[0]
        while total > self.max_bytes:
            oldest = self._database.execute("SELECT url, size FROM answers ORDER BY stored LIMIT 100").fetchall()
            if not oldest:
                break
            self._database.executemany("DELETE FROM answers WHERE url = ?", [(url,) for url, _ in oldest])
            total -= sum(size for _, size in oldest)


def conditions(record: Record) -> dict[str, str]:
    """Return the request headers that ask for a page only if it has changed (RFC 9110, section 13.1)."""
    fields = dict(record.headers)
    return {asked: fields[name] for name, asked in _CONDITIONS.items() if name in fields}
