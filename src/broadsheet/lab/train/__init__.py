"""Training: each shipped model is learnt from corpora by one command with one seed.

A module is named for a model, or for what several of them share. The output is plain arrays, never pickles, and a model
card with the training data and figures on held-out pages. All learners raise `ValueError` if there are too few pages,
sites or classes.
"""

from __future__ import annotations

from typing import Final

__all__ = ["FUSION_PASSES", "LAYERS", "MOST_NODES", "MOST_WORDS", "NODE_PASSES", "NODE_RATE", "TEACHER_PASSES"]

# Defaults that the command line shows too, without loading the libraries.
FUSION_PASSES: Final = 8  # passes over the pages, and their copies with pieces, per network of `fusion`
TEACHER_PASSES: Final = 6  # most passes of the teacher networks
NODE_PASSES: Final = 40  # most passes of `gcn2`, `gcn3` and `mlp`
NODE_RATE: Final = 1e-4  # learning rate of `gcn2`, `gcn3` and `mlp`
LAYERS: Final = 2  # layers of the graph network
MOST_NODES: Final = 12_000  # most nodes that `svc` learns from
MOST_WORDS: Final = 50_000  # most words with an embedding
