"""The perceptron in numpy: by hand, and against what PyTorch gave when the weights were made."""

from __future__ import annotations

from importlib import resources

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


def test_the_weights_give_what_pytorch_gave() -> None:
    networks = MLP().classifiers()
    with (resources.files("broadsheet.methods") / "models/mlp.npz").open("rb") as stream, np.load(stream) as stored:
        for kind, answer in (("plain", "check.answer"), ("layout", "check.rendered")):
            network = networks[kind]
            assert [weight.shape for weight, _ in network.layers] == [(215, 128), (128, 128), (128, 128), (128, 1)]
            found = network.probabilities(stored["check.features"].astype(np.float32))
            assert found == pytest.approx(stored[answer], abs=1e-5)
