"""The dates that a page shows to people, each with where it stands: in elements that are there for one and in lines
around the headline; where nothing else names a day, anywhere in the text. Also those that it tells only from the moment
at which it was captured: ``yesterday``, ``3 hours ago``, and ``Nov 24`` without a year.

It must not choose between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import Final

from broadsheet.facts.elements import word_list
from broadsheet.metadata.context import Context, is_of_other_article
from broadsheet.metadata.dates.stated import LONG, Stated, dates_on, how_written, read
from broadsheet.metadata.lines import parted, parted_element
from broadsheet.metadata.written import dated_lines
from broadsheet.metadata.written.ago import ago_in, yearless_in
from broadsheet.metadata.written.dated_lines import says_changed, says_published
from broadsheet.page import tags

__all__ = ["anywhere", "is_of_change", "last_of_head", "shown", "told"]

_CLASS: Final = word_list("date", "time", "publish", "posted", "datum", "fecha", "zeit", "byline", "meta")
"""Parts of classes of elements that show a date."""
_DATED: Final = ("datetime", "data-date", "data-datetime", "data-published", "data-timestamp")
_DATING: Final = (*_DATED, "content", "title")
"""Attributes of such elements, and those that may hold a date."""
_ANYWHERE: Final = ("text:anywhere", "anywhere")
"""Source and column of dates from anywhere in the text."""
_MARKED: Final = ("time", "attribute")
"""Columns of dates in attributes."""
_DIGIT: Final = re.compile(r"\d")
_TIME: Final = tags.IDS["time"]
MAX_ELEMENTS: Final = 80
"""Elements of a page that are looked at for dates."""
LINES_BEFORE, LINES_IN_BODY, LINES_BEHIND = 15, 3, 5
"""Lines before the body, at its beginning, and behind it, that are looked at for dates."""
DAYS_OF_LIST: Final = 3
"""Relative days that are those of a list of other articles."""
MAX_ANYWHERE: Final = 10
"""Dates that are taken from anywhere in the text."""


def shown(context: Context) -> list[Stated]:
    """The dates that the page shows where days of publication stand, without those of other articles."""
    return [one for one in (*_in_elements(context), *_in_lines(context)) if not _is_beside(context, one.row)]


def _is_beside(context: Context, row: int) -> bool:
    """Whether a row is in a caption, or in a box of other articles; between headline and body there are none."""
    if context.is_beside(row) or context.is_in_caption(row):
        return True
    is_in_head = 0 <= context.headline_row < row and context.place[row] <= context.first
    return not is_in_head and is_of_other_article(context, row, "")


def is_of_change(context: Context, one: Stated) -> bool:
    """Whether a date is said to be that of a change, by its label, or by its element's class and property."""
    if one.row < 0 or says_changed(one.label):
        return one.row >= 0
    value = context.elements.value
    names = f"{value(one.row, 'class')} {value(one.row, 'itemprop')}" if one.column in _MARKED else ""
    return says_changed(names) and not says_published(names)


def last_of_head(context: Context) -> int:
    """The segment behind the lines at the body's beginning that are looked at for dates."""
    return context.first + LINES_IN_BODY


def _lines_of_head(context: Context) -> range:
    """The segments around the headline, up to the body's beginning, that are looked at for dates."""
    return range(max(0, context.first - LINES_BEFORE), min(len(context.texts), last_of_head(context)))


def _in_elements(context: Context) -> Iterator[Stated]:
    """The dates in elements that are there for one: in an attribute, else in the text."""
    dating = set(context.elements.having(*_DATING))
    for row in islice(_dated_elements(context), MAX_ELEMENTS):
        stated = _in_attribute(context, row) if row in dating else None
        if stated is not None:
            yield stated
        else:
            text = _text_of(context, row)
            # Day, month and year may be in an element each.
            dates = dates_on(context, text) or dates_on(context, text.replace(" • ", " "))
            for one, label in dated_lines.labelled(text, dates):
                yield Stated(one.value, f"text:{context.page.name(row)}", "class", row, label, one.otherwise)


def _dated_elements(context: Context) -> list[int]:
    """The rows of short elements that may be there for a date: by their class, their attributes, or their tag."""
    rows = context.elements.holding("class", _CLASS) | set(context.elements.having(*_DATED))
    rows.update(context.page.rows_of(_TIME))
    return [row for row in sorted(rows) if not context.hidden[row] and context.size(row) <= LONG]


def _in_attribute(context: Context, row: int) -> Stated | None:
    """The date that an element has in an attribute; its label is what the element shows, and the text before it in its
    line, from the last digit on.
    """
    page, place, name = context.page, context.place[row], context.page.name(row)
    for key in _DATING:
        value = context.elements.value(row, key)
        if len(value) <= dated_lines.LINE and (found := read(value, context)) is not None:
            column = "time" if name == "time" else "attribute"
            stop = int(page.start[row])
            begin = int(page.start[context.first_row[place]]) if place < len(context.first_row) else stop
            before = _DIGIT.split(page.text[max(begin, stop - LONG) : stop])[-1]
            return Stated(found[0], f"text:{name}[{key}]", column, row, f"{before} {context.words_of(row)}", found[1])
    return None


def _text_of(context: Context, row: int) -> str:
    """The text of an element, with marks where texts touch."""
    return parted_element(context, row) if context.end[row] - row > 2 else context.words_of(row)


def _in_lines(context: Context) -> Iterator[Stated]:
    """The dates that lines before the body, at its beginning and behind it are there to say."""
    head = _lines_of_head(context)
    for at in (*head, *range(max(head.stop, context.last + 1), min(len(context.texts), context.last + LINES_BEHIND))):
        column = "body" if context.first <= at <= context.last else "line"
        line = parted(context, at)
        if column == "body" or len(line) <= LONG:
            yield from _in_line(context, line, context.first_row[at], "text:line", column)


def _in_line(context: Context, line: str, row: int, source: str, column: str) -> Iterator[Stated]:
    """The dates in a line that are not told in a sentence; at the body's beginning those at the line's."""
    text = line[:LONG] if column == "body" else line
    for one, label in dated_lines.labelled(text, dates_on(context, text)):
        if row < 0 or not dated_lines.is_told(line, one, label):
            yield Stated(one.value, source, column, row, label, one.otherwise)


def anywhere(context: Context) -> list[Stated]:
    """The first dates in the title and the text, but for those in sentences and of other articles."""
    lines = zip((context.structured.title or "", *context.texts), (-1, *context.first_row), strict=True)
    dated = (one for line, row in lines if _DIGIT.search(line) for one in _in_line(context, line, row, *_ANYWHERE))
    return list(islice((one for one in dated if one.row < 0 or not _is_beside(context, one.row)), MAX_ANYWHERE))


def told(context: Context) -> list[Stated]:
    """The dates around the headline that the page tells from the moment at which it was captured, and those without a
    year; none where that moment is not known.
    """
    found = list(_told(context, context.captured)) if context.captured is not None else []
    return found if len({one.value[:10] for one in found}) < DAYS_OF_LIST else []


def _told(context: Context, captured: datetime) -> Iterator[Stated]:
    """The relative dates in elements that are there for one, and in lines; at the body's beginning in short ones."""
    lines, (language, _) = _lines_of_head(context), how_written(context)
    elements = [row for row in _dated_elements(context) if context.place[row] in lines][:MAX_ELEMENTS]
    texts = [(row, _text_of(context, row), context.page.name(row), "class") for row in elements]
    for at in lines:
        column = "body" if at >= context.first else "line"
        texts.append((context.first_row[at], parted(context, at), "line", column))
    for row, text, name, column in texts:
        if len(text) > (dated_lines.LINE if column == "body" else LONG) or not _is_of_article(context, row):
            continue
        found = (*ago_in(text, captured, language), *yearless_in(text, captured, language))
        for one, label in dated_lines.labelled(text, sorted(found, key=lambda one: one.start)):
            if dated_lines.stands_apart(text, one):
                yield Stated(one.value, f"text:{name} (relative)", column, row, label)


def _is_of_article(context: Context, row: int) -> bool:
    """Whether a row is not beside the article, and neither above the headline nor in it."""
    headline = context.headline_row
    is_above = row < headline and not context.is_in_article(row)
    return not (is_above or 0 <= headline <= row < context.end[headline] or _is_beside(context, row))
