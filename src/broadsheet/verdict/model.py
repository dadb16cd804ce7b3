"""Linear models and regression trees as plain arrays, with calibrated log-odds.

The arrays are written by ``broadsheet train identify``; this module does not know what the features mean.

============== ================= ==================================================================
name           shape             meaning
============== ================= ==================================================================
f, k, t, n     -                 numbers of features, classes of a linear model, trees, tree nodes
fill           (f,)              replacement for missing values in a linear model: the median
centre, scale  (f,)              mean and standard deviation
weight, bias   (f, k), (k,)      parameters of a linear model
feature        (n,)              feature that a node tests, -1 for a leaf
threshold      (n,)              values up to it go to the left child, greater ones to the right
left, right    (n,)              child nodes
missing_left   (n,)              whether a missing value goes to the left
value          (n,)              log-odds that a leaf adds
root           (t,)              first node of each tree
base           ()                log-odds before any tree
calibration    (2,)              slope and offset of the log-odds (Platt)
============== ================= ==================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.page.arrays import FloatArray

__all__ = ["KindModel", "Linear", "Model", "Trees", "load", "read"]

MAX_DEVIATIONS: Final = 10.0  # limit of scaled values, against outliers; rare flags are a few deviations away
MAX_DEPTH: Final = 64  # depth of a tree


@dataclass(frozen=True, eq=False)
class Linear:
    """A linear model of scaled values. The attributes are in the table above."""

    fill: FloatArray
    centre: FloatArray
    scale: FloatArray
    weight: FloatArray
    bias: FloatArray

    def scaled(self, values: FloatArray) -> FloatArray:
        """Values with missing ones filled, scaled to mean 0 and deviation 1, and clipped; shape as given."""
        filled = np.where(np.isnan(values), self.fill, values)
        out: FloatArray = np.minimum(np.maximum((filled - self.centre) / self.scale, -MAX_DEVIATIONS), MAX_DEVIATIONS)
        return out

    def logits(self, values: FloatArray) -> FloatArray:
        """The log-odds of each class, shape (pages, k), for values of shape (pages, f)."""
        out: FloatArray = self.scaled(values) @ self.weight + self.bias
        return out


@dataclass(frozen=True, eq=False)
class Trees:
    """Boosted regression trees. The attributes are in the table above."""

    feature: NDArray[np.int16]
    threshold: NDArray[np.float64]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    missing_left: NDArray[np.bool_]
    value: NDArray[np.float32]
    root: NDArray[np.int32]
    base: float

    def logits(self, values: FloatArray) -> FloatArray:
        """The log-odds of each page, shape (pages, 1), for values of shape (pages, f)."""
        pages = np.arange(len(values))[:, None]
        at = np.broadcast_to(self.root, (len(values), len(self.root)))
        for _ in range(MAX_DEPTH):
            tested = self.feature[at]
            if (tested < 0).all():
                break
            found = values[pages, np.maximum(tested, 0)]
            to_left = np.where(np.isnan(found), self.missing_left[at], found <= self.threshold[at])
            at = np.where(tested < 0, at, np.where(to_left, self.left[at], self.right[at]))
        out: FloatArray = self.base + self.value[at].sum(axis=1, keepdims=True, dtype=np.float64)
        return out


@dataclass(frozen=True, eq=False)
class Model:
    """A binary classifier.

    Attributes:
        names: the features, in order.
        scorer: gives the log-odds of the positive class.
        calibration: slope and offset of the log-odds.
    """

    names: tuple[str, ...]
    scorer: Linear | Trees
    calibration: tuple[float, float]

    def explained(self, values: FloatArray) -> tuple[float, FloatArray]:
        """The probability for a page by a linear model, and how much each value adds to the log-odds, shape (f,).

        Raises:
            TypeError: the model has trees, which have no contributions by feature.
        """
        if isinstance(self.scorer, Trees):
            raise TypeError("trees have no contributions by feature")
        added: FloatArray = self.scorer.scaled(values) * self.scorer.weight[:, 0]
        slope, offset = self.calibration
        return float(1 / (1 + np.exp(-(slope * (added.sum() + self.scorer.bias[0]) + offset)))), added

    def probabilities(self, values: FloatArray) -> FloatArray:
        """The probability for each page, shape (pages,), for values of shape (pages, f)."""
        slope, offset = self.calibration
        out: FloatArray = 1 / (1 + np.exp(-(slope * self.scorer.logits(values)[:, 0] + offset)))
        return out


@dataclass(frozen=True, eq=False)
class KindModel:
    """A multi-class classifier.

    Attributes:
        classes: the names of the classes.
        linear: the model, with a column of weights per class.
    """

    classes: tuple[str, ...]
    linear: Linear

    def likeliest(self, values: FloatArray) -> str:
        """The most probable class of a page, given its values, shape (f,)."""
        return self.classes[int(np.argmax(self.linear.logits(values[None, :])[0]))]


def read(stored: Mapping[str, NDArray[Any]]) -> tuple[Model, KindModel | None]:
    """The model, and the classifier of kinds if there is one, from the arrays of a model file."""

    def part(kind: type[Any], prefix: str) -> Any:
        return kind(*(stored[f"{prefix}.{field.name}"] for field in fields(kind)))

    def words(name: str) -> tuple[str, ...]:
        return tuple(bytes(stored[name]).decode().split("\n"))

    slope, offset = stored["calibration"].tolist()
    scorer = part(Trees, "trees") if "trees.root" in stored else part(Linear, "linear")
    kinds = KindModel(words("classes"), part(Linear, "kind")) if "classes" in stored else None
    return Model(words("names"), scorer, (slope, offset)), kinds


@cache
def load(name: str) -> tuple[Model, KindModel | None]:
    """Load one of the package's models; cached.

    Args:
        name: ``page`` or ``address``.
    """
    with np.load(Path(__file__).with_name("models") / f"{name}.npz") as stored:
        return read({key: stored[key] for key in stored.files})
