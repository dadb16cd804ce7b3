"""GCN2 and GCN3: nodes of the document classified by a graph convolutional network, grouped by where they stand.

Philip Hausner, Michael Gertz. News Article Extraction Using Graph Embeddings. LWDA 2021 (CEUR Workshop Proceedings).

========= ============= ======= ========================================================================
symbol    name in code  default where in the paper
========= ============= ======= ========================================================================
m         layers        2, 3    section 4: number of layers, in GCN2 and GCN3
========= ============= ======= ========================================================================

The network's equations, and what else the methods of the paper share, are in `broadsheet.methods.dom_nodes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from broadsheet.methods.dom_nodes import Network, NodeMethod, load_classifiers

__all__ = ["GCN2", "GCN3", "load_networks"]


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
