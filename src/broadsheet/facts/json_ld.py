"""Reading JSON-LD as found on pages: nested, split over a graph, broken, with several articles.

It chooses the object of the page's article. It must not know what is asked of that object.

Standards: JSON-LD 1.1, section 3.3 (node identifiers), 4.2 (``@value``), 4.3 (``@list``, ``@set``), 4.9 (``@graph``);
schema.org ``Article`` and its subtypes.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from rapidfuzz.distance import Levenshtein

from broadsheet.facts.broken_json import read_broken
from broadsheet.page.characters import normal_form
from broadsheet.page.surrogates import clean_json

__all__ = [
    "choose_article",
    "in_string",
    "is_article",
    "is_other_article",
    "objects",
    "parse",
    "strangers",
    "types",
    "unwrapped",
]

_ARTICLE_TYPES: Final = re.compile(
    r"(?:^|[/:#])(?:\w*Article|\w*Posting|Report|Reportage\w*|Review|CreativeWork|"
    r"Recipe|\w*NewsItem|VideoObject|NewsVideo|PodcastEpisode|\w*WebPage|ItemPage|QAPage)$",
    re.IGNORECASE,
)
_PROPER_ARTICLE: Final = re.compile(r"(?:^|[/:#])(?:\w*Article|(?!Job)\w*Posting|Report|Reportage\w*)$", re.IGNORECASE)
_PREFIX: Final = re.compile(r'"schema:(?=[A-Za-z]+")')
"""The prefix of names in the vocabulary (JSON-LD 1.1, section 3.2: compact IRIs), as most call it."""
_STRAIGHT: Final = str.maketrans("“”„‘’", '"""\'\'')
_AROUND: Final = re.compile(r"^https?://(?:www\.)?|[?#].*$")
"""Parts of a URL that are ignored in comparisons."""
_DEEPEST: Final = 12
"""Most levels of nesting."""
_LONGEST: Final = 1_000_000
"""Longest script that is repaired, in characters."""
_MOST: Final = 2_000
"""Most objects kept."""
_MOST_STRANGERS: Final = 100
"""Most articles that are compared with the page."""
_LIKE: Final = 0.75
"""Least similarity of two forms of a headline."""
_INSIDE: Final = (
    "@graph", "mainEntity", "mainEntityOfPage", "itemListElement", "item", "hasPart", "isPartOf", "subjectOf", "about",
    "video", "liveBlogUpdate", "blogPost", "mainContentOfPage",
)  # fmt: skip
"""Members that hold objects of the page."""
_PEOPLE: Final = ("author", "creator")
_WRAPPERS: Final = ("@list", "@set")
"""Keys of objects that only wrap a list, and members that are unwrapped: a list of pictures wrapped so has all those of
a page, and the first is no more than the others."""
_PARTS: Final = frozenset({"isPartOf", "about", "video", "liveBlogUpdate", "hasPart", "subjectOf", "itemListElement"})
"""Members whose objects are not the page's article."""


def parse(source: str) -> list[Any]:
    r"""The values in a script. Invalid JSON is read as far as possible (`broken_json`).

    >>> parse('/* a */ {"a": "it\\\'s", "b": [1, 2,],}')
    [{'a': "it's", 'b': [1, 2]}]
    >>> parse('{"a": 1}{"b": 2};')
    [{'a': 1}, {'b': 2}]
    >>> parse('{"@type": "schema:Article", "schema:headline": "A bridge"}')
    [{'@type': 'Article', 'headline': 'A bridge'}]
    >>> parse('{"name": {"@value": "Ada", "@language": "en"}}')
    [{'name': 'Ada'}]
    >>> parse('nothing')
    []
    """
    text = (_PREFIX.sub('"', source) if "schema:" in source else source).strip()
    try:
        value = json.loads(text, strict=False, object_hook=_value if '"@value"' in text else None)
    except RecursionError:
        return []
    except ValueError:
        values = read_broken(text) if len(text) <= _LONGEST else []
    else:  # what was turned into a text twice is read twice
        values = [value] if not isinstance(value, str) or (inner := in_string(value)) is None else [inner]
    cleaned: list[Any] = clean_json(values, source)
    return cleaned


def _value(found: dict[str, Any]) -> Any:
    """What a value object says, in place of it; any other object as it is."""
    return found.get("@value", found)


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
    return any(map(_is_of_articles, types(thing)))


@lru_cache(maxsize=256)
def _is_of_articles(kind: str) -> bool:
    """Whether a type is one of articles; a page has few types, and they are asked for again and again."""
    return _PROPER_ARTICLE.search(kind) is not None


def choose_article(
    things: Sequence[Mapping[str, Any]], addresses: Sequence[str], headlines: Sequence[str]
) -> Mapping[str, Any]:
    """The object of the page's article, or an empty mapping.

    Of several, the one that names the page's own address; else the one whose headline is like those that the page
    states elsewhere; else the first with a headline. Objects that are articles by type go before those that are works
    of another kind, or the page itself, and these before those of any other type that have a headline and a day.

    Args:
        things: the objects.
        addresses: addresses of the page.
        headlines: what the page's head and main headings say.
    """
    own = _own(addresses)
    for wanted in (_PROPER_ARTICLE, _ARTICLE_TYPES, None):
        group = [thing for thing in things if wanted is None or any(map(wanted.search, types(thing)))]
        if wanted is None:
            group = [thing for thing in group if thing.get("headline") and thing.get("datePublished")]
        elif wanted is _ARTICLE_TYPES:
            group = [thing for thing in group if thing.get("headline") or thing.get("author")]
        if not group:
            continue
        if len(group) == 1:
            return group[0]
        named = [thing for thing in group if any(_bare(address) in own for address in _addresses(thing))]
        titled = [thing for thing in named or group if _headline(thing)]
        titled.sort(key=lambda thing: -_likeness(thing, headlines))
        return (titled or named or group)[0]
    return {}


def is_other_article(thing: Mapping[str, Any], chosen: Mapping[str, Any]) -> bool:
    """Whether an object is an article with another headline than the page's has."""
    if thing is chosen or not is_article(thing):
        return False
    theirs, own = (_plain(str(one.get("headline") or "")) for one in (thing, chosen))
    return bool(theirs and own) and theirs not in own and own not in theirs


def strangers(
    things: Sequence[Mapping[str, Any]],
    addresses: Sequence[str],
    headlines: Sequence[str],
    shown: Callable[[], Sequence[str]],
) -> tuple[Mapping[str, Any], ...]:
    """The articles among the objects, if all belong to other pages, by their URLs and headlines.

    Some templates keep sample data, and some index pages state the articles that they link to.

    Args:
        things: the objects.
        addresses: addresses of the page.
        headlines: what the page's head says.
        shown: gives what its main headings say.
    """
    articles = [thing for thing in things if is_article(thing)][:_MOST_STRANGERS]
    own = _own(addresses)
    if not articles or not own:
        return ()
    for thing in articles:
        theirs = {bare for address in _addresses(thing) if "/" in (bare := _bare(address))}  # not that of a site
        if not theirs or not theirs.isdisjoint(own) or not thing.get("headline"):
            return ()
    said = [_folded(one) for one in (*headlines, *shown())]
    if not said or any(_likeness({"headline": _folded(str(thing["headline"]))}, said) for thing in articles):
        return ()
    return tuple(articles)


def _folded(text: str) -> str:
    return " ".join(normal_form("NFKC", text).split())


def _headline(thing: Mapping[str, Any]) -> str:
    """The headline of an object, or else its name."""
    return str(thing.get("headline") or thing.get("name") or "")


def _plain(text: str) -> str:
    """A headline as it is compared with others."""
    return html.unescape(text).translate(_STRAIGHT).casefold().strip()


def _likeness(thing: Mapping[str, Any], headlines: Sequence[str]) -> float:
    headline = _plain(_headline(thing))
    others = [_plain(one) for one in headlines]
    if any(headline in one for one in others):
        return 1.0
    forms = [form for one in others for form in (one, one[: len(headline)])]  # the site's name may be behind it
    best = max((float(Levenshtein.normalized_similarity(headline, form)) for form in forms), default=0.0)
    return best if best >= _LIKE else 0.0


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


@lru_cache(maxsize=256)
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
    return {
        key: _referred(unwrapped(value) if key in _PEOPLE else value, thing, nodes)
        if isinstance(value, list | dict)
        else value
        for key, value in thing.items()
    }


def _referred(value: Any, thing: Mapping[str, Any], nodes: Mapping[str, Mapping[str, Any]], depth: int = 0) -> Any:
    """What a member of an object says, with the nodes that it refers to in place of the references."""
    if isinstance(value, dict) and isinstance(name := value.get("@id"), str) and len(value) <= 2:
        node = nodes.get(name, value)
        return node if node is not thing else value
    if isinstance(value, list):
        # A list that is in too many others holds nothing that anybody reads, and is too deep for most ways to read it.
        return [_referred(item, thing, nodes, depth + 1) for item in value[:_MOST]] if depth <= _DEEPEST else None
    return value


def unwrapped(value: Any) -> Any:
    """A list without the object that wraps it."""
    return next((value[key] for key in _WRAPPERS if key in value), value) if isinstance(value, dict) else value
