"""Turn one page into one row, for every engine and integration.

A row depends only on the page, its time of capture, and the profile of its site, if given.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Final

from broadsheet import pipeline
from broadsheet.article import Article
from broadsheet.body.find import Selection
from broadsheet.crawl.batch.checks import instance, member, path
from broadsheet.crawl.batch.duplicates import content_hash, load, signature
from broadsheet.crawl.batch.parts import DOCUMENT, Files, document_of
from broadsheet.crawl.batch.schema import Outcome, empty_row, of_error
from broadsheet.crawl.sites import SiteStore, day_of, site_of_page
from broadsheet.crawl.sources.record import Entry, Record
from broadsheet.errors import NotHTML, PageTooLarge
from broadsheet.metadata.language import of_text
from broadsheet.methods import catalog
from broadsheet.methods.base import Given
from broadsheet.page import Page, is_address, read_page, switch
from broadsheet.page.characters import without_surrogates

__all__ = ["WARM_UP", "PageOptions", "RowMaker", "row_of"]

_MAX_REPLACED: Final = 0.1  # share of undecodable characters above which a page is `undecodable`
# Columns with the name and the value of an attribute of `Article`.
_COPIED: Final = (
    "title published modified language site_name description canonical_url section access comment_count confidence "
    "method"
).split()
WARM_UP: Final = (
    b"<!DOCTYPE html><html lang=en><head><title>A day in the harbour</title></head><body><nav><a href=/>Home</a></nav>"
    b"<article><h1>A day in the harbour</h1><p>The first boat left at six, with nine people on board.</p>"
    b"<p>It came back at noon, when the wind had turned, and nobody minded.</p></article></body></html>"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOptions:
    """Options of processing a page.

    Attributes:
        method: name of the extraction method.
        keep: CSS selectors of elements to keep in the body; one or several.
        drop: CSS selectors of elements to leave out, even if kept.
        markdown: fill the column ``markdown``.
        only_articles: leave out the text of pages that are not articles; they keep their rows.
        near_duplicates: fill the column ``minhash``.
        sites: file of site profiles to use.
        metadata: fill all metadata columns; otherwise only ``title``.
        verdict: judge whether each page is an article; otherwise every page with text counts as one.
        files: also write each page with a text to its own file: ``"md"``, ``"text"`` or ``"html"``. The column ``file``
            has its path, and replaces the column ``text``.
        front_matter: begin Markdown files with the metadata, as YAML.

    Raises:
        TypeError: an option has a wrong type.
        BadSelector: a selector is not valid CSS.
        ValueError: ``only_articles`` without ``verdict``, or ``front_matter`` without files of Markdown.
    """

    method: str = catalog.DEFAULT
    keep: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    markdown: bool = False
    only_articles: bool = False
    near_duplicates: bool = True
    sites: str | None = None
    metadata: bool = True
    verdict: bool = True
    files: Files | None = None
    front_matter: bool = False

    def __post_init__(self) -> None:
        instance(self.method, str, "method")
        selection = Selection.of(self.keep, self.drop)
        object.__setattr__(self, "keep", selection.keep)
        object.__setattr__(self, "drop", selection.drop)
        for name in ("markdown", "only_articles", "near_duplicates", "metadata", "verdict", "front_matter"):
            object.__setattr__(self, name, switch(getattr(self, name), name))
        if self.sites is not None:
            object.__setattr__(self, "sites", path(self.sites, "sites"))
        if self.only_articles and not self.verdict:
            raise ValueError("only_articles needs verdict")
        if self.files is not None:
            object.__setattr__(self, "files", member(Files, self.files, "files"))
        if self.front_matter and self.files is not Files.MD:
            raise ValueError("front_matter needs files of Markdown")

    def begin(self) -> RowMaker:
        """Return a new extractor."""
        return RowMaker(self)


class RowMaker:
    """Makes rows. Models are loaded once, on creation.

    Args:
        options: what to do with each page.

    Raises:
        UnknownMethod: unknown method.
        NeedsNotMet: the method needs more than a page.
        MissingExtra: a library of the method is missing.
        StoreUnreadable: the file of site profiles cannot be read.
    """

    def __init__(self, options: PageOptions | None = None) -> None:
        self.options = options if options is not None else PageOptions()
        instance(self.options, PageOptions, "options")
        self._method = catalog.get(self.options.method)
        self._sites = SiteStore(self.options.sites, read_only=True) if self.options.sites is not None else None
        if self.options.near_duplicates:
            load()
        # Loads weights and tables, and raises if the method cannot run.
        self._fill(empty_row(), Record(data=WARM_UP))
        # The language model, which only pages with an unclear language need, takes a second to load.
        of_text("The first boat left at six, with nine people on board, and came back at noon. " * 4)

    def close(self) -> None:
        """Close the file of site profiles; call it last."""
        if self._sites is not None:
            self._sites.close()

    def __call__(self, entry: Entry, *, unit: int = 0) -> dict[str, Any]:
        """Return the row of an entry; problems with the page are recorded in it."""
        instance(entry, Entry, "entry")
        row = row_of(entry, unit=unit)
        if entry.record is None:
            return row
        begun = time.process_time()
        try:
            self._fill(row, entry.record)
        except (NotHTML, PageTooLarge) as error:
            row["outcome"], row["reason"] = of_error(error), str(error)
        except Exception as error:
            row = row_of(entry, unit=unit)
            row["outcome"], row["reason"] = Outcome.CRASHED, _in_words(error)
        row["seconds"] = time.process_time() - begun
        return row

    def _fill(self, row: dict[str, Any], record: Record) -> None:
        # Invalid URLs of a crawl are ignored; the page is still extracted.
        url = record.url if is_address(record.url) else None
        page = read_page(record.data, url=url, charset=record.charset)
        decoded = page.encoding
        if decoded is not None:
            row["encoding"] = decoded.encoding
            if decoded.replaced > _MAX_REPLACED:
                row["outcome"] = Outcome.UNDECODABLE
                row["reason"] = f"{decoded.replaced:.0%} of the characters are invalid in {decoded.encoding}"
                return
        options = self.options
        article = pipeline.extract(
            page,
            method=self._method,
            given=self._given(page, record),
            keep=options.keep,
            drop=options.drop,
            with_metadata=options.metadata,
            with_verdict=options.verdict,
        )
        row.update(_metadata_columns(article, with_metadata=options.metadata))
        text = article.text
        if not text.strip():
            row["outcome"] = Outcome.NOTHING_FOUND
            return
        is_article = article.verdict is None or article.verdict.is_article
        row["outcome"] = Outcome.EXTRACTED if is_article else Outcome.NOT_ARTICLE
        if options.only_articles and not is_article:
            return
        # In one call, so that the row of a crash has none of these.
        row.update(
            text=text,
            content_hash=content_hash(text),
            markdown=article.markdown if options.markdown else None,
            minhash=signature(text) if options.near_duplicates else None,
        )
        if options.files is not None:
            row[DOCUMENT] = document_of(article, options.files, front_matter=options.front_matter)

    def _given(self, page: Page, record: Record) -> Given | None:
        """Return time of capture and site profile of a page."""
        captured = record.captured if self.options.metadata else None
        if self._sites is None:
            return None if captured is None else Given(captured=captured)
        return Given(profile=self._sites.evidence(site_of_page(page), day_of(record.fetched)), captured=captured)


def _metadata_columns(article: Article, *, with_metadata: bool) -> dict[str, Any]:
    out = {name: getattr(article, name) for name in _COPIED}
    out["authors"] = list(article.authors) if with_metadata else None
    out["tags"] = list(article.tags) if with_metadata else None
    out["lead_image"] = article.lead_image.src if article.lead_image is not None else None
    out["notes"] = list(article.notes)
    if (verdict := article.verdict) is not None:
        out |= {"is_article": verdict.is_article, "article_probability": verdict.probability, "page_kind": verdict.kind}
    return out


def row_of(entry: Entry, *, unit: int = 0) -> dict[str, Any]:
    """Return the row of an entry as known without reading the page."""
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
    """Replace lone surrogates, which not every format can store."""
    return None if text is None else without_surrogates(text)


def _in_words(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return "it needs more memory than the limit per page"
    words = " ".join(without_surrogates(str(error)).split())
    return f"{type(error).__name__}: {words}" if words else type(error).__name__
