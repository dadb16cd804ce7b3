"""The summary that a page gives of itself."""

from __future__ import annotations

import re
from typing import Final

from broadsheet.article.provenance import Claim
from broadsheet.metadata.context import Context, fold
from broadsheet.metadata.structured import clean

__all__ = ["description"]

_PAGE: Final = re.compile(r"Article|Posting|WebPage")
_CODE: Final = re.compile(
    r"[{}]\s*[\w$.]+\s*[:=(]|\bfunction\s*\w*\(|\bdocument\.\w|^\[\w+[:=\]]|\[/?(?:caption|gallery|embed|vc_\w+)\b"
)
"""Programs and the marks of publishing systems, where a summary was cut from a page by force."""
_NOBODYS: Final = re.compile(
    r"^(?:Joomla! - |Just another WordPress|Ein weiteres WordPress|Un site utilisant WordPress|"
    r"Otro sitio realizado con)",
    re.IGNORECASE,
)
"""What publishing systems say before anybody has written a summary."""
_CUT: Final = re.compile(r"\s*(?:…|\.\.\.|\[(?:…|\.\.\.)\])$")
_TAIL: Final = re.compile(r"\s+[|–—·•-]\s+")
_BEGINNING: Final = re.compile(r"^[\s,;:|–—·•-]+")
_MOST: Final = 20
"""Summaries of a page that are compared."""
_ENOUGH: Final = 40
"""Characters in which a cut summary and a whole one agree."""


def description(context: Context) -> tuple[Claim, ...]:
    """The page's own summary: JSON-LD, Open Graph, ``meta``, microdata.

    What has no letter, is a program, or is what a publishing system says by itself, says nothing; what only repeats the
    title, and what was cut where another source has the whole, come last.
    """
    structured = context.structured
    found = [Claim(text, source) for value, source in structured.stated("description") if (text := clean(value))]
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
        if one.name == "description" and _PAGE.search(one.type)
    ]
    telling = [
        Claim(_without_site(context, claim.value), claim.source)
        for claim in found
        if any(map(str.isalpha, claim.value)) and not _CODE.search(claim.value) and not _NOBODYS.match(claim.value)
    ]
    telling = telling[:_MOST]
    titles = {fold(value) for value, _ in structured.metas("og:title")} | {fold(structured.title or "")}
    return tuple(sorted(telling, key=lambda claim: fold(claim.value) in titles or _is_cut(claim.value, telling)))


def _without_site(context: Context, text: str) -> str:
    """A summary without separators in front, and without the name of the site behind it."""
    text = _BEGINNING.sub("", text)
    parts = _TAIL.split(text)
    return text[: text.rindex(parts[-1])].rstrip(" |–—·•-") if len(parts) > 1 and context.is_site(parts[-1]) else text


def _is_cut(text: str, claims: list[Claim]) -> bool:
    """Whether a summary breaks off that goes on in another source."""
    end = _CUT.search(text)
    if end is None or end.start() < _ENOUGH:
        return False
    beginning = fold(text[: end.start()])
    return any(len(claim.value) > len(text) and fold(claim.value).startswith(beginning) for claim in claims)
