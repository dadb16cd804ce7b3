"""The body of a page: the rows that a method marks, changed by a caller's selectors, with fallbacks."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, NamedTuple, cast

import numpy as np

from broadsheet.article import assemble
from broadsheet.article.blocks import Blocks, Paragraph, Text
from broadsheet.errors import BadSelector
from broadsheet.facts import Facts
from broadsheet.facts.app_state import shown_by_app
from broadsheet.facts.texts import clean
from broadsheet.methods.base import Given, Marking, Method, facts_of, spread
from broadsheet.page import Page, read_page
from broadsheet.page.arrays import BoolArray, frozen
from broadsheet.patterns import pattern

__all__ = ["MAX_SELECTOR_CHARS", "Found", "Selection", "find", "mark", "with_fallbacks"]

MIN_BODY_CHARS: Final = 150  # a shorter body counts as missing, and the fallbacks are tried
MIN_FALLBACK_CHARS: Final = 300  # fewest characters of a body found elsewhere
MIN_STATED_RATIO: Final = 3  # a stated `articleBody` replaces the marked body if it is at least this many times as long
MAX_SELECTOR_CHARS: Final = 1_000  # longest selector; the work of matching grows with it

_BREAK: Final = pattern(r"[\r\n]+|</(?:p|div|h\d|li|blockquote)>|<br\b[^<>]*>", re.IGNORECASE)


class Found(NamedTuple):
    """A body and where it was found.

    Attributes:
        facts: the facts of the page, or of the version of it that shows the body.
        marking: the method's marking of that page.
        body: the blocks.
        notes: where the body comes from, if it is not the marked rows of the page as given.
        is_stated: the body is the page's ``articleBody``, not the marked rows.
    """

    facts: Facts
    marking: Marking
    body: Blocks
    notes: tuple[str, ...] = ()
    is_stated: bool = False

    @classmethod
    def of(cls, facts: Facts, marking: Marking, *notes: str) -> Found:
        """The marked rows of a page as blocks."""
        return cls(facts, marking, assemble(facts.page, marking.keep, facts), notes)

    @property
    def confidence(self) -> float | None:
        """The method's estimate of the probability that the text is right, if it has one and marked the text."""
        estimate = None if self.is_stated else self.marking.trace.get("confidence")
        return None if estimate is None else float(estimate)


def find(facts: Facts, method: Method, given: Given) -> Found:
    """Find the body of a page by a method, with fallbacks (`with_fallbacks`).

    Args:
        facts: what the page states and shows.
        method: the method.
        given: what else is known of the page.
    """
    return with_fallbacks(facts, method, given, mark(facts, method, given))


def mark(facts: Facts, method: Method, given: Given) -> Marking:
    """Mark a page, and check the result: callers may pass methods of their own.

    Raises:
        TypeError: the method did not return a `Marking`, or its ``keep`` is not a boolean array with one entry per row.
    """
    marking: object = method.mark(facts.page, replace(given, facts=facts))
    if not isinstance(marking, Marking):
        raise TypeError(f"{method.name}.mark must return a Marking, not {type(marking).__name__}")
    size, keep = len(facts.page), marking.keep
    if not isinstance(keep, np.ndarray) or keep.shape != (size,) or keep.dtype != np.bool_:
        raise TypeError(f"{method.name}.mark must return a Marking with `keep` of the shape ({size},) and type bool")
    return marking


def with_fallbacks(facts: Facts, method: Method, given: Given, marking: Marking) -> Found:
    """The body of a marked page, with fallbacks.

    In order: the marked rows; where they are too short, the rows marked on the page as it looks without scripts, then
    the ``articleBody`` that the page states, then the text in the state of its JavaScript application. A stated
    ``articleBody`` several times as long as the marked rows replaces them.
    """
    found, chars = Found.of(facts, marking), _chars(facts.page, marking.keep)
    if chars >= MIN_BODY_CHARS:
        longer = _longer_stated(facts, MIN_STATED_RATIO * chars)
        return _with_stated(found, longer, shown="a part") if longer else found
    shown = _found_on(facts.page.without_scripts(), method, given, "the page shows this text only without JavaScript")
    if shown is not None:
        return shown
    if stated := _paragraphs_of(facts.article_body):
        return _with_stated(found, stated, shown="none")
    with_state = shown_by_app(facts)
    return _found_on(with_state, method, given, "this text is in the page's script data, and is not shown") or found


def _found_on(page: Page | None, method: Method, given: Given, note: str) -> Found | None:
    """The body marked on another version of a page, or None if there is none or its body is too short."""
    if page is None:
        return None
    facts = Facts(page)
    found = Found.of(facts, mark(facts, method, given), note)
    return found if _chars(page, found.marking.keep) >= MIN_FALLBACK_CHARS else None


def _longer_stated(facts: Facts, min_chars: int) -> tuple[str, ...]:
    """The paragraphs of the stated ``articleBody``, or none if they are too short or another long one is stated."""
    stated = facts.article_body
    if len(stated) < min_chars:  # too short even with its markup
        return ()
    if any(len(other) >= MIN_FALLBACK_CHARS and other != stated for other in facts.article_bodies):
        return ()
    paragraphs = _paragraphs_of(stated)
    return paragraphs if sum(map(len, paragraphs)) >= min_chars else ()


def _paragraphs_of(stated: str) -> tuple[str, ...]:
    """The paragraphs of an ``articleBody``, without markup; none if it is too short for an article."""
    if len(stated) < MIN_FALLBACK_CHARS:
        return ()
    lines = _BREAK.split(html.unescape(stated) if "<" not in stated else stated)
    return tuple(paragraph for line in lines if (paragraph := clean(line)))


def _with_stated(found: Found, texts: tuple[str, ...], *, shown: str) -> Found:
    body = tuple(Paragraph((Text(text),)) for text in texts)
    note = f"this text is the page's articleBody (JSON-LD), of which the page shows {shown}"
    return found._replace(body=body, notes=(note,), is_stated=True)


@dataclass(frozen=True, slots=True)
class Selection:
    """CSS selectors of elements to keep in the body or to drop from it, whatever the method decides.

    An element that both match is dropped.

    Attributes:
        keep: the text of these elements is in the body.
        drop: the text and images of these elements are not.
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
        """Find the body as the function `find` does, with the elements to keep and without those to drop.

        The facts of the result are those of the whole page.
        """
        if not self.keep and not self.drop:
            return find(facts, method, given)
        notes, hidden = [], np.zeros(len(facts.page), dtype=np.bool_)
        for selector in self.drop:
            rows = _under(facts.page, selector)
            notes.append(_note("drop", selector, rows, _chars(facts.page, rows & ~hidden), "left out"))
            hidden |= rows
        reduced = Facts(facts.page.without(hidden.nonzero()[0])) if hidden.any() else facts
        found = find(reduced, cast("Method", _Selecting(method, self)), given)
        if self.drop and found.is_stated:  # the stated text is not divided into elements
            found = Found.of(reduced, found.marking)
        return found._replace(facts=facts if found.facts is reduced else found.facts, notes=(*notes, *found.notes))


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
            matched = _under(page, selector)
            rows = matched & page.shown
            done = "added to the method's text" if rows.any() else "added: it matches no visible text"
            notes.append(_note("keep", selector, matched, _chars(page, rows & ~keep), done))
            keep |= rows
        for selector in self.selection.drop:  # another version of the page may show them again
            keep &= ~_under(page, selector)
        return replace(marking, keep=frozen(keep), notes=tuple(notes))


def _checked(value: str | Iterable[str], name: str) -> tuple[str, ...]:
    selectors = (value,) if isinstance(value, str | bytes) or not isinstance(value, Iterable) else tuple(value)
    for selector in selectors:
        if not isinstance(selector, str):
            raise TypeError(f"{name} must be a CSS selector or several, not {type(selector).__name__}")
        if len(selector) > MAX_SELECTOR_CHARS:
            raise BadSelector(f"{selector[:40]}...", f"it has more than {MAX_SELECTOR_CHARS:,} characters")
        try:
            _any_page().select(selector)
        except ValueError:
            raise BadSelector(selector) from None
    return selectors


@cache
def _any_page() -> Page:
    """A page to try selectors on, so that an invalid one is rejected before the real page is fetched and read."""
    return read_page("<p>A page")


def _under(page: Page, selector: str) -> BoolArray:
    """The rows of the elements that a selector matches, and all below them."""
    return page.under(spread(page, page.select(selector)))


def _chars(page: Page, rows: BoolArray) -> int:
    return int(page.chars[rows & page.shown].sum())


def _note(option: str, selector: str, rows: BoolArray, chars: int, done: str) -> str:
    return f"{option} {selector!r}: " + (f"{chars:,} characters {done}" if rows.any() else "matches nothing")
