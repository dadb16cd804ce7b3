"""The folder of extractions: written once, continued, and begun anew where something changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from broadsheet.lab.corpora import Corpus, open_corpus
from broadsheet.lab.evaluate.entrants import Entrant, of_library, of_method
from broadsheet.lab.evaluate.provenance import corpus_hashes
from broadsheet.lab.evaluate.store import FolderBusy, LedgerUnreadable, collect, read_calls
from tests.lab.evaluate.entrants_for_tests import Paragraphs, Sure, scripted

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def tiny(data: Path) -> Corpus:
    return open_corpus(data / "corpora" / "tiny").where(lambda gold: gold.can_be_scored)


def collected(folder: Path, corpus: Corpus, *entrants: Entrant) -> tuple[list[int], list[str]]:
    """How many pages each step did, and what was told."""
    told: list[str] = []
    hashes = {corpus.name: corpus_hashes(corpus)}
    steps = [pages for _, pages in collect(folder, [corpus], entrants, hashes, limit=None, told=told.append)]
    return steps, told


OURS, LIBRARY = of_method(Paragraphs()), of_library(scripted(lambda html: "some text"))


def test_extractions_are_made_once(tmp_path: Path, tiny: Corpus) -> None:
    assert collected(tmp_path, tiny, OURS) == ([1] * 5, [])
    assert collected(tmp_path, tiny, OURS) == ([5], [])
    assert collected(tmp_path, tiny, OURS, LIBRARY) == ([1] * 5, [])
    names = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.jsonl"))
    assert names == ["extractions/tiny/paragraphs.jsonl", "extractions/tiny/scripted.jsonl", "headlines/tiny.jsonl"]


def test_they_are_read_back_as_they_were(tmp_path: Path, tiny: Corpus) -> None:
    collected(tmp_path, tiny, of_method(Sure()), LIBRARY)
    pages = list(read_calls(tmp_path, tiny, ["scripted", "sure"], corpus_hashes(tiny)))
    assert [page.page for page in pages] == [sample.gold.id for sample in tiny]
    library, ours = pages[0].calls
    assert (library.entrant, library.text, library.stages, library.confidence) == ("scripted", "some text", {}, None)
    assert (ours.entrant, ours.confidence, ours.outcome.value) == ("sure", 0.75, "extracted")
    assert sum(ours.stages.values()) <= ours.seconds
    assert pages[0].reading is not None
    assert pages[0].reading.text == "Last trip for the old ferry"


def test_other_parameters_begin_anew(tmp_path: Path, tiny: Corpus) -> None:
    collected(tmp_path, tiny, of_method(Sure()), LIBRARY)
    steps, told = collected(tmp_path, tiny, of_method(Sure(confidence=0.5)), LIBRARY)
    assert steps == [1] * 5
    (words,) = told
    assert words == "tiny, sure: started again (parameters: confidence=0.75 -> confidence=0.5)"


def test_other_pages_begin_anew(tmp_path: Path, tiny: Corpus) -> None:
    collected(tmp_path, tiny, OURS)
    fewer = tiny.draw(3)
    with pytest.raises(LedgerUnreadable, match="the pages have changed"):
        list(read_calls(tmp_path, fewer, ["paragraphs"], corpus_hashes(fewer)))
    steps, told = collected(tmp_path, fewer, OURS)
    assert steps == [1] * 3
    assert told[0].startswith("tiny, paragraphs: started again (pages: ")


def test_two_runs_in_one_folder_are_refused(tmp_path: Path, tiny: Corpus) -> None:
    pytest.importorskip("fcntl")
    hashes = {"tiny": corpus_hashes(tiny)}
    first = collect(tmp_path, [tiny], [OURS], hashes, limit=None, told=print)
    next(iter(first))
    with pytest.raises(FolderBusy, match="another run is writing"):
        collected(tmp_path, tiny, OURS)
    first.close()  # type: ignore[attr-defined]
    assert collected(tmp_path, tiny, OURS)[0] == [1] * 5
