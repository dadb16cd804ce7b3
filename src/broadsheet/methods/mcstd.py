"""MCSTD (reconstructed): the run of lines with the largest sum of text densities.

K. Sun et al. Web content extraction based on maximum continuous sum of text density. IALP 2016.
doi:10.1109/IALP.2016.7875988. Only the abstract was available, and no program of this name was found: **this is a
reconstruction**, and its scores say nothing about the paper's own program. Each statement below names its source: the
abstract, a patent on sums of line lengths (CN105335382, known from its claims), or our own choice (chosen).

======= ============ ============== ==================================================
symbol  name in code default        what it is
======= ============ ============== ==================================================
i       line                        text between two line breaks (chosen)
d_i     density                     characters of line i outside links (chosen)
mu      mean                        mean of d over the lines that are not empty (chosen)
v_i     values                      contribution of line i to the sum
        penalty      ``"constant"`` what is subtracted: see below
        empty        10             subtracted for an empty line (patent)
a..b    run                         the run of lines with the largest sum (abstract)
======= ============ ============== ==================================================

Contribution of a line:

* ``penalty="constant"``: v_i = d_i, and -10 for an empty line. The patent sums text lengths so.
* ``penalty="mean"``: v_i = d_i - mu, and -10 for an empty line (chosen).

What was not available, and what we chose:

* Lines: the page without ``script``, ``style``, ``noscript`` and comments, with each line-break element replaced by a
  line break at its start and one at its end, ``br`` and ``hr`` by one, all other tags removed, and the line breaks of
  the text kept. So the markup between two paragraphs leaves empty lines. Hidden text is left out.
* Text density: the abstract only names it. We take len (1 - linked / len), the unlinked characters of the line; white
  space is collapsed and trimmed, and a space belongs to the character after it.
* Of several runs with equal sums, the first.
* A text node is content if more than half of its characters are in the run.
* The default penalty is the one with the higher mean bag-of-words F1 on 490 news pages: 0.92, against 0.90.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal

import numpy as np
from numpy.typing import NDArray

from broadsheet.methods.base import Given, Marking, Need, Paper, Unit, marking, spread
from broadsheet.methods.maths.sequences import maximum_run
from broadsheet.page import Page, characters, tags
from broadsheet.page.arrays import BoolArray, sums_before

__all__ = ["MCSTD"]

_NEWLINE: Final = ord("\n")
_BREAKS_ONCE: Final = tags.mask("br hr")


@dataclass(frozen=True, kw_only=True)
class MCSTD:
    """Maximum continuous sum of text density, a reconstruction.

    Args:
        penalty: ``"constant"``: only empty lines lower the sum; ``"mean"``: lines below the mean density too.
        empty: subtracted from the sum for an empty line, at least 0.
    """

    name: ClassVar[str] = "mcstd"
    paper: ClassVar[Paper | None] = Paper(
        "Sun et al.", 2016, "Web content extraction based on maximum continuous sum of text density", "IALP",
        "10.1109/IALP.2016.7875988",
    )  # fmt: skip
    needs: ClassVar[frozenset[Need]] = frozenset()
    unit: ClassVar[Unit] = Unit.ROW

    penalty: Literal["constant", "mean"] = "constant"
    empty: float = 10.0

    def mark(self, page: Page, given: Given) -> Marking:
        """Mark the text of the run of lines with the largest sum."""
        notes = ("a reconstruction: the paper's own definitions were not available",)
        lines = _Lines(page)
        filled = np.flatnonzero(lines.size > 0)
        if not len(filled):
            return marking(page, np.zeros(len(page), dtype=np.bool_), notes=notes)
        density = lines.density()
        mean = float(density[filled].mean())
        values = np.where(lines.size > 0, density - mean if self.penalty == "mean" else density, -self.empty)
        # Empty lines between two others become one number: no largest run begins or ends among them.
        folded = np.zeros(2 * len(filled) - 1)
        folded[::2] = values[filled]
        folded[1::2] = -self.empty * (np.diff(filled) - 1)
        run = maximum_run(folded.tolist())
        first, stop = (0, 0) if run is None else (int(filled[run.first // 2]), int(filled[(run.stop - 1) // 2]) + 1)
        trace = {
            "density": density,
            "values": values,
            "mean": mean,
            "run": (first, stop),
            "value": 0.0 if run is None else run.total,
        }
        rows = np.flatnonzero(page.shown)
        score = spread(page, rows, values[lines.of_rows(rows)])
        return marking(page, lines.rows(first, stop), score, trace=trace, notes=notes)


class _Lines:
    """The lines of a page's visible text.

    Attributes:
        size: non-space characters of each line, shape (n,).
    """

    def __init__(self, page: Page) -> None:
        rows = np.flatnonzero(page.is_text)
        length = page.stop[rows] - page.start[rows]
        shown = np.repeat(~page.hidden[rows], length)
        self._linked = np.repeat(page.in_link[rows], length)[shown]
        points = page.points[shown]
        self._visible = characters.visible(page.text)[shown]
        self._before = sums_before(self._visible)
        place = sums_before(shown)
        self._start, self._stop = place[page.start], place[page.stop]
        breaks = np.flatnonzero(tags.LINE_BREAK[page.tag] & ~page.hidden)
        twice = breaks[~_BREAKS_ONCE[page.tag[breaks]]]
        places = (self._start[breaks], self._stop[twice], np.flatnonzero(points == _NEWLINE) + 1)
        self._edges = np.concatenate(([0], np.sort(np.concatenate(places)), [len(points)]))
        self.size = np.diff(self._before[self._edges])

    def density(self) -> NDArray[np.int32]:
        """Characters of each line outside links."""
        # White space counts with the character that follows it, except at the start of a line.
        spaces = self._visible.copy()
        spaces[1:] &= ~self._visible[:-1]
        spaces[self._first_of(self._edges[:-1][self.size > 0])] = False
        outside = sums_before(self._visible & ~self._linked) + sums_before(spaces & ~self._linked)
        out: NDArray[np.int32] = np.diff(outside[self._edges])
        return out

    def of_rows(self, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        """The line of each row's first visible character; the rows must be visible."""
        return np.searchsorted(self._edges, self._first_of(self._start[rows]), side="right") - 1

    def _first_of(self, places: NDArray[Any]) -> NDArray[np.intp]:
        """The first visible character at or after each place, which must exist."""
        out: NDArray[np.intp] = np.flatnonzero(self._visible)[self._before[places]]
        return out

    def rows(self, first: int, stop: int) -> BoolArray:
        """The rows with more than half of their characters in lines ``first`` to ``stop - 1``."""
        begin, end = self._before[self._edges[first]], self._before[self._edges[stop]]
        from_, to = self._before[self._start], self._before[self._stop]
        inside = np.minimum(to, end) - np.maximum(from_, begin)
        out: BoolArray = 2 * inside > to - from_
        return out
