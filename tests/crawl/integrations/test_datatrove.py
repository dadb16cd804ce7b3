from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("datatrove", reason="datatrove is not installed")
pytest.importorskip("orjson", reason="datatrove's JSON reader needs orjson")

from datatrove.data import Document
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.readers import JsonlReader
from datatrove.pipeline.writers import JsonlWriter

from broadsheet.crawl.batch import PageOptions, RowMaker
from broadsheet.crawl.batch.stream import entry_of
from broadsheet.crawl.integrations.datatrove import Broadsheet

from ..batch.pages_for_tests import page, told

pytestmark = pytest.mark.filterwarnings("ignore")

OPTIONS = PageOptions(method="coreex", near_duplicates=False)


def test_documents_become_articles_in_order() -> None:
    documents = [
        Document(page(number).decode(), id=str(number), metadata={"url": f"https://courier.example/{number}"})
        for number in range(40)
    ]
    documents.insert(7, Document("%PDF-1.7", id="pdf"))
    expected = [RowMaker(OPTIONS)(entry_of(page(number)))["text"] for number in range(40)]
    step = Broadsheet(OPTIONS)
    done = list(step.run(iter(documents)))
    assert [document.id for document in done] == [str(number) for number in range(40)]
    assert [document.text for document in done] == expected
    assert done[3].metadata["title"] == "Story 3"
    assert done[3].metadata["url"] == "https://courier.example/3"
    kept = list(Broadsheet(OPTIONS, keep=("extracted", "not_html")).run([Document("%PDF-1.7", id="pdf")]))
    assert [document.metadata["outcome"] for document in kept] == ["not_html"]


def test_relative_dates_refer_to_the_time_of_capture() -> None:
    html = told().decode()
    dates = ("2026-03-06T09:30:00Z", "2026-03-06", 7)
    documents = [Document(html, id=str(at), metadata={"date": date}) for at, date in enumerate(dates)]
    done = list(Broadsheet(OPTIONS).run(iter(documents)))
    assert [one.metadata.get("published") for one in done] == ["2026-03-06T06:30:00+00:00", None, None]


def test_a_pipeline(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    with (tmp_path / "in" / "pages.jsonl").open("w") as file:
        for number in range(5):
            file.write(
                json.dumps({"text": page(number).decode(), "id": str(number), "url": f"https://c.example/{number}"})
                + "\n"
            )
    LocalPipelineExecutor(
        pipeline=[
            JsonlReader(str(tmp_path / "in")),
            Broadsheet(OPTIONS),
            JsonlWriter(str(tmp_path / "out"), compression=None),
        ],
        logging_dir=str(tmp_path / "log"),
    ).run()
    written = [
        json.loads(line) for file in (tmp_path / "out").glob("*.jsonl") for line in file.read_text().splitlines()
    ]
    assert [one["metadata"]["title"] for one in written] == [f"Story {number}" for number in range(5)]
