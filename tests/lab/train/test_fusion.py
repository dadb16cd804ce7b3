"""Training of `fusion`: labels, teachers, folds, figures and the model card; no network is trained here."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from broadsheet.body.fusion.network import load
from broadsheet.lab.corpora import FOLDS, Gold, fold_of
from broadsheet.lab.evaluate.words import tokens
from broadsheet.lab.train import fusion, fusion_folds
from broadsheet.lab.train.cards import Origin
from broadsheet.lab.train.fusion import Example, Outcome
from broadsheet.lab.train.fusion_model import Settings
from broadsheet.lab.train.node_pages import segment_labels
from tests.body.fusion.test_network import training_page

TEXTS = [
    "Home",
    "Bridge agreed at last",
    "The council met on Tuesday and agreed on the new bridge.",
    "Read more: the tunnel that nobody wanted to pay for",
    "Work starts next year, said the mayor of the city.",
]


def test_labels_are_the_gold_text_without_the_headline() -> None:
    gold = Gold(id="1", corpus="c", title="Bridge agreed at last", text="\n".join([TEXTS[1], TEXTS[2], TEXTS[4]]))
    label, weight = fusion._labels(TEXTS, gold)
    assert label.tolist() == [0, 0, 1, 0, 1]
    assert weight.tolist() == [1, 0.5, 1, 1, 1]


def test_partial_labels_leave_other_segments_unlabelled() -> None:
    gold = Gold(id="1", corpus="c", with_=("agreed on  the new\nbridge",), without=("Read more",))
    assert segment_labels(TEXTS, gold).tolist() == [0, 0, 1, -1, 0]


def test_a_network_is_written_and_read_the_same(tmp_path: Path) -> None:
    shipped = load()
    fusion.write(shipped, tmp_path / "one.npz")
    fusion.write(shipped, tmp_path / "two.npz")
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
    with np.load(tmp_path / "one.npz") as stored:
        assert bytes(stored["known_names"]).decode().split("\n") == list(shipped.names)
        assert bytes(stored["known_words"]).decode().split("\n") == list(shipped.words)
        assert (stored["words"].astype(np.float32) == shipped.arrays["words"]).all()
        assert (stored["confidence"] == shipped.arrays["confidence"]).all()


RIGHT = "\n".join([TEXTS[2], TEXTS[4]])
SITES = {fold_of(f"site{n}.example"): f"site{n}.example" for n in range(60)}


def outcome(corpus: str, gold: Gold, probability: list[float]) -> Outcome:
    page = training_page(np.random.default_rng(0), len(TEXTS))
    object.__setattr__(page, "texts", TEXTS)
    object.__setattr__(page, "corpus", corpus)
    object.__setattr__(page, "gold", gold)
    object.__setattr__(page, "wanted", " ".join(tokens(gold.text or "")))
    return Outcome(page, np.array(probability))


def page(fold: int, number: int = 0, text: str | None = RIGHT) -> Example:
    found = outcome("c", Gold(id=f"{fold}-{number}", corpus="c", text=text), [0, 0, 1, 0, 1]).page
    labels = np.array([0, 0, 1, 0, 1], dtype=np.float32)
    return replace(found, site=SITES[fold], label=labels, weight=np.ones_like(labels))


def test_figures_by_corpus() -> None:
    probability = [0.1, 0.1, 0.9, 0.9, 0.9]
    full = outcome("c", Gold(id="1", corpus="c", text="\n".join([TEXTS[2], TEXTS[4]])), probability)
    partial = outcome("d", Gold(id="1", corpus="d", with_=(TEXTS[2], TEXTS[1]), without=(TEXTS[3],)), probability)
    found = fusion.figures([full, partial])
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
    error, caught = fusion.calibration_error(found, fusion.calibrate(found))
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
    card = fusion_folds.model_card(trained, pages, Settings(), origin)
    assert "| c | 6 |" in card
    assert "| trained on | 5 of 6 pages" in card
    assert "another text on 1 pages, which are dropped, and contradicted 5 labels" in card
    assert "2026-01-02" in card
    assert 'favor="precision"' in card


class Teacher:
    def __init__(self, probability: list[float]) -> None:
        self.probability = np.array(probability)
        self.asked: list[str] = []


@pytest.fixture
def _probabilities(monkeypatch: pytest.MonkeyPatch) -> None:
    def said(page: Example, teacher: Teacher) -> np.ndarray:
        teacher.asked.append(page.site)
        return teacher.probability

    monkeypatch.setattr(Example, "probabilities", said)


def teachers(probability: list[float]) -> dict[fusion.Pair, Teacher]:
    return {pair: Teacher(probability) for pair in fusion.PAIRS}


def look(pages: list[Example], by: dict[fusion.Pair, Teacher], held_out: int | None = None) -> list[Example]:
    return fusion.weighted_pages(pages, by, held_out)  # type: ignore[arg-type]


@pytest.mark.usefixtures("_probabilities")
@pytest.mark.parametrize(("held_out", "asking"), [(None, 10), (2, 4)])
def test_teachers_judge_only_unseen_folds(held_out: int | None, asking: int) -> None:
    by = teachers([0, 0, 1, 0, 1])
    assert len(look([page(fold) for fold in range(FOLDS)], by, held_out)) == FOLDS - (held_out is not None)
    judging = fusion.pairs_without(held_out)
    assert len(judging) == asking
    for pair, teacher in by.items():
        assert set(teacher.asked) == ({SITES[fold] for fold in pair - {held_out}} if pair in judging else set())


@pytest.mark.usefixtures("_probabilities")
def test_segments_without_a_label_get_the_teachers_answer_and_others_keep_theirs() -> None:
    known = np.array([1, 0, 1, 0, 0], dtype=np.float32)
    partial = replace(page(0), gold=Gold(id="p", corpus="c", with_=("agreed",)), weight=known)
    [seen] = look([partial], teachers([1, 0.6, 0, 1, 0.2]))
    assert seen.label.tolist() == pytest.approx([0, 0.6, 1, 1, 0.2], abs=1e-5)
    assert seen.weight.tolist() == pytest.approx([1, 0.3, 1, 0.3, 0.3])


def pages(count: int = FOLDS) -> list[Example]:
    return [page(fold, number) for fold in range(count) for number in range(2)]


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> list[list[set[int]]]:
    """The folds that the networks of each call would be learnt from; all are the shipped one."""
    asked: list[list[set[int]]] = []

    def train_all(some: list[list[Example]], settings: Settings, report: Any) -> list[Any]:
        asked.append([{fold_of(one.site) for one in job} for job in some])
        for number in range(len(some)):
            report(number, settings.epochs - 1, 0.5)
        return [replace(load(), arrays=dict(load().arrays)) for _ in some]

    monkeypatch.setattr(fusion_folds, "train_all", train_all)
    monkeypatch.setattr(fusion_folds, "weighted_pages", lambda some, teachers, fold: [
        one for one in some if fold_of(one.site) != fold
    ])  # fmt: skip
    return asked


def test_one_network_per_fold_and_one_on_all_pages(jobs: list[list[set[int]]]) -> None:
    notes: list[str] = []
    trained = fusion_folds.train(pages(), Settings(epochs=3), report=notes.append)
    everything = set(range(FOLDS))
    teachers, networks = jobs[:2]
    assert teachers == [everything - {one, other} for one in range(FOLDS) for other in range(one + 1, FOLDS)]
    assert networks == [*(everything - {fold} for fold in range(FOLDS)), everything]
    assert list(trained.by_fold) == list(range(FOLDS))
    assert trained.network not in trained.by_fold.values()
    assert [fold_of(one.page.site) for one in trained.found] == [fold for fold in range(FOLDS) for _ in range(2)]
    assert len(trained.training_pages) == 2 * FOLDS
    assert (trained.network.arrays["confidence"] == trained.by_fold[0].arrays["confidence"]).all()
    assert "teachers without folds 0 and 1, epoch 3 of 3: loss 0.5000" in notes
    assert "all pages, epoch 3 of 6: loss 0.5000" in notes
    fusion_folds.train(pages(), Settings(), whole=False)
    assert jobs[3] == networks[:-1]


def test_no_network_is_trained_on_the_held_out_fold(jobs: list[list[set[int]]]) -> None:
    trained = fusion_folds.train(pages(), Settings(), hold_out=3)
    assert all(3 not in folds for call in jobs for folds in call)
    assert trained.network is trained.by_fold[3]
    assert {fold_of(one.page.site) for one in trained.found} == {3}


@pytest.mark.parametrize(
    ("some", "hold_out", "words"),
    [
        ([], None, "fold 0 has 0 of 0 pages"),
        (pages(4), None, "fold 4 has 0 of 8 pages"),
        (pages(1), 0, "fold 0 has 2 of 2 pages"),
        (pages(2), 0, "folds 0 and 1"),
        ([*pages(4), page(4, text=None)], None, "no page of fold 4 has a gold text"),
    ],
)
def test_too_few_pages_are_refused_before_the_work(
    jobs: list[list[set[int]]], some: list[Example], hold_out: int | None, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        fusion_folds.train(some, Settings(), hold_out=hold_out)
    assert not jobs
