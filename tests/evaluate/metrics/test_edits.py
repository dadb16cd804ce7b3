"""The edit distance, by hand and beside its plain definition."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.evaluate.metrics import edit_distance

texts = st.text(alphabet="ab中", max_size=12)


@pytest.mark.parametrize(
    ("gold", "output", "distance"),
    [
        ("", "", 0),
        ("ferry", "", 5),
        ("ferry", "fery", 1),
        ("cat", "cut", 2),  # a substitution is two operations
        ("cat", "act", 2),
        ("a\n\n b", " a b ", 0),
        ("茶馆", "茶楼", 2),
    ],
)
def test_by_hand(gold: str, output: str, distance: int) -> None:
    assert edit_distance(gold, output) == distance


def plainly(gold: str, output: str) -> int:
    """Wagner and Fischer's table, with a substitution that costs 2."""
    above = list(range(len(output) + 1))
    for row, wanted in enumerate(gold, 1):
        here = [row]
        for column, got in enumerate(output, 1):
            change = above[column - 1] + (0 if wanted == got else 2)
            here.append(min(change, above[column] + 1, here[-1] + 1))
        above = here
    return above[-1]


@given(texts, texts)
def test_it_is_the_distance_with_dear_substitutions(gold: str, output: str) -> None:
    assert edit_distance(gold, output) == plainly(gold, output)
