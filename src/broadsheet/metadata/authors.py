"""Who wrote an article: a list of names, never one joined string.

Sources in order: JSON-LD, ``meta``, microdata and ``rel=author``, the byline element. Addresses are no names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from broadsheet.metadata.structured import Structured, clean
from broadsheet.page import Page

__all__ = ["authors", "split_names"]

_META: Final = (
    "author", "article:author", "og:article:author", "dc.creator",
    "dcterms.creator", "parsely-author", "sailthru.author", "byl", "citation_author", "authors", "article:author_name",
    "cxenseparse:author", "twitter:data1",
)  # fmt: skip
_ELEMENTS: Final = (
    ('[itemprop~="author" i]', "microdata:author"),
    ('[rel~="author" i]', "rel:author"),
    ('[class~="byline" i], [class~="author" i], [class~="author-name" i], [class~="article-author" i]', "class:byline"),
)
_BY: Final = re.compile(
    r"^(?:written\s+by|posted\s+by|by|von|par|por|di|da|door|av|af|od|przez|автор|作者)\s*[:：]?\s+(?=\S)",
    re.IGNORECASE,
)
_SEPARATOR: Final = re.compile(
    r"\s*(?:[;|•·、，]|,(?!\s*(?:Jr|Sr|MD|PhD|M\.D|Ph\.D)\b)|\s&\s|\s/\s|\s(?:and|und|et|y|e|i|og|och|en|ja)\s)\s*"
)
_NOT_A_NAME: Final = re.compile(
    r"https?:|www\.|[@#<>{}=]|\d{3}|^(?:admin|administrator|editor|redaktion|redakcja|staff|none|null|undefined)$",
    re.IGNORECASE,
)
_LONGEST: Final = 60
"""No name is longer; what is longer is a sentence or several names."""


def authors(page: Page, structured: Structured) -> tuple[tuple[str, ...], str] | None:
    """The authors and where they were found."""
    for found, source in _candidates(page, structured):
        names = tuple(dict.fromkeys(found))
        if names:
            return names, source
    return None


def _candidates(page: Page, structured: Structured) -> Iterator[tuple[Iterable[str], str]]:
    for key in ("author", "creator"):
        people, others = _json_ld(structured.article.get(key))
        yield people or others, f"json-ld:{key}"
    site = {name.casefold() for name in structured.meta.get("og:site_name", ())}
    for name in _META:
        values = structured.meta.get(name, ())
        yield [one for value in values for one in split_names(value) if one.casefold() not in site], f"meta:{name}"
    for selector, source in _ELEMENTS:
        yield _elements(page, selector), source


def split_names(text: str) -> list[str]:
    """The names in a byline.

    >>> split_names("By Ada Lovelace and Charles Babbage")
    ['Ada Lovelace', 'Charles Babbage']
    """
    text = _BY.sub("", " ".join(text.split()))
    return [name for part in _SEPARATOR.split(text) if (name := _name(part))]


def _name(text: str) -> str | None:
    name = _BY.sub("", text.strip(" \t\n\r,;:|-–—•·\u00a0"))
    if not 2 <= len(name) <= _LONGEST or _NOT_A_NAME.search(name) or not any(map(str.isalpha, name)):
        return None
    if len(name.split()) > 6:
        return None
    return name


def _json_ld(value: Any, depth: int = 0) -> tuple[list[str], list[str]]:
    """People, and others that stand in an author's place (organisations, things without a type)."""
    people: list[str] = []
    others: list[str] = []
    if isinstance(value, str):
        people += split_names(clean(value) or "")
    elif isinstance(value, list) and depth < 4:
        for item in value:
            found = _json_ld(item, depth + 1)
            people += found[0]
            others += found[1]
    elif isinstance(value, Mapping):
        name = value.get("name")
        if isinstance(name, list):
            found = _json_ld(name, depth + 1)
            people += found[0] + found[1]
        elif isinstance(name, str):
            organisation = "Organization" in str(value.get("@type", ""))
            (others if organisation else people).extend(split_names(clean(name) or ""))
    return people, others


def _elements(page: Page, selector: str) -> list[str]:
    found: list[str] = []
    outer_end = -1
    for row, attributes in page.query(selector):
        if row < outer_end or page.hidden[row]:
            continue
        text = attributes.get("content") or page.words_of(row)
        if text and len(text) <= 3 * _LONGEST:
            found += split_names(text)
            outer_end = int(page.end[row])
        if len(found) >= 3:
            break
    return found
