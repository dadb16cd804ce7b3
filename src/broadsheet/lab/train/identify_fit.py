"""Fit, calibrate and evaluate linear models and trees, for the training of `verdict`. Knows nothing of pages."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.errors import BroadsheetError
from broadsheet.lab.evaluate.libraries import load
from broadsheet.lab.evaluate.metrics import calibration_error
from broadsheet.page.arrays import BoolArray, FloatArray
from broadsheet.verdict.model import Linear, Trees

__all__ = ["Figures", "cross_calibrated", "figures_of", "fit_linear", "fit_trees", "logistic_regression", "platt"]

ROUNDS: Final = 60  # trees of an ensemble
_CONSTANT: Final = 1e-12  # standard deviation up to which a feature is constant
_TOLERANCE: Final = 1e-10  # largest gradient at which the regression has converged


@dataclass(frozen=True, slots=True)
class Figures:
    """The quality of a model on held-out sites, at a probability of a half."""

    pages: int
    articles: int
    accuracy: float
    f1: float  # of the class article
    error: float  # expected calibration error over ten bins


def fit_linear(
    values: FloatArray, labels: NDArray[Any], weight: FloatArray, *, strength: float, trust: FloatArray | float = 1.0
) -> Linear:
    """Fit a logistic regression.

    Args:
        values: shape (n, f), NaN where unknown.
        labels: shape (n,).
        weight: weight of each row, shape (n,).
        strength: the inverse of the penalty.
        trust: factor of each column before the penalty, shape (f,); larger ones are penalised less.
    """
    from sklearn.linear_model import LogisticRegression

    with warnings.catch_warnings(action="ignore"):  # a column may be unknown on all pages
        fill = np.nan_to_num(np.nanmedian(values, axis=0))
    filled = np.where(np.isnan(values), fill, values)
    scale = filled.std(axis=0)
    blank = Linear(
        fill=fill, centre=filled.mean(axis=0), scale=np.where(scale > 1e-6, scale, 1.0) / trust,
        weight=np.zeros((values.shape[1], 1)), bias=np.zeros(1),
    )  # fmt: skip
    fitted = LogisticRegression(C=strength, max_iter=1000).fit(blank.scaled(values), labels, weight)
    return replace(blank, weight=fitted.coef_.T, bias=fitted.intercept_)


def fit_trees(values: FloatArray, labels: BoolArray, weight: FloatArray, seed: int) -> Trees:
    """Fit gradient boosting of small trees.

    Raises:
        BroadsheetError: this version of scikit-learn stores its trees differently.
    """
    from sklearn.ensemble import HistGradientBoostingClassifier

    fitted = HistGradientBoostingClassifier(
        max_iter=ROUNDS, learning_rate=0.12, max_leaf_nodes=8, min_samples_leaf=15, l2_regularization=2.0, max_bins=63,
        max_features=0.3, early_stopping=False, random_state=seed,
    ).fit(values, labels, weight)  # fmt: skip
    trees = _exported(fitted)
    if not np.allclose(trees.logits(values)[:, 0], fitted.decision_function(values), atol=1e-3):
        raise BroadsheetError("the trees could not be read from this version of scikit-learn")
    return trees


def _exported(fitted: Any) -> Trees:
    nodes = [stage[0].nodes for stage in fitted._predictors]  # noqa: SLF001 - there is no public way
    starts = np.concatenate(([0], np.cumsum([len(tree) for tree in nodes]))).astype(np.int32)
    joined = np.concatenate(nodes)
    shift = np.repeat(starts[:-1], [len(tree) for tree in nodes])
    leaf = joined["is_leaf"].astype(bool)
    return Trees(
        feature=np.where(leaf, -1, joined["feature_idx"]).astype(np.int16),
        threshold=np.where(leaf, 0, joined["num_threshold"]).astype(np.float64),
        left=np.where(leaf, 0, joined["left"] + shift).astype(np.int32),
        right=np.where(leaf, 0, joined["right"] + shift).astype(np.int32),
        missing_left=joined["missing_go_to_left"].astype(bool),
        value=np.where(leaf, joined["value"], 0).astype(np.float32),
        root=starts[:-1],
        base=float(np.ravel(fitted._baseline_prediction)[0]),  # noqa: SLF001
    )


def logistic_regression(
    x: FloatArray, y: BoolArray, weight: FloatArray, ridge: float = 1.0
) -> tuple[FloatArray, float]:
    """Weights and bias of a penalised logistic regression.

    Minimises sum_i weight_i log(1 + exp(-s_i (w.x_i + b))) + ridge / 2 |w|^2 with s_i = 1 or -1, over the features
    divided by their standard deviations. A constant feature has no weight; the bias is not penalised.

    Args:
        x: features, shape (n, f).
        y: labels, shape (n,).
        weight: weight of each sample, shape (n,).
        ridge: penalty of the squared weights of the scaled features, above 0.

    Returns:
        The weights of the unscaled features, shape (f,), and the bias.
    """
    linear = load("sklearn.linear_model", "scikit-learn", extra="train")
    mean, deviation = x.mean(axis=0), x.std(axis=0)
    scale = np.where(deviation > _CONSTANT, deviation, np.inf)
    model = linear.LogisticRegression(C=1 / ridge, solver="newton-cholesky", tol=_TOLERANCE)
    model.fit((x - mean) / scale, y, sample_weight=weight)
    out: FloatArray = model.coef_[0] / scale
    return out, float(model.intercept_[0] - out @ mean)


def platt(logits: FloatArray, labels: BoolArray) -> tuple[float, float]:
    """Fit slope and offset of the log-odds to the labels (Platt scaling)."""
    from sklearn.linear_model import LogisticRegression

    fitted = LogisticRegression(C=100.0).fit(logits[:, None], labels)
    return float(fitted.coef_[0, 0]), float(fitted.intercept_[0])


def cross_calibrated(logits: FloatArray, labels: BoolArray, fold: NDArray[Any]) -> FloatArray:
    """Return probabilities, each fold calibrated on the others."""
    out = np.zeros(len(logits))
    for number in np.unique(fold):
        test = fold == number
        slope, offset = platt(logits[~test], labels[~test])
        out[test] = 1 / (1 + np.exp(-(slope * logits[test] + offset)))
    return out


def figures_of(probability: FloatArray, labels: BoolArray) -> Figures:
    """Evaluate probabilities of the positive class."""
    guessed = probability >= 0.5
    right = int((guessed & labels).sum())
    return Figures(
        pages=len(labels),
        articles=int(labels.sum()),
        accuracy=float((guessed == labels).mean()),
        f1=2 * right / max(1, int(guessed.sum()) + int(labels.sum())),
        error=calibration_error(probability, labels),
    )
