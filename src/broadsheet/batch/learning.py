"""The first of two passes: what the pages of each site repeat, learnt before any of them is extracted.

Workers look at pages and send back counts; counts are added up by site and month, in any order with the same result.
The profiles are one file beside the parts, which is there whole or not at all. Until it is, what has been learnt waits
in another, so that a first pass that is broken off goes on. It must not know how profiles are used.
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

from broadsheet.batch.outcome import Outcome
from broadsheet.batch.parts import SITES, UNFINISHED, sync_folder
from broadsheet.errors import OutputUnwritable
from broadsheet.methods import catalog
from broadsheet.methods.base import Given
from broadsheet.page import read_page
from broadsheet.sites import Learner, Learnt, Scratch, SiteStore, belongs, day_of, observe

if TYPE_CHECKING:
    from broadsheet.batch.so_far import SoFar
    from broadsheet.sites import SiteProfile
    from broadsheet.sources.entry import Entry
    from broadsheet.sources.record import Record

__all__ = ["LearnOptions", "Observer", "add_up", "learn", "store_being_made"]

_HELD: Final = 200_000
"""Entries of profiles that are held before they are added to the file: about 60 MB."""
_WRITE: Final = 60.0
"""Seconds after which what is held is written: what it costs to be broken off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnOptions:
    """How is learnt.

    Attributes:
        method: finds the body of each page, without a profile.
        site: the site of the pages that do not say theirs.
    """

    method: str = catalog.DEFAULT
    site: str | None = None

    def begin(self) -> Observer:
        """What makes counts in this way."""
        return Observer(self)


class Observer:
    """Makes the counts of one page. It takes the place of the extractor in the workers of a first pass.

    Args:
        options: how is learnt.
    """

    def __init__(self, options: LearnOptions) -> None:
        self._method = catalog.get(options.method)
        self._site = options.site

    def __call__(self, entry: Entry, *, unit: int = 0) -> dict[str, Any]:
        """A row with the column ``profile``: counts, or None where the page teaches nothing.

        A page that belongs to no site is ``nothing_found``; one that cannot be read, ``not_html``.
        """
        row: dict[str, Any] = {"unit": unit, "number": entry.number, "outcome": Outcome.NOT_HTML, "profile": None}
        if entry.record is not None:
            with suppress(Exception):  # what is wrong with the page is said by whoever extracts it
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
    """Add up what workers have counted, and put it in its place.

    Args:
        rows: numbers of units, with rows of theirs, as far as they are not counted already.
        so_far: what is counted already; the others are added to it.
        folder: where the file goes.
        told: called with the number of pages, for each batch of rows.

    Raises:
        OutputUnwritable: it cannot be written.
        OSError: likewise.
    """
    # Not in a with statement: after an error nobody knows how much of a page is held, and what is written is whole.
    learner = Learner(so_far, held=_HELD)
    written = time.monotonic()
    for unit, some in rows:
        for row in some:
            so_far.note(unit, row["number"])
            if (profile := row.get("profile")) is not None:
                learner.add(profile)
        if time.monotonic() - written >= _WRITE:
            learner.flush()
            written = time.monotonic()
        told(len(some))
    learner.flush()
    with _being_made(folder) as path:
        so_far.copy(path)


def add_up(rows: Iterable[tuple[int, list[dict[str, Any]]]], store: SiteStore, told: Callable[[int], None]) -> Learnt:
    """Add what workers have counted to a store, all of it at the end or nothing.

    Nobody could say which pages a part is from, and whoever gave them again would count those twice.

    Args:
        rows: numbers of units, with rows of theirs.
        store: the store.
        told: called with the number of pages, for each batch of rows.

    Raises:
        OutputUnwritable: it cannot be written.
    """
    homeless = unreadable = 0
    with Scratch() as scratch:
        # Not in a with statement: after an error nothing is kept.
        learner = Learner(scratch, held=_HELD)
        for _, some in rows:
            for row in some:
                # A page that hung or crashed is an ordinary row, without the column.
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
    """A file of profiles that gets its name when it is whole."""
    with _being_made(folder) as path, SiteStore(path) as store:
        yield store


@contextmanager
def _being_made(folder: Path) -> Iterator[Path]:
    """The path of a file of profiles that gets its name when it is whole."""
    unfinished = folder / f"{UNFINISHED}{SITES}-{os.getpid()}-{secrets.token_hex(4)}"
    try:
        yield unfinished
        # One file, without a log beside it: readers on other machines may have it from a shared disk.
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
