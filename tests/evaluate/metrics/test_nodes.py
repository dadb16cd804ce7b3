"""Labels of nodes, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from broadsheet.evaluate.metrics import Confusion, Overlap, confusion, node_scores, sizes

GOLD = np.array([True, True, True, False, False, False, False, False])
OUTPUT = np.array([True, True, False, True, False, False, False, False])


def test_averages_are_over_the_two_classes() -> None:
    micro, macro, positive = node_scores([confusion(GOLD, OUTPUT)])
    assert positive == pytest.approx((2 / 3, 2 / 3, 2 / 3))
    # The other class: four of the five that the output leaves out are rightly so, and four of the five there are.
    assert macro == pytest.approx(((2 / 3 + 4 / 5) / 2,) * 3)
    assert micro == pytest.approx((6 / 8,) * 3)


def test_pages_are_counted_together() -> None:
    pages = [Confusion(1, 0, 1, 2), Confusion(2, 1, 0, 93)]
    assert node_scores(pages) == node_scores([Confusion(3, 1, 1, 95)])


def test_sizes_weigh_nodes_by_their_words() -> None:
    size = np.array([10, 20, 30, 40, 1, 1, 1, 1], dtype=np.int32)
    page = sizes(GOLD, OUTPUT, size)
    # P = (10 + 20) / (10 + 20 + 40), R = (10 + 20) / (10 + 20 + 30).
    assert page == Overlap(both=30, extra=40, missed=30)
    assert page.scores == pytest.approx((30 / 70, 30 / 60, 60 / 130))
