"""A learnt choice among candidates: a small network that gives each a score from its evidence.

It works on columns of numbers, whatever they mean. Weights are plain arrays (``weights/<name>.npz`` beside this file);
`broadsheet.lab.train.metadata` makes them, and the model card there states their training data and quality.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

__all__ = ["Array", "Candidate", "Ranking", "evidence_of", "load", "read"]

Array = NDArray[np.float32]


class Candidate:
    """A candidate with its evidence: one number per column, which only grows while evidence is gathered."""

    __slots__ = ()
    columns: ClassVar[Mapping[str, int]]
    """The index of each column, by name."""
    evidence: list[float]

    def mark_all(self, values: Mapping[str, float]) -> None:
        """Raise columns to at least these values."""
        columns, evidence = self.columns, self.evidence
        for name, value in values.items():
            if value and value > evidence[at := columns[name]]:  # usually zero
                evidence[at] = value

    def has(self, name: str) -> bool:
        """Whether a column is above zero."""
        return self.evidence[self.columns[name]] > 0

    def has_any(self, names: Iterable[str]) -> bool:
        """Whether any of the columns is above zero."""
        return any(map(self.evidence.__getitem__, map(self.columns.__getitem__, names)))


def evidence_of(candidates: Sequence[Candidate]) -> Array:
    """The evidence of one or more candidates, shape (n, columns)."""
    rows = chain.from_iterable([one.evidence for one in candidates])  # numpy reads lists of lists more slowly
    return np.fromiter(rows, np.float32).reshape(len(candidates), -1)


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """One hidden layer of rectified units, and direct weights from each column to the score.

    Attributes:
        columns: the names of the columns, in order.
        hidden: shape (columns, units); with its bias, shape (units,).
        bias: see ``hidden``.
        output: shape (units,).
        direct: shape (columns,).
        constant: added to each score.
        threshold: the lowest probability of a chosen candidate, where several may be chosen.
        lexicon: for each lower-case word, the share of its occurrences within sentences that are in lower case; None
            if the choice does not depend on it.
    """

    columns: tuple[str, ...]
    hidden: Array
    bias: Array
    output: Array
    direct: Array
    constant: float = 0.0
    threshold: float = 0.5
    lexicon: Mapping[str, float] | None = None

    def score(self, evidence: Array) -> Array:
        """One score per candidate, shape (n,), from evidence of shape (n, columns)."""
        units = np.maximum(evidence @ self.hidden + self.bias, 0)
        out: Array = units @ self.output + evidence @ self.direct + np.float32(self.constant)
        return out

    def probability(self, evidence: Array) -> NDArray[np.float64]:
        """The probability of each candidate by itself, shape (n,): the logistic function of its score."""
        score = self.score(evidence).astype(np.float64)
        out: NDArray[np.float64] = 1 / (1 + np.exp(-score.clip(-40, 40)))
        return out


@cache
def load(name: str, columns: tuple[str, ...]) -> Ranking:
    """The shipped ranking of a datum; see `read`."""
    return read(Path(__file__).with_name("weights") / f"{name}.npz", columns)


def read(file: Path, columns: tuple[str, ...]) -> Ranking:
    """Read a ranking from a file.

    Args:
        file: a file that `broadsheet.lab.train.metadata.write` wrote.
        columns: the names of the columns of the evidence, in order.

    Raises:
        ValueError: the ranking was learnt from other columns.
    """
    with np.load(file, allow_pickle=False) as stored:
        found = Ranking(
            columns=tuple(stored["columns"].tolist()),
            **{name: stored[name] for name in ("hidden", "bias", "output", "direct")},
            constant=float(stored["constant"]),
            threshold=float(stored["threshold"]),
            lexicon=_lexicon(stored["words"], stored["small"]) if "words" in stored else None,
        )
    if found.columns != columns:
        raise ValueError(f"{file} was learnt from other columns")
    return found


def _lexicon(words: NDArray[np.uint8], small: NDArray[np.uint8]) -> dict[str, float]:
    """The lexicon from the arrays in a file: words separated by line breaks, and their shares, a byte each."""
    return dict(zip(words.tobytes().decode().split(), (small / 255).tolist(), strict=True))
