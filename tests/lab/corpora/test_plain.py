from __future__ import annotations

import datetime as dt
import gzip
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from broadsheet.errors import CorpusError, SourceUnreadable
from broadsheet.lab.corpora import Gold, Sample, open_corpora
from broadsheet.lab.corpora.formats import VARIABLE


@pytest.fixture
def tiny(data: Path) -> Path:
    return data / "corpora" / "tiny"


def write(folder: Path, *records: dict[str, Any] | str, pages: bool = True) -> Path:
    (folder / "html").mkdir(parents=True, exist_ok=True)
    lines = [record if isinstance(record, str) else json.dumps(record) for record in records]
    (folder / "truth.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for record in records:
        if pages and isinstance(record, dict) and isinstance(name := record.get("id"), str) and "/" not in name:
            (folder / "html" / f"{name}.html.gz").write_bytes(gzip.compress(b"<p>text</p>"))
    return folder


def test_every_key_is_read(tiny: Path, script: ModuleType) -> None:
    corpus = open_corpora(tiny)[0]
    assert corpus.name == "tiny"
    assert [sample.gold.id for sample in corpus] == list(script.SHOWS)
    assert {sample.gold.id for sample in corpus if sample.gold.can_be_scored} == script.SHOWS.keys() - {"silent"}
    assert corpus.samples[0].gold == Gold(
        id="article",
        corpus="tiny",
        url="https://courier.example/ferry",
        site="courier.example",
        lang="en",
        encoding="utf-8",
        title="Last trip for the old ferry",
        authors=("Ada Moller",),
        date=dt.date(2024, 10, 1),
        text="\n".join(script.FERRY),
    )


def test_bytes_are_decoded_by_the_codec_of_the_truth(tiny: Path) -> None:
    samples = {sample.gold.id: sample for sample in open_corpora(tiny)[0]}
    # The page declares UTF-8, which it is not.
    assert b'charset="utf-8"' in samples["latin"].html
    assert "Die alte Mühle am Fluss" in samples["latin"].text()


def test_an_unknown_codec_is_an_error_that_names_the_page(tmp_path: Path) -> None:
    folder = write(tmp_path / "c", {"id": "a", "encoding": "klingon"})
    with pytest.raises(CorpusError, match=r"c/a: unknown codec 'klingon'"):
        open_corpora(folder, format="plain")[0].samples[0].text()


def test_labels_of_articles(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "c",
        {"id": "1", "label": "article"},
        {"id": "2", "label": "not_article"},
        {"id": "3", "page_type": "article"},
        {"id": "4", "page_type": "forum"},
        {"id": "5"},
    )
    (corpus,) = open_corpora(folder)
    assert [sample.gold.is_article for sample in corpus] == [True, False, True, False, None]


def test_a_folder_of_corpora_is_opened_by_name(tmp_path: Path) -> None:
    write(tmp_path / "beta", {"id": "1"})
    write(tmp_path / "alpha", {"id": "1"})
    (tmp_path / "notes").mkdir()
    assert [corpus.name for corpus in open_corpora(tmp_path)] == ["alpha", "beta"]


def test_the_environment_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "alpha", {"id": "1"})
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert [corpus.name for corpus in open_corpora()] == ["alpha"]
    monkeypatch.delenv(VARIABLE)
    with pytest.raises(CorpusError, match=VARIABLE):
        open_corpora()


def test_two_corpora_of_one_name_are_an_error(tmp_path: Path) -> None:
    one, two = write(tmp_path / "1" / "same", {"id": "1"}), write(tmp_path / "2" / "same", {"id": "1"})
    with pytest.raises(CorpusError, match="two corpora have the name 'same'"):
        open_corpora(one, two)


def test_folders_without_answers_are_errors(tmp_path: Path) -> None:
    with pytest.raises(SourceUnreadable, match="no such folder"):
        open_corpora(tmp_path / "missing")
    with pytest.raises(CorpusError, match=r"no gold answers \(truth\.jsonl"):
        open_corpora(tmp_path)
    write(tmp_path / "alpha", {"id": "1"})
    (tmp_path / "half" / "html").mkdir(parents=True)
    with pytest.raises(CorpusError, match="half: pages, but no gold answers in a known format"):
        open_corpora(tmp_path)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": "b"', "not a line of JSON"),
        ('["b"]', "expected a JSON object"),
        ('{"title": "no name"}', "'id' must be a non-empty string"),
        ('{"id": ""}', "'id' must be a non-empty string"),
        ('{"id": "../b"}', "a page id must not be empty or contain a path separator"),
        ('{"id": ".."}', "a page id must not be empty or contain a path separator"),
        ('{"id": "gone"}', r"no such page .*gone\.html\.gz"),
        ('{"id": "b", "text": 5}', "'text' must be a string"),
        ('{"id": "b", "authors": "Ada"}', "'authors' must be a list of strings"),
        ('{"id": "b", "with": [1]}', "'with' must be a list of strings"),
        ('{"id": "b", "date": "yesterday"}', "'date' must be an ISO day: 'yesterday'"),
        ('{"id": "\\u0000"}', "no such page"),
        (f'{{"id": "{255 * "a"}"}}', "no such page"),
    ],
)
def test_a_defect_is_named_with_file_and_line(tmp_path: Path, line: str, message: str) -> None:
    folder = write(tmp_path / "c", {"id": "a"}, "", line)
    if "gone" not in line:
        (folder / "html" / "b.html.gz").write_bytes(gzip.compress(b""))
    with pytest.raises(CorpusError, match=rf"c/truth\.jsonl:3: {message}"):
        open_corpora(folder, format="plain")


@pytest.mark.parametrize("data", [b"<p>not compressed</p>", gzip.compress(b"<p>long enough</p>", mtime=0)[:-12], b""])
def test_a_page_that_is_not_gzip_is_named(tmp_path: Path, data: bytes) -> None:
    folder = write(tmp_path / "c", {"id": "a"})
    (folder / "html" / "a.html.gz").write_bytes(data)
    with pytest.raises(CorpusError, match=r"a\.html\.gz: not readable as gzip"):
        _ = open_corpora(folder, format="plain")[0].samples[0].html


def test_a_draw_is_stable_and_in_order(tmp_path: Path) -> None:
    (corpus,) = open_corpora(write(tmp_path / "c", *({"id": f"{number:02}"} for number in range(40))))
    names = [sample.gold.id for sample in corpus.draw(10, seed=1)]
    assert len(names) == 10
    assert names == sorted(names) == [sample.gold.id for sample in corpus.draw(10, seed=1)]
    assert names != [sample.gold.id for sample in corpus.draw(10, seed=2)]
    assert set(names) < {sample.gold.id for sample in corpus.draw(11, seed=1)}


def test_a_sample_without_a_page_gives_none() -> None:
    def of(html: bytes) -> Sample:
        return Sample(Gold(id="1", corpus="c", url="https://a.example/1"), lambda: html)

    page = of(b"<p>A bridge.</p>").page()
    assert page is not None
    assert page.url == "https://a.example/1"
    assert of(b"").page() is None
    assert of(b"%PDF-1.7\n").page() is None
