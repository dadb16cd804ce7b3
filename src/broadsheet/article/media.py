"""Which pictures and embedded players belong to an article, and their addresses.

It must not know how they are written. It reads attributes only of rows that may be pictures or frames, in the part of
the page that holds the text, and of the elements right around them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.article.addresses import Addresses
from broadsheet.article.blocks import Embed, Image
from broadsheet.article.runs import clean
from broadsheet.page import Page, tags
from broadsheet.page.arrays import BoolArray

__all__ = ["CANDIDATE", "Media", "Region", "find"]

CANDIDATE: Final = tags.mask("img iframe video audio embed object")
_IMG: Final = tags.IDS["img"]
_BLOCKQUOTE: Final = tags.IDS["blockquote"]
_PICTURE: Final = tags.IDS["picture"]
_SOURCE: Final = tags.IDS["source"]
_NOSCRIPT: Final = tags.IDS["noscript"]
_LINK: Final = tags.IDS["a"]
_FIGURE: Final = tags.ids("figure picture")
_FIGURE_TAG: Final = tags.IDS["figure"]
_CAPTIONING: Final = tags.mask("figure figcaption")
_MAIN: Final = tags.ids("article main")
_ELSEWHERE: Final = tags.ids("nav footer form button menu")
_ASIDE: Final = tags.IDS["aside"]
_HEADING: Final = tags.HEADING

_AMP: Final = {"amp-img": "img", "amp-anim": "img", "amp-iframe": "iframe", "amp-video": "video", "amp-audio": "audio",
               "amp-youtube": "youtube", "lite-youtube": "youtube"}  # fmt: skip

# Sizes, in CSS pixels: found by looking at what is under them on news pages.
_SMALLEST: Final = 100
"""A picture that says it is smaller than this both ways is an icon, an avatar or a bullet."""
_THIN: Final = 50
"""And one that is thinner than this one way is a line, a button or a pixel."""
_BANNERS: Final = frozenset(
    ((468, 60), (728, 90), (970, 90), (970, 250), (234, 60), (120, 600), (160, 600), (120, 240), (320, 50), (300, 600))
)
"""Sizes of advertisements (IAB display guidelines) that photographs do not have."""

_NO_PHOTO: Final = re.compile(
    r"(?<![a-z])(?:spacer|1x1|gravatar|avatar|authors?|autor|icons?|logos?|sprites?|emojis?|smil(?:ies|ey|eys)|placeholder|banner|captcha|"
    r"(?:blank|pixel|clear|transparent|loading|loader|spinner|bullet|arrow|badge|button|btn|share|whatsapp|rating|"
    r"stars?-\d)(?=.*\.(?:gif|png|svg)$))(?![a-z])",
    re.IGNORECASE,
)
"""Words in a picture's file name that say that it is no picture of anything; some only where its format is not one of
photographs."""
_COUNTER: Final = re.compile(
    r"doubleclick|scorecardresearch|quantserve|feedburner|googleadservices|google-analytics|facebook\.com/tr\b|/pixel\b|"
    r"//pixel|beacon|adserver|/b/ss/|counter|webtrends|chartbeat|imrworldwide|ivwbox|/track(?:er|ing)?\b|//stats?\.",
    re.IGNORECASE,
)
"""Parts of the addresses of pictures that only count visits."""
_HOLDER: Final = re.compile(
    r"(?<![a-z0-9])(?:blank|spacer|pixel|1x1|clear|transparent|placeholder|lazy|lazyload|loading|loader|grey|gray|empty|dummy)"
    r"(?:[^a-z/][^/]*)?\.(?:gif|svg)(?:$|\?)"
    r"|/(?:blank|spacer|pixel|1x1|transparent|placeholder|lazy|lazyload|loading|empty|dummy)[\d_x.-]*\.(?:png|jpe?g|webp)(?:$|\?)",
    re.IGNORECASE,
)
"""Pictures that hold the place of one that a script loads later."""
_PORTRAIT: Final = re.compile(
    r"(?<!\d)(\d{2}|1\d\d)x\1(?!\d)|[?&,/](?:im)?w(?:idth)?[=_]\d{2}(?!\d)|[?&]w(?:idth)?=(\d{2,3})&h(?:eight)?=\2(?!\d)"
)
"""Sizes in addresses of small square pictures, as those of authors are."""
_PHOTO: Final = re.compile(r"\.(?:jpe?g|webp|avif)(?:$|[?&])", re.IGNORECASE)
_NOT_OURS: Final = re.compile(
    r"(?<![a-z])(?:avatar|gravatar|author|byline|bio|icon|logo|social|share|sharing|emoji|wp-smiley|related|recommend\w*|"
    r"newsletter|promo|sponsor\w*|advert\w*|ad|ads|adslot|sidebar|outbrain|taboola|comments?|breadcrumbs?|"
    r"read-?more|more-?from|most-?read|nav|navigation|paging|print-?only)(?![a-z])",
    re.IGNORECASE,
)
"""Words in the class or id of a picture or of what is around it, where that holds no text of the article."""
_CAPTIONED: Final = re.compile(
    r"(?<![a-z])(?:wp-caption|caption|image-?caption|photo-?caption|media-?caption)(?![a-z])", re.IGNORECASE
)
_POST: Final = re.compile(
    r"twitter-tweet|twitter-video|instagram-media|tiktok-embed|bluesky-embed|mastodon-embed|fb-post|reddit-embed|telegram-post"
)
"""Classes of the quotations that scripts of other sites turn into posts."""
_POST_PAGE: Final = re.compile(
    r"/status(?:es)?/\d|instagram\.com/(?:p|reel|tv)/|tiktok\.com/@[^/]+/video/|bsky\.app/profile/[^/]+/post/|"
    r"facebook\.com/.+/(?:posts|videos|photos)/|reddit\.com/r/\w+/comments/|t\.me/\w+/\d|/@\w+/\d{6,}"
)
"""Addresses of single posts."""
_UNWANTED_FRAME: Final = re.compile(
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
"""Parts of addresses that say what a frame shows."""
_LAZY: Final = tuple(
    "data-src data-lazy-src data-original data-lazy data-original-src data-url data-image data-hi-res-src "
    "data-full-src data-large-file data-orig-file".split()
)
_SRCSET: Final = ("data-srcset", "data-lazy-srcset", "srcset")
_WIDEST: Final = 2048
"""Wider than any column of text at twice the density: larger files of the same picture are for print."""

_DESCRIPTOR: Final = re.compile(r"(\d+(?:\.\d+)?)([wx])")

_HIGHEST: Final = 40
"""So many levels above a picture are looked at: the deepest real ones are in about 30."""
_NAMED: Final = 6
"""So many of them are asked for their class and id."""
_MOST: Final = 1_000
"""So many pictures and players are looked at between the first words and the last."""
_SOURCES: Final = 20
"""And so many sources of one picture or player."""
_LEAD_GAP: Final = 600
"""At most so many characters (a headline, a standfirst, a byline) are between the leading picture and the text."""
_LEAD_TRIED, _LEAD_SEEN = 8, 40
"""Pictures before the text that may be the leading one, and so many with icons and the like among them."""
_FEW_LINKED: Final = 15
"""So many linked characters may be a photographer's name; more, where most of the text is linked, are a teaser."""
_CAPTION_SIZE: Final = 400
"""The longest text beside a picture that is taken for its caption without being marked as one."""


@dataclass(frozen=True, slots=True)
class Region:
    """Where the kept text is: the first and last row of it, the lowest element that holds nearly all, and how much of
    it is in each row's subtree, shape (page size,).
    """

    first: int
    last: int
    container: int
    mass: NDArray[Any]


@dataclass(frozen=True, slots=True)
class Media:
    """What was found, by row.

    Attributes:
        items: pictures and players.
        captioned: elements that are figures though they are not called that.
        lead: the row where the leading figure begins, if there is one before the text.
    """

    items: Mapping[int, Image | Embed]
    captioned: frozenset[int]
    lead: int | None


def find(page: Page, region: Region, addresses: Addresses) -> Media:
    """The pictures and players between the first and the last words of an article, and the one before them."""
    search = _Search(page, region, addresses)
    search.between()
    lead = search.leading()
    return Media(search.items, frozenset(search.captioned), lead)


class _Search:
    __slots__ = (
        "_chars",
        "_links",
        "addresses",
        "before",
        "captioned",
        "classes",
        "islands",
        "items",
        "names",
        "otherwise",
        "page",
        "region",
        "seen",
    )

    def __init__(self, page: Page, region: Region, addresses: Addresses) -> None:
        self.page = page
        self.region = region
        self.addresses = addresses
        self.items: dict[int, Image | Embed] = {}
        self.before: list[tuple[int, str]] = []
        self.captioned: set[int] = set()
        self.seen: set[str] = set()
        self.islands: dict[int, bool] = {}
        self.names: dict[str, bool] = {}
        self.otherwise: dict[int, bool] = {}
        self.classes: dict[int, str] = {}
        self._chars: NDArray[Any] | None = None
        self._links: NDArray[Any] | None = None

    def between(self) -> None:
        region = self.region
        # The first words may stand before the element that holds nearly all of the text, as a standfirst does, and the
        # last ones behind it.
        first, last = region.first, region.last + 1
        found = list(islice(self.candidates(first, last), _MOST))
        # With those of the pictures before the text, which `leading` looks at: one look at the page for all.
        self.before = list(self.candidates(self.lead_limit(), region.first))
        self.read_names([row for row, _ in (*found, *self.before[-_LEAD_SEEN:])])
        for row, kind in found:
            # A post has words of its own, and is no picture with a caption.
            top = row if kind == "post" else self.island(row)
            if self.belongs(row, top):
                item = self.read(row, kind)
                if item is not None and (self.is_within(row) or self.is_photo(row, top, item)):
                    self.items[row] = self.with_caption(row, top, item)

    def leading(self) -> int | None:
        """The row where the figure directly before the text begins."""
        page, region = self.page, self.region
        words = self.words()
        tried = 0
        for row, kind in reversed(self.before[-_LEAD_SEEN:]):
            unit = self.unit(row)
            if int(words[region.first] - words[min(int(page.end[unit]), region.first)]) > _LEAD_GAP:
                return None
            if page.end[unit] > region.first or not self.belongs(row, unit, lead=True):
                continue
            tried += 1
            if tried > _LEAD_TRIED:
                return None
            item = self.read(row, kind)
            if item is None:
                continue
            if self.is_within(row) or self.is_framed(row) or self.is_large(item):
                self.items[row] = item
                return unit
        return None

    def is_within(self, row: int) -> bool:
        """Whether a row is in the element that holds nearly all of the text."""
        return self.region.container < row < int(self.page.end[self.region.container])

    def is_photo(self, row: int, top: int, item: Image | Embed) -> bool:
        """Whether what stands among the first or last words, outside of the element with the text, is a picture of the
        article, and not of its author.
        """
        if isinstance(item, Embed):
            return True
        if _PORTRAIT.search(item.src):
            return False
        words = self.words()
        bare = bool(words[self.page.end[top]] == words[top]) and _PHOTO.search(item.src) is not None
        return self.is_framed(row) or self.is_large(item) or bare

    def is_framed(self, row: int) -> bool:
        """Whether a row is in a figure or a picture element."""
        page = self.page
        return int(page.tag[self.unit(row)]) in _FIGURE or int(page.tag[page.parent[row]]) in _FIGURE

    def is_large(self, item: Image | Embed) -> bool:
        """Whether something is larger than icons and portraits."""
        return isinstance(item, Embed) or (item.width or 0) >= 2 * _SMALLEST

    def lead_limit(self) -> int:
        """The first row where a leading picture is looked for: the article's element, or three levels up."""
        page, container = self.page, self.region.container
        up = page.ancestors(container)
        for row in up:
            if int(page.tag[row]) in _MAIN:
                return row
        if int(page.tag[container]) in _MAIN:
            return container
        levels = [row for row in up if row > page.body][:3]
        return levels[-1] if levels else container

    def candidates(self, first: int, last: int) -> Iterator[tuple[int, str]]:
        """Rows that may be pictures or players, with the name of the element that they are like."""
        page = self.page
        tag = page.tag[first:last]
        bare = self.region.mass[first:last] == 0
        wanted = CANDIDATE[tag] | (bare & ((tag == tags.UNKNOWN) | (tag == _BLOCKQUOTE)))
        for row in (wanted.nonzero()[0] + first).tolist():
            name = page.name(row)
            if int(page.tag[row]) == tags.UNKNOWN:
                if name not in _AMP:
                    continue
                name = _AMP[name]
            elif name == "blockquote":
                if not _POST.search(page.attrs(row).get("class", "")):
                    continue
                name = "post"
            if not page.hidden[row] or self.stands_for_another(row, name):
                yield row, name

    def stands_for_another(self, row: int, name: str) -> bool:
        """Whether a hidden row is shown after all: a frame, whose fallback alone is hidden, or the picture that a page
        without scripts shows in the place of one that has no address yet.
        """
        page = self.page
        up = int(page.parent[row])
        if name == "iframe":
            return not page.hidden[up]
        if name != "img":
            return False
        for _ in range(_HIGHEST):
            if up <= 0 or int(page.tag[up]) == _NOSCRIPT:
                break
            up = int(page.parent[up])
        return int(page.tag[up]) == _NOSCRIPT and not page.hidden[page.parent[up]] and not self.has_picture_beside(up)

    def has_picture_beside(self, noscript: int) -> bool:
        """Whether the picture in a noscript element is there for scripts as well, right before or after."""
        page = self.page
        parent = int(page.parent[noscript])
        first, end = parent + 1, int(page.end[parent])
        first, end = max(first, noscript - 12), min(end, int(page.end[noscript]) + 12)
        for row in range(first, end):
            if (
                int(page.tag[row]) == _IMG
                and not page.hidden[row]
                and (row in self.items or self.address(row, page.attrs(row)) is not None)
            ):
                return True
        return False

    # Where a picture is.

    def island(self, row: int) -> int:
        """The highest element around a row that holds no kept text."""
        page, mass = self.page, self.region.mass
        up = int(page.parent[row])
        for _ in range(_HIGHEST):
            if up <= 0 or mass[up]:
                break
            row, up = up, int(page.parent[up])
        return row

    def unit(self, row: int) -> int:
        """The figure that a row is in, or the row."""
        page = self.page
        at = row
        for _ in range(6):
            at = int(page.parent[at])
            if at <= 0:
                break
            if int(page.tag[at]) == _FIGURE_TAG:
                return at
        return row

    def words(self) -> NDArray[Any]:
        """Shown characters before each row, shape (page size + 1,), those of captions excepted."""
        if self._chars is None:
            page = self.page
            shown: BoolArray = page.shown & ~page.under(_CAPTIONING[page.tag])
            self._chars = _before(np.where(shown, page.chars, 0))
            self._links = _before(np.where(shown, page.link_chars, 0))
        return self._chars

    def links(self) -> NDArray[Any]:
        self.words()
        assert self._links is not None  # noqa: S101 - made together with the words
        return self._links

    def belongs(self, row: int, top: int, *, lead: bool = False) -> bool:
        """Whether a picture is the article's and not a teaser's, an author's or the site's."""
        page, mass, words = self.page, self.region.mass, self.words()
        if top != row or lead:
            if top not in self.islands:
                self.islands[top] = self.is_bare(top)
            if not self.islands[top]:
                return False
        # From the picture up: what says that all of it is something else?
        at, in_figure = row, False
        for level in range(_HIGHEST):
            if at <= 0 or mass[at]:
                break
            kind = int(page.tag[at])
            if kind in _ELSEWHERE or (kind == _ASIDE and not in_figure):
                return False
            in_figure = in_figure or kind in _FIGURE
            if kind == _LINK and words[page.end[at]] > words[at]:
                return False  # a teaser: picture and headline in one link
            if level < _NAMED and at != self.region.container:
                if at not in self.otherwise:
                    self.read_names([row])
                if self.otherwise[at]:
                    return False
            at = int(page.parent[at])
        return True

    def read_names(self, rows: Sequence[int]) -> None:
        """Note of some rows and what is right above them whether their class or id is not the article's."""
        parent = self.page.parent
        around: list[int] = []
        for row in rows:
            at = row
            for _ in range(_NAMED):
                if at <= 0:
                    break
                if at not in self.otherwise:
                    around.append(at)
                    self.otherwise[at] = False
                at = int(parent[at])
        classes, ids = (self.page.joined(around, (name,)) for name in ("class", "id"))
        for at, of_class, of_id in zip(around, classes, ids, strict=True):
            self.otherwise[at] = self.is_named_otherwise(of_class) or self.is_named_otherwise(of_id)
            self.classes[at] = of_class

    def is_named_otherwise(self, name: str | None) -> bool:
        """Whether a class or id says that an element is not the article's. Most of them are on many elements."""
        if not name:
            return False
        if name not in self.names:
            self.names[name] = _NOT_OURS.search(name) is not None
        return self.names[name]

    def is_bare(self, top: int) -> bool:
        """Whether the text in an element without kept text may be a caption: short, without headings and few links."""
        page, words = self.page, self.words()
        begin, end = top, int(page.end[top])
        text = int(words[end] - words[begin])
        if not text:
            return True
        linked = int(self.links()[end] - self.links()[begin])
        if text > _CAPTION_SIZE or (linked > _FEW_LINKED and 2 * linked > text):
            return False
        headings = _HEADING[page.tag[begin:end]] & (words[page.end[begin:end]] > words[begin:end])
        return not headings.any()

    def with_caption(self, row: int, top: int, item: Image | Embed) -> Image | Embed:
        """Note what the caption of a picture outside any figure is."""
        page, mass = self.page, self.region.mass
        at = row
        for _ in range(4):
            if int(page.tag[at]) == _FIGURE_TAG:
                return item
            if at != row and mass[at] <= _CAPTION_SIZE and _CAPTIONED.search(self.classes[at]):
                self.captioned.add(at)
                return item
            at = int(page.parent[at])
            if at <= self.region.container < page.end[at]:
                break
        if top != row and self.words()[page.end[top]] > self.words()[top]:
            self.captioned.add(top)
        return item

    # What a picture is.

    def read(self, row: int, kind: str) -> Image | Embed | None:
        attributes = self.page.attrs(row)
        item: Image | Embed | None
        if kind == "img":
            item = self.image(row, attributes)
            key = item.src if item is not None else ""
        else:
            item = self.embed(row, kind, attributes)
            key = item.url if item is not None else ""
        if item is None or key in self.seen:
            return None
        self.seen.add(key)
        return item

    def image(self, row: int, attributes: Mapping[str, str]) -> Image | None:
        width, height = _pixels(attributes.get("width")), _pixels(attributes.get("height"))
        if max(width or _SMALLEST, height or _SMALLEST) < _SMALLEST or (width, height) in _BANNERS:
            return None
        if (width is not None and width < _THIN) or (height is not None and height < _THIN):
            return None
        if self.is_named_otherwise(attributes.get("class")):
            return None
        src = self.address(row, attributes)
        if src is None or _COUNTER.search(src):
            return None
        name = src.partition("?")[0].rpartition("/")[2]
        plain_name = width is None or width < 2 * _SMALLEST
        if not self.in_figure(row) and (name.lower().endswith(".svg") or (plain_name and _NO_PHOTO.search(name))):
            return None
        return Image(src=src, alt=clean(attributes.get("alt", "")), width=width or None, height=height or None)

    def in_figure(self, row: int) -> bool:
        return int(self.page.tag[self.unit(row)]) == _FIGURE_TAG

    def address(self, row: int, attributes: Mapping[str, str]) -> str | None:
        """The absolute address of a picture: of the largest file that is sensible to show."""
        candidates = [best_candidate(attributes[name]) for name in _SRCSET if attributes.get(name)]
        candidates += [attributes[name] for name in _LAZY if attributes.get(name)]
        candidates.append(attributes.get("src", ""))
        parent = int(self.page.parent[row])
        if int(self.page.tag[parent]) == _PICTURE:
            for source in self.sources(parent):
                candidates += [best_candidate(source[name]) for name in _SRCSET if source.get(name)]
        for candidate in candidates:
            if candidate and candidate.lstrip()[:5].lower() != "data:" and not _HOLDER.search(candidate):
                address = self.addresses.picture(candidate)
                if address is not None:
                    return address
        return None

    def sources(self, row: int) -> Iterator[Mapping[str, str]]:
        """The attributes of the source elements in a picture or player."""
        page = self.page
        at, end = row + 1, int(page.end[row])
        for _ in range(_SOURCES):
            if at >= end:
                return
            if int(page.tag[at]) == _SOURCE:
                yield page.attrs(at)
            at = int(page.end[at])

    def embed(self, row: int, kind: str, attributes: Mapping[str, str]) -> Embed | None:
        width, height = _pixels(attributes.get("width")), _pixels(attributes.get("height"))
        if kind not in ("audio", "youtube") and (
            (width is not None and width < _THIN) or (height is not None and height < _THIN)
        ):
            return None
        title = clean(attributes.get("title", ""))
        if kind == "post":
            url = self.post(row, attributes)
            return None if url is None else Embed(url=url, kind="post", title=title)
        if kind == "youtube":
            identity = attributes.get("data-videoid") or attributes.get("videoid") or ""
            if not re.fullmatch(r"[\w-]{6,20}", identity):
                return None
            return Embed(url=f"https://www.youtube.com/watch?v={identity}", kind="video", title=title)
        sources = [attributes.get(name, "") for name in ("src", "data-src", "data-lazy-src", "data")]
        if kind in ("video", "audio"):
            sources += [source.get("src", "") for source in self.sources(row)]
        for source in sources:
            url = self.addresses.picture(source) if source else None
            if url is None:
                continue
            if kind in ("video", "audio"):
                return Embed(url=url, kind=kind, title=title)
            if _UNWANTED_FRAME.search(url):
                return None
            known = _kind(url)
            if known is None and kind != "iframe":
                return None  # Flash and applets of an unknown kind
            return Embed(url=url, kind=known or "frame", title=title)
        return None

    def post(self, row: int, attributes: Mapping[str, str]) -> str | None:
        """The address of an embedded post that is no part of the text: what it states, else its last link to one."""
        links = [at for at in range(row, int(self.page.end[row])) if int(self.page.tag[at]) == _LINK]
        stated = [attributes.get(name, "") for name in ("data-instgrm-permalink", "cite", "data-href")]
        for address in (*stated, *(self.page.attrs(at).get("href", "") for at in reversed(links))):
            url = self.addresses.picture(address) if address else None
            if url is not None and _POST_PAGE.search(url):
                return url
        return None


def _kind(url: str) -> str | None:
    url = url.lower()
    return next((kind for kind, parts in _KINDS.items() if any(part in url for part in parts.split())), None)


def best_candidate(srcset: str) -> str:
    """The address of the largest picture of a ``srcset`` that is not beyond what is shown.

    >>> best_candidate("a.jpg 320w, b.jpg 1024w, c.jpg 6000w")
    'b.jpg'
    >>> best_candidate("a,b.jpg, c.jpg 2x")
    'c.jpg'
    >>> best_candidate("a.jpg 40w 27h, b.jpg 1200w 800h")
    'b.jpg'
    """
    best, best_rank = "", (-1, 0.0)
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
    return best


def _pixels(value: str | None) -> int | None:
    """HTML, section 2.3.4.4 (rules for parsing dimension values), without percentages."""
    match = re.match(r"\s*(\d{1,5})(?:\.\d*)?\s*(?:px)?\s*$", value) if value else None
    return int(match[1]) if match else None


def _before(values: NDArray[Any]) -> NDArray[Any]:
    out = np.zeros(len(values) + 1, dtype=np.int64)
    np.cumsum(values, out=out[1:])
    return out
