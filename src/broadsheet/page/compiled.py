"""Libraries of C functions that the package may have been built with, loaded by ctypes.

Everything works without them. They are left alone where they were not built (no C compiler at the installation), where
they were built from another version of their source, or where the environment variable ``BROADSHEET_KERNEL`` is ``0``.
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path
from typing import Any, Final

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
    if _IS_BEHIND_HEAD and type(array) is np.ndarray:  # a fifth of the time of numpy's own ways
        return _word_at(id(array) + _HEAD).value
    return array.ctypes.data


_word_at: Final = ctypes.c_size_t.from_address
_HEAD: Final = object.__basicsize__
"""What stands before the first member of an object, which is where an array's numbers begin (NumPy's C API,
``PyArrayObject``).
"""


def _is_behind_head() -> bool:
    """Whether that is so here: on arrays, parts of arrays, and arrays that cannot be written to."""
    if sys.implementation.name != "cpython" or ctypes.sizeof(ctypes.c_size_t) != ctypes.sizeof(ctypes.c_void_p):
        return False
    whole = np.arange(12, dtype=np.int32)
    frozen = whole[3:].view()
    frozen.flags.writeable = False
    some = (whole, whole[5:], whole.reshape(3, 4).T, frozen, np.frombuffer(b"0123456789", dtype=np.uint8))
    return all(_word_at(id(array) + _HEAD).value == array.ctypes.data for array in some)


_IS_BEHIND_HEAD: Final = _is_behind_head()
