from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from broadsheet.methods.maths.subsequence import Run, maximum_run


def largest_sum(values: list[int]) -> int:
    """Kadane's recurrence, for comparison."""
    best = here = 0
    for value in values:
        here = max(0, here + value)
        best = max(best, here)
    return best


def test_ruzzo_tompa_example() -> None:
    assert maximum_run([4, -5, 3, -3, 1, 2, -2, 2, -2, 1, 5]) == Run(4, 11, 7)


def test_standke_example() -> None:
    """The slides: v = (5, 27, 33) gives T = (5, 27, 33), whose value is 65."""
    assert maximum_run([5, 27, 33]) == Run(0, 3, 65)


@given(st.lists(st.integers(-20, 20), max_size=60))
def test_the_largest_run_equals_kadane(values: list[int]) -> None:
    best = maximum_run(values)
    assert (best.total if best else 0) == largest_sum(values)


@given(st.lists(st.integers(-4, 4), max_size=20))
def test_the_largest_run_is_the_first_and_shortest_of_the_largest(values: list[int]) -> None:
    runs = (
        Run(first, stop, total)
        for first in range(len(values))
        for stop in range(first + 1, len(values) + 1)
        if (total := sum(values[first:stop])) > 0
    )
    assert maximum_run(values) == max(runs, key=lambda run: (run.total, -run.stop, run.first), default=None)
