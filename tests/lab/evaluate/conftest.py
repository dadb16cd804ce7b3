"""A run of three entrants on two corpora, made up: what is added up and shown can be worked by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from broadsheet.lab.corpora import Corpus, open_corpora
from broadsheet.lab.evaluate.metrics import Found, Overlap
from broadsheet.lab.evaluate.run import Call, Outcome
from broadsheet.lab.evaluate.score import PageResult, Trial
from broadsheet.lab.evaluate.store import Entered, Machine
from broadsheet.lab.evaluate.summary import Summary, summarise

GOOD, HALF, NONE = Overlap(1, 0, 0), Overlap(0.5, 0.5, 0), Overlap(0, 0, 1)
MACHINE = Machine("2024-10-01T12:00:00+00:00", "CPython 3.11.7", "Linux", "A processor", 2, {"broadsheet": "0.1.0"})
ENTRANTS = (
    Entered("good", ours=True, version="0.1.0"),
    Entered("poor", ours=True, version="0.1.0"),
    Entered("trafilatura", ours=False, version="2.0"),
)


def trial(
    name: str, seconds: float, overlap: Overlap | None = None, found: Found | None = None, **more: object
) -> Trial:
    values = {"outcome": Outcome.EXTRACTED, "error": None, "confidence": None, "text": "", **more}
    return Trial(Call(name, seconds=seconds, **values), 10, overlap, found)  # type: ignore[arg-type]


def page_of(name: str, *trials: Trial, corpus: str = "c", metadata_error: str | None = None) -> PageResult:
    return PageResult(corpus, name, "en", "a.example", False, metadata_error, trials)


@pytest.fixture
def tiny(data: Path) -> Corpus:
    """The scored pages of the bundled corpus."""
    return open_corpora(data / "corpora" / "tiny")[0].where(lambda gold: gold.can_be_scored)


@pytest.fixture
def results() -> list[PageResult]:
    failed = {"outcome": Outcome.FAILED, "error": "ValueError: bad | worse"}
    empty = {"outcome": Outcome.EMPTY}
    return [
        page_of(
            "1",
            trial("good", 0.006, GOOD),
            trial("poor", 0.002, HALF),
            trial("trafilatura", 0.020, HALF),
            corpus="big",
        ),
        page_of(
            "2",
            trial("good", 0.010, GOOD),
            trial("poor", 0.002, NONE, **failed),
            trial("trafilatura", 0.020, NONE, **empty),
            corpus="big",
            metadata_error="ValueError: no",
        ),
        page_of(
            "1",
            trial("good", 0.008, found=Found(2, 0, 0, 2)),
            trial("poor", 0.005, found=Found(0, 0, 2, 2), **empty),
            trial("trafilatura", 0.080, found=Found(2, 2, 0, 0)),
            corpus="pieces [1]",
        ),
    ]


@pytest.fixture
def summary(results: list[PageResult]) -> Summary:
    return summarise(results, ENTRANTS, machine=MACHINE, settings={"seed": 0})
