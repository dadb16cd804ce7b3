"""The folder of extractions: written once, continued, and begun anew where something changed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from broadsheet.corpora import Corpus, open_corpus
from broadsheet.evaluate.entrants import Entrant, LibraryEntrant, OurEntrant
from broadsheet.evaluate.fingerprint import corpus_hashes
from broadsheet.evaluate.ledger import LedgerUnreadable
from broadsheet.evaluate.machine import this_machine
from broadsheet.evaluate.store import Entered, FolderBusy, Plan, collect, read_calls, read_plan, write_plan
from tests.evaluate.entrants_for_tests import Paragraphs, Scripted, Sure

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


OURS, LIBRARY = OurEntrant(Paragraphs()), LibraryEntrant(Scripted(lambda html: "some text"))


def test_extractions_are_made_once(tmp_path: Path, tiny: Corpus) -> None:
    assert collected(tmp_path, tiny, OURS) == ([1] * 5, [])
    assert collected(tmp_path, tiny, OURS) == ([5], [])
    assert collected(tmp_path, tiny, OURS, LIBRARY) == ([1] * 5, [])
    names = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.jsonl"))
    assert names == ["extractions/tiny/paragraphs.jsonl", "extractions/tiny/scripted.jsonl", "headlines/tiny.jsonl"]


def test_they_are_read_back_as_they_were(tmp_path: Path, tiny: Corpus) -> None:
    collected(tmp_path, tiny, OurEntrant(Sure()), LIBRARY)
    pages = list(read_calls(tmp_path, tiny, ["scripted", "sure"], corpus_hashes(tiny)))
    assert [page.page for page in pages] == [sample.gold.id for sample in tiny]
    library, ours = pages[0].calls
    assert (library.entrant, library.text, library.stages, library.confidence) == ("scripted", "some text", {}, None)
    assert (ours.entrant, ours.confidence, ours.outcome.value) == ("sure", 0.75, "extracted")
    assert sum(ours.stages.values()) <= ours.seconds
    assert pages[0].reading.title == "Last trip for the old ferry"


def test_other_parameters_begin_anew(tmp_path: Path, tiny: Corpus) -> None:
    collected(tmp_path, tiny, OurEntrant(Sure()), LIBRARY)
    steps, told = collected(tmp_path, tiny, OurEntrant(Sure(confidence=0.5)), LIBRARY)
    assert steps == [1] * 5
    (words,) = told
    assert words == "tiny, sure: started again (parameters: confidence=0.75 -> confidence=0.5)"


def test_another_version_begins_anew(tmp_path: Path, tiny: Corpus) -> None:
    collected(tmp_path, tiny, LIBRARY)
    path = tmp_path / "extractions" / "tiny" / "scripted.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    header = json.loads(lines[0])
    path.write_text(json.dumps(header | {"version": "0.0"}) + "\n" + "".join(lines[1:]))
    steps, (words,) = collected(tmp_path, tiny, LIBRARY)
    assert steps == [1] * 5
    assert "version: 0.0 -> " in words


def test_other_pages_begin_anew(tmp_path: Path, tiny: Corpus) -> None:
    collected(tmp_path, tiny, OURS)
    fewer = tiny.draw(3)
    with pytest.raises(LedgerUnreadable, match="the pages have changed"):
        list(read_calls(tmp_path, fewer, ["paragraphs"], corpus_hashes(fewer)))
    steps, told = collected(tmp_path, fewer, OURS)
    assert steps == [1] * 3
    assert told[0].startswith("tiny, paragraphs: started again (pages: ")


def test_pages_that_are_not_done_are_left_out(tmp_path: Path, tiny: Corpus) -> None:
    collected(tmp_path, tiny, OURS, LIBRARY)
    path = tmp_path / "extractions" / "tiny" / "paragraphs.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:3]))
    pages = read_calls(tmp_path, tiny, ["paragraphs", "scripted"], corpus_hashes(tiny))
    assert [page.page for page in pages] == ["article", "latin"]
    assert collected(tmp_path, tiny, OURS, LIBRARY) == ([2, 1, 1, 1], [])


def test_headlines_alone_are_read_again(tmp_path: Path, tiny: Corpus) -> None:
    collected(tmp_path, tiny, OURS)
    (tmp_path / "headlines" / "tiny.jsonl").unlink()
    assert collected(tmp_path, tiny, OURS) == ([1] * 5, [])
    assert len(list(read_calls(tmp_path, tiny, ["paragraphs"], corpus_hashes(tiny)))) == 5


def test_two_runs_in_one_folder_are_refused(tmp_path: Path, tiny: Corpus) -> None:
    pytest.importorskip("fcntl")
    hashes = {"tiny": corpus_hashes(tiny)}
    first = collect(tmp_path, [tiny], [OURS], hashes, limit=None, told=print)
    next(iter(first))
    with pytest.raises(FolderBusy, match="another run is writing"):
        collected(tmp_path, tiny, OURS)
    first.close()  # type: ignore[attr-defined]
    assert collected(tmp_path, tiny, OURS)[0] == [1] * 5


def test_names_stay_inside_the_folder(tmp_path: Path, tiny: Corpus) -> None:
    odd = Corpus("../up/..", tiny.includes, tiny.samples)
    told: list[str] = []
    list(collect(tmp_path / ".", [odd], [OURS], {odd.name: corpus_hashes(odd)}, limit=None, told=told.append))
    assert [path.name for path in (tmp_path / "extractions").iterdir()] == ["%2E.%2Fup%2F.."]
    assert len(list(tmp_path.parent.glob("up*"))) == 0


def test_a_plan_is_read_back(tmp_path: Path, tiny: Corpus) -> None:
    plan = Plan(
        folders=("/corpora/tiny",),
        layout=None,
        corpora={"tiny": corpus_hashes(tiny)},
        entrants=(Entered("mss", ours=True, version="1"),),
        sample=3,
        seed=1,
        machine=this_machine(),
    )
    write_plan(tmp_path, plan)
    assert read_plan(tmp_path) == plan


@pytest.mark.parametrize("text", [None, "", "{}", "[]"])
def test_a_folder_without_a_plan_is_refused(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "run.json").write_text(text)
    with pytest.raises(LedgerUnreadable, match=r"run\.json"):
        read_plan(tmp_path)
