"""Images, players and embedded posts, each read from its own element.

Icons, advertisements and tracking pixels are left out. `broadsheet.article.figures` decides which of the images belong
to the article.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter
from typing import Final
from urllib.parse import unquote

from broadsheet.article.blocks import Embed, Image, Post
from broadsheet.article.runs import clean
from broadsheet.facts.addresses import Addresses, is_lost
from broadsheet.page import Page, tags
from broadsheet.patterns import pattern

__all__ = [
    "MAX_CLASS_CHARS",
    "MIN_PHOTO_PIXELS",
    "PHOTO",
    "address_of",
    "file_name",
    "is_no_photo",
    "is_post",
    "posts_in",
    "read_picture",
    "read_player",
    "read_post",
    "telling_name",
    "without_size",
    "words_of",
]

_PICTURE, _SOURCE, _LINK, _QUOTE, _TIME = (tags.IDS[name] for name in "picture source a blockquote time".split())

_WORD: Final = pattern("[A-Z]?[a-z]+|[A-Z]+")

# Sizes are in CSS pixels, chosen by looking at smaller images on news pages.
MIN_PHOTO_PIXELS: Final = 100  # an image smaller in both directions is an icon, an avatar or a bullet
MIN_PIXELS: Final = 50  # an image smaller in one direction is a line, a button or a tracking pixel

_NOT_A_PHOTO: Final = frozenset(
    "spacer gravatar avatar author authors autor icon icons logo logos sprite sprites emoji emojis smiley smileys "
    "smilies placeholder banner captcha".split()
)
"""Words in the file names of icons, logos and the like."""
_NOT_A_DRAWING: Final = frozenset(
    "blank pixel clear transparent loading loader spinner bullet arrow badge button btn share whatsapp rating stars"
    "".split()
)
"""The same for formats that are not used for photographs."""
_DRAWINGS: Final = (".gif", ".png", ".svg")
_TRACKER: Final = pattern(
    r"(?:^|:)//(?:[^/?#]*[.-])?(?:ads(?=\.)|doubleclick|scorecardresearch|quantserve|feedburner|googleadservices|google-analytics|"
    r"adserver|adriver|falkag|impactradius|pointroll|webtrends|chartbeat|imrworldwide|ivwbox|facebook\.com/tr)(?![a-z])",
    re.IGNORECASE,
)
"""Addresses of tracking pixels and advertisements."""
PHOTO: Final = pattern(r"\.(?:jpe?g|webp|avif)(?:$|[?&])", re.IGNORECASE)  # file addresses in a photograph format
_OWN_NAMES: Final = (
    "data-src data-lazy-src data-original data-lazy data-original-src data-url data-image data-hi-res-src "
    "data-full-src data-large-file data-orig-file data-img-url src"
).split()
"""Attributes with an image's address, those for scripts first, as ``src`` may be a placeholder."""
_SRCSET: Final = ("data-srcset", "data-lazy-srcset", "srcset")
_STAND_IN: Final = pattern(r"(?:1x1[\w-]*|1px|blank|grey|leer|spaceball|spacer|trans(?:parent)?)\.(?:gif|png|svg)")
MAX_WIDTH: Final = 2048  # widest file taken, enough for a text column at double density; wider ones are for print
_STATED_SIZE: Final = pattern(
    r"(?<![0-9a-z.])(?:[a-z]{0,6}[_=:,-]?|\d{3,4}x)([1-9]\d{2,3})(?![0-9a-wyz])", re.IGNORECASE
)
"""A number in an address that may be an image's width or height."""
_SRCSET_ITEM: Final = pattern(r"([^\s,](?:\S*[^\s,])?)(?:\s+(?:(\d+(?:\.\d+)?)([wx])(?![^\s,]))?[^,]*)?(?:,|$)")
"""HTML, section 4.8.4.2.1: a URL may contain commas, except at its ends, and its descriptors follow it."""
_PIXELS: Final = pattern(r"\s*+(\d{1,5})(?:\.\d*+)?\s*+(?:px)?\s*+$")
MAX_SOURCES: Final = 20  # most ``source`` elements read per picture or player

_UNWANTED_FRAME: Final = pattern(
    r"doubleclick|googlesyndication|googletagmanager|amazon-adsystem|adservice|/ads?[./]|adnxs|criteo|taboola|outbrain|disqus|"
    r"atdmt|smartads|/banner|[?&]aff(?:iliate|_\w+)=|reddit\.com/static|recaptcha|"
    r"facebook\.com/(?:plugins/(?:like|share|page|follow|facepile|comments)|tr\b)|platform\.twitter\.com/widgets/"
    r"(?:follow|tweet_button|hub)|apis\.google\.com|addthis|sharethis|newsletter|subscribe|consent|livefyre|about:blank",
    re.IGNORECASE,
)
_KINDS: Final = [
    row.split()
    for row in """\
video youtube youtu.be vimeo dailymotion dai.ly brightcove jwplatform jwplayer kaltura streamable twitch.tv ted.com
video wistia vidible ooyala ustream viddler cloudflarestream rumble.com facebook.com/plugins/video
audio soundcloud spotify bandcamp podcast megaphone omny.fm acast audioboom simplecast libsyn buzzsprout /audio audio.
video /video video. player.
post twitter.com //x.com instagram facebook.com/plugins/post tiktok threads.net bsky.app truthsocial reddit //t.me
map /maps maps.google openstreetmap mapbox //umap.
chart //charts. datawrapper dwcdn infogram flourish flo.uri.sh tableau plotly highcharts everviz
document documentcloud scribd issuu slideshare docs.google .pdf""".splitlines()
]
"""Kinds of embeds with parts of URLs that tell them; the first counts, so the general words of videos follow audio."""


def read_picture(page: Page, row: int, addresses: Addresses, *, framed: bool) -> Image | None:
    """Read the image of a row. None for icons, tracking pixels, and images without an address.

    A framed image (in a ``figure``) without an address gets a placeholder. A file name is not used as ``alt``.
    """
    attributes = page.attrs(row)
    width, height = _pixels(attributes.get("width")), _pixels(attributes.get("height"))
    sizes = [size for size in (width, height) if size is not None]
    if sizes and (min(sizes) < MIN_PIXELS or (len(sizes) == 2 and max(sizes) < MIN_PHOTO_PIXELS)):
        return None
    src = address_of(page, row, addresses) or (addresses.stand_in(row) if framed else None)
    if src is None or _TRACKER.search(src):
        return None
    name = src.partition("?")[0].rpartition("/")[2]
    is_large = width is not None and width >= 2 * MIN_PHOTO_PIXELS
    if not framed and (name.lower().endswith(".svg") or (not is_large and is_no_photo(name))):
        return None
    alt = clean(attributes.get("alt", ""))
    return Image(src=src, alt="" if _EXTENSION.search(alt) else alt, width=width, height=height)


def read_player(page: Page, row: int, addresses: Addresses) -> Embed | None:
    """Read the player, frame or embedded post of a row. None for advertisements, widgets, Flash of an unknown kind, and
    posts without an address.
    """
    if page.tag.data[row] == _QUOTE:
        post = read_post(page, row, addresses)
        return Embed(post.url, "post", post.author) if post.url else None
    attributes, tag = page.attrs(row), page.name(row)
    sizes = (_pixels(attributes.get(name)) for name in ("width", "height"))
    if tag != "audio" and any(size is not None and size < MIN_PIXELS for size in sizes):
        return None
    values = [attributes.get(name, "") for name in ("src", "data-src", "data-lazy-src", "data")]
    if is_own := tag in ("video", "audio"):
        values += [source.get("src", "") for source in _sources(page, row)]
    url = next(filter(None, map(addresses.picture, filter(None, values))), None)
    if url is None or (not is_own and _UNWANTED_FRAME.search(url)):
        return None
    lowered = url.lower()
    known = (kind for kind, *parts in _KINDS if any(part in lowered for part in parts))
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
    candidates = (address for address in _candidates(page, row) if not _stands_in(address))
    return next(filter(None, map(addresses.picture, filter(None, candidates))), None)


def _stands_in(address: str) -> bool:
    """Whether an address is that of a placeholder, shown until scripts load the image."""
    if address.lstrip()[:5].lower() == "data:":
        return True
    name = address.strip().partition("?")[0].rpartition("/")[2].lower()
    return "placeholder" in name or _STAND_IN.fullmatch(name) is not None


def _candidates(page: Page, row: int) -> Iterator[str]:
    """Possible addresses of an image, the best first. Those of ``source`` elements come first only if the image's own
    attributes name a smaller file.
    """
    attributes = page.attrs(row)
    yield _srcset(attributes)[1]
    own = [attributes[name] for name in _OWN_NAMES if attributes.get(name)]
    parent = page.parent.data[row]
    others = [_srcset(source) for source in _sources(page, parent)] if page.tag.data[parent] == _PICTURE else []
    # Of equal widths the last, since new formats, which not every program reads, are listed first.
    width, widest = max(reversed(others), key=itemgetter(0)) if others else (0.0, "")
    if own and width and _states_less(own[0], widest, width):
        yield widest
    yield from own
    yield from (address for _, address in others)
    yield from (
        value for name, value in attributes.items() if name.endswith("src") and ("data" in name or "lazy" in name)
    )


def _srcset(attributes: Mapping[str, str]) -> tuple[float, str]:
    """Width and address of the best image of an element's ``srcset``."""
    return next((_best(attributes[name]) for name in _SRCSET if attributes.get(name)), (0.0, ""))


def _states_less(address: str, other: str, width: float) -> bool:
    """Whether an address states sizes that another does not, and all of these are below a width."""
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
    """The width and address of the largest image in a ``srcset``, up to `MAX_WIDTH`; width 0 if unknown."""
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
_SIZE_AT_END: Final = pattern(r"[-_.](\d{2,4})x\d{2,4}(?=\.\w+$)")  # a size at the end of a file name
_WIDTH: Final = pattern(r"(?:^|&)(?:w|width|resize|fit)=(\d+)")  # a width in a query
_SCALING: Final = pattern(r"[?&](?:w|h|width|height|resize|fit|crop|q|quality|strip|auto|format|fm|dpr|ssl)=[^&]*")
"""Parts of a query that say how an image is served, not which image."""
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
    """A file name without host, size and crop: publishers serve one image in many sizes and from many hosts.

    >>> file_name("https://cdn.paper.example/a/bridge-opening-1200x800.jpg?w=3")
    'bridge-opening'
    >>> file_name("/b/bridge-opening.CROP.x.jpg")
    'bridge-opening'
    """
    path = unquote(_HOST.sub("", address))
    name = _SIZE.sub("", _QUERY.sub("", path)).rsplit("/", 1)[-1]
    stem = _EXTENSION.sub("", name)
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


def without_size(address: str) -> tuple[str, float]:
    """An image's address without the parts that state its size, and the stated width, infinite without one.

    >>> without_size("https://cdn.paper.example/a/bridge-300x200.jpg")
    ('https://cdn.paper.example/a/bridge.jpg', 300.0)
    >>> without_size("https://cdn.paper.example/a/bridge.jpg?id=2&w=640")
    ('https://cdn.paper.example/a/bridge.jpg?id=2', 640.0)
    """
    path, mark, query = address.partition("?")
    if _EXTENSION.search(path) is None:
        return address, math.inf
    size = _SIZE_AT_END.search(path) or _WIDTH.search(query)
    same = _SIZE_AT_END.sub("", path) + _SCALING.sub("", mark + query)
    return same, math.inf if size is None else float(size[1])


# Embedded posts: quotations that a social network's script turns into a post.

_NAMED: Final = pattern(
    r"twitter-tweet|twitter-video|instagram-media|tiktok-embed|bluesky-embed|mastodon-embed|fb-post|fb-xfbml|reddit-embed|"
    r"telegram-post|text-post-media"
)
"""Class names of embedded posts."""
_POST_PAGE: Final = pattern(
    r"/status(?:es)?/\d|instagram\.com/(?:p|reel|tv)/|tiktok\.com/@[^/]+/video/|bsky\.app/profile/[^/]+/post/|"
    r"facebook\.com/.+/(?:posts|videos|photos)/|reddit\.com/r/\w+/comments/|//t\.me/\w+/\d|"
    r"threads\.(?:net|com)/@[^/]+/post/|/@\w+/\d{6,}"
)
"""URLs of single posts."""
_SERVICES: Final = (
    ("X", "twitter.com", "//x.com", "twitter-"),
    ("Instagram", "instagram",),
    ("Facebook", "facebook.com", "fb-post", "fb-xfbml"),
    ("Threads", "threads.net", "threads.com", "text-post-media"),
    ("Bluesky", "bsky.app", "bluesky-embed"),
    ("TikTok", "tiktok"),
    ("Telegram", "//t.me", "telegram-post"),
    ("Reddit", "reddit"),
    ("Mastodon", "mastodon-embed", "/@"),
)  # fmt: skip
"""Services, each with parts of URLs or class names that identify it; the first match counts."""
_ACCOUNT: Final = pattern(r"\s*\((@[\w.@-]+)\)|(?<!\S)(@[\w.-]{2,})")  # an account name: ``(@ada)``, or ``@ada``
_DASH: Final = pattern(r"(?:^|\s)[—–―-]+\s+")
_DAY: Final = pattern(r"\d{4}-\d{2}-\d{2}")
MAX_CLASS_CHARS: Final = 1_000  # of class names that are read: many rows may have one parent with a long one
MAX_AUTHOR_CHARS: Final = 60  # longest name of a post's author
MAX_DATE_CHARS: Final = 40  # longest link text that is a post's date


def is_post(page: Page, row: int) -> bool:
    """Whether a quotation is an embedded post: by its class name, its parent's, or the address of its last link."""
    if _NAMED.search(_classes(page, row)):
        return True
    links = _rows_in(page, row, _LINK)
    return bool(links) and _POST_PAGE.search(page.attr(links[-1], "href") or "") is not None


def _classes(page: Page, row: int) -> str:
    """The class names of a row and its parent."""
    return " ".join([(page.attr(at, "class") or "")[:MAX_CLASS_CHARS] for at in (row, int(page.parent[row]))])


def posts_in(page: Page) -> list[int]:
    """The rows of a page's embedded posts: innermost quotations, so that no row is read twice."""
    quotes = [*page.rows_of(_QUOTE), len(page)]
    return [quote for quote, following in pairwise(quotes) if following >= page.end[quote] and is_post(page, quote)]


def read_post(page: Page, row: int, addresses: Addresses) -> Post:
    """Read an embedded post from its quotation, without its text. Its URL is the stated one, else the last link's."""
    attributes = page.attrs(row)
    links = _rows_in(page, row, _LINK)[::-1]
    hrefs = [page.attr(at, "href") or "" for at in links]
    stated = [attributes.get(name, "") for name in ("data-instgrm-permalink", "cite", "data-href")]
    urls = map(addresses.picture, filter(None, (*stated, *hrefs)))
    url = next((one for one in urls if one is not None and not is_lost(one) and _POST_PAGE.search(one)), "")
    names = f"{url} {_classes(page, row)}"
    service = next((name for name, *parts in _SERVICES if any(part in names for part in parts)), "")
    to_posts = [at for at, href in zip(links, hrefs, strict=True) if _POST_PAGE.search(href)]
    return Post((), service, _author(page, row), url, _date(page, row, to_posts))


def _rows_in(page: Page, row: int, tag: int) -> list[int]:
    """The rows with a tag in a row's subtree."""
    rows: list[int] = ((page.tag[row : page.end[row]] == tag).nonzero()[0] + row).tolist()
    return rows


def _author(page: Page, row: int) -> str:
    """The name before the account name, after a dash or as far as it is capitalised; else the account name."""
    first, stop = page.segments.between(row, int(page.end[row]))
    for line in reversed(page.texts[first:stop]):
        for account in reversed(list(_ACCOUNT.finditer(line))):  # the text may name others before
            before = _DASH.split(line[: account.start()])
            name = clean(before[-1]).strip(" ,")
            if len(before) == 1 or len(name) > MAX_AUTHOR_CHARS:
                name = _capitalised_end(name)
            return name or account[1] or account[2]
    return ""


def _capitalised_end(text: str) -> str:
    """The last words of a text, back to one that starts with a lower-case letter or ends a sentence."""
    words = text.split()
    at = len(words)
    while at and not words[at - 1][:1].islower() and words[at - 1][-1:] not in ".:!?":
        at -= 1
    name = " ".join(words[at:])
    return name if len(name) <= MAX_AUTHOR_CHARS else ""


def _date(page: Page, row: int, links: Sequence[int]) -> str:
    """The date of a ``time`` element, else the text of the first link that has a digit."""
    for at in _rows_in(page, row, _TIME):
        if stated := _DAY.match(page.attr(at, "datetime") or ""):
            return stated[0]
    texts = (page.words_of(at, MAX_DATE_CHARS + 1) for at in links)
    return next((text for text in texts if len(text) <= MAX_DATE_CHARS and any(map(str.isdigit, text))), "")
