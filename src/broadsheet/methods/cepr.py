"""CEPR: content is text nodes whose tag path holds much text and punctuation, in varying lengths.

Gongqing Wu, Li Li, Xuegang Hu, Xindong Wu. Web news extraction via path ratios. CIKM 2013.
doi:10.1145/2505515.2505558. Of the paper only the abstract was at hand. Each statement below says what it rests on: the
abstract, programs published by the authors' laboratory, of which one names this paper and one is its successor
(programs), or our own choice (chosen).

======= ============ ======= ==========================================================================
symbol  name in code default what it is
======= ============ ======= ==========================================================================
p       path                 tag path: the names of the elements from ``body`` to the parent of the text
V_p                          the text nodes whose path is p (programs)
c(v)    characters           characters of a text node, white space collapsed and trimmed (programs)
q(v)    punctuation          punctuation marks of a text node (programs)
TPR     text_ratio           mean of c over V_p (abstract, programs)
PPR     mark_ratio           mean of q over V_p (programs)
CS      text_spread          standard deviation of c over V_p (programs)
PS      mark_spread          standard deviation of q over V_p (programs)
ETPR    extended             TPR PPR CS PS (programs)
H_i     histogram            the ratio of the path of text node i, in document order (programs)
r       r            1       neighbours on either side that smoothing reaches, and its sigma (programs)
g_j                          exp(-j^2 / (2 r^2)) for j = -r .. r, divided by their sum (programs)
TPED    edit_distance        Levenshtein distance of two paths, element by element (programs)
b       b            3       exponent of the distance (the successor's setting)
w(p, q) weights              1 if p = q, else 1 / TPED(p, q)^b (programs)
H'_i    smooth               sum over j of w(path i, path i - j) g_j H_(i - j) (programs)
sigma                        standard deviation of H' over all text nodes (programs)
lambda  lambda_      0.8     tau = lambda sigma; a text node is content if H'_i > tau (programs)
======= ============ ======= ==========================================================================

Where the sources are silent or contradict each other, and what we chose:

* One program takes the text nodes of the whole document; we take the visible ones of ``body`` (chosen).
* Smoothing "weighted by a tag path edit distance" is in the abstract and in the successor's program; the program that
  names the paper leaves the weights out: ``weighted=False``. The weighted sum is not divided by its weights (programs).
* The first and the last r values are not smoothed; with at most 2 r text nodes, none is (programs).
* Punctuation: Unicode general category P. One program has eleven marks, the other adds the vertical bar (chosen).
* A path with one text node, or with nodes of one length, has ETPR 0 by definition, and titles and short pages depend on
  smoothing. If ETPR is 0 on the whole page, TPR replaces it, with a note (chosen); the programs find nothing then.
  ``ratio="tpr"`` is the simpler ratio of the abstract.
* Unknown element names count as one name (chosen).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from broadsheet.methods.base import Given, Marking, Need, Paper, Unit, marking, spread
from broadsheet.methods.maths.sequences import gaussian_weights
from broadsheet.page import Page
from broadsheet.page.arrays import FloatArray, IntArray

__all__ = ["CEPR", "TagPaths", "edit_distance", "path_ratios"]

Numbers: TypeAlias = NDArray[np.intp]

_TAG_BITS: Final = 16


@dataclass(frozen=True, kw_only=True)
class CEPR:
    """Content extraction via path ratios.

    Args:
        r: neighbours that smoothing reaches, at least 0.
        b: exponent of the edit distance of tag paths.
        lambda_: threshold in standard deviations of the smoothed ratio.
        ratio: ``"etpr"``, or ``"tpr"`` for the ratio of characters alone.
        weighted: weigh neighbours by the edit distance of their paths; otherwise by the Gaussian alone.
    """

    name: ClassVar[str] = "cepr"
    paper: ClassVar[Paper | None] = Paper(
        "Wu et al.", 2013, "Web news extraction via path ratios", "CIKM", "10.1145/2505515.2505558"
    )
    needs: ClassVar[frozenset[Need]] = frozenset()
    unit: ClassVar[Unit] = Unit.TEXT

    r: int = 1
    b: float = 3.0
    lambda_: float = 0.8
    ratio: Literal["etpr", "tpr"] = "etpr"
    weighted: bool = True

    def mark(self, page: Page, given: Given) -> Marking:
        """Mark the text nodes whose smoothed ratio is above the threshold."""
        body = page.body
        rows = np.flatnonzero(page.shown[body : page.end[body]]) + body
        if not len(rows):
            return marking(page, np.zeros(len(page), dtype=np.bool_))
        paths = TagPaths.of_page(page)
        path = paths.of_row[page.parent[rows] - body]
        text_ratio, extended = path_ratios(path, page.chars[rows], page.punct[rows])
        notes: tuple[str, ...] = ()
        ratio = extended if self.ratio == "etpr" else text_ratio
        if not ratio.any():
            ratio = text_ratio
            notes = ("ETPR is 0 on the whole page: TPR was used instead",)
        histogram = ratio[path]
        smooth = self._smooth(histogram, path, paths)
        # tau, and the text nodes above it
        threshold = self.lambda_ * float(smooth.std())
        keep = spread(page, rows, smooth > threshold)
        trace = {"rows": rows, "path": path, "histogram": histogram, "smooth": smooth, "threshold": threshold}
        return marking(page, keep, spread(page, rows, smooth), trace=trace, notes=notes)

    def _smooth(self, histogram: FloatArray, path: Numbers, paths: TagPaths) -> FloatArray:
        """H' of H; the ends are not smoothed."""
        size = len(histogram)
        if size <= 2 * self.r:
            return histogram
        kernel = gaussian_weights(self.r, self.r)
        total = kernel[self.r] * histogram
        for apart in range(1, self.r + 1):
            near = self._weights(path[:-apart], path[apart:], paths) if self.weighted else np.ones(size - apart)
            total[apart:] += near * kernel[self.r - apart] * histogram[:-apart]
            total[:-apart] += near * kernel[self.r + apart] * histogram[apart:]
        smooth = histogram.copy()
        inner = slice(self.r, size - self.r)
        smooth[inner] = total[inner]
        return smooth

    def _weights(self, left: Numbers, right: Numbers, paths: TagPaths) -> FloatArray:
        """The weights w of pairs of paths, shape (m,) each; each distinct pair is compared once."""
        out: FloatArray = np.ones(len(left), dtype=np.float64)
        unlike = np.flatnonzero(left != right)
        count = 1 + int(max(left.max(), right.max()))
        pairs = np.minimum(left, right)[unlike] * count + np.maximum(left, right)[unlike]
        distinct, of = np.unique(pairs, return_inverse=True)
        weights = [float(paths.distance(*divmod(pair, count))) ** -self.b for pair in distinct.tolist()]
        out[unlike] = np.array(weights)[of]
        return out


def path_ratios(path: Numbers, characters: IntArray, punctuation: IntArray) -> tuple[FloatArray, FloatArray]:
    """TPR and ETPR of each path, 0 without text nodes, given the path, c and q of each text node, shape (n,)."""
    text_ratio, text_spread = _mean_and_spread(path, characters)
    mark_ratio, mark_spread = _mean_and_spread(path, punctuation)
    return text_ratio, text_ratio * mark_ratio * text_spread * mark_spread


def _mean_and_spread(path: Numbers, values: IntArray) -> tuple[FloatArray, FloatArray]:
    """Mean and standard deviation per path. Computed on integers, so that equal values have spread 0."""
    count = np.maximum(1, np.bincount(path))
    total = np.bincount(path, weights=values)
    squares = np.bincount(path, weights=np.square(values.astype(np.float64)))
    return total / count, np.sqrt(np.maximum(0.0, count * squares - np.square(total))) / count


def edit_distance(p: Sequence[Hashable], q: Sequence[Hashable]) -> int:
    """TPED: the least number of elements to insert, delete or replace to turn one path into the other."""
    return int(Levenshtein.distance(p, q))


class TagPaths:
    """The distinct tag paths of the elements of a page's body.

    Attributes:
        of_row: the path number of each row of the body, shape (rows of the body,); 0 for text rows.
    """

    def __init__(self, of_row: Numbers, above: list[int], tag: list[int], depth: list[int]) -> None:
        self.of_row = of_row
        self._above = above
        self._tag = tag
        self._depth = depth

    @classmethod
    def of_page(cls, page: Page) -> TagPaths:
        """Number the paths of a page."""
        body = page.body
        rows = slice(body, int(page.end[body]))
        elements = np.flatnonzero(~page.is_text[rows])[1:]
        of_row = [0] * (rows.stop - rows.start)
        known: dict[int, int] = {}
        above, tags, depth = [-1], [int(page.tag[body])], [0]
        parents = (page.parent[rows][elements] - body).tolist()
        for row, parent, tag in zip(elements.tolist(), parents, page.tag[rows][elements].tolist(), strict=True):
            up = of_row[parent]
            key = up << _TAG_BITS | tag
            number = known.get(key)
            if number is None:
                number = known[key] = len(above)
                above.append(up)
                tags.append(tag)
                depth.append(depth[up] + 1)
            of_row[row] = number
        return cls(np.array(of_row, dtype=np.intp), above, tags, depth)

    def distance(self, one: int, other: int) -> int:
        """TPED of two paths. A common beginning is not edited, so only the rest is compared."""
        above, tag, depth = self._above, self._tag, self._depth
        rest: tuple[list[int], list[int]] = ([], [])
        while one != other:
            if depth[one] >= depth[other]:
                rest[0].append(tag[one])
                one = above[one]
            else:
                rest[1].append(tag[other])
                other = above[other]
        # Both are reversed, which does not change the distance.
        return edit_distance(*rest)
