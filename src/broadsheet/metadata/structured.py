"""What a page says of itself for machines: JSON-LD, ``meta`` elements, links. Read once, tried by every datum.

It must not choose between sources; it only reads them.

Standards: JSON-LD 1.1; schema.org ``Article`` and its subtypes; the Open Graph protocol; HTML section 4.2.5 (``meta``).
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from broadsheet.page import Page

__all__ = ["Structured", "clean", "read_head", "read_structured"]

_ARTICLE_TYPES: Final = re.compile(
    r"(?:^|[/:#])(?:\w*Article|BlogPosting|LiveBlogPosting|Report|Reportage\w*|SocialMediaPosting)$"
)
_COMMENT_MARKS: Final = re.compile(
    r"^\s*(?:<!--|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/|<!\[CDATA\[)|(?:-->|//\s*\]\]>|/\*\s*\]\]>\s*\*/|\]\]>)\s*;?\s*$"
)
_TRAILING_COMMA: Final = re.compile(r",(?=\s*[}\]])")
_DEEPEST: Final = 12
"""Levels of nested JSON-LD that are looked at."""


def clean(value: object) -> str | None:
    """A string value with entities resolved, tags and control characters dropped and white space collapsed.

    None for anything that is not a string or has nothing in it.
    """
    if not isinstance(value, str):
        return None
    if "&" in value:
        value = html.unescape(html.unescape(value))
    if "<" in value:
        value = re.sub(r"<[a-zA-Z/][^<>]*>", "", value)
    return " ".join(value.split()) or None


@dataclass(frozen=True, slots=True)
class Structured:
    """The machine-readable part of a page.

    Attributes:
        article: the JSON-LD object of the article, or an empty mapping.
        objects: all JSON-LD objects of the page that have a type, outermost first.
        meta: contents by name or property (lower case), in document order.
        links: ``href`` by ``rel`` token (lower case), the first of each.
        title: the text of ``<title>``.
        lang: the ``lang`` of the root element.
    """

    article: Mapping[str, Any]
    objects: tuple[Mapping[str, Any], ...]
    meta: Mapping[str, tuple[str, ...]]
    links: Mapping[str, str]
    title: str | None
    lang: str | None

    def first_meta(self, *names: str) -> tuple[str, str] | None:
        """The first of some ``meta`` elements that has content: its content and its name."""
        for name in names:
            for value in self.meta.get(name, ()):
                return value, f"meta:{name}"
        return None


def read_structured(page: Page) -> Structured:
    """Read all of it."""
    objects = tuple(_objects(page))
    return replace(read_head(page), article=_choose_article(objects, page.url), objects=objects)


def read_head(page: Page) -> Structured:
    """Read what stands in elements of the head, without JSON-LD."""
    meta: dict[str, list[str]] = {}
    links: dict[str, str] = {}
    lang = None
    title = None
    for row, attributes in page.query("html, head > title, body > title, meta[content], link[rel][href]"):
        name = page.name(row)
        if name == "meta":
            value = clean(attributes.get("content"))
            if value is not None:
                for key in ("property", "name", "itemprop", "http-equiv"):
                    if key in attributes:
                        meta.setdefault(attributes[key].strip().lower(), []).append(value)
        elif name == "link":
            for token in attributes["rel"].lower().split():
                links.setdefault(token, attributes["href"].strip())
        elif name == "title":
            title = title or page.words_of(row) or None
        elif row == 0:
            lang = (attributes.get("lang") or attributes.get("xml:lang") or "").strip() or None
    return Structured(
        article={},
        objects=(),
        meta={name: tuple(values) for name, values in meta.items()},
        links=links,
        title=title,
        lang=lang,
    )


def types(thing: Mapping[str, Any]) -> list[str]:
    """The ``@type`` values of a JSON-LD object."""
    declared = thing.get("@type", ())
    return (
        [declared]
        if isinstance(declared, str)
        else [kind for kind in declared if isinstance(kind, str)]
        if isinstance(declared, list)
        else []
    )


def _choose_article(objects: tuple[Mapping[str, Any], ...], url: str | None) -> Mapping[str, Any]:
    """The article object; of several, the one that names the page's own URL, else the first with a headline."""
    articles = [thing for thing in objects if any(_ARTICLE_TYPES.search(kind) for kind in types(thing))]
    if url is not None:
        for thing in articles:
            if any(_same_address(value, url) for value in _addresses(thing)):
                return thing
    for thing in articles:
        if thing.get("headline"):
            return thing
    return articles[0] if articles else {}


def _addresses(thing: Mapping[str, Any]) -> Iterator[str]:
    for key in ("url", "@id", "mainEntityOfPage"):
        value = thing.get(key)
        if isinstance(value, Mapping):
            value = value.get("@id") or value.get("url")
        if isinstance(value, str):
            yield value


def _same_address(one: str, other: str) -> bool:
    def bare(url: str) -> str:
        return re.sub(r"^https?://(?:www\.)?|[?#].*$", "", url).rstrip("/").lower()

    return bool(bare(one)) and bare(one) == bare(other)


def _objects(page: Page) -> Iterator[Mapping[str, Any]]:
    for source in page.scripts('script[type*="ld+json" i]'):
        value = _parse(source)
        yield from _typed(value, 0)


def _parse(source: str) -> Any:
    """JSON as it occurs in pages: comment marks around it, raw line breaks in strings, commas before a bracket."""
    text = _COMMENT_MARKS.sub("", source.strip())
    for attempt in (text, _TRAILING_COMMA.sub("", text)):
        try:
            return json.loads(attempt, strict=False)
        except (ValueError, RecursionError):
            continue
    return None


def _typed(value: Any, depth: int) -> Iterator[Mapping[str, Any]]:
    if depth > _DEEPEST:
        return
    if isinstance(value, list):
        for item in value:
            yield from _typed(item, depth + 1)
    elif isinstance(value, Mapping):
        if "@type" in value:
            yield value
        for key in ("@graph", "mainEntity", "mainEntityOfPage", "itemListElement", "item", "hasPart"):
            if isinstance(value.get(key), list | dict):
                yield from _typed(value[key], depth + 1)
