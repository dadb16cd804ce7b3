"""The tags of an article: what its publisher says that it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from broadsheet.article.provenance import Author
from broadsheet.metadata.context import Context, fold, words
from broadsheet.metadata.elements import tokens
from broadsheet.metadata.structured import texts_of
from broadsheet.page import tags as pagetags

__all__ = ["tags"]

_LONGEST: Final = 60
"""Characters of a tag; what is longer is a sentence."""
_A: Final = pagetags.IDS["a"]
_MOST: Final = 60
"""Tags of an article."""
_OWN_MARK: Final = re.compile(
    r"^https?:|[=@{}<>]|(?:^|, ?)[\w-]+[:/]\w|^[a-z]+(?:_[a-z\d]+)+$|^\d{1,3}$|^\d{5,}$|"
    r"^(?:NLP )?(?:categor(?:y|ies)|sections?|subsection|content[\s-]?type|(?:entity )?tokens?|page[\s-]?type|"
    r"type|channel|template|"
    r"authors?|source|format|layout|site|topic|article[\s-]?id|id|access|premium|syndication|contributor)\s*:",
    re.IGNORECASE,
)
"""Publishing systems write their own marks as keywords: ``section:news``, ``type_news``, ``Category: Tech``."""
_EDGES: Final = "# \t\n›»>•·"
"""What is shown around a tag and is no part of it."""
_TAG_LINK: Final = re.compile(
    r"/(?:tags?|topics?|themen?|keywords?|schlagwort\w*|etiquetas?|temas?|tagged|sujet|tema)/", re.IGNORECASE
)
_IN_TAG_LINK: Final = (
    "/tag", "/topic", "/theme", "/keyword", "/schlagwort", "/etiqueta", "/tema", "/sujet",
)  # fmt: skip
"""In lower case; one of these is in every address that the pattern above finds."""
_LABEL: Final = re.compile(
    r"^\W*(?:tags?|tagged(?: with| as)?|topics?|related topics|keywords?|schlagw[oö]rte?r?|schlagworte|themen|"
    r"stichw[oö]rte?r?|"
    r"mots[- ]clés|etiquetas?|temas|palabras clave|palavras-chave|parole chiave|argomenti|trefwoorden|"
    r"onderwerpen|ämnen|"
    r"emner|emneord|avainsanat|tagi|słowa kluczowe|klíčová slova|címkék|etichete|теги|метки|ключевые слова|ετικέτες|"
    r"etiketler|标签|標籤|关键词|關鍵字|タグ|キーワード|태그)\s*(?:[:：]\s*|$)",
    re.IGNORECASE,
)
"""What introduces the tags where they are shown."""
_BEHIND: Final = 15
"""Segments behind the body in which they are."""
_SHOWN_MOST: Final = 15
"""Tags that such a line has."""
_OF_TEXT: Final = 4
"""Letters of a word that shows that tags are of this article, where its text has it."""
_CHECKED: Final = frozenset({"meta:keywords", "meta:keyword", "meta:news_keywords"})
"""Sources that many sites fill with the same words on each page."""


def tags(context: Context, authors: Sequence[Author] = ()) -> tuple[tuple[str, ...], str | None]:
    """The tags, and the source that has them.

    Sources in order: JSON-LD, ``article:tag``, other ``meta``, links to tags' pages, the line that is introduced as
    tags. The first that has some has all. The names of the site and of the authors are none, and keywords of which no
    word is in the article are those of the site.

    Args:
        context: the page.
        authors: who wrote it, if that is known.
    """
    structured = context.structured
    names = {fold(one.name) for one in authors}
    for values, source in _sources(context):
        found: dict[str, str] = {}
        for value in values:
            for text in _split(value):
                folded = fold(text)
                if folded and len(text) <= _LONGEST and not _OWN_MARK.search(text) and folded not in names:
                    found.setdefault(folded, text)
        found.pop(fold(structured.title or ""), None)
        found = {folded: text for folded, text in found.items() if not context.is_site(text)}
        if found and not (source in _CHECKED and not _speaks_of(context, found.values())):
            return tuple(found.values())[:_MOST], source
    return (), None


def _sources(context: Context) -> Iterator[tuple[list[str], str]]:
    structured = context.structured
    for value, source in structured.stated("keywords"):
        yield texts_of(value), source
    for name in (
        "article:tag", "og:article:tag", "parsely-tags", "sailthru.tags", "news_keywords", "cxenseparse:taglist",
        "keywords", "dc.subject", "keyword", "tags", "bt:keywords",
    ):  # fmt: skip
        yield [value for value, _ in structured.metas(name)], f"meta:{name}"
    yield [one.value for one in structured.marked if one.name == "keywords"], "microdata:keywords"
    page = context.page
    elements = context.elements
    said = {row: tokens(elements.value(row, "rel")) for row in context.links(elements.holding("rel", ("tag",)))}
    # WordPress marks links to categories as both; the article's own tags are what else there is.
    yield [context.words_of(row) for row, rel in said.items() if "tag" in rel and "category" not in rel], "rel:tag"
    named = elements.holding("class", ("tag", "keyword"))
    leading = [
        row
        for row in context.links(elements.holding("href", _IN_TAG_LINK))
        if _TAG_LINK.search(elements.value(row, "href"))
        and context.place[row] > context.first
        and not named.isdisjoint(page.ancestors(row))
    ]
    yield [context.words_of(row) for row in leading], "link:tag"
    yield _introduced(context), "text:tags"
    yield [context.words_of(row) for row, rel in said.items() if "tag" in rel], "rel:tag"


def _introduced(context: Context) -> list[str]:
    """The links of the line that is introduced as tags, or right behind one that introduces them."""
    texts, segments = context.texts, context.page.segments
    for at in range(max(context.first, context.last - 3), min(len(texts), context.last + _BEHIND)):
        label = _LABEL.match(texts[at][:_LONGEST])
        if label is None or context.aside[segments.first[at]]:
            continue
        own = texts[at][label.end() :]
        if own and not segments.link_chars[at]:
            return [own] if len(own) < 5 * _LONGEST and "," in own else []
        stop = at + 1
        if not segments.link_chars[at]:
            while stop < min(len(texts), at + _SHOWN_MOST) and segments.link_chars[stop]:
                stop += 1
        rows = range(int(segments.first[at]), int(segments.last[stop - 1]) + 1)
        found = [name for row in rows if context.tag[row] == _A and (name := context.words_of(row))]
        return found[:_SHOWN_MOST]
    return []


def _speaks_of(context: Context, found: Iterable[str]) -> bool:
    """Whether the article has any word of its tags."""
    folded = fold(context.structured.title or "") + "\0" + fold(context.body_text)
    return any(
        word in folded
        for text in found
        for word in words(text)
        if (len(word) >= _OF_TEXT or not word.isascii()) and not context.is_site(word)
    )


def _split(value: str) -> Iterable[str]:
    mark = next((mark for mark in (";", "|", ",", "、", "，", "،") if mark in value), None)
    parts = value.split(mark) if mark is not None else [value]
    return (" ".join(part.strip(_EDGES).split()) for part in parts if part.strip())
