from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.methods.maths.fingerprints import of_spans


def of(text: str, *spans: tuple[int, int]) -> list[int]:
    start, stop = (np.array(column, dtype=np.int32) for column in zip(*spans, strict=True))
    return [int(value) for value in of_spans(text, start, stop)]


def test_the_same_text_has_the_same_fingerprint_wherever_it_stands() -> None:
    first, second, other = of("Home | News | Home | news", (0, 4), (14, 18), (21, 25))
    assert first == second != other


def test_short_texts_differ_in_all_bits() -> None:
    text = "0123456789"
    found = of(text, *((at, at + 1) for at in range(10)))
    assert len({value >> 32 for value in found}) == 10


def test_the_numbers_do_not_change() -> None:
    """They are stored with what is learnt of a site."""
    assert of("Contact us", (0, 10)) == [6282577330132697866]


@given(st.text(alphabet="ab c\u4e2d\n", max_size=12), st.text(alphabet="ab c\u4e2d\n", max_size=12))
def test_equal_only_if_the_texts_are(one: str, other: str) -> None:
    first, second = of(one + other, (0, len(one)), (len(one), len(one + other)))
    assert (first == second) == ("".join(one.split()) == "".join(other.split()))
