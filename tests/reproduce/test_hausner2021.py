"""The study of Hausner & Gertz: how pages are divided, judged, and told of."""

from __future__ import annotations

import numpy as np
import pytest

from broadsheet.corpora import Corpus, Gold, Includes
from broadsheet.errors import CorpusError
from broadsheet.methods.dom_nodes import DomNodes
from broadsheet.methods.mlp import Perceptron
from broadsheet.reproduce import hausner2021 as study
from broadsheet.reproduce.base import Options
from broadsheet.train.gcn import Example


def example(number: int, *, gold: bool, site: str | None = None) -> Example:
    """A page of a root and three text nodes, the first two content; the features tell them apart."""
    features = np.zeros((4, 215), dtype=np.float16)
    features[1:3, 208] = 1
    nodes = DomNodes(
        rows=np.arange(4),
        parent=np.array([-1, 0, 0, 0]),
        features=features,
        text=np.arange(1, 4),
        chars=np.array([5, 5, 6]),
        box=np.array([[0.0, 10.0], [20.0, 30.0], [40.0, 50.0]]),
    )
    label = np.array([False, True, True, False])
    texts = ["One. ", "Two. ", "Three."]
    return Example(
        "fundus" if gold else "trafilatura", f"page{number}", site or f"site{number}.example", nodes, label,
        np.ones(4, dtype=np.bool_), texts, "One. Two." if gold else None,
    )  # fmt: skip


def pages() -> list[Example]:
    with_text = [example(n, gold=True, site=f"outlet{n // 3}.example") for n in range(42)]
    return with_text + [example(100 + n, gold=False) for n in range(300)]


def test_the_sets_have_the_papers_sizes_and_both_corpora() -> None:
    training, development, test = study.divide(pages(), by_site=False, seed=0)
    assert len(training) + len(development) + len(test) == 204
    assert abs(len(test) - 73) <= 3
    assert abs(len(development) - 20) <= 3
    assert all(any(page.gold for page in part) for part in (training, development, test))
    names = [page.id for part in (training, development, test) for page in part]
    assert len(set(names)) == 204
    again = study.divide(pages(), by_site=False, seed=0)
    assert [page.id for page in again[2]] == [page.id for page in test]


def test_outlets_are_held_out() -> None:
    training, development, test = study.divide(pages(), by_site=True, seed=0)
    sites = [{page.site for page in part} for part in (training, development, test)]
    assert not sites[0] & sites[2]
    assert not sites[1] & sites[2]
    known = study.divide(pages(), by_site=False, seed=0)
    assert {page.site for page in known[0]} & {page.site for page in known[2]}


def test_scores_by_hand() -> None:
    weight = np.zeros((215, 1), dtype=np.float32)
    weight[208] = 10
    right = Perceptron(((weight, np.array([-5], dtype=np.float32)),), 0.5, 100.0, "")
    found = study.scores(right, [example(0, gold=True), example(1, gold=False)])
    assert found["classified f1 macro"] == found["refined f1 macro"] == 1.0
    assert found["edits"] == 0.0
    everything = Perceptron(((weight, np.array([5], dtype=np.float32)),), 0.5, 100.0, "")
    found = study.scores(everything, [example(0, gold=True)])
    assert found["classified precision macro"] == pytest.approx(0.25), "half of the nodes, and none of the others"
    assert found["refined f1 content"] == pytest.approx(0.8)
    assert found["edits"] == len(" Three.")


def test_german_pages_are_needed() -> None:
    with pytest.raises(CorpusError, match="German pages of fundus or trafilatura"):
        study.measure([Corpus("naeb", Includes(), ())], Options())
    other = Corpus("fundus", Includes(), ())
    with pytest.raises(CorpusError, match="German"):
        study.measure([other.where(lambda gold: isinstance(gold, Gold))], Options())


def run(f1: float, edits: float) -> dict[str, float]:
    keys = [f"{when} {kind} {mean}" for when in ("classified", "refined") for kind in ("precision", "recall", "f1")
            for mean in ("micro", "macro")]  # fmt: skip
    return dict.fromkeys(keys, f1) | {"classified f1 content": f1, "refined f1 content": f1, "edits": edits}


@pytest.mark.parametrize(("graph", "said"), [(0.9, "both graph networks are above"), (0.5, "are not both above")])
def test_what_the_section_says_is_read_off_the_figures(graph: float, said: str) -> None:
    models = {"svc": [run(0.8, 90)], "mlp": [run(0.7, 95)], "gcn2": [run(graph, 50), run(graph - 0.1, 70)]}
    protocol = {
        "training": 111, "development": 20, "test": 73, "with text": 15, "nodes": 1000, "positive": 10,
        "models": models, "libraries": {"justext": 300.0, "boilerpipe": 200.0},
    }  # fmt: skip
    text = study.section({"pages": 250, "runs": 2, "protocols": {"held out": protocol}})
    assert said in text
    assert "Outlets held out" in text
    assert "Pages of known outlets" not in text
    assert f"{graph:.2f} (0.92)" in text, "the best run, and the published figure"
    assert f"{graph - 0.05:.3f} ± 0.050" in text
    assert "300.0 (325.7)" in text
    assert "One change at a time" not in text
    with_ablation = {"pages": 250, "protocols": {"held out": protocol}, "ablation": {"node2vec": [run(0.6, 1)]}}
    assert "| node2vec | 1 | 0.600 |" in study.section(with_ablation)
