"""CETD: content extraction by composite text density and its sum over children.

Fei Sun, Dandan Song, Lejian Liao. DOM based content extraction via text density. SIGIR 2011.
doi:10.1145/2009916.2009952. The text of the paper was not available: this follows the behaviour of its authors'
published program; statements marked (chosen) are ours.

=========== ============ ======= ==========================================================
symbol      name in code default what it is
=========== ============ ======= ==========================================================
C_i         c                    characters of the element's visible text
T_i         t                    elements below it
LC_i        lc                   characters inside link-like elements
LT_i        lt                   link-like elements below it, and elements wholly linked
LC_b, C_b   rho                  LC / C of ``body``
TD_i        density              (C - LC) / T: text density (``composite=False``)
CTD_i       density              composite text density (``composite=True``)
DensitySum  density_sum          sum of the children's densities, stray text included
=========== ============ ======= ==========================================================

Where the source is silent or contradicts itself, and what we chose:

* Link-like: ``a``, ``button``, ``select``; everything inside one is linked.
* An element that is not link-like but whose elements and text are all linked counts as a linked element of its parent.
* TD is C / T, and the program has a variant in which linked text has no characters. ``composite=False`` is that
  variant, since C / T counts menus like prose. T is at least 1, and stray text counts by its length.
* Zeros in T, LC, LT and in C - LC are replaced by 1 in the composite density.
* Text directly inside an element that has element children adds l ln(l) / ln(ln(rho l + e)) to its DensitySum; with
  rho = 0 that divides by zero. We use ln(ln(1 + rho l + e)), which is the composite density of such a run under its own
  substitutions (chosen).
* No text in ``body``: rho = 0 (chosen).
* Besides the subtree m of the largest DensitySum, content is searched from ``body`` down: in an element that reaches
  the threshold (the least density from m up to ``body``), the subtree of the largest DensitySum is content too. Nothing
  is searched below an element that does not reach it, however dense it is.
* Text directly in an element on the path from ``body`` to content stays.
* Without a browser, hidden means hidden by the markup, and ``head``, ``script``, ``style``, ``noscript`` and
  ``template`` (chosen).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from broadsheet.methods.base import Given, Marking, Need, Paper, Unit, marking
from broadsheet.page import Page, tags
from broadsheet.page.arrays import BoolArray, FloatArray, IntArray

__all__ = ["CETD"]

_LINK_LIKE: Final = tags.mask("a button select")
_CONTENT: Final = 1
_PATH: Final = 2


@dataclass(frozen=True, kw_only=True)
class CETD:
    """Composite text density with DensitySum.

    Args:
        composite: use the composite text density; otherwise (C - LC) / T, without linked text.
    """

    name: ClassVar[str] = "cetd"
    paper: ClassVar[Paper | None] = Paper(
        "Sun et al.", 2011, "DOM based content extraction via text density", "SIGIR", "10.1145/2009916.2009952"
    )
    needs: ClassVar[frozenset[Need]] = frozenset()
    unit: ClassVar[Unit] = Unit.ELEMENT

    composite: bool = True

    def mark(self, page: Page, given: Given) -> Marking:
        """Mark the subtrees with the largest DensitySum, where density is above the threshold."""
        body = page.body
        displayed = ~page.is_text & ~page.hidden
        linked_rows = page.under(_LINK_LIKE[page.tag])
        chars = np.where(page.shown, page.chars, 0)
        c = page.subtree(chars)
        lc = page.subtree(chars * linked_rows)
        t = page.subtree(displayed) - displayed
        lt = _linked_elements(page, displayed, linked_rows, c, lc, t)
        rho = float(lc[body] / c[body]) if c[body] else 0.0
        if self.composite:
            density = composite_text_density(c, t, lc, lt, rho)
            stray = _stray_density(page, chars, rho)
        else:
            density = (c - lc) / np.maximum(1, t)
            stray = _stray_runs(page, chars * ~linked_rows)
        density = np.where(displayed, density, 0.0)
        density_sum = _density_sum(page, displayed, density, stray)
        mark, threshold, best = _marks(page, body, displayed, density, density_sum)

        # Text stays if its parent is content, or is on the path to content.
        parent = np.maximum(page.parent, 0)
        keep = page.is_text & (mark[parent] > 0)
        score = np.where(page.is_text, density[parent], density)
        trace = {"density": density, "density_sum": density_sum, "threshold": threshold, "best": best, "mark": mark}
        return marking(page, keep, score, trace=trace)


def composite_text_density(c: IntArray, t: IntArray, lc: IntArray, lt: IntArray, rho: float) -> FloatArray:
    """CTD of each element, shape (n,); 0 without text. The arguments have the paper's names."""
    characters = np.asarray(c, dtype=np.float64)
    has_text = characters > 0
    n = np.where(c - lc == 0, 1, c - lc)
    t1, lc1, lt1 = (np.where(value == 0, 1, value) for value in (t, lc, lt))
    out: FloatArray = np.zeros(len(characters), dtype=np.float64)
    ratio = characters / lc1 * (t1 / lt1)
    base = np.log(np.log(characters / n * lc1 + rho * characters + np.e))
    out[has_text] = (characters[has_text] / t1[has_text]) * np.log(ratio[has_text]) / base[has_text]
    return out


def _linked_elements(
    page: Page, displayed: BoolArray, linked_rows: BoolArray, c: IntArray, lc: IntArray, t: IntArray
) -> IntArray:
    """LT: linked elements below each element.

    An element is linked if it is link-like or inside one, or if all its elements and all its text are. The latter holds
    exactly if it has elements, its text is linked, and no leaf below it is outside links.
    """
    in_link = displayed & linked_rows
    loose_leaf = displayed & ~linked_rows & (t == 0)
    wholly = displayed & ~linked_rows & (t > 0) & (c == lc) & (page.subtree(loose_leaf) == 0)
    linked = in_link | wholly
    below: IntArray = page.subtree(linked) - linked
    return below


def _stray_runs(page: Page, chars: IntArray) -> FloatArray:
    """Characters of each run of text directly in an element, written to the run's first row."""
    rows = np.flatnonzero(page.is_text & (page.stop > page.start))
    out: FloatArray = np.zeros(len(page), dtype=np.float64)
    if len(rows):
        parent = page.parent[rows]
        # Adjacent text nodes without an element between them (there was a comment) are one run.
        new = np.ones(len(rows), dtype=np.bool_)
        new[1:] = (rows[1:] != rows[:-1] + 1) | (parent[1:] != parent[:-1])
        heads = np.flatnonzero(new)
        out[rows[heads]] = np.add.reduceat(chars[rows], heads)
    return out


def _stray_density(page: Page, chars: IntArray, rho: float) -> FloatArray:
    """The contribution of each run of text to the DensitySum of its parent."""
    length = _stray_runs(page, chars)
    has_text = length > 0
    length[has_text] = length[has_text] * np.log(length[has_text]) / np.log(np.log(1 + rho * length[has_text] + np.e))
    return length


def _density_sum(page: Page, displayed: BoolArray, density: FloatArray, stray: FloatArray) -> FloatArray:
    """DensitySum: the density of a leaf, else the children's densities plus the stray text."""
    size = len(page)
    elements = np.flatnonzero(displayed & (page.parent >= 0))
    of_children = np.bincount(page.parent[elements], weights=density[elements], minlength=size)
    has_children = np.bincount(page.parent[elements], minlength=size) > 0
    text = np.flatnonzero(stray)
    of_text = np.bincount(page.parent[text], weights=stray[text], minlength=size)
    out: FloatArray = np.where(displayed, np.where(has_children, of_children + of_text, density), 0.0)
    return out


def _marks(
    page: Page, body: int, displayed: BoolArray, density: FloatArray, density_sum: FloatArray
) -> tuple[IntArray, float, int]:
    """Flag elements as content (1) or on the path to it (2), and return the threshold and its element too."""
    mark: IntArray = np.zeros(len(page), dtype=np.int32)
    inside = np.zeros(len(page), dtype=np.bool_)
    inside[body : page.end[body]] = True
    sums = np.where(displayed & inside, density_sum, -1.0)
    top = _largest(sums, body, page)
    ancestors = list(page.ancestors(top))
    path = [top, *ancestors[: ancestors.index(body) + 1]] if top != body else [body]
    threshold = float(density[path].min())
    # From the body down, but never through an element below the threshold.
    visited = displayed & inside & ~page.under(displayed & inside & (density < threshold))
    parent = page.parent
    for row in [top, *np.flatnonzero(visited).tolist()]:
        if mark[row] == _CONTENT:
            continue
        target = _largest(sums, row, page)
        if mark[target] == _CONTENT:
            continue
        mark[target : page.end[target]] = _CONTENT
        up = int(parent[target])
        while up >= 0 and mark[up] == 0:
            mark[up] = _PATH
            up = int(parent[up])
    mark[~displayed] = 0
    return mark, threshold, top


def _largest(sums: FloatArray, row: int, page: Page) -> int:
    """The row with the largest DensitySum in a subtree, the first of equals."""
    return row + int(np.argmax(sums[row : page.end[row]]))
