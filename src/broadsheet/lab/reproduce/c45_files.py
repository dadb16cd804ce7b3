"""Read the files of C4.5, ``STEM.names`` and ``STEM.data``.

In Quinlan's format, the classes and then the attributes are lists ended by a period; each line of data is a case, with
its class last and ``?`` for a missing value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.errors import CorpusError

__all__ = ["Cases", "read_cases"]

_COMMENT: Final = re.compile(r"\|.*")
_END: Final = re.compile(r"\.(?=\s|$)")  # a period that ends a list, not one inside a word or number


@dataclass(frozen=True, slots=True, eq=False)
class Cases:
    """Cases of a learner.

    Attributes:
        attributes: names of the columns.
        discrete: columns with names as values.
        values: one row per case: numbers, names and None, shape (n, attributes).
        classes: classes, in the order of the file.
        labels: class index of each case, shape (n,).
    """

    attributes: tuple[str, ...]
    discrete: tuple[int, ...]
    values: NDArray[np.object_]
    classes: tuple[str, ...]
    labels: NDArray[np.int64]


def read_cases(folder: Path, stem: str) -> Cases:
    """Read a pair of files.

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
