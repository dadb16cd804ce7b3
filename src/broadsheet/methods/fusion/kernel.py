"""The compiled parts of `fusion`, where they were built: `kernel.c`, by way of ctypes.

Whoever calls has a way of its own for where there are none, which gives the same up to the rounding of sums. Nothing
here knows what the network has learnt, or what columns mean.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.page import Page, Segments
from broadsheet.page.arrays import BoolArray, FloatArray, IntArray
from broadsheet.page.characters import code_points
from broadsheet.page.compiled import address, opened

__all__ = [
    "Array",
    "ColumnTables",
    "Folding",
    "Hashes",
    "SplitNames",
    "SplitTexts",
    "Table",
    "Weights",
    "around",
    "available",
    "coreex",
    "fill_columns",
    "fill_inputs",
    "forward",
    "leads",
    "mss",
    "repeats",
    "same_text",
    "segment_words",
    "split_names",
    "split_texts",
    "sum_names",
    "titles",
]

Array = NDArray[np.float32]
Hashes = NDArray[np.uint64]

_VERSION: Final = 10
"""Of `kernel.c`. A library built from another one is left alone."""
_FILE: Final = Path(__file__).with_name("_kernel.so")
_ROOMY: Final = 2
"""Places of a table for each word."""


@cache
def _library() -> ctypes.CDLL | None:
    library = opened(_FILE, _VERSION)
    if library is None:
        return None
    pointer: Any = ctypes.c_void_p
    size: Any = ctypes.c_int64
    number: Any = ctypes.c_float
    real: Any = ctypes.c_double
    for function, given, answer in (
        (library.hash_words, (pointer, size, pointer), size),
        (library.split_texts, (pointer, size, pointer, size, pointer, pointer, pointer, pointer), size),
        (library.fill_table, (pointer, size, pointer, pointer, size), None),
        (library.look_up, (pointer, size, pointer, pointer, size, pointer), None),
        (library.titles, (size, *[pointer] * 9), None),
        (library.leads, (*[pointer] * 4, *[size] * 3, pointer, pointer), size),
        (library.repeats, (*[pointer] * 4, size, size, pointer, pointer, size, pointer, pointer), None),
        (library.segment_words, (*[pointer] * 4, *[size] * 3, pointer, size, *[pointer] * 4), size),
        (library.same_text, (*[pointer] * 5, size, pointer, size, pointer, pointer), None),
        (library.mss, (size, *[pointer] * 4, *[real] * 3, pointer, pointer), None),
        (library.around, (size, *[pointer] * 3, size, size, pointer, pointer), None),
        (library.split_names, (ctypes.c_char_p, size, *[pointer] * 2, size, *[pointer] * 4), size),
        (library.fill_columns, (pointer, pointer), None),
        (library.coreex, (size, *[pointer] * 8, *[real] * 3, size, *[pointer] * 6), None),
        (library.forward, (pointer, pointer, pointer, size, *[pointer] * 6, size), size),
        (library.sum_names, (pointer, pointer, size, pointer, size, pointer), None),
        (library.fill_inputs, (pointer, pointer, size, size, pointer, pointer, number, ctypes.c_int32, pointer), None),
    ):
        function.argtypes, function.restype = given, answer
    return library


def available() -> bool:
    """Whether the compiled parts are used."""
    return _library() is not None


def _must() -> ctypes.CDLL:
    library = _library()
    if library is None:
        raise RuntimeError("the compiled parts were not built")
    return library


def _whole(numbers: NDArray[Any]) -> IntArray:
    """As C reads them; the same array where it is so already."""
    return np.ascontiguousarray(numbers, dtype=np.int32)


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
    count = _must().split_texts(
        address(points),
        len(points),
        address(kinds),
        len(kinds) - 1,
        address(start),
        address(stop),
        address(hashes),
        address(edges[1:]),
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
    slots = _power(_ROOMY * elements)
    table, known = np.zeros(slots, dtype=np.uint64), np.empty(slots, dtype=np.int32)
    numbers, first = np.empty(elements, dtype=np.int32), np.empty(elements + 1, dtype=np.int32)
    edges = np.zeros(elements + 2, dtype=np.int32)
    hashes = np.empty(len(names) + 1, dtype=np.uint64)
    count = _must().split_names(
        names,
        elements,
        address(table),
        address(known),
        slots,
        address(numbers),
        address(first),
        address(edges),
        address(hashes),
    )
    return SplitNames(numbers, first[1 : count + 1], hashes[: edges[count + 1]], edges[: count + 2])


class Table:
    """Words by number, for `SplitTexts.hashes` and `SplitNames.hashes`.

    Args:
        words: the words; the first has number 1. None has a line feed in it.
    """

    def __init__(self, words: list[str]) -> None:
        self._slots = _power(_ROOMY * len(words))
        self._keys = np.zeros(self._slots, dtype=np.uint64)
        self._numbers = np.zeros(self._slots, dtype=np.int32)
        points = code_points("".join([f"{word}\n" for word in words]))
        hashes = np.empty(len(words), dtype=np.uint64)
        library = _must()
        library.hash_words(address(points), len(points), address(hashes))
        library.fill_table(address(hashes), len(words), address(self._keys), address(self._numbers), self._slots)

    def numbers(self, hashes: Hashes) -> IntArray:
        """The number of each word, 0 for one that is not here."""
        out = np.empty(len(hashes), dtype=np.int32)
        _must().look_up(
            address(hashes), len(hashes), address(self._keys), address(self._numbers), self._slots, address(out)
        )
        return out


def _power(least: int) -> int:
    """The lowest power of two above a number."""
    return 1 << least.bit_length()


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
        lists = [_whole(inside), _whole(between), _whole(earlier)]
        self._kept: list[NDArray[Any]] = [classes, around_bits, _whole(block_column), counted, *lists]
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
    slots = _power(_ROOMY * count)
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
        *(_whole(getattr(segments, name)) for name in _SEGMENT_POINTERS),
        _whole(own),
        _whole(near),
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
    _must().fill_columns(ctypes.byref(structure), address(keys[slots:]))


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
        places = [address(array) for array in self._kept]
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
    count, most = len(segments), sum(ends) + 1
    space = np.empty((1 + _FOLDED) * most, dtype=np.uint32)
    hashes = np.empty(len(page.points) + 2 * count + 1, dtype=np.uint64)
    edges = np.zeros(count + 1, dtype=np.int32)
    given = (folding.reference, address(page.points), address(segments.start), address(segments.stop), count, *ends)
    line = address(space) + 4 * most
    taken = (address(kinds), len(kinds) - 1, address(space), line, address(hashes), address(edges))
    words = _must().segment_words(*given, *taken)
    return None if words < 0 else (hashes[:words], edges)


def same_text(folding: Folding, page: Page, folded: str, row: Array) -> None:
    """Whether the text of each segment of a page is, folded, some folded text; written to ``row``, shape (m,)."""
    segments = page.segments
    wanted = code_points(folded)
    space = np.empty(_FOLDED * (len(wanted) + 1), dtype=np.uint32)
    given: list[NDArray[Any]] = [page.points, segments.start, segments.stop, _whole(segments.chars)]
    taken = (len(segments), address(wanted), len(wanted), address(space), address(row))
    _must().same_text(folding.reference, *map(address, given), *taken)


def leads(folding: Folding, page: Page, which: NDArray[np.intp], read: int, most: int) -> list[str]:
    """The beginnings of some segments, folded and without white space.

    Args:
        folding: what characters are.
        page: the page.
        which: the numbers of the segments, shape (k,).
        read: characters of each that are folded.
        most: characters of what is given at the most.
    """
    start, stop = page.segments.start[which], page.segments.stop[which]
    space, out = np.empty(_FOLDED * read, dtype=np.uint32), np.empty((most + 1) * len(which), dtype=np.uint32)
    given = (folding.reference, address(page.points), address(start), address(stop))
    size = _must().leads(*given, len(which), read, most, address(space), address(out))
    return str(out[:size].data, "utf-32-le", "surrogatepass").split("\n")[:-1]


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
    count = len(segments)
    slots = _power(_ROOMY * count)
    keys, space = np.empty(count + slots, dtype=np.uint64), np.empty(_FOLDED * read, dtype=np.uint32)
    given = (folding.reference, address(page.points), address(segments.start), address(segments.stop))
    table = address(keys) + 8 * count
    _must().repeats(*given, count, read, address(keys), table, slots, address(space), address(rows))


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
    given: list[NDArray[Any]] = [*words, *both, *map(_whole, numbers), rows]
    _must().titles(rows.shape[1], *map(address, given))


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
    given: list[NDArray[Any]] = [_whole(segments.chars), _whole(segments.link_chars), *shares]
    _must().mss(len(segments), *map(address, given), *least, address(rows[0]), address(rows[1]))


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
    _must().around(len(segments), *map(address, given), inline_levels, levels, address(rows), address(seen))
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
    places = [_whole(segments.first), _whole(segments.block)]
    whole, real = np.empty(3 * (size + 1), dtype=np.int32), np.empty(3 * size, dtype=np.float64)
    weights = (threshold, weight_ratio, weight_text)
    _must().coreex(
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


def sum_names(numbers: IntArray, edges: IntArray, vectors: Array) -> Array:
    """The sum of the vectors of each list of known words, over the root of how many are known; shape (k, width).

    Args:
        numbers: rows of ``vectors``, 0 for a word that is not known.
        edges: where each list begins and, last, ends; shape (k + 1,).
        vectors: shape (v, width).
    """
    numbers, edges = _whole(numbers), _whole(edges)
    out = np.empty((len(edges) - 1, vectors.shape[1]), dtype=np.float32)
    _must().sum_names(address(numbers), address(edges), len(out), address(vectors), vectors.shape[1], address(out))
    return out


class _Inputs(ctypes.Structure):
    _fields_ = (
        *[(name, ctypes.c_void_p) for name in ("around", "elements", "words", "edges", "vectors")],
        *[(name, ctypes.c_int64 * 4) for name in ("levels", "name_widths", "word_widths")],
    )


def fill_inputs(
    rows: Array,
    scale: tuple[Array, Array, float],
    around: tuple[IntArray, ...],
    elements: tuple[Array, tuple[int, ...]],
    words: tuple[IntArray, IntArray],
    vectors: tuple[Array, tuple[int, ...]],
    x: Array | None = None,
) -> Array:
    """What the first layer reads, shape (m, inputs): the columns scaled, what names say, what words say.

    Args:
        rows: the columns, a row each, shape (f, m).
        scale: of each column what is taken from it, and what it is divided by, shape (f,); and the largest value.
        around: the elements around each segment, rows of ``elements``, of which row 0 is nothing; four groups, each of
            shape (m, levels).
        elements: a vector each, and how much of it each group has.
        words: rows of ``vectors``, 0 for a word that is not known, shape (n,); and where each segment's begin and,
            last, end, shape (m + 1,).
        vectors: a vector for each word, and how much of it is averaged over all words of a segment, and how much is
            that of the first, the second and the last.
        x: what this gave for the same page with other vectors, to be written over.
    """
    groups = np.concatenate(around, axis=1, dtype=np.int32)
    numbers, edges = map(_whole, words)
    (table, name_widths), (vector, word_widths) = elements, vectors
    mean, deviation, cut = scale
    whole = x is None
    if x is None:
        x = np.empty((rows.shape[1], len(rows) + sum(name_widths) + sum(word_widths)), dtype=np.float32)
    levels = (ctypes.c_int64 * 4)(*[group.shape[1] for group in around])
    structure = _Inputs(
        *map(address, (groups, table, numbers, edges, vector)),
        levels,
        (ctypes.c_int64 * 4)(*name_widths),
        (ctypes.c_int64 * 4)(*word_widths),
    )
    _must().fill_inputs(
        ctypes.byref(structure),
        address(rows),
        *rows.shape,
        address(mean),
        address(deviation),
        cut,
        whole,
        address(x),
    )
    return x


class _Weights(ctypes.Structure):
    _fields_ = (
        *[(name, ctypes.c_int64) for name in ("inputs", "width", "layers", "contexts")],
        *[(name, ctypes.c_void_p) for name in ("dilations", "after")],
        *[
            (name, ctypes.c_void_p)
            for name in "input input_bias taps conv conv_bias norm norm_bias context context_bias output".split()
        ],
        ("output_bias", ctypes.c_float),
    )


class Weights:
    """A network's arrays as `forward` reads them.

    Args:
        arrays: the arrays by the names that `broadsheet.methods.fusion.network` gives them.
        dilations: of each layer.
        after: layers after which the page is looked at.
    """

    def __init__(self, arrays: dict[str, Array], dilations: tuple[int, ...], after: tuple[int, ...]) -> None:
        def of(name: str, many: int) -> Array:
            return np.array([arrays[name.format(number)] for number in range(many)], dtype=np.float32)

        layers, contexts = len(dilations), len(after)
        self.inputs, self.width = arrays["input.weight"].shape
        self._kept: list[NDArray[Any]] = [
            np.array(dilations, dtype=np.int64),
            np.array(after, dtype=np.int64),
            *(np.ascontiguousarray(arrays[name], dtype=np.float32) for name in ("input.weight", "input.bias")),
            of("taps.{}", layers),
            of("conv.{}.weight", layers),
            of("conv.{}.bias", layers),
            of("norm.{}.weight", layers + 1),
            of("norm.{}.bias", layers + 1),
            of("context.{}.weight", contexts),
            of("context.{}.bias", contexts),
            np.ascontiguousarray(arrays["output.weight"], dtype=np.float32),
        ]
        numbers = (self.inputs, self.width, layers, contexts)
        self.structure = _Weights(*numbers, *map(address, self._kept), float(arrays["output.bias"][0]))


_ROWS: Final = 12
"""Segments that are multiplied at once, at the most."""


def forward(weights: Weights, x: Array, share: Array, lanes: int = 0) -> Array:
    """The logit of each segment, shape (m,).

    Args:
        weights: the network.
        x: what it reads, shape (m, inputs).
        share: what each segment weighs in the page's mean, shape (m,).
        lanes: 4, 8 or 16: no wider vectors than these; 0 for the widest that the processor has.

    Raises:
        ValueError: the processor has no vectors as wide as these.
    """
    count, width = len(x), weights.width
    space = np.empty((3 * count + 2 * _ROWS + 3) * width, dtype=np.float32)
    logit = np.empty(count, dtype=np.float32)
    state = 4 * count * width  # bytes
    h = address(space)
    z = h + 3 * state
    places = (h, h + state, h + 2 * state, z, z + 4 * 2 * _ROWS * width, address(logit))
    took = _must().forward(ctypes.byref(weights.structure), address(x), address(share), count, *places, lanes)
    if lanes and took != lanes:
        raise ValueError(f"the processor has no vectors of {lanes} numbers")
    return logit
