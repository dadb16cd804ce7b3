"""The network's forward pass over plain arrays: dilated convolutions along the segments of a page.

It weighs evidence and must not know what the columns mean. The arrays are written by ``broadsheet train fusion``.

=========== =================== ==========================================================================
symbol      shape               what it is
=========== =================== ==========================================================================
m, f, h     -                   segments of the page, columns, width of a hidden state
x           (m, f)              columns, scaled to mean 0 and deviation 1, cut at 8
names       (v, 80)             a vector for each word in elements' names: 16 numbers for the inline
                                elements in a segment, 24 for its block, 24 and 16 for what is above
words       (w, 72)             a vector for each word of texts: 24 numbers for any place in a segment, 16
                                each for its first, second and last word
taps        (3, h)              how much of the segment d before, the segment, and d after goes into a state
conv        (h, 2h)             value and gate from what the taps took
=========== =================== ==========================================================================

A segment has the sum over its elements of the vectors of their names, each divided by the root of the number of that
element's names, and the mean of the vectors of its words. A word that the network
has not learnt has the vector 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.methods.fusion import kernel, kernel_network
from broadsheet.methods.fusion.tokens import LEVELS, ElementNames, TextWords
from broadsheet.methods.fusion.vocabulary import Vocabulary
from broadsheet.page.arrays import FloatArray, IntArray
from broadsheet.page.once import made_once

__all__ = ["CONTEXT_AFTER", "CUT", "DILATIONS", "NAME_WIDTHS", "WORD_WIDTHS", "Network", "load"]

DILATIONS: Final = (1, 2, 4, 8, 16)
"""How far apart the taps of each layer are: the last state has seen 31 segments on each side."""
CONTEXT_AFTER: Final = (1, 3)
"""Layers after which each segment learns the mean and the maximum over the page."""
NAME_WIDTHS: Final = (16, 24, 24, 16)
"""Numbers of a name's vector for each of `ElementNames.groups`."""
WORD_WIDTHS: Final = (24, 16, 16, 16)
"""Numbers of a word's vector for any place, the first, the second and the last."""
CUT: Final = 8.0
_TINY: Final = 1e-5
_ALONE: Final = 2**18
"""Multiplications from which OpenBLAS divides a product among threads."""
_WIDEST: Final = 20_000
"""Segments that are looked at in one pass; a longer page is cut, so that memory stays bounded."""

Array = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Network:
    """A trained network, or several of the same shape whose logits are averaged.

    Attributes:
        arrays: the weights by name, as in the file; those of a second network under names that begin with ``1.``, and
            so on. The columns' mean and deviation and the confidence are there once. The first vector of ``names`` and
            of ``words`` is 0 and stands for what is not known.
        names: the number of each known word of elements' names, from 1.
        words: the number of each known word of texts, from 1.
    """

    arrays: dict[str, Array]
    names: dict[str, int]
    words: dict[str, int]

    def probabilities(self, columns: Array, names: ElementNames, words: TextWords, chars: IntArray) -> FloatArray:
        """The probability that each segment is content, by all networks.

        Args:
            columns: evidence, shape (m, f).
            names: names of the elements around each of the m segments.
            words: their words.
            chars: their characters, shape (m,).

        Returns:
            Numbers from 0 to 1, shape (m,).
        """
        *_, out = self.passes(columns, names, words, chars)
        return out

    def passes(self, columns: Array, names: ElementNames, words: TextWords, chars: IntArray) -> Iterator[FloatArray]:
        """`probabilities` by the first network, by the first two, and so on, each when it is asked for.

        A page that is cut because it is so long is read by all networks at once.
        """
        size = len(chars)
        if size > _WIDEST:
            parts = [(at, at + _WIDEST) for at in range(0, size, _WIDEST)]
            yield np.concatenate(
                [
                    self.probabilities(
                        columns[at:stop], names.part(slice(at, stop)), words.part(at, stop), chars[at:stop]
                    )
                    for at, stop in parts
                ]
            )
            return
        if not size:
            yield np.zeros(0)
            return
        weight = np.log1p(chars).astype(np.float32)
        share = weight / weight.sum()
        total = np.zeros(size)
        for number, x in enumerate(self._inputs(columns, names, words)):
            if kernel.available():
                total += kernel_network.forward(self._compiled[number], x, share)
            else:
                total += _pass(self._members[number], x, share)
            out: FloatArray = 1 / (1 + np.exp(total / -(number + 1)))
            yield out

    @made_once
    def _members(self) -> tuple[dict[str, Array], ...]:
        """The weights of each network by their plain names."""
        out = [self.arrays]
        while f"{len(out)}.names" in self.arrays:
            start = f"{len(out)}."
            out.append({name.removeprefix(start): a for name, a in self.arrays.items() if name.startswith(start)})
        return tuple(out)

    @made_once
    def _compiled(self) -> list[kernel_network.Weights]:
        return [kernel_network.Weights(a, DILATIONS, CONTEXT_AFTER) for a in self._members]

    @made_once
    def _readings(self) -> list[kernel_network.Reading]:
        scale = self.arrays["mean"], self.arrays["deviation"], CUT
        widths = LEVELS, NAME_WIDTHS, WORD_WIDTHS
        return [kernel_network.Reading(scale, a["names"], a["words"], *widths) for a in self._members]

    @made_once
    def _names(self) -> Vocabulary:
        return Vocabulary(self.names)

    @made_once
    def _words(self) -> Vocabulary:
        return Vocabulary(self.words)

    def _inputs(self, columns: Array, names: ElementNames, words: TextWords) -> Iterator[Array]:
        """What the first layer of each network reads: the columns scaled, then vectors of names and of words. It is
        written over by the next.
        """
        if not kernel.available():
            scaled = (columns - self.arrays["mean"]) / self.arrays["deviation"]
            np.clip(scaled, -CUT, CUT, out=scaled)
            for a in self._members:
                yield np.hstack([scaled, self._named(names, a["names"]), self._worded(words, a["words"])])
            return
        rows = np.ascontiguousarray(columns.T, dtype=np.float32)
        texts, of_names = (self._words.of_texts(words), words.edges), self._names.of_names(names)
        x = None
        for reading in self._readings:
            x = kernel_network.fill_inputs(reading, rows, names.around, of_names, texts, into=x)
            yield x

    def _named(self, around: ElementNames, table: Array) -> Array:
        """The sums of the vectors of the names around each segment, shape (m, 80)."""
        numbers, edges = self._names.of_names(around)
        known = numbers > 0
        at = np.concatenate(([0], known.cumsum()))[edges]
        element = _summed(table[numbers[known]], at)
        # An element with a dozen names, most of them a tool's, must not drown its neighbours.
        element /= np.sqrt(np.maximum(1, np.diff(at))).astype(np.float32)[:, None]
        edge = np.cumsum((0, *NAME_WIDTHS)).tolist()
        return np.hstack(
            [
                element[:, first:stop][group].sum(axis=1)
                for group, first, stop in zip(around.groups, edge[:-1], edge[1:], strict=True)
            ]
        )

    def _worded(self, text: TextWords, table: Array) -> Array:
        """The mean vector of each segment's known words, and those of its first, second and last, shape (m, 72)."""
        number = np.append(self._words.of_texts(text), 0)
        start, stop = text.edges[:-1], text.edges[1:]
        size = stop - start
        end = len(number) - 1
        any_width = WORD_WIDTHS[0]
        before = np.zeros(len(number), dtype=np.int32)
        np.cumsum(number[:-1] > 0, out=before[1:])
        known = before[text.edges]
        mean = _summed(table[number[:-1][number[:-1] > 0], :any_width], known)
        mean /= np.maximum(1, np.diff(known)).astype(np.float32)[:, None]
        places = (
            np.where(size > 0, start, end),
            np.where(size > 1, start + 1, end),
            np.where(size > 0, stop - 1, end),
        )
        edge = np.cumsum(WORD_WIDTHS).tolist()
        at = [table[number[place], first:last] for place, first, last in zip(places, edge[:-1], edge[1:], strict=True)]
        return np.hstack([mean, *at])


def _pass(a: dict[str, Array], x: Array, share: Array) -> Array:
    """The logit of each segment, given what it weighs in the page's mean; shape (m,)."""
    h = np.maximum(0, _product(x, a["input.weight"]) + a["input.bias"])
    contexts = iter(range(len(CONTEXT_AFTER)))
    for layer, dilation in enumerate(DILATIONS):
        z = _product(_taken(_normal(h, a, layer), a[f"taps.{layer}"], dilation), a[f"conv.{layer}.weight"])
        value, gate = np.hsplit(z + a[f"conv.{layer}.bias"], 2)
        with np.errstate(over="ignore"):  # a gate that is far below 0 lets nothing through
            h += value / (1 + np.exp(-gate))
        if layer in CONTEXT_AFTER:
            number = next(contexts)
            page = np.concatenate([share @ h, h.max(axis=0)])
            h += np.maximum(0, page @ a[f"context.{number}.weight"] + a[f"context.{number}.bias"])
    out: Array = (_normal(h, a, len(DILATIONS)) @ a["output.weight"] + a["output.bias"])[:, 0]
    return out


def _summed(vectors: Array, edges: IntArray) -> Array:
    """The sum of each stretch of vectors between two edges, shape (len(edges) - 1, width)."""
    out: Array = np.zeros((len(edges) - 1, vectors.shape[1]), dtype=np.float32)
    filled = edges[1:] > edges[:-1]
    if filled.any():
        out[filled] = np.add.reduceat(vectors, edges[:-1][filled], axis=0)
    return out


def _normal(h: Array, a: dict[str, Array], layer: int) -> Array:
    """Layer normalisation of each segment's state."""
    centred = h - h.mean(axis=1, keepdims=True)
    deviation = np.sqrt(np.einsum("ij,ij->i", centred, centred) / h.shape[1] + _TINY)
    centred /= deviation[:, None]
    out: Array = centred * a[f"norm.{layer}.weight"] + a[f"norm.{layer}.bias"]
    return out


def _product(x: Array, weight: Array) -> Array:
    """The product x @ weight, in parts so small that the linear algebra library starts no threads for them.

    On a page's few hundred rows their waiting costs twice the processor time of the product itself.
    """
    rows = max(1, _ALONE // weight.size)
    whole = len(x) // rows * rows
    out: Array = np.empty((len(x), weight.shape[1]), dtype=np.float32)
    np.matmul(x[:whole].reshape(-1, rows, x.shape[1]), weight, out=out[:whole].reshape(-1, rows, weight.shape[1]))
    np.matmul(x[whole:], weight, out=out[whole:])
    return out


def _taken(h: Array, taps: Array, dilation: int) -> Array:
    """What three taps along the segments take of each state; beyond the page there is nothing."""
    out: Array = h * taps[1]
    if len(h) > dilation:
        out[dilation:] += h[:-dilation] * taps[0]
        out[:-dilation] += h[dilation:] * taps[2]
    return out


@cache
def load(name: str = "fusion.npz") -> Network:
    """The network that the package ships, read once."""
    with (files("broadsheet.methods.fusion") / name).open("rb") as file, np.load(file) as stored:
        kept = {key: stored[key] for key in stored.files}
    names, words = (
        {word: number for number, word in enumerate(bytes(kept.pop(key)).decode().split("\n"), 1)}
        for key in ("known_names", "known_words")
    )
    arrays = {key: np.ascontiguousarray(array, dtype=np.float32) for key, array in kept.items()}
    return Network(arrays=arrays, names=names, words=words)
