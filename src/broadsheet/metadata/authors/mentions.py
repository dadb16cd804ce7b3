"""Lines of a text that are nothing but the name of somebody whom it is about: below a quotation, in a list, over what
is said of each.

It must not know bylines, nor who wrote anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from broadsheet.metadata.around.context import Context
from broadsheet.metadata.language import tongue
from broadsheet.metadata.written.dates import dates_in
from broadsheet.metadata.written.name_shapes import may_be_name
from broadsheet.page import tags

__all__ = ["is_mention"]

_OVER: Final = tags.ids("h2 h3 h4 h5 h6 b strong dt")
"""What is set over what is said of somebody."""
_BLOCKQUOTE, _CITE, _LI = tags.IDS["blockquote"], tags.IDS["cite"], tags.IDS["li"]
_UP: Final = 8
"""Ancestors of a line that may be a quotation, an item of a list, or a heading."""
_LONGEST: Final = 60
"""Characters of a name in a line of its own."""
_MOST: Final = 200
"""Lines of a text, and items of a list, that are looked at for other names."""
_QUOTATION: Final = re.compile(r"\W{0,2}[\"“”„«»‘「『].{10,}[\"“”«»’」』]\W{0,2}", re.DOTALL)
"""A paragraph that is all in quotation marks."""


def is_mention(context: Context, at: int, *, has_dash: bool = False) -> bool:
    """Whether a line that may be a name is a part of the text: it is behind the first line of a quotation, or
    stands behind one with a dash; it is an item of a list of names; or it is one of several headings in the body that
    are names.

    Args:
        context: the page.
        at: the number of the segment.
        has_dash: whether a dash stands before the name.
    """
    if has_dash and at and _QUOTATION.fullmatch(context.texts[at - 1]) is not None:
        return True
    first, last = context.first_row[context.first], context.first_row[context.last]
    for up in context.chain(context.first_row[at], _UP):
        if up <= first and last < context.end[up]:  # it holds the whole body
            return False
        kind = context.tag[up]
        if (kind == _BLOCKQUOTE and context.place[up] < at) or (kind == _CITE and at > context.first):
            return True
        if kind == _LI and at >= context.first:
            return _is_in_list_of_names(context, up)
        if kind in _OVER and context.first < at <= context.last and _has_others(context, at, kind):
            return not _stands_by_date(context, at)
    return False


def _is_in_list_of_names(context: Context, item: int) -> bool:
    """Whether another item of a list is nothing but a name as well."""
    return any(_may_be_name(context.words_of(other)) for other in _other_items(context, item))


def _other_items(context: Context, item: int) -> Iterator[int]:
    """The items of a list besides one, as many as are looked at."""
    around = context.parent[item]
    at = around + 1
    for _ in range(_MOST):
        if at >= context.end[around]:
            return
        if at != item and context.tag[at] == _LI and context.size(at) <= _LONGEST:
            yield at
        at = context.end[at]


def _has_others(context: Context, at: int, kind: int) -> bool:
    """Whether another line of the body that is all in an element of a kind is a name as well."""
    return any(
        _may_be_name(context.texts[other])
        and any(context.tag[up] == kind for up in context.chain(context.first_row[other], _UP))
        for other in range(context.first, min(context.last + 1, context.first + _MOST))
        if other != at and context.texts[other] != context.texts[at]
    )


def _stands_by_date(context: Context, at: int) -> bool:
    """Whether a short line before or behind another has a date in it, as those beside bylines do."""
    around = context.texts[max(0, at - 1) : at + 2]
    return any(len(text) <= _LONGEST and dates_in(text, tongue(context)) for text in around)


def _may_be_name(text: str) -> bool:
    """Whether a line is nothing but what may be a name."""
    return len(text) <= _LONGEST and may_be_name(text)
