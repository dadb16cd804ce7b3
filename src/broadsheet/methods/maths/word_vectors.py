"""Vectors of words and sentences.

Sanjeev Arora, Yingyu Liang, Tengyu Ma. A simple but tough-to-beat baseline for sentence embeddings. ICLR 2017
(smooth inverse frequency, "SIF"). The vectors of the words are word2vec's (Mikolov et al., 2013).

====== ============ ======= =====================================================
symbol name in code default where in the paper
====== ============ ======= =====================================================
a      A            1e-3    Algorithm 1: weight of a word is a / (a + p(w))
p(w)   frequency            share of the word among the words of the training text
v_w    (rows)               vector of a word
v_s                         vector of a sentence: weighted mean of its words'
u      component            first singular vector of the training sentences
====== ============ ======= =====================================================

Vectors are quantised to four bits per number: integer steps from -7 to 7 of a scale per vector. The loss is small, as
sentences are means over words; ``broadsheet train embeddings`` reports it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.page.characters import CJK_CLASS
from broadsheet.patterns import pattern

__all__ = ["A", "WordVectors", "pack", "unpack", "words"]

A: Final = 1e-3  # a of Arora et al.
_STEPS: Final = 7  # largest quantisation step
_NUMBER: Final = "0"  # stands for every number, of which there are too many to tell apart
_BETWEEN: Final = "\0"
_TOKEN: Final = pattern(rf"{_BETWEEN}|[{CJK_CLASS}]|[^\W_{CJK_CLASS}]+")

Array = NDArray[np.float32]


def words(text: str) -> list[str]:
    """The words of a text in lower case. A CJK character is a word; all numbers are one word.

    >>> words("The ferry, 2026: 渡轮")
    ['the', 'ferry', '0', '渡', '轮']
    """
    return [_NUMBER if token.isdigit() else token for token in _TOKEN.findall(text.lower())]


def pack(vectors: Array) -> tuple[NDArray[np.uint8], NDArray[np.float16]]:
    """Quantise vectors, shape (words, dimension), with an even dimension, to four bits per number.

    Returns:
        The numbers, two per byte, shape (words, dimension / 2), and the scale of each vector, shape (words,).
    """
    largest = np.abs(vectors).max(axis=1)
    scale = (np.where(largest > 0, largest, 1) / _STEPS).astype(np.float16)
    steps = np.clip(np.rint(vectors / scale[:, None].astype(np.float32)), -_STEPS, _STEPS).astype(np.int8) + _STEPS + 1
    high, low = steps[:, ::2].astype(np.uint8), steps[:, 1::2].astype(np.uint8)
    return (high << 4 | low).astype(np.uint8), scale


def unpack(packed: NDArray[np.uint8], scale: NDArray[np.float16]) -> Array:
    """Undo `pack`, except for the quantisation loss."""
    out = np.empty((len(packed), 2 * packed.shape[1]), dtype=np.float32)
    out[:, ::2] = packed >> 4
    out[:, 1::2] = packed & 15
    out -= _STEPS + 1
    out *= scale[:, None].astype(np.float32)
    return out


_WORDS_AT_ONCE: Final = 1 << 16  # words whose vectors are in memory at a time


@dataclass(frozen=True, eq=False)
class WordVectors:
    """Word vectors, and the parameters that make sentence vectors from them.

    Attributes:
        number: the index of each known word.
        packed, scale: the vectors, as returned by `pack`.
        frequency: p(w), shape (words,).
        component: u, shape (dimension,).
    """

    number: Mapping[str, int]
    packed: NDArray[np.uint8]
    scale: NDArray[np.float16]
    frequency: Array
    component: Array

    def sentences(self, texts: Sequence[str]) -> Array:
        """The vector of each text, shape (texts, dimension); zero for a text without known words.

        v_s = sum over its known words of a / (a + p(w)) v_w, divided by their count; minus its projection on u.
        """
        out = np.zeros((len(texts), 2 * self.packed.shape[1]), dtype=np.float32)
        numbers: list[int] = []
        edges = [0]
        # One pass of the regular expression over all texts.
        for word in words(f" {_BETWEEN} ".join(texts)):
            if word == _BETWEEN:
                edges.append(len(numbers))
            elif (place := self.number.get(word)) is not None:
                numbers.append(place)
        edges.append(len(numbers))
        if not numbers:
            return out
        different, place_of = np.unique(np.array(numbers), return_inverse=True)
        vectors = unpack(self.packed[different], self.scale[different])
        vectors *= (A / (A + self.frequency[different]))[:, None].astype(np.float32)
        edge = np.array(edges[: len(texts) + 1])
        count = np.diff(edge)
        filled = np.flatnonzero(count)
        sums = np.zeros((len(filled), out.shape[1]), dtype=np.float32)
        of = np.repeat(np.arange(len(filled)), count[filled])
        for begin in range(0, len(of), _WORDS_AT_ONCE):
            group = of[begin : begin + _WORDS_AT_ONCE]
            first = np.flatnonzero(np.diff(group, prepend=-1))
            sums[group[first]] += np.add.reduceat(vectors[place_of[begin : begin + _WORDS_AT_ONCE]], first, axis=0)
        sums /= count[filled, None].astype(np.float32)
        # Arora et al., Algorithm 1, line 6: v_s - u u^T v_s
        sums -= np.outer(sums @ self.component, self.component)
        out[filled] = sums
        return out

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The named arrays of a file."""
        ordered = sorted(self.number, key=lambda word: self.number[word])
        return {
            "words": np.frombuffer("\n".join(ordered).encode(), dtype=np.uint8),
            "packed": self.packed,
            "scale": self.scale,
            "frequency": self.frequency,
            "component": self.component,
        }

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> WordVectors:
        """Read the result of `arrays`.

        Raises:
            KeyError: an array is missing.
            ValueError: the arrays have different lengths.
        """
        listed = bytes(arrays["words"]).decode().split("\n")
        if not len(listed) == len(arrays["packed"]) == len(arrays["scale"]) == len(arrays["frequency"]):
            raise ValueError("the arrays of words have different lengths")
        return cls(
            number={word: place for place, word in enumerate(listed)},
            packed=arrays["packed"],
            scale=arrays["scale"],
            frequency=arrays["frequency"].astype(np.float32),
            component=arrays["component"].astype(np.float32),
        )
