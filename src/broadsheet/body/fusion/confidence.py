"""The confidence in a page's text, computed from the probabilities of its segments.

The weights are learnt on held-out sites (``broadsheet train fusion``), so that the confidence is calibrated.
"""

from __future__ import annotations

from math import exp, log1p
from operator import mul
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.engine.library import LIBRARY, pointers
from broadsheet.page.arrays import BoolArray, FloatArray, IntArray

__all__ = ["SIGNS", "confidence", "signs"]

SIGNS: Final = (
    "expected_f1", "certainty", "doubtful", "log_chars", "share", "mean_kept", "mean_left", "runs", "segments",
    "none_kept", "longest",
)  # fmt: skip
"""The features, in order."""
_DOUBTFUL: Final = (0.1, 0.9)  # probabilities between which a segment is doubtful


def signs(probability: FloatArray, kept: BoolArray, chars: IntArray) -> list[float]:
    """The features of a page's text, in the order of `SIGNS`.

    Args:
        probability: probability of each segment, shape (m,).
        kept: the chosen segments, shape (m,).
        chars: their characters, shape (m,).
    """
    if not len(probability):
        return [0.0] * len(SIGNS)
    right, wanted, given, total, far, near, doubtful, count, runs, longest = sums(probability, kept, chars)
    return [
        2 * right / (wanted + given) if wanted + given else 0.0,
        far / max(1.0, near),
        min(2.0, doubtful / max(1.0, given)),
        log1p(given) / 10,
        given / total,
        right / max(1.0, given),
        min(2.0, (wanted - right) / max(1.0, given)),
        log1p(runs),
        log1p(count) / 5,
        0.0 if given else 1.0,
        log1p(longest) / 10,
    ]


def sums(probability: FloatArray, kept: BoolArray, chars: IntArray) -> list[float]:
    """What the probabilities add up to, weighed by characters: the ten numbers of `weigh` in the engine."""
    given = (
        np.ascontiguousarray(probability, dtype=np.float64),
        np.ascontiguousarray(kept, dtype=np.bool_),
        np.ascontiguousarray(chars, dtype=np.int32),
    )
    out = np.empty(10)
    *places, found = pointers(*given, out)
    LIBRARY.weigh(*places, len(chars), *_DOUBTFUL, found)
    numbers: list[float] = out.tolist()
    return numbers


def confidence(found: list[float], weights: NDArray[np.float32]) -> float:
    """The probability that the text of a page is right, that is, has an F1 of at least 0.8.

    Args:
        found: the features from `signs`.
        weights: one per feature and, last, the constant; shape (len(SIGNS) + 1,).
    """
    *of_signs, constant = weights.tolist()
    z = sum(map(mul, found, of_signs), constant)
    return 1 / (1 + exp(-min(max(z, -50.0), 50.0)))
