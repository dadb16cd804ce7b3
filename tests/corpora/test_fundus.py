"""Fundus's parser tests and its evaluation: bodies become texts, versions find their pages."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from broadsheet.corpora import Gold, Includes, open_corpora
from broadsheet.errors import CorpusError

if TYPE_CHECKING:
    from tests.corpora.conftest import Spoil

CONVENTIONS = Includes(title=False, byline=False, captions=False, comments=False)


def test_every_field_is_read(formats: Path, script: ModuleType) -> None:
    (corpus,) = open_corpora(formats / "fundus")
    assert (corpus.name, corpus.includes) == ("fundus", CONVENTIONS)
    first, *others = script.MILL
    assert corpus.samples[0].gold == Gold(
        id="de-Muehlenbote_2023_05_01",
        corpus="fundus",
        url="https://muehle.example/rad",
        site="muehle.example",
        encoding="utf-8",
        title=script.MILL_TITLE,
        authors=("Ada Moller",),
        date=dt.date(2023, 4, 30),
        text="\n".join([first, "Was bleibt", *others]),
        extra={"topics": ["Handwerk"], "crawl_date": "2023-05-01 10:00:00", "country": "de", "version": "V1"},
    )


def test_versions_in_order_belong_to_pages_in_order(formats: Path) -> None:
    golds = [sample.gold for sample in open_corpora(formats / "fundus")[0]]
    assert [(gold.id, gold.extra["version"], gold.title) for gold in golds[:2]] == [
        ("de-Muehlenbote_2023_05_01", "V1", "Die Mühle dreht sich wieder"),
        ("de-Muehlenbote_2024_06_02", "V1_1", "Neue Lager"),
    ]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"gb/SoundCourier.json": None}, r"gb/SoundCourier\.json: No such file"),
        ({"gb/SoundCourier.json": '{"V1": {}, "V2": {}}'}, r"SoundCourier\.json: 2 versions, but .*meta\.info has 1 p"),
        ({"gb/SoundCourier.json": '{\n"First": {}}'}, r"SoundCourier\.json:2: 'First': expected a version"),
        ({"gb/SoundCourier.json": '{"V1": {"body": 1}}'}, "'V1': 'body' must be a JSON object"),
        ({"gb/SoundCourier.json": '{"V1": {"body": {"sections": [1]}}}'}, "'sections' must be a list of JSON objects"),
        ({"gb/SoundCourier.json": '{"V1": {"body": {"summary": "a"}}}'}, "'summary' must be a list of strings"),
        ({"gb/meta.info": '{"SoundCourier.html.gz": {"url": "u"}}'}, "'crawl_date' must be a string"),
    ],
)
def test_a_defect_is_named(spoil: Spoil, files: dict[str, str | None], message: str) -> None:
    with pytest.raises(CorpusError, match=message):
        open_corpora(spoil("fundus", files))


def test_the_evaluation_is_read(formats: Path, script: ModuleType) -> None:
    (corpus,) = open_corpora(formats / "fundus-evaluation")
    assert (corpus.name, corpus.includes) == ("fundus-evaluation", Includes(comments=False))
    first, *others = script.FERRY
    assert [sample.gold for sample in corpus] == [
        Gold(
            id="SoundCourier_0",
            corpus="fundus-evaluation",
            url="https://www.courier.example/ferry",
            site="courier.example",
            lang="en",
            encoding="utf-8",
            text="\n".join([first, "Read more about the sound.", *others]),
            extra={"crawl_date": "2024-10-02 08:00:00", "optional": ["Read more about the sound."]},
        )
    ]


@pytest.mark.parametrize(
    ("body", "text", "optional"),
    [(["[a]", "b"], "a\nb", ["a"]), (["[a] b", "[", "[]", ""], "[a] b\n[", [""]), ([], "", None)],
)
def test_a_paragraph_in_brackets_is_optional(
    spoil: Spoil, body: list[str], text: str, optional: list[str] | None
) -> None:
    truth = json.dumps({"SoundCourier_0": {"body": body}})
    gold = open_corpora(spoil("fundus-evaluation", {"ground_truth.json": truth}))[0].samples[0].gold
    assert (gold.text, gold.extra.get("optional")) == (text, optional)
