"""Article extraction by the maximum scoring subsequence of text segments.

Ping Luo, Jian Fan, Sam Liu, Fen Lin, Yuhong Xiong, Jerry Liu. Web article extraction for web printing: a DOM+visual
based approach. DocEng 2009. doi:10.1145/1600193.1600208. Source: Adam Standke, Identifying Online News Articles, 2019.

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
  27 for "A paragraph", "with a link", "in it". For "some", "emphatic words", "here", "More words" they count 33; by the
  same rule it is 32.
* A line-break node is an element that the HTML standard's style sheet displays as a block, or a part of a table
  (`tags.LINE_BREAK`), on rendered pages too; the paper asks the browser for ``display``.
* ``br`` and ``hr`` end a segment. In the slides they are leaves of the group around them, and step 3 removes them from
  it, so that the lines before and after are one segment. A hidden block ends one too, though it is no leaf of a
  rendered page. We divide, since all methods share these segments.
* The paper needs a rendered page. Without one, font size and colour are the declared ones (inline styles and
  presentational attributes), and headings and small print have the default sizes of the HTML standard
  (`rendering, section 15.3 <https://html.spec.whatwg.org/multipage/rendering.html>`_). On 491 news pages mean
  bag-of-words F1 is 0.88 with these sizes and 0.87 without (``sheet=False``), higher in four of five folds of sites.
* Refinement keeps the segments that share the extent of the article's paragraphs, without a number. We keep segments
  whose box overlaps the length-weighted median box by half of the narrower one. It needs a rendering.
* Of several subsequences with equal sums, the first.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.methods.base import Given, Marking, Need, Paper, Unit, marking
from broadsheet.methods.maths.sequences import Run, in_column, maximum_run
from broadsheet.page import Page, tags
from broadsheet.page.arrays import BoolArray, FloatArray, IntArray

__all__ = ["MSS"]

_FONT_TAG: Final = tags.IDS["font"]
_FONT: Final = tags.mask("font")
_SHEET: Final = {
    tags.IDS[name]: factor
    for name, factor in {
        "h1": 2.0, "h2": 1.5, "h3": 1.17, "h5": 0.83, "h6": 0.67, "big": 1.2, "small": 1 / 1.2, "sub": 1 / 1.2,
        "sup": 1 / 1.2,
    }.items()
}  # fmt: skip
"""Font sizes in the HTML standard's style sheet, relative to the parent."""
_SIZED: Final = np.isin(np.arange(len(tags.NAMES)), list(_SHEET))
_SIZE: Final = re.compile(r"(?:^|;)\s*font-size\s*:\s*([^;!]+)", re.IGNORECASE)
_COLOUR: Final = re.compile(r"(?:^|;)\s*color\s*:\s*([^;!]+)", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class MSS:
    """Maximum scoring subsequence over text segments.

    Args:
        c1: least share of a segment's text in the page's commonest font size.
        c2: least share in the commonest colour.
        c3: largest share inside links.
        refine: drop segments outside the article's column, on rendered pages.
        sheet: on other pages, headings and small print have the sizes of the HTML standard's style sheet.
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
    sheet: bool = True

    def mark(self, page: Page, given: Given) -> Marking:
        """Mark the segments of the maximum scoring subsequence T."""
        segments = page.segments
        missing = "not rendered: font size and colour come only from the page's own markup"
        notes = () if page.layout is not None else (missing,)
        p_size, p_color, p_link = self.shares(page)
        values = self.values(page, p_size, p_color, p_link)
        chosen, run = self.chosen(page, values)
        trace = {
            "values": values,
            "p_size": p_size,
            "p_color": p_color,
            "p_link": p_link,
            "run": (-1, -1) if run is None else (run.first, run.stop),
            "value": 0.0 if run is None else run.total,
        }
        return marking(page, segments.rows(chosen), segments.spread(values), trace=trace, notes=notes)

    def shares(self, page: Page) -> tuple[FloatArray, FloatArray, FloatArray]:
        """p_size, p_color and p_link of each segment, shape (m,)."""
        p_link = page.segments.link_chars / np.maximum(1, page.segments.chars)
        return *self.shares_of_type(page), p_link

    def shares_of_type(self, page: Page) -> tuple[FloatArray, FloatArray]:
        """p_size and p_color of each segment, shape (m,)."""
        kinds: tuple[NDArray[Any], NDArray[Any]]
        if page.layout is None:
            kinds = _declared(page, self.sheet)
        else:
            kinds = np.round(page.layout.font_size, 2), page.layout.colour
        return _share_of_commonest(page, kinds[0]), _share_of_commonest(page, kinds[1])

    def values(self, page: Page, p_size: FloatArray, p_color: FloatArray, p_link: FloatArray) -> IntArray:
        """v: the length of each segment, negative where the conditions do not hold, shape (m,)."""
        holds = (p_size >= self.c1) & (p_color >= self.c2) & (p_link <= self.c3)
        # Eq. (2)
        return np.where(holds, page.segments.chars, -page.segments.chars)

    def chosen(self, page: Page, values: IntArray) -> tuple[BoolArray, Run | None]:
        """The kept segments, shape (m,), and the run T, given v of each segment."""
        # Eq. (1)
        run = maximum_run(values)
        chosen = np.zeros(len(values), dtype=np.bool_)
        if run is not None:
            chosen[run.first : run.stop] = True
            if page.layout is not None and self.refine:
                segments, layout = page.segments, page.layout
                left = layout.x[segments.block].astype(np.float64)
                right = left + layout.width[segments.block]
                chosen &= in_column(left, right, segments.chars, slice(run.first, run.stop))
        return chosen, run


def _share_of_commonest(page: Page, kinds: NDArray[Any]) -> FloatArray:
    """Share of each segment's characters that are of the page's commonest kind, given the kind of each row.

    Integer kinds must be small and not negative.
    """
    segments = page.segments
    if not kinds.any():
        return np.ones(len(segments), dtype=np.float64)
    rows = (segments.of >= 0).nonzero()[0]
    kind = kinds[rows]
    if not len(rows) or (kind == kind[0]).all():
        return np.ones(len(segments), dtype=np.float64)
    chars = page.chars[rows]
    number = kind if kind.dtype.kind == "i" else np.unique(kind, return_inverse=True)[1]
    total = np.bincount(number, weights=chars)
    # Of equally common kinds, the first.
    alike = number == number[np.argmax(total[number])]
    share = np.bincount(segments.of[rows], weights=chars * alike, minlength=len(segments))
    return share / np.maximum(1, segments.chars)


def _declared(page: Page, sheet: bool) -> tuple[IntArray, IntArray]:
    """Inherited font size and colour of each row as declared in the markup: a number for each distinct value."""
    sizes: IntArray = np.zeros(len(page), dtype=np.int32)
    colours: IntArray = np.zeros(len(page), dtype=np.int32)
    fonts = dict(page.tagged(_FONT)) if page.has(_FONT_TAG) else {}
    styles = dict(page.styled("font-size", "color"))
    rows = {*fonts, *styles, *_SIZED.take(page.tag).nonzero()[0].tolist()} if sheet else {*fonts, *styles}
    numbers: dict[Hashable, int] = {}
    found: dict[str, list[str | None]] = {}  # a size and a colour by style: many rows share few styles
    end, tag = page.end.data, page.tag.data
    # Rows come in document order, so an inner declaration overwrites an outer one.
    for row in sorted(rows):
        declared = fonts.get(row, {})
        style = styles.get(row) or declared.get("style", "")
        if style not in found:
            found[style] = [one[1] if (one := of.search(style)) else None for of in (_SIZE, _COLOUR)]
        size, colour = found[style]
        if declared:
            size, colour = size or declared.get("size"), colour or declared.get("color")
        subtree = slice(row, end[row])
        if size:
            sizes[subtree] = numbers.setdefault(size.strip().lower(), len(numbers) + 1)
        elif sheet and (factor := _SHEET.get(tag[row])):
            sizes[subtree] = numbers.setdefault((int(sizes[row]), factor), len(numbers) + 1)
        if colour:
            colours[subtree] = numbers.setdefault(colour.strip().lower(), len(numbers) + 1)
    return sizes, colours
