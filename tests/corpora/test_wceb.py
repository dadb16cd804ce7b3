"""The WCEB's combination: a corpus for each file, and what its pages may be packed in."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from broadsheet.corpora import Gold, Includes, open_corpora
from broadsheet.errors import CorpusError

if TYPE_CHECKING:
    from tests.corpora.conftest import Spoil


def test_every_field_is_read(formats: Path, script: ModuleType) -> None:
    cetd, l3s = open_corpora(formats / "wceb")
    assert (cetd.name, cetd.includes) == ("wceb-cetd", Includes())
    assert (l3s.name, l3s.includes) == ("wceb-l3s-gn1", Includes(title=True, captions=True, comments=False))
    assert [sample.gold for sample in (*cetd, *l3s)] == [
        Gold(
            id="aa",
            corpus="wceb-cetd",
            encoding="utf-8",
            text="\n".join(script.FERRY),
            extra={"source": ["cetd", "BBC_1"]},
        ),
        Gold(
            id="cc",
            corpus="wceb-l3s-gn1",
            url="http://www.muehle.example/rad",
            site="muehle.example",
            encoding="utf-8",
            text="\n".join([script.MILL_TITLE, " ".join(script.MILL)]),
            extra={"source": ["l3s-gn1", "x"]},
        ),
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", r"cetd\.jsonl:2: not a line of JSON"),
        ("5", r"cetd\.jsonl:2: expected a JSON object"),
        ('{"plaintext": "x"}', r"cetd\.jsonl:2: 'page_id' must be a string"),
        ('{"page_id": "aa"}', r"cetd\.jsonl:2: 'plaintext' must be a string"),
        ('{"page_id": "a/a", "plaintext": "x"}', r"cetd\.jsonl:2: a page id must not .*: 'a/a'"),
        ('{"page_id": "aa", "plaintext": "x"}\n{"page_id": "aa", "plaintext": "y"}', "two pages have the id 'aa'"),
    ],
)
def test_a_defect_is_named_with_file_and_line(spoil: Spoil, line: str, message: str) -> None:
    with pytest.raises(CorpusError, match=message):
        open_corpora(spoil("wceb", {"ground-truth/cetd.jsonl": f"\n{line}\n"}))


def test_a_corpus_without_its_folder_of_pages_is_an_error(spoil: Spoil) -> None:
    folder = spoil("wceb")
    shutil.rmtree(folder / "html" / "cetd")
    with pytest.raises(CorpusError, match=r"cetd\.jsonl: no folder of its pages"):
        open_corpora(folder)
