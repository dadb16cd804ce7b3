"""Which images and embedded players belong to an article, and their addresses.

Attributes are read only for rows that may be images or frames, in the part of the page that holds the text, and for
their ancestors.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from numpy.typing import NDArray

from broadsheet.article.blocks import Embed, Image
from broadsheet.article.captions import MAX_CAPTION_CHARS, captioned, following
from broadsheet.article.pictures import MIN_PHOTO_PIXELS, PHOTO, address_of, is_no_photo, read_picture, telling_name
from broadsheet.article.players import read_player
from broadsheet.article.posts import named_post
from broadsheet.article.teasers import DOUBTFUL, FOREIGN, MAX_LINKED_CHARS, Names, is_teaser, shows_author
from broadsheet.facts.addresses import Addresses, is_unwritten
from broadsheet.page import Page, tags
from broadsheet.page.arrays import holds, sums_before

__all__ = ["CANDIDATE", "Media", "Region", "find"]

CANDIDATE: Final = tags.mask("img iframe video audio embed object")
_ONLY_BARE: Final = tags.ids("#unknown blockquote")
"""Elements that may stand for one of these if they hold no kept text."""
_MAYBE: Final = CANDIDATE | tags.mask("#unknown blockquote")
_IMG: Final = tags.IDS["img"]
_NOSCRIPT: Final = tags.IDS["noscript"]
_LINK: Final = tags.IDS["a"]
_FIGURE: Final = tags.ids("figure picture")
_FIGURE_TAG: Final = tags.IDS["figure"]
_FIGCAPTION: Final = tags.IDS["figcaption"]
_BUTTON: Final = tags.IDS["button"]
_META: Final = tags.IDS["meta"]
_H1: Final = tags.IDS["h1"]
_MAIN: Final = tags.ids("article main")
_ELSEWHERE: Final = tags.ids("nav footer form button menu")
_ASIDE: Final = tags.IDS["aside"]
_HEADING: Final = tags.HEADING

_NO_CAPTION: Final = tags.mask("h1 h2 h3 h4 h5 h6 time address ul ol header")

_AMP: Final = {"amp-img": "img", "amp-anim": "img", "amp-iframe": "iframe", "amp-video": "video", "amp-audio": "audio",
               "amp-youtube": "youtube", "lite-youtube": "youtube"}  # fmt: skip

_PORTRAIT: Final = re.compile(
    r"(?<!\d)(\d{2}|1\d\d)x\1(?!\d)|[?&,/](?:im)?w(?:idth)?[=_]\d{2}(?!\d)|[?&]w(?:idth)?=(\d{2,3})&h(?:eight)?=\2(?!\d)"
)
"""Sizes of small square images, such as author portraits, in addresses."""
_PICTURED: Final = re.compile(
    r"(?<![a-z])(?:image|photo|picture|figure|foto|bild|caption|media|imagen|imagem|immagine|kuva)s?(?![a-z])",
    re.IGNORECASE,
)
"""Class names of elements that hold an image with its caption."""
_PICTURED_PART: Final = re.compile(
    r"image|img|photo|pict|media|figure|foto|bild|caption|thumb|visual|hero", re.IGNORECASE
)
"""Parts of the class names of elements that hold a lead image with its caption."""
MAX_LEVELS: Final = 40  # Ancestor levels of an image that are checked. The deepest real ones have about 30.
MAX_NAMED_LEVELS: Final = 6  # levels among them whose class and id are checked
MAX_MEDIA: Final = 1_000  # images and players checked between the first words and the last
MAX_LEAD_GAP: Final = 800  # characters between the lead image and the text: headline, standfirst, byline
MAX_LEAD_TRIED: Final = 8  # images before the text that may be the lead image
MAX_LEAD_SEEN: Final = 40  # images before the text that are looked at, icons included
MAX_STATED_SEEN: Final = 60  # images before the text among which a stated one is looked for
MAX_BEHIND_CHARS: Final = 1_000  # characters between the first words and a lead image after them
MAX_SIZE_DIGITS: Final = 6  # a size has fewer digits
MAX_LEAD_LEVELS: Final = 3  # levels above the text in which a lead image may be, and above the image for its caption
MAX_ASPECT_RATIO: Final = 5  # wider images are mastheads and banners, not lead images
MAX_HEADLINES: Final = 5  # headlines that are checked
MIN_HEADLINE_CHARS: Final = 20
_STATING: Final = re.compile(r"(?:og:image(?::(?:secure_)?url)?|twitter:image(?::src)?|image) ", re.IGNORECASE)
MAX_METAS: Final = 300  # ``meta`` elements that are read
NAME_PREFIX_CHARS: Final = 4  # characters of an image's file name that each of its addresses holds (cheap pre-check)
_ADDRESSES: Final = ("src", "data-src", "srcset", "data-srcset")
_LAZY: Final = ("data-src", "data-original", "data-lazy-src")  # attributes from which scripts load images
MAX_ROWS_APART: Final = 12  # rows between a ``noscript`` element and the image that it repeats


@dataclass(frozen=True, slots=True)
class Region:
    """Where the kept text is.

    Attributes:
        first: its first row.
        last: its last row.
        container: the lowest element that holds nearly all of it.
        mass: its characters in each row's subtree, shape (page size,).
    """

    first: int
    last: int
    container: int
    mass: NDArray[Any]


@dataclass(frozen=True, slots=True)
class Media:
    """The images and players found, by row.

    Attributes:
        items: images and players.
        captioned: elements that act as figures without being called so.
        captions: elements that are the caption of the figure right before them, if it has none.
        lead: the first row of the lead figure, if there is one before the text.
        stop: the row after the last word and the figures right after it.
    """

    items: Mapping[int, Image | Embed]
    captioned: frozenset[int]
    captions: frozenset[int]
    lead: int | None
    stop: int


def find(page: Page, region: Region, addresses: Addresses) -> Media:
    """Find the images and players among the words of an article, the lead figure before them, and the captioned figures
    right after them.
    """
    search = _Search(page, region, addresses)
    search.between()
    lead = search.leading()
    stop = search.after_text()
    figures, captions = search.captions()
    if lead is not None:  # an element around it may be a figure too
        lead = min((lead, *(row for row in figures if row < lead < page.end[row])))
    return Media(search.items, frozenset(figures), frozenset(captions), lead, stop)


class _Search:
    def __init__(self, page: Page, region: Region, addresses: Addresses) -> None:
        self.page = page
        self.region = region
        self.addresses = addresses
        # Columns that are read one row at a time: a view gives plain numbers, and faster than the array.
        self.tag, self.parent, self.end = page.tag.data, page.parent.data, page.end.data
        self.hidden, self.mass = page.hidden.data, region.mass.data
        captions = (page.tag == _FIGURE_TAG) | (page.tag == _FIGCAPTION)
        self._outside_captions = page.shown & ~page.under(captions) if holds(captions) else page.shown
        self.words = sums_before(page.chars * self._outside_captions).data  # visible characters before each row
        self.items: dict[int, Image | Embed] = {}
        self.tops: dict[int, int] = {}  # the element that may hold the caption, by item
        self.before: list[tuple[int, str]] = []  # candidates before the text
        self.seen: set[str] = set()  # addresses taken
        self.bare: dict[int, bool] = {}  # results of `is_bare`
        self.names = Names()
        self.name_weights: dict[int, int] = {}  # weight of class and id, by row
        self.refused: list[int] = []  # images near the first words that were not taken
        self.stated: frozenset[str] = frozenset()  # file names of the stated images
        self.stated_prefixes: list[str] = []
        self.units: dict[int, int] = {}  # results of `unit`
        self._headline: int | None = None
        self._links: Sequence[int] | None = None

    # Where images are looked for.

    def between(self) -> None:
        """Take the images and players between the first words and the last."""
        region = self.region
        # The first words may be outside the container, as a standfirst is, and so may the last.
        first, last = region.first, region.last + 1
        found = list(islice(self.candidates(first, last), MAX_MEDIA))
        # Read class names once for these and for the images before the text, which `leading` looks at.
        words = self.words
        near = bisect_left(words, words[first] - MAX_LEAD_GAP, hi=first)
        self.before = list(self.candidates(max(self.lead_limit(), near), first))[-MAX_LEAD_SEEN:]
        self.read_names([row for row, _ in (*found, *self.before)])
        for row, kind in found:
            # A post has text of its own, and is no image with a caption.
            top = row if kind == "post" else self.textless_ancestor(row)
            item = self.read(row, kind) if self.belongs(row, top) else None
            if item is not None and (self.is_within(row) or self.is_photo(row, top, item)):
                self.take(row, item, top)
            elif kind == "img" and words[row] - words[region.first] <= MAX_BEHIND_CHARS:
                self.refused.append(row)

    def leading(self) -> int | None:
        """The first row of the figure directly before the text, else of the stated image."""
        row = self.directly_before()
        if row is not None:
            return self.gallery_before(self.unit(row))
        row = self.stated_picture()
        return self.unit(row) if row is not None else None

    def directly_before(self) -> int | None:
        region = self.region
        tried = 0
        for row, kind in reversed(self.before):
            unit = self.unit(row)
            if self.end[unit] > region.first or not self.belongs(row, unit, lead=True):
                continue
            tried += 1
            if tried > MAX_LEAD_TRIED:
                return None
            item = self.read(row, kind)
            if item is None:
                continue
            if isinstance(item, Embed):
                if item.kind == "frame" and row < region.container:
                    continue
                self.take(row, item, unit)
                return row
            framed = item.width is None and self.is_framed(row)
            sure = self.is_within(row) or framed or self.is_large(item) or self.is_headlined(row, item)
            if sure or self.is_shown_with_caption(row, item):
                self.take(row, item, self.lead_top(row, unit))
                if not is_unwritten(item.src):  # else keep looking for one that can be shown
                    return row
        return None

    def gallery_before(self, last: int) -> int:
        """The first of several consecutive captioned figures, given the last."""
        first = last
        for row, kind in reversed(self.before):
            unit = self.unit(row)
            if unit >= first:
                continue
            apart = self.words[first] - self.words[self.end[unit]]
            if not (self.is_captioned(first) and self.is_captioned(unit)) or apart or not self.belongs(row, unit):
                break
            item = self.read(row, kind)
            if item is None:
                break
            self.take(row, item, unit)
            first = unit
        return first

    def is_captioned(self, unit: int) -> bool:
        """Whether an element holds a ``figcaption``."""
        return bool((self.page.tag[unit : self.end[unit]] == _FIGCAPTION).any())

    def stated_picture(self) -> int | None:
        """The image before the text that the page states for the article. One right after the first words is taken
        instead, without a result.
        """
        page, region = self.page, self.region
        before = (page.tag[page.body : region.first] == _IMG).nonzero()[0] + page.body
        if not self.refused and not len(before):
            return None
        self.stated = self.stated_names()
        if not self.stated:
            return None
        self.stated_prefixes = [name[:NAME_PREFIX_CHARS] for name in self.stated]
        shown = (item.src for item in self.items.values() if isinstance(item, Image))
        if any(self.may_be_stated(src) and telling_name(src) in self.stated for src in shown):
            return None
        for row in self.refused:
            top = self.textless_ancestor(row)
            if self.is_stated(row) and self.belongs(row, top, stated=True):
                item = self.read(row, "img")
                if item is not None:
                    self.take(row, item, top)
                    return None
        rows: list[int] = before[-MAX_STATED_SEEN:].tolist()
        for at, addresses in zip(rows[::-1], page.joined(rows, _ADDRESSES)[::-1], strict=True):
            if "data:" not in addresses and not self.may_be_stated(addresses):
                continue
            unit = self.unit(at)
            if self.end[unit] > region.first or (self.hidden[at] and not self.stands_for_another(at, "img")):
                continue
            if self.is_stated(at) and self.belongs(at, unit, lead=True, stated=True):
                item = self.read(at, "img")
                if item is not None:
                    self.take(at, item, self.lead_top(at, unit))
                    return at
        return None

    def after_text(self) -> int:
        """Take captioned figures right after the text, in the article's element. Returns the row after them, or after
        the text if there are none.
        """
        page, region = self.page, self.region
        stop = region.last + 1
        around = (region.container, *page.ancestors(region.container))
        article = next((row for row in around if self.tag[row] in _MAIN), region.container)
        for row, kind in islice(self.candidates(stop, self.end[article]), MAX_MEDIA):
            unit = self.unit(row)
            if not self.is_captioned(unit) or self.words[unit] > self.words[stop]:
                break
            item = self.read(row, kind) if self.belongs(row, unit) else None
            if item is not None:
                self.take(row, item, unit)
                stop = self.end[unit]
        return stop

    # Images that the page states.

    def stated_names(self) -> frozenset[str]:
        """File names of the images stated in meta elements for sharing."""
        page = self.page
        rows = (page.tag == _META).nonzero()[0][:MAX_METAS].tolist()
        given = {one for one in page.joined(rows, ("property", "content")) if _STATING.match(one)}
        if not given:
            given = {one for one in page.joined(rows, ("name", "itemprop", "content")) if _STATING.match(one)}
        names = map(telling_name, {one.rpartition(" ")[2] for one in given})
        return frozenset(name for name in names if name is not None and not is_no_photo(name))

    def may_be_stated(self, addresses: str) -> bool:
        """Whether an address may hold a stated file name."""
        addresses = addresses.lower()
        return "%" in addresses or any(begin in addresses for begin in self.stated_prefixes)

    def is_stated(self, row: int) -> bool:
        attributes = self.page.attrs(row)
        if not self.may_be_stated(" ".join(attributes.values())):
            return False
        address = address_of(self.page, row, attributes, self.addresses)
        return address is not None and telling_name(address) in self.stated

    def headline(self) -> int:
        """The row of the last headline before the text, else the first row of the text."""
        if self._headline is None:
            page, first = self.page, self.region.first
            start, stop = page.start.data, page.stop.data
            rows: list[int] = (page.tag[:first] == _H1).nonzero()[0][-MAX_HEADLINES:].tolist()
            long = [row for row in rows if not self.hidden[row] and stop[row] - start[row] >= MIN_HEADLINE_CHARS]
            self._headline = long[-1] if long else first
        return self._headline

    # Where an image is.

    def is_within(self, row: int) -> bool:
        return self.region.container < row < self.end[self.region.container]

    def is_photo(self, row: int, top: int, item: Image | Embed) -> bool:
        """Whether an item outside the container is a player or a photograph of the article, and not a portrait."""
        if isinstance(item, Embed):
            return True
        if _PORTRAIT.search(item.src):
            return False
        words = self.words
        bare = words[self.end[top]] == words[top] and PHOTO.search(item.src) is not None
        return self.is_framed(row) or self.is_large(item) or bare

    def is_headlined(self, row: int, item: Image) -> bool:
        """Whether a photograph of unknown size stands alone between headline and text."""
        words, parent = self.words, self.parent[row]
        return self.is_unsized_photo(row, item) and words[self.end[parent]] == words[parent]

    def is_unsized_photo(self, row: int, item: Image) -> bool:
        """Whether an image is a photograph of unknown size, after the headline and not in a link."""
        return (
            row >= self.headline()
            and not self.page.in_link[row]
            and not _PORTRAIT.search(item.src)
            and PHOTO.search(item.src) is not None
            and item.width is None
        )

    def is_shown_with_caption(self, row: int, item: Image) -> bool:
        """Whether a photograph of unknown size stands between headline and text in an element with an image's class
        name that otherwise holds only a few words, none of them linked.
        """
        up, end, words = self.parent[row], self.end, self.words
        return (
            self.is_unsized_photo(row, item)
            and 0 < words[end[up]] - words[up] <= MAX_CAPTION_CHARS
            and not self.page.in_link[up : end[up]].any()
            and _PICTURED.search(self.page.attr(up, "class") or "") is not None
        )

    def is_framed(self, row: int) -> bool:
        return self.tag[self.unit(row)] in _FIGURE or self.tag[self.parent[row]] in _FIGURE

    def is_large(self, item: Image) -> bool:
        """Whether an image is larger than icons and portraits, and no banner."""
        width = item.width or 0
        return width >= 2 * MIN_PHOTO_PIXELS and width <= MAX_ASPECT_RATIO * (item.height or width)

    def states_large(self, row: int) -> bool:
        """Whether an image's attributes state that it is larger than icons and portraits, both ways."""
        sizes = (self.page.attr(row, name) or "" for name in ("width", "height"))
        return all(
            size.isdecimal() and len(size) < MAX_SIZE_DIGITS and int(size) >= 2 * MIN_PHOTO_PIXELS for size in sizes
        )

    def lead_limit(self) -> int:
        """The first row where a lead image is looked for: the start of the article's element (or of an ancestor some
        levels up), or the headline.
        """
        page, container = self.page, self.region.container
        up = list(page.ancestors(container))
        article = next((row for row in (container, *up) if self.tag[row] in _MAIN), None)
        if article is None:
            levels = [row for row in up if row > page.body][:MAX_LEAD_LEVELS]
            article = levels[-1] if levels else container
        return min(article, self.headline())

    def candidates(self, first: int, last: int) -> Iterator[tuple[int, str]]:
        """Rows that may be images or players, with the name of the equivalent element."""
        maybe = _MAYBE[self.page.tag[first:last]].nonzero()[0] + first
        for row in maybe.tolist():
            kind = self.kind(row)
            if kind is not None and (not self.hidden[row] or self.stands_for_another(row, kind)):
                yield row, kind

    def kind(self, row: int) -> str | None:
        """The name of the equivalent element of a row that may be an image or player, else None."""
        number = self.tag[row]
        if number not in _ONLY_BARE:
            return tags.NAMES[number]
        if self.mass[row]:
            return None
        if number == tags.UNKNOWN:
            return _AMP.get(self.page.name(row))
        return "post" if named_post(self.page, row) else None

    def stands_for_another(self, row: int, name: str) -> bool:
        """Whether a hidden row is shown after all: a frame or player whose fallback alone is hidden, an image that a
        script loads, or an image in ``noscript`` without a counterpart beside it.
        """
        tag, parent, hidden = self.tag, self.parent, self.hidden
        up = parent[row]
        if tags.FALLBACK[tag[row]]:
            return not hidden[up]
        if name != "img":
            return False
        if not hidden[up] and any(self.page.attr(row, lazy) for lazy in _LAZY):
            return True  # hidden until a script has loaded it
        for _ in range(MAX_LEVELS):
            if up <= 0 or tag[up] == _NOSCRIPT:
                break
            up = parent[up]
        return tag[up] == _NOSCRIPT and not hidden[parent[up]] and not self.has_picture_beside(up)

    def has_picture_beside(self, noscript: int) -> bool:
        """Whether the image in a ``noscript`` element is also right before or after it, for scripts."""
        tag, end, hidden = self.tag, self.end, self.hidden
        parent = self.parent[noscript]
        first, last = max(parent + 1, noscript - MAX_ROWS_APART), min(end[parent], end[noscript] + MAX_ROWS_APART)
        for row in range(noscript - 1, first - 1, -1):
            if tag[row] == _NOSCRIPT:  # anything before belongs to that one
                break
            if tag[row] == _IMG and not hidden[row]:
                return self.has_address(row)
        for row in range(end[noscript], last):
            if tag[row] == _NOSCRIPT:
                break
            if tag[row] == _IMG and not hidden[row] and self.has_address(row):
                return True
        return False

    def has_address(self, row: int) -> bool:
        return address_of(self.page, row, self.page.attrs(row), self.addresses) is not None

    def textless_ancestor(self, row: int) -> int:
        """The highest element around a row that holds no kept text."""
        parent, mass = self.parent, self.mass
        up = parent[row]
        for _ in range(MAX_LEVELS):
            if mass[up]:
                break
            row, up = up, parent[up]
        return row

    def unit(self, row: int) -> int:
        """The figure that a row is in, else the row."""
        unit = self.units.get(row)
        if unit is None:
            unit = at = row
            for _ in range(6):
                at = self.parent[at]
                if at <= 0:
                    break
                if self.tag[at] == _FIGURE_TAG:
                    unit = at
                    break
            self.units[row] = unit
        return unit

    def linked(self, row: int) -> int:
        """Visible linked characters of an element, captions excepted."""
        if self._links is None:
            self._links = sums_before(self.page.link_chars * self._outside_captions).data
        return self._links[self.end[row]] - self._links[row]

    def lead_top(self, row: int, unit: int) -> int:
        """The element around a lead image that may hold its caption."""
        page, words, end, first = self.page, self.words, self.end, self.region.first
        if unit != row:
            return unit
        at = row
        for _ in range(MAX_LEAD_LEVELS):
            up = self.parent[at]
            if up <= page.body or end[up] > first or words[end[up]] - words[up] > MAX_CAPTION_CHARS:
                break
            if not _PICTURED_PART.search(page.attr(up, "class") or "") or _NO_CAPTION[page.tag[up : end[up]]].any():
                break
            at = up
        return at

    def belongs(self, row: int, top: int, *, lead: bool = False, stated: bool = False) -> bool:
        """Whether an image belongs to the article, and not to a teaser, an author box or the site."""
        page, tag, parent, mass = self.page, self.tag, self.parent, self.mass
        if (top != row or lead) and not (stated and self.unit(row) != row):
            if top not in self.bare:
                self.bare[top] = self.is_bare(top)
            if not self.bare[top]:
                return False
        figure = self.unit(row)
        # From the image up: does an ancestor say that it is something else?
        at, linked, framed = row, False, False
        for level in range(MAX_LEVELS):
            if mass[at]:
                break
            kind = tag[at]
            inside = figure < at  # a link or button within a figure enlarges it
            if kind in _ELSEWHERE and not (inside and kind == _BUTTON):
                return False
            if kind == _ASIDE and not framed and not stated:
                return False
            framed = framed or kind in _FIGURE
            if kind == _LINK:
                linked = True
                if self.words[self.end[at]] > self.words[at]:
                    return False  # a teaser: image and headline in one link
            if level < MAX_NAMED_LEVELS:
                if at not in self.name_weights:
                    self.read_names([row])
                weight = self.name_weights[at]
                if weight == FOREIGN:
                    return False
                # A photograph may have the class `img-share` itself, as buttons do.
                if weight == DOUBTFUL and not stated and not (self.states_large(row) if at == row else inside):
                    return False
            at = parent[at]
        if linked and is_teaser(page, row, figure if figure != row else top, self.addresses):
            return False
        return not shows_author(page, figure if figure != row else parent[row])

    def read_names(self, rows: Sequence[int]) -> None:
        """Weigh the class and id of some rows and their nearest ancestors without kept text (`Names`)."""
        parent, mass = self.parent, self.mass
        around: list[int] = []
        for row in rows:
            at = row
            for _ in range(MAX_NAMED_LEVELS):
                if mass[at]:
                    break
                if at not in self.name_weights:
                    around.append(at)
                    self.name_weights[at] = 0
                at = parent[at]
        if around:
            for at, named in zip(around, self.page.joined(around, ("class", "id")), strict=True):
                self.name_weights[at] = self.names[named]

    def is_bare(self, top: int) -> bool:
        """Whether the text in an element without kept text may be a caption: short, no headings, few links."""
        words, end = self.words, self.end
        text = words[end[top]] - words[top]
        if not text:
            return True
        linked = self.linked(top)
        if text > MAX_CAPTION_CHARS or (linked > MAX_LINKED_CHARS and 2 * linked > text):
            return False
        headings = _HEADING[self.page.tag[top : end[top]]].nonzero()[0] + top
        return not any(words[end[row]] > words[row] for row in headings.tolist())

    # Reading images and their captions.

    def read(self, row: int, kind: str) -> Image | Embed | None:
        """Read the image or player of a row. None if it was seen before."""
        page, attributes = self.page, self.page.attrs(row)
        item: Image | Embed | None
        if kind == "img":
            framed = self.tag[self.unit(row)] == _FIGURE_TAG
            item = read_picture(page, row, attributes, self.addresses, framed=framed)
            key = item.src if item is not None else ""
        else:
            item = read_player(page, row, kind, attributes, self.addresses)
            key = item.url if item is not None else ""
        return None if key in self.seen else item

    def take(self, row: int, item: Image | Embed, top: int) -> None:
        self.items[row] = item
        self.tops[row] = top
        self.seen.add(item.src if isinstance(item, Image) else item.url)

    def captions(self) -> tuple[set[int], set[int]]:
        """The elements that act as figures, and those that act as captions, without being called so."""
        page, mass = self.page, self.mass
        loose = {row: top for row, top in self.tops.items() if self.tag[self.unit(row)] != _FIGURE_TAG}
        figures = captioned(page, mass, self.words, loose, self.region.container)
        units = dict.fromkeys(self.unit(row) for row, item in sorted(self.items.items()) if isinstance(item, Image))
        return figures, following(page, mass, list(units))
