from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.methods.maths.smoothing import gaussian, gaussian_weights

numbers = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=40)


def test_weights_by_hand() -> None:
    """Radius 1, sigma 1: e^-1/2, 1, e^-1/2 over their sum."""
    side = math.exp(-0.5)
    total = 1 + 2 * side
    assert gaussian_weights(1, 1.0).tolist() == pytest.approx([side / total, 1 / total, side / total])
    assert gaussian_weights(2, 0.0).tolist() == [0, 0, 1, 0, 0]
    assert gaussian_weights(0, 3.0).tolist() == [1]


def test_the_ends_leave_out_what_is_not_there() -> None:
    side = math.exp(-0.5)
    smooth = gaussian(np.array([6.0, 0.0, 0.0]), 1, 1.0)
    assert smooth.tolist() == pytest.approx([6 / (1 + side), 6 * side / (1 + 2 * side), 0])


@given(numbers, st.integers(0, 60), st.floats(0.1, 50))
def test_each_is_a_weighted_mean_of_its_neighbours(values: list[float], radius: int, sigma: float) -> None:
    smooth = gaussian(np.array(values), radius, sigma)
    for at, found in enumerate(smooth.tolist()):
        near = range(max(0, at - radius), min(len(values), at + radius + 1))
        weights = [math.exp(-(((at - j) / sigma) ** 2) / 2) for j in near]
        expected = sum(w * values[j] for w, j in zip(weights, near, strict=True)) / sum(weights)
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-6)
