from __future__ import annotations

import numpy as np
import pytest

from broadsheet.lab.corpora import Gold
from broadsheet.lab.reproduce import hausner2021 as study
from broadsheet.lab.reproduce.studies import Options
from broadsheet.lab.train.node_pages import Example
from broadsheet.methods.dom_nodes import DomNodes
from broadsheet.methods.gcn import Perceptron


def example(number: int, *, gold: bool, site: str | None = None) -> Example:
    """A page of a root and three blocks, the first two content; the features tell them apart."""
    features = np.zeros((4, 215), dtype=np.float16)
    features[1:3, 208] = 1
    nodes = DomNodes(
        rows=np.arange(4),
        parent=np.array([-1, 0, 0, 0]),
        features=features,
        blocks=np.arange(1, 4),
        chars=np.array([5, 5, 6]),
        box=np.array([[0.0, 10.0], [20.0, 30.0], [40.0, 50.0]]),
        text=np.arange(1, 4),
        block_of=np.arange(3),
    )
    label = np.array([False, True, True, False])
    texts = ["One. ", "Two. ", "Three."]
    corpus, text = ("fundus", "One. Two.") if gold else ("trafilatura", None)
    answer = Gold(id=f"page{number}", corpus=corpus, site=site or f"site{number}.example", text=text)
    return Example(answer, nodes, label, np.ones(4, dtype=np.bool_), texts, "<p>One. <p>Two. <p>Three.")


def pages() -> list[Example]:
    with_text = [example(n, gold=True, site=f"outlet{n // 3}.example") for n in range(30)]
    alone = [example(50 + n, gold=True) for n in range(20)]
    return with_text + alone + [example(100 + n, gold=False) for n in range(300)]


def test_the_sets_have_the_papers_sizes_and_both_corpora() -> None:
    for turn in (0, 1):
        sets = study.divide(pages(), turn, seed=0)
        assert len(sets.training) == 111
        assert len(sets.development) == 20
        assert len(sets.unknown) == 73
        assert all(any(page.wanted for page in part) for part in sets)
        assert not all(page.wanted for page in sets.training)
        everything = [page.gold.id for part in sets for page in part]
        assert len(set(everything)) == len(everything)
        training, development, known, unknown = ({page.site for page in part} for part in sets)
        assert known <= training
        assert not unknown & (training | development)
        again = study.divide(pages(), turn, seed=0)
        assert [[page.gold.id for page in part] for part in again] == [[page.gold.id for page in part] for part in sets]


def test_training_and_evaluation_of_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed (extra train)")
    pytest.importorskip("torch", reason="PyTorch is not installed (extra train)")
    pytest.importorskip("boilerpy3", reason="boilerpy3 is not installed (extra compare)")
    pytest.importorskip("justext", reason="jusText is not installed (extra compare)")
    sets = study.Sets(*(part[:5] for part in study.divide(pages(), 0, seed=0)))
    found = study.judge([sets], ("known", "held out"), Options(), epochs=2, rate=1e-2)
    assert set(found) == {"known", "held out"}
    assert {name: len(runs) for name, runs in found["known"]["models"].items()} == {
        "svc": 1, "mlp": 5, "gcn2": 5, "gcn3": 5, "gcn2 rate": 5, "gcn3 rate": 5,
    }  # fmt: skip
    assert found["held out"]["training"] == [5]
    assert found["known"]["with text"] == found["known"]["test"] == 5
    monkeypatch.setattr(study, "tag_vectors", lambda pairs, seed: np.full((len(pairs), 8), seed))  # takes long
    changed = study.ablate([sets, sets], Options(), epochs=1)
    assert len(changed) == 5
    assert all(len(of[protocol]) == 5 for of in changed.values() for protocol in ("known", "held out"))
    figures = {"pages": 342, "protocols": found, "ablation": changed}
    assert "5 training pages" in study.section(figures)


def test_scores_by_hand() -> None:
    def perceptron(bias: float) -> Perceptron:
        weight = np.zeros((215, 1), dtype=np.float32)
        weight[208] = 10
        layers = ((weight, np.array([bias], dtype=np.float32)),)
        return Perceptron(layers=layers, threshold=0.5, gap=100.0, embeddings="")

    right = perceptron(-5)
    found = study.scores([(right, [example(0, gold=True)]), (right, [example(1, gold=False)])])
    assert found["classified f1 macro"] == found["refined f1 macro"] == 1.0
    assert found["edits"] == found["edits median"] == found["edits unrefined"] == 0.0
    everything = perceptron(5)
    found = study.scores([(everything, [example(0, gold=True)])])
    assert found["classified precision macro"] == pytest.approx(0.25), "half of the nodes, and none of the others"
    assert found["refined f1 content"] == pytest.approx(0.8)
    assert found["edits"] == len(" Three.")


def test_the_claims_agree_with_the_published_figures() -> None:
    for one in study._CLAIMS:
        published = {name: study._PUBLISHED[name][study._COLUMN[one.kind]] for name in (*one.better, *one.worse)}
        assert study._holds(one, published), one.says
