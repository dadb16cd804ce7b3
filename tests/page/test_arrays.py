from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.page.arrays import frozen, sums_before


@given(st.lists(st.booleans()))
def test_sums_are_of_what_stands_before(flags: list[bool]) -> None:
    counted = sums_before(np.array(flags, dtype=np.bool_))
    assert counted.tolist() == [sum(flags[:place]) for place in range(len(flags) + 1)]
    assert counted.dtype == np.int64


def test_a_frozen_array_cannot_be_written_to() -> None:
    array = np.arange(3)
    assert frozen(array) is array
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1
    assert frozen(frozen(array)) is array
