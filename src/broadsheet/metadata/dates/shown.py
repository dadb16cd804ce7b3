"""The dates that a page shows to people, each with where it stands: in elements that are there for one, in lines around
the headline and behind the body; where nothing else names a day, anywhere in the text.

It must not choose between them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate
from typing import Final

from broadsheet.metadata.around.boxes import is_of_other_article, leads_elsewhere
from broadsheet.metadata.around.context import Context, label_test
from broadsheet.metadata.dates.moments import iso
from broadsheet.metadata.dates.stated import LONG, Stated, dates_on, how_written, read, states_day
from broadsheet.metadata.language import tongue
from broadsheet.metadata.lines import parted, parted_element
from broadsheet.metadata.written import dated_lines
from broadsheet.metadata.written.around_names import is_credit
from broadsheet.metadata.written.bylines import is_byline
from broadsheet.metadata.written.dates import Written, first_dates_in
from broadsheet.metadata.written.labels import is_label, says_changed, says_published
from broadsheet.page import tags

__all__ = [
    "IN_FRONT",
    "MARKED",
    "anywhere",
    "behind_head",
    "dated_elements",
    "is_classed_change",
    "is_classed_publication",
    "is_in_caption",
    "is_in_event",
    "is_in_teaser",
    "is_of_change",
    "rows_of_lists",
    "shown",
    "shown_apart",
    "text_of",
]

_CLASS: Final = tuple("date time publish posted datum fecha zeit byline meta".split())
"""What is in classes of dates."""
_CAPTION: Final = ("caption",)
_NEAR: Final = 3
"""What is in classes of captions, and ancestors of a date that may have them."""
_is_caption: Final = label_test(
    re.compile(
        r"^(?:(?:wp|img|image|photo|picture|figure|media|story(?:photo)?)[-_]*)?caption(?:[-_]*text)?$", re.IGNORECASE
    )
)
"""Whether a class or id is that of a caption and of nothing else."""
_ID: Final = ("date", "publish")
_DATED: Final = ("datetime", "data-date", "data-datetime", "data-published", "data-timestamp")
"""Attributes of elements that show a date."""
_DATING: Final = (*_DATED, "content", "title")
"""Those that may hold one."""
MARKED: Final = ("time", "attribute")
"""Columns of dates that elements have for machines; their label is what the element shows."""
_IN_LINES: Final = ("line", "body", "end")
"""Columns of dates that no element is there for."""
_DIGIT: Final = re.compile(r"\d")
_LETTERS: Final = re.compile(r"[^\W\d_]{3}")
"""What is in every date, and in those whose month has a name."""
_TIME, _A = tags.IDS["time"], tags.IDS["a"]
_UP: Final = 7
"""Ancestors of a date that may be the link that it is in."""
_RIGHTS: Final = re.compile(r"[©(Cc](?:(?<=©)|(?<=\()[Cc]\)|(?<=[Cc])(?i:opyright))")
_LARGE: Final = 40
_PARTS: Final = 3
"""Rows of an element from which it has several texts, which may touch."""
_GLUED: Final = re.compile(r"[A-Z\d](?:(?<=[a-z][A-Z])|(?<=[^\W\d_]\d)|(?<=\d)(?:[^\W\d_]{3}|\d{4}))")
"""Where they may: two words, a word and a number, a number and a word, two numbers. What begins with one of some
characters is looked for several times as fast as what begins in one of some ways.
"""
_MOST: Final = 80
_FEW: Final = 10
"""Dates that are taken from anywhere in the text."""
IN_FRONT, _BEHIND = 15, 5
"""Lines before the body, and from its last one, among which those of dates are."""
_IN_BODY: Final = 3
"""Lines of the body's beginning among which those of dates are, bylines and credits not counted."""
_OF_WRITERS: Final = 4
"""Bylines and credits that may be among them."""
_LIST: Final = 3
_PATH: Final = 3
"""Days of a list, and the elements around each that are alike."""
_WHOLE: Final = 60_000
"""Characters of a page's text that are searched for a date where none is found otherwise."""
_CLASS_OF_CHANGE: Final = re.compile(r"(?:^|[\s_-])(?:updated?|modified|revised)(?![a-z])")
_CLASS_OF_PUBLICATION: Final = re.compile(r"publi|entry-date|post|creat")
"""What is in classes, in small letters, of the dates of changes, and of those of publication."""
_BOX: Final = re.compile(r"(\w{1,12}\.?) • (\w{1,12}\.?,?) • (\w{1,12})")
"""A day, a month and a year in an element each, which touch."""
_OF_EVENTS: Final = ("startdate", "enddate", "doortime", "birthdate", "deathdate")
"""Properties of what an article is about."""
_LINK: Final = 3
"""Words of a link, beside a date in it, that may be the headline of what it leads to."""
_WORD: Final = re.compile(r"(?<![\w.])[^\W\d_]{2,}(?!\w|\.\w)")
"""A word of a link that is no part of a host's name."""
_EVENT: Final = ("event",)
_EVENTS: Final = 3
"""What is in classes of the days of events, and how many of these a page about one has."""
_is_of_event: Final = label_test(
    re.compile(r"^(?:.*[-_])?events?[-_]*(?:start|end|begin)?[-_]*(?:date|time|day|datum|when)s?$", re.IGNORECASE)
)
"""Whether a class or id is that of the day of an event."""


def shown(context: Context) -> list[Stated]:
    """The dates that the page shows where days of publication stand, without those of readers' comments and
    of other articles.
    """
    return context.once(_shown)


def _shown(context: Context) -> list[Stated]:
    """The same, looked for."""
    return [one for one in context.once(shown_apart) if not one.is_in_teaser]


def shown_apart(context: Context) -> list[Stated]:
    """The same, and those in boxes and links of other articles, which are told where the page states no day itself."""
    states = states_day(context)
    return [
        one._replace(is_in_teaser=True) if not states and is_in_teaser(context, one.row) else one
        for one in _on_page(context)
        if not (context.is_beside(one.row) or is_in_caption(context, one.row))
        and not (one.label and _RIGHTS.search(one.label))
        and not _is_marked_change(context, one)
    ]


def is_in_caption(context: Context, row: int) -> bool:
    """Whether a row is in the caption of a picture, by its element or by its class."""
    if context.is_in_caption(row):
        return True
    called = context.called(_CAPTION)
    return bool(called) and any(_is_caption(context.label(up)) for up in context.chain(row, _NEAR) if up in called)


def is_in_teaser(context: Context, row: int) -> bool:
    """Whether a row is in a box or in a link with the headline of another article, or of something else; between the
    headline and the body there are none.
    """
    if 0 <= context.headline_row < row and context.place[row] <= context.first:
        return False
    return is_of_other_article(context, row, "") or _is_in_headline(context, row)


def _is_in_headline(context: Context, row: int) -> bool:
    """Whether a row is in a link outside the body that says more than a day, and leads to another page."""
    if not context.is_in_link(row) or context.is_in_body(row):
        return False
    link = next((up for up in context.chain(row, _UP) if context.tag[up] == _A), -1)
    if link < 0 or link <= context.headline_row < context.end[link]:
        return False
    known = context.once(_known_links)
    if link not in known:
        text = context.words_of(link)
        found = dates_on(context, text) if len(text) <= _WHOLE else ()
        rest = text[: found[0].start] + text[found[0].stop :] if found else text
        known[link] = (
            len(_WORD.findall(rest)) >= _LINK
            and not (found and dated_lines.says_when(text[: found[0].start]))
            and leads_elsewhere(context, link)
        )
    return known[link]


def _known_links(_: Context) -> dict[int, bool]:
    """Links that were looked at: several dates are in the same one."""
    return {}


def _is_marked_change(context: Context, one: Stated) -> bool:
    """Whether a date is that of an element which microdata mark as that of a change, and not as one of publication."""
    marked = context.once(_marked_changes)
    return bool(marked) and any(row <= one.row < context.end[row] and day == one.value[:10] for row, day in marked)


def _marked_changes(context: Context) -> list[tuple[int, str]]:
    """The rows of these elements, and their days."""
    marked = context.structured.marked
    published = {one.row for one in marked if one.name == "datePublished"}
    return [
        (one.row, when[:10])
        for one in marked
        if one.name == "dateModified" and one.row not in published and (when := read(one.value, context))
    ]


def is_of_change(context: Context, one: Stated) -> bool:
    """Whether a date is said to be that of a change by what stands before it, as labels say it and not sentences."""
    if one.column in _IN_LINES:
        return says_changed(one.label) and is_label(one.label)
    return says_changed(one.label) or (one.column in MARKED and says_changed(_before(context, one.row)))


def is_classed_publication(context: Context, row: int) -> bool:
    """Whether the class of an element says that its date is one of publication."""
    return _CLASS_OF_PUBLICATION.search(context.elements.value(row, "class").lower()) is not None


def is_classed_change(context: Context, row: int) -> bool:
    """Whether the class of an element says that its date is one of a change (hAtom's ``updated``, ``dt-updated``), and
    not that it is one of publication as well, as themes write that show one date alone.
    """
    names = context.elements.value(row, "class").lower()
    return _CLASS_OF_CHANGE.search(names) is not None and not is_classed_publication(context, row)


def _before(context: Context, row: int) -> str:
    """What stands before an element in its line, behind any number."""
    page, place = context.page, context.place[row]
    if place >= len(page.segments):
        return ""
    begin, end = int(page.start[context.first_row[place]]), int(page.start[row])
    return _DIGIT.split(page.text[max(begin, end - LONG) : end])[-1]


def behind_head(context: Context) -> int:
    """The segment behind those of the body's beginning among which lines of dates are."""
    return context.once(_behind_head)


def _behind_head(context: Context) -> int:
    """The same, looked for."""
    language, left, first = tongue(context), _IN_BODY, context.first
    lines = context.texts[first : first + _IN_BODY + _OF_WRITERS]
    for at, line in enumerate(lines, first):
        left -= len(line) > dated_lines.LINE or not (is_credit(line) or is_byline(line, language))
        if not left:
            return at + 1
    return first + max(_IN_BODY, len(lines))


def _on_page(context: Context) -> Iterator[Stated]:
    """The dates in elements and lines, wherever they stand."""
    yield from _in_elements(context)
    yield from _in_lines(context)


def _in_elements(context: Context) -> Iterator[Stated]:
    """The dates in elements that are there for one: in an attribute, and in what they show."""
    seen = 0
    dating = context.elements.having_any(_DATING)
    for row in dated_elements(context):
        stated = _in_attribute(context, row) if row in dating else None
        if stated is not None:
            yield stated
            if stated.column == "time":
                seen += 1
                continue
        text = text_of(context, row)
        if not 5 < len(text) <= LONG:
            continue
        seen += 1
        if seen > _MOST:
            break
        yield from _in_element(context, row, text)


def dated_elements(context: Context) -> list[int]:
    """The rows of elements that may be there for a date: by their class or id, their attributes, or their tag."""
    return context.once(_dated_elements)


def _dated_elements(context: Context) -> list[int]:
    """The same, looked for."""
    elements = context.elements
    rows = elements.holding("class", _CLASS) | elements.holding("id", _ID)
    rows.update(elements.having_any(_DATED), context.page.rows_of(_TIME))
    return [
        row
        for row in sorted(rows - elements.holding("itemprop", _OF_EVENTS))
        if not (context.hidden[row] or context.end[row] - row > _LARGE or context.size(row) > 3 * LONG)
    ]


def _in_attribute(context: Context, row: int) -> Stated | None:
    """The date that an element has for machines."""
    for key in _DATING:
        value = context.elements.value(row, key)
        if value and (when := iso(value) or (_in_prose(value, context) if key != "content" else None)):
            name = context.page.name(row)
            column = "time" if name == "time" else "attribute"
            return Stated(when, f"text:{name}[{key}]", column, row, _label_of(context, row))
    return None


def _label_of(context: Context, row: int) -> str:
    """What an element with a date shows, or the label in front of it where that alone says what the date is."""
    shown = context.words_of(row)
    if dated_lines.says_when(shown):
        return shown
    before = _before(context, row)
    return before if dated_lines.says_when(before) and is_label(before) else shown


def _in_prose(value: str, context: Context) -> str | None:
    """The date that an attribute has as people write it, with the month in letters: ``May 5, 2025 at 2:30 PM``."""
    if len(value) > dated_lines.LINE or not (_DIGIT.search(value) and _LETTERS.search(value)):
        return None
    return read(value, context)


def text_of(context: Context, row: int) -> str:
    """What an element shows, with marks where texts touch."""
    text = context.words_of(row)
    if context.end[row] - row >= _PARTS and _GLUED.search(text):
        text = parted_element(context, row)
        text = " ".join(box.groups()) if (box := _BOX.fullmatch(text)) is not None else text
    return text


def _in_element(context: Context, row: int, text: str) -> Iterator[Stated]:
    """The dates in what an element shows."""
    place, texts = context.place[row], context.texts
    above = texts[place - 1] if 0 < place < len(texts) and text == texts[place] else ""
    for one, label in dated_lines.labelled(text, dates_on(context, text), how_written(context)[0]):
        is_other = dated_lines.is_of_other(text, one, above) or is_in_event(context, row)
        yield _stated(one, f"text:{context.page.name(row)}", "class", row, label, is_of_other=is_other)


def _in_lines(context: Context) -> Iterator[Stated]:
    """The dates in lines before the body, at its beginning, and behind it, but for those of lists there."""
    first, last, size = context.first, context.last, len(context.texts)
    # A day that the page states needs no more lines that confirm it, maybe by another clock.
    head = first + _IN_BODY if states_day(context) else behind_head(context)
    for at in range(max(0, first - IN_FRONT), min(size, head)):
        yield from _in_line(context, at, "body" if at >= first else "line")
    lines = range(max(head, last), min(size, last + _BEHIND))
    behind = [one for at in lines for one in _in_line(context, at, "end")]
    listed = rows_of_lists(context, [(one.value[:10], one.row) for one in behind if not one.label]) if behind else ()
    yield from (one for one in behind if one.row not in listed)


def _in_line(context: Context, at: int, column: str) -> Iterator[Stated]:
    """The dates that a line is there to say.

    Args:
        context: the page.
        at: the segment.
        column: the column of evidence.
    """
    text = parted(context, at)
    text = text[:LONG] if column == "body" else text
    if len(text) > LONG:
        return
    dates = dates_on(context, text)
    if not dates:  # mostly
        return
    row, source = context.first_row[at], "text:end" if column == "end" else "text:line"
    is_cut = len(text) < len(context.texts[at])
    for one, label in dated_lines.labelled(text, dates, how_written(context)[0]):
        if (
            dated_lines.is_told_in_head(text, one, label)
            if column == "line"
            else dated_lines.is_told(text, one, label, is_cut=is_cut)
        ):
            continue
        above = context.texts[at - 1] if at else ""
        is_other = dated_lines.is_of_other(text, one, above) or is_in_event(context, row)
        yield _stated(one, source, column, row, label, is_of_other=is_other)


def _stated(
    one: Written, source: str, column: str, row: int = -1, label: str = "", *, is_of_other: bool = False
) -> Stated:
    """A date that is written in a text of the page."""
    return Stated(one.value, source, column, row, label, one.otherwise, one.own[10:], is_of_other)


def is_in_event(context: Context, row: int) -> bool:
    """Whether an element says by its class that its date is that of an event, or the one around it does."""
    events = context.once(_events)
    return bool(events) and not events.isdisjoint(context.chain(row, _NEAR))


def _events(context: Context) -> frozenset[int]:
    """The elements that are called so; none where they are many: then the site calls all its dates so."""
    rows = {row for row in context.called(_EVENT) if _is_of_event(context.label(row))}
    return frozenset(rows if len(rows) <= _EVENTS else ())


def anywhere(context: Context) -> Iterator[Stated]:
    """The first dates in the title and the text that stand in no sentence, no list, and nothing of other articles; if
    some are said to be of a publication, the first of these alone.
    """
    lines = _own_lines(context)
    text = "\n".join([line for line, _ in lines])[:_WHOLE]
    begins = [0, *accumulate(len(line) + 1 for line, _ in lines)]

    def in_line(one: Written) -> tuple[str, int, Written]:
        """The line that a date is in, the row of it, and the date as it stands there."""
        at = bisect_right(begins, one.start) - 1
        return (*lines[at], replace(one, start=one.start - begins[at], stop=one.stop - begins[at]))

    def is_outside(one: Written) -> bool:
        """Whether a date is in no sentence, and in no box of something else."""
        return _is_outside(context, *in_line(one))

    language, month_first = how_written(context)
    dates = first_dates_in(text, _FEW, language, month_first=month_first, wanted=is_outside)
    places = list(map(in_line, dates))
    found = [(_stated(one, "text:anywhere", "anywhere"), row) for one, (_, row, _) in zip(dates, places, strict=True)]
    said = [row >= 0 and says_published(dated_lines.before(line, one)) for line, row, one in places]
    if any(said):
        yield found[said.index(True)][0]
        return
    lasting = dated_lines.ends_of_spans(text, dates)
    left = [one for at, one in enumerate(found) if at not in lasting]
    listed = rows_of_lists(context, [(one.value[:10], row) for one, row in left])
    yield from (one for one, row in left if row not in listed)


def _own_lines(context: Context) -> list[tuple[str, int]]:
    """The title and the lines of a page but for captions, rights, and what is beside the article, with their rows; that
    of the title is -1.
    """
    return [
        (context.structured.title or "", -1),
        *(
            (text, row)
            for text, row in zip(context.texts, context.first_row, strict=True)
            if not (context.is_beside(row) or is_in_caption(context, row) or _RIGHTS.search(text))
        ),
    ]


def _is_outside(context: Context, line: str, row: int, one: Written) -> bool:
    """Whether a date is in no sentence, and in no box of something else.

    Args:
        context: the page.
        line: the line that it is in.
        row: the row of that, -1 for the title.
        one: the date as it stands there.
    """
    return row < 0 or not (
        dated_lines.is_in_sentence(line, one, is_body=context.is_in_body(row))
        or dated_lines.is_no_day(line, one, how_written(context)[0])
        or dated_lines.is_of_other(line, one)
        or is_in_teaser(context, row)
    )


def rows_of_lists(context: Context, found: list[tuple[str, int]]) -> set[int]:
    """The rows of several days in elements that are alike: those of a list, of which none is the page's.

    Args:
        context: the page.
        found: days and the rows of their lines.
    """
    alike: dict[tuple[str, ...], list[tuple[str, int]]] = {}
    for day, row in found:
        if row >= 0:
            path = tuple(
                f"{context.page.name(up)} {context.elements.value(up, 'class')}" for up in context.chain(row, _PATH)
            )
            alike.setdefault(path, []).append((day, row))
    lists = [ones for ones in alike.values() if min(len(set(each)) for each in zip(*ones, strict=True)) >= _LIST]
    return {row for ones in lists for _, row in ones}
