"""Whom lines of text name as authors: those around the headline, and those at the end of the body.

A line that begins as bylines do names somebody wherever it stands there. One that may be a name, and that nothing
marks, does if it stands in no box, leads nowhere else and is no mention.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from broadsheet.facts.texts import fold, label_test
from broadsheet.metadata.around.boxes import is_of_others
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
    without_place_before,
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
from broadsheet.metadata.written.east_asian import (
    EAST_ASIAN,
    east_asian_byline,
    japanese_signature,
    may_sign_in_japanese,
)
from broadsheet.metadata.written.introductions import IN_FULL, byline_within, is_joint, starts_byline
from broadsheet.metadata.written.name_shapes import looks_like_name, may_be_name
from broadsheet.metadata.written.names import BETWEEN, split_names
from broadsheet.metadata.written.organisations import AGENCIES, is_organisation
from broadsheet.metadata.written.plain_names import without_additions, without_kind_or_role
from broadsheet.metadata.written.roles import without_roles
from broadsheet.page import tags
from broadsheet.page.characters import is_small

__all__ = ["LONG", "of_lines"]

LONG: Final = 220
"""Characters of a byline."""
_NEAR: Final = 12
"""Segments before the body that are looked at for lines that begin as bylines do."""
_SHORT_LINE, _SHORT_END = 60, 80
"""Characters of a name in a line of its own, or before a date; and of a line at the end that names somebody."""
_INTO: Final = 4
"""Segments of the body's beginning that are looked at for them, and for names alone."""
_BELOW, _ABOVE = 6, 2
"""Segments right below the headline, and right before the body's first paragraph, that are looked at for lines that
begin as bylines do."""
_PARAGRAPH: Final = 120
"""Characters of that."""
_INTRODUCTION: Final = 20
"""Characters of a line that is nothing but what introduces names."""
_NOTES: Final = 8
"""Segments at the body's end among which one is looked for that is a byline and nothing else."""
_BEHIND, _NEAR_BEHIND = 6, 3
"""Segments behind the body's last that are looked at for lines that begin as bylines do, and for names alone."""
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
"""Names in a line that nothing introduces, what may part two of them, and what parts other things."""
_MARK: Final = re.compile(r"\.?\s*(?:[|•·–—・-]|//)\s*(?:\d{1,2}[:.]\d\d\s*(?:Uhr|h|am|pm)?\s*(?:[|•·–—・-]|//)?\s*)?")
"""What stands between a date and a name behind it: a mark, or two with a time."""
_UNIT_OF_TIME: Final = re.compile(r"\s*(?:Uhr|hrs?|hours|uur|h|น|WIB)\b\.?", re.IGNORECASE)
"""What is said behind a time of day."""
_MARK_OR_PLACE: Final = re.compile(r"\s*[|•·–—/・,]\s*|\s+-\s+|\s{2,}|\s+(?:in|on\s+behalf\s+of|for|at|from|via)\s")
_UNPARTED: Final = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
"""A letter of a script that does not part words."""
_REPORTING: Final = ("Reporting by ", "(Reporting by ")
"""How agencies credit in English behind a text, in lines that may be long."""
_NAME_AND_LABEL: Final = 3
"""Words of a name with what introduces it."""
_DASH: Final = re.compile(r"^[–—-]\s*(?=[^\W\d_])")
"""What stands before the name of who signs."""
_IN_BRACKETS: Final = re.compile(r"[(\[（［【]\s*([^()\[\]（）［］【】]{2,})\s*[)\]）］】]")
"""A name in brackets."""
_BRACKET_BEHIND: Final = re.compile(r"(?<=\w)\s+\([^()\d]{2,20}\)$")
"""What stands in brackets behind the name of who signs: an agency, where it was put together."""
_AROUND: Final = " ()[]/"
"""What papers set around agencies."""
_IN_LINE: Final = re.compile(r"[\s/,-]+")
"""What parts them from initials."""
_PAPER: Final = 24
"""Characters of the name of a paper behind that of who wrote for it, and of a line of agencies."""
_WORDS: Final = 9
"""Spaces in a line of a few names and a paper."""
_CONTACT: Final = re.compile(
    r"\W*(?:(?:press|presse|media|medien|prasa|prensa|stampa|imprensa)\W?)?(?:contacts?|kontakt\w*|ansprechpartner\w*|"
    r"contatt[oi]|contactos?|contatos?|yhteystiedo\w*|rückfragen\w*|контакты?)\b",
    re.IGNORECASE,
)
"""What stands over those who may be asked."""
_NAV: Final = tags.IDS["nav"]
_HEADINGS: Final = tags.ids("h1 h2 h3 h4 h5 h6")
_A: Final = tags.IDS["a"]
_FIELDS: Final = tags.ids("form input textarea select")
_SMALL: Final = 12
"""Rows of a box that asks for an address."""


def of_lines(context: Context, people: list[str]) -> Iterator[Named]:
    """Lines around the headline and at the end of the body that begin as bylines do, or may be a name.

    Args:
        context: the page.
        people: whom JSON-LD states as authors (`stated_people`).
    """
    first, language, has_name = context.first, tongue(context), False
    near = range(max(0, first - _NEAR), min(len(context.texts), first + _INTO))
    for at in near:
        for one in _in_front(context, at, people, language):
            has_name = has_name or one.column == "bare line"
            yield one
    for at in _further(context, near):
        yield from _introduced(context, at, language)
    yield from _behind(context, people, has_name=has_name)


def _further(context: Context, near: range) -> list[int]:
    """The segments right below the headline, and right before the body's first paragraph, that are not near its first
    line: a box stands between, or a day that is taken for a part of the body.
    """
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
    """Whom a line names that says that it is a byline, or that stands behind a line which says no more than that.

    Args:
        context: the page.
        at: the segment.
        language: that of the page.
    """
    row, text = context.first_row[at], plainly_introduced(parted(context, at), language)
    if len(text) > LONG or _is_sentence(text) or is_of_part(context, row):
        return
    line = _byline_of(context, at, text, language)
    if line is not None and not is_of_others(context, row, line):
        yield Named(line, "text:byline", "line", row=row)


def _byline_of(context: Context, at: int, text: str, language: str) -> str | None:
    """The byline that a line is or holds; with the line before it where that is nothing but what introduces one."""
    if starts_byline(text):
        return _without_sentence(text)
    return byline_within(text) or byline_behind_date(text, language) or _with_introduction(context, at, text)


def _with_introduction(context: Context, at: int, text: str) -> str | None:
    """A name of two words or more with the line before it, where that is nothing but what introduces one (``By``)."""
    before = context.texts[at - 1] if at else ""
    if not 0 < len(before) <= _INTRODUCTION or len(text) > _SHORT_LINE or not is_joint(before):
        return None
    is_whole = IN_FULL.match(text) is not None and looks_like_name(text.partition(",")[0]) >= 1
    both = f"{before} {text}"
    return both if is_whole and starts_byline(both) else None


def _in_front(context: Context, at: int, people: list[str], language: str) -> Iterator[Named]:
    """Whom a line around the headline names.

    Args:
        context: the page.
        at: the segment.
        people: whom JSON-LD states.
        language: that of the page.
    """
    row = context.first_row[at]
    if is_of_part(context, row):
        return
    text = plainly_introduced(parted(context, at), language)
    if (byline := east_asian_byline(text)) is not None:
        yield Named(byline, "text:byline", "line", row=row)
    if len(text) > LONG or _is_sentence(text):
        return
    line = _byline_of(context, at, text, language)
    if line is not None:
        if not is_of_others(context, row, line):
            yield Named(line, "text:byline", "line", row=row)
    elif len(text) <= 2 * _SHORT_LINE and not is_of_others_than(people, text):  # no sentence
        name = _bare_name(_without_paper(context, text), language)
        if name is not None and not _is_beside(context, at, name):
            yield Named(name, "text:line", "bare line", row=row)


def _is_beside(context: Context, at: int, name: str) -> bool:
    """Whether a line around the headline that is a name is no author's by where it stands."""
    row = context.first_row[at]
    return (
        context.is_beside(row)
        or _leads_elsewhere(context, row)
        or _is_in_box(context, row, name)
        or is_of_others(context, row, name)
        or is_mention(context, at)
    )


def _behind(context: Context, people: list[str], *, has_name: bool) -> Iterator[Named]:
    """Whom lines at the end of the body name, and behind it.

    Args:
        context: the page.
        people: whom JSON-LD states.
        has_name: a line in front of these is a name.
    """
    last = context.last
    begin = max(context.first + _INTO, last - 1)
    yield from _above_notes(context, range(max(context.first + _INTO, last - _NOTES), begin))
    for at in range(begin, min(len(context.texts), last + _BEHIND)):
        if is_of_part(context, row := context.first_row[at]):
            continue
        line, introduced = _DASH.sub("", parted(context, at)), None
        text, is_near = _unbracketed(line), at < last + _NEAR_BEHIND
        if is_near and (byline := east_asian_byline(text)) is not None:
            yield Named(byline, "text:byline", "line", row=row)
        elif is_near and (byline := japanese_signature(line)) is not None:
            yield Named(byline, "text:end", "end", row=row)
        elif (len(text) > _SHORT_END and not text.startswith(_REPORTING)) or context.is_beside(row):
            continue
        elif starts_byline(text) or (is_near and (introduced := _with_introduction(context, at, text))):
            if not is_of_others(context, row, text):
                yield Named(introduced or text, "text:end", "end", row=row)
        elif is_near and not is_of_others_than(people, text) and _may_sign(context, at, line, text, has_name=has_name):
            has_name = True
            yield Named(text, "text:end", "end", row=row)


def _above_notes(context: Context, lines: range) -> Iterator[Named]:
    """Whom a line among the last ones of the body names that is a byline and nothing else: notes stand behind it."""
    language = tongue(context)
    for at in lines:
        row, text = context.first_row[at], parted(context, at)
        is_signature = len(text) <= _SHORT_END and starts_byline(text) and is_byline(text, language, accounts=False)
        if is_signature and not is_of_part(context, row):
            yield Named(text, "text:end", "end", row=row)


def _may_sign(context: Context, at: int, line: str, text: str, *, has_name: bool) -> bool:
    """Whether a line behind the body may be the name of who wrote, by its words and by where it stands.

    Args:
        context: the page.
        at: the segment.
        line: what it says, without a dash in front.
        text: the same without brackets around it.
        has_name: a line in front of it is a name.
    """
    row, above = context.first_row[at], context.texts[at - 1]
    return (
        (
            may_be_name(_BRACKET_BEHIND.sub("", text))
            or _is_of_agencies(text)
            or (text != line and may_sign_in_japanese(text))
        )
        and not _is_in_box(context, row, text, above=has_name)
        and not _is_of_something_else(context, row)
        and not is_of_others(context, row, text)
        and not is_mention(context, at, has_dash=line != parted(context, at))
        and not (len(above) <= _SHORT_LINE and _CONTACT.match(above))
    )


def _is_sentence(text: str) -> bool:
    """Whether a line of East Asia goes on behind what it begins with."""
    return "。" in text or (len(text) > _SHORT_LINE and "，" in text)


def _without_sentence(text: str) -> str:
    """A line without what follows a name of two words, where neither capitals nor spaces between words tell where that
    ends: as Thai papers set a byline before the first sentence.
    """
    is_line = len(text) <= _SHORT_LINE or text.isascii() or not _UNPARTED.search(text)
    return text if is_line else " ".join(text.split()[:_NAME_AND_LABEL])


def _unbracketed(text: str) -> str:
    """A short line without the brackets around it, in which papers set who signs."""
    found = _IN_BRACKETS.fullmatch(text) if len(text) <= _SHORT_LINE else None
    return text if found is None else found[1]


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
    return text[:begin].rstrip() if _is_agency(rest) or is_paper(context, fold(rest)) else text


def _bare_name(text: str, language: str) -> str | None:
    """The name, or the few names, that a line without a word of bylines is, or has before its date or behind it."""
    if text.isascii() and " " not in text:  # a word is an agency, or nobody
        return text if _is_of_agencies(text) else None
    text = without_symbols(text)
    dates = dates_in(text, language)
    if (name := _before_date(text, dates)) is not None and (_may_be_names(name) or _is_of_agencies(name)):
        return name.strip(_AROUND)
    name = _behind_date(text, dates)
    if name is not None and may_be_name(name) and not is_organisation(name):
        return name
    return None if dates else names_with_roles(text)


def _is_agency(name: str) -> bool:
    """Whether a text is the name of an agency, in one word."""
    return name.casefold() in AGENCIES


def _is_of_agencies(text: str) -> bool:
    """Whether a text is the name of an agency, alone or with initials: ``(mkl, ČTK)``."""
    if len(text) > _PAPER:
        return False
    parts = _IN_LINE.split(text.strip(_AROUND))
    return (
        len(parts) <= _FEW_NAMES
        and all((part.isalpha() and len(part) <= _INITIALS) or _is_agency(part) for part in parts)
        and any(map(_is_agency, parts))
    )


def _may_be_names(text: str) -> bool:
    """Whether a text may be a person's name, or several with what parts them."""
    if may_be_name(text):
        return True
    if not _LIST.search(text) or _NO_LIST.search(text):
        return False
    names = split_names(text)
    return 1 < len(names) <= _FEW_NAMES and all(may_be_name(name) and " " in name for name in names)


def _behind_date(text: str, dates: Sequence[Written]) -> str | None:
    """What a short line says behind a date, its time and a mark, up to the next mark, or to where it was written or for
    whom.
    """
    if not dates or not stands_beside_dates(to_weekday(without_open_label(text[: dates[0].start]))):
        return None
    mark = _MARK.match(text, dates[-1].stop) or _MARK.match(text, _behind_time(text, dates[-1].stop))
    return (_MARK_OR_PLACE.split(text[mark.end() :])[0].strip() or None) if mark is not None else None


def _before_date(text: str, dates: Sequence[Written]) -> str | None:
    """What a short line says before a date and its time, and all of it where it has none."""
    if not dates:
        if len(text) > _SHORT_LINE:
            return None
        line = without_place_before(name_before_marks(text))
        return without_kind_or_role(without_roles(without_additions(line)))
    before = without_open_label(to_weekday(text[: _before_time(text, dates[0].start)]))
    name = without_kind_or_role(without_roles(without_additions(name_before_marks(before.strip(BETWEEN)))))
    return name if name and len(name) <= _SHORT_LINE and not stands_beside_dates(name) else None


def _before_time(text: str, start: int) -> int:
    """Where the time begins that stands before a date, with only words between that stand beside dates, or the date."""
    clock = clocks.before(text, start)
    return start if clock is None or not stands_beside_dates(text[clock.end() : start]) else clock.start()


def _behind_time(text: str, stop: int) -> int:
    """Where the time ends that stands behind a date, with what only stands beside dates, or the date."""
    clock = clocks.behind(text, stop)
    if clock is None or not stands_beside_dates(text[stop : clock.start()]):
        return stop
    end = clocks.span(clock)[1]
    unit = _UNIT_OF_TIME.match(text, end)
    return end if unit is None else unit.end()


def _is_in_box(context: Context, row: int, text: str, *, above: bool = False) -> bool:
    """Whether a line whose script has no capitals is the heading of a box, a link, or beside what readers fill in:
    there nothing else tells these from names. Behind the body, where boxes are, such a line counts only if there is
    none above it.
    """
    if any(unicodedata.category(char) != "Lo" for char in text if char.isalpha()) or EAST_ASIAN.search(text):
        return False
    chain = context.chain(row, 6)
    return above or any(context.tag[up] == _A or context.tag[up] in _HEADINGS for up in chain) or _asks(context, chain)


def _asks(context: Context, chain: Sequence[int]) -> bool:
    """Whether one of the small elements around a line has a field to fill in."""
    small = [up for up in chain if context.end[up] - up <= _SMALL]
    return any(context.tag[row] in _FIELDS for up in small[-1:] for row in range(up, context.end[up]))


def _is_of_something_else(context: Context, row: int) -> bool:
    """Whether a line is what an article is about: a link, but to nobody's page, or in a list of tags."""
    for up in context.chain(row, 6):
        if context.tag[up] == _A:
            return not is_of_author(context.elements, up)
        if _of_tags(context.label(up)):
            return True
    return False


def _leads_elsewhere(context: Context, row: int) -> bool:
    """Whether a line is in the navigation, or is a link to the site's first page: the site's name."""
    for up in context.chain(row, 12):
        if context.tag[up] == _NAV or (context.tag[up] == _A and context.is_home(context.elements.value(up, "href"))):
            return True
    return False
