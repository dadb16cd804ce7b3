"""The title of an article: a learnt choice among the texts that may be its headline.

The evidence says how each is stated, where it is shown, how it is worded, and how it compares with the others. The
ranking is trained by `broadsheet.lab.train.metadata`.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

import numpy as np

from broadsheet.article import Claim
from broadsheet.article.article import in_one
from broadsheet.facts.facts import MIN_DISTINCT_CHARS
from broadsheet.facts.texts import ascii_, clean, fold, is_wide, label_test, unspaced_words, words
from broadsheet.lexicon import PAGES
from broadsheet.metadata.context import Context
from broadsheet.metadata.headlines import Headline, headlines
from broadsheet.metadata.ranking import Array, Ranking
from broadsheet.page import tags
from broadsheet.patterns import pattern

__all__ = ["NAMES", "evidence", "title"]

_of_headline: Final = label_test(pattern("".join(PAGES["markup"]["headlines"]), re.IGNORECASE))  # a class or id
MIN_HELD_CHARS: Final = 9  # shortest first heading within another text; shorter ones occur by chance
MIN_TOKEN_CHARS: Final = 4  # shortest word that is looked up in the body
MAX_ALTERNATIVES: Final = 8  # most alternatives kept of a title or another datum
LABEL_LEVELS, HEADING_LEVELS = 3, 4  # levels, from a row upwards, that may be named as the headline, or be the heading
_HEADINGS: Final = {tags.IDS[f"h{level}"]: min(level, 4) for level in range(1, 7)}
_LINK: Final = tags.IDS["a"]
_BETWEEN: Final = pattern(r"\s[|»«·•–—-]\s|\|")
_DATE: Final = pattern(r"\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b(?:19|20)\d\d-\d\d-\d\d\b|\b\d{1,2}:\d\d\b")

_STATED: Final = ("headline", "og", "twitter", "element", "marked")
_DIVIDED: Final = ("front of stated", "front of element", "back of element", "inner of element")
_PLACES: Final = (
    "h1", "h2", "h4+", "strong class", "shown", "in link", "in aside", "in article", "in body", "before body",
    "just before body", "distance before", "distance after", "place",
)  # fmt: skip
_WORDING: Final = (
    "log characters", "has separator", "has colon", "ends with question", "has date", "holds site",
    "words 1-2", "words 3-4", "words 5-20", "words 21-30", "slug recall", "body recall",
)  # fmt: skip
_SIZES: Final = (2, 4, 20, 30)  # most words of a candidate of each size
_RESTS: Final = ("rest is shown", "rest is short")
_OTHERS: Final = (
    "is heading", "first heading", "first h1", "only h1", "only in head",
    "within another", "within headline", "begins another", "holds h1",
    "og piece", "stated count", "only in text", "families", "ahead of others", "page has og", "page has element",
)  # fmt: skip
NAMES: Final[tuple[str, ...]] = (
    *(f"is {kind}" for kind in _STATED), *_DIVIDED, *_PLACES, *_WORDING, *_RESTS, *_OTHERS,
)  # fmt: skip
"""Names of the columns of evidence, in order."""
_FAMILIES: Final = ({"headline"}, {"og", "twitter", "other"}, {"element", "front of element"})
"""Kinds of statements that publishing systems fill independently; an ``h1`` counts as one more."""


def title(
    context: Context, ranking: Ranking, *, home_link: str | None = None
) -> tuple[Claim | None, tuple[Claim, ...]]:
    """The title with its source, and the others: most probable first, or as `headlines` has them if sources agree.

    Args:
        context: the page.
        ranking: the learnt choice.
        home_link: the text of the link to the page on the site's home page, if known; it is the headline.
    """
    if (linked := clean(home_link)) and "\ufffd" not in linked and any(map(str.isalpha, linked)):
        return Claim(linked, "home page"), ()
    found = headlines(context, agreed=True)
    if len(found) > 1 and not found[0].is_agreed:
        order = np.argsort(-ranking.score(evidence(context, found)), kind="stable").tolist()
        found = [found[at] for at in order]
    claims = [Claim(one.text, in_one(one.sources)) for one in found[: 1 + MAX_ALTERNATIVES]]
    return (claims[0] if claims else None), tuple(claims[1:])


def evidence(context: Context, candidates: Sequence[Headline]) -> Array:
    """The evidence for each candidate, shape (n, len(NAMES))."""
    shown = {one.folded for one in candidates if one.rows}
    around = [up for one in candidates for row in one.rows for up in context.chain(row, LABEL_LEVELS)]
    labels = zip(around, context.page.joined(around, ("class", "id")), strict=True)
    named = {row for row, label in labels if label and _of_headline(label)}
    places = [_highest(_PLACES, [_of_row(context, row, named) for row in one.rows]) for one in candidates]
    others = _of_others(context, candidates, [bool(place[0]) for place in places])
    rows = [
        (
            *map(one.stated.__contains__, _STATED),
            *map(one.divided.__contains__, _DIVIDED),
            *place,
            *_of_wording(context, one),
            *_highest(_RESTS, [(fold(rest) in shown, len(rest.split()) <= 4) for rest in one.rests]),
            *other,
        )
        for one, place, other in zip(candidates, places, others, strict=True)
    ]
    return np.fromiter(chain.from_iterable(rows), np.float32).reshape(-1, len(NAMES))


def _highest(names: Sequence[str], rows: Sequence[Sequence[float]]) -> Sequence[float]:
    """The highest value of each column over the rows; zeros if there are no rows."""
    if len(rows) > 1:
        return list(map(max, *rows))
    return rows[0] if rows else [0.0] * len(names)


def _of_row(context: Context, row: int, named: set[int]) -> Sequence[float]:
    """Evidence from a row that shows a candidate: the columns `_PLACES`. `named`: rows named as the headline."""
    up = context.chain(row, HEADING_LEVELS)
    level = next((_HEADINGS[name] for at in up if (name := context.tag[at]) in _HEADINGS), 0)
    place = context.segment_of[row]
    before = context.first - place
    distance = 1 / (1 + abs(before))
    return (
        level == 1,
        level == 2,
        level == 4,
        not named.isdisjoint(up[:LABEL_LEVELS]),
        1,
        context.is_in_link(row) or any(context.tag[at] == _LINK for at in context.page.children(row)),
        context.is_aside(row),
        context.is_in_article(row),
        context.is_in_body(row),
        before > 0,
        0 <= before <= 3,
        distance if before >= 0 else 0,
        distance if before < 0 else 0,
        1 - place / max(1, len(context.page.segments)),
    )


def _of_wording(context: Context, one: Headline) -> Sequence[float]:
    """Evidence from a candidate's words, and from how many the URL and the body share: the columns `_WORDING`."""
    text, folded, own = one.text, one.folded, words(one.text)
    size = bisect_left(_SIZES, _size(one, max(len(own), unspaced_words(text))))
    slug = context.slug_plain
    in_slug = len(set(map(ascii_, own)).intersection(slug)) if slug else 0  # URLs are written without accents
    long = [f" {word} " for word in own if len(word) >= MIN_TOKEN_CHARS]
    return (
        math.log1p(len(text)) / 6,
        _BETWEEN.search(text) is not None,
        ": " in text,
        text.endswith(("?", "？")),
        not folded.isalpha() and _DATE.search(text) is not None,
        any(map(folded.__contains__, context.long_site_names))
        or (len(folded) >= MIN_DISTINCT_CHARS and folded in fold(context.host)),
        size == 0,
        size == 1,
        size == 2,
        size == 3,
        in_slug / max(1, len(slug)),
        sum(map(context.body_words.__contains__, long)) / max(1, len(long)),
    )


def _size(one: Headline, count: float) -> float:
    """The number of words; a character of scripts without spaces counts as half a word."""
    chars = len(one.folded)
    is_unspaced = is_wide(one.folded) and 2 * sum("\u2e7f" < letter < "\ua000" for letter in one.folded) > chars
    return chars / 2 if chars >= 9 * count or is_unspaced else count


def _of_others(context: Context, candidates: Sequence[Headline], in_h1: Sequence[bool]) -> Iterator[Sequence[float]]:
    """Evidence from comparing each candidate with the others: the columns `_OTHERS`.

    Args:
        context: the page.
        candidates: the candidates.
        in_h1: whether an ``h1`` shows each.
    """
    # The site's name in a heading is its logo.
    headings = [one for one in candidates if one.heading and one.folded not in context.site_names]
    main = [one for one in headings if one.heading == 1]
    first, first_main = (min(group, key=lambda one: one.rows[0], default=None) for group in (headings, main))
    pairs = [(one, other) for one in candidates for other in candidates if one.folded in other.folded and one != other]
    within = {one.folded for one, other in pairs if other.stated}
    within_headline = {one.folded for one, other in pairs if "headline" in other.stated}
    starts = [(one, other) for one, other in pairs if other.folded.startswith(one.folded)]
    begins = {one.folded for one, other in starts if other.stated or other in headings}
    holds_h1 = {other.folded for one, other in pairs if one is first_main and len(one.folded) >= MIN_HELD_CHARS}
    families = [
        shown + sum(not (one.stated.isdisjoint(family) and one.divided.isdisjoint(family)) for family in _FAMILIES)
        for one, shown in zip(candidates, in_h1, strict=True)
    ]
    second, best = sorted((*families, 0, 0))[-2:]
    has_og, has_element = (any(kind in one.stated for one in candidates) for kind in ("og", "element"))
    for one, agreeing in zip(candidates, families, strict=True):
        yield (
            one in headings,
            one is first,
            one is first_main,
            [one] == main,
            not one.rows,
            one.folded in within,
            one.folded in within_headline,
            one.folded in begins,
            one.folded in holds_h1,
            "og" in one.stated and one.is_piece and not one.heading,
            len(one.stated) / 4,
            not one.stated,
            agreeing / 4,
            (agreeing - (second if agreeing == best else best)) / 4,
            has_og,
            has_element,
        )
