"""Figures: which elements are figures, and the captions of images and players.

A caption holds all visible text of its element, kept or not, and is not part of the body.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from broadsheet.article import roles
from broadsheet.article.blocks import Block, Embed, Figure, Image, Inlines, Link, Text, plain
from broadsheet.article.frames import NO_FIGURE
from broadsheet.article.media import Media
from broadsheet.article.region import Region
from broadsheet.article.runs import LINE, NONE, SPACE, Mark, OpenRun, build, squeeze, tidied, with_mark
from broadsheet.facts.addresses import Addresses, is_lost
from broadsheet.page import tags

__all__ = ["Figures"]

MAX_CAPTION_CHARS: Final = 600  # a figure with more text beside its caption is a part of the article
MAX_CREDIT_CHARS: Final = 200  # longest credit

_TEXT: Final = tags.TEXT
_FIGURE: Final = tags.IDS["figure"]
_FIGCAPTION: Final = tags.IDS["figcaption"]
_PICTURED: Final = tags.ids("img picture video audio iframe svg canvas object embed")
_QUOTED: Final = tags.ids("blockquote pre table")

_CONTROL: Final = re.compile(
    r"(?:(?:click|tap|press|hover)\b.{0,30}\b)?"
    r"(?:(?:enlarge|expand|view|open|zoom)(?: (?:this|the))? (?:image|photo|picture)"
    r"(?: (?:in|at) full(?:-?screen| size))?|enlarge|view gallery|(?:toggle|hide|show) caption|"
    r"(?:bild|foto) vergrößern|agrandir l['’]image|ampliar(?: (?:imagen|foto|imagem))?|ingrandisci|"
    r"(?:image|media) caption|advertisement|anzeige|publicité|publicidad|pubblicità)\W*",
    re.IGNORECASE,
)
"""Labels of image controls and screen-reader hints, which are not captions."""
_CREDIT: Final = re.compile(r"credit|copyright|quelle|bildnachweis|bildrechte", re.IGNORECASE)
"""Class names of image credits."""

_Range = tuple[int, int]
"""First row, and the row after the last."""


class Figures:
    """The images and players of an article, with their figures and captions.

    Attributes:
        items: images and players, by row.
        lead: the first row of the lead figure; a row after the page without one.
        captioned: elements that act as figures without being called so.
        captions: elements that are the caption of the figure right before them, if it has none.
        special: both of these.
    """

    __slots__ = ("_addresses", "_region", "_rows", "captioned", "captions", "items", "lead", "special")

    def __init__(self, region: Region, found: Media, addresses: Addresses) -> None:
        self.items, self.captioned, self.captions = found.items, found.captioned, found.captions
        self.lead = found.lead if found.lead is not None else len(region.page)
        self.special = self.captioned | self.captions
        self._region = region
        self._addresses = addresses
        self._rows = sorted(self.items)

    def any_in(self, row: int) -> bool:
        """Whether an image or player is in a row's subtree."""
        place = bisect_left(self._rows, row)
        return place < len(self._rows) and self._rows[place] < self._region.end[row]

    def figure(self, row: int) -> list[Block] | None:
        """The blocks of a figure. None if the element is a part of the text marked up as a figure."""
        captions = self._captions(row)
        if captions is None:
            return None
        region, end = self._region, self._region.end[row]
        items = [self.items[at] for at in self._rows[bisect_left(self._rows, row) : bisect_left(self._rows, end)]]
        shown = captions or [(row, end)]
        if not items or (not captions and region.shown_chars(row) > MAX_CAPTION_CHARS):
            shown = []
        caption = self._caption(row, shown)
        if caption and captions and (credit := self._credit(row, captions, plain(caption))):
            caption = (*caption, Text(" "), *credit)
        pictures = [item for item in items if isinstance(item, Image) and not is_lost(item.src)]
        players = [item for item in items if isinstance(item, Embed) and not is_lost(item.url)]
        if players and not pictures:
            return [replace(players[0], caption=caption), *players[1:]]
        figure = Figure(_with_caption(pictures, caption), caption) if pictures or caption else NO_FIGURE
        return [figure, *players] if items or caption else []

    def is_text(self, row: int) -> bool:
        """Whether a caption met outside figures is text."""
        return self._region.mass[row] > 2 * MAX_CAPTION_CHARS

    def with_caption(self, figure: Figure, row: int) -> Figure:
        """A figure with all visible text of a row's subtree as its caption."""
        caption = self._caption(row, [(row, self._region.end[row])])
        return Figure(_with_caption(figure.images, caption), caption)

    def bare_caption(self, row: int) -> Figure:
        """A figure without an image, for a caption whose image was not found. Only kept text counts."""
        return Figure((), self._caption(row, []))

    def _captions(self, row: int) -> list[_Range] | None:
        """The captions of a figure. None if it is a part of the text: with a figure, a kept quotation or table in it,
        much kept text beside the captions, or neither an image nor captions alone.
        """
        tag, end, mass = self._region.tag, self._region.end, self._region.mass
        captions: list[_Range] = []
        beside = 0  # kept characters
        pictured = mixed = False
        at = row + 1
        while at < end[row]:
            number = tag[at]
            if number == _FIGURE:
                return None
            if number == _FIGCAPTION:
                captions.append((at, end[at]))
                at = end[at]
                continue
            if number == _TEXT:
                beside += mass[at]
            mixed = mixed or (number in _QUOTED and mass[at] > 0)
            pictured = pictured or number in _PICTURED or at in self.items
            at += 1
        is_whole = not mixed and beside <= MAX_CAPTION_CHARS and (pictured or (captions and not beside))
        return captions if is_whole else None

    def _credit(self, row: int, captions: Sequence[_Range], said: str) -> Inlines:
        """The credit beside a figure's captions, by class name; empty if the caption says the same."""
        region, end = self._region, self._region.end
        for at in range(row + 1, end[row]):
            if (
                region.tag[at] == _TEXT
                or region.mass[at]
                or any(first < end[at] and at < last for first, last in captions)
            ):
                continue
            named = _CREDIT.search(region.page.attr(at, "class") or "")
            if named and 0 < region.shown_chars(at) <= MAX_CREDIT_CHARS:
                credit = self._caption(at, [(at, end[at])])
                return () if plain(credit) in said else credit
        return ()

    def _caption(self, row: int, shown: Sequence[_Range]) -> Inlines:
        """The kept text of a row's subtree, and all visible text in some ranges of it, as inlines.

        A space goes before a capital at the edge of an unmarked element, such as that of a credit.
        """
        region = self._region
        run = OpenRun()
        marks: tuple[Mark, ...] = ()
        scopes: list[tuple[int, tuple[Mark, ...], int]] = []  # end of an element, marks around it, separator after it
        edge = False
        for at in range(row, region.end[row]):
            while scopes and scopes[-1][0] <= at:
                _, before, separator = scopes.pop()
                run.separate(separator)
                edge, marks = edge or before == marks, before
            number = region.tag[at]
            if number != _TEXT:
                breaks, mark = roles.BREAKS[number], self._mark(at)
                separator = LINE if breaks else NONE
                run.separate(separator)
                scopes.append((region.end[at], marks, separator))
                edge = edge or mark is None
                if mark is not None:
                    marks = with_mark(marks, mark)
            elif not region.hidden[at] and (region.mass[at] or any(first <= at < last for first, last in shown)):
                words, white_before, after = tidied(region.text[region.start[at] : region.stop[at]])
                run.separate(white_before)
                if words and (region.mass[at] or not _CONTROL.fullmatch(words)):
                    if edge and words[0].isupper():
                        run.separate(SPACE)
                    run.add(words, marks, after)
                    edge = False
        said = any(isinstance(piece.content, str) and any(map(str.isalnum, piece.content)) for piece in run.pieces)
        # A mark between dropped parts is not a caption.
        return build(run.pieces) if said or region.mass[row] else ()

    def _mark(self, row: int) -> Mark | None:
        number = self._region.tag[row]
        if roles.ROLE[number] != roles.LINK:
            return roles.MARK_OF.get(number)
        href = self._addresses.resolve(self._region.page.attr(row, "href") or "")
        return (Link, href) if href is not None and not is_lost(href) else None


def _with_caption(pictures: Sequence[Image], caption: Inlines) -> tuple[Image, ...]:
    """Images with their caption as plain text."""
    words = squeeze(plain(caption).replace("\n", " "))
    return tuple(replace(picture, caption=words) for picture in pictures)
