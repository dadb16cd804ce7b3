"""The evidence for each candidate: where it is stated and shown, how it is written, and how it stands to the others."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import ClassVar, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from broadsheet.facts.texts import ascii_ as _ascii
from broadsheet.facts.texts import count_words, fold, is_wide, words
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.ranking import Candidate, evidence_of
from broadsheet.metadata.title.sources import LONGEST, STOPS, Stated, without_buttons
from broadsheet.page import tags

__all__ = ["NAMES", "Headline", "Rests", "describe_row", "described"]

_LEXICON: Final = re.compile(
    r"(?P<strong>entry-?_?title|post-?_?title|article-?_?(?:\w+-)?_*(?:title|head(?:line|ing)?)|headline|story-?_?(?:title|head)|"
    r"page-?_?title|single-?_?title|title-?_?(?:article|post)|p-name)|(?P<sub>sub-?_?(?:title|head)|kicker|teaser|widget|"
    r"related|comment|sidebar|nav|menu|section|block-?_?title|recommend|popular|promo|card|list)",
    re.IGNORECASE,
)
_STEMS: Final = tuple(
    "title head p-name kicker teaser widget related comment sidebar nav menu section recommend popular promo card "
    "list".split()
)
"""One of these is in all that the lexicon finds."""
_STRONG, _WEAK, _ANY = 1, 2, 4
"""What a class or id speaks of: a headline; something else that has titles; anything."""
_MOST_H1: Final = 60
_TELLING_STATED, _TELLING_H1 = 10, 8
"""Letters that are fewer than those of what is stated, and of a heading, that tells something within another text."""
_BIG: Final = tags.ids("big font b strong center")
_HEAD: Final = tags.ids("header hgroup")
_HEADING: Final = {tags.IDS[f"h{level}"]: "h4+" if level > 3 else f"h{level}" for level in range(1, 7)}
"""The column of each level of headings."""
_NEAR: Final = 0.7
"""Similarity from which two texts are forms of one headline."""
_STATED: Final = ("headline", "alternative", "name", "og", "twitter", "other", "element", "marked")
_LIKE: Final = ("headline", "og", "element")
"""Kinds of statements with which candidates are compared letter by letter."""
_WAYS: Final = ("front", "back", "inner")
_LINK, _H1 = tags.IDS["a"], tags.IDS["h1"]

NAMES: Final[tuple[str, ...]] = (
    *(f"is {name}" for name in _STATED),
    *(f"like {name}" for name in _LIKE),
    *(f"{way} of {name}" for name in ("stated", "element") for way in _WAYS),
    *(f"page has {name}" for name in ("headline", "og", "element", "h1", "one h1", "marked")),
    "stated count", "most like another", "begins another", "within another", "holds another",
    "h1", "h2", "h3", "h4+", "first h1", "only h1", "first heading", "bold", "strong class", "weak class",
    "other class",
    "shown", "in link", "in aside", "in header", "in article", "in body", "before body", "just before body",
    "distance before", "distance after", "place", "times shown",
    "words 1-2", "words 3-4", "words 5-20", "words 21-30", "words more", "log characters",
    "cut off", "has separator", "has colon", "no letters lower", "ends with stop", "ends with question",
    "is site", "holds site", "is host", "digits", "has date",
    "slug recall", "slug precision", "no slug", "body recall", "rest is site", "rest is short", "rest is section",
    "part of heading", "only in text", "only in head",
    "families", "most families", "ahead of others", "holds h1", "rest is shown", "begins with mark",
    "is piece", "has pieces", "og is headline", "og is h1", "headline is h1", "og is a piece", "og piece",
    "headline piece", "within og", "holds og", "within headline", "holds headline", "og is cleaner",
)  # fmt: skip
"""Names of the columns of evidence, in order."""
_AT: Final = {name: at for at, name in enumerate(NAMES)}
_FAMILIES: Final = (("is headline",), ("is og", "is twitter", "is other"), ("is element", "front of element"), ("h1",))
"""Ways of stating a headline that publishing systems fill apart from each other."""
_IS: Final = [_AT[f"is {name}"] for name in _STATED]
_SIZES: Final = [_AT[name] for name in ("words 1-2", "words 3-4", "words 5-20", "words 21-30", "words more")]
_LIMITS: Final = (2, 4, 20, 30)
"""Words up to which a candidate is of each size."""
_BETWEEN: Final = re.compile(r"\s[|»«·•–—-]\s|\|")
_DATE: Final = re.compile(r"\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b(?:19|20)\d\d-\d\d-\d\d\b|\b\d{1,2}:\d\d\b")


@dataclass(slots=True, eq=False)
class Headline(Candidate):
    """A candidate.

    Attributes:
        text: how it is written, as shown on the page where it is.
        folded: its letters and digits.
        sources: where it stands, the most telling first.
        evidence: one number a column, shape (len(NAMES),), while they are gathered one by one.
        row: the row of the heading or element that shows it, -1 where none does.
    """

    columns: ClassVar[Mapping[str, int]] = _AT
    text: str
    folded: str
    sources: list[str]
    evidence: list[float] = field(default_factory=lambda: [0.0] * len(NAMES))
    row: int = -1


def describe_row(context: Context, one: Headline, row: int) -> None:
    """Evidence of where a candidate is shown; of several places, each leaves its marks."""
    page = context.page
    chain = context.chain(row, 7)
    names = [context.tag[up] for up in chain]
    if heading := next((_HEADING[name] for name in names[:4] if name in _HEADING), None):
        one.mark(heading)
    kinds = 0
    for up in chain[:3]:
        kinds |= _kinds(context.label(up))
    holds_link = context.size(row) > 0 and any(context.tag[child] == _LINK for child in page.children(row))
    place = context.place[row]
    before = context.first - place
    one.mark_all(
        {
            "bold": not _BIG.isdisjoint(names[:3]),
            "strong class": kinds & _STRONG > 0,
            "weak class": kinds & _WEAK > 0,
            "other class": kinds & _ANY > 0,
            "shown": 1,
            "in link": holds_link or context.is_in_link(row),
            "in aside": context.is_aside(row),
            "in header": not _HEAD.isdisjoint(names),
            "in article": context.is_in_article(row),
            "in body": context.is_in_body(row),
            "before body": before > 0,
            "just before body": 0 <= before <= 3,
            "distance before" if before >= 0 else "distance after": 1 / (1 + abs(before)),
            "place": 1 - place / max(1, len(page.segments)),
        }
    )


@lru_cache(maxsize=8192)
def _kinds(label: str) -> int:
    """What classes or ids speak of: `_STRONG`, `_WEAK`, and `_ANY` where there are some."""
    kinds = _ANY if label else 0
    for name in label.split():
        kinds |= _kinds_of_one(name)
    return kinds


@lru_cache(maxsize=8192)
def _kinds_of_one(name: str) -> int:
    lower = name.lower()
    if not any(map(lower.__contains__, _STEMS)):
        return 0
    found = {match.lastgroup for match in _LEXICON.finditer(name)}
    return _STRONG * ("strong" in found) | _WEAK * ("sub" in found)


class Rests:
    """Evidence of what was cut off a text; the same is cut off several."""

    def __init__(self, context: Context, shown: set[str]) -> None:
        self._context = context
        self._shown = shown
        self._sections = {
            fold(value) for value, _ in context.structured.metas("article:section", "section", "parsely-section")
        }
        self._known: dict[str, list[str]] = {}

    def columns(self, rest: str) -> list[str]:
        """The columns that it marks."""
        found = self._known.get(rest)
        if found is None:
            folded = fold(rest)
            found = self._known[rest] = [
                name
                for name, is_so in (
                    ("rest is shown", folded in self._shown),
                    ("rest is site", self._context.is_site(rest) or _names_site(self._context, rest)),
                    ("rest is short", len(rest.split()) <= 4),
                    ("rest is section", folded in self._sections),
                )
                if is_so
            ]
        return found


def _names_site(context: Context, folded: str) -> bool:
    """Whether a folded text holds a name of the site, or the site's address the text."""
    return any(map(folded.__contains__, context.long_site_names)) or (len(folded) > 3 and folded in context.host_folded)


class _Others(NamedTuple):
    """What a page states and shows of headlines, folded: candidates are compared with it.

    Attributes:
        stated: what is stated.
        of_kind: the same, by its kind.
        h1: the headings of the first level, in order.
        heading: the first heading of any level.
        pieces: the candidates that are parts of headings.
    """

    stated: frozenset[str]
    of_kind: Mapping[str, frozenset[str]]
    h1: Sequence[str]
    heading: str
    pieces: frozenset[str]


def _others(context: Context, candidates: list[Headline], stated: list[Stated]) -> _Others:
    """What the candidates are compared with."""
    folded = [(text, kind) for whole, kind, _ in stated if (text := fold(whole))]
    headings = context.headings
    h1 = [row for row in headings if context.tag[row] == _H1][:_MOST_H1]
    return _Others(
        stated=frozenset([text for text, _ in folded]),
        of_kind={name: frozenset([text for text, kind in folded if kind == name]) for name in ("og", "headline")},
        h1=[text for row in h1 if (text := fold(without_buttons(context, row)))],
        heading=fold(without_buttons(context, headings[0])) if headings else "",
        pieces=frozenset([one.folded for one in candidates if one.has("is piece")]),
    )


def described(context: Context, candidates: list[Headline], stated: list[Stated]) -> NDArray[np.float32]:
    """Evidence that is in a candidate's words, and in the other candidates."""
    if not candidates:
        return np.zeros((0, len(NAMES)), dtype=np.float32)
    others = _others(context, candidates, stated)
    for one in candidates:
        _describe_beside_stated(one, others)
        _describe_beside_shown(context, one, others)
        _describe_words(context, one)
    of_page = [_AT[name] for name in _of_page(others, {kind for _, kind, _ in stated})]
    for one in candidates:
        for at in of_page:
            one.evidence[at] = 1
    _describe_likeness(candidates, stated)
    return evidence_of(candidates)


def _of_page(others: _Others, has: set[str]) -> list[str]:
    """The columns that all candidates of a page have.

    Args:
        others: what the page states and shows.
        has: the kinds of statements of which it has some.
    """
    first = others.h1[0] if others.h1 else ""
    ogs, headlines_ = others.of_kind["og"], others.of_kind["headline"]
    columns = {
        **{f"page has {kind}": kind in has for kind in ("headline", "og", "element", "marked")},
        "page has h1": bool(others.h1),
        "page has one h1": len(set(others.h1)) == 1,
        "og is headline": not ogs.isdisjoint(headlines_),
        "og is h1": first in ogs,
        "headline is h1": first in headlines_,
        "og is a piece": not ogs.isdisjoint(others.pieces - {first}),
        "og is cleaner": any(og in text and og != text for og in ogs for text in headlines_),
    }
    return [name for name, is_so in columns.items() if is_so]


def _describe_beside_stated(one: Headline, others: _Others) -> None:
    """Evidence of what is stated beside a candidate: whether it is a part of that, or that of it."""
    mine = one.folded
    beside = others.stated - {mine}
    if around := [text for text in beside if mine in text]:
        one.mark("within another")
        one.mark("begins another", any(text.startswith(mine) for text in around))
        for kind, texts in others.of_kind.items():
            one.mark(f"within {kind}", not texts.isdisjoint(around))
    if inside := [text for text in beside if text in mine]:
        one.mark("holds another", max(map(len, inside)) > _TELLING_STATED)
        for kind, texts in others.of_kind.items():
            one.mark(f"holds {kind}", not texts.isdisjoint(inside))


def _describe_beside_shown(context: Context, one: Headline, others: _Others) -> None:
    """Evidence of what is shown beside a candidate: the headings, and parts of them."""
    at, row, mine, pieces = _AT, one.evidence, one.folded, others.pieces
    row[at["times shown"]] = min(3, context.texts.count(one.text)) / 3
    row[at["only in head"]] = one.row < 0
    row[at["first heading"]] = mine == others.heading
    if others.h1 and mine == others.h1[0]:
        row[at["first h1"]] = 1
        row[at["only h1"]] = len(set(others.h1)) == 1
    elif mine in pieces:
        row[at["og piece"]] = mine in others.of_kind["og"]
        row[at["headline piece"]] = mine in others.of_kind["headline"]
    if pieces and mine not in pieces:
        row[at["has pieces"]] = any(map(mine.__contains__, pieces))
    for text in others.h1:
        if mine in text and text != mine:
            row[at["part of heading"]] = 1
        elif text in mine and text != mine and len(text) > _TELLING_H1:
            row[at["holds h1"]] = 1


def _describe_likeness(candidates: list[Headline], stated: list[Stated]) -> None:
    """Evidence that takes all candidates together: how alike they are, and how many sources agree."""
    at = _AT
    by_kind = {
        kind: texts
        for kind in _LIKE
        if (texts := [text.casefold()[:LONGEST] for text, name, _ in stated if name == kind])
    }
    if by_kind:
        alike = _alike(
            [one.text.casefold() for one in candidates], [text for texts in by_kind.values() for text in texts]
        )
        ends = [*accumulate(map(len, by_kind.values()), initial=0)]
        columns = [(at[f"like {kind}"], begin, end) for kind, (begin, end) in zip(by_kind, pairwise(ends), strict=True)]
        for one, likeness in zip(candidates, alike, strict=True):
            for column, begin, end in columns:
                one.evidence[column] = max(likeness[begin:end])
    folded = [one.folded for one in candidates]
    alike = _alike(folded, folded)
    families = [sum([one.has_any(names) for names in _FAMILIES]) for one in candidates]
    best, second = sorted([*families, 0], reverse=True)[:2]
    for number, (one, likeness, own) in enumerate(zip(candidates, alike, families, strict=True)):
        row, rival = one.evidence, second if own == best else best
        times = sum([row[column] != 0 for column in _IS])
        likeness[number] = 0  # to itself
        row[at["most like another"]] = max(likeness)
        row[at["stated count"]] = times / 4
        row[at["only in text"]] = times == 0
        row[at["families"]] = own / len(_FAMILIES)
        row[at["most families"]] = own > rival
        row[at["ahead of others"]] = (own - rival) / len(_FAMILIES)


def _is_unspaced(folded: str) -> bool:
    """Whether most of a text is Chinese or Japanese, which has spaces between clauses at the most.

    >>> _is_unspaced("當心選前症候群醫師提醒健康為重"), _is_unspaced("다리합의"), _is_unspaced("bridge")
    (True, False, False)
    """
    return (
        not folded.isascii()
        and is_wide(folded)
        and 2 * sum("\u2e7f" < letter < "\ua000" for letter in folded) > len(folded)
    )


def _describe_words(context: Context, one: Headline) -> None:
    """Evidence in the words themselves."""
    at, row, text, folded = _AT, one.evidence, one.text, one.folded
    tokens = words(text)
    size = count_words(text, tokens)
    if len(folded) >= 9 * size or _is_unspaced(folded):
        size = len(folded) / 2  # characters of scripts without spaces count for half a word
    row[_SIZES[bisect_left(_LIMITS, size)]] = 1
    row[at["log characters"]] = math.log1p(len(text)) / 6
    row[at["cut off"]] = text.endswith(("…", "..."))
    row[at["has separator"]] = _BETWEEN.search(text) is not None
    row[at["has colon"]] = ": " in text
    row[at["no letters lower"]] = text.isupper()
    row[at["ends with stop"]] = text.endswith(STOPS) and not text.endswith("...")
    row[at["ends with question"]] = text.endswith(("?", "？"))
    row[at["is site"]] = folded in context.site_names
    row[at["holds site"]] = _names_site(context, folded)
    row[at["is host"]] = len(folded) > 3 and folded in context.host_folded
    if not folded.isalpha():
        row[at["digits"]] = sum(map(str.isdigit, folded)) / len(folded)
        row[at["has date"]] = _DATE.search(text) is not None
    slug = context.slug_plain
    row[at["no slug"]] = not slug
    if slug:
        # Slugs are written without accents; a prefix is enough.
        plain_ = set(tokens if text.isascii() else map(_ascii, tokens))
        shared = sum(map(plain_.__contains__, slug))
        row[at["slug recall"]] = shared / len(slug)
        row[at["slug precision"]] = shared / len(plain_)
    content = [token for token in tokens if len(token) > 3]
    if content:
        row[at["body recall"]] = sum(map(context.says_in_body, content)) / len(content)


def _alike(some: list[str], others: list[str]) -> list[list[float]]:
    """How alike texts are, 0 where they hardly are: for each of some a list with all others."""
    likeness: list[list[float]] = process.cdist(
        some, others, scorer=Levenshtein.normalized_similarity, score_cutoff=_NEAR, dtype=np.float32
    ).tolist()
    return likeness
