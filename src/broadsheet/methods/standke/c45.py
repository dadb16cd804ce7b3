"""C4.5, the decision tree learner, as a scikit-learn estimator.

J. R. Quinlan. C4.5: Programs for Machine Learning. Morgan Kaufmann, 1993. And, for thresholds: J. R. Quinlan. Improved
use of continuous attributes in C4.5. Journal of Artificial Intelligence Research 4, 1996, 77-90. doi:10.1613/jair.279.
Source: Adam Standke, Identifying Online News Articles, 2019, who ran Release 8 of the program.

================= ============== ============ =======================================================
symbol            name in code   default      where in the book
================= ============== ============ =======================================================
info(T)           `info`                      chapter 2: entropy of the classes of T, in bits
info_X(T)         `info_after`                chapter 2: expected entropy after the test X
gain(X)           `gain`                      chapter 2; chapter 3 for cases whose value is missing
log2(N - 1)/|D|   threshold_cost True         1996: cost of choosing one of N - 1 thresholds
gain ratio(X)     criterion      "gain_ratio" chapter 2: gain over the split's own information
-m                min_cases      2            chapter 9: two outcomes must have so many cases
-s                group_values   False        chapter 7: merge the values of a discrete attribute
CF                confidence     0.25         chapter 4: of the pessimistic estimate of the errors
U_CF(E, N)        `upper_rate`                chapter 4: upper limit of a binomial probability
================= ============== ============ =======================================================

Where the sources are silent or contradict themselves, and what we chose:

* The book has no cost of thresholds; Release 8 has. It subtracts log2(thresholds tried) / cases from the gain: tried is
  every cut that leaves `min_cases` (or more, see below) on each side, and cases include those without a value. The
  reduced gain is the one that is averaged and divided by the split information. ``threshold_cost=False`` is the book.
* The slides compute the midpoint 57.5 and print the threshold 57.4. The book takes the largest value of the whole
  training set that is not above the midpoint (50 there). Both split the same cases; we do as the book.
* The book defines U_CF(E, N) by the binomial tail, which gives 0.160 for one error in 16 cases; it prints 0.157, which
  is the program's normal approximation with a correction for continuity. We do as the program, which also has values
  for parts of a case. It interpolates the normal distribution's deviate, 0.69 at 25 %; J48 has the exact one, 0.67.
* A discrete attribute has an outcome for each value of the training set. Where no case has the value, the outcome is a
  leaf without cases, of the commonest class of the node above.
* Classes that tie: the first in sorted order (in the program, in the order of the ``.names`` file). Attributes that
  tie: the first column. Thresholds: the lowest. Branches as large: the last.
* The book does not say whether the branch that may replace its subtree has been pruned, nor which class its leaves have
  for the cases that it takes over. As in the program, it has been pruned, its leaves take the commonest class of the
  cases that reach them now, and once raised it is pruned again.
* As in the program, a subtree that errs on as many training cases as a leaf would is not grown, even without pruning.
* The program's numbers have single precision and it never cuts between values nearer than 0.00001. Here any two values
  can be parted. The program may split where the gain is 0; here, as in J48, a test must gain.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from broadsheet.errors import MissingExtra
from broadsheet.page.arrays import FloatArray

try:
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data
except ImportError:  # reported when an estimator is created, so that the module can be imported
    # Two classes, since no class has the same base twice.
    BaseEstimator, ClassifierMixin = type("BaseEstimator", (), {}), type("ClassifierMixin", (), {})
    _MISSING = True
else:
    _MISSING = False

__all__ = ["C45", "Branch", "Leaf", "Node", "gain", "info", "info_after", "upper_rate"]

_TINY: Final = 1e-9  # tolerance of comparisons of weights and gains
_MANY: Final = 0.3  # a discrete attribute with more values, as a share of the cases, is left out of the average gain
_MOST_A_SIDE: Final = 25
_SHARE_A_SIDE: Final = 0.1
"""A threshold leaves on each side a tenth of the cases a class, at least `min_cases`, at most 25 (chapter 3)."""
_COLLAPSE: Final = 1e-3  # training errors by which a subtree must be better than a leaf to be grown (the program)
_REPRESENTED: Final = 0.5  # a value must have more cases to be in a group of its own (the program)
_IMPURE: Final = 0.1  # cases of other classes in a group that still counts as of one class (the program)
_PROGRESS: Final = 1e-5  # smallest improvement of the criterion at which groups of values are merged (the program)
_DEVIATES: Final = (
    (0.0, 0.001, 0.005, 0.01, 0.05, 0.10, 0.20, 0.40, 1.0),
    (4.0, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0.0),
)
"""Upper tail probabilities of the normal distribution and its deviates there; between them, straight lines."""
_NEAR_ALL: Final = 0.67  # share of the remaining cases that is added where nearly all are errors (the program)
_BETTER: Final = 0.1  # errors by which a subtree must be better than what would replace it (chapter 4's program)


@dataclass(frozen=True, slots=True)
class Leaf:
    """An answer.

    Attributes:
        cases: weight of the training cases of each class.
        label: the index of its class.
    """

    cases: tuple[float, ...]
    label: int


@dataclass(frozen=True, slots=True)
class Branch:
    """A test, and what follows on each of its outcomes.

    Attributes:
        cases: weight of the training cases of each class.
        label: the index of the commonest class.
        attribute: the column that is tested.
        threshold: of a continuous attribute: the first outcome is a value up to it, the second one above.
        groups: of a discrete attribute: the values of each outcome.
        shares: share of the cases with a known value that each outcome has.
        children: what follows.
    """

    cases: tuple[float, ...]
    label: int
    attribute: int
    threshold: float | None
    groups: tuple[tuple[int, ...], ...]
    shares: tuple[float, ...]
    children: tuple[Node, ...]


Node = Leaf | Branch


def info(weights: NDArray[Any]) -> FloatArray:
    """Entropy of each distribution over classes, in bits; classes are on the last axis."""
    share = weights / np.maximum(weights.sum(axis=-1, keepdims=True), _TINY)
    out: FloatArray = -(share * np.log2(share, out=np.zeros_like(share), where=share > 0)).sum(axis=-1)
    return out


def info_after(subsets: Sequence[NDArray[Any]]) -> float:
    """Mean entropy of the subsets, each by its share of the cases: info_X(T)."""
    total = float(sum(subset.sum() for subset in subsets))
    return sum(float(subset.sum() / total * info(subset)) for subset in subsets) if total > 0 else 0.0


def gain(subsets: Sequence[NDArray[Any]], known: float = 1.0) -> float:
    """Information that a test gains, given each subset's weight of each class, times the share of known cases."""
    whole: NDArray[Any] = np.sum(subsets, axis=0)
    return known * (float(info(whole)) - info_after(subsets))


def upper_rate(errors: float, cases: float, confidence: float) -> float:
    """About the error rate p at which at most E errors in N cases have the probability CF: U_CF(E, N).

    Args:
        errors: E, at least 0; parts of a case count.
        cases: N, above 0, at least E.
        confidence: CF, above 0 and below 1; less gives a higher rate.

    Returns:
        A share of the cases, 0 to 1.
    """
    none = 1.0 - float(confidence ** (1.0 / cases))
    if errors < _TINY:
        return none
    if errors < 1.0:
        return none + errors * (upper_rate(1.0, max(cases, 1.0), confidence) - none)
    if errors + 0.5 >= cases:
        return min(1.0, errors / cases + _NEAR_ALL * (cases - errors) / cases)
    squared = float(np.interp(confidence, *_DEVIATES)) ** 2
    middle = errors + 0.5
    spread = math.sqrt(squared * (middle * (1 - middle / cases) + squared / 4))
    return (middle + squared / 2 + spread) / (cases + squared)


@dataclass(frozen=True, slots=True)
class _Test:
    attribute: int
    gain: float
    ratio: float
    threshold: float | None
    groups: tuple[tuple[int, ...], ...]


class C45(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # untyped bases
    """Quinlan's C4.5.

    Missing values are NaN (None in a column of objects); cases in which the tested value is missing go down every
    branch with a part of their weight.

    Args:
        criterion: what chooses the test: ``"gain_ratio"`` among the tests of at least average gain, or ``"gain"``.
        threshold_cost: reduce the gain of a threshold by log2(thresholds tried) / cases, as Release 8 does; False for
            the book's gain.
        discrete: the columns whose values are names and not numbers.
        group_values: merge values of discrete attributes while the criterion improves.
        min_cases: least weight of cases on at least two outcomes of a test.
        prune: prune by pessimistic error estimates.
        confidence: CF, above 0, below 1; less prunes more.

    Attributes:
        classes_: the class labels, sorted.
        n_features_in_: columns seen in `fit`.
        tree_: the tree.
        values_: of each discrete column, its values in the order of their numbers.

    Raises:
        MissingExtra: scikit-learn is not installed.
    """

    def __init__(
        self,
        *,
        criterion: Literal["gain_ratio", "gain"] = "gain_ratio",
        threshold_cost: bool = True,
        discrete: Sequence[int] = (),
        group_values: bool = False,
        min_cases: float = 2,
        prune: bool = True,
        confidence: float = 0.25,
    ) -> None:
        if _MISSING:
            raise MissingExtra("scikit-learn", "train")
        self.criterion = criterion
        self.threshold_cost = threshold_cost
        self.discrete = discrete
        self.group_values = group_values
        self.min_cases = min_cases
        self.prune = prune
        self.confidence = confidence

    def __sklearn_tags__(self) -> Any:
        """Tell scikit-learn's checks that missing values are supported."""
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.string = bool(self.discrete)
        tags.input_tags.categorical = bool(self.discrete)
        return tags

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> C45:  # noqa: N803 (scikit-learn's names)
        """Grow a tree, and prune it.

        Args:
            X: one row per case, shape (n, attributes).
            y: the class of each case, shape (n,).
            sample_weight: the weight of each case, shape (n,); a weight of two is the same case twice.

        Raises:
            ValueError: a parameter is out of its range, or the data are not as scikit-learn expects them.
        """
        self._check_parameters()
        X, y = validate_data(self, X, y, **self._reading)  # noqa: N806
        check_classification_targets(y)
        weight = _check_sample_weight(sample_weight, X, dtype=np.float64)
        self.classes_, labels = np.unique(y, return_inverse=True)
        self.values_ = {column: _names(X[:, column]) for column in self.discrete}
        numbers = self._numbers(X)
        used = weight > 0
        grower = _Grower(numbers[used], labels[used], weight[used], len(self.classes_), self)
        everything = np.arange(int(used.sum()))
        tree = grower.grow(everything, weight[used])
        if self.prune:
            tree = grower.pruned(tree, everything, weight[used])[0]
            possible = {column: frozenset(range(len(names))) for column, names in self.values_.items()}
            tree = _without_impossible(tree, possible) if self.group_values else tree
        self.tree_: Node = tree
        return self

    def predict_proba(self, X: Any) -> FloatArray:  # noqa: N803
        """The probability of each class, shape (n, classes): its share of the training cases at the leaves reached."""
        check_is_fitted(self)
        numbers = self._numbers(validate_data(self, X, reset=False, **self._reading))
        out = np.zeros((len(numbers), len(self.classes_)))
        _answer(self.tree_, numbers, np.arange(len(numbers)), np.ones(len(numbers)), out)
        shares: FloatArray = out / out.sum(axis=1, keepdims=True)
        return shares

    def predict(self, X: Any) -> NDArray[Any]:  # noqa: N803
        """The most probable class of each case, shape (n,)."""
        probabilities = self.predict_proba(X)
        labels: NDArray[Any] = self.classes_[np.argmax(probabilities, axis=1)]
        return labels

    def outcome(self, branch: Branch, number: int) -> str:
        """The outcome of a test that leads to a branch's child, in words: ``<= 57.5``, ``= div``, ``in {div, p}``."""
        if branch.threshold is not None:
            return f"{'<=' if number == 0 else '>'} {branch.threshold:g}"
        names = [str(self.values_[branch.attribute][value]) for value in branch.groups[number]]
        return f"= {names[0]}" if len(names) == 1 else f"in {{{', '.join(names)}}}"

    @property
    def _reading(self) -> dict[str, Any]:
        if self.discrete:
            return {"dtype": object, "ensure_all_finite": False}
        return {"dtype": np.float64, "ensure_all_finite": "allow-nan"}

    def _check_parameters(self) -> None:
        if self.criterion not in ("gain_ratio", "gain"):
            raise ValueError(f"criterion must be 'gain_ratio' or 'gain', not {self.criterion!r}")
        if not self.min_cases > 0:
            raise ValueError(f"min_cases must be above 0, not {self.min_cases!r}")
        if not 0 < self.confidence < 1:
            raise ValueError(f"confidence must be above 0 and below 1, not {self.confidence!r}")

    def _numbers(self, values: NDArray[Any]) -> FloatArray:
        """Discrete columns as the numbers of their values, NaN for one that is missing or was not seen in `fit`."""
        if not self.discrete:
            return values
        out = np.empty(values.shape, dtype=np.float64)
        for column in range(values.shape[1]):
            if column in self.values_:
                known = {value: number for number, value in enumerate(self.values_[column])}
                out[:, column] = [known.get(value, math.nan) for value in values[:, column].tolist()]
            else:
                out[:, column] = [math.nan if value is None else float(value) for value in values[:, column].tolist()]
        return out


def _names(values: NDArray[Any]) -> list[Any]:
    """The different values of a discrete column, without the missing ones."""
    # NaN is the one value that is not itself.
    return sorted({value for value in values.tolist() if value is not None and value == value}, key=str)


def _outcome_of(branch: Branch, values: FloatArray) -> NDArray[np.int64]:
    """The outcome of each value, -1 where it is missing or led nowhere in training."""
    out = np.full(len(values), -1, dtype=np.int64)
    known = ~np.isnan(values)
    if branch.threshold is not None:
        out[known] = (values[known] > branch.threshold).astype(np.int64)
    else:
        beyond = 1 + max(value for group in branch.groups for value in group)
        outcomes = np.full(beyond + 1, -1, dtype=np.int64)
        for number, group in enumerate(branch.groups):
            outcomes[list(group)] = number
        out[known] = outcomes[np.minimum(values[known], beyond).astype(np.int64)]
    return out


def _answer(node: Node, values: FloatArray, rows: NDArray[np.intp], weight: FloatArray, out: FloatArray) -> None:
    """Add a node's distribution to that of each case, weighted by the part of the case that reached it."""
    if not len(rows):
        return
    if isinstance(node, Leaf):
        cases = np.array(node.cases)
        total = cases.sum()
        out[rows] += weight[:, None] * (cases / total if total > 0 else np.arange(len(cases)) == node.label)
        return
    for child, parts in zip(node.children, _divided(node, node.shares, values, rows, weight), strict=True):
        _answer(child, values, *parts, out)


def _divided(
    branch: Branch, shares: Sequence[float], values: FloatArray, rows: NDArray[np.intp], weight: FloatArray
) -> Iterator[tuple[NDArray[np.intp], FloatArray]]:
    """The cases of each outcome; those without a value are in every one, by its share."""
    outcome = _outcome_of(branch, values[rows, branch.attribute])
    for number, share in enumerate(shares):
        part = np.where(outcome == number, weight, np.where(outcome < 0, weight * share, 0.0))
        reached = part > 0
        yield rows[reached], part[reached]


class _Grower:
    """Grows and prunes one tree. A set of cases is an array of rows and an array of their weights."""

    def __init__(
        self, values: FloatArray, labels: NDArray[np.intp], weight: FloatArray, classes: int, settings: C45
    ) -> None:
        self.values, self.labels, self.classes, self.settings = values, labels, classes, settings
        self.discrete = frozenset(settings.discrete)
        whole = float(weight.sum())
        # Thresholds are values of the whole training set.
        self.sorted = [np.unique(column[~np.isnan(column)]) for column in values.T]
        many = [at in self.discrete and len(known) >= _MANY * whole for at, known in enumerate(self.sorted)]
        self.votes = [all(many) or settings.group_values or not one for one in many]

    def grow(self, rows: NDArray[np.intp], weight: FloatArray, parent: int = 0) -> Node:
        """The tree for cases with weights. A leaf without cases has the class ``parent``."""
        cases = np.bincount(self.labels[rows], weights=weight, minlength=self.classes)
        total = float(cases.sum())
        leaf = Leaf(tuple(cases.tolist()), int(np.argmax(cases)) if total > _TINY else parent)
        if total < 2 * self.settings.min_cases or cases.max() >= total - _TINY:
            return leaf
        test = self._choose(rows, weight)
        if test is None:
            return leaf
        none = (0.0,) * (2 if test.threshold is not None else len(test.groups))
        branch = Branch(leaf.cases, leaf.label, test.attribute, test.threshold, test.groups, none, ())
        branch = replace(branch, shares=self._shares(branch, rows, weight))
        children = tuple(self.grow(inside, part, leaf.label) for inside, part in self._parts(branch, rows, weight))
        if sum(map(_errors, children)) >= _errors(leaf) - _COLLAPSE:
            return leaf
        return replace(branch, children=children)

    def _choose(self, rows: NDArray[np.intp], weight: FloatArray) -> _Test | None:
        tried = (self._test(attribute, rows, weight) for attribute in range(self.values.shape[1]))
        found = [test for test in tried if test is not None]
        tests = [test for test in found if test.gain > _TINY]
        if self.settings.criterion == "gain":
            return max(tests, key=lambda test: test.gain, default=None)
        voters = [test.gain for test in found if self.votes[test.attribute]]
        average = sum(voters) / len(voters) if voters else math.inf
        return max((test for test in tests if test.gain >= average - 1e-3), key=lambda test: test.ratio, default=None)

    def _test(self, attribute: int, rows: NDArray[np.intp], weight: FloatArray) -> _Test | None:
        column = self.values[rows, attribute]
        known = ~np.isnan(column)
        total = float(weight.sum())
        share = float(weight[known].sum()) / total
        inside, part, labels = column[known], weight[known], self.labels[rows[known]]
        if attribute in self.discrete:
            return self._discrete(attribute, inside, part, labels, share, total)
        return self._continuous(attribute, inside, part, labels, share, total)

    def _continuous(
        self, attribute: int, column: FloatArray, weight: FloatArray, labels: NDArray[np.intp], known: float,
        total: float,
    ) -> _Test | None:  # fmt: skip
        order = np.argsort(column, kind="stable")
        column, weight, labels = column[order], weight[order], labels[order]
        counted = np.zeros((len(column), self.classes))
        counted[np.arange(len(column)), labels] = weight
        below = np.cumsum(counted, axis=0)
        cut = np.flatnonzero(column[1:] > column[:-1])
        if not len(cut):
            return None
        low = below[cut]
        high = below[-1] - low
        sides = np.stack([low.sum(axis=1), high.sum(axis=1)])
        min_cases = self.settings.min_cases
        min_cases = min(max(min_cases, _SHARE_A_SIDE * sides[:, 0].sum() / self.classes), max(min_cases, _MOST_A_SIDE))
        allowed = (sides >= min_cases - _TINY).all(axis=0)
        if not allowed.any():
            return None
        after = (info(low) * sides[0] + info(high) * sides[1]) / sides.sum(axis=0)
        gains = np.where(allowed, known * (info(below[-1]) - after), -np.inf)
        best = int(np.argmax(gains >= gains.max() - _TINY))  # of cuts that gain as much, the first
        gained = float(gains[best])
        if self.settings.threshold_cost:
            gained -= math.log2(int(allowed.sum())) / total
        if gained <= _TINY:
            return None
        threshold = self._threshold(attribute, column[cut[best]], column[cut[best] + 1])
        return _Test(attribute, gained, self._ratio(gained, sides[:, best], total), threshold, ())

    def _threshold(self, attribute: int, low: float, high: float) -> float:
        """The largest value of the training set that is not above the midpoint of two values of an attribute."""
        known = self.sorted[attribute]
        # Halved before they are added, for a sum may be infinite; and a midpoint may be rounded to the higher value, or
        # to below the lower one: a test with all cases on one side would be chosen for ever.
        place = np.searchsorted(known, low / 2 + high / 2, side="right")
        first, last = np.searchsorted(known, low, side="right"), np.searchsorted(known, high, side="left")
        return float(known[np.clip(place, first, last) - 1])

    def _discrete(
        self, attribute: int, column: FloatArray, weight: FloatArray, labels: NDArray[np.intp], known: float,
        total: float,
    ) -> _Test | None:  # fmt: skip
        values = np.unique(column)
        if len(values) < 2:
            return None
        counted = np.zeros((len(values), self.classes))
        np.add.at(counted, (np.searchsorted(values, column), labels), weight)
        groups: list[tuple[int, ...]] = [(int(value),) for value in values]
        subsets = list(counted)
        if self.settings.group_values:
            groups, subsets = self._grouped(groups, subsets, known, total)
        sizes = np.array([subset.sum() for subset in subsets])
        if (sizes >= self.settings.min_cases - _TINY).sum() < 2:
            return None
        gained = gain(subsets, known)
        present = {value for group in groups for value in group}
        absent = sorted(set(self.sorted[attribute].astype(int).tolist()) - present)
        if self.settings.group_values:
            groups += [tuple(absent)] if absent else []
        else:
            groups = sorted([*groups, *((value,) for value in absent)])
        return _Test(attribute, gained, self._ratio(gained, sizes, total), None, tuple(groups))

    def _grouped(
        self, groups: list[tuple[int, ...]], subsets: list[FloatArray], known: float, total: float
    ) -> tuple[list[tuple[int, ...]], list[FloatArray]]:
        """Merge two groups of values as long as that improves the criterion (chapter 7), by the program's rules."""
        by_ratio = self.settings.criterion == "gain_ratio"

        def worth(parts: list[FloatArray]) -> tuple[float, float]:
            sizes = np.array([part.sum() for part in parts])
            if (sizes >= 1).sum() < 2:
                return -_COLLAPSE, -_COLLAPSE
            gained = gain(parts, known)
            return (self._ratio(gained, sizes, total) if by_ratio else gained), gained

        def merge(one: int, other: int) -> None:
            groups[one], subsets[one] = tuple(sorted(groups[one] + groups[other])), subsets[one] + subsets[other]
            groups[other], subsets[other] = groups[-1], subsets[-1]
            del groups[-1], subsets[-1]

        represented = [at for at, subset in enumerate(subsets) if subset.sum() > _REPRESENTED]
        groups, subsets = [groups[at] for at in represented], [subsets[at] for at in represented]
        one = 0
        while one < len(groups):
            pure = int(np.argmax(subsets[one]))
            other = one + 1
            while other < len(groups):
                if all(subset[pure] >= subset.sum() - _IMPURE for subset in (subsets[one], subsets[other])):
                    merge(one, other)
                else:
                    other += 1
            one += 1
        value, gained = worth(subsets)
        floor = gained / 2
        while len(groups) > 2:
            sizes = [float(subset.sum()) for subset in subsets]
            reasonable = sum(size >= self.settings.min_cases for size in sizes)
            barred = sizes.index(max(sizes)) if reasonable < 3 else -1
            best: tuple[int, int] | None = None
            best_value, best_gain = 0.0, -_COLLAPSE
            for one, other in combinations(range(len(groups)), 2):
                if barred in (one, other):
                    continue
                rest = [part for at, part in enumerate(subsets) if at not in (one, other)]
                this_value, this_gain = worth([*rest, subsets[one] + subsets[other]])
                forced = best is None and (not by_ratio or reasonable < 2)
                if this_gain >= floor > best_gain or this_value >= best_value or forced:
                    best, best_value, best_gain = (one, other), this_value, this_gain
            if best is None or (by_ratio and reasonable >= 2 and best_value < value + _PROGRESS):
                break
            value = best_value
            merge(*best)
        return groups, subsets

    @staticmethod
    def _ratio(gained: float, sizes: FloatArray, total: float) -> float:
        """Gain over split information, in which the cases without a value are an outcome of their own."""
        split = float(info(np.append(sizes, max(0.0, total - float(sizes.sum())))))
        return gained / split if split > _TINY else 0.0

    def _shares(self, branch: Branch, rows: NDArray[np.intp], weight: FloatArray) -> tuple[float, ...]:
        """Share of each outcome in the cases whose value is known; if there are none, the branch's shares."""
        outcome = _outcome_of(branch, self.values[rows, branch.attribute])
        known = outcome >= 0
        sizes = np.bincount(outcome[known], weights=weight[known], minlength=len(branch.shares))
        total = float(sizes.sum())
        return tuple((sizes / total).tolist()) if total > 0 else branch.shares

    def _parts(
        self, branch: Branch, rows: NDArray[np.intp], weight: FloatArray
    ) -> Iterator[tuple[NDArray[np.intp], FloatArray]]:
        """`_divided`, by the shares of these cases."""
        return _divided(branch, self._shares(branch, rows, weight), self.values, rows, weight)

    def pruned(self, node: Node, rows: NDArray[np.intp], weight: FloatArray) -> tuple[Node, float]:
        """The tree with subtrees replaced by a leaf, or by their largest branch, where that is expected to err less;
        and the errors expected of it.
        """
        cases = np.bincount(self.labels[rows], weights=weight, minlength=self.classes)
        label = int(np.argmax(cases)) if cases.sum() > _TINY else node.label
        leaf = Leaf(tuple(cases.tolist()), label)
        leaf_errors = self._expected(cases, label)
        if isinstance(node, Leaf):
            return leaf, leaf_errors
        parts = list(self._parts(node, rows, weight))
        done = [self.pruned(child, *part) for child, part in zip(node.children, parts, strict=True)]
        tree_errors = sum(errors for _, errors in done)
        sizes = [float(part.sum()) for _, part in parts]
        raised = done[len(sizes) - 1 - int(np.argmax(sizes[::-1]))][0]  # of branches as large, the last
        raised_errors = self._errors(raised, rows, weight) if isinstance(raised, Branch) else math.inf
        if leaf_errors <= min(tree_errors, raised_errors) + _BETTER:
            return leaf, leaf_errors
        if raised_errors <= tree_errors + _BETTER:
            return self.pruned(raised, rows, weight)
        children = tuple(child for child, _ in done)
        shares = self._shares(node, rows, weight)
        kept = Branch(leaf.cases, label, node.attribute, node.threshold, node.groups, shares, children)
        return kept, tree_errors

    def _errors(self, node: Node, rows: NDArray[np.intp], weight: FloatArray) -> float:
        """The errors expected of a tree on cases, if each leaf has the commonest class of those that reach it."""
        if isinstance(node, Leaf):
            cases = np.bincount(self.labels[rows], weights=weight, minlength=self.classes)
            return self._expected(cases, int(np.argmax(cases)))
        parts = self._parts(node, rows, weight)
        return sum(self._errors(child, *part) for child, part in zip(node.children, parts, strict=True))

    def _expected(self, cases: NDArray[Any], label: int) -> float:
        """N times U_CF(E, N) of a leaf with these cases."""
        total = float(cases.sum())
        if total <= _TINY:
            return 0.0
        errors = total - float(cases[label])
        return total * upper_rate(round(errors, 6), round(total, 6), self.settings.confidence)


def _without_impossible(node: Node, possible: Mapping[int, frozenset[int]]) -> Node:
    """Remove groups of values that no case can have here because of the tests above; ``possible`` has the values that
    each discrete attribute can have.
    """
    if isinstance(node, Leaf):
        return node
    if node.threshold is not None:
        return replace(node, children=tuple(_without_impossible(child, possible) for child in node.children))
    here = possible[node.attribute]
    kept = [number for number, group in enumerate(node.groups) if here.intersection(group)]
    return replace(
        node,
        groups=tuple(tuple(value for value in node.groups[number] if value in here) for number in kept),
        shares=tuple(node.shares[number] for number in kept),
        children=tuple(
            _without_impossible(node.children[number], {**possible, node.attribute: frozenset(node.groups[number])})
            for number in kept
        ),
    )


def _errors(node: Node) -> float:
    """Weight of the training cases that a tree gets wrong."""
    if isinstance(node, Branch):
        return sum(map(_errors, node.children))
    return sum(node.cases) - node.cases[node.label]
