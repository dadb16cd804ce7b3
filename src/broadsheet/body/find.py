"""The body of a page: the rows that a method marks, or what the page states where these are too few."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from typing import Final, NamedTuple

from broadsheet.article import assemble
from broadsheet.article.blocks import Blocks, Paragraph, Text, write_text
from broadsheet.facts import Facts
from broadsheet.facts.app_state import shown_by_app
from broadsheet.facts.texts import clean
from broadsheet.methods.base import Given, Marking, Method
from broadsheet.page import Page
from broadsheet.patterns import pattern

__all__ = ["Found", "find", "mark", "with_fallbacks"]

MIN_BODY_CHARS: Final = 150  # a shorter body counts as missing, and the article is looked for elsewhere in the page
MIN_FALLBACK_CHARS: Final = 300  # fewest characters of a body found elsewhere
MIN_STATED_RATIO: Final = 3  # a stated `articleBody` replaces the marked body if it is at least this many times as long

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
        return cls(facts, marking, assemble(facts.page, marking.keep), notes)

    @property
    def confidence(self) -> float | None:
        """The method's estimate of the probability that the text is right, if it has one and marked the text."""
        estimate = None if self.is_stated else self.marking.trace.get("confidence")
        return None if estimate is None else float(estimate)


def find(facts: Facts, method: Method, given: Given) -> Found:
    """The body of a page by a method, with fallbacks (`with_fallbacks`).

    Args:
        facts: what the page states and shows.
        method: the method.
        given: what else is known of the page.
    """
    return with_fallbacks(facts, method, given, mark(facts, method, given))


def mark(facts: Facts, method: Method, given: Given) -> Marking:
    """Mark a page, and check the type of the result: callers may pass methods of their own.

    Raises:
        TypeError: the method did not return a `Marking`.
    """
    marking: object = method.mark(facts.page, replace(given, facts=facts))
    if not isinstance(marking, Marking):
        kind = f"the class {marking.__name__}" if isinstance(marking, type) else type(marking).__name__
        raise TypeError(f"{method.name}.mark must return a Marking, not {kind}")
    return marking


def with_fallbacks(facts: Facts, method: Method, given: Given, marking: Marking) -> Found:
    """The body of a marked page, with fallbacks.

    In order: the marked rows; where they are too short, the rows marked on the page as it looks without scripts, then
    the ``articleBody`` that the page states, then the text in the state of its JavaScript application. A stated
    ``articleBody`` several times as long as the marked rows replaces them.
    """
    found = Found.of(facts, marking)
    chars = _text_chars(found.body)
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
    return found if _text_chars(found.body) >= MIN_FALLBACK_CHARS else None


def _longer_stated(facts: Facts, least: int) -> tuple[str, ...]:
    """The paragraphs of the stated ``articleBody``, or none if they are too short or another long one is stated."""
    stated = facts.article_body
    if len(stated) < least:  # with its markup
        return ()
    if any(len(one) >= MIN_FALLBACK_CHARS and one != stated for one in facts.article_bodies):
        return ()
    paragraphs = _paragraphs_of(stated)
    return paragraphs if sum(map(len, paragraphs)) >= least else ()


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


def _text_chars(body: Blocks) -> int:
    """Characters of a body's text."""
    return sum(len(write_text((block,))) for block in body)
