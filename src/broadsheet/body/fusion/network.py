"""The network's forward pass over plain arrays: dilated convolutions along the segments of a page.

The arrays are written by ``broadsheet train fusion``.

=========== =================== ==========================================================================
symbol      shape               what it is
=========== =================== ==========================================================================
m, f, h     -                   segments of the page, columns, width of a hidden state
x           (m, f)              columns, standardised and clipped at 8
names       (v, 80)             an embedding of each word in element names: 16 numbers for the inline elements
                                in a segment, 24 for its block, 24 and 16 for the elements above
words       (w, 72)             an embedding of each word of texts: 24 numbers for any position in a segment, 16
                                each for its first, second and last word
taps        (3, h)              weights of the segment d before, the segment itself, and the one d after
conv        (h, 2h)             value and gate from the weighted sum
=========== =================== ==========================================================================

A segment gets the sum over its elements of the embeddings of their names, each divided by the square root of the number
of that element's names, and the mean of the embeddings of its words. An unknown word has the embedding 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.body.fusion import forward
from broadsheet.body.fusion.tokens import LEVELS, ElementNames, TextWords
from broadsheet.body.fusion.vocabulary import Vocabulary
from broadsheet.page.arrays import FloatArray, IntArray
from broadsheet.page.once import made_once

__all__ = ["CONTEXT_AFTER", "CUT", "DILATIONS", "NAME_WIDTHS", "WORD_WIDTHS", "Network", "load"]

DILATIONS: Final = (1, 2, 4, 8, 16)  # tap distance of each layer: the last state has seen 31 segments on each side
CONTEXT_AFTER: Final = (1, 3)  # layers after which each segment gets the mean and the maximum over the page
NAME_WIDTHS: Final = (16, 24, 24, 16)  # widths of a name's embedding, for each of `ElementNames.groups`
WORD_WIDTHS: Final = (24, 16, 16, 16)  # widths of a word's embedding: any position, first, second, last
CUT: Final = 8.0  # standardised columns are clipped to this
MAX_SEGMENTS: Final = 20_000  # segments per pass; a longer page is split to bound memory

Array = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Network:
    """A trained network, or several of one shape whose logits are averaged.

    Attributes:
        arrays: weights by name, as in the file. Names of a second network start with ``1.``, and so on. The columns'
            mean and deviation and the confidence weights are shared. The first embedding of ``names`` and of ``words``
            is 0, for unknown words.
        names: number of each known word in element names, from 1.
        words: number of each known word in texts, from 1.
    """

    arrays: dict[str, Array]
    names: dict[str, int]
    words: dict[str, int]

    def probabilities(self, columns: Array, names: ElementNames, words: TextWords, chars: IntArray) -> FloatArray:
        """The probability that each segment is content, by all networks, shape (m,).

        Args:
            columns: evidence, shape (m, f).
            names: names of the elements around each segment.
            words: words of each segment.
            chars: characters of each segment, shape (m,).
        """
        *_, out = self.passes(columns, names, words, chars)
        return out

    def passes(self, columns: Array, names: ElementNames, words: TextWords, chars: IntArray) -> Iterator[FloatArray]:
        """`probabilities` by the first network, by the first two, and so on, lazily.

        A page that is split for its length is read by all networks at once.
        """
        size = len(chars)
        if size > MAX_SEGMENTS:
            parts = [(at, at + MAX_SEGMENTS) for at in range(0, size, MAX_SEGMENTS)]
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
            total += forward.forward(self._compiled[number], x, share)
            out: FloatArray = 1 / (1 + np.exp(total / -(number + 1)))
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
    def _compiled(self) -> list[forward.Weights]:
        return [forward.Weights(a, DILATIONS, CONTEXT_AFTER) for a in self._members]

    @made_once
    def _readings(self) -> list[forward.Reading]:
        scale = self.arrays["mean"], self.arrays["deviation"], CUT
        widths = LEVELS, NAME_WIDTHS, WORD_WIDTHS
        return [forward.Reading(scale, a["names"], a["words"], *widths) for a in self._members]

    @made_once
    def _names(self) -> Vocabulary:
        return Vocabulary(self.names)

    @made_once
    def _words(self) -> Vocabulary:
        return Vocabulary(self.words)

    def _inputs(self, columns: Array, names: ElementNames, words: TextWords) -> Iterator[Array]:
        """The input of each network's first layer: scaled columns, then embeddings of names and of words. The next
        iteration overwrites it.
        """
        rows = np.ascontiguousarray(columns.T, dtype=np.float32)
        texts, of_names = (self._words.of_texts(words), words.edges), self._names.of_names(names)
        x = None
        for reading in self._readings:
            x = forward.fill_inputs(reading, rows, names.around, of_names, texts, into=x)
            yield x


@cache
def load(name: str = "fusion.npz") -> Network:
    """A network that the package ships, read once."""
    with (files("broadsheet.body.fusion") / name).open("rb") as file, np.load(file) as stored:
        kept = {key: stored[key] for key in stored.files}
    names, words = (
        {word: number for number, word in enumerate(bytes(kept.pop(key)).decode().split("\n"), 1)}
        for key in ("known_names", "known_words")
    )
    arrays = {key: np.ascontiguousarray(array, dtype=np.float32) for key, array in kept.items()}
    return Network(arrays=arrays, names=names, words=words)
