"""The article extraction dataset of newspaper4k: what is read, and its defects."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from broadsheet.corpora import Gold, Includes, open_corpora
from broadsheet.errors import CorpusError

if TYPE_CHECKING:
    from tests.corpora.conftest import Spoil


def test_every_field_is_read(formats: Path, script: ModuleType) -> None:
    (corpus,) = open_corpora(formats / "naeb")
    assert (corpus.name, corpus.includes) == ("naeb", Includes(title=False, byline=False, captions=False))
    assert [sample.gold for sample in corpus] == [
        Gold(
            id="00ff",
            corpus="naeb",
            url="https://news.courier.example/ferry",
            site="courier.example",
            title=script.FERRY_TITLE,
            authors=("Ada Moller",),
            date=dt.date(2024, 10, 1),
            text="\n".join(script.FERRY),
            extra={"id": 1},
        ),
        Gold(
            id="11ee",
            corpus="naeb",
            url="https://muehle.example/rad",
            site="muehle.example",
            title=script.MILL_TITLE,
            authors=("Rune Dahl", "Ada Moller"),
            text="\n".join(script.MILL),
            extra={"id": 2},
        ),
    ]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ('{"title": "t"}', r"articles\.json:2: '00ff': 'articleBody' must be a string"),
        ('{"articleBody": "", "authors": [1]}', r"articles\.json:2: '00ff': 'authors' must be a list of strings"),
        ('{"articleBody": "", "authors": 1}', r"articles\.json:2: '00ff': 'authors' must be a string"),
        ('{"articleBody": "", "date": 2024}', r"articles\.json:2: '00ff': 'date' must be a string"),
    ],
)
def test_a_defect_is_named_with_file_and_line(spoil: Spoil, entry: str, message: str) -> None:
    with pytest.raises(CorpusError, match=message):
        open_corpora(spoil("naeb", {"articles.json": f'{{\n"00ff": {entry}}}'}))
