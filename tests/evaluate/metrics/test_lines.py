"""Sets of lines, by hand."""

from __future__ import annotations

import pytest

from broadsheet.evaluate.metrics import Overlap, line_sets


def test_precision_and_recall_of_sets() -> None:
    # Two of the three lines extracted are labelled; two of the four labelled are extracted.
    page = line_sets(["a", "b", "c", "d"], ["a", "b", "x"])
    assert page == Overlap(both=2, extra=1, missed=2)
    assert page.scores == pytest.approx((2 / 3, 2 / 4, 4 / 7))


def test_lines_are_a_set_without_blank_ones() -> None:
    assert line_sets(["the  ferry", "the ferry", " "], [" the ferry\t", ""]) == Overlap(1, 0, 0)
