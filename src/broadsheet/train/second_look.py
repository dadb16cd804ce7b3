"""Which labels are believed: those that networks which have not seen a page's site do not contradict outright.

Some gold texts are of another page, end in the middle, or have readers' comments and bylines by no rule; what is learnt
from them is noise. As in confident learning (Northcutt et al. 2021, doi:10.1613/jair.1.12125), pages and segments whose
label is out of the question to a network that was learnt from other sites count less, or not at all. But for news with
clean gold texts, labels are in part what such networks say, as in distillation (Hinton et al. 2015, arXiv:1503.02531):
what corpora have in or out by no rule, as bylines, lists and comments, is left open. Segments of which a corpus says
nothing get their answer.

A network that is learnt without a fold, for the figures, must not know of that fold by way of what is believed. So the
teachers are learnt without two folds each: where one is left out of everything, the labels of another are looked at by
the teacher that has seen neither. It must not know how a network is learnt.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from broadsheet.corpora.folds import FOLDS, fold_of
from broadsheet.train.fusion import CLEAN_NEWS, Example, score

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from broadsheet.methods.fusion.network import Network
    from broadsheet.page.arrays import FloatArray
    from broadsheet.train.fusion import Array

__all__ = ["PAIRS", "SAID", "Pair", "believed", "pairs_without"]

Pair = frozenset[int]
"""Two folds that a teacher has not seen."""
PAIRS: Final[tuple[Pair, ...]] = tuple(map(frozenset, combinations(range(FOLDS), 2)))
_LIKE: Final = 0.5
"""F1 of what a teacher finds against the gold text, below which the page is left out."""
_OUT_OF_THE_QUESTION: Final = 0.03
"""Probability of a label that is not believed."""
_HARDLY: Final = 0.1
"""What such a label counts."""
SAID: Final = 0.3
"""What the teachers' answer counts in a label, and the answer for a segment without one beside labels."""
_THRESHOLD: Final = 0.5
_TINY: Final = 1e-6


def pairs_without(held_out: int | None) -> tuple[Pair, ...]:
    """The teachers that are needed where a fold is held out of everything, or none is."""
    return tuple(pair for pair in PAIRS if held_out is None or held_out in pair)


def believed(pages: Sequence[Example], teachers: Mapping[Pair, Network], held_out: int | None = None) -> list[Example]:
    """The pages to learn from, with what each of their labels counts.

    Args:
        pages: all pages.
        teachers: networks by the two folds that they have not seen.
        held_out: the fold whose pages are left out, and of which nothing may be known; None for all pages.
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
        elif score(page, probability >= _THRESHOLD)[2] >= _LIKE:
            out.append(_softened(page, probability))
    return out


def _softened(page: Example, probability: Array) -> Example:
    """The page with labels that are in part the teachers', unless they are clean, and those that are contradicted
    counting little.
    """
    of_label = np.where(page.label > _THRESHOLD, probability, 1 - probability)
    weight = np.where(of_label < _OUT_OF_THE_QUESTION, _HARDLY * page.weight, page.weight)
    said = 0 if page.corpus in CLEAN_NEWS else SAID
    return replace(page, label=page.label + np.float32(said) * (probability - page.label), weight=weight)


def _filled(page: Example, probability: Array) -> Example:
    """The page, of some of whose segments a corpus says what they are, with the teachers' answer for the others."""
    open_ = page.weight == 0
    return replace(
        page, label=np.where(open_, probability, page.label), weight=np.where(open_, np.float32(SAID), page.weight)
    )


def _logit(probability: FloatArray) -> FloatArray:
    clipped = np.clip(probability, _TINY, 1 - _TINY)
    logit: FloatArray = np.log(clipped / (1 - clipped))
    return logit
