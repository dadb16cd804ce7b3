"""TWCEM: the rows between the first and the last one that share words with the title.

Zhen Tan, Chunhui He, Yang Fang, Bin Ge, Weidong Xiao. Title-Based Extraction of News Contents for Text Mining.
IEEE Access 6, 2018. doi:10.1109/ACCESS.2018.2877592

======= ============= ======= =====================================================================
symbol  name in code  default where in the paper
======= ============= ======= =====================================================================
delta_1 delta1        4       least length of a row (III.C.2; 2 for microblogs, IV.A.3)
delta_2 delta2        1       least number of punctuation marks in a row
delta_3 delta3        2       least number of words that a row shares with the title (1 for microblogs)
Ctext   texts                 rows of text (Definitions 1 and 2)
CCL     ccl                   rows that pass delta_1 and delta_2 (Algorithm 3)
L_C     measure               characters of the rows in CCL (Definition 4)
LCS     lcs                   longest common subsequence of words (III.C.3)
t       title                 the title, by Algorithm 2 unless it is given
======= ============= ======= =====================================================================

Where the paper is silent or contradicts itself, and what we chose:

* A row is what stands between two line breaks of the source (Definition 1). Minified pages have no lines, so by default
  a row is a segment of the page, the line that a reader sees; ``rows="source"`` is the paper's own reading.
* LCS: the recurrence is over the elements of C and t, and delta_3 is "the number of same words", so we count words, and
  characters of Chinese and Japanese. Words are compared without regard to case, which the paper does not say: titles
  are often in capitals.
* Definition 3 joins K rows into a Cblock, but K is given nowhere and Algorithm 3 adds single rows: a Cblock is a row.
* Algorithm 3 writes f(j) = f(i) + C with f all zero: the trace has the row's punctuation marks C.
* Algorithm 4 starts at i = 1 over a list that Algorithm 3 fills from 0: we start at the first row.
* Where the one row that matches lies in the middle, both searches would find it and nothing else be content: a row that
  was found as the start is not the end.
* Algorithm 4 compares with >=, the text says "larger than": we follow the algorithm.
* Algorithm 4 excludes the end row it found, the text speaks of the contents between start and end: we include it. With
  one row in CCL, the row is the content.
* L_C is the number of characters by Definition 4, and Algorithm 4 takes its rows up to L_C / 2 from either end: we
  stop at the row in which half of the characters of CCL is reached (``half="characters"``). With rows counted in place
  of characters (``half="rows"``) an article above many short teasers ends in the first half of the rows, where the
  search from the back never comes; mean bag-of-words F1 on news pages of two halves of the sites is then 0.78 and 0.76,
  instead of 0.80 and 0.80 (all marks counted, see below).
* Punctuation: the marks that sentences are made with: full stop, comma, semicolon, exclamation and question mark, and
  their Chinese and Japanese forms (``marks="sentence"``). Menus and labels have bars, colons, quotes, hyphens and
  brackets. With all of Unicode's category P (``marks="all"``) F1 is 0.79, with sentence marks 0.83.
* Without a title: every row of CCL, as the algorithm gives it when no row matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal

import numpy as np
from numpy.typing import NDArray

from broadsheet.metadata.title.algorithm_2 import algorithm_2
from broadsheet.methods.base import Given, Marking, Need, Paper, Unit, marking
from broadsheet.methods.maths.lcs import lcs, words
from broadsheet.page import Page, Segments, characters
from broadsheet.page.arrays import BoolArray, IntArray
from broadsheet.page.rows import source_lines

__all__ = ["TWCEM"]

_SENTENCE: Final[BoolArray] = np.zeros(0x10000, dtype=np.bool_)
"""The marks of ``marks="sentence"``, by code point; the last entry stands for all that are higher."""
_SENTENCE[[ord(mark) for mark in ".,;!?\u2026\u3001\u3002\uff0c\uff0e\uff1b\uff01\uff1f"]] = True


@dataclass(frozen=True, kw_only=True)
class TWCEM:
    """Title-based extraction.

    Args:
        delta1: least characters of a row, white space not counted.
        delta2: least punctuation marks of a row.
        delta3: least words that the first and last row share with the title.
        rows: ``"segments"``, or ``"source"`` for lines of the HTML source as in the paper.
        half: what L_C / 2 counts: ``"characters"`` or ``"rows"``.
        marks: what punctuation is: ``"sentence"`` or ``"all"``.
    """

    name: ClassVar[str] = "twcem"
    paper: ClassVar[Paper | None] = Paper(
        "Tan et al.", 2018, "Title-Based Extraction of News Contents for Text Mining", "IEEE Access",
        "10.1109/ACCESS.2018.2877592",
    )  # fmt: skip
    needs: ClassVar[frozenset[Need]] = frozenset({Need.HOME_LINK})
    unit: ClassVar[Unit] = Unit.ROW

    delta1: int = 4
    delta2: int = 1
    delta3: int = 2
    rows: Literal["segments", "source"] = "segments"
    half: Literal["characters", "rows"] = "characters"
    marks: Literal["sentence", "all"] = "sentence"

    @classmethod
    def microblog(cls) -> TWCEM:
        """The paper's parameters for microblogs (section IV.A.3)."""
        return cls(delta1=2, delta2=1, delta3=1)

    def mark(self, page: Page, given: Given) -> Marking:
        """Mark the rows between the first and the last that share words with the title."""
        title = given.title or algorithm_2(page, home_link=given.home_link)
        notes = () if title else ("no title was found: every row that passes the filters is kept",)
        lines = source_lines(page) if self.rows == "source" else None
        segments = page.segments
        texts: Sequence[str]
        if lines is not None:
            texts = lines.texts
            edges = np.concatenate(([0], np.cumsum([len(text) for text in texts]))).astype(np.int32)
            length, punctuation = self._counts("".join(texts), edges[:-1], edges[1:])
        else:
            texts = _Texts(page, segments)
            length, punctuation = self._counts(page.text, segments.start, segments.stop)
        ccl = np.flatnonzero((length >= self.delta1) & (punctuation >= self.delta2))
        first, last = self._recognise(texts, ccl.tolist(), length[ccl], title)
        chosen = np.zeros(len(texts), dtype=np.bool_)
        chosen[ccl[first : last + 1]] = True
        trace = {"f_cblock": punctuation, "ccl": ccl, "row_start": first, "row_end": last}
        if lines is not None:
            return marking(page, lines.rows(page, chosen), trace=trace, notes=notes)
        return marking(page, segments.rows(chosen), segments.spread(punctuation), trace=trace, notes=notes)

    def _counts(self, text: str, start: IntArray, stop: IntArray) -> tuple[IntArray, IntArray]:
        """Characters without white space (Definition 4), and punctuation marks, of each span of a text."""
        classes = characters.classes(text)
        if self.marks == "all":
            marks = np.flatnonzero(classes & characters.PUNCTUATION)
        else:
            points = characters.code_points(text)
            marks = np.flatnonzero(_SENTENCE[np.minimum(points, len(_SENTENCE) - 1)])
        space = np.flatnonzero(classes & characters.SPACE)
        return (
            stop - start - _between(space, start, stop),
            _between(marks, start, stop),
        )

    def _recognise(self, texts: Sequence[str], ccl: list[int], length: IntArray, title: str | None) -> tuple[int, int]:
        """Algorithm 4: where the content starts and ends in CCL, both inclusive; (0, -1) where CCL is empty.

        Args:
            texts: the rows.
            ccl: the numbers of those in CCL.
            length: their characters, shape (rows in CCL,).
            title: the title t.
        """
        # lines 1-4
        row_start, row_end = 0, len(ccl) - 1
        t = words(title or "")
        if not t or not ccl:
            return row_start, row_end
        measure = length if self.half == "characters" else np.ones_like(length)
        reached = np.cumsum(measure, dtype=np.int64)
        # lines 5-11
        for i in range(int(np.searchsorted(2 * reached, reached[-1])) + 1):
            if lcs(words(texts[ccl[i]]), t) >= self.delta3:
                row_start = i
                break
        # lines 12-18
        middle = int(np.searchsorted(2 * reached, reached[-1], side="right"))
        for i in range(len(ccl) - 1, max(middle - 1, row_start), -1):
            if lcs(words(texts[ccl[i]]), t) >= self.delta3:
                row_end = i
                break
        return row_start, row_end


class _Texts(Sequence[str]):
    """The texts of segments, made as they are asked for: few are."""

    def __init__(self, page: Page, segments: Segments) -> None:
        self._text, self._start, self._stop = page.text, segments.start, segments.stop

    def __len__(self) -> int:
        return len(self._start)

    def __getitem__(self, at: Any) -> Any:
        return " ".join(self._text[self._start[at] : self._stop[at]].split())


def _between(places: NDArray[np.intp], start: IntArray, stop: IntArray) -> IntArray:
    """How many of some places, in order, lie in each span."""
    count: IntArray = (np.searchsorted(places, stop) - np.searchsorted(places, start)).astype(np.int32)
    return count
