"""The store of an unfinished first pass: counts, and the pages that they include.

Both are written in one transaction, so that a continued pass counts every page once. Per unit, memory holds the page
number below which all pages are counted, and the counted pages beyond it.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from broadsheet.crawl.batch.parts import SITES_SO_FAR
from broadsheet.crawl.sites import SiteStore

__all__ = ["SoFar", "discard"]

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS looked_at (
    unit   INTEGER PRIMARY KEY,
    below  INTEGER NOT NULL,
    beyond TEXT NOT NULL,
    pages  INTEGER
)
"""


class SoFar(SiteStore):
    """A store of profiles that records which pages it includes.

    Args:
        folder: output folder.

    Raises:
        StoreUnreadable: the file is damaged.
        OutputUnwritable: the file cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / SITES_SO_FAR)
        self._below: dict[int, int] = {}
        self._beyond: dict[int, set[int]] = {}
        self._pages: dict[int, int | None] = {}
        self._touched: set[int] = set()
        with self._own_errors():
            self._database.execute(_SCHEMA)
            for unit, below, beyond, pages in self._database.execute("SELECT * FROM looked_at"):
                self._below[unit], self._beyond[unit], self._pages[unit] = below, set(json.loads(beyond)), pages

    @property
    def pages(self) -> int:
        """Number of counted pages."""
        return sum(self._below.values()) + sum(map(len, self._beyond.values()))

    def has(self, unit: int, number: int) -> bool:
        """Return whether a page is counted."""
        return number < self._below.get(unit, 0) or number in self._beyond.get(unit, ())

    def has_all(self, unit: int) -> bool:
        """Return whether all pages of a unit are counted."""
        pages = self._pages.get(unit)
        return pages is not None and self._below.get(unit, 0) >= pages

    def note(self, unit: int, number: int) -> None:
        """Record a page as counted; call it before its counts are added."""
        below, beyond = self._below.get(unit, 0), self._beyond.setdefault(unit, set())
        beyond.add(number)
        while below in beyond:
            beyond.remove(below)
            below += 1
        self._below[unit] = below
        self._touched.add(unit)

    def note_end(self, unit: int, pages: int) -> None:
        """Record that a unit was read to its end.

        Args:
            unit: its number.
            pages: its number of pages.
        """
        self._pages[unit] = pages
        self._touched.add(unit)

    def copy(self, to: Path) -> None:
        """Write the profiles, without the record of pages, to a file whose bytes depend only on them."""
        with self._own_errors():
            self._database.execute("VACUUM INTO ?", (str(to),))
            with closing(sqlite3.connect(to, isolation_level=None)) as database:
                database.execute("DROP TABLE looked_at")
                database.execute("VACUUM")

    def _add_along(self) -> None:
        for unit in self._touched:
            beyond = json.dumps(sorted(self._beyond.get(unit, ())))
            row = (unit, self._below.get(unit, 0), beyond, self._pages.get(unit))
            self._database.execute("INSERT OR REPLACE INTO looked_at VALUES (?, ?, ?, ?)", row)
        self._touched.clear()


def discard(folder: Path) -> None:
    """Delete the store, once the profiles are complete."""
    for file in folder.glob(f"{SITES_SO_FAR}*"):
        file.unlink()
