"""The article's text in the state of a single-page application.

Such pages have next to no text before scripts run; it is in their state (`broadsheet.body.fusion.app_scripts`).
There is no standard format, but a text has its headline beside it, and is HTML, plain text, or a list of blocks as
publishing systems store it (Arc XP, Contentful, Draft.js, Editor.js, Gutenberg, Lexical, ProseMirror, Sanity).
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

from broadsheet.errors import PageTooLarge
from broadsheet.facts.app_facts import microdata
from broadsheet.facts.app_scripts import MAX_DEPTH, states
from broadsheet.facts.facts import Facts
from broadsheet.facts.texts import clean, fold
from broadsheet.page import Page, read_page

__all__ = ["shown_by_app"]

MIN_ARTICLE_CHARS: Final = 300
MAX_SHELL_CHARS: Final = 4_000  # most visible characters of an application's shell, with header and footer
MAX_OBJECTS: Final = 200_000  # objects and lists checked per page

_END_OF_BODY: Final = re.compile("</body", re.IGNORECASE)
MIN_HEADLINE_LETTERS: Final = 6  # shorter values are names of something else
_HEADLINES: Final = ("headline", "title", "headlines", "name")
_BODY: Final = re.compile(
    r"body|content|text|html|story|article|paragraph|blocks|elements|document|detail", re.IGNORECASE
)
"""Names of members that may hold a text or its container."""
_INNER: Final = (
    "content",
    "content_elements",
    "blocks",
    "elements",
    "paragraphs",
    "children",
    "body",
    "document",
    "nodes",
    "root",
    "attributes",
    "innerBlocks",
)
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


class _Article(NamedTuple):
    """An object with a headline.

    Attributes:
        headline: the headline as text, perhaps empty.
        members: the object's members.
        around: the members of the object around it.
    """

    headline: str
    members: dict[str, Any]
    around: dict[str, Any]


class _Candidate(NamedTuple):
    """A text, and the headline beside it.

    Attributes:
        of: the article with the headline.
        folded: the headline, case-folded.
        size: characters of the text.
        source: the text as HTML.
    """

    of: _Article
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
    said = f"<h1>{html.escape(best.of.headline)}</h1>{microdata(best.of.members, best.of.around)}"
    article = f"<article>{said}{best.source}</article>"
    try:
        shown = read_page(page.source[:at] + article + page.source[at:], url=page.url)
    except PageTooLarge:
        return None
    return replace(shown, encoding=page.encoding)


def _candidates(page: Page) -> Iterator[_Candidate]:
    """The texts with a headline beside them or their containers."""
    objects = MAX_OBJECTS
    for state in states(page):
        waiting: list[tuple[Any, _Article, dict[str, Any], int]] = [(state, _Article("", {}, {}), {}, 0)]
        while waiting and objects:
            objects -= 1
            one, of, around, depth = waiting.pop()
            if isinstance(one, dict):
                if headline := _headline(one):
                    of = _Article(headline, one, around)
                for name, member in one.items():
                    if of.headline and _BODY.search(name):
                        source = _source(member)
                        size = len(_ANY_TAG.sub("", source))
                        if size >= MIN_ARTICLE_CHARS and _SENTENCE.search(source):
                            yield _Candidate(of, fold(of.headline), size, source)
            members = one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
            if depth < MAX_DEPTH:
                within = one if isinstance(one, dict) else {}
                waiting += [(member, of, within, depth + 1) for member in members if isinstance(member, dict | list)]


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
    if isinstance(value, str):
        return value if _MARKUP.search(value) else _paragraphs(value)
    for _ in range(MAX_DEPTH):
        if isinstance(value, list):
            return "".join(map(_block, value))
        if not isinstance(value, dict):
            return ""
        text = next((value[name] for name in _WORDS if isinstance(value.get(name), str) and value[name]), None)
        if text is not None:
            return _source(text)
        value = next((value[name] for name in _INNER if isinstance(value.get(name), dict | list)), None)
    return ""


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
        for name in (*_WORDS, *_INNER):
            if value.get(name):
                yield from _inline(value[name], depth + 1)
                return
