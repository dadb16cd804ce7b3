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

__all__ = ["address", "characters_of", "opened"]


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


def characters_of(text: str) -> tuple[int, int] | None:
    """Where the characters of a text lie, and how many octets each takes: 1, 2 or 4; None where that is not known.
    Whoever asks keeps the text.
    """
    found = _LAYOUTS.get(_octet_at(id(text) + _STATE).value) if _LAYOUTS else None
    return None if found is None else (id(text) + found[0], found[1])


_octet_at: Final = ctypes.c_uint8.from_address
_STATE: Final = _HEAD + 2 * ctypes.sizeof(ctypes.c_void_p)
"""Behind its length and its hash a text says how its characters lie (PEP 393, ``PyASCIIObject.state``)."""


def _layouts() -> dict[int, tuple[int, int]]:
    """Where characters begin, and the octets of each, by the state of a text that has more than ASCII: as it is with
    texts of each width; none at all if one of them is not as expected, or if their states do not tell them apart.
    """
    if not _IS_BEHIND_HEAD:
        return {}
    out: dict[int, tuple[int, int]] = {}
    widths = ((1, "é", "latin-1"), (2, "—", "utf-16-le"), (4, "\U0001f4f0", "utf-32-le"))
    for width, letter, encoding in widths:
        text = "".join((letter, "ab", letter))  # made here, as those of pages are: constants are kept otherwise
        begin = sys.getsizeof(text) - width * (len(text) + 1)
        if ctypes.string_at(id(text) + begin, width * len(text)) != text.encode(encoding):
            return {}
        out[_octet_at(id(text) + _STATE).value] = begin, width
    return out if len(out) == len(widths) else {}


_LAYOUTS: Final = _layouts()
