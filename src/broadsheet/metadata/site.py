"""The site's name, and what the page's head states outright: the summary and the page's own address."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from broadsheet.article.provenance import Claim
from broadsheet.metadata.context import Context
from broadsheet.metadata.json_ld import types
from broadsheet.metadata.structured import absolute, clean

__all__ = ["canonical_url", "description", "site_name"]

Claims = tuple[Claim, ...]

_ADDRESS: Final = re.compile(r"^@|^https?:|^[\w-]+(?:\.[\w-]+)+$")
_PAGE: Final = re.compile(r"Article|Posting|WebPage")
_LONGEST: Final = 60
"""Characters of a name of a site."""


def site_name(context: Context) -> Claims:
    """The publisher's name for the site: Open Graph, the site in JSON-LD, the JSON-LD publisher, other ``meta``."""
    structured = context.structured
    found = [Claim(value, source) for value, source in structured.metas("og:site_name")]
    found += [
        Claim(name, "json-ld:WebSite.name")
        for thing in structured.objects
        if "WebSite" in types(thing) and (name := clean(thing.get("name")))
    ]
    found += [
        Claim(name, f"{source}.name") for value, source in structured.stated("publisher") for name in _names(value)
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
            "copyright", "twitter:site",
        )
    ]  # fmt: skip
    # An address or a handle is a name only where there is no other.
    proper = [claim for claim in found if not _ADDRESS.search(claim.value)]
    return tuple(proper or found)


def _names(value: Any) -> Iterable[str]:
    for one in value if isinstance(value, list) else [value]:
        name = clean(one.get("name") if isinstance(one, dict) else one)
        if name:
            yield name


def description(context: Context) -> Claims:
    """The page's own summary: JSON-LD, Open Graph, ``meta``, microdata; what has no letter says nothing."""
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
    return tuple(claim for claim in found if any(map(str.isalpha, claim.value)))


def canonical_url(context: Context) -> Claims:
    """The address that the page calls its own: ``link rel=canonical``, Open Graph, JSON-LD, ``link rel=shortlink``."""
    page, structured = context.page, context.structured
    given: list[tuple[Any, str]] = [(structured.links.get("canonical"), "link:canonical"), *structured.metas("og:url")]
    given += [(value, source) for value, source in structured.stated("url", "mainEntityOfPage")]
    found = []
    for value, source in given:
        if isinstance(value, dict):
            value = value.get("@id")
        if not isinstance(value, str) or not value.strip():
            continue
        if (address := absolute(value, page.url)) is not None:
            found.append(Claim(address, source))
    return tuple(found)
