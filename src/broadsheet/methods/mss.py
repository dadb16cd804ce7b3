"""Article extraction by the maximum scoring subsequence of text segments.

Ping Luo, Jian Fan, Sam Liu, Fen Lin, Yuhong Xiong, Jerry Liu. Web article extraction for web printing: a DOM+visual
based approach. DocEng 2009. doi:10.1145/1600193.1600208. Told in: Adam Standke, Identifying Online News Articles, 2019.

======= ============ ======= ==========================================================
symbol  name in code default where in the paper
======= ============ ======= ==========================================================
c_1     c1           0.7     least share of a segment in the commonest font size
c_2     c2           0.2     least share in the commonest text colour
c_3     c3           0.5     largest share inside links
p_size  p_size               share of a segment's text in the commonest font size
p_color p_color              share in the commonest colour
p_link  p_link               share inside links
F       sign                 1 if the three conditions hold, else -1
v_i     values               Eq. (2): F(s_i) times the length of s_i
T       run                  Eq. (1): the maximum scoring subsequence of v
======= ============ ======= ==========================================================

Where the paper is silent or contradicts itself, and what we chose:

* The length of a segment is the sum of its text nodes' characters, white space collapsed and trimmed: the slides count
  27 for "A paragraph", "with a link", "in it".
* The paper needs a rendered page. Without one, font size and colour are what inline styles and presentational
  attributes declare; most pages declare none, and then the conditions on them hold.
* Refinement keeps the segments that share the extent of the article's paragraphs; no number is given. We keep those
  whose box overlaps the length-weighted median box by half of the narrower one. It needs a rendering.
* Of several subsequences with the same sum, the first.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from broadsheet.methods.base import Given, Marking, Need, Paper, Unit, marking
from broadsheet.methods.maths.subsequence import Run, maximum_run
from broadsheet.page import Layout, Page, Segments
from broadsheet.page.arrays import BoolArray, FloatArray, IntArray

__all__ = ["MSS"]

_OVERLAP: Final = 0.5
_DECLARES: Final = '[style*="font"],[style*="color"],font[size],font[color]'
_SIZE: Final = re.compile(r"(?:^|;)\s*font-size\s*:\s*([^;!]+)", re.IGNORECASE)
_COLOUR: Final = re.compile(r"(?:^|;)\s*color\s*:\s*([^;!]+)", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class MSS:
    """Maximum scoring subsequence over text segments.

    Args:
        c1: least share of a segment's text in the page's commonest font size.
        c2: least share in the commonest colour.
        c3: largest share inside links.
        refine: drop segments beside the article's column, where there is a rendering.
    """

    name: ClassVar[str] = "mss"
    paper: ClassVar[Paper | None] = Paper(
        "Luo et al.", 2009, "Web article extraction for web printing: a DOM+visual based approach", "DocEng",
        "10.1145/1600193.1600208",
    )  # fmt: skip
    needs: ClassVar[frozenset[Need]] = frozenset({Need.LAYOUT})
    unit: ClassVar[Unit] = Unit.SEGMENT

    c1: float = 0.7
    c2: float = 0.2
    c3: float = 0.5
    refine: bool = True

    def mark(self, page: Page, given: Given) -> Marking:
        """Mark the segments of the maximum scoring subsequence T."""
        segments = page.segments
        layout = page.layout
        notes: tuple[str, ...] = ()
        if layout is not None:
            p_size = _share_of_commonest(page, segments, np.round(layout.font_size, 2).tolist())
            p_color = _share_of_commonest(page, segments, layout.colour.tolist())
        else:
            sizes, colours = _declared(page)
            p_size = _share_of_commonest(page, segments, sizes)
            p_color = _share_of_commonest(page, segments, colours)
            notes = ("not rendered: font size and colour as far as the page's own markup declares them",)
        length = segments.chars
        p_link = segments.link_chars / np.maximum(1, length)
        sign = np.where((p_size >= self.c1) & (p_color >= self.c2) & (p_link <= self.c3), 1, -1)
        # Eq. (2)
        values = sign * length
        # Eq. (1)
        run = maximum_run(values.tolist())
        chosen = np.zeros(len(segments), dtype=np.bool_)
        if run is not None:
            chosen[run.first : run.stop] = True
            if layout is not None and self.refine:
                chosen &= _in_column(layout, segments, run)
        trace = {
            "values": values,
            "p_size": p_size,
            "p_color": p_color,
            "p_link": p_link,
            "run": (-1, -1) if run is None else (run.first, run.stop),
            "value": 0.0 if run is None else run.total,
        }
        return marking(page, segments.rows(chosen), segments.spread(values), trace=trace, notes=notes)


def _share_of_commonest(page: Page, segments: Segments, kinds: Sequence[Hashable] | None) -> FloatArray:
    """Share of each segment's characters that are of the kind commonest on the page, given the kind of each row."""
    if kinds is None or not len(segments):
        return np.ones(len(segments), dtype=np.float64)
    rows = np.flatnonzero(segments.of >= 0)
    chars = page.chars[rows]
    totals: dict[Hashable, int] = {}
    for row, weight in zip(rows.tolist(), chars.tolist(), strict=True):
        totals[kinds[row]] = totals.get(kinds[row], 0) + weight
    commonest = max(totals, key=lambda kind: totals[kind])
    alike = np.fromiter((kinds[row] == commonest for row in rows.tolist()), np.bool_, len(rows))
    share = np.bincount(segments.of[rows], weights=chars * alike, minlength=len(segments))
    return share / np.maximum(1, segments.chars)


def _declared(page: Page) -> tuple[list[str] | None, list[str] | None]:
    """Font size and colour of each row as markup declares them, inherited; None where nothing is declared."""
    sizes: list[str] | None = None
    colours: list[str] | None = None
    for row, attributes in page.query(_DECLARES):
        style = attributes.get("style", "")
        size = found[1] if (found := _SIZE.search(style)) else attributes.get("size")
        colour = found[1] if (found := _COLOUR.search(style)) else attributes.get("color")
        # Rows come in document order, so an inner declaration overwrites an outer one.
        subtree = slice(row, int(page.end[row]))
        if size:
            sizes = sizes if sizes is not None else [""] * len(page)
            sizes[subtree] = [size.strip().lower()] * (subtree.stop - row)
        if colour:
            colours = colours if colours is not None else [""] * len(page)
            colours[subtree] = [colour.strip().lower()] * (subtree.stop - row)
    return sizes, colours


def _in_column(layout: Layout, segments: Segments, run: Run) -> BoolArray:
    """Segments whose line-break box shares the horizontal extent of the article's text."""
    block = segments.block
    left = layout.x[block].astype(np.float64)
    right = left + layout.width[block]
    inside = slice(run.first, run.stop)
    weight = segments.chars[inside]
    middle_left = _weighted_median(left[inside], weight)
    middle_right = _weighted_median(right[inside], weight)
    overlap = np.minimum(right, middle_right) - np.maximum(left, middle_left)
    narrower = np.maximum(1e-9, np.minimum(right - left, middle_right - middle_left))
    shared: BoolArray = overlap / narrower >= _OVERLAP
    return shared


def _weighted_median(values: FloatArray, weights: IntArray) -> float:
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(reached, reached[-1] / 2)])
