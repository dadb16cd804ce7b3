"""The second baseline of the graph networks: nodes classified one by one, by a support vector machine.

Philip Hausner, Michael Gertz. News Article Extraction Using Graph Embeddings. LWDA 2021 (CEUR Workshop Proceedings).
Section 6, *Baselines*: "a support vector classifier (SVC) using a radial basis function"; its output is grouped as for
the graph networks. Features and grouping are in `broadsheet.methods.dom_nodes`.

======== ============ ======================= ==========================================================
symbol   name in code default                 what it is
======== ============ ======================= ==========================================================
x_i      vectors                              support vectors
a_i y_i  weight                               their weights, with the sign of their class
b        bias
gamma    gamma        1 / (215 var X)         width of the radial basis function (scikit-learn's "scale")
======== ============ ======================= ==========================================================

Where the paper is silent, and what we chose:

* C = 1 and gamma are scikit-learn's defaults.
* Nodes and labels are those of the networks. Whether content is weighted more here too is not said. One machine is
  trained with the networks' weights (negative nodes weigh 0.01), one with equal weights, and the better by F1 on the
  development pages is used.
* The score is the logistic function of the distance to the decision boundary, not a calibrated probability. The
  threshold is chosen on the development pages, as for the networks; 0.5 would be the boundary itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.methods.dom_nodes import Classifier, DomNodes, NodeMethod, border_arrays, border_of
from broadsheet.page.arrays import FloatArray

__all__ = ["SVC", "Machine"]

Array = NDArray[np.float32]
BATCH_NODES: Final = 512  # nodes compared with all support vectors at once, to bound memory


@dataclass(frozen=True, eq=False)
class Machine:
    """A trained support vector machine.

    Attributes:
        vectors: x_i, shape (v, 215).
        weight: a_i y_i, shape (v,).
        bias: b.
        gamma: width of the radial basis function.
        threshold, gap, embeddings: see `broadsheet.methods.dom_nodes.Classifier`.
    """

    vectors: Array
    weight: Array
    bias: float
    gamma: float
    threshold: float
    gap: float
    embeddings: str

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
            **border_arrays(self),
        }

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Machine:
        """Read the result of `arrays`.

        Raises:
            KeyError, ValueError, TypeError: the arrays are something else.
        """
        return cls(
            vectors=arrays["vectors"].astype(np.float32),
            weight=arrays["weight"].astype(np.float32),
            bias=float(arrays["bias"]),
            gamma=float(arrays["gamma"]),
            **border_of(arrays),
        )


@dataclass(frozen=True, kw_only=True)
class SVC(NodeMethod):
    """A support vector machine over the features of each node alone."""

    name: ClassVar[str] = "svc"
    _classifier: ClassVar[type[Classifier]] = Machine
    _own: ClassVar[str] = "models/svc.npz"
