"""Where the words under pictures are that stand in no ``figcaption``.

It must not know how figures are put out: it says which elements are to be read as figures, and which as captions.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Final

from broadsheet.page import Page, tags

__all__ = ["CAPTION_SIZE", "captioned", "following"]

_TEXT: Final = tags.TEXT
_NOSCRIPT: Final = tags.IDS["noscript"]
_NO_CAPTION: Final = tags.ids("#text figure figcaption")
_MEDIA: Final = tags.ids("img picture video audio iframe figure table ul ol blockquote h1 h2 h3 h4 h5 h6")
_CAPTIONED: Final = re.compile(
    r"(?<![a-z])(?:wp-caption|caption|image-?caption|photo-?caption|media-?caption)(?![a-z])", re.IGNORECASE
)
"""Words in the class of an element that holds a picture with its caption."""
_CAPTION: Final = re.compile(
    r"(?<![a-z])(?:(?:(?:image|img|photo|picture|media|figure|foto|bild)[-_]*)?(?:caption|credits?|legende?|copyright)|"
    r"bildunterschrift|bildtext|bildetekst|billedtekst|kuvateksti|(?:foto[-_]*)?(?:onder|bij)schrift|pie[-_]*(?:de[-_]*)?foto|epigrafe|"
    r"legenda|didascalia|podpis|popisek)(?:[-_]*text)?(?![a-z])",
    re.IGNORECASE,
)
"""Words in the class of an element that stands right behind a picture and is its caption."""
_TEXT_OF_PICTURE: Final = re.compile(
    r"(?<![a-z])(?:image|img|photo|picture|media|figure|foto|bild)[-_]*(?:desc(?:r|ription)?|text|txt)(?![\w-])",
    re.IGNORECASE,
)
"""And words that many call it by, but others the text that stands beside a picture (WordPress's "media and text")."""
_TEXT_SIZE: Final = 200
"""The longest that is a caption by these."""
_BLOCKS: Final = 2
"""Blocks of a longer caption: what is seen, and whose it is."""
CAPTION_SIZE: Final = 400
"""The longest text beside a picture that is taken for its caption without being marked as one."""
_MARKED_SIZE: Final = 1_000
"""And with that."""
_HIGHEST: Final = 40
"""So many levels above a picture are looked at."""
_MOST_ROWS: Final = 60
"""So many rows are in a caption: words, links and line breaks."""
_BESIDE: Final = 3
"""So many levels above a picture are looked at for what is called one, and elements down from what stands behind it."""
_UP: Final = 4
"""So many levels above a picture what stands behind it is looked at: link, cell and row of a table."""


def captioned(
    page: Page,
    mass: Sequence[int],
    words: Sequence[int],
    items: Mapping[int, int],
    container: int,
) -> set[int]:
    """The elements around pictures that are figures, though they are not called that.

    Args:
        page: the page.
        mass: kept characters in each row's subtree, shape (page size,).
        words: shown characters before each row, shape (page size + 1,).
        items: pictures and players outside of figures, with the highest element around each that holds no kept text.
        container: the element that holds nearly all kept text.
    """
    found: set[int] = set()
    end = page.end.data
    rows = sorted(items)
    shared: dict[int, list[int]] = {}
    for row in rows:
        top = items[row]
        named = _named(page, mass, row, container)
        if named is not None:
            found.add(named)
        elif top != row and words[end[top]] > words[top]:
            shared.setdefault(top, []).append(row)
    for top, pictures in shared.items():
        own = {at for at in (_alone(page, row, top, rows, words) for row in pictures) if at is not None}
        # Where little of what is said is said of one of them, the rest is said of all.
        said = sum(words[end[at]] - words[at] for at in own)
        found |= own if 2 * said > words[end[top]] - words[top] else {top}
    return found


def _named(page: Page, mass: Sequence[int], row: int, container: int) -> int | None:
    """The element around a picture that is called a caption."""
    parent, end = page.parent.data, page.end.data
    at = parent[row]
    for _ in range(_BESIDE):
        if at <= container < end[at]:
            return None
        if mass[at] <= CAPTION_SIZE and _CAPTIONED.search(page.attr(at, "class") or ""):
            return at
        at = parent[at]
    return None


def _alone(page: Page, row: int, top: int, rows: Sequence[int], words: Sequence[int]) -> int | None:
    """The highest element that holds no other picture, if it holds words."""
    parent, end = page.parent.data, page.end.data
    best = row
    for _ in range(_HIGHEST):
        up = parent[best]
        if up < top or bisect_left(rows, end[up]) - bisect_left(rows, up) > 1:
            break
        best = up
    return best if words[end[best]] > words[best] else None


def following(page: Page, mass: Sequence[int], units: Sequence[int]) -> set[int]:
    """The elements right behind pictures and figures that are called their captions.

    Args:
        page: the page.
        mass: kept characters in each row's subtree, shape (page size,).
        units: the pictures and figures.
    """
    found: set[int] = set()
    for unit in units:
        behind = _behind(page, unit)
        for at in _line(page, mass, behind) if behind is not None else ():
            name = page.attr(at, "class") or ""
            short = mass[at] <= _TEXT_SIZE
            if (_CAPTION.search(name) and (short or _is_short(page, at))) or (short and _TEXT_OF_PICTURE.search(name)):
                found.add(at)
                break
    return found


def _is_short(page: Page, element: int) -> bool:
    """Whether the words of an element are in a block or two: captions are hardly ever more paragraphs."""
    inside = slice(element, int(page.end[element]))
    return len(set(page.block[inside][page.chars[inside] > 0].tolist())) <= _BLOCKS


def _behind(page: Page, unit: int) -> int | None:
    """The row right behind a picture or figure, or behind an element that ends with it."""
    parent, end = page.parent.data, page.end.data
    at = unit
    for _ in range(_UP):
        up = parent[at]
        if up <= 0:
            return None
        after = _next(page, end[at], end[up])
        if after < end[up]:
            return after
        at = up
    return None


def _next(page: Page, at: int, end: int) -> int:
    """The first row from one on that shows something or is an element, at most `_BESIDE` empty texts on, and what is
    there without scripts: the picture once more.
    """
    tag, chars = page.tag.data, page.chars.data
    for _ in range(_BESIDE):
        if at < end and tag[at] == _TEXT and not chars[at]:
            at += 1
        elif at < end and tag[at] == _NOSCRIPT:
            at = page.end.data[at]
    return at


def _line(page: Page, mass: Sequence[int], at: int) -> list[int]:
    """An element that may be a caption, what it holds alone, and so on."""
    tag, end, start, stop = page.tag.data, page.end.data, page.start.data, page.stop.data
    found: list[int] = []
    if not 0 < stop[at] - start[at] <= 2 * _MARKED_SIZE or mass[at] > _MARKED_SIZE or end[at] - at > _MOST_ROWS:
        return found
    if not _MEDIA.isdisjoint(tag[at : end[at]]):
        return found
    for _ in range(_BESIDE):
        if tag[at] in _NO_CAPTION or page.hidden[at]:
            break
        found.append(at)
        inner = _next(page, at + 1, end[at])
        if inner >= end[at] or stop[inner] - start[inner] < len(page.raw(at).strip()):
            break
        at = inner
    return found
