"""The address that a page calls its own."""

from __future__ import annotations

import re
from typing import Any, Final

from broadsheet.article.provenance import Claim
from broadsheet.facts.addresses import absolute, is_no_page
from broadsheet.metadata.around.context import Context

__all__ = ["canonical_url"]

_QUERY: Final = re.compile(r"[?#].*", re.DOTALL)


def canonical_url(context: Context) -> tuple[Claim, ...]:
    """The address that the page calls its own: ``link rel=canonical``, Open Graph, JSON-LD.

    The first page of a site, which many templates give on all pages, comes last, and is none where the page is known to
    be another one.
    """
    page, structured = context.page, context.structured
    given: list[tuple[Any, str]] = [(structured.links.get("canonical"), "link:canonical"), *structured.metas("og:url")]
    given += [(value, source) for value, source in structured.stated("url", "mainEntityOfPage")]
    is_known = page.url is not None and not is_no_page(_QUERY.sub("", page.url))
    found = []
    for value, source in given:
        if isinstance(value, dict):
            value = value.get("@id") or value.get("url")
        if not isinstance(value, str) or not value.strip():
            continue
        address = absolute(value, context.base)
        if address is not None and not (is_known and is_no_page(address)):
            found.append(Claim(address, source))
    return tuple(sorted(found, key=lambda claim: is_no_page(claim.value)))
