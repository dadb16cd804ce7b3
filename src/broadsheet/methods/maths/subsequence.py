"""Maximum scoring subsequences: the contiguous runs of numbers with the largest sums.

Source: Ruzzo, Tompa, A linear time algorithm for finding all maximal scoring subsequences, ISMB 1999, as told in
Standke 2019.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Run", "maximal_runs", "maximum_run"]


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


def maximal_runs(values: Sequence[float]) -> list[Run]:
    """All maximal scoring subsequences, in order: disjoint, with positive sums that no run around or in them exceeds.

    Linear time: every run in the list is merged at most once, and the searches skip runs that cannot match.

    Args:
        values: the scores.
    """
    first: list[int] = []
    stop: list[int] = []
    left: list[float] = []  # L_j: sum of all values before the run
    right: list[float] = []  # R_j: sum of all values through its end
    lower: list[int] = []  # the nearest run before j whose L is smaller than L_j, or -1
    total: float = 0
    for at, value in enumerate(values):
        before = total
        total += value
        if value <= 0:
            continue
        run_first, run_left = at, before
        # Step 1: the rightmost j with L_j < L_k.
        j = len(first) - 1
        while True:
            while j >= 0 and left[j] >= run_left:
                j = lower[j]
            # Steps 2 and 3: nothing to merge with.
            if j < 0 or right[j] >= total:
                break
            # Step 4: reach back to the start of run j, drop runs j and later, and look again.
            run_first, run_left = first[j], left[j]
            next_j = lower[j]
            del first[j:], stop[j:], left[j:], right[j:], lower[j:]
            j = next_j
        first.append(run_first)
        stop.append(at + 1)
        left.append(run_left)
        right.append(total)
        lower.append(j)
    return [Run(f, s, r - lft) for f, s, lft, r in zip(first, stop, left, right, strict=True)]


def maximum_run(values: Sequence[float] | NDArray[Any]) -> Run | None:
    """The maximum scoring subsequence, the first of equal ones; None if no value is positive.

    It is the first of the largest of `maximal_runs`, found from prefix sums: the first pair that is furthest apart.
    """
    reached = np.concatenate(([0], np.cumsum(values)))
    lowest = np.minimum.accumulate(reached)[:-1]
    gained = reached[1:] - lowest
    if not len(gained) or (total := gained[last := int(np.argmax(gained))]) <= 0:
        return None
    first = int(np.flatnonzero(reached[: last + 1] == lowest[last])[-1])
    return Run(first, last + 1, total.item())
