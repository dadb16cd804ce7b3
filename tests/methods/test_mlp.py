"""The perceptron in numpy, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from broadsheet.methods.mlp import MLP, Perceptron


def test_by_hand() -> None:
    dense = [([[1.0], [-1.0]], [0.5]), ([[2.0]], [-1.0])]
    layers = tuple((np.array(w, dtype=np.float32), np.array(b, dtype=np.float32)) for w, b in dense)
    network = Perceptron(layers, 0.5, 1000.0, "")
    x = np.array([[3, 1], [1, 3]], dtype=np.float32)
    # relu(3 - 1 + 0.5) * 2 - 1 = 4; relu(1 - 3 + 0.5) = 0, so -1
    assert network.probabilities(x) == pytest.approx([1 / (1 + np.exp(-4)), 1 / (1 + np.exp(1))])


def test_the_shipped_networks_have_the_shape_of_the_paper() -> None:
    for network in MLP().classifiers().values():
        assert [weight.shape for weight, _ in network.layers] == [(215, 128), (128, 128), (128, 128), (128, 1)]
