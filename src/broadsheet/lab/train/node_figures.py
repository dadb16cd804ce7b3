"""The blocks that a node classifier chooses, their figures, and the best threshold and gap.

Figures are in characters of blocks against the labels; blocks of unknown label do not count.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import numpy as np

from broadsheet.lab.corpora import Corpus
from broadsheet.lab.corpora.folds import fold_of
from broadsheet.lab.evaluate.metrics import Scores, sizes
from broadsheet.lab.train.cards import Figures, by_corpus
from broadsheet.lab.train.embeddings import HELD_OUT
from broadsheet.lab.train.node_examples import Example, examples
from broadsheet.methods.dom_nodes import PIXELS, Embeddings, Graph, Network
from broadsheet.methods.mlp import Perceptron
from broadsheet.methods.svc import Machine
from broadsheet.page.arrays import BoolArray, FloatArray

__all__ = [
    "GAPS",
    "GAP_PAGES",
    "Learnt",
    "best_f1",
    "best_gap",
    "best_threshold",
    "block_scores",
    "choose",
    "classify",
    "figures",
    "figures_flat",
]

Learnt: TypeAlias = Network | Perceptron | Machine

_THRESHOLDS: Final = tuple(step / 40 for step in range(1, 40))  # 0.025 to 0.975 in steps of 0.025
GAPS: Final = (250.0, 500.0, 1000.0, 2000.0, 4000.0, 1e9)  # Values of t tried, in characters. The last is no limit.

GAP_PAGES: Final = 500  # pages on which t is chosen, drawn from all but the evaluation pages


def classify(learnt: Learnt, page: Example) -> FloatArray:
    """The probability of each node, shape (n,)."""
    features = page.nodes.features.astype(np.float32)
    if isinstance(learnt, Network):
        return learnt.probabilities(features, Graph.of_parents(page.nodes.parent))
    # Many nodes of a page are equal.
    different, of = np.unique(features, axis=0, return_inverse=True)
    return learnt.probabilities(different)[of.reshape(-1)]


def block_scores(learnt: Learnt, page: Example) -> FloatArray:
    """The probability of each block, shape (k,)."""
    return learnt.block_scores(replace(page.nodes, features=page.nodes.features.astype(np.float32)))


def choose(learnt: Learnt, page: Example, probability: FloatArray, *, gap: float | None = None) -> BoolArray:
    """The blocks of the longest group, shape (k,), given each block's probability, shape (k,)."""
    if gap is None:
        gap = learnt.gap if page.nodes.box is None else PIXELS
    number, best = page.nodes.grouped(probability, learnt.threshold, gap)
    chosen: BoolArray = number == best if best >= 0 else np.zeros(len(number), dtype=np.bool_)
    return chosen


def figures(learnt: Learnt, pages: Iterable[Example]) -> dict[str, Figures]:
    """Figures of a classifier with grouping, by corpus; under ``all`` for all pages."""
    return by_corpus((page.corpus, _score(page, choose(learnt, page, block_scores(learnt, page)))) for page in pages)


def figures_flat(
    learnt: Learnt, rendered: Iterable[Example], corpora: Iterable[Corpus], embeddings: Embeddings
) -> Figures | None:
    """Figures of a classifier on the pages of fold `HELD_OUT` among some rendered ones, not rendered; None if none."""
    unseen = {(page.corpus, page.id) for page in rendered if fold_of(page.site) == HELD_OUT}
    same = [corpus.where(lambda gold: (gold.corpus, gold.id) in unseen) for corpus in corpora]
    return figures(learnt, examples(same, embeddings)).get("all")


def _score(page: Example, chosen: BoolArray) -> Scores:
    """Score chosen blocks, in characters; blocks of unknown label do not count."""
    blocks = page.nodes.blocks
    return sizes(page.label[blocks], chosen, page.nodes.chars * page.known[blocks]).scores


def best_threshold(learnt: Learnt, pages: Sequence[Example]) -> float:
    """The threshold with the best F1 of the positive nodes, the first of equals."""
    return _THRESHOLDS[int(np.argmax(_by_threshold(learnt, pages)))]


def best_f1(learnt: Learnt, pages: Sequence[Example]) -> float:
    """The F1 of the positive nodes at that threshold."""
    return max(_by_threshold(learnt, pages))


def _by_threshold(learnt: Learnt, pages: Sequence[Example]) -> list[float]:
    probability = np.concatenate([classify(learnt, page)[page.known] for page in pages])
    label = np.concatenate([page.label[page.known] for page in pages])
    scores = []
    for threshold in _THRESHOLDS:
        found = probability >= threshold
        scores.append(2 * int((found & label).sum()) / max(1, int(found.sum()) + int(label.sum())))
    return scores


def best_gap(learnt: Learnt, pages: Sequence[Example]) -> float:
    """The t in characters with the best mean F1 on at most `GAP_PAGES` pages; for rendered pages the paper's."""
    if pages[0].nodes.box is not None:
        return PIXELS
    drawn = random.Random(0).sample(pages, min(len(pages), GAP_PAGES))  # noqa: S311 - reproducible draws, no secrets
    probability = [block_scores(learnt, page) for page in drawn]
    means = []
    for gap in GAPS:
        chosen = [choose(learnt, page, of, gap=gap) for page, of in zip(drawn, probability, strict=True)]
        means.append(float(np.mean([_score(page, of).f1 for page, of in zip(drawn, chosen, strict=True)])))
    return GAPS[int(np.argmax(np.round(means, 6)))]
