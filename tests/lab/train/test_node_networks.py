from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from broadsheet.lab.train import node_networks
from broadsheet.lab.train.gcn import fit_runs
from broadsheet.lab.train.node_networks import Settings
from broadsheet.lab.train.node_pages import figures, split
from broadsheet.methods.dom_nodes import Graph, Network
from tests.lab.train.labelled import learn, pages


@pytest.mark.parametrize(
    "settings",
    [
        {"model": "gcn", "layers": 2, "epochs": 12, "rate": 5e-3},
        {"model": "gcn", "layers": 3, "epochs": 12, "rate": 5e-3},
        {"model": "gcn", "layers": 2, "epochs": 12, "rate": 5e-3, "neighbours": 4},
        {"model": "mlp", "epochs": 12, "rate": 5e-3},
    ],
)
def test_networks_learn_and_are_exported(settings: dict[str, object]) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed (extra train)")
    learnt, unseen = learn(**settings)
    assert figures(learnt, unseen)["all"].f1 > 0.9
    again, _ = learn(**settings)
    assert all(np.array_equal(a, b) for a, b in zip(learnt.arrays().values(), again.arrays().values(), strict=True))


@pytest.mark.parametrize("settings", [Settings(layers=2), Settings(layers=3), Settings(model="mlp")])
def test_training_computes_what_the_exported_network_does(settings: Settings) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed (extra train)")
    torch.manual_seed(0)
    page = pages()[0]
    whole = node_networks._first_weights(torch, settings)
    weights = {name: weight[None] for name, weight in whole.items()}
    of_page = node_networks._tensors(torch, page, replace(settings, model="gcn"))
    logit = node_networks._logit(torch, weights, of_page, settings)
    exported = node_networks._export({name: weight.numpy() for name, weight in whole.items()}, "", settings)
    features = page.nodes.features.astype(np.float32)
    graph = (Graph.of_parents(page.nodes.parent),) if isinstance(exported, Network) else ()
    assert exported.probabilities(features, *graph) == pytest.approx(torch.sigmoid(logit)[0].numpy(), abs=1e-5)


@pytest.mark.parametrize("model", ["gcn", "mlp"])
def test_training_goes_on_from_a_network(model: str) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed (extra train)")
    training, development = split(pages()[:12], share=0.25)
    settings = Settings(model=model, epochs=4, rate=5e-3, dropout=0.0)
    (begun,) = fit_runs(training, development, "", settings, [0])
    (still,) = fit_runs(training, development, "", replace(settings, rate=1e-12), [0], first=begun)
    for name, array in begun.arrays().items():
        if array.dtype.kind == "f" and array.ndim:
            assert still.arrays()[name] == pytest.approx(array, abs=1e-6), name
    losses: dict[bool, list[list[float]]] = {True: [], False: []}
    for on, first in ((True, begun), (False, None)):
        kept = losses[on]
        fit_runs(training, development, "", settings, [0], lambda _, loss, kept=kept: kept.append(loss), first=first)
    assert losses[True][0] < losses[False][0]


def test_sampling_takes_some_children_and_keeps_the_sum() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed (extra train)")
    import random

    tensors = node_networks._tensors(torch, pages()[0], Settings())
    for most in (1, 3, 1000):
        parent, child, share = node_networks._sample_edges(torch, tensors, most, random.Random(0))  # noqa: S311
        count = np.bincount(parent.numpy())
        assert count.max() == min(most, np.bincount(tensors.parent.numpy()).max())
        assert len(parent) == len(child) == len(share)
    draw = random.Random
    many = [node_networks._sample_edges(torch, tensors, 3, draw(seed))[2].sum().item() for seed in range(200)]
    assert np.mean(many) == pytest.approx(tensors.share.sum().item(), rel=0.05)
