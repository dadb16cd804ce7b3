"""Bag of words and words in order, by hand and by their properties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.evaluate.metrics import Overlap, bag_of_words, in_order, tokens

texts = st.text(alphabet="ab 中", max_size=40)


def test_bag_of_words_by_hand() -> None:
    # gold: a a b c; output: c a x. Two of three, two of four.
    page = bag_of_words("a a b c", "c a x")
    assert page == Overlap(both=2, extra=1, missed=2)
    assert page.scores == pytest.approx((2 / 3, 2 / 4, 4 / 7))


def test_case_counts_unless_it_is_folded() -> None:
    assert bag_of_words("The ferry", "the Ferry").both == 0
    assert bag_of_words("The ferry", "the Ferry", fold_case=True).both == 2


@given(texts, texts)
def test_bag_of_words_has_no_order(gold: str, output: str) -> None:
    mixed = " ".join(reversed(tokens(output)))
    assert bag_of_words(gold, output) == bag_of_words(gold, mixed)


@given(texts, texts)
def test_swapping_the_texts_swaps_the_scores(gold: str, output: str) -> None:
    for measure in (bag_of_words, in_order):
        page, swapped = measure(gold, output), measure(output, gold)
        assert page.scores == pytest.approx((swapped.recall, swapped.precision, swapped.f1))


def test_words_in_order_by_hand() -> None:
    # The longest common subsequence of a b c d and c d a b x is two words long.
    assert in_order("a b c d", "c d a b x") == Overlap(both=2, extra=3, missed=2)
    assert bag_of_words("a b c d", "c d a b x").both == 4


@given(texts, texts)
def test_order_never_helps(gold: str, output: str) -> None:
    assert in_order(gold, output).both <= bag_of_words(gold, output).both
