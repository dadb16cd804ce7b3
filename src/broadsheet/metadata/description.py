"""The summary that a page gives of itself."""

from __future__ import annotations

import re
from typing import Final

from broadsheet.article.provenance import Claim
from broadsheet.metadata.context import Context, fold, words
from broadsheet.metadata.json_ld import types
from broadsheet.metadata.site import site_labels
from broadsheet.metadata.structured import clean, texts_of

__all__ = ["description"]

_PAGE: Final = re.compile(r"Article|Posting|WebPage")
_CODE: Final = re.compile(
    r"[{}]\s*[\w$.]+\s*[:=(]|\bfunction\s*\w*\(|\bdocument\.\w|^\[\w+[:=\]]|\[/?(?:caption|gallery|embed|vc_\w+)\b"
)
"""Programs and the marks of publishing systems, where a summary was cut from a page by force."""
_IN_CODE: Final = ("{", "}", "(", "[", "document.")
"""One of these is in all that the pattern above finds."""
_NOBODYS: Final = re.compile(
    r"^(?:Joomla! - |Just another WordPress|Ein weiteres WordPress|Un site utilisant WordPress|"
    r"Otro sitio realizado con)",
    re.IGNORECASE,
)
"""What publishing systems say before anybody has written a summary."""
_CUT: Final = re.compile(r"\s*(?:…|\.\.\.|\[(?:…|\.\.\.)\])$")
_CUT_ENDS: Final = ("…", "...", "]")
"""How a summary ends that was cut."""
_TAIL: Final = re.compile(r"\s+[|–—·•-]\s+")
_BEGINNING: Final = re.compile(r"^[\s,;:|–—·•-]+")
_MOST: Final = 20
"""Summaries of a page that are compared."""
_ENOUGH: Final = 40
"""Characters in which a cut summary and a whole one agree."""
_AGAIN: Final = 20
"""Characters after which a summary that begins again says the same."""
_BETWEEN: Final = " |–—·•-"
_OF_SITE: Final = re.compile(r"WebSite|Organization")
_WORD: Final = 4
_ENDING: Final = 2
"""Letters of a word that tells what a summary is about, and of its end in which its forms differ."""
_SHARE: Final = 0.3
"""The share of its words up to which the article may have those of a summary that speaks of the site."""
_BEGIN: Final = 2000
_BODY: Final = 500
"""Characters of a body that is long enough to have them."""


def description(context: Context) -> tuple[Claim, ...]:
    """The page's own summary: JSON-LD, Open Graph, ``meta``, microdata.

    What has no letter, is a program, or is what a publishing system says by itself, says nothing, and neither does what
    the site says of itself; what only repeats the title, and what was cut where another source has the whole, come
    last. What is said twice is given once.
    """
    structured = context.structured
    found = [Claim(text, source) for value, source in structured.stated("description") for text in texts_of(value)[:1]]
    found += [
        Claim(value, source)
        for value, source in structured.metas(
            "og:description", "description", "twitter:description", "dc.description", "dcterms.description",
            "sailthru.description", "abstract",
        )
    ]  # fmt: skip
    found += [
        Claim(one.value, f"{one.kind}:{one.type or 'Thing'}.description")
        for one in structured.marked
        if one.name == "description" and _PAGE.search(one.type) and not _is_body(context, one.row)
    ]
    clear = {
        text: _without_site(context, text)
        for text in dict.fromkeys(claim.value for claim in found)
        if any(map(str.isalpha, text))
        and not (any(map(text.__contains__, _IN_CODE)) and _CODE.search(text))
        and not _NOBODYS.match(text)
    }
    telling = [Claim(clear[claim.value], claim.source) for claim in found if claim.value in clear]
    of_site = {
        fold(text)
        for thing in structured.objects
        if any(_OF_SITE.search(kind) for kind in types(thing))
        and (text := clean(thing.get("description")) or clean(thing.get("slogan")))
    }
    said_of_site = {
        text
        for text in {claim.value for claim in telling[:_MOST]}
        if (of_site and fold(text) in of_site) or _is_saying(context, text) or _speaks_of_site(context, text)
    }
    telling = [Claim(_once(claim.value), claim.source) for claim in telling[:_MOST] if claim.value not in said_of_site]
    titles = {fold(part) for text in context.headlines for part in (text, *_TAIL.split(text))}
    return tuple(sorted(telling, key=lambda claim: fold(claim.value) in titles or _is_cut(claim.value, telling)))


def _is_body(context: Context, row: int) -> bool:
    """Whether an element holds most of the body: it is marked as both."""
    return 2 * context.body_in(row) > max(1, len(context.body))


def _is_saying(context: Context, text: str) -> bool:
    """Whether a line above the headline, outside of the article, says this: it is what a site says of itself."""
    above = context.texts[: context.first]
    if text not in above:  # mostly
        return False
    row = context.first_row[above.index(text)]
    return row < context.headline_row and not context.is_in_article(row)


def _once(text: str) -> str:
    """A summary that is not said twice, and whose beginning is not.

    >>> _once("The bridge is agreed at last. The bridge is agreed at last.")
    'The bridge is agreed at last.'
    """
    at = text.find(text[:_AGAIN], _AGAIN)
    if at < 0:
        return text
    first, rest = text[:at].rstrip(_BETWEEN), text[at:]
    return rest if rest.startswith(first) else text


def _speaks_of_site(context: Context, text: str) -> bool:
    """Whether a summary names the site, and has hardly a word of the article."""
    folded = fold(text)
    names = list(context.long_site_names)
    if not context.host:
        names += [label for label in context.once(site_labels) if len(label) > _WORD]
    if not any(name in folded for name in names) or len(context.body_text) < _BODY:
        return False
    telling = {word for word in words(text) if len(word) >= _WORD or not word.isascii()}
    telling = {word for word in telling if not any(word in name for name in names)}
    stems = [word[: max(_WORD, len(word) - _ENDING)] for word in telling]
    # Most summaries are of the beginning.
    for body in (f"{context.structured.title}\0{context.body_text[:_BEGIN]}", context.body_text):
        body = body.lower()
        if sum(map(body.__contains__, stems)) > _SHARE * len(stems):
            return False
    return True


def _without_site(context: Context, text: str) -> str:
    """A summary without separators in front, and without the name of the site behind it."""
    text = _BEGINNING.sub("", text)
    parts = _TAIL.split(text)
    return text[: text.rindex(parts[-1])].rstrip(_BETWEEN) if len(parts) > 1 and context.is_site(parts[-1]) else text


def _is_cut(text: str, claims: list[Claim]) -> bool:
    """Whether a summary breaks off that goes on in another source."""
    end = _CUT.search(text) if text.endswith(_CUT_ENDS) else None
    if end is None or end.start() < _ENOUGH:
        return False
    beginning = fold(text[: end.start()])
    return any(len(claim.value) > len(text) and fold(claim.value).startswith(beginning) for claim in claims)
