"""Authors named by links to their pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from broadsheet.facts.elements import Elements, tokens, word_list
from broadsheet.metadata.around.boxes import is_of_other_article
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.authors.stated import Named, is_of_part
from broadsheet.metadata.written.east_asian import has_family_name

__all__ = ["MOST", "is_of_author", "may_hold_name", "of_links"]

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
_AUTHOR: Final = word_list("author")
_LICENCE: Final = "creativecommons.org/"
"""Host of licences, whose addresses end like those of authors' pages (``/by/4.0``)."""
MOST: Final = 60
"""Elements of each kind that are read."""
_PAIR: Final = 2
_LONGEST: Final = 80
"""Characters of a link that is a name."""


def of_links(context: Context) -> Iterator[Named]:
    """Yield the links to authors' pages."""
    elements = context.elements
    rows = context.links(elements.holding("rel", _AUTHOR) | elements.holding("href", _IN_AUTHOR_PAGE))
    for row in islice((row for row in rows if _names_author(context, row)), MOST):
        is_said = "author" in tokens(elements.value(row, "rel"))
        source, column = ("rel:author", "rel") if is_said else ("link:author", "page link")
        yield Named(context.words_of(row), source, column, None, elements.value(row, "href"), row)


def _names_author(context: Context, row: int) -> bool:
    """Whether a link leads to an author's page, and stands where the article's own author may."""
    if not is_of_author(context.elements, row) or context.is_beside(row) or context.is_in_caption(row):
        return False
    text = context.words_of(row)
    is_name = may_hold_name(text) and len(text) <= _LONGEST
    return is_name and not is_of_part(context, row) and not is_of_other_article(context, row, text)


def may_hold_name(text: str) -> bool:
    """Whether a text is long enough for a name; two characters are enough in East Asia."""
    return len(text) > _PAIR or bool(has_family_name(text))


def is_of_author(elements: Elements, row: int) -> bool:
    """Whether a link leads to an author's page, by its ``rel`` or its address."""
    href = elements.value(row, "href")
    is_said = "author" in tokens(elements.value(row, "rel"))
    return _LICENCE not in href and (is_said or _AUTHOR_PAGE.search(href.lower()) is not None)
