"""The compiled parts for the columns of segments: those of rows and characters, of titles, MSS and CoreEx."""

from __future__ import annotations

import ctypes
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.methods.fusion import kernel
from broadsheet.methods.fusion.kernel import Array
from broadsheet.methods.fusion.kernel_texts import Hashes
from broadsheet.page import Page, Segments
from broadsheet.page.arrays import BoolArray, FloatArray, IntArray
from broadsheet.page.compiled import address

__all__ = [
    "ColumnTables",
    "around",
    "coreex",
    "fill_columns",
    "mss",
    "titles",
]

_ROW_POINTERS: Final = "tag parent end depth chars of".split()
_SEGMENT_POINTERS: Final = "first last start stop block chars words punct link_chars".split()
_TABLES: Final = "classes around_bits block_column counted inside between earlier".split()
_STARTS: Final = (
    "shape", "place", "grouped", "page", "container", "holder", "holder_depth", "around", "inside", "between",
    "earlier", "later",
)  # fmt: skip


class _Columns(ctypes.Structure):
    _fields_ = (
        *[(name, ctypes.c_int64) for name in ("rows", "segments", "points")],
        ("text", ctypes.c_void_p),
        *[(f"row_{name}", ctypes.c_void_p) for name in _ROW_POINTERS],
        *[(name, ctypes.c_void_p) for name in (*_SEGMENT_POINTERS, "own", "near", *_TABLES)],
        *[(f"{name}_count", ctypes.c_int64) for name in ("points", "tags", "around", "inside", "between", "earlier")],
        *[(name, ctypes.c_void_p) for name in ("out", "signature", "inherited", "before", "reached", "keys", "group")],
        ("slots", ctypes.c_int64),
        *[(name, ctypes.c_void_p) for name in ("held", "member", "counts")],
        *[(f"at_{name}", ctypes.c_int32) for name in _STARTS],
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
        self.pointers = [address(array) for array in self._kept]
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
    segments, size = page.segments, len(page)
    count, text = len(segments), page.points
    slots = kernel.power(kernel.ROOMY * count)
    row_space = np.empty(size + 1, dtype=np.uint64)
    keys = np.empty(slots + 2 * count, dtype=np.uint64)
    whole = np.empty(2 * (size + 1) + slots + count + 5 * tables.counts[1], dtype=np.int32)
    real = np.empty(4 * (count + 1) + 3 * count, dtype=np.float64)
    inherited = address(whole)
    before = inherited + 4 * (size + 1)
    group = before + 4 * (size + 1)
    member = group + 4 * slots
    reached = address(real)
    given: list[NDArray[Any]] = [
        *(getattr(page, name) for name in _ROW_POINTERS[:-1]),
        segments.of,
        *(kernel.whole(getattr(segments, name)) for name in _SEGMENT_POINTERS),
        kernel.whole(own),
        kernel.whole(near),
    ]
    structure = _Columns(
        size,
        count,
        len(text),
        address(text),
        *map(address, given),
        *tables.pointers,
        *tables.counts,
        address(rows),
        address(row_space),
        inherited,
        before,
        reached,
        address(keys),
        group,
        slots,
        reached + 32 * (count + 1),
        member,
        member + 4 * count,
        *tables.starts,
    )
    kernel.library().fill_columns(ctypes.byref(structure), address(keys[slots:]))


def titles(words: tuple[Hashes, IntArray], both: tuple[Hashes, IntArray], page: Page, rows: Array) -> None:
    """How the words of a page's segments go with those of two titles, and on which side of the title each stands.

    Args:
        words: the segments' words, shape (n,), and where those of each begin and, last, end; shape (m + 1,).
        both: likewise of the titles.
        page: the page, which has a segment at least.
        rows: where to: eight columns in the order of `broadsheet.methods.fusion.features`, of which the third stays as
            it is; shape (8, m).
    """
    numbers = page.segments.first, page.parent, page.end, page.depth
    given: list[NDArray[Any]] = [*words, *both, *map(kernel.whole, numbers), rows]
    kernel.library().titles(rows.shape[1], *map(address, given))


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
    kernel.library().mss(len(segments), *map(address, given), *least, address(rows[0]), address(rows[1]))


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
    given = page.parent, segments.first, segments.block
    kernel.library().around(len(segments), *map(address, given), inline_levels, levels, address(rows), address(seen))
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
    segments, size = page.segments, len(page)
    given: list[NDArray[Any]] = [
        page.tag,
        page.parent,
        page.end,
        page.depth,
        page.words,
        page.shown,
        page.hidden,
        links,
    ]
    places = [kernel.whole(segments.first), kernel.whole(segments.block)]
    whole, real = np.empty(3 * (size + 1), dtype=np.int32), np.empty(3 * size, dtype=np.float64)
    weights = (threshold, weight_ratio, weight_text)
    kernel.library().coreex(
        size,
        *map(address, given),
        *weights,
        len(segments),
        *map(address, places),
        address(whole),
        address(real),
        address(rows[0]),
        address(rows[1]),
    )
