"""Which networks are learnt from which pages, and what is too little to learn from; no network is learnt here."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from broadsheet.body.fusion.network import load
from broadsheet.lab.corpora import FOLDS, Gold, fold_of
from broadsheet.lab.train import fusion_folds
from broadsheet.lab.train.fusion_model import Settings
from tests.lab.train.test_fusion import TEXTS, outcome

if TYPE_CHECKING:
    from broadsheet.lab.train.fusion import Example

SITES = {fold_of(f"site{n}.example"): f"site{n}.example" for n in range(60)}
RIGHT = "\n".join([TEXTS[2], TEXTS[4]])


def page(fold: int, number: int = 0, text: str | None = RIGHT) -> Example:
    found = outcome("c", Gold(id=f"{fold}-{number}", corpus="c", text=text), [0, 0, 1, 0, 1]).page
    return replace(found, site=SITES[fold])


def pages(count: int = FOLDS) -> list[Example]:
    return [page(fold, number) for fold in range(count) for number in range(2)]


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> list[list[set[int]]]:
    """The folds that the networks of each call would be learnt from; all are the shipped one."""
    asked: list[list[set[int]]] = []

    def train_all(some: list[list[Example]], settings: Settings, told: Any) -> list[Any]:
        asked.append([{fold_of(one.site) for one in job} for job in some])
        for number in range(len(some)):
            told(number, settings.epochs - 1, 0.5)
        return [replace(load(), arrays=dict(load().arrays)) for _ in some]

    monkeypatch.setattr(fusion_folds, "train_all", train_all)
    monkeypatch.setattr(fusion_folds, "weighted_pages", lambda some, teachers, fold: [
        one for one in some if fold_of(one.site) != fold
    ])  # fmt: skip
    return asked


def test_a_network_without_each_fold_and_one_of_all_pages(jobs: list[list[set[int]]]) -> None:
    told: list[str] = []
    trained = fusion_folds.train(pages(), Settings(epochs=3), 0.5, told=told.append)
    everything = set(range(FOLDS))
    teachers, networks = jobs
    assert teachers == [everything - {one, other} for one in range(FOLDS) for other in range(one + 1, FOLDS)]
    assert networks == [*(everything - {fold} for fold in range(FOLDS)), everything]
    assert list(trained.by_fold) == list(range(FOLDS))
    assert trained.network not in trained.by_fold.values()
    assert [fold_of(one.page.site) for one in trained.found] == [fold for fold in range(FOLDS) for _ in range(2)]
    assert len(trained.training_pages) == 2 * FOLDS
    assert (trained.network.arrays["confidence"] == trained.by_fold[0].arrays["confidence"]).all()
    assert "teachers without folds 0 and 1, pass 3 of 3: loss 0.5000" in told
    assert "all pages, pass 3 of 6: loss 0.5000" in told


def test_a_fold_that_is_held_out_is_in_nothing(jobs: list[list[set[int]]]) -> None:
    trained = fusion_folds.train(pages(), Settings(), 0.5, hold_out=3)
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
        fusion_folds.train(some, Settings(), 0.5, hold_out=hold_out)
    assert not jobs
