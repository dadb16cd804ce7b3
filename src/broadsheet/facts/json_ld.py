"""Reading JSON-LD as found on pages: nested, split over a graph, broken, with several articles.

It chooses the object of the page's article. It must not know what is asked of that object.

Standards: JSON-LD 1.1, section 3.3 (node identifiers), 4.2 (``@value``), 4.3 (``@list``, ``@set``), 4.9 (``@graph``);
schema.org ``Article`` and its subtypes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from broadsheet.facts.texts import fold
from broadsheet.page.surrogates import clean_json

__all__ = [
    "choose_article",
    "in_string",
    "is_article",
    "is_other_article",
    "objects",
    "parse",
    "types",
]

_WORK_TYPES: Final = re.compile(
    r"(?:^|[/:#])(?:\w*Article|\w*Posting|Report|Reportage\w*|Review|CreativeWork|"
    r"Recipe|\w*NewsItem|VideoObject|NewsVideo|PodcastEpisode|\w*WebPage|ItemPage|QAPage)$",
    re.IGNORECASE,
)
_PROPER_ARTICLE: Final = re.compile(r"(?:^|[/:#])(?:\w*Article|(?!Job)\w*Posting|Report|Reportage\w*)$", re.IGNORECASE)
_STRING: Final = r'("(?:[^"\\]|\\.)*(?:"|\Z))'
_QUOTE: Final = re.compile(r'\\.|[:,{\[]\s*"|"(?=\s*(?:[,:}\]]|\Z))|(")', re.DOTALL)
"""A quotation mark as one group, if it neither begins nor ends a string."""
_COMMENT: Final = re.compile(rf"{_STRING}|//[^\n]*|/\*.*?(?:\*/|\Z)|<!--|-->|<!\[CDATA\[|\]\]>", re.DOTALL)
_COMMA: Final = re.compile(rf"{_STRING}|,(?=\s*[,}}\]])", re.DOTALL)
_BEGINNING: Final = re.compile(r"[{\[]")
_DECODER: Final = json.JSONDecoder(strict=False)
_AROUND: Final = re.compile(r"^https?://(?:www\.)?|[?#].*$")
"""Parts of a URL that are ignored in comparisons."""
_DEEPEST: Final = 12
"""Most levels of nesting."""
_LONGEST: Final = 1_000_000
"""Longest script that is repaired, in characters."""
_MOST: Final = 2_000
"""Most objects kept."""
_INSIDE: Final = (
    "@graph", "mainEntity", "mainEntityOfPage", "itemListElement", "item", "hasPart", "isPartOf", "subjectOf", "about",
    "video", "liveBlogUpdate", "blogPost", "mainContentOfPage",
)  # fmt: skip
"""Members that hold objects of the page."""
_PARTS: Final = frozenset({"isPartOf", "about", "video", "liveBlogUpdate", "hasPart", "subjectOf", "itemListElement"})
"""Members whose objects are not the page's article."""


def parse(source: str) -> list[Any]:
    r"""The values in a script. Invalid JSON is repaired where that is simple (`_repaired`).

    >>> parse('/* a */ {"a": "the "old" pier", "b": [1, 2,],}')
    [{'a': 'the "old" pier', 'b': [1, 2]}]
    >>> parse('{"a": 1}{"b": 2};')
    [{'a': 1}, {'b': 2}]
    >>> parse('nothing')
    []
    """
    text = source.strip()
    try:
        value = json.loads(text, strict=False)
    except RecursionError:
        return []
    except ValueError:
        values = _values(_repaired(text)) if len(text) <= _LONGEST else []
    else:  # some scripts hold JSON in a JSON string
        values = [value] if not isinstance(value, str) or (inner := in_string(value)) is None else [inner]
    cleaned: list[Any] = clean_json(values, source)
    return cleaned


def _repaired(text: str) -> str:
    """JSON with quotation marks in strings escaped, and without comments, trailing commas, and marks of HTML."""
    text = _QUOTE.sub(lambda found: '\\"' if found[1] else found[0].replace("\\'", "'"), text)
    text = _COMMENT.sub(lambda found: found[1] or " ", text)
    return _COMMA.sub(lambda found: found[1] or "", text)


def _values(text: str) -> list[Any]:
    """The objects and lists in a text, one after the other, up to the first invalid one."""
    values, at = list[Any](), 0
    while (found := _BEGINNING.search(text, at)) is not None:
        try:
            value, at = _DECODER.raw_decode(text, found.start())
        except (ValueError, RecursionError):
            break
        values.append(value)
    return values


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


def objects(values: Sequence[Any]) -> list[Mapping[str, Any]]:
    """The objects with a type, outermost first; references to a node by ``@id`` are replaced by the node."""
    found: list[Mapping[str, Any]] = []
    for value in values:
        found += _typed(value, 0, part=False)
    nodes: dict[str, Mapping[str, Any]] = {}
    for value in values:
        _identify(value, nodes, 0)
    return [_resolve(thing, nodes) for thing in found[:_MOST]]


def types(thing: Mapping[str, Any]) -> list[str]:
    """The ``@type`` values of an object."""
    declared = thing.get("@type", ())
    if isinstance(declared, str):
        return [declared]
    return [kind for kind in declared if isinstance(kind, str)] if isinstance(declared, list) else []


def is_article(thing: Mapping[str, Any]) -> bool:
    """Whether an object is an article by its type."""
    return any(map(_PROPER_ARTICLE.search, types(thing)))


def choose_article(things: Sequence[Mapping[str, Any]], addresses: Sequence[str]) -> Mapping[str, Any]:
    """The object of the page's article, or an empty mapping.

    Objects that are articles by type go before others with a headline. Of several, it is the first that names the
    page's address, else the first.

    Args:
        things: the objects.
        addresses: addresses of the page.
    """
    own = _own(addresses)
    group = [thing for thing in things if is_article(thing)] or [thing for thing in things if _is_work(thing)]
    titled = [thing for thing in group if thing.get("headline") or thing.get("name")] or group
    named = (thing for thing in titled if any(_bare(address) in own for address in _addresses(thing)))
    return next(named, titled[0] if titled else {})


def _is_work(thing: Mapping[str, Any]) -> bool:
    """Whether an object may be an article though its type is another one."""
    return bool(thing.get("headline") or (thing.get("author") and any(map(_WORK_TYPES.search, types(thing)))))


def is_other_article(thing: Mapping[str, Any], chosen: Mapping[str, Any]) -> bool:
    """Whether an object is an article with another headline than the page's has."""
    if thing is chosen or not is_article(thing):
        return False
    theirs, own = (fold(str(one.get("headline") or "")) for one in (thing, chosen))
    return theirs not in own and own not in theirs


def _own(addresses: Sequence[str]) -> frozenset[str]:
    """The addresses of a page as they are compared with others, whole and without their host."""
    whole = [bare for address in addresses if (bare := _bare(address))]
    return frozenset([*whole, *(f"/{path}" for bare in whole if (path := bare.partition("/")[2]))])


def _addresses(thing: Mapping[str, Any]) -> Iterator[str]:
    for key in ("url", "@id", "mainEntityOfPage"):
        value = thing.get(key)
        if isinstance(value, Mapping):
            value = value.get("@id") or value.get("url")
        if isinstance(value, str):
            yield value


def _bare(address: str) -> str:
    return _AROUND.sub("", address.strip()).rstrip("/").lower()


def _typed(value: Any, depth: int, *, part: bool) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = []
    if depth > _DEEPEST:
        return found
    if isinstance(value, list):
        for item in value:
            found += _typed(item, depth + 1, part=part)
    elif isinstance(value, dict):
        if "@type" in value and not (part and is_article(value)):
            found.append(value)
        for key in _INSIDE:
            if isinstance(value.get(key), list | dict):
                # What an article is part of, or about, may be an article too, and is another one.
                inner = part or (key in _PARTS and is_article(value))
                found += _typed(value[key], depth + 1, part=inner)
    return found


def _identify(value: Any, nodes: dict[str, Mapping[str, Any]], depth: int) -> None:
    """Nodes by identifier, for those that have more than it; of several with one, that with most members."""
    if depth > _DEEPEST or len(nodes) > _MOST:
        return
    if isinstance(value, list):
        for item in value:
            _identify(item, nodes, depth + 1)
    elif isinstance(value, dict):
        name = value.get("@id")
        if isinstance(name, str) and len(value) > max(1, len(nodes.get(name, ()))):
            nodes[name] = value
        for inner in value.values():
            if isinstance(inner, list | dict):
                _identify(inner, nodes, depth + 1)


def _resolve(thing: Mapping[str, Any], nodes: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    """An object whose members are nodes instead of references to them, one level deep."""
    if not any(isinstance(value, list | dict) for value in thing.values()):
        return thing
    return {key: _referred(value, thing, nodes) for key, value in thing.items()}


def _referred(value: Any, thing: Mapping[str, Any], nodes: Mapping[str, Mapping[str, Any]], depth: int = 0) -> Any:
    """The value of a member of an object, with references replaced by their nodes."""
    if isinstance(value, dict) and isinstance(name := value.get("@id"), str) and len(value) <= 2:
        node = nodes.get(name, value)
        return node if node is not thing else value
    if isinstance(value, list):
        # A list inside many others holds no data, and is too deep for most ways to read it.
        return [_referred(item, thing, nodes, depth + 1) for item in value[:_MOST]] if depth <= _DEEPEST else None
    return value
