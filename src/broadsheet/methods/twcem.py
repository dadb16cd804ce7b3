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
L_C     size                  number of rows in CCL
LCS     lcs                   longest common subsequence of words (III.C.3)
t       title                 the title, by Algorithm 2 unless it is given
======= ============= ======= =====================================================================

Where the paper is silent or contradicts itself, and what we chose:

* A row is what stands between two line breaks of the source (Definition 1). Minified pages have no lines, so by default
  a row is a segment of the page, the line that a reader sees; ``rows="source"`` is the paper's own reading.
* LCS: the recurrence is over the elements of C and t, and delta_3 is "the number of same words", so we count words, and
  characters of Chinese and Japanese.
* Definition 3 joins K rows into a Cblock, but K is given nowhere and Algorithm 3 adds single rows: a Cblock is a row.
* Algorithm 3 writes f(j) = f(i) + C with f all zero: the trace has the row's punctuation marks C.
* Algorithm 4 starts at i = 1 over a list that Algorithm 3 fills from 0: we start at the first row.
* Algorithm 4 compares with >=, the text says "larger than": we follow the algorithm.
* Algorithm 4 excludes the end row it found, the text speaks of the contents between start and end: we include it. With
  one row in CCL, the row is the content.
* L_C is a row count in Algorithm 4 and a character count in Definition 4: here, rows.
* Without a title: every row of CCL, as the algorithm gives it when no row matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from broadsheet.metadata.title import algorithm_2
from broadsheet.methods.base import Given, Marking, Need, Paper, Unit, marking
from broadsheet.methods.maths.lcs import lcs, words
from broadsheet.page import Page, Segments, characters
from broadsheet.page.arrays import IntArray
from broadsheet.page.rows import source_lines

__all__ = ["TWCEM"]


@dataclass(frozen=True, kw_only=True)
class TWCEM:
    """Title-based extraction.

    Args:
        delta1: least characters of a row, white space not counted.
        delta2: least punctuation marks of a row.
        delta3: least words that the first and last row share with the title.
        rows: ``"segments"``, or ``"source"`` for lines of the HTML source as in the paper.
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
        if lines is not None:
            texts: Sequence[str] = lines.texts
            length, punctuation = _counts(lines.texts)
        else:
            texts = _Texts(page, segments)
            length, punctuation = _lengths(segments, texts, self.delta1), segments.punct
        ccl = np.flatnonzero((length >= self.delta1) & (punctuation >= self.delta2))
        first, last = self._recognise(texts, ccl.tolist(), title)
        chosen = np.zeros(len(texts), dtype=np.bool_)
        chosen[ccl[first : last + 1]] = True
        trace = {"f_cblock": punctuation, "ccl": ccl, "row_start": first, "row_end": last}
        if lines is not None:
            return marking(page, lines.rows(page, chosen), trace=trace, notes=notes)
        return marking(page, segments.rows(chosen), segments.spread(punctuation), trace=trace, notes=notes)

    def _recognise(self, texts: Sequence[str], ccl: list[int], title: str | None) -> tuple[int, int]:
        """Algorithm 4: where the content starts and ends in CCL, both inclusive; (0, -1) where CCL is empty."""
        size = len(ccl)
        # lines 1-4
        row_start, row_end = 0, size - 1
        t = words(title or "")
        if not t:
            return row_start, row_end
        # lines 5-11
        for i in range(size // 2 + size % 2):
            if lcs(words(texts[ccl[i]]), t) >= self.delta3:
                row_start = i
                break
        # lines 12-18
        for i in range(size - 1, size // 2 - 1, -1):
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


def _lengths(segments: Segments, texts: Sequence[str], least: int) -> IntArray:
    """Characters of each segment without white space (Definition 4), exact where it decides.

    White space is collapsed, so at least half of a segment's characters are not.
    """
    length = segments.chars.copy()
    for at in np.flatnonzero(length < 2 * least).tolist():
        length[at] = len(texts[at].replace(" ", ""))
    return length


def _counts(texts: Sequence[str]) -> tuple[IntArray, IntArray]:
    """Characters without white space, and punctuation marks, of each text."""
    edges = np.concatenate(([0], np.cumsum([len(text) for text in texts]))).astype(np.int32)
    chars, _, punctuation = characters.count("".join(texts), edges)
    return chars - np.fromiter((text.count(" ") for text in texts), np.int32, len(texts)), punctuation
