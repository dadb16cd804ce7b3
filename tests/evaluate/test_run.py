"""The run: everyone is treated alike, a failure is not an empty result, and what hangs is ended."""

from __future__ import annotations

import dataclasses
import gc
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import pytest

from broadsheet.corpora import Corpus, Includes, Sample, open_corpus
from broadsheet.corpora.folds import FOLDS, fold_of
from broadsheet.errors import CorpusError
from broadsheet.evaluate.entrants import STAGES, Extraction, HeldOutFusion, LibraryEntrant, OurEntrant
from broadsheet.evaluate.limit import can_limit
from broadsheet.evaluate.run import READING, Outcome, run
from broadsheet.evaluate.warm_up import URL
from broadsheet.methods.base import Marking, marking
from broadsheet.methods.fusion import Fusion
from tests.evaluate.entrants_for_tests import Broken, Everything, Nothing, Paragraphs, Scripted, Sure
from tests.evaluate.pages_for_tests import corpus_of, gold, scripted

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from broadsheet.methods.base import Given
    from broadsheet.page import Page


@dataclass
class Spy:
    """An entrant that writes down when it is called, and how."""

    name: str
    calls: list[str]
    seen: list[tuple[str, str | None, str | None, bool]] = field(default_factory=list)
    ours: bool = False
    package: str = "broadsheet"
    parameters: Mapping[str, object] = field(default_factory=dict)

    def extract(self, html: str, *, url: str | None, lang: str | None, site: str | None = None) -> Extraction:
        self.calls.append(self.name)
        self.seen.append((html, url, lang, gc.isenabled()))
        return Extraction("some text")


@pytest.fixture
def tiny(data: Path) -> Corpus:
    return open_corpus(data / "corpora" / "tiny").where(lambda gold: gold.can_be_scored)


def test_what_comes_out_is_kept_as_it_is(tiny: Corpus) -> None:
    results = {result.page: result for result in run([tiny], [OurEntrant(Paragraphs()), scripted(" x\n")])}
    assert list(results) == ["article", "latin", "chinese", "segments", "index"]
    ours, library = results["article"].calls
    assert ours.text.startswith("The old ferry across the sound")
    assert library.text == " x\n"
    assert ours.outcome is library.outcome is Outcome.EXTRACTED
    assert results["article"].reading.title == "Last trip for the old ferry"


def test_failed_and_empty_are_told_apart(tiny: Corpus) -> None:
    for result in run([tiny], [OurEntrant(Broken()), OurEntrant(Nothing()), scripted(" \n")]):
        broken, nothing, blank = result.calls
        assert broken.outcome is Outcome.FAILED
        assert broken.outcome.is_failure
        assert broken.error == "ZeroDivisionError: no reason"
        assert (broken.stages, broken.text) == ({}, "")
        assert nothing.outcome is blank.outcome is Outcome.EMPTY
        assert nothing.error is blank.error is None


@pytest.mark.skipif(not can_limit(), reason="calls cannot be limited here")
def test_a_library_that_hangs_is_a_failure_of_its_own() -> None:
    def hang(html: str) -> str:
        time.sleep(30)
        return html

    (result,) = run([corpus_of(gold())], [LibraryEntrant(Scripted(hang)), scripted("x")], limit=0.05, warm_up=0)
    hung, well = result.calls
    assert hung.outcome is Outcome.TIMEOUT
    assert hung.outcome.is_failure
    assert hung.error == "timeout: no answer in 0.05 s"
    assert hung.seconds < 1
    assert well.outcome is Outcome.EXTRACTED
    assert gc.isenabled()


@pytest.mark.skipif(not can_limit(), reason="calls cannot be limited here")
def test_a_headline_that_takes_too_long_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("broadsheet.evaluate.run.metadata.read", lambda page: time.sleep(30))
    (result,) = run([corpus_of(gold())], [scripted("x")], limit=0.05, warm_up=0)
    assert (result.reading.title, result.reading.error) == (None, "timeout: no answer in 0.05 s")
    assert result.calls[0].outcome is Outcome.EXTRACTED


def test_a_confidence_is_kept() -> None:
    (result,) = run([corpus_of(gold())], [OurEntrant(Sure()), OurEntrant(Everything())], warm_up=0)
    assert [call.confidence for call in result.calls] == [0.75, None]


def test_our_errors_are_failures_too() -> None:
    (result,) = run([corpus_of(gold(), html="no tags at all")], [OurEntrant(Everything())])
    assert result.calls[0].outcome is Outcome.FAILED
    assert (result.calls[0].error or "").startswith("NotHTML: not an HTML page")
    assert result.reading.seconds is None
    assert result.reading.error == result.calls[0].error


def test_an_error_without_words_is_told_by_its_cause() -> None:
    def answer(html: str) -> str:
        try:
            return {}[html]
        except KeyError as error:
            raise RuntimeError from error

    (result,) = run([corpus_of(gold(), html="<p>")], [LibraryEntrant(Scripted(answer))])
    assert result.calls[0].error == "RuntimeError: from KeyError: '<p>'"


def test_a_page_that_cannot_be_read_ends_the_run() -> None:
    def load() -> bytes:
        raise CorpusError("c/html/1.html.gz: gone")

    with pytest.raises(CorpusError, match="gone"):
        list(run([Corpus("c", Includes(), (Sample(gold(), load),))], [OurEntrant(Nothing())]))


def test_everyone_gets_the_same_text_and_is_called_once_a_page() -> None:
    calls: list[str] = []
    spies = [Spy(name, calls) for name in "abc"]
    corpus = corpus_of(*(gold(str(number), url=f"https://c.example/{number}", lang="en") for number in range(7)))
    results = list(run([corpus], spies, warm_up=0))
    assert [result.page for result in results] == list("0123456")
    assert all([call.entrant for call in result.calls] == ["a", "b", "c"] for result in results)
    assert spies[0].seen == spies[1].seen == spies[2].seen
    assert [url for _, url, _, _ in spies[0].seen] == [f"https://c.example/{number}" for number in range(7)]
    assert {lang for _, _, lang, _ in spies[0].seen} == {"en"}


def test_everyone_has_a_turn_and_the_order_is_rotated() -> None:
    calls: list[str] = []
    spies = [Spy(name, calls) for name in "abc"]
    results = list(run([corpus_of(*(gold(str(number)) for number in range(7)))], spies, warm_up=0, turn=2))
    assert "".join(calls) == "aabbcc" + "bbccaa" + "ccaabb" + "abc"
    assert [result.page for result in results] == list("0123456")


def test_a_turn_may_be_of_two_corpora() -> None:
    calls: list[str] = []
    corpora = [dataclasses.replace(corpus_of(gold("1")), name=name) for name in ("x", "y")]
    results = list(run(corpora, [Spy(name, calls) for name in "ab"], warm_up=0))
    assert "".join(calls) == "aabb"
    assert [(result.corpus, result.page) for result in results] == [("x", "1"), ("y", "1")]


def test_the_warm_up_is_not_counted() -> None:
    calls: list[str] = []
    corpus = corpus_of(*(gold(str(number)) for number in range(10)))
    results = list(run([corpus], [Spy("a", calls)], warm_up=3))
    assert len(results) == 10
    assert len(calls) == 14


def test_what_is_loaded_once_is_loaded_before_the_clock_counts() -> None:
    spy = Spy("a", [])
    list(run([corpus_of(gold())], [spy], warm_up=1))
    assert [url for _, url, _, _ in spy.seen] == [URL, None, None]


def test_the_collector_is_off_only_during_a_call() -> None:
    spy = Spy("a", [])
    assert gc.isenabled()
    list(run([corpus_of(gold())], [spy], warm_up=0))
    assert [enabled for *_, enabled in spy.seen] == [False]
    assert gc.isenabled()


def test_our_time_is_measured_in_parts(tiny: Corpus) -> None:
    for result in run([tiny], [OurEntrant(Paragraphs()), scripted("x")], warm_up=0):
        ours, library = result.calls
        assert tuple(ours.stages) == STAGES
        assert 0 < sum(ours.stages.values()) <= ours.seconds
        assert library.stages == {}
        assert result.reading.seconds is not None


# What is left to do.


def test_only_what_is_wanted_is_called_in_the_order_of_the_whole_run() -> None:
    corpus = corpus_of(*(gold(str(number)) for number in range(6)))
    whole: list[str] = []
    list(run([corpus], [Spy(name, whole) for name in "abc"], warm_up=0, turn=2))
    missing = {"2": {"a", "c"}, "3": {"c"}, "5": {"b"}}
    rest: list[str] = []

    def wanted(corpus: str, page: str) -> set[str]:
        assert corpus == "c"
        return missing.get(page, set())

    results = list(run([corpus], [Spy(name, rest) for name in "abc"], wanted=wanted, warm_up=0, turn=2))
    assert "".join(whole) == "aabbcc" + "bbccaa" + "ccaabb"
    assert "".join(rest) == "cca" + "b"
    assert [(result.page, [call.entrant for call in result.calls]) for result in results] == [
        ("2", ["a", "c"]),
        ("3", ["c"]),
        ("5", ["b"]),
    ]


def test_who_has_nothing_to_do_is_not_warmed_up() -> None:
    calls: list[str] = []
    list(run([corpus_of(gold())], [Spy(name, calls) for name in "ab"], wanted=lambda *_: {"b"}))
    assert calls == ["b", "b", "b"]


def test_a_headline_alone_can_be_read() -> None:
    (result,) = run([corpus_of(gold())], [OurEntrant(Nothing())], wanted=lambda *_: {READING})
    assert result.calls == ()
    assert result.reading.title == "Last trip for the old ferry"


def test_fusion_reads_each_page_with_the_network_that_has_not_seen_its_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for fold in range(FOLDS):
        (tmp_path / f"fold{fold}.npz").write_bytes(str(fold).encode())
    entrant = HeldOutFusion(tmp_path)
    used: list[str] = []

    def mark(self: Fusion, page: Page, given: Given) -> Marking:
        used.append(self.weights)
        return marking(page, np.zeros(len(page), np.bool_))

    monkeypatch.setattr(Fusion, "mark", mark)
    sites = [f"site{number}.example" for number in range(20)]
    for site in sites:
        entrant.extract("<p>Some text.</p>", url=None, lang=None, site=site)
    assert used == [str(tmp_path / f"fold{fold_of(site)}.npz") for site in sites]
    assert len(set(used)) == FOLDS
    before = dict(entrant.parameters)
    (tmp_path / "fold3.npz").write_bytes(b"another")
    assert entrant.parameters != before
