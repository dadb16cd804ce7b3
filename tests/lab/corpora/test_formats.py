from __future__ import annotations

import gzip
import json
import re
import shutil
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from broadsheet.errors import CorpusError
from broadsheet.lab.corpora import FORMATS, Corpus, open_corpora, recognise
from tests.lab.corpora.conftest import Spoil

NAMES = sorted(set(FORMATS) - {"plain"})
PAGES = {".gz", ".html"}

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
PAGES_MAY_BE_MISSING = {"readability", "wceb"}


def first_page(corpus: Corpus) -> Path:
    load = corpus.samples[0].load
    assert isinstance(load, partial)
    path = load.args[0]
    assert isinstance(path, Path)
    return path


def answers(folder: Path) -> list[Path]:
    """The files of a fixture that are not pages."""
    gold = ("annotated", "reference", "expected.html")
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return [path for path in files if path.suffix not in PAGES or any(part in path.parts for part in gold)]


def test_the_fixtures_are_what_their_script_makes(data: Path, script: ModuleType, tmp_path: Path) -> None:
    script.make(tmp_path)
    committed = data / "corpora"
    made = {path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()}
    there = {
        path.relative_to(committed)
        for path in committed.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert made == there - {Path("make.py")}
    for name in made:
        # The compressed bytes depend on the version of zlib.
        unpacked = gzip.decompress if name.suffix == ".gz" else bytes
        assert unpacked((tmp_path / name).read_bytes()) == unpacked((committed / name).read_bytes()), name


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_is_recognised_by_its_shape(formats: Path, name: str, tmp_path: Path) -> None:
    shutil.copytree(formats / name, tmp_path / "any name")
    assert recognise(tmp_path / "any name") == name
    assert recognise(tmp_path) is None


@pytest.mark.parametrize("name", NAMES)
def test_pages_are_read_when_asked_for_and_gold_texts_have_a_line_a_paragraph(formats: Path, name: str) -> None:
    for corpus in open_corpora(formats / name):
        for sample in corpus:
            assert sample.gold.corpus == corpus.name
            assert sample.html
            assert sample.html is not sample.html
            assert "�" not in sample.text()
            assert "<p>" in sample.text() or "<li>" in sample.text()
            lines = (sample.gold.text or "no text").split("\n")
            assert all(line and line == " ".join(line.split()) for line in lines)


@pytest.mark.parametrize("name", sorted(set(NAMES) - PAGES_MAY_BE_MISSING))
def test_an_answer_without_its_page_is_an_error_that_names_both(spoil: Spoil, name: str) -> None:
    folder = spoil(name)
    page = first_page(open_corpora(folder)[0])
    page.unlink()
    with pytest.raises(CorpusError, match=rf"{re.escape(str(folder))}.*: no such page .*{re.escape(page.name)}"):
        open_corpora(folder)


@pytest.mark.parametrize("name", sorted(PAGES_MAY_BE_MISSING))
def test_missing_pages_are_skipped_if_the_format_allows(spoil: Spoil, name: str) -> None:
    folder = spoil(name)
    whole = open_corpora(folder)
    first_page(whole[0]).unlink()
    try:
        left = sum(map(len, open_corpora(folder)))
    except CorpusError as error:
        assert "no page with a gold answer" in str(error)  # noqa: PT017 (where it was the only one)
    else:
        assert left == sum(map(len, whole)) - 1


@pytest.mark.parametrize("name", NAMES)
def test_a_page_that_goes_away_is_an_error_when_it_is_read(spoil: Spoil, name: str) -> None:
    folder = spoil(name)
    sample = open_corpora(folder)[0].samples[0]
    shutil.rmtree(folder)
    with pytest.raises(CorpusError, match="No such file"):
        _ = sample.html


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_the_reader_rejects_a_folder_without_its_layout(name: str, tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=str(tmp_path)):
        open_corpora(tmp_path, format=name)


def test_a_format_can_be_named(formats: Path) -> None:
    (corpus,) = open_corpora(formats / "cleanportaleval", format="cleaneval")
    assert corpus.name == "cleaneval"


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_damaged_answers_raise_only_corpus_errors(
    name: str, data: st.DataObject, formats: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("spoilt") / name
    shutil.copytree(formats / name, folder)
    path = data.draw(st.sampled_from(answers(folder)))
    if path.suffix in {".json", ".jsonl", ".info"} and data.draw(st.booleans()):
        path.write_text(json.dumps(data.draw(ANY_JSON)), encoding="utf-8")
    else:
        whole = path.read_bytes()
        start = data.draw(st.integers(0, len(whole)))
        stop = data.draw(st.integers(start, min(len(whole), start + 40)))
        path.write_bytes(whole[:start] + data.draw(st.binary(max_size=8)) + whole[stop:])
    try:
        for corpus in open_corpora(folder, format=name):
            assert len(corpus)
    except CorpusError as error:
        assert str(folder) in str(error)  # noqa: PT017 (either is right)


def test_the_guide_lists_every_format() -> None:
    guide = (Path(__file__).parents[3] / "docs" / "guide" / "corpora.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([\w-]+)` \|", guide, re.MULTILINE) == ["plain", *NAMES]
