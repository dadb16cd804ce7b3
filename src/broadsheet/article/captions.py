"""Captions outside ``figcaption``: elements around images that act as figures, and elements right after them that act
as captions.
"""

from __future__ import annotations

import re
from typing import Final

from broadsheet.article.region import Region
from broadsheet.page import tags

__all__ = ["caption_after"]

_TEXT: Final = tags.TEXT
_NOSCRIPT: Final = tags.IDS["noscript"]
_NO_CAPTION: Final = tags.ids("#text figure figcaption")
_MEDIA: Final = tags.ids("img picture video audio iframe figure table ul ol blockquote h1 h2 h3 h4 h5 h6")
_CAPTION: Final = re.compile(
    r"(?<![a-z])(?:(?:(?:image|img|photo|picture|media|figure|foto|bild)[-_]*)?(?:caption|credits?|legende?|copyright)|"
    r"bildunterschrift|bildtext|bildetekst|billedtekst|kuvateksti|(?:foto[-_]*)?(?:onder|bij)schrift|"
    r"pie[-_]*(?:de[-_]*)?foto|epigrafe|legenda|didascalia|podpis|popisek|"
    r"(?:image|img|photo|picture|media|figure|foto|bild)[-_]*desc(?:r|ription)?)(?:[-_]*text)?(?![a-z])",
    re.IGNORECASE,
)
"""Class names of an element right after an image that is its caption."""
MAX_CAPTION_CHARS: Final = 1_000  # longest caption with a class name that says so
MAX_CAPTION_ROWS: Final = 60
MAX_LEVELS: Final = 4  # levels above an image at whose end its caption may follow: link, cell and row of a table
MAX_LEVELS_DOWN: Final = 3  # elements around the caption that hold nothing else
MAX_SKIPPED: Final = 3  # empty texts and ``noscript`` elements between


def caption_after(region: Region, unit: int) -> int | None:
    """The element right after an image or figure, or the only one in it, that is its caption by class name."""
    at = _row_after(region, unit)
    if at is None or not 0 < region.stop[at] - region.start[at] <= 2 * MAX_CAPTION_CHARS:
        return None
    if region.mass[at] > MAX_CAPTION_CHARS or region.end[at] - at > MAX_CAPTION_ROWS:
        return None
    if not _MEDIA.isdisjoint(region.tag[at : region.end[at]]):
        return None
    for _ in range(MAX_LEVELS_DOWN):
        if region.tag[at] in _NO_CAPTION or region.hidden[at]:
            break
        if _CAPTION.search(region.page.attr(at, "class") or ""):
            return at
        inner = at + 1
        if region.stop[inner] - region.start[inner] < len(region.page.raw(at).strip()):
            break
        at = inner
    return None


def _row_after(region: Region, unit: int) -> int | None:
    """The first visible row after an image or figure, or after an element that ends with it."""
    parent, end = region.parent, region.end
    at = unit
    for _ in range(MAX_LEVELS):
        up = parent[at]
        if up <= 0:
            return None
        after = end[at]
        for _ in range(MAX_SKIPPED):
            if after < end[up] and region.tag[after] == _TEXT and not region.chars[after]:
                after += 1
            elif after < end[up] and region.tag[after] == _NOSCRIPT:
                after = end[after]
        if after < end[up]:
            return after
        at = up
    return None
