"""Profiles in one SQLite file, a row for each site and month, for several processes that write at once.

A row is a whole profile. Writers take turns: each reads the row, adds its own counts and writes it back in one
transaction, so nothing is lost and nothing is counted twice. Readers never wait (write-ahead log).

The file must be on a local disk: SQLite's locks do not hold on network file systems. Who learns on several machines
learns into a file on each and adds them up (`SiteStore.add`).
"""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from broadsheet.errors import OutputUnwritable, SourceUnreadable
from broadsheet.page.surrogates import has_surrogates
from broadsheet.sites.profile import UNDATED, ProfileUnreadable, SiteProfile

if TYPE_CHECKING:
    import datetime as dt
    import os

    from broadsheet.methods.base import Profile

__all__ = ["Listed", "Scratch", "SiteStore", "StoreUnreadable"]

_APPLICATION: Final = 0x42534854
"""Says in the file's header that it is ours ("BSHT")."""
_VERSION: Final = 1
_WAIT: Final = 120.0
"""Seconds that a writer waits for its turn."""
_ENOUGH: Final = 40
"""Pages from which no further months are asked: the nearest tell most, and sites change."""
_LARGEST: Final = 256 << 20
"""Bytes that a row may unpack to: a row that says more is damaged."""
_REMEMBERED: Final = 64
"""Sites whose columns are kept at hand by a reader."""
_LEVEL: Final = 3
_DAMAGED: Final = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)
_KIND: Final = 0xFF
"""The bits of SQLite's error codes that say which kind of error it is."""

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
    """A file is no store of site profiles, or cannot be read."""

    def __str__(self) -> str:
        return f"site profiles in {self.source}: {self.reason}"


class Listed(NamedTuple):
    """A profile, without its counts.

    Attributes:
        site: the site.
        period: the month, or ``undated``.
        pages: pages that it was learnt from.
    """

    site: str
    period: str
    pages: int


class SiteStore:
    """Profiles in a file. Close it, or use it in a ``with`` statement; a process has its own.

    Args:
        path: the file. It is made where it is missing, unless it is only read.
        read_only: for readers; the file must exist.

    Attributes:
        written: whether anything was written, all of it: true also where that was interrupted when it was done.

    Raises:
        StoreUnreadable: there is no such file, or it is something else.
        OutputUnwritable: it cannot be made or written.
    """

    def __init__(self, path: str | os.PathLike[str], *, read_only: bool = False) -> None:
        self.path = Path(path)
        self.read_only = read_only
        with self._explained():
            self._look()
            try:
                self._open("mode=ro" if read_only else "mode=rwc")
            except sqlite3.OperationalError:
                # Readers too keep notes beside a file with a log, where they may. Without a log there is no writer.
                if not read_only or Path(f"{self.path}-wal").exists():
                    raise
                self._open("mode=ro&immutable=1")
        self.written = False
        self._recall = lru_cache(maxsize=_REMEMBERED)(self._evidence)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._recall.cache_clear()
        self._database.close()

    def add(self, profiles: Iterable[SiteProfile]) -> None:
        """Add counts to what is there, all in one transaction.

        Args:
            profiles: the counts, of any sites and months.

        Raises:
            OutputUnwritable: the file cannot be written.
            StoreUnreadable: what is there is damaged.
        """
        profiles = list(profiles)
        with self._explained(), self._transaction():
            for profile in profiles:
                stored = self._read(profile.site, profile.period)
                whole = profile if stored is None else stored.add(profile)
                self._write(whole)
            self._add_along()
        self._recall.cache_clear()

    def take(self, other: SiteStore) -> None:
        """Add everything that is in another store to what is there, all in one transaction.

        Args:
            other: the other store.

        Raises:
            OutputUnwritable: the file cannot be written.
            StoreUnreadable: what is there, or in the other one, is damaged.
        """
        with self._explained(), self._transaction():
            for listed in other.listed():
                stored = self._read(listed.site, listed.period)
                with other._explained():
                    found = other._packed(*listed[:2]) if stored is None else other._read(*listed[:2])
                if isinstance(found, bytes):
                    self._insert(*listed, found)
                elif stored is not None and found is not None:
                    self._write(stored.add(found))
            self._add_along()
        self._recall.cache_clear()

    def _add_along(self) -> None:
        """What a store that keeps more than profiles writes in the same transaction."""

    def replace(self, profiles: Iterable[SiteProfile]) -> None:
        """Put profiles in the place of what is there for their sites and months, all in one transaction.

        Raises:
            OutputUnwritable: the file cannot be written.
            StoreUnreadable: what is there is damaged.
        """
        profiles = list(profiles)
        with self._explained(), self._transaction():
            for profile in profiles:
                self._write(profile)
        self._recall.cache_clear()

    def listed(self, site: str | None = None) -> list[Listed]:
        """What is in the file, by site and month.

        Args:
            site: only this site.

        Raises:
            StoreUnreadable: it cannot be read.
        """
        query = "SELECT site, period, pages FROM profiles WHERE site = coalesce(?, site) ORDER BY site, period"
        if site is not None and has_surrogates(site):
            return []  # the database cannot be asked for it, and has none
        with self._explained():
            return [Listed(*row) for row in self._database.execute(query, (site,))]

    def profiles(self, site: str | None = None) -> Iterator[SiteProfile]:
        """The profiles, of one site or of all, by site and month.

        Raises:
            StoreUnreadable: one cannot be read.
        """
        for listed in self.listed(site):
            with self._explained():
                profile = self._read(listed.site, listed.period)
            if profile is not None:
                yield profile

    def evidence(self, site: str | None, day: dt.date | None = None) -> Profile | None:
        """What a method may use for a page of a site.

        The month of the page, and the nearest months until they have 40 pages together; undated pages count as well.

        Args:
            site: the site; None for a page without an address, of which nothing is known.
            day: the day of the page; None for the latest month.

        Returns:
            Columns, or None if the site is not in the file. The columns of a few sites are kept at hand.

        Raises:
            StoreUnreadable: they cannot be read.
        """
        return None if site is None else self._recall(site, None if day is None else f"{day:%Y-%m}")

    def _evidence(self, site: str, month: str | None) -> Profile | None:
        listed = self.listed(site)
        dated = sorted(one.period for one in listed if one.period != UNDATED)
        wanted = month if month is not None else max(dated, default="")
        # The nearest first; of two as near the earlier.
        order = sorted(dated, key=lambda period: (abs(_months(period) - _months(wanted)), period))
        order += [one.period for one in listed if one.period == UNDATED]
        whole: SiteProfile | None = None
        for period in order:
            with self._explained():
                profile = self._read(site, period)
            if profile is not None:
                whole = profile if whole is None else whole.add(profile)
            if whole is not None and whole.pages >= _ENOUGH:
                break
        return None if whole is None else whole.evidence()

    def digest(self) -> str:
        """A short text that is another one where the file holds other profiles, in hexadecimal.

        Raises:
            StoreUnreadable: the file cannot be read.
        """
        digest = hashlib.blake2b(digest_size=16)
        with self._explained():
            # Not the bytes of the file: some of what was written may still stand in the log beside it.
            for *names, profile in self._database.execute("SELECT * FROM profiles ORDER BY site, period"):
                digest.update(repr((names, len(profile))).encode("utf-8", "replace"))
                digest.update(profile)
        return digest.hexdigest()

    # The file.

    def _look(self) -> None:
        """Refuse what the database would refuse in fewer words."""
        if self.path.is_dir():
            raise self._error("this is a directory")
        if self.read_only and not self.path.exists():
            raise self._error("there is no such file")
        if not self.read_only and not self.path.parent.is_dir():
            raise self._error(f"there is no directory {self.path.parent}")

    def _open(self, how: str) -> None:
        uri = f"{self.path.absolute().as_uri()}?{how}"
        self._database = sqlite3.connect(uri, uri=True, timeout=_WAIT, isolation_level=None)
        try:
            self._prepare()
        except BaseException:
            self._database.close()
            raise

    def _prepare(self) -> None:
        """Make the table in a new file, and refuse a file of something else."""
        if not self.read_only:
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = NORMAL")
            with self._transaction():
                empty = not self._database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
                if empty:
                    self._database.execute(_SCHEMA)
                    self._database.execute(f"PRAGMA application_id = {_APPLICATION}")
                    self._database.execute(f"PRAGMA user_version = {_VERSION}")
        application = self._database.execute("PRAGMA application_id").fetchone()[0]
        version = self._database.execute("PRAGMA user_version").fetchone()[0]
        if application != _APPLICATION:
            raise StoreUnreadable(str(self.path), "this is a database of something else")
        if version != _VERSION:
            raise StoreUnreadable(str(self.path), f"it is of version {version}, this program reads {_VERSION}")

    def _packed(self, site: str, period: str) -> bytes | None:
        row: tuple[bytes] | None = self._database.execute(
            "SELECT profile FROM profiles WHERE site = ? AND period = ?", (site, period)
        ).fetchone()
        return None if row is None else row[0]

    def _read(self, site: str, period: str) -> SiteProfile | None:
        packed = self._packed(site, period)
        if packed is None:
            return None
        try:
            # What is cut short, or too large to be ours, is no JSON either.
            return SiteProfile.from_json(zlib.decompressobj().decompress(packed, _LARGEST))
        except (zlib.error, TypeError, ProfileUnreadable) as error:
            raise StoreUnreadable(str(self.path), f"the profile of {site}, {period}: {error}") from error

    def _write(self, profile: SiteProfile) -> None:
        data = zlib.compress(profile.to_json().encode("utf-8", "replace"), _LEVEL)
        self._insert(profile.site, profile.period, profile.pages, data)

    def _insert(self, site: str, period: str, pages: int, packed: bytes) -> None:
        row = (site, period, pages, packed)
        self._database.execute("INSERT OR REPLACE INTO profiles VALUES (?, ?, ?, ?)", row)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All or nothing; the only writer while it lasts."""
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
            try:
                self._database.execute("COMMIT")
            finally:
                # An interrupt may be heard when it is too late.
                self.written = not self._database.in_transaction
        except BaseException:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn the database's errors into our own."""
        try:
            yield
        except sqlite3.Error as error:
            damaged = getattr(error, "sqlite_errorcode", 0) & _KIND in _DAMAGED
            raise self._error(_words(error), damaged=damaged) from error
        except OSError as error:
            raise self._error(error.strerror or str(error)) from error

    def _error(self, reason: str, *, damaged: bool = False) -> StoreUnreadable | OutputUnwritable:
        """What is wrong with the file, to those who read it or to those who write it."""
        of = StoreUnreadable if self.read_only or damaged else OutputUnwritable
        return of(str(self.path), reason)


class Scratch(SiteStore):
    """Profiles in a file that has no name, and is gone when it is closed or the process ends, however it does.

    What is learnt waits there until it is whole. SQLite makes the file, where ``TMPDIR`` says, or in ``/var/tmp``.
    """

    def __init__(self) -> None:
        super().__init__("a temporary file")

    def _look(self) -> None:
        pass

    def _open(self, how: str) -> None:
        self._database = sqlite3.connect("", isolation_level=None)
        self._prepare()


def _words(error: sqlite3.Error) -> str:
    words = str(error)
    known: dict[str, str] = {
        "file is not a database": "this is no database",
        "unable to open database file": "it cannot be opened",
        "attempt to write a readonly database": "it may not be written",
        "database is locked": f"another program has held it for {_WAIT:.0f} s",
        "database or disk is full": "the disk is full",
        "disk I/O error": "the disk does not take or give it (disk I/O error)",
    }
    return known.get(words, words)


def _months(period: str) -> int:
    """Months since the year 0; 0 for no month."""
    return 12 * int(period[:4]) + int(period[5:7]) if period else 0
