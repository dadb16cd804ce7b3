"""Kept text that its line does not say: screen-reader text, tooltips, buttons, line numbers of code, formulas written
twice, microdata values.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.page import Page, tags
from broadsheet.page.arrays import BoolArray, holds, sums_before

__all__ = ["SPOKEN", "unsaid"]

SPOKEN: Final = re.compile(
    r"(?<![\w:-])(?:[\w-]*[_-])?(?<!not-)"
    r"(?:sr-only|visually-?hidden|screen-?reader(?:-text|-only)?|show-for-sr|element-invisible|mw-editsection)"
    r"(?![a-z])",
    re.IGNORECASE,
)
"""Class names for screen-reader text (Bootstrap, Tailwind, WordPress, Drupal, Foundation) and MediaWiki edit links."""
_TOOLTIP: Final = "tooltip"  # ARIA role of text shown on hover
_VALUE: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d\S*|https?://\S+")  # timestamps and URLs, as in microdata
MAX_VALUE_CHARS: Final = 200  # longest microdata value
MAX_LEVELS: Final = 2  # ancestor levels above a text's parent that are checked
_BUTTON: Final = tags.IDS["button"]
MAX_BUTTON_CHARS: Final = 40  # longest button label that is not part of the text around it
_PRE: Final = tags.IDS["pre"]
_MATH: Final = tags.IDS["math"]
MAX_FORMULA_LEVELS: Final = 3  # ancestor levels of a formula whose children may repeat it
MAX_FORMULA_ROWS: Final = 2_000  # largest such ancestor, in rows
MAX_VISITS: Final = 2  # formulas that check the children of one element
MAX_INDENT_CHARS: Final = 40  # characters of a code block in which its first line number must start
MAX_LABEL_CHARS: Final = 40  # longest label beside a code block
MAX_LINE_NUMBER_DIGITS: Final = 9
MIN_NUMBERED_LINES: Final = 2


def unsaid(page: Page, rows: NDArray[np.intp]) -> BoolArray:
    """Flag the rows of text that their line does not say, shape (n,).

    Args:
        page: the page.
        rows: kept text rows in document order, shape (n,).
    """
    out = _spoken(page, rows) | _button_labels(page, rows) | _microdata(page, rows)
    if page.has(_PRE):
        out |= _in_code_blocks(page, rows)
    end = 0
    visits = Counter[int]()
    for formula in page.rows_of(_MATH):
        if formula >= end:  # not in another formula
            end = int(page.end[formula])
            _repeated_formula(page, rows, formula, visits, out)
    return out


def _spoken(page: Page, rows: NDArray[np.intp]) -> BoolArray:
    """Screen-reader text, unless it is most of the text, and tooltips in lines with other words."""
    parent, end = page.parent.data, page.end.data
    out, tips = np.zeros((2, len(rows)), dtype=np.bool_)
    around = set(page.parent[rows].tolist())
    above = set(around)
    for _ in range(MAX_LEVELS):
        around = {parent[row] for row in around} - {-1}
        above |= around
    chars = sums_before(page.chars[rows])
    names = page.joined(named := sorted(above), ("class", "role"))
    for at, name in zip(named, names, strict=True):
        if not name:
            continue
        first, stop = rows.searchsorted((at, end[at]))
        if SPOKEN.search(name):
            out[first:stop] |= 2 * (chars[stop] - chars[first]) < chars[-1]
        elif _TOOLTIP in name and page.attr(at, "role") == _TOOLTIP:
            tips[first:stop] = True
    return out | _beside_others(page, rows, tips)


def _microdata(page: Page, rows: NDArray[np.intp]) -> BoolArray:
    """Timestamps and URLs in microdata elements."""
    out = np.zeros(len(rows), dtype=np.bool_)
    for at, row in enumerate(rows.tolist()):
        if page.chars[row] <= MAX_VALUE_CHARS and _VALUE.fullmatch(page.raw(row).strip()):
            out[at] = page.attr(int(page.parent[row]), "itemprop") is not None
    return out


def _button_labels(page: Page, rows: NDArray[np.intp]) -> BoolArray:
    """Short buttons after the words of a line. A button between words explains one, and stays."""
    if not page.has(_BUTTON):
        return np.zeros(len(rows), dtype=np.bool_)
    buttons = (page.tag == _BUTTON) & (page.stop - page.start <= MAX_BUTTON_CHARS)
    pressed, block = page.under(buttons)[rows], page.block[rows]
    goes_on = np.append((block[1:] == block[:-1]) & ~pressed[1:], False)
    return _beside_others(page, rows, pressed & ~goes_on)


def _beside_others(page: Page, rows: NDArray[np.intp], some: BoolArray) -> BoolArray:
    """The flagged rows whose block also has rows that are not flagged."""
    return some & np.isin(page.block[rows], page.block[rows[~some]]) if holds(some) else some


def _in_code_blocks(page: Page, rows: NDArray[np.intp]) -> BoolArray:
    """Buttons in and beside code blocks, and columns of line numbers."""
    programs = page.tag == _PRE
    in_pre = page.under(programs)
    pressed, inside = page.under(page.tag == _BUTTON)[rows], in_pre[rows]
    out: BoolArray = pressed & inside
    places = programs.nonzero()[0]
    if (beside := pressed & ~inside).any():
        out |= _beside_code_blocks(page, rows, places, beside, ~(pressed | inside))
    innermost = page.end[places] <= np.append(places[1:], len(page))
    for pre in places[innermost].tolist():
        start = int(page.start[pre])
        if not page.text[start : min(int(page.stop[pre]), start + MAX_INDENT_CHARS)].lstrip()[:1].isdigit():
            continue
        numbers = page.words_of(pre).split()
        if len(numbers) >= MIN_NUMBERED_LINES and all(
            number.isdecimal() and len(number) <= MAX_LINE_NUMBER_DIGITS for number in numbers
        ):
            first, stop = rows.searchsorted((pre + 1, page.end[pre]))
            out[first:stop] |= all(int(two) == int(one) + 1 for one, two in pairwise(numbers))
    return out


def _beside_code_blocks(
    page: Page, rows: NDArray[np.intp], programs: NDArray[np.intp], pressed: BoolArray, others: BoolArray
) -> BoolArray:
    """Buttons in elements around code blocks that hold hardly anything else.

    Args:
        page: the page.
        rows: rows of text.
        programs: rows of the ``pre`` elements.
        pressed: flags of rows on a button outside code.
        others: flags of rows in neither.
    """
    out = np.zeros(len(rows), dtype=np.bool_)
    chars = sums_before(np.where(others, page.chars[rows], 0))
    done = set()
    for pre in programs.tolist():
        around = pre
        for _ in range(MAX_LEVELS):
            around = int(page.parent[around])
            first, stop = rows.searchsorted((around + 1, page.end[around]))
            if around <= page.body or chars[stop] - chars[first] > MAX_LABEL_CHARS:
                break
            if around not in done:
                done.add(around)
                out[first:stop] |= pressed[first:stop]
    return out


def _repeated_formula(page: Page, rows: NDArray[np.intp], formula: int, visits: Counter[int], out: BoolArray) -> None:
    """Flag the copies of a formula: MathML beside its TeX source, and the rendering beside hidden MathML (KaTeX).

    Args:
        page: the page.
        rows: rows of text, in document order.
        formula: the row of the ``math`` element.
        visits: formulas that have checked each element's children. Two flag all there is, and the limit keeps many
            formulas in one element in linear time.
        out: flags of the rows, set here.
    """

    def mark(element: int, *, unsaid: bool = True) -> None:
        first, stop = np.searchsorted(rows, (element + 1, page.end[element]))
        out[first:stop] = unsaid

    notes = [
        at
        for at in range(formula + 1, int(page.end[formula]))
        if page.tag[at] != tags.TEXT and page.name(at) in ("annotation", "annotation-xml")
    ]
    source = next((at for at in notes if "tex" in (page.attr(at, "encoding") or "").lower()), None)
    if source is not None:
        mark(formula)
        mark(source, unsaid=False)
    else:
        for note in notes:
            mark(note)
    around = formula
    for _ in range(MAX_FORMULA_LEVELS):
        up = int(page.parent[around])
        if page.end[up] - up > MAX_FORMULA_ROWS or visits[up] == MAX_VISITS:
            break
        visits[up] += 1
        beside = [at for at in page.children(up) if at != around and page.tag[at] != tags.TEXT]
        for at in beside:
            if page.attr(at, "aria-hidden") == "true":
                mark(at)
        around = up
        if beside or around <= page.body:
            break
