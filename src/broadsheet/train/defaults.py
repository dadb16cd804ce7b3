"""What a training run does unless it is told otherwise, where the command line says it too.

Numbers only, so that help pages need not wait for the libraries.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "FUSION_PASSES",
    "LAYERS",
    "MOST_NODES",
    "MOST_WORDS",
    "NODE_PASSES",
    "NODE_RATE",
    "TAG_PAIRS",
    "TEACHER_PASSES",
]

FUSION_PASSES: Final = 8
"""Passes over the pages of each network of `fusion`, and over their copies with pieces."""
TEACHER_PASSES: Final = 6
"""The most passes of the networks that say which labels are believed."""
NODE_PASSES: Final = 40
"""The most passes of `gcn2`, `gcn3` and `mlp`."""
NODE_RATE: Final = 1e-4
"""Their learning rate."""
LAYERS: Final = 2
"""Layers of the graph network."""
MOST_NODES: Final = 12_000
"""The most nodes that `svc` learns from."""
MOST_WORDS: Final = 50_000
"""The most words that have an embedding."""
TAG_PAIRS: Final = "edges"
"""What the embeddings of tags are learnt from."""
