"""What the engine counts and finds in texts and in the octets of a page."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.engine.document import Tables
from broadsheet.engine.library import LIBRARY, pointer

__all__ = [
    "Words",
    "collapsed",
    "count_controls",
    "count_names",
    "count_no_text",
    "mapped",
    "rows_by_list",
]

_BUCKETS: Final = 4096
_BEHIND: Final = b"\0\0\0"
"""What stands behind texts that are read four octets at a time."""
_Ends = ctypes.c_int64 * 64


def collapsed(
    points: NDArray[np.uint32], start: NDArray[np.int32], stop: NDArray[np.int32], tables: Tables
) -> list[str]:
    """Parts of a text with each run of white space made one space, and none at the ends.

    Args:
        points: the code points of the text, shape (characters,).
        start: where each part begins, in characters, shape (k,).
        stop: where it ends, shape (k,).
        tables: what is white space.
    """
    out = np.empty(4 * int((stop - start).sum()) + len(start), dtype=np.uint8)
    size = LIBRARY.collapse(pointer(points), tables.reference, pointer(start), pointer(stop), len(start), pointer(out))
    return str(out[:size].data, "utf-8", "surrogatepass").split("\n")[:-1]


def mapped(
    points: NDArray[np.uint32], start: NDArray[np.int32], stop: NDArray[np.int32], units: NDArray[np.uint16]
) -> tuple[str, NDArray[np.bool_]]:
    """Parts of a text in other letters, where there is one for each of theirs.

    Args:
        points: the text's code points.
        start: where each part begins, shape (k,).
        stop: where it ends.
        units: the letter by code point, 0 for those that have none; those beyond it have none either.

    Returns:
        The parts that have a letter for each code point, with a space behind each, and which these are, shape (k,).
    """
    out = np.empty(int((stop - start).sum()) + len(start), dtype=np.uint16)
    whole = np.empty(len(start), dtype=np.bool_)
    given = (pointer(points), pointer(units), len(units), pointer(start), pointer(stop), len(start))
    size = LIBRARY.map_points(*given, pointer(out), pointer(whole))
    return str(out[:size].data, "utf-16-le", "surrogatepass"), whole


def count_no_text(data: bytes, length: int) -> int:
    """How many of the first octets stand in no text."""
    return int(LIBRARY.count_no_text(data, min(length, len(data))))


def count_names(data: bytes, most: int) -> int:
    """How many different names of elements and attributes there may be; 0 where they are no more than ``most`` for
    certain. Counting stops beyond ``most``.
    """
    return int(LIBRARY.count_names(data, len(data), most))


def count_controls(data: bytes) -> int:
    """How many control characters of U+0080 to U+009F stand right behind a character of U+0080 to U+00FF, in UTF-8."""
    return int(LIBRARY.count_controls(data, len(data)))


class _Words(ctypes.Structure):
    _fields_ = tuple(
        (name, ctypes.c_void_p) for name in ("pairs", "heads", "next", "front", "mask", "octets", "at", "lists")
    )


class Words:
    """Lists of words that are looked for at once.

    Args:
        lists: the lists, at most 64; each word has two octets or more in UTF-8.
    """

    def __init__(self, lists: Sequence[Sequence[str]]) -> None:
        masks: dict[bytes, int] = {}
        for number, words in enumerate(lists):
            for word in words:
                masks[word.encode()] = masks.get(word.encode(), 0) | 1 << number
        heads, following = np.zeros(_BUCKETS, dtype=np.uint16), np.zeros(len(masks), dtype=np.uint16)
        pairs = np.zeros(_BUCKETS, dtype=np.uint16)
        for number, octets in enumerate(masks):
            bucket = _bucket(octets)
            following[number], heads[bucket] = heads[bucket], number + 1
            is_pair = len(octets) == 2
            # Words that begin alike are in one group: few third letters fit any second one.
            group = 1 << (0 if is_pair else 1 + octets[0] % 7)
            pairs[bucket] |= group
            pairs[slice(None) if is_pair else _bucket(octets[1:])] |= group << 8
        front, mask = (
            np.frombuffer(b"".join(octets[:4].ljust(4, b"\0") for octets in of), dtype=np.uint32)
            for of in (masks, [b"\xff" * len(octets) for octets in masks])
        )
        octets_of = np.frombuffer(b"".join(masks), dtype=np.uint8)
        at = np.cumsum([0, *map(len, masks)], dtype=np.int32)
        masks_of = np.array([*masks.values()], dtype=np.uint64)
        self._kept: list[NDArray[Any]] = [pairs, heads, following, front, mask, octets_of, at, masks_of]
        self._structure = _Words(*map(pointer, self._kept))

    def in_texts(self, texts: str, count: int) -> NDArray[np.uint64]:
        """The lists of which a word is in each text, a bit each, shape (count,).

        Args:
            texts: the texts, with a zero after each but the last.
            count: how many there are.
        """
        out = np.empty(count, dtype=np.uint64)
        data = texts.encode("utf-8", "replace") + _BEHIND
        LIBRARY.words_in_texts(data, len(data) - len(_BEHIND), ctypes.byref(self._structure), pointer(out))
        return out


def _bucket(octets: bytes) -> int:
    """The bucket of the first two octets."""
    return (octets[0] * 64 + octets[1]) % _BUCKETS


def rows_by_list(
    found: NDArray[np.uint64], which: NDArray[np.int32], rows: NDArray[np.intp]
) -> tuple[list[int], NDArray[np.intp]]:
    """The rows in whose values a word of each list is.

    Args:
        found: the lists of which a word is in each of the different values (`Words.in_texts`).
        which: which of these each row has, shape (k,).
        rows: the rows, shape (k,).

    Returns:
        Where the rows of each of 64 lists end, and these, those of one list after those of the other, each in order.
    """
    ends = _Ends()
    given = (pointer(found), pointer(which), pointer(rows), len(rows), ends)
    out = np.empty(LIBRARY.rows_by_list(*given, None), dtype=np.intp)
    LIBRARY.rows_by_list(*given, pointer(out))
    return ends[:], out
