from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.methods.maths.thresholds import otsu


def test_eq_11_objective() -> None:
    """0.1 and 0.2 against 0.8 and 0.9: w0 = w1 = 1/2, u0 = 0.15, u1 = 0.85."""
    found = otsu(np.array([0.8, 0.1, 0.9, 0.2]), 0.1)
    assert found.g[5] == pytest.approx(0.5 * 0.35**2 + 0.5 * 0.35**2)
    # 0.1 alone below 0.2: w0 = 1/4, u1 = 1.9 / 3.
    assert found.g[2] == pytest.approx(0.25 * 0.4**2 + 0.75 * (1.9 / 3 - 0.5) ** 2)
    assert found.g[0] == found.g[10] == 0
    # All thresholds from 0.3 to 0.8 part the numbers alike.
    assert found.threshold == 0.3


def test_eq_12_mean() -> None:
    """The mean of the classes, weighted by their sizes, is the mean of all: 0.15 * 2/3 + 0.9 * 1/3 = 0.4."""
    found = otsu(np.array([0.1, 0.2, 0.9]), 0.1)
    assert found.g[5] == pytest.approx(2 / 3 * (0.15 - 0.4) ** 2 + 1 / 3 * (0.9 - 0.4) ** 2)


def test_thresholds_are_tenths() -> None:
    found = otsu(np.array([0.3, 0.7]), 0.1)
    assert found.t.tolist() == [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
    # 0.3 is not below the threshold 0.3.
    assert found.g[3] == 0 < found.g[4]
    assert found.threshold == 0.4


@pytest.mark.parametrize("values", [[], [0.4], [0.0, 0.0, 0.0], [0.95, 0.95]])
def test_numbers_that_nothing_parts(values: list[float]) -> None:
    assert otsu(np.array(values), 0.1).threshold == 0.0


@pytest.mark.parametrize("step", [0.0, -0.1, 1.5])
def test_steps_that_make_no_sense(step: float) -> None:
    with pytest.raises(ValueError, match="step"):
        otsu(np.array([0.5]), step)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_it_is_the_variance_between_the_classes(numbers: list[float]) -> None:
    values = np.array(numbers)
    found = otsu(values, 0.1)
    for t, g in zip(found.t, found.g, strict=True):
        low, high = values[values < t], values[values >= t]
        expected = 0.0
        if len(low) and len(high):
            expected = len(low) * len(high) / len(values) ** 2 * (low.mean() - high.mean()) ** 2
        assert g == pytest.approx(expected, abs=1e-9)
    assert found.g.max() == found.g[found.t == found.threshold]
