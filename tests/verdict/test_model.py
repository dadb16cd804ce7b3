"""Models: numbers computed by hand, and reading what was written."""

from __future__ import annotations

import math

import numpy as np
import pytest

from broadsheet.lab.train.identify import arrays
from broadsheet.verdict.evidence import ADDRESS, FEATURES
from broadsheet.verdict.model import KindModel, Linear, Model, Trees, load, read


def _linear(columns=1):
    return Linear(
        fill=np.array([5.0, 0.0]), centre=np.array([1.0, 0.0]), scale=np.array([2.0, 1.0]),
        weight=np.array([[0.5], [-1.0]]) * np.arange(1, columns + 1), bias=np.full(columns, 0.25),
    )  # fmt: skip


# One tree: x0 <= 3 (missing values go left) -> 1, else x1 <= 0 -> 2, else 3.
TREES = Trees(
    feature=np.array([0, -1, 1, -1, -1], np.int16), threshold=np.array([3, 0, 0, 0, 0], np.float32),
    left=np.array([1, 0, 3, 0, 0], np.int32), right=np.array([2, 0, 4, 0, 0], np.int32),
    missing_left=np.array([True, False, False, False, False]), value=np.array([0, 1, 0, 2, 3], np.float32),
    root=np.array([0], np.int32), base=0.5,
)  # fmt: skip


def test_linear_part():
    # (3 - 1) / 2 = 1 and 2 -> 0.5 * 1 - 2 + 0.25; a missing first value is 5 -> 2 deviations.
    assert _linear().logits(np.array([[3.0, 2.0], [np.nan, 0.0]]))[:, 0].tolist() == [-1.25, 1.25]
    model = Model(names=("a", "b"), scorer=_linear(), calibration=(1.0, 0.0))
    assert model.explained(np.array([3.0, 2.0]))[1].tolist() == [0.5, -2.0]
    assert _linear().scaled(np.array([[1e9, -1e9]])).tolist() == [[10.0, -10.0]]


def test_trees():
    values = np.array([[3.0, 9.0], [4.0, 0.0], [4.0, 1.0], [np.nan, 9.0], [4.0, np.nan]])
    assert TREES.logits(values)[:, 0].tolist() == [1.5, 2.5, 3.5, 1.5, 3.5]


def test_probability_is_calibrated():
    model = Model(names=("a", "b"), scorer=_linear(), calibration=(2.0, -1.0))
    logit = 2.0 * -1.25 - 1.0
    both = model.probabilities(np.array([[3.0, 2.0]]))[0], model.explained(np.array([3.0, 2.0]))[0]
    assert both == pytest.approx([1 / (1 + math.exp(-logit))] * 2)


@pytest.mark.parametrize("scorer", [_linear(), TREES])
def test_written_and_read(scorer):
    model = Model(names=("a", "b"), scorer=scorer, calibration=(2.0, -1.0))
    choice = KindModel(classes=("x", "y"), linear=_linear(2))
    again, kinds = read(arrays(model, choice))
    values = np.array([[3.0, 2.0], [np.nan, 1.0], [9.0, -1.0]])
    assert again.names == ("a", "b")
    assert again.probabilities(values).tolist() == model.probabilities(values).tolist()
    assert kinds.classes == ("x", "y")
    assert kinds.likeliest(values[0]) == "x"


@pytest.mark.parametrize(("name", "features"), [("page", FEATURES), ("address", ADDRESS)])
def test_shipped_models_fit_the_code(name, features):
    model, choice = load(name)
    assert model.names == features
    assert isinstance(model.scorer, Linear if name == "page" else Trees)
    assert (choice is not None) == (name == "page")
    unknown = np.full((1, len(features)), np.nan)
    assert 0 < model.probabilities(unknown)[0] < 1


def test_trees_have_no_contributions():
    with pytest.raises(TypeError, match="trees"):
        load("address")[0].explained(np.zeros(len(ADDRESS)))
