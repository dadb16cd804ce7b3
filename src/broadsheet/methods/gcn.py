"""GCN2 and GCN3: nodes of the document classified by a graph convolutional network, grouped by where they stand.

Philip Hausner, Michael Gertz. News Article Extraction Using Graph Embeddings. LWDA 2021 (CEUR Workshop Proceedings).

========= ============= ======= ========================================================================
symbol    name in code  default where in the paper
========= ============= ======= ========================================================================
A         parent                section 4: A_ij = 1 if node j is a child of node i
D         degree                section 4: D_ii = sum_j (A + I)_ij: one more than the children of i
A^        Graph.share           Eq. (2): D^(-1/2) A D^(-1/2)
H^(l)     h                     activations at layer l; H^(0) = X, the features
Z^(l)     (parts)               Eq. (2): H, A^ H and A^T H beside each other
W_0, W_1  layers                Eq. (4): weights of a layer, without biases
W_c       out                   Eq. (5)
m         layers        2, 3    section 4: number of layers, in GCN2 and GCN3
          (20)                  section 6: dimension of an embedding
========= ============= ======= ========================================================================

What the methods of the paper share, features and grouping, is in `broadsheet.methods.dom_nodes`.

Where the paper is silent or contradicts itself, and what we chose:

* "D defined as above" is the row sum of A + I; with A directed that is one more than the number of children.
* W_0 maps three times the width to 20, W_1 maps 20 to 20. No biases are written, so there are none.
* Z W_0 is computed as H W_a + A^ (H W_b) + A^T (H W_c), W_0 being these three above each other: the same numbers, and
  the graph is walked with 20 columns instead of 215.
* Dropout "in each layer": on what a layer gives.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from broadsheet.methods.dom_nodes import DomNodes, NodeMethod, border_arrays, border_of, load_classifiers
from broadsheet.page.arrays import FloatArray

__all__ = ["GCN2", "GCN3", "Graph", "Network", "load_networks"]

Array = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Graph:
    """The tree as the directed, normalised adjacency A^.

    Attributes:
        parent: parent of each node, -1 for the root, shape (n,).
        share: A^_ij for each node j and its parent i, 0 for the root, shape (n,).
        order: the nodes that have a parent, those of one parent together, shape (e,).
        first: where each parent's begin among these.
        parents: the parents, in the order of ``first``.
    """

    parent: NDArray[np.int64]
    share: Array
    order: NDArray[np.int64]
    first: NDArray[np.int64]
    parents: NDArray[np.int64]

    @classmethod
    def of_parents(cls, parent: NDArray[np.int64]) -> Graph:
        """The graph of a tree.

        Args:
            parent: parent of each node, -1 for the root, shape (n,).
        """
        child = np.flatnonzero(parent >= 0)
        degree = 1.0 + np.bincount(parent[child], minlength=len(parent))
        share = np.zeros(len(parent), dtype=np.float32)
        share[child] = 1 / np.sqrt(degree[parent[child]] * degree[child])
        order = child[np.argsort(parent[child], kind="stable")]
        parents, first = np.unique(parent[order], return_index=True)
        return cls(parent, share, order, first, parents)

    def children(self, h: Array) -> Array:
        """A^ H: of each node the weighted sum over its children; shape as H."""
        out = np.zeros_like(h)
        if len(self.order):
            out[self.parents] = np.add.reduceat(h[self.order] * self.share[self.order, None], self.first, axis=0)
        return out

    def above(self, h: Array) -> Array:
        """A^T H: of each node its parent, weighted; shape as H."""
        # The root's share is 0, whatever the last row holds.
        out: Array = h[self.parent] * self.share[:, None]
        return out


@dataclass(frozen=True, eq=False)
class Network:
    """A trained network.

    Attributes:
        layers: W_0, shape (3 width, 20), and W_1, shape (20, 20), of each layer.
        out: W_c, shape (20, 1).
        threshold, gap, embeddings: see `broadsheet.methods.dom_nodes.Classifier`.
    """

    layers: tuple[tuple[Array, Array], ...]
    out: Array
    threshold: float
    gap: float
    embeddings: str

    def embed(self, features: Array, graph: Graph) -> Array:
        """H^(m): the embedding of each node, shape (n, 20).

        Args:
            features: X, shape (n, 215).
            graph: of the same nodes.
        """
        h = features
        for w_0, w_1 in self.layers:
            own, below, above = np.split(w_0, 3)
            # Eq. (2) and (3): Z W_0, in the parts that Z is made of
            z = h @ own + graph.children(h @ below) + graph.above(h @ above)
            # Eq. (4)
            h = np.maximum(0, np.maximum(0, z) @ w_1)
        return h

    def probabilities(self, features: Array, graph: Graph) -> FloatArray:
        """Y: of each node, shape (n,).

        Args:
            features: X, shape (n, 215).
            graph: of the same nodes.
        """
        # Eq. (5)
        out: FloatArray = 0.5 * (1 + np.tanh((self.embed(features, graph) @ self.out)[:, 0].astype(np.float64) / 2))
        return out

    def block_scores(self, nodes: DomNodes) -> FloatArray:
        """The probability of each block, shape (k,)."""
        return self.probabilities(nodes.features, Graph.of_parents(nodes.parent))[nodes.blocks]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The weights by name, to be written to a file."""
        named = {"out": self.out, **border_arrays(self)}
        for number, (w_0, w_1) in enumerate(self.layers):
            named |= {f"{number}.w_0": w_0, f"{number}.w_1": w_1}
        return named

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Network:
        """What `arrays` gave.

        Raises:
            KeyError, ValueError, TypeError: it is something else.
        """
        layers: list[tuple[Array, Array]] = []
        while f"{len(layers)}.w_0" in arrays:
            layers.append((arrays[f"{len(layers)}.w_0"], arrays[f"{len(layers)}.w_1"]))
        return cls(tuple(layers), arrays["out"], **border_of(arrays))


@cache
def load_networks(path: str | None, own: str) -> Mapping[str, Network]:
    """Networks by kind, read once from a file, or from ``own`` of the package.

    Args:
        path: a file; None for one of the package.
        own: the file of the package.

    Raises:
        NeedsNotMet: the file is missing, or does not hold the weights.
    """
    return load_classifiers(path, own, "gcn", Network.of_arrays)


@dataclass(frozen=True, kw_only=True)
class GCN2(NodeMethod):
    """A graph convolutional network of two layers: a node is judged by all within two steps of it."""

    name: ClassVar[str] = "gcn2"
    _own: ClassVar[str] = "models/gcn2.npz"

    def classifiers(self) -> Mapping[str, Network]:
        """The networks by kind.

        Raises:
            NeedsNotMet: they cannot be read.
        """
        return load_networks(self.weights, self._own)


@dataclass(frozen=True, kw_only=True)
class GCN3(GCN2):
    """The same with three layers, and so with all within three steps."""

    name: ClassVar[str] = "gcn3"
    _own: ClassVar[str] = "models/gcn3.npz"
