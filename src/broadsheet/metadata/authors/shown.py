"""Authors that a page shows: links to authors' pages, elements that are called bylines, and lines of text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import Final

from broadsheet.facts.elements import Elements, word_list
from broadsheet.facts.texts import fold
from broadsheet.metadata.around.boxes import is_of_other_article
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.authors.lines import LONG, of_lines
from broadsheet.metadata.authors.links import MOST, may_hold_name, of_links
from broadsheet.metadata.authors.stated import Named, is_of_others_than, stated_people
from broadsheet.metadata.lines import parted_element

__all__ = ["shown"]

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


def shown(context: Context) -> Iterator[Named]:
    """Yield what the page shows. Unmarked lines are left out where links and bylines name all people that JSON-LD
    states, and no link names another person: they add nothing then.
    """
    people = stated_people(context)
    left = set(people)
    has_others = False
    for one in chain(of_links(context), _of_classes(context)):
        folded = fold(one.text) if left else ""
        left = {name for name in left if name not in folded}
        has_others = has_others or (one.column == "rel" and is_of_others_than(people, one.text))
        yield one
    if left or not people or has_others:
        yield from of_lines(context, people)


def _of_classes(context: Context) -> Iterator[Named]:
    """Yield the elements whose class or id speaks of bylines."""
    outer, seen = -1, 0
    for row in _of_bylines(context.elements):
        if context.hidden[row] or context.end[row] - row > _LARGE or context.size(row) > 3 * LONG:
            continue
        has_name = _is_of_name(context.label(row))
        if (row < outer and not has_name) or context.is_beside(row) or context.is_in_caption(row):
            continue
        if not context.called(_TOOK).isdisjoint(range(row, context.end[row])):
            continue
        text = parted_element(context, row)
        if may_hold_name(text) and len(text) <= LONG and not is_of_other_article(context, row, text):
            seen += 1
            if seen > MOST:
                break
            outer = context.end[row]
            source, column = ("class:author", "class name") if has_name else ("class:byline", "class")
            yield Named(text, source, column, row=row)


@lru_cache(maxsize=4096)
def _is_of_name(label: str) -> bool:
    """Whether a class or id is that of a name: sites use the same again and again."""
    return _NAMED.search(label) is not None


def _of_bylines(elements: Elements) -> list[int]:
    """The rows of elements that are named for bylines."""
    found = elements.holding("class", _STRONG)
    found |= elements.holding("id", _STRONG_ID) | elements.holding("data-testid", _STRONG_ID)
    found.update(elements.having("data-author"))
    found.update(row for row in elements.holding("class", _FN) if "fn" in elements.value(row, "class").split())
    return sorted(found)
