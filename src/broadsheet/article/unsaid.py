"""Kept text that is no part of what its line says: words for screen readers beside what is seen, tooltips, buttons,
numbers of lines in programs, formulas once more, values of microdata.
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
"""Classes of frameworks (Bootstrap, Tailwind, WordPress, Drupal, Foundation) that hide words from all but screen
readers, and of MediaWiki's links to change what a heading heads.
"""
_TOOLTIP: Final = "tooltip"
"""The role of words that are shown while the pointer rests on others."""
_VALUE: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d\S*|https?://\S+")
_MAX_VALUE: Final = 200
"""What microdata say of moments and addresses, and the characters of one."""
_LEVELS: Final = 2
"""Levels of elements above that of a text that are looked at."""
_BREAKS: Final[list[bool]] = tags.LINE_BREAK.tolist()
_BUTTON: Final = tags.IDS["button"]
_LONGEST_BUTTON: Final = 40
"""Characters of a button that is no part of the text around it."""
_PRE: Final = tags.IDS["pre"]
_MATH: Final = tags.IDS["math"]
_WRAPPERS: Final = 3
_WRAPPED: Final = 2_000
"""Elements around a formula beside which it may stand once more, and the rows that such a one may have."""
_VISITS: Final = 2
_GLANCE: Final = 40
"""Characters of a program in which the number of its first line would be."""
_LABEL: Final = 40
"""Characters beside a program that name it."""
_DIGITS: Final = 9
"""Of the number of a line, at the most."""
_FEWEST: Final = 2
"""Lines that are numbered."""


def unsaid(page: Page, rows: NDArray[np.intp]) -> BoolArray:
    """Which of some rows of kept text these are, shape (n,).

    Args:
        page: the page.
        rows: rows of text, in document order.
    """
    out = _spoken(page, rows) | _pressed(page, rows) | _stated(page, rows)
    if page.has(_PRE):
        out |= _in_programs(page, rows)
    end = 0
    visits = Counter[int]()
    for formula in page.rows_of(_MATH):
        if formula >= end:  # not in another formula
            end = int(page.end[formula])
            _of_formula(page, rows, formula, visits, out)
    return out


def _spoken(page: Page, rows: NDArray[np.intp]) -> BoolArray:
    """Those that only screen readers say, unless they are most of the text, and those of tooltips in lines that have
    other words.
    """
    parent, end = page.parent.data, page.end.data
    out, tips = np.zeros((2, len(rows)), dtype=np.bool_)
    around = set(page.parent[rows].tolist())
    above = set(around)
    for _ in range(_LEVELS):
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


def _stated(page: Page, rows: NDArray[np.intp]) -> BoolArray:
    """Moments and addresses in elements of microdata, as only machines write and read them."""
    out = np.zeros(len(rows), dtype=np.bool_)
    for at, row in enumerate(rows.tolist()):
        if page.chars[row] <= _MAX_VALUE and _VALUE.fullmatch(page.raw(row).strip()):
            out[at] = page.attr(int(page.parent[row]), "itemprop") is not None
    return out


def _pressed(page: Page, rows: NDArray[np.intp]) -> BoolArray:
    """Those on short buttons behind the words of a line; between them a button explains one."""
    if not page.has(_BUTTON):
        return np.zeros(len(rows), dtype=np.bool_)
    buttons = (page.tag == _BUTTON) & (page.stop - page.start <= _LONGEST_BUTTON)
    pressed, block = page.under(buttons)[rows], page.block[rows]
    goes_on = np.append((block[1:] == block[:-1]) & ~pressed[1:], False)
    return _beside_others(page, rows, pressed & ~goes_on)


def _beside_others(page: Page, rows: NDArray[np.intp], some: BoolArray) -> BoolArray:
    """Those of some that stand in blocks with others."""
    return some & np.isin(page.block[rows], page.block[rows[~some]]) if holds(some) else some


def _in_programs(page: Page, rows: NDArray[np.intp]) -> BoolArray:
    """Buttons in programs and beside them, and columns that number their lines."""
    programs = page.tag == _PRE
    in_pre = page.under(programs)
    pressed, inside = page.under(page.tag == _BUTTON)[rows], in_pre[rows]
    out: BoolArray = pressed & inside
    places = programs.nonzero()[0]
    if (beside := pressed & ~inside).any():
        out |= _beside_programs(page, rows, places, beside, ~(pressed | inside))
    innermost = page.end[places] <= np.append(places[1:], len(page))
    for pre in places[innermost].tolist():
        start = int(page.start[pre])
        if not page.text[start : min(int(page.stop[pre]), start + _GLANCE)].lstrip()[:1].isdigit():
            continue
        numbers = page.words_of(pre).split()
        if len(numbers) >= _FEWEST and all(number.isdecimal() and len(number) <= _DIGITS for number in numbers):
            first, stop = rows.searchsorted((pre + 1, page.end[pre]))
            out[first:stop] |= all(int(two) == int(one) + 1 for one, two in pairwise(numbers))
    return out


def _beside_programs(
    page: Page, rows: NDArray[np.intp], programs: NDArray[np.intp], pressed: BoolArray, others: BoolArray
) -> BoolArray:
    """Those on buttons in the elements around programs that hold hardly anything else.

    Args:
        page: the page.
        rows: rows of text.
        programs: the rows of programs.
        pressed: those that are on buttons and in no program.
        others: those that are in neither.
    """
    out = np.zeros(len(rows), dtype=np.bool_)
    chars = sums_before(np.where(others, page.chars[rows], 0))
    done = set()
    for pre in programs.tolist():
        around = pre
        for _ in range(_LEVELS):
            around = int(page.parent[around])
            first, stop = rows.searchsorted((around + 1, page.end[around]))
            if around <= page.body or chars[stop] - chars[first] > _LABEL:
                break
            if around not in done:
                done.add(around)
                out[first:stop] |= pressed[first:stop]
    return out


def _of_formula(page: Page, rows: NDArray[np.intp], formula: int, visits: Counter[int], out: BoolArray) -> None:
    """What says a formula once more: MathML beside its source in TeX, and what is drawn beside MathML, which is hidden
    from screen readers (KaTeX).

    Args:
        page: the page.
        rows: rows of text, in document order.
        formula: the row of the formula.
        visits: how many formulas have looked at the children of each element. The first two mark all there is to mark,
            so that many formulas in one element take linear time.
        out: the flags of the rows, set here.
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
    for _ in range(_WRAPPERS):
        up = int(page.parent[around])
        if page.end[up] - up > _WRAPPED or visits[up] == _VISITS:
            break
        visits[up] += 1
        beside = [at for at in page.children(up) if at != around and page.tag[at] != tags.TEXT]
        for at in beside:
            if page.attr(at, "aria-hidden") == "true":
                mark(at)
        around = up
        if beside or around <= page.body:
            break
