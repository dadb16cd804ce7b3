"""The article in the state of a single-page application, for pages with hardly any text before scripts run.

A state is JSON: a ``script`` of its own (``__NEXT_DATA__``), the value of a variable (``window.__INITIAL_STATE__ =
{...}``, ``... = JSON.parse("...")``), or an attribute (``data-page``). Two formats have references: devalue's list
(``__NUXT_DATA__``) and the rows of React's server components (``self.__next_f.push``).

Its structure follows no standard, but a text has its headline beside it, and is HTML, plain text, or a list of blocks
as publishing systems store it (Arc XP, Contentful, Draft.js, Editor.js, Gutenberg, Lexical, ProseMirror, Sanity).
Possible authors and dates are written as microdata before the text, for the metadata to judge.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, islice
from typing import Any, Final

from broadsheet.errors import PageTooLarge
from broadsheet.facts.facts import Facts
from broadsheet.facts.texts import clean, fold
from broadsheet.page import Page, read_page
from broadsheet.patterns import pattern

__all__ = ["shown_by_app"]

MAX_SHELL_CHARS: Final = 4_000  # most visible characters of an application's shell, with header and footer
MAX_CHARS: Final = 4_000_000  # characters of scripts and attributes that are read per page
MAX_ASSIGNED: Final = 200  # assigned values that are read per script
MAX_VALUES: Final = 500_000  # values that are read per page; references may be circular or repeated
CHARS_PER_VALUE: Final = 16  # a text counts as one value, and one more for this many characters
MAX_DEPTH: Final = 60  # levels of objects and lists that are read
MIN_ARTICLE_CHARS: Final = 300  # shortest text that counts as an article
MIN_HEADLINE_LETTERS: Final = 6  # shorter values are names of something else

_TYPES: Final = pattern(r"(?:text/javascript|application/(?:javascript|json)|module)?", re.IGNORECASE)
_VALUE: Final = pattern(r"(?:\A|=)\s*(?:JSON\.parse\(\s*(?=\")|(?=[{\[]))")
_IN_ATTRIBUTE: Final = pattern(r"""=\s*["'][{[][{["&]""")
_UNDEFINED: Final = pattern(r"(?<=[:\[,])\s*undefined(?=\s*[,}\]])")
_PUSHED: Final = pattern(r"\b__next_f\.push\(\s*(?=\[)")  # the call that passes React a piece of its rows
_ROW: Final = pattern(rb"([0-9a-f]*):(?:T([0-9a-f]{1,8}),)?")
"""The number of a row and, if it is a text, its length in bytes."""
_REFERENCE: Final = pattern(r"\$[L@]?([0-9a-f]+)")  # a string that refers to a row
_DECODER: Final = json.JSONDecoder(strict=False)

_END_OF_BODY: Final = pattern("</body", re.IGNORECASE)
_HEADLINES: Final = ("headline", "title", "headlines", "name")
_BODY: Final = pattern(r"body|content|text|html|story|article|paragraph|blocks|elements|document|detail", re.IGNORECASE)
"""Occurs in names of members that may hold a text or its container."""
_INNER: Final = (
    "text", "html", "content", "value", "data", "body", "__html", "rendered", "raw", "innerHTML", "content_elements",
    "blocks", "elements", "paragraphs", "children", "document", "nodes", "root", "attributes", "innerBlocks",
)  # fmt: skip
"""Members that hold the text of a block or container, the innermost first."""
_KIND: Final = ("type", "_type", "nodeType", "__typename", "style", "name", "blockName")
_CORE: Final = "core/"  # Gutenberg's prefix of the types of its own blocks
_HEADING: Final = pattern(r"h[1-6]|(?:sub)?head(?:er|ing|line)s?(?:[-_]?\w)?", re.IGNORECASE)
_NO_TEXT: Final = pattern(
    r"ima?ge?|photo|picture|video|audio|player|gallery|slide|embed|iframe|social|tweet|promo|related|newsletter|teaser"
    r"|recommend|advert|(?:^|_|-)ads?(?:$|_|-)|interstitial|author|byline|script|code|divider",
    re.IGNORECASE,
)
_MARKUP: Final = pattern(r"<(?:p|br|div|h[1-6]|section|article|ul|ol|blockquote)\b", re.IGNORECASE)
_ANY_TAG: Final = pattern(r"<[^<>]*>")
_SENTENCE: Final = pattern(r"\w{2}[.!?…]+[\"”’»)]*(?:[\s<]|$)|[。！？।]")

_AUTHORS: Final = (
    "coauthors", "authors", "author", "authorlist", "primaryauthor", "byline", "bylines", "by", "contributors",
)  # fmt: skip
_PUBLISHED: Final = ("datepublished", "firstpublish", "publi", "displaydate", "postdate", "pubdate", "date", "created")
_MODIFIED: Final = ("datemodified", "modified", "updated", "lastmodified", "lastupdated")
"""Names of members (for dates, their beginnings) in lower case without underscores, the most reliable first."""
_AROUND: Final = ("credits", "fields", "attributes", "meta", "metadata", "dates", "_embedded", "sys")
"""Members of an article that hold its authors or dates."""
_NAMES: Final = (
    ("displayname",), ("fullname",), ("name",), ("text",), ("byline",),
    ("firstname", "lastname"), ("givenname", "familyname"), ("first", "last"),
)  # fmt: skip
"""Members that hold a person's name, whole or in parts."""
_OTHER_ROLE: Final = pattern(r"photo|illustrat|camera|video|graphic|edit(?:or|ed)|translat|produc", re.IGNORECASE)
_NAME: Final = pattern(r"(?=.*[^\W\d_])[^<>{}@/\\=]{2,120}")
_DATE: Final = pattern(r"(?=.*\d)[^<>{}\"]{6,60}")


def shown_by_app(facts: Facts) -> Page | None:
    """The page with the article from its state appended, or None if there is none.

    The article is the longest text beside the page's own headline. If the page states no headline and all texts have
    the same one, it is the longest text.
    """
    page, head = facts.page, facts.head
    if int(page.chars[page.shown].sum()) > MAX_SHELL_CHARS:  # a list of articles, perhaps
        return None
    found = [text for state in _states(page) for text in _texts(state, {})]
    stated = head.first_meta("og:title", "twitter:title")
    titles = [folded for title in (stated[0] if stated else "", head.title or "") if (folded := fold(title))]
    headlines = [fold(_headline(article)) for article, _ in found]
    are_own = [any(one in title or title in one for title in titles) for one in headlines]
    if not any(are_own) and (stated or len(set(headlines)) != 1):
        return None
    texts = [text for text, is_own in zip(found, are_own, strict=True) if is_own] or found
    article, source = max(texts, key=lambda text: len(text[1]))
    end_tags = [found.start() for found in _END_OF_BODY.finditer(page.source)]
    at = end_tags[-1] if end_tags else len(page.source)
    shown = f"<article><h1>{html.escape(_headline(article))}</h1>{_microdata(article)}{source}</article>"
    try:
        with_article = read_page(page.source[:at] + shown + page.source[at:], url=page.url)
    except PageTooLarge:
        return None
    return replace(with_article, encoding=page.encoding)


# The states.


def _states(page: Page) -> Iterator[Any]:
    """The objects and lists in scripts and attributes, with references resolved."""
    scripts = page.scripts(lambda kind: _TYPES.fullmatch(kind.strip()) is not None)
    elements = page.query("*") if _IN_ATTRIBUTE.search(page.source) else ()
    attributes = (value for _, own in elements for value in own.values() if value.startswith(("{", "[")))
    left, chars, stream = iter(range(MAX_VALUES)), MAX_CHARS, ""
    for text in chain(scripts, attributes):
        chars -= len(text)
        if chars < 0:
            break
        for value in _values(_UNDEFINED.sub("null", text)):
            yield _resolved(value, lambda own: own, left)
            if isinstance(value, list):
                yield _unflattened(value, left)
        for found in _PUSHED.finditer(text):
            piece = _read(text, found.end())[0] or [0]
            stream += piece[-1] if isinstance(piece[-1], str) else ""
    yield from _react_values(stream, left)


def _values(text: str) -> Iterator[Any]:
    """The objects and lists at the beginning of a text, or that a script assigns to variables."""
    at = 0
    for _ in range(MAX_ASSIGNED):
        if (found := _VALUE.search(text, at)) is None:
            break
        value, end = _read(text, found.end())
        at = max(end, found.end() + 1)
        yield _read(value, 0)[0] if isinstance(value, str) else value


def _read(text: str, at: int) -> tuple[Any, int]:
    """The JSON value at an offset, and its end; None and the offset if there is none."""
    try:
        return _DECODER.raw_decode(text, at)
    except (ValueError, RecursionError):
        return None, at


def _resolved(value: Any, referred: Callable[[Any], Any], left: Iterator[int], depth: int = 0) -> Any:
    """A value with its references resolved; None beyond the limits on number and depth.

    Args:
        value: the value.
        referred: returns the value that a value refers to, or the value itself.
        left: one item for each value that may still be created, and for each `CHARS_PER_VALUE` of its characters.
        depth: the levels around the value.
    """
    value = referred(value)
    more = len(value) // CHARS_PER_VALUE if isinstance(value, str) else 0
    if next(islice(left, more, None), None) is None or depth > MAX_DEPTH:
        return None
    if isinstance(value, dict):
        return {name: _resolved(member, referred, left, depth + 1) for name, member in value.items()}
    if isinstance(value, list):
        return [_resolved(member, referred, left, depth + 1) for member in value]
    return value


def _unflattened(values: list[Any], left: Iterator[int]) -> Any:
    """The value of a devalue list, in which members are indices into the list.

    Source: github.com/sveltejs/devalue, the format of ``stringify``.

    >>> _unflattened([["Reactive", 1], {"title": 2, "lines": 3}, "Ferry", [2, 4], "Pier"], iter(range(9)))
    {'title': 'Ferry', 'lines': ['Ferry', 'Pier']}
    """

    def at(place: Any) -> Any:
        for _ in range(MAX_DEPTH):
            if type(place) is not int or not 0 <= place < len(values):
                return None
            value = values[place]
            if not (isinstance(value, list) and value and isinstance(value[0], str)):
                return value
            place = value[-1]  # a value with its type before it: ["Reactive", 1], ["Date", "2026-03-02"]
            if isinstance(place, str):
                return place
        return None

    return _resolved(0, at, left)


def _react_values(stream: str, left: Iterator[int]) -> Iterator[Any]:
    """The objects and lists in React's rows.

    Source: github.com/facebook/react, ``ReactFlightClient``. A row is a number, a colon and JSON up to the end of the
    line, or the length of a text in bytes and that text; ``$5`` and ``$L5`` refer to row 5.
    """
    data, at = stream.encode("utf-8", "replace"), 0
    rows: dict[str, Any] = {}
    while (found := _ROW.match(data, at)) is not None:
        at = found.end() + int(found[2], 16) if found[2] else (data.find(b"\n", found.end()) + 1 or len(data))
        row = data[found.end() : at].decode("utf-8", "replace")
        rows[found[1].decode()] = row if found[2] else _read(row, 0)[0]

    def referred(value: Any) -> Any:
        if not isinstance(value, str) or not value.startswith("$"):
            return value
        reference = _REFERENCE.fullmatch(value)
        return rows.get(reference[1]) if reference is not None else value[value.startswith("$$") :]

    for value in rows.values():
        yield _resolved(value, referred, left)


# The text.


def _texts(value: Any, article: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """The texts in a value as HTML, each after the innermost object around it that has a headline."""
    if isinstance(value, list):
        for item in value:
            yield from _texts(item, article)
    elif isinstance(value, dict):
        article = value if _headline(value) else article
        for name, member in value.items():
            source = _source(member) if article and _BODY.search(name) else ""
            if len(_ANY_TAG.sub("", source)) >= MIN_ARTICLE_CHARS and _SENTENCE.search(source):
                yield article, source
            yield from _texts(member, article)


def _headline(of: dict[str, Any]) -> str:
    for name in _HEADLINES:
        value = of.get(name)
        if isinstance(value, dict):
            value = next((one for one in value.values() if isinstance(one, str) and one), None)
        if isinstance(value, str) and len(fold(text := clean(value) or "")) >= MIN_HEADLINE_LETTERS:
            return text
    return ""


def _source(value: Any) -> str:
    """A member's value as HTML: a text, a list of blocks, or an object with one of these."""
    if isinstance(value, dict):
        return _source(_inner(value))
    if isinstance(value, list):
        return "".join(map(_block, value))
    if not isinstance(value, str):
        return ""
    lines = filter(None, map(str.strip, value.split("\n")))
    return value if _MARKUP.search(value) else "".join([f"<p>{html.escape(line)}</p>" for line in lines])


def _inner(of: dict[str, Any]) -> Any:
    """The member of an object that holds its text; None if there is none."""
    return next((of[name] for name in _INNER if of.get(name)), None)


def _block(value: Any) -> str:
    """A block as HTML: a paragraph or heading."""
    if not isinstance(value, dict):
        return _source(value) if isinstance(value, str) else ""
    kinds = [kind.removeprefix(_CORE) for name in _KIND if isinstance(kind := value.get(name), str)]
    if any(map(_NO_TEXT.search, kinds)):
        return ""
    name = "h2" if any(map(_HEADING.fullmatch, kinds)) else "p"
    return f"<{name}>{_inline(value)}</{name}>"


def _inline(value: Any) -> str:
    """The words of a block in order, with inline markup."""
    if isinstance(value, str):
        return value if _ANY_TAG.search(value) else html.escape(value)
    if isinstance(value, list):
        return "".join(map(_inline, value))
    return _inline(_inner(value)) if isinstance(value, dict) else ""


# Authors and dates.


def _microdata(article: dict[str, Any]) -> str:
    """The authors and dates of an article as ``meta`` elements."""
    inner = (member for name in _AROUND if isinstance(member := article.get(name), dict))
    sets = [_normalised(members) for members in (article, *inner)]
    people = (list(_people(members.get(name))) for members in sets for name in _AUTHORS)
    stated = [("author", name) for name in next(filter(None, people), [])]
    for name, wanted in (("datePublished", _PUBLISHED), ("dateModified", _MODIFIED)):
        values = (members[key] for members in sets for start in wanted for key in members if key.startswith(start))
        stated += [(name, day) for day in islice(filter(None, map(_date, values)), 1)]
    return "".join([f'<meta itemprop="{name}" content="{html.escape(value)}">' for name, value in stated])


def _normalised(members: dict[str, Any]) -> dict[str, Any]:
    """Members by lower-case name without underscores."""
    return {name.replace("_", "").lower(): value for name, value in members.items()}


def _people(value: Any) -> Iterator[str]:
    """The names of people in the value of a member, at any depth."""
    if isinstance(value, str) and _NAME.fullmatch(value.strip()):
        yield value.strip()
    elif isinstance(value, list):
        for one in value:
            yield from _people(one)
    elif isinstance(value, dict):
        members = _normalised(value)
        names = ([members.get(key) for key in keys] for keys in _NAMES)
        whole = next((name for name in names if all(isinstance(part, str) and part.strip() for part in name)), None)
        if _OTHER_ROLE.search(str(members.get("role"))):
            return
        inner = (one for one in value.values() if isinstance(one, dict | list))
        yield from _people([" ".join(map(str, whole))] if whole else list(inner))


def _date(value: Any) -> str:
    """A date as text, or that of the first member of an object that has one; empty if there is none."""
    if isinstance(value, dict):
        return next(filter(None, map(_date, value.values())), "")
    return text if _DATE.fullmatch(text := str(value).strip()) else ""
