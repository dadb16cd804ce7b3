"""All metadata of a page: the value of each datum, with its source and the other claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.article import Access, Author, Breadcrumb, Claim, Origin
from broadsheet.article.article import in_one
from broadsheet.article.blocks import Blocks, Image
from broadsheet.facts import Facts
from broadsheet.facts.texts import for_output
from broadsheet.metadata import ranking
from broadsheet.metadata.authors.chosen import NAMES as AUTHOR_COLUMNS
from broadsheet.metadata.authors.chosen import authors
from broadsheet.metadata.context import Context
from broadsheet.metadata.dates.chosen import NAMES as DAY_COLUMNS
from broadsheet.metadata.dates.chosen import modified, published
from broadsheet.metadata.images import images, lead_image
from broadsheet.metadata.language import language
from broadsheet.metadata.stated import access, canonical_url, comment_count, description, site_name
from broadsheet.metadata.title import MAX_ALTERNATIVES, title
from broadsheet.metadata.title import NAMES as TITLE_COLUMNS
from broadsheet.metadata.topics import breadcrumbs, section, tags
from broadsheet.page import Page

__all__ = ["COLUMNS", "DATA", "Metadata", "read"]

DATA: Final = (
    "title", "authors", "published", "modified", "language", "site_name", "description", "section", "breadcrumbs",
    "tags", "lead_image", "canonical_url", "access", "comment_count",
)  # fmt: skip
"""The data, in the order in which they are shown."""
COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "title": TITLE_COLUMNS, "authors": AUTHOR_COLUMNS, "published": DAY_COLUMNS,
}  # fmt: skip
"""The data whose choice is learnt, and the columns of evidence of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """What is known about an article besides its body. A datum that no source has is None or empty.

    Attributes:
        title: the headline; this and the other data are those of `broadsheet.article.Article` of the same names.
        sources: the source of each value, by datum.
        alternatives: other claims, by datum, the most probable first; as found where sources agree.
    """

    title: str | None = None
    contributors: tuple[Author, ...] = ()
    published: str | None = None
    modified: str | None = None
    language: str | None = None
    site_name: str | None = None
    description: str | None = None
    section: str | None = None
    breadcrumbs: tuple[Breadcrumb, ...] = ()
    tags: tuple[str, ...] = ()
    lead_image: Image | None = None
    stated_images: tuple[Image, ...] = ()
    canonical_url: str | None = None
    access: Access | None = None
    comment_count: int | None = None
    sources: Mapping[str, str]
    alternatives: Mapping[str, tuple[Claim, ...]]

    @property
    def authors(self) -> tuple[str, ...]:
        """The names of the authors."""
        return tuple(one.name for one in self.contributors)

    def of_article(self) -> dict[str, Any]:
        """The values of the article's fields."""
        return {name: getattr(self, name) for name in (*DATA, "contributors", "stated_images", "origins")}

    @property
    def origins(self) -> tuple[Origin, ...]:
        """The source of each value, and the other claims."""
        return tuple(
            Origin(name, self.sources.get(name), self.alternatives.get(name, ()))
            for name in DATA
            if name in self.sources or name in self.alternatives
        )


def read(
    page: Page | Facts,
    *,
    home_link: str | None = None,
    captured: datetime | None = None,
    keep: NDArray[np.bool_] | None = None,
    body: Blocks = (),
    only_title: bool = False,
    rankings: Mapping[str, ranking.Ranking] | None = None,
) -> Metadata:
    """Read the metadata of a page.

    Args:
        page: the page, its facts if already read, or its context, which has `captured` and `keep`.
        home_link: the text of the link to the page on the site's home page, if known.
        captured: the moment at which the page was captured, with an offset, if known: times relative to it (``3 hours
            ago``), and days without a year, are read if the page names no other day.
        keep: the rows of the body, shape (page size,), if a method has marked them: they tell bylines and dates from
            those of other articles, and give the language. By default, long segments with few links are the body.
        body: the article's blocks, if known: an image there has its caption, and may be the lead image.
        only_title: read only the title, without alternatives.
        rankings: the choices of title, authors and day to use instead of the shipped ones, by name (`COLUMNS`).

    Raises:
        TypeError: ``page`` has another type.
    """
    if not isinstance(page, (Page, Facts)):
        raise TypeError(f"page must be Page (broadsheet.read_page) or Facts, not {type(page).__name__}")
    if rankings is None:
        rankings = {name: ranking.load(name, columns) for name, columns in COLUMNS.items()}
    facts = page if isinstance(page, Facts) else Facts(page)
    context = facts if isinstance(facts, Context) else Context(facts, keep, captured=captured)
    notes = _Notes()
    best, other_titles = title(context, rankings["title"], home_link=home_link)
    headline = notes.one("title", best, () if only_title else other_titles)
    if only_title:
        return Metadata(title=headline, sources=notes.sources, alternatives=notes.alternatives)
    when, other_days = published(context, rankings["published"])
    changed, other_changes = modified(context, when.value if when is not None else None)
    people, source, others = authors(context, rankings["authors"])
    notes.of("authors", source, _agreeing(others))
    trail, source = breadcrumbs(context)
    notes.of("breadcrumbs", source)
    keywords, source = tags(context)
    notes.of("tags", source)
    pictures = images(context)
    lead, claims = lead_image(context, pictures, body)
    if lead is not None:
        notes.first("lead_image", claims)
    state, evidence = access(context)
    if state is not None:
        notes.one("access", Claim(state, evidence[0].source if evidence else "text:body"), evidence)
    comments = notes.first("comment_count", comment_count(context))
    return Metadata(
        title=headline,
        contributors=people,
        published=notes.one("published", when, other_days),
        modified=notes.one("modified", changed, other_changes),
        language=notes.one("language", *context.once(language)),
        site_name=notes.first("site_name", context.once(site_name)),
        description=notes.first("description", description(context)),
        section=notes.first("section", context.once(section)),
        breadcrumbs=tuple(Breadcrumb(for_output(one.name), one.url) for one in trail),
        tags=tuple(map(for_output, keywords)),
        lead_image=lead,
        stated_images=tuple(image for image, _ in pictures),
        canonical_url=notes.first("canonical_url", canonical_url(context)),
        access=state,
        comment_count=int(comments) if comments is not None else None,
        sources=notes.sources,
        alternatives=notes.alternatives,
    )


class _Notes:
    """The source of each datum, and the other claims."""

    def __init__(self) -> None:
        self.sources: dict[str, str] = {}
        self.alternatives: dict[str, tuple[Claim, ...]] = {}

    def of(self, name: str, source: str | None, others: tuple[Claim, ...] = ()) -> None:
        """Record the source of a value, if there is one, and the other claims."""
        if source is not None:
            self.sources[name] = source
        if others:
            self.alternatives[name] = others[:MAX_ALTERNATIVES]

    def one(self, name: str, claim: Claim | None, rest: tuple[Claim, ...]) -> str | None:
        """Record a claim's source and the other claims, and return its value."""
        if claim is None:
            self.of(name, None, _agreeing(rest))
            return None
        claim, *others = _agreeing((claim, *rest))
        self.of(name, claim.source, tuple(others))
        return claim.value

    def first(self, name: str, claims: tuple[Claim, ...]) -> str | None:
        """Like `one`, with the first claim as the value."""
        return self.one(name, claims[0] if claims else None, claims[1:])


def _agreeing(claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """Claims for output, in order; those with the same value become one, with their sources joined.

    >>> _agreeing((Claim("News", "meta:section"), Claim("World", "text:p"), Claim("News", "text:breadcrumbs")))[0]
    Claim(value='News', source='meta:section = text:breadcrumbs')
    """
    agreeing: dict[str, list[Claim]] = {}
    for claim in claims:
        agreeing.setdefault(for_output(claim.value), []).append(claim)
    return tuple(
        same[0] if len(same) == 1 and same[0].value == value else Claim(value, in_one([one.source for one in same]))
        for value, same in agreeing.items()
    )
