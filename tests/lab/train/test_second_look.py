"""Labels that teachers contradict outright count little, and a teacher knows of no fold that it must not know of."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from broadsheet.lab.corpora import FOLDS, Gold, fold_of
from broadsheet.lab.train import fusion
from broadsheet.lab.train.fusion import Example
from tests.lab.train.test_fusion import TEXTS, outcome

RIGHT = "\n".join([TEXTS[2], TEXTS[4]])
SITES = {fold_of(f"site{n}.example"): f"site{n}.example" for n in range(60)}


class Teacher:
    """Says what it is told, and keeps whom it was asked about."""

    def __init__(self, probability: list[float]) -> None:
        self.probability = np.array(probability)
        self.asked: list[str] = []


@pytest.fixture(autouse=True)
def _probabilities(monkeypatch: pytest.MonkeyPatch) -> None:
    def said(page: Example, teacher: Teacher) -> np.ndarray:
        teacher.asked.append(page.site)
        return teacher.probability

    monkeypatch.setattr(Example, "probabilities", said)


def page(fold: int, text: str = RIGHT, label: tuple[int, ...] = (0, 0, 1, 0, 1)) -> Example:
    found = outcome("c", Gold(id=f"{fold}", corpus="c", text=text), list(label)).page
    labels = np.array(label, dtype=np.float32)
    return replace(found, site=SITES[fold], label=labels, weight=np.ones_like(labels))


def teachers(probability: list[float]) -> dict[fusion.Pair, Teacher]:
    return {pair: Teacher(probability) for pair in fusion.PAIRS}


def look(pages: list[Example], by: dict[fusion.Pair, Teacher], held_out: int | None = None) -> list[Example]:
    return fusion.weighted_pages(pages, by, held_out)  # type: ignore[arg-type]


def test_what_a_teacher_has_seen_it_is_not_asked_about() -> None:
    by = teachers([0, 0, 1, 0, 1])
    look([page(fold) for fold in range(FOLDS)], by)
    for pair, teacher in by.items():
        assert set(teacher.asked) == {SITES[fold] for fold in pair}


def test_where_a_fold_is_held_out_only_those_who_have_not_seen_it_are_asked() -> None:
    by = teachers([0, 0, 1, 0, 1])
    assert len(look([page(fold) for fold in range(FOLDS)], by, held_out=2)) == FOLDS - 1
    for pair, teacher in by.items():
        assert set(teacher.asked) == ({SITES[fold] for fold in pair - {2}} if 2 in pair else set())
    assert all(2 in pair for pair in fusion.pairs_without(2))
    assert len(fusion.pairs_without(None)) == 10


def test_segments_without_a_label_get_the_teachers_answer_and_others_keep_theirs() -> None:
    known = np.array([1, 0, 1, 0, 0], dtype=np.float32)
    partial = replace(page(0), gold=Gold(id="p", corpus="c", with_=("agreed",)), weight=known)
    [seen] = look([partial], teachers([1, 0.6, 0, 1, 0.2]))
    assert seen.label.tolist() == pytest.approx([0, 0.6, 1, 1, 0.2], abs=1e-5)
    assert seen.weight.tolist() == pytest.approx([1, 0.3, 1, 0.3, 0.3])
