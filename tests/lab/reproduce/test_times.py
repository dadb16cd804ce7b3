from __future__ import annotations

import pytest

from broadsheet.lab.reproduce import scores
from broadsheet.lab.reproduce.scores import Times


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
