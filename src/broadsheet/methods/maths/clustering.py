"""k-means with the option of one centroid that is fixed at the origin. Nothing here knows a page."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from broadsheet.page.arrays import BoolArray, FloatArray, IntArray

__all__ = ["Clusters", "k_means"]

_SLICES: Final = 64
"""Slices that the first partition is made of. Tried on the tag ratios of 209 real pages: with 96 slices one line in 300
ends in another cluster than by the best of 20 random starts, with 48 one in 100, with 16 one in 37."""


class Clusters(NamedTuple):
    """A partition of points.

    Attributes:
        labels: the number of each point's cluster, shape (n,); 0 is the pinned one, where one is pinned.
        centroids: shape (k, dimensions).
        steps: how often the centroids were moved.
    """

    labels: IntArray
    centroids: FloatArray
    steps: int


def k_means(points: FloatArray, k: int, *, pinned: bool = False, steps: int = 300) -> Clusters:
    """Lloyd's algorithm from a good first partition; nothing is drawn at random.

    The first partition is the best one along the axis of the largest variance, found by dynamic programming over slices
    of about equally many points. A centroid that loses all its points stays where it is. Of centroids that are as near,
    the first has the point.

    Args:
        points: shape (n, dimensions), n at least 1.
        k: how many clusters, the pinned one included; 1 to 127.
        pinned: keep the first centroid at the origin: it takes points, and never moves.
        steps: the most times that the centroids are moved.

    Raises:
        ValueError: there are no points, or k is out of range.
    """
    if not len(points) or not 1 <= k <= 127:
        raise ValueError(f"k-means needs points and 1 to 127 clusters, not {len(points)} and {k}")
    # A row of ones gives the sizes of the clusters with the sums of their points, in one product.
    columns: FloatArray = np.ones((points.shape[1] + 1, len(points)))
    columns[:-1] = points.T
    centroids = _first_centroids(columns, k, pinned)
    cluster = np.arange(k, dtype=np.int8)[:, None]
    labels = _nearest(columns, centroids)
    taken = 0
    while taken < steps:
        taken += 1
        sums = (labels == cluster).astype(np.float64) @ columns.T
        moving = sums[:, -1] > 0
        moving[0] &= not pinned
        centroids[moving] = sums[moving, :-1] / sums[moving, -1:]
        before, labels = labels, _nearest(columns, centroids)
        if np.array_equal(before, labels):
            break
    return Clusters(labels.astype(np.int32), centroids, taken)


def _nearest(columns: FloatArray, centroids: FloatArray) -> NDArray[np.int8]:
    """The nearest centroid of each point: the largest of 2 p.c - c.c, which is p.p less the squared distance."""
    closeness = np.column_stack((2 * centroids, -np.square(centroids).sum(axis=1))) @ columns
    labels = np.zeros(columns.shape[1], dtype=np.int8)
    best = closeness[0]
    for number in range(1, len(centroids)):
        np.copyto(labels, np.int8(number), where=closeness[number] > best)
        best = np.maximum(best, closeness[number])
    return labels


@lru_cache(maxsize=4)
def _below(size: int) -> BoolArray:
    """The entries below the diagonal of a square matrix."""
    below: BoolArray = np.tri(size, k=-1, dtype=np.bool_)
    return below


def _first_centroids(columns: FloatArray, k: int, pinned: bool) -> FloatArray:
    """Centroids of the best partition of the axis of largest variance, in that axis's order; shape (k, dimensions).

    A cluster may be empty; its centroid is then the origin.

    Args:
        columns: the points' coordinates, a dimension a row, and last a row of ones.
        k: how many clusters.
        pinned: keep the first one at the origin.
    """
    axis = int(columns[:-1].var(axis=1).argmax())
    order = np.argsort(columns[axis], kind="stable")
    slices = min(_SLICES, len(order))
    cuts = np.arange(slices + 1) * len(order) // slices
    # Sums over the points before each cut.
    total = np.zeros((len(columns), len(cuts)))
    np.cumsum(np.add.reduceat(columns[:, order], cuts[:-1], axis=1), axis=1, out=total[:, 1:])
    squares = np.append(0.0, np.cumsum(np.add.reduceat(np.square(columns[axis, order]), cuts[:-1])))
    # cost[i, j]: squared distances of the points between cuts i and j to their mean; no part ends before it begins.
    count = np.maximum(1, cuts - cuts[:, None])
    cost = squares - squares[:, None] - np.square(total[axis] - total[axis][:, None]) / count
    cost[_below(len(cuts))] = np.inf
    # least[j]: the least cost of the points before cut j; back: where the last cluster begins then.
    least = squares if pinned else cost[0]
    ends = np.arange(len(cuts))
    back = []
    for _ in range(k - 1):
        totals = least[:, None] + cost
        back.append(totals.argmin(axis=0))
        least = totals[back[-1], ends]
    centroids: FloatArray = np.zeros((k, len(columns) - 1))
    end = slices
    for number in range(k - 1, -1, -1):
        begin = int(back[number - 1][end]) if number else 0
        if begin < end and (number or not pinned):
            sums = total[:, end] - total[:, begin]
            centroids[number] = sums[:-1] / sums[-1]
        end = begin
    return centroids
