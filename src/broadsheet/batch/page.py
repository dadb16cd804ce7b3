"""One page -> one row. The same function for every engine and every integration.

It must not know processes, files of output, or other pages: a row depends on the page alone (and on the profile of its
site, where one is given, and on when it was captured).
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from broadsheet import pipeline
from broadsheet.article import Article
from broadsheet.batch.checks import instance, path
from broadsheet.batch.outcome import Outcome, of_error
from broadsheet.batch.schema import empty_row
from broadsheet.batch.similarity import content_hash, load, signature
from broadsheet.errors import NotHTML, PageTooLarge
from broadsheet.metadata.language import of_text
from broadsheet.methods import catalog
from broadsheet.methods.base import Given
from broadsheet.page import Page, is_address, read_page, switch
from broadsheet.page.surrogates import without_surrogates
from broadsheet.sites import SiteStore, day_of, site_of_page
from broadsheet.sources.entry import Entry
from broadsheet.sources.record import Record

__all__ = ["Extractor", "PageOptions", "row_of"]

_UNDECODED: Final = 0.1
"""A page of which every tenth character could not be decoded is no text that anybody wants."""
_WARM_UP: Final = (
    b"<!DOCTYPE html><html lang=en><head><title>A day in the harbour</title></head><body><nav><a href=/>Home</a></nav>"
    b"<article><h1>A day in the harbour</h1><p>The first boat left at six, with nine people on board.</p>"
    b"<p>It came back at noon, when the wind had turned, and nobody minded.</p></article></body></html>"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOptions:
    """What is made of each page.

    Attributes:
        method: which method finds the body, a name of the catalog.
        markdown: fill the column ``markdown``.
        only_articles: leave out the text of pages that are no articles; their rows are there all the same.
        near_duplicates: fill the column ``minhash``.
        sites: a file of site profiles, used as evidence.
        metadata: fill the columns of metadata; otherwise ``title`` alone.
        verdict: judge whether there is an article on each page; otherwise every text is one.

    Raises:
        TypeError: the method is no name, the file no path, or a switch no truth value.
        ValueError: only articles are wanted, and nothing tells which they are.
    """

    method: str = catalog.DEFAULT
    markdown: bool = False
    only_articles: bool = False
    near_duplicates: bool = True
    sites: str | None = None
    metadata: bool = True
    verdict: bool = True

    def __post_init__(self) -> None:
        instance(self.method, str, "method")
        for name in ("markdown", "only_articles", "near_duplicates", "metadata", "verdict"):
            object.__setattr__(self, name, switch(getattr(self, name), name))
        if self.sites is not None:
            object.__setattr__(self, "sites", path(self.sites, "sites"))
        if self.only_articles and not self.verdict:
            raise ValueError("only_articles goes with a verdict")

    def begin(self) -> Extractor:
        """What makes rows in this way."""
        return Extractor(self)


class Extractor:
    """Makes rows. What takes time to load is loaded once, when it is made.

    Args:
        options: what is made of each page.

    Raises:
        UnknownMethod: no method has this name.
        NeedsNotMet: the method cannot run on a page alone.
        MissingExtra: a library that it needs is not installed.
        StoreUnreadable: the file of site profiles cannot be read.
    """

    def __init__(self, options: PageOptions | None = None) -> None:
        self.options = options if options is not None else PageOptions()
        self._method = catalog.get(self.options.method)
        self._sites = SiteStore(self.options.sites, read_only=True) if self.options.sites is not None else None
        if self.options.near_duplicates:
            load()
        # Weights and tables are read at the first page; and a method that cannot run says so here.
        self._fill(empty_row(), Record(asked="", data=_WARM_UP))
        # Read only for a page whose language its common words do not tell, and then it takes a second.
        with suppress(OSError):  # a full disk, say: then a page that needs it says so
            of_text("The first boat left at six, with nine people on board, and came back at noon. " * 4)

    def close(self) -> None:
        """Close the file of site profiles, if there is one; no more rows are made then."""
        if self._sites is not None:
            self._sites.close()

    def __call__(self, entry: Entry, *, unit: int = 0) -> dict[str, Any]:
        """The row of an entry. Whatever is wrong with the page is in the row."""
        row = row_of(entry, unit=unit)
        if entry.record is None:
            return row
        begun = time.process_time()
        try:
            self._fill(row, entry.record)
        except (NotHTML, PageTooLarge) as error:
            row["outcome"], row["reason"] = of_error(error), str(error)
        except MemoryError:
            row = row_of(entry, unit=unit)
            row["outcome"], row["reason"] = Outcome.CRASHED, "it needs more memory than a page may have"
        except Exception as error:
            row = row_of(entry, unit=unit)
            row["outcome"], row["reason"] = Outcome.CRASHED, _in_words(error)
        row["seconds"] = time.process_time() - begun
        return row

    def _fill(self, row: dict[str, Any], record: Record) -> None:
        # The addresses of a crawl are data: what is none is of no use, and the page is there all the same.
        url = record.url if is_address(record.url) else None
        page = read_page(record.data, url=url, charset=record.charset)
        decoded = page.encoding
        if decoded is not None:
            row["encoding"] = decoded.encoding
            if decoded.replaced > _UNDECODED:
                row["outcome"] = Outcome.UNDECODABLE
                row["reason"] = f"{decoded.replaced:.0%} of the characters are none in {decoded.encoding}"
                return
        options = self.options
        article = pipeline.extract(
            page,
            method=self._method,
            given=self._given(page, record),
            with_metadata=options.metadata,
            with_verdict=options.verdict,
        )
        row.update(_known_of(article, with_metadata=options.metadata))
        text = article.text
        if not text.strip():
            row["outcome"] = Outcome.NOTHING_FOUND
            return
        is_article = article.verdict is None or article.verdict.is_article
        row["outcome"] = Outcome.EXTRACTED if is_article else Outcome.NOT_ARTICLE
        if options.only_articles and not is_article:
            return
        # All at once: a row that says that the page crashed has no part of this.
        row.update(
            text=text,
            content_hash=content_hash(text),
            markdown=article.markdown if options.markdown else None,
            minhash=signature(text) if options.near_duplicates else None,
        )

    def _given(self, page: Page, record: Record) -> Given | None:
        """When the page was captured, and what is known of its site."""
        captured = record.captured if self.options.metadata else None
        if self._sites is None:
            return None if captured is None else Given(captured=captured)
        return Given(profile=self._sites.evidence(site_of_page(page), day_of(record.fetched)), captured=captured)


def _known_of(article: Article, *, with_metadata: bool) -> dict[str, Any]:
    """The columns of metadata and of the verdict."""
    out = {
        "title": article.title,
        "authors": list(article.authors) if with_metadata else None,
        "published": article.published,
        "modified": article.modified,
        "language": article.language,
        "site_name": article.site_name,
        "description": article.description,
        "canonical_url": article.canonical_url,
        "section": article.section,
        "tags": list(article.tags) if with_metadata else None,
        "lead_image": article.lead_image.src if article.lead_image is not None else None,
        "access": article.access,
        "comment_count": article.comment_count,
        "confidence": article.confidence,
        "method": article.method,
        "notes": list(article.notes),
    }
    verdict = article.verdict
    if verdict is not None:
        out |= {
            "is_article": verdict.is_article,
            "article_probability": verdict.probability,
            "page_kind": verdict.kind,
        }
    return out


def row_of(entry: Entry, *, unit: int = 0) -> dict[str, Any]:
    """The row of an entry as far as it is known without reading the page."""
    row = empty_row()
    known = entry.record if entry.record is not None else entry
    row.update(
        unit=unit,
        number=entry.number,
        offset=entry.offset,
        name=_encodable(entry.name),
        url=_encodable(known.url if known.url is not None else entry.url),
        status=known.status,
        content_type=_encodable(known.content_type),
        fetched=_encodable(known.fetched),
        truncated=_encodable(known.truncated),
    )
    if entry.record is not None:
        return row
    if entry.error is not None:
        row.update(outcome=of_error(entry.error), reason=_encodable(str(entry.error)))
        if row["status"] is None:
            row["status"] = getattr(entry.error, "status", None)
    else:
        row.update(outcome=Outcome.SKIPPED_DUPLICATE, reason=f"the same as {entry.repeats}")
    return row


def _encodable(text: str | None) -> str | None:
    """What was said of a page, as every format can write it."""
    return None if text is None else without_surrogates(text)


def _in_words(error: BaseException) -> str:
    words = " ".join(without_surrogates(str(error)).split())
    return f"{type(error).__name__}: {words}" if words else type(error).__name__
