"""Sums over runs of rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["run_sums"]


def run_sums(values: NDArray[np.float32], first: NDArray[np.int64]) -> NDArray[np.float32]:
    """The sum of each run of rows. As `numpy.add.reduceat`, which is slow for runs of a single row.

    Args:
        values: shape (n, width).
        first: start of each run, strictly ascending, shape (runs,); a run ends where the next begins.

    Returns:
        Shape (runs, width).

    >>> run_sums(np.ones((4, 2), dtype=np.float32), np.array([0, 1]))
    array([[1., 1.],
           [3., 3.]], dtype=float32)
    """
    out = values[first]
    length = np.diff(np.append(first, len(values)))
    long = np.flatnonzero(length > 1)
    if len(long):
        # Rows between two long runs go into sums that are dropped.
        edges = np.column_stack((first[long], first[long] + length[long])).ravel()
        out[long] = np.add.reduceat(np.concatenate((values, values[:1])), edges, axis=0)[::2]
    return out
