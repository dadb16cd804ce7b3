"""The network's forward pass over plain arrays: dilated convolutions along the segments of a page.

It weighs evidence and must not know what the columns mean. The arrays are written by ``broadsheet train fusion``.

=========== =================== ==========================================================
symbol      shape               what it is
=========== =================== ==========================================================
m, f, v     -                   segments of the page, columns, words of the vocabulary
e, h        24, 64              widths of a word's vector and of a hidden state
x           (m, f)              columns, scaled to mean 0 and deviation 1, cut at 8
embedding   (v, e)              a vector for each word; a segment has the sum of its words'
kernel      (3, h, 2h)          one tap each for the segment d before, the segment, d after
=========== =================== ==========================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.page.arrays import FloatArray, IntArray

__all__ = ["DILATIONS", "Network", "load"]

DILATIONS: Final = (1, 2, 4, 8, 16)
"""How far apart the taps of each layer are: the last state has seen 31 segments on each side."""
CONTEXT_AFTER: Final = (1, 3)
"""Layers after which each segment learns the mean and the maximum over the page."""
_CUT: Final = 8.0
_TINY: Final = 1e-5
_WIDEST: Final = 20_000
"""Segments that are looked at in one pass; a longer page is cut, so that memory stays bounded."""

Array = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Network:
    """A trained network.

    Attributes:
        arrays: the weights by name, as in the file.
        vocabulary: the number of each known word.
    """

    arrays: dict[str, Array]
    vocabulary: dict[str, int]

    def probabilities(self, columns: Array, words: Sequence[Sequence[str]], chars: IntArray) -> FloatArray:
        """The probability that each segment is content.

        Args:
            columns: evidence, shape (m, f).
            words: the words around each segment, m lists.
            chars: characters of each segment, shape (m,).

        Returns:
            Numbers from 0 to 1, shape (m,).
        """
        parts = [
            self._pass(columns[at : at + _WIDEST], words[at : at + _WIDEST], chars[at : at + _WIDEST])
            for at in range(0, len(columns), _WIDEST)
        ]
        return np.concatenate(parts) if parts else np.zeros(0)

    def _pass(self, columns: Array, words: Sequence[Sequence[str]], chars: IntArray) -> FloatArray:
        a = self.arrays
        x = np.clip((columns - a["mean"]) / a["deviation"], -_CUT, _CUT)
        h = np.maximum(0, np.hstack([x, self._embedded(words)]) @ a["input.weight"] + a["input.bias"])
        weight = np.log1p(chars).astype(np.float32)[:, None]
        weight /= weight.sum()
        contexts = iter(range(len(CONTEXT_AFTER)))
        for layer, dilation in enumerate(DILATIONS):
            z = _convolve(_normal(h, a, layer), a[f"conv.{layer}.weight"], a[f"conv.{layer}.bias"], dilation)
            value, gate = np.hsplit(z, 2)
            h = h + value / (1 + np.exp(-gate))
            if layer in CONTEXT_AFTER:
                number = next(contexts)
                page = np.concatenate([(h * weight).sum(axis=0), h.max(axis=0)])
                h = h + np.maximum(0, page @ a[f"context.{number}.weight"] + a[f"context.{number}.bias"])
        logit = _normal(h, a, len(DILATIONS)) @ a["output.weight"] + a["output.bias"]
        out: FloatArray = 1 / (1 + np.exp(-logit[:, 0].astype(np.float64)))
        return out

    def _embedded(self, words: Sequence[Sequence[str]]) -> Array:
        """The sum of the vectors of each segment's known words, shape (m, e)."""
        table, known = self.arrays["embedding"], self.vocabulary
        numbers: list[int] = []
        edges = [0]
        last: Sequence[str] | None = None
        found: list[int] = []
        for around in words:
            if around is not last:  # lines of one block share their list
                found = [known[word] for word in around if word in known]
                last = around
            numbers += found
            edges.append(len(numbers))
        total = np.zeros((len(numbers) + 1, table.shape[1]), dtype=np.float64)
        np.cumsum(table[numbers], axis=0, out=total[1:])
        return np.diff(total[edges], axis=0).astype(np.float32)


def _normal(h: Array, a: dict[str, Array], layer: int) -> Array:
    """Layer normalisation of each segment's state."""
    mean = h.mean(axis=1, keepdims=True)
    centred = h - mean
    deviation = np.sqrt((centred * centred).mean(axis=1, keepdims=True) + _TINY)
    out: Array = centred / deviation * a[f"norm.{layer}.weight"] + a[f"norm.{layer}.bias"]
    return out


def _convolve(h: Array, kernel: Array, bias: Array, dilation: int) -> Array:
    """A convolution of three taps along the segments; beyond the page there is nothing."""
    out: Array = h @ kernel[1] + bias
    if len(h) > dilation:
        out[dilation:] += h[:-dilation] @ kernel[0]
        out[:-dilation] += h[dilation:] @ kernel[2]
    return out


@cache
def load(name: str = "fusion.npz") -> Network:
    """The network that the package ships, read once."""
    with (files("broadsheet.methods.fusion") / name).open("rb") as file, np.load(file) as stored:
        arrays = {key: stored[key].astype(np.float32) for key in stored.files if key != "vocabulary"}
        vocabulary = {word: number for number, word in enumerate(bytes(stored["vocabulary"]).decode().split("\n"))}
    return Network(arrays=arrays, vocabulary=vocabulary)
