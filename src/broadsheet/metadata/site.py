"""The site's name, and the data that the page's head states outright: language, description, canonical address."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urljoin, urlsplit

from broadsheet.metadata.structured import Structured, clean
from broadsheet.page import Page

__all__ = ["canonical_url", "description", "language", "site_name"]


def site_name(structured: Structured) -> tuple[str, str] | None:
    """The publisher's name for the site: Open Graph, then the JSON-LD publisher."""
    found = structured.first_meta("og:site_name", "application-name", "apple-mobile-web-app-title")
    if found is not None:
        return found
    publisher = structured.article.get("publisher")
    if isinstance(publisher, Mapping) and (name := clean(publisher.get("name"))):
        return name, "json-ld:publisher.name"
    return None


def description(structured: Structured) -> tuple[str, str] | None:
    """The page's own summary: JSON-LD, Open Graph, ``meta``."""
    if value := clean(structured.article.get("description")):
        return value, "json-ld:description"
    return structured.first_meta("og:description", "description", "twitter:description", "dc.description")


def language(structured: Structured) -> tuple[str, str] | None:
    """The declared language (BCP 47): the root element, JSON-LD, then ``meta``."""
    candidates = (
        (structured.lang, "html:lang"),
        (clean(structured.article.get("inLanguage")), "json-ld:inLanguage"),
        structured.first_meta("content-language", "og:locale", "dc.language", "language"),
    )
    for candidate in candidates:
        if candidate is None or candidate[0] is None:
            continue
        tag = candidate[0].replace("_", "-").strip()
        if re.fullmatch(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*", tag):
            return tag, candidate[1]
    return None


def canonical_url(page: Page, structured: Structured) -> tuple[str, str] | None:
    """The address that the page calls its own: ``link rel=canonical``, then Open Graph."""
    candidates = [(structured.links.get("canonical"), "link:canonical"), structured.first_meta("og:url") or (None, "")]
    for value, source in candidates:
        if not value:
            continue
        try:
            absolute = urljoin(page.url or "", value)
            parts = urlsplit(absolute)
        except ValueError:
            continue
        if parts.scheme in ("http", "https") and parts.netloc:
            return absolute, source
    return None
