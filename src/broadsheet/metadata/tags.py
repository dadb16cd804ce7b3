"""The tags of an article: what its publisher says that it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from broadsheet.facts.elements import tokens, word_list
from broadsheet.facts.structured import texts_of
from broadsheet.facts.texts import fold, is_wide, words
from broadsheet.metadata.context import Context

__all__ = ["tags"]

MAX_TAG_CHARS: Final = 60  # longer tags are sentences
MAX_TAGS, MAX_READ = 60, 1_000  # tags of an article; tags read of one source
_MARK: Final = re.compile(
    r"[\w-]*[:/]+\w|\S*_\S*$|\d{1,3}$|\d{5,}$|[\da-f]{8}-|(?:exclude|noads)\b|(?:web|amp)$|"
    r"(?:\w+ ){0,2}\w*(?:categor(?:y|ies)|section|type|channel|template|author|source|layout|site|topic|id|tokens) ?:|"
    r"(?=\w*(?:column|width|grid|inset|layout))[a-z]{12,}$|[^=@{}<>]*[=@{}<>]",
    re.IGNORECASE,
)
"""Labels of publishing systems among keywords: ``section:news``, ``type_news``, record numbers, layouts."""
_SEPARATORS: Final = ";|,、，،"
"""Separators of tags; the first that occurs counts."""
_EDGES: Final = '#" \t\n›»>•·-,'
"""Characters around a shown tag that are no part of it."""
_TAG_URL: Final = word_list(
    "/tag/", "/tags/", "/topic/", "/topics/", "/thema/", "/themen/", "/tema/", "/temas/", "/keyword"
)
"""Parts of the addresses of tags' pages."""
_TAG: Final = word_list("tag")
_META: Final = ("article:tag", "og:article:tag", "parsely-tags", "sailthru.tags", "news_keywords", "keywords")
_SITE_WIDE: Final = ("meta:keywords", "meta:news_keywords")
"""Sources that many sites fill with the same words on each page: used where the text has some of them."""
MIN_SAID_SHARE: Final = 0.3  # share of the tags of such a source of which the text must have a word
MIN_WORD_CHARS: Final = 4  # of a word that is looked for
MIN_CUT_WORDS, MIN_CUT_SHARE = 4, 0.6
"""Tags that are words of the headline in its order, at the least and as a share, from which they are no tags."""
SEGMENTS_AFTER: Final = 15  # segments behind the body in which tags are shown
MIN_TITLE_WORDS, MIN_TITLE_WIDE_CHARS = 4, 8  # words, or East Asian characters, of a part of the title that is no tag


def tags(context: Context) -> tuple[tuple[str, ...], str | None]:
    """The tags, and the source that has them: the first of JSON-LD, ``meta``, and links to tags' pages."""
    title = fold(max(context.headlines, key=len, default="")[:MAX_READ])
    for values, source in _sources(context):
        found: dict[str, str] = {}
        parts = (part for value in values for part in _split(value, is_single=len(values) == 1))
        for part in islice(parts, MAX_READ):
            if len(part) <= MAX_TAG_CHARS and not (_MARK.match(part) or context.is_site(part)):
                found.setdefault(fold(part), part)
        own = tuple(part for folded, part in found.items() if folded and not _is_of_title(folded, part, title))
        if own and (source not in _SITE_WIDE or (_is_about(context, own) and not _is_cut_up(context, own))):
            return own[:MAX_TAGS], source
    return (), None


def _is_of_title(folded: str, tag: str, title: str) -> bool:
    """Whether a tag is a long part of the folded title."""
    is_long = len(words(tag)) >= MIN_TITLE_WORDS or (is_wide(tag) and len(tag) >= MIN_TITLE_WIDE_CHARS)
    return folded in title and is_long


def _sources(context: Context) -> Iterator[tuple[list[str], str]]:
    structured = context.structured
    for value, source in structured.stated("keywords"):
        yield texts_of(value), source
    for name in _META:
        yield list(structured.meta.get(name, ())), f"meta:{name}"
    yield (
        [one.value for one in structured.marked if one.name == "keywords" and context.is_own(one)],
        "microdata:keywords",
    )
    value, holding = context.elements.value, context.elements.holding
    yield _shown(context, (row for row in holding("rel", _TAG) if "tag" in tokens(value(row, "rel")))), "rel:tag"
    yield _shown(context, holding("href", _TAG_URL)), "link:tag"


def _shown(context: Context, rows: Iterable[int]) -> list[str]:
    """The texts of links right behind the body that are in no aside, navigation, footer or box of other articles."""
    return [
        context.words_of(row)
        for row in context.links(rows)
        if 0 < context.place[row] - context.last <= SEGMENTS_AFTER
        and (context.is_in_article(row) or not context.is_aside(row))
        and not context.is_beside(row)
    ]


def _is_about(context: Context, found: Iterable[str]) -> bool:
    """Whether the title or the body has a word of a share of some tags."""
    said = fold(f"{context.structured.title or ''}\n{context.body_text}")
    telling = [[word for word in words(text) if len(word) >= MIN_WORD_CHARS or not word.isascii()] for text in found]
    return sum(any(map(said.__contains__, own)) for own in telling) > MIN_SAID_SHARE * len(telling)


def _is_cut_up(context: Context, found: Sequence[str]) -> bool:
    """Whether tags are the headline cut into words: most are words of it, in its order."""
    said = words(max(context.headlines, key=len, default="")[:MAX_READ])
    places = [said.index(word) for word in map(str.lower, found) if word in said]
    return len(places) >= MIN_CUT_WORDS and places == sorted(places) and len(places) > MIN_CUT_SHARE * len(found)


def _split(value: str, *, is_single: bool = True) -> Iterator[str]:
    """The tags of a list of them.

    Args:
        value: the list.
        is_single: it is the only one: otherwise a single comma is in the name of a tag.

    >>> list(_split("bridge, #council,")), list(_split("Tourism, transport and travel", is_single=False))
    (['bridge', 'council'], ['Tourism, transport and travel'])
    """
    mark = next((mark for mark in _SEPARATORS if value.count(mark) > (0 if is_single else 1)), "\n")
    for part in value.strip("[]").split(mark):
        if text := " ".join(part.strip(_EDGES).split()):
            yield text
