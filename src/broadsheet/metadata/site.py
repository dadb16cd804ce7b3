"""The publisher's name for the site: the first one that the page states, else the one that it shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from broadsheet.article.provenance import Claim
from broadsheet.facts.structured import texts_of, types
from broadsheet.facts.texts import ascii_, clean, fold, words
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.section import FIRST_PAGES
from broadsheet.page import tags

__all__ = ["own_names", "site_name"]

_NAME_CHARS: Final = 60
_NAME_WORDS: Final = 6
"""Characters and words of a name that is shown."""
_PART: Final = re.compile(
    r"\s+(?:[|»«·•★│・–—:/\\>‹›~_-]|::|--|//)\s+|\s*[|｜»«·•]\s*|_(?=\S)|:\s+|\s*[-–—－]\s*(?=[^\x00-\u2e7f])"
)
"""What stands in a title beside the site's name. Scripts without spaces have none there either."""
_ADDRESS: Final = re.compile(r"@|https?:|[\w-]+(?:\.[\w-]+)+(?:/|$)")
"""How handles and addresses begin."""
_EDGES: Final = " \t,;:|–—―-·•*?\"'“”«»"
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
"""What is in a part of a title that is a date."""
_GENERAL: Final = frozenset("www web m mobile amp news blog forum com co org net gov edu ac archive media".split())
"""Labels of hosts that name no site."""
_ARTICLES: Final = frozenset("the der die das le la les el los il o a".split())
_TELLING: Final = 4
"""Characters of a name that is not in a host by chance."""
_SPARE: Final = 14
"""Characters that a name may have besides those that the host has."""
_MOST: Final = 20
"""Stated names that are read."""
_LINES: Final = 8
_LINE_CHARS: Final = 300
"""Segments before the body of which one may be the headline, and characters of it."""

_A, _IMG = tags.IDS["a"], tags.IDS["img"]


def site_name(context: Context) -> tuple[Claim, ...]:
    """Names of the site: Open Graph, JSON-LD, the application's name; the part of the title that is like the host; the
    link to the first page, likewise; the part of the title beside the headline.

    Of a name with a slogan behind it, the part that is like the host is given. Addresses and handles come last.
    """
    named = [claim for claim in islice(_stated(context), _MOST) if len(claim.value) <= _LINE_CHARS]
    stated = [_without_slogan(context, claim) for claim in named]
    shown = list(_of_title(context)) if all(_ADDRESS.match(claim.value) for claim in stated) else []
    if not (stated or shown):
        shown = [*_of_links(context), *_beside_headline(context)]
    claims = [Claim(name, claim.source) for claim in (*stated, *shown) if (name := claim.value.removeprefix("www."))]
    if claims and _ADDRESS.match(claims[0].value):
        claims.sort(
            key=lambda claim: _ADDRESS.match(claim.value) is not None or not _is_like_host(context, claim.value)
        )
    return tuple(claims)


def own_names(context: Context) -> frozenset[str]:
    """The names of the site, folded: what the page states, and what was found."""
    return context.site_names | {fold(claim.value) for claim in context.once(site_name)[:1]}


def _stated(context: Context) -> Iterator[Claim]:
    structured = context.structured
    for value, source in structured.metas("og:site_name", "og:sitename", "og:site"):
        yield Claim(value, source)
    for thing in structured.objects:
        if "WebSite" in types(thing) and (name := clean(thing.get("name"))) and fold(name) not in FIRST_PAGES:
            yield Claim(name, "json-ld:WebSite.name")
    authors = {fold(name) for value, _ in structured.stated("author") for name in texts_of(value)}
    for value, source in structured.stated("publisher"):
        yield from (
            Claim(name, f"{source}.name")
            for name in texts_of(value)
            if fold(name) not in authors or _is_like_host(context, name)
        )
    title = fold(structured.title or "")
    for value, source in structured.metas(
        "application-name", "apple-mobile-web-app-title", "publisher", "dc.publisher", "cre"
    ):
        if fold(value) in title or _is_like_host(context, value):
            yield Claim(value, source)


def _headlines(context: Context) -> frozenset[str]:
    """The headlines that the page states, and the lines that may show one, folded."""
    structured = context.structured
    shown = context.texts[max(0, context.first - _LINES) : context.first + 1]
    texts = (clean(structured.article.get("headline")), *structured.meta.get("og:title", ()), *shown)
    return frozenset(fold(text) for text in texts if text and len(text) <= _LINE_CHARS)


def _without_slogan(context: Context, claim: Claim) -> Claim:
    """A stated name, or that part of it that is like the host."""
    parts = _PART.split(claim.value) if fold(claim.value) not in context.once(_labels) else []
    part = next((part for part in parts if _is_like_host(context, part)), None) if len(parts) > 1 else None
    return claim if part is None else Claim(part.strip(_EDGES), f"{claim.source} (part)")


def _parts_of_title(context: Context) -> list[str]:
    """The parts of the title that may be a name, the outermost first."""
    parts = [part for one in _PART.split(clean(context.structured.title) or "") if (part := one.strip(_EDGES))]
    ordered = [*parts[-1:], *parts[:1], *parts[-2:0:-1]] if len(parts) > 1 else []
    return [part for part in ordered if len(part) <= _NAME_CHARS and len(part.split()) <= _NAME_WORDS]


def _of_title(context: Context) -> Iterator[Claim]:
    """The parts of the title that are like the host."""
    for part in _parts_of_title(context):
        if fold(part) not in context.once(_headlines) and (_is_like_host(context, part) or _ADDRESS.match(part)):
            yield Claim(part, "title (part)")


def _beside_headline(context: Context) -> Iterator[Claim]:
    """The last part of a title that begins with the headline, the first of one that ends with it."""
    title = clean(context.structured.title) or ""
    folded, parts = fold(title), _PART.split(title)
    headlines = [one for one in context.once(_headlines) if _TELLING < len(one) < len(folded)]
    for at, is_beside in ((-1, folded.startswith), (0, folded.endswith)):
        part = parts[at].strip(_EDGES)
        is_name = len(part.split()) <= _NAME_WORDS and _YEAR.search(part) is None
        if any(map(is_beside, headlines)) and 2 * len(part) < len(title) and is_name:
            yield Claim(part, "title (part)")


def _of_links(context: Context) -> Iterator[Claim]:
    """The texts of links to the first page, or of their images, if they are like the host."""
    value = context.elements.value
    for row, address in context.elements.column("href").items():
        if context.tag[row] == _A and context.is_home(address):
            images = (value(at, "alt") for at in range(row, context.end[row]) if context.tag[at] == _IMG)
            name = context.words_of(row) or next(images, "")
            if len(name) <= _NAME_CHARS and len(name.split()) <= _NAME_WORDS and _is_like_host(context, name):
                yield Claim(name.strip(_EDGES), "text:home")


def _labels(context: Context) -> list[str]:
    """The labels of the host that may name the site, folded, and the whole host."""
    labels = [fold(label) for label in context.host.split(".")[:-1] if label not in _GENERAL]
    return [label for label in (*sorted(labels, key=len, reverse=True), fold(context.host)) if label]


def _is_like_host(context: Context, name: str) -> bool:
    """Whether the host may stand for a name: one is in the other, or it is made of the beginnings of the words."""
    own = [ascii_(word) for word in words(name)] if len(name) <= _LINE_CHARS else []
    parts = own[1:] if len(own) > 1 and own[0] in _ARTICLES else own
    whole = "".join(parts)
    for label in context.once(_labels) if whole else ():
        if whole == label or (len(whole) >= _TELLING and whole in label):
            return True
        if len(label) >= _TELLING and label in whole and len(whole) <= len(label) + _SPARE:
            return True
        if len(label) > 2 and any(
            len(one) > 1 and label[0] == one[0][0] and _abbreviates(label, one) for one in (parts, own)
        ):
            return True
    return False


def _abbreviates(label: str, parts: list[str]) -> bool:
    """Whether a label is made of beginnings of all words, in order.

    >>> _abbreviates("latimes", ["los", "angeles", "times"])
    True
    """
    ends = {0}
    for part in parts:
        ends = {at + size for at in ends for size in range(1, len(part) + 1) if label.startswith(part[:size], at)}
    return len(label) in ends
