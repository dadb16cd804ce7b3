"""Site profiles in one SQLite file, one row per site and month, for concurrent processes.

Writers take turns: each reads the row, adds its counts and writes it back in one transaction, so no count is lost or
doubled. Readers never wait (write-ahead log).

The file must be on a local disk: SQLite's locks are unreliable on network file systems. To learn on several machines,
use a file on each and add them up (`SiteStore.add`).
"""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from broadsheet.crawl.sites.profile import UNDATED, ProfileUnreadable, SiteProfile
from broadsheet.errors import OutputUnwritable, SourceUnreadable
from broadsheet.page.characters import has_surrogates

if TYPE_CHECKING:
    import datetime as dt
    import os

    from broadsheet.methods.base import Profile

__all__ = ["Listed", "SiteStore", "StoreUnreadable"]

_APPLICATION: Final = 0x42534854  # application id in the file header ("BSHT")
_VERSION: Final = 1
_LOCK_SECONDS: Final = 120.0  # time that a writer waits for its turn
_ENOUGH_PAGES: Final = 40  # pages from which no further months are added: sites change
_MAX_PROFILE_BYTES: Final = 256 << 20  # decompressed; a larger row is damaged
_CACHED_SITES: Final = 64  # sites whose columns a reader caches
_LEVEL: Final = 3  # compression level of zlib
_DAMAGED: Final = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)
_PRIMARY_CODE: Final = 0xFF  # mask of the primary part of SQLite's error codes

_SCHEMA: Final = """
CREATE TABLE profiles (
    site    TEXT NOT NULL,
    period  TEXT NOT NULL,
    pages   INTEGER NOT NULL,
    profile BLOB NOT NULL,
    PRIMARY KEY (site, period)
) WITHOUT ROWID
"""


class StoreUnreadable(SourceUnreadable):
    """Not a store of site profiles, or unreadable."""

    def __str__(self) -> str:
        return f"site profiles in {self.source}: {self.reason}"


class Listed(NamedTuple):
    """A profile without its counts: the site, the month or ``undated``, and the number of pages."""

    site: str
    period: str
    pages: int


class SiteStore:
    """Profiles in a file; a context manager. Each process needs its own.

    Args:
        path: the file, created if missing unless read-only; None for a temporary file that is deleted when closed.
        read_only: for readers; the file must exist.

    Attributes:
        written: whether the last transaction was committed, even if an interrupt followed.

    Raises:
        StoreUnreadable: no such file, another format, or damaged; also raised by all methods.
        OutputUnwritable: it cannot be created or written; also raised by the methods that write.
    """

    def __init__(self, path: str | os.PathLike[str] | None, *, read_only: bool = False) -> None:
        self.path = Path(path if path is not None else "a temporary file")
        self._is_temporary = path is None
        self.read_only = read_only
        with self._own_errors():
            self._check_path()
            try:
                self._open("mode=ro" if read_only else "mode=rwc")
            except sqlite3.OperationalError:
                # Readers also write beside a file with a log, if permitted. Without a log there is no writer.
                if not read_only or Path(f"{self.path}-wal").exists():
                    raise
                self._open("mode=ro&immutable=1")
        self.written = False
        self._recall = lru_cache(maxsize=_CACHED_SITES)(self._evidence)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._recall.cache_clear()
        self._database.close()

    def add(self, profiles: Iterable[SiteProfile]) -> None:
        """Add counts of any sites and months in one transaction."""
        self._put(profiles, replace=False)

    def replace(self, profiles: Iterable[SiteProfile]) -> None:
        """Replace the profiles of these sites and months in one transaction."""
        self._put(profiles, replace=True)

    def _put(self, profiles: Iterable[SiteProfile], *, replace: bool) -> None:
        with self._own_errors(), self._transaction():
            for profile in profiles:
                stored = None if replace else self._read(profile.site, profile.period)
                self._write(profile if stored is None else stored.add(profile))
            self._add_along()
        self._recall.cache_clear()

    def _add_along(self) -> None:
        """Hook for subclasses that write more in the same transaction."""

    def listed(self, site: str | None = None) -> list[Listed]:
        """List the profiles of one site or all, by site and month."""
        query = "SELECT site, period, pages FROM profiles WHERE site = coalesce(?, site) ORDER BY site, period"
        if site is not None and has_surrogates(site):
            return []  # SQLite cannot store or query it
        with self._own_errors():
            return [Listed(*row) for row in self._database.execute(query, (site,))]

    def profiles(self, site: str | None = None) -> Iterator[SiteProfile]:
        """Yield the profiles of one site or all, by site and month."""
        for listed in self.listed(site):
            with self._own_errors():
                profile = self._read(listed.site, listed.period)
            if profile is not None:
                yield profile

    def evidence(self, site: str | None, day: dt.date | None = None) -> Profile | None:
        """Return the columns that a method may use for a page of a site.

        They sum the month of the page and the nearest months, up to 40 pages; undated pages come last.

        Args:
            site: the site, or None.
            day: the day of the page; None for the latest month.

        Returns:
            Columns, or None if the site is unknown. The columns of a few sites are cached.
        """
        return None if site is None else self._recall(site, None if day is None else day.isoformat()[:7])

    def _evidence(self, site: str, month: str | None) -> Profile | None:
        listed = self.listed(site)
        dated = sorted(one.period for one in listed if one.period != UNDATED)
        wanted = month if month is not None else max(dated, default="")
        # Nearest first; ties: earlier first.
        order = sorted(dated, key=lambda period: (abs(_months(period) - _months(wanted)), period))
        order += [one.period for one in listed if one.period == UNDATED]
        whole: SiteProfile | None = None
        for period in order:
            with self._own_errors():
                profile = self._read(site, period)
            if profile is not None:
                whole = profile if whole is None else whole.add(profile)
            if whole is not None and whole.pages >= _ENOUGH_PAGES:
                break
        return None if whole is None else whole.evidence()

    def digest(self) -> str:
        """Return a hash of the profiles, in hexadecimal."""
        digest = hashlib.blake2b(digest_size=16)
        with self._own_errors():
            # Not of the file: recent changes may still be in the write-ahead log.
            for *names, profile in self._database.execute("SELECT * FROM profiles ORDER BY site, period"):
                digest.update(repr((names, len(profile))).encode("utf-8", "replace"))
                digest.update(profile)
        return digest.hexdigest()

    # The file.

    def _check_path(self) -> None:
        """Check the path first, for clearer errors than SQLite's."""
        if self._is_temporary:
            return
        if self.path.is_dir():
            raise self._error("this is a directory")
        if self.read_only and not self.path.exists():
            raise self._error("no such file")
        if not self.read_only and not self.path.parent.is_dir():
            raise self._error(f"no directory {self.path.parent}")

    def _open(self, how: str) -> None:
        # SQLite creates temporary files in ``TMPDIR`` or ``/var/tmp``.
        uri = "file:" if self._is_temporary else f"{self.path.absolute().as_uri()}?{how}"
        self._database = sqlite3.connect(uri, uri=True, timeout=_LOCK_SECONDS, isolation_level=None)
        try:
            self._prepare()
        except BaseException:
            self._database.close()
            raise

    def _prepare(self) -> None:
        """Create the table in a new file, and reject files of other programs."""
        if not self.read_only:
            with self._transaction():
                if not self._database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    self._database.execute(_SCHEMA)
                    self._database.execute(f"PRAGMA application_id = {_APPLICATION}")
                    self._database.execute(f"PRAGMA user_version = {_VERSION}")
        application = self._database.execute("PRAGMA application_id").fetchone()[0]
        version = self._database.execute("PRAGMA user_version").fetchone()[0]
        if application != _APPLICATION:
            raise StoreUnreadable(str(self.path), "this is another database")
        if version != _VERSION:
            raise StoreUnreadable(str(self.path), f"its version is {version}, this program reads {_VERSION}")
        if not self.read_only:
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = NORMAL")

    def _read(self, site: str, period: str) -> SiteProfile | None:
        row = self._database.execute(
            "SELECT profile FROM profiles WHERE site = ? AND period = ?", (site, period)
        ).fetchone()
        if row is None:
            return None
        try:
            # Truncated or oversized data is not valid JSON.
            return SiteProfile.from_json(zlib.decompressobj().decompress(row[0], _MAX_PROFILE_BYTES))
        except (zlib.error, TypeError, ProfileUnreadable) as error:
            raise StoreUnreadable(str(self.path), f"the profile of {site}, {period}: {error}") from error

    def _write(self, profile: SiteProfile) -> None:
        data = zlib.compress(profile.to_json().encode("utf-8", "replace"), _LEVEL)
        row = (profile.site, profile.period, profile.pages, data)
        self._database.execute("INSERT OR REPLACE INTO profiles VALUES (?, ?, ?, ?)", row)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Run the block in a transaction, as the only writer."""
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
            try:
                self._database.execute("COMMIT")
            finally:
                # An interrupt may arrive after the commit.
                self.written = not self._database.in_transaction
        except BaseException:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise

    @contextmanager
    def _own_errors(self) -> Iterator[None]:
        """Convert SQLite's errors to those of this package."""
        try:
            yield
        except sqlite3.Error as error:
            damaged = getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE in _DAMAGED
            raise self._error(str(error), damaged=damaged) from error
        except OSError as error:
            raise self._error(error.strerror or str(error)) from error

    def _error(self, reason: str, *, damaged: bool = False) -> StoreUnreadable | OutputUnwritable:
        of = StoreUnreadable if self.read_only or damaged else OutputUnwritable
        return of(str(self.path), reason)


def _months(period: str) -> int:
    """Return months since the year 0; 0 for an empty period."""
    return 12 * int(period[:4]) + int(period[5:7]) if period else 0
