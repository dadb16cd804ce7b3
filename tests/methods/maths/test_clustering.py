from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.methods.maths.clustering import k_means

points_2d = st.lists(st.tuples(st.floats(0, 100), st.floats(0, 100)), min_size=1, max_size=40).map(np.array)


def inertia(points: np.ndarray, labels: np.ndarray, centroids: np.ndarray) -> float:
    return float(np.square(points - centroids[labels]).sum())


def test_three_heaps_by_hand() -> None:
    found = k_means(np.array([[0.0], [1.0], [10.0], [12.0], [50.0]]), 3)
    assert found.labels.tolist() == [0, 0, 1, 1, 2]
    assert found.centroids.tolist() == [[0.5], [11.0], [50.0]]


def test_the_pinned_centroid_stays_at_the_origin() -> None:
    found = k_means(np.array([[1.0, 1.0], [2.0, 0.0], [40.0, 3.0], [44.0, 5.0]]), 2, pinned=True)
    assert found.labels.tolist() == [0, 0, 1, 1]
    assert found.centroids.tolist() == [[0, 0], [42, 4]]


def test_the_pinned_centroid_may_have_no_points() -> None:
    found = k_means(np.full((4, 2), 7.0), 3, pinned=True)
    assert found.centroids[0].tolist() == [0, 0]
    assert 0 not in found.labels.tolist()


def test_a_single_point() -> None:
    found = k_means(np.array([[3.0, 4.0]]), 3)
    assert found.centroids[found.labels[0]].tolist() == [3, 4]
    assert k_means(np.array([[0.0, 0.0]]), 3, pinned=True).labels.tolist() == [0]


@pytest.mark.parametrize(("points", "k"), [(np.zeros((0, 2)), 3), (np.zeros((2, 2)), 0), (np.zeros((2, 2)), 128)])
def test_what_is_out_of_range_is_refused(points: np.ndarray, k: int) -> None:
    with pytest.raises(ValueError, match="1 to 127 clusters"):
        k_means(points, k)


def test_one_dimension_is_solved_exactly() -> None:
    """With fewer points than slices, the first partition is the best one, and nothing moves."""
    values = np.array([1.0, 2.0, 3.0, 8.0, 9.0, 20.0, 21.0, 25.0])
    found = k_means(values[:, None], 3)
    best = min(
        sum(float(np.square(part - part.mean()).sum()) for part in np.split(values, [a, b]) if len(part))
        for a, b in product(range(1, 7), range(2, 8))
        if a < b
    )
    assert inertia(values[:, None], found.labels, found.centroids) == pytest.approx(best)
    assert found.steps == 1


@given(points_2d, st.integers(1, 5), st.booleans())
def test_it_comes_to_rest(points: np.ndarray, k: int, pinned: bool) -> None:
    found = k_means(points, k, pinned=pinned)
    assert found.labels.shape == (len(points),)
    distance = np.square(points[:, None, :] - found.centroids[None]).sum(axis=2)
    own = distance[np.arange(len(points)), found.labels]
    assert (own <= distance.min(axis=1) + 1e-6 * (1 + np.square(points).sum(axis=1))).all(), "each has the nearest"
    for number in range(int(pinned), k):
        members = points[found.labels == number]
        if len(members):
            assert found.centroids[number] == pytest.approx(members.mean(axis=0), abs=1e-6)
    if pinned:
        assert not found.centroids[0].any()


@given(points_2d, st.integers(2, 4), st.booleans())
def test_the_same_points_give_the_same_clusters(points: np.ndarray, k: int, pinned: bool) -> None:
    first, second = k_means(points, k, pinned=pinned), k_means(points.copy(), k, pinned=pinned)
    assert (first.labels == second.labels).all()
    assert (first.centroids == second.centroids).all()
