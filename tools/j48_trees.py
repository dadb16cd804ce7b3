"""Write ``tests/data/standke/j48.json``: generated cases, and the trees that Weka's J48 learns from them.

    pip download --no-deps --no-binary :all: python-weka-wrapper3==0.3.3   # has weka.jar (Weka 3.9.7, GPL)
    python tools/j48_trees.py PATH/TO/weka.jar tests/data/standke/j48.json

J48 is a reimplementation of C4.5 Release 8. The cases have three numbers and a name, of which one in twelve is missing,
and two or three classes.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import numpy as np

SEEDS: Final = range(12)
CASES: Final = 80
VALUES: Final = "abcd"
CLASSES: Final = "npq"
OPTIONS: Final = {"pruned": (), "unpruned": ("-U",), "unpruned, no cost": ("-U", "-J")}
"""Options of J48; ``-J`` leaves out the cost of thresholds."""
TREE: Final = re.compile(r"^J48 .*\n-+\n\n(.*?)\n\nNumber of Leaves", re.MULTILINE | re.DOTALL)


def generated(seed: int) -> tuple[list[list[Any]], list[str]]:
    """Cases and their classes; None for a missing value."""
    draw = np.random.default_rng(seed)
    classes = 2 + seed % 2
    numbers = draw.normal(size=(CASES, 3)).round(2) + 0.0
    names = draw.choice(list(VALUES), size=CASES, p=[0.4, 0.3, 0.2, 0.1])
    signal = numbers[:, 0] + 0.7 * numbers[:, 1] * (names == "a") + 0.8 * (names == "b")
    signal += draw.normal(scale=0.6, size=CASES)
    labels = np.digitize(signal, np.quantile(signal, np.arange(1, classes) / classes))
    missing = draw.random((CASES, 4)) < 1 / 12
    rows = [
        [None if gone else value for gone, value in zip(gaps, [*row.tolist(), str(name)], strict=True)]
        for gaps, row, name in zip(missing, numbers, names, strict=True)
    ]
    return rows, [CLASSES[label] for label in labels]


def arff(rows: list[list[Any]], classes: list[str]) -> str:
    """The cases in Weka's format."""
    lines = ["@relation cases", *(f"@attribute x{column} numeric" for column in range(3))]
    lines += [
        f"@attribute x3 {{{','.join(VALUES)}}}",
        f"@attribute class {{{','.join(sorted(set(classes)))}}}",
        "@data",
    ]
    for row, label in zip(rows, classes, strict=True):
        lines.append(",".join([*("?" if value is None else str(value) for value in row), label]))
    return "\n".join(lines) + "\n"


def main(jar: str, target: str) -> None:
    """Learn all trees and write them."""
    out = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "cases.arff"
        for seed in SEEDS:
            rows, classes = generated(seed)
            file.write_text(arff(rows, classes), encoding="utf-8")
            trees = {}
            for name, options in OPTIONS.items():
                command = ["java", "-cp", jar, "weka.classifiers.trees.J48", "-t", str(file), "-no-cv", *options]
                done = subprocess.run(
                    command,
                    capture_output=True,
                    text=True,
                    check=True,
                    env={"WEKA_HOME": folder, "PATH": "/usr/bin:/bin"},
                )
                found = TREE.search(done.stdout)
                if found is None:
                    raise SystemExit(done.stdout + done.stderr)
                trees[name] = found[1].strip().splitlines()
            out.append({"seed": seed, "rows": rows, "classes": "".join(classes), "trees": trees})
    joined = ",\n".join(map(written, out))
    Path(target).write_text(f"[\n{joined}\n]\n", encoding="utf-8")


def written(one: dict[str, Any]) -> str:
    """A data set and its trees in JSON, a case or a branch a line."""
    rows = ",\n".join(json.dumps(row) for row in one["rows"])
    trees = json.dumps(one["trees"], indent=1)
    return f'{{"seed": {one["seed"]}, "rows": [\n{rows}],\n"classes": "{one["classes"]}",\n"trees": {trees}}}'


if __name__ == "__main__":
    main(*sys.argv[1:])
