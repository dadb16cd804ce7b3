"""The network's forward pass: dilated convolutions along the segments of a page.

The arrays are written by ``broadsheet train fusion``.

=========== =================== ==========================================================================
symbol      shape               what it is
=========== =================== ==========================================================================
m, f, h     -                   segments of the page, columns, width of a hidden state
x           (m, f)              columns, standardised and clipped to [-8, 8]
names       (v, 80)             an embedding of each word in element names: 16 numbers for the inline elements
                                in a segment, 24 for its block, 24 and 16 for the elements above
words       (w, 72)             an embedding of each word of texts: 24 numbers for any position in a segment, 16
                                each for its first, second and last word
taps        (3, h)              weights of the segment d before, the segment itself, and the one d after
conv        (h, 2h)             value and gate from the weighted sum
=========== =================== ==========================================================================

The input of a segment has the sum over the elements around it of the embeddings of their names, divided by the square
root of the number of the element's names, and the mean of the embeddings of its words. Unknown words have the embedding
0.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.body.fusion.tokens import LEVELS, ElementNames, TextWords, Vocabulary
from broadsheet.engine import LIBRARY, fields, pointer, pointers
from broadsheet.errors import NeedsNotMet
from broadsheet.methods.base import load_arrays
from broadsheet.page.arrays import FloatArray, IntArray
from broadsheet.page.forks import made_once

__all__ = ["CONTEXT_AFTER", "CUT", "DILATIONS", "NAME_WIDTHS", "WORD_WIDTHS", "Network", "load"]

DILATIONS: Final = (1, 2, 4, 8, 16)  # tap distance of each layer: the last state has seen 31 segments on each side
CONTEXT_AFTER: Final = (1, 3)  # layers after which each segment gets the mean and the maximum over the page
NAME_WIDTHS: Final = (16, 24, 24, 16)  # widths of a name's embedding, by `LEVELS`
WORD_WIDTHS: Final = (24, 16, 16, 16)  # widths of a word's embedding: any position, first, second, last
CUT: Final = 8.0  # standardised columns are clipped to this
MAX_SEGMENTS: Final = 20_000  # segments per pass; longer pages are split to bound memory
_PANEL: Final = 32  # columns of a panel of weights, as in `network.h`
_LINE: Final = 64  # bytes of a cache line

Array = NDArray[np.float32]


class _Network(ctypes.Structure):
    _fields_ = (
        *fields(ctypes.c_int64, "columns inputs width layers contexts"),
        *fields(ctypes.c_int64 * 4, "levels name_widths word_widths"),
        *fields(ctypes.c_void_p, "mean scale zero names any ends dilations after input input_bias taps conv conv_bias"),
        *fields(ctypes.c_void_p, "norm norm_bias context context_bias output"),
        *fields(ctypes.c_float, "output_bias cut"),
    )


class _Seen(ctypes.Structure):
    _fields_ = (
        *fields(ctypes.c_int64, "segments all"),
        *fields(ctypes.c_void_p, "columns chars around names of"),
        ("elements", ctypes.c_int64),
        *fields(ctypes.c_void_p, "words edges"),
    )


@dataclass(frozen=True, eq=False)
class Network:
    """A trained network, or several of one shape whose logits are averaged.

    Attributes:
        arrays: weights by name, as in the file. Names of the second network start with ``1.``, and so on. All networks
            share the columns' mean and deviation and the confidence weights. The first embedding of ``names`` and of
            ``words`` is 0, for unknown words. Embeddings are read in half precision.
        names: number of each known word in element names, from 1.
        words: number of each known word in texts, from 1.
    """

    arrays: dict[str, Array]
    names: dict[str, int]
    words: dict[str, int]

    def passes(
        self, columns: Array, names: ElementNames, words: TextWords, chars: IntArray, *, lanes: int = 0
    ) -> Iterator[FloatArray]:
        """Yield the probability that each segment is content, shape (m,): by the first network, then by two, and so on.

        Args:
            columns: evidence, shape (m, f).
            names: names of the elements around each segment.
            words: words of each segment.
            chars: characters of each segment, shape (m,).
            lanes: floats in a vector of the processor: 4, 8 or 16, or 0 for as many as it supports.

        Raises:
            ValueError: the processor does not support such wide vectors.
        """
        size = len(chars)
        rows = np.ascontiguousarray(columns.T, dtype=np.float32)
        known_names, known_words = self._vocabularies
        name_numbers, word_numbers = known_names.numbers(names.hashes), known_words.numbers(words.hashes)
        inputs = chars, names.around, name_numbers, names.edges, word_numbers, words.edges
        *first, word, edges = pointers(rows, *[np.ascontiguousarray(numbers, dtype=np.int32) for numbers in inputs])
        seen = ctypes.byref(_Seen(size, size, *first, len(names.edges) - 1, word, edges))
        total = np.zeros(size)
        for number, (network, _) in enumerate(self._compiled, 1):
            out = np.empty(size)
            used = LIBRARY.score(ctypes.byref(network), seen, MAX_SEGMENTS, number, pointer(total), pointer(out), lanes)
            if lanes not in (0, used):
                raise ValueError(f"the processor does not support vectors of {lanes} numbers")
            yield out

    @made_once
    def _members(self) -> tuple[dict[str, Array], ...]:
        """The weights of each network, by unprefixed names."""
        out = [self.arrays]
        while f"{len(out)}.names" in self.arrays:
            start = f"{len(out)}."
            out.append({name.removeprefix(start): a for name, a in self.arrays.items() if name.startswith(start)})
        return tuple(out)

    @made_once
    def _compiled(self) -> list[tuple[_Network, list[NDArray[Any]]]]:
        return [_compiled(self.arrays, member) for member in self._members]

    @made_once
    def _vocabularies(self) -> tuple[Vocabulary, Vocabulary]:
        return Vocabulary(self.names), Vocabulary(self.words)


def _compiled(shared: dict[str, Array], arrays: dict[str, Array]) -> tuple[_Network, list[NDArray[Any]]]:
    """A network as the engine reads it, and the arrays that it refers to."""

    def stacked(name: str, count: int) -> Array:
        return np.array([arrays[name.format(number)] for number in range(count)], dtype=np.float32)

    def half(table: Array) -> NDArray[np.float16]:
        return np.ascontiguousarray(table, dtype=np.float16)

    layers, contexts, any_width = len(DILATIONS), len(CONTEXT_AFTER), WORD_WIDTHS[0]
    mean, scale, weight = shared["mean"], (1 / shared["deviation"]).astype(np.float32), arrays["input.weight"]
    zero = np.clip(-mean * scale, -CUT, CUT).astype(np.float32)
    kept: list[NDArray[Any]] = [
        np.ascontiguousarray(mean, dtype=np.float32),
        scale,
        zero,
        half(arrays["names"]),
        half(arrays["words"][:, :any_width]),
        half(arrays["words"][:, any_width:]),
        np.array(DILATIONS, dtype=np.int64),
        np.array(CONTEXT_AFTER, dtype=np.int64),
        _panels(weight),
        (arrays["input.bias"] + zero @ weight[: len(mean)]).astype(np.float32),
        stacked("taps.{}", layers),
        _panels(stacked("conv.{}.weight", layers)),
        stacked("conv.{}.bias", layers),
        stacked("norm.{}.weight", layers + 1),
        stacked("norm.{}.bias", layers + 1),
        _panels(stacked("context.{}.weight", contexts)),
        stacked("context.{}.bias", contexts),
        np.ascontiguousarray(arrays["output.weight"], dtype=np.float32),
    ]
    widths = ((ctypes.c_int64 * 4)(*numbers) for numbers in (LEVELS, NAME_WIDTHS, WORD_WIDTHS))
    numbers = len(mean), *weight.shape, layers, contexts
    return _Network(*numbers, *widths, *pointers(*kept), float(arrays["output.bias"][0]), CUT), kept


def _panels(weights: Array) -> Array:
    """One or several matrices in panels of columns, aligned to cache lines.

    Args:
        weights: shape (..., rows, columns).
    """
    *outer, rows, columns = weights.shape
    count = -(-columns // _PANEL)
    filled = np.zeros((*outer, rows, count * _PANEL), dtype=np.float32)
    filled[..., :columns] = weights
    space = np.empty(filled.size + _LINE // 4, dtype=np.float32)
    begin = -pointer(space) % _LINE // 4
    out = space[begin : begin + filled.size]
    out[:] = np.moveaxis(filled.reshape(*outer, rows, count, _PANEL), -3, -2).ravel()
    return out


@cache
def load(name: str = "fusion.npz") -> Network:
    """Load the package's network, or one from a file; cached.

    Raises:
        NeedsNotMet: the file is missing, or does not hold a network.
    """
    source = files("broadsheet.body.fusion") / name if name == "fusion.npz" else Path(name)
    kept = load_arrays(source, "fusion")
    if "known_names" not in kept:
        raise NeedsNotMet(f"{name} does not hold a network of fusion")
    names, words = (
        {word: number for number, word in enumerate(bytes(kept.pop(key)).decode().split("\n"), 1)}
        for key in ("known_names", "known_words")
    )
    halves = "names", "words"  # embeddings, which are read in half precision
    arrays = {key: array if key.endswith(halves) else array.astype(np.float32) for key, array in kept.items()}
    return Network(arrays=arrays, names=names, words=words)
