"""Scrapinghub's article-extraction-benchmark: what is read, and its defects."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from broadsheet.corpora import Gold, Includes, open_corpora
from broadsheet.errors import CorpusError

if TYPE_CHECKING:
    from tests.corpora.conftest import Spoil


def test_every_field_is_read(formats: Path, script: ModuleType) -> None:
    (corpus,) = open_corpora(formats / "scrapinghub")
    assert (corpus.name, corpus.includes) == ("scrapinghub", Includes(comments=False))
    assert [sample.gold for sample in corpus] == [
        Gold(
            id="a1",
            corpus="scrapinghub",
            url="https://www.courier.example/ferry",
            site="courier.example",
            encoding="utf-8",
            text="\n".join(script.FERRY),
        ),
        Gold(id="b2", corpus="scrapinghub", encoding="utf-8", text=" ".join(script.MILL), extra={"note": "no URL"}),
    ]


@pytest.mark.parametrize(
    ("truth", "message"),
    [
        ("{", r"ground-truth\.json:1: not JSON"),
        ("[]", r"ground-truth\.json: expected a JSON object"),
        ('{\n"a1": []}', r"ground-truth\.json:2: 'a1': expected a JSON object"),
        ('{\n\n"a1": {"url": "x"}}', r"ground-truth\.json:3: 'a1': 'articleBody' must be a string"),
        ('{"a1": {"articleBody": "x", "url": 5}}', r"ground-truth\.json:1: 'a1': 'url' must be a string"),
        ('{"../a1": {"articleBody": "x"}}', "must not be empty or contain a path separator: '../a1'"),
        ('{"": {"articleBody": "x"}}', "must not be empty or contain a path separator: ''"),
        ("{}", "no page with a gold answer"),
        (b'{"a1":\n"\xff"}', r"ground-truth\.json:2: not UTF-8"),
        ("[" * 100_000, r"ground-truth\.json: not JSON"),
    ],
)
def test_a_defect_is_named_with_file_and_line(spoil: Spoil, truth: str | bytes, message: str) -> None:
    with pytest.raises(CorpusError, match=message):
        open_corpora(spoil("scrapinghub", {"ground-truth.json": truth}))
