"""DAnIEL's corpus: what a file's name says, and the index of languages."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from broadsheet.corpora import Gold, Includes, open_corpora
from broadsheet.errors import CorpusError

if TYPE_CHECKING:
    from tests.corpora.conftest import Spoil

NAME = "20111103_www.news.courier.gr_0123456789abcdef"


def test_every_field_is_read(formats: Path, script: ModuleType) -> None:
    (corpus,) = open_corpora(formats / "daniel")
    assert (corpus.name, corpus.includes) == ("daniel", Includes(title=True))
    assert [sample.gold for sample in corpus] == [
        Gold(
            id=NAME,
            corpus="daniel",
            site="courier.gr",
            lang="el",
            text="\n".join([script.FERRY_TITLE, *script.FERRY]),
            extra={"found": "2011-11-03"},
        ),
        Gold(id="press_01_en.html", corpus="daniel", lang="en", text="Ferries & bridges"),
    ]


@pytest.mark.parametrize(
    ("index", "message"),
    [("Greek", r"doc_lg\.json:1: not JSON"), (f'{{"{NAME}": 1}}', rf"doc_lg\.json: '{NAME}' must be a string")],
)
def test_a_defect_is_named(spoil: Spoil, index: str, message: str) -> None:
    with pytest.raises(CorpusError, match=message):
        open_corpora(spoil("daniel", {"doc_lg.json": index}))
