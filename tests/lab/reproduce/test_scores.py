from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from broadsheet.errors import CorpusError
from broadsheet.lab.corpora import open_corpora
from broadsheet.lab.evaluate.metrics import Overlap
from broadsheet.lab.reproduce import scores
from broadsheet.lab.reproduce.scores import Tally, Times, choose, claim, subjects
from broadsheet.lab.reproduce.studies import Options


def test_corpora_weigh_the_same_in_a_tally() -> None:
    """Corpus a: precisions 1/2 and 1, recalls 1 and 1/2; corpus b: both 1."""
    tally = Tally()
    tally.add("m", "a", Overlap(1, 1, 0))
    tally.add("m", "a", Overlap(1, 0, 1))
    tally.add("m", "b", Overlap(3, 0, 0))
    cells = tally.table()["m"]
    assert cells["a"] == {"precision": 0.75, "recall": 0.75, "f1": 0.75}
    assert cells["mean"] == {"precision": 0.875, "recall": 0.875, "f1": 0.875}
    assert tally.sizes() == {"a": 2, "b": 1}


def test_a_difference_is_the_mean_over_corpora_within_its_interval() -> None:
    tally = Tally()
    for page in range(40):
        tally.add("good", "a", Overlap(9 + page % 2, 1, 0))
        tally.add("bad", "a", Overlap(5, 5, 0))
    found = tally.difference("good", "bad", "precision")
    assert found["mean"] == pytest.approx((9 / 10 + 10 / 11) / 2 - 1 / 2, abs=1e-4)
    assert found["low"] <= found["mean"] <= found["high"]
    assert tally.difference("good", "good") == {"mean": 0.0, "low": 0.0, "high": 0.0}


@pytest.mark.parametrize(
    ("intervals", "word"),
    [
        ([(0.1, 0.2)], "Holds"),
        ([(-0.2, -0.1)], "Does not hold"),
        ([(-0.1, 0.1)], "Undecided"),
        ([(0.1, 0.2), (-0.2, -0.1)], "Holds in part"),
        ([(0.1, 0.2), (-0.1, 0.1)], "Holds in part, undecided for the rest"),
    ],
)
def test_a_claim_says_what_the_intervals_say(intervals: list[tuple[float, float]], word: str) -> None:
    ahead = {
        f"b{number}": {"mean": (low + high) / 2, "low": low, "high": high}
        for number, (low, high) in enumerate(intervals)
    }
    said = claim("A is above B.", ahead, "Because.")
    assert said.startswith(f"- **{word}**: A is above B.")
    assert all(f"over `{name}`" in said for name in ahead)
    assert ("Because." in said) == (word != "Holds")


def test_the_headline_is_not_scored(small_corpora: Path) -> None:
    options = Options(sample=2)
    chosen = choose(open_corpora(small_corpora), ("crawlfuture",), options)
    assert [len(corpus) for corpus in chosen] == [2]
    for subject in subjects(chosen, "test", options):
        page = subject.page
        assert page is not None
        everything = page.is_text & page.shown
        assert subject.title is not None
        assert subject.title not in {page.raw(int(row)) for row in subject.rows[subject.wanted]}
        words = int(page.words[subject.rows].sum())
        found = subject.by_words(everything)
        assert found.missed == 0
        assert found.both + found.extra == words
        right = np.zeros(len(page), dtype=np.bool_)
        right[subject.rows[subject.wanted]] = True
        assert subject.by_words(right).f1 == subject.by_lines(right).f1 == 1.0
        assert subject.by_bag(subject.text_of(right, "m")).f1 == 1.0


def test_a_corpus_that_is_not_there_is_named(small_corpora: Path) -> None:
    with pytest.raises(CorpusError, match="naeb"):
        choose(open_corpora(small_corpora), ("naeb",), Options())


def test_means_and_ratios_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Corpora weigh the same: (2 + 6) / 2 ms and 3 ms make 3.5; (1 + 1) / 2 ms and 1 ms make 1."""
    taken = Times()
    for entrant, corpus, seconds in (
        ("a", "x", 0.002), ("a", "x", 0.006), ("a", "y", 0.003),
        ("b", "x", 0.001), ("b", "x", 0.001), ("b", "y", 0.001),
    ):  # fmt: skip
        clock = iter((5.0, 5.0 + seconds))
        monkeypatch.setattr(scores, "process_time", lambda clock=clock: next(clock))
        assert taken.add(entrant, corpus, lambda: "done") == "done"
    assert taken.milliseconds() == {"a": 3.5, "b": 1.0}
    ratio = taken.ratio("a", "b")
    assert ratio == {"mean": 3.5, "low": 2.5, "high": 4.5}, "of the two pages of x, either may be drawn twice"
