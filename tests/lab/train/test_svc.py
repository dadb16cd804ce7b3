"""What the training of the support vector machine gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from broadsheet.lab.train import gcn
from broadsheet.lab.train.node_networks import Settings
from broadsheet.lab.train.node_pages import figures, split
from tests.lab.train.labelled import learn, named, pages


def test_the_machine_learns_and_is_exported() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed (extra train)")
    learnt, unseen = learn(model="svc", nodes=600)
    assert figures(learnt, unseen)["all"].f1 > 0.9


def test_the_machine_learns_from_the_nodes_of_the_networks_at_their_weights() -> None:
    one = named()
    for unnamed, count in ((0.0, int(one.known.sum())), (0.01, len(one.known))):
        features, label, weight = gcn._training_nodes([one], Settings(unnamed=unnamed), 0)
        assert len(features) == len(label) == len(weight) == count
        assert label.sum() == 1
        assert sorted(set(weight.tolist())) == [0.01, 1.0]


def test_copies_of_a_node_are_one_node_as_heavy_as_they_are() -> None:
    sklearn = pytest.importorskip("sklearn.svm", reason="scikit-learn is not installed (extra train)")
    draw = np.random.default_rng(0)
    features = np.repeat(draw.normal(0, 1, (30, 4)).astype(np.float16), 3, axis=0)
    label = np.arange(90) % 3 == 0  # every node is there once as content and twice as not
    weight = np.where(label, 1.0, 0.25)
    x, y, w = gcn._without_copies(features, label, weight)
    assert len(x) == 60
    assert sorted(set(w.tolist())) == [0.5, 1.0]

    def distance(x: np.ndarray, y: np.ndarray, weight: np.ndarray) -> np.ndarray:
        model = sklearn.SVC(gamma=0.5, tol=1e-9).fit(x.astype(np.float64), y, sample_weight=weight)
        return np.asarray(model.decision_function(draw_points))

    draw_points = draw.normal(0, 1, (20, 4))
    assert distance(x, y, w) == pytest.approx(distance(features, label, weight), abs=1e-5)


def test_the_better_of_two_weights_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed (extra train)")
    given: list[float] = []
    whole = gcn.machine

    def machine(pages: Any, embeddings: str, settings: Settings, seed: int) -> Any:
        given.append(settings.negative)
        return whole(pages, embeddings, settings, seed)

    monkeypatch.setattr(gcn, "machine", machine)
    for better in (0, 1):
        of_machines = iter([1.0 - better, float(better)])
        monkeypatch.setattr(gcn, "best_f1", lambda *_, each=of_machines: next(each))
        given.clear()
        learnt, _ = learn(model="svc", nodes=600)
        assert given == [0.01, 1.0]
        alone = whole(split(pages()[:20])[0], "", Settings(nodes=600, unnamed=0.0, negative=given[better]), 0)
        assert np.array_equal(learnt.arrays()["weight"], alone.weight)
