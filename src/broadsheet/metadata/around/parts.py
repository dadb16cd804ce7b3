"""Parts of the page's article that microdata or RDFa marks as works of their own: entries of live blogs, comments,
reviews, what is quoted. Whoever wrote these did not thereby write the article.

It must not know who wrote anything.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import numpy as np

from broadsheet.facts.texts import fold
from broadsheet.metadata.around.context import Context

__all__ = ["is_in_entry", "is_in_part"]

_VOCABULARY: Final = re.compile(r"[/:#]")
_ARTICLE: Final = re.compile(r"Article$|Posting$")
"""Types of items that are articles."""
_WORK: Final = re.compile(
    r"Article$|Posting$|Comments?$|Review$|Answer$|Question$|Quotation$|Report$|Object$|Page$|CreativeWork$|Claim$|"
    r"Book$|Movie$|Episode$|Series$|Season$|Recording$|Album$|Play$|Game$|Clip$"
)
"""Types of items that are works of their own; recipes are mostly by whoever wrote the text around them."""
_READERS: Final = frozenset({"Comment", "UserComments", "Review", "Answer", "Question"})
"""Types of what readers write."""
_ENTRIES: Final = frozenset({"liveBlogUpdate", "blogPost", "hasPart"})
"""Properties whose items are an article together; those of others are works that an article is about or shows."""
_SAME: Final = frozenset({"mainEntity", "mainEntityOfPage", "mainContentOfPage"})
"""Properties whose item is the article itself."""
_LONG: Final = 20
"""Letters of a headline that titles have the name of the site behind."""
_HEADLINES: Final = frozenset({"headline", "name"})


class _Parts(NamedTuple):
    """The parts of the page's article.

    Attributes:
        rows: whether each row is in one.
        others: whether each row is in one of which the article is not made.
    """

    rows: memoryview
    others: memoryview


def is_in_part(context: Context, row: int) -> bool:
    """Whether a row is in a part of the article that is a work of its own."""
    return bool(context.once(_parts).rows[row])


def is_in_entry(context: Context, row: int) -> bool:
    """Whether all such parts that a row is in are entries, of which the article is made."""
    return not context.once(_parts).others[row]


def _parts(context: Context) -> _Parts:
    elements, end = context.elements, context.end
    rows, others = np.zeros((2, len(context.page)), dtype=np.bool_)
    articles: list[int] = []
    for row in elements.having("itemscope", "typeof"):
        while articles and row >= end[articles[-1]]:
            articles.pop()
        declared = (elements.value(row, "itemtype") or elements.value(row, "typeof")).split()
        kind = _VOCABULARY.split(declared[0])[-1] if declared else ""
        names = f"{elements.value(row, 'itemprop')} {elements.value(row, 'property')}".split()
        if articles and _is_part(context, row, kind, names):
            rows[row] = True
            others[row] = kind in _READERS or (bool(names) and _ENTRIES.isdisjoint(names))
        elif _ARTICLE.search(kind):
            articles.append(row)
    return _Parts(context.page.under(rows).data, context.page.under(others).data)


def _is_part(context: Context, row: int, kind: str, names: list[str]) -> bool:
    """Whether an item in that of an article is a work of its own, and holds neither all of the body nor the headline of
    the page.
    """
    if not _WORK.search(kind) or not _SAME.isdisjoint(names):
        return False
    return not _holds_body(context, row) and row not in context.once(_with_headline)


def _holds_body(context: Context, row: int) -> bool:
    """Whether an element holds all of the body; a page without a text has none."""
    if not context.texts:
        return False
    first, last = context.first_row[context.first], context.first_row[context.last]
    return row <= first and last < context.end[row]


def _with_headline(context: Context) -> frozenset[int]:
    """The items with the headline of the page."""
    stated = [fold(text) for text in context.headlines]
    return frozenset(
        one.scope
        for one in context.structured.marked
        if one.name in _HEADLINES and _is_headline(fold(one.value), stated)
    )


def _is_headline(folded: str, stated: list[str]) -> bool:
    """Whether a text is one that the page states as its headline or title, or begins a title."""
    return bool(folded) and any(folded == own or (len(folded) >= _LONG and folded in own) for own in stated)
