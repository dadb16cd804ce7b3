"""What the modules that call the engine for `fusion` share: `kernel_texts`, `kernel_columns` and `kernel_network`.

Nothing here knows what the network has learnt, or what columns mean.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.page.arrays import IntArray

__all__ = ["ROOMY", "Array", "power", "whole"]

Array = NDArray[np.float32]

ROOMY: Final = 2
"""Places of a table for each word."""


def whole(numbers: NDArray[Any]) -> IntArray:
    """As C reads them; the same array where it is so already."""
    return np.ascontiguousarray(numbers, dtype=np.int32)


def power(least: int) -> int:
    """The lowest power of two above a number."""
    return 1 << least.bit_length()
