"""The graph network in numpy: by hand, and against what PyTorch gave when the weights were made."""

from __future__ import annotations

import itertools
from importlib import resources

import numpy as np
import pytest

from broadsheet.methods import catalog
from broadsheet.methods.dom_nodes import Graph, Network


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


@pytest.mark.parametrize(("name", "layers"), [("gcn2", 2), ("gcn3", 3)])
def test_the_weights_give_what_pytorch_gave(name: str, layers: int) -> None:
    own = f"models/{name}.npz"
    networks = catalog.get(name).classifiers()
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
