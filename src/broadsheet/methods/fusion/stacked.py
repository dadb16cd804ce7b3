"""Several articles one below the other, as pages have them that go on while one scrolls: the first is the page's.

Posts of a live blog and items of a list are articles in markup too; these are all of the page's article, whose headline
stands above them. It must not know how the segments were chosen.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from broadsheet.metadata.stated.structured import read_structured, types
from broadsheet.metadata.written.bylines import is_byline
from broadsheet.metadata.written.dates import dates_in
from broadsheet.methods.fusion.again import beside
from broadsheet.page import Page, Segments, tags
from broadsheet.page.arrays import BoolArray, holds, sums_before

__all__ = ["first_article"]

_ARTICLE: Final = tags.IDS["article"]
_H1: Final = tags.IDS["h1"]
_NO_TAG: Final = np.iinfo(np.uint16).max
_HEADLINE: Final = tags.mask("h1 h2")
_LEAST: Final = 300
"""Characters of chosen text that make an ``article`` element with a headline of its own an article, not a teaser."""
_LIVE: Final = "LiveBlogPosting"
_RANKED: Final = tags.mask("h1 h2 h3")
_WHOLE, _LINES = 250, 2
"""Characters and lines of chosen text, headings apart, below a headline of an article."""
_TITLED: Final = 3
"""Headings like the title that are looked at: some pages have it in a bar at the top as well."""
_APART: Final = 2
"""Levels of the page by which headlines that are main headings are apart: what is loaded later is put into a box."""
_POSTS: Final = 5
"""Articles beside the first, with headlines of a lower level, from more than which they may be posts of a live blog."""
_PROSE: Final = 80
"""Characters of a line with which the text below a headline begins."""
_HEAD: Final = 60
"""Rows of the head of an article, from its headline to its text, that are looked at."""
_LONGEST_LINE: Final = 140
_DATED: Final = tags.ids("time address")
_SIGNED: Final = re.compile(r"(?<![a-z])(?:by-?line|author|dateline|pub-?date|published)(?![a-z])", re.IGNORECASE)
"""Names of elements that say who wrote an article, or when."""
_ARTICLE_TYPE: Final = re.compile(r"schema\.org/(?:\w*Article|BlogPosting)\b")


def first_article(
    page: Page, segments: Segments, kept: BoolArray, titled: Callable[[], BoolArray]
) -> tuple[BoolArray, int]:
    """Leave out what is chosen from the second of several articles on.

    Args:
        page: the page.
        segments: its segments.
        kept: those chosen, shape (m,).
        titled: tells which have most words of the page's title, shape (m,); most pages need not know.

    Returns:
        The segments that are left, and how many articles there are, at least 1.
    """
    found = _elements(page, segments, kept, titled) or _headlines(page, segments, kept, titled)
    if found is None or _is_live(page):
        return kept, 1
    out = kept.copy()
    out[found.second :] = False
    return out, found.articles


class _Found(NamedTuple):
    """The first segment of the second article, and how many articles there are."""

    second: int
    articles: int


def _elements(page: Page, segments: Segments, kept: BoolArray, titled: Callable[[], BoolArray]) -> _Found | None:
    """Articles that are ``article`` elements, which lie in no other one, have a headline of the first or second level
    in them and hold enough of the chosen text. The first must have the page's headline in it; the others must be of the
    first one's kind.

    Of 4,276 pages of sites left out of training this changes one, for the better (`msv` +0.0016): the network leaves
    out most such articles by itself.
    """
    elements = np.array(page.rows_of(_ARTICLE), dtype=np.intp)
    if len(elements) < 2:
        return None
    outermost = elements[page.end[elements] > np.maximum.accumulate(np.append(0, page.end[elements][:-1]))]
    headlines = (_HEADLINE.take(page.tag) & ~page.hidden).nonzero()[0]
    held = sums_before(np.where(kept, segments.chars, 0))
    first, stop = segments.first.searchsorted(outermost), segments.first.searchsorted(page.end[outermost])
    headed = headlines.searchsorted(page.end[outermost]) > headlines.searchsorted(outermost)
    whole = (headed & (held[stop] - held[first] >= _LEAST)).nonzero()[0]
    if len(whole) < 2 or not _holds_headline(page, segments, int(outermost[whole[0]]), titled()):
        return None
    whole = whole[[_is_like(page, int(outermost[whole[0]]), int(other)) for other in outermost[whole]]]
    return _Found(int(first[whole[1]]), len(whole)) if len(whole) > 1 else None


def _headlines(page: Page, segments: Segments, kept: BoolArray, titled: Callable[[], BoolArray]) -> _Found | None:
    """Articles told by their headlines, whatever elements they are in: the page's headline, and others of its level as
    deep in the page (or of a lower one, in an ``article`` beside the first), below most of which there is as much text
    as an article has. Each has who wrote it or when in its head, or an address or a type of its own.

    On sites that were left out no page changes. Headlines that lead elsewhere do not tell articles: lists of posts and
    of products have these.
    """
    rank = segments.tag
    heads = _RANKED[rank].nonzero()[0]
    if len(heads) < 2:
        return None
    like = titled()[heads]
    own = heads[like] if holds(like) else heads[rank[heads] == _H1]
    sums: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None
    for first in own[rank[own] == rank[own].min(initial=_NO_TAG)][:_TITLED].tolist():
        others = _others(page, segments, first, heads[heads > first])
        if not len(others):  # mostly
            continue
        chars, lines = sums = sums or _prose(page, segments, kept)
        others = others[chars[-1] - chars[others] >= _WHOLE]
        found = _signed(page, segments, first, others.tolist(), chars)
        bounds = np.array([first, *found, len(segments)])
        whole = (np.diff(chars[bounds]) >= _WHOLE) & (np.diff(lines[bounds]) >= _LINES)
        if whole[0] and found and 2 * whole[1:].sum() >= len(found):
            return _Found(next(iter(found.values())), 1 + len(found))
    return None


def _prose(page: Page, segments: Segments, kept: BoolArray) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The chosen characters, and lines, of text before each segment, headings apart, shape (m + 1,)."""
    prose = kept & ~segments.heading
    return sums_before(np.where(prose, segments.chars, 0)), sums_before(prose)


def _others(page: Page, segments: Segments, first: int, heads: NDArray[np.intp]) -> NDArray[np.intp]:
    """Which headings may be the headlines of other articles than the one below a headline."""
    block, headline = segments.block[heads], int(segments.block[first])
    apart = _APART if page.tag[headline] == _H1 else 0
    same = (page.tag[block] == page.tag[headline]) & (np.abs(page.depth[block] - page.depth[headline]) <= apart)
    alike: NDArray[np.intp] = heads[same]
    if len(alike) or not len(heads) or not page.has(_ARTICLE):
        return alike
    articles = page.holders(page.rows_of(_ARTICLE), (headline, *block.tolist()))
    if (around := articles[headline]) < 0:
        return alike
    found: dict[int, int] = {}
    for head, row in zip(heads.tolist(), block.tolist(), strict=True):
        other = articles[row]
        if other > around and page.parent[other] == page.parent[around]:
            found.setdefault(other, head)
    return np.array(list(found.values()) if len(found) <= _POSTS else [], dtype=np.intp)


def _signed(page: Page, segments: Segments, first: int, others: list[int], prose: NDArray[np.int64]) -> dict[int, int]:
    """Which headings say, as that of the first article does, who wrote what is below or when, or are of an element that
    is an article for machines; and the first segment of each such article.

    Args:
        page: the page.
        segments: its segments.
        first: the headline of the first.
        others: what may be those of others.
        prose: chosen characters of text before each segment, shape (m + 1,).
    """
    before, said = int(segments.block[first]), page.texts[first]
    typed = signed = False
    begin = -1
    found: dict[int, int] = {}
    for other in others:
        row = int(segments.block[other])
        apart = beside(page, before, row)
        if apart is None or page.tag[apart[0]] != page.tag[apart[1]] or page.texts[other] == said:
            continue
        if begin < 0:
            begin = apart[0]
            typed, signed = _is_typed(page, begin), _is_signed(page, segments, begin, first)
        if not (typed or signed):
            break
        start = int(segments.first.searchsorted(apart[1]))
        if prose[other] - prose[start] > _LONGEST_LINE:  # what it stands in is no article: it begins before
            continue
        if (typed and _is_typed(page, apart[1])) or (signed and _is_signed(page, segments, apart[1], other)):
            found[other], before = start, row
    return found


def _is_typed(page: Page, element: int) -> bool:
    """Whether an element says for machines that it is an article, or where the one in it is to be found."""
    attributes = page.attrs(element)
    return bool(_ARTICLE_TYPE.search(attributes.get("itemtype") or "")) or bool(
        attributes.get("data-url") or attributes.get("data-href") or attributes.get("data-permalink")
    )


def _is_signed(page: Page, segments: Segments, element: int, headline: int) -> bool:
    """Whether who wrote an article, or when, stands between where it begins and where its text does."""
    at = int(segments.first.searchsorted(element))
    text = headline + 1
    while text < len(segments) and segments.chars[text] < _PROSE and not segments.heading[text]:
        text += 1
    stop = int(segments.block[text]) if text < len(segments) else len(page)
    rows = range(max(element, stop - _HEAD), stop)
    alone = element == segments.block[headline]  # a day below a heading among paragraphs heads a part of a chronicle
    if any((page.tag[row] in _DATED and not alone) or _SIGNED.search(page.attr(row, "class") or "") for row in rows):
        return True
    for line in range(max(at, headline - 2), text):
        if line != headline and segments.chars[line] <= _LONGEST_LINE:
            words = page.texts[line]
            if (dates_in(words) and not alone) or (is_byline(words) and not (alone and dates_in(words))):
                return True
    return False


def _holds_headline(page: Page, segments: Segments, article: int, titled: BoolArray) -> bool:
    """Whether the page's headline is in an article: the first heading that is like the title, else one of the first
    level.
    """
    end = int(page.end[article])
    like = segments.block[titled & _HEADLINE[segments.tag]]
    if len(like):
        return article < int(like[0]) < end
    return bool(((page.tag[article:end] == _H1) & ~page.hidden[article:end]).any())


def _is_like(page: Page, first: int, other: int) -> bool:
    """Whether an article is of the kind of the first, and no part of it: it has a headline of the first level as well,
    or one of its names.
    """
    if all((page.tag[at : int(page.end[at])] == _H1).any() for at in (first, other)):
        return True
    names, others = ((page.attr(at, "class") or "").split() for at in (first, other))
    return names == others or not set(names).isdisjoint(others)


def _is_live(page: Page) -> bool:
    """Whether the page says for machines that it is a live blog."""
    return any(kind.endswith(_LIVE) for thing in read_structured(page).objects for kind in types(thing))
