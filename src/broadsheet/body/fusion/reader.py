"""Reads the evidence of a page's segments, in one call of the engine."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.body.fusion.letters import folding, small_letters
from broadsheet.body.fusion.tokens import LEVELS, NAMING, ElementNames, Made, TextWords, kinds, split_names, text_words
from broadsheet.engine.library import LIBRARY, pointer, pointers
from broadsheet.page import Page
from broadsheet.page.arrays import FloatArray
from broadsheet.page.characters import code_points

__all__ = ["Reader", "read"]

_ATTRIBUTES: Final = "".join(f"{name}\0" for name in NAMING).encode()
_ROOM: Final = 4  # words of different names that there is room for, for each row; with more, the page is read again
_TITLED: Final = 5  # texts that the engine is told


class _Reader(ctypes.Structure):
    _fields_ = (
        *[(name, ctypes.c_void_p) for name in ("folded", "small", "kinds")],
        ("naming", ctypes.c_char_p),
        *[(f"table_{number}", ctypes.c_void_p) for number in range(7)],
        *[(f"count_{number}", ctypes.c_int64) for number in range(12)],
        *[(f"weight_{number}", ctypes.c_double) for number in range(6)],
        *[(f"start_{number}", ctypes.c_int64) for number in range(17)],
    )


class _Told(ctypes.Structure):
    _fields_ = (
        *[(name, ctypes.c_void_p) for name in ("shown", "hidden", "size", "colour", "texts")],
        ("bounds", ctypes.c_int64 * (_TITLED + 1)),
    )


class _Read(ctypes.Structure):
    _fields_ = (
        *[(name, ctypes.c_void_p) for name in ("columns", "around", "first", "name_edges", "word_edges")],
        *[(name, ctypes.c_void_p) for name in ("names", "words")],
        ("room", ctypes.c_int64),
        ("counts", ctypes.c_int64 * 3),
    )


class Reader:
    """What the engine must know to read the evidence of a page: `struct reader` in its `columns.h`, which says more.

    Args:
        tables: the seven tables by tag and lists of tags, from ``around_bits`` to ``earlier``.
        counts: the numbers of tags, levels and characters, from ``counted_tags`` to ``stated``.
        weights: the parameters of MSS and CoreEx.
        starts: the first column of each group.
    """

    def __init__(
        self, tables: Sequence[NDArray[Any]], counts: Sequence[int], weights: Sequence[float], starts: Sequence[int]
    ) -> None:
        self._kept = tables, folding(), small_letters(), kinds()
        folded, small = (ctypes.addressof(one.structure) for one in (folding(), small_letters()))
        words = folded, small, pointer(kinds()), _ATTRIBUTES
        self._structure = _Reader(*words, *pointers(*tables), len(kinds()) - 1, *counts, *weights, *starts)
        self.reference = ctypes.byref(self._structure)


def read(
    reader: Reader,
    page: Page,
    texts: tuple[str, ...],
    shares: tuple[FloatArray, FloatArray],
    rows: NDArray[np.float32],
    *,
    room: int = _ROOM,
) -> tuple[ElementNames, TextWords]:
    """Read the evidence of a page.

    Args:
        reader: what the engine must know.
        page: the page, which has a segment at least.
        texts: the page's title and the one that its head states, as words are read of them; the title, folded; the body
            and the description that it states, folded and without white space.
        shares: how much of each segment is in the page's commonest font size, and in the commonest colour, shape (m,).
        rows: where to: the columns, a row each, all 0; shape (f, m).
        room: words of names that there is room for, for each row of the page.

    Returns:
        The names of the elements around each segment, and the words at both ends of its text.
    """
    count, size = len(page.segments), len(page)
    around = np.empty((count, sum(LEVELS)), dtype=np.int32)
    edges, hashes = np.empty(count + 1, dtype=np.int32), np.empty(len(page.points) + count, dtype=np.uint64)
    numbers, names = np.empty((2, size + 2), dtype=np.int32), np.empty(room * size, dtype=np.uint64)
    bounds = (ctypes.c_int64 * (_TITLED + 1))(0, *accumulate(map(len, texts)))
    points = code_points("".join(texts))
    told = _Told(*pointers(page.shown, page.hidden, *shares, points), bounds)
    out = _Read(*pointers(rows, around, *numbers, edges, names, hashes), len(names))
    given = reader.reference, ctypes.byref(told), ctypes.byref(out)
    LIBRARY.read_evidence(page.document.handle, page.segments.native.reference, *given)
    different, found, said = out.counts
    if found > len(names):
        rows[:] = 0
        return read(reader, page, texts, shares, rows, room=found // size + 1)
    first, name_edges = numbers[0, :different], numbers[1, : different + 2]
    of_names = Made(lambda: split_names(page.joined(first.tolist(), NAMING)))
    of_texts = Made(lambda: list(text_words(page.texts).words))
    return (
        ElementNames(of_names, around, hashes=(names[:found], name_edges)),
        TextWords(of_texts, edges, hashes=hashes[:said]),
    )
