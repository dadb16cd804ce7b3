from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("pandas", reason="pandas is not installed")

import pandas as pd

from broadsheet.crawl.batch import PageOptions, RowMaker
from broadsheet.crawl.batch.stream import entry_of
from broadsheet.crawl.integrations.spark import extract_pages, schema

from ..batch.pages_for_tests import page, told

pytestmark = pytest.mark.filterwarnings("ignore")

OPTIONS = PageOptions(method="coreex", near_duplicates=False)


def test_frames_become_frames() -> None:
    numbers = [range(3), range(0), range(3, 40)]
    frames = [
        pd.DataFrame(
            {"id": list(some), "html": [page(n) for n in some], "url": [f"https://c.example/{n}" for n in some]}
        )
        for some in numbers
    ]
    done = list(extract_pages(carry=("id bigint",), options=OPTIONS)(iter(frames)))
    assert [list(frame["id"]) for frame in done] == [list(some) for some in numbers]
    assert list(done[2]["title"]) == [f"Story {number}" for number in range(3, 40)]
    assert done[0]["confidence"][0] is None


def test_missing_values() -> None:
    addresses: list[Any] = ["https://c.example/0", None, float("nan"), pd.NA]
    frame = pd.DataFrame({"html": [page(0).decode(), page(1).decode(), None, pd.NA], "url": addresses})
    (done,) = extract_pages(options=OPTIONS)(iter([frame]))
    assert list(done["outcome"]) == ["extracted", "extracted", "not_html", "not_html"]
    assert list(done["url"]) == ["https://c.example/0", None, None, None]


def test_relative_dates_refer_to_the_time_of_capture() -> None:
    html = told().decode()
    moments: list[Any] = ["2026-03-06T09:30:00Z", pd.Timestamp("2026-03-06T09:30:00Z"), None, float("nan")]
    (done,) = extract_pages(options=OPTIONS)(iter([pd.DataFrame({"html": [html] * 4, "captured": moments})]))
    expected = "2026-03-06T06:30:00+00:00"
    assert list(done["published"]) == [expected, expected, None, None]


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    """Spark in this process and a Java process beside it."""
    pytest.importorskip("pyspark", reason="Spark is not installed")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    from pyspark.sql import SparkSession

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        session = (
            SparkSession.builder.master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .getOrCreate()
        )
        yield session
        session.stop()


def test_a_data_frame(spark: Any) -> None:
    pages = spark.createDataFrame(
        [(number, bytearray(page(number)), f"https://c.example/{number}") for number in range(6)] + [(6, None, None)],
        "id bigint, html binary, url string",
    )
    carry = ("id bigint",)
    rows = pages.mapInPandas(extract_pages(carry=carry, options=OPTIONS), schema(carry)).orderBy("id").collect()
    assert [row["outcome"] for row in rows] == ["extracted"] * 6 + ["not_html"]
    expected = RowMaker(OPTIONS)(entry_of(page(4), url="https://c.example/4"))
    assert (rows[4]["title"], rows[4]["text"], rows[4]["authors"]) == (expected["title"], expected["text"], [])
