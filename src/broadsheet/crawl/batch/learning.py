"""The first of two passes: learn the profile of each site before any page is extracted.

Workers observe pages and return counts, which are summed by site and month; the order does not matter. The profiles are
written atomically to one file beside the parts. Until then the counts are in a second file, so that an interrupted pass
can continue.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from broadsheet.crawl.batch.outcome import Outcome
from broadsheet.crawl.batch.parts import SITES, UNFINISHED, sync_folder
from broadsheet.crawl.sites import Learner, Learnt, Scratch, SiteStore, belongs, day_of, observe
from broadsheet.errors import OutputUnwritable
from broadsheet.methods import catalog
from broadsheet.methods.base import Given
from broadsheet.page import read_page

if TYPE_CHECKING:
    from broadsheet.crawl.batch.so_far import SoFar
    from broadsheet.crawl.sites import SiteProfile
    from broadsheet.crawl.sources.entry import Entry
    from broadsheet.crawl.sources.record import Record

__all__ = ["LearnOptions", "Observer", "add_up", "learn", "store_being_made"]

_MAX_HELD: Final = 200_000  # profile entries in memory before they are added to the file: about 60 MB
_FLUSH_SECONDS: Final = 60.0  # interval of writing: the work lost by an interruption


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnOptions:
    """Options of learning.

    Attributes:
        method: extraction method, used without a profile.
        site: site of pages without a URL.
    """

    method: str = catalog.DEFAULT
    site: str | None = None

    def begin(self) -> Observer:
        """Return a new observer."""
        return Observer(self)


class Observer:
    """Makes the counts of one page. Workers of a first pass run it instead of an extractor.

    Args:
        options: options of learning.
    """

    def __init__(self, options: LearnOptions) -> None:
        self._method = catalog.get(options.method)
        self._site = options.site

    def __call__(self, entry: Entry, *, unit: int = 0) -> dict[str, Any]:
        """Return a row with the column ``profile``: counts, or None.

        A page that belongs to no site is ``nothing_found``; an unreadable page is ``not_html``.
        """
        row: dict[str, Any] = {"unit": unit, "number": entry.number, "outcome": Outcome.NOT_HTML, "profile": None}
        if entry.record is not None:
            with suppress(Exception):  # extraction reports what is wrong with the page
                row["profile"] = self._counts(entry.record)
                row["outcome"] = Outcome.NOTHING_FOUND if row["profile"] is None else Outcome.EXTRACTED
        return row

    def _counts(self, record: Record) -> SiteProfile | None:
        page = read_page(record.data, url=record.url, charset=record.charset)
        site, day = belongs(page, site=self._site, day=day_of(record.fetched))
        return None if site is None else observe(page, self._method.mark(page, Given()).keep, site=site, day=day)


def learn(
    rows: Iterable[tuple[int, list[dict[str, Any]]]], so_far: SoFar, folder: Path, told: Callable[[int], None]
) -> None:
    """Sum the workers' counts and write the file of profiles.

    Args:
        rows: unit numbers with rows that are not counted yet.
        so_far: store of what is counted already; it is extended.
        folder: output folder.
        told: called with the number of pages of each batch of rows.

    Raises:
        OutputUnwritable, OSError: the file cannot be written.
    """
    # Not a with statement: after an error, the counts in memory may hold half a page and must not be written.
    # Not in a with statement: after an error nobody knows how much of a page is held, and what is written is whole.
    learner = Learner(so_far, held=_MAX_HELD)
    written = time.monotonic()
    for unit, some in rows:
        for row in some:
            so_far.note(unit, row["number"])
            if (profile := row.get("profile")) is not None:
                learner.add(profile)
        if time.monotonic() - written >= _FLUSH_SECONDS:
            learner.flush()
            written = time.monotonic()
        told(len(some))
    learner.flush()
    with _being_made(folder) as path:
        so_far.copy(path)


def add_up(rows: Iterable[tuple[int, list[dict[str, Any]]]], store: SiteStore, told: Callable[[int], None]) -> Learnt:
    """Add the workers' counts to a store, all at the end or none.

    Partial counts would be counted twice when the same pages are learnt again.

    Args:
        rows: unit numbers with rows.
        store: the store.
        told: called with the number of pages of each batch of rows.

    Raises:
        OutputUnwritable: the store cannot be written.
    """
    homeless = unreadable = 0
    with Scratch() as scratch:
        # Not a with statement: after an error nothing is kept.
        learner = Learner(scratch, held=_MAX_HELD)
        for _, some in rows:
            for row in some:
                # The row of a timeout or crash lacks the column.
                if (profile := row.get("profile")) is not None:
                    learner.add(profile)
                elif row["outcome"] == Outcome.NOTHING_FOUND:
                    homeless += 1
                else:
                    unreadable += 1
            told(len(some))
        learner.flush()
        store.take(scratch)
    return Learnt(learner.pages, homeless, unreadable)


@contextmanager
def store_being_made(folder: Path) -> Iterator[SiteStore]:
    """Yield a new store of site profiles, renamed to its final name when complete."""
    with _being_made(folder) as path, SiteStore(path) as store:
        yield store


@contextmanager
def _being_made(folder: Path) -> Iterator[Path]:
    """Yield a temporary path for the file of profiles, renamed to its final name when complete."""
    unfinished = folder / f"{UNFINISHED}{SITES}-{os.getpid()}-{secrets.token_hex(4)}"
    try:
        yield unfinished
        # One file without a write-ahead log: readers may have it from a shared disk.
        try:
            with closing(sqlite3.connect(unfinished)) as database:
                database.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.Error as error:
            raise OutputUnwritable(str(folder / SITES), str(error)) from error
        unfinished.replace(folder / SITES)
        sync_folder(folder)
    finally:
        for left in folder.glob(f"{unfinished.name}*"):
            left.unlink()
