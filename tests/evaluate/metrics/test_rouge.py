"""ROUGE-LSum: by hand, and the same as the package."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.evaluate.metrics import Overlap, rouge_lsum

lines = st.lists(st.lists(st.sampled_from("abcde"), max_size=9).map(" ".join), max_size=6).map("\n".join)


def test_the_example_of_the_paper() -> None:
    # Lin 2004, section 3.2: the united LCS of the line with the two others is w1 w2 w3 w5.
    page = rouge_lsum("w1 w2 w3 w4 w5", "w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5")
    assert page == Overlap(both=4, extra=6, missed=1)
    assert page.recall == 4 / 5


def test_a_word_is_counted_as_often_as_it_is_there() -> None:
    # Each of the two lines has "a" in common with the output, which has it once.
    assert rouge_lsum("a b\na c", "a") == Overlap(both=1, extra=0, missed=3)


def test_lines_are_cut_by_our_tokens() -> None:
    assert rouge_lsum("河边的茶馆", "茶馆的河边") == Overlap(both=2, extra=3, missed=3)


def packages_words(text: str) -> list[str]:
    return re.sub(r"[^a-z0-9]+", " ", text.lower()).split()


@given(lines, lines)
def test_it_is_the_score_of_the_package(gold: str, output: str) -> None:
    scorer = pytest.importorskip("rouge_score.rouge_scorer", reason="rouge-score is not installed")
    theirs = scorer.RougeScorer(["rougeLsum"]).score(gold, output)["rougeLsum"]
    ours = rouge_lsum(gold, output, packages_words)
    if not ours.both:
        # Of two empty texts we say that they agree, as for the other measures; the package says 0.
        assert theirs.fmeasure == 0
    else:
        assert ours.scores == pytest.approx((theirs.precision, theirs.recall, theirs.fmeasure))
