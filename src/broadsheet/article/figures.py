"""Figures: which elements are figures, and the captions of images and players.

A caption holds all visible text of its element, kept or not, and is not part of the body.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from broadsheet.article import roles
from broadsheet.article.blocks import Block, Embed, Figure, Image, Inlines, Link, Text, plain
from broadsheet.article.media import Media
from broadsheet.article.runs import (
    LINE,
    SPACE,
    Mark,
    OpenRun,
    build,
    squeeze,
    tidied,
    white_after,
    white_before,
    with_mark,
)
from broadsheet.article.stretch import Stretch
from broadsheet.facts.addresses import Addresses
from broadsheet.page import tags

__all__ = ["Figures"]

MAX_CAPTION_CHARS: Final = 600  # a figure with more text beside its caption is a part of the article

_TEXT: Final = tags.TEXT
_FIGURE: Final = tags.IDS["figure"]
_TABLE: Final = tags.IDS["table"]
_QUOTE: Final = tags.IDS["blockquote"]
_FIGCAPTION: Final = tags.IDS["figcaption"]
_PICTURED: Final = tags.ids("img picture video audio iframe svg canvas object embed")
_QUOTED: Final = tags.ids("blockquote pre table")

_CONTROL: Final = re.compile(
    r"(?:(?:click|tap|press|hover)\b.{0,30}\b)?"
    r"(?:(?:enlarge|expand|view|open|zoom)(?: (?:this|the))? (?:image|photo|picture)"
    r"(?: (?:in|at) full(?:-?screen| size))?|enlarge|view gallery|(?:toggle|hide|show) caption|"
    r"(?:bild|foto) vergrößern|agrandir l['’]image|ampliar(?: (?:imagen|foto|imagem))?|ingrandisci|"
    r"(?:image|media) caption|"
    r"advertisement|anzeige|publicité|publicidad|pubblicità)\W*",
    re.IGNORECASE,
)
"""Labels of image controls and screen-reader hints, which are not captions."""
_CREDIT: Final = re.compile(r"credit|copyright|quelle|bildnachweis|bildrechte", re.IGNORECASE)
"""Class names of image credits."""
MAX_CREDIT_CHARS: Final = 200  # longest credit

_Range = tuple[int, int]
"""First row, and the row after the last."""


class _Content(NamedTuple):
    """The content of a figure.

    Attributes:
        captions: its captions.
        beside: kept characters outside them.
        pictured: whether it holds an image or player, the article's or not.
        nested: it holds another figure. Reading stopped there.
        quoted: it holds a kept quotation, table or the like. Reading stopped there.
    """

    captions: Sequence[_Range]
    beside: int
    pictured: bool
    nested: bool = False
    quoted: bool = False


class Figures:
    """The images and players in a stretch, with their figures and captions.

    Attributes:
        items: images and players, by row.
        captioned: elements that act as figures without being called so.
        captions: elements that are the caption of the figure right before them, if it has none.
        named: both of these.
    """

    __slots__ = ("_addresses", "_end", "_rows", "_stretch", "_text_before", "captioned", "captions", "items", "named")

    def __init__(self, stretch: Stretch, found: Media, addresses: Addresses) -> None:
        begin = stretch.begin
        self.items = {row - begin: item for row, item in found.items.items()}
        self.captioned = frozenset(row - begin for row in found.captioned)
        self.captions = frozenset(row - begin for row in found.captions)
        self.named = self.captioned | self.captions
        self._stretch = stretch
        self._end = stretch.end
        self._addresses = addresses
        self._rows = sorted(self.items)
        self._text_before = 0  # before this row, captions are text: their figure has no image

    def any_in(self, row: int) -> bool:
        """Whether an image or player is in a row's subtree."""
        place = bisect_left(self._rows, row)
        return place < len(self._rows) and self._rows[place] < self._end[row]

    def figure(self, row: int) -> list[Block] | None:
        """The blocks of a figure. None if the element is a part of the text marked up as a figure."""
        content = self._content(row)
        if not self._is_figure(row, content):
            return None
        end = self._end[row]
        items = [self.items[at] for at in self._rows[bisect_left(self._rows, row) : bisect_left(self._rows, end)]]
        shown = content.captions or [(row, end)]
        if not items or (not content.captions and self._stretch.shown_chars(row) > MAX_CAPTION_CHARS):
            shown = ()
        caption = self._caption(row, shown)
        if caption and content.captions and (credit := self._credit(row, content.captions, plain(caption))):
            caption = (*caption, Text(" "), *credit)
        pictures = _with_caption([item for item in items if isinstance(item, Image)], caption)
        players = [item for item in items if isinstance(item, Embed)]
        blocks: list[Block] = []
        if pictures or (caption and not players):
            blocks.append(Figure(pictures, caption))
            caption = ()
        for player in players:
            blocks.append(replace(player, caption=caption))
            caption = ()
        return blocks

    def is_text(self, row: int) -> bool:
        """Whether a caption met outside figures is text."""
        return (
            row < self._text_before or self._stretch.mass[row] > 2 * MAX_CAPTION_CHARS or self._is_quotation_source(row)
        )

    def _is_quotation_source(self, row: int) -> bool:
        """Whether a kept caption names the source of a quotation: its figure holds a kept quotation and no images."""
        stretch, page = self._stretch, self._stretch.page
        figure = int(page.parent[row + stretch.begin])
        if not stretch.mass[row] or page.tag[figure] != _FIGURE or figure < stretch.begin:
            return False
        first = figure - stretch.begin
        quotes = [at for at in range(first, row) if stretch.tag[at] == _QUOTE and stretch.mass[at]]
        return bool(quotes) and not self.any_in(first)

    def table_of(self, row: int) -> int:
        """The table that is the only other content of a caption's figure, or -1."""
        stretch, page = self._stretch, self._stretch.page
        figure = int(page.parent[row + stretch.begin])
        if stretch.tag[row] != _FIGCAPTION or int(page.tag[figure]) != _FIGURE:
            return -1
        first, end = max(0, figure - stretch.begin), min(int(page.end[figure]) - stretch.begin, stretch.size)
        tables = [at for at in range(first, end) if stretch.tag[at] == _TABLE and stretch.mass[at]]
        return tables[0] if len(tables) == 1 and not self.any_in(figure - stretch.begin) else -1

    def whole_caption(self, row: int) -> Inlines:
        """All visible text of a caption, kept or not."""
        return self._caption(row, [(row, self._end[row])])

    def caption_of_gallery(self, row: int) -> Inlines:
        """The caption of a figure of figures, empty if the row is no such caption."""
        stretch = self._stretch
        around = int(stretch.page.parent[row + stretch.begin])
        is_one = stretch.tag[row] == _FIGCAPTION and int(stretch.page.tag[around]) == _FIGURE
        return self.whole_caption(row) if is_one else ()

    def with_caption(self, figure: Figure, row: int) -> Figure:
        """A figure with all visible text of a row's subtree as its caption."""
        caption = self.whole_caption(row)
        return Figure(_with_caption(figure.images, caption), caption)

    def bare_caption(self, row: int) -> Figure:
        """A figure without an image, for a caption whose image was not found. Only kept text counts."""
        return Figure((), self._caption(row, ()))

    def _content(self, row: int) -> _Content:
        tag, end, mass = self._stretch.tag, self._end, self._stretch.mass
        captions: list[_Range] = []
        beside = 0
        pictured = False
        at = row + 1
        while at < end[row]:
            number = tag[at]
            if number == _FIGCAPTION:
                captions.append((at, end[at]))
                at = end[at]
                continue
            if number == _FIGURE:
                return _Content(captions, beside, pictured, nested=True)
            if number in _QUOTED and mass[at]:
                return _Content(captions, beside, pictured, quoted=True)
            if number == _TEXT:
                beside += mass[at]
            pictured = pictured or number in _PICTURED or at in self.items
            at += 1
        return _Content(captions, beside, pictured)

    def _credit(self, row: int, captions: Sequence[_Range], said: str) -> Inlines:
        """The credit beside a figure's captions, by class name; empty if the caption says the same."""
        stretch, end = self._stretch, self._end
        begins = [first for first, _ in captions]
        at = row + 1
        while at < end[row]:
            following = bisect_left(begins, at)
            if following < len(begins) and begins[following] < end[at]:
                at = captions[following][1] if begins[following] == at else at + 1
                continue
            named = stretch.tag[at] != _TEXT and _CREDIT.search(stretch.page.attr(at + stretch.begin, "class") or "")
            if named and not stretch.mass[at] and 0 < stretch.shown_chars(at) <= MAX_CREDIT_CHARS:
                credit = self._caption(at, [(at, end[at])])
                return () if plain(credit) in said else credit
            at += 1
        return ()

    def _is_figure(self, row: int, content: _Content) -> bool:
        if content.nested:
            return False
        only_captions = content.captions and not content.beside
        if content.quoted or content.beside > MAX_CAPTION_CHARS or not (content.pictured or only_captions):
            if not content.pictured:
                self._text_before = max(self._text_before, self._end[row])
            return False
        return True

    def _caption(self, row: int, shown: Sequence[_Range]) -> Inlines:
        """The kept text of a row's subtree, and all visible text in some ranges of it, as inlines."""
        stretch, end = self._stretch, self._end
        run = OpenRun()
        marks: tuple[Mark, ...] = ()
        scopes: list[tuple[int, tuple[Mark, ...] | None]] = []  # end of an element, and the marks around it
        edge = False  # an unmarked element starts or ends here: a credit that touches the words is a separate word
        edges: set[int] = set()
        for at in range(row, end[row]):
            while scopes and scopes[-1][0] <= at:
                _, before = scopes.pop()
                if before is None:
                    run.separate(LINE)
                else:
                    marks = before
            number = stretch.tag[at]
            edge = edge or at in edges
            if number == _TEXT:
                if not stretch.hidden[at] and (stretch.mass[at] or any(first <= at < last for first, last in shown)):
                    edge = self._add_words(run, at, marks, apart=edge)
            elif roles.ROLE[number] == roles.PLAIN:
                edge = True
                edges.add(end[at])
            elif roles.BREAKS[number]:
                run.separate(LINE)
                scopes.append((end[at], None))
            elif (mark := self._mark(at)) is not None:
                scopes.append((end[at], marks))
                marks = with_mark(marks, mark)
        said = any(isinstance(piece.content, str) and any(map(str.isalnum, piece.content)) for piece in run.pieces)
        # A mark between dropped parts is not a caption.
        return build(run.pieces) if said or stretch.mass[row] else ()

    def _add_words(self, run: OpenRun, row: int, marks: tuple[Mark, ...], *, apart: bool) -> bool:
        """Add a text row to a caption, with a space before a capital if it stands apart from the words before.

        Returns whether the next row stands apart in any case, as when this one had no words.
        """
        stretch = self._stretch
        text, words = tidied(stretch.text[stretch.start[row] : stretch.stop[row]])
        run.separate(white_before(text))
        if not words or (not stretch.mass[row] and _CONTROL.fullmatch(words)):
            return apart
        if apart and words[0].isupper():
            run.separate(SPACE)
        run.add(words, marks, white_after(text))
        return False

    def _mark(self, row: int) -> Mark | None:
        number = self._stretch.tag[row]
        if roles.ROLE[number] != roles.LINK:
            return roles.MARK_OF.get(number)
        href = self._addresses.resolve(self._stretch.page.attr(row + self._stretch.begin, "href") or "")
        return (Link, href) if href is not None else None


def _with_caption(pictures: Sequence[Image], caption: Inlines) -> tuple[Image, ...]:
    """Images with their caption as plain text."""
    words = squeeze(plain(caption).replace("\n", " "))
    return tuple(replace(picture, caption=words) for picture in pictures)
