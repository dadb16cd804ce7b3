"""What a first pass has learnt so far, on the disk: the counts, and which pages are in them.

Both are written in one transaction, so that a pass that is broken off counts every page once when it goes on. What is
held is small: of each unit the page below which all are counted, and those beyond it that were done before it. It must
not know how pages are looked at.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from broadsheet.batch.parts import SITES_SO_FAR
from broadsheet.sites import SiteStore

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
    """A store of profiles that knows which pages are in it.

    Args:
        folder: the folder of output.

    Raises:
        StoreUnreadable: it is damaged.
        OutputUnwritable: it cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / SITES_SO_FAR)
        self._below: dict[int, int] = {}
        self._beyond: dict[int, set[int]] = {}
        self._pages: dict[int, int | None] = {}
        self._touched: set[int] = set()
        with self._explained():
            self._database.execute(_SCHEMA)
            for unit, below, beyond, pages in self._database.execute("SELECT * FROM looked_at"):
                self._below[unit], self._beyond[unit], self._pages[unit] = below, set(json.loads(beyond)), pages

    @property
    def pages(self) -> int:
        """How many pages have been looked at."""
        return sum(self._below.values()) + sum(map(len, self._beyond.values()))

    def has(self, unit: int, number: int) -> bool:
        """Whether a page has been looked at."""
        return number < self._below.get(unit, 0) or number in self._beyond.get(unit, ())

    def has_all(self, unit: int) -> bool:
        """Whether all pages of a unit have been looked at."""
        pages = self._pages.get(unit)
        return pages is not None and self._below.get(unit, 0) >= pages

    def note(self, unit: int, number: int) -> None:
        """A page has been looked at. Say it before its counts are added."""
        below, beyond = self._below.get(unit, 0), self._beyond.setdefault(unit, set())
        beyond.add(number)
        while below in beyond:
            beyond.remove(below)
            below += 1
        self._below[unit] = below
        self._touched.add(unit)

    def note_end(self, unit: int, pages: int) -> None:
        """A unit has been read to its end.

        Args:
            unit: its number.
            pages: how many pages it has.
        """
        self._pages[unit] = pages
        self._touched.add(unit)

    def copy(self, to: Path) -> None:
        """Write the profiles alone, as one file that depends on them and on nothing else."""
        with self._explained():
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
    """Remove what was learnt so far, once all of it is in its place."""
    for file in folder.glob(f"{SITES_SO_FAR}*"):
        file.unlink()
