"""Authors named by elements: links to their pages, and elements that are called bylines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from broadsheet.facts.elements import Elements, tokens, word_list
from broadsheet.metadata.authors.stated import Named
from broadsheet.metadata.context import Context, is_of_other_article
from broadsheet.metadata.lines import parted_element
from broadsheet.metadata.written.east_asian import has_family_name

__all__ = ["is_of_author", "of_bylines", "of_links"]

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
_MOST: Final = 60
"""Elements of each kind that are read."""
_PAIR: Final = 2
_LONGEST: Final = 80
"""Characters of a link that is a name."""
_LONGEST_BYLINE: Final = 220
"""Characters of a byline."""
_STRONG: Final = word_list(
    *"author byline autor auteur writer journalist contributor creator credit verfasser reporter redakteur signature "
    "firma".split()
)
"""Parts of classes of bylines."""
_STRONG_ID: Final = word_list("author", "byline")
_TOOK: Final = word_list("photograph", "fotogra")
"""Parts of classes of photographers."""
_FN: Final = word_list("fn")
"""The class of a name in hCard."""
_NAMED: Final = re.compile(
    r"author[-_]*(?:name|link|title)|name[-_]*author|byline[-_]*name|p-author|\bfn\b", re.IGNORECASE
)
_LARGE: Final = 60
"""Rows of an element that can be a byline."""


def of_links(context: Context) -> Iterator[Named]:
    """Yield the links to authors' pages."""
    elements = context.elements
    rows = context.links(elements.holding("rel", _AUTHOR) | elements.holding("href", _IN_AUTHOR_PAGE))
    for row in islice((row for row in rows if _names_author(context, row)), _MOST):
        is_said = "author" in tokens(elements.value(row, "rel"))
        source, column = ("rel:author", "rel") if is_said else ("link:author", "page link")
        yield Named(context.words_of(row), source, column, None, elements.value(row, "href"), row)


def _names_author(context: Context, row: int) -> bool:
    """Whether a link leads to an author's page, and stands where the article's own author may."""
    if not is_of_author(context.elements, row) or context.is_beside(row) or context.is_in_caption(row):
        return False
    text = context.words_of(row)
    is_name = _may_hold_name(text) and len(text) <= _LONGEST
    return is_name and not is_of_other_article(context, row, text)


def _may_hold_name(text: str) -> bool:
    """Whether a text is long enough for a name; two characters are enough in East Asia."""
    return len(text) > _PAIR or bool(has_family_name(text))


def is_of_author(elements: Elements, row: int) -> bool:
    """Whether a link leads to an author's page, by its ``rel`` or its address."""
    href = elements.value(row, "href")
    is_said = "author" in tokens(elements.value(row, "rel"))
    return _LICENCE not in href and (is_said or _AUTHOR_PAGE.search(href.lower()) is not None)


def of_bylines(context: Context) -> Iterator[Named]:
    """Yield the elements whose class or id speaks of bylines."""
    outer, seen = -1, 0
    for row in _named_for_bylines(context.elements):
        if context.hidden[row] or context.end[row] - row > _LARGE or context.size(row) > 3 * _LONGEST_BYLINE:
            continue
        has_name = _is_of_name(context.label(row))
        if (row < outer and not has_name) or context.is_beside(row) or context.is_in_caption(row):
            continue
        if not context.called(_TOOK).isdisjoint(range(row, context.end[row])):
            continue
        text = parted_element(context, row)
        if _may_hold_name(text) and len(text) <= _LONGEST_BYLINE and not is_of_other_article(context, row, text):
            seen += 1
            if seen > _MOST:
                break
            outer = context.end[row]
            source, column = ("class:author", "class name") if has_name else ("class:byline", "class")
            yield Named(text, source, column, row=row)


@lru_cache(maxsize=4096)
def _is_of_name(label: str) -> bool:
    """Whether a class or id is that of a name: sites use the same again and again."""
    return _NAMED.search(label) is not None


def _named_for_bylines(elements: Elements) -> list[int]:
    """The rows of elements that are named for bylines."""
    found = elements.holding("class", _STRONG)
    found |= elements.holding("id", _STRONG_ID) | elements.holding("data-testid", _STRONG_ID)
    found.update(elements.having("data-author"))
    found.update(row for row in elements.holding("class", _FN) if "fn" in elements.value(row, "class").split())
    return sorted(found)
