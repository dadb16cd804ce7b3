"""Images: the best of an image's addresses, its size, and whether it is an icon, advertisement or tracking pixel.

Only an image's own attributes are read. Whether it belongs to the article is for `broadsheet.article.media`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final
from urllib.parse import unquote

from broadsheet.article.blocks import Image
from broadsheet.article.runs import clean
from broadsheet.facts.addresses import Addresses
from broadsheet.page import Page, tags
from broadsheet.patterns import pattern

__all__ = [
    "MIN_PHOTO_PIXELS",
    "MIN_PIXELS",
    "PHOTO",
    "address_of",
    "file_name",
    "is_no_photo",
    "pixels",
    "read_picture",
    "sources",
    "telling_name",
]

_PICTURE: Final = tags.IDS["picture"]
_SOURCE: Final = tags.IDS["source"]

# Sizes are in CSS pixels, chosen by looking at smaller images on news pages.
MIN_PHOTO_PIXELS: Final = 100  # an image whose stated sizes are both smaller is an icon, an avatar or a bullet
MIN_PIXELS: Final = 50  # an image with one smaller stated size is a line, a button or a tracking pixel

_NOT_A_PHOTO: Final = pattern(
    r"(?<![a-z])(?:spacer|1x1|gravatar|avatar|authors?|autor|icons?|logos?|sprites?|emojis?|smil(?:ies|ey|eys)|placeholder|banner|captcha|"
    r"(?:blank|pixel|clear|transparent|loading|loader|spinner|bullet|arrow|badge|button|btn|share|whatsapp|rating|"
    r"stars?-\d)(?=.*\.(?:gif|png|svg)$))(?![a-z])",
    re.IGNORECASE,
)
"""File names of icons, logos and the like."""
_TRACKER: Final = pattern(
    r"^https?://(?:[^/?#]*[.-])?(?:doubleclick|scorecardresearch|quantserve|feedburner|googleadservices|"
    r"google-analytics|adserver|webtrends|chartbeat|imrworldwide|ivwbox|facebook\.com/tr)(?![a-z])|"
    r"^https?://(?:stats?|pixel|beacon|counter|track(?:er|ing)?)[\d-]*\.|"
    r"/(?:pixels?|beacons?|track(?:er|ing)?|[a-z]*[-_]?(?<!en)counter)(?:[/?.&]|$)(?!.*\.(?:jpe?g|webp|avif)(?:$|[?&]))|"
    r"adserver|doubleclick|google-analytics|/b/ss/|/delivery/[a-z]{2,3}\.php",
    re.IGNORECASE,
)
"""Addresses of tracking pixels: by the host, or by a path that names no photograph."""
PHOTO: Final = pattern(r"\.(?:jpe?g|webp|avif)(?:$|[?&])", re.IGNORECASE)  # file addresses in a photograph format
_OWN_NAMES: Final = (
    "data-src data-lazy-src data-original data-lazy data-original-src data-url data-image data-hi-res-src "
    "data-full-src data-large-file data-orig-file src"
).split()
"""Attributes with an image's address, those for scripts first: ``src`` may then be a placeholder."""
_SRCSET: Final = ("data-srcset", "data-lazy-srcset", "srcset")
MAX_WIDTH: Final = 2048  # Widest file shown: more than any text column at double density. Wider files are for print.
_STATED_SIZE: Final = pattern(
    r"(?<![0-9a-z.])(?:[a-z]{0,6}[_=:,-]?|\d{3,4}x)([1-9]\d{2,3})(?![0-9a-wyz])", re.IGNORECASE
)
"""A number in an address that may be an image's width or height."""
_DESCRIPTOR: Final = pattern(r"(\d+(?:\.\d+)?)([wx])")
_PIXELS: Final = pattern(r"\s*+(\d{1,5})(?:\.\d*+)?\s*+(?:px)?\s*+$")
MAX_SOURCES: Final = 20  # most ``source`` elements read per picture or player

_HOST: Final = pattern(r"^https?://[^/]+")
_QUERY: Final = pattern(r"[?#].*$")
_SIZE: Final = pattern(r"[-_x]?\d{2,4}x\d{2,4}|/(?:w|h|width|height|crop|fit|quality|c|q)[_=,/]?\d+\b")
_VARIANT: Final = pattern(
    r"[-_.@](?:\d{3,4}|\d{2,4}-\d{2,4}|w\d+|h\d+|\dx|v\d{1,3}(?:_\d{1,4}){0,3}|e\d{9,}|scaled|rotated|crop(?:ped)?|x|large|"
    r"medium|small|thumb(?:nail)?|full|original|orig|wide|square|retina|hd|\d{1,2}x\d{1,2})$",
    re.IGNORECASE,
)
"""A size or crop suffix that a CMS appends to a file name."""
MAX_VARIANTS: Final = 4  # most suffixes stripped from a file name
MAX_VARIANT_CHARS: Final = 40  # characters at the end of a file name that are searched for a suffix
_EXTENSION: Final = pattern(r"\.(?:jpe?g|png|gif|webp|avif)$", re.IGNORECASE)
MIN_STEM_CHARS: Final = 8  # shortest stem that identifies an image without its extension
_NESTED: Final = pattern(r".*?[^/?&=]\.(?:jpe?g|png|gif|webp|avif)(?=[?&#]|$)", re.IGNORECASE)
_TELLING: Final = pattern(
    r"(?=.*[\d_-])(?!(?:(?:image|img|photo|picture|default|share|header|hero|cover|thumb|og)[\W\d_]*)+$).{6,}",
    re.IGNORECASE,
)


def read_picture(
    page: Page, row: int, attributes: Mapping[str, str], addresses: Addresses, *, framed: bool
) -> Image | None:
    """Read the image of a row. None for icons, tracking pixels, and images without an address.

    An image without an address that is framed, in a ``figure``, gets a stand-in.
    """
    width, height = pixels(attributes.get("width")), pixels(attributes.get("height"))
    sizes = [size for size in (width, height) if size is not None]
    if sizes and (min(sizes) < MIN_PIXELS or (len(sizes) == 2 and max(sizes) < MIN_PHOTO_PIXELS)):
        return None
    src = address_of(page, row, attributes, addresses)
    if src is None and framed:
        src = addresses.stand_in(row)
    if src is None or _TRACKER.search(src):
        return None
    name = src.partition("?")[0].rpartition("/")[2]
    is_large = width is not None and width >= 2 * MIN_PHOTO_PIXELS
    if not framed and (name.lower().endswith(".svg") or (not is_large and is_no_photo(name))):
        return None
    return Image(src=src, alt=clean(attributes.get("alt", "")), width=width, height=height)


def is_no_photo(name: str) -> bool:
    """Whether a file name is that of an icon, a logo or the like."""
    return _NOT_A_PHOTO.search(name) is not None


def address_of(page: Page, row: int, attributes: Mapping[str, str], addresses: Addresses) -> str | None:
    """The absolute address of an image: the largest file up to `MAX_WIDTH`."""
    for candidate in _candidates(page, row, attributes):
        if candidate and candidate.lstrip()[:5].lower() != "data:":
            address = addresses.picture(candidate)
            if address is not None:
                return address
    return None


def _candidates(page: Page, row: int, attributes: Mapping[str, str]) -> Iterator[str]:
    """Possible addresses of an image, the best first. ``source`` elements come before the image's own attributes only
    if these name a smaller file.
    """
    yield _srcset(attributes)[1]
    own = [attributes[name] for name in _OWN_NAMES if attributes.get(name)]
    parent = page.parent.data[row]
    others = [_srcset(source) for source in sources(page, parent)] if page.tag.data[parent] == _PICTURE else []
    # Of equal widths the last: new formats, which not every program reads, are listed first.
    width, widest = max(reversed(others), key=lambda one: one[0], default=(0.0, ""))
    if own and width and _states_less(own[0], widest, width):
        yield widest
    yield from own
    yield from (address for _, address in others)


def _srcset(attributes: Mapping[str, str]) -> tuple[float, str]:
    """Width and address of the best image of an element's ``srcset``."""
    return next((_best(attributes[name]) for name in _SRCSET if attributes.get(name)), (0.0, ""))


def _states_less(address: str, other: str, width: float) -> bool:
    """Whether an address states sizes that another does not, all of them below a width.

    >>> _states_less("/2026/pier-300x200.jpg", "/2026/pier-1600x900.jpg", 1600)
    True
    >>> _states_less("/2026/pier.jpg", "/2026/pier-1600.jpg", 1600)
    False
    """
    sizes = set(map(int, _STATED_SIZE.findall(address))) - set(map(int, _STATED_SIZE.findall(other)))
    return bool(sizes) and max(sizes) < width


def sources(page: Page, row: int) -> Iterator[Mapping[str, str]]:
    """The attributes of the ``source`` elements in a picture or player."""
    tag, end = page.tag.data, page.end.data
    at = row + 1
    for _ in range(MAX_SOURCES):
        if at >= end[row]:
            return
        if tag[at] == _SOURCE:
            yield page.attrs(at)
        at = end[at]


def _best(srcset: str) -> tuple[float, str]:
    """The width and address of the largest image in a ``srcset``, up to `MAX_WIDTH`; 0 for a width not known.

    >>> _best("a.jpg 320w, b.jpg 1024w, c.jpg 6000w")[1]
    'b.jpg'
    >>> _best("a,b.jpg, c.jpg 2x")[1]
    'c.jpg'
    >>> _best("a.jpg 40w 27h, b.jpg 1200w 800h")[1]
    'b.jpg'
    """
    best, best_rank, width = "", (-1, 0.0), 0.0
    # HTML, section 4.8.4.2.1: a URL may contain commas but does not end with one, and its descriptors follow it.
    words = srcset.split()[::-1]
    while words:
        address = words.pop()
        descriptor = ""
        if not address.endswith(","):
            while words:
                given, comma, rest = words.pop().partition(",")
                descriptor = descriptor or given  # a height may follow the width
                if rest:
                    words.append(rest)
                if comma:
                    break
        address = address.strip(",")
        size = _DESCRIPTOR.fullmatch(descriptor)
        number, unit = (float(size[1]), size[2]) if size else (1.0, "x")
        rank = (0, -number) if unit == "w" and number > MAX_WIDTH else (1, number)
        if address and rank > best_rank:
            best, best_rank = address, rank
            width = number if unit == "w" and rank[0] else 0.0
    return width, best


def pixels(value: str | None) -> int | None:
    """HTML, section 2.3.4.4 (rules for parsing dimension values), without percentages."""
    match = _PIXELS.match(value) if value else None
    return int(match[1]) if match else None


@lru_cache(maxsize=1024)
def file_name(address: str) -> str:
    """A file name without host, size and crop, since publishers serve one image in many sizes and from many hosts.

    >>> file_name("https://cdn.paper.example/a/bridge-opening-1200x800.jpg?w=3")
    'bridge-opening'
    >>> file_name("/b/bridge-opening.CROP.x.jpg")
    'bridge-opening'
    """
    path = unquote(_HOST.sub("", address))
    name = _SIZE.sub("", _QUERY.sub("", path)).rsplit("/", 1)[-1]
    extension = _EXTENSION.search(name)
    stem = name[: extension.start()] if extension is not None else name
    for _ in range(MAX_VARIANTS):
        if (variant := _VARIANT.search(stem, max(0, len(stem) - MAX_VARIANT_CHARS))) is None:
            break
        stem = stem[: variant.start()]
    return stem.lower() if len(stem) >= MIN_STEM_CHARS else name or path


def telling_name(address: str) -> str | None:
    """The `file_name` of an address if it identifies the image, unlike ``image.jpg``.

    For a scaling service's address, the name in the nested address.

    >>> telling_name("/_next/image?url=https%3A%2F%2Fcdn.example%2Fbridge-18273.jpg&w=640")
    'bridge-18273'
    >>> telling_name("/opening/image.jpg")
    """
    if "?" in address and not _EXTENSION.search(_QUERY.sub("", address)):
        nested = _NESTED.match(unquote(address).rpartition("http")[2])
        address = nested[0] if nested is not None else address
    name = _EXTENSION.sub("", file_name(address).rpartition("/")[2])
    return name.lower() if _TELLING.match(name) else None
