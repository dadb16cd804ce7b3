"""Repeated cross-validation of C4.5 with several feature sets in the same folds: accuracy and F1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.methods.standke.c45 import C45

__all__ = ["FOLDS", "Features", "error_count", "folds", "guessed", "node_count", "trials"]

FOLDS: Final = 10


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """Features of cases."""

    values: NDArray[np.object_]  # numbers, names and None, shape (n, features)
    discrete: Sequence[int]  # columns with names as values
    group_values: bool = False  # whether the learner may merge names

    def tree(self, *, prune: bool = True) -> C45:
        """Return an untrained learner for them."""
        return C45(discrete=self.discrete, group_values=self.group_values, prune=prune)


def folds(count: int, sites: NDArray[Any] | None, draw: np.random.Generator) -> NDArray[np.int64]:
    """Return the fold of each case: equally sized; or with the cases of a site together, each in the smallest fold."""
    if sites is None:
        out = np.arange(count) % FOLDS
        draw.shuffle(out)
        return out
    names, of, sizes = np.unique(sites, return_inverse=True, return_counts=True)
    filled = np.zeros(min(FOLDS, len(names)))
    fold = np.zeros(len(names), dtype=np.int64)
    for site in draw.permutation(len(names)):
        fold[site] = int(np.argmin(filled))
        filled[fold[site]] += sizes[site]
    return fold[of]


def guessed(
    features: Features,
    classes: NDArray[Any],
    fold: NDArray[np.int64],
    known: dict[bytes, NDArray[Any]] | None = None,
) -> NDArray[Any]:
    """Predict the class of each case, shape (n,), with a tree trained on the other folds.

    ``known`` caches predictions by fold: with few sites, the same folds recur.
    """
    out = np.empty_like(classes)
    known = {} if known is None else known
    for number in np.unique(fold):
        test = fold == number
        key = test.tobytes()
        if key not in known:
            known[key] = features.tree().fit(features.values[~test], classes[~test]).predict(features.values[test])
        out[test] = known[key]
    return out


def trials(
    sets: Mapping[str, Features], labels: NDArray[np.bool_], sites: NDArray[Any] | None, seed: int, number: int
) -> dict[str, Any]:
    """Return accuracy and F1 of each feature set in each of a number of trials, with means and deviations.

    ``sites`` are those of the cases, to keep a site's cases in one fold; or None.
    """
    draw = np.random.default_rng(seed)
    scores: dict[str, list[tuple[float, float]]] = {name: [] for name in sets}
    known: dict[str, dict[bytes, NDArray[Any]]] = {name: {} for name in sets}
    # On ties between classes the learner takes the first: the positive one, as in Standke's files.
    classes = np.where(labels, 0, 1)
    for _ in range(number):
        fold = folds(len(labels), sites, draw)
        for name, features in sets.items():
            scores[name].append(_scores(labels, guessed(features, classes, fold, known[name]) == 0))
    return {name: _summary(np.array(values)) for name, values in scores.items()}


def _summary(scores: NDArray[np.float64]) -> dict[str, Any]:
    accuracy, f1 = scores.T
    return {
        "accuracy": float(accuracy.mean()),
        "accuracy_deviation": float(accuracy.std(ddof=1)),
        "accuracy_trials": accuracy.tolist(),
        "f1": float(f1.mean()),
        "f1_deviation": float(f1.std(ddof=1)),
        "f1_trials": f1.tolist(),
    }


def _scores(labels: NDArray[np.bool_], positive: NDArray[np.bool_]) -> tuple[float, float]:
    right = int((labels & positive).sum())
    f1 = 2 * right / max(1, int(labels.sum()) + int(positive.sum()))
    return float((labels == positive).mean()), f1


def node_count(tree: C45) -> int:
    """Count the nodes of a fitted tree, including leaves."""
    waiting, count = [tree.tree_], 0
    while waiting:
        node = waiting.pop()
        count += 1
        waiting += getattr(node, "children", ())
    return count


def error_count(tree: C45, values: NDArray[np.object_], classes: NDArray[Any]) -> int:
    """Count the cases that a fitted tree misclassifies."""
    return int((tree.predict(values) != classes).sum())
