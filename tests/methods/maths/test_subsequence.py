from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.methods.maths.subsequence import Run, maximal_runs, maximum_run


def largest_sum(values: list[int]) -> int:
    """Kadane's recurrence, for comparison."""
    best = here = 0
    for value in values:
        here = max(0, here + value)
        best = max(best, here)
    return best


def test_ruzzo_tompa_example() -> None:
    values = [4, -5, 3, -3, 1, 2, -2, 2, -2, 1, 5]
    assert maximal_runs(values) == [Run(0, 1, 4), Run(2, 3, 3), Run(4, 11, 7)]


def test_standke_example() -> None:
    """The slides: v = (5, 27, 33) gives T = (5, 27, 33), whose value is 65."""
    assert maximum_run([5, 27, 33]) == Run(0, 3, 65)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], None),
        ([-1, 0], None),
        ([0, 0], None),
        ([3], Run(0, 1, 3)),
        ([2, -2, 2], Run(0, 1, 2)),
        ([-1, 4, -1], Run(1, 2, 4)),
    ],
)
def test_edges(values: list[float], expected: Run | None) -> None:
    assert maximum_run(values) == expected


@given(st.lists(st.integers(-20, 20), max_size=60))
def test_the_largest_run_equals_kadane(values: list[int]) -> None:
    best = maximum_run(values)
    assert (best.total if best else 0) == largest_sum(values)


@given(st.lists(st.integers(-4, 4), max_size=20))
def test_the_largest_run_is_the_first_of_the_largest_maximal_ones(values: list[int]) -> None:
    assert maximum_run(values) == max(maximal_runs(values), key=lambda run: run.total, default=None)


@given(st.lists(st.integers(-20, 20), max_size=60))
def test_runs_are_disjoint_and_maximal(values: list[int]) -> None:
    runs = maximal_runs(values)
    for run in runs:
        assert run.total == sum(values[run.first : run.stop]) > 0
        # Every proper beginning and every proper end of a maximal run has a positive sum.
        for cut in range(run.first + 1, run.stop):
            assert sum(values[run.first : cut]) > 0
            assert sum(values[cut : run.stop]) > 0
    for one, other in pairwise(runs):
        assert one.stop <= other.first
    covered = {at for run in runs for at in range(run.first, run.stop)}
    assert all(value <= 0 or at in covered for at, value in enumerate(values))


def test_it_is_linear() -> None:
    # Ever deeper valleys keep every run in the list; a plain search would compare all pairs.
    values = [1, -2] * 50_000
    assert len(maximal_runs(values)) == 50_000
