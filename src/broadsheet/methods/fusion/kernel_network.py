"""The compiled networks: what they read, and their forward pass."""

from __future__ import annotations

import ctypes
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.methods.fusion import kernel
from broadsheet.methods.fusion.kernel import Array
from broadsheet.page.arrays import IntArray
from broadsheet.page.compiled import address

__all__ = [
    "Weights",
    "fill_inputs",
    "forward",
    "sum_names",
]


def sum_names(numbers: IntArray, edges: IntArray, vectors: Array) -> Array:
    """The sum of the vectors of each list of known words, over the root of how many are known; shape (k, width).

    Args:
        numbers: rows of ``vectors``, 0 for a word that is not known.
        edges: where each list begins and, last, ends; shape (k + 1,).
        vectors: shape (v, width).
    """
    numbers, edges = kernel.whole(numbers), kernel.whole(edges)
    out = np.empty((len(edges) - 1, vectors.shape[1]), dtype=np.float32)
    given = (address(numbers), address(edges), len(out), address(vectors), vectors.shape[1], address(out))
    kernel.library().sum_names(*given)
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
    numbers, edges = map(kernel.whole, words)
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
    kernel.library().fill_inputs(
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
    took = kernel.library().forward(ctypes.byref(weights.structure), address(x), address(share), count, *places, lanes)
    if lanes and took != lanes:
        raise ValueError(f"the processor has no vectors of {lanes} numbers")
    return logit
