from __future__ import annotations

import json
import re
import time
from pathlib import Path
from unittest.mock import Mock

import pytest

pytest.importorskip("rensa", reason="the extra batch is not installed")
pytest.importorskip("pyarrow", reason="the extra batch is not installed")

import pyarrow as pa

from broadsheet import pipeline
from broadsheet.crawl.batch import COLUMNS, MEANINGS, Limits, Outcome, PageOptions, RowMaker, arrow_schema
from broadsheet.crawl.batch.stream import entry_of, facts, stream
from broadsheet.crawl.sources.record import Entry, Record
from broadsheet.errors import FetchFailed, NeedsNotMet, PageTooLarge, SourceUnreadable

from .pages_for_tests import page, told

OPTIONS = PageOptions(method="coreex", markdown=True)
GUIDE = Path(__file__).parent.parent.parent.parent / "docs" / "guide" / "batch.md"


@pytest.fixture(scope="module")
def extractor() -> RowMaker:
    return RowMaker(OPTIONS)


def test_a_row_has_the_values_of_the_article(extractor: RowMaker) -> None:
    row = extractor(entry_of(page(1), url="https://courier.example/1", number=7), unit=3)
    article = pipeline.extract(page(1), url="https://courier.example/1", method="coreex")
    assert (row["unit"], row["number"], row["outcome"]) == (3, 7, "extracted")
    for name in ("title", "published", "language", "site_name", "text", "markdown", "confidence", "method"):
        assert row[name] == getattr(article, name), name
    assert row["authors"] == list(article.authors)
    assert 0 < row["seconds"] < time.process_time()
    assert set(row) == {column.name for column in COLUMNS}
    pa.Table.from_pylist([row], schema=arrow_schema(COLUMNS))
    with pytest.raises(TypeError, match="entry must be Entry, not bytes"):
        extractor(page(1))


def test_relative_dates_refer_to_the_time_of_capture(extractor: RowMaker) -> None:
    assert extractor(entry_of(told()))["published"] is None
    row = extractor(entry_of(told(), fetched="2026-03-06T09:30:00Z"))
    assert row["published"] == "2026-03-06T06:30:00+00:00"
    assert row["fetched"] == "2026-03-06T09:30:00Z"
    kept = extractor(
        entry_of(told(), fetched="2026-03-06T09:30:00Z", headers=(("date", "Thu, 05 Mar 2026 09:30:00 GMT"),))
    )
    assert kept["published"] == "2026-03-05T06:30:00+00:00"
    assert extractor(entry_of(told(), fetched="long ago"))["published"] is None


@pytest.mark.parametrize(
    ("entry", "outcome", "reason"),
    [
        (entry_of(b"%PDF-1.7"), "not_html", "PDF"),
        (entry_of(b""), "not_html", "empty input"),
        (entry_of(b"<p>" + b"<b>" * 200_000), "too_large", "the limit is"),
        (entry_of(b"<html><body><div></div></body></html>"), "nothing_found", None),
        (entry_of("\ufeff<html><p>".encode("utf-16-le") + b"x\0\0\xd8" * 500), "undecodable", "of the characters"),
        (Entry(number=0, error=SourceUnreadable("a at byte 3", "damaged")), "undecodable", "a at byte 3: damaged"),
        (Entry(number=0, error=FetchFailed("https://a.example", "gone", 410)), "fetch_failed", "gone"),
        (Entry(number=0, error=PageTooLarge("the number of bytes", 9, 3)), "too_large", "the limit is 3"),
        (Entry(number=0, repeats="https://a.example of 2026"), "skipped_duplicate", "the same as https://a.example"),
    ],
)
def test_outcomes_without_an_article(extractor: RowMaker, entry: Entry, outcome: str, reason: str | None) -> None:
    row = extractor(entry)
    assert (row["outcome"], row["text"]) == (outcome, None)
    assert (row["reason"] is None) if reason is None else (reason in row["reason"])
    assert row["status"] == (410 if outcome == "fetch_failed" else None)


def test_the_text_of_other_pages_may_be_left_out(extractor: RowMaker) -> None:
    links = "".join(f"<li><a href=/news/{n}>Headline number {n} of this morning</a></li>" for n in range(60))
    index = f"<!DOCTYPE html><title>The Courier</title><h1>News</h1><ul>{links}</ul><p>{'All the news. ' * 20}</p>"
    entry = entry_of(index, url="https://courier.example/")
    row = extractor(entry)
    assert (row["outcome"], row["is_article"]) == ("not_article", False)
    assert row["text"]
    short = RowMaker(PageOptions(method="coreex", markdown=True, only_articles=True))
    assert short(entry_of(page(1)))["text"] == extractor(entry_of(page(1)))["text"]
    left = short(entry)
    assert (left["outcome"], left["page_kind"]) == (row["outcome"], row["page_kind"])
    assert {left[name] for name in ("text", "markdown", "content_hash", "minhash")} == {None}


def test_metadata_and_verdict_are_optional(extractor: RowMaker) -> None:
    whole = extractor(entry_of(page(1)))
    bare = RowMaker(PageOptions(method="coreex", markdown=True, metadata=False, verdict=False))(entry_of(page(1)))
    same = ("outcome", "title", "text", "markdown", "confidence", "content_hash", "minhash")
    assert [bare[name] for name in same] == [whole[name] for name in same]
    unknown = ("authors", "published", "language", "site_name", "description", "is_article", "article_probability")
    assert not any(bare[name] for name in unknown)
    assert [bare[name] for name in ("authors", "tags")] == [None, None], "not known, and not: there are none"
    assert all(whole[name] for name in ("language", "article_probability"))
    with pytest.raises(ValueError, match="only_articles needs verdict"):
        PageOptions(only_articles=True, verdict=False)


def test_metadata_of_the_source_is_kept(extractor: RowMaker) -> None:
    record = Record(
        data=page(1), url="https://a.example/", status=200, content_type="text/html",
        fetched="2026-03-06T06:30:00Z", truncated="length",
    )  # fmt: skip
    row = extractor(Entry(number=1, offset=99, name="<urn>", record=record))
    kept = {name: row[name] for name in ("offset", "name", "status", "content_type", "fetched", "truncated", "url")}
    assert kept == {
        "offset": 99, "name": "<urn>", "status": 200, "content_type": "text/html", "fetched": "2026-03-06T06:30:00Z",
        "truncated": "length", "url": "https://a.example/",
    }  # fmt: skip


def test_a_method_that_cannot_run_says_so_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "extract", Mock(side_effect=NeedsNotMet("magic needs a wand")))
    with pytest.raises(NeedsNotMet, match="wand"):
        RowMaker(OPTIONS)


def test_a_stream_is_in_order_and_as_without_a_process(extractor: RowMaker) -> None:
    entries = [entry_of(page(number), number=100 - number) for number in range(40)]
    here = [{**extractor(entry), "seconds": 0} for entry in entries]
    there = [{**row, "seconds": 0} for row in stream(entries, OPTIONS, Limits(seconds=20))]
    assert here == there
    assert [row["number"] for row in here] == [100 - number for number in range(40)]
    assert json.dumps({**facts(here[0]), "minhash": None})


def test_the_guide_has_every_column_and_every_outcome() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    for column in COLUMNS:
        assert f"| `{column.name}` | {column.type} | {column.meaning} |" in guide, column.name
    for outcome in Outcome:
        assert re.search(rf"\| `{outcome}` \| {re.escape(MEANINGS[outcome])} \|", guide), outcome
