"""Which images and embedded players belong to an article, and which elements are their figures and captions."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final

from broadsheet.article.blocks import Embed, Image
from broadsheet.article.captions import caption_after
from broadsheet.article.pictures import MIN_PHOTO_PIXELS, PHOTO, address_of, is_no_photo, read_picture, telling_name
from broadsheet.article.players import read_player
from broadsheet.article.region import Region
from broadsheet.article.teasers import DOUBTFUL, FOREIGN, MAX_LINKED_CHARS, is_teaser, weight_of
from broadsheet.facts.addresses import Addresses
from broadsheet.page import tags
from broadsheet.page.arrays import holds, sums_before

__all__ = ["Media", "find"]

_CANDIDATE: Final = tags.mask("img iframe video audio embed object")
_IMG: Final = tags.IDS["img"]
_NOSCRIPT: Final = tags.IDS["noscript"]
_LINK: Final = tags.IDS["a"]
_FIGURE: Final = tags.IDS["figure"]
_FIGCAPTION: Final = tags.IDS["figcaption"]
_FRAMES: Final = tags.ids("figure picture")
_META: Final = tags.IDS["meta"]
_H1: Final = tags.IDS["h1"]
_MAIN: Final = tags.ids("article main")
_ELSEWHERE: Final = tags.ids("nav footer form menu")
_NO_CAPTION: Final = tags.mask("h1 h2 h3 h4 h5 h6 time address ul ol header")

_PICTURED: Final = re.compile(r"image|img|photo|pict|media|figure|foto|bild|caption|thumb|visual|hero", re.IGNORECASE)
"""Parts of the class names of elements that hold a lead image with its caption."""
_CAPTIONED: Final = re.compile(
    r"(?<![a-z])(?:wp-caption|caption|image-?caption|photo-?caption|media-?caption)(?![a-z])", re.IGNORECASE
)
"""Class names of an element that holds an image with its caption."""
_STATED: Final = re.compile(r"(?:og:image(?::(?:secure_)?url)?|twitter:image(?::src)?) ", re.IGNORECASE)
_ADDRESSES: Final = ("src", "data-src", "srcset", "data-srcset")
_LAZY: Final = ("data-src", "data-original", "data-lazy-src")  # attributes from which scripts load images
MAX_CAPTION_CHARS: Final = 400  # longest text beside an image that is its caption without a class name that says so
MAX_LEVELS: Final = 40  # ancestor levels of an image that are checked; the deepest real ones have about 30
MAX_FIGURE_LEVELS: Final = 6  # levels among them where its figure is looked for
MAX_BOX_LEVELS: Final = 3  # levels among them where an element named as a captioned image is looked for
MAX_NAMED_LEVELS: Final = 6  # levels among them whose class and id are checked
MAX_MEDIA: Final = 1_000  # images and players checked between the first words and the last
MAX_LEAD_GAP: Final = 800  # characters between the lead image and the text: headline, standfirst, byline
MAX_LEAD_TRIED: Final = 8  # images before the text that may be the lead image
MAX_LEAD_SEEN: Final = 40  # images before the text that are looked at, icons included
MAX_STATED_SEEN: Final = 60  # images before the text among which a stated one is looked for
MAX_BEHIND_CHARS: Final = 1_000  # characters between the first words and a lead image after them
MAX_LEAD_LEVELS: Final = 3  # levels above the text in which a lead image may be, and above the image for its caption
MAX_ASPECT_RATIO: Final = 5  # wider images are mastheads and banners, not lead images
NAME_PREFIX_CHARS: Final = 4  # characters of an image's file name that each of its addresses holds (cheap pre-check)
MAX_METAS: Final = 300  # ``meta`` elements that are read
MIN_HEADLINE_CHARS: Final = 20
MAX_ROWS_APART: Final = 12  # rows between a ``noscript`` element and the image that it repeats


@dataclass(frozen=True, slots=True)
class Media:
    """The images and players found, by row.

    Attributes:
        items: images and players.
        captioned: elements that act as figures without being called so.
        captions: elements that are the caption of the figure right before them, if it has none.
        lead: the first row of the lead figure, if there is one before the text.
    """

    items: Mapping[int, Image | Embed]
    captioned: frozenset[int]
    captions: frozenset[int]
    lead: int | None


def find(region: Region, addresses: Addresses) -> Media:
    """Find the images and players among the words of an article, and the lead figure before them."""
    search = _Search(region, addresses)
    search.between()
    lead = search.leading()
    captioned = search.captioned()
    if lead is not None:  # an element around it may be a figure too
        lead = min((lead, *(row for row in captioned if row < lead < region.end[row])))
    return Media(search.items, captioned, search.captions(), lead)


class _Search:
    def __init__(self, region: Region, addresses: Addresses) -> None:
        self.region = region
        self.page = page = region.page
        self.addresses = addresses
        self.tag, self.parent, self.end = region.tag, region.parent, region.end
        self.hidden, self.mass = region.hidden, region.mass
        figures = (page.tag == _FIGURE) | (page.tag == _FIGCAPTION)
        beside = page.shown & ~page.under(figures) if holds(figures) else page.shown
        self.words = sums_before(page.chars * beside).data  # visible characters outside figures before each row
        self.linked = sums_before(page.link_chars * beside).data  # linked ones among them
        self.items: dict[int, Image | Embed] = {}
        self.tops: dict[int, int] = {}  # the element that may hold the caption, by item
        self.before: list[int] = []  # candidates before the text
        self.refused: list[int] = []  # images near the first words that were not taken
        self.seen: set[str] = set()  # addresses taken
        self.bare: dict[int, bool] = {}  # results of `is_bare`
        self.weights: dict[int, int] = {}  # weight of class and id, by row

    # Where images are looked for.

    def between(self) -> None:
        """Take the images and players between the first words and the last."""
        region, words = self.region, self.words
        found = list(islice(self.candidates(region.first, region.last), MAX_MEDIA))
        near = bisect_left(words, words[region.first] - MAX_LEAD_GAP, hi=region.first)
        self.before = list(self.candidates(max(self.lead_limit(), near), region.first))[-MAX_LEAD_SEEN:]
        self.read_names((*found, *self.before))
        for row in found:
            top = self.textless_ancestor(row)
            item = self.read(row) if self.belongs(row, top) else None
            if item is not None and (self.is_within(row) or self.is_photo(row, top, item)):
                self.take(row, item, top)
            elif self.tag[row] == _IMG and words[row] - words[region.first] <= MAX_BEHIND_CHARS:
                self.refused.append(row)

    def leading(self) -> int | None:
        """The first row of the figure directly before the text, else of the stated image."""
        row = self.directly_before()
        if row is None:
            row = self.stated_picture()
        return self.unit(row) if row is not None else None

    def directly_before(self) -> int | None:
        region = self.region
        tried = 0
        for row in reversed(self.before):
            unit = self.unit(row)
            if self.end[unit] > region.first or not self.belongs(row, unit, lead=True):
                continue
            tried += 1
            if tried > MAX_LEAD_TRIED:
                break
            item = self.read(row)
            if item is None or not self.may_lead(row, item):
                continue
            self.take(row, item, unit if isinstance(item, Embed) else self.lead_top(row, unit))
            return row
        return None

    def stated_picture(self) -> int | None:
        """The image before the text that the page states for sharing. One right after the first words is taken instead,
        without a result.
        """
        page, first = self.page, self.region.first
        before = [row for row in page.rows_of(_IMG) if page.body < row < first][-MAX_STATED_SEEN:]
        if not before and not self.refused:
            return None
        metas = page.joined(page.rows_of(_META)[:MAX_METAS], ("property", "name", "content"))
        given = {telling_name(one.rpartition(" ")[2]) for one in metas if _STATED.match(one)}
        stated = {name for name in given if name is not None and not is_no_photo(name)}
        shown = (item.src for item in self.items.values() if isinstance(item, Image))
        if not stated or any(telling_name(src) in stated for src in shown):
            return None
        begins = {name[:NAME_PREFIX_CHARS] for name in stated}
        rows = (*self.refused, *reversed(before))
        for row, addresses in zip(rows, page.joined(rows, _ADDRESSES), strict=True):
            if not any(begin in addresses.lower() for begin in begins):
                continue
            address = address_of(page, row, page.attrs(row), self.addresses)
            if address is None or telling_name(address) not in stated:
                continue
            unit, leads = self.unit(row), row < first
            if leads and (self.end[unit] > first or (self.hidden[row] and not self.stands_for_another(row))):
                continue
            top = unit if leads else self.textless_ancestor(row)
            if self.belongs(row, top, lead=leads, stated=True):
                item = self.read(row)
                if item is not None:
                    self.take(row, item, self.lead_top(row, unit) if leads else top)
                    return row if leads else None
        return None

    def candidates(self, first: int, last: int) -> Iterator[int]:
        """Rows of the visible images and players between two rows."""
        for row in (_CANDIDATE.take(self.page.tag[first:last]).nonzero()[0] + first).tolist():
            if not self.hidden[row] or self.stands_for_another(row):
                yield row

    def lead_limit(self) -> int:
        """The first row where a lead image is looked for: the start of the article's element (or of an ancestor some
        levels up), or the last headline before the text.
        """
        region, page = self.region, self.page
        around = [region.container, *page.ancestors(region.container)]
        levels = [row for row in around[1:] if row > page.body][:MAX_LEAD_LEVELS]
        article = next((row for row in around if self.tag[row] in _MAIN), (levels or around)[-1 if levels else 0])
        return min(article, self.headline())

    def headline(self) -> int:
        """The row of the last headline before the text, else the first row of the text."""
        region = self.region
        for row in reversed(self.page.rows_of(_H1)):
            if (
                row < region.first
                and region.stop[row] - region.start[row] >= MIN_HEADLINE_CHARS
                and not self.hidden[row]
            ):
                return row
        return region.first

    # Where an image is, and what it is.

    def is_within(self, row: int) -> bool:
        return self.region.container < row < self.end[self.region.container]

    def is_photo(self, row: int, top: int, item: Image | Embed) -> bool:
        """Whether an item outside the container is a player or a photograph of the article."""
        if isinstance(item, Embed) or self.is_framed(row) or self.is_large(item):
            return True
        return self.words[self.end[top]] == self.words[top] and PHOTO.search(item.src) is not None

    def may_lead(self, row: int, item: Image | Embed) -> bool:
        """Whether an item before the text may be the lead image: within the container, in a frame, large, or a
        photograph of unknown size alone between headline and text.
        """
        if isinstance(item, Embed):
            return item.kind != "frame" or row > self.region.container
        unsized = item.width is None
        if self.is_within(row) or (unsized and self.is_framed(row)) or self.is_large(item):
            return True
        up = self.parent[row]
        is_photo = unsized and PHOTO.search(item.src) is not None and not self.page.in_link[row]
        return is_photo and row >= self.headline() and self.words[self.end[up]] == self.words[up]

    def is_framed(self, row: int) -> bool:
        return self.tag[self.unit(row)] == _FIGURE or self.tag[self.parent[row]] in _FRAMES

    def is_large(self, item: Image) -> bool:
        """Whether an image is larger than icons and portraits, and no banner."""
        width = item.width or 0
        return 2 * MIN_PHOTO_PIXELS <= width <= MAX_ASPECT_RATIO * (item.height or width)

    def stands_for_another(self, row: int) -> bool:
        """Whether a hidden row is shown after all: a frame or player whose fallback alone is hidden, an image that a
        script loads, or an image in ``noscript`` without a counterpart beside it.
        """
        tag, parent, hidden = self.tag, self.parent, self.hidden
        up = parent[row]
        if tags.FALLBACK[tag[row]]:
            return not hidden[up]
        if tag[row] != _IMG:
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
        up, page = self.parent[noscript], self.page
        first = max(up + 1, noscript - MAX_ROWS_APART)
        last = min(self.end[up], self.end[noscript] + MAX_ROWS_APART)
        return any(
            self.tag[row] == _IMG and not self.hidden[row] and address_of(page, row, page.attrs(row), self.addresses)
            for row in range(first, last)
        )

    def textless_ancestor(self, row: int) -> int:
        """The highest element around a row that holds no kept text."""
        parent, mass = self.parent, self.mass
        for _ in range(MAX_LEVELS):
            if mass[parent[row]]:
                break
            row = parent[row]
        return row

    def unit(self, row: int) -> int:
        """The figure that a row is in, else the row."""
        at = row
        for _ in range(MAX_FIGURE_LEVELS):
            at = self.parent[at]
            if at <= 0:
                break
            if self.tag[at] == _FIGURE:
                return at
        return row

    def lead_top(self, row: int, unit: int) -> int:
        """The element around a lead image that may hold its caption."""
        words, end = self.words, self.end
        if unit != row:
            return unit
        at = row
        for _ in range(MAX_LEAD_LEVELS):
            up = self.parent[at]
            if end[up] > self.region.first or words[end[up]] - words[up] > MAX_CAPTION_CHARS or up <= self.page.body:
                break
            name = self.page.attr(up, "class") or ""
            if not _PICTURED.search(name) or _NO_CAPTION.take(self.page.tag[up : end[up]]).any():
                break
            at = up
        return at

    def belongs(self, row: int, top: int, *, lead: bool = False, stated: bool = False) -> bool:
        """Whether an image belongs to the article, and not to a teaser, an author box or the site.

        Args:
            row: the image.
            top: the element around it that may hold its caption.
            lead: the image is before the text.
            stated: the page states the image.
        """
        figure = self.unit(row)
        if (top != row or lead) and not (stated and figure != row) and not self.is_bare(top):
            return False
        self.read_names((row,))
        at, linked = row, False
        for _ in range(MAX_LEVELS):
            if self.mass[at]:
                break
            weight = self.weights.get(at, 0)
            # A link or button within a figure enlarges it.
            if self.tag[at] in _ELSEWHERE or weight == FOREIGN or (weight == DOUBTFUL and not stated and figure >= at):
                return False
            if self.tag[at] == _LINK:
                linked = True
                if self.words[self.end[at]] > self.words[at]:
                    return False  # a teaser: image and headline in one link
            at = self.parent[at]
        return not (linked and is_teaser(self.page, row, figure if figure != row else top, self.addresses))

    def read_names(self, rows: Iterable[int]) -> None:
        """Weigh the class and id of some rows and their nearest ancestors without kept text."""
        around: set[int] = set()
        for row in rows:
            at = row
            for _ in range(MAX_NAMED_LEVELS):
                if self.mass[at] or at in self.weights:
                    break
                around.add(at)
                at = self.parent[at]
        named = sorted(around)
        for at, name in zip(named, self.page.joined(named, ("class", "id")) if named else (), strict=True):
            self.weights[at] = weight_of(name)

    def is_bare(self, top: int) -> bool:
        """Whether the text in an element without kept text may be a caption: short, no headings, few links."""
        if top not in self.bare:
            words, end = self.words, self.end
            text, linked = words[end[top]] - words[top], self.linked[end[top]] - self.linked[top]
            short = text <= MAX_CAPTION_CHARS and (linked <= MAX_LINKED_CHARS or 2 * linked <= text)
            headings = (tags.HEADING.take(self.page.tag[top : end[top]]).nonzero()[0] + top).tolist() if text else ()
            self.bare[top] = short and not any(words[end[row]] > words[row] for row in headings)
        return self.bare[top]

    # Reading images and their captions.

    def read(self, row: int) -> Image | Embed | None:
        """Read the image or player of a row. None if it was seen before."""
        attributes = self.page.attrs(row)
        if self.tag[row] == _IMG:
            framed = self.tag[self.unit(row)] == _FIGURE
            image = read_picture(self.page, row, attributes, self.addresses, framed=framed)
            return None if image is None or image.src in self.seen else image
        player = read_player(self.page, row, attributes, self.addresses)
        return None if player is None or player.url in self.seen else player

    def take(self, row: int, item: Image | Embed, top: int) -> None:
        self.items[row] = item
        self.tops[row] = top
        self.seen.add(item.src if isinstance(item, Image) else item.url)

    def captioned(self) -> frozenset[int]:
        """The elements that hold images and players with their captions, and act as figures."""
        words, end = self.words, self.end
        found: set[int] = set()
        for row, top in self.tops.items():
            if self.tag[self.unit(row)] == _FIGURE:
                continue
            if (named := self.named_box(row)) is not None:
                found.add(named)
            elif top != row and words[end[top]] > words[top]:
                found.add(top)
        return frozenset(found)

    def named_box(self, row: int) -> int | None:
        """The element around an image whose class name is that of a captioned image."""
        at = row
        for _ in range(MAX_BOX_LEVELS):
            at = self.parent[at]
            if at <= self.region.container < self.end[at]:
                break
            if self.mass[at] <= MAX_CAPTION_CHARS and _CAPTIONED.search(self.page.attr(at, "class") or ""):
                return at
        return None

    def captions(self) -> frozenset[int]:
        """The elements right after images and figures that are their captions."""
        units = {self.unit(row) for row, item in self.items.items() if isinstance(item, Image)}
        return frozenset(at for unit in units if (at := caption_after(self.region, unit)) is not None)
