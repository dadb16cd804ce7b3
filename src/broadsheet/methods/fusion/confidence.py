"""How sure the decision about a page is: from the probabilities of its segments to one probability for its text.

It must not know how the probabilities were made. The weights are learnt from pages of sites that the network had not
seen (``broadsheet train fusion``), so that they say how often such a text is right.
"""

from __future__ import annotations

from math import exp, log1p
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.page.arrays import BoolArray, FloatArray, IntArray

__all__ = ["SIGNS", "confidence", "signs"]

SIGNS: Final = (
    "expected_f1", "certainty", "doubtful", "log_chars", "share", "mean_kept", "mean_left", "runs", "segments",
    "none_kept",
)  # fmt: skip
"""What is looked at, in order."""
_DOUBTFUL: Final = (0.1, 0.9)


def signs(probability: FloatArray, kept: BoolArray, chars: IntArray) -> FloatArray:
    """What the probabilities say of a page's text.

    Args:
        probability: of each segment, shape (m,).
        kept: the segments that were chosen, shape (m,).
        chars: their characters, shape (m,).

    Returns:
        Numbers in the order of `SIGNS`.
    """
    if not len(probability):
        return np.zeros(len(SIGNS))
    weight = chars.astype(np.float64)
    hoped = probability * weight
    low, high = _DOUBTFUL
    # Numbers and not flags: products of these are taken in one go.
    near = (probability > low / 2).astype(np.float64)
    doubtful = ((probability > low) & (probability < high)).astype(np.float64)
    chosen = kept.astype(np.float64)
    right, wanted, given, total = float(hoped @ chosen), float(hoped.sum()), float(weight @ chosen), float(weight.sum())
    certain = float(np.abs(2 * hoped - weight) @ near) / max(1.0, float(weight @ near))
    runs = int(np.count_nonzero(kept[1:] > kept[:-1])) + int(kept[0])
    return np.array(
        [
            2 * right / (wanted + given) if wanted + given else 0.0,
            certain,
            min(2.0, float(weight @ doubtful) / max(1.0, given)),
            log1p(given) / 10,
            given / total,
            right / max(1.0, given),
            min(2.0, (wanted - right) / max(1.0, given)),
            log1p(runs),
            log1p(np.count_nonzero(kept)) / 5,
            0.0 if given else 1.0,
        ]
    )


def confidence(found: FloatArray, weights: NDArray[np.float32]) -> float:
    """The probability that the text of a page is right: that its F1 is 0.8 or more.

    Args:
        found: what `signs` gave.
        weights: one for each sign and, last, the constant; shape (len(SIGNS) + 1,).
    """
    z = float(found @ weights[:-1]) + float(weights[-1])
    return 1 / (1 + exp(-min(max(z, -50.0), 50.0)))
