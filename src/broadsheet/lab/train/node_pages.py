"""Pages as trees of labelled nodes, the training data of `gcn2`, `gcn3`, `mlp` and `svc`; and figures on them.

Labels are of text blocks (`broadsheet.methods.dom_nodes`): a block is content if half of its characters are in text
nodes aligned with the gold text. Where a corpus lists only some segments to find and to omit, the labels of the other
blocks are unknown; these do not count in figures, which are in characters of blocks.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from broadsheet.errors import SourceUnreadable
from broadsheet.lab.corpora import Corpus, Gold, Sample, fold_of
from broadsheet.lab.evaluate.metrics import Scores
from broadsheet.lab.evaluate.papers import sizes
from broadsheet.lab.evaluate.words import label_nodes, node_words
from broadsheet.lab.train.cards import Figures, by_corpus, pages_of
from broadsheet.lab.train.embeddings import HELD_OUT
from broadsheet.methods.dom_nodes import PIXELS, DomNodes, Embeddings, Graph, Network, block_texts, group
from broadsheet.methods.gcn import Machine, Perceptron
from broadsheet.page import Page
from broadsheet.page.arrays import BoolArray, FloatArray
from broadsheet.show.render.snapshot import SUFFIX, load

__all__ = [
    "GAPS",
    "MIN_MATCH_CHARS",
    "Example",
    "Learnt",
    "best_gap",
    "best_threshold",
    "choose",
    "classify",
    "examples",
    "figures",
    "figures_flat",
    "labels_of",
    "node_weights",
    "segment_labels",
    "snapshot_file",
    "snapshots_in",
    "split",
]

MIN_MATCH_CHARS: Final = 15  # shorter matches may be chance


@dataclass(frozen=True, eq=False, slots=True)
class Example:
    """A labelled page."""

    gold: Gold
    nodes: DomNodes  # its nodes, with features in half precision to save memory
    label: BoolArray  # flags of the content nodes, shape (n,)
    known: BoolArray  # flags of the nodes with a known label, shape (n,)
    texts: list[str]  # the texts of the blocks
    source: str = ""

    @property
    def site(self) -> str:
        """Its site, whose pages are in one fold."""
        return self.gold.site_or_page

    @property
    def wanted(self) -> str | None:
        """The gold text; None if only segments are known."""
        return self.gold.core or self.gold.text


def examples(
    corpora: Iterable[Corpus],
    embeddings: Embeddings,
    *,
    page_of: Callable[[Sample], Page | None] = Sample.page,
    advance: Callable[[], None] = lambda: None,
) -> Iterator[Example]:
    """Read the training pages of some corpora; ``page_of`` and ``advance`` are as in `pages_of`."""
    for sample, page in pages_of(
        corpora, lambda gold: gold.is_article is not False and gold.can_be_scored, advance, page_of
    ):
        example = _example(sample.gold, page, embeddings)
        if example is not None:
            yield example


def _example(gold: Gold, page: Page, embeddings: Embeddings) -> Example | None:
    nodes = DomNodes.of_page(page, embeddings, page.layout)
    label, known = np.zeros(len(nodes.rows), dtype=np.bool_), np.ones(len(nodes.rows), dtype=np.bool_)
    wanted, stated = labels_of(page, gold, nodes.text, gold.core or gold.text)
    label[nodes.blocks], known[nodes.blocks] = _half(page, nodes, wanted), _half(page, nodes, stated)
    if not label.any():
        return None
    compact = replace(nodes, features=nodes.features.astype(np.float16))
    return Example(gold, compact, label, known, block_texts(page, nodes.text, nodes.block_of), page.source)


def _half(page: Page, nodes: DomNodes, text: BoolArray) -> BoolArray:
    """The blocks with half of their characters in the given text nodes, shape (k,)."""
    chars = np.bincount(nodes.block_of, weights=page.chars[nodes.text] * text, minlength=len(nodes.blocks))
    half: BoolArray = 2 * chars >= nodes.chars
    return half


def node_weights(page: Example, negative: float, unnamed: float) -> FloatArray:
    """Return the training weight of each node, shape (n,): 1 for content, ``unnamed`` for blocks of unknown label."""
    out: FloatArray = np.where(page.label, 1.0, np.where(page.known, negative, unnamed))
    return out


def labels_of(page: Page, gold: Gold, rows: NDArray[Any], text: str | None) -> tuple[BoolArray, BoolArray]:
    """Return which text nodes are content, and whose label is known, shape (rows,) each.

    With a gold text all labels are known; otherwise those of the segments to find and to omit.
    """
    if text is not None:
        label = label_nodes(node_words([page.raw(row) for row in rows.tolist()]), text)
        return label, np.ones(len(label), dtype=np.bool_)
    state = np.append(segment_labels(page.texts, gold), 0)[page.segments.of[rows]]  # -1, the last, is no segment
    return state > 0, state != 0


def segment_labels(texts: Sequence[str], gold: Gold) -> NDArray[np.int8]:
    """Return 1 for segments to find, -1 for those to omit, 0 for others, shape (segments,)."""
    state = np.zeros(len(texts), dtype=np.int8)
    for sign, parts in ((1, gold.with_), (-1, gold.without)):
        for part in (" ".join(part.split()) for part in parts):
            for place, text in enumerate(texts):
                if part and (part in text or (len(text) >= MIN_MATCH_CHARS and text in part)):
                    state[place] = sign
    return state


def snapshot_file(folder: Path, gold: Gold) -> Path:
    """Return the path of a rendered page: ``folder/CORPUS/ID.snapshot``."""
    return folder / gold.corpus / f"{gold.id.replace('/', '_')}{SUFFIX}"


def snapshots_in(
    folder: Path, unreadable: Callable[[SourceUnreadable], None] | None = None
) -> Callable[[Sample], Page | None]:
    """Make a function that finds a page rendered in a folder (`snapshot_file`); it returns None without a file.

    ``unreadable`` is called for a snapshot that cannot be read, which then counts as missing; without it, the function
    raises `SourceUnreadable`.
    """

    def page_of(sample: Sample) -> Page | None:
        file = snapshot_file(folder, sample.gold)
        page = None
        try:
            if file.exists():
                page = load(file).page
        except SourceUnreadable as error:
            # If a page's rows have changed, the error names its address instead of its file.
            named = SourceUnreadable(str(file), error.reason)
            if unreadable is None:
                raise named from error
            unreadable(named)
        return page

    return page_of


def split(pages: Sequence[Example], *, share: float = 0.15) -> tuple[list[Example], list[Example]]:
    """Split pages into training and development pages, by site.

    ``share`` is that of the sites for development (20 of 131 pages in the paper).
    """
    sites = sorted({page.site for page in pages})
    random.Random(0).shuffle(sites)  # noqa: S311 - reproducible draws, no secrets
    chosen = set(sites[: max(1, round(share * len(sites)))])
    return [page for page in pages if page.site not in chosen], [page for page in pages if page.site in chosen]


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
    number, best = group(probability >= learnt.threshold, page.nodes.chars, page.nodes.box, gap)
    chosen: BoolArray = number == best if best >= 0 else np.zeros(len(number), dtype=np.bool_)
    return chosen


def figures(learnt: Learnt, pages: Iterable[Example]) -> dict[str, Figures]:
    """Figures of a classifier with grouping, by corpus; under ``all`` for all pages."""
    return by_corpus(
        (page.gold.corpus, _score(page, choose(learnt, page, block_scores(learnt, page)))) for page in pages
    )


def figures_flat(
    learnt: Learnt, rendered: Iterable[Example], corpora: Iterable[Corpus], embeddings: Embeddings
) -> Figures | None:
    """Figures of a classifier on the pages of fold `HELD_OUT` among some rendered ones, not rendered; None if none."""
    unseen = {page.gold.name for page in rendered if fold_of(page.site) == HELD_OUT}
    same = [corpus.where(lambda gold: gold.name in unseen) for corpus in corpora]
    return figures(learnt, examples(same, embeddings)).get("all")


def _score(page: Example, chosen: BoolArray) -> Scores:
    """Score chosen blocks, in characters; blocks of unknown label do not count."""
    blocks = page.nodes.blocks
    return sizes(page.label[blocks], chosen, page.nodes.chars * page.known[blocks]).scores


def best_threshold(learnt: Learnt, pages: Sequence[Example]) -> tuple[float, float]:
    """The threshold with the best F1 of the positive nodes, the first of equals; and this F1."""
    probability = np.concatenate([classify(learnt, page)[page.known] for page in pages])
    label = np.concatenate([page.label[page.known] for page in pages])
    scores = []
    for threshold in _THRESHOLDS:
        found = probability >= threshold
        scores.append(2 * int((found & label).sum()) / max(1, int(found.sum()) + int(label.sum())))
    best = int(np.argmax(scores))
    return _THRESHOLDS[best], scores[best]


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
