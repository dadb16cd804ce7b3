"""What the text of a page shows: its running text, headlines, links, and what stands near its main heading.

Amounts are logarithms of characters or numbers. It must not know what the words say.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.facts import Facts
from broadsheet.facts.texts import unspaced_words
from broadsheet.lexicon import page_words
from broadsheet.page import Page, tags
from broadsheet.page.arrays import BoolArray, FloatArray, sums_before

__all__ = ["SEPARATORS", "Lines", "heading_features", "text_features"]

SEPARATORS: Final = re.compile(r"\s[|»«·•–—-]\s")
"""What parts a title from the name of its site."""
_MIN_PROSE: Final = 80
"""Characters of a line from which it may be running text."""
_HEADLINE: Final = (18, 220)
"""Sizes of a line that may be a headline."""
_HEADING: Final = tags.mask("h1 h2 h3 h4")
_H1, _ITEM = tags.IDS["h1"], tags.IDS["li"]
_CODE: Final = tags.mask("pre code kbd samp xmp plaintext")
_MAX_H1: Final = 300
"""Characters of a main heading that are read."""
_CARD_LEVELS: Final = 5
"""Levels above a heading up to which it may have a part of the page to itself."""
_MAX_CARD: Final = 600
"""Characters of such a part."""
_FRAMES: Final = {"iframe": "src", "embed": "src", "object": "data"}
"""Elements that may show a film or a recording, and where they have its address."""
_PLAYER: Final = re.compile(r"player|embed|video|youtu|vimeo|audio|podcast", re.IGNORECASE)
"""In the address of a frame."""
_PEOPLE: Final = re.compile(r"[/?&=.](?:u(?:sers?|suario|tilisateur)?|m(?:embers?|itglied)|p(?:rofiles?|eople))[/=?-]")
"""In an address: a page of one of the site's users."""
_UNMARKED: Final = (0x0E00, 0x17FF)
"""From Thai to Khmer: scripts in which a sentence may end without a mark."""
_DAY: Final = re.compile(
    r"\b(?:19|20)\d{2}\b|\b\d+ ?(?:min|mins|minutes?|hours?|h|hrs?|days?|weeks?|months?|years?|std|stunden?|tagen?)\b"
    r"(?: ago)?|\d{1,2}[./]\d{1,2}[./]\d{2}\b|\d{1,2}:\d{2}|年"
)
_PRICE: Final = re.compile(r"[$€£¥₹]\s?\d|\d\s?(?:[€£¥₹]|zł|kr\b|руб|円|元)")
_BY: Final = page_words("lines", "by")
_NEAR: Final = (4, 12)
"""Lines before and after the main heading that are near it."""
_MAX_NEAR: Final = 120
"""Characters of such a line."""
_UNKNOWN_WORDS: Final = 12.0
"""Words of a main heading that is missing, and the most that are counted."""


class Lines:
    """The segments of a page with what is asked of them again and again; columns of shape (m,).

    Of several main headings the one that is most like the page's title counts.

    Attributes:
        page: the page.
        size: how much each line says, in characters of an alphabet.
        is_prose: it is running text.
        is_headline: it is a link as long as a headline.
        before: characters shown before each row, and on the whole page; shape (page size + 1,).
        links_before: the same of characters in links.
        h1: the row of the main heading, -1 where there is none.
        h1_text: its text.
    """

    def __init__(self, page: Page, title: str) -> None:
        self.page, segments = page, page.segments
        chars = segments.chars.astype(np.float64)
        # A character of Chinese or Japanese says as much as several of an alphabet.
        size = np.where(segments.words > 0.5 * chars, np.maximum(chars, 3.0 * segments.words), chars)
        linked = segments.link_chars / np.maximum(1.0, chars)
        self.size: FloatArray = size
        self.is_prose: BoolArray = (size >= _MIN_PROSE) & (linked < 0.3) & ((segments.punct > 0) | _unmarked(page))
        self.is_headline: BoolArray = (linked >= 0.8) & (size >= _HEADLINE[0]) & (size <= _HEADLINE[1])
        self.before, self.links_before = (
            sums_before(np.where(page.shown, of, 0)) for of in (page.chars, page.link_chars)
        )
        headings = (page.tag == _H1).nonzero()[0]
        found = [(row, page.words_of(row)[:_MAX_H1]) for row in headings[self.chars(headings) > 0][:5].tolist()]
        wanted = set(title.lower().split())
        self.h1: int
        self.h1, self.h1_text = max(found, key=lambda one: _common(one[1], wanted), default=(-1, ""))

    @property
    def first(self) -> int:
        """The line of the main heading, else of the first running text, else of all."""
        if self.h1 >= 0:
            return int(self.page.segments.start.searchsorted(self.page.start[self.h1]))
        return int(self.is_prose.argmax()) if self.is_prose.any() else 0

    def rows(self, name: str) -> NDArray[np.intp]:
        """The rows with a tag."""
        out: NDArray[np.intp] = (self.page.tag == tags.IDS[name]).nonzero()[0]
        return out

    def chars(self, rows: NDArray[np.integer]) -> NDArray[np.int64]:
        """The characters shown in the subtrees of some rows."""
        out: NDArray[np.int64] = self.before[self.page.end[rows]] - self.before[rows]
        return out


def _common(text: str, wanted: set[str]) -> float:
    found = set(text.lower().split())
    return len(found & wanted) / max(1, len(found | wanted))


def _unmarked(page: Page) -> BoolArray:
    """Whether most of each segment is in a script in which a sentence may end without a mark."""
    segments, (first, last) = page.segments, _UNMARKED
    held = sums_before((page.points >= first) & (page.points <= last))
    out: BoolArray = 2 * (held[segments.stop] - held[segments.start]) > segments.chars
    return out


def _word_count(text: str) -> float:
    """Words of a text; two characters of Chinese or Japanese count as one."""
    wide = sum(character >= "\u3040" for character in text)
    return max(len(text.split()), wide / 2, unspaced_words(text))


def text_features(facts: Facts, lines: Lines) -> dict[str, float]:
    """Running text, headlines, links, players and forms, by name; NaN where there is no running text or no heading."""
    page, structured = facts.page, facts.structured
    size, prose = lines.size, lines.is_prose
    total, amount = max(1.0, float(size.sum())), float(size[prose].sum())
    og_title = next(iter(structured.meta.get("og:title", ())), "")
    links = tags.LINK.take(page.tag).nonzero()[0]
    pictures = lines.rows("img")
    players = _players(lines)
    value = facts.elements.value
    hrefs = {value(row, "href") for row in links[:1000].tolist()}
    types = [value(row, "type") for row in lines.rows("input").tolist()]
    return {
        "log_text": math.log1p(total),
        "log_prose": math.log1p(amount),
        "prose_share": amount / total,
        "prose_segments": math.log1p(int(prose.sum())),
        **_prose(lines, amount),
        **_headings(lines, links),
        "log_links": math.log1p(len(links)),
        "headline_links": math.log1p(int(lines.is_headline.sum())),
        "headline_link_share": float(size[lines.is_headline].sum()) / total,
        "links_a_prose": math.log((float(size[lines.is_headline].sum()) + 50) / (amount + 50)),
        "people_links": math.log1p(sum(_PEOPLE.search(href) is not None for href in hrefs)),
        "times": math.log1p(len(lines.rows("time"))),
        "pictures": math.log1p(max(len(lines.rows("figure")), int((~page.in_link[pictures]).sum()))),
        "players": float(len(players)),
        "passwords": float("password" in map(str.lower, types)),
        "code_share": float(page.chars[page.under(_CODE[page.tag]) & page.shown].sum()) / max(1, int(lines.before[-1])),
        "title_words": min(20.0, _word_count(SEPARATORS.split(og_title or structured.title or "")[0])),
        "og_title_size": math.log1p(len(og_title)) if og_title else math.nan,
    }


def _prose(lines: Lines, amount: float) -> dict[str, float]:
    """How running text hangs together, and how much of it stands under links, as teasers do."""
    names = ("one_parent", "parents_a_prose", "prose_list_share", "mean_prose", "teaser_share")
    if not amount:
        return dict.fromkeys(names, math.nan)
    page, prose = lines.page, lines.is_prose
    block, size = page.segments.block[prose], lines.size[prose]
    by_parent = np.bincount(page.parent[block], weights=size)
    headline = np.concatenate(([False, False], lines.is_headline))
    under = (headline[1:-1] | headline[:-2])[prose]
    values = (
        float(by_parent.max()) / amount, np.count_nonzero(by_parent) / len(size),
        float(size[page.tag[block] == _ITEM].sum()) / amount, math.log(amount / len(size)),
        float(size[under].sum()) / amount,
    )  # fmt: skip
    return dict(zip(names, values, strict=True))


def _headings(lines: Lines, links: NDArray[np.intp]) -> dict[str, float]:
    """Headings that are links to elsewhere, and cards: small parts of the page with one heading and a link."""
    page = lines.page
    rows = _HEADING.take(page.tag).nonzero()[0]
    rows = rows[lines.chars(rows) > 0]
    linked = lines.links_before[page.end[rows]] - lines.links_before[rows]
    elsewhere = int((linked > 0.5 * lines.chars(rows)).sum())
    card = rows
    for _ in range(_CARD_LEVELS if len(rows) else 0):
        up = np.maximum(page.parent[card], 0)
        alone = rows.searchsorted(page.end[up]) - rows.searchsorted(up) == 1
        card = np.where(alone & (lines.chars(up) <= _MAX_CARD), up, card)
    has_link = (links.searchsorted(page.end[card]) > links.searchsorted(card)) | page.in_link[card]
    return {
        "headings": math.log1p(len(rows)),
        "headings_elsewhere": math.log1p(elsewhere),
        "headings_linked_share": elsewhere / len(rows) if len(rows) else math.nan,
        "cards": math.log1p(int(has_link.sum())),
    }


def _players(lines: Lines) -> list[int]:
    """The rows that show a film or a recording: made for that, or framed with an address that says so."""
    out = [*lines.rows("video").tolist(), *lines.rows("audio").tolist()]
    for name, attribute in _FRAMES.items():
        rows = lines.rows(name).tolist()
        addresses = lines.page.joined(rows, (attribute,)) if rows else []
        out += [row for row, address in zip(rows, addresses, strict=True) if _PLAYER.search(address)]
    return out


def heading_features(page: Page, lines: Lines, texts: Sequence[str]) -> dict[str, float]:
    """A day, a byline and a price near the main heading, NaN where there is no heading; and the heading's words."""
    if lines.h1 < 0:
        unknown = dict.fromkeys(("date_near", "time_near", "byline_near", "price_near"), math.nan)
        return unknown | {"h1": 0.0, "h1_words": _UNKNOWN_WORDS}
    around = slice(max(0, lines.first - _NEAR[0]), lines.first + _NEAR[1])
    near = [text for text in texts[around] if len(text) < _MAX_NEAR]
    first, last = int(page.segments.first[around][0]), int(page.segments.last[around][-1])
    times = lines.rows("time")
    return {
        "date_near": float(any(map(_DAY.search, near))),
        "time_near": float(((times >= first) & (times <= last)).any()),
        "byline_near": float(any(_first_word(text) in _BY for text in near)),
        "price_near": float(any(map(_PRICE.search, near))),
        "h1": 1.0,
        "h1_words": min(_UNKNOWN_WORDS, _word_count(lines.h1_text)),
    }


def _first_word(text: str) -> str:
    return text.casefold().lstrip(" \t(|-–—•*:").partition(" ")[0].rstrip(":")
