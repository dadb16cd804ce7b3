"""The graph network against the paper's equations with whole matrices, and its baselines by hand."""

from __future__ import annotations

import numpy as np
import pytest

from broadsheet.methods import catalog
from broadsheet.methods.dom_nodes import Graph, Network
from broadsheet.methods.gcn import MLP, Machine, Perceptron

BORDER = {"threshold": 0.5, "gap": 1000.0, "embeddings": ""}


def network_of(layers: int) -> Network:
    """A network with weights drawn at random."""
    generator = np.random.default_rng(layers)
    widths = [645, 60, 60][:layers]
    drawn = [
        (
            generator.normal(0, 0.1, (width, 20)).astype(np.float32),
            generator.normal(0, 0.3, (20, 20)).astype(np.float32),
        )
        for width in widths
    ]
    out = generator.normal(0, 0.3, (20, 1)).astype(np.float32)
    return Network(layers=tuple(drawn), out=out, **BORDER)


def plainly(network: Network, x: np.ndarray, parent: np.ndarray) -> np.ndarray:
    """The paper's equations with whole matrices."""
    size = len(parent)
    a = np.zeros((size, size))
    for node in range(1, size):
        a[parent[node], node] = 1
    root = np.diag((a + np.eye(size)).sum(axis=1) ** -0.5)
    a = root @ a @ root
    h = x
    for w_0, w_1 in network.layers:
        h = np.maximum(0, np.maximum(0, np.hstack([h, a @ h, a.T @ h]) @ w_0) @ w_1)
    return 1 / (1 + np.exp(-(h @ network.out)[:, 0]))


@pytest.mark.parametrize("size", [1, 2, 50])
@pytest.mark.parametrize("name", ["gcn2", "gcn3"])
def test_the_network_is_that_of_the_paper_on_any_tree(name: str, size: int) -> None:
    generator = np.random.default_rng(3)
    parent = np.array([-1, *(int(generator.integers(0, node)) for node in range(1, size))])
    x = generator.normal(0, 0.5, (size, 215)).astype(np.float32)
    for network in (network_of(int(name[-1])), *catalog.get(name).classifiers().values()):
        assert network.probabilities(x, Graph.of_parents(parent)) == pytest.approx(
            plainly(network, x, parent), abs=1e-5
        )


def test_the_perceptron_by_hand() -> None:
    dense = [([[1.0], [-1.0]], [0.5]), ([[2.0]], [-1.0])]
    layers = tuple((np.array(w, dtype=np.float32), np.array(b, dtype=np.float32)) for w, b in dense)
    network = Perceptron(layers=layers, **BORDER)
    x = np.array([[3, 1], [1, 3]], dtype=np.float32)
    # relu(3 - 1 + 0.5) * 2 - 1 = 4; relu(1 - 3 + 0.5) = 0, so -1
    assert network.probabilities(x) == pytest.approx([1 / (1 + np.exp(-4)), 1 / (1 + np.exp(1))])


def test_the_shipped_perceptrons_have_the_shape_of_the_paper() -> None:
    for network in MLP().classifiers().values():
        assert [weight.shape for weight, _ in network.layers] == [(215, 128), (128, 128), (128, 128), (128, 1)]


def test_the_support_vector_machine_by_hand() -> None:
    vectors = np.array([[0, 0], [3, 4]], dtype=np.float32)
    machine = Machine(vectors=vectors, weight=np.array([2.0, -1.0], dtype=np.float32), bias=0.25, gamma=0.1, **BORDER)
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
        machine = Machine(vectors=vector[None], weight=np.ones(1, dtype=np.float32), bias=0.0, gamma=1.0, **BORDER)
        assert machine.distances(vectors).max() <= 1
