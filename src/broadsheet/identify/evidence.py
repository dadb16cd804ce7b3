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
from broadsheet.identify.declared import DECLARED, declared_features
from broadsheet.identify.naming import NAMING, SOFTWARE, naming_features
from broadsheet.identify.phrases import PHRASES, phrases_in
from broadsheet.identify.signs import SIGNS, signs_of
from broadsheet.identify.targets import COUNTS, counts
from broadsheet.metadata.elements import Elements, elements_of
from broadsheet.metadata.structured import Structured
from broadsheet.page import Page, tags
from broadsheet.page.arrays import BoolArray, FloatArray

__all__ = ["NAMES", "Evidence", "gather"]

_PROSE: Final = 80
_LONG_PROSE: Final = 200
_HEADLINE: Final = (18, 220)
"""Sizes of a line that may be a headline."""
_IN_TREE: Final = 3
"""Levels above a block that make the signature of its place."""

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
_CODE: Final = tags.mask("pre code kbd samp xmp plaintext")
_CELL: Final = tags.mask("td th")
_INPUT: Final = tags.mask("input textarea select")
_WORD: Final = re.compile(r"\w+")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_EXTENSIONS: Final = frozenset("html htm shtml php asp aspx jsp ece".split())
_NO_PAGE: Final = ("#", "javascript:", "mailto:", "tel:", "data:")
_LONG_ADDRESS: Final = 300
_MOST_LINKS: Final = 1000
_DIGIT: Final = re.compile(r"\d")
_LONG_NUMBER: Final = re.compile(r"\d{6}")
_PEOPLE: Final = re.compile(r"[/?&=.](?:users?|members?|profiles?|u|people|mitglied|usuario|utilisateur)[/=?-]")
_PEOPLE_WORDS: Final = (
    "user", "member", "profile", "u/", "u=", "u?", "u-", "people", "mitglied", "usuario", "utilisateur",
)  # fmt: skip
"""What an address has to hold to be one of people's, for plain search."""
_SEPARATORS: Final = re.compile(r"\s[|»«·•–—-]\s")
_PLAYER: Final = tags.mask("video audio iframe object embed")
_PLAYER_ADDRESS: Final = re.compile(r"player|embed|video|youtu|vimeo|audio|podcast", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Evidence:
    """What is known of a page.

    Attributes:
        values: one number a name of `NAMES`, NaN where it is not known; shape (len(NAMES),).
        url: the address that was looked at: the page's own, or the one that it calls its own.
    """

    values: FloatArray
    url: str | None

    def __getitem__(self, name: str) -> float:
        return float(self.values[_INDEX[name]])


_INDEX: Final = {name: number for number, name in enumerate(NAMES)}


def gather(page: Page, structured: Structured) -> Evidence:
    """The evidence of a page."""
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
    out |= {f"says_{name}": value for name, value in phrases_in(heads, texts, headline=headline, site=site).items()}
    out |= address_features(url)
    _combined(out)
    values = np.array([out[name] for name in NAMES], dtype=np.float64)
    return Evidence(values=values, url=url)


@dataclass(eq=False)
class _Lines:
    """The segments of a page and what several features are made of; columns of shape (m,), ``shown`` of rows."""

    page: Page
    size: FloatArray
    link_share: FloatArray
    prose: BoolArray
    headline_link: BoolArray
    block: NDArray[np.int32]
    total: float
    shown: NDArray[np.int64]
    h1_text: str = ""
    h1_line: int = -1

    @classmethod
    def of(cls, page: Page) -> _Lines:
        segments = page.segments
        shown = np.where(page.shown, page.chars, 0)
        chars = segments.chars.astype(np.float64)
        # A character of Chinese or Japanese says as much as several of an alphabet.
        size = np.maximum(chars, 3.0 * segments.words)
        size = np.where(segments.words > 0.5 * chars, size, chars)
        link_share = segments.link_chars / np.maximum(1.0, chars)
        prose = (size >= _PROSE) & (link_share < 0.3) & (segments.punct > 0)
        headline = (link_share >= 0.8) & (size >= _HEADLINE[0]) & (size <= _HEADLINE[1])
        return cls(page, size, link_share, prose, headline, segments.block, max(1.0, float(size.sum())), shown)

    def __len__(self) -> int:
        return len(self.size)

    @cached_property
    def of_prose(self) -> FloatArray:
        """How much running text each row has in its subtree; shape (page size,)."""
        amount = np.where(self.prose, self.size, 0.0)
        page = self.page
        out: FloatArray = page.subtree(np.bincount(page.segments.first, weights=amount, minlength=len(page)))
        return out


def _headlines(out: dict[str, float], page: Page, structured: Structured, lines: _Lines, url: str | None) -> None:
    """Headings: how many there are, whether they are links to elsewhere, and what stands under the first one."""
    chars = page.subtree(lines.shown)
    links = np.concatenate(([0], np.cumsum(np.where(page.shown, page.link_chars, 0))))

    def linked(rows: NDArray[np.intp]) -> BoolArray:
        """Whether most of the text of each row is that of links."""
        out: BoolArray = links[page.end[rows]] - links[rows] > 0.5 * chars[rows]
        return out

    rows = np.flatnonzero(_HEADLINE_LEVEL[page.tag])
    rows = rows[chars[rows] > 0]
    is_linked = linked(rows)
    count = len(rows)
    out["headings"] = float(np.log1p(count))
    out["headings_linked_share"] = float(is_linked.mean()) if count else np.nan
    out["headings_elsewhere"] = float(np.log1p(is_linked.sum()))
    out["headings_unlinked"] = float(np.log1p(count - is_linked.sum()))
    out["headings_size"] = float(np.log1p(np.mean(chars[rows]))) if count else np.nan
    signature = _signature(page, rows)
    out["headings_alike"] = _largest_share(signature)
    out["cards"], out["cards_share"] = _cards(page, rows, chars)
    h1 = rows[page.tag[rows] == _H1]
    out["h1"] = float(min(5, len(h1)))
    title = structured.title or ""
    og_title = next(iter(structured.meta.get("og:title", ())), "")
    out["title_size"] = float(np.log1p(len(title)))
    out["og_title_size"] = float(np.log1p(len(og_title))) if og_title else np.nan
    out["title_parts"] = float(min(4, len(_SEPARATORS.split(title))))
    out["title_words"] = float(min(20, _words(_SEPARATORS.split(og_title or title)[0])))
    slug = set(_slug(url))
    titled = set(_WORD.findall(f"{og_title} {title}".lower()))
    out["slug_words"] = float(min(12, len(slug & titled)))
    out["slug_in_title"] = len(slug & titled) / len(slug) if slug else np.nan
    out["title_marks"] = float(sum(title.count(mark) for mark in ",:'\"’?“„!«"))
    segments = page.segments
    prose = np.where(lines.prose, lines.size, 0.0)
    total_prose = max(1.0, float(prose.sum()))
    if len(h1):
        wanted = set(_WORD.findall((og_title or title).lower()))
        # Of several main headings the one that is most like the title: others are the site's name.
        shares = [_common(set(_WORD.findall(page.words_of(int(row)).lower())), wanted) for row in h1[:5]]
        best = int(np.argmax(shares))
        first = int(h1[best])
        lines.h1_text = page.words_of(first)[:300]
        after = segments.start >= page.stop[first]
        out["h1_linked"] = float(linked(h1[best : best + 1])[0])
        out["h1_size"] = float(np.log1p(chars[first]))
        out["h1_as_title"] = shares[best]
        out["h1_position"] = float(lines.size[~after].sum() / lines.total)
        following = np.flatnonzero(after & lines.prose)
        here = int(np.searchsorted(segments.start, page.start[first]))
        lines.h1_line = here
        out["h1_to_prose"] = float(np.log1p(following[0] - here)) if len(following) else 6.0
        out["prose_after_h1"] = float(prose[after].sum() / total_prose)
    else:
        for name in ("h1_linked", "h1_size", "h1_as_title", "h1_position", "h1_to_prose", "prose_after_h1"):
            out[name] = np.nan
    out["headings_per_prose"] = float(np.log((count + 1) / (lines.prose.sum() + 1)))
    # Headings with more than one stretch of prose under them, as in a long article.
    out["h2_prose_share"] = _prose_under(page, rows[~is_linked], lines)
    articles = np.flatnonzero(page.tag == tags.IDS["article"])
    articles = articles[chars[articles] > 0]
    whole = max(1, int(chars[0]))
    out["articles"] = float(np.log1p(len(articles)))
    out["article_share"] = float(chars[articles].max(initial=0) / whole)
    of_prose = lines.of_prose[articles] if len(segments) else chars[articles]
    out["article_largest"] = float(of_prose.max(initial=0) / total_prose)
    out["articles_linked"] = float(linked(articles).mean()) if len(articles) else np.nan
    times = int((page.tag == tags.IDS["time"]).sum())
    out["times"] = float(np.log1p(times))
    out["times_share"] = float(np.log((times + 1) / (lines.prose.sum() + 1)))


def _words(text: str) -> float:
    """Words of a text; two characters of Chinese or Japanese count as one."""
    return max(len(text.split()), sum(character >= "\u3040" for character in text) / 2)


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


def _cards(page: Page, headings: NDArray[np.intp], chars: NDArray[np.int64]) -> tuple[float, float]:
    """Headings that have a small part of the page, with a link in it, to themselves: number (logarithm) and share."""
    if not len(headings):
        return 0.0, np.nan
    of_headings = page.subtree(np.bincount(headings, minlength=len(page)))
    card = headings.astype(np.int64)
    for _ in range(_IN_CARD):
        up = np.maximum(page.parent[card], 0)
        card = np.where((of_headings[up] == 1) & (chars[up] <= _CARD), up, card)
    links = np.concatenate(([0], np.cumsum(tags.LINK[page.tag])))
    linked = (links[page.end[card]] > links[card]) | page.in_link[card]
    return float(np.log1p(linked.sum())), float(linked.mean())


def _common(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other) if one or other else 0.0


def _prose_under(page: Page, headings: NDArray[np.intp], lines: _Lines) -> float:
    """Share of the unlinked headings that are followed by prose within two lines."""
    if not len(headings):
        return np.nan
    at = np.searchsorted(page.segments.start, page.stop[headings])
    padded = np.append(lines.prose, [False, False, False])
    return float((padded[at] | padded[at + 1]).mean())


def _signature(page: Page, rows: NDArray[np.intp]) -> NDArray[np.int64]:
    """A number for the tags of each row and of the elements above it."""
    at = rows.astype(np.int64)
    out = page.tag[at].astype(np.int64)
    for _ in range(_IN_TREE):
        at = np.maximum(page.parent[at], 0)
        out = out * 257 + page.tag[at]
    return out


def _most_alike(signature: NDArray[np.int64]) -> int:
    """How many rows have the commonest signature."""
    return max(Counter(signature.tolist()).values(), default=0)


def _largest_share(signature: NDArray[np.int64]) -> float:
    return _most_alike(signature) / len(signature) if len(signature) else np.nan


def _prose(out: dict[str, float], page: Page, lines: _Lines) -> None:
    """Running text: how much, how it hangs together, and whether it is the text of teasers."""
    segments, size = page.segments, lines.size
    prose = lines.prose
    amount = np.where(prose, size, 0.0)
    total = float(amount.sum())
    count = int(prose.sum())
    out["log_text"] = float(np.log1p(lines.total))
    out["log_segments"] = float(np.log1p(len(lines)))
    out["log_prose"] = float(np.log1p(total))
    out["prose_share"] = total / lines.total
    out["prose_segments"] = float(np.log1p(count))
    out["long_prose"] = float(np.log1p((amount >= _LONG_PROSE).sum()))
    out["longest"] = float(np.log1p(amount.max(initial=0.0)))
    # MSS of Luo et al. without style: the run of lines that gains most, links counting against it.
    first, stop, value = _best_run(np.where(lines.link_share <= 0.5, size, -size))
    out["longest_run"] = float(np.log1p(value))
    out["run_share"] = value / lines.total
    inside = slice(first, stop)
    out["run_links"] = float(lines.headline_link[inside].sum() / max(1, stop - first))
    keys = (
        "one_parent", "parents_a_prose", "holder_depth", "holder_share", "holder_links", "holder_headings",
        "holder_linked_headings", "prose_in_p", "prose_ends", "prose_marks", "prose_digits", "prose_words_a_mark",
        "teaser_share", "prose_position", "prose_spread", "quotes", "prose_list_share", "mean_prose", "similar_prose",
        "ellipsis",
    )  # fmt: skip
    if not count:
        out |= dict.fromkeys(keys, np.nan)
        return
    block = lines.block
    at = block[prose]
    parent = np.maximum(page.parent[at], 0)
    _, group = np.unique(parent, return_inverse=True)
    weight = size[prose]
    by_parent = np.bincount(group, weights=weight)
    out["one_parent"] = float(by_parent.max() / total)
    out["parents_a_prose"] = len(by_parent) / count
    # The lowest element with most of the prose.
    of_prose = lines.of_prose
    holding = np.flatnonzero(of_prose >= 0.6 * total)
    holder = int(holding[-1])
    out["holder_depth"] = float(page.depth[holder] / max(1, int(page.depth[at].max())))
    # A holder's lines are a slice: they stand in the order of the rows.
    held = slice(*segments.between(holder, int(page.end[holder])))
    of_text = max(1.0, float(size[held].sum()))
    out["holder_share"] = float(of_prose[holder] / of_text)
    out["holder_links"] = float(size[held][lines.headline_link[held]].sum() / of_text)
    heads = np.flatnonzero(_HEADLINE_LEVEL[page.tag[holder : page.end[holder]]]) + holder
    out["holder_headings"] = float(np.log1p(len(heads)))
    linked = page.in_link[np.minimum(heads + 1, len(page) - 1)]
    out["holder_linked_headings"] = float(np.log1p(linked.sum()))
    out["prose_in_p"] = float(weight[page.tag[at] == _P].sum() / total)
    out["prose_list_share"] = float(weight[page.tag[at] == _LI].sum() / total)
    text = page.text
    starts, stops = segments.start[prose].tolist(), segments.stop[prose].tolist()
    pieces = [text[a:b].rstrip() for a, b in zip(starts, stops, strict=True)]
    out["prose_ends"] = sum(piece[-1:] in ".!?…。！？»”\"'“" for piece in pieces) / count
    out["ellipsis"] = sum(piece.endswith(("...", "…", "[…]", "more", "»", "→")) for piece in pieces) / count
    out["quotes"] = sum(any(mark in piece for mark in '“”„«»「"') for piece in pieces) / count
    out["similar_prose"] = 1 - len({piece[:40] for piece in pieces}) / count
    out["prose_digits"] = sum(len(_DIGIT.findall(piece[:300])) / max(1, len(piece[:300])) for piece in pieces) / count
    out["prose_marks"] = float(segments.punct[prose].sum() / total)
    out["prose_words_a_mark"] = float(segments.words[prose].sum() / max(1, segments.punct[prose].sum()))
    before = np.zeros(len(lines), dtype=np.bool_)
    before[1:] = lines.headline_link[:-1]
    before[2:] |= lines.headline_link[:-2]
    out["teaser_share"] = float(amount[before].sum() / total)
    place = np.cumsum(size) / lines.total
    middle = float((place * amount).sum() / total)
    out["prose_position"] = middle
    out["prose_spread"] = float(np.sqrt((((place - middle) ** 2) * amount).sum() / total))
    out["mean_prose"] = float(np.log(weight.mean()))


def _best_run(values: FloatArray) -> tuple[int, int, float]:
    """The maximum scoring subsequence: where it begins, where it stops, and its sum."""
    if not len(values) or values.max() <= 0:
        return 0, 0, 0.0
    sums = np.concatenate(([0.0], np.cumsum(values)))
    lowest = np.minimum.accumulate(sums)
    stop = int(np.argmax(sums - lowest))
    first = int(np.flatnonzero(sums[: stop + 1] == lowest[stop])[0])
    return first, stop, float(sums[stop] - sums[first])


def _links(out: dict[str, float], page: Page, lines: _Lines) -> None:
    """Links with the length of a headline, and how alike their places are."""
    links = lines.headline_link
    count = int(links.sum())
    linked = lines.size * lines.link_share
    out["link_share"] = float(linked.sum() / lines.total)
    anchors = np.flatnonzero(tags.LINK[page.tag])
    out["log_links"] = float(np.log1p(len(anchors)))
    out["headline_links"] = float(np.log1p(count))
    out["headline_link_share"] = float(lines.size[links].sum() / lines.total)
    _targets(out, page)
    prose = lines.prose
    long = np.flatnonzero(prose & (lines.size >= _LONG_PROSE))
    first = int(long[0]) if len(long) else len(lines)
    out["headline_links_before"] = float(np.log1p(links[:first].sum()))
    out["links_a_prose"] = float(np.log((lines.size[links].sum() + 50) / (lines.size[prose].sum() + 50)))
    if count:
        signature = _signature(page, lines.block[links].astype(np.intp))
        number = _most_alike(signature)
        out["regular_links"] = float(np.log1p(number))
        out["regular_share"] = number / count
        out["link_depth_spread"] = float(np.std(page.depth[lines.block[links]]))
    else:
        out["regular_links"], out["regular_share"], out["link_depth_spread"] = 0.0, np.nan, np.nan
    out["regular_prose"] = _largest_share(_signature(page, lines.block[prose].astype(np.intp)))
    pictures = np.flatnonzero(page.tag == tags.IDS["img"])
    out["image_links"] = float(page.in_link[pictures].mean()) if len(pictures) else np.nan


def _targets(out: dict[str, float], page: Page) -> None:
    """Where the links lead, by Standke's features of link targets, and how many of them are stories or people."""
    elements = elements_of(page)
    rows = np.flatnonzero(tags.LINK[page.tag])[:_MOST_LINKS].tolist()
    addresses = {elements.value(row, "href").strip()[:_LONG_ADDRESS] for row in rows}
    out["telephones"] = math.log1p(sum(address.startswith("tel:") for address in addresses))
    addresses = {address for address in addresses if address and not address.startswith(_NO_PAGE)}
    numbers = counts(addresses)
    for name, number in zip(COUNTS, numbers.tolist(), strict=True):
        out[name] = math.log1p(number)
        out[f"{name}_share"] = number / max(1, len(addresses))
    ends = {address.partition("?")[0].rstrip("/").rpartition("/")[2] for address in addresses}
    out["story_links"] = math.log1p(sum(end.count("-") >= 3 or _LONG_NUMBER.search(end) is not None for end in ends))
    together = "\n".join(addresses)
    words = [word for word in _PEOPLE_WORDS if word in together]
    people = [address for address in addresses if any(map(address.__contains__, words))]
    out["people_links"] = math.log1p(sum(_PEOPLE.search(address) is not None for address in people))


def _furniture(out: dict[str, float], page: Page, lines: _Lines) -> None:
    """Media, forms, tables, code, prices, dates, comments."""
    size = len(page)
    numbers = np.bincount(page.tag, minlength=len(tags.NAMES))

    def number(name: str) -> int:
        return int(numbers[tags.IDS[name]])

    out["images"] = float(np.log1p(number("img")))
    out["figures"] = float(np.log1p(number("figure")))
    # Pictures that stand alone: not a link's, with the same element around each.
    apart = np.flatnonzero(page.tag == tags.IDS["img"])
    apart = apart[~page.in_link[apart]]
    out["slides"] = float(np.log1p(_most_alike(_signature(page, apart))))
    out["videos"] = float(min(5, number("video")))
    out["audios"] = float(min(5, number("audio")))
    out["iframes"] = float(min(10, number("iframe")))
    elements = elements_of(page)
    players = [row for row in np.flatnonzero(_PLAYER[page.tag]).tolist() if _plays(page.name(row), elements, row)]
    out["players"] = float(min(6, len(players)))
    segments = page.segments
    long = np.flatnonzero(lines.prose & (lines.size >= _LONG_PROSE))
    begins = int(segments.first[long[0]]) if len(long) else size
    out["media_before_prose"] = float(min(3, sum(row < begins for row in players)))
    out["inputs"] = float(np.log1p(numbers[_INPUT].sum()))
    inputs = np.flatnonzero(page.tag == tags.IDS["input"]).tolist()
    out["passwords"] = float(any(elements.value(row, "type").lower() == "password" for row in inputs))
    out["forms"] = float(min(6, number("form")))
    out["buttons"] = float(np.log1p(number("button")))
    out["tables"] = float(np.log1p(number("table")))
    text = lines.shown
    whole = max(1, int(text.sum()))
    cells, code = numbers[_CELL].any(), numbers[_CODE].any()
    out["cells_share"] = float(text[page.under(_CELL[page.tag])].sum() / whole) if cells else 0.0
    out["code"] = float(np.log1p(numbers[_CODE].sum()))
    out["code_share"] = float(text[page.under(_CODE[page.tag])].sum() / whole) if code else 0.0
    out["prices"] = math.log1p(sum(map(page.text.count, "$€£¥₹")))
    out["asides"] = float(np.log1p(number("aside")))
    in_list = page.tag[np.maximum(0, lines.block)] == _LI
    out["lists_share"] = float(lines.size[in_list].sum() / lines.total) if len(lines) else 0.0
    out["li_prose"] = float(np.log1p(number("li")))
    out["definition"] = float(np.log1p(number("dt") + number("dd")))
    out["source_a_text"] = float(np.log(len(page.source) / max(200, len(page.text))))


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
        out |= dict.fromkeys(names, np.nan)
        return
    around = slice(max(0, here - 4), here + 12)
    short = [text for text in texts[around] if len(text) < 120]
    out["date_near"] = float(any(_YEAR.search(text) for text in short))
    out["byline_near"] = float(any(_BY.match(text) for text in short))
    out["price_near"] = float(any(_PRICE.search(text) for text in short))
    first, last = page.segments.first[around][:1], page.segments.last[around][-1:]
    times = page.tag[int(first[0]) : int(last[0]) + 1] == tags.IDS["time"] if len(first) else np.zeros(0)
    out["time_near"] = float(times.any())
    number = len(lines.h1_text.split()) if len(lines.h1_text) < 300 else 20
    out["few_words_h1"] = float(min(12, number))


_WORDS: Final = re.compile(r"[a-z']+")
_MOST_PROSE: Final = 6000
_ENGLISH: Final = 0.03
"""Share of "the" among the words of an English text, at least."""


def _voice(out: dict[str, float], lines: _Lines, texts: list[str]) -> None:
    """Who speaks in English running text: "we" and "you" sell and explain, "I" talks, "said" and the past report.

    NaN in other languages.
    """
    prose = [texts[at] for at in np.flatnonzero(lines.prose)[:60]]
    words = _WORDS.findall(" ".join(prose)[:_MOST_PROSE].lower())
    count = len(words)
    number = Counter(words)
    if count < 40 or number["the"] + number["a"] < _ENGLISH * count:
        out |= dict.fromkeys(("voice_we", "voice_you", "voice_said", "voice_i", "voice_past"), np.nan)
        return
    past = sum(times for word, times in number.items() if len(word) > 4 and word.endswith("ed"))
    out["voice_past"] = 100 * (past + sum(number[word] for word in ("was", "were", "had", "did"))) / count
    out["voice_i"] = 100 * sum(number[word] for word in ("i", "my", "me", "i'm", "i've")) / count
    out["voice_we"] = 100 * sum(number[word] for word in ("we", "our", "us")) / count
    out["voice_you"] = 100 * sum(number[word] for word in ("you", "your")) / count
    out["voice_said"] = 100 * sum(number[word] for word in ("said", "says", "he", "she")) / count


def _posts(out: dict[str, float], page: Page, lines: _Lines) -> None:
    """Siblings of one shape with prose in each, as the posts of a thread and the teasers of a list are."""
    rows = np.flatnonzero(lines.prose)
    best, share = 0, 0.0
    if len(rows):
        weight = lines.size[rows]
        parent, tag = page.parent, page.tag
        at = np.maximum(parent[lines.block[rows]], 0)
        for _ in range(_POST_LEVELS):
            up = np.maximum(parent[at], 0)
            # Different elements of this level that share a parent and a tag; of as many, the first.
            key = (up.astype(np.int64) * 256 + tag[at]).tolist()
            number = Counter(dict(zip(at.tolist(), key, strict=True)).values())
            most = max(number.values())
            if most > best:
                best = most
                first = min(one for one, times in number.items() if times == most)
                inside = np.array([one == first for one in key])
                share = float(weight[inside].sum() / weight.sum())
            at = up
    out["posts"] = float(np.log1p(best))
    out["post_share"] = share


def _dates(texts: list[str]) -> float:
    """Short lines with a year of this century, an hour, or "ago"."""
    return math.log1p(sum(len(text) < 60 and ("20" in text or " ago" in text or ":" in text[-6:]) for text in texts))


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


def _plays(name: str, elements: Elements, row: int) -> bool:
    """Whether an element that may show a film or a recording does: it is made for that, or its address says so."""
    if name in ("video", "audio"):
        return True
    return _PLAYER_ADDRESS.search(elements.value(row, "data" if name == "object" else "src")) is not None
