"""The whole flow for one page, on one screen: HTML -> page -> marking -> article."""

from __future__ import annotations

from broadsheet import metadata
from broadsheet.article import Article, Switches, assemble
from broadsheet.article.conventions import without_title
from broadsheet.methods import catalog
from broadsheet.methods.base import Given, Method
from broadsheet.page import Page, read_page

__all__ = ["extract"]


def extract(
    html: str | bytes | Page,
    *,
    url: str | None = None,
    method: str | Method = catalog.DEFAULT,
    given: Given | None = None,
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
        charset: the character encoding that the transport declared, for bytes.
        with_images: write images, with their captions, where they stand. The words stay the same.
        with_links: write links. The words stay the same.

    Returns:
        The article; its body is without the headline, which is its title. A page that holds no article gives what the
        method found, which may be nothing.

    Raises:
        NotHTML: the input is empty or of another format.
        PageTooLarge: it is beyond the limits that keep time and memory bounded.
        UnknownMethod: no method has this name.
        NeedsNotMet: the method lacks something that it cannot do without.
    """
    page = html if isinstance(html, Page) else read_page(html, url=url, charset=charset)
    chosen = catalog.get(method) if isinstance(method, str) else method
    given = given if given is not None else Given()
    data = metadata.read(page, home_link=given.home_link)
    marking = chosen.mark(page, given)
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
        body=without_title(assemble(page, marking.keep), data.title),
        method=chosen.name,
        notes=marking.notes,
        switches=Switches(images=with_images, links=with_links),
    )
