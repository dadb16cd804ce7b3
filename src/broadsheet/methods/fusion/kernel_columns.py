"""The compiled parts for the columns of segments: those of rows and characters, of titles, MSS and CoreEx."""

from __future__ import annotations

import ctypes
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.engine.library import LIBRARY, pointer
from broadsheet.methods.fusion import kernel
from broadsheet.methods.fusion.kernel import Array
from broadsheet.methods.fusion.kernel_texts import Hashes
from broadsheet.page import Page, Segments
from broadsheet.page.arrays import BoolArray, FloatArray, IntArray

__all__ = [
    "ColumnTables",
    "around",
    "coreex",
    "fill_columns",
    "mss",
    "titles",
]

_SEGMENT_POINTERS: Final = "first last start stop block chars words punct link_chars".split()
_TABLES: Final = "classes around_bits block_column counted inside between earlier".split()
_STARTS: Final = (
    "shape", "place", "grouped", "page", "container", "holder", "holder_depth", "around", "inside", "between",
    "earlier", "later",
)  # fmt: skip


class _Evidence(ctypes.Structure):
    _fields_ = (
        ("segments", ctypes.c_int64),
        ("points", ctypes.c_int64),
        *[(name, ctypes.c_void_p) for name in ("text", "of", *_SEGMENT_POINTERS, "own", "near", *_TABLES)],
        *[(f"{name}_count", ctypes.c_int64) for name in ("points", "tags", "around", "inside", "between", "earlier")],
        ("out", ctypes.c_void_p),
        *[(f"at_{name}", ctypes.c_int32) for name in _STARTS],
        ("filled", ctypes.c_int64 * 17),  # by the engine
    )


class ColumnTables:
    """What `fill_columns` must know of characters, tags and columns.

    Args:
        classes: the classes of each code point, a bit each; the last entry stands for all above.
        around_bits: of each tag, uint32: the tags that count when they are around a segment, and two more bits for bold
            and italic text.
        block_column: of each tag, the column of a block that has it, or -1.
        counted: of each tag, its place among the counted ones, or -1.
        inside: places of the tags that are counted inside a segment.
        between: of those between two.
        earlier: of those before and after a segment.
        around: how many tags count when they are around.
        tags: how many tags are counted.
        starts: the first column of each group that is filled, by name.
    """

    def __init__(
        self,
        *,
        classes: NDArray[np.uint16],
        around_bits: NDArray[np.uint32],
        block_column: NDArray[Any],
        counted: NDArray[np.int8],
        inside: NDArray[Any],
        between: NDArray[Any],
        earlier: NDArray[Any],
        around: int,
        tags: int,
        starts: dict[str, int],
    ) -> None:
        lists = [kernel.whole(inside), kernel.whole(between), kernel.whole(earlier)]
        self._kept: list[NDArray[Any]] = [classes, around_bits, kernel.whole(block_column), counted, *lists]
        self.pointers = [pointer(array) for array in self._kept]
        self.counts = (len(classes) - 1, tags, around, *map(len, lists))
        self.starts = [starts[name] for name in _STARTS]


def fill_columns(tables: ColumnTables, page: Page, own: IntArray, near: IntArray, rows: Array) -> None:
    """Fill those columns of a page's segments that come from its rows and characters.

    Args:
        tables: what is counted, and where it goes.
        page: the page, which has a segment at least.
        own: the number of the names of each segment's block, shape (m,).
        near: of the element above it, likewise.
        rows: the columns, a row each, all 0; shape (f, m).
    """
    segments, text = page.segments, page.points
    given: list[NDArray[Any]] = [
        text,
        segments.of,
        *(kernel.whole(getattr(segments, name)) for name in _SEGMENT_POINTERS),
        kernel.whole(own),
        kernel.whole(near),
    ]
    places = *map(pointer, given), *tables.pointers
    structure = _Evidence(len(segments), len(text), *places, *tables.counts, pointer(rows), *tables.starts)
    LIBRARY.fill_columns(page.document.handle, ctypes.byref(structure))


def titles(words: tuple[Hashes, IntArray], both: tuple[Hashes, IntArray], page: Page, rows: Array) -> None:
    """How the words of a page's segments go with those of two titles, and on which side of the title each stands.

    Args:
        words: the segments' words, shape (n,), and where those of each begin and, last, end; shape (m + 1,).
        both: likewise of the titles.
        page: the page, which has a segment at least.
        rows: where to: eight columns in the order of `broadsheet.methods.fusion.features`, of which the third stays as
            it is; shape (8, m).
    """
    given: list[NDArray[Any]] = [*words, *both, page.segments.first, rows]
    LIBRARY.titles(page.document.handle, rows.shape[1], *map(pointer, given))


def mss(
    segments: Segments, shares: tuple[FloatArray, FloatArray], least: tuple[float, float, float], rows: Array
) -> None:
    """What `broadsheet.methods.mss.MSS` says of a page's segments.

    Args:
        segments: the segments.
        shares: how much of each is in the page's commonest font size, and in the commonest colour, each of shape (m,).
        least: c1, c2 and c3.
        rows: where to: whether each segment is chosen, and the sign of its value; shape (2, m).
    """
    given: list[NDArray[Any]] = [kernel.whole(segments.chars), kernel.whole(segments.link_chars), *shares]
    LIBRARY.mss(len(segments), *map(pointer, given), *least, pointer(rows[0]), pointer(rows[1]))


def around(page: Page, inline_levels: int, levels: int) -> tuple[IntArray, BoolArray]:
    """The elements around each segment of a page, from the inside out.

    Args:
        page: the page.
        inline_levels: how many of the inline elements around a segment's first row.
        levels: how many from its block on, that included.

    Returns:
        Their rows, -1 where there is none, shape (m, inline_levels + levels); and whether each row is among them.
    """
    segments = page.segments
    rows = np.empty((len(segments), inline_levels + levels), dtype=np.int32)
    seen = np.zeros(len(page), dtype=np.bool_)
    places = pointer(segments.first), pointer(segments.block)
    given = page.document.handle, len(segments), *places, inline_levels, levels
    LIBRARY.around(*given, pointer(rows), pointer(seen))
    return rows, seen


def coreex(
    page: Page, links: NDArray[np.bool_], threshold: float, weight_ratio: float, weight_text: float, rows: Array
) -> None:
    """What `broadsheet.methods.coreex.CoreEx` says of a page's segments, without ties and with forms.

    Args:
        page: the page, which has a segment at least.
        links: whether each tag is a link.
        threshold: Threshold.
        weight_ratio: see there.
        weight_text: see there.
        rows: where to: whether each segment's first row is kept, and the score of its block; shape (2, m).
    """
    segments = page.segments
    flags = pointer(page.shown), pointer(page.hidden), pointer(links)
    weights = threshold, weight_ratio, weight_text
    places = pointer(segments.first), pointer(segments.block), pointer(rows[0]), pointer(rows[1])
    LIBRARY.coreex(page.document.handle, *flags, *weights, len(segments), *places)
