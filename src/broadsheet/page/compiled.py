"""Libraries of C functions that the package may have been built with, loaded by ctypes.

Everything works without them. They are left alone where they were not built (no C compiler at the installation), where
they were built from another version of their source, or where the environment variable ``BROADSHEET_KERNEL`` is ``0``.
"""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["address", "opened"]


def opened(file: Path, version: int) -> ctypes.CDLL | None:
    """A library of ours; None where it is not to be used.

    Args:
        file: where it would be.
        version: what its function ``kernel_version`` must say.
    """
    if os.environ.get("BROADSHEET_KERNEL") == "0" or not file.exists():
        return None
    try:
        library = ctypes.CDLL(str(file))
        return library if library.kernel_version() == version else None
    except (OSError, AttributeError):
        return None


def address(array: NDArray[Any]) -> int:
    """Where an array's numbers begin. Whoever asks keeps the array."""
    own = array
    if not array.flags.writeable:
        # What is frozen is a view of all of an array that can be written to; code points are those of a string.
        base = array.base
        if not isinstance(base, np.ndarray) or base.shape != array.shape or base.strides != array.strides:
            return int(array.__array_interface__["data"][0])
        own = base
    try:
        return ctypes.addressof(ctypes.c_char.from_buffer(own))  # type: ignore[arg-type]  # a fourth of the time of the other ways
    except (TypeError, ValueError, BufferError):
        return array.ctypes.data
