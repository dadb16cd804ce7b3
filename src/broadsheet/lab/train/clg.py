"""Train `clg`: a logistic regression (scikit-learn, extra ``train``), and the threshold and gap of its grouping.

Labels come from aligning the gold text of a page with its text nodes; where a corpus lists only some segments to find
and to omit, the other text nodes do not count. The regression is trained five times, each time without the sites of
one fold. Threshold, gap and the model card's figures come from the held-out pages. The final weights are trained on all
pages.

There are two kinds of weights, for rendered pages and for others, trained separately and kept in one file.

Only the folds are random, by the hash of the site and the seed: the same corpora give the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.lab.corpora import FOLDS, Corpus, Gold, Sample, stable_hash
from broadsheet.lab.evaluate.metrics import Scores
from broadsheet.lab.evaluate.papers import sizes
from broadsheet.lab.evaluate.report import markdown_table, paragraphs
from broadsheet.lab.train.cards import Figures, Origin, by_corpus, packed, pages_of, table
from broadsheet.lab.train.identify_fit import logistic_regression
from broadsheet.lab.train.node_pages import labels_of
from broadsheet.methods.clg import FEATURES, WITHOUT_LAYOUT, Nodes, Weights
from broadsheet.page import Page, read_page, tags
from broadsheet.page.arrays import BoolArray, FloatArray

__all__ = ["archive", "examples", "flat", "model_card", "train"]

_THRESHOLDS: Final = tuple(step / 40 for step in range(12, 37))  # 0.3 to 0.9, in the steps of Hausner et al. 2021
_GAPS: Final = (50.0, 100.0, 200.0, 400.0, 1000.0)  # values of t tried, in characters
# The same for rendered pages, in pixels. Pages without their style sheets are tall, with images, menus and notices
# between the paragraphs.
_GAPS_IN_PIXELS: Final = (*_GAPS, 2000.0, 5000.0, 10_000.0, 20_000.0)
DECIMALS: Final = 6  # rounding of the weights, so that the order of summation does not change the file
_BEST: Final = 7  # measures with a BEST


@dataclass(frozen=True, eq=False, slots=True)
class Example:
    """A training page."""

    gold: Gold
    nodes: Nodes  # its text nodes
    label: BoolArray  # flags of the content nodes, shape (n,)
    known: BoolArray  # flags of the nodes with a known label, shape (n,)


@dataclass(frozen=True, eq=False, slots=True)
class Trained:
    """The result of training."""

    weights: Weights  # trained on all pages
    layout: bool  # whether the pages were rendered
    seed: int
    figures: dict[str, Figures]  # by corpus on held-out sites; under ``all`` of all pages
    classifier: Figures  # the same of all pages, by the threshold alone


def examples(
    corpora: Iterable[Corpus],
    *,
    page_of: Callable[[Sample], Page | None] | None = None,
    advance: Callable[[], None] = lambda: None,
) -> Iterator[Example]:
    """Read the training pages of some corpora: articles with an answer that is partly on the page.

    Without rendering there are enough pages with a full gold text, and only these are used. ``page_of`` and
    ``advance`` are as in `pages_of`.
    """

    def wanted(gold: Gold) -> bool:
        has_answer = gold.text is not None or (page_of is not None and gold.can_be_scored)
        return has_answer and gold.is_article is not False

    for sample, page in pages_of(corpora, wanted, advance, page_of or Sample.page):
        gold = sample.gold
        nodes = Nodes.of_page(page, page.layout)
        label, known = labels_of(page, gold, nodes.rows, gold.text)
        if label.any():
            yield Example(gold, nodes, label, known)


def flat(page: Page | None) -> Page | None:
    """The page without its layout, as if it were not rendered."""
    return read_page(page.source, url=page.url) if page is not None else None


def train(pages: Sequence[Example], *, seed: int = 0) -> Trained:
    """Train the weights."""
    rendered = {page.nodes.box is not None for page in pages}
    if len(rendered) != 1:
        raise ValueError("training pages are needed, all of them rendered or none")
    sites = [page.gold.site_or_page for page in pages]
    fold = [int.from_bytes(stable_hash(json.dumps([seed, site])), "big") % FOLDS for site in sites]
    if len(set(fold)) < 2:
        raise ValueError("the pages are of too few sites: at least two folds are needed")
    without = {out: _learn([page for page, of in zip(pages, fold, strict=True) if of != out]) for out in set(fold)}
    probability = [without[of].probability(page.nodes) for page, of in zip(pages, fold, strict=True)]
    threshold, gap = _tune(pages, probability)
    learnt = _learn(pages)
    chosen, bare = [], []
    for page, of in zip(pages, probability, strict=True):
        nodes = page.nodes
        chosen.append((page.gold.corpus, _score(page, nodes.choose(*nodes.group(of, threshold, gap), refine=True))))
        bare.append((page.gold.corpus, _score(page, of >= threshold)))
    return Trained(
        weights=Weights(learnt.best, learnt.tag_score, learnt.weight, learnt.bias, threshold, gap),
        layout=rendered.pop(),
        seed=seed,
        figures=by_corpus(chosen),
        classifier=by_corpus(bare)["all"],
    )


def archive(trained: Iterable[Trained]) -> bytes:
    """Return a weights file for `broadsheet.methods.clg.load_weights`. The same weights give the same bytes."""
    arrays: dict[str, NDArray[np.float64]] = {}
    for one in trained:
        arrays |= one.weights.arrays("layout" if one.layout else "plain")
    return packed(dict(sorted(arrays.items())))


def model_card(trained: Sequence[Trained], origin: Origin, *, same: Trained | None = None) -> str:
    """Return the model card in Markdown. ``same`` is the result on the rendered pages without their layout."""
    return paragraphs(
        origin.head("Model card: clg"),
        "A logistic regression over text nodes, a threshold, and the largest gap inside a group: "
        "`broadsheet.methods.clg` describes the method.",
        "## Data",
        "Article pages with a gold text, by corpus. A text node is labelled as content if half of its words are "
        "aligned with the gold text. If the gold text has the headline, so do the labels. There are few rendered "
        "pages, so those of `trafilatura` are used too, for which only some wanted and unwanted segments are known: "
        "text nodes in neither are ignored in training and in the figures.",
        "Precision, recall and F1 count characters of text nodes against these labels, and are means over pages. Each "
        f"page was scored with weights trained without its site ({FOLDS} folds, seed {trained[0].seed}); threshold "
        "and gap were chosen on the same pages, so the figures are slightly optimistic.",
        *(_kind(one, same if one.layout else None) for one in trained),
    )


def _kind(trained: Trained, same: Trained | None) -> str:
    weights = trained.weights
    unit = "pixels" if trained.layout else "characters"
    used = [name for name in FEATURES if trained.layout or name in WITHOUT_LAYOUT]
    without = {"the same pages, not rendered": same.figures["all"]} if same is not None else {}
    return paragraphs(
        "## For rendered pages" if trained.layout else "## For pages that are not rendered",
        "Trained on rendered pages, with all features."
        if trained.layout
        else "**Trained without layout.** The pages were not rendered, so features that need boxes, fonts or colours "
        "have no weight. The paper's method uses them, so these figures do not apply to it.",
        table(trained.figures | {"all, the classifier alone": trained.classifier} | without),
        f"Threshold {weights.threshold:g}; gap {weights.gap:g} {unit}; bias {weights.bias:.4f}.",
        markdown_table(("feature", "weight"), ((name, f"{weights.weight[FEATURES.index(name)]:.4f}") for name in used)),
    )


def _learn(pages: Sequence[Example]) -> Weights:
    """Compute BEST and TAG_SCORE, and train the regression; threshold and gap are defaults."""
    label = np.concatenate([page.label[page.known] for page in pages])
    tag = np.concatenate([page.nodes.tag[page.known] for page in pages])
    content = np.concatenate([page.nodes.measures[page.label] for page in pages])
    best = np.round(content[:, :_BEST].mean(axis=0), DECIMALS)
    count = len(tags.NAMES)
    positive, negative = (np.bincount(tag[of], minlength=count) for of in (label, ~label))
    tag_score: FloatArray = np.asarray(np.log((positive + 1) / (negative + 1)), dtype=np.float64)
    tag_score = tag_score.round(DECIMALS)
    rendered = pages[0].nodes.box is not None
    active = [number for number, name in enumerate(FEATURES) if rendered or name in WITHOUT_LAYOUT]
    x = np.concatenate([page.nodes.features(best, tag_score)[page.known][:, active] for page in pages])
    # Both classes have equal total weight.
    share = float(label.mean())
    balance = np.where(label, 0.5 / share, 0.5 / (1 - share)) if 0 < share < 1 else np.ones(len(label))
    found, bias = logistic_regression(x, label, balance)
    weight = np.zeros(len(FEATURES))
    weight[active] = np.round(found, DECIMALS)
    return Weights(best, tag_score, weight, round(bias, DECIMALS), 0.5, _GAPS[0])


def _tune(pages: Sequence[Example], probability: Sequence[FloatArray]) -> tuple[float, float]:
    """The threshold and gap with the best mean F1, the first of equals."""
    gaps = _GAPS if pages[0].nodes.box is None else _GAPS_IN_PIXELS
    total = np.zeros((len(_THRESHOLDS), len(gaps)))
    for page, of in zip(pages, probability, strict=True):
        nodes = page.nodes
        for row, threshold in enumerate(_THRESHOLDS):
            for column, gap in enumerate(gaps):
                total[row, column] += _score(page, nodes.choose(*nodes.group(of, threshold, gap), refine=True)).f1
    row, column = divmod(int(np.round(total / len(pages), DECIMALS).argmax()), len(gaps))
    return _THRESHOLDS[row], gaps[column]


def _score(page: Example, chosen: BoolArray) -> Scores:
    """Score chosen text nodes, in characters of those with a known label."""
    return sizes(page.label, chosen, page.nodes.chars * page.known).scores
