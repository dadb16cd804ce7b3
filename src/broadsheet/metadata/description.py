"""The summary that a page gives of itself."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from broadsheet.article.provenance import Claim
from broadsheet.metadata.around.context import Context, fold, words
from broadsheet.metadata.site.chosen import is_called
from broadsheet.metadata.site.hosts import site_labels
from broadsheet.metadata.stated.json_ld import types
from broadsheet.metadata.stated.structured import clean, texts_of
from broadsheet.metadata.written.introductions import starts_byline
from broadsheet.page import tags

__all__ = ["description"]

_NAMES: Final = (
    "og:description", "description", "twitter:description", "dc.description", "dcterms.description",
    "sailthru.description", "abstract",
)  # fmt: skip
"""Names of ``meta`` elements that summarise a page."""
_META: Final = tags.IDS["meta"]
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
_TAG_BEGUN: Final = re.compile(r"\s*<[a-zA-Z/][^<>]*$")
"""A tag in an attribute that ended with the first quotation mark in it."""
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
_OWN: Final = 0.6
"""The share from which a summary is of the article, so that another may be of the site."""
_BEGIN: Final = 2000
_BODY: Final = 500
"""Characters of a body that is long enough to have them."""


def description(context: Context) -> tuple[Claim, ...]:
    """The page's own summary: JSON-LD, Open Graph, ``meta``, microdata.

    What has no letter, is a program, or is what a publishing system says by itself, says nothing, and neither does what
    the site says of itself, nor the title where it is all that is said. What only repeats the title or its beginning,
    and what was cut where another source has the whole, or at a quotation mark that nobody escaped, comes last, and so
    does what may be of the site where another is of the article. What is said twice is given once.
    """
    structured = context.structured
    found = [Claim(text, source) for value, source in structured.stated("description") for text in texts_of(value)[:1]]
    ends = {value: f"{_TAG_BEGUN.sub('', value)} …" for value in structured.broken}
    found += [Claim(ends.get(value, value), source) for value, source in structured.metas(*_NAMES)]
    found += [
        Claim(one.value, f"{one.kind}:{one.type}.description")
        for one in structured.marked
        if one.name == "description" and _PAGE.search(one.type) and not _is_body(context, one.row)
    ]
    if not found:
        found += _of_values(context)
    cut_off = frozenset(ends.values())
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
    if len(said := {fold(claim.value) for claim in telling}) < 2:
        return () if said <= titles else tuple(telling)
    whole = tuple(map(fold, context.headlines))

    def is_poor(claim: Claim) -> bool:
        folded = fold(claim.value)
        says_title = folded in titles or any(title.startswith(folded) for title in whole)
        return says_title or _is_cut(claim.value, telling) or claim.value in cut_off

    ranked = sorted(telling, key=is_poor)
    if not _may_be_of_others(context, ranked[0].value):  # mostly
        return tuple(ranked)
    later = _later(context, [claim.value for claim in ranked])
    return tuple(sorted(ranked, key=lambda claim: (is_poor(claim), claim.value in later)))


def _of_values(context: Context) -> list[Claim]:
    """Summaries in ``meta`` elements that have a ``value`` where they should have a ``content``."""
    elements, found = context.elements, []
    for row in elements.having("value", of=_META):
        name = (elements.value(row, "property") or elements.value(row, "name")).strip().lower()
        if name in _NAMES and (text := clean(elements.value(row, "value"))):
            found.append(Claim(text, f"meta:{name}"))
    return sorted(found, key=lambda claim: _NAMES.index(claim.source.removeprefix("meta:")))


def _may_be_of_others(context: Context, text: str) -> bool:
    """Whether a summary begins with the name of the site, or with a byline, as first lines of texts do; or stands above
    the body of a page without a headline, as what a site says of itself does; or has hardly a word of the article.
    """
    parts = _TAIL.split(text, maxsplit=1)
    return (
        (len(parts) > 1 and is_called(context, parts[0]))
        or starts_byline(text)
        or (context.headline_row < 0 and _is_above(context, text))
        or (len(context.body_text) >= _BODY and _share_of_article(context, text) <= _SHARE)
    )


def _later(context: Context, texts: list[str]) -> set[str]:
    """Those of some summaries of which that is true and that another is better than: of the first lines of a text, one
    that does not hold them, and of those with other words, one that has most of its words from the article.
    """
    plain = [text for text in dict.fromkeys(texts) if not _may_be_of_others(context, text)]
    own = [text for text in plain if len(context.body_text) < _BODY or _share_of_article(context, text) >= _OWN]
    return {
        text
        for text in texts
        if text not in plain and any(text[:_ENOUGH] not in other for other in (plain if starts_byline(text) else own))
    }


def _share_of_article(context: Context, text: str, names: Collection[str] = ()) -> float:
    """The share of a summary's telling words, besides some names, that the title and the body's beginning have; where
    that is little, those that the whole body has, since most summaries are of the beginning.
    """
    telling = {word for word in words(text) if len(word) >= _WORD or not word.isascii()}
    telling = {word for word in telling if not any(word in name for name in names)}
    stems = [word[: max(_WORD, len(word) - _ENDING)] for word in telling]
    share = 0.0
    for make in (_beginning, _body):
        body = context.once(make)
        share = sum(map(body.__contains__, stems)) / max(1, len(stems))
        if share > _SHARE:
            break
    return share


def _beginning(context: Context) -> str:
    """The title and the beginning of the body in small letters."""
    return f"{context.structured.title}\0{context.body_text[:_BEGIN]}".lower()


def _body(context: Context) -> str:
    """The body in small letters."""
    return context.body_text.lower()


def _is_above(context: Context, text: str) -> bool:
    """Whether a line above the body, outside of the article, says this."""
    above = context.texts[: context.first]
    return text in above and not context.is_in_article(context.first_row[above.index(text)])


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
    return _share_of_article(context, text, names) <= _SHARE


def _without_site(context: Context, text: str) -> str:
    """A summary without separators in front, and without the name of the site behind it."""
    text = _BEGINNING.sub("", text)
    parts = _TAIL.split(text)
    return text[: text.rindex(parts[-1])].rstrip(_BETWEEN) if len(parts) > 1 and is_called(context, parts[-1]) else text


def _is_cut(text: str, claims: list[Claim]) -> bool:
    """Whether a summary breaks off that goes on in another source."""
    end = _CUT.search(text) if text.endswith(_CUT_ENDS) else None
    if end is None or end.start() < _ENOUGH:
        return False
    beginning = fold(text[: end.start()])
    return any(len(claim.value) > len(text) and fold(claim.value).startswith(beginning) for claim in claims)
