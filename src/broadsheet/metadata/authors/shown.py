"""Authors as a page shows them: links to their pages, elements named for bylines, and lines of text.

A line that begins as bylines do names authors wherever it stands around the headline or at the end of the body. A line
that may be a name, and that nothing marks, does so if it stands in no box, leads nowhere else and is no mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from broadsheet.facts.elements import Elements, tokens, word_list
from broadsheet.facts.texts import label_test
from broadsheet.metadata.authors.stated import Named
from broadsheet.metadata.context import Context, is_of_other_article
from broadsheet.metadata.language import tongue
from broadsheet.metadata.lines import parted, parted_element
from broadsheet.metadata.written.bylines import byline_of, names_alone
from broadsheet.metadata.written.introductions import IN_FULL, is_joint, starts_byline
from broadsheet.metadata.written.name_shapes import looks_like_name
from broadsheet.page import tags

__all__ = ["of_bylines", "of_lines", "of_links"]

_AUTHOR_PAGE: Final = re.compile(
    r"[/?&](?:(?<=/)(?:@|u/|~)?(?:authors?|autor(?:en|es|i|zy)?|auteurs?|people|persons?|profiles?|profil|staff|journalists?|journalistes?|"
    r"redakteure?|redaktion|reporters?|contributors?|correspondents?|columnists?|writers?|by|bio|team|autore|skribent|"
    r"byline|news-authors?|experts?|users?|member|impressum/autor\w*)[/=-]|(?<=[?&])author=|(?<=/)author_)"
)
"""Addresses of authors' pages, in lower case."""
_IN_AUTHOR_PAGE: Final = word_list(
    *"aut people person profil staff journalist redakt reporter contributor correspondent columnist writer by bio team "
    "skribent expert user member".split()
)
"""Every address of an author's page has one of these."""
_LICENCE: Final = "creativecommons.org/"
"""Host of licences, whose addresses end like those of authors' pages (``/by/4.0``)."""
_AUTHOR: Final = word_list("author")
_BYLINE_CLASS: Final = word_list(
    *"author byline autor auteur writer journalist contributor creator credit verfasser reporter redakteur signature "
    "firma".split()
)
"""Parts of classes of bylines."""
_BYLINE_ID: Final = word_list("author", "byline")
_FN: Final = word_list("fn")
"""The class of a name in hCard."""
_NAMED: Final = re.compile(
    r"author[-_]*(?:name|link|title)|name[-_]*author|byline[-_]*name|p-author|\bfn\b", re.IGNORECASE
)
"""Classes and ids of names in bylines."""
_MAX_ELEMENTS: Final = 60
"""Elements of each kind that are read."""
_MAX_LINK_CHARS, _MAX_BYLINE_CHARS, _MAX_SIGNATURE_CHARS = 80, 220, 80
_NEAR, _INTO = 12, 4
"""Segments before the body, and at its beginning, that are searched."""
_BELOW, _ABOVE = 6, 2
"""Segments below the headline, and before the body's first paragraph, that are searched."""
_MIN_PARAGRAPH_CHARS: Final = 120
_MAX_INTRODUCTION_CHARS, _MAX_INTRODUCED_CHARS = 20, 60
"""Characters of a line that only introduces a name (``By``), and of the next line, the name."""
_LAST, _BEHIND, _NEAR_BEHIND = 2, 6, 3
"""Last segments of the body, and segments behind it, that are searched for bylines; and those behind it for names."""
_of_tags: Final = label_test(
    re.compile(r"^(?:.*[-_])?(?:tags?|topics?|keywords?|categor\w*|schlag\w*|rubri\w*)(?:[-_].*)?$", re.IGNORECASE)
)
"""Whether a class or id is of what an article is about."""
_DASH: Final = re.compile(r"^[–—-]\s*(?=[^\W\d_])")
"""A dash before a signature."""
_IN_BRACKETS: Final = re.compile(r"[(\[（［【]\s*([^()\[\]（）［］【】]{2,})\s*[)\]）］】]")
_NAV, _A, _H1 = tags.IDS["nav"], tags.IDS["a"], tags.IDS["h1"]


def of_links(context: Context) -> Iterator[Named]:
    """Yield the links to authors' pages."""
    elements = context.elements
    rows = context.links(elements.holding("rel", _AUTHOR) | elements.holding("href", _IN_AUTHOR_PAGE))
    for row in islice((row for row in rows if _names_author(context, row)), _MAX_ELEMENTS):
        is_said = "author" in tokens(elements.value(row, "rel"))
        source, column = ("rel:author", "rel") if is_said else ("link:author", "page link")
        yield Named(context.words_of(row), source, column, None, elements.value(row, "href"), row)


def _names_author(context: Context, row: int) -> bool:
    """Whether a link leads to an author's page, and stands where the article's own author may."""
    if not _leads_to_author(context.elements, row) or context.is_beside(row) or context.is_in_caption(row):
        return False
    text = context.words_of(row)
    return 1 < len(text) <= _MAX_LINK_CHARS and not is_of_other_article(context, row, text)


def _leads_to_author(elements: Elements, row: int) -> bool:
    """Whether a link leads to an author's page, by its ``rel`` or its address."""
    href = elements.value(row, "href")
    is_said = "author" in tokens(elements.value(row, "rel"))
    return _LICENCE not in href and (is_said or _AUTHOR_PAGE.search(href.lower()) is not None)


def of_bylines(context: Context) -> Iterator[Named]:
    """Yield the elements whose class or id speaks of bylines."""
    elements = context.elements
    rows = elements.holding("class", _BYLINE_CLASS)
    rows |= elements.holding("id", _BYLINE_ID) | elements.holding("data-testid", _BYLINE_ID)
    rows.update(row for row in elements.holding("class", _FN) if "fn" in elements.value(row, "class").split())
    outer, left = -1, _MAX_ELEMENTS
    for row in sorted(rows):
        is_name = _NAMED.search(context.label(row)) is not None
        if context.hidden[row] or context.size(row) > 3 * _MAX_BYLINE_CHARS or (row < outer and not is_name):
            continue
        if context.is_beside(row) or context.is_in_caption(row):
            continue
        text = parted_element(context, row)
        if left and 1 < len(text) <= _MAX_BYLINE_CHARS and not is_of_other_article(context, row, text):
            outer, left = context.end[row], left - 1
            source, column = ("class:author", "class name") if is_name else ("class:byline", "class")
            yield Named(text, source, column, row=row)


def of_lines(context: Context) -> Iterator[Named]:
    """Yield the lines around the headline and at the end of the body that are bylines, or may be names."""
    begin, end = max(context.first + _INTO, context.last - _LAST + 1), len(context.texts)
    for at in _around(context):
        yield from _of_line(context, at, is_end=False)
    for at in range(begin, min(end, context.last + _BEHIND)):
        yield from _of_line(context, at, is_end=True)


def _around(context: Context) -> list[int]:
    """Segments around the beginning of the body, below the headline, and before the body's first paragraph."""
    first, headline, chars = context.first, context.headline_row, context.page.segments.chars
    some = {*range(first - _NEAR, first + _INTO)}
    if headline >= 0:
        some.update(range(context.place[headline] + 1, context.place[headline] + 1 + _BELOW))
    text = next((at for at in context.body if chars[at] >= _MIN_PARAGRAPH_CHARS), first)
    some.update(range(text - _ABOVE, text))
    return sorted(at for at in some if 0 <= at < len(context.texts))


def _of_line(context: Context, at: int, *, is_end: bool) -> Iterator[Named]:
    """Yield what a line names, if it is a byline or may be a name."""
    row, text, language = context.first_row[at], parted(context, at), tongue(context)
    if is_end:
        text = _DASH.sub("", text)
        text = text if (found := _IN_BRACKETS.fullmatch(text)) is None else found[1]
    if len(text) > (_MAX_SIGNATURE_CHARS if is_end else _MAX_BYLINE_CHARS):
        return
    place = at - (context.last if is_end else context.first)
    near = range(-1, _NEAR_BEHIND) if is_end else range(-_NEAR, _INTO)
    named, column = byline_of(text, language) or _with_introduction(context, at, text), "line"
    is_elsewhere = is_end and context.is_beside(row)
    if named is None and place in near:
        named, column = names_alone(text, language), "bare line"
        is_elsewhere = context.is_beside(row) or _is_of_something_else(context, row, is_end=is_end)
    if named is not None and not is_elsewhere and not is_of_other_article(context, row, named):
        source = "text:end" if is_end else "text:byline" if column == "line" else "text:line"
        yield Named(named, source, "end" if is_end else column, row=row)


def _with_introduction(context: Context, at: int, text: str) -> str | None:
    """A name of two words or more with the line before it, where that only introduces one (``By``)."""
    before = context.texts[at - 1] if at else ""
    if not 0 < len(before) <= _MAX_INTRODUCTION_CHARS or len(text) > _MAX_INTRODUCED_CHARS or not is_joint(before):
        return None
    is_whole = IN_FULL.match(text) is not None and looks_like_name(text.partition(",")[0]) >= 1
    both = f"{before} {text}"
    return both if is_whole and starts_byline(both) else None


def _is_of_something_else(context: Context, row: int, *, is_end: bool) -> bool:
    """Whether a bare name cannot be an author's by where it stands: in the headline or the navigation, in a list of
    tags, or in a link to the site's first page, or behind the body to anything but an author's page.
    """
    chain = context.chain(row, 12)
    if any(context.tag[up] == _H1 for up in chain[:4]) or any(context.tag[up] == _NAV for up in chain):
        return True
    link = next((up for up in chain if context.tag[up] == _A), -1)
    if is_end and link >= 0:
        return not _leads_to_author(context.elements, link)
    is_home = link >= 0 and context.is_home(context.elements.value(link, "href"))
    return is_home or (is_end and any(_of_tags(context.label(up)) for up in chain[:6]))
