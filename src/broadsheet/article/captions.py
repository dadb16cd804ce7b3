"""Captions outside ``figcaption``: which elements around images act as figures, and which elements as captions."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Final

from broadsheet.page import Page, tags

__all__ = ["MAX_CAPTION_CHARS", "captioned", "following"]

_TEXT: Final = tags.TEXT
_NOSCRIPT: Final = tags.IDS["noscript"]
_NO_CAPTION: Final = tags.ids("#text figure figcaption")
_MEDIA: Final = tags.ids("img picture video audio iframe figure table ul ol blockquote h1 h2 h3 h4 h5 h6")
_CAPTIONED: Final = re.compile(
    r"(?<![a-z])(?:wp-caption|caption|image-?caption|photo-?caption|media-?caption)(?![a-z])", re.IGNORECASE
)
"""Class names of an element that holds an image with its caption."""
_CAPTION: Final = re.compile(
    r"(?<![a-z])(?:(?:(?:image|img|photo|picture|media|figure|foto|bild)[-_]*)?(?:caption|credits?|legende?|copyright)|"
    r"bildunterschrift|bildtext|bildetekst|billedtekst|kuvateksti|(?:foto[-_]*)?(?:onder|bij)schrift|pie[-_]*(?:de[-_]*)?foto|epigrafe|"
    r"legenda|didascalia|podpis|popisek)(?:[-_]*text)?(?![a-z])",
    re.IGNORECASE,
)
"""Class names of an element right after an image that is its caption."""
_TEXT_OF_PICTURE: Final = re.compile(
    r"(?<![a-z])(?:image|img|photo|picture|media|figure|foto|bild)[-_]*(?:desc(?:r|ription)?|text|txt)(?![\w-])",
    re.IGNORECASE,
)
"""Class names used for captions, but also for text beside an image (WordPress's "media and text")."""
MAX_TEXT_CHARS: Final = 200
"""Longest caption by one of these names, in kept characters. By the names above, a longer one may have a few blocks."""
MAX_CAPTION_BLOCKS: Final = 2  # blocks of a longer caption: the description and the credit
MAX_CAPTION_CHARS: Final = 400  # longest text beside an image that is its caption without a class name that says so
MAX_NAMED_CHARS: Final = 1_000  # longest caption with a class name that says so, in kept characters
MAX_LEVELS: Final = 40  # ancestor levels of an image that are checked for other images
MAX_CAPTION_ROWS: Final = 60
MAX_NAMED_LEVELS: Final = 3
"""Levels above an image checked for a class name, levels down into what follows it, and empty texts between."""
MAX_FOLLOWING_LEVELS: Final = 4
"""Levels above an image at whose end its caption may follow: link, cell and row of a table."""


def captioned(
    page: Page,
    mass: Sequence[int],
    words: Sequence[int],
    items: Mapping[int, int],
    container: int,
) -> set[int]:
    """The elements around images that act as figures without being called so.

    Args:
        page: the page.
        mass: kept characters in each row's subtree, shape (page size,).
        words: visible characters before each row, shape (page size + 1,).
        items: images and players outside figures, with the highest element around each that holds no kept text.
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
        own = {at for at in (_own_box(page, row, top, rows, words) for row in pictures) if at is not None}
        # If the words with single images are a minority, the rest is a caption for all of them.
        own_chars = sum(words[end[at]] - words[at] for at in own)
        found |= own if 2 * own_chars > words[end[top]] - words[top] else {top}
    return found


def _named(page: Page, mass: Sequence[int], row: int, container: int) -> int | None:
    """The element around an image whose class name is that of a captioned image."""
    parent, end = page.parent.data, page.end.data
    at = parent[row]
    for _ in range(MAX_NAMED_LEVELS):
        if at <= container < end[at]:
            return None
        if mass[at] <= MAX_CAPTION_CHARS and _CAPTIONED.search(page.attr(at, "class") or ""):
            return at
        at = parent[at]
    return None


def _own_box(page: Page, row: int, top: int, rows: Sequence[int], words: Sequence[int]) -> int | None:
    """The highest element with no other image, if it holds words."""
    parent, end = page.parent.data, page.end.data
    best = row
    for _ in range(MAX_LEVELS):
        up = parent[best]
        if up < top or bisect_left(rows, end[up]) - bisect_left(rows, up) > 1:
            break
        best = up
    return best if words[end[best]] > words[best] else None


def following(page: Page, mass: Sequence[int], units: Sequence[int]) -> set[int]:
    """The elements right after images and figures that are their captions by class name.

    Args:
        page: the page.
        mass: kept characters in each row's subtree, shape (page size,).
        units: rows of the images and figures.
    """
    found: set[int] = set()
    for unit in units:
        after = _row_after(page, unit)
        for at in _nested_candidates(page, mass, after) if after is not None else ():
            name = page.attr(at, "class") or ""
            short = mass[at] <= MAX_TEXT_CHARS
            if (_CAPTION.search(name) and (short or _is_short(page, at))) or (short and _TEXT_OF_PICTURE.search(name)):
                found.add(at)
                break
    return found


def _is_short(page: Page, element: int) -> bool:
    """Whether the visible text of an element is in at most `MAX_CAPTION_BLOCKS` blocks."""
    inside = slice(element, int(page.end[element]))
    return len(set(page.block[inside][page.chars[inside] > 0].tolist())) <= MAX_CAPTION_BLOCKS


def _row_after(page: Page, unit: int) -> int | None:
    """The row right after an image or figure, or after an element that ends with it."""
    parent, end = page.parent.data, page.end.data
    at = unit
    for _ in range(MAX_FOLLOWING_LEVELS):
        up = parent[at]
        if up <= 0:
            return None
        after = _next_visible(page, end[at], end[up])
        if after < end[up]:
            return after
        at = up
    return None


def _next_visible(page: Page, at: int, end: int) -> int:
    """The first row from one on that is visible text or an element; ``noscript`` and a few empty texts are skipped."""
    tag, chars = page.tag.data, page.chars.data
    for _ in range(MAX_NAMED_LEVELS):
        if at < end and tag[at] == _TEXT and not chars[at]:
            at += 1
        elif at < end and tag[at] == _NOSCRIPT:
            at = page.end.data[at]
    return at


def _nested_candidates(page: Page, mass: Sequence[int], at: int) -> list[int]:
    """An element that may be a caption, its only child element, and so on."""
    tag, end, start, stop = page.tag.data, page.end.data, page.start.data, page.stop.data
    found: list[int] = []
    if (
        not 0 < stop[at] - start[at] <= 2 * MAX_NAMED_CHARS
        or mass[at] > MAX_NAMED_CHARS
        or end[at] - at > MAX_CAPTION_ROWS
    ):
        return found
    if not _MEDIA.isdisjoint(tag[at : end[at]]):
        return found
    for _ in range(MAX_NAMED_LEVELS):
        if tag[at] in _NO_CAPTION or page.hidden[at]:
            break
        found.append(at)
        inner = _next_visible(page, at + 1, end[at])
        if inner >= end[at] or stop[inner] - start[inner] < len(page.raw(at).strip()):
            break
        at = inner
    return found
