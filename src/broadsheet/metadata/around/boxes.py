"""Boxes of other articles beside an article, in which a heading leads to another page: their bylines name others.

It must not know who wrote anything.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Final
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from broadsheet.facts.structured import Marked
from broadsheet.facts.texts import fold
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.written.east_asian import HAN, HANGUL, KANA
from broadsheet.page import Page, tags
from broadsheet.patterns import pattern

__all__ = ["is_of_other_article", "is_own"]

_A: Final = tags.IDS["a"]
_HEADINGS: Final = tags.mask("h2 h3 h4 h5 h6")
_TIMES: Final = 3
"""How many times as long as another of its kind a box without a class may be."""
_LARGE: Final = 700
"""Characters of a box of one article, white space included; what has more holds several things."""
_UP: Final = 7
"""Ancestors of a byline that may be such a box."""
_SHORTEST, _SHORTEST_OF_SIGNS = 3, 8
"""Words of a heading that may be an article's, and characters where words are not parted; shorter ones name
sections."""
_WORDS: Final = 4
"""Words of a link that may be an article's headline."""
_LONG_LINK: Final = 15
"""Characters of such a link, at the least."""
_MOST: Final = 40
"""Neighbours of a box that are looked at."""

_NO_SPACES: Final = pattern(f"[{HAN}{KANA}{HANGUL}]|[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]{{8}}")
"""Scripts in which words are not parted: in those of South East Asia a name is several characters too."""


def is_own(context: Context, one: Marked) -> bool:
    """Whether a property is of no item in what readers wrote, or in a box of other articles."""
    return not context.is_beside(one.scope if one.scope >= 0 else one.row)


def is_of_other_article(context: Context, row: int, text: str) -> bool:
    """Whether a line outside the body is in a box of another article: a small one, with a heading that leads to
    another page. Before the body, and with a heading behind the line or a mere link, there must be a box like it
    beside it.

    Args:
        context: the page.
        row: the row of the line.
        text: what it says.
    """
    if context.is_in_body(row) or not len(context.first_row):
        return False
    first, headline = context.first_row[context.first], context.headline_row
    is_before = context.place[row] < context.first
    end = context.end
    boxes = []
    for up in context.chain(row, _UP):
        if context.size(up) > _LARGE or up <= first < end[up] or up <= headline < end[up]:
            break
        boxes.append(up)
    if not boxes:
        return False
    top = boxes[-1]
    titles = _within(context.once(_titles), top, end[top])
    links = _within(context.once(_long_links), top, end[top])
    if not titles and not links:  # mostly
        return False
    name = fold(text)
    titles = [at for at in titles if _is_headline(context, at, name)]
    links = [at for at in links if _is_headline(context, at, name)]
    if not titles and not links:
        return False
    for up in boxes:
        inside = _within(titles, up, end[up])
        if inside and inside[0] < row and not is_before:
            return True
        if (inside or _within(links, up, end[up])) and _is_like_neighbours(context, up):
            return True
    return False


def _titles(context: Context) -> list[int]:
    """The headings that may be those of other articles, in order."""
    return _of_size(context.page, _HEADINGS.take(context.page.tag), _SHORTEST_OF_SIGNS)


def _long_links(context: Context) -> list[int]:
    """The links that may be as long as a headline, in order."""
    return _of_size(context.page, context.page.tag == _A, _LONG_LINK)


def _of_size(page: Page, wanted: NDArray[np.bool_], least: int) -> list[int]:
    """Those of some rows that have a number of characters or more, in order."""
    rows = wanted.nonzero()[0]
    large: list[int] = rows[page.stop[rows] - page.start[rows] >= least].tolist()
    return large


def _within(rows: list[int], first: int, end: int) -> list[int]:
    """Those of some rows, in order, from one to before another."""
    return rows[bisect_left(rows, first) : bisect_left(rows, end)]


def _is_headline(context: Context, row: int, name: str) -> bool:
    """Whether a heading or a link is long enough to be an article's, leads to another page, and does not say a name."""
    return _may_be_headline(context, row) and not _says(context, row, name)


def _may_be_headline(context: Context, row: int) -> bool:
    """Whether a heading or a link is long enough to be an article's, and leads to another page."""
    known = context.once(_remembered)
    found = known.get(row)
    if found is None:
        text = context.words_of(row)
        words = text.count(" ") + 1
        is_long = words >= (_WORDS if context.tag[row] == _A else _SHORTEST) or (
            words < _SHORTEST and len(text) >= _SHORTEST_OF_SIGNS and _NO_SPACES.search(text) is not None
        )
        found = known[row] = is_long and any(_leads_elsewhere(context, at) for at in _links(context, row))
    return found


def _remembered(_: Context) -> dict[int, bool]:
    """What is known of headings and links: several bylines ask for the same ones."""
    return {}


def _links(context: Context, row: int) -> list[int]:
    """The first link in a heading, or the one around it."""
    inside = range(row, min(context.end[row], row + _UP))
    return [at for at in (*inside, *context.chain(row, _UP)) if context.tag[at] == _A][:1]


def _says(context: Context, row: int, name: str) -> bool:
    """Whether a row says a name, or is part of one."""
    said = fold(context.words_of(row))
    return bool(name) and (said in name or name in said)


def _is_like_neighbours(context: Context, box: int) -> bool:
    """Whether an element of the same kind is beside a box, with a headline of another page in it too."""
    parent = context.parent[box]
    at, seen = parent + 1, 0
    while at < context.end[parent] and seen < _MOST:
        if _is_alike(context, at, box) and any(
            _may_be_headline(context, one)
            for rows in (_titles, _long_links)
            for one in _within(context.once(rows), at, context.end[at])
        ):
            return True
        at, seen = context.end[at], seen + 1
    return False


def _is_alike(context: Context, one: int, other: int) -> bool:
    """Whether two elements have one class; without any, whether they begin alike and are about as long."""
    tag = context.tag
    called = context.elements.value(other, "class")
    if (
        one == other
        or tag[one] != tag[other]
        or context.size(one) > _LARGE
        or context.elements.value(one, "class") != called
    ):
        return False
    if called:
        return True
    shorter, longer = sorted((context.size(one), context.size(other)))
    return longer <= _TIMES * shorter and context.end[one] > one + 1 and tag[one + 1] == tag[other + 1]


def _leads_elsewhere(context: Context, link: int) -> bool:
    """Whether a link leads to a page that is neither this one nor the site's first."""
    address = context.elements.value(link, "href").strip()
    if not address or address.startswith(("#", "javascript:", "mailto:")) or context.is_home(address):
        return False
    return _path(address) not in context.once(_own_paths)


def _own_paths(context: Context) -> frozenset[str]:
    """The paths of the page's own addresses."""
    return frozenset(map(_path, context.head.addresses))


def _path(address: str) -> str:
    """The path of an address, with its query: some systems tell pages by that alone."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return address
    return f"{parts.path.rstrip('/')}?{parts.query}".rstrip("?")
