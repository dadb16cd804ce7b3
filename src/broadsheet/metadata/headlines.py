"""Texts of a page that may be its headline, and the evidence for each.

The structured data state headlines, often with the site's name; the ``title`` element does so nearly always; headings,
elements whose class speaks of titles, and the segments before the body show one. Texts that fold to the same letters
are one candidate. Which is the headline is not decided here: `broadsheet.metadata.title` ranks them.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from broadsheet.metadata.context import Context, fold, words
from broadsheet.metadata.context import ascii_ as _ascii
from broadsheet.metadata.structured import clean, plain
from broadsheet.page import tags

__all__ = ["NAMES", "Headline", "headlines"]

_LONGEST: Final = 400
"""Characters of a candidate; no headline is longer."""
_SEPARATOR: Final = re.compile(r"\s+(?:[|»«·•–—:/\\>‹›~‐-]+|::|--)\s+|\s*[|»«·•]\s*|\s*--+\s*|:\s+|_(?=\S)|―")
_MARK: Final = re.compile(r"^(?:[|»·•–—:/>›-]\s+)+")
"""What is left of a separator before a headline."""
_EDGES: Final = " |»«·•–—:/\\->‹›~_"
_META: Final = {
    "og": ("og:title",),
    "twitter": ("twitter:title",),
    "other": (
        "parsely-title", "sailthru.title", "dc.title", "dcterms.title", "citation_title", "headline", "hdl", "title",
        "mediator_title", "article:title", "og:headline", "dcsext.headline", "cxenseparse:title", "fb_title",
        "prism.title", "eprints.title", "bt:headline", "search_title",
    ),
}  # fmt: skip
_CLASS: Final = (
    '[class*="title" i], [class*="headline" i], [class*="heading" i], [class*="titre" i], [class*="titel" i],'
    ' [class*="titul" i], [class*="schlagzeile" i], [class*="hed" i], [id*="title" i], [id*="headline" i]'
)
_LEXICON: Final = re.compile(
    r"(?P<strong>entry-?_?title|post-?_?title|article-?_?(?:\w+-)?_*(?:title|head(?:line|ing)?)|headline|story-?_?(?:title|head)|"
    r"page-?_?title|single-?_?title|title-?_?(?:article|post)|p-name)|(?P<sub>sub-?_?(?:title|head)|kicker|teaser|widget|"
    r"related|comment|sidebar|nav|menu|section|block-?_?title|recommend|popular|promo|card|list)",
    re.IGNORECASE,
)
_MOST_HEADINGS: Final = 60
_MOST_CLASSES: Final = 60
_BEFORE: Final = 8
"""Segments before the body that are looked at."""
_INTO: Final = 2
"""Segments of the body that are looked at: the headline may have been taken for its first line."""
_PLAIN: Final = 200
"""Characters of a segment that may be a headline without being marked as one; it is no sentence with a full stop."""
_LARGE: Final = 60
"""Rows of an element that can be a headline."""
_BIG: Final = tags.mask("big font b strong center")
_HEAD: Final = tags.mask("header hgroup")
_LEVELS: Final = {tags.IDS[f"h{level}"]: f"h{level}" if level < 4 else "h4+" for level in range(1, 7)}
_NEAR: Final = 0.7
"""Similarity from which two texts are forms of one headline."""

_STATED: Final = ("headline", "alternative", "name", "og", "twitter", "other", "element", "marked")
_WAYS: Final = ("front", "back", "inner")

NAMES: Final[tuple[str, ...]] = (
    *(f"is {name}" for name in _STATED),
    *(f"like {name}" for name in ("headline", "og", "element")),
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
)  # fmt: skip
"""Names of the columns of evidence, in order."""
_AT: Final = {name: at for at, name in enumerate(NAMES)}
_FAMILIES: Final = (("is headline",), ("is og", "is twitter", "is other"), ("is element", "front of element"), ("h1",))
"""Ways of stating a headline that publishing systems fill apart from each other."""
_BETWEEN: Final = re.compile(r"\s[|»«·•–—-]\s|\|")
_STOP: Final = re.compile(r"[.!。！]$")
_DATE: Final = re.compile(r"\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b(?:19|20)\d\d-\d\d-\d\d\b|\b\d{1,2}:\d\d\b")


@dataclass(slots=True, eq=False)
class Headline:
    """A candidate.

    Attributes:
        text: how it is written, as shown on the page where it is.
        folded: its letters and digits.
        sources: where it stands, the most telling first.
        evidence: one number a column, shape (len(NAMES),).
        row: the row of the heading or element that shows it, -1 where none does.
    """

    text: str
    folded: str
    sources: list[str]
    evidence: NDArray[np.float32] = field(default_factory=lambda: np.zeros(len(NAMES), dtype=np.float32))
    row: int = -1


def headlines(context: Context) -> list[Headline]:
    """The candidates of a page, in the order in which they were found."""
    found: dict[str, Headline] = {}
    stated = list(_stated(context))
    for text, name, source in stated:
        one = _add(found, text, source)
        if one is not None:
            one.evidence[_AT[f"is {name}"]] = 1
    for text, row, source in _shown(context):
        one = _add(found, text, source, row=row)
        if one is not None:
            _describe_row(context, one, row)
    shown = {one.folded for one in found.values() if one.row >= 0}
    for text, name, source in stated:
        for part, way, rest in _parts(text):
            one = _add(found, part, f"{source} (part)")
            if one is None:
                continue
            whole = "element" if name == "element" else "stated"
            one.evidence[_AT[f"{way} of {whole}"]] = 1
            _describe_rest(context, one, rest, shown)
    candidates = list(found.values())
    _describe(context, candidates, stated)
    return candidates


def _add(found: dict[str, Headline], text: str, source: str, *, row: int = -1) -> Headline | None:
    text = plain(text)
    marked = _MARK.match(text) is not None
    text = _MARK.sub("", text).strip()
    if not text or len(text) > _LONGEST or "\ufffd" in text:
        return None
    folded = fold(text)
    if not folded or folded.isdigit():
        return None
    one = found.get(folded)
    if one is None:
        one = found[folded] = Headline(text=text, folded=folded, sources=[])
    one.evidence[_AT["begins with mark"]] = max(one.evidence[_AT["begins with mark"]], marked)
    if source not in one.sources:
        one.sources.append(source)
    if row >= 0 and one.row < 0:
        # As readers see it, but for shouting.
        if not (text.isupper() and not one.text.isupper()):
            one.text = text
        one.row = row
    return one


def _stated(context: Context) -> Iterator[tuple[str, str, str]]:
    """What is stated: text, name of the kind, source."""
    structured = context.structured
    for key, name in (("headline", "headline"), ("alternativeHeadline", "alternative"), ("name", "name")):
        for value, source in structured.stated(key):
            if isinstance(value, list):
                value = value[0]
            if text := clean(value):
                yield text, name, source
    for name, metas in _META.items():
        for value, source in structured.metas(*metas):
            yield value, name, source
    if structured.title and len(structured.title) <= _LONGEST:
        yield structured.title, "element", "title"
    for one in structured.marked:
        if one.name in ("headline", "title") or (one.name == "name" and re.search(r"Article|Posting|Recipe", one.type)):
            yield one.value, "marked", f"{one.kind}:{one.type or 'Thing'}.{one.name}"


def _shown(context: Context) -> Iterator[tuple[str, int, str]]:
    """What is shown: text, row, source."""
    page = context.page
    headings = np.flatnonzero(tags.HEADING[page.tag] & ~page.hidden)
    for row in headings[:_MOST_HEADINGS].tolist():
        name = page.name(row)
        yield page.words_of(row), row, f"text:{name}"
        if name in ("h1", "h2") and 2 < page.end[row] - row < _LARGE:
            for part in _pieces(context, row):
                yield part, row, f"text:{name} (part)"
    count = 0
    for row, _ in page.query(_CLASS):
        if page.hidden[row] or not 1 < page.end[row] - row < _LARGE or page.stop[row] - page.start[row] > 2 * _LONGEST:
            continue
        count += 1
        if count > _MOST_CLASSES:
            break
        yield page.words_of(row), row, "class:title"
    segments, texts = page.segments, context.texts
    first = context.first
    # The last segment of a page is nothing's headline.
    for at in range(max(0, first - _BEFORE), min(len(texts) - 1, first + _INTO)):
        if int(segments.chars[at]) <= _PLAIN and not _STOP.search(texts[at]):
            yield texts[at], int(segments.first[at]), "text:segment"


def _pieces(context: Context, row: int) -> Iterator[str]:
    """The texts of a heading's own elements and lines: a kicker and the headline often share one heading."""
    page = context.page
    children = [child for child in page.children(row) if page.stop[child] > page.start[child]]
    if len(children) > 1:
        for at, child in enumerate(children):
            if text := page.words_of(child) if not page.is_text[child] else " ".join(page.raw(child).split()):
                yield text
            if at and (text := " ".join(page.raw(row)[page.start[child] - page.start[row] :].split())):
                yield text
    elif len(children) == 1 and not page.is_text[children[0]]:
        yield from _pieces(context, children[0])


def _parts(text: str) -> Iterator[tuple[str, str, str]]:
    """Parts that separators set off: the part, where it is (front, back, inner), and what is left out."""
    cuts = [(found.start(), found.end()) for found in _SEPARATOR.finditer(text)]
    if not cuts or len(cuts) > 8:
        return
    for begin, end in cuts:
        yield text[:begin].strip(_EDGES), "front", text[end:].strip(_EDGES)
        yield text[end:].strip(_EDGES), "back", text[:begin].strip(_EDGES)
    for one, (_, end) in enumerate(cuts):
        for begin, _ in cuts[one + 1 :]:
            yield text[end:begin].strip(_EDGES), "inner", text[begin:].strip(_EDGES)


def _describe_row(context: Context, one: Headline, row: int) -> None:
    """Evidence of the element that shows a candidate; of several, each leaves its marks."""
    page, at, evidence = context.page, _AT, one.evidence

    def mark(name: str, value: float) -> None:
        evidence[at[name]] = max(evidence[at[name]], value)

    chain = context.chain(row, 7)
    tag = [context.tag[up] for up in chain]
    level = next((_LEVELS[number] for number in tag[:4] if number in _LEVELS), None)
    if level is not None:
        evidence[at[level]] = 1
    if any(_BIG[number] for number in tag[:3]):
        evidence[at["bold"]] = 1
    label = " ".join(filter(None, map(context.label, chain[:3])))
    if label:
        strong, weak = _kinds(label)
        mark("strong class", strong)
        mark("weak class", weak)
        evidence[at["other class"]] = 1
    evidence[at["shown"]] = 1
    linked = page.in_link[row] or (page.stop[row] > page.start[row] and page.in_link[page.children(row)].any())
    mark("in link", bool(linked))
    mark("in aside", bool(context.aside[row]))
    mark("in header", any(_HEAD[number] for number in tag))
    mark("in article", bool(context.in_article[row]))
    place = int(context.place[row])
    before = context.first - place
    mark("in body", place < len(context.in_body) and bool(context.in_body[place]))
    mark("before body", before > 0)
    mark("just before body", 0 <= before <= 3)
    mark("distance before", 1 / (1 + before) if before >= 0 else 0.0)
    mark("distance after", 1 / (1 - before) if before < 0 else 0.0)
    mark("place", 1 - place / max(1, len(page.segments)))


@lru_cache(maxsize=4096)
def _kinds(label: str) -> tuple[bool, bool]:
    """Whether a class or id speaks of a headline, and of something else that has titles."""
    kinds = {found.lastgroup for found in _LEXICON.finditer(label)}
    return "strong" in kinds, "sub" in kinds


def _describe_rest(context: Context, one: Headline, rest: str, shown: set[str]) -> None:
    """Evidence of what was cut off."""
    evidence, at = one.evidence, _AT
    evidence[at["rest is shown"]] = max(evidence[at["rest is shown"]], fold(rest) in shown)
    evidence[at["rest is site"]] = max(
        evidence[at["rest is site"]], context.is_site(rest) or _names_site(context, rest)
    )
    evidence[at["rest is short"]] = max(evidence[at["rest is short"]], len(rest.split()) <= 4)
    section = [value for value, _ in context.structured.metas("article:section", "section", "parsely-section")]
    evidence[at["rest is section"]] = max(
        evidence[at["rest is section"]], any(fold(rest) == fold(value) for value in section)
    )


def _names_site(context: Context, folded: str) -> bool:
    """Whether a folded text holds a name of the site, or the site's address the text."""
    return bool(folded) and (
        any(len(name) > 3 and name in folded for name in context.site_names)
        or (len(folded) > 3 and folded in context.host_folded)
    )


def _describe(context: Context, candidates: list[Headline], stated: list[tuple[str, str, str]]) -> None:
    """Evidence that is in a candidate's words, and in the other candidates."""
    if not candidates:
        return
    page, at = context.page, _AT
    evidence = np.stack([one.evidence for one in candidates])
    kinds: dict[str, list[str]] = {}
    for text, name, _ in stated:
        kinds.setdefault(name, []).append(text.casefold()[:_LONGEST])
    h1 = np.flatnonzero((page.tag == tags.IDS["h1"]) & ~page.hidden)
    h1_texts = [fold(page.words_of(row)) for row in h1[:_MOST_HEADINGS].tolist()]
    h1_texts = [text for text in h1_texts if text]
    heads = np.flatnonzero(tags.HEADING[page.tag] & ~page.hidden)
    first_heading = fold(page.words_of(int(heads[0]))) if len(heads) else ""
    has = {
        "page has headline": "headline" in kinds, "page has og": "og" in kinds, "page has element": "element" in kinds,
        "page has h1": bool(h1_texts), "page has one h1": len(set(h1_texts)) == 1, "page has marked": "marked" in kinds,
    }  # fmt: skip
    for name, value in has.items():
        evidence[:, at[name]] = value
    lower = [one.text.casefold() for one in candidates]
    folded = [one.folded for one in candidates]
    for name in ("headline", "og", "element"):
        if name in kinds:
            evidence[:, at[f"like {name}"]] = _alike(lower, kinds[name]).max(axis=1)
    like = _alike(folded, folded)
    np.fill_diagonal(like, 0)
    evidence[:, at["most like another"]] = like.max(axis=1)
    evidence[:, at["stated count"]] = (evidence[:, [at[f"is {name}"] for name in _STATED]] > 0).sum(axis=1) / 4
    whole = {fold(text) for text, _, _ in stated}
    counts = Counter(context.folded)
    only_h1 = len(set(h1_texts)) == 1
    for number, one in enumerate(candidates):
        mine, row = one.folded, evidence[number]
        others = whole - {mine}
        row[at["begins another"]] = any(other.startswith(mine) for other in others)
        row[at["within another"]] = any(mine in other for other in others)
        row[at["holds another"]] = any(len(other) > 10 and other in mine for other in others)
        row[at["first h1"]] = bool(h1_texts) and mine == h1_texts[0]
        row[at["only h1"]] = only_h1 and mine == h1_texts[0]
        row[at["first heading"]] = mine == first_heading
        row[at["times shown"]] = min(3, counts[mine]) / 3
        row[at["part of heading"]] = any(mine != other and mine in other for other in h1_texts)
        row[at["holds h1"]] = any(len(other) > 8 and other in mine and other != mine for other in h1_texts)
        row[at["only in head"]] = one.row < 0
        _describe_words(context, one, row)
    evidence[:, at["only in text"]] = ~(evidence[:, [at[f"is {name}"] for name in _STATED]] > 0).any(axis=1)
    families = np.sum([(evidence[:, [at[name] for name in names]] > 0).any(axis=1) for names in _FAMILIES], axis=0)
    best = np.sort(families)[::-1]
    rival = np.where(families == best[0], best[1] if len(best) > 1 else 0, best[0])
    evidence[:, at["families"]] = families / len(_FAMILIES)
    evidence[:, at["most families"]] = families > rival
    evidence[:, at["ahead of others"]] = (families - rival) / len(_FAMILIES)
    for one, row in zip(candidates, evidence, strict=True):
        one.evidence = row


def _describe_words(context: Context, one: Headline, row: NDArray[np.float32]) -> None:
    """Evidence in the words themselves."""
    at, text = _AT, one.text
    tokens = words(text)
    # Characters of scripts without spaces count for half a word.
    size = len(tokens) if len(one.folded) < 9 * len(tokens) else len(one.folded) / 2
    for name, low, high in (
        ("words 1-2", 0, 2), ("words 3-4", 2, 4), ("words 5-20", 4, 20), ("words 21-30", 20, 30), ("words more", 30,
        1e9)
    ):  # fmt: skip
        row[at[name]] = low < size <= high
    row[at["log characters"]] = math.log1p(len(text)) / 6
    row[at["cut off"]] = text.endswith(("…", "..."))
    row[at["has separator"]] = bool(_BETWEEN.search(text))
    row[at["has colon"]] = ": " in text
    row[at["no letters lower"]] = text.isupper()
    row[at["ends with stop"]] = bool(_STOP.search(text)) and not text.endswith("...")
    row[at["ends with question"]] = text.endswith(("?", "？"))
    row[at["is site"]] = one.folded in context.site_names or one.folded == context.host_folded
    row[at["holds site"]] = _names_site(context, one.folded)
    row[at["is host"]] = one.folded in context.host_folded if len(one.folded) > 3 else False
    row[at["digits"]] = sum(map(str.isdigit, one.folded)) / len(one.folded)
    row[at["has date"]] = bool(_DATE.search(text))
    slug = context.slug_plain
    row[at["no slug"]] = not slug
    if slug and tokens:
        # Slugs are written without accents; a prefix is enough.
        plain_ = {_ascii(token) for token in tokens}
        shared = sum(word in plain_ for word in slug)
        row[at["slug recall"]] = shared / len(slug)
        row[at["slug precision"]] = shared / len(plain_)
    content = [token for token in tokens if len(token) > 3]
    if content:
        body = context.body_words
        row[at["body recall"]] = sum(token in body for token in content) / len(content)


def _alike(some: list[str], others: list[str]) -> NDArray[np.float32]:
    """How alike texts are, 0 where they hardly are, shape (some, others)."""
    return process.cdist(some, others, scorer=Levenshtein.normalized_similarity, score_cutoff=_NEAR, dtype=np.float32)
