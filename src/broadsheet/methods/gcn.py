"""GCN2 and GCN3: document nodes classified by a graph convolutional network and grouped by position.

Philip Hausner, Michael Gertz. News Article Extraction Using Graph Embeddings. LWDA 2021 (CEUR Workshop Proceedings).

========= ============= ======= ========================================================================
symbol    name in code  default where in the paper
========= ============= ======= ========================================================================
m         layers        2, 3    section 4: number of layers, in GCN2 and GCN3
========= ============= ======= ========================================================================

The network's equations, and everything shared with the paper's other methods, are in `broadsheet.methods.dom_nodes`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from broadsheet.methods.dom_nodes import Classifier, Network, NodeMethod

__all__ = ["GCN2", "GCN3"]


@dataclass(frozen=True, kw_only=True)
class GCN2(NodeMethod):
    """A graph convolutional network of two layers: each node sees all nodes within two steps."""

    name: ClassVar[str] = "gcn2"
    _classifier: ClassVar[type[Classifier]] = Network
    _own: ClassVar[str] = "models/gcn2.npz"


@dataclass(frozen=True, kw_only=True)
class GCN3(GCN2):
    """A graph convolutional network of three layers: each node sees all nodes within three steps."""

    name: ClassVar[str] = "gcn3"
    _own: ClassVar[str] = "models/gcn3.npz"
