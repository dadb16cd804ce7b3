"""The publisher's name for the site: the first that the page states, else the first that it shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from broadsheet.article.provenance import Claim
from broadsheet.facts.structured import texts_of, types
from broadsheet.facts.texts import ascii_, clean, fold, words
from broadsheet.metadata.context import Context
from broadsheet.page import tags

__all__ = ["own_names", "site_name"]

MAX_STATED: Final = 20  # stated names that are read
MAX_STATED_CHARS: Final = 300
MAX_NAME_CHARS, MAX_NAME_WORDS = 60, 6  # of a name that is shown
_SEPARATOR: Final = re.compile(
    r"\s+(?:[|»«·•★│・–—:/\\>‹›~_-]|::|--|//)\s+|\s*[|｜»«·•]\s*|_(?=\S)|:\s+|\s*[-–—－]\s*(?=[^\x00-\u2e7f])"
)
"""Separators of a headline, the site's name and its slogan; scripts without spaces have none around it."""
_EDGES: Final = " \t,;:|–—―-·•*?\"'“”«»"
_ADDRESS: Final = re.compile(r"@|https?:|[\w-]+(?:\.[\w-]+)+(?:/|$)")
"""Beginnings of handles and addresses."""
_GENERAL: Final = frozenset("www web m mobile amp news blog forum com co org net gov edu ac archive media".split())
"""Labels of hosts that name no site."""
MIN_TELLING_CHARS: Final = 4  # of a name that is not in a host, or a headline in a title, by chance
MAX_EXTRA_CHARS: Final = 14  # of a name that has a label of the host in it
HEADLINE_SEGMENTS: Final = 8  # segments before the body that may be the headline

_A, _IMG = tags.IDS["a"], tags.IDS["img"]


def site_name(context: Context) -> tuple[Claim, ...]:
    """Names of the site: Open Graph, JSON-LD, the application's name; without any, the part of the title that is like
    the host, a link to the home page that is like it, and the part of the title beside the headline.

    Addresses and handles come after names that are like the host.
    """
    stated = [_without_slogan(context, claim) for claim in islice(_stated(context), MAX_STATED)]
    shown = list(_of_title(context)) if all(_ADDRESS.match(claim.value) for claim in stated) else []
    if not (stated or shown):
        shown = [*_of_links(context), *_beside_headline(context)]
    claims = [Claim(claim.value.removeprefix("www."), claim.source) for claim in (*stated, *shown)]
    if claims and _ADDRESS.match(claims[0].value):
        claims.sort(key=lambda claim: bool(_ADDRESS.match(claim.value)) or not _is_like_host(context, claim.value))
    return tuple(claims)


def own_names(context: Context) -> frozenset[str]:
    """The names of the site, folded: all stated ones, and the chosen one."""
    return context.site_names | {fold(claim.value) for claim in context.once(site_name)[:1]}


def _stated(context: Context) -> Iterator[Claim]:
    structured = context.structured
    found = list(structured.metas("og:site_name", "og:sitename", "og:site"))
    for thing in structured.objects:
        if "WebSite" in types(thing):
            found += [(name, "json-ld:WebSite.name") for name in texts_of(thing.get("name"))[:1]]
    for value, source in structured.stated("publisher"):
        found += [(name, f"{source}.name") for name in texts_of(value)]
    found += structured.metas("application-name", "apple-mobile-web-app-title", "publisher", "dc.publisher", "cre")
    return (Claim(name, source) for name, source in found if len(name) <= MAX_STATED_CHARS)


def _without_slogan(context: Context, claim: Claim) -> Claim:
    """A stated name, or the part of it that is like the host."""
    if fold(claim.value) in context.once(_labels):
        return claim
    first, *others = _SEPARATOR.split(claim.value)
    part = next((part for part in (first, *others) if _is_like_host(context, part)), None) if others else None
    return claim if part is None else Claim(part.strip(_EDGES), f"{claim.source} (part)")


def _of_title(context: Context) -> Iterator[Claim]:
    """The parts of the title that are like the host, the last first."""
    parts = [part.strip(_EDGES) for part in _SEPARATOR.split(clean(context.structured.title) or "")]
    for part in reversed(parts if len(parts) > 1 else []):
        if _may_name(context, part) and fold(part) not in context.once(_headlines):
            yield Claim(part, "title (part)")


def _may_name(context: Context, text: str) -> bool:
    """Whether a shown text is short, and like the host."""
    return len(text) <= MAX_NAME_CHARS and text.count(" ") < MAX_NAME_WORDS and _is_like_host(context, text)


def _headlines(context: Context) -> frozenset[str]:
    """The headlines that the page states, and the lines that may show one, folded."""
    structured = context.structured
    shown = context.texts[max(0, context.first - HEADLINE_SEGMENTS) : context.first + 1]
    texts = (clean(structured.article.get("headline")), *structured.meta.get("og:title", ()), *shown)
    return frozenset(fold(text) for text in texts if text and len(text) <= MAX_STATED_CHARS)


def _beside_headline(context: Context) -> Iterator[Claim]:
    """The last part of a title that begins with the headline, the first of one that ends with it."""
    title = clean(context.structured.title) or ""
    folded, parts = fold(title), _SEPARATOR.split(title)
    headlines = [one for one in context.once(_headlines) if MIN_TELLING_CHARS < len(one) < len(folded)]
    for at, is_beside in ((-1, folded.startswith), (0, folded.endswith)):
        part = parts[at].strip(_EDGES)
        if 2 * len(part) < len(title) and part.count(" ") < MAX_NAME_WORDS and any(map(is_beside, headlines)):
            yield Claim(part, "title (part)")


def _of_links(context: Context) -> Iterator[Claim]:
    """The texts of links to the home page, or of their images, that are like the host."""
    value = context.elements.value
    for row, address in context.elements.column("href").items():
        if context.tag[row] == _A and context.is_home(address):
            images = (value(at, "alt") for at in range(row, context.end[row]) if context.tag[at] == _IMG)
            name = context.words_of(row) or next(images, "")
            if _may_name(context, name):
                yield Claim(name.strip(_EDGES), "text:home")


def _labels(context: Context) -> list[str]:
    """The labels of the host that may name the site, and the whole host, folded."""
    labels = [label for label in context.host.split(".")[:-1] if label not in _GENERAL]
    return [folded for label in (*labels, context.host) if (folded := fold(label))]


def _is_like_host(context: Context, name: str) -> bool:
    """Whether a name is in a label of the host, or has one in it and little else."""
    whole = "".join(map(ascii_, words(name)))
    return any(
        whole == label
        or (len(whole) >= MIN_TELLING_CHARS and whole in label)
        or (len(label) >= MIN_TELLING_CHARS and label in whole and len(whole) <= len(label) + MAX_EXTRA_CHARS)
        for label in (context.once(_labels) if whole else ())
    )
