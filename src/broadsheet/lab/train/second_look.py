"""Label weights for `fusion`: labels that networks trained on other sites clearly contradict count little.

Some gold texts are of another page, end in the middle, or include comments and bylines inconsistently, which adds
noise. As in confident learning (Northcutt et al. 2021, doi:10.1613/jair.1.12125), pages and segments whose label is
very unlikely to a network trained on other sites are weighted down or dropped. Except for news with clean gold texts,
labels are mixed with the networks' answers, as in distillation (Hinton et al. 2015, arXiv:1503.02531), which leaves
open what corpora include inconsistently. Segments without a label get the networks' answer.

A network trained without a fold, for the figures, must not learn of that fold through these labels. So each teacher is
trained without two folds: when one fold is held out, the labels of another are checked by the teacher that has seen
neither.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

import numpy as np

from broadsheet.body.fusion.network import Network
from broadsheet.lab.corpora.folds import FOLDS, fold_of
from broadsheet.lab.train.fusion import CLEAN_NEWS, Array, Example, score
from broadsheet.page.arrays import FloatArray

__all__ = ["PAIRS", "TEACHER_WEIGHT", "Pair", "pairs_without", "weighted_pages"]

Pair = frozenset[int]
"""The two folds that a teacher has not seen."""
PAIRS: Final[tuple[Pair, ...]] = tuple(map(frozenset, combinations(range(FOLDS), 2)))
MIN_F1: Final = 0.5  # a page is dropped if the teachers' text has a lower F1 against its gold text
MIN_PROBABILITY: Final = 0.03  # a label with a lower probability is contradicted
CONTRADICTED_WEIGHT: Final = 0.1  # weight of such a label, relative to others
TEACHER_WEIGHT: Final = 0.3  # share of the teachers' answer in a label, and its weight where there is no label
_THRESHOLD: Final = 0.5
_EPSILON: Final = 1e-6  # probabilities are clipped to this distance from 0 and 1


def pairs_without(held_out: int | None) -> tuple[Pair, ...]:
    """The teachers needed when a fold is held out, or none."""
    return tuple(pair for pair in PAIRS if held_out is None or held_out in pair)


def weighted_pages(
    pages: Sequence[Example], teachers: Mapping[Pair, Network], held_out: int | None = None
) -> list[Example]:
    """The training pages, with weighted labels.

    Teachers are by the two folds that they have not seen; pages of the held-out fold are dropped.
    """
    out = []
    for page in pages:
        fold = fold_of(page.site)
        if fold == held_out:
            continue
        unseen = [teachers[pair] for pair in pairs_without(held_out) if fold in pair]
        logit = np.mean([_logit(page.probabilities(one)) for one in unseen], axis=0)
        probability = (1 / (1 + np.exp(-logit))).astype(np.float32)
        if page.gold.text is None:
            out.append(_filled(page, probability))
        elif score(page, probability >= _THRESHOLD).f1 >= MIN_F1:
            out.append(_softened(page, probability))
    return out


def _softened(page: Example, probability: Array) -> Example:
    """Mix the page's labels with the teachers', unless they are clean, and weight contradicted ones down."""
    label_probability = np.where(page.label > _THRESHOLD, probability, 1 - probability)
    weight = np.where(label_probability < MIN_PROBABILITY, CONTRADICTED_WEIGHT * page.weight, page.weight)
    teacher_weight = 0 if page.corpus in CLEAN_NEWS else TEACHER_WEIGHT
    return replace(page, label=page.label + np.float32(teacher_weight) * (probability - page.label), weight=weight)


def _filled(page: Example, probability: Array) -> Example:
    """Give the page's unlabelled segments the teachers' answer."""
    unlabelled = page.weight == 0
    return replace(
        page,
        label=np.where(unlabelled, probability, page.label),
        weight=np.where(unlabelled, np.float32(TEACHER_WEIGHT), page.weight),
    )


def _logit(probability: FloatArray) -> FloatArray:
    clipped = np.clip(probability, _EPSILON, 1 - _EPSILON)
    logit: FloatArray = np.log(clipped / (1 - clipped))
    return logit
