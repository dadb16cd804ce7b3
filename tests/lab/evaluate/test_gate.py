from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from broadsheet.lab.corpora import Corpus, Gold
from broadsheet.lab.evaluate.entrants import of_library
from broadsheet.lab.evaluate.gate import GateUnreadable, Pin, as_table, check, merge, pins_of, read_pins, write_pins
from broadsheet.lab.evaluate.store import CorpusHashes, corpus_hashes, entrant_identity
from broadsheet.lab.evaluate.summary import Summary
from tests.lab.evaluate.entrants_for_tests import scripted
from tests.lab.made import corpus_of

PIN = Pin("tiny", "abc", 4, "mss", "shingles", 0.9, 0.01)


def now(f1: float) -> Pin:
    return replace(PIN, f1=f1)


@pytest.mark.parametrize(("f1", "verdict"), [(0.9, "held"), (0.89, "held"), (0.889, "LOWER"), (0.901, "higher")])
def test_a_score_may_be_lower_by_the_tolerance(f1: float, verdict: str) -> None:
    (one,) = check([PIN], [now(f1)])
    assert f" {verdict} |" in as_table([one])
    assert (one.f1, one.is_lower) == (f1, verdict == "LOWER")


def test_a_pinned_method_that_did_not_take_part_is_named() -> None:
    (one,) = check([replace(PIN, method="cetd")], [now(0.9)])
    assert (one.is_lower, one.f1) == (False, None)


def test_pins_are_raised_and_kept() -> None:
    assert merge([], [now(0.5)], allow_lower=False) == ([now(0.5)], [])
    assert merge([PIN], [now(0.95)], allow_lower=False) == ([now(0.95)], [])
    # Inside the tolerance: the pin stays, or it would sink from day to day.
    assert merge([PIN], [now(0.895)], allow_lower=False) == ([PIN], [])


def test_only_our_scores_are_pinned(summary: Summary) -> None:
    states = {"big": CorpusHashes("a", "b"), "pieces [1]": CorpusHashes("c", "d")}
    pins = pins_of(summary, states, tolerance=0.02)
    assert {(pin.corpus, pin.method) for pin in pins} == {(one, other) for one in states for other in ("good", "poor")}
    assert pins[0] == Pin("big", states["big"].both, 2, "good", "shingles", 1.0, 0.02)


def test_the_file_is_read_back_and_has_a_line_a_pin(tmp_path: Path) -> None:
    pins = [PIN, replace(PIN, method="cetd", f1=1)]
    path = tmp_path / "gate.json"
    path.write_text(write_pins(pins), encoding="utf-8")
    assert read_pins(path) == sorted(pins)
    assert sum('"method"' in line for line in path.read_text().splitlines()) == 2
    assert read_pins(tmp_path / "none.json") == []
    path.write_text(write_pins([]), encoding="utf-8")
    assert read_pins(path) == []


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"pins": [{"corpus": "c"}]}', write_pins([PIN]).replace("0.9", '"high"')]
)
def test_invalid_files_of_pins_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "gate.json"
    path.write_text(text)
    with pytest.raises(GateUnreadable, match=r"gate\.json: "):
        read_pins(path)


def corpus(html: str = "<p>x", **more: object) -> Corpus:
    gold = Gold(**{"id": "1", "corpus": "c", "text": "x", **more})  # type: ignore[arg-type]
    return corpus_of(gold, html=html)


@pytest.mark.parametrize(
    "more", [{"html": "<p>y"}, {"url": "https://a.example"}, {"lang": "de"}, {"encoding": "cp1252"}]
)
def test_extractions_depend_on_pages(more: dict[str, object]) -> None:
    changed, before = corpus_hashes(corpus(**more)), corpus_hashes(corpus())  # type: ignore[arg-type]
    assert changed.pages != before.pages
    assert changed.answers == before.answers
    assert changed.both != before.both


def test_a_library_is_identified_by_version_and_parameters() -> None:
    named = replace(of_library(scripted()), package="no-such-package", parameters="a=1")
    assert entrant_identity(named) == {"package": "no-such-package", "version": "", "parameters": "a=1"}
