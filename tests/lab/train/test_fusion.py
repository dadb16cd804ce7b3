from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from broadsheet.body.fusion.network import load
from broadsheet.lab.corpora import Gold
from broadsheet.lab.evaluate.words import tokens
from broadsheet.lab.train import fusion as training
from broadsheet.lab.train import fusion_folds, fusion_model
from broadsheet.lab.train.cards import Origin
from broadsheet.lab.train.fusion import Outcome
from broadsheet.lab.train.node_pages import segment_labels
from tests.body.fusion.test_network import training_page

TEXTS = [
    "Home",
    "Bridge agreed at last",
    "The council met on Tuesday and agreed on the new bridge.",
    "Read more: the tunnel that nobody wanted to pay for",
    "Work starts next year, said the mayor of the city.",
]


def test_labels_are_what_the_gold_text_has_less_the_headline() -> None:
    gold = Gold(id="1", corpus="c", title="Bridge agreed at last", text="\n".join([TEXTS[1], TEXTS[2], TEXTS[4]]))
    label, weight = training._labels(TEXTS, gold, titled=True)
    assert label.tolist() == [0, 0, 1, 0, 1]
    assert weight.tolist() == [1, 0.5, 1, 1, 1]


def test_partial_labels_leave_the_rest_open() -> None:
    gold = Gold(id="1", corpus="c", with_=("agreed on  the new\nbridge",), without=("Read more",))
    assert segment_labels(TEXTS, gold).tolist() == [0, 0, 1, -1, 0]


def test_the_gradient_of_a_layer_is_its_slope() -> None:
    torch = pytest.importorskip("torch", reason="needs the extra 'train'")
    torch.manual_seed(0)
    rows, width, far = 9, 3, 2

    def drawn(*shape: int) -> Any:
        return torch.randn(*shape, dtype=torch.float64, requires_grad=True)

    learnt = drawn(rows, width), drawn(width), drawn(width), drawn(3, width), drawn(2 * width, width), drawn(2 * width)
    inside = torch.ones(rows, 1, dtype=torch.float64)
    inside[4:6] = 0
    kept = torch.randint(0, 2, (rows, width)).double()
    layer = fusion_model._gated_layer(torch)
    for mask in (None, kept):
        assert torch.autograd.gradcheck(lambda *x, mask=mask: layer.apply(*x, inside, mask, far), learnt)


def test_a_network_is_written_and_read_the_same(tmp_path: Path) -> None:
    shipped = load()
    training.write(shipped, tmp_path / "one.npz")
    training.write(shipped, tmp_path / "two.npz")
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
    with np.load(tmp_path / "one.npz") as stored:
        assert bytes(stored["known_names"]).decode().split("\n") == list(shipped.names)
        assert bytes(stored["known_words"]).decode().split("\n") == list(shipped.words)
        assert (stored["words"].astype(np.float32) == shipped.arrays["words"]).all()
        assert (stored["confidence"] == shipped.arrays["confidence"]).all()


def outcome(corpus: str, gold: Gold, probability: list[float]) -> Outcome:
    page = training_page(np.random.default_rng(0), len(TEXTS))
    object.__setattr__(page, "texts", TEXTS)
    object.__setattr__(page, "corpus", corpus)
    object.__setattr__(page, "gold", gold)
    object.__setattr__(page, "wanted", " ".join(tokens(gold.text or "")))
    return Outcome(page, np.array(probability))


def test_figures_by_corpus() -> None:
    probability = [0.1, 0.1, 0.9, 0.9, 0.9]
    full = outcome("c", Gold(id="1", corpus="c", text="\n".join([TEXTS[2], TEXTS[4]])), probability)
    partial = outcome("d", Gold(id="1", corpus="d", with_=(TEXTS[2], TEXTS[1]), without=(TEXTS[3],)), probability)
    found = training.figures([full, partial], 0.5)
    assert list(found) == ["c", "d"]
    # Gold: 11 and 10 tokens, 18 shingles of four. Output: 10 more tokens between, 28 shingles. In both: 8 and 7.
    assert (found["c"].precision, found["c"].recall) == pytest.approx((15 / 28, 15 / 18))
    assert (found["d"].precision, found["d"].recall, found["d"].f1) == (0.5, 0.5, 0.5)


def test_confidence_learns_which_texts_are_wrong() -> None:
    gold = Gold(id="1", corpus="c", text="\n".join([TEXTS[2], TEXTS[4]]))
    draw = np.random.default_rng(0)
    found = []
    for _ in range(60):
        noise = draw.uniform(0, 0.05, size=5)
        found.append(outcome("c", gold, (np.array([0, 0, 0.95, 0, 0.95]) + noise).tolist()))
        found.append(outcome("c", gold, (np.array([0.4, 0.4, 0.3, 0.6, 0.3]) + noise).tolist()))
    error, caught = training.calibration_error(found, 0.5, training.calibrate(found, 0.5))
    assert error < 0.05
    # Half of the texts are wrong, and a tenth of all is a fifth of these.
    assert caught == pytest.approx(0.2)


def test_the_card() -> None:
    shipped = load()
    found = [
        outcome("c", Gold(id=str(n), corpus="c", text="\n".join([TEXTS[2], TEXTS[4]])), [0, 0, 1, n % 2, 1])
        for n in range(6)
    ]
    pages = [one.page for one in found]
    doubted = [replace(pages[0], weight=pages[0].weight * np.float32(0.1)), *pages[1:-1]]
    trained = fusion_folds.Trained(shipped, {}, found, doubted)
    origin = Origin(dt.date(2026, 1, 2), "broadsheet train fusion", "1")
    card = fusion_folds.model_card(trained, pages, fusion_model.Settings(), origin)
    assert "| c | 6 |" in card
    assert "| learnt from | 5 of 6 pages" in card
    assert "another text on 1 pages, which are dropped, and contradicted 5 labels" in card
    assert "2026-01-02" in card
    assert 'favor="precision"' in card
