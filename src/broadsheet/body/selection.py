"""A caller's own CSS selectors: elements whose text is in the body whatever the method decides, or never."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, cast

import numpy as np

from broadsheet.body.find import Found, find, mark
from broadsheet.errors import BadSelector
from broadsheet.facts import Facts
from broadsheet.methods.base import Given, Marking, Method, facts_of
from broadsheet.page import Page, read_page
from broadsheet.page.arrays import BoolArray, frozen

__all__ = ["MAX_SELECTOR_CHARS", "Selection"]

MAX_SELECTOR_CHARS: Final = 1_000  # longest selector; the work of matching grows with it


@dataclass(frozen=True, slots=True)
class Selection:
    """Selectors of elements to keep and to drop. An element that both name is dropped.

    Attributes:
        keep: CSS selectors; the text of these elements is in the body.
        drop: CSS selectors; the text and images of these elements are not.
    """

    keep: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()

    @classmethod
    def of(cls, keep: str | Iterable[str], drop: str | Iterable[str]) -> Selection:
        """Check what a caller gives: one selector, or several.

        Raises:
            TypeError: not strings.
            BadSelector: one is not valid CSS.
        """
        return cls(_checked(keep, "keep"), _checked(drop, "drop"))

    def find(self, facts: Facts, method: Method, given: Given) -> Found:
        """The body of a page by a method, as `broadsheet.body.find` gives it, with and without the selected elements.

        The facts of the result are those of the whole page.
        """
        if not self.keep and not self.drop:
            return find(facts, method, given)
        notes, hidden = [], np.zeros(len(facts.page), dtype=np.bool_)
        for selector in self.drop:
            rows = _under(facts.page, selector)
            notes.append(_note("drop", selector, rows, _chars(facts.page, rows & ~hidden), "left out"))
            hidden |= rows
        less = Facts(facts.page.without(hidden.nonzero()[0])) if hidden.any() else facts
        found = find(less, cast("Method", _Selecting(method, self)), given)
        if self.drop and found.is_stated:  # the stated text is not divided into elements
            found = Found.of(less, found.marking)
        return found._replace(facts=facts if found.facts is less else found.facts, notes=(*notes, *found.notes))


@dataclass(frozen=True)
class _Selecting:
    """A method whose markings a selection changes."""

    method: Method
    selection: Selection

    @property
    def name(self) -> str:
        return self.method.name

    def mark(self, page: Page, given: Given) -> Marking:
        """Mark a page: add the elements to keep, and take out those to drop."""
        marking = mark(facts_of(page, given), self.method, given)
        keep, notes = marking.keep.copy(), list(marking.notes)
        for selector in self.selection.keep:
            rows = _under(page, selector) & page.shown
            notes.append(_note("keep", selector, rows, _chars(page, rows & ~keep), "added to what the method keeps"))
            keep |= rows
        for selector in self.selection.drop:  # another version of the page may show them again
            keep &= ~_under(page, selector)
        return replace(marking, keep=frozen(keep), notes=tuple(notes))


def _checked(given: str | Iterable[str], name: str) -> tuple[str, ...]:
    selectors = (given,) if isinstance(given, str) else tuple(given)
    for selector in selectors:
        if not isinstance(selector, str):
            raise TypeError(f"{name} must be str or several, not {type(selector).__name__}")
        if len(selector) > MAX_SELECTOR_CHARS:
            raise BadSelector(f"{selector[:40]}...", f"it has more than {MAX_SELECTOR_CHARS:,} characters")
        try:
            _any_page().select(selector)
        except ValueError:
            raise BadSelector(selector) from None
    return selectors


@cache
def _any_page() -> Page:
    """A page to try selectors on, so that a wrong one is refused before a page is fetched and read."""
    return read_page("<p>A page")


def _under(page: Page, selector: str) -> BoolArray:
    """The rows of the elements that a selector matches, and all below them."""
    matched = np.zeros(len(page), dtype=np.bool_)
    matched[page.select(selector)] = True
    return page.under(matched)


def _chars(page: Page, rows: BoolArray) -> int:
    return int(page.chars[rows & page.shown].sum())


def _note(option: str, selector: str, rows: BoolArray, chars: int, done: str) -> str:
    said = f"{chars:,} characters {done}" if rows.any() else "matches nothing"
    return f"{option} {selector!r}: {said}"
