"""The compiled networks: what they read, and their forward pass."""

from __future__ import annotations

import ctypes
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.engine.library import LIBRARY, pointer, pointers
from broadsheet.page.arrays import BoolArray, FloatArray, IntArray

__all__ = [
    "Reading",
    "Weights",
    "fill_inputs",
    "forward",
    "weigh",
]


Array = NDArray[np.float32]


def _whole(numbers: NDArray[Any]) -> IntArray:
    """Numbers as the engine reads them; the same array where it is so already."""
    return np.ascontiguousarray(numbers, dtype=np.int32)


class _Reading(ctypes.Structure):
    _fields_ = (
        ("columns", ctypes.c_int64),
        *[(name, ctypes.c_void_p) for name in ("mean", "deviation", "names", "any", "ends")],
        *[(name, ctypes.c_int64 * 4) for name in ("levels", "name_widths", "word_widths")],
        ("cut", ctypes.c_float),
        ("bytes", ctypes.c_int32),
    )


class _Seen(ctypes.Structure):
    _fields_ = (
        ("segments", ctypes.c_int64),
        *[(name, ctypes.c_void_p) for name in ("columns", "around", "names", "of")],
        ("elements", ctypes.c_int64),
        *[(name, ctypes.c_void_p) for name in ("words", "edges")],
    )


class Reading:
    """What a network reads of columns and words, as `fill_inputs` needs it: in half precision where nothing is lost by
    it, as with all that were read from a file. That halves the memory that a page goes through.

    Args:
        scale: of each column what is taken from it, and what it is divided by, shape (f,); and the largest value.
        names: a vector of each name, shape (v, sum of ``name_widths``).
        words: of each word, shape (w, sum of ``word_widths``).
        levels: elements in each of four groups around a segment.
        name_widths: how much of a name's vector each group has.
        word_widths: how much of a word's vector is averaged over all words of a segment, and how much is that of the
            first, the second and the last.
    """

    def __init__(
        self,
        scale: tuple[Array, Array, float],
        names: Array,
        words: Array,
        levels: tuple[int, ...],
        name_widths: tuple[int, ...],
        word_widths: tuple[int, ...],
    ) -> None:
        mean, deviation, cut = scale
        self.inputs = len(mean) + sum(name_widths) + sum(word_widths)
        any_width = word_widths[0]
        self._kept: list[NDArray[Any]] = [
            np.ascontiguousarray(mean, dtype=np.float32),
            np.ascontiguousarray(deviation, dtype=np.float32),
            *_exact(names, words[:, :any_width], words[:, any_width:]),
        ]
        widths = ((ctypes.c_int64 * 4)(*numbers) for numbers in (levels, name_widths, word_widths))
        size = self._kept[-1].itemsize
        self.structure = _Reading(len(mean), *pointers(*self._kept), *widths, cut, size)


def _exact(*tables: Array) -> list[NDArray[Any]]:
    """Some tables in half precision, if all their numbers have one there; otherwise as they are."""
    with np.errstate(over="ignore"):
        half = [table.astype(np.float16) for table in tables]
    same = all(np.array_equal(table, short) for table, short in zip(tables, half, strict=True))
    return [np.ascontiguousarray(table) for table in (half if same else tables)]


def fill_inputs(
    reading: Reading,
    rows: Array,
    around: IntArray,
    names: tuple[IntArray, IntArray],
    words: tuple[IntArray, IntArray],
    lanes: int = 0,
    *,
    into: Array | None = None,
) -> Array:
    """What the first layer of a network reads, shape (m, inputs): the columns scaled, what names say, what words say.

    A segment has the sum over the elements around it of what their names say, which is the sum of the vectors of those
    that are known, over the root of how many these are.

    Args:
        reading: what the network knows.
        rows: the columns, a row each, shape (f, m).
        around: the elements around each segment, in ``names``, of which number 0 is nothing; shape (m, all levels).
        names: rows of the tables of names, 0 for a word that is not known; and where each element's begin and, last,
            end.
        words: rows of the tables of words, 0 for a word that is not known, shape (n,); and where each segment's begin
            and, last, end, shape (m + 1,).
        lanes: as in `forward`.
        into: what this gave for another network that scales the columns alike; it is written over.

    Raises:
        ValueError: the processor has no vectors as wide as these.
    """
    count = rows.shape[1]
    elements = len(names[1]) - 1
    given = [_whole(array) for array in (around, *names, *words)]
    out = np.empty((count, reading.inputs), dtype=np.float32) if into is None else into
    near, name, of, word, edges = pointers(*given)
    seen = _Seen(count, pointer(rows), near, name, of, elements, word, edges)
    known, page = ctypes.byref(reading.structure), ctypes.byref(seen)
    took = LIBRARY.fill_inputs(known, page, pointer(out), into is not None, lanes)
    _check(took, lanes)
    return out


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
        arrays: the arrays by the names that `broadsheet.body.fusion.network` gives them.
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
            panels(arrays["input.weight"]),
            np.ascontiguousarray(arrays["input.bias"], dtype=np.float32),
            of("taps.{}", layers),
            panels(of("conv.{}.weight", layers)),
            of("conv.{}.bias", layers),
            of("norm.{}.weight", layers + 1),
            of("norm.{}.bias", layers + 1),
            panels(of("context.{}.weight", contexts)),
            of("context.{}.bias", contexts),
            panels(arrays["output.weight"]),
        ]
        numbers = (self.inputs, self.width, layers, contexts)
        self.structure = _Weights(*numbers, *pointers(*self._kept), float(arrays["output.bias"][0]))


_PANEL: Final = 16
"""Columns of a panel, likewise."""
_LINE: Final = 64
"""Bytes of a line of the cache."""


def panels(weights: Array) -> Array:
    """Weights as `forward` reads them: panels of 16 columns one after the other, the last filled up with zeros, which
    begin with a line of the cache.

    Args:
        weights: shape (..., rows, columns).

    Returns:
        The numbers of each of the matrices, one after the other.
    """
    *many, rows, columns = weights.shape
    count = -(-columns // _PANEL)
    filled = np.zeros((*many, rows, count * _PANEL), dtype=np.float32)
    filled[..., :columns] = weights
    space = np.empty(filled.size + _LINE // 4, dtype=np.float32)
    begin = -pointer(space) % _LINE // 4
    out = space[begin : begin + filled.size]
    out[:] = np.moveaxis(filled.reshape(*many, rows, count, _PANEL), -3, -2).ravel()
    return out


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
    logit = np.empty(len(x), dtype=np.float32)
    given = ctypes.byref(weights.structure), pointer(x), pointer(share), len(x)
    _check(LIBRARY.forward(*given, pointer(logit), lanes), lanes)
    return logit


def weigh(probability: FloatArray, kept: BoolArray, chars: IntArray, low: float, high: float) -> list[float]:
    """What the probabilities of a page's segments add up to, as `broadsheet.body.fusion.confidence` has it.

    Args:
        probability: of each segment, shape (m,).
        kept: the segments that were chosen, shape (m,).
        chars: their characters, shape (m,).
        low: above which a probability is doubtful.
        high: below which it is.
    """
    given = (
        np.ascontiguousarray(probability, dtype=np.float64),
        np.ascontiguousarray(kept, dtype=np.bool_),
        _whole(chars),
    )
    out = np.empty(10)
    LIBRARY.weigh(*pointers(*given), len(chars), low, high, pointer(out))
    sums: list[float] = out.tolist()
    return sums


def _check(took: int, lanes: int) -> None:
    if took < 0:
        raise MemoryError("no memory for the network")
    if lanes and took != lanes:
        raise ValueError(f"the processor has no vectors of {lanes} numbers")
