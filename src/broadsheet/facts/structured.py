"""The machine-readable data of a page: JSON-LD, ``meta`` elements, links, microdata, RDFa.

It must not choose between sources; it only reads them.

Standards: HTML sections 4.2.5 (``meta``) and 5 (microdata); RDFa Lite 1.1; the Open Graph protocol; microformats
(hAtom, h-entry); IPTC rNews.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from broadsheet.facts import json_ld
from broadsheet.facts.addresses import is_no_page
from broadsheet.facts.elements import Elements
from broadsheet.facts.json_ld import types
from broadsheet.facts.texts import clean
from broadsheet.lexicon import tongue_of
from broadsheet.page import Page, tags

__all__ = ["Marked", "Structured", "read_head", "read_structured", "texts_of"]

_META, _TITLE, _LINK = (tags.IDS[name] for name in ("meta", "title", "link"))
_HEAD: Final = tags.mask("html title meta")
_NAMING: Final = ("property", "name", "itemprop", "http-equiv")
"""Attributes that name a ``meta`` element."""
_DUBLIN: Final = re.compile(r"^(dc|dcterms)[:_]")
"""Prefixes of Dublin Core names with another separator than a full stop."""
_LISTING: Final = ("property", "itemprop")
"""Naming attributes that may hold several names."""
_AROUND_TITLE: Final = tags.ids("head body")
"""Parents of the page's own ``title`` element; others belong to SVG."""
_VOCABULARY: Final = re.compile(r"[/:#]")
_RDFA_PREFIX: Final = re.compile(r"^(?:https?://[^\s#]*[/#]|[a-z]+:)(?=\w+$)")


def texts_of(value: Any, levels: int = 3) -> list[str]:
    """The texts of a member of JSON-LD: a string, a thing with a name, or a list of these, which PHP writes as an
    object with numbers where it has lost some of its items.

    >>> texts_of(["World", {"@type": "Thing", "name": "Europe"}, None])
    ['World', 'Europe']
    >>> texts_of({"0": "World", "2": ["Europe"]})
    ['World', 'Europe']
    """
    if isinstance(value, dict):
        value = list(value.values()) if all(map(str.isdigit, value)) else value.get("name")
    if isinstance(value, list) and levels:
        return [text for one in value for text in texts_of(one, levels - 1)]
    return [text] if (text := clean(value)) else []


class Marked(NamedTuple):
    """An element that microdata or RDFa gives a property.

    Attributes:
        row: its row.
        name: the property, without its vocabulary: ``headline``, ``author``, ``datePublished``.
        value: what its attributes say, or its text.
        kind: ``microdata`` or ``rdfa``.
        scope: the row of the item that it belongs to, -1 where there is none.
        type: the type of that item, without its vocabulary.
    """

    row: int
    name: str
    value: str
    kind: str
    scope: int
    type: str


@dataclass(frozen=True, slots=True)
class Structured:
    """The machine-readable part of a page.

    Attributes:
        article: the JSON-LD object of the article, or an empty mapping.
        objects: all JSON-LD objects of the page that have a type, outermost first.
        meta: contents by name or property (lower case), in document order.
        links: ``href`` by ``rel`` token (lower case), the first of each that is not empty.
        title: the text of ``<title>``.
        lang: the ``lang`` of the root element.
        marked: microdata and RDFa in the body, in document order.
    """

    article: Mapping[str, Any]
    objects: tuple[Mapping[str, Any], ...]
    meta: Mapping[str, tuple[str, ...]]
    links: Mapping[str, str]
    title: str | None
    lang: str | None
    marked: tuple[Marked, ...] = ()

    @property
    def declared_language(self) -> str:
        """The declared language, by default English; dates are read in it."""
        stated = self.first_meta("content-language", "og:locale", "dc.language", "language") or ("en", "")
        return tongue_of(self.lang or stated[0])

    def first_meta(self, *names: str) -> tuple[str, str] | None:
        """Content and name of the first non-empty one of some ``meta`` elements."""
        return next(self.metas(*names), None)

    @property
    def type(self) -> str:
        """The first type of the JSON-LD article, for provenance: ``NewsArticle``."""
        kinds = types(self.article)
        return _VOCABULARY.split(kinds[0])[-1] if kinds else "Thing"

    def stated(self, *keys: str) -> Iterator[tuple[Any, str]]:
        """Non-empty members of the JSON-LD article, each with its source: ``json-ld:NewsArticle.headline``."""
        for key in keys:
            value = self.article.get(key)
            if value not in (None, "", [], {}):
                yield value, f"json-ld:{self.type}.{key}"

    def metas(self, *names: str) -> Iterator[tuple[str, str]]:
        """Contents of some ``meta`` elements with their sources, in the order of the names."""
        meta = self.meta
        for name in filter(meta.__contains__, names):  # a page has few of them
            for value in meta[name]:
                yield value, f"meta:{name}"

    def named(self, wanted: Callable[[str], object]) -> list[str]:
        """The names of ``meta`` elements that pass a test; overlong names are skipped."""
        return [name for name in self.meta if len(name) <= _LONGEST_NAME and wanted(name)]


def read_structured(page: Page, head: Structured, elements: Elements, values: Sequence[Any]) -> Structured:
    """All that a page states.

    Args:
        page: the page.
        head: what its head states, without links.
        elements: its elements.
        values: the values in its JSON-LD scripts.
    """
    links = _links(page, elements)
    objects = json_ld.objects(values)
    stated = (page.url, links.get("canonical"), *head.meta.get("og:url", ()))
    addresses = [address for address in stated if address and not is_no_page(address)]
    return replace(
        head,
        article=json_ld.choose_article(objects, addresses),
        objects=tuple(objects),
        links=links,
        marked=tuple(_marked(page, elements)),
    )


def _links(page: Page, elements: Elements) -> dict[str, str]:
    """``href`` by ``rel`` token."""
    links: dict[str, str] = {}
    for row in elements.having("rel"):
        if page.tag[row] == _LINK:
            address = elements.value(row, "href").strip()
            for token in elements.value(row, "rel").lower().split():
                links[token] = links.get(token) or address
    return links


def read_head(page: Page) -> Structured:
    """The ``meta`` elements, title and language, without links and JSON-LD."""
    meta: dict[str, list[str]] = {}
    lang = None
    title = None
    tag, parent, body = page.tag.data, page.parent.data, page.body
    for row, attributes in page.tagged(_HEAD):
        kind = tag[row]
        if kind == _META:
            value = clean(attributes.get("content"))
            if value is not None:
                for key in _NAMING:
                    if key in attributes and not (key == "itemprop" and row > body):
                        names = attributes[key].strip().lower()
                        for name in names.split() if key in _LISTING else (names,):
                            own = _DUBLIN.sub(r"\1.", name) if name.startswith("dc") else name
                            meta.setdefault(own, []).append(value)
        elif kind == _TITLE:
            if title is None and tag[parent[row]] in _AROUND_TITLE:
                title = page.words_of(row) or None
        elif row == 0:
            lang = (attributes.get("lang") or attributes.get("xml:lang") or "").strip() or None
    return Structured(
        article={},
        objects=(),
        meta={name: tuple(values) for name, values in meta.items()},
        links={},
        title=title,
        lang=lang,
    )


def _marked(page: Page, elements: Elements) -> Iterator[Marked]:
    """Elements of the body with a property, each with its item."""
    scopes: list[tuple[int, str]] = []
    value = elements.value
    scoped = set(elements.having("itemscope", "typeof"))
    for row in elements.having("itemprop", "itemscope", "typeof", "property"):
        if row < page.body:
            continue
        while scopes and row >= page.end[scopes[-1][0]]:
            scopes.pop()
        scope, of = scopes[-1] if scopes else (-1, "")
        for attribute, kind in (("itemprop", "microdata"), ("property", "rdfa")):
            names = value(row, attribute).split(maxsplit=_MOST_PROPERTIES)[:_MOST_PROPERTIES]
            text = _value(page, row, elements) if names else None
            if not text or (kind == "rdfa" and page.name(row) == "meta" and scope < 0):
                continue
            for name in names:
                yield Marked(row, _RDFA_PREFIX.sub("", name), text, kind, scope, of)
        if row in scoped:
            declared = (value(row, "itemtype") or value(row, "typeof")).split()
            scopes.append((row, _VOCABULARY.split(declared[0])[-1] if declared else ""))


def _value(page: Page, row: int, elements: Elements) -> str | None:
    """The value of a property (HTML section 5.2.4; RDFa Lite)."""
    for name in ("content", "datetime", *(("value",) if page.name(row) in ("data", "meter") else ())):
        if (value := clean(elements.value(row, name))) is not None:
            return value
    if page.name(row) in ("img", "link", "source", "video", "audio", "embed", "iframe"):
        return clean(elements.value(row, "src") or elements.value(row, "href"))
    if page.end[row] - row > _LARGE:
        return None
    return page.words_of(row, _LONG) or None


_MOST_PROPERTIES: Final = 20
"""Most properties read of one element."""
_LARGE: Final = 200
"""Most rows of an element that is read as a value, which excludes ``articleBody``."""
_LONGEST_NAME: Final = 60
"""Longest name of a ``meta`` element, in characters."""
_LONG: Final = 2_000
"""Longest value, in characters."""
