"""Shingles, by hand, beside the benchmark's definition, and by their properties."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.evaluate.metrics import Overlap, overlap, shingle_scores, shingles, tokens

texts = st.text(alphabet="ab 中", max_size=40)
overlaps = st.builds(lambda gold, output: overlap(shingles(gold), shingles(output)), texts, texts)


def compare(gold: str, output: str) -> Overlap:
    return overlap(shingles(gold), shingles(output))


def test_overlap_by_hand() -> None:
    # gold: abcd bcde; output: bcde cdef defg. One in both, two extra, one missed, of four.
    page = compare("a b c d e", "b c d e f g")
    assert page == Overlap(both=0.25, extra=0.5, missed=0.25)
    assert page.precision == pytest.approx(1 / 3)
    assert page.recall == pytest.approx(1 / 2)
    assert page.f1 == pytest.approx(2 / 5)


@pytest.mark.parametrize(
    ("gold", "output", "expected", "scores"),
    [
        ("", "", Overlap(0, 0, 0), (1, 1, 1)),
        ("", "a b", Overlap(0, 1, 0), (0, 0, 0)),
        ("a b", "", Overlap(0, 0, 1), (0, 0, 0)),
        ("a b", "a b", Overlap(1, 0, 0), (1, 1, 1)),
    ],
)
def test_empty_texts(gold: str, output: str, expected: Overlap, scores: tuple[float, float, float]) -> None:
    page = compare(gold, output)
    assert page == expected
    assert (page.precision, page.recall, page.f1) == scores


def test_scores_are_means_and_f1_is_of_the_means() -> None:
    pages = [
        Overlap(0.25, 0.5, 0.25),  # precision 1/3, recall 1/2, F1 2/5
        Overlap(1.0, 0.0, 0.0),  # 1, 1, 1
        Overlap(0.0, 0.0, 1.0),  # no output: no precision, recall 0, F1 0
        Overlap(0.0, 1.0, 0.0),  # no gold text: precision 0, no recall, F1 0
        Overlap(0.0, 0.0, 0.0),  # nothing to find and nothing found: F1 1
    ]
    scores, _ = shingle_scores(pages)
    precision, recall = (1 / 3 + 1 + 0) / 3, (1 / 2 + 1 + 0) / 3
    assert scores.pages == 5
    assert scores.precision == pytest.approx(precision)
    assert scores.recall == pytest.approx(recall)
    assert scores.f1 == pytest.approx(2 * precision * recall / (precision + recall))
    assert scores.page_f1 == pytest.approx((2 / 5 + 1 + 0 + 0 + 1) / 5)


def benchmark(pairs: list[tuple[str, str]]) -> tuple[float, float, float]:
    """The definition of the benchmark, written as plainly as it can be."""

    def count(text: str) -> Counter[tuple[str, ...]]:
        found = tokens(text)
        runs = (tuple(found[at : at + 4]) for at in range(max(1, len(found) - 3)))
        return Counter(run for run in runs if run)

    precisions, recalls = [], []
    for gold, output in pairs:
        wanted, got = count(gold), count(output)
        both = (wanted & got).total()
        if got:
            precisions.append(both / got.total())
        if wanted:
            recalls.append(both / wanted.total())
    precision = sum(precisions) / len(precisions) if precisions else 0
    recall = sum(recalls) / len(recalls) if recalls else 0
    return precision, recall, 2 * precision * recall / (precision + recall) if precision + recall else 0


@given(st.lists(st.tuples(texts, texts), max_size=8))
def test_scores_are_those_of_the_benchmark(pairs: list[tuple[str, str]]) -> None:
    scores, _ = shingle_scores([compare(gold, output) for gold, output in pairs], resamples=2)
    assert (scores.precision, scores.recall, scores.f1) == pytest.approx(benchmark(pairs))


@given(st.lists(overlaps, max_size=12), st.integers(0, 5))
def test_scores_are_bounded_and_repeatable(pages: list[Overlap], seed: int) -> None:
    scores, _ = shingle_scores(pages, resamples=20, seed=seed)
    assert all(0 <= value <= 1 + 1e-9 for value in scores[1:5])
    assert all(0 <= error <= 1 for error in scores[5:])
    assert scores == shingle_scores(pages, resamples=20, seed=seed)[0]
