"""The address that a page calls its own."""

from __future__ import annotations

from typing import Any

from broadsheet.article.provenance import Claim
from broadsheet.metadata.context import Context
from broadsheet.metadata.structured import absolute

__all__ = ["canonical_url"]


def canonical_url(context: Context) -> tuple[Claim, ...]:
    """The address that the page calls its own: ``link rel=canonical``, Open Graph, JSON-LD."""
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
