"""Learn the support vector machine of `svc` with scikit-learn (extra ``train``, imported only here)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from broadsheet.errors import MissingExtra
from broadsheet.methods.dom_nodes import PIXELS
from broadsheet.methods.svc import Machine
from broadsheet.train.node_examples import small_tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from broadsheet.page.arrays import BoolArray
    from broadsheet.train.node_examples import Example

__all__ = ["machine"]


def machine(
    pages: Sequence[Example], embeddings: str, *, nodes: int, seed: int
) -> tuple[Machine, dict[str, NDArray[Any]]]:
    """Learn a support vector machine.

    Args:
        pages: what to learn from. Text nodes of unknown label are left out.
        embeddings: the fingerprint of the embeddings of these.
        nodes: most nodes that it learns from.
        seed: of the nodes that are drawn.

    Returns:
        The machine, and a small tree with what scikit-learn made of it; see `broadsheet.train.gcn.fit`.

    Raises:
        MissingExtra: scikit-learn is not installed.
    """
    try:
        from sklearn.svm import SVC
    except ImportError as error:
        raise MissingExtra("scikit-learn", "train") from error
    x, y = _drawn(pages, nodes, seed)
    model = SVC(kernel="rbf", C=1.0, gamma="scale", cache_size=500)
    model.fit(x.astype(np.float64), y)
    # Files hold half precision, so that is what is checked.
    vectors = model.support_vectors_.astype(np.float16).astype(np.float32)
    learnt = Machine(
        vectors=vectors,
        weight=model.dual_coef_[0].astype(np.float32),
        bias=float(model.intercept_[0]),
        gamma=float(1 / (x.shape[1] * x.astype(np.float64).var())),
        threshold=0.5,
        gap=PIXELS,
        embeddings=embeddings,
    )
    features, parent = small_tree(seed)
    distance = model.decision_function(features.astype(np.float64))
    return learnt, {
        "check.features": features,
        "check.parent": parent,
        "check.answer": 1 / (1 + np.exp(-distance)),
    }


def _drawn(pages: Sequence[Example], nodes: int, seed: int) -> tuple[NDArray[np.float32], BoolArray]:
    """Nodes to learn from: all of the positive text nodes there is room for, negative ones, and elements, in thirds."""
    generator = np.random.default_rng(seed)
    third = nodes // 3
    rows, label = [], []
    speaking = [np.isin(np.arange(len(page.label)), page.nodes.text) for page in pages]
    for wanted in (
        [page.label for page in pages],
        [of & ~page.label & page.known for page, of in zip(pages, speaking, strict=True)],
        [~of & ~page.label for page, of in zip(pages, speaking, strict=True)],
    ):
        number = np.concatenate([np.full(int(mask.sum()), place) for place, mask in enumerate(wanted)])
        node = np.concatenate([np.flatnonzero(mask) for mask in wanted])
        drawn = generator.permutation(len(node))[:third]
        rows += [pages[number[at]].nodes.features[node[at]] for at in drawn]
        label += [bool(pages[number[at]].label[node[at]]) for at in drawn]
    return np.array(rows, dtype=np.float32), np.array(label)
