"""Whom links to authors' pages name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from broadsheet.facts.elements import Elements, tokens, word_list
from broadsheet.metadata.around.boxes import is_of_others
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.authors.stated import Named, is_of_part
from broadsheet.metadata.language import tongue
from broadsheet.metadata.written.east_asian import has_family_name
from broadsheet.metadata.written.names import split_names
from broadsheet.metadata.written.tasks import stands_behind_other_label

__all__ = ["MOST", "is_of_author", "may_hold_name", "of_links"]

_AUTHOR_PAGE: Final = re.compile(
    r"[/?&](?:(?<=/)(?:@|u/|~)?(?:authors?|autor(?:en|es|i|zy)?|auteurs?|people|persons?|profiles?|profil|staff|journalists?|journalistes?|"
    r"redakteure?|redaktion|reporters?|contributors?|correspondents?|columnists?|writers?|by|bio|team|autore|skribent|"
    r"byline|news-authors?|experts?|users?|member|impressum/autor\w*)[/=-]|(?<=[?&])author=|(?<=/)author_)"
)
"""What is in addresses of authors' pages, in small letters."""
_IN_AUTHOR_PAGE: Final = word_list(
    *"aut people person profil staff journalist redakt reporter contributor correspondent columnist writer by bio team "
    "skribent expert user member".split()
)
"""What is in every address of an author's page."""
_AUTHOR: Final = word_list("author")
_LICENCE: Final = "creativecommons.org/"
"""What is in addresses of licences, which end like those of authors' pages (``/by/4.0``)."""
MOST: Final = 60
"""Elements that are looked at of each kind."""
_PAIR: Final = 2
_BEFORE_NAME: Final = 40
"""Characters before a name in which a label may be."""


def of_links(context: Context) -> Iterator[Named]:
    """Links to authors' pages."""
    seen = 0
    elements = context.elements
    for row in context.links(elements.holding("rel", _AUTHOR) | elements.holding("href", _IN_AUTHOR_PAGE)):
        href = elements.value(row, "href")
        if not is_of_author(elements, row) or context.is_beside(row) or context.is_in_caption(row):
            continue
        if is_of_part(context, row):
            continue
        text = context.words_of(row)
        if (
            may_hold_name(text)
            and len(text) <= 80
            and not is_of_others(context, row, text)
            and not _did_otherwise(context, row, text)
        ):
            seen += 1
            if seen > MOST:
                break
            is_said = "author" in tokens(elements.value(row, "rel"))
            source, column = ("rel:author", "rel") if is_said else ("link:author", "page link")
            yield Named(text, source, column, None, href, row)


def _did_otherwise(context: Context, row: int, name: str) -> bool:
    """Whether the line that a link is in says that its bearer did something else than write, and who wrote."""
    at = context.place[row]
    if at >= len(context.texts):
        return False
    start, begin = int(context.page.start[row]), int(context.page.segments.start[at])
    if not stands_behind_other_label(context.page.text[max(begin, start - _BEFORE_NAME) : start]):
        return False
    writers = split_names(context.texts[at], tongue(context))
    return bool(writers) and name not in writers


def may_hold_name(text: str) -> bool:
    """Whether a text is long enough for a name: two characters are those of East Asia."""
    return len(text) > _PAIR or bool(has_family_name(text))


def is_of_author(elements: Elements, row: int) -> bool:
    """Whether a link leads to an author's page, by what it says or by its address; licences have such addresses too."""
    href = elements.value(row, "href")
    is_said = "author" in tokens(elements.value(row, "rel"))
    return _LICENCE not in href and (is_said or _AUTHOR_PAGE.search(href.lower()) is not None)
