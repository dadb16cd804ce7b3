"""The shared library and the signatures of its functions. The C files say what each does."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["LIBRARY", "pointer", "pointers"]

_VERSION: Final = 4
"""Of the functions below, as in `document.c`. A library that was built from another version cannot be used."""
_SEED: Final = int.from_bytes(os.urandom(8), "little")
_FILE: Final = Path(__file__).with_name("_engine.so")
_HELP: Final = (
    "Install a wheel of broadsheet, or build it with a C compiler: 'pip install --force-reinstall .' "
    "(in a checkout 'pip install --editable .')."
)

_POINTER: Final = ctypes.c_void_p
_BYTES: Final = ctypes.c_char_p
_SIZE: Final = ctypes.c_int64
_REAL: Final = ctypes.c_double


def _checked(status: int) -> int:
    """The answer of a function that is negative if there is no memory."""
    if status < 0:
        raise MemoryError("no memory for the engine's work")
    return status


_SIGNATURES: Final[dict[str, tuple[Any, ...]]] = {
    # Name, result, arguments.
    "tag_count": (_SIZE,),
    "number_other_nodes": (None, _POINTER),
    "number_tag": (None, _BYTES, _SIZE, ctypes.c_uint16, _POINTER),
    "document_open": (_POINTER, _BYTES, _SIZE, _POINTER, _POINTER, _POINTER),
    "document_columns": (_checked, *[_POINTER] * 5),
    "document_close": (None, _POINTER),
    "document_name": (_SIZE, _POINTER, _SIZE, _POINTER, _SIZE),
    "document_attributes": (_SIZE, _POINTER, _POINTER, _SIZE, _POINTER, _POINTER, _SIZE),
    "document_raw_text": (_SIZE, _POINTER, _SIZE, _POINTER, _SIZE),
    "document_joined": (_SIZE, _POINTER, _POINTER, _SIZE, _BYTES, _POINTER, _SIZE),
    "document_values": (_SIZE, _POINTER, _BYTES, _POINTER, _POINTER, _SIZE),
    "document_select": (_SIZE, _POINTER, _BYTES, _SIZE, _POINTER, _SIZE),
    "document_segments": (_SIZE, *[_POINTER] * 4, _SIZE),
    "document_hand_down": (None, _POINTER, _POINTER),
    "collapse": (_SIZE, *[_POINTER] * 4, _SIZE, _POINTER),
    "map_points": (_SIZE, _POINTER, _POINTER, ctypes.c_uint32, _POINTER, _POINTER, _SIZE, _POINTER, _POINTER),
    "words_in_texts": (None, _BYTES, _SIZE, _POINTER, _POINTER),
    "rows_by_list": (_SIZE, _POINTER, _POINTER, _POINTER, _SIZE, _POINTER, _POINTER),
    "count_controls": (_SIZE, _BYTES, _SIZE),
    "hash_words": (_SIZE, _POINTER, _SIZE, _POINTER),
    "fill_table": (None, _POINTER, _POINTER, _SIZE, _POINTER, _POINTER, _SIZE),
    "look_up": (None, _POINTER, _SIZE, _POINTER, _POINTER, _SIZE, _POINTER),
    "read_evidence": (_checked, *[_POINTER] * 5),
    "find_copies": (_checked, *[_POINTER] * 4, _SIZE, _POINTER, ctypes.c_uint16, _POINTER, _SIZE, *[_POINTER] * 5),
    "score": (_checked, _POINTER, _POINTER, _SIZE, _SIZE, _POINTER, _POINTER, _SIZE),
    "weigh": (None, *[_POINTER] * 3, _SIZE, _REAL, _REAL, _POINTER),
}


def _opened(file: Path) -> ctypes.CDLL:
    """The library, with the signatures declared.

    Raises:
        ImportError: it was not built, or from other sources than these.
    """
    if not file.exists():
        raise ImportError(f"broadsheet's engine was not built: there is no {file}. {_HELP}")
    try:
        library = ctypes.CDLL(str(file))
    except OSError as error:
        raise ImportError(f"broadsheet's engine cannot be loaded: {error}. {_HELP}") from error
    if library.engine_open(ctypes.c_uint64(_SEED)) != _VERSION:
        raise ImportError(f"broadsheet's engine at {file} was built from another version. {_HELP}")
    for name, (result, *arguments) in _SIGNATURES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


LIBRARY: Final = _opened(_FILE)


def pointer(array: NDArray[np.generic]) -> int:
    """Where the numbers of an array are, for one of these functions. The caller keeps the array until it returns."""
    try:
        return ctypes.addressof(ctypes.c_char.from_buffer(array))  # type: ignore[arg-type]
    except (TypeError, ValueError):  # read-only or empty: this takes three times as long
        return array.ctypes.data


def pointers(*arrays: NDArray[Any]) -> list[int]:
    """`pointer` of each of some arrays."""
    return [pointer(array) for array in arrays]
