"""WCXB: its parts, the kinds of its pages, and what may be missing."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from broadsheet.corpora import Gold, Includes, open_corpora, recognise
from broadsheet.errors import CorpusError

if TYPE_CHECKING:
    from tests.corpora.conftest import Spoil


def test_every_field_is_read(formats: Path, script: ModuleType) -> None:
    dev, test = open_corpora(formats / "wcxb")
    assert (dev.name, dev.includes, test.name) == ("wcxb-dev", Includes(title=False), "wcxb-test")
    assert [sample.gold for sample in (*dev, *test)] == [
        Gold(
            id="0001",
            corpus="wcxb-dev",
            url="https://www.courier.example/ferry",
            site="courier.example",
            encoding="utf-8",
            title=script.FERRY_TITLE,
            authors=("Ada Moller",),
            date=dt.date(2024, 10, 1),
            text="\n".join(script.FERRY),
            with_=("stop running at the end",),
            without=("New trains in summer",),
            extra={
                "main_content_markdown": "**The old ferry**",
                "confidence": "verified",
                "tags": ["sea"],
                "page_type": "article",
            },
        ),
        Gold(
            id="0002",
            corpus="wcxb-dev",
            url="https://www.courier.example/",
            site="courier.example",
            encoding="utf-8",
            extra={"publish_date": "autumn", "page_type": "collection"},
        ),
        Gold(
            id="4000",
            corpus="wcxb-test",
            url="https://muehle.example/rad",
            site="muehle.example",
            encoding="utf-8",
            text="\n".join(script.MILL),
            extra={"page_type": "article"},
        ),
    ]


def test_a_part_can_be_opened_alone(formats: Path) -> None:
    assert recognise(formats / "wcxb" / "dev") == "wcxb"
    assert [corpus.name for corpus in open_corpora(formats / "wcxb" / "dev")] == ["wcxb-dev"]


@pytest.mark.parametrize(
    ("truth", "message"),
    [
        ([], r"0001\.json: expected a JSON object"),
        ({"ground_truth": {"main_content": 1}}, r"0001\.json: 'ground_truth': 'main_content' must be a string"),
        ({"ground_truth": {"with": "a"}}, r"0001\.json: 'ground_truth': 'with' must be a list of strings"),
        ({"ground_truth": {}, "_internal": 1}, r"0001\.json: '_internal' must be a JSON object"),
        ({"ground_truth": {}, "_internal": {"page_type": 1}}, "'_internal': 'page_type' must be a JSON object"),
    ],
)
def test_a_defect_is_named(spoil: Spoil, truth: object, message: str) -> None:
    with pytest.raises(CorpusError, match=message):
        open_corpora(spoil("wcxb", {"dev/ground-truth/0001.json": json.dumps(truth)}))
