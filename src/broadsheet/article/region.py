"""The part of a page that holds the kept text, and questions about the elements in it. Only kept text counts."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.article import roles
from broadsheet.article.blocks import Cell
from broadsheet.page import Page, tags
from broadsheet.page.arrays import BoolArray

__all__ = ["Region"]

MIN_CONTAINER_SHARE: Final = 0.9  # share of the kept characters that the article's container must hold
MIN_DOMINANT_SHARE: Final = 0.8  # a quote, list or mark with a larger share of the kept text is layout
MIN_DOMINANT_CHARS: Final = 800  # layout also has more text than this
MAX_CELL_CHARS: Final = 600
"""Longest cell of a data table. A news paragraph has 200 characters, and a layout cell several paragraphs."""
MAX_LIST_NUMBER: Final = 999_999_999  # CommonMark, section 5.2: an ordered list marker has at most nine digits
MAX_COLSPAN: Final = 1000  # HTML, section 4.9.11, as the next
MAX_ROWSPAN: Final = 65534

_TH: Final = tags.IDS["th"]
_CELLS: Final = tags.ids("td th")
_TR: Final = tags.IDS["tr"]
_OL: Final = tags.IDS["ol"]
_TABLE: Final = tags.IDS["table"]
_LINK: Final = tags.IDS["a"]
_DIGITS: Final = re.compile(r"\s*([+-]?\d{1,9})")


class Region:
    """The kept text of a page.

    Attributes:
        page: the page.
        first, last: the first and last kept row.
        mass: kept characters in each row's subtree.
        container: the lowest element that holds nearly all of them.
        tag, end, start, stop, parent, hidden, chars: columns of the page, for single rows.
        text: the page's text.
        links: ``href`` of the links with kept text, by row, unresolved.
    """

    def __init__(self, page: Page, kept: BoolArray, rows: NDArray[np.intp]) -> None:
        mass = page.subtree(page.chars * kept)
        self.page = page
        self.first, self.last = int(rows[0]), int(rows[-1])
        # A view gives plain numbers, and faster than the array.
        self.mass, self.tag, self.end, self.start, self.stop = (
            column.data for column in (mass, page.tag, page.end, page.start, page.stop)
        )
        self.parent, self.hidden, self.chars, self.text = page.parent.data, page.hidden.data, page.chars.data, page.text
        self.container = self._container(rows, mass)
        has_mass = mass > 0
        links = ((page.tag == _LINK) & has_mass).nonzero()[0].tolist()
        self.links = dict(zip(links, page.joined(links, ("href",)) if links else (), strict=True))
        self._tables = ((page.tag == _TABLE) & has_mass).nonzero()[0].tolist()
        self._spans: dict[str, dict[int, str]] | None = None

    def _container(self, rows: NDArray[np.intp], mass: NDArray[np.int64]) -> int:
        """The lowest element that holds at least `MIN_CONTAINER_SHARE` of the kept text."""
        reached = mass[rows].cumsum()
        total = int(reached[-1])
        at = self.parent[int(rows[reached.searchsorted(total / 2)])]
        while self.mass[at] < MIN_CONTAINER_SHARE * total:
            at = self.parent[at]
        return at

    def root(self) -> int:
        """The block where reading starts: the lowest that holds all kept rows and is complete in itself."""
        tag, parent, end = self.tag, self.parent, self.end
        root = parent[self.first]
        while end[root] <= self.last:
            root = parent[root]
        root = int(self.page.block[root])
        while root > 0 and not roles.BREAKS[tag[parent[root]]]:  # a link around a headline belongs to the headline
            root = parent[root]
        if roles.ROLE[tag[root]] == roles.GROUP:
            root = parent[root]
        # White space is kept in all of a preformatted element.
        return min((at for at in (root, *self.page.ancestors(root)) if roles.ROLE[tag[at]] == roles.PRE), default=root)

    def is_dominant(self, row: int) -> bool:
        """Whether a row's subtree holds nearly all kept text, so that its element distinguishes nothing."""
        mass = self.mass[row]
        return mass > MIN_DOMINANT_CHARS and mass > MIN_DOMINANT_SHARE * self.mass[0]

    def shown_chars(self, row: int) -> int:
        """Visible characters of an element, kept or not."""
        return sum(self.chars[at] for at in range(row, self.end[row]) if not self.hidden[at])

    def numbering(self, row: int) -> tuple[bool, int]:
        """Whether a list is ordered, and its first number."""
        if self.tag[row] != _OL:
            return False, 1
        return True, _integer(self.page.attr(row, "start"), 1, 0, MAX_LIST_NUMBER)

    def cell(self, row: int, *, header: bool) -> Cell:
        """An empty cell with its spans. It is a header if ``header`` is set or its tag is ``th``."""
        if self._spans is None:
            self._spans = self.page.valued("colspan", "rowspan")
        return Cell(
            content=(),
            header=self.tag[row] == _TH or header,
            colspan=_integer(self._spans["colspan"].get(row), 1, 1, MAX_COLSPAN),
            rowspan=_integer(self._spans["rowspan"].get(row), 1, 0, MAX_ROWSPAN),
        )

    def holds_data(self, row: int) -> bool:
        """Whether a table holds data and is not a layout table: it has two rows, two columns and only short cells."""
        tag, mass, end = self.tag, self.mass, self.end[row]
        place = bisect_right(self._tables, row)
        if place < len(self._tables) and self._tables[place] < end:
            return False  # only innermost tables are read, so that all of them take linear time
        rows = columns = in_row = 0
        for at in range(row + 1, end):
            if tag[at] == _TR:
                rows, in_row = rows + (mass[at] > 0), 0
            elif tag[at] in _CELLS and mass[at]:
                if mass[at] > MAX_CELL_CHARS:
                    return False
                in_row += 1
                columns = max(columns, in_row)
        return rows > 1 and columns > 1


def _integer(value: str | None, default: int, least: int, most: int) -> int:
    """HTML, section 2.3.4.1 (signed integers): leading digits count, the rest is ignored."""
    match = _DIGITS.match(value) if value else None
    return min(max(int(match[1]), least), most) if match else default
