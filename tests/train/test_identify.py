"""Training the verdict: on invented pages, quickly; the same pages give the same bytes."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="training needs scikit-learn (extra train)")

from broadsheet.corpora.folds import fold_of
from broadsheet.identify.evidence import NAMES
from broadsheet.identify.model import read
from broadsheet.train.identify import (
    Example,
    calibration_error,
    model_card,
    train,
    write,
)


def _examples(count=120):
    draw = np.random.default_rng(0)
    out = []
    for number in range(count):
        label = number % 2 == 0
        values = 0.1 * draw.normal(size=len(NAMES))
        values[NAMES.index("og_article")] = float(draw.random() < (0.8 if label else 0.2))
        values[NAMES.index("log_prose")] = (8 if label else 5) + draw.normal()
        values[NAMES.index("headings_linked_share")] = np.nan if number % 7 == 0 else float(not label)
        name = f"{'k' if number < 20 else 's'}{number // 2 % 6}.example"
        tail = f"2026/03/06/a-long-story-of-number-{number}" if label else f"topics/{number}/"
        out.append(
            Example(
                name=f"made/{number}", site=name, source="standke" if number < 20 else "made",
                url=f"https://www.{name}/{tail}", label=label,
                kind=None if label else ("index", "forum", "product")[number % 3],
                values=values, links=(f"https://www.{name}/section-{number}/", "https://elsewhere.example/"),
            )
        )  # fmt: skip
    return out


@pytest.fixture(scope="module")
def trained():
    return train(_examples(), seed=0)


def test_figures_are_of_sites_left_out(trained):
    pages = _examples()
    assert trained.figures["all"].pages == len(pages)
    assert trained.figures["all"].articles == sum(page.label for page in pages)
    assert trained.figures["all"].accuracy > 0.85
    assert 0.6 < trained.baseline["all"].accuracy < 0.95
    assert set(trained.figures) == {
        "all", "made", "standke", "all, address withheld", "Standke's, no page of them in training",
    }  # fmt: skip
    assert set(trained.candidates) == {"linear", "trees", "linear + trees"}
    assert trained.addresses["all"].accuracy > 0.9
    assert sum(number for number, _ in trained.kinds_right.values()) == sum(page.kind is not None for page in pages)
    assert len(trained.wrong) == round((1 - trained.figures["all"].accuracy) * len(pages))


def test_same_pages_same_bytes(trained, tmp_path):
    again = train(_examples(), seed=0)
    for name, models in (("a", trained), ("b", again)):
        (tmp_path / name).mkdir()
        write(models, tmp_path / name)
    for file in ("page.npz", "address.npz"):
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()
    with np.load(tmp_path / "a" / "page.npz") as stored:
        model, kinds = read(dict(stored))
    values = np.array([page.values for page in _examples(6)])
    # Stored in half the digits.
    np.testing.assert_allclose(model.probabilities(values), trained.page.probabilities(values), atol=1e-4)
    assert kinds.classes == ("forum", "index", "product")


def test_model_card(trained):
    card = model_card(trained, date=dt.date(2026, 3, 6), command="broadsheet train identify", version="1")
    assert "2026-03-06" in card
    assert f"| all | {trained.figures['all'].pages} |" in card
    assert "linear (shipped)" in card


def test_one_class_cannot_be_learnt():
    with pytest.raises(ValueError, match="articles and others"):
        train([page for page in _examples() if page.label], seed=0)


def test_folds_are_of_sites():
    assert {fold_of("courier.example", 10) for _ in range(3)} == {fold_of("courier.example", 10)}
    assert 0 <= fold_of("herald.example", 10) < 10


def test_calibration_error_by_hand():
    # Bin 0.2-0.3: mean 0.25, share 0.5; bin 0.9-1: mean 0.95, share 1 -> (2 * 0.25 + 2 * 0.05) / 4.
    probability = np.array([0.25, 0.25, 0.9, 1.0])
    labels = np.array([True, False, True, True])
    assert calibration_error(probability, labels) == pytest.approx(0.15)
