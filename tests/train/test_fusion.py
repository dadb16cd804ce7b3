from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from broadsheet.corpora import Gold
from broadsheet.methods.fusion.features import NAMES
from broadsheet.methods.fusion.network import Network, load
from broadsheet.train import fusion as training
from tests.methods.fusion.test_network import training_page

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


def test_the_first_line_is_the_headline_where_the_corpus_says_so() -> None:
    gold = Gold(id="1", corpus="c", text="\n".join([TEXTS[1], TEXTS[2], TEXTS[4]]))
    assert training._labels(TEXTS, gold, titled=True)[0].tolist() == [0, 0, 1, 0, 1]
    assert training._labels(TEXTS, gold, titled=None)[0].tolist() == [0, 1, 1, 0, 1]


def test_partial_labels_leave_the_rest_open() -> None:
    gold = Gold(id="1", corpus="c", with_=("agreed on  the new\nbridge",), without=("Read more",))
    label, weight = training._partial_labels(TEXTS, gold)
    assert label.tolist() == [0, 0, 1, 0, 0]
    assert weight.tolist() == [0, 0, 1, 1, 0]


def test_a_site_is_in_one_fold() -> None:
    folds = [training.fold_of(f"site{n}.example") for n in range(500)]
    assert folds == [training.fold_of(f"site{n}.example") for n in range(500)]
    assert min(np.bincount(folds, minlength=5)) > 60


def test_words_of_few_sites_are_not_learnt() -> None:
    draw = np.random.default_rng(0)
    pages = [training_page(draw, 3) for _ in range(4)]
    for number, page in enumerate(pages):
        object.__setattr__(page, "site", f"site{number}")
        object.__setattr__(page, "words", [["all"], ["own" + str(number)], ["half"] if number < 2 else []])
    assert training._vocabulary(pages, 3) == {"all": 0}
    assert training._vocabulary(pages, 2) == {"all": 0, "half": 1}


def test_a_network_is_written_and_read_the_same(tmp_path: Path) -> None:
    shipped = load()
    training.write(shipped, tmp_path / "one.npz")
    training.write(shipped, tmp_path / "two.npz")
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
    with np.load(tmp_path / "one.npz") as stored:
        assert bytes(stored["vocabulary"]).decode().split("\n") == list(shipped.vocabulary)
        assert (stored["embedding"].astype(np.float32) == shipped.arrays["embedding"]).all()


def test_figures_by_corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = np.random.default_rng(0)
    full, partial = training_page(draw, 5), training_page(draw, 5)
    object.__setattr__(full, "texts", TEXTS)
    object.__setattr__(full, "gold", Gold(id="1", corpus="c", text="\n".join([TEXTS[2], TEXTS[4]])))
    object.__setattr__(partial, "texts", TEXTS)
    object.__setattr__(partial, "corpus", "d")
    object.__setattr__(partial, "gold", Gold(id="1", corpus="d", with_=(TEXTS[2], TEXTS[1]), without=(TEXTS[3],)))
    probability = np.array([0.1, 0.1, 0.9, 0.9, 0.9])
    monkeypatch.setattr(Network, "probabilities", lambda *_: probability)
    found = training.figures(load(), [full, partial], 0.5)
    assert list(found) == ["c", "d"]
    # Gold: 11 and 10 tokens, 18 shingles of four. Output: 10 more tokens between, 28 shingles. In both: 8 and 7.
    assert (found["c"].precision, found["c"].recall) == pytest.approx((15 / 28, 15 / 18))
    assert (found["d"].precision, found["d"].recall, found["d"].f1) == (0.5, 0.5, 0.5)
    assert len(NAMES) == load().arrays["mean"].shape[0]
