"""The publisher's name for the site."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from broadsheet.article.provenance import Claim
from broadsheet.metadata.context import Context, ascii_, fold, words
from broadsheet.metadata.json_ld import types
from broadsheet.metadata.structured import clean, texts_of
from broadsheet.page import tags

__all__ = ["site_name"]

_HANDLE: Final = re.compile(r"^@|^https?:|^www\.|^[\w-]+(?:\.[\w-]+)+[/,]")
_ADDRESS: Final = re.compile(rf"{_HANDLE.pattern}|^[\w-]+(?:\.[\w-]+)+$")
_LONGEST: Final = 60
"""Characters of a name of a site."""
_MOST_WORDS: Final = 6
_PART: Final = re.compile(r"\s+(?:[|»«·•–—:/\\>‹›~-]|::|--)\s+|\s*[|｜»«·•]\s*|_(?=\S)|\s*[-–—－]\s*(?=[^\x00-\u2e7f])")
"""What a title has before or behind the site's name. Scripts that know no spaces have none there either."""
_RIGHTS: Final = re.compile(
    r"©|\(c\)|&copy;|\bcopyright\b|\ball rights reserved\b.*|alle rechte vorbehalten.*|tous droits réservés.*|"
    r"todos los derechos reservados.*|todos os direitos reservados.*|tutti i diritti riservati.*|版权所有|版權所有|"
    r"все права защищены.*|wszelkie prawa zastrzeżone.*|\b(?:19|20)\d\d\b(?:\s*[-–]\s*(?:(?:19|20)\d\d)?)?",
    re.IGNORECASE,
)
_BEHIND: Final = re.compile(r"(?<=\w)[\s,;|–-]+https?://\S+$")
"""An address behind a name."""
_OF_RIGHTS: Final = re.compile(r"©|\bcopyright\b|版权所有|版權所有", re.IGNORECASE)
_EDGES: Final = " \t,.;:|–—-·•*?\"'“”«»"
_FOOTER: Final = 25
"""Segments at the end of a page among which the line of rights is."""
_TELLING: Final = 4
"""Letters of a part of a title that are no accident when they are found elsewhere."""
_WIDE: Final = 3
"""The same for scripts of which a character is a syllable or a word."""
_ENDS: Final = 4
"""Parts at each end of a title that are looked at."""
_SPARE: Final = 14
"""Letters that a name may have besides those that the address has."""
_A, _IMG = tags.IDS["a"], tags.IDS["img"]
_LOGO_ROWS: Final = 30
"""Rows of a link to the home page that holds a logo."""


def site_name(context: Context) -> tuple[Claim, ...]:
    """The name of the site.

    Sources in order: Open Graph, the site in JSON-LD, the JSON-LD publisher, microdata, ``meta``; the part of the title
    that is like the host, or that the line of rights or the link to the home page repeats; what stands in
    ``meta`` for the holder of the rights. An address or a handle is a name only where there is no other.
    """
    structured = context.structured
    found = [Claim(value, source) for value, source in structured.metas("og:site_name")]
    found += [
        Claim(name, "json-ld:WebSite.name")
        for thing in structured.objects
        if "WebSite" in types(thing) and (name := clean(thing.get("name")))
    ]
    found += [
        Claim(name, f"{source}.name") for value, source in structured.stated("publisher") for name in texts_of(value)
    ]
    found += [
        Claim(one.value, f"{one.kind}:{one.type or 'Thing'}.{one.name}")
        for one in structured.marked
        if one.name == "publisher" and len(one.value) < _LONGEST
    ]
    found += [
        Claim(value, source)
        for value, source in structured.metas(
            "application-name", "apple-mobile-web-app-title", "dc.publisher", "dcterms.publisher", "publisher", "cre",
        )
    ]  # fmt: skip
    if all(_HANDLE.search(claim.value) for claim in found):
        found += _of_title(context)
    found += [
        Claim(value, source)
        for text, source in structured.metas("copyright", "twitter:site")
        if (value := _RIGHTS.sub("", text).strip(_EDGES)) and len(value) < _LONGEST
    ]
    found = [Claim(_BEHIND.sub("", claim.value), claim.source) for claim in found]
    for poorest in (_ADDRESS, _HANDLE):
        if proper := [claim for claim in found if not poorest.search(claim.value)]:
            return tuple(proper)
    return tuple(found)


def _of_title(context: Context) -> Iterator[Claim]:
    """The parts of the title that are names of the site, by what the address and other lines of the page say."""
    text = clean(context.structured.title)
    parts = [part for one in _PART.split(text or "") if (part := one.strip(_EDGES))]
    if len(parts) < 2:
        return
    longest = max(map(len, parts))
    parts = parts if len(parts) <= 2 * _ENDS else [*parts[:_ENDS], *parts[-_ENDS:]]
    elsewhere = None
    for part in (parts[-1], parts[0], *parts[-2:0:-1]):
        if len(part) > _LONGEST or len(part.split()) > _MOST_WORDS or not any(map(str.isalpha, part)):
            continue
        if is_like_host(part, context.domain_word):
            yield Claim(part, "title (part)")
            continue
        wide = any(character > "\u2e7f" for character in part)
        if len(part) == longest and (wide or part == parts[0]):
            continue  # the headline
        if elsewhere is None:
            elsewhere = _elsewhere(context)
        name = fold(part)
        if len(name) >= (_WIDE if wide else _TELLING) and any(
            name == line or (rights and name in line) for line, rights in elsewhere
        ):
            yield Claim(part, "title (part)")


def is_like_host(name: str, label: str) -> bool:
    """Whether a name of a site may be what a label of its host stands for.

    >>> is_like_host("Los Angeles Times", "latimes"), is_like_host("The Courier", "courier")
    (True, True)
    >>> is_like_host("Bridge agreed", "courier")
    False
    """
    parts = [ascii_(word) for word in words(name)]
    whole = "".join(parts)
    if not whole or not label:
        return False
    if whole == label or (len(whole) >= _TELLING and whole in label):
        return True
    if len(label) >= _TELLING and label in whole and len(whole) <= len(label) + _SPARE:
        return True
    return len(label) > 2 and len(parts) > 1 and label[0] == parts[0][0] and _abbreviates(label, parts)


def _abbreviates(label: str, parts: list[str]) -> bool:
    """Whether a label is made of beginnings of all words, in order: ``l`` + ``a`` + ``times``."""
    ends = {0}
    for part in parts:
        ends = {
            at + size
            for at in ends
            for size in range(1, len(part) + 1)
            if label.startswith(part[:size], at)
        }  # fmt: skip
    return len(label) in ends


def _elsewhere(context: Context) -> list[tuple[str, bool]]:
    """Where the page names its site, folded: lines of rights (of which a name is a part), and links to its home."""
    lines = [(fold(text), True) for text in context.texts[-_FOOTER:] if len(text) < 300 and _OF_RIGHTS.search(text)]
    page, elements = context.page, context.elements
    for row, address in elements.column("href").items():
        if context.tag[row] != _A or page.end[row] - row > _LOGO_ROWS or not context.is_home(address):
            continue
        lines.append((fold(context.words_of(row)), False))
        lines += [
            (fold(elements.value(at, "alt")), False)
            for at in range(row, int(page.end[row]))
            if context.tag[at] == _IMG
        ]  # fmt: skip
    return [(line, rights) for line, rights in lines if line]
