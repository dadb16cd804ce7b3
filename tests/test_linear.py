"""Time is linear in the size of a page: the instructions of growing hostile pages are counted.

Counting slows a program down fifty times, so the tests measure a few generators of `tests.hostile`; ``make linear``
measures one in twenty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from tests.instructions import check, count, superlinear, why_not

SOME = (
    "text:title, hyphens",
    "text:byline, names",
    "text:ld+json articleBody, backslashes",
    "nested:math",
    "nested:select",
    "nested around lines:list",
    "nested:figure (path)",
    "nested:program (path)",
    "nested:table with header (path)",
    "deep:same images",
    "deep:empty blocks",
    "value:img srcset, only commas",
    "data:ld+json, deep objects",
    "data:ld+json, backslashes",
    "head:meta unknown",
    "body:home links",
    "body:empty blocks with classes",
    "body:sources in a picture",
    "body:comments in words",
    "body:days in a sentence",
    "body:items in no list",
    "body:lists right in a list",
    "text:paragraph, single digits",
    "text:app state alone, spaces",
    "body:figures",
    "body:words in references",
)


@pytest.fixture(scope="module", autouse=True)
def _counting() -> None:
    if (reason := why_not()) is not None:
        pytest.skip(reason)


@pytest.mark.parametrize("names", [SOME[::3], SOME[1::3], SOME[2::3]])  # in parts, for several processes
def test_hostile_pages_take_linear_time(names: Sequence[str]) -> None:
    assert check(names) == {}


def test_a_quadratic_loop_is_found() -> None:
    (counts,) = count(["text:paragraph, words"], plant=True).values()
    assert superlinear(counts) is not None


@pytest.mark.parametrize(
    ("counts", "fails"),
    [
        ([1_000_000, 2_000_000, 4_000_000], False),
        ([9_000_000, 10_000_000, 12_000_000], False),
        ([9_000_000, 10_000_000, 14_000_000], True),
        ([9_000_000, 9_001_000, 9_005_000], False),
    ],
    ids=["linear", "linear beside a constant", "quadratic beside a constant", "too little to tell"],
)
def test_growth_is_compared(counts: list[int], fails: bool) -> None:
    assert (superlinear([Counter(python=one) for one in counts]) is not None) == fails
