from __future__ import annotations

import gc
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from broadsheet.body.fusion import Fusion
from broadsheet.errors import CorpusError
from broadsheet.lab.corpora import FOLDS, Corpus, Gold, Includes, Sample, fold_of
from broadsheet.lab.evaluate.entrants import Entrant, Extraction, held_out_fusion, of_library, of_method
from broadsheet.lab.evaluate.metrics import Found, Overlap
from broadsheet.lab.evaluate.papers import Confusion
from broadsheet.lab.evaluate.run import READER, Outcome, TimeUp, can_limit, run, time_limit
from broadsheet.lab.evaluate.score import PageResult, score
from broadsheet.lab.evaluate.store import (
    FolderBusy,
    Ledger,
    LedgerUnreadable,
    collect,
    corpus_hashes,
    read_calls,
    read_ledger,
)
from broadsheet.methods.base import Given, Marking, marking
from broadsheet.page import Page
from tests.lab.evaluate.entrants_for_tests import (
    BODY,
    PAGE,
    Broken,
    Everything,
    Nothing,
    Paragraphs,
    Sure,
    gold,
    saying,
    scripted,
    untitled,
)
from tests.lab.made import corpus_of

limited = pytest.mark.skipif(not can_limit(), reason="calls cannot be limited here")


@limited
def test_a_call_that_hangs_and_catches_everything_is_ended() -> None:
    def stubborn() -> None:
        while True:
            try:
                time.sleep(30)
            except Exception:  # noqa: S112 - as some libraries do
                continue

    began = time.monotonic()
    with pytest.raises(TimeUp), time_limit(0.05):
        stubborn()
    assert time.monotonic() - began < 5


def test_in_another_thread_calls_are_not_limited() -> None:
    said = []

    def work() -> None:
        with time_limit(0.001):
            said.append(can_limit())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert said == [False]


Seen = list[tuple[str, Gold, bool]]


def spy(name: str, seen: Seen) -> Entrant:
    def extract(html: str, origin: Gold) -> Extraction:
        seen.append((html, origin, gc.isenabled()))
        return Extraction("some text")

    return Entrant(name, False, "broadsheet", "", extract)


def test_extracted_texts_are_stored_unchanged(tiny: Corpus) -> None:
    results = {result.page: result for result in run([tiny], [READER, of_method(Paragraphs()), saying(" x\n")])}
    assert list(results) == ["article", "latin", "chinese", "segments", "index"]
    reading, ours, library = results["article"].calls.values()
    assert ours.text.startswith("The old ferry across the sound")
    assert library.text == " x\n"
    assert ours.outcome is library.outcome is Outcome.EXTRACTED
    assert reading.text == "Last trip for the old ferry"


def test_failures_and_empty_texts_are_counted_separately(tiny: Corpus) -> None:
    for result in run([tiny], [of_method(Broken()), of_method(Nothing()), saying(" \n")]):
        broken, nothing, blank = result.calls.values()
        assert broken.outcome is Outcome.FAILED
        assert broken.error == "ZeroDivisionError: no reason"
        assert broken.text == ""
        assert nothing.outcome is blank.outcome is Outcome.EMPTY
        assert nothing.error is blank.error is None


@limited
def test_a_timeout_fails_only_the_library_that_hangs() -> None:
    def hang(html: str) -> str:
        time.sleep(30)
        return html

    (result,) = run([untitled(gold())], [of_library(scripted(hang)), saying("x")], limit=0.05, warm_up=0)
    hung, well = result.calls.values()
    assert hung.outcome is Outcome.TIMEOUT
    assert hung.error == "timeout: no answer in 0.05 s"
    assert hung.seconds < 1
    assert well.outcome is Outcome.EXTRACTED
    assert gc.isenabled()


def test_a_page_that_cannot_be_read_ends_the_run() -> None:
    def load() -> bytes:
        raise CorpusError("c/html/1.html.gz: gone")

    with pytest.raises(CorpusError, match="gone"):
        list(run([Corpus("c", (Sample(gold(), load),))], [of_method(Nothing())]))


def test_all_entrants_get_the_same_text_once_per_page() -> None:
    seen: dict[str, Seen] = {name: [] for name in "abc"}
    spies = [spy(name, own) for name, own in seen.items()]
    corpus = untitled(*(gold(str(number), text="Secret.", lang="en") for number in range(7)))
    results = list(run([corpus], spies, warm_up=0))
    assert [result.page for result in results] == list("0123456")
    assert all(list(result.calls) == ["a", "b", "c"] for result in results)
    assert seen["a"] == seen["b"] == seen["c"]
    told = [Gold(id=str(number), corpus="c", lang="en") for number in range(7)]  # no answers
    assert [origin for _, origin, _ in seen["a"]] == told


def test_fusion_uses_the_network_trained_without_the_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for fold in range(FOLDS):
        (tmp_path / f"fold{fold}.npz").write_bytes(str(fold).encode())
    entrant = held_out_fusion(tmp_path)
    used: list[str] = []

    def mark(self: Fusion, page: Page, given: Given) -> Marking:
        used.append(self.weights)
        return marking(page, np.zeros(len(page), np.bool_))

    monkeypatch.setattr(Fusion, "mark", mark)
    sites = [f"site{number}.example" for number in range(20)]
    for site in sites:
        entrant.extract("<p>Some text.</p>", gold(site=site))
    assert used == [str(tmp_path / f"fold{fold_of(site)}.npz") for site in sites]
    assert len(set(used)) == FOLDS
    before = entrant.parameters
    (tmp_path / "fold3.npz").write_bytes(b"another")
    assert held_out_fusion(tmp_path).parameters != before


def scored(corpus: Corpus, *entrants: Entrant, papers: bool = False) -> list[PageResult]:
    return list(score(corpus, run([corpus], [READER, *entrants], warm_up=0), papers=papers))


def test_texts_are_scored(tiny: Corpus) -> None:
    results = {result.page: result for result in scored(tiny, of_method(Paragraphs()), of_method(Everything()))}
    for name in ("article", "latin", "chinese"):
        exact, all_of_it = (trial.overlap for trial in results[name].trials)
        assert exact == Overlap(1.0, 0.0, 0.0), name
        assert all_of_it is not None
        assert all_of_it.missed == 0, name
        assert all_of_it.extra > 0, name
    assert [trial.found for trial in results["segments"].trials] == [Found(2, 0, 0, 2), Found(2, 2, 0, 0)]
    assert [trial.overlap for trial in results["segments"].trials] == [None, None]
    assert [trial.page_score for trial in results["segments"].trials] == [1, 0.5]


@pytest.mark.parametrize(("more", "site"), [({"site": "a.example"}, "a.example"), ({}, "c/1")])
def test_every_page_has_a_site(more: dict[str, str], site: str) -> None:
    (result,) = scored(untitled(gold(**more)), saying("x"))
    assert result.site == site


def test_nodes_of_a_library_are_those_of_its_text() -> None:
    html = "<title>t</title><p>The old <b>ferry</b> will stop.</p><p>Read more of this here</p>"
    corpus = untitled(gold(text="The old ferry will stop."), html=html)
    (result,) = scored(corpus, saying("The old ferry will stop. Read more of this here"), papers=True)
    papers = result.trials[0].papers
    assert papers is not None
    assert papers.marks is not None
    assert papers.marks.nodes == Confusion(both=3, extra=1, missed=0, neither=0)
    assert papers.marks.sizes == Overlap(both=2 + 1 + 2, extra=5, missed=0)
    assert papers.marks.lines == Overlap(both=1, extra=1, missed=0)
    assert papers.edits == len(" Read more of this here")


def test_a_wrong_headline_on_the_page_lowers_no_score() -> None:
    full = f"A headline that only the corpus knows\n{BODY}"
    known = gold(text=full, title="A headline that only the corpus knows", includes=Includes(title=True))
    for page, expected in ((known, 1.0), (replace(known, title=None), None)):
        (result,) = scored(corpus_of(page, html=PAGE), saying(BODY), saying(full))
        body, whole = (trial.overlap for trial in result.trials)
        assert body is not None
        assert whole == Overlap(1.0, 0.0, 0.0)
        assert body.extra == 0
        assert expected is None or body.both == expected


HEADER = {"method": "mss", "version": "1", "pages": "abc"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new" / "mss.jsonl"


def write(path: Path, *pages: str, header: dict[str, str] = HEADER, **record: Any) -> Ledger:
    ledger = Ledger(path, header)
    for page in pages:
        ledger.append(page, {"text": page.upper(), **record})
    ledger.close()
    return ledger


@pytest.mark.parametrize("cut", range(1, 30))
def test_half_a_line_is_cut_off(path: Path, cut: int) -> None:
    write(path, "a", "b", "c")
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    ledger = write(path, "a", "b", "c")
    assert ledger.changed is None
    assert path.read_bytes() == whole


def test_records_after_a_broken_line_are_done_again(path: Path) -> None:
    write(path, "a", "b", "c")
    lines = path.read_bytes().split(b"\n")
    lines[2] = b"{nonsense"
    path.write_bytes(b"\n".join(lines))
    ledger = Ledger(path, HEADER)
    ledger.close()
    assert ledger.pages == {"a"}
    assert read_ledger(path) == (HEADER, {"a": {"text": "A"}})


def test_invalid_ledgers_are_refused(path: Path) -> None:
    with pytest.raises(LedgerUnreadable, match=r"mss\.jsonl: No such file"):
        read_ledger(path)
    path.parent.mkdir()
    for text in ("", "[]\n", '{"page": "a"}\n'):
        path.write_text(text)
        with pytest.raises(LedgerUnreadable, match="not a header of extractions"):
            read_ledger(path)


def collected(folder: Path, corpus: Corpus, *entrants: Entrant) -> tuple[list[int], list[str]]:
    """How many pages each step did, and what was reported."""
    notes: list[str] = []
    hashes = {corpus.name: corpus_hashes(corpus)}
    steps = [
        pages for _, pages in collect(folder, [corpus], [READER, *entrants], hashes, limit=None, report=notes.append)
    ]
    return steps, notes


OURS, LIBRARY = of_method(Paragraphs()), of_library(scripted(lambda html: "some text"))


def test_extractions_are_made_once_and_read_back(tmp_path: Path, tiny: Corpus) -> None:
    sure = of_method(Sure())
    assert collected(tmp_path, tiny, sure) == ([1] * 5, [])
    assert collected(tmp_path, tiny, sure) == ([5], [])
    assert collected(tmp_path, tiny, sure, LIBRARY) == ([1] * 5, [])
    names = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.jsonl"))
    assert names == ["extractions/tiny/scripted.jsonl", "extractions/tiny/sure.jsonl", "headlines/tiny.jsonl"]
    pages = list(read_calls(tmp_path, tiny, [READER.name, "scripted", "sure"], corpus_hashes(tiny)))
    assert [page.page for page in pages] == [sample.gold.id for sample in tiny]
    reading, library, ours = pages[0].calls.values()
    assert (library.entrant, library.text, library.confidence) == ("scripted", "some text", None)
    assert (ours.entrant, ours.confidence, ours.outcome.value) == ("sure", 0.75, "extracted")
    assert reading.text == "Last trip for the old ferry"


def test_records_of_earlier_versions_may_have_more_values(tmp_path: Path, tiny: Corpus) -> None:
    collected(tmp_path, tiny, LIBRARY)
    file = tmp_path / "extractions/tiny/scripted.jsonl"
    file.write_text(file.read_text().replace('"seconds"', '"stages": {}, "seconds"'))
    pages = list(read_calls(tmp_path, tiny, ["scripted"], corpus_hashes(tiny)))
    assert [page.calls["scripted"].text for page in pages] == ["some text"] * 5


def test_other_parameters_start_again(tmp_path: Path, tiny: Corpus) -> None:
    collected(tmp_path, tiny, of_method(Sure()), LIBRARY)
    steps, notes = collected(tmp_path, tiny, of_method(Sure(confidence=0.5)), LIBRARY)
    assert steps == [1] * 5
    (words,) = notes
    assert words == "tiny, sure: started again (parameters: Sure(confidence=0.75) -> Sure(confidence=0.5))"


def test_two_runs_in_one_folder_are_refused(tmp_path: Path, tiny: Corpus) -> None:
    pytest.importorskip("fcntl")
    hashes = {"tiny": corpus_hashes(tiny)}
    first = collect(tmp_path, [tiny], [OURS], hashes, limit=None, report=print)
    next(iter(first))
    with pytest.raises(FolderBusy, match="another run is writing"):
        collected(tmp_path, tiny, OURS)
    first.close()  # type: ignore[attr-defined]
    assert collected(tmp_path, tiny, OURS)[0] == [1] * 5
