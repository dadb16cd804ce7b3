"""Bag of words and words in order, by hand and by their properties."""

from __future__ import annotations

import pytest

from broadsheet.evaluate.metrics import Overlap, bag_of_words, in_order


def test_bag_of_words_by_hand() -> None:
    # gold: a a b c; output: c a x. Two of three, two of four.
    page = bag_of_words("a a b c", "c a x")
    assert page == Overlap(both=2, extra=1, missed=2)
    assert page.scores == pytest.approx((2 / 3, 2 / 4, 4 / 7))


def test_words_in_order_by_hand() -> None:
    # The longest common subsequence of a b c d and c d a b x is two words long.
    assert in_order("a b c d", "c d a b x") == Overlap(both=2, extra=3, missed=2)
    assert bag_of_words("a b c d", "c d a b x").both == 4
