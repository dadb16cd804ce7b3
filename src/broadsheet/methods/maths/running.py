"""How many of some flags stand before each place. Nothing here knows a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from broadsheet.page.arrays import BoolArray, IntArray

__all__ = ["running_count"]


def running_count(flags: BoolArray) -> IntArray:
    """How many flags stand before each place, and last, all of them.

    Args:
        flags: shape (n,).

    Returns:
        Shape (n + 1,).

    >>> running_count(np.array([True, False, True])).tolist()
    [0, 1, 1, 2]
    """
    out: IntArray = np.zeros(len(flags) + 1, dtype=np.int32)
    # Copied first: summing numbers of one kind into another is several times slower.
    out[1:] = flags
    return np.cumsum(out, out=out)
