"""Authors named by lines of text: those around the headline, and those at the end of the body.

A line that begins as bylines do names authors wherever it stands there. A line that may be a name, and that nothing
marks, does so if it stands in no box, leads nowhere else and is no mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from broadsheet import lexicon
from broadsheet.facts.texts import fold, label_test
from broadsheet.metadata.around.boxes import is_of_other_article
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.authors.links import is_of_author
from broadsheet.metadata.authors.mentions import is_mention
from broadsheet.metadata.authors.stated import Named, is_of_others_than, is_of_part, is_paper
from broadsheet.metadata.language import tongue
from broadsheet.metadata.lines import parted
from broadsheet.metadata.written import clocks
from broadsheet.metadata.written.around_names import (
    plainly_introduced,
    to_weekday,
    without_open_label,
    without_symbols,
)
from broadsheet.metadata.written.beside_dates import stands_beside_dates
from broadsheet.metadata.written.bylines import (
    PARTS_NAMES,
    byline_behind_date,
    is_byline,
    name_before_marks,
    names_with_roles,
)
from broadsheet.metadata.written.dates import Written, dates_in
from broadsheet.metadata.written.east_asian import east_asian_byline
from broadsheet.metadata.written.introductions import IN_FULL, byline_within, is_joint, starts_byline
from broadsheet.metadata.written.name_shapes import looks_like_name, may_be_name
from broadsheet.metadata.written.names import BETWEEN, split_names, without_additions, without_role
from broadsheet.metadata.written.organisations import AGENCIES, is_organisation
from broadsheet.page import tags
from broadsheet.page.characters import is_small

__all__ = ["LONG", "of_lines"]

LONG: Final = 220
"""Characters of a byline."""
_SHORT_LINE, _SHORT_END = 60, 80
"""Characters of a name in a line of its own, or before a date; and of a signature."""
_NEAR, _INTO = 12, 4
"""Segments before the body, and at its beginning, that are searched."""
_BELOW, _ABOVE = 6, 2
"""Segments below the headline, and before the body's first paragraph, that are searched for marked bylines."""
_PARAGRAPH: Final = 120
"""Characters of a paragraph."""
_INTRODUCTION: Final = 20
"""Characters of a line that only introduces a name (``By``)."""
_NOTES: Final = 8
"""Segments at the body's end that may be notes below the byline."""
_BEHIND, _NEAR_BEHIND = 6, 3
"""Segments behind the body that are searched for marked bylines, and for bare names."""
_of_tags: Final = label_test(
    re.compile(r"^(?:.*[-_])?(?:tags?|topics?|keywords?|categor\w*|schlag\w*|rubri\w*)(?:[-_].*)?$", re.IGNORECASE)
)
"""Whether a class or id is of what an article is about."""
_FEW_NAMES: Final = 3
_INITIALS: Final = 4
"""Letters of those who sign with their initials."""
_LIST: Final = re.compile(
    r"[^\W\d_] [^\W\d_][\w.'’-]*\s*(?:[,&/;]|\s(?:[^\W\d_A-Z]{1,5})\s)\s*[^\W\d_a-z][\w.'’-]* [^\W\d_]"
)
_NO_LIST: Final = re.compile(r"[|•·–—:!]|\s-\s|\s(?:with|mit|avec|con)\s")
"""Several names in a line without an introduction, and what shows that a line is no list of names."""
_MARK: Final = re.compile(r"\.?\s*(?:[|•·–—・-]|//)\s*(?:\d{1,2}[:.]\d\d\s*(?:Uhr|h|am|pm)?\s*(?:[|•·–—・-]|//)?\s*)?")
"""The mark between a date and a name behind it, or two marks with a time between."""
_HOUR: Final = lexicon.Matcher(r"\s*{hour}\b\.?")
"""The word behind a time of day: ``Uhr``."""
_MARK_OR_PLACE: Final = re.compile(r"\s*[|•·–—/・,]\s*|\s+-\s+|\s{2,}|\s+(?:in|for|at|from|via|on\s+behalf\s+of)\s")
_DASH: Final = re.compile(r"^[–—-]\s*(?=[^\W\d_])")
"""A dash before a signature."""
_IN_BRACKETS: Final = re.compile(r"[(\[（［【]\s*([^()\[\]（）［］【】]{2,})\s*[)\]）］】]")
_AROUND: Final = " ()[]/"
"""Marks around agencies."""
_IN_LINE: Final = re.compile(r"[\s/,-]+")
"""Separators of agencies and initials."""
_PAPER: Final = 24
"""Characters of a paper's name behind an author's, and of a line of agencies."""
_WORDS: Final = 9
"""Spaces in a line of a few names and a paper."""
_NAV, _A = tags.IDS["nav"], tags.IDS["a"]


def of_lines(context: Context, people: list[str]) -> Iterator[Named]:
    """Yield the lines around the headline and at the end of the body that are bylines, or may be names.

    Args:
        context: the page.
        people: the people whom JSON-LD states as authors (`stated_people`).
    """
    first, language = context.first, tongue(context)
    near = range(max(0, first - _NEAR), min(len(context.texts), first + _INTO))
    for at in near:
        yield from _in_front(context, at, people, language)
    for at in _further(context, near):
        yield from _introduced(context, at, language)
    yield from _behind(context, people, language)


def _further(context: Context, near: range) -> list[int]:
    """Segments right below the headline, and right before the body's first paragraph, that are not near its start."""
    headline, chars = context.headline_row, context.page.segments.chars
    some: set[int] = set()
    if headline >= 0:
        below = context.place[headline] + 1
        some.update(range(below, below + _BELOW))
    text = next((at for at in context.body if chars[at] >= _PARAGRAPH), None)
    if text is not None:
        some.update(range(text - _ABOVE, text))
    return sorted(at for at in some if 0 <= at < len(context.texts) and at not in near)


def _introduced(context: Context, at: int, language: str) -> Iterator[Named]:
    """Yield a line that is a marked byline, or that follows a line which only introduces one."""
    row, text = context.first_row[at], plainly_introduced(parted(context, at), language)
    if len(text) <= LONG and not is_of_part(context, row):
        line = _byline_of(context, at, text, language)
        if line is not None and not is_of_other_article(context, row, line):
            yield Named(line, "text:byline", "line", row=row)


def _byline_of(context: Context, at: int, text: str, language: str) -> str | None:
    """The byline that a line is or holds, with the line before it if that only introduces one."""
    if (byline := east_asian_byline(text)) is not None or starts_byline(text):
        return byline or text
    return byline_within(text) or byline_behind_date(text, language) or _with_introduction(context, at, text)


def _with_introduction(context: Context, at: int, text: str) -> str | None:
    """A name of two words or more with the line before it, where that only introduces one (``By``)."""
    before = context.texts[at - 1] if at else ""
    if not 0 < len(before) <= _INTRODUCTION or len(text) > _SHORT_LINE or not is_joint(before):
        return None
    is_whole = IN_FULL.match(text) is not None and looks_like_name(text.partition(",")[0]) >= 1
    both = f"{before} {text}"
    return both if is_whole and starts_byline(both) else None


def _in_front(context: Context, at: int, people: list[str], language: str) -> Iterator[Named]:
    """Yield what a line around the headline names."""
    row = context.first_row[at]
    marked = list(_introduced(context, at, language))
    yield from marked
    text = plainly_introduced(parted(context, at), language)
    if marked or len(text) > 2 * _SHORT_LINE or is_of_part(context, row) or is_of_others_than(people, text):
        return
    name = _bare_name(_without_paper(context, text), language)
    if name is not None and not _is_beside(context, at, name):
        yield Named(name, "text:line", "bare line", row=row)


def _is_beside(context: Context, at: int, name: str) -> bool:
    """Whether a bare name around the headline cannot be an author's, by where it stands."""
    row = context.first_row[at]
    return (
        context.is_beside(row)
        or _leads_elsewhere(context, row)
        or is_of_other_article(context, row, name)
        or is_mention(context, at)
    )


def _behind(context: Context, people: list[str], language: str) -> Iterator[Named]:
    """Yield what lines at the end of the body name, and behind it."""
    last = context.last
    begin = max(context.first + _INTO, last - 1)
    for at in range(max(context.first + _INTO, last - _NOTES), min(len(context.texts), last + _BEHIND)):
        row, line = context.first_row[at], _DASH.sub("", parted(context, at))
        found = _IN_BRACKETS.fullmatch(line)
        text, is_near = line if found is None else found[1], begin <= at < last + _NEAR_BEHIND
        if len(text) > _SHORT_END or is_of_part(context, row) or (at >= begin and context.is_beside(row)):
            continue
        if is_near and (both := _with_introduction(context, at, text)) is not None:
            text = both
        if starts_byline(text):
            is_only = at >= begin or is_byline(text, language, accounts=False)  # notes stand below it
            if is_only and not is_of_other_article(context, row, text):
                yield Named(text, "text:end", "end", row=row)
        elif is_near and not is_of_others_than(people, text) and _may_sign(context, at, text):
            yield Named(text, "text:end", "end", row=row)


def _may_sign(context: Context, at: int, text: str) -> bool:
    """Whether a line behind the body may be the author's name, by its words and by where it stands."""
    row = context.first_row[at]
    return (
        (may_be_name(without_additions(text)) or _is_of_agencies(text))
        and not _is_of_something_else(context, row)
        and not is_of_other_article(context, row, text)
        and not is_mention(context, at)
    )


def _without_paper(context: Context, text: str) -> str:
    """A short line without the name of the site, or of an agency, at its end: ``Ada Lovelace, The Courier``."""
    if len(text) > _SHORT_LINE + _PAPER or is_small(text[:1]) or text.count(" ") > _WORDS:
        return text
    begin = end = 0
    for one in PARTS_NAMES.finditer(text):
        begin, end = one.span()
    rest = text[end:].strip()
    if not end or not 1 < len(rest) <= _PAPER:
        return text
    return text[:begin].rstrip() if rest.casefold() in AGENCIES or is_paper(context, fold(rest)) else text


def _bare_name(text: str, language: str) -> str | None:
    """The name, or the few names, in a line without an introduction, alone or beside a date."""
    if text.isascii() and " " not in text:  # a single word is an agency, or no name
        return text if _is_of_agencies(text) else None
    text = without_symbols(text)
    dates = dates_in(text, language)
    name = _before_date(text, dates)
    if name is not None and (_may_be_names(name) or _is_of_agencies(name)):
        return name.strip(_AROUND)
    if not dates:
        return names_with_roles(text)
    name = _behind_date(text, dates)
    return name if name is not None and may_be_name(name) and not is_organisation(name) else None


def _is_of_agencies(text: str) -> bool:
    """Whether a text is the name of an agency, alone or with initials: ``(mkl, ČTK)``."""
    parts = _IN_LINE.split(text.strip(_AROUND)) if len(text) <= _PAPER else ()
    agencies = [part for part in parts if part.casefold() in AGENCIES]
    return bool(agencies) and all(
        part in agencies or (part.isalpha() and len(part) <= _INITIALS) for part in parts[: _FEW_NAMES + 1]
    )


def _may_be_names(text: str) -> bool:
    """Whether a text may be a person's name, or a list of a few."""
    if may_be_name(text):
        return True
    if not _LIST.search(text) or _NO_LIST.search(text):
        return False
    names = split_names(text)
    return 1 < len(names) <= _FEW_NAMES and all(may_be_name(name) and " " in name for name in names)


def _behind_date(text: str, dates: Sequence[Written]) -> str | None:
    """The part of a short line behind a date, its time and a mark, up to the next mark or a place."""
    if not stands_beside_dates(to_weekday(without_open_label(text[: dates[0].start]))):
        return None
    stop = dates[-1].stop
    if (clock := clocks.behind(text, stop)) is not None and stands_beside_dates(text[stop : clock.start()]):
        stop = clocks.span(clock)[1]
        stop = hour.end() if (hour := _HOUR.match(text, stop)) is not None else stop
    mark = _MARK.match(text, stop) or _MARK.match(text, dates[-1].stop)
    return (_MARK_OR_PLACE.split(text[mark.end() :])[0].strip() or None) if mark is not None else None


def _before_date(text: str, dates: Sequence[Written]) -> str | None:
    """The part of a short line before a date and its time; all of the line if it has no date."""
    if not dates:
        return without_role(name_before_marks(text)) if len(text) <= _SHORT_LINE else None
    start = dates[0].start
    if (clock := clocks.before(text, start)) is not None and stands_beside_dates(text[clock.end() : start]):
        start = clock.start()
    name = without_role(name_before_marks(without_open_label(to_weekday(text[:start])).strip(BETWEEN)))
    return name if name and len(name) <= _SHORT_LINE and not stands_beside_dates(name) else None


def _is_of_something_else(context: Context, row: int) -> bool:
    """Whether a line is a link that leads to no author's page, or stands in a list of tags."""
    for up in context.chain(row, 6):
        if context.tag[up] == _A:
            return not is_of_author(context.elements, up)
        if _of_tags(context.label(up)):
            return True
    return False


def _leads_elsewhere(context: Context, row: int) -> bool:
    """Whether a line is in the navigation, or is a link to the site's first page."""
    return any(
        context.tag[up] == _NAV or (context.tag[up] == _A and context.is_home(context.elements.value(up, "href")))
        for up in context.chain(row, 12)
    )
