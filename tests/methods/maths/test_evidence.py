from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.methods.maths.evidence import Masses, combine, negative, positive

NEWS, OTHER = frozenset({"news"}), frozenset({"other"})
EITHER = NEWS | OTHER


def one(news: float, other: float) -> Masses:
    return Masses(*(np.array([value]) for value in (news, other, 1 - news - other)))


def by_enumeration(evidence: list[Masses]) -> tuple[float, float, float] | None:
    """Eq. (3) to (5), set by set."""
    sums: dict[frozenset[str], float] = {}
    for sets in product((NEWS, OTHER, EITHER), repeat=len(evidence)):
        value = 1.0
        for m, chosen in zip(evidence, sets, strict=True):
            value *= float({NEWS: m.news, OTHER: m.other, EITHER: m.unknown}[chosen][0])
        meet = frozenset.intersection(*sets)
        sums[meet] = sums.get(meet, 0.0) + value
    k = 1 - sums.get(frozenset(), 0.0)
    return None if k <= 1e-9 else (sums.get(NEWS, 0.0) / k, sums.get(OTHER, 0.0) / k, sums.get(EITHER, 0.0) / k)


def test_eq_1_positive_mass() -> None:
    masses = positive(np.array([0.0, 0.5, 1.0]), 0.9)
    assert masses.news == pytest.approx([0, 0.45, 0.9])
    assert masses.other.tolist() == [0, 0, 0]
    assert masses.unknown == pytest.approx([1, 0.55, 0.1])


def test_eq_2_negative_mass() -> None:
    masses = negative(np.array([0.0, 0.5, 1.0]), 0.9)
    assert masses.news.tolist() == [0, 0, 0]
    assert masses.other == pytest.approx([0, 0.45, 0.9])
    assert masses.unknown == pytest.approx([1, 0.55, 0.1])


def test_eq_3_fusion() -> None:
    """Masses 0.76 and 0.475 for, 0.99 against: P = 1 - 0.24 * 0.525 = 0.874, K = 1 - 0.874 * 0.99."""
    together = combine(
        positive(np.array([0.8]), 0.95), positive(np.array([0.5]), 0.95), negative(np.array([1.0]), 0.99)
    )
    k = 1 - 0.874 * 0.99
    assert together.news[0] == pytest.approx(0.874 * 0.01 / k)
    assert together.other[0] == pytest.approx(0.99 * 0.126 / k)
    assert together.unknown[0] == pytest.approx(0.126 * 0.01 / k)


def test_eq_4_nothing_goes_to_the_empty_set() -> None:
    together = combine(one(0.6, 0.3), one(0.1, 0.8), one(0.0, 0.5))
    assert together.news + together.other + together.unknown == pytest.approx([1.0])


def test_eq_5_k_is_what_does_not_conflict() -> None:
    """One piece says 0.5 for, the other 0.5 against: a quarter conflicts, so each has a quarter of 3/4."""
    together = combine(one(0.5, 0.0), one(0.0, 0.5))
    assert together.news[0] == together.other[0] == together.unknown[0] == pytest.approx(0.25 / 0.75)


def test_total_conflict_leaves_everything_open() -> None:
    together = combine(one(1.0, 0.0), one(0.0, 1.0))
    assert (together.news[0], together.other[0], together.unknown[0]) == (0.0, 0.0, 1.0)


masses = st.tuples(st.floats(0, 1), st.floats(0, 1)).map(
    lambda pair: one(pair[0] * 0.98, (1 - pair[0]) * pair[1] * 0.98)
)


@given(st.lists(masses, min_size=1, max_size=5))
def test_the_closed_form_equals_enumeration(evidence: list[Masses]) -> None:
    expected = by_enumeration(evidence)
    together = combine(*evidence)
    if expected is not None:
        assert (together.news[0], together.other[0], together.unknown[0]) == pytest.approx(expected, abs=1e-6)


@given(st.lists(masses, min_size=2, max_size=5), st.randoms())
def test_the_order_does_not_matter(evidence: list[Masses], random: object) -> None:
    shuffled = evidence[:]
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert combine(*shuffled).news == pytest.approx(combine(*evidence).news, abs=1e-9)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=4), st.floats(0, 1))
def test_more_evidence_for_never_lowers_the_mass(features: list[float], more: float) -> None:
    before = [positive(np.array([h]), 0.95) for h in features]
    after = combine(*before, positive(np.array([more]), 0.95))
    assert after.news[0] >= combine(*before).news[0] - 1e-12
