"""Counts in common, and their means in two ways, by hand."""

from __future__ import annotations

import pytest

from broadsheet.evaluate.metrics import Overlap, macro, micro

LONG, SHORT = Overlap(both=8, extra=2, missed=0), Overlap(both=1, extra=0, missed=3)


def test_counts_are_as_good_as_shares() -> None:
    assert LONG.scores == pytest.approx((8 / 10, 1, 16 / 18))
    assert Overlap(0.8, 0.2, 0).scores == pytest.approx(LONG.scores)


def test_micro_counts_all_pages_together() -> None:
    # 9 in both, 2 extra, 3 missed.
    assert micro([LONG, SHORT]) == pytest.approx((9 / 11, 9 / 12, 18 / 23))


def test_macro_is_the_mean_of_the_pages() -> None:
    assert macro([LONG, SHORT]) == pytest.approx(((0.8 + 1) / 2, (1 + 0.25) / 2, (16 / 18 + 2 / 5) / 2))
