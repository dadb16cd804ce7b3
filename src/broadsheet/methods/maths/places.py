"""Places of a page's segments, as numbers that are the same on other pages of the site.

A place is the segment's block and its nearest ancestors, each with its tag, ``id`` and ``class``. Names with digits are
left out, since they number pages and posts. A text in its place is one number: the upper half stands for the text, the
lower half for the place.

The numbers are the same on every machine, so they may be counted, stored and added up over the pages of a site.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from broadsheet.methods.maths.fingerprints import of_spans
from broadsheet.page import tags
from broadsheet.page.arrays import frozen

if TYPE_CHECKING:
    from broadsheet.methods.maths.fingerprints import Fingerprints
    from broadsheet.page import Page

__all__ = ["TEXT_HALF", "Places", "element_path", "places"]

TEXT_HALF: Final = np.uint64(0xFFFFFFFF00000000)  # the half of such a number that stands for the text
MAX_LEVELS: Final = 3
"""Ancestors of the block in a place: enough for ``div.story > div > p`` to differ from a teaser's ``div.story``, but
too few for the classes of ``body``, which often differ from page to page."""
MAX_NAMES: Final = 4  # class names of an element that are used
MAX_NAME_CHARS: Final = 40  # longer names are generated
_DIGIT: Final = re.compile("[0-9]")
_WHOLE: Final = frozenset({"html", "body"})  # elements whose names describe the page, not a place on it
_TITLE: Final = tags.IDS["title"]
KEY_SEGMENTS: Final = 3  # Longest unlinked segments that identify an article. One alone may be a standing notice.


@dataclass(frozen=True, eq=False)
class Places:
    """The segments of a page by text and place; columns of shape (m,).

    Attributes:
        texts: each text in its place, uint64.
        places: each place, uint64.
        article: a 32-bit number, equal for pages with the same title and the same longest segments: the article, at any
            address.
    """

    texts: Fingerprints
    places: Fingerprints
    article: int


def places(page: Page) -> Places:
    """The segments of a page by text and place. White space and line breaks are ignored."""
    segments = page.segments
    of_block: dict[int, int] = {}
    names: dict[int, str] = {}
    found = np.zeros(len(segments), dtype=np.uint64)
    for at, block in enumerate(segments.block.tolist()):
        place = of_block.get(block)
        if place is None:
            place = of_block[block] = zlib.crc32(_path(page, block, names).encode("utf-8", "replace"))
        found[at] = place
    text = of_spans(page.text, segments.start, segments.stop)
    return Places(texts=frozen((text & TEXT_HALF) | found), places=frozen(found), article=_article(page, text))


def element_path(page: Page, row: int) -> str:
    """An element and its nearest ancestors as readable text: ``main > article.story > div.body``.

    Args:
        page: the page.
        row: the row of an element.
    """
    return _path(page, row, {})


def _article(page: Page, text: Fingerprints) -> int:
    """The number of the article, from the fingerprints of the segments."""
    segments = page.segments
    own = segments.chars - segments.link_chars
    telling = text[np.argsort(-own, kind="stable")[:KEY_SEGMENTS]]
    titles = np.flatnonzero(page.tag == _TITLE)
    title = page.raw(int(titles[0])).split() if len(titles) else []
    return zlib.crc32(np.sort(telling).astype("<u8").tobytes(), zlib.crc32(" ".join(title).encode("utf-8", "replace")))


def _name(page: Page, row: int) -> str:
    """An element's tag with its names that have no digits: ``div#main.story.wide``."""
    name = page.name(row)
    if name in _WHOLE:
        return name
    attributes = page.attrs(row)
    if (own := attributes.get("id")) and _is_stable(own):
        name += f"#{own}"
    if classes := attributes.get("class"):
        for one in sorted(filter(_is_stable, classes.split()[: 2 * MAX_NAMES]))[:MAX_NAMES]:
            name += f".{one}"
    return name


def _is_stable(name: str) -> bool:
    return len(name) <= MAX_NAME_CHARS and _DIGIT.search(name) is None


def _path(page: Page, row: int, names: dict[int, str]) -> str:
    path: list[str] = []
    up = row
    while up >= 0 and len(path) <= MAX_LEVELS:
        name = names.get(up)
        if name is None:
            name = names[up] = _name(page, up)
        path.append(name)
        up = int(page.parent[up])
    return " > ".join(reversed(path))
