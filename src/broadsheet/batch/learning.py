"""The first of two passes: what the pages of each site repeat, learnt before any of them is extracted.

Workers look at pages and send back counts; counts are added up by site and month, in any order with the same result.
The profiles are one file beside the parts, which is there whole or not at all: a first pass that is broken off begins
anew. It must not know how profiles are used.
"""

from __future__ import annotations

import datetime as dt
import os
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from broadsheet import metadata
from broadsheet.batch.outcome import Outcome
from broadsheet.batch.parts import UNFINISHED, sync_folder
from broadsheet.methods import catalog
from broadsheet.methods.base import Given
from broadsheet.page import read_page
from broadsheet.sites import Learner, SiteStore, observe, site_of
from broadsheet.sources.entry import Entry

if TYPE_CHECKING:
    from broadsheet.sites import SiteProfile

__all__ = ["SITES", "LearnOptions", "Observer", "learn", "profile_of", "store_being_made"]

SITES: Final = "sites.db"
"""The name of the file in the folder of output."""
_HELD: Final = 200_000
"""Entries of profiles that are held before they are added to the file: about 60 MB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnOptions:
    """How is learnt.

    Attributes:
        method: finds the body of each page, without a profile.
    """

    method: str = catalog.DEFAULT


class Observer:
    """Makes the counts of one page. It takes the place of the extractor in the workers of a first pass.

    Args:
        options: how is learnt.
    """

    def __init__(self, options: LearnOptions) -> None:
        self._method = catalog.get(options.method)

    def __call__(self, entry: Entry, *, unit: int = 0) -> dict[str, Any]:
        """A row with the column ``profile``: counts, or None where the page teaches nothing."""
        row: dict[str, Any] = {"unit": unit, "number": entry.number, "outcome": Outcome.NOT_HTML, "profile": None}
        with suppress(Exception):  # what is wrong with the page is said by the second pass
            row["profile"] = profile_of(entry, self._method)
            row["outcome"] = Outcome.EXTRACTED
        return row


def profile_of(entry: Entry, method: Any) -> SiteProfile | None:
    """The counts of one page; None for an entry without one, and for a page that belongs to no site.

    Args:
        entry: the entry.
        method: finds the body.
    """
    if (record := entry.record) is None:
        return None
    page = read_page(record.data, url=record.url, charset=record.charset)
    site, day = site_of(page.url), _day(record.fetched)
    if site is None or day is None:
        known = metadata.read(page)
        site = site if site is not None else site_of(known.canonical_url)
        day = day if day is not None else _day(known.published)
    if site is None:
        return None
    return observe(page, method.mark(page, Given()).keep, site=site, day=day)


def learn(rows: Iterable[tuple[int, list[dict[str, Any]]]], folder: Path, told: Callable[[int], None]) -> Path:
    """Add up what workers have counted.

    Args:
        rows: numbers of units, with rows of theirs.
        folder: where the file goes.
        told: called with the number of pages, for each batch of rows.

    Returns:
        The file.

    Raises:
        StoreUnreadable: it cannot be written.
        OSError: likewise.
    """
    with store_being_made(folder) as store, Learner(store, held=_HELD) as learner:
        for _, some in rows:
            for row in some:
                # A page that hung or crashed is an ordinary row, without the column.
                if (profile := row.get("profile")) is not None:
                    learner.add(profile)
            told(len(some))
    return folder / SITES


@contextmanager
def store_being_made(folder: Path) -> Iterator[SiteStore]:
    """A file of profiles that gets its name when it is whole."""
    target = folder / SITES
    unfinished = folder / f"{UNFINISHED}{SITES}-{os.getpid()}-{secrets.token_hex(4)}"
    try:
        with SiteStore(unfinished) as store:
            yield store
        # One file, without a log beside it: readers on other machines may have it from a shared disk.
        with closing(sqlite3.connect(unfinished)) as database:
            database.execute("PRAGMA journal_mode = DELETE")
        unfinished.replace(target)
        sync_folder(folder)
    finally:
        for left in folder.glob(f"{unfinished.name}*"):
            left.unlink()


def _day(written: str | None) -> dt.date | None:
    with suppress(ValueError):
        return dt.date.fromisoformat((written or "")[:10])
    return None
