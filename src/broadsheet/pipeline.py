"""The whole flow for one page, on one screen: HTML -> page -> marking -> article."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from broadsheet import metadata
from broadsheet.article import Article, Switches, assemble
from broadsheet.article.conventions import without_title
from broadsheet.identify import judge
from broadsheet.metadata.structured import read_structured
from broadsheet.methods import catalog
from broadsheet.methods.base import Given, Marking, Method
from broadsheet.methods.fusion import Fusion
from broadsheet.page import Page, read_page

__all__ = ["extract"]


def extract(
    html: str | bytes | Page,
    *,
    url: str | None = None,
    method: str | Method = catalog.DEFAULT,
    given: Given | None = None,
    favor: Literal["precision", "recall"] | None = None,
    charset: str | None = None,
    with_images: bool = False,
    with_links: bool = False,
) -> Article:
    """Take the article out of a page.

    Args:
        html: the page: text, bytes (decoded by the WHATWG order), or a `Page` that is parsed already.
        url: where it is from. Links are made absolute against it (or against the page's own ``base``).
        method: which method finds the body: a name of the catalog, or a method with parameters of your own.
        given: what is known besides the page.
        favor: for the default method, rather miss a line than have a wrong one (``"precision"``), or the other way
            round (``"recall"``).
        charset: the character encoding that the transport declared, for bytes.
        with_images: write images, with their captions, where they stand. The words stay the same.
        with_links: write links. The words stay the same.

    Returns:
        The article, with the verdict on the page; its body is without the headline, which is its title. A page that
        holds no article gives what the method found, which may be nothing.

    Raises:
        ValueError: the method knows no ``favor``, or not this one.
        NotHTML: the input is empty or of another format.
        PageTooLarge: it is beyond the limits that keep time and memory bounded.
        UnknownMethod: no method has this name.
        NeedsNotMet: the method lacks something that it cannot do without.
    """
    page = html if isinstance(html, Page) else read_page(html, url=url, charset=charset)
    chosen = catalog.get(method) if isinstance(method, str) else method
    if favor is not None:
        chosen = _favoring(chosen, favor)
    given = given if given is not None else Given()
    marking = chosen.mark(page, given)
    # After the marking: where the body is tells its byline and date from those of other articles.
    data = metadata.read(page, home_link=given.home_link, keep=marking.keep)
    return Article(
        url=page.url,
        title=data.title,
        authors=data.authors,
        published=data.published,
        modified=data.modified,
        language=data.language,
        site_name=data.site_name,
        description=data.description,
        canonical_url=data.canonical_url,
        contributors=data.by,
        section=data.section,
        tags=data.tags,
        lead_image=data.lead_image,
        stated_images=data.images,
        access=data.access,
        comment_count=data.comment_count,
        origins=data.origins,
        body=without_title(assemble(page, marking.keep), data.title),
        method=chosen.name,
        notes=marking.notes,
        verdict=judge(page, read_structured(page)),
        confidence=_confidence(marking),
        switches=Switches(images=with_images, links=with_links),
    )


def _favoring(method: Method, favor: Literal["precision", "recall"]) -> Method:
    if not isinstance(method, Fusion):
        raise ValueError(f"favor goes with fusion, not with {method.name}")  # noqa: TRY004 - a name, not a type
    return replace(method, favor=favor)


def _confidence(marking: Marking) -> float | None:
    """The probability that the text is right, from methods that estimate it."""
    estimate = marking.trace.get("confidence")
    return None if estimate is None else float(estimate)
