"""What a page states for machines: its head, microdata and RDFa, and JSON-LD, which is often broken.

It chooses the JSON-LD object of the page's article. It must not choose between sources, nor know their use.

Standards: HTML sections 4.2.5 (``meta``) and 5 (microdata); RDFa Lite 1.1; the Open Graph protocol; microformats
(hAtom, h-entry); IPTC rNews; JSON-LD 1.1, sections 3.3 (node identifiers) and 4.9 (``@graph``); schema.org ``Article``.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from broadsheet.facts.texts import clean, fold
from broadsheet.lexicon import lookup_code
from broadsheet.page import Page, tags
from broadsheet.page.characters import clean_json
from broadsheet.patterns import pattern

__all__ = [
    "Marked",
    "Structured",
    "choose_article",
    "in_string",
    "is_other_article",
    "marked_in",
    "objects",
    "parse",
    "read_head",
    "texts_of",
    "types",
]

MAX_PROPERTIES: Final = 20  # properties read from one element
MAX_VALUE_ROWS: Final = 200  # rows of an element that is read as a value, which excludes ``articleBody``
MAX_VALUE_CHARS: Final = 2_000  # characters of such a value
MAX_NAME_CHARS: Final = 60  # characters of the name of a ``meta`` element
MAX_DEPTH: Final = 12  # levels of nesting in JSON-LD
MAX_REPAIRED_CHARS: Final = 1_000_000  # characters of a broken script that is repaired
MAX_OBJECTS: Final = 10_000  # objects of JSON-LD
MAX_ITEMS: Final = 2_000  # items of a list in JSON-LD

_TITLE, _LINK = tags.IDS["title"], tags.IDS["link"]
_META: Final = tags.mask("meta")
_LINKED: Final = frozenset(("canonical", "image_src"))  # relations whose addresses are read
_NAMING: Final = ("property", "name", "itemprop", "http-equiv")  # attributes that name a ``meta`` element
_DUBLIN: Final = pattern(r"^(dc|dcterms)[:_]")
"""Prefixes of Dublin Core names with another separator than a full stop."""
_LISTING: Final = ("property", "itemprop")  # naming attributes that may have several names
_AROUND_TITLE: Final = tags.ids("head body")  # parents of the page's own ``title`` element; others belong to SVG
_MARKING: Final = ("itemprop", "property", "itemscope", "typeof", "itemtype", "content", "datetime")
_VOCABULARY: Final = pattern(r"[/:#]")
_RDFA_PREFIX: Final = pattern(r"^(?:https?://[^\s#]*[/#]|[a-z]+:)(?=\w+$)")

_ARTICLE: Final = pattern(r"(?:^|[/:#])(?:\w*Article|(?!Job)\w*Posting|Report|Reportage\w*)$", re.IGNORECASE)
_OTHER_WORK: Final = pattern(
    r"(?:^|[/:#])(?:Review|CreativeWork|Recipe|\w*NewsItem|VideoObject|NewsVideo|PodcastEpisode|\w*WebPage|ItemPage|"
    r"QAPage)$",
    re.IGNORECASE,
)
_INSIDE: Final = frozenset((
    "@graph", "mainEntity", "mainEntityOfPage", "itemListElement", "item", "hasPart", "isPartOf", "subjectOf", "about",
    "video", "liveBlogUpdate", "blogPost", "mainContentOfPage",
))  # fmt: skip
"""Members whose objects are the page's own."""
_PARTS: Final = frozenset({"isPartOf", "about", "video", "liveBlogUpdate", "hasPart", "subjectOf", "itemListElement"})
"""Members of an article whose objects are other articles."""
_QUOTE: Final = pattern(
    r'\\.|(?:[:,{\[]|"[^\S\n]*\n|\*/|//[^\n]{0,200}+\n)\s*"|'
    r'"(?=[^\S\n]*\n\s*"|\s*(?:[,:}\]]|//|/\*|\Z))|(")',
    re.DOTALL,
)
"""Quotation marks; the group matches one that neither begins nor ends a string."""
_TOKEN: Final = pattern(
    r'"(?:[^"\\]|\\.)*(?:"|\Z)|(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z)|<!--|-->|<!\[CDATA\[|\]\]>)|'
    r'[{}\[\],:]|[^\s"{}\[\],:]+',
    re.DOTALL,
)
"""A string, a comment, a mark, or a word: a number, ``true``, or something that is not JSON."""
_AROUND_PATH: Final = pattern(r"^(?:https?:)?//[^/?#]*|[?#].*$")
"""Parts of a URL that are ignored in comparisons: scheme and host, query and fragment."""

_NESTED: Final = (dict, list)  # a union type would be created again at each test
_Object = Mapping[str, Any]


class Marked(NamedTuple):
    """A property in microdata or RDFa.

    Attributes:
        row: the row of its element.
        name: its name without the vocabulary: ``headline``, ``author``, ``datePublished``.
        value: its value in an attribute, or its text.
        kind: ``microdata`` or ``rdfa``.
        scope: the row of the item that it belongs to, -1 for none.
        type: the type of that item, without the vocabulary.
    """

    row: int
    name: str
    value: str
    kind: str
    scope: int
    type: str

    @property
    def source(self) -> str:
        """Its name with kind and type: ``microdata:NewsArticle.headline``."""
        return f"{self.kind}:{self.type or 'Thing'}.{self.name}"


@dataclass(frozen=True, slots=True)
class Structured:
    """The machine-readable part of a page.

    Attributes:
        meta: contents of ``meta`` elements by name or property (lower case), in document order.
        links: ``href`` of `_LINKED` by ``rel`` token: the first of each that is not empty.
        title: the text of ``<title>``.
        lang: the ``lang`` of the root element.
        addresses: the page's URL as given, and as its head states it.
        article: the JSON-LD object of the article, or an empty mapping.
        objects: all JSON-LD objects of the page that have a type, outermost first.
        marked: microdata and RDFa in the body, in document order.
    """

    meta: Mapping[str, tuple[str, ...]]
    links: Mapping[str, str]
    title: str | None
    lang: str | None
    addresses: tuple[str, ...]
    article: _Object
    objects: tuple[_Object, ...] = ()
    marked: tuple[Marked, ...] = ()

    @property
    def declared_language(self) -> str:
        """The declared language, by default English."""
        stated = self.first_meta("content-language", "og:locale", "dc.language", "language") or ("en", "")
        return lookup_code(self.lang or stated[0])

    def first_meta(self, *names: str) -> tuple[str, str] | None:
        """The first content of these ``meta`` elements, and its source; None if there is none."""
        return next(self.metas(*names), None)

    def stated(self, *keys: str) -> Iterator[tuple[Any, str]]:
        """Non-empty members of the JSON-LD article, each with its source: ``json-ld:NewsArticle.headline``."""
        for key in keys:
            value = self.article.get(key)
            if value not in (None, "", [], {}):
                kind, *_ = types(self.article) or ["Thing"]
                yield value, f"json-ld:{_VOCABULARY.split(kind)[-1]}.{key}"

    def metas(self, *names: str) -> Iterator[tuple[str, str]]:
        """The contents of these ``meta`` elements with their sources, in the order of the names."""
        meta = self.meta
        for name in filter(meta.__contains__, names):  # a page has few of them
            for value in meta[name]:
                yield value, f"meta:{name}"

    def named(self, wanted: Callable[[str], object]) -> list[str]:
        """The names of ``meta`` elements that pass a test; overlong names are skipped."""
        return [name for name in self.meta if len(name) <= MAX_NAME_CHARS and wanted(name)]


# The head.


def read_head(page: Page) -> Structured:
    """The ``meta`` elements, links, title and language, without JSON-LD and microdata."""
    meta: dict[str, list[str]] = {}
    links: dict[str, str] = {}
    for row, attributes in page.tagged(_META):
        if (value := clean(attributes.get("content"))) is None:
            continue
        for key in _NAMING:
            if (names := attributes.get(key)) and not (key == "itemprop" and row > page.body):
                names = names.strip().lower()
                for name in names.split() if key in _LISTING else (names,):
                    own = _DUBLIN.sub(r"\1.", name) if name.startswith("dc") else name
                    meta.setdefault(own, []).append(value)
    rows = page.rows_of(_LINK)
    for row, tokens in zip(rows, page.joined(rows, ("rel",)), strict=True):
        for token in _LINKED.intersection(tokens.lower().split()):
            links[token] = links.get(token) or (page.attr(row, "href") or "").strip()
    titles = (row for row in page.rows_of(_TITLE) if page.tag[page.parent[row]] in _AROUND_TITLE)
    title = next(filter(None, map(page.words_of, titles)), None)
    lang = (page.attr(0, "lang") or page.attr(0, "xml:lang") or "").strip() or None
    contents = {name: tuple(values) for name, values in meta.items()}
    addresses = (page.url, links.get("canonical"), *contents.get("og:url", ()))
    return Structured(contents, links, title, lang, tuple(filter(None, addresses)), article={})


# Microdata and RDFa.


def marked_in(page: Page) -> Iterator[Marked]:
    """The properties in microdata and RDFa in the body, in document order."""
    values = page.values(*_MARKING)
    rows = {row for name in _MARKING[:4] for row in values[name].rows.tolist() if row >= page.body}
    by_name = {name: own.column() for name, own in values.items()} if rows else {name: {} for name in _MARKING}
    items, properties, scoped, typed = (by_name[name] for name in _MARKING[:4])
    scopes: list[tuple[int, str]] = []
    end = page.end.data
    for row in sorted(rows):
        while scopes and row >= end[scopes[-1][0]]:
            scopes.pop()
        scope, of = scopes[-1] if scopes else (-1, "")
        for names, kind in ((items.get(row), "microdata"), (properties.get(row), "rdfa")):
            text = _value(page, row, by_name) if names else None
            if not names or not text or (kind == "rdfa" and page.name(row) == "meta" and scope < 0):
                continue
            for name in names.split(maxsplit=MAX_PROPERTIES)[:MAX_PROPERTIES]:
                yield Marked(row, _RDFA_PREFIX.sub("", name), text, kind, scope, of)
        if row in scoped or row in typed:
            declared = (by_name["itemtype"].get(row) or typed.get(row, "")).split()
            scopes.append((row, _VOCABULARY.split(declared[0])[-1] if declared else ""))


def _value(page: Page, row: int, by_name: Mapping[str, Mapping[int, str]]) -> str | None:
    """The value of a property (HTML section 5.2.4; RDFa Lite)."""
    stated, element = by_name["content"].get(row), page.name(row)
    value = clean(stated) or clean(by_name["datetime"].get(row))
    if value is None and element in ("data", "meter"):
        value = clean(page.attr(row, "value"))
    if value is None and element in ("img", "link", "source", "video", "audio", "embed", "iframe"):
        return clean(page.attr(row, "src") or page.attr(row, "href"))
    if value is not None or page.end[row] - row > MAX_VALUE_ROWS:
        return value
    return page.words_of(row, MAX_VALUE_CHARS) or None


# JSON-LD.


def parse(source: str) -> list[Any]:
    """The values in a script. Common errors in the JSON are repaired."""
    text = source.strip()
    try:
        value = json.loads(text, strict=False)
    except RecursionError:
        return []
    except ValueError:
        text = text if '"' in text else html.unescape(text)
        values = _repaired(text) if len(text) <= MAX_REPAIRED_CHARS else []
    else:  # some scripts hold JSON in a JSON string
        values = [value] if not isinstance(value, str) or (inner := in_string(value)) is None else [inner]
    cleaned: list[Any] = clean_json(values, source)
    return cleaned


def _repaired(text: str) -> list[Any]:
    """The objects and lists in a script that is not valid JSON: commas, values and closing brackets may be missing,
    quotation marks in strings unescaped, and comments or code around them. An unfinished string is None.
    """
    text = _QUOTE.sub(lambda found: '\\"' if found[1] else found[0].replace("\\'", "'"), text)
    values, around, key = list[Any](), list[Any](), None
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark in ("}", "]", ","):
            key = None
            if around and mark != ",":
                around.pop()
        elif mark != ":" and not token["comment"]:
            value: Any = {} if mark == "{" else [] if mark == "[" else _scalar(mark)
            own, is_nested = around[-1] if around else values, isinstance(value, _NESTED)
            if isinstance(own, list):
                own += [value] if around or is_nested else []
            elif key is not None:
                own[key], key = value, None
            else:
                key = value if isinstance(value, str) else None
            if is_nested:
                around.append(value)
            if len(around) > 2 * MAX_DEPTH:
                return []
    return values


def _scalar(text: str) -> Any:
    """The value of a string, number or constant; None if it is invalid. A string with a bad escape stays unchanged."""
    try:
        return json.loads(text, strict=False)
    except ValueError:
        return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else None


def in_string(text: str) -> Any:
    """The object or list that a string holds as JSON, or None.

    >>> in_string('["bridge", "council"]'), in_string("['bridge', 'council']")
    (['bridge', 'council'], None)
    """
    text = text.strip()
    if not text.startswith(("{", "[")):
        return None
    try:
        return clean_json(json.loads(text, strict=False), text)
    except (ValueError, RecursionError):
        return None


def objects(values: Sequence[Any]) -> list[_Object]:
    """The objects with a type, outermost first, with references by ``@id`` replaced by their nodes.

    Of several nodes with one identifier, the one with the most members is taken.
    """
    found: list[tuple[dict[str, Any], bool]] = []
    _add_things(values, found)
    nodes: dict[str, _Object] = {}
    for thing, _ in found:
        name = thing.get("@id")
        if isinstance(name, str) and len(thing) > max(1, len(nodes.get(name, ()))):
            nodes[name] = thing
    return [
        {key: _referred(value, nodes) if isinstance(value, _NESTED) else value for key, value in thing.items()}
        for thing, is_own in found
        if is_own
    ]


def _add_things(
    value: Any, found: list[tuple[dict[str, Any], bool]], depth: int = 0, *, inside: bool = True, part: bool = False
) -> None:
    """Add the objects in a value, outermost first, and for each whether it has a type and is one of the page's own."""
    if depth > MAX_DEPTH or len(found) >= MAX_OBJECTS:
        return
    if isinstance(value, dict):
        is_own = is_article(value)
        found.append((value, inside and "@type" in value and not (part and is_own)))
        for key, member in value.items():
            if isinstance(member, _NESTED):
                # An article may be part of another one, or about it.
                is_part = part or (is_own and key in _PARTS)
                _add_things(member, found, depth + 1, inside=inside and key in _INSIDE, part=is_part)
        return
    for item in value:
        if isinstance(item, _NESTED):
            _add_things(item, found, depth + 1, inside=inside, part=part)


def _referred(value: Any, nodes: Mapping[str, _Object], depth: int = 0) -> Any:
    """The value of a member of an object, with references replaced by their nodes.

    A list with missing items, which PHP writes as an object with numeric keys, becomes a list again.
    """
    if isinstance(value, dict) and value and all(map(str.isdigit, value)):
        value = list(value.values())
    if isinstance(value, dict) and isinstance(name := value.get("@id"), str) and len(value) <= 2:
        return nodes.get(name, value)
    if isinstance(value, list):
        # Deeply nested lists hold no data, and would exceed the recursion limit of other code.
        return [_referred(item, nodes, depth + 1) for item in value[:MAX_ITEMS]] if depth <= MAX_DEPTH else None
    return value


def choose_article(things: Sequence[_Object], addresses: Iterable[str]) -> _Object:
    """The object of the page's article, or an empty mapping.

    Articles by type are preferred to others with a headline. Of several, the first that states the page's address is
    chosen, else the first.

    Args:
        things: the objects.
        addresses: addresses of the page.
    """
    group = [thing for thing in things if is_article(thing)] or [thing for thing in things if _is_work(thing)]
    titled = [thing for thing in group if thing.get("headline") or thing.get("name")] or group
    own = {path for address in addresses if (path := _path(address))} if len(titled) > 1 else set()
    named = (thing for thing in titled if not own.isdisjoint(map(_path, _addresses(thing))))
    return next(named, titled[0] if titled else {})


def _path(address: str) -> str:
    """The path of an address, in lower case; empty for that of a site."""
    return _AROUND_PATH.sub("", address.strip()).rstrip("/").lower()


def _addresses(thing: _Object) -> Iterator[str]:
    for key in ("url", "@id", "mainEntityOfPage"):
        value = thing.get(key)
        if isinstance(value, Mapping):
            value = value.get("@id") or value.get("url")
        if isinstance(value, str):
            yield value


def types(thing: _Object) -> list[str]:
    """The ``@type`` values of an object."""
    declared = thing.get("@type", ())
    if isinstance(declared, str):
        return [declared]
    return [kind for kind in declared if isinstance(kind, str)] if isinstance(declared, list) else []


def is_article(thing: _Object) -> bool:
    """Whether an object is an article by its type."""
    return any(map(_ARTICLE.search, types(thing)))


def _is_work(thing: _Object) -> bool:
    """Whether an object of another type may be an article."""
    return bool(thing.get("headline") or (thing.get("author") and any(map(_OTHER_WORK.search, types(thing)))))


def is_other_article(thing: _Object, chosen: _Object) -> bool:
    """Whether an object is an article whose headline is not that of the chosen one."""
    if thing is chosen or not is_article(thing):
        return False
    theirs, own = (fold(str(one.get("headline") or "")) for one in (thing, chosen))
    return theirs not in own and own not in theirs


def texts_of(value: Any, levels: int = 3) -> list[str]:
    """The texts of a member of JSON-LD: a string, a thing with a name, or a list of these.

    >>> texts_of(["World", {"@type": "Thing", "name": ["Europe"]}, None])
    ['World', 'Europe']
    """
    if isinstance(value, dict):
        value = [value.get("name")]
    if isinstance(value, list) and levels:
        return [text for one in value for text in texts_of(one, levels - 1)]
    return [text] if (text := clean(value)) else []
