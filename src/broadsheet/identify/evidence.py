"""A page -> numbers that tell whether an article is on it: what it declares, its headlines, its prose, its lists.

It gathers evidence and must not know how it is weighed. No feature depends on how a page was stored (its encoding,
its compression, whether its address is known): a page without an address has NaN there.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Final
from urllib.parse import unquote, urlsplit

import numpy as np
from numpy.typing import NDArray

from broadsheet.identify.address import ADDRESS, address_features
from broadsheet.identify.beside import Beside
from broadsheet.identify.declared import DECLARED, declared_features
from broadsheet.identify.listings import listing_of
from broadsheet.identify.naming import NAMING, SOFTWARE, naming_features
from broadsheet.identify.phrases import PHRASES, phrases_in
from broadsheet.identify.signs import SIGNS, signs_of
from broadsheet.identify.targets import COUNTS, counts
from broadsheet.metadata.elements import elements_of
from broadsheet.metadata.stated.structured import Structured
from broadsheet.page import Page, tags
from broadsheet.page.arrays import BoolArray, FloatArray, sums_before

__all__ = ["NAMES", "Evidence", "gather"]

_PROSE: Final = 80
_LONG_PROSE: Final = 200
_HEADLINE: Final = (18, 220)
"""Sizes of a line that may be a headline."""
_TAGS: Final = 257
"""A number beyond those of tags."""
_POST_LEVELS: Final = 7
"""Levels above a line of running text up to which it may be a post's."""
_IN_CARD: Final = 5
_CARD: Final = 600
"""Levels above a heading, and characters, up to which it may be the part of the page that belongs to the heading."""

_OFTEN: Final = ("forum", "product", "docs", "byline", "body", "card", "hero", "comment")
"""Names of parts whose share of all names is looked at, besides their number."""
NAMES: Final[tuple[str, ...]] = (
    *DECLARED,
    # Headlines.
    "headings", "headings_linked_share", "headings_elsewhere", "headings_unlinked", "h1", "h1_linked", "h1_size",
    "h1_as_title", "h1_position", "h1_to_prose", "prose_after_h1", "title_size", "og_title_size", "title_parts",
    "title_marks", "headings_size", "headings_alike", "headings_per_prose", "h2_prose_share", "articles",
    "article_share", "article_largest", "articles_linked", "times", "times_share", "cards", "cards_share",
    "title_words", "slug_words", "slug_in_title",
    # Prose.
    "log_text", "log_segments", "log_prose", "prose_share", "prose_segments", "long_prose", "longest", "longest_run",
    "run_share", "run_links", "one_parent", "parents_a_prose", "holder_depth", "holder_share", "holder_links",
    "holder_headings", "holder_linked_headings", "prose_in_p", "prose_ends", "prose_marks", "prose_digits",
    "prose_words_a_mark", "teaser_share", "prose_position", "prose_spread", "quotes", "prose_list_share", "mean_prose",
    "similar_prose", "ellipsis",
    # Lists of links.
    "link_share", "log_links", "headline_links", "headline_link_share", "headline_links_before", "regular_links",
    "regular_share", "regular_prose", "links_a_prose", "link_depth_spread", "image_links", *COUNTS,
    *(f"{name}_share" for name in COUNTS), "story_links", "people_links",
    # Media, forms and other furniture.
    "images", "figures", "slides", "videos", "audios", "iframes", "players", "media_before_prose", "inputs",
    "passwords", "forms", "buttons", "tables", "cells_share", "code", "code_share", "prices", "dates", "asides",
    "telephones", "lists_share", "li_prose", "definition", "source_a_text",
    "date_near", "byline_near", "time_near", "price_near", "few_words_h1", "voice_we", "voice_you", "voice_said",
    "voice_i", "voice_past", "posts",
    "post_share",
    *(f"says_{name}" for name in PHRASES),
    *NAMING, *SOFTWARE,
    # Thresholds and products of the above that the linear part could not make of them.
    "little_prose", "least_prose", "low_share", "short_title", "short_h1", "shorter_h1", "teasers", "player_first",
    "linked_headlines", "thread", "legal_title", "links_to_prose", "calls_a_line", "section_like", "page_undated",
    "story_links_a_prose", *(f"often_{name}" for name in _OFTEN),
    *(f"signs_{kind}" for kind in SIGNS),
    *ADDRESS,
)  # fmt: skip
"""The features, in order."""

_H1: Final = tags.IDS["h1"]
_P: Final = tags.IDS["p"]
_LI: Final = tags.IDS["li"]
_HEADLINE_LEVEL: Final = tags.mask("h1 h2 h3 h4")
_CODE: Final = ("pre", "code", "kbd", "samp", "xmp", "plaintext")
_CELL: Final = ("td", "th")
_IS_CODE, _IS_CELL = (tags.mask(" ".join(names)) for names in (_CODE, _CELL))
_INPUT: Final = ("input", "textarea", "select")
_WORD: Final = re.compile(r"\w+")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_EXTENSIONS: Final = frozenset("html htm shtml php asp aspx jsp ece".split())
_NO_PAGE: Final = ("#", "javascript:", "mailto:", "tel:", "data:")
_LONG_ADDRESS: Final = 300
_MOST_LINKS: Final = 1000
_DIGIT: Final = re.compile(r"\d")
_ASCII_DIGIT: Final = re.compile("[0-9]")
_LONG_NUMBER: Final = re.compile(r"\d{6}")
_PEOPLE: Final = re.compile(
    r"[/?&=.](?:u(?:sers?|suario|tilisateur)?|m(?:embers?|itglied)|p(?:rofiles?|eople))[/=?-].*"
)
"""An address of one of people; the rest of the line with it."""
_CUT: Final = ("...", "…", "[…]", "more", "»", "→")
"""How a text ends that goes on elsewhere."""
_QUOTE: Final = re.compile('[“”„«»「"]')
_SEPARATORS: Final = re.compile(r"\s[|»«·•–—-]\s")
_MARKLESS: Final = (0x0E00, 0x109F), (0x1780, 0x17FF)
"""Thai, Lao, Tibetan, Burmese and Khmer, which part no words, and may end a sentence without a mark."""
_IN_MARKLESS: Final = re.compile("[" + "".join(f"{chr(first)}-{chr(last)}" for first, last in _MARKLESS) + "]")
_OF_WORD: Final = 5
"""Their letters, and how many of them are a word."""
_FRAMES: Final = {"iframe": "src", "embed": "src", "object": "data"}
"""Elements that may show a film or a recording, and where they have its address."""
_PLAYER_ADDRESS: Final = re.compile(r"player|embed|video|youtu|vimeo|audio|podcast", re.IGNORECASE)


_OF_ARTICLES: Final = ("og_article", "ld_article", "items_article", "meta_published", "ld_published", "time_near")
"""What pages with an article declare, and the time beside its heading."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """What is known of a page.

    Attributes:
        values: one number a name of `NAMES`, NaN where it is not known; shape (len(NAMES),).
        url: the address that was looked at: the page's own, or the one that it calls its own.
        banner: whether what it says as walls do are only phrases of consent and of signing in, which banners and forms
            say as well that are folded away.
        listing: what it says it is that lists what stands elsewhere (`listing_of`), or nothing.
        characters: of its running text. In ``values`` those of Chinese and Japanese count as the letters that say as
            much.
    """

    values: FloatArray
    url: str | None
    banner: bool = False
    listing: str = ""
    characters: int = 0

    @cached_property
    def by_name(self) -> dict[str, float]:
        """The values by name."""
        return dict(zip(NAMES, self.values.tolist(), strict=True))

    def __getitem__(self, name: str) -> float:
        return self.by_name[name]


def gather(page: Page, structured: Structured) -> Evidence:
    """The evidence of a page.

    Args:
        page: the page.
        structured: what was read of its structured data.
    """
    out: dict[str, float] = {}
    url = page.url or structured.links.get("canonical") or next(iter(structured.meta.get("og:url", ())), None)
    out |= declared_features(page, structured)
    lines = _Lines.of(page)
    _headlines(out, page, structured, lines, url)
    _prose(out, page, lines)
    _links(out, page, lines)
    _furniture(out, page, lines)
    heads = "\n".join([*_SEPARATORS.split(structured.title or ""), lines.h1_text])
    og_title, site = (next(iter(structured.meta.get(f"og:{name}", ())), "") for name in ("title", "site_name"))
    headline = og_title or lines.h1_text or structured.title or ""
    texts = page.texts
    out["dates"] = _dates(texts)
    _near_heading(out, page, lines, texts)
    _voice(out, lines, texts)
    _posts(out, page, lines)
    out |= naming_features(page, structured)
    said = phrases_in(
        heads, texts, headline=headline, site=site, declared=any(out[name] == 1 for name in _OF_ARTICLES),
        begins=lines.begins, beside=Beside(page),
    )  # fmt: skip
    out |= {f"says_{name}": value for name, value in said.items()}
    out |= address_features(url)
    _combined(out)
    values = np.array(list(map(out.__getitem__, NAMES)), dtype=np.float64)
    listing = listing_of(page, structured, url, lambda: _linked_articles(lines))
    characters = int(page.segments.chars[lines.prose_at].sum())
    return Evidence(values=values, url=url, banner=bool(said["banner"]), listing=listing, characters=characters)


@dataclass(eq=False)
class _Lines:
    """The segments of a page and what several features are made of; columns of shape (m,).

    Attributes:
        page: the page.
        size: how much each line says, in characters of an alphabet; whole numbers, as are all their sums.
        link_share: how much of it links say.
        prose: it is running text.
        headline_link: it is a link as long as a headline.
        amount: its size where it is running text, else 0.
        prose_at: the lines of running text, shape (p,).
        block: the line's block.
        total: the size of all lines.
        before: the characters shown before each row, and on the whole page; shape (page size + 1,).
        numbers: how many rows have each tag.
        h1_text: the main heading.
        h1_line: the line where it stands, -1 where there is none.
    """

    page: Page
    size: FloatArray
    link_share: FloatArray
    prose: BoolArray
    headline_link: BoolArray
    amount: FloatArray
    prose_at: NDArray[np.intp]
    block: NDArray[np.int32]
    total: float
    before: NDArray[np.int64]
    numbers: list[int]
    h1_text: str = ""
    h1_line: int = -1

    @classmethod
    def of(cls, page: Page) -> _Lines:
        segments = page.segments
        chars = segments.chars.astype(np.float64)
        words = segments.words
        # A character of Chinese or Japanese says as much as several of an alphabet.
        size = np.where(words > 0.5 * chars, np.maximum(chars, 3.0 * words), chars)
        link_share = segments.link_chars / np.maximum(1.0, chars)
        prose = (size >= _PROSE) & (link_share < 0.3) & ((segments.punct > 0) | _without_marks(page))
        headline = (link_share >= 0.8) & (size >= _HEADLINE[0]) & (size <= _HEADLINE[1])
        return cls(
            page=page,
            size=size,
            link_share=link_share,
            prose=prose,
            headline_link=headline,
            amount=np.where(prose, size, 0.0),
            prose_at=prose.nonzero()[0],
            block=segments.block,
            total=max(1.0, float(size.sum())),
            before=sums_before(np.where(page.shown, page.chars, 0)),
            numbers=np.bincount(page.tag, minlength=len(tags.NAMES)).tolist(),
        )

    def __len__(self) -> int:
        return len(self.size)

    def number(self, *names: str) -> int:
        """How many rows have some tags."""
        return sum(self.numbers[tags.IDS[name]] for name in names)

    def rows(self, name: str) -> NDArray[np.intp]:
        """The rows with a tag."""
        tag = tags.IDS[name]
        return (self.page.tag == tag).nonzero()[0] if self.numbers[tag] else _NO_ROWS

    def chars(self, rows: NDArray[np.integer]) -> NDArray[np.int64]:
        """The characters shown in the subtrees of some rows."""
        out: NDArray[np.int64] = self.before[self.page.end[rows]] - self.before[rows]
        return out

    def first_long(self, *, default: int) -> int:
        """The first line of much running text."""
        long = self.prose_at[self.size[self.prose_at] >= _LONG_PROSE]
        return int(long[0]) if len(long) else default

    @property
    def begins(self) -> int:
        """The line of the main heading, else of the first running text; the first of all where there is neither."""
        return max(0, self.h1_line if self.h1_line >= 0 or not len(self.prose_at) else int(self.prose_at[0]))

    @cached_property
    def links(self) -> NDArray[np.intp]:
        """The rows that are links."""
        return tags.LINK.take(self.page.tag).nonzero()[0]

    @cached_property
    def above(self) -> NDArray[np.int32]:
        """The parent of each row; of the root, itself."""
        return np.maximum(self.page.parent, 0)

    @cached_property
    def place(self) -> NDArray[np.int64]:
        """A number for the tags of each row and its parent."""
        tag = self.page.tag.astype(np.int64)
        out: NDArray[np.int64] = tag * _TAGS + tag[self.above]
        return out

    @cached_property
    def of_prose(self) -> FloatArray:
        """How much running text each row has in its subtree; shape (page size,)."""
        page = self.page
        out: FloatArray = page.subtree(np.bincount(page.segments.first, weights=self.amount, minlength=len(page)))
        return out


_NO_PROSE: Final = np.zeros(3, dtype=np.bool_)
_NO_ROWS: Final = np.zeros(0, dtype=np.intp)
_LOGARITHMS: Final[list[float]] = np.log1p(np.arange(2000)).tolist()
"""Of small numbers and one more, looked up: numpy is slow for single numbers, and `math` differs in the last digit."""


def _log1p(number: float) -> float:
    """The logarithm of a whole number that is not negative, and one more."""
    return _LOGARITHMS[int(number)] if number < len(_LOGARITHMS) else float(np.log1p(number))


def _headlines(out: dict[str, float], page: Page, structured: Structured, lines: _Lines, url: str | None) -> None:
    """Headings: how many there are, whether they are links to elsewhere, and what stands under the first one."""
    rows = _HEADLINE_LEVEL.take(page.tag).nonzero()[0]
    chars = lines.chars(rows)
    rows, chars = rows[chars > 0], chars[chars > 0]
    is_linked = _linked(page, rows, chars)
    count, elsewhere, paragraphs = len(rows), int(is_linked.sum()), len(lines.prose_at)
    out["headings"] = _log1p(count)
    out["headings_linked_share"] = elsewhere / count if count else math.nan
    out["headings_elsewhere"] = _log1p(elsewhere)
    out["headings_unlinked"] = _log1p(count - elsewhere)
    out["headings_size"] = float(np.log1p(int(chars.sum()) / count)) if count else math.nan
    out["headings_alike"] = _largest_share(_signature(lines, rows))
    out["cards"], out["cards_share"] = _cards(lines, rows)
    _title(out, structured, url)
    _main_heading(out, page, structured, lines, rows, chars, is_linked)
    out["headings_per_prose"] = float(np.log((count + 1) / (paragraphs + 1)))
    # Headings with more than one stretch of prose under them, as in a long article.
    out["h2_prose_share"] = _prose_under(page, rows[~is_linked], lines)
    _article_elements(out, page, lines)
    times = lines.number("time")
    out["times"] = _log1p(times)
    out["times_share"] = float(np.log((times + 1) / (paragraphs + 1)))


def _title(out: dict[str, float], structured: Structured, url: str | None) -> None:
    """The title: its size and parts, and what the page's address has of it."""
    title = structured.title or ""
    og_title = _og_title(structured)
    out["title_size"] = _log1p(len(title))
    out["og_title_size"] = _log1p(len(og_title)) if og_title else math.nan
    out["title_parts"] = float(min(4, len(_SEPARATORS.split(title))))
    out["title_words"] = float(min(20, _words(_SEPARATORS.split(og_title or title)[0])))
    slug = set(_slug(url))
    titled = set(_WORD.findall(f"{og_title} {title}".lower()))
    out["slug_words"] = float(min(12, len(slug & titled)))
    out["slug_in_title"] = len(slug & titled) / len(slug) if slug else math.nan
    out["title_marks"] = float(sum(map(title.count, ",:'\"’?“„!«")))


def _main_heading(
    out: dict[str, float], page: Page, structured: Structured, lines: _Lines, rows: NDArray[np.intp],
    chars: NDArray[np.int64], is_linked: BoolArray,
) -> None:  # fmt: skip
    """The main heading: how it is like the title, where it stands, and what stands under it.

    Args:
        out: where the numbers go.
        page: the page.
        structured: what was read of its structured data.
        lines: its lines, which are told where the heading is.
        rows: the rows of all headings with a text, shape (k,).
        chars: their characters, shape (k,).
        is_linked: whether each is a link, shape (k,).
    """
    h1 = rows[page.tag[rows] == _H1].tolist()
    out["h1"] = float(min(5, len(h1)))
    if not h1:
        for name in ("h1_linked", "h1_size", "h1_as_title", "h1_position", "h1_to_prose", "prose_after_h1"):
            out[name] = math.nan
        return
    wanted = set(_WORD.findall((_og_title(structured) or structured.title or "").lower()))
    # Of several main headings the one that is most like the title: others are the site's name.
    texts = [page.words_of(row) for row in h1[:5]]
    shares = [_common(set(_WORD.findall(text.lower())), wanted) for text in texts]
    best = shares.index(max(shares))
    first = h1[best]
    lines.h1_text = texts[best][:300]
    here, after = page.segments.start.searchsorted((page.start[first], page.stop[first])).tolist()
    lines.h1_line = here
    following = lines.prose_at[lines.prose_at.searchsorted(after) :]
    which = rows.tolist().index(first)
    out["h1_linked"] = float(is_linked[which])
    out["h1_size"] = _log1p(int(chars[which]))
    out["h1_as_title"] = shares[best]
    out["h1_position"] = float(lines.size[:after].sum()) / lines.total
    out["h1_to_prose"] = _log1p(int(following[0]) - here) if len(following) else 6.0
    out["prose_after_h1"] = float(lines.amount[after:].sum()) / _total_prose(lines)


def _article_elements(out: dict[str, float], page: Page, lines: _Lines) -> None:
    """``article`` elements: how many, what share the largest has, and whether they are links."""
    articles = lines.rows("article")
    chars = lines.chars(articles)
    articles, chars = articles[chars > 0], chars[chars > 0]
    number = len(articles)
    out["articles"] = _log1p(number)
    out["article_share"] = int(chars.max()) / int(lines.before[-1]) if number else 0.0
    out["article_largest"] = float(lines.of_prose[articles].max()) / _total_prose(lines) if number else 0.0
    out["articles_linked"] = int(_linked(page, articles, chars).sum()) / number if number else math.nan


def _linked_articles(lines: _Lines) -> tuple[int, float]:
    """How many ``article`` elements begin with a heading that is a link, and their share of the running text."""
    page = lines.page
    headings = _HEADLINE_LEVEL.take(page.tag).nonzero()[0]
    articles = lines.rows("article")
    at = headings.searchsorted(articles)
    padded = np.append(headings, len(page))
    articles, first = articles[padded[at] < page.end[articles]], padded[at][padded[at] < page.end[articles]]
    linked = articles[_linked(page, first, lines.chars(first))]
    return len(linked), float(lines.of_prose[linked].sum()) / _total_prose(lines)


def _linked(page: Page, rows: NDArray[np.intp], chars: NDArray[np.int64]) -> BoolArray:
    """Whether most of the text of each row, of so many characters, is that of links."""
    links = sums_before(np.where(page.shown, page.link_chars, 0))
    out: BoolArray = links[page.end[rows]] - links[rows] > 0.5 * chars
    return out


def _og_title(structured: Structured) -> str:
    return next(iter(structured.meta.get("og:title", ())), "")


def _total_prose(lines: _Lines) -> float:
    return max(1.0, float(lines.amount.sum()))


def _words(text: str) -> float:
    """Words of a text; two characters of Chinese or Japanese count as one, and five of scripts that part no words."""
    wide = sum(character >= "\u3040" for character in text)
    return max(len(text.split()), wide / 2, len(_IN_MARKLESS.findall(text)) / _OF_WORD)


def _without_marks(page: Page) -> BoolArray:
    """Whether most of each segment is in a script whose sentences may end without a mark."""
    segments = page.segments
    if page.text.isascii():
        return np.zeros(len(segments), dtype=np.bool_)
    points = page.points
    held = sums_before(np.any([(points >= first) & (points <= last) for first, last in _MARKLESS], axis=0))
    out: BoolArray = 2 * (held[segments.stop] - held[segments.start]) > segments.chars
    return out


def _slug(url: str | None) -> list[str]:
    """The words of the last step of an address that has any, of three letters or more."""
    try:
        path = unquote(urlsplit(url or "").path).lower()
    except ValueError:
        return []
    for step in reversed(path.split("/")):
        words = [word for word in _LETTERS.findall(step) if len(word) > 2 and word not in _EXTENSIONS]
        if words:
            return words
    return []


def _cards(lines: _Lines, headings: NDArray[np.intp]) -> tuple[float, float]:
    """Headings that have a small part of the page, with a link in it, to themselves: number (logarithm) and share."""
    count = len(headings)
    if not count:
        return 0.0, math.nan
    page = lines.page
    end = page.end
    card = headings
    for _ in range(_IN_CARD):
        up = lines.above[card]
        alone = headings.searchsorted(end[up]) - headings.searchsorted(up) == 1
        small = alone & (lines.chars(up) <= _CARD)
        if not small.any():
            break
        card = np.where(small, up, card)
    linked = lines.links.searchsorted(end[card]) > lines.links.searchsorted(card)
    number = int((linked | page.in_link[card]).sum())
    return _log1p(number), number / count


def _common(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other) if one or other else 0.0


def _prose_under(page: Page, headings: NDArray[np.intp], lines: _Lines) -> float:
    """Share of the unlinked headings that are followed by prose within two lines."""
    if not len(headings):
        return math.nan
    at = page.segments.start.searchsorted(page.stop[headings])
    padded = np.concatenate((lines.prose, _NO_PROSE))
    return int((padded[at] | padded[at + 1]).sum()) / len(headings)


def _signature(lines: _Lines, rows: NDArray[np.integer]) -> NDArray[np.int64]:
    """A number for the tags of each row and of the three elements above it."""
    if not len(rows):
        return _NO_ROWS
    place, above = lines.place, lines.above
    out: NDArray[np.int64] = place[rows] * _TAGS**2 + place[above[above[rows]]]
    return out


def _most_alike(signature: NDArray[np.int64]) -> int:
    """How many rows have the commonest signature."""
    return max(Counter(signature.tolist()).values(), default=0)


def _largest_share(signature: NDArray[np.int64]) -> float:
    return _most_alike(signature) / len(signature) if len(signature) else math.nan


def _prose(out: dict[str, float], page: Page, lines: _Lines) -> None:
    """Running text: how much, how it hangs together, and whether it is the text of teasers."""
    weights = lines.size[lines.prose_at].tolist()
    total = sum(weights, 0.0)
    out["log_text"] = _log1p(lines.total)
    out["log_segments"] = _log1p(len(lines))
    out["log_prose"] = _log1p(total)
    out["prose_share"] = total / lines.total
    out["prose_segments"] = _log1p(len(weights))
    out["long_prose"] = _log1p(sum([one >= _LONG_PROSE for one in weights]))
    out["longest"] = _log1p(max(weights, default=0.0))
    # MSS of Luo et al. without style: the run of lines that gains most, links counting against it.
    first, stop, value = _best_run(np.where(lines.link_share <= 0.5, lines.size, -lines.size))
    out["longest_run"] = _log1p(value)
    out["run_share"] = value / lines.total
    out["run_links"] = int(lines.headline_link[first:stop].sum()) / max(1, stop - first)
    if not weights:
        out |= dict.fromkeys(_OF_PROSE, math.nan)
        return
    out["mean_prose"] = float(np.log(total / len(weights)))
    _parents(out, page, lines, weights, total)
    _holder(out, page, lines, total)
    _sentences(out, page, lines, total)
    _order(out, lines, total)


_OF_PROSE: Final = (
    "one_parent", "parents_a_prose", "holder_depth", "holder_share", "holder_links", "holder_headings",
    "holder_linked_headings", "prose_in_p", "prose_ends", "prose_marks", "prose_digits", "prose_words_a_mark",
    "teaser_share", "prose_position", "prose_spread", "quotes", "prose_list_share", "mean_prose", "similar_prose",
    "ellipsis",
)  # fmt: skip
"""What is not known of a page without running text."""


def _parents(out: dict[str, float], page: Page, lines: _Lines, weights: list[float], total: float) -> None:
    """The elements that running text stands in, and whether these are children of one."""
    at = lines.block[lines.prose_at]
    by_parent: dict[int, float] = {}
    for parent, one in zip(lines.above[at].tolist(), weights, strict=True):
        by_parent[parent] = by_parent.get(parent, 0.0) + one
    out["one_parent"] = max(by_parent.values()) / total
    out["parents_a_prose"] = len(by_parent) / len(weights)
    tag = page.tag[at].tolist()
    for name, wanted in (("prose_in_p", _P), ("prose_list_share", _LI)):
        out[name] = sum([one for one, is_of in zip(weights, tag, strict=True) if is_of == wanted], 0.0) / total


def _holder(out: dict[str, float], page: Page, lines: _Lines, total: float) -> None:
    """The lowest element with most of the running text: what else is in it."""
    of_prose, size = lines.of_prose, lines.size
    holder = int((of_prose >= 0.6 * total).nonzero()[0][-1])
    out["holder_depth"] = int(page.depth[holder]) / max(1, int(page.depth[lines.block[lines.prose_at]].max()))
    # A holder's lines are a slice: they stand in the order of the rows.
    held = slice(*page.segments.between(holder, int(page.end[holder])))
    of_text = max(1.0, float(size[held].sum()))
    out["holder_share"] = float(of_prose[holder]) / of_text
    out["holder_links"] = float(size[held][lines.headline_link[held]].sum()) / of_text
    heads = _HEADLINE_LEVEL[page.tag[holder : page.end[holder]]].nonzero()[0] + holder
    out["holder_headings"] = _log1p(len(heads))
    out["holder_linked_headings"] = _log1p(int(page.in_link[np.minimum(heads + 1, len(page) - 1)].sum()))


def _sentences(out: dict[str, float], page: Page, lines: _Lines, total: float) -> None:
    """What running text is made of: how its lines end, quotes, digits, marks, lines that begin alike."""
    segments, prose, text = page.segments, lines.prose_at, page.text
    starts, stops = segments.start[prose].tolist(), segments.stop[prose].tolist()
    pieces = [text[a:b].rstrip() for a, b in zip(starts, stops, strict=True)]
    count = len(pieces)
    beginnings = [piece[:300] for piece in pieces]
    out["prose_ends"] = sum([piece[-1:] in ".!?…。！？»”\"'“" for piece in pieces]) / count
    out["ellipsis"] = sum([piece.endswith(_CUT) for piece in pieces]) / count
    out["quotes"] = sum([_QUOTE.search(piece) is not None for piece in pieces]) / count
    out["similar_prose"] = 1 - len({piece[:40] for piece in pieces}) / count
    out["prose_digits"] = sum([_digits(piece) / max(1, len(piece)) for piece in beginnings]) / count
    marks = int(segments.punct[prose].sum())
    out["prose_marks"] = marks / total
    out["prose_words_a_mark"] = int(segments.words[prose].sum()) / max(1, marks)


def _order(out: dict[str, float], lines: _Lines, total: float) -> None:
    """Where running text stands: behind links, as teasers do; how far down, and how far apart."""
    amount = lines.amount
    before = np.zeros(len(lines), dtype=np.bool_)
    before[1:] = lines.headline_link[:-1]
    before[2:] |= lines.headline_link[:-2]
    out["teaser_share"] = float(amount[before].sum()) / total
    place = np.cumsum(lines.size) / lines.total
    middle = float((place * amount).sum() / total)
    out["prose_position"] = middle
    out["prose_spread"] = math.sqrt(float((((place - middle) ** 2) * amount).sum()) / total)


def _digits(text: str) -> int:
    return len((_ASCII_DIGIT if text.isascii() else _DIGIT).findall(text))


def _best_run(values: FloatArray) -> tuple[int, int, float]:
    """The maximum scoring subsequence: where it begins, where it stops, and its sum."""
    if not len(values) or values.max() <= 0:
        return 0, 0, 0.0
    sums = np.zeros(len(values) + 1)
    np.cumsum(values, out=sums[1:])
    lowest = np.minimum.accumulate(sums)
    stop = int((sums - lowest).argmax())
    first = int((sums == lowest[stop]).argmax())
    return first, stop, float(sums[stop] - sums[first])


def _links(out: dict[str, float], page: Page, lines: _Lines) -> None:
    """Links with the length of a headline, and how alike their places are."""
    links = lines.headline_link.nonzero()[0]
    count = len(links)
    size = lines.size
    of_links = float(size[links].sum())
    out["link_share"] = float((size * lines.link_share).sum()) / lines.total
    out["log_links"] = _log1p(len(lines.links))
    out["headline_links"] = _log1p(count)
    out["headline_link_share"] = of_links / lines.total
    _targets(out, page, lines.links)
    first = lines.first_long(default=len(lines))
    out["headline_links_before"] = _log1p(int(links.searchsorted(first)))
    out["links_a_prose"] = float(np.log((of_links + 50) / (float(lines.amount.sum()) + 50)))
    if count:
        at = lines.block[links]
        number = _most_alike(_signature(lines, at))
        out["regular_links"] = _log1p(number)
        out["regular_share"] = number / count
        depth = page.depth[at]
        away = depth - float(depth.sum()) / count
        out["link_depth_spread"] = math.sqrt(float((away * away).sum()) / count)
    else:
        out["regular_links"], out["regular_share"], out["link_depth_spread"] = 0.0, math.nan, math.nan
    out["regular_prose"] = _largest_share(_signature(lines, lines.block[lines.prose_at]))
    pictures = lines.rows("img")
    out["image_links"] = int(page.in_link[pictures].sum()) / len(pictures) if len(pictures) else math.nan


def _targets(out: dict[str, float], page: Page, links: NDArray[np.intp]) -> None:
    """Where the links lead, by Standke's features of link targets, and how many of them are stories or people."""
    href = elements_of(page).column("href")
    given = {href.get(row, "").strip()[:_LONG_ADDRESS] for row in links[:_MOST_LINKS].tolist()}
    addresses = {address for address in given if address and not address.startswith(_NO_PAGE)}
    out["telephones"] = math.log1p(sum(address.startswith("tel:") for address in given - addresses))
    numbers = counts(addresses)
    for name, number in zip(COUNTS, numbers.tolist(), strict=True):
        out[name] = math.log1p(number)
        out[f"{name}_share"] = number / max(1, len(addresses))
    ends = {address.partition("?")[0].rstrip("/").rpartition("/")[2] for address in addresses}
    unworded = [end for end in ends if end.count("-") < 3]
    out["story_links"] = math.log1p(len(ends) - len(unworded) + sum(map(bool, map(_LONG_NUMBER.search, unworded))))
    # A line an address: what is found takes the rest of its line, and so none counts twice.
    together = "\n".join([address.replace("\n", " ") for address in addresses])
    out["people_links"] = math.log1p(len(_PEOPLE.findall(together)))


def _furniture(out: dict[str, float], page: Page, lines: _Lines) -> None:
    """Media, forms, tables, code, prices, dates, comments."""
    number = lines.number
    out["images"] = _log1p(number("img"))
    out["figures"] = _log1p(number("figure"))
    # Pictures that stand alone: not a link's, with the same element around each.
    pictures = lines.rows("img")
    out["slides"] = _log1p(_most_alike(_signature(lines, pictures[~page.in_link[pictures]])))
    out["videos"] = float(min(5, number("video")))
    out["audios"] = float(min(5, number("audio")))
    out["iframes"] = float(min(10, number("iframe")))
    players = _players(lines)
    out["players"] = float(min(6, len(players)))
    first = lines.first_long(default=-1)
    begins = int(page.segments.first[first]) if first >= 0 else len(page)
    out["media_before_prose"] = float(min(3, sum(row < begins for row in players)))
    out["inputs"] = _log1p(number(*_INPUT))
    out["passwords"] = float("password" in map(str.lower, set(_values(page, lines.rows("input"), "type"))))
    out["forms"] = float(min(6, number("form")))
    out["buttons"] = _log1p(number("button"))
    out["tables"] = _log1p(number("table"))
    out["cells_share"] = _share(lines, _IS_CELL) if number(*_CELL) else 0.0
    out["code"] = _log1p(number(*_CODE))
    out["code_share"] = _share(lines, _IS_CODE) if number(*_CODE) else 0.0
    text = page.text
    out["prices"] = math.log1p(sum(text.count(sign) for sign in "$€£¥₹" if sign in text))
    out["asides"] = _log1p(number("aside"))
    in_list = page.tag[np.maximum(0, lines.block)] == _LI
    out["lists_share"] = float(lines.size[in_list].sum()) / lines.total if len(lines) else 0.0
    out["li_prose"] = _log1p(number("li"))
    out["definition"] = _log1p(number("dt", "dd"))
    out["source_a_text"] = float(np.log(len(page.source) / max(200, len(page.text))))


def _players(lines: _Lines) -> list[int]:
    """The rows that show a film or a recording: they are made for that, or their addresses say so."""
    rows = [lines.rows("video"), lines.rows("audio")]
    for name, attribute in _FRAMES.items():
        framed = lines.rows(name)
        addresses = _values(lines.page, framed, attribute)
        plays = [_PLAYER_ADDRESS.search(address) is not None for address in addresses]
        rows.append(framed[np.array(plays, dtype=np.bool_)])
    out: list[int] = np.concatenate(rows).tolist()
    return out


def _values(page: Page, rows: NDArray[np.intp], attribute: str) -> list[str]:
    """An attribute of some rows; the empty string for none."""
    return page.joined(rows.tolist(), (attribute,)) if len(rows) else []


def _share(lines: _Lines, elements: BoolArray) -> float:
    """How much of the text shown stands in some elements, a lookup table of tags."""
    page = lines.page
    inside = page.under(elements[page.tag]) & page.shown
    return int(page.chars[inside].sum()) / max(1, int(lines.before[-1]))


_YEAR: Final = re.compile(
    r"\b(?:19|20)\d{2}\b|\b\d+ ?(?:min|mins|minutes?|hours?|h|hrs?|days?|weeks?|months?|years?|std|stunden?|tagen?)\b"
    r"(?: ago)?|\d{1,2}[./]\d{1,2}[./]\d{2}\b|\d{1,2}:\d{2}|年"
)
_PRICE: Final = re.compile(r"[$€£¥₹]\s?\d|\d\s?(?:[€£¥₹]|zł|kr\b|руб|円|元)")
_BY: Final = re.compile(
    r"^\W*(?:by|von|par|por|di|da|door|od|av|af|written by|author|posted by|文|記者)\b", re.IGNORECASE
)


def _near_heading(out: dict[str, float], page: Page, lines: _Lines, texts: list[str]) -> None:
    """A date and a byline around the main heading, as articles have them."""
    here = lines.h1_line
    names = ("date_near", "byline_near", "time_near", "price_near", "few_words_h1")
    if here < 0:
        out |= dict.fromkeys(names, math.nan)
        return
    around = slice(max(0, here - 4), here + 12)
    short = [text for text in texts[around] if len(text) < 120]
    out["date_near"] = float(any(map(_YEAR.search, short)))
    out["byline_near"] = float(any(map(_BY.match, short)))
    out["price_near"] = float(any(map(_PRICE.search, short)))
    first, last = int(page.segments.first[around][0]), int(page.segments.last[around][-1])
    out["time_near"] = float(any(first <= row <= last for row in lines.rows("time").tolist()))
    number = len(lines.h1_text.split()) if len(lines.h1_text) < 300 else 20
    out["few_words_h1"] = float(min(12, number))


_LOWER_ASCII: Final = bytes(
    ord(chr(byte).lower()) if byte < 0x80 and (chr(byte).isalpha() or chr(byte) == "'") else ord(" ")
    for byte in range(256)
)
"""Bytes of UTF-8 to small letters of ASCII and apostrophes, and spaces for all others."""
_MOST_PROSE: Final = 6000
_ENGLISH: Final = 0.03
"""Share of "the" among the words of an English text, at least."""


def _voice(out: dict[str, float], lines: _Lines, texts: list[str]) -> None:
    """Who speaks in English running text: "we" and "you" sell and explain, "I" talks, "said" and the past report.

    NaN in other languages.
    """
    words = _ascii_words(" ".join([texts[at] for at in lines.prose_at[:60].tolist()])[:_MOST_PROSE])
    count = len(words)
    number = Counter(words)
    if count < 40 or number[b"the"] + number[b"a"] < _ENGLISH * count:
        out |= dict.fromkeys(("voice_we", "voice_you", "voice_said", "voice_i", "voice_past"), math.nan)
        return
    past = sum([times for word, times in number.items() if word[-2:] == b"ed" and len(word) > 4])
    out["voice_past"] = 100 * (past + sum(number[word] for word in (b"was", b"were", b"had", b"did"))) / count
    out["voice_i"] = 100 * sum(number[word] for word in (b"i", b"my", b"me", b"i'm", b"i've")) / count
    out["voice_we"] = 100 * sum(number[word] for word in (b"we", b"our", b"us")) / count
    out["voice_you"] = 100 * sum(number[word] for word in (b"you", b"your")) / count
    out["voice_said"] = 100 * sum(number[word] for word in (b"said", b"says", b"he", b"she")) / count


def _ascii_words(text: str) -> list[bytes]:
    """The words of letters of ASCII and apostrophes, in lower case."""
    # The two characters beyond ASCII that have letters of ASCII in lower case.
    text = text.replace("\u0130", "i\u0307").replace("\u212a", "k")
    return text.encode("utf-8", "surrogatepass").translate(_LOWER_ASCII).split()


def _posts(out: dict[str, float], page: Page, lines: _Lines) -> None:
    """Siblings of one shape with prose in each, as the posts of a thread and the teasers of a list are."""
    best, share = 0, 0.0
    if len(lines.prose_at):
        weight = lines.size[lines.prose_at]
        above, tag = lines.above, page.tag
        at = above[lines.block[lines.prose_at]]
        for _ in range(_POST_LEVELS):
            places = at.tolist()
            if len(set(places)) <= best:
                break  # No more of them have a parent in common, here or above.
            up = above[at]
            # Different elements of this level that share a parent and a tag; of as many, the first.
            key = (up.astype(np.int64) * 256 + tag[at]).tolist()
            number = Counter(dict(zip(places, key, strict=True)).values())
            most = max(number.values())
            if most > best:
                best = most
                first = min(one for one, times in number.items() if times == most)
                inside = np.array([one == first for one in key])
                share = float(weight[inside].sum()) / float(weight.sum())
            at = up
    out["posts"] = _log1p(best)
    out["post_share"] = share


def _dates(texts: list[str]) -> float:
    """Short lines with a year of this century, an hour, or "ago"."""
    short = [text for text in texts if len(text) < 60]
    return math.log1p(sum(["20" in text or " ago" in text or ":" in text[-6:] for text in short]))


def _combined(out: dict[str, float]) -> None:
    """Thresholds and products. Prose is in logarithms: 6.3 is about 540 characters, 7 about 1,100."""
    prose = out["log_prose"]
    words = 12.0 if math.isnan(out["few_words_h1"]) else out["few_words_h1"]
    teasers = 0.0 if math.isnan(out["teaser_share"]) else out["teaser_share"]
    linked = 0.0 if math.isnan(out["headings_linked_share"]) else out["headings_linked_share"]
    out["little_prose"] = min(3.0, max(0.0, 7 - prose))
    out["least_prose"] = float(prose < 6.3)
    out["low_share"] = max(0.0, 1 - 5 * out["prose_share"])
    out["short_title"] = float(out["title_words"] <= 3)
    out["short_h1"] = float(words <= 3)
    out["shorter_h1"] = float(words <= 2)
    out["teasers"] = float(teasers > 0.4)
    out["player_first"] = float(out["media_before_prose"] > 0 and prose < 7)
    out["linked_headlines"] = linked * (out["headings_elsewhere"] > 1.5)
    out["thread"] = out["post_share"] * (out["posts"] > 1.5)
    out["legal_title"] = float(out["says_legal"] > 0 and words <= 7)
    out["links_to_prose"] = out["headline_links"] - out["prose_segments"]
    out["calls_a_line"] = out["says_call"] - 0.3 * out["log_segments"]
    out["section_like"] = out["url_section"] * (out["headings_elsewhere"] > 1.5 or out["cards"] > 2)
    dated = out["meta_published"] or out["ld_published"] or out["date_near"] == 1 or out["time_near"] == 1
    out["page_undated"] = float(not dated)
    out["story_links_a_prose"] = out["story_links"] - out["prose_segments"]
    out |= signs_of(out)
    for name in _OFTEN:
        out[f"often_{name}"] = out[f"named_{name}"] - 0.5 * out["named_any"]
