"""The images and players of a page that belong to its article, and their figures with captions.

A caption is all visible text of its element, kept or not. It is not part of the body.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, takewhile
from typing import Final

from broadsheet.article.blocks import Block, Embed, Figure, Image, Inlines, Link, Text, plain
from broadsheet.article.frames import NO_FIGURE
from broadsheet.article.media import (
    MIN_PHOTO_PIXELS,
    PHOTO,
    address_of,
    is_no_photo,
    posts_in,
    read_picture,
    read_player,
    telling_name,
    without_size,
    words_of,
)
from broadsheet.article.region import BREAKS, MARK_OF, Region
from broadsheet.article.runs import LINE, NONE, SPACE, Mark, OpenRun, build, squeeze, tidied, with_mark, without_repeats
from broadsheet.facts.addresses import Addresses, is_lost
from broadsheet.lexicon import page_words
from broadsheet.page import tags
from broadsheet.patterns import pattern

__all__ = ["Figures"]

_CANDIDATE: Final = tags.mask("img iframe video audio embed object")
_TEXT: Final = tags.TEXT
_IMG, _A, _H1, _NOSCRIPT = (tags.IDS[name] for name in ("img", "a", "h1", "noscript"))
_FIGURE, _FIGCAPTION = tags.IDS["figure"], tags.IDS["figcaption"]
_FRAMES: Final = tags.ids("figure picture")
_MAIN: Final = tags.ids("article main")
_PICTURED: Final = tags.ids("img picture video audio iframe svg canvas object embed")
_QUOTED: Final = tags.ids("blockquote pre table")
_NOT_AFTER: Final = tags.ids("img picture video audio iframe figure table ul ol blockquote h1 h2 h3 h4 h5 h6")
_NO_CAPTION: Final = tags.ids("#text figure figcaption")

# Words in class names.
_IMAGES: Final = "image img photo picture media figure foto bild".split()
_DESCRIPTION: Final = frozenset("desc descr description pie".split())  # next to, or appended to, one of `_IMAGES`
_CAPTION: Final = frozenset(
    "bildunterschrift bildtext bildetekst billedtekst kuvateksti onderschrift bijschrift fotoonderschrift "
    "fotobijschrift piedefoto piefoto epigrafe legenda didascalia podpis popisek quelle bildnachweis bildrechte".split()
).union(
    (f"{image}{name}" for image in _IMAGES for name in _DESCRIPTION),
    (
        f"{image}{name}"
        for image in ("", *_IMAGES)
        for name in "caption credit credits legend legende copyright".split()
    ),
)
"""Words in the class of an element with an image's caption or credit."""
_HOLDER: Final = pattern(r"image|img|photo|pict|media|figure|foto|bild|caption|thumb|visual|hero", re.IGNORECASE)
"""Parts of the names of elements that hold a lead image with its caption."""
_FOREIGN: Final = frozenset(
    "avatar gravatar author byline bio logo emoji related newsletter sidebar outbrain taboola comment comments "
    "breadcrumb breadcrumbs marketing".split()
)
"""Words in the class or id of an image that is not the article's, or of an ancestor without kept text."""
_DOUBTFUL: Final = frozenset(
    "icon social share sharing promo ad ads adslot nav navigation paging excerpt advert advertisement sponsor "
    "sponsored".split()
)
"""Words that also occur around the article's own images, on zoom or share controls."""

_STATED: Final = "og:image og:image:url og:image:secure_url twitter:image twitter:image:src".split()
_ADDRESSES: Final = ("src", "data-src", "srcset", "data-srcset")
_FILE: Final = pattern(r"[^\s?#]+\.(?:jpe?g|png|gif|webp|avif)(?:[?#]\S*)?", re.IGNORECASE)  # of an image
_CONTROLS: Final = page_words("parts", "image_controls")
_BUTTONS: Final = page_words("parts", "image_buttons")
_CONTROL_STARTS: Final = page_words("parts", "image_control_starts")

# Limits in characters.
MAX_CONTROL_CHARS: Final = 60  # label of an image control
MAX_CAPTION_CHARS: Final = 400  # caption without a class name that says so
MAX_NAMED_CHARS: Final = 1_000  # caption with one
MAX_FIGURE_CHARS: Final = 600  # text beside the caption of a figure; one with more is a part of the article
MAX_CREDIT_CHARS: Final = 200  # credit beside a caption
MAX_LINKED_CHARS: Final = 15  # linked text beside an image, such as a photographer's name; teasers have more
MIN_HEADLINE_CHARS: Final = 20  # ``h1`` that counts as a headline
NAME_PREFIX_CHARS: Final = 4  # start of a file name that is looked for in addresses first (cheap check)
# Limits in levels above an image.
MAX_LEVELS: Final = 40  # levels that are checked; the deepest real ones have about 30
MAX_FIGURE_LEVELS: Final = 6  # levels where its figure or link is looked for
MAX_AFTER_LEVELS: Final = 4  # levels after which its caption may follow: link, cell and row of a table
MAX_BOX_LEVELS: Final = 3  # levels where an element named like a captioned image is looked for
# Limits in elements and rows.
MAX_MEDIA: Final = 1_000  # images and players checked from the first words on
MAX_LEAD_SEEN: Final = 40  # images before the text that are checked, icons included
MAX_STATED_SEEN: Final = 60  # images before the text among which a stated one is looked for
MAX_ROWS_APART: Final = 12  # rows between a ``noscript`` element and the image that it repeats
MAX_SKIPPED: Final = 3  # empty texts and ``noscript`` elements between an image and its caption
MAX_ASPECT_RATIO: Final = 5  # wider images are mastheads and banners, not lead images
MAX_BOX_ROWS: Final = 300  # rows around an image that are searched for more links to its target


class Figures:
    """The images and players between and directly after the words of an article, its lead figure, and their captions.

    Attributes:
        items: images and players, by row.
        holders: the elements around them without kept text.
        lead: the first row of the lead figure; the page's length if there is none.
        stop: the first row after the last words and what follows them.
        captioned: elements that act as figures but are not ``figure``.
        captions: elements that are the caption of the figure right before them, if it has none.
        special: all of these elements.
    """

    def __init__(self, region: Region, addresses: Addresses) -> None:
        self.region, self.page, self.facts, self.addresses = region, region.page, region.facts, addresses
        self.tag, self.parent, self.end, self.chars = region.tag, region.parent, region.end, region.chars
        self.hidden, self.mass, self.words, self.linked = region.hidden, region.mass, region.outside, region.linked
        self.items: dict[int, Image | Embed] = {}
        self.holders: set[int] = set()
        self.captioned: set[int] = set()
        self.captions: set[int] = set()
        self.lead, self.stop = len(region.page), region.last + 1
        self._rows: list[int] = []
        end = region.media_end()
        self.posts = {row for row in posts_in(region.page) if row < end and not region.mass[row]}  # without kept text
        candidates: list[int] = _CANDIDATE.take(region.page.tag[:end]).nonzero()[0].tolist()
        if candidates or self.posts:
            self._search(sorted((*candidates, *self.posts)))
            self._rows = sorted(self.items)
        self.special = self.captioned | self.captions

    def items_in(self, row: int) -> list[Image | Embed]:
        """The images and players in a row's subtree."""
        first, stop = bisect_left(self._rows, row), bisect_left(self._rows, self.end[row])
        return [self.items[at] for at in self._rows[first:stop]]

    # Figures and captions as blocks.

    def figure(self, row: int) -> list[Block] | None:
        """The blocks of a figure. None if the element is text marked up as a figure: with a figure, kept quotation or
        table in it, much text beside the captions, or neither an image nor captions alone.
        """
        tag, end, mass = self.tag, self.end, self.mass
        captions: list[int] = []
        beside = unkept = 0  # kept characters beside the captions, and others
        pictured = False
        at = row + 1
        while at < end[row]:
            number = tag[at]
            if number == _FIGCAPTION:
                captions.append(at)
                at = end[at]
                continue
            if number == _TEXT:
                beside += mass[at]
                unkept += self.chars[at] - mass[at]
            elif number == _FIGURE or (number in _QUOTED and mass[at]):
                return None
            elif number in _PICTURED:
                pictured = True
            at += 1
        if beside > MAX_FIGURE_CHARS or not (pictured or (captions and not beside)):
            return None
        items = self.items_in(row)
        caption = self._caption(captions or [row]) if items or mass[row] else ()
        if unkept and caption and captions and (credit := self._credit(row, captions, plain(caption))):
            caption = (*caption, Text(" "), *credit)
        pictures = [item for item in items if isinstance(item, Image) and not is_lost(item.src)]
        players = [item for item in items if isinstance(item, Embed) and not is_lost(item.url)]
        if players and not pictures:
            return [replace(players[0], caption=caption), *players[1:]]
        figure = _figure(pictures, caption) if pictures or caption else NO_FIGURE
        return [figure, *players] if items or caption else []

    def with_caption(self, figure: Figure, row: int) -> Figure:
        """A figure with all visible text of a row's subtree as its caption."""
        return _figure(figure.images, self._caption([row]))

    def _credit(self, row: int, captions: Sequence[int], caption_text: str) -> Inlines:
        """The credit beside a figure's captions, by class name; empty if the caption contains it."""
        region, end = self.region, self.end
        beside = [
            at
            for at in range(row + 1, end[row])
            if self.tag[at] != _TEXT
            and region.stop[at] > region.start[at]
            and not self.mass[at]
            and all(end[at] <= caption or end[caption] <= at for caption in captions)
        ]
        for at, name in zip(beside, self.page.joined(beside, ("class",)) if beside else (), strict=True):
            if _names_caption(name) and 0 < region.shown_chars(at) <= MAX_CREDIT_CHARS:
                credit = self._caption([at])
                return () if plain(credit) in caption_text else credit
        return ()

    def _caption(self, rows: Sequence[int]) -> Inlines:
        """All visible text of the rows' subtrees as inlines.

        A space goes before a capital at the edge of an unmarked element, such as that of a credit.
        """
        end, run = self.end, OpenRun()
        marks: tuple[Mark, ...] = ()
        scopes: list[tuple[int, tuple[Mark, ...], int]] = []  # end of an element, marks around it, separator after it
        edge = False
        for at in chain.from_iterable(range(row, end[row]) for row in rows):
            while scopes and scopes[-1][0] <= at:
                _, before, separator = scopes.pop()
                run.separate(separator)
                edge, marks = edge or before == marks, before
            number = self.tag[at]
            if number != _TEXT:
                mark = self._mark(at)
                separator = LINE if BREAKS[number] else NONE
                run.separate(separator)
                scopes.append((end[at], marks, separator))
                if mark is None:
                    edge = True
                else:
                    marks = with_mark(marks, (*mark,))  # a new object: `build` tells elements apart
            elif not self.hidden[at]:
                words, white_before, after = tidied(self.page.raw(at))
                run.separate(white_before)
                if words and (self.mass[at] or not _is_control(words)):
                    if edge and words[0].isupper():
                        run.separate(SPACE)
                    run.add(words, marks, after)
                    edge = False
        has_words = any(isinstance(content, str) and any(map(str.isalnum, content)) for _, content, _ in run.pieces)
        # Punctuation between dropped parts is not a caption.
        return build(without_repeats(run.pieces)) if has_words or any(self.mass[row] for row in rows) else ()

    def _mark(self, row: int) -> Mark | None:
        number = self.tag[row]
        if number != _A:
            return MARK_OF.get(number)
        href = self.addresses.resolve(self.facts.elements.value(row, "href"))
        return (Link, href) if href is not None and not is_lost(href) else None

    # The search for images.

    def _search(self, candidates: Sequence[int]) -> None:
        """Take the images and players of the article, and its lead image, from those up to the last words."""
        page, region = self.page, self.region
        self.tops: dict[int, int] = {}  # the element that may hold the caption, by item
        self.seen: dict[str, int] = {}  # the rows of items, by address without size
        self.bare: dict[int, bool] = {}  # results of `_is_bare`
        self.units: dict[int, int] = {}  # results of `_unit`
        first = bisect_left(candidates, region.first)
        within = [row for row in candidates[first:] if self._is_shown(row)][:MAX_MEDIA]
        limit = self._lead_limit()
        before = [row for row in candidates[:first] if row >= limit and self._is_shown(row)][-MAX_LEAD_SEEN:]
        refused = []
        for row in within:
            around, is_post = self._textless(row), row in self.posts
            top = row if is_post else around[-1]
            item = self._read(row) if self._belongs(around, top, stated=is_post) else None
            if item is not None and self._is_picture(row, item):
                self._take(around, item, top)
                self.stop = max(self.stop, self.end[top])
            elif self.tag[row] == _IMG and row < region.last:
                refused.append(row)
        lead = self._directly_before(before)
        if lead is None:
            above = [row for row in candidates[:first] if self.tag[row] == _IMG and row > page.body]
            lead = self._stated_picture((*refused, *above[: -MAX_STATED_SEEN - 1 : -1]))
        self._find_captions()
        if lead is not None:  # an element around it may be a figure too
            lead = self._unit(lead)
            self.lead = min((lead, *(row for row in self.captioned if row < lead < self.end[row])))

    def _directly_before(self, rows: Sequence[int]) -> int | None:
        """Take the last image before the text that may be the article's, and return its row."""
        for row in reversed(rows):
            unit, around = self._unit(row), self._textless(row)
            if self.end[unit] > self.region.first or not self._belongs(around, unit, lead=True):
                continue
            item = self._read(row)
            if item is not None and self._is_picture(row, item):
                self._take(around, item, unit if isinstance(item, Embed) else self._lead_top(row, unit))
                return row
        return None

    def _stated_picture(self, rows: Sequence[int]) -> int | None:
        """Take the first image that the page states for sharing. Return its row if it is before the text."""
        if not rows:
            return None
        page, first = self.page, self.region.first
        contents = dict.fromkeys(value.rpartition(" ")[2] for value, _ in self.facts.head.metas(*_STATED))
        stated = {name for name in map(telling_name, contents) if name is not None and not is_no_photo(name)}
        shown = (item.src for item in self.items.values() if isinstance(item, Image))
        if not stated or any(telling_name(src) in stated for src in shown):
            return None
        begins = {name[:NAME_PREFIX_CHARS] for name in stated}
        for row, sources in zip(rows, page.joined(rows, _ADDRESSES), strict=True):
            if not any(begin in sources.lower() for begin in begins):
                continue
            address, unit, leads = address_of(page, row, self.addresses), self._unit(row), row < first
            if address is None or telling_name(address) not in stated or not self._is_shown(row):
                continue
            around = self._textless(row)
            top = unit if leads else around[-1]
            if (leads and self.end[unit] > first) or not self._belongs(around, top, lead=leads, stated=True):
                continue
            if (item := self._read(row)) is not None:
                self._take(around, item, self._lead_top(row, unit) if leads else top)
                return row if leads else None
        return None

    def _lead_limit(self) -> int:
        """The first row where a lead image is looked for: the start of the article's element (or of an ancestor some
        levels up), or the last headline before the text.
        """
        container, body = self.region.container, self.page.body
        around = [container, *self._around(container, len(self.page))]
        levels = [row for row in around[1:] if row > body][:MAX_BOX_LEVELS]
        article = next((row for row in around if self.tag[row] in _MAIN), (levels or around)[-1 if levels else 0])
        return min(article, self._headline())

    def _headline(self) -> int:
        """The row of the last headline before the text, else the first row of the text."""
        region = self.region
        for row in reversed(self.page.rows_of(_H1)):
            is_long = region.stop[row] - region.start[row] >= MIN_HEADLINE_CHARS
            if row < region.first and is_long and not self.hidden[row]:
                return row
        return region.first

    # The position and kind of an image.

    def _is_picture(self, row: int, item: Image | Embed) -> bool:
        """Whether an item may be the article's: within the container and before the last words, in a frame, large, or a
        photograph of unknown size after the headline, with no words beside it.
        """
        container, up = self.region.container, self.parent[row]
        if container < row < min(self.region.last, self.end[container]):
            return True
        if isinstance(item, Embed):
            return item.kind != "frame"
        if item.width is not None:  # larger than icons and portraits, and no banner
            return 2 * MIN_PHOTO_PIXELS <= item.width <= MAX_ASPECT_RATIO * (item.height or item.width)
        if self.tag[self._unit(row)] == _FIGURE or self.tag[up] in _FRAMES:
            return True
        is_photo = PHOTO.search(item.src) is not None and not self.page.in_link[row]
        return is_photo and row >= self._headline() and self.words[self.end[up]] == self.words[up]

    def _is_shown(self, row: int) -> bool:
        """Whether an image or player is visible, or is a player of which only the fallback is hidden, or an image in
        ``noscript`` without a counterpart beside it.
        """
        tag, parent, hidden = self.tag, self.parent, self.hidden
        if not hidden[row]:
            return True
        if tags.FALLBACK[tag[row]]:
            return not hidden[parent[row]]
        around = self._around(row, MAX_LEVELS) if tag[row] == _IMG else ()
        noscript = next((at for at in around if tag[at] == _NOSCRIPT), 0)
        return noscript > 0 and not hidden[parent[noscript]] and not self._has_picture_beside(noscript)

    def _has_picture_beside(self, noscript: int) -> bool:
        """Whether the image in a ``noscript`` element also stands right before or after it, for scripts."""
        up = self.parent[noscript]
        first, last = max(up + 1, noscript - MAX_ROWS_APART), min(self.end[up], self.end[noscript] + MAX_ROWS_APART)
        images = (row for row in range(first, last) if self.tag[row] == _IMG and not self.hidden[row])
        return any(address_of(self.page, row, self.addresses) for row in images)

    def _around(self, row: int, levels: int) -> Iterator[int]:
        """A row's ancestors below the root, at most this many levels up, the innermost first."""
        for _ in range(levels):
            row = self.parent[row]
            if row <= 0:
                return
            yield row

    def _textless(self, row: int) -> list[int]:
        """A row and the elements around it that hold no kept text, the innermost first."""
        return [row, *takewhile(lambda at: not self.mass[at], self._around(row, MAX_LEVELS))]

    def _unit(self, row: int) -> int:
        """The figure that a row is in, else the row."""
        if row not in self.units:
            around = self._around(row, MAX_FIGURE_LEVELS)
            self.units[row] = next((at for at in around if self.tag[at] == _FIGURE), row)
        return self.units[row]

    def _lead_top(self, row: int, unit: int) -> int:
        """The element around a lead image that may hold its caption."""
        words, end = self.words, self.end
        if unit != row:
            return unit
        at = row
        for up in self._around(row, MAX_BOX_LEVELS):
            if end[up] > self.region.first or words[end[up]] - words[up] > MAX_CAPTION_CHARS or up <= self.page.body:
                break
            name = self.facts.elements.value(up, "class")
            if not _HOLDER.search(name) or tags.HEADING.take(self.page.tag[up : end[up]]).any():
                break
            at = up
        return at

    def _belongs(self, around: Sequence[int], top: int, *, lead: bool = False, stated: bool = False) -> bool:
        """Whether an image belongs to the article, and not to a teaser, an author box or the site.

        Args:
            around: the image, and the elements around it without kept text.
            top: the one that may hold its caption.
            lead: the image is before the text.
            stated: the page states the image.
        """
        row = around[0]
        figure = self._unit(row)
        if (top != row or lead) and not (stated and figure != row) and not self._is_bare(top):
            return False
        linked = False
        for at in around:
            if label := self.facts.label(at):
                names = words_of(label)
                # A link or button within a figure enlarges it.
                is_doubtful = not stated and figure >= at and not _DOUBTFUL.isdisjoint(names)
                if is_doubtful or not _FOREIGN.isdisjoint(names):
                    return False
            if self.tag[at] == _A:
                linked = True
                if self.words[self.end[at]] > self.words[at]:
                    return False  # a teaser: image and headline in one link
        return not (linked and self._is_teaser(row, figure if figure != row else top))

    def _is_teaser(self, row: int, box: int) -> bool:
        """Whether a linked image belongs to a teaser: it and words beside it link to another page of the site, or it is
        after the text and links to any page.
        """
        tag, parent, end, page = self.tag, self.parent, self.end, self.page
        link = next((at for at in self._around(row, MAX_FIGURE_LEVELS) if tag[at] == _A), None)
        if link is None:
            return False
        href = self.facts.elements.value(link, "href").strip()
        if href[:1] in ("", "#") or _FILE.fullmatch(href):
            return False
        if row > self.region.last:
            return True
        url = self.addresses.resolve(href)
        is_here = url is not None and url.partition("#")[0] == (page.url or "").partition("#")[0]
        if url is None or is_here or not url.startswith(self.addresses.origin):
            return False
        card = parent[parent[link]]  # a teaser's headline is often beside the linked image
        first = min(box, link, card if card > 0 and end[card] - card <= MAX_BOX_ROWS else link)
        last = min(max(end[box], end[link], end[first]), first + MAX_BOX_ROWS)
        links: list[int] = ((page.tag[first:last] == _A).nonzero()[0] + first).tolist()
        same = (at for at, other in zip(links, page.joined(links, ("href",)), strict=True) if other.strip() == href)
        return sum(int(page.link_chars[at : end[at]].sum()) for at in same) > MAX_LINKED_CHARS

    def _is_bare(self, top: int) -> bool:
        """Whether the text in an element without kept text may be a caption: short, no headings, few links."""
        if top not in self.bare:
            words, end = self.words, self.end
            text, linked = words[end[top]] - words[top], self.linked[end[top]] - self.linked[top]
            short = text <= MAX_CAPTION_CHARS and (linked <= MAX_LINKED_CHARS or 2 * linked <= text)
            headings = (tags.HEADING.take(self.page.tag[top : end[top]]).nonzero()[0] + top).tolist() if text else ()
            self.bare[top] = short and not any(words[end[row]] > words[row] for row in headings)
        return self.bare[top]

    # Reading images and their captions.

    def _read(self, row: int) -> Image | Embed | None:
        """Read the image, player or post of a row. None if seen before; a larger image replaces a smaller one."""
        if self.tag[row] != _IMG:
            player = read_player(self.page, row, self.addresses)
            return None if player is None or player.url in self.seen else player
        image = read_picture(self.page, row, self.addresses, framed=self.tag[self._unit(row)] == _FIGURE)
        if image is None:
            return None
        address, width = without_size(image.src)
        if (before := self.seen.get(address)) is None:
            return image
        known = self.items[before]
        if isinstance(known, Image):
            larger = image if width > without_size(known.src)[1] else known
            self.items[before] = replace(larger, alt=larger.alt or known.alt or image.alt)
        return None

    def _take(self, around: Sequence[int], item: Image | Embed, top: int) -> None:
        self.items[around[0]], self.tops[around[0]] = item, top
        self.seen[without_size(item.src)[0] if isinstance(item, Image) else item.url] = around[0]
        self.holders.update(around)

    def _find_captions(self) -> None:
        """Find the elements that hold images with their captions, and those right after images and figures."""
        units = set()
        for row, top in self.tops.items():
            unit = self._unit(row)
            if top != row and self.words[self.end[top]] > self.words[top] and self.tag[unit] != _FIGURE:
                self.captioned.add(top)
            if self.tag[row] == _IMG:
                units.add(unit)
        self.captions = {at for unit in units if (at := self._caption_after(unit)) is not None}
        for at in self.captions:  # also in elements without kept text, and after the last words
            self.holders.update(self._textless(at))
            self.stop = max(self.stop, self.end[at])

    def _caption_after(self, unit: int) -> int | None:
        """The element right after an image or figure, or the only one in it, that is its caption by class name."""
        region, end, at = self.region, self.end, self._row_after(unit)
        if at is None or self.mass[at] > MAX_NAMED_CHARS:
            return None
        value = self.facts.elements.value
        is_caption = _names_caption(value(at, "class"))
        while not is_caption and at + 1 < end[at] and region.stop[at] == region.stop[at + 1]:
            at += 1  # the only element in it
            is_caption = _names_caption(value(at, "class"))
        if not is_caption or self.tag[at] in _NO_CAPTION or self.hidden[at]:
            return None
        return at if _NOT_AFTER.isdisjoint(self.tag[at : end[at]]) else None

    def _row_after(self, unit: int) -> int | None:
        """The first visible row after an image or figure, or after an element that ends with it."""
        end = self.end
        at = unit
        for up in self._around(unit, MAX_AFTER_LEVELS):
            after = end[at]
            for _ in range(MAX_SKIPPED):
                if after < end[up] and self.tag[after] in (_TEXT, _NOSCRIPT) and not self.region.chars[after]:
                    after = end[after]
            if after < end[up]:
                return after
            at = up
        return None


def _figure(pictures: Sequence[Image], caption: Inlines) -> Figure:
    """A figure whose images have their caption as plain text."""
    words = squeeze(plain(caption).replace("\n", " "))
    if words:  # `replace` takes several times as long
        pictures = [Image(one.src, one.alt, words, one.width, one.height) for one in pictures]
    return Figure(tuple(pictures), caption)


def _names_caption(name: str) -> bool:
    """Whether a class is that of an element with an image's caption or credit."""
    words = words_of(name)
    return not _CAPTION.isdisjoint(words) or not (_DESCRIPTION.isdisjoint(words) or words.isdisjoint(_IMAGES))


def _is_control(text: str) -> bool:
    """Whether a text is the label of an image control or a screen reader's hint, not a caption.

    >>> [_is_control(text) for text in ("Click here to enlarge image.", "Image caption,", "Tweet")]
    [True, True, True]
    >>> [_is_control(text) for text in ("Click farm in Hanoi", "Press freedom is at play.", "tweet")]
    [False, False, False]
    """
    if len(text) > MAX_CONTROL_CHARS:
        return False
    label = text.rstrip(" .,:…!>»").casefold()
    begins = label.partition(" ")[0] in _CONTROL_STARTS
    is_button = label in _BUTTONS and not text[0].islower()
    return is_button or label in _CONTROLS or (begins and label.endswith(tuple(_CONTROLS)))
