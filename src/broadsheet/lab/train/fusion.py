"""Training data of `fusion`, label weights, calibration and figures. `fusion_model` trains the network itself.

Labels come from aligning the gold text with the segments of each page; corpora that list segments to find and to omit
give partial labels. Where a gold text disagrees with the conventions (`broadsheet.lab.evaluate.conventions`), its label
has no weight. Most pages are used a second time, with pieces inserted (`broadsheet.lab.train.pieces`).

A network is trained without each fold of sites, and one on all pages. The former give the model card's figures and the
confidence weights on their held-out folds; the latter is written.

Labels that networks trained on other sites clearly contradict count little. Some gold texts are of another page, end in
the middle, or include comments and bylines inconsistently, which adds noise. As in confident learning (Northcutt et al.
2021, doi:10.1613/jair.1.12125), pages and segments whose label is very unlikely to these teachers are dropped or
weighted down. Except for news with clean gold texts, labels are mixed with the teachers' answers, as in distillation
(Hinton et al. 2015, arXiv:1503.02531), which leaves open what corpora include inconsistently. Segments without a label
get the teachers' answer. A network trained without a fold, for the figures, must not learn of that fold through these
labels. So each teacher is trained without two folds: when one fold is held out, the labels of another are checked by
the teacher that has seen neither.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.body.fusion.method import SIGNS, THRESHOLD, signs
from broadsheet.body.fusion.network import Network
from broadsheet.lab.corpora import FOLDS, Corpus, Gold, Sample, fold_of
from broadsheet.lab.evaluate.conventions import neutral, neutral_runs, without_runs
from broadsheet.lab.evaluate.metrics import Overlap, Scores, found_segments, micro, overlap, shingles, shingles_of
from broadsheet.lab.evaluate.metrics import calibration_error as binned_error
from broadsheet.lab.evaluate.summary import RIGHT
from broadsheet.lab.evaluate.words import label_nodes, node_words
from broadsheet.lab.train.cards import Figures, by_corpus, packed, pages_of, words_as_bytes
from broadsheet.lab.train.identify_fit import logistic_regression
from broadsheet.lab.train.node_pages import MIN_MATCH_CHARS, segment_labels
from broadsheet.lab.train.pieces import PIECE, Pieces, Segments
from broadsheet.lab.train.spelled import Inputs
from broadsheet.page import Page
from broadsheet.page.arrays import BoolArray, FloatArray

__all__ = [
    "CLEAN_NEWS",
    "NO_ARTICLES",
    "PAIRS",
    "TEACHER_WEIGHT",
    "Example",
    "Outcome",
    "calibrate",
    "calibration_error",
    "examples",
    "figures",
    "outcomes",
    "pairs_without",
    "weighted_pages",
    "write",
]

Array = NDArray[np.float32]

# News corpora whose gold texts consistently hold the article and nothing else.
CLEAN_NEWS: Final = ("fundus", "naeb", "crawlfuture", "msv")
# Suffix of a corpus name for its pages labelled as no article, which count as a corpus of their own.
NO_ARTICLES: Final = " (no articles)"
# Draws of pieces per page. Passes take turns with them, so that a network sees more phrases and markups.
DRAWS: Final = 2


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A page as training data."""

    # ``corpus, site``: its source, with `NO_ARTICLES` for non-articles; a site's pages are in one fold
    corpus: str
    site: str
    inputs: Inputs
    label: Array  # whether the segment is in the gold text, 0 to 1
    weight: Array  # weight of the label, 0 to 1; 0 where the gold text and the conventions disagree
    gold: Gold  # the page's answer
    texts: list[str]  # the segments' texts
    neutral: BoolArray  # the segments where the gold text and the conventions disagree, shape (m,)
    wanted: str  # the tokens of the rest of the gold text, joined by spaces; empty without one
    # the page with pieces inserted, drawn `DRAWS` times; fewer if there is no place for one
    pieces: tuple[Segments, ...] = ()

    def with_pieces(self) -> list[Example]:
        """The page with each draw of pieces, its own segments labelled as here. For training only: it has no texts."""
        return [self._with(put) for put in self.pieces]

    def words_of_pieces(self) -> Iterator[str]:
        """The words of the inserted pieces."""
        for put in self.pieces:
            words = put.inputs.words
            for at in (put.origin == PIECE).nonzero()[0].tolist():
                yield from words.words[words.edges[at] : words.edges[at + 1]]

    def _with(self, put: Segments) -> Example:
        own = put.origin != PIECE
        return replace(
            self,
            inputs=put.inputs,
            label=np.where(own, self.label[put.origin], put.label),
            weight=np.where(own, self.weight[put.origin], put.weight),
            texts=[],
            neutral=own & self.neutral[put.origin],
            pieces=(),
        )

    def probabilities(self, network: Network) -> FloatArray:
        """The probabilities of the segments by a network with all its members."""
        found = self.inputs
        *_, out = network.passes(found.columns.astype(np.float32), found.names, found.words, found.chars)
        return out


def examples(corpora: Iterable[Corpus], advance: Callable[[], None] = lambda: None) -> Iterator[Example]:
    """Yield the training pages of some corpora; ``advance`` is called for every page."""
    corpora = list(corpora)
    golds = [sample.gold for corpus in corpora for sample in corpus]
    draws = [Pieces(golds, seed) for seed in range(DRAWS)]
    for sample, page in pages_of(corpora, lambda gold: gold.can_be_scored, advance):
        if len(page.segments):
            yield _example(sample, page, draws)


def _example(sample: Sample, page: Page, draws: Sequence[Pieces]) -> Example:
    gold = sample.gold
    open_ = neutral(page, gold)
    if gold.text is not None:
        label, weight = _labels(page.texts, gold)
        weight[open_] = 0.0
    else:
        # The segments listed as wanted or unwanted; the others have no weight.
        state = segment_labels(page.texts, gold)
        label, weight = (state > 0).astype(np.float32), (state != 0).astype(np.float32)
    return Example(
        corpus=gold.corpus + (NO_ARTICLES if gold.is_article is False else ""),
        site=gold.site_or_page,
        inputs=Inputs.of(page),
        label=label,
        weight=weight,
        gold=gold,
        texts=page.texts,
        neutral=open_,
        wanted=" ".join(without_runs(gold.text or "", neutral_runs(page, gold, open_))),
        pieces=tuple(put for draw in draws if (put := draw.put_into(sample, page.texts)) is not None),
    )


def _labels(texts: list[str], gold: Gold) -> tuple[Array, Array]:
    """Labels by alignment. The headline is metadata, so its segments are not content."""
    text = gold.core or gold.text or ""
    label = label_nodes(node_words(texts), text).astype(np.float32)
    weight = np.ones(len(texts), dtype=np.float32)
    title = (gold.title or "").casefold()
    if not title and gold.includes.title:
        title = text.split("\n", 1)[0].casefold()
    for at, segment in enumerate(texts):
        if title and segment.casefold() == title:
            label[at], weight[at] = 0.0, 0.5
        elif label[at] and len(segment) < MIN_MATCH_CHARS:
            weight[at] = 0.5  # a few words are aligned by chance
    return label, weight


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """A network's result on a page of a held-out site: the probability of its segments, shape (m,)."""

    page: Example
    probability: FloatArray


def outcomes(network: Network, pages: Iterable[Example]) -> list[Outcome]:
    """A network's results on some pages."""
    return [Outcome(page, page.probabilities(network)) for page in pages]


def score(page: Example, kept: BoolArray) -> Scores:
    """Return precision, recall and F1 of the chosen segments of a page with a gold text."""
    text = "\n".join(text for text, chosen in zip(page.texts, kept & ~page.neutral, strict=True) if chosen)
    return overlap(shingles_of(page.wanted.split()), shingles(text)).scores


def figures(found: Iterable[Outcome], threshold: float = THRESHOLD) -> dict[str, Figures]:
    """The quality of a network, by corpus: shingles of four tokens against the gold text, without neutral parts, means
    over the pages; without a gold text, segments counted over all pages.
    """
    scores: list[tuple[str, Scores]] = []
    counts: dict[str, list[Overlap]] = defaultdict(list)
    for outcome in found:
        page, kept = outcome.page, outcome.probability >= threshold
        if page.gold.text is not None:
            scores.append((page.corpus, score(page, kept)))
        else:
            text = "\n".join(text for text, chosen in zip(page.texts, kept, strict=True) if chosen)
            counts[page.corpus].append(Overlap(*found_segments(text, page.gold.with_, page.gold.without)[:3]))
    out = by_corpus(scores) | {name: Figures(len(pages), *micro(pages)) for name, pages in counts.items()}
    return {name: out[name] for name in sorted(out.keys() - {"all"})}


def calibrate(found: Sequence[Outcome]) -> Array:
    """Confidence weights: logistic regression of whether a text is right on its `signs`, with equal weight per corpus.

    The outcomes are on held-out sites.

    Returns:
        Shape (len(SIGNS) + 1,), for `broadsheet.body.fusion.method.confidence`.
    """
    x, right, share = _right(found)
    if right.all() or not right.any():  # nothing to tell apart
        return np.array([0.0] * len(SIGNS) + [np.log((right.sum() + 1) / ((~right).sum() + 1))], dtype=np.float32)
    return np.append(*logistic_regression(x, right, share)).astype(np.float32)


def calibration_error(found: Sequence[Outcome], weights: Array) -> tuple[float, float]:
    """Return the expected calibration error, and the share of wrong texts in the tenth with the lowest confidence.

    The outcomes are on pages that the weights were not trained on.
    """
    x, right, _ = _right(found)
    sure = 1 / (1 + np.exp(-(np.hstack([x, np.ones((len(x), 1))]) @ weights.astype(np.float64))))
    worst = np.argsort(sure, kind="stable")[: max(1, len(sure) // 10)]
    return binned_error(sure, right), float((~right[worst]).sum() / max(1, (~right).sum()))


def _right(found: Sequence[Outcome]) -> tuple[FloatArray, BoolArray, FloatArray]:
    """Features, correctness and weight of each page with a gold text."""
    rows, right, corpus = [], [], []
    for outcome in found:
        page = outcome.page
        if page.gold.text is None:
            continue
        kept = outcome.probability >= THRESHOLD
        rows.append(signs(outcome.probability, kept, page.inputs.chars))
        right.append(score(page, kept).f1 >= RIGHT)
        corpus.append(page.corpus)
    names, number = np.unique(corpus, return_inverse=True)
    pages = np.bincount(number)
    return np.array(rows), np.array(right), (len(rows) / len(names) / pages)[number]


def write(network: Network, path: Path) -> None:
    """Write a network in half precision. The same network gives the same bytes.

    They are not compressed: that would save a tenth of the size, and cost 45 ms of each start.
    """
    arrays: dict[str, Any] = {name: array.astype(np.float16) for name, array in sorted(network.arrays.items())}
    for name in ("mean", "deviation", "confidence"):
        arrays[name] = network.arrays[name]
    for name, known in (("known_names", network.names), ("known_words", network.words)):
        arrays[name] = words_as_bytes(sorted(known, key=lambda word: known[word]))
    path.write_bytes(packed(arrays, compressed=False))


Pair = frozenset[int]
"""The two folds that a teacher has not seen."""
PAIRS: Final[tuple[Pair, ...]] = tuple(map(frozenset, combinations(range(FOLDS), 2)))
MIN_F1: Final = 0.5  # a page is dropped if the teachers' text has a lower F1 against its gold text
MIN_PROBABILITY: Final = 0.03  # a label with a lower probability is contradicted
CONTRADICTED_WEIGHT: Final = 0.1  # weight of such a label, relative to others
TEACHER_WEIGHT: Final = 0.3  # share of the teachers' answer in a label, and its weight where there is no label
_TEACHER_THRESHOLD: Final = 0.5
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
        elif score(page, probability >= _TEACHER_THRESHOLD).f1 >= MIN_F1:
            out.append(_softened(page, probability))
    return out


def _softened(page: Example, probability: Array) -> Example:
    """Mix the page's labels with the teachers', unless they are clean, and weight contradicted ones down."""
    label_probability = np.where(page.label > _TEACHER_THRESHOLD, probability, 1 - probability)
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
