"""What the training of the networks gives, and when it ends."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from broadsheet.methods.dom_nodes import Graph, Network
from broadsheet.train import node_networks
from broadsheet.train.gcn import fit, fit_runs
from broadsheet.train.node_examples import split
from broadsheet.train.node_figures import figures
from broadsheet.train.node_networks import Settings
from tests.train.labelled import learn, named, pages


def test_networks_take_what_is_not_labelled_for_negative() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed (extra train)")
    one = named()
    for unnamed in (0.02, 0.0):
        tensors = node_networks._tensors(torch, one, Settings(unnamed=unnamed))
        assert tensors.weight[~one.known].numpy() == pytest.approx(unnamed)
        assert tensors.weight[one.known & ~one.label].numpy() == pytest.approx(0.01)
        assert tensors.weight[one.label].numpy() == pytest.approx(1.0)
        assert tensors.label.numpy().astype(bool).tolist() == one.label.tolist()


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


def test_runs_beside_each_other_are_as_alone() -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed (extra train)")
    training, development = split(pages()[:12], share=0.25)
    # Without dropout nothing but the first weights is drawn for each run.
    settings = Settings(epochs=3, rate=1e-2, dropout=0.0, seed=4)
    seen: list[list[float]] = []
    both = fit_runs(training, development, "", settings, [4, 5], lambda _, losses: seen.append(losses))
    alone, check = fit(training, development, "", settings)
    for name, array in alone.arrays().items():
        if array.dtype.kind == "f":
            assert both[0][0].arrays()[name] == pytest.approx(array, abs=1e-3), name
    assert both[0][1]["check.answer"] == pytest.approx(check["check.answer"], abs=1e-3)
    assert not np.allclose(both[0][0].arrays()["out"], both[1][0].arrays()["out"]), "another seed, another network"
    assert [len(losses) for losses in seen] == [2, 2, 2]


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


def test_training_ends_after_three_rises() -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed (extra train)")
    training, development = split(pages()[:8], share=0.25)
    # Labels that are turned round on the development pages: what is learnt can only make it worse.
    wrong = [replace(one, label=~one.label) for one in development]
    seen: list[int] = []
    settings = Settings(epochs=30, rate=1e-2, dropout=0.0)
    fit(training, wrong, "", settings, lambda epoch, loss: seen.append(epoch))
    assert 3 <= len(seen) < 30


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
