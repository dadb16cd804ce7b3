from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.methods.maths.sequences import Run, gaussian, gaussian_weights, in_column, maximum_run, weighted_median

numbers = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=40)


def test_weights_by_hand() -> None:
    """Radius 1, sigma 1: e^-1/2, 1, e^-1/2 over their sum."""
    side = math.exp(-0.5)
    total = 1 + 2 * side
    assert gaussian_weights(1, 1.0).tolist() == pytest.approx([side / total, 1 / total, side / total])
    assert gaussian_weights(2, 0.0).tolist() == [0, 0, 1, 0, 0]
    assert gaussian_weights(0, 3.0).tolist() == [1]


@given(numbers, st.integers(0, 60), st.floats(0.1, 50))
def test_each_is_a_weighted_mean_of_its_neighbours(values: list[float], radius: int, sigma: float) -> None:
    smooth = gaussian(np.array(values), radius, sigma)
    for at, found in enumerate(smooth.tolist()):
        near = range(max(0, at - radius), min(len(values), at + radius + 1))
        weights = [math.exp(-(((at - j) / sigma) ** 2) / 2) for j in near]
        expected = sum(w * values[j] for w, j in zip(weights, near, strict=True)) / sum(weights)
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-6)


def test_printed_examples() -> None:
    """Of Ruzzo and Tompa, and of Standke's slides."""
    assert maximum_run([4, -5, 3, -3, 1, 2, -2, 2, -2, 1, 5]) == Run(4, 11, 7)
    assert maximum_run([5, 27, 33]) == Run(0, 3, 65)


@given(st.lists(st.integers(-4, 4), max_size=20))
def test_the_largest_run_is_the_first_and_shortest_of_the_largest(values: list[int]) -> None:
    runs = (
        Run(first, stop, total)
        for first in range(len(values))
        for stop in range(first + 1, len(values) + 1)
        if (total := sum(values[first:stop])) > 0
    )
    assert maximum_run(values) == max(runs, key=lambda run: (run.total, -run.stop, run.first), default=None)


LEFT = np.array([0.0, 100.0, 110.0, 90.0, 350.0, 390.0, 0.0])
RIGHT = np.array([90.0, 400.0, 410.0, 410.0, 450.0, 490.0, 500.0])
CHARS = np.array([500, 300, 400, 200, 50, 50, 10])


def test_the_median_has_half_of_the_weight_with_what_is_below_it() -> None:
    assert weighted_median(np.array([30.0, 10.0, 20.0]), np.array([1, 2, 3])) == 20
    assert weighted_median(np.array([30.0, 10.0, 20.0]), np.array([6, 1, 1])) == 30
    assert weighted_median(np.array([7.0]), np.array([1])) == 7


def test_boxes_that_share_half_of_the_narrower_width() -> None:
    # The column of the second to the fourth is from 100 (500 of 900 characters begin by then) to 410.
    shared = [False, True, True, True, True, False, True]
    assert in_column(LEFT, RIGHT, CHARS, slice(1, 4)).tolist() == shared
    flags = np.array([False, True, True, True, False, False, False])
    assert in_column(LEFT, RIGHT, CHARS, flags).tolist() == shared
