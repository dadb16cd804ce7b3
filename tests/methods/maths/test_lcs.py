from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from broadsheet.methods.maths.lcs import lcs, words


def by_recurrence(c: list[str], t: list[str]) -> int:
    """The paper's recurrence, cell by cell."""
    table = [[0] * (len(t) + 1) for _ in range(len(c) + 1)]
    for i, one in enumerate(c, 1):
        for j, other in enumerate(t, 1):
            table[i][j] = table[i - 1][j - 1] + 1 if one == other else max(table[i][j - 1], table[i - 1][j])
    return table[-1][-1]


@given(st.lists(st.sampled_from("abcde"), max_size=12), st.lists(st.sampled_from("abcde"), max_size=12))
def test_lcs_equals_the_recurrence(c: list[str], t: list[str]) -> None:
    assert lcs(c, t) == by_recurrence(c, t)


def test_words() -> None:
    assert words("Der Bär, die STRASSE – straße!") == ["der", "bär", "die", "strasse", "strasse"]
    assert words("iPhone15在中国发布") == ["iphone15", "在", "中", "国", "发", "布"]
    assert words("السلام عليكم") == ["السلام", "عليكم"]
    assert words("नदी का पुल") == ["नदी", "का", "पुल"]
    assert words("") == []
