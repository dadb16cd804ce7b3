from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.page.arrays import sums_before


@given(st.lists(st.booleans()))
def test_sums_are_of_what_stands_before(flags: list[bool]) -> None:
    counted = sums_before(np.array(flags, dtype=np.bool_))
    assert counted.tolist() == [sum(flags[:place]) for place in range(len(flags) + 1)]
    assert counted.dtype == np.int64
