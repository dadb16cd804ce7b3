"""Train the support vector machine of `svc` with scikit-learn (extra ``train``).

It learns from the same nodes as the networks, with the same labels and weights. The time grows with the square of the
number of nodes, so above a limit it learns from a random sample, in which each class keeps its share of the total
weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.errors import MissingExtra
from broadsheet.lab.train.node_examples import Example, node_weights
from broadsheet.lab.train.node_networks import Settings
from broadsheet.methods.dom_nodes import PIXELS
from broadsheet.methods.svc import Machine
from broadsheet.page.arrays import BoolArray, FloatArray

__all__ = ["machine"]

_KINDS: Final = 3


def machine(pages: Sequence[Example], embeddings: str, settings: Settings, seed: int) -> Machine:
    """Train a support vector machine, with a default threshold.

    Raises:
        MissingExtra: scikit-learn is not installed.
    """
    try:
        from sklearn.svm import SVC
    except ImportError as error:
        raise MissingExtra("scikit-learn", "train") from error
    drawn, label, weight = _training_nodes(pages, settings, seed)
    gamma = 1 / (drawn.shape[1] * drawn.astype(np.float64).var())  # scikit-learn's "scale"
    x, y, weight = _without_copies(drawn, label, weight)
    model = SVC(kernel="rbf", C=1.0, gamma=gamma, cache_size=1000)
    model.fit(x.astype(np.float64), y, sample_weight=weight)
    return Machine(
        # Files hold half precision, which the threshold has to fit.
        vectors=model.support_vectors_.astype(np.float16).astype(np.float32),
        weight=model.dual_coef_[0].astype(np.float32),
        bias=float(model.intercept_[0]),
        gamma=float(gamma),
        threshold=0.5,
        gap=PIXELS,
        embeddings=embeddings,
    )


def _training_nodes(
    pages: Sequence[Example], settings: Settings, seed: int
) -> tuple[NDArray[np.float16], BoolArray, FloatArray]:
    """Features, labels and weights of the training nodes: all, or a sample.

    A sample is content, other blocks and other nodes in thirds, if there are enough of each. Weights are scaled so that
    each third keeps its share of the total weight.
    """
    weights = [node_weights(page, settings.negative, settings.unnamed or 0.0) for page in pages]
    weight = np.concatenate([of[of > 0] for of in weights])
    kind = np.concatenate([_kinds(page)[of > 0] for page, of in zip(pages, weights, strict=True)])
    kept = np.ones(len(kind), dtype=np.bool_)
    if len(kind) > settings.nodes:
        generator = np.random.default_rng(seed)
        kept[:] = False
        content = 1.0
        for each in range(_KINDS):
            of_kind = generator.permutation(np.flatnonzero(kind == each))
            drawn = of_kind[: (settings.nodes - np.count_nonzero(kept)) // (_KINDS - each)]
            share = weight[drawn].sum() / max(weight[of_kind].sum(), 1e-9)
            if not each:
                content = share
            elif len(drawn):
                weight[drawn] *= content / share
            kept[drawn] = True
    ends = np.cumsum([np.count_nonzero(of) for of in weights])[:-1]
    chosen = [np.flatnonzero(of)[part] for of, part in zip(weights, np.split(kept, ends), strict=True)]
    features = np.concatenate([page.nodes.features[nodes] for page, nodes in zip(pages, chosen, strict=True)])
    return features, kind[kept] == 0, weight[kept]


def _kinds(page: Example) -> NDArray[np.int64]:
    """0 for content nodes, 1 for other blocks, 2 for all other nodes, shape (n,)."""
    kind = np.full(len(page.label), 2)
    kind[page.nodes.blocks] = 1
    kind[page.label] = 0
    return kind


def _without_copies(
    features: NDArray[np.float16], label: BoolArray, weight: FloatArray
) -> tuple[NDArray[np.float16], BoolArray, FloatArray]:
    """The distinct nodes, their labels, and the summed weights of each one's copies.

    C times its weight bounds a node's contribution, so one node as heavy as its copies gives the same machine.
    """
    whole = np.ascontiguousarray(np.column_stack((features, label.astype(np.float16))))
    as_bytes = whole.view(np.dtype((np.void, whole.itemsize * whole.shape[1])))[:, 0]
    _, first, of = np.unique(as_bytes, return_index=True, return_inverse=True)
    return features[first], label[first], np.bincount(of, weights=weight).astype(np.float64)
