"""Authors named by lines of text: those around the headline, and those at the end of the body.

A line that begins as bylines do names authors wherever it stands there. A line that may be a name, and that nothing
marks, does so if it stands in no box, leads nowhere else and is no mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from broadsheet import lexicon
from broadsheet.facts.texts import fold, label_test
from broadsheet.metadata.authors.elements import is_of_author
from broadsheet.metadata.authors.stated import Named, is_of_others_than, is_paper
from broadsheet.metadata.context import Context, is_of_other_article
from broadsheet.metadata.language import tongue
from broadsheet.metadata.lines import parted
from broadsheet.metadata.written.beside_dates import before_date, stands_beside_dates
from broadsheet.metadata.written.bylines import byline_behind_date, is_byline, name_before_marks
from broadsheet.metadata.written.dates import dates_in
from broadsheet.metadata.written.east_asian import east_asian_byline
from broadsheet.metadata.written.introductions import IN_FULL, byline_within, is_joint, starts_byline
from broadsheet.metadata.written.name_shapes import are_names, looks_like_name, may_be_name
from broadsheet.metadata.written.names import BETWEEN, split_names, without_additions, without_role, without_symbols
from broadsheet.metadata.written.organisations import AGENCIES, is_organisation
from broadsheet.page import tags

__all__ = ["LONG", "of_lines"]

LONG: Final = 220
"""Characters of a byline."""
_SHORT_LINE, _SHORT_END = 60, 80
"""Characters of a name in a line of its own, or before a date; and of a signature."""
_NEAR, _INTO = 12, 4
"""Segments before the body, and at its beginning, that are searched."""
_BELOW, _ABOVE = 6, 2
"""Segments below the headline, and before the body's first paragraph, that are searched."""
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
_NO_LIST: Final = re.compile(r"[:!\d]|\s(?:with|mit|avec|con)\s")
"""Text that shows that a line is no list of names."""
_BEHIND_DATE: Final = lexicon.Matcher(
    r"(?:[\s.,|•·–—-]*(?:[^\W\d_]{1,4}\s)?\d{1,2}[:.h]\d\d\s*(?:{hour}\b|h\b|[ap]\.?m\b)?\.?)?\s*(?:[|•·–—・-]|//)\s*"
    r"(?:\d{1,2}[:.]\d\d\s*(?:{hour}|h|am|pm)?\s*(?:[|•·–—・-]|//)?\s*)?"
)
"""The mark between a date, perhaps with a time, and a name behind it; or two marks with a time between."""
_MARK_OR_PLACE: Final = re.compile(r"\s*[|•·–—/・,]\s*|\s+-\s+|\s{2,}|\s+(?:in|for|at|from|via|on\s+behalf\s+of)\s")
_DASH: Final = re.compile(r"^[–—-]\s*(?=[^\W\d_])")
"""A dash before a signature."""
_IN_BRACKETS: Final = re.compile(r"[(\[（［【]\s*([^()\[\]（）［］【】]{2,})\s*[)\]）］】]")
_AROUND: Final = " ()[]/"
"""Marks around agencies."""
_IN_LINE: Final = re.compile(r"[\s/,-]+")
"""Separators of agencies and initials."""
_AGENCIES: Final = 24
"""Characters of a line of agencies."""
_NAV, _A, _H1 = tags.IDS["nav"], tags.IDS["a"], tags.IDS["h1"]


def of_lines(context: Context, people: list[str]) -> Iterator[Named]:
    """Yield the lines around the headline and at the end of the body that are bylines, or may be names. Where people
    are stated as authors (`stated_people`), bare names of others are left out.
    """
    last, begin = context.last, context.first + _INTO
    end = range(max(begin, last - _NOTES), min(len(context.texts), last + _BEHIND))
    for at in _around(context):
        yield from _of_line(context, at, people, is_end=False)
    for at in end:
        yield from _of_line(context, at, people, is_end=True)


def _of_line(context: Context, at: int, people: list[str], *, is_end: bool) -> Iterator[Named]:
    """Yield what a line names, if it is a byline or may be a name."""
    row, text, language = context.first_row[at], parted(context, at), tongue(context)
    if is_end:
        text = _DASH.sub("", text)
        text = text if (found := _IN_BRACKETS.fullmatch(text)) is None else found[1]
    if len(text) > (_SHORT_END if is_end else LONG):
        return
    place = at - (context.last if is_end else context.first)
    near = range(-1, _NEAR_BEHIND) if is_end else range(-_NEAR, _INTO)
    byline = _byline_of(context, at, text, language)
    if byline is None and place in near and not is_of_others_than(people, text):
        source, column = ("text:end", "end") if is_end else ("text:line", "bare line")
        byline = _signature(text) if is_end else _bare_names(context, text, language)
        is_elsewhere = context.is_beside(row) or _is_of_something_else(context, row, is_end=is_end)
    else:
        source, column = ("text:end", "end") if is_end else ("text:byline", "line")
        # Only notes stand below a byline.
        is_elsewhere = is_end and (context.is_beside(row) or (place < -1 and not is_byline(text, language)))
    if byline is not None and not is_elsewhere and not is_of_other_article(context, row, byline):
        yield Named(byline, source, column, row=row)


def _signature(text: str) -> str | None:
    """A short line behind the body, if it may be a name."""
    return text if may_be_name(without_additions(text)) or _is_of_agencies(text) else None


def _around(context: Context) -> list[int]:
    """Segments around the beginning of the body, below the headline, and before the body's first paragraph."""
    first, headline, chars = context.first, context.headline_row, context.page.segments.chars
    some = {*range(first - _NEAR, first + _INTO)}
    if headline >= 0:
        some.update(range(context.place[headline] + 1, context.place[headline] + 1 + _BELOW))
    text = next((at for at in context.body if chars[at] >= _PARAGRAPH), first)
    some.update(range(text - _ABOVE, text))
    return sorted(at for at in some if 0 <= at < len(context.texts))


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


def _bare_names(context: Context, text: str, language: str) -> str | None:
    """The name, or the few names, in a short line without an introduction, alone or beside a date."""
    if _is_of_agencies(text):
        return text.strip(_AROUND)
    text = without_symbols(text)
    if len(text) > 2 * _SHORT_LINE or (text.isascii() and " " not in text.strip()):
        return None
    dates = dates_in(text, language)
    if not dates:
        return _names_alone(context, text)
    before, behind = text[: dates[0].start], text[dates[-1].stop :]
    before = before_date(re.split(r"\d", before)[0]).strip(BETWEEN)
    if before and not stands_beside_dates(before):
        return _names_alone(context, before)
    mark = _BEHIND_DATE.match(behind)
    name = _MARK_OR_PLACE.split(behind[mark.end() :])[0].strip() if mark is not None else ""
    return name if may_be_name(name) and not is_organisation(name) else None


def _names_alone(context: Context, text: str) -> str | None:
    """A name with roles and the like behind it, or a list of a few known names, agencies and the paper left out."""
    name = without_role(name_before_marks(text))
    if len(name) > _SHORT_LINE:
        return None
    if may_be_name(name) or _is_of_agencies(name):
        return name.strip(_AROUND)
    listed = [] if _NO_LIST.search(name) else split_names(name)
    names = [one for one in listed if one.casefold() not in AGENCIES and not is_paper(context, fold(one))]
    is_list = len(listed) > 1 and 0 < len(names) <= _FEW_NAMES
    return (
        ", ".join(names) if is_list and all(may_be_name(one) and are_names(one.split()[0]) for one in names) else None
    )


def _is_of_agencies(text: str) -> bool:
    """Whether a text is the name of an agency, alone or with initials: ``(mkl, ČTK)``."""
    parts = _IN_LINE.split(text.strip(_AROUND)) if len(text) <= _AGENCIES else ()
    agencies = [part for part in parts if part.casefold() in AGENCIES]
    return bool(agencies) and all(
        part in agencies or (part.isalpha() and len(part) <= _INITIALS) for part in parts[: _FEW_NAMES + 1]
    )


def _is_of_something_else(context: Context, row: int, *, is_end: bool) -> bool:
    """Whether a bare name cannot be an author's by where it stands: in the headline or the navigation, in a list of
    tags, or in a link to the site's first page, or behind the body to anything but an author's page.
    """
    chain = context.chain(row, 12)
    if any(context.tag[up] == _H1 for up in chain[:4]) or any(context.tag[up] == _NAV for up in chain):
        return True
    link = next((up for up in chain if context.tag[up] == _A), -1)
    if is_end and link >= 0:
        return not is_of_author(context.elements, link)
    is_home = link >= 0 and context.is_home(context.elements.value(link, "href"))
    return is_home or (is_end and any(_of_tags(context.label(up)) for up in chain[:6]))
