"""Texts and places of a page's segments, as numbers that are the same on other pages of the site.

A fingerprint is a polynomial over the characters of a text modulo 2^64, computed from prefix sums, so that nested spans
cost no more than flat ones. Two texts collide by chance once in 2^64. It is not collision-resistant, so it proves
nothing about hostile input.

A place is the segment's block and its nearest ancestors, each with its tag, ``id`` and ``class``. Names with digits are
left out, since they number pages and posts. A text in its place is one number: the upper half stands for the text, the
lower half for the place.

The numbers are the same on every machine, so they may be counted, stored and added up over the pages of a site.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from itertools import islice
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from broadsheet.page import Page, tags
from broadsheet.page.arrays import IntArray, frozen, sums_before
from broadsheet.page.characters import code_points, visible

__all__ = ["TEXT_HALF", "Fingerprints", "Places", "element_path", "of_spans", "places"]

Fingerprints: TypeAlias = NDArray[np.uint64]

_BASE: Final = np.uint64(0x9E3779B97F4A7C15)
"""Odd, so that it has an inverse modulo 2^64: the golden ratio, as in splitmix64."""
_INVERSE: Final = np.uint64(pow(int(_BASE), -1, 1 << 64))
TEXT_HALF: Final = np.uint64(0xFFFFFFFF00000000)  # the half of such a number that stands for the text
MAX_LEVELS: Final = 3
"""Ancestors of the block in a place: enough for ``div.story > div > p`` to differ from a teaser's ``div.story``, but
too few for the classes of ``body``, which often differ from page to page."""
MAX_NAMES: Final = 4  # class names of an element that are used
MAX_NAME_CHARS: Final = 40  # longer names are generated
_DIGIT: Final = re.compile("[0-9]")
_WHOLE: Final = frozenset({"html", "body"})  # elements whose names describe the page, not a place on it
_TITLE: Final = tags.IDS["title"]
KEY_SEGMENTS: Final = 3  # longest unlinked segments that identify an article; a single one may be a standing notice


def of_spans(text: str, start: IntArray, stop: IntArray) -> Fingerprints:
    """The fingerprint of each span of a text, shape (k,), ignoring white space; 0 for spans without visible characters.
    Spans may nest and overlap.
    """
    shown = visible(text)
    points = code_points(text)[shown]
    place = sums_before(shown)
    count = len(points)
    total = np.zeros(count + 1, dtype=np.uint64)
    np.cumsum(points * _powers(_BASE, count), out=total[1:])
    first, last = place[start], place[stop]
    # Dividing by the base to the power of the offset makes the fingerprint independent of the position.
    out = (total[last] - total[first]) * _powers(_INVERSE, count + 1)[first]
    # 0 is reserved for empty spans.
    return np.where(last > first, np.maximum(_mixed(out), np.uint64(1)), np.uint64(0))


def _mixed(z: Fingerprints) -> Fingerprints:
    """Spread numbers over all 64 bits: the finaliser of splitmix64 (Steele, Lea, Flood 2014), a bijection.

    Otherwise texts that differ in their first character would differ in the lowest bits only.
    """
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def _powers(base: np.uint64, count: int) -> Fingerprints:
    """1, base, base^2 ... modulo 2^64, shape (count,)."""
    out: Fingerprints = np.full(count, base, dtype=np.uint64)
    out[:1] = 1
    return np.cumprod(out, dtype=np.uint64)


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
    names: dict[int, str] = {}
    blocks, of_segment = np.unique(segments.block, return_inverse=True)
    paths = [_path(page, block, names).encode("utf-8", "replace") for block in blocks.tolist()]
    found = np.array([*map(zlib.crc32, paths)], dtype=np.uint64)[of_segment]
    text = of_spans(page.text, segments.start, segments.stop)
    return Places(texts=frozen((text & TEXT_HALF) | found), places=frozen(found), article=_article(page, text))


def element_path(page: Page, row: int) -> str:
    """An element and its nearest ancestors as readable text: ``main > article.story > div.body``."""
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
    rows = [row, *islice(page.ancestors(row), MAX_LEVELS)]
    for up in rows:
        if up not in names:
            names[up] = _name(page, up)
    return " > ".join(names[up] for up in reversed(rows))
