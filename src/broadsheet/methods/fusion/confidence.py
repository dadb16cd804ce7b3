"""How sure the decision about a page is: from the probabilities of its segments to one probability for its text.

It must not know how the probabilities were made. The weights are learnt from pages of sites that the network had not
seen (``broadsheet train fusion``), so that they say how often such a text is right.
"""

from __future__ import annotations

from math import exp, log1p
from operator import mul
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.methods.fusion import kernel, kernel_network
from broadsheet.page.arrays import BoolArray, FloatArray, IntArray

__all__ = ["SIGNS", "confidence", "signs"]

SIGNS: Final = (
    "expected_f1", "certainty", "doubtful", "log_chars", "share", "mean_kept", "mean_left", "runs", "segments",
    "none_kept", "longest",
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
    weighed = kernel_network.weigh if kernel.available() else _weighed
    sums = weighed(probability, kept, chars, *_DOUBTFUL)
    right, wanted, given, total, far, near, doubtful, count, runs, longest = sums
    return np.array(
        [
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
    )


def _weighed(probability: FloatArray, kept: BoolArray, chars: IntArray, low: float, high: float) -> list[float]:
    """What the probabilities add up to, weighed by characters.

    Returns:
        The characters that are right by the probabilities, of those that are kept and of all; the characters that are
        kept, and of all; how far those that are not out of the question are from one half, and their characters; the
        characters of the doubtful; how many segments are kept, in how many runs; and the characters of the longest.
    """
    weight = chars.astype(np.float64)
    hoped = probability * weight
    # Numbers and not flags: products of these are taken in one go.
    near = (probability > low / 2).astype(np.float64)
    doubtful = ((probability > low) & (probability < high)).astype(np.float64)
    chosen = kept.astype(np.float64)
    runs = int(np.count_nonzero(kept[1:] > kept[:-1])) + int(kept[0])
    sums = (
        hoped @ chosen,
        hoped.sum(),
        weight @ chosen,
        weight.sum(),
        np.abs(2 * hoped - weight) @ near,
        weight @ near,
    )
    longest = (weight * chosen).max()
    return [*map(float, (*sums, weight @ doubtful, np.count_nonzero(kept), runs, longest))]


def confidence(found: FloatArray, weights: NDArray[np.float32]) -> float:
    """The probability that the text of a page is right: that its F1 is 0.8 or more.

    Args:
        found: what `signs` gave.
        weights: one for each sign and, last, the constant; shape (len(SIGNS) + 1,).
    """
    *of_signs, constant = weights.tolist()
    z = sum(map(mul, found.tolist(), of_signs), constant)
    return 1 / (1 + exp(-min(max(z, -50.0), 50.0)))
