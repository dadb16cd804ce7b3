"""The tags of an article: what its publisher says that it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from broadsheet.article.provenance import Author
from broadsheet.facts.elements import WordList, tokens, word_list
from broadsheet.facts.structured import texts_of
from broadsheet.facts.texts import fold, is_wide, words
from broadsheet.metadata.around.boxes import is_of_other_article, is_own
from broadsheet.metadata.around.context import CATEGORY, Context

__all__ = ["tags"]

_TAG_CHARS: Final = 60
"""Characters of a tag; what is longer is a sentence."""
_MOST, _READ = 60, 1_000
"""Tags of an article, and those of one source that are read; also characters of a title that may be among them."""
_MARK: Final = re.compile(
    r"[\w-]*[:/]+\w|\S*_\S*$|\d{1,3}$|\d{5,}$|[\da-f]{8}-|\w?[\da-f]{24,}$|(?:exclude|noads)\b|(?:web|amp)$|"
    r"(?:\w+ ){0,2}\w*(?:categor(?:y|ies)|section|type|channel|template|author|source|layout|site|topic|id|tokens) ?:|"
    r"(?=\w*(?:column|width|grid|inset|layout))[a-z]{12,}$|[^=@{}<>]*[=@{}<>]",
    re.IGNORECASE,
)
"""Marks of publishing systems among keywords: ``section:news``, ``type_news``, record numbers, layouts."""
_SEPARATORS: Final = ";|,、，،"
"""What stands between tags, the first that occurs."""
_EDGES: Final = '#" \t\n›»>•·-,'
"""What is shown around a tag and is no part of it."""
_TAG_LINK: Final = word_list(
    "/tag/", "/tags/", "/topic/", "/topics/", "/thema/", "/themen/", "/tema/", "/temas/", "/keyword"
)
"""What is in addresses of tags' pages."""
_TAG: Final = word_list("tag")
_OF_SITE: Final = word_list("cloud", "popular", "trending")
"""What is in names of elements that hold the tags of the site."""
_SITE_WIDE: Final = ("meta:keywords", "meta:keyword", "meta:news_keywords")
"""Sources that many sites fill with the same words on each page: used where the text has some of them."""
_SHARE: Final = 0.3
"""The share of the tags of such a source of which the text must have a word."""
_CUT_WORDS, _CUT_SHARE = 4, 0.6
"""Tags that are words of the headline in its order, at the least and as a share, from which they are no tags."""
_WORD_CHARS: Final = 4
"""Characters of a word that is looked for."""
_ABOVE, _BEHIND = 6, 15
"""Segments above and behind the body in which tags are shown."""
_TITLE_WORDS, _TITLE_WIDE = 4, 8
"""Words, or characters of East Asia, of a part of the title that is no tag."""


def tags(context: Context, authors: Sequence[Author] = ()) -> tuple[tuple[str, ...], str | None]:
    """The tags, and the source that has them: the first of JSON-LD, ``meta``, and links to tags' pages.

    Args:
        context: the page.
        authors: who wrote it, if that is known: their names are no tags.
    """
    ignored = {*(fold(one.name) for one in authors), ""}
    title = fold(max(context.headlines, key=len, default="")[:_READ])
    for values, source in _sources(context):
        found: dict[str, str] = {}
        parts = (part for value in values for part in _split(value, is_single=len(values) == 1))
        for part in islice(parts, _READ):
            folded = fold(part)
            is_title = folded in title and (
                len(words(part)) >= _TITLE_WORDS or (is_wide(part) and len(part) >= _TITLE_WIDE)
            )
            is_tag = len(part) <= _TAG_CHARS and folded not in ignored and not (is_title or _MARK.match(part))
            if is_tag and not context.is_site(part):
                found.setdefault(folded, part)
        own = tuple(found.values())[:_MOST]
        if own and (source not in _SITE_WIDE or (_speaks_of(context, own) and not _is_cut_up(context, own))):
            return own, source
    return (), None


def _sources(context: Context) -> Iterator[tuple[list[str], str]]:
    structured = context.structured
    for value, source in structured.stated("keywords"):
        yield texts_of(value), source
    for name in (
        "article:tag", "og:article:tag", "parsely-tags", "sailthru.tags", "news_keywords", "keywords", "dc.subject",
        "keyword", "tags",
    ):  # fmt: skip
        yield [value for value, _ in structured.metas(name)], f"meta:{name}"
    own = [one.value for one in structured.marked if one.name == "keywords" and is_own(context, one)]
    yield own, "microdata:keywords"
    yield _linked(context, "rel", _TAG), "rel:tag"
    yield _linked(context, "href", _TAG_LINK), "link:tag"


def _linked(context: Context, attribute: str, words: WordList) -> list[str]:
    """The links to tags' pages from the headline to right behind the body, in no box of the site's or another article.

    Args:
        context: the page.
        attribute: the attribute that says that a link is one.
        words: what is in it.
    """
    headline = max(context.headline_row, 0)
    value = context.elements.value
    found: list[int] = []
    for row in context.links(context.elements.holding(attribute, words)):
        at = context.place[row]
        is_near = row > headline and (context.first - _ABOVE <= at <= context.first or 0 < at - context.last <= _BEHIND)
        is_aside = attribute != "rel" and context.is_aside(row) and not context.is_in_article(row)
        if not is_near or is_aside or context.is_in_body(row):
            continue
        rel, address = tokens(value(row, "rel")), value(row, "href").rstrip("/")
        if attribute == "rel" and ("tag" not in rel or "category" in rel or CATEGORY.search(address)):
            continue
        if not (context.is_under(_OF_SITE, row) or is_of_other_article(context, row, context.words_of(row))):
            found.append(row)
    behind = [row for row in found if context.place[row] > context.last]
    return [context.words_of(row) for row in behind or found]


def _speaks_of(context: Context, found: Iterable[str]) -> bool:
    """Whether the title or the body has a word of a share of some tags."""
    said = fold(f"{context.structured.title or ''}\n{context.body_text}")
    telling = [
        [word for word in words(text) if (len(word) >= _WORD_CHARS or not word.isascii()) and not context.is_site(word)]
        for text in found
    ]
    return sum(any(map(said.__contains__, own)) for own in telling) > _SHARE * len(telling)


def _is_cut_up(context: Context, found: Sequence[str]) -> bool:
    """Whether tags are the headline cut into words: most are words of it, in its order."""
    said = words(max(context.headlines, key=len, default="")[:_READ])
    places = [said.index(word) for word in map(str.lower, found) if word in said]
    return len(places) >= _CUT_WORDS and places == sorted(places) and len(places) > _CUT_SHARE * len(found)


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
