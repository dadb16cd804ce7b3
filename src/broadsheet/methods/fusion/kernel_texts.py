"""The compiled parts for texts of segments and names of elements: their words, beginnings, and what is there twice."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.engine.library import LIBRARY, pointer
from broadsheet.methods.fusion import kernel
from broadsheet.methods.fusion.kernel import Array
from broadsheet.page import Page
from broadsheet.page.arrays import IntArray
from broadsheet.page.characters import code_points

__all__ = [
    "Folding",
    "Hashes",
    "SplitNames",
    "SplitTexts",
    "Table",
    "leads_in",
    "repeats",
    "same_text",
    "segment_words",
    "split_names",
    "split_texts",
]

Hashes = NDArray[np.uint64]


@dataclass(frozen=True, slots=True, eq=False)
class SplitTexts:
    """The words of some texts.

    Attributes:
        start, stop: where each word is, in code points; shape (n,).
        hashes: a number for each, the same for the same word; shape (n,).
        edges: where each text's words begin and, last, end; shape (m + 1,).
    """

    start: IntArray
    stop: IntArray
    hashes: Hashes
    edges: IntArray


def split_texts(text: str, texts: int, kinds: NDArray[np.uint8]) -> SplitTexts:
    """The words of texts.

    Args:
        text: the texts, a line feed between each two.
        texts: how many there are.
        kinds: the kind of each code point as `broadsheet.methods.fusion.tokens` numbers them; the last entry stands for
            all above.
    """
    points = code_points(text)
    start, stop = np.empty((2, len(points)), dtype=np.int32)
    hashes = np.empty(len(points), dtype=np.uint64)
    edges = np.zeros(texts + 1, dtype=np.int32)
    count = LIBRARY.split_texts(
        pointer(points),
        len(points),
        pointer(kinds),
        len(kinds) - 1,
        pointer(start),
        pointer(stop),
        pointer(hashes),
        pointer(edges[1:]),
    )
    edges[-1] = count
    return SplitTexts(start[:count], stop[:count], hashes[:count], edges)


@dataclass(frozen=True, slots=True, eq=False)
class SplitNames:
    """The words in the names of some elements.

    Attributes:
        numbers: for each element, the number of its words in their order; 0 where it has none.
        first: the element at which each number was met first, from number 1; shape (numbers,).
        hashes: the words of each number, one after the other.
        edges: where they begin and, last, end, from number 0, which has none.
    """

    numbers: IntArray
    first: IntArray
    hashes: Hashes
    edges: IntArray


def split_names(names: bytes, elements: int) -> SplitNames:
    """The words in the names of elements, given in UTF-8 with a zero after each element's."""
    slots = kernel.power(kernel.ROOMY * elements)
    table, known = np.zeros(slots, dtype=np.uint64), np.empty(slots, dtype=np.int32)
    numbers, first = np.empty(elements, dtype=np.int32), np.empty(elements + 1, dtype=np.int32)
    edges = np.zeros(elements + 2, dtype=np.int32)
    hashes = np.empty(len(names) + 1, dtype=np.uint64)
    count = LIBRARY.split_names(
        names,
        elements,
        pointer(table),
        pointer(known),
        slots,
        pointer(numbers),
        pointer(first),
        pointer(edges),
        pointer(hashes),
    )
    return SplitNames(numbers, first[1 : count + 1], hashes[: edges[count + 1]], edges[: count + 2])


class Table:
    """Words by number, for `SplitTexts.hashes` and `SplitNames.hashes`.

    Args:
        words: the number of each word, 1 or more. None has a line feed in it.
    """

    def __init__(self, words: Mapping[str, int]) -> None:
        self._slots = kernel.power(kernel.ROOMY * len(words))
        self._keys = np.zeros(self._slots, dtype=np.uint64)
        self._numbers = np.zeros(self._slots, dtype=np.int32)
        points = code_points("".join([f"{word}\n" for word in words]))
        hashes = np.empty(len(words), dtype=np.uint64)
        LIBRARY.hash_words(pointer(points), len(points), pointer(hashes))
        given = np.fromiter(words.values(), dtype=np.int32, count=len(words))
        tables = pointer(self._keys), pointer(self._numbers), self._slots
        LIBRARY.fill_table(pointer(hashes), pointer(given), len(words), *tables)

    def numbers(self, hashes: Hashes) -> IntArray:
        """The number of each word, 0 for one that is not here."""
        out = np.empty(len(hashes), dtype=np.int32)
        LIBRARY.look_up(
            pointer(hashes), len(hashes), pointer(self._keys), pointer(self._numbers), self._slots, pointer(out)
        )
        return out


class _Folding(ctypes.Structure):
    _fields_ = (
        ("classes", ctypes.c_void_p),
        ("last_point", ctypes.c_int64),
        ("folded", ctypes.c_void_p),
        ("points", ctypes.c_int64),
        ("longer", ctypes.c_void_p),
    )


_FOLDED: Final = 3
"""Characters that folding may make of one."""
_LONGER: Final = 1 << 31
_FOLDING: Final = 0x20000
"""Code points above are as they are when they are folded."""
_PART: Final = 0x100


class Folding:
    """What characters are, and what folding makes of each.

    Args:
        classes: the classes of each code point, a bit each; the last entry stands for all above.
        fold: `str.casefold` or `str.lower`.
    """

    def __init__(self, classes: NDArray[np.uint16], fold: Callable[[str], str]) -> None:
        folded = np.arange(_FOLDING, dtype=np.uint32)
        longer: list[int] = []
        for first in range(0, _FOLDING, _PART):
            part = range(first, first + _PART)
            whole = fold("".join(map(chr, part)))
            if len(whole) == _PART:
                folded[first : first + _PART] = code_points(whole)
                continue
            for point in part:
                other = fold(chr(point))
                if len(other) == 1:
                    folded[point] = ord(other)
                else:
                    folded[point] = _LONGER | len(longer)
                    longer += [*map(ord, other), *[0] * (_FOLDED - len(other))]
        self._kept = classes, folded, np.array(longer, dtype=np.uint32)
        places = [pointer(array) for array in self._kept]
        self.structure = _Folding(places[0], len(classes) - 1, places[1], _FOLDING, places[2])
        self.reference = ctypes.byref(self.structure)


def segment_words(
    folding: Folding, page: Page, ends: tuple[int, int], kinds: NDArray[np.uint8]
) -> tuple[Hashes, IntArray] | None:
    """The words at both ends of each segment of a page, in small letters.

    Args:
        folding: what characters are, and their small letters.
        page: the page.
        ends: characters at the beginning and at the end of a segment that are read.
        kinds: as for `split_texts`.

    Returns:
        A number for each word, as `SplitTexts` has them, and where those of each segment begin and, last, end, of shape
        (m + 1,); None where some letter has two small ones.
    """
    segments = page.segments
    count = len(segments)
    hashes = np.empty(len(page.points) + 2 * count + 1, dtype=np.uint64)
    edges = np.zeros(count + 1, dtype=np.int32)
    given = (folding.reference, pointer(page.points), pointer(segments.start), pointer(segments.stop), count, *ends)
    words = LIBRARY.segment_words(*given, pointer(kinds), len(kinds) - 1, pointer(hashes), pointer(edges))
    if words < -1:
        raise MemoryError("no memory for the words of segments")
    return None if words < 0 else (hashes[:words], edges)


def same_text(folding: Folding, page: Page, folded: str, row: Array) -> None:
    """Whether the text of each segment of a page is, folded, some folded text; written to ``row``, shape (m,)."""
    segments = page.segments
    wanted = code_points(folded)
    given: list[NDArray[Any]] = [page.points, segments.start, segments.stop, kernel.whole(segments.chars)]
    taken = (len(segments), pointer(wanted), len(wanted), pointer(row))
    LIBRARY.same_text(folding.reference, *map(pointer, given), *taken)


def leads_in(
    folding: Folding, page: Page, which: NDArray[np.intp], read: int, most: int, within: str
) -> NDArray[np.bool_]:
    """Whether the beginnings of some segments, folded and without white space, stand in a text; shape (k,).

    Args:
        folding: what characters are.
        page: the page.
        which: the numbers of the segments, shape (k,).
        read: characters of each that are folded.
        most: characters of these that are looked for, at the most.
        within: the text.
    """
    start, stop = page.segments.start[which], page.segments.stop[which]
    points = code_points(within)
    out = np.empty(len(which), dtype=np.bool_)
    given = (folding.reference, pointer(page.points), pointer(start), pointer(stop), len(which), read, most)
    LIBRARY.leads_in(*given, pointer(points), len(points), pointer(out))
    return out


def repeats(folding: Folding, page: Page, read: int, rows: Array) -> None:
    """Whether the text of each segment stands elsewhere on the page, and whether one with the same beginning does.

    Args:
        folding: what characters are.
        page: the page, which has a segment at least.
        read: characters of a beginning.
        rows: where to: the same text before and after the segment, the same beginning before and after it, all 0; shape
            (4, m).
    """
    segments = page.segments
    given = (folding.reference, pointer(page.points), pointer(segments.start), pointer(segments.stop))
    LIBRARY.repeats(*given, len(segments), read, pointer(rows))
