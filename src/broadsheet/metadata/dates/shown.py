"""The dates that a page shows to people, each with where it stands: in elements that are there for one, in lines around
the headline and behind the body; where nothing else names a day, anywhere in the text.

It must not choose between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from broadsheet.facts.elements import word_list
from broadsheet.facts.texts import label_test
from broadsheet.metadata.around.boxes import is_of_other_article, leads_elsewhere
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.dates.moments import iso
from broadsheet.metadata.dates.stated import LONG, Stated, dates_on, read
from broadsheet.metadata.lines import parted, parted_element
from broadsheet.metadata.written import dated_lines
from broadsheet.metadata.written.dates import Written
from broadsheet.metadata.written.labels import is_label, says_changed, says_published
from broadsheet.page import tags

__all__ = [
    "DAYS_OF_LIST", "anywhere", "behind_head", "dated_elements", "is_beside", "is_labelled_change", "is_of_change",
    "lines_of_head", "shown", "text_of",
]  # fmt: skip

_CLASS: Final = word_list("date", "time", "publish", "posted", "datum", "fecha", "zeit", "byline", "meta")
_ID: Final = word_list("date", "publish")
"""Parts of classes and ids of elements that show a date."""
_DATED: Final = ("datetime", "data-date", "data-datetime", "data-published", "data-timestamp")
_DATING: Final = (*_DATED, "content", "title")
"""Attributes of such elements, and those that may hold a date."""
_OF_EVENTS: Final = word_list("startdate", "enddate", "doortime", "birthdate", "deathdate")
"""Properties of what an article is about."""
_MARKED: Final = ("time", "attribute")
"""Columns of dates in attributes; their label is what the element shows."""
_IN_LINES: Final = ("line", "body", "end")
"""Columns of dates in plain lines."""
_CLASS_OF_CHANGE: Final = re.compile(r"(?:^|[\s_-])(?:updated?|modified|revised)(?![a-z])|datemodified")
_CLASS_OF_PUBLICATION: Final = re.compile(r"publi|entry-date|post|creat")
"""In classes and properties, in lower case, of dates of change and of publication."""
_MARK: Final = " • "
"""Between texts that touch, as `parted_element` writes it."""
_DIGIT: Final = re.compile(r"\d")
_RIGHTS: Final = re.compile(r"©|\(c\)|copyright", re.IGNORECASE)
_TIME, _A, _FIGCAPTION = (tags.IDS[name] for name in ("time", "a", "figcaption"))
_is_of_other: Final = label_test(
    re.compile(
        r"(?:^|[-_])events?[-_]*(?:start|end|begin)?[-_]*(?:date|time|day|datum|when)s?$|"
        r"^(?:(?:wp|img|image|photo|picture|figure|media|story(?:photo)?)[-_]*)?caption(?:[-_]*text)?$",
        re.IGNORECASE,
    )
)
"""Whether a class or id is of the date of an event, or of a caption."""
_WORD: Final = re.compile(r"(?<![\w.])[^\W\d_]{2,}(?!\w|\.\w)")
"""A word of a link that is no part of a host's name."""
MIN_TEASER_WORDS: Final = 3
"""Words of a link beside a date from which it may be a headline."""
MAX_ROWS: Final = 40
"""Rows of an element that is there for a date."""
MAX_ELEMENTS: Final = 80
"""Elements of a page that are looked at for dates."""
LINES_BEFORE, LINES_BEHIND, LINES_IN_BODY = 15, 5, 3
"""Lines before the body, behind it, and at its beginning, that are looked at for dates."""
DAYS_OF_LIST: Final = 3
"""Days without a label that are those of a list of other articles."""
MAX_ANYWHERE: Final = 10
"""Dates that are taken from anywhere in the text."""


def shown(context: Context) -> list[Stated]:
    """The dates that the page shows where days of publication stand, without those of other articles."""
    return context.once(_shown)


def _shown(context: Context) -> list[Stated]:
    found = (*_in_elements(context), *_in_lines(context))
    return [one for one in found if not is_beside(context, one.row) and not _RIGHTS.search(one.label)]


def is_beside(context: Context, row: int) -> bool:
    """Whether a row is beside the article: in a box or a teaser of other articles, in a caption, or in an element that
    is called the date of an event.
    """
    if context.is_beside(row) or any(_is_of_other(context.label(up)) for up in context.chain(row, 3)):
        return True
    return _is_in_caption(context, row) or _is_in_teaser(context, row)


def _is_in_caption(context: Context, row: int) -> bool:
    """Whether a row is in a caption that does not hold the headline."""
    if not context.is_in_caption(row):
        return False
    caption = next(up for up in context.chain(row, len(context.end)) if context.tag[up] == _FIGCAPTION)
    return not caption <= context.headline_row < context.end[caption]


def _is_in_teaser(context: Context, row: int) -> bool:
    """Whether a row is in a box or in a link with the headline of another article. Between the headline and the body
    there are none.
    """
    if 0 <= context.headline_row < row and context.place[row] <= context.first:
        return False
    return is_of_other_article(context, row, "") or _is_in_headline(context, row)


def _is_in_headline(context: Context, row: int) -> bool:
    """Whether a row is in a link outside the body that says more than a day, and leads to another page."""
    if not context.is_in_link(row) or context.is_in_body(row):
        return False
    link = next((up for up in context.chain(row, 7) if context.tag[up] == _A), -1)
    if link < 0 or link <= context.headline_row < context.end[link] or not leads_elsewhere(context, link):
        return False
    text = context.words_of(link)[: 2 * LONG]
    found = dates_on(context, text)
    rest = text[: found[0].start] + text[found[0].stop :] if found else text
    return len(_WORD.findall(rest)) >= MIN_TEASER_WORDS and not dated_lines.says_when(rest)


def is_of_change(context: Context, one: Stated) -> bool:
    """Whether a date is said to be that of a change, by its label, or by its element's class or property."""
    is_classed = one.row >= 0 and one.column in _MARKED and _is_classed_change(context, one.row)
    return is_classed or is_labelled_change(context, one)


def is_labelled_change(context: Context, one: Stated) -> bool:
    """Whether the label of a date says that it is one of a change."""
    if one.row < 0:
        return False
    if one.column in _IN_LINES:
        return says_changed(one.label) and is_label(one.label)
    return says_changed(one.label) or (one.column in _MARKED and says_changed(_before(context, one.row)))


def _is_classed_change(context: Context, row: int) -> bool:
    """Whether an element is marked as a date of change (``updated``, ``dateModified``), and not of publication too."""
    value = context.elements.value
    names = f"{value(row, 'class')} {value(row, 'itemprop')}".lower()
    return _CLASS_OF_CHANGE.search(names) is not None and _CLASS_OF_PUBLICATION.search(names) is None


def _before(context: Context, row: int) -> str:
    """The text before an element in its line, from the last digit on."""
    page, place = context.page, context.place[row]
    if place >= len(page.segments):
        return ""
    begin, end = int(page.start[context.first_row[place]]), int(page.start[row])
    return _DIGIT.split(page.text[max(begin, end - LONG) : end])[-1]


def behind_head(context: Context) -> int:
    """The segment behind the lines at the body's beginning that are looked at for dates."""
    return context.first + LINES_IN_BODY


def lines_of_head(context: Context) -> range:
    """The segments around the headline, up to the body's beginning, that are looked at for dates."""
    return range(max(0, context.first - LINES_BEFORE), min(len(context.texts), behind_head(context)))


def _in_elements(context: Context) -> Iterator[Stated]:
    """The dates in elements that are there for one: in an attribute, else in the text."""
    dating = context.elements.having_any(_DATING)
    for row in islice(dated_elements(context), MAX_ELEMENTS):
        stated = _in_attribute(context, row) if row in dating else None
        if stated is not None:
            yield stated
        if stated is None or stated.column != "time":
            yield from _in_element(context, row, text_of(context, row))


def dated_elements(context: Context) -> list[int]:
    """The rows of elements that may be there for a date: by their class or id, their attributes, or their tag."""
    return context.once(_dated_elements)


def _dated_elements(context: Context) -> list[int]:
    elements = context.elements
    rows = elements.holding("class", _CLASS) | elements.holding("id", _ID)
    rows.update(elements.having_any(_DATED), context.page.rows_of(_TIME))
    return [
        row
        for row in sorted(rows - elements.holding("itemprop", _OF_EVENTS))
        if not (context.hidden[row] or context.end[row] - row > MAX_ROWS)
        and (context.size(row) <= LONG if context.tag[row] != _TIME else context.size(row) <= 3 * LONG)
    ]


def _in_attribute(context: Context, row: int) -> Stated | None:
    """The date that an element has in an attribute."""
    for key in _DATING:
        value = context.elements.value(row, key)
        if value and (when := iso(value) or (_in_prose(value, context) if key != "content" else None)):
            name = context.page.name(row)
            column = "time" if name == "time" else "attribute"
            return Stated(when, f"text:{name}[{key}]", column, row, _label_of(context, row))
    return None


def _label_of(context: Context, row: int) -> str:
    """The text of an element with a date, or the label before it if that alone says what the date is."""
    shown = context.words_of(row)
    if dated_lines.says_when(shown):
        return shown
    before = _before(context, row)
    return before if dated_lines.says_when(before) and is_label(before) else shown


def _in_prose(value: str, context: Context) -> str | None:
    """The date that an attribute has as people write it: ``May 5, 2025 at 2:30 PM``."""
    if len(value) > dated_lines.LINE or not _DIGIT.search(value) or sum(map(str.isalpha, value)) < 3:
        return None
    return read(value, context)


def text_of(context: Context, row: int) -> str:
    """The text of an element, with marks where texts touch."""
    return parted_element(context, row) if context.end[row] - row > 2 else context.words_of(row)


def _in_element(context: Context, row: int, text: str) -> Iterator[Stated]:
    """The dates in the text of an element."""
    if not 5 < len(text) <= LONG:
        return
    if not (dates := dates_on(context, text)) and _MARK in text:  # day, month and year in an element each
        text = text.replace(_MARK, " ")
        dates = dates_on(context, text)
    for one, label in dated_lines.labelled(text, dates):
        yield _stated(one, f"text:{context.page.name(row)}", "class", row, label)


def _in_lines(context: Context) -> Iterator[Stated]:
    """The dates in lines before the body, at its beginning, and behind it."""
    head = lines_of_head(context)
    for at in head:
        yield from _in_line(context, at, "body" if at >= context.first else "line")
    lines = range(max(head.stop, context.last), min(len(context.texts), context.last + LINES_BEHIND))
    behind = [one for at in lines for one in _in_line(context, at, "end")]
    is_list = len({one.value[:10] for one in behind if not one.label}) >= DAYS_OF_LIST
    yield from (one for one in behind if one.label or not is_list)


def _in_line(context: Context, at: int, column: str) -> Iterator[Stated]:
    """The dates that a line is there to say.

    Args:
        context: the page.
        at: the segment.
        column: the column of evidence.
    """
    text = parted(context, at)
    text = text[:LONG] if column == "body" else text
    dates = dates_on(context, text) if len(text) <= LONG else ()
    if not dates:  # usually
        return
    row, source = context.first_row[at], "text:end" if column == "end" else "text:line"
    is_cut = len(text) < len(context.texts[at])
    for one, before in dated_lines.labelled(text, dates):
        label = _with_verb(text, one, before)
        if (
            dated_lines.is_told_in_head(text, one, label)
            if column == "line"
            else dated_lines.is_told(text, one, label, is_cut=is_cut)
        ):
            continue
        yield _stated(one, source, column, row, label)


def _with_verb(line: str, one: Written, label: str) -> str:
    """The label in front of a date, with the verb that German and Dutch put at the end of the sentence, if it makes the
    label one of publication: ``Dieser Beitrag wurde am 5. Mai 2025 veröffentlicht``.
    """
    words, verb = label.split(), line.rstrip(" .!").rsplit(None, 1)[-1]
    if len(words) < 2 or line.find(verb, one.stop) < 0 or not says_published(verb):
        return label
    turned = " ".join([*words[:-1], verb, words[-1], ""])
    return turned if is_label(turned) else label


def _stated(one: Written, source: str, column: str, row: int, label: str) -> Stated:
    """A date that is written in a text of the page."""
    return Stated(one.value, source, column, row, label, one.otherwise)


def anywhere(context: Context) -> list[Stated]:
    """The first dates in the title and the text, but for those in sentences and of other articles; if some are said to
    be of a publication, the first of these alone.
    """
    found = list(islice(_anywhere(context), MAX_ANYWHERE))
    said = [one for one in found if says_published(one.label)]
    return said[:1] or found


def _anywhere(context: Context) -> Iterator[Stated]:
    lines = zip(context.texts, context.first_row, strict=True)
    for line, row in ((context.structured.title or "", -1), *lines):
        dates = dates_on(context, line) if _DIGIT.search(line) and not _RIGHTS.search(line) else ()
        if not dates or (row >= 0 and is_beside(context, row)):  # usually
            continue
        for one, label in dated_lines.labelled(line, dates):
            if row < 0 or not dated_lines.is_in_sentence(line, one, is_body=context.is_in_body(row)):
                yield _stated(one, "text:anywhere", "anywhere", row, label)
