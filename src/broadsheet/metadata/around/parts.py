"""Parts of the page's article that microdata or RDFa marks as works of their own: entries of live blogs, comments,
reviews, quotations. Their authors did not thereby write the article.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import numpy as np

from broadsheet.metadata.around.context import Context

__all__ = ["is_in_entry", "is_in_part"]

_ARTICLE: Final = re.compile(r"(?:Article|Posting)$")
_WORK: Final = re.compile(
    r"(?:Article|Posting|Comments?|Review|Answer|Question|Quotation|Report|Object|Page|CreativeWork|Claim|Book|Movie|"
    r"Episode|Series|Recording|Album|Play|Game|Clip)$"
)
"""Types of items that are articles, and of works; recipes are mostly by the author of the text around them."""
_READERS: Final = frozenset({"Comment", "UserComments", "Review", "Answer", "Question"})
_ENTRIES: Final = frozenset({"liveBlogUpdate", "blogPost", "hasPart"})
"""Properties whose items are an article together; those of others are works that an article is about or shows."""
_SAME: Final = frozenset({"mainEntity", "mainEntityOfPage", "mainContentOfPage"})
"""Properties whose item is the article itself."""


class _Parts(NamedTuple):
    """Flags of the rows in parts of the page's article, and in those that are no entries."""

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
    first, last = (context.first_row[at] if context.texts else -1 for at in (context.first, context.last))
    articles: list[int] = []
    for row in elements.having("itemscope", "typeof"):
        while articles and row >= end[articles[-1]]:
            articles.pop()
        declared = (elements.value(row, "itemtype") or elements.value(row, "typeof")).partition(" ")[0]
        kind = re.split("[/:#]", declared)[-1]
        names = f"{elements.value(row, 'itemprop')} {elements.value(row, 'property')}".split()
        holds_body = row <= first and last < end[row]
        if articles and not holds_body and _WORK.search(kind) and _SAME.isdisjoint(names):
            rows[row] = True
            others[row] = kind in _READERS or (bool(names) and _ENTRIES.isdisjoint(names))
        elif _ARTICLE.search(kind):
            articles.append(row)
    return _Parts(context.page.under(rows).data, context.page.under(others).data)
