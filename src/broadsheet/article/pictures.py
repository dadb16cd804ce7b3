"""What a picture on a page is: its address among those that it is given, its size, and whether it is one at all.

It must not know whether a picture belongs to the article: that is said by what stands around it, and here only its own
attributes are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final
from urllib.parse import unquote

from broadsheet.article.addresses import Addresses
from broadsheet.article.blocks import Image
from broadsheet.article.runs import clean
from broadsheet.page import Page, tags

__all__ = [
    "FILE",
    "PHOTO",
    "SMALLEST",
    "SOURCES",
    "THIN",
    "address_of",
    "best_candidate",
    "file_name",
    "has_any",
    "is_no_photo",
    "pixels",
    "read_picture",
    "sources",
    "telling_name",
]

_PICTURE: Final = tags.IDS["picture"]
_SOURCE: Final = tags.IDS["source"]

# Sizes, in CSS pixels: found by looking at what is under them on news pages.
SMALLEST: Final = 100
"""A picture that says it is smaller than this both ways is an icon, an avatar or a bullet."""
THIN: Final = 50
"""And one that is thinner than this one way is a line, a button or a pixel."""
_BANNERS: Final = frozenset(
    ((468, 60), (728, 90), (970, 90), (970, 250), (234, 60), (120, 600), (160, 600), (120, 240), (320, 50), (300, 600))
)
"""Sizes of advertisements (IAB display guidelines) that photographs outside of figures do not have."""
_RATIOS: Final = frozenset(
    ((16, 9), (9, 16), (4, 3), (3, 4), (3, 2), (2, 3), (5, 3), (5, 4), (4, 5), (16, 10), (21, 9))
)
"""What some write for a size that is only a shape."""

_NO_PHOTO: Final = re.compile(
    r"(?<![a-z])(?:spacer|1x1|gravatar|avatar|authors?|autor|icons?|logos?|sprites?|emojis?|smil(?:ies|ey|eys)|placeholder|banner|captcha|"
    r"(?:blank|pixel|clear|transparent|loading|loader|spinner|bullet|arrow|badge|button|btn|share|whatsapp|rating|"
    r"stars?-\d)(?=.*\.(?:gif|png|svg)$))(?![a-z])",
    re.IGNORECASE,
)
_MAY_BE_NO_PHOTO: Final = tuple(
    "spacer 1x1 avatar author autor icon logo sprite emoji smil placeholder banner captcha blank pixel clear "
    "transparent load spinner bullet arrow badge button btn share whatsapp rating star".split()
)
"""Words in a picture's file name that say that it is no picture of anything; some only where its format is not one of
photographs. And a part that any of them has."""
_MAY_COUNT: Final = tuple(
    "doubleclick scorecardresearch quantserve feedburner googleadservices google-analytics facebook.com/tr pixel "
    "beacon adserver /b/ss/ counter webtrends chartbeat imrworldwide ivwbox /track stats. stat. /delivery/ "
    "zoneid=".split()
)
_COUNTING_HOST: Final = re.compile(
    r"https?://(?:[^/?#]*[.-])?(?:doubleclick|scorecardresearch|quantserve|feedburner|googleadservices|google-analytics|"
    r"adserver|webtrends|webtrendslive|chartbeat|imrworldwide|ivwbox|facebook\.com/tr)(?![a-z])|"
    r"https?://(?:stats?|pixel|beacon|counter|track(?:er|ing)?)[\d-]*\.",
    re.IGNORECASE,
)
_COUNTING_PATH: Final = re.compile(
    r"/(?:pixels?|beacons?|track(?:er|ing)?|adserver|[a-z]*[-_]?(?<!en)counter)(?:[/?.&]|$)|/b/ss/|"
    r"/delivery/[a-z]{2,3}\.php|[?&]zoneid=|doubleclick|google-analytics|adserver",
    re.IGNORECASE,
)
"""Parts of the addresses of pictures that only count visits: what any of them has, of the host, and of the path and
query where these are not of a photograph."""
_HOLDER: Final = re.compile(
    r"(?<![a-z0-9])(?:blank|spacer|pixel|pxl|1x1|clear|transparent|placeholder|lazy|lazyload|loading|loader|grey|gray|empty|dummy|leer)"
    r"(?:[^a-z/][^/]*)?\.(?:gif|svg)(?:$|\?)"
    r"|/(?:blank|spacer|pixel|1x1|transparent|placeholder|lazy|lazyload|loading|empty|dummy)[\d_x.-]*\.(?:png|jpe?g|webp)(?:$|\?)",
    re.IGNORECASE,
)
_MAY_HOLD: Final = tuple(
    "blank spacer pixel pxl 1x1 clear transparent placeholder lazy loading loader grey gray empty dummy leer".split()
)
"""Pictures that hold the place of one that a script loads later, and a part that any of them has."""
PHOTO: Final = re.compile(r"\.(?:jpe?g|webp|avif)(?:$|[?&])", re.IGNORECASE)
"""Addresses of files in a format of photographs."""
FILE: Final = re.compile(r"(?:https?:)?[^\s\"'{}<>,;:]+\.(?:jpe?g|png|webp|avif)(?:[?&][^\s\"'{}<>]*)?", re.IGNORECASE)
"""What can only be the address of a picture."""
_LAZY: Final = tuple(
    "data-src data-lazy-src data-original data-lazy data-original-src data-url data-image data-hi-res-src "
    "data-full-src data-large-file data-orig-file".split()
)
_OWN_NAMES: Final = (*_LAZY, "src")
_OWN: Final = re.compile(
    r"data-(?!.*(?:alt|title|caption|thumb|share|pin|logo)).*(?:src|img|image|url|orig|lazy|large|full|retina)"
)
"""What attributes are called that have the address of a picture, whatever script reads them."""
_LARGE: Final = re.compile(r"large|full|big|orig|retina|zoom")
_SRCSET: Final = ("data-srcset", "data-lazy-srcset", "srcset")
_WIDEST: Final = 2048
"""Wider than any column of text at twice the density: larger files of the same picture are for print."""
_NEWER: Final = ("webp", "avif", "jxl")
"""Formats of pictures that not all programs read, those that most do first."""
_STATED_SIZE: Final = re.compile(
    r"(?<![0-9a-z.])(?:[a-z]{0,6}[_=:,-]?|\d{3,4}x)([1-9]\d{2,3})(?![0-9a-wyz])", re.IGNORECASE
)
"""In an address: what may be the width or the height of a picture."""
_DESCRIPTOR: Final = re.compile(r"(\d+(?:\.\d+)?)([wx])")
_PIXELS: Final = re.compile(r"\s*+(\d{1,5})(?:\.\d*+)?\s*+(?:px)?\s*+$")
SOURCES: Final = 20
"""So many sources of one picture or player are looked at."""

_HOST: Final = re.compile(r"^https?://[^/]+")
_QUERY: Final = re.compile(r"[?#].*$")
_SIZE: Final = re.compile(r"[-_x]?\d{2,4}x\d{2,4}|/(?:w|h|width|height|crop|fit|quality|c|q)[_=,/]?\d+\b")
_VARIANT: Final = re.compile(
    r"[-_.@](?:\d{3,4}|\d{2,4}-\d{2,4}|w\d+|h\d+|\dx|v\d{1,3}(?:_\d{1,4}){0,3}|e\d{9,}|scaled|rotated|crop(?:ped)?|x|large|"
    r"medium|small|thumb(?:nail)?|full|original|orig|wide|square|retina|hd|\d{1,2}x\d{1,2})$",
    re.IGNORECASE,
)
"""What publishing systems put behind a picture's name for a size or a cut of it."""
_VARIANTS, _ENDING = 4, 40
"""So many of these are taken off a name, and characters at its end in which one is."""
_EXTENSION: Final = re.compile(r"\.(?:jpe?g|png|gif|webp|avif)$", re.IGNORECASE)
_STEM: Final = 8
"""Characters of a picture's name that tell it from others without what stands behind it."""
_NESTED: Final = re.compile(r".*?[^/?&=]\.(?:jpe?g|png|gif|webp|avif)(?=[?&#]|$)", re.IGNORECASE)
_TELLING: Final = re.compile(
    r"(?=.*[\d_-])(?!(?:(?:image|img|photo|picture|default|share|header|hero|cover|thumb|og)[\W\d_]*)+$).{6,}",
    re.IGNORECASE,
)


def read_picture(
    page: Page, row: int, attributes: Mapping[str, str], addresses: Addresses, *, framed: bool
) -> Image | None:
    """The picture of a row, or None where it is an icon, an advertisement or a counter, or has no address and is to
    have none.

    Args:
        page: the page.
        row: its row.
        attributes: the attributes of the row.
        addresses: makes them absolute.
        framed: it stands in a ``figure``, as only pictures of the article do.
    """
    width, height = pixels(attributes.get("width")), pixels(attributes.get("height"))
    if (width, height) in _RATIOS:
        width = height = None
    if height == 0 and (width or 0) >= SMALLEST:
        height = None
    if max(width or SMALLEST, height or SMALLEST) < SMALLEST or (not framed and (width, height) in _BANNERS):
        return None
    if (width is not None and width < THIN) or (height is not None and height < THIN):
        return None
    src = address_of(page, row, attributes, addresses)
    if src is None and (framed or _is_late(attributes)):
        src = addresses.stand_in(row)
    if src is None or _counts(src):
        return None
    name = src.partition("?")[0].rpartition("/")[2]
    plain_name = width is None or width < 2 * SMALLEST
    if not framed and (name.lower().endswith(".svg") or (plain_name and is_no_photo(name))):
        return None
    return Image(src=src, alt=clean(attributes.get("alt", "")), width=width or None, height=height or None)


def _is_late(attributes: Mapping[str, str]) -> bool:
    """Whether a script is to load a picture, from an address that is not written as one."""
    return "lazy" in attributes.get("class", "") or any(name.startswith("data-") for name in attributes)


def is_no_photo(name: str) -> bool:
    """Whether a file is called like an icon, a logo or the like."""
    return has_any(name.lower(), _MAY_BE_NO_PHOTO) and _NO_PHOTO.search(name) is not None


def has_any(text: str, parts: tuple[str, ...]) -> bool:
    """Whether one of some parts is in a text."""
    for part in parts:  # noqa: SIM110 - a generator takes twice the time
        if part in text:
            return True
    return False


def _counts(src: str) -> bool:
    """Whether an address is of what only counts visits."""
    if not has_any(src.lower(), _MAY_COUNT):
        return False
    if PHOTO.search(src):
        return _COUNTING_HOST.match(src) is not None
    return _COUNTING_HOST.match(src) is not None or _COUNTING_PATH.search(src) is not None


def address_of(page: Page, row: int, attributes: Mapping[str, str], addresses: Addresses) -> str | None:
    """The absolute address of a picture: of the largest file that is sensible to show."""
    found = _first(_candidates(page, row, attributes), addresses)
    if found is None or found.endswith(".gif"):
        # Scripts have names of their own for what they load.
        names = sorted(filter(_OWN.match, attributes), key=lambda name: _LARGE.search(name) is None)
        own = [attributes[name].strip() for name in names]
        found = _first([value for value in own if FILE.fullmatch(value)], addresses) or found
    return found


def _candidates(page: Page, row: int, attributes: Mapping[str, str]) -> Iterator[str]:
    """What may be the address of a picture, the best first. Sources are read where its own attributes have none, or one
    of a smaller file.
    """
    yield from _of_srcset(attributes)
    parent = page.parent.data[row]
    in_picture = page.tag.data[parent] == _PICTURE
    if in_picture:
        own = next(filter(None, map(attributes.get, _OWN_NAMES)), "")
        if _STATED_SIZE.search(own):
            width, address = _widest(sources(page, parent))
            if address and _states_less(own, address, width):
                yield address
    for name in _OWN_NAMES:
        if attributes.get(name):
            yield attributes[name]
    if in_picture:
        for source in sources(page, parent):
            yield from _of_srcset(source)


def _widest(given: Iterable[Mapping[str, str]]) -> tuple[float, str]:
    """The width and address of the widest picture among sources that say how wide theirs are; of several, of the format
    that most programs read.
    """
    best, best_rank = "", (0.0, 0)
    for source in given:
        for name in _SRCSET:
            if not (srcset := source.get(name)):
                continue
            width, address = _best(srcset)
            kind = source.get("type", "").lower() or address.lower()
            rank = (width, next((-number for number, form in enumerate(_NEWER) if form in kind), 1))
            if width and rank > best_rank:
                best, best_rank = address, rank
    return best_rank[0], best


def _states_less(address: str, other: str, width: float) -> bool:
    """Whether an address has sizes that another has not, and all of these are below a width.

    >>> _states_less("/2026/pier-300x200.jpg", "/2026/pier-1600x900.jpg", 1600)
    True
    >>> _states_less("/2026/pier.jpg", "/2026/pier-1600.jpg", 1600)
    False
    """
    sizes = set(map(int, _STATED_SIZE.findall(address))) - set(map(int, _STATED_SIZE.findall(other)))
    return bool(sizes) and max(sizes) < width


def _of_srcset(attributes: Mapping[str, str]) -> Iterator[str]:
    for name in _SRCSET:
        if attributes.get(name):
            yield best_candidate(attributes[name])


def _first(candidates: Iterable[str], addresses: Addresses) -> str | None:
    for candidate in candidates:
        if candidate.lstrip()[:5].lower() == "data:":
            continue
        if not (has_any(candidate.lower(), _MAY_HOLD) and _HOLDER.search(candidate)):
            address = addresses.picture(candidate)
            if address is not None:
                return address
    return None


def sources(page: Page, row: int) -> Iterator[Mapping[str, str]]:
    """The attributes of the source elements in a picture or player."""
    tag, end = page.tag.data, page.end.data
    at = row + 1
    for _ in range(SOURCES):
        if at >= end[row]:
            return
        if tag[at] == _SOURCE:
            yield page.attrs(at)
        at = end[at]


def best_candidate(srcset: str) -> str:
    """The address of the largest picture of a ``srcset`` that is not beyond what is shown.

    >>> best_candidate("a.jpg 320w, b.jpg 1024w, c.jpg 6000w")
    'b.jpg'
    >>> best_candidate("a,b.jpg, c.jpg 2x")
    'c.jpg'
    >>> best_candidate("a.jpg 40w 27h, b.jpg 1200w 800h")
    'b.jpg'
    """
    return _best(srcset)[1]


def _best(srcset: str) -> tuple[float, str]:
    """`best_candidate`, and how wide it is; 0 where that is not said, or it is beyond what is shown."""
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
        rank = (0, -number) if unit == "w" and number > _WIDEST else (1, number)
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
    """An address without size and host: publishers serve one picture in many sizes and from many hosts.

    >>> file_name("https://cdn.paper.example/a/bridge-opening-1200x800.jpg?w=3")
    'bridge-opening'
    >>> file_name("/b/bridge-opening.CROP.x.jpg")
    'bridge-opening'
    """
    path = unquote(_HOST.sub("", address))
    name = _SIZE.sub("", _QUERY.sub("", path)).rsplit("/", 1)[-1]
    extension = _EXTENSION.search(name)
    stem = name[: extension.start()] if extension is not None else name
    for _ in range(_VARIANTS):
        if (variant := _VARIANT.search(stem, max(0, len(stem) - _ENDING))) is None:
            break
        stem = stem[: variant.start()]
    return stem.lower() if len(stem) >= _STEM else name or path


def telling_name(address: str) -> str | None:
    """The `file_name` of an address, if no other picture has it: not ``image.jpg``.

    Of an address that holds another, as those of programs that scale pictures do, it is the inner one's.

    >>> telling_name("/_next/image?url=https%3A%2F%2Fcdn.example%2Fbridge-18273.jpg&w=640")
    'bridge-18273'
    >>> telling_name("/opening/image.jpg")
    """
    if "?" in address and not _EXTENSION.search(_QUERY.sub("", address)):
        nested = _NESTED.match(unquote(address).rpartition("http")[2])
        address = nested[0] if nested is not None else address
    name = _EXTENSION.sub("", file_name(address).rpartition("/")[2])
    return name.lower() if _TELLING.match(name) else None
