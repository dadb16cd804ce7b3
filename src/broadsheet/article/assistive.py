"""Text for screen readers and other programs, which the page does not show: labels, and formulas given twice."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.page import Page, tags
from broadsheet.page.arrays import BoolArray, sums_before

__all__ = ["SPOKEN", "assistive"]

SPOKEN: Final = re.compile(
    r"(?<![\w:-])(?:[\w-]*[_-])?(?<!not-)"
    r"(?:sr-only|visually-?hidden|screen-?reader(?:-text|-only)?|show-for-sr|element-invisible|mw-editsection)"
    r"(?![a-z])",
    re.IGNORECASE,
)
"""Class names for screen-reader text (Bootstrap, Tailwind, WordPress, Drupal, Foundation) and MediaWiki edit links."""
MAX_LEVELS: Final = 3  # ancestor levels of a text that are checked
_MATH: Final = tags.IDS["math"]


def assistive(page: Page, rows: NDArray[np.intp]) -> BoolArray:
    """Flag the rows of screen-reader text and of repeated formulas, shape (n,). What holds most of the text is neither.

    Args:
        page: the page.
        rows: kept text rows in document order, shape (n,).
    """
    out = np.zeros(len(rows), dtype=np.bool_)
    around = sorted({*page.upwards(page.parent[rows], MAX_LEVELS).ravel().tolist()} - {-1})
    names = page.joined(around, ("class",))
    if SPOKEN.search(" ".join(names)):
        chars = sums_before(page.chars[rows])
        for at, name in zip(around, names, strict=True):
            if name and SPOKEN.search(name):
                first, stop = rows.searchsorted((at, page.end[at]))
                out[first:stop] |= 2 * (chars[stop] - chars[first]) < chars[-1]
    return out | _repeated_formulas(page)[rows] if page.has(_MATH) else out


def _repeated_formulas(page: Page) -> BoolArray:
    """Flag the rows of MathML beside its TeX source, of its other annotations, and of the rendering beside it (KaTeX),
    shape (page size,).
    """
    source, rendering = np.zeros((2, len(page)), dtype=np.bool_)
    source[page.select("math annotation[encoding*=tex i]")] = True
    rendering[page.select("math annotation, math annotation-xml, .katex-html")] = True
    formulas = (page.tag == _MATH) & (page.subtree(source) > 0)
    out: BoolArray = page.under(formulas | rendering) & ~page.under(source)
    return out
