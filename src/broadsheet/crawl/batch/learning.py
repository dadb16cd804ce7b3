"""The first of two passes: learn the profile of each site before any page is extracted.

Workers observe pages and return counts, which are summed by site and month; the order does not matter. Until the
profiles are complete and written atomically to one file beside the parts, the counts are in a second file together with
the pages that they include, so that a continued pass counts every page once.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from broadsheet.crawl.batch.parts import SITES, SITES_SO_FAR, replacing
from broadsheet.crawl.batch.schema import Outcome
from broadsheet.crawl.sites import Learner, SiteStore, day_of
from broadsheet.crawl.sites.learn import counts_of
from broadsheet.methods import catalog
from broadsheet.page import read_page

if TYPE_CHECKING:
    from broadsheet.crawl.batch.process import Maker
    from broadsheet.crawl.sources.record import Entry
    from broadsheet.methods.base import Method

__all__ = ["LearnOptions", "Learnt", "SoFar"]

_MAX_HELD: Final = 200_000  # profile entries in memory before they are added to the file: about 60 MB
_FLUSH_SECONDS: Final = 60.0  # interval of writing: the work lost by an interruption
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS counted (
    unit   INTEGER PRIMARY KEY,
    below  INTEGER NOT NULL,
    beyond TEXT NOT NULL,
    pages  INTEGER
)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnOptions:
    """Options of learning: the site of pages without a URL. The default method is used, without a profile."""

    site: str | None = None

    def begin(self) -> Maker:
        """Return a function that counts one page."""
        return partial(_observe, method=catalog.get(catalog.DEFAULT), site=self.site)


def _observe(entry: Entry, *, unit: int, method: Method, site: str | None) -> dict[str, Any]:
    """Return a row with the column ``profile``: counts, or None.

    A page that belongs to no site is ``nothing_found``; an unreadable page is ``not_html``.
    """
    row: dict[str, Any] = {"unit": unit, "number": entry.number, "outcome": Outcome.NOT_HTML, "profile": None}
    if (record := entry.record) is not None:
        with suppress(Exception):  # extraction reports what is wrong with the page
            page = read_page(record.data, url=record.url, charset=record.charset)
            row["profile"] = counts_of(page, method, site=site, day=day_of(record.fetched))
            row["outcome"] = Outcome.NOTHING_FOUND if row["profile"] is None else Outcome.EXTRACTED
    return row


@dataclass(slots=True)
class _Counted:
    """The counted pages of a unit (all below a number, and a set beyond it), and once read, its number of pages."""

    below: int = 0
    beyond: set[int] = field(default_factory=set)
    pages: int | None = None


@dataclass(slots=True)
class Learnt:
    """Summary of learning: pages by site, pages without a URL and so without a site, and entries that are not pages or
    could not be read.
    """

    pages: Counter[str] = field(default_factory=Counter)
    without_site: int = 0
    unreadable: int = 0


class SoFar(SiteStore):
    """The counts of an unfinished pass, and the pages that they include, written in one transaction.

    The errors are those of `SiteStore`.

    Args:
        folder: output folder; None for a temporary file.

    Attributes:
        learnt: summary of the pages counted by this object.
    """

    def __init__(self, folder: Path | None) -> None:
        super().__init__(folder / SITES_SO_FAR if folder is not None else None)
        self.learnt = Learnt()
        self._learner = Learner(self, held=_MAX_HELD)
        self._written = time.monotonic()
        self._counted: defaultdict[int, _Counted] = defaultdict(_Counted)
        self._touched: set[int] = set()
        with self._own_errors():
            self._database.execute(_SCHEMA)
            for unit, below, beyond, pages in self._database.execute("SELECT * FROM counted"):
                self._counted[unit] = _Counted(below, set(json.loads(beyond)), pages)

    @property
    def pages(self) -> int:
        """Number of counted pages."""
        return sum(one.below + len(one.beyond) for one in self._counted.values())

    def has(self, unit: int, number: int) -> bool:
        """Return whether a page is counted."""
        one = self._counted.get(unit)
        return one is not None and (number < one.below or number in one.beyond)

    def has_all(self, unit: int) -> bool:
        """Return whether all pages of a unit are counted."""
        one = self._counted.get(unit)
        return one is not None and one.pages is not None and one.below >= one.pages

    def count(self, unit: int, rows: Iterable[dict[str, Any]]) -> None:
        """Add the counts of pages in memory; they are written about once a minute."""
        for row in rows:
            self._note(unit, row["number"])
            if (profile := row.get("profile")) is not None:  # the row of a timeout or crash lacks the column
                self.learnt.pages[profile.site] += profile.pages
                self._learner.add(profile)
            elif row["outcome"] == Outcome.NOTHING_FOUND:
                self.learnt.without_site += 1
            else:
                self.learnt.unreadable += 1
        if time.monotonic() - self._written >= _FLUSH_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write the counts in memory."""
        self._learner.flush()
        self._written = time.monotonic()

    def _note(self, unit: int, number: int) -> None:
        one = self._counted[unit]
        one.beyond.add(number)
        while one.below in one.beyond:
            one.beyond.remove(one.below)
            one.below += 1
        self._touched.add(unit)

    def note_end(self, unit: int, pages: int) -> None:
        """Record that a unit was read to its end, and its number of pages."""
        self._counted[unit].pages = pages
        self._touched.add(unit)

    def publish(self, folder: Path) -> None:
        """Write the profiles to the file of a run, atomically. Its bytes depend only on the profiles."""
        with replacing(folder / SITES) as unfinished, self._own_errors():
            # As a URL, because SQLite rejects paths that are not UTF-8.
            self._database.execute("VACUUM INTO ?", (unfinished.absolute().as_uri(),))
            with closing(sqlite3.connect(unfinished, isolation_level=None)) as database:
                database.execute("DROP TABLE counted")
                database.execute("VACUUM")
                # One file without a write-ahead log: readers may have it from a shared disk.
                database.execute("PRAGMA journal_mode = DELETE")

    def _add_along(self) -> None:
        for unit in self._touched:
            one = self._counted[unit]
            row = (unit, one.below, json.dumps(sorted(one.beyond)), one.pages)
            self._database.execute("INSERT OR REPLACE INTO counted VALUES (?, ?, ?, ?)", row)
        self._touched.clear()
