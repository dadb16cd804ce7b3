"""The papers' measures of many pages, each as its paper adds it up."""

from __future__ import annotations

import pytest

from broadsheet.lab.evaluate.metrics import Overlap
from broadsheet.lab.evaluate.papers import Confusion, NodeMarks, Papers, mean_paper_scores, paper_scores

LONG, SHORT = Overlap(8, 2, 0), Overlap(1, 0, 3)
PAGES = [
    Papers(LONG, LONG, LONG, 10, NodeMarks(Confusion(2, 1, 1, 4), LONG, SHORT)),
    Papers(SHORT, SHORT, SHORT, 25, None),
]


def test_each_is_added_up_as_its_paper_does() -> None:
    scores = paper_scores(PAGES)
    assert scores is not None
    mean = (16 / 18 + 2 / 5) / 2
    assert (scores.words_f1, scores.folded_f1, scores.ordered_f1) == pytest.approx((mean,) * 3)
    assert (scores.words_precision, scores.words_recall) == pytest.approx((0.9, 0.625))
    assert scores.words_micro_f1 == pytest.approx(18 / 23)
    assert scores.edits == 17.5
    # Of the one page that could be parsed.
    assert scores.nodes_micro_f1 == pytest.approx(6 / 8)
    assert scores.nodes_macro_f1 == pytest.approx((2 / 3 + 4 / 5) / 2)
    assert (scores.sizes_f1, scores.lines_f1) == pytest.approx((16 / 18, 2 / 5))


def test_corpora_weigh_the_same() -> None:
    one, other = paper_scores(PAGES[:1]), paper_scores(PAGES[1:])
    assert one is not None
    assert other is not None
    mean = mean_paper_scores([one, one, other])
    assert mean is not None
    assert mean.edits == pytest.approx((10 + 10 + 25) / 3)
