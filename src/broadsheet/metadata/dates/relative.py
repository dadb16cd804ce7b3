"""The dates that a page tells only from the moment at which it was captured, each with where it stands: ``yesterday``,
``3 hours ago``, and ``Nov 24`` without a year; in lines and elements for dates around the headline.

Without that moment there are none. It must not choose between them, nor know what else the page names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from itertools import chain
from typing import Final

from broadsheet.metadata.around.context import Context
from broadsheet.metadata.dates import shown as shown_dates
from broadsheet.metadata.dates.stated import LONG, Stated, how_written
from broadsheet.metadata.lines import parted
from broadsheet.metadata.written import dated_lines
from broadsheet.metadata.written.ago import ago_in, yearless_in
from broadsheet.metadata.written.dates import Written

__all__ = ["told"]

_MOST: Final = 80
"""Elements for dates that are looked at."""
_SAYS_WHEN: Final = re.compile(r"\d|^.{2,40}$")
"""Every relative time has a number or is short."""
_RELATIVE: Final = " (relative)"
"""Suffix of the source of a relative date."""


def told(context: Context) -> list[Stated]:
    """The dates that the page tells from the moment at which it was captured, and those without a year, in the order of
    the page; none where that moment is not known.
    """
    return context.once(_told)


def _told(context: Context) -> list[Stated]:
    """The relative dates, uncached."""
    if context.captured is None:
        return []
    found = list(chain(_in_elements(context, context.captured), _in_lines(context, context.captured)))
    return found if len({one.value[:10] for one in found}) < shown_dates.DAYS_OF_LIST else []


def _in_elements(context: Context, captured: datetime) -> Iterator[Stated]:
    """Those in elements that are there for a date."""
    lines, seen = shown_dates.lines_of_head(context), 0
    for row in shown_dates.dated_elements(context):
        if context.place[row] not in lines:
            continue
        seen += 1
        if seen > _MOST:
            break
        text = shown_dates.text_of(context, row)
        yield from _in_text(context, captured, text, row, context.page.name(row), "class")


def _in_lines(context: Context, captured: datetime) -> Iterator[Stated]:
    """Those in lines; at the body's beginning in short ones alone."""
    for at in shown_dates.lines_of_head(context):
        row = context.first_row[at]
        text, column = parted(context, at), "body" if at >= context.first else "line"
        if column == "line" or len(text) <= dated_lines.LINE:
            yield from _in_text(context, captured, text, row, "line", column)


def _is_of_article(context: Context, row: int) -> bool:
    """Whether a row may be one of the article's byline: it is in no box or link of another, not beside the article, and
    neither above the headline nor in it.
    """
    headline = context.headline_row
    return not (
        shown_dates.is_beside(context, row)
        or (row < headline and not context.is_in_article(row))
        or 0 <= headline <= row < context.end[headline]
    )


def _in_text(context: Context, captured: datetime, text: str, row: int, name: str, column: str) -> Iterator[Stated]:
    """Those in a text that stand by themselves there.

    Args:
        context: the page.
        captured: the moment at which it was captured.
        text: the text.
        row: its row.
        name: what it is called in the source.
        column: the column of evidence.
    """
    found = _found(context, captured, text) if len(text) <= LONG and _SAYS_WHEN.search(text) else ()
    if not found or not _is_of_article(context, row):
        return
    for one, label in dated_lines.labelled(text, found):
        if dated_lines.stands_apart(text, one):
            yield Stated(one.value, f"text:{name}{_RELATIVE}", column, row, label)


def _found(context: Context, captured: datetime, text: str) -> list[Written]:
    """The relative dates in a text, cached: an element, the one around it and their line say the same."""
    known = context.once(_known)
    found = known.get(text)
    if found is None:
        language, _ = how_written(context)
        found = known[text] = [*ago_in(text, captured, language), *yearless_in(text, captured, language)]
        found.sort(key=lambda one: one.start)
    return found


def _known(_: Context) -> dict[str, list[Written]]:
    """The cache of texts and the dates in them."""
    return {}
