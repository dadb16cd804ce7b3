from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("scrapy", reason="Scrapy is not installed")

from scrapy import Spider
from scrapy.crawler import CrawlerProcess
from scrapy.exceptions import DropItem
from scrapy.http import HtmlResponse

from broadsheet.crawl.batch import PageOptions, RowMaker
from broadsheet.crawl.batch.stream import entry_of
from broadsheet.crawl.integrations.scrapy import ArticlePipeline, article_item

from ..batch.pages_for_tests import page, told

pytestmark = pytest.mark.filterwarnings("ignore")

ADDRESS = "https://courier.example/1"
OPTIONS = PageOptions(method="coreex", near_duplicates=False)


def test_an_item_of_a_response() -> None:
    response = HtmlResponse(ADDRESS, body=page(1), headers={"Content-Type": "text/html; charset=utf-8"})
    item = article_item(response, OPTIONS)
    row = RowMaker(OPTIONS)(entry_of(page(1), url=ADDRESS))
    assert (item["title"], item["text"], item["outcome"]) == (row["title"], row["text"], "extracted")
    assert (item["url"], item["status"], item["content_type"]) == (ADDRESS, 200, "text/html; charset=utf-8")
    assert "unit" not in item


def test_the_charset_of_the_header_is_used() -> None:
    html = page(1).decode().replace("Story", "Мост").encode("koi8-r")
    response = HtmlResponse(ADDRESS, body=html, headers={"Content-Type": "text/html; charset=koi8-r"})
    assert article_item(response, OPTIONS)["title"] == "Мост 1"


def test_relative_dates_refer_to_the_time_of_capture() -> None:
    made = datetime.now(UTC).replace(second=0, microsecond=0) - timedelta(days=1)
    response = HtmlResponse(ADDRESS, body=told(), headers={"Date": format_datetime(made, usegmt=True)})
    assert article_item(response, OPTIONS)["published"] == (made - timedelta(hours=3)).isoformat()
    item = {"html": told(), "url": ADDRESS}
    pipeline = ArticlePipeline(OPTIONS)
    assert (
        pipeline.process_item({**item, "captured": "2026-03-06T09:30:00Z"})["published"] == "2026-03-06T06:30:00+00:00"
    )
    assert pipeline.process_item({**item, "captured": made})["published"] == (made - timedelta(hours=3)).isoformat()
    assert pipeline.process_item(item)["published"] is None


def test_items_with_a_page_are_completed() -> None:
    pipeline = ArticlePipeline(OPTIONS)
    item = pipeline.process_item({"html": page(1), "url": ADDRESS, "title": None, "section": "harbour"})
    assert (item["title"], item["section"], item["outcome"]) == ("Story 1", "harbour", "extracted")
    assert "html" not in item
    assert pipeline.process_item({"link": "x"}) == {"link": "x"}
    assert pipeline.process_item({"html": b"%PDF-1.7", "url": ADDRESS})["outcome"] == "not_html"
    with pytest.raises(DropItem, match="not_html"):
        ArticlePipeline(OPTIONS, drop=True).process_item({"html": b"%PDF-1.7", "url": ADDRESS})


def test_a_crawl(tmp_path: Path) -> None:
    """Scrapy crawls a local file."""
    saved = tmp_path / "page.html"
    saved.write_bytes(page(3))
    found: list[dict[str, Any]] = []

    class Courier(Spider):
        name = "courier"
        start_urls = [saved.as_uri()]  # noqa: RUF012 - as Scrapy has it

        def parse(self, response: HtmlResponse) -> Any:
            yield {"html": response.body, "url": ADDRESS}

    class Keep:
        def process_item(self, item: dict[str, Any]) -> dict[str, Any]:
            found.append(item)
            return item

    process = CrawlerProcess(
        {
            "ITEM_PIPELINES": {ArticlePipeline: 1, Keep: 2},
            "BROADSHEET_METHOD": "coreex",
            "LOG_LEVEL": "ERROR",
            "TELNETCONSOLE_ENABLED": False,
        }
    )
    process.crawl(Courier)
    process.start(install_signal_handlers=False)
    assert [(item["title"], item["method"], item["url"]) for item in found] == [("Story 3", "coreex", ADDRESS)]
