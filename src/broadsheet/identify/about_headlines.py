"""What headlines tell of a page: whose they are, how many there are, and what stands under them."""

from __future__ import annotations

import math
import re
from typing import Final
from urllib.parse import unquote, urlsplit

import numpy as np
from numpy.typing import NDArray

from broadsheet.identify.measures import Lines, are_linked, largest_share, log1p, signature, total_prose, words
from broadsheet.metadata.stated.structured import Structured
from broadsheet.page import Page, tags
from broadsheet.page.arrays import BoolArray

__all__ = ["SEPARATORS", "linked_articles", "measure_headlines"]

_IN_CARD: Final = 5
_CARD: Final = 600
"""Levels above a heading, and characters, up to which it may be the part of the page that belongs to the heading."""
_H1: Final = tags.IDS["h1"]
_WORD: Final = re.compile(r"\w+")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_EXTENSIONS: Final = frozenset("html htm shtml php asp aspx jsp ece".split())
_HEADLINE_LEVEL: Final = tags.mask("h1 h2 h3 h4")
SEPARATORS: Final = re.compile(r"\s[|»«·•–—-]\s")
_NO_PROSE: Final = np.zeros(3, dtype=np.bool_)


def measure_headlines(out: dict[str, float], page: Page, structured: Structured, lines: Lines, url: str | None) -> None:
    """Headings: how many there are, whether they are links to elsewhere, and what stands under the first one."""
    rows = _HEADLINE_LEVEL.take(page.tag).nonzero()[0]
    chars = lines.chars(rows)
    rows, chars = rows[chars > 0], chars[chars > 0]
    is_linked = are_linked(page, rows, chars)
    count, elsewhere, paragraphs = len(rows), int(is_linked.sum()), len(lines.prose_at)
    out["headings"] = log1p(count)
    out["headings_linked_share"] = elsewhere / count if count else math.nan
    out["headings_elsewhere"] = log1p(elsewhere)
    out["headings_unlinked"] = log1p(count - elsewhere)
    out["headings_size"] = float(np.log1p(int(chars.sum()) / count)) if count else math.nan
    out["headings_alike"] = largest_share(signature(lines, rows))
    out["cards"], out["cards_share"] = _cards(lines, rows)
    _title(out, structured, url)
    _main_heading(out, page, structured, lines, rows, chars, is_linked)
    out["headings_per_prose"] = float(np.log((count + 1) / (paragraphs + 1)))
    # Headings with more than one stretch of prose under them, as in a long article.
    out["h2_prose_share"] = _prose_under(page, rows[~is_linked], lines)
    _article_elements(out, page, lines)
    times = lines.number("time")
    out["times"] = log1p(times)
    out["times_share"] = float(np.log((times + 1) / (paragraphs + 1)))


def _title(out: dict[str, float], structured: Structured, url: str | None) -> None:
    """The title: its size and parts, and what the page's address has of it."""
    title = structured.title or ""
    og_title = _og_title(structured)
    out["title_size"] = log1p(len(title))
    out["og_title_size"] = log1p(len(og_title)) if og_title else math.nan
    out["title_parts"] = float(min(4, len(SEPARATORS.split(title))))
    out["title_words"] = float(min(20, words(SEPARATORS.split(og_title or title)[0])))
    slug = set(_slug(url))
    titled = set(_WORD.findall(f"{og_title} {title}".lower()))
    out["slug_words"] = float(min(12, len(slug & titled)))
    out["slug_in_title"] = len(slug & titled) / len(slug) if slug else math.nan
    out["title_marks"] = float(sum(map(title.count, ",:'\"’?“„!«")))


def _main_heading(
    out: dict[str, float], page: Page, structured: Structured, lines: Lines, rows: NDArray[np.intp],
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
    out["h1_size"] = log1p(int(chars[which]))
    out["h1_as_title"] = shares[best]
    out["h1_position"] = float(lines.size[:after].sum()) / lines.total
    out["h1_to_prose"] = log1p(int(following[0]) - here) if len(following) else 6.0
    out["prose_after_h1"] = float(lines.amount[after:].sum()) / total_prose(lines)


def _article_elements(out: dict[str, float], page: Page, lines: Lines) -> None:
    """``article`` elements: how many, what share the largest has, and whether they are links."""
    articles = lines.rows("article")
    chars = lines.chars(articles)
    articles, chars = articles[chars > 0], chars[chars > 0]
    number = len(articles)
    out["articles"] = log1p(number)
    out["article_share"] = int(chars.max()) / int(lines.before[-1]) if number else 0.0
    out["article_largest"] = float(lines.of_prose[articles].max()) / total_prose(lines) if number else 0.0
    out["articles_linked"] = int(are_linked(page, articles, chars).sum()) / number if number else math.nan


def linked_articles(lines: Lines) -> tuple[int, float]:
    """How many ``article`` elements begin with a heading that is a link, and their share of the running text."""
    page = lines.page
    headings = _HEADLINE_LEVEL.take(page.tag).nonzero()[0]
    articles = lines.rows("article")
    at = headings.searchsorted(articles)
    padded = np.append(headings, len(page))
    articles, first = articles[padded[at] < page.end[articles]], padded[at][padded[at] < page.end[articles]]
    linked = articles[are_linked(page, first, lines.chars(first))]
    return len(linked), float(lines.of_prose[linked].sum()) / total_prose(lines)


def _og_title(structured: Structured) -> str:
    return next(iter(structured.meta.get("og:title", ())), "")


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


def _cards(lines: Lines, headings: NDArray[np.intp]) -> tuple[float, float]:
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
    return log1p(number), number / count


def _common(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other) if one or other else 0.0


def _prose_under(page: Page, headings: NDArray[np.intp], lines: Lines) -> float:
    """Share of the unlinked headings that are followed by prose within two lines."""
    if not len(headings):
        return math.nan
    at = page.segments.start.searchsorted(page.stop[headings])
    padded = np.concatenate((lines.prose, _NO_PROSE))
    return int((padded[at] | padded[at + 1]).sum()) / len(headings)
