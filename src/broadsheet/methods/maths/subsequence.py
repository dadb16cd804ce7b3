"""The maximum scoring subsequence: the contiguous run of numbers with the largest sum.

Source: Ruzzo, Tompa, A linear time algorithm for finding all maximal scoring subsequences, ISMB 1999, as told in
Standke 2019. Only the maximum is needed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Run", "maximum_run"]


class Run(NamedTuple):
    """A contiguous run.

    Attributes:
        first: index of its first number.
        stop: index after its last number.
        total: its sum.
    """

    first: int
    stop: int
    total: float


def maximum_run(values: Sequence[float] | NDArray[Any]) -> Run | None:
    """The maximum scoring subsequence; None if no value is positive. Of equal sums the first, and the shortest.

    It is found from prefix sums: the first pair that is furthest apart.
    """
    reached = np.concatenate(([0], np.cumsum(values)))
    lowest = np.minimum.accumulate(reached)[:-1]
    gained = reached[1:] - lowest
    if not len(gained) or (total := gained[last := int(np.argmax(gained))]) <= 0:
        return None
    first = int(np.flatnonzero(reached[: last + 1] == lowest[last])[-1])
    return Run(first, last + 1, total.item())
