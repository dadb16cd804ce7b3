"""All metadata of a page in one go: reads the structured data once and asks each datum for its value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from broadsheet.metadata.authors import authors
from broadsheet.metadata.dates import modified, published
from broadsheet.metadata.site import canonical_url, description, language, site_name
from broadsheet.metadata.structured import read_structured
from broadsheet.metadata.title import title
from broadsheet.page import Page

__all__ = ["Metadata", "read"]


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is known about an article besides its body. A datum that no source has is None or empty.

    Attributes:
        title: the headline.
        authors: names, one each.
        published, modified: ISO 8601, with time and offset where the page gives them.
        language: a BCP 47 tag, as declared.
        site_name: the publisher's own name for the site.
        description: the summary that the page gives.
        canonical_url: the address that the page calls its own.
        sources: which source each value came from, by datum.
    """

    title: str | None
    authors: tuple[str, ...]
    published: str | None
    modified: str | None
    language: str | None
    site_name: str | None
    description: str | None
    canonical_url: str | None
    sources: Mapping[str, str]


def read(page: Page, *, home_link: str | None = None) -> Metadata:
    """Read the metadata of a page.

    Args:
        page: the page.
        home_link: the text of the link to it on the site's home page, if known.
    """
    structured = read_structured(page)
    found = {
        "title": title(page, structured, home_link=home_link),
        "authors": authors(page, structured),
        "published": published(page, structured),
        "modified": modified(page, structured),
        "language": language(structured),
        "site_name": site_name(structured),
        "description": description(structured),
        "canonical_url": canonical_url(page, structured),
    }
    values = {name: datum[0] for name, datum in found.items() if datum is not None}
    sources = {name: datum[1] for name, datum in found.items() if datum is not None}
    names = values.pop("authors", ())
    return Metadata(
        authors=tuple(names),
        sources=sources,
        **{name: _text(values.get(name)) for name in found if name != "authors"},
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
