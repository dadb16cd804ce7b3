"""The section that an article is in, and its tags."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from broadsheet.article.provenance import Claim
from broadsheet.metadata.context import Context, fold
from broadsheet.metadata.json_ld import types
from broadsheet.metadata.structured import clean
from broadsheet.page import tags as pagetags

__all__ = ["section", "tags"]

_LONGEST: Final = 60
"""Characters of a section or a tag; what is longer is a sentence."""
_A: Final = pagetags.IDS["a"]
_MOST: Final = 60
"""Tags of an article."""
_HOME: Final = re.compile(
    r"^(?:home(?:page)?|start(?:seite)?|accueil|inicio|hem|forside|etusivu|главная|ホーム|首页|news)$", re.IGNORECASE
)
_OWN_MARK: Final = re.compile(r"^https?:|[=@{}<>]|^\w+[:/]\w")
_TAG_LINK: Final = re.compile(
    r"/(?:tags?|topics?|themen?|keywords?|schlagwort\w*|etiquetas?|temas?|tagged|sujet|tema)/", re.IGNORECASE
)


_IN_TAG_LINK: Final = (
    "/tag", "/topic", "/theme", "/keyword", "/schlagwort", "/etiqueta", "/tema", "/sujet",
)  # fmt: skip
"""In lower case; one of these is in every address that the pattern above finds."""


def section(context: Context) -> tuple[Claim, ...]:
    """The section, and what else was named as one: JSON-LD, ``meta``, microdata, the last step of the breadcrumbs."""
    structured = context.structured
    found = []
    for value, source in structured.stated("articleSection"):
        found += [Claim(text, source) for text in _texts(value)]
    found += [
        Claim(value, source)
        for value, source in structured.metas(
            "article:section", "og:article:section", "parsely-section", "cxenseparse:section", "sailthru.section",
            "section", "dc.subject", "og:section", "category", "news_category", "prism.section", "subsection",
            "bt:category", "page-section",
        )
    ]  # fmt: skip
    found += [
        Claim(one.value, f"{one.kind}:{one.type or 'Thing'}.{one.name}")
        for one in structured.marked
        if one.name == "articleSection"
    ]
    for thing in structured.objects:
        if "BreadcrumbList" in types(thing):
            found += [Claim(text, "json-ld:BreadcrumbList") for text in _crumbs(context, thing)]
    return tuple(claim for claim in found if len(claim.value) <= _LONGEST and not claim.value.startswith("http"))


def tags(context: Context) -> tuple[tuple[str, ...], str | None]:
    """The tags, and the source that has them: JSON-LD, ``article:tag``, other ``meta``, links to tags' pages."""
    structured = context.structured
    for values, source in _sources(context):
        found: dict[str, str] = {}
        for value in values:
            for text in _split(value):
                # Publishing systems write their own marks as keywords: "section:news", "type/article".
                if len(text) <= _LONGEST and not _OWN_MARK.search(text) and fold(text):
                    found.setdefault(fold(text), text)
        found.pop(fold(structured.title or ""), None)
        if found:
            return tuple(found.values())[:_MOST], source
    return (), None


def _sources(context: Context) -> Iterator[tuple[list[str], str]]:
    structured = context.structured
    for value, source in structured.stated("keywords"):
        yield _texts(value), source
    for name in (
        "article:tag", "og:article:tag", "parsely-tags", "sailthru.tags", "news_keywords", "cxenseparse:taglist",
        "keywords", "dc.subject", "keyword", "tags", "bt:keywords",
    ):  # fmt: skip
        yield [value for value, _ in structured.metas(name)], f"meta:{name}"
    yield [one.value for one in structured.marked if one.name == "keywords"], "microdata:keywords"
    page = context.page
    elements = context.elements
    said = _links(context, elements.holding("rel", ("tag",)))
    named_so = [row for row in said if "tag" in elements.value(row, "rel").lower().split()]
    yield [context.words_of(row) for row in named_so], "rel:tag"
    named = elements.holding("class", ("tag", "keyword"))
    leading = [
        row
        for row in _links(context, elements.holding("href", _IN_TAG_LINK))
        if _TAG_LINK.search(elements.value(row, "href"))
        and context.place[row] > context.first
        and not named.isdisjoint(page.ancestors(row))
    ]
    yield [context.words_of(row) for row in leading], "link:tag"


def _links(context: Context, rows: Iterable[int]) -> list[int]:
    """Those rows that are links and shown, in document order."""
    return [row for row in sorted(rows) if context.tag[row] == _A and not context.page.hidden[row]]


def _texts(value: Any) -> list[str]:
    out = []
    for one in value if isinstance(value, list) else [value]:
        text = clean(one.get("name") if isinstance(one, dict) else one)
        if text:
            out.append(text)
    return out


def _split(value: str) -> Iterable[str]:
    mark = next((mark for mark in (";", "|", ",", "、", "，") if mark in value), None)
    parts = value.split(mark) if mark is not None else [value]
    return (" ".join(part.split()) for part in parts if part.strip())


def _crumbs(context: Context, thing: Any) -> list[str]:
    """The names of a breadcrumb list, the nearest first, without the home page and the article itself."""
    items = thing.get("itemListElement")
    names = []
    for item in items if isinstance(items, list) else []:
        if isinstance(item, dict):
            inner = item.get("item")
            name = clean(item.get("name") or (inner.get("name") if isinstance(inner, dict) else None))
            if name and not _HOME.match(name) and not context.is_site(name):
                names.append(name)
    headline = fold(clean(context.structured.article.get("headline")) or context.structured.title or "")
    return [name for name in reversed(names) if not (len(fold(name)) > 3 and fold(name) in headline)]
