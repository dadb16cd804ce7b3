"""What the training of the networks gives, and when it ends."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from broadsheet.methods.dom_nodes import Graph, Network
from broadsheet.train import node_networks
from broadsheet.train.gcn import fit
from broadsheet.train.node_examples import split
from broadsheet.train.node_figures import figures
from broadsheet.train.node_networks import Settings
from tests.train.labelled import learn, pages


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
    learnt, check, unseen = learn(**settings)
    assert figures(learnt, unseen)["all"].f1 > 0.9
    features = check["check.features"].astype(np.float32)
    if isinstance(learnt, Network):
        found = learnt.probabilities(features, Graph.of_parents(check["check.parent"]))
    else:
        found = learnt.probabilities(features)
    assert found == pytest.approx(check["check.answer"], abs=1e-5)
    again, _, _ = learn(**settings)
    assert all(np.array_equal(a, b) for a, b in zip(learnt.arrays().values(), again.arrays().values(), strict=True))


@pytest.mark.parametrize("model", ["gcn", "mlp"])
def test_training_goes_on_from_a_network(model: str) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed (extra train)")
    training, development = split(pages()[:12], share=0.25)
    settings = Settings(model=model, epochs=4, rate=5e-3, dropout=0.0)
    begun, _ = fit(training, development, "", settings)
    still, _ = fit(training, development, "", replace(settings, rate=1e-12), first=begun)
    for name, array in begun.arrays().items():
        if array.dtype.kind == "f" and array.ndim:
            assert still.arrays()[name] == pytest.approx(array, abs=1e-6), name
    losses: dict[bool, list[float]] = {True: [], False: []}
    for on, first in ((True, begun), (False, None)):
        kept = losses[on]
        fit(training, development, "", settings, lambda _, loss, kept=kept: kept.append(loss), first=first)
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
