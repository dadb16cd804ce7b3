"""The bootstrap: its spread where it is known, and pairs."""

from __future__ import annotations

import numpy as np
import pytest

from broadsheet.evaluate.metrics import Interval, Overlap, interval, shingle_scores


def test_the_interval_is_the_middle_of_the_samples() -> None:
    assert interval(np.arange(1001, dtype=np.float64)) == Interval(25, 975)


def test_two_methods_get_the_same_draws() -> None:
    # The second is worse by the same on every page: paired, the difference hardly moves.
    rng = np.random.default_rng(0)
    shares = rng.uniform(0.4, 0.9, 200).tolist()
    _, one = shingle_scores([Overlap(share, 1 - share, 0) for share in shares])
    _, other = shingle_scores([Overlap(share - 0.1, 1.1 - share, 0) for share in shares])
    low, high = interval(one - other)
    assert low > 0
    assert high - low < 0.2 * (interval(one).high - interval(one).low)
    assert np.mean(one - other) == pytest.approx(np.mean(one) - np.mean(other))
