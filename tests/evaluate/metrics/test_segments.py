"""Segments, by hand and by their properties."""

from __future__ import annotations

import pytest

from broadsheet.evaluate.metrics import Found, found_segments, segment_scores


def test_segments_by_hand() -> None:
    output = "The  harbour\nboard said on Tuesday. Share this story"
    found = found_segments(output, ["harbour board said", "on Monday", " on\tTuesday. "], ["Share this", "Subscribe"])
    assert found == Found(wanted=2, unwanted=1, missed=1, absent=1)


def test_segments_are_looked_for_without_characters_that_are_not_seen() -> None:
    assert found_segments("The coun\xadcil agreed.", ["council\u200b agreed"], []) == (1, 0, 0, 0)


def test_segment_scores_count_all_segments_together() -> None:
    # tp 4, fp 1, fn 1, tn 4 in all; the mean over the pages would be another figure.
    scores, _ = segment_scores([Found(3, 0, 0, 3), Found(1, 1, 1, 1)])
    assert scores.pages == 2
    assert scores.precision == pytest.approx(4 / 5)
    assert scores.recall == pytest.approx(4 / 5)
    assert scores.f1 == pytest.approx(8 / 10)
    assert scores.accuracy == pytest.approx(8 / 10)
    assert 0 < scores.f1_error < 0.5


def test_the_accuracy_of_a_page() -> None:
    assert Found(2, 1, 1, 0).accuracy == 0.5
    assert Found(0, 0, 0, 0).accuracy == 1
