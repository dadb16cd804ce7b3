"""The first baseline of the graph networks: nodes classified one by one, by a network of three layers.

Philip Hausner, Michael Gertz. News Article Extraction Using Graph Embeddings. LWDA 2021 (CEUR Workshop Proceedings).
Section 6, *Baselines*: "three layers, a total of 128 nodes per layer, and otherwise the same parameters"; its output is
grouped as for the graph networks. Features and grouping are in `broadsheet.methods.dom_nodes`.

Where the paper is silent, and what we chose: three hidden layers of 128 with ReLU, then one sigmoid, with biases, as is
usual.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from broadsheet.methods.dom_nodes import Classifier, DomNodes, NodeMethod, border_arrays, border_of
from broadsheet.page.arrays import FloatArray

__all__ = ["MLP", "Perceptron"]

Array = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Perceptron:
    """A trained network.

    Attributes:
        layers: weights, shape (in, out), and biases, shape (out,), of each layer; the last has one output.
        threshold, gap, embeddings: see `broadsheet.methods.dom_nodes.Classifier`.
    """

    layers: tuple[tuple[Array, Array], ...]
    threshold: float
    gap: float
    embeddings: str

    def probabilities(self, features: Array) -> FloatArray:
        """The probability of each node, shape (n,), from its features, shape (n, 215)."""
        h = features
        for number, (weight, bias) in enumerate(self.layers):
            h = h @ weight + bias
            if number < len(self.layers) - 1:
                h = np.maximum(0, h)
        out: FloatArray = 0.5 * (1 + np.tanh(h[:, 0].astype(np.float64) / 2))
        return out

    def block_scores(self, nodes: DomNodes) -> FloatArray:
        """The probability of each block, shape (k,)."""
        return self.probabilities(nodes.features[nodes.blocks])

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The named arrays of a file."""
        named = border_arrays(self)
        for number, (weight, bias) in enumerate(self.layers):
            named |= {f"{number}.weight": weight, f"{number}.bias": bias}
        return named

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Perceptron:
        """Read the result of `arrays`.

        Raises:
            KeyError, ValueError, TypeError: the arrays are something else.
        """
        layers: list[tuple[Array, Array]] = []
        while f"{len(layers)}.weight" in arrays:
            layers.append((arrays[f"{len(layers)}.weight"], arrays[f"{len(layers)}.bias"]))
        return cls(tuple(layers), **border_of(arrays))


@dataclass(frozen=True, kw_only=True)
class MLP(NodeMethod):
    """A network of three hidden layers over the features of each node alone."""

    name: ClassVar[str] = "mlp"
    _classifier: ClassVar[type[Classifier]] = Perceptron
    _own: ClassVar[str] = "models/mlp.npz"
