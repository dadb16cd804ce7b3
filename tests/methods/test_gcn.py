"""The graph network in numpy: by hand, and against what PyTorch gave when the weights were made."""

from __future__ import annotations

import itertools
import time
from importlib import resources

import numpy as np
import pytest

from broadsheet.methods.gcn import Graph, Network, load_networks

PARENT = np.array([-1, 0, 0, 1])
"""0 has the children 1 and 2, and 1 has 3; so D is 3, 2, 1, 1."""


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
    return Network(tuple(drawn), generator.normal(0, 0.3, (20, 1)).astype(np.float32), 0.5, 1000.0, "")


def test_eq_2_children_and_parents_are_weighed_by_their_degrees() -> None:
    graph = Graph.of_parents(PARENT)
    h = np.array([[1.0], [10.0], [100.0], [1000.0]], dtype=np.float32)
    a01, a02, a13 = 1 / np.sqrt(3 * 2), 1 / np.sqrt(3 * 1), 1 / np.sqrt(2 * 1)
    assert graph.children(h)[:, 0] == pytest.approx([10 * a01 + 100 * a02, 1000 * a13, 0, 0])
    assert graph.above(h)[:, 0] == pytest.approx([0, a01, a02, 10 * a13])


def test_eq_2_as_whole_matrices() -> None:
    generator = np.random.default_rng(1)
    parent = np.array([-1, *(int(generator.integers(0, node)) for node in range(1, 40))])
    a = np.zeros((40, 40))
    a[parent[1:], np.arange(1, 40)] = 1
    root = np.diag((a + np.eye(40)).sum(axis=1) ** -0.5)
    a_hat = root @ a @ root
    h = generator.normal(0, 1, (40, 7)).astype(np.float32)
    graph = Graph.of_parents(parent)
    assert graph.children(h) == pytest.approx(a_hat @ h, abs=1e-5)
    assert graph.above(h) == pytest.approx(a_hat.T @ h, abs=1e-5)


def test_eq_3_and_4_and_5_by_hand() -> None:
    # One column of features, embeddings of one number: W_0 = (1, 2, -1), W_1 = 2, W_c = 0.5
    w_0, w_1, w_c = (np.array(values, dtype=np.float32).reshape(-1, 1) for values in ([1, 2, -1], [2], [0.5]))
    network = Network(((w_0, w_1),), w_c, 0.5, 1000.0, "")
    graph = Graph.of_parents(np.array([-1, 0]))
    x = np.array([[1.0], [4.0]], dtype=np.float32)
    # D is 2 and 1, so A^ is 1/sqrt(2): z = (1 + 2 * 4 / sqrt 2, 4 - 1 / sqrt 2)
    z = [1 + 8 / np.sqrt(2), 4 - 1 / np.sqrt(2)]
    assert network.embed(x, graph)[:, 0] == pytest.approx([2 * z[0], 2 * z[1]])
    assert network.probabilities(x, graph) == pytest.approx([1 / (1 + np.exp(-value)) for value in z])
    assert network.embed(-x, graph)[:, 0] == pytest.approx([0, 0]), "ReLU"


def test_a_root_alone() -> None:
    graph = Graph.of_parents(np.array([-1]))
    h = np.ones((1, 3), dtype=np.float32)
    assert not graph.children(h).any()
    assert not graph.above(h).any()


@pytest.mark.parametrize(("name", "layers"), [("gcn2", 2), ("gcn3", 3)])
def test_the_weights_give_what_pytorch_gave(name: str, layers: int) -> None:
    own = f"models/{name}.npz"
    networks = load_networks(None, own)
    with (resources.files("broadsheet.methods") / own).open("rb") as stream, np.load(stream) as stored:
        for kind, answer in (("plain", "check.answer"), ("layout", "check.rendered")):
            network = networks[kind]
            assert len(network.layers) == layers
            assert [w_0.shape for w_0, _ in network.layers] == [(645, 20), (60, 20), (60, 20)][:layers]
            found = network.probabilities(
                stored["check.features"].astype(np.float32), Graph.of_parents(stored["check.parent"])
            )
            assert found == pytest.approx(stored[answer], abs=1e-5)


def test_a_node_sees_as_far_as_there_are_layers() -> None:
    generator = np.random.default_rng(0)
    line = np.array([-1, 0, 1, 2, 3, 4])
    graph = Graph.of_parents(line)
    for layers in (2, 3):
        network = network_of(layers)
        far = False
        for _ in range(20):
            x = generator.normal(0, 1, (6, 215)).astype(np.float32)
            y = network.embed(x, graph)
            changed = x.copy()
            changed[0] += 1
            moved = np.abs(network.embed(changed, graph) - y).max(axis=1) > 0
            assert not moved[layers + 1 :].any(), "what is farther away has no influence"
            far = far or bool(moved[layers])
        assert far, "what is as far away as there are layers has"


def test_it_takes_milliseconds() -> None:
    generator = np.random.default_rng(0)
    parent = np.array([-1, *(int(generator.integers(max(0, node - 30), node)) for node in range(1, 2000))])
    x = generator.normal(0, 1, (2000, 215)).astype(np.float32)
    network = network_of(3)
    best = min(_seconds(network, x, parent) for _ in range(5))
    assert best < 0.1, "a few milliseconds on a quiet machine; tests share theirs"


def _seconds(network: Network, x: np.ndarray, parent: np.ndarray) -> float:
    began = time.process_time()
    network.probabilities(x, Graph.of_parents(parent))
    return time.process_time() - began


def test_pytorch_and_numpy_agree_on_any_tree() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed (extra train)")
    generator = np.random.default_rng(3)
    for layers, size in itertools.product((2, 3), (1, 2, 50)):
        network = network_of(layers)
        parent = np.array([-1, *(int(generator.integers(0, node)) for node in range(1, size))])
        x = generator.normal(0, 0.5, (size, 215)).astype(np.float32)
        a = torch.zeros(size, size)
        for node in range(1, size):
            a[int(parent[node]), node] = 1
        root = (a + torch.eye(size)).sum(dim=1).rsqrt().diag()
        a = root @ a @ root
        h = torch.from_numpy(x)
        for w_0, w_1 in network.layers:
            z = torch.cat([h, a @ h, a.T @ h], dim=1)
            h = torch.relu(torch.relu(z @ torch.from_numpy(w_0)) @ torch.from_numpy(w_1))
        y = torch.sigmoid(h @ torch.from_numpy(network.out))[:, 0].numpy()
        assert network.probabilities(x, Graph.of_parents(parent)) == pytest.approx(y, abs=1e-5)
