"""The evidence for each candidate: where it is stated and shown, how it is written, and how it stands to the others."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.facts.texts import ascii_ as _ascii
from broadsheet.facts.texts import count_words, fold, is_wide, label_test, words
from broadsheet.metadata.context import Context
from broadsheet.metadata.ranking import Array, Candidate, evidence_of
from broadsheet.metadata.title.sources import STOPS
from broadsheet.page import tags

__all__ = ["NAMES", "Headline", "columns_of_rest", "describe_row", "described"]

_of_headline: Final = label_test(
    re.compile(
        r"entry-?_?title|post-?_?title|article-?_?(?:\w+-)?_*(?:title|head(?:line|ing)?)|headline|story-?_?(?:title|head)|"
        r"page-?_?title|single-?_?title|title-?_?(?:article|post)|p-name",
        re.IGNORECASE,
    )
)
_of_other: Final = label_test(
    re.compile(
        r"sub-?_?(?:title|head)|kicker|teaser|widget|related|comment|sidebar|nav|menu|section|block-?_?title|recommend|"
        r"popular|promo|card|list",
        re.IGNORECASE,
    )
)
"""Whether a class or id names a headline, or something else that has titles."""
MIN_HELD_CHARS: Final = 9  # shortest text that tells something as a part of another
MIN_TOKEN_CHARS: Final = 4  # shortest word that is looked for in the body
_BIG: Final = tags.ids("big font b strong center")
_HEAD: Final = tags.ids("header hgroup")
_HEADING: Final = {tags.IDS[f"h{level}"]: "h4+" if level > 3 else f"h{level}" for level in range(1, 7)}
"""The column of each level of headings."""
_STATED: Final = ("headline", "alternative", "name", "og", "twitter", "other", "element", "marked")
_WAYS: Final = ("front", "back", "inner")
_LINK: Final = tags.IDS["a"]

NAMES: Final[tuple[str, ...]] = (
    *(f"is {name}" for name in _STATED),
    *(f"{way} of {name}" for name in ("stated", "element") for way in _WAYS),
    *(f"page has {name}" for name in ("headline", "og", "element", "h1")),
    "begins another", "within another", "holds another", "within og", "holds og", "within headline", "holds headline",
    "og is cleaner", "part of heading", "holds h1", "is piece", "has pieces", "og piece", "headline piece",
    "h1", "h2", "h3", "h4+", "is heading", "first h1", "only h1", "first heading", "bold", "strong class", "weak class",
    "shown", "in link", "in aside", "in header", "in article", "in body", "before body", "just before body",
    "distance before", "distance after", "place",
    "words 1-2", "words 3-4", "words 5-20", "words 21-30", "words more", "log characters",
    "cut off", "has separator", "has colon", "no letters lower", "ends with stop", "ends with question",
    "is site", "holds site", "is host", "digits", "has date",
    "slug recall", "slug precision", "no slug", "body recall",
    "rest is shown", "rest is site", "rest is short", "rest is section",
    "stated count", "only in text", "only in head", "families", "most families", "ahead of others",
)  # fmt: skip
"""Names of the columns of evidence, in order."""
_AT: Final = {name: at for at, name in enumerate(NAMES)}
_IS: Final = [_AT[f"is {name}"] for name in _STATED]
_FAMILIES: Final = [
    [_AT[name] for name in names]
    for names in (("is headline",), ("is og", "is twitter", "is other"), ("is element", "front of element"), ("h1",))
]
"""Statements and headings that publishing systems fill apart from each other."""
_SIZES: Final = ("words 1-2", "words 3-4", "words 5-20", "words 21-30", "words more")
_LIMITS: Final = (2, 4, 20, 30)
"""Words up to which a candidate is of each size."""
_ELLIPSES: Final = ("…", "...")
_BETWEEN: Final = re.compile(r"\s[|»«·•–—-]\s|\|")
_DATE: Final = re.compile(r"\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b(?:19|20)\d\d-\d\d-\d\d\b|\b\d{1,2}:\d\d\b")

Columns = Mapping[str, "Sequence[float] | NDArray[Any] | bool"]
"""Columns of evidence by their names: one value for all candidates, or one for each."""


@dataclass(slots=True, eq=False)
class Headline(Candidate):
    """A candidate.

    Attributes:
        text: how it is written, as shown on the page where it is.
        folded: its letters and digits.
        sources: where it stands, the most telling first.
        evidence: one number a column, shape (len(NAMES),), while they are gathered one by one.
        row: the row of the heading or segment that shows it, -1 where none does.
        heading: the level of the heading that shows it as a whole, 0 where none does.
        is_piece: a heading shows it as an element or line of its own beside others.
    """

    columns: ClassVar[Mapping[str, int]] = _AT
    text: str
    folded: str
    sources: list[str]
    evidence: list[float] = field(default_factory=lambda: [0.0] * len(NAMES))
    row: int = -1
    heading: int = 0
    is_piece: bool = False


def describe_row(context: Context, one: Headline, row: int) -> None:
    """Add the evidence of where a candidate is shown. Each of several places leaves its marks."""
    chain = context.chain(row, 7)
    names = [context.tag[up] for up in chain]
    labels = [label for up in chain[:3] if (label := context.label(up))]
    if heading := next((_HEADING[name] for name in names[:4] if name in _HEADING), None):
        one.mark(heading)
    place = context.place[row]
    before = context.first - place
    one.mark_all(
        {
            "bold": not _BIG.isdisjoint(names[:3]),
            "strong class": any(map(_of_headline, labels)),
            "weak class": any(map(_of_other, labels)),
            "shown": 1,
            "in link": context.is_in_link(row) or any(context.tag[at] == _LINK for at in context.page.children(row)),
            "in aside": context.is_aside(row),
            "in header": not _HEAD.isdisjoint(names),
            "in article": context.is_in_article(row),
            "in body": context.is_in_body(row),
            "before body": before > 0,
            "just before body": 0 <= before <= 3,
            "distance before" if before >= 0 else "distance after": 1 / (1 + abs(before)),
            "place": 1 - place / max(1, len(context.texts)),
        }
    )


def columns_of_rest(context: Context, rest: str, shown: set[str]) -> list[str]:
    """The columns that tell of the rest of a text of which a candidate is a part.

    Args:
        context: the page.
        rest: the rest.
        shown: the candidates that the page shows, folded.
    """
    folded = fold(rest)
    sections = context.structured.metas("article:section", "section", "parsely-section")
    columns = {
        "rest is shown": folded in shown,
        "rest is site": context.is_site(rest) or _names_site(context, rest),
        "rest is short": len(rest.split()) <= 4,
        "rest is section": any(fold(value) == folded for value, _ in sections),
    }
    return [name for name, is_so in columns.items() if is_so]


def _names_site(context: Context, folded: str) -> bool:
    """Whether a folded text holds a name of the site, or the site's host the text."""
    return any(map(folded.__contains__, context.long_site_names)) or _is_in_host(context, folded)


def _is_in_host(context: Context, folded: str) -> bool:
    return len(folded) > 3 and folded in context.host_folded


def described(context: Context, candidates: list[Headline]) -> Array:
    """The evidence of all candidates: what was gathered one by one, their words, and how they stand to each other."""
    if not candidates:
        return np.zeros((0, len(NAMES)), dtype=np.float32)
    evidence = evidence_of(candidates).copy()
    for describe in (_of_headings, _of_words, _of_tokens):
        _fill(evidence, describe(context, candidates))
    _fill(evidence, _of_others([one.folded for one in candidates], evidence))
    return evidence


def _fill(evidence: Array, columns: Columns) -> None:
    for name, values in columns.items():
        evidence[:, _AT[name]] = values


def _of_headings(context: Context, candidates: Sequence[Headline]) -> Columns:
    """Evidence of the headings that show a candidate as a whole. The site's name in a heading is its logo."""
    headings = [one for one in candidates if one.heading and one.folded not in context.site_names]
    main = [one for one in headings if one.heading == 1]
    first = min(headings, key=lambda one: one.row, default=None)
    first_main = min(main, key=lambda one: one.row, default=None)
    return {
        "page has h1": bool(main),
        "first heading": [one is first for one in candidates],
        "first h1": [one is first_main for one in candidates],
        "only h1": [[one] == main for one in candidates],
        "is heading": [one in headings for one in candidates],
        "only in head": [one.row < 0 for one in candidates],
        "is piece": [one.is_piece and not one.heading for one in candidates],
    }


def _of_words(context: Context, candidates: Sequence[Headline]) -> Columns:
    """Evidence in the words themselves."""
    texts, folded = [one.text for one in candidates], [one.folded for one in candidates]
    return {
        "log characters": [math.log1p(len(text)) / 6 for text in texts],
        "cut off": [text.endswith(_ELLIPSES) for text in texts],
        "has separator": [_BETWEEN.search(text) is not None for text in texts],
        "has colon": [": " in text for text in texts],
        "no letters lower": [text.isupper() for text in texts],
        "ends with stop": [text.endswith(STOPS) and not text.endswith(_ELLIPSES) for text in texts],
        "ends with question": [text.endswith(("?", "？")) for text in texts],
        "is site": [text in context.site_names for text in folded],
        "holds site": [_names_site(context, text) for text in folded],
        "is host": [_is_in_host(context, text) for text in folded],
        "digits": [sum(map(str.isdigit, text)) / len(text) for text in folded],
        "has date": [_DATE.search(text) is not None for text in texts],
    }


def _of_tokens(context: Context, candidates: Sequence[Headline]) -> Columns:
    """Evidence in the number of words, and in those that the page's address and the body have too."""
    tokens = [words(one.text) for one in candidates]
    sizes = [_size(one, count_words(one.text, parted)) for one, parted in zip(candidates, tokens, strict=True)]
    columns: dict[str, list[float] | list[bool] | bool] = {
        name: [bisect_left(_LIMITS, size) == number for size in sizes] for number, name in enumerate(_SIZES)
    }
    slug = set(context.slug_plain)
    # Slugs are written without accents.
    shared = [(len(slug & (plain := set(map(_ascii, parted)))), len(plain)) for parted in tokens]
    long = [[token for token in parted if len(token) >= MIN_TOKEN_CHARS] for parted in tokens]
    return columns | {
        "no slug": not slug,
        "slug recall": [both / max(1, len(slug)) for both, _ in shared],
        "slug precision": [both / size for both, size in shared],
        "body recall": [sum(map(context.body_words.__contains__, some)) / max(1, len(some)) for some in long],
    }


def _size(one: Headline, count: float) -> float:
    """The number of words. Characters of scripts without spaces count for half a word.

    >>> _size(Headline("當心選前症候群", "當心選前症候群", []), 1), _size(Headline("Bridge", "bridge", []), 1)
    (3.5, 1)
    """
    chars = len(one.folded)
    is_unspaced = is_wide(one.folded) and 2 * sum("\u2e7f" < letter < "\ua000" for letter in one.folded) > chars
    return chars / 2 if chars >= 9 * count or is_unspaced else count


def _of_others(folded: Sequence[str], evidence: Array) -> Columns:
    """Evidence of how candidates stand to the others: which is a part of which, and how many sources agree.

    Args:
        folded: the candidates, folded.
        evidence: their other evidence, shape (n, columns).
    """
    marked = evidence > 0
    og, headline, h1, heading, piece = (
        marked[:, _AT[name]] for name in ("is og", "is headline", "first h1", "is heading", "is piece")
    )
    times = marked[:, _IS].sum(axis=1)
    stated = times > 0
    within = np.array([[one in other and one != other for other in folded] for one in folded])
    begins = np.array([[other.startswith(one) for other in folded] for one in folded]) & within
    long = np.array([len(one) >= MIN_HELD_CHARS for one in folded])
    families = np.sum([marked[:, columns].any(axis=1) for columns in _FAMILIES], axis=0)
    second, best = np.sort([*families, 0])[-2:]
    rival = np.where(families == best, second, best)
    return {
        "within another": (within & stated).any(axis=1),
        "begins another": (begins & (stated | heading)).any(axis=1),
        "within og": (within & og).any(axis=1),
        "within headline": (within & headline).any(axis=1),
        "part of heading": (within & h1).any(axis=1),
        "holds another": (within.T & (stated & long)).any(axis=1),
        "holds og": (within.T & og).any(axis=1),
        "holds headline": (within.T & headline).any(axis=1),
        "holds h1": (within.T & (h1 & long)).any(axis=1),
        "has pieces": (within.T & piece).any(axis=1) & ~piece,
        "og is cleaner": within[og][:, headline].any(),
        "og piece": piece & og,
        "headline piece": piece & headline,
        "stated count": times / 4,
        "only in text": times == 0,
        "families": families / len(_FAMILIES),
        "most families": families > rival,
        "ahead of others": (families - rival) / len(_FAMILIES),
        "page has headline": headline.any(),
        "page has og": og.any(),
        "page has element": marked[:, _AT["is element"]].any(),
    }
