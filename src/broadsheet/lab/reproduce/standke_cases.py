"""Repeated cross-validation of C4.5 with several feature sets in the same folds; and Standke's own 344 cases.

The cases are the author's features of the pages, from the author's repository; the pages are not available.
``BROADSHEET_STANDKE_CASES`` names the folder with ``combined.names`` and ``combined.data`` (from
https://github.com/AdamClarkStandke/SeniorResearch, folder C4.5/Data). By default it is ``papers/standke-cases`` next to
the folder of the corpora. The files ``link`` and ``corex`` have the same cases, with the first six attributes and the
last five; they are not read, so that all feature sets use the same folds.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.errors import CorpusError
from broadsheet.lab.evaluate.report import markdown_table, paragraphs
from broadsheet.lab.reproduce.studies import Figures, published
from broadsheet.methods.standke.c45 import C45, Branch, Node

__all__ = [
    "FOLDS",
    "GROUPED",
    "PUBLISHED",
    "Features",
    "folds",
    "guessed",
    "measure_cases",
    "section_of_cases",
    "single",
    "trials",
]

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
            scores[name].append(_accuracy_and_f1(labels, guessed(features, classes, fold, known[name]) == 0))
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


def _accuracy_and_f1(labels: NDArray[np.bool_], positive: NDArray[np.bool_]) -> tuple[float, float]:
    right = int((labels & positive).sum())
    f1 = 2 * right / max(1, int(labels.sum()) + int(positive.sum()))
    return float((labels == positive).mean()), f1


def node_count(node: Node) -> int:
    """Count the nodes of a tree, including leaves."""
    return 1 + (sum(map(node_count, node.children)) if isinstance(node, Branch) else 0)


VARIABLE: Final = "BROADSHEET_STANDKE_CASES"  # environment variable with the folder of the cases
GROUPED: Final = "CoreEx, values grouped"
_STEM: Final = "combined"
# Attributes of each feature set.
_SETS: Final = {"links": slice(6), "CoreEx": slice(6, None), "links + CoreEx": slice(None), GROUPED: slice(6, None)}
_POSITIVE: Final = "yes"
_COMMENT: Final = re.compile(r"\|.*")
_END: Final = re.compile(r"\.(?=\s|$)")  # a period that ends a list, not one inside a word or number
_PUBLISHED: Final = published("standke2019")
PUBLISHED: Final[Mapping[str, tuple[float, float]]] = _PUBLISHED["accuracy"]  # with the deviation over 20 trials
_RELEASE_8: Final[Mapping[str, float]] = _PUBLISHED["release_8"]
_TREES: Final[Mapping[str, Sequence[Sequence[int]]]] = _PUBLISHED["trees"]


def folder_of(corpora: Sequence[Path]) -> Path | None:
    """Return the folder of the cases, or None, given the folders of the corpora."""
    named = os.environ.get(VARIABLE)
    places = [Path(named)] if named else [folder.parent / "papers" / "standke-cases" for folder in corpora]
    return next((place for place in places if place.is_dir()), None)


@dataclass(frozen=True, slots=True, eq=False)
class Cases:
    """Cases of a learner, a row each."""

    attributes: tuple[str, ...]  # names of the columns
    discrete: tuple[int, ...]  # columns with names as values
    values: NDArray[np.object_]  # numbers, names and None, shape (n, attributes)
    classes: tuple[str, ...]  # in the order of the file
    labels: NDArray[np.int64]  # class index of each case, shape (n,)


def read_cases(folder: Path, stem: str) -> Cases:
    """Read ``STEM.names`` and ``STEM.data``.

    In Quinlan's format, the classes and then the attributes are lists ended by a period; each line of data is a case,
    with its class last and ``?`` for a missing value.

    Raises:
        CorpusError: a file is missing or not in the format.
    """
    try:
        names = (folder / f"{stem}.names").read_text(encoding="utf-8")
        data = (folder / f"{stem}.data").read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise CorpusError(f"{folder}: the cases {stem!r} cannot be read: {error}") from error
    first, *rest = filter(None, (part.strip() for part in _END.split(_COMMENT.sub("", names))))
    classes = tuple(name.strip() for name in first.split(","))
    described = [tuple(part.strip() for part in one.split(":", 1)) for one in rest]
    lines = [_COMMENT.sub("", line).strip().removesuffix(".") for line in data.splitlines()]
    rows = [[cell.strip() for cell in line.split(",")] for line in lines if line]
    if not rows or any(len(one) < 2 for one in described) or any(len(row) != len(described) + 1 for row in rows):
        raise CorpusError(f"{folder}: the cases {stem!r} are not in the format of C4.5")
    discrete = tuple(column for column, (_, kind) in enumerate(described) if kind != "continuous")
    values = np.empty((len(rows), len(described)), dtype=object)
    try:
        for at, row in enumerate(rows):
            values[at] = [
                None if cell == "?" else cell if column in discrete else float(cell)
                for column, cell in enumerate(row[:-1])
            ]
        labels = np.array([classes.index(row[-1]) for row in rows])
    except ValueError as error:
        raise CorpusError(f"{folder}: the cases {stem!r} are not in the format of C4.5: {error}") from error
    return Cases(tuple(name for name, _ in described), discrete, values, classes, labels)


def measure_cases(corpora: Sequence[Path], seed: int, number: int) -> dict[str, Any] | None:
    """Cross-validate the feature sets in some trials, and train the trees of all cases; None without cases.

    Raises:
        CorpusError: a file is missing or not in C4.5's format.
    """
    folder = folder_of(corpora)
    if folder is None:
        return None
    cases = read_cases(folder, _STEM)
    labels = cases.labels == cases.classes.index(_POSITIVE)
    sets = {name: _features_of(cases, columns, group_values=name == GROUPED) for name, columns in _SETS.items()}
    return {
        "cases": len(labels),
        "articles": int(labels.sum()),
        "trials": trials(sets, labels, None, seed, number),
        "trees": {name: _sizes(features, np.where(labels, 0, 1)) for name, features in sets.items()},
        "single": _single_features(cases.attributes, cases.values, labels),
    }


def _features_of(cases: Cases, columns: slice, *, group_values: bool) -> Features:
    chosen = range(len(cases.attributes))[columns]
    discrete = [place for place, column in enumerate(chosen) if column in cases.discrete]
    return Features(cases.values[:, columns], discrete, group_values=group_values)


def _sizes(features: Features, classes: NDArray[np.int64]) -> list[list[int]]:
    """Return nodes and training errors of the tree of all cases, before and after pruning."""
    trees = [features.tree(prune=prune).fit(features.values, classes) for prune in (False, True)]
    return [[node_count(tree.tree_), int((tree.predict(features.values) != classes).sum())] for tree in trees]


def _single_features(
    attributes: Sequence[str], values: NDArray[np.object_], labels: NDArray[np.bool_]
) -> dict[str, Any]:
    columns = dict(zip(attributes, values.T, strict=True))
    flags = {name: columns[name] == "TRUE" for name in ("number", "date", "reserved word")}
    flags["ending slash"] = columns["ends with forward slash mark"] == "TRUE"
    return single(flags, columns["length"].astype(float), labels)


def single(
    flags: Mapping[str, NDArray[np.bool_]], length: NDArray[np.float64], labels: NDArray[np.bool_]
) -> dict[str, Any]:
    """Return the share of articles with and without each feature, and the median URL length of both classes.

    All arrays have a value per page, shape (n,); ``labels`` tells which are articles.
    """

    def share(chosen: NDArray[np.bool_]) -> float | None:
        return float(labels[chosen].mean()) if chosen.any() else None

    out: dict[str, Any] = {name: [share(has), share(~has)] for name, has in flags.items()}
    out["length"] = [float(np.median(length[labels])), float(np.median(length[~labels]))]
    return out


def section_of_cases(figures: Figures | None, number: int) -> str:
    """Write the table of the author's cases after some trials (`measure_cases`), or that there are none."""
    if figures is None:
        return f"The author's cases were not measured: their folder was not found (`{VARIABLE}` names it)."
    scores = figures["trials"]
    far = max(abs(100 * scores[name]["accuracy"] - PUBLISHED[name][0]) for name in _RELEASE_8)
    near = max(abs(100 * scores[name]["accuracy"] - value) for name, value in _RELEASE_8.items())
    same = sum(figures["trees"][name] == pairs for name, pairs in _TREES.items())
    rows = (
        [
            name,
            f"{PUBLISHED[name][0]:.1f} ± {PUBLISHED[name][1]:.1f}",
            f"{_RELEASE_8[name]:.1f}" if name in _RELEASE_8 else "-",
            f"{100 * values['accuracy']:.1f} ± {100 * values['accuracy_deviation']:.1f}",
            f"{round(100 * values['accuracy'] - PUBLISHED[name][0], 1) + 0.0:+.1f}",
            f"{100 * values['f1']:.1f}",
            _paired(figures["trees"][name]),
            _paired(_TREES[name]),
        ]
        for name, values in scores.items()
    )
    return paragraphs(
        f"Of the author's {figures['cases']} pages ({figures['articles']} articles) the features are available. "
        f"The protocol is the author's: ten random folds, {number} trials, C4.5 with default options, or with values "
        "of discrete attributes grouped.\n"
        "Accuracy in per cent. Published figures are means of the result folders in the author's repository, "
        "[AdamClarkStandke/SeniorResearch](https://github.com/AdamClarkStandke/SeniorResearch). "
        "The features are link targets and CoreEx; **no published tree has MSS**, though the slides planned it.",
        markdown_table(
            ["features", "published", "Release 8 itself", "ours", "ours - published", "F1", "nodes / errors", "theirs"],
            rows,
        ),
        f"With default options ours are at most {far:.1f} points from the published means and {near:.1f} from Release "
        "8 itself (built from its sources and run on eight trials of such folds; this command does not run it).\n"
        "Nodes / errors are those of the tree from all cases, before and after pruning: "
        f"{same} of {len(_TREES)} equal the author's.",
    )


def _paired(pairs: Sequence[Sequence[int]]) -> str:
    return ", ".join(f"{nodes} / {errors}" for nodes, errors in pairs)
