"""Trafilatura's evaluation data: the Python literal, which is never executed, and the JSON that followed it."""

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

ITEM = "{'file': 'muehle.example.html', 'with': ['a'], 'without': ['b']}"


def test_every_field_is_read(formats: Path, script: ModuleType) -> None:
    (corpus,) = open_corpora(formats / "trafilatura")
    assert (corpus.name, corpus.includes) == ("trafilatura", Includes(comments=False))
    assert [sample.gold for sample in corpus] == [
        Gold(
            id="courier.example.ferry",
            corpus="trafilatura",
            url="https://www.courier.example/ferry",
            site="courier.example",
            title=script.FERRY_TITLE,
            authors=("Ada Moller", "Rune Dahl, PhD"),
            date=dt.date(2024, 10, 1),
            with_=("stop running at the end", "work at the container terminal"),
            without=("New trains in summer",),
            comments=("What a pity.",),
            extra={"region": "GB"},
        ),
        Gold(
            id="muehle.example",
            corpus="trafilatura",
            url="https://muehle.example/rad",
            site="muehle.example",
            with_=("Die alte Mühle",),
            without=("Impressum",),
            extra={"date": "im Frühjahr"},
        ),
    ]


def test_nothing_of_the_file_is_executed(spoil: Spoil, tmp_path: Path) -> None:
    mark = tmp_path / "executed"
    source = f"open({str(mark)!r}, 'w')\nEVAL_PAGES = {{'http://a.example/': {ITEM}}}\n"
    assert len(open_corpora(spoil("trafilatura", {"evaldata.py": source}))[0]) == 1
    source = f"EVAL_PAGES = {{'http://a.example/': open({str(mark)!r}, 'w')}}\n"
    with pytest.raises(CorpusError, match=r"evaldata\.py:1: not a literal"):
        open_corpora(spoil("trafilatura", {"evaldata.py": source}))
    assert not mark.exists()


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("EVAL_PAGES = {\n(", r"evaldata\.py:2: not Python"),
        ("x = '\0'", r"evaldata\.py.*: not Python"),
        ("OTHER = {}", r"evaldata\.py: no dictionary EVAL_PAGES = \{\.\.\.\}"),
        ("EVAL_PAGES = load()", r"evaldata\.py: no dictionary"),
        ("EVAL_PAGES = {\n'u': print()}", r"evaldata\.py:2: not a literal"),
        ("EVAL_PAGES = {\n**other}", r"evaldata\.py:2: not a literal"),
        ("EVAL_PAGES = {\n\n5: {}}", r"evaldata\.py:3: expected a URL and a dictionary"),
        ("EVAL_PAGES = {'u': []}", r"evaldata\.py:1: expected a URL and a dictionary"),
        ("EVAL_PAGES = {'u': {[]: 1}}", r"evaldata\.py:1: not a literal"),
        ("EVAL_PAGES = {\n'u': {'with': []}}", r"evaldata\.py:2: 'file' must be a string"),
        ("EVAL_PAGES = {'u': {'file': 'muehle.example.html', 'with': 'a'}}", "'with' must be a list of strings"),
        ("EVAL_PAGES = {'u': {'file': '../evaldata.py'}}", "must not be empty or contain a path separator"),
        ("EVAL_PAGES = {'u': {'file': 'gone.html'}}", r"evaldata\.py:1: no such page .*cache/gone\.html"),
        ("EVAL_PAGES = " + "-" * 100_000 + "1", r"evaldata\.py: not Python|no dictionary"),
    ],
)
def test_a_defect_is_named_with_file_and_line(spoil: Spoil, source: str, message: str) -> None:
    with pytest.raises(CorpusError, match=message):
        open_corpora(spoil("trafilatura", {"evaldata.py": source}))
