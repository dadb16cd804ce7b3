"""Scrapy: a function that turns a response into an item, and a pipeline for items that hold a page.

In a spider::

    from broadsheet.crawl.integrations.scrapy import article_item

    def parse(self, response):
        yield article_item(response)

In the settings, for spiders that yield items with ``html`` and ``url``::

    ITEM_PIPELINES = {"broadsheet.crawl.integrations.scrapy.ArticlePipeline": 300}

Both run in Scrapy's own process, where a page cannot be killed; the limits of size and structure apply.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self

from itemadapter import ItemAdapter
from scrapy.exceptions import DropItem

from broadsheet.crawl.batch.page import PageOptions, RowMaker
from broadsheet.crawl.batch.schema import Outcome
from broadsheet.crawl.batch.stream import as_written, entry_of, facts
from broadsheet.page.encoding import header_charset

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response

__all__ = ["ArticlePipeline", "article_item"]


def article_item(response: Response, options: PageOptions | None = None) -> dict[str, Any]:
    """Extract the article of a response, as the page columns of a batch run.

    Args:
        response: the response.
        options: what to do with the page; by default without near-duplicate signatures.
    """
    extractor = _extractor(options if options is not None else PageOptions(near_duplicates=False))
    declared = (response.headers.get("Content-Type") or b"").decode("latin-1")
    date = (response.headers.get("Date") or b"").decode("latin-1")
    entry = entry_of(
        response.body,
        url=response.url,
        charset=header_charset(declared),
        fetched=datetime.now(UTC).isoformat(timespec="seconds"),
        headers=(("date", date),),
    )
    item = facts(extractor(entry))
    item.update(status=response.status, content_type=declared or None)
    return item


class ArticlePipeline:
    """Replaces the page in items by its article.

    Settings: ``BROADSHEET_METHOD`` (the default method), ``BROADSHEET_HTML_FIELD`` (``html``), ``BROADSHEET_URL_FIELD``
    (``url``), ``BROADSHEET_CAPTURED_FIELD`` (``captured``), ``BROADSHEET_DROP`` (false: items without an article are
    kept, with their outcome).

    Args:
        options: what to do with each page.
        html: field of the page.
        url: field of its URL.
        captured: field of its time of capture (ISO 8601, with an offset); optional in items.
        drop: drop items that are not articles.
    """

    def __init__(
        self,
        options: PageOptions | None = None,
        *,
        html: str = "html",
        url: str = "url",
        captured: str = "captured",
        drop: bool = False,
    ) -> None:
        self._extractor = _extractor(options if options is not None else PageOptions(near_duplicates=False))
        self._html = html
        self._url = url
        self._captured = captured
        self._drop = drop

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create from Scrapy's settings."""
        settings = crawler.settings
        method = settings.get("BROADSHEET_METHOD") or PageOptions().method
        return cls(
            PageOptions(method=method, near_duplicates=False),
            html=settings.get("BROADSHEET_HTML_FIELD", "html"),
            url=settings.get("BROADSHEET_URL_FIELD", "url"),
            captured=settings.get("BROADSHEET_CAPTURED_FIELD", "captured"),
            drop=settings.getbool("BROADSHEET_DROP", False),
        )

    def process_item(self, item: Any, spider: Any = None) -> dict[str, Any]:
        """Return the item with the article instead of the page; items without a page are unchanged.

        Raises:
            DropItem: the page is not an article, and ``drop`` is set.
        """
        fields = ItemAdapter(item).asdict()
        if fields.get(self._html) is None:
            return item  # type: ignore[no-any-return]
        page = fields.pop(self._html)
        fetched = as_written(fields.get(self._captured))
        found = facts(self._extractor(entry_of(page, url=fields.get(self._url), fetched=fetched)))
        if self._drop and found["outcome"] != Outcome.EXTRACTED:
            raise DropItem(f"{fields.get(self._url)}: {found['outcome']}")
        # The spider's values take precedence over the page's.
        return {**found, **{name: value for name, value in fields.items() if value is not None}}


@lru_cache(maxsize=4)
def _extractor(options: PageOptions) -> RowMaker:
    return RowMaker(options)
