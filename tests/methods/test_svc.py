"""The support vector machine in numpy, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from broadsheet.methods.svc import Machine


def test_by_hand() -> None:
    vectors = np.array([[0, 0], [3, 4]], dtype=np.float32)
    machine = Machine(vectors, np.array([2.0, -1.0], dtype=np.float32), 0.25, 0.1, 0.5, 1000.0, "")
    # at the origin: 2 - exp(-0.1 * 25) + 0.25; at (3, 4): 2 exp(-2.5) - 1 + 0.25
    expected = [2.25 - np.exp(-2.5), 2 * np.exp(-2.5) - 0.75]
    assert machine.distances(vectors) == pytest.approx(expected, abs=1e-6)
    assert machine.probabilities(vectors) == pytest.approx(1 / (1 + np.exp(-np.array(expected))), abs=1e-6)
    assert machine.distances(np.zeros((0, 2), dtype=np.float32)).shape == (0,)
    many = np.tile(vectors, (700, 1))
    assert machine.distances(many) == pytest.approx(np.tile(machine.distances(vectors), 700), abs=1e-6)


def test_no_node_is_nearer_than_a_vector_to_itself() -> None:
    """Of large numbers the difference in single precision can be below nothing."""
    vectors = np.random.default_rng(0).normal(0, 1e3, (40, 215)).astype(np.float32)
    for vector in vectors:
        machine = Machine(vector[None], np.ones(1, dtype=np.float32), 0.0, 1.0, 0.5, 1000.0, "")
        assert machine.distances(vectors).max() <= 1
