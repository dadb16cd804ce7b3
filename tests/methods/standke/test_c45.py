"""C4.5: the slides' worked example, the book's figures, and scikit-learn's own checks."""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="C4.5 is an estimator of scikit-learn (extra train)")

from sklearn.utils.estimator_checks import parametrize_with_checks

from broadsheet.methods.standke import c45
from broadsheet.methods.standke.c45 import C45, Branch, Leaf, gain, info, info_after, upper_rate

# Five pages: value of the highest scoring subsequence, tag of CoreEx's main node, class.
EXAMPLE = np.array([[15, "body"], [65, "body"], [70, "div"], [80, "div"], [50, "iframe"]], dtype=object)
CLASSES = np.array(["not", "article", "article", "article", "not"])


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@parametrize_with_checks([C45(), C45(criterion="gain", prune=False)])
def test_estimator(estimator, check):
    check(estimator)


def test_info_and_gain_of_the_example():
    assert info(np.array([3, 2])) == pytest.approx(0.97, abs=0.005)
    assert gain([np.array([3, 0]), np.array([0, 2])]) == pytest.approx(0.97, abs=0.005)
    by_tag = [np.array([1, 1]), np.array([2, 0]), np.array([0, 1])]
    assert info_after(by_tag) == pytest.approx(0.4)
    assert gain(by_tag) == pytest.approx(0.57, abs=0.005)
    assert info(np.zeros(2)) == info_after([np.zeros(2)]) == 0


@pytest.mark.parametrize("wrong", [{"criterion": "gini"}, {"min_cases": 0}, {"confidence": 1.0}])
def test_parameters_are_checked(wrong):
    with pytest.raises(ValueError, match="must be"):
        C45(**wrong).fit([[1.0], [2.0]], [0, 1])


@pytest.mark.parametrize("criterion", ["gain", "gain_ratio"])
def test_threshold_of_the_example(criterion):
    tree = C45(criterion=criterion, discrete=(1,)).fit(EXAMPLE, CLASSES)
    root = tree.tree_
    assert isinstance(root, Branch)
    assert root.attribute == 0
    # The midpoint is 57.5; the largest value of the training set that is not above it is 50.
    assert root.threshold == 50
    # The slides' threshold, 57.4, splits the same pages: three articles above, two others below.
    assert ((EXAMPLE[:, 0].astype(float) > 57.4) == (EXAMPLE[:, 0].astype(float) > root.threshold)).all()
    assert [child.cases for child in root.children] == [(0.0, 2.0), (3.0, 0.0)]
    assert tree.predict(EXAMPLE).tolist() == CLASSES.tolist()


@pytest.mark.parametrize(
    ("low", "high"),
    [
        (1 + np.finfo(float).eps, 1 + 2 * np.finfo(float).eps),  # their midpoint is rounded to the higher one
        (5e-324, 1e-323),
        (-1.7e308, -1.5e308),  # their sum is infinite
        (1.5e308, 1.7e308),
    ],
)
def test_a_threshold_is_below_the_higher_value(low, high):
    x, y = np.array([low] * 4 + [high] * 4)[:, None], ["no"] * 4 + ["yes"] * 4
    tree = C45().fit(x, y)
    assert tree.tree_.threshold == low
    assert tree.predict(x).tolist() == y


def test_pessimistic_rates_of_the_book():
    # Chapter 4: U_25%(0, 6) = 0.206, U(0, 9) = 0.143, U(0, 1) = 0.750, U(1, 16) = 0.157.
    assert upper_rate(0, 6, 0.25) == pytest.approx(0.206, abs=5e-4)
    assert upper_rate(0, 9, 0.25) == pytest.approx(0.143, abs=5e-4)
    assert upper_rate(0, 1, 0.25) == pytest.approx(0.750, abs=5e-4)
    assert upper_rate(1, 16, 0.25) == pytest.approx(0.157, abs=5e-4)


def test_pruning_of_the_books_subtree():
    # 16 cases of which one is of the other class: 16 x 0.157 = 2.51 errors as a leaf, against
    # 6 x 0.206 + 9 x 0.143 + 1 x 0.750 = 3.27 as a subtree with three leaves.
    x = np.array([["n"]] * 6 + [["y"]] * 9 + [["u"]], dtype=object)
    y = np.array(["d"] * 15 + ["r"])
    whole = C45(discrete=(0,), prune=False, criterion="gain").fit(x, y)
    assert isinstance(whole.tree_, Branch)
    pruned = C45(discrete=(0,), criterion="gain").fit(x, y)
    assert isinstance(pruned.tree_, Leaf)
    assert pruned.predict(x).tolist() == ["d"] * 16


def cases(*counted):
    """Rows and classes: values of the attributes, then how many cases of class n and how many of class p have them."""
    rows = [(values, name) for values, *counts in counted for name, count in zip("np", counts, strict=True)
            for _ in range(count)]  # fmt: skip
    return np.array([values for values, _ in rows], dtype=object), np.array([name for _, name in rows])


def test_the_shares_of_a_branch_that_is_raised_are_those_of_its_new_cases():
    x, y = cases(
        (("x", "x"), 2, 0), (("x", "y"), 3, 3), (("x", None), 4, 2), (("y", "y"), 0, 3), ((None, "x"), 2, 0),
    )  # fmt: skip
    whole = C45(discrete=(0, 1), prune=False).fit(x, y).tree_
    assert (whole.attribute, whole.children[1].attribute) == (1, 0)
    # Seventeen cases know the first attribute: fourteen x, three y. In the branch, without the two of the other one and
    # with 9/13 of the six that may be in either, 10.15 were x.
    assert whole.children[1].shares == pytest.approx((132 / 171, 39 / 171))
    raised = C45(discrete=(0, 1)).fit(x, y).tree_
    assert raised.shares == pytest.approx((14 / 17, 3 / 17))
    assert raised.children[0].cases == pytest.approx((9 + 2 * 14 / 17, 5))


def test_attributes_with_many_values_do_not_count_in_the_average_gain():
    # A value a case gains 1 bit, with ratio 0.279; the other attribute 0.35, with ratio 0.35.
    x = np.array([[str(number), "xy"[number in (5, 6, 7, 8, 9, 10)]] for number in range(12)], dtype=object)
    tree = C45(discrete=(0, 1), min_cases=1, prune=False).fit(x, [0] * 6 + [1] * 6)
    assert tree.tree_.attribute == 1


@pytest.mark.parametrize(("first", "threshold"), [(24, 24), (26, 25)])
def test_a_threshold_leaves_at_most_25_cases_on_each_side(first, threshold):
    x = np.arange(600, dtype=float)[:, None]
    tree = C45(criterion="gain", prune=False).fit(x, np.arange(600) >= first)
    assert tree.tree_.threshold == threshold


def test_cases_without_a_value_go_down_every_branch_by_weight():
    # Quinlan's example of chapter 3: one of fourteen cases does not know its outlook; the gain is 13/14 of that of the
    # thirteen others, 0.199.
    outlook = ["s"] * 5 + [None] + ["o"] * 3 + ["r"] * 5
    play = ["p", "p", "d", "d", "d", "p", "p", "p", "p", "d", "d", "p", "p", "p"]
    known = [np.array([2, 3]), np.array([3, 0]), np.array([3, 2])]
    assert gain(known, 13 / 14) == pytest.approx(0.199, abs=5e-4)
    tree = C45(discrete=(0,), prune=False).fit(np.array([[v] for v in outlook], dtype=object), play)
    assert tree.tree_.shares == pytest.approx((3 / 13, 5 / 13, 5 / 13))
    # The case of the unknown outlook is 5/13 of a case where it is sunny: 2 + 5/13 play, 3 do not.
    sunny = tree.tree_.children[2]
    assert sunny.cases == pytest.approx((3, 2 + 5 / 13))
    unknown = tree.predict_proba(np.array([[None]], dtype=object))[0]
    assert unknown.sum() == pytest.approx(1)
    assert unknown[1] > 0.5


def grown(tree, node, level=0):
    """The outcomes of a tree as in `branches`."""
    for number, child in enumerate(node.children):
        outcome, value = tree.outcome(node, number).split(" ", 1)
        head = (level, f"x{node.attribute}", outcome, value if outcome == "=" else float(value))
        if isinstance(child, Leaf):
            total = sum(child.cases)
            yield *head, tree.classes_[child.label], total, total - child.cases[child.label]
        else:
            yield *head, None, 0, 0
            yield from grown(tree, child, level + 1)


@pytest.mark.parametrize("discrete", [(), (1,)])
def test_an_attribute_without_known_values_is_not_tested(discrete):
    x = np.array([[number, None if discrete else math.nan] for number in range(8)], dtype=object)
    tree = C45(discrete=discrete).fit(x if discrete else x.astype(float), ["p"] * 4 + ["n"] * 4)
    assert list(grown(tree, tree.tree_)) == [(0, "x0", "<=", 3, "p", 4, 0), (0, "x0", ">", 3, "n", 4, 0)]


JSON = Path(__file__).parents[2] / "data" / "standke" / "j48.json"
GENERATED = json.loads(JSON.read_text(encoding="utf-8"))
LINE = re.compile(r"((?:\|   )*)(?:(x\d) (<=|>|=) (\S+?))?(?:: (\w) \(([\d.]+)(?:/([\d.]+))?\))?:?")


def branches(lines):
    """The lines of a tree: level, attribute, outcome, value, class, cases, errors."""
    for line in lines:
        level, attribute, outcome, value, label, total, wrong = LINE.fullmatch(line).groups()
        value = value if outcome in (None, "=") else float(value)
        yield len(level) // 4, attribute, outcome, value, label, float(total or 0), float(wrong or 0)


@pytest.mark.parametrize("data", GENERATED, ids=lambda data: f"seed {data['seed']}")
@pytest.mark.parametrize(
    ("tree", "options"),
    [("pruned", {}), ("unpruned", {"prune": False}), ("unpruned, no cost", {"prune": False, "threshold_cost": False})],
)
def test_trees_are_those_of_j48(data, tree, options, monkeypatch):
    # J48 has the exact deviate of the normal distribution at 25 %, which the program interpolates.
    monkeypatch.setattr(c45, "_DEVIATES", ((0.0, 0.25, 1.0), (4.0, 0.67449, 0.0)))
    learnt = C45(discrete=(3,), **options).fit(np.array(data["rows"], dtype=object), list(data["classes"]))
    for ours, theirs in zip(grown(learnt, learnt.tree_), branches(data["trees"][tree]), strict=True):
        assert ours[:5] == theirs[:5]
        # J48 prints two digits after the point, we three or four digits.
        assert ours[5:] == pytest.approx(theirs[5:], rel=0.006, abs=0.006)


def test_values_are_grouped():
    x = np.array([[v] for v in "aaabbbcccddd"], dtype=object)
    y = [0] * 6 + [1] * 6
    apart = C45(discrete=(0,)).fit(x, y)
    together = C45(discrete=(0,), group_values=True).fit(x, y)
    assert len(apart.tree_.children) == 4
    assert sorted(together.tree_.groups) == [(0, 1), (2, 3)]
    assert together.predict(x).tolist() == y


def test_values_of_one_class_are_merged_first():
    # a and c are of class n alone, b and d of both: two of four values would be merged by the ratio in another order.
    x, y = cases((("a",), 3, 0), (("b",), 1, 3), (("c",), 4, 0), (("d",), 3, 4))
    tree = C45(discrete=(0,), group_values=True, prune=False).fit(x, y)
    assert (0, 2) in tree.tree_.groups


def test_unseen_values_are_missing_values():
    tree = C45(discrete=(1,), criterion="gain").fit(EXAMPLE[:, ::-1][:, [1, 0]], CLASSES)
    unseen = np.array([[100, "marquee"]], dtype=object)
    assert tree.predict(unseen).tolist() == ["article"]


def test_the_module_can_be_imported_without_the_library():
    program = """
import sys
sys.modules["sklearn"] = None
from broadsheet.errors import MissingExtra
from broadsheet.methods.standke.c45 import C45
from broadsheet.lab.reproduce import standke2019
try:
    C45()
except MissingExtra as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout == (
        "scikit-learn is not installed: install the extra 'train' (in a checkout, pip install '.[train]')\n"
    )
