"""Models as plain arrays: linear, or regression trees, with calibrated log-odds.

It weighs numbers and must not know what they mean. The arrays are written by ``broadsheet train identify``.

============== ================= ==================================================================
name           shape             what it is
============== ================= ==================================================================
f, k, t, n     -                 features, classes of a linear model, trees, nodes of all trees
fill           (f,)              what stands for a missing value in a linear model: the median
centre, scale  (f,)              mean and deviation
weight, bias   (f, k), (k,)      of a linear model
feature        (n,)              feature that a node tests, -1 for a leaf
threshold      (n,)              up to it: the left child; above: the right
left, right    (n,)              children
missing_left   (n,)              whether a missing value goes to the left
value          (n,)              log-odds that a leaf adds
root           (t,)              first node of each tree
base           ()                log-odds before all trees
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

__all__ = ["Choice", "Linear", "Model", "Trees", "arrays", "load", "read"]

MAX_DEVIATIONS: Final = 10.0  # a linear model must not run away on a page unlike any other; rare flags are some away
MAX_DEPTH: Final = 64  # of a tree


@dataclass(frozen=True, eq=False)
class Linear:
    """A linear model of scaled values; attributes as in the table."""

    fill: FloatArray
    centre: FloatArray
    scale: FloatArray
    weight: FloatArray
    bias: FloatArray

    def scaled(self, values: FloatArray) -> FloatArray:
        """Values with the missing ones filled, scaled to mean 0 and deviation 1, and cut; shape as given."""
        filled = np.where(np.isnan(values), self.fill, values)
        out: FloatArray = ((filled - self.centre) / self.scale).clip(-MAX_DEVIATIONS, MAX_DEVIATIONS)
        return out

    def logits(self, values: FloatArray) -> FloatArray:
        """The log-odds of each class, shape (pages, k), of values of shape (pages, f)."""
        out: FloatArray = self.scaled(values) @ self.weight + self.bias
        return out


@dataclass(frozen=True, eq=False)
class Trees:
    """Regression trees whose leaves add up; attributes as in the table."""

    feature: NDArray[np.int16]
    threshold: NDArray[np.float64]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    missing_left: NDArray[np.bool_]
    value: NDArray[np.float32]
    root: NDArray[np.int32]
    base: float

    def logits(self, values: FloatArray) -> FloatArray:
        """The log-odds of each page, shape (pages, 1), of values of shape (pages, f)."""
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
    """A classifier of two classes.

    Attributes:
        names: the features, in order.
        scorer: gives the log-odds of the first class.
        calibration: slope and offset of the log-odds.
    """

    names: tuple[str, ...]
    scorer: Linear | Trees
    calibration: tuple[float, float]

    def contributions(self, values: FloatArray) -> FloatArray:
        """What each value of one page, shape (f,), adds to the log-odds of a linear model; shape (f,)."""
        if isinstance(self.scorer, Trees):
            raise TypeError("trees do not add up values")
        out: FloatArray = self.scorer.scaled(values) * self.scorer.weight[:, 0]
        return out

    def probabilities(self, values: FloatArray) -> FloatArray:
        """The probability of each page, shape (pages,), of values of shape (pages, f)."""
        slope, offset = self.calibration
        out: FloatArray = 1 / (1 + np.exp(-(slope * self.scorer.logits(values)[:, 0] + offset)))
        return out


@dataclass(frozen=True, eq=False)
class Choice:
    """A classifier of several classes.

    Attributes:
        classes: their names.
        linear: one column of weights a class.
    """

    classes: tuple[str, ...]
    linear: Linear

    def likeliest(self, values: FloatArray) -> str:
        """The likeliest class of one page, values of shape (f,)."""
        return self.classes[int(np.argmax(self.linear.logits(values[None, :])[0]))]


def arrays(model: Model, choice: Choice | None = None) -> dict[str, NDArray[Any]]:
    """The arrays of a file, by name.

    Args:
        model: whether there is an article.
        choice: of which kind the page is; None for a model that does not tell.
    """
    out: dict[str, NDArray[Any]] = {
        "names": _packed(model.names),
        "calibration": np.array(model.calibration, dtype=np.float64),
    }
    parts: dict[str, Linear | Trees] = {"linear" if isinstance(model.scorer, Linear) else "trees": model.scorer}
    if choice is not None:
        out["classes"] = _packed(choice.classes)
        parts["kind"] = choice.linear
    for prefix, part in parts.items():
        kind = np.float32 if isinstance(part, Linear) else None
        out |= {f"{prefix}.{one.name}": np.asarray(getattr(part, one.name), kind) for one in fields(part)}
    return out


def _packed(words: tuple[str, ...]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(words).encode(), dtype=np.uint8)


def read(stored: Mapping[str, NDArray[Any]]) -> tuple[Model, Choice | None]:
    """The model, and the choice of kinds if there is one, from the arrays of a file."""

    def part(kind: type[Any], prefix: str) -> Any:
        return kind(*(stored[f"{prefix}.{one.name}"] for one in fields(kind)))

    def words(name: str) -> tuple[str, ...]:
        return tuple(bytes(stored[name]).decode().split("\n"))

    slope, offset = stored["calibration"].tolist()
    scorer = part(Trees, "trees") if "trees.root" in stored else part(Linear, "linear")
    choice = Choice(words("classes"), part(Linear, "kind")) if "classes" in stored else None
    return Model(words("names"), scorer, (slope, offset)), choice


@cache
def load(name: str) -> tuple[Model, Choice | None]:
    """A model that the package ships, read once.

    Args:
        name: ``page`` or ``address``.
    """
    with np.load(Path(__file__).with_name("models") / f"{name}.npz") as stored:
        return read({key: stored[key] for key in stored.files})
