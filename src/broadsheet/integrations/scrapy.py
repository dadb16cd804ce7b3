"""Scrapy: a function that makes an item of a response, and a pipeline that completes items which hold a page.

In a spider::

    from broadsheet.integrations.scrapy import article_item

    def parse(self, response):
        yield article_item(response)

In the settings, for spiders that yield items with ``html`` and ``url``::

    ITEM_PIPELINES = {"broadsheet.integrations.scrapy.ArticlePipeline": 300}

Both run in Scrapy's own process, where a page cannot be ended from outside; the limits of size and structure hold.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self

from itemadapter import ItemAdapter
from scrapy.exceptions import DropItem

from broadsheet.batch.outcome import Outcome
from broadsheet.batch.page import Extractor, PageOptions
from broadsheet.batch.stream import as_written, entry_of, facts
from broadsheet.page.declarations import header_charset

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response

__all__ = ["ArticlePipeline", "article_item"]


def article_item(response: Response, options: PageOptions | None = None) -> dict[str, Any]:
    """The item of a response: the columns of a batch run that say something of the page.

    Args:
        response: the response.
        options: what is made of the page. Near-duplicates are not looked for by default.
    """
    extractor = _extractor(options if options is not None else PageOptions(near_duplicates=False))
    declared = (response.headers.get("Content-Type") or b"").decode("latin-1")
    made = (response.headers.get("Date") or b"").decode("latin-1")
    entry = entry_of(
        response.body,
        url=response.url,
        charset=header_charset(declared),
        fetched=datetime.now(UTC).isoformat(timespec="seconds"),
        headers=(("date", made),),
    )
    item = facts(extractor(entry))
    item.update(status=response.status, content_type=declared or None)
    return item


class ArticlePipeline:
    """Completes items that hold a page: the page goes, the article comes.

    Settings: ``BROADSHEET_METHOD`` (the default method), ``BROADSHEET_HTML_FIELD`` (``html``), ``BROADSHEET_URL_FIELD``
    (``url``), ``BROADSHEET_CAPTURED_FIELD`` (``captured``), ``BROADSHEET_DROP`` (false: items without an article are
    kept, and say what they are).

    Args:
        options: what is made of each page.
        html: the field that holds the page.
        url: the field that holds its address.
        captured: the field that says when it was captured (ISO 8601, with an offset); items need not have it.
        drop: drop items that are no articles.
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
        """Made by Scrapy, from its settings."""
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
        """The item with the article in place of the page; an item without a page as it is.

        Raises:
            DropItem: the page is no article, and such items are not wanted.
        """
        fields = ItemAdapter(item).asdict()
        if fields.get(self._html) is None:
            return item  # type: ignore[no-any-return]
        page = fields.pop(self._html)
        fetched = as_written(fields.get(self._captured))
        found = facts(self._extractor(entry_of(page, url=fields.get(self._url), fetched=fetched)))
        if self._drop and found["outcome"] != Outcome.EXTRACTED:
            raise DropItem(f"{fields.get(self._url)}: {found['outcome']}")
        # What the spider knows is better than what the page says of itself.
        return {**found, **{name: value for name, value in fields.items() if value is not None}}


@lru_cache(maxsize=4)
def _extractor(options: PageOptions) -> Extractor:
    return Extractor(options)
