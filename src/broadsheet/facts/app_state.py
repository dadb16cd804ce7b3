"""The article in the state of a single-page application.

Such pages have next to no text before scripts run; it is in their state (`broadsheet.facts.app_scripts`). There is no
standard format, but a text has its headline beside it, and is HTML, plain text, or a list of blocks as publishing
systems store it (Arc XP, Contentful, Draft.js, Editor.js, Gutenberg, Lexical, ProseMirror, Sanity). Authors and dates
are written as microdata before the text; whether they are people and dates is for the metadata to decide.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Final, NamedTuple

from broadsheet.errors import PageTooLarge
from broadsheet.facts.app_scripts import MAX_DEPTH, states
from broadsheet.facts.facts import Facts
from broadsheet.facts.texts import clean, fold
from broadsheet.page import Page, read_page

__all__ = ["microdata", "shown_by_app"]

MAX_SHELL_CHARS: Final = 4_000  # most visible characters of an application's shell, with header and footer
MAX_OBJECTS: Final = 200_000  # objects and lists checked per page
MIN_ARTICLE_CHARS: Final = 300
MIN_HEADLINE_LETTERS: Final = 6  # shorter values are names of something else
MAX_PEOPLE: Final = 12
MAX_PERSON_DEPTH: Final = 5  # levels of objects and lists around a person's name
MIN_SECONDS: Final = 631_152_000  # 1990-01-01, in seconds since 1970. Smaller numbers count something else.
MAX_SECONDS: Final = 4_102_444_800  # 2100-01-01


_END_OF_BODY: Final = re.compile("</body", re.IGNORECASE)
_HEADLINES: Final = ("headline", "title", "headlines", "name")
_BODY: Final = re.compile(
    r"body|content|text|html|story|article|paragraph|blocks|elements|document|detail", re.IGNORECASE
)
"""Names of members that may hold a text or its container."""
_INNER: Final = (
    "content", "content_elements", "blocks", "elements", "paragraphs", "children", "body", "document", "nodes", "root",
    "attributes", "innerBlocks",
)  # fmt: skip
_WORDS: Final = ("text", "html", "content", "value", "data", "body", "__html", "rendered", "raw", "innerHTML")
_KIND: Final = ("type", "_type", "nodeType", "__typename", "style", "name", "blockName")
_CORE: Final = "core/"  # Gutenberg's prefix of the types of its own blocks
_HEADING: Final = re.compile(r"h[1-6]|(?:sub)?head(?:er|ing|line)s?(?:[-_]?\w)?", re.IGNORECASE)
_NO_TEXT: Final = re.compile(
    r"ima?ge?|photo|picture|video|audio|player|gallery|slide|embed|iframe|social|tweet|promo|related|newsletter|teaser"
    r"|recommend|advert|(?:^|_|-)ads?(?:$|_|-)|interstitial|author|byline|script|code|divider",
    re.IGNORECASE,
)
_MARKUP: Final = re.compile(r"<(?:p|br|div|h[1-6]|section|article|ul|ol|blockquote)\b", re.IGNORECASE)
_ANY_TAG: Final = re.compile(r"<[^<>]*>")
_LINES: Final = re.compile(r"\s*\n\s*")
_SENTENCE: Final = re.compile(r"\w{2}[.!?…]+[\"”’»)]*(?:[\s<]|$)|[。！？।]")

_AUTHORS: Final = (
    "coauthors", "authors", "author", "authorlist", "primaryauthor", "byline", "bylines", "by", "contributors",
)  # fmt: skip
_PUBLISHED: Final = ("datepublished", "firstpublish", "publi", "displaydate", "postdate", "pubdate", "date", "created")
_MODIFIED: Final = ("datemodified", "modified", "updated", "lastmodified", "lastupdated")
"""Names of members, or their beginnings, without underscores and in lower case, the most reliable first."""
_AROUND: Final = ("credits", "fields", "attributes", "meta", "metadata", "dates", "_embedded", "sys")
"""Members of an article that hold its authors or dates."""
_NAMES: Final = (
    ("displayname",), ("fullname",), ("name",), ("text",), ("byline",),
    ("firstname", "lastname"), ("givenname", "familyname"), ("first", "last"),
)  # fmt: skip
"""Members that hold a person's name, whole or in parts."""
_OTHER_ROLE: Final = re.compile(r"photo|illustrat|camera|video|graphic|edit(?:or|ed)|translat|produc", re.IGNORECASE)
_NAME: Final = re.compile(r"(?=.*[^\W\d_])[^<>{}@/\\=]{2,120}")
_DATE: Final = re.compile(r"(?=.*\d)[^<>{}\"]{6,60}")


class _Candidate(NamedTuple):
    """A text, and the article that it belongs to.

    Attributes:
        members: the members of the article, which is an object with a headline.
        headline: the headline.
        folded: the headline, folded.
        size: characters of the text.
        source: the text as HTML.
    """

    members: dict[str, Any]
    headline: str
    folded: str
    size: int
    source: str


def shown_by_app(facts: Facts) -> Page | None:
    """The page with the article from its state appended, or None if there is none.

    The article is the longest text beside the page's own headline. If the page states no headline, it is the longest
    text beside the only headline with a text.
    """
    page = facts.page
    shows_much = int(page.chars[page.shown].sum()) > MAX_SHELL_CHARS  # a list of articles, perhaps
    found = [] if shows_much else list(_candidates(page))
    if not found:
        return None
    head = facts.head
    stated = head.first_meta("og:title", "twitter:title")
    titles = [folded for title in (stated[0] if stated else "", head.title or "") if (folded := fold(title))]
    own = [one for one in found if any(one.folded in title or title in one.folded for title in titles)]
    if not own and (stated or len({one.folded for one in found}) > 1):
        return None
    best = max(own or found, key=lambda one: one.size)
    *_, at = len(page.source), *(end.start() for end in _END_OF_BODY.finditer(page.source))
    article = f"<article><h1>{html.escape(best.headline)}</h1>{microdata(best.members)}{best.source}</article>"
    try:
        shown = read_page(page.source[:at] + article + page.source[at:], url=page.url)
    except PageTooLarge:
        return None
    return replace(shown, encoding=page.encoding)


# The text.


def _candidates(page: Page) -> Iterator[_Candidate]:
    """The texts with a headline beside them or their containers."""
    left = MAX_OBJECTS
    for state in states(page):
        waiting: list[tuple[Any, dict[str, Any], str, int]] = [(state, {}, "", 0)]
        while waiting and left:
            left -= 1
            one, article, headline, depth = waiting.pop()
            if isinstance(one, dict):
                if own := _headline(one):
                    article, headline = one, own
                for name, member in one.items():
                    if headline and _BODY.search(name):
                        source = _source(member)
                        size = len(_ANY_TAG.sub("", source))
                        if size >= MIN_ARTICLE_CHARS and _SENTENCE.search(source):
                            yield _Candidate(article, headline, fold(headline), size, source)
            members = one.values() if isinstance(one, dict) else one or ()
            if depth < MAX_DEPTH:
                waiting += [
                    (member, article, headline, depth + 1) for member in members if isinstance(member, dict | list)
                ]


def _headline(of: dict[str, Any]) -> str:
    for name in _HEADLINES:
        value = of.get(name)
        if isinstance(value, dict):
            value = next((one for one in value.values() if isinstance(one, str) and one), None)
        if isinstance(value, str) and len(fold(text := clean(value) or "")) >= MIN_HEADLINE_LETTERS:
            return text
    return ""


def _source(value: Any, depth: int = 0) -> str:
    """A member's value as HTML: a text, a list of blocks, or an object with one of these."""
    if isinstance(value, str):
        return value if _MARKUP.search(value) else _paragraphs(value)
    if isinstance(value, list):
        return "".join(map(_block, value))
    if isinstance(value, dict) and depth < MAX_DEPTH:
        return _source(_inner(value), depth + 1)
    return ""


def _inner(of: dict[str, Any]) -> Any:
    """The member of an object that holds its text; None if there is none."""
    return next((of[name] for name in (*_WORDS, *_INNER) if of.get(name)), None)


def _paragraphs(text: str) -> str:
    """Plain text as HTML, one paragraph per line."""
    return "".join([f"<p>{html.escape(line)}</p>" for line in _LINES.split(text.strip()) if line])


def _block(value: Any) -> str:
    """A block as HTML: a paragraph or heading."""
    if isinstance(value, str):
        return _source(value)
    if not isinstance(value, dict):
        return ""
    kinds = [kind.removeprefix(_CORE) for name in _KIND if isinstance(kind := value.get(name), str)]
    if any(map(_NO_TEXT.search, kinds)):
        return ""
    inner = "".join(_inline(value, 0)).strip()
    name = "h2" if any(map(_HEADING.fullmatch, kinds)) else "p"
    return f"<{name}>{inner}</{name}>" if inner else ""


def _inline(value: Any, depth: int) -> Iterator[str]:
    """The words of a block in order, with inline markup."""
    if isinstance(value, str):
        yield value if _ANY_TAG.search(value) else html.escape(value)
    elif isinstance(value, list) and depth < MAX_DEPTH:
        for one in value:
            yield from _inline(one, depth + 1)
    elif isinstance(value, dict) and depth < MAX_DEPTH:
        yield from _inline(_inner(value), depth + 1)


# Authors and dates.


def microdata(article: dict[str, Any]) -> str:
    """The authors and dates of an article as ``meta`` elements."""
    inner = (member for name in _AROUND if isinstance(member := article.get(name), dict))
    sets = [_normalised(members) for members in (article, *inner)]
    people = (list(dict.fromkeys(_people(members.get(name), 0))) for members in sets for name in _AUTHORS)
    given = [("author", name) for name in next(filter(None, people), [])[:MAX_PEOPLE]]
    for name, wanted in (("datePublished", _PUBLISHED), ("dateModified", _MODIFIED)):
        values = (members[key] for members in sets for start in wanted for key in members if key.startswith(start))
        given += [(name, day) for day in islice(filter(None, map(_date, values)), 1)]
    return "".join([f'<meta itemprop="{name}" content="{html.escape(value)}">' for name, value in given])


def _people(value: Any, depth: int) -> Iterator[str]:
    """The names in the value of a member for people, however deep."""
    if isinstance(value, str):
        if _NAME.fullmatch(value.strip()):
            yield value.strip()
    elif isinstance(value, dict | list) and depth < MAX_PERSON_DEPTH:
        members = _normalised(value) if isinstance(value, dict) else {}
        if _OTHER_ROLE.search(str(members.get("role"))):
            return
        names = ([members.get(key) for key in keys] for keys in _NAMES)
        whole = next((name for name in names if all(isinstance(part, str) and part.strip() for part in name)), None)
        if whole is not None:
            yield from _people(" ".join(map(str, whole)), depth)
            return
        for inner in value if isinstance(value, list) else value.values():
            if isinstance(value, list) or isinstance(inner, dict | list):
                yield from _people(inner, depth + 1)


def _date(value: Any) -> str | None:
    """A date as text; ISO 8601 if it is a number of seconds or milliseconds since 1970."""
    if isinstance(value, dict):
        return next(filter(None, map(_date, value.values())), None)
    if isinstance(value, str) and not value.strip().isdecimal():
        return value.strip() if _DATE.fullmatch(value.strip()) else None
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        seconds = float(value)
    except OverflowError:
        return None
    if seconds > MAX_SECONDS:
        seconds /= 1000
    if not MIN_SECONDS < seconds < MAX_SECONDS:
        return None
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _normalised(members: dict[str, Any]) -> dict[str, Any]:
    """Members by lower-case name without underscores."""
    return {name.replace("_", "").lower(): value for name, value in members.items()}
