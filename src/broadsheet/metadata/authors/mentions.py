"""Lines that are only a name and belong to the text: below a quotation, in a list of people, over what is said of each.

It must not know bylines, nor who wrote anything.
"""

from __future__ import annotations

from typing import Final

from broadsheet.metadata.around.context import Context
from broadsheet.metadata.written.name_shapes import may_be_name
from broadsheet.page import tags

__all__ = ["is_mention"]

_HEADINGS: Final = tags.ids("h2 h3 h4 h5 h6 b strong dt")
_BLOCKQUOTE, _CITE, _LI = tags.IDS["blockquote"], tags.IDS["cite"], tags.IDS["li"]
_UP: Final = 8
"""Ancestors of a line that may be a quotation, a list item, or a heading."""
_LONGEST: Final = 60
"""Characters of a name in a line of its own."""
_MOST: Final = 200
"""Lines of a text that are searched for other names."""


def is_mention(context: Context, at: int) -> bool:
    """Whether a line that may be a name is a part of the text: it is below a quotation, or one of several names in
    list items or headings of the body.

    Args:
        context: the page.
        at: the number of the segment.
    """
    first, last = context.first_row[context.first], context.first_row[context.last]
    for up in context.chain(context.first_row[at], _UP):
        if up <= first and last < context.end[up]:  # it holds the whole body
            return False
        kind = context.tag[up]
        if (kind == _BLOCKQUOTE and context.place[up] < at) or (kind == _CITE and at > context.first):
            return True
        if at > context.first and (kind == _LI or (kind in _HEADINGS and at <= context.last)):
            return _has_others(context, at, kind)
    return False


def _has_others(context: Context, at: int, kind: int) -> bool:
    """Whether another line of the body in an element of a kind is a name as well."""
    return any(
        len(text := context.texts[other]) <= _LONGEST
        and text != context.texts[at]
        and may_be_name(text)
        and any(context.tag[up] == kind for up in context.chain(context.first_row[other], _UP))
        for other in range(context.first, min(max(at, context.last) + 2, context.first + _MOST, len(context.texts)))
    )
