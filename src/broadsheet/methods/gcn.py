"""GCN2 and GCN3, document nodes classified by a graph network and grouped by position, and their baselines MLP and SVC.

Philip Hausner, Michael Gertz. News Article Extraction Using Graph Embeddings. LWDA 2021 (CEUR Workshop Proceedings).
The equations of the network, and everything that the methods share, are in `broadsheet.methods.dom_nodes`.

======== ============ ======================= ==========================================================
symbol   name in code default                 where in the paper
======== ============ ======================= ==========================================================
m        layers       2, 3                    section 4: number of layers, in GCN2 and GCN3
x_i      vectors                              section 6, *Baselines*: support vectors
a_i y_i  weight                               their weights, with the sign of their class
b        bias
gamma    gamma        1 / (215 var X)         width of the radial basis function (scikit-learn's "scale")
======== ============ ======================= ==========================================================

Where the paper is silent, and what we chose:

* MLP, "three layers, a total of 128 nodes per layer, and otherwise the same parameters": three hidden layers of 128
  with ReLU, then one sigmoid, with biases, as is usual.
* SVC, "a support vector classifier (SVC) using a radial basis function": C = 1 and gamma are scikit-learn's defaults.
* Nodes and labels of the SVC are those of the networks. Whether content is weighted more here too is not said. One
  machine is trained with the networks' weights (negative nodes weigh 0.01), one with equal weights, and the better by
  F1 on the development pages is used.
* The package's networks are trained in at most six passes at ten times the paper's rate, on 3,074 pages in many
  languages, then on 871 rendered ones. On as few pages as in the paper, that rate is better for the graph networks too
  (``docs/log/reproduction/hausner2021.md``).
* The score of the SVC is the logistic function of the distance to the decision boundary, not a calibrated probability.
  The threshold is chosen on the development pages, as for the networks; 0.5 would be the boundary itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Self

import numpy as np
from numpy.typing import NDArray

from broadsheet.methods.dom_nodes import Array, Classifier, DomNodes, Network, NodeMethod
from broadsheet.page.arrays import FloatArray

__all__ = ["GCN2", "GCN3", "MLP", "SVC", "Machine", "Perceptron"]

BATCH_NODES: Final = 512  # nodes compared with all support vectors at once, to bound memory


@dataclass(frozen=True, eq=False, kw_only=True)
class Perceptron(Classifier):
    """A trained network.

    Attributes:
        layers: weights, shape (in, out), and biases, shape (out,), of each layer; the last has one output.
    """

    layers: tuple[tuple[Array, Array], ...]

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
        named = super().arrays()
        for number, (weight, bias) in enumerate(self.layers):
            named |= {f"{number}.weight": weight, f"{number}.bias": bias}
        return named

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """Read the result of `arrays`."""
        return cls(layers=cls.pairs(arrays, "weight", "bias"), **cls.border(arrays))


@dataclass(frozen=True, eq=False, kw_only=True)
class Machine(Classifier):
    """A trained support vector machine.

    Attributes:
        vectors: x_i, shape (v, 215).
        weight: a_i y_i, shape (v,).
        bias: b.
        gamma: width of the radial basis function.
    """

    vectors: Array
    weight: Array
    bias: float
    gamma: float

    def distances(self, features: Array) -> FloatArray:
        """sum_i a_i y_i exp(-gamma |x - x_i|^2) + b of each node, shape (n,), from its features, shape (n, 215)."""
        squares = (self.vectors * self.vectors).sum(axis=1)
        # Thousands of terms of either sign: summed in double precision.
        weight = self.weight.astype(np.float64)
        parts = []
        for at in range(0, len(features), BATCH_NODES):
            part = features[at : at + BATCH_NODES]
            apart = (part * part).sum(axis=1)[:, None] + squares - 2 * part @ self.vectors.T
            np.maximum(apart, 0, out=apart)
            parts.append(np.exp(-self.gamma * apart) @ weight)
        out: FloatArray = np.concatenate(parts) + self.bias if parts else np.zeros(0)
        return out

    def probabilities(self, features: Array) -> FloatArray:
        """The score of each node, shape (n,), from its features, shape (n, 215)."""
        out: FloatArray = 0.5 * (1 + np.tanh(self.distances(features) / 2))
        return out

    def block_scores(self, nodes: DomNodes) -> FloatArray:
        """The score of each block, shape (k,)."""
        return self.probabilities(nodes.features[nodes.blocks])

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The named arrays of a file."""
        return {
            "vectors": self.vectors.astype(np.float16),
            "weight": self.weight,
            "bias": np.array(self.bias),
            "gamma": np.array(self.gamma),
            **super().arrays(),
        }

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """Read the result of `arrays`."""
        whole: dict[str, Any] = {name: arrays[name].astype(np.float32) for name in ("vectors", "weight")}
        return cls(**whole, bias=float(arrays["bias"]), gamma=float(arrays["gamma"]), **cls.border(arrays))


@dataclass(frozen=True, kw_only=True)
class GCN2(NodeMethod):
    """A graph convolutional network of two layers: each node sees all nodes within two steps."""

    name: ClassVar[str] = "gcn2"
    _classifier: ClassVar[type[Classifier]] = Network


@dataclass(frozen=True, kw_only=True)
class GCN3(GCN2):
    """A graph convolutional network of three layers: each node sees all nodes within three steps."""

    name: ClassVar[str] = "gcn3"


@dataclass(frozen=True, kw_only=True)
class MLP(NodeMethod):
    """A network of three hidden layers over the features of each node alone."""

    name: ClassVar[str] = "mlp"
    _classifier: ClassVar[type[Classifier]] = Perceptron


@dataclass(frozen=True, kw_only=True)
class SVC(NodeMethod):
    """A support vector machine over the features of each node alone."""

    name: ClassVar[str] = "svc"
    _classifier: ClassVar[type[Classifier]] = Machine
