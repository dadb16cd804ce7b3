"""Images and players by their own attributes: the best of their addresses, and their size or kind.

Icons, advertisements and tracking pixels are left out. Whether one belongs to the article is for
`broadsheet.article.figures`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Final
from urllib.parse import unquote

from broadsheet.article.blocks import Embed, Image
from broadsheet.article.runs import clean
from broadsheet.facts.addresses import Addresses
from broadsheet.page import Page, tags
from broadsheet.patterns import pattern

__all__ = [
    "MIN_PHOTO_PIXELS",
    "PHOTO",
    "address_of",
    "file_name",
    "is_no_photo",
    "read_picture",
    "read_player",
    "telling_name",
    "words_of",
]

_PICTURE: Final = tags.IDS["picture"]
_SOURCE: Final = tags.IDS["source"]

_WORD: Final = pattern("[A-Z]?[a-z]+|[A-Z]+")

# Sizes are in CSS pixels, chosen by looking at smaller images on news pages.
MIN_PHOTO_PIXELS: Final = 100  # an image whose stated sizes are both smaller is an icon, an avatar or a bullet
MIN_PIXELS: Final = 50  # an image with one smaller stated size is a line, a button or a tracking pixel

_NOT_A_PHOTO: Final = frozenset(
    "spacer gravatar avatar author authors autor icon icons logo logos sprite sprites emoji emojis smiley smileys "
    "smilies placeholder banner captcha".split()
)
"""Words in the file names of icons, logos and the like."""
_NOT_A_DRAWING: Final = frozenset(
    "blank pixel clear transparent loading loader spinner bullet arrow badge button btn share whatsapp rating stars"
    "".split()
)
"""The same, in names of files that hold no photographs."""
_DRAWINGS: Final = (".gif", ".png", ".svg")
_TRACKER_HOST: Final = pattern(
    r"https?://(?:(?:[^/?#]*[.-])?(?:doubleclick|scorecardresearch|quantserve|feedburner|googleadservices|google-analytics|"
    r"adserver|webtrends|chartbeat|imrworldwide|ivwbox|facebook\.com/tr)(?![a-z])|"
    r"(?:stats?|pixel|beacon|counter|track(?:er|ing)?)[\d-]*\.)",
    re.IGNORECASE,
)
_TRACKER_PATH: Final = pattern(
    r"/(?:pixels?|beacons?|track(?:er|ing)?|[a-z]*[-_]?(?<!en)counter)(?:[/?.&]|$)|adserver|doubleclick|google-analytics|"
    r"/b/ss/|/delivery/[a-z]{2,3}\.php",
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
_SRCSET_ITEM: Final = pattern(r"(\S*[^\s,])(?:\s+(?:(\d+(?:\.\d+)?)([wx])(?![^\s,]))?[^,]*)?(?:,|$)")
"""HTML, section 4.8.4.2.1: a URL may contain commas but does not end with one, and its descriptors follow it."""
_PIXELS: Final = pattern(r"\s*+(\d{1,5})(?:\.\d*+)?\s*+(?:px)?\s*+$")
MAX_SOURCES: Final = 20  # most ``source`` elements read per picture or player

_UNWANTED_FRAME: Final = pattern(
    r"doubleclick|googlesyndication|googletagmanager|amazon-adsystem|adservice|/ads?[./]|adnxs|criteo|taboola|outbrain|disqus|"
    r"recaptcha|facebook\.com/(?:plugins/(?:like|share|page|follow|facepile|comments)|tr\b)|platform\.twitter\.com/widgets/"
    r"(?:follow|tweet_button|hub)|apis\.google\.com|addthis|sharethis|newsletter|subscribe|consent|livefyre|about:blank",
    re.IGNORECASE,
)
_KINDS: Final = {
    "video": "youtube youtu.be vimeo dailymotion dai.ly brightcove jwplatform jwplayer kaltura streamable twitch.tv "
    "ted.com wistia vidible ooyala rumble.com facebook.com/plugins/video /video video. player.",
    "audio": "soundcloud spotify podcast megaphone omny.fm acast audioboom simplecast libsyn buzzsprout /audio",
    "post": "twitter.com //x.com instagram facebook.com/plugins/post tiktok threads.net bsky.app reddit //t.me",
    "map": "/maps maps.google openstreetmap mapbox //umap.",
    "chart": "datawrapper dwcdn infogram flourish tableau plotly highcharts everviz",
    "document": "documentcloud scribd issuu slideshare docs.google .pdf",
}
"""Parts of addresses that tell the kind of an embed."""


def read_picture(page: Page, row: int, addresses: Addresses, *, framed: bool) -> Image | None:
    """Read the image of a row. None for icons, tracking pixels, and images without an address.

    An image without an address that is framed, in a ``figure``, gets a stand-in.
    """
    attributes = page.attrs(row)
    width, height = _pixels(attributes.get("width")), _pixels(attributes.get("height"))
    sizes = [size for size in (width, height) if size is not None]
    if sizes and (min(sizes) < MIN_PIXELS or (len(sizes) == 2 and max(sizes) < MIN_PHOTO_PIXELS)):
        return None
    src = address_of(page, row, addresses) or (addresses.stand_in(row) if framed else None)
    if src is None or _TRACKER_HOST.match(src) or (not PHOTO.search(src) and _TRACKER_PATH.search(src)):
        return None
    name = src.partition("?")[0].rpartition("/")[2]
    is_large = width is not None and width >= 2 * MIN_PHOTO_PIXELS
    if not framed and (name.lower().endswith(".svg") or (not is_large and is_no_photo(name))):
        return None
    return Image(src=src, alt=clean(attributes.get("alt", "")), width=width, height=height)


def read_player(page: Page, row: int, addresses: Addresses) -> Embed | None:
    """Read the player or frame of a row. None for advertisements and widgets, and for Flash of an unknown kind."""
    attributes, tag = page.attrs(row), page.name(row)
    sizes = (_pixels(attributes.get(name)) for name in ("width", "height"))
    if tag != "audio" and any(size is not None and size < MIN_PIXELS for size in sizes):
        return None
    given = [attributes.get(name, "") for name in ("src", "data-src", "data-lazy-src", "data")]
    if is_own := tag in ("video", "audio"):
        given += [source.get("src", "") for source in _sources(page, row)]
    url = next(filter(None, map(addresses.picture, filter(None, given))), None)
    if url is None or (not is_own and _UNWANTED_FRAME.search(url)):
        return None
    small = url.lower()
    known = (kind for kind, parts in _KINDS.items() if any(part in small for part in parts.split()))
    kind = tag if is_own else next(known, "frame")
    return Embed(url, kind, clean(attributes.get("title", ""))) if kind != "frame" or tag == "iframe" else None


def is_no_photo(name: str) -> bool:
    """Whether a file name is that of an icon, a logo or the like."""
    words = words_of(name)
    is_drawing = name.lower().endswith(_DRAWINGS)
    return not _NOT_A_PHOTO.isdisjoint(words) or (is_drawing and not _NOT_A_DRAWING.isdisjoint(words)) or "1x1" in name


@lru_cache(maxsize=4096)
def words_of(name: str) -> frozenset[str]:
    """The words in the name of a file or class, in lower case."""
    return frozenset(map(str.lower, _WORD.findall(name)))


def address_of(page: Page, row: int, addresses: Addresses) -> str | None:
    """The absolute address of an image: the largest file up to `MAX_WIDTH`."""
    candidates = (address for address in _candidates(page, row) if address.lstrip()[:5].lower() != "data:")
    return next(filter(None, map(addresses.picture, filter(None, candidates))), None)


def _candidates(page: Page, row: int) -> Iterator[str]:
    """Possible addresses of an image, the best first. ``source`` elements come before the image's own attributes only
    if these name a smaller file.
    """
    attributes = page.attrs(row)
    yield _srcset(attributes)[1]
    own = [attributes[name] for name in _OWN_NAMES if attributes.get(name)]
    parent = page.parent.data[row]
    others = [_srcset(source) for source in _sources(page, parent)] if page.tag.data[parent] == _PICTURE else []
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


def _sources(page: Page, row: int) -> Iterator[Mapping[str, str]]:
    """The attributes of the ``source`` elements in a picture or player."""
    end = page.end.data
    at = row + 1
    for _ in range(MAX_SOURCES):
        if at >= end[row]:
            return
        if page.tag[at] == _SOURCE:
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
    ranked = []
    for address, number, unit in _SRCSET_ITEM.findall(srcset):
        size = float(number or 1)
        if unit == "w" and size > MAX_WIDTH:
            ranked.append((-size, 0.0, address))
        else:
            ranked.append((size, size if unit == "w" else 0.0, address))
    return max(ranked, key=itemgetter(0), default=(0.0, 0.0, ""))[1:]


def _pixels(value: str | None) -> int | None:
    """HTML, section 2.3.4.4 (rules for parsing dimension values), without percentages."""
    match = _PIXELS.match(value) if value else None
    return int(match[1]) if match else None


# Names of image files.

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
