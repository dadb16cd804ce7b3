"""Train `gcn2` and `gcn3`, and their baselines `mlp` and `svc`, from pages with gold texts; and write their model card.

Philip Hausner, Michael Gertz. News Article Extraction Using Graph Embeddings. LWDA 2021, section 6.

`broadsheet.lab.train.node_pages` reads the pages, and `broadsheet.lab.train.node_networks` trains the networks. The
support vector machine (scikit-learn, extra ``train``) learns from the same nodes, with the same labels and weights. As
in the paper, the threshold is the one with the best F1 on the development pages, in steps of 0.025. The output is plain
arrays for numpy.

Some corpora label only some segments of their pages. If most pages are of that kind, their other blocks are negative,
as in the paper: "every element that was not labeled positive was treated as a negative sample" (section 6). If few are,
that would set these pages apart from the others, so these blocks are ignored. They are ignored too when a network is
fine-tuned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from broadsheet.lab.corpora import FOLDS, fold_of
from broadsheet.lab.evaluate.libraries import load
from broadsheet.lab.evaluate.report import paragraphs
from broadsheet.lab.train.cards import Figures, Origin, packed, table
from broadsheet.lab.train.embeddings import HELD_OUT
from broadsheet.lab.train.node_networks import Settings, networks
from broadsheet.lab.train.node_pages import (
    GAPS,
    Example,
    Learnt,
    best_gap,
    best_threshold,
    figures,
    node_weights,
    split,
)
from broadsheet.methods.dom_nodes import PIXELS
from broadsheet.methods.gcn import Machine
from broadsheet.page.arrays import BoolArray, FloatArray

__all__ = ["Trained", "archive", "fit_runs", "machine", "model_card", "train"]

_KINDS: Final = 3


def machine(pages: Sequence[Example], embeddings: str, settings: Settings, seed: int) -> Machine:
    """Train a support vector machine, with a default threshold."""
    svm = load("sklearn.svm", "scikit-learn", extra="train")
    drawn, label, weight = _training_nodes(pages, settings, seed)
    gamma = 1 / (drawn.shape[1] * drawn.astype(np.float64).var())  # scikit-learn's "scale"
    x, y, weight = _without_copies(drawn, label, weight)
    model = svm.SVC(kernel="rbf", C=1.0, gamma=gamma, cache_size=1000)
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


class Trained(NamedTuple):
    """The result of training."""

    learnt: Learnt
    layout: bool  # whether the pages were rendered
    learning: int  # number of training pages
    development: int  # number of development pages
    passes: int  # 0 for the support vector machine
    figures: dict[str, Figures]  # on pages of fold `HELD_OUT`, by corpus; under ``all`` on all of them


def train(
    pages: Sequence[Example],
    embeddings: str,
    settings: Settings,
    report: Callable[[int, float], None] = lambda epoch, loss: None,
    *,
    first: Learnt | None = None,
) -> Trained:
    """Train a classifier without the sites of fold `HELD_OUT`, and evaluate it on these.

    Either all pages are rendered, or none. ``embeddings`` is the fingerprint of the embeddings.
    """
    learning, development = split([page for page in pages if fold_of(page.site) != HELD_OUT])
    passes = 0

    def counted(epoch: int, losses: list[float]) -> None:
        nonlocal passes
        passes = epoch + 1
        report(epoch, losses[0])

    (learnt,) = fit_runs(learning, development, embeddings, settings, [settings.seed], counted, first=first)
    unseen = [page for page in pages if fold_of(page.site) == HELD_OUT]
    return Trained(
        learnt=learnt,
        layout=pages[0].nodes.box is not None,
        learning=len(learning),
        development=len(development),
        passes=passes,
        figures=figures(learnt, unseen),
    )


def fit_runs(
    pages: Sequence[Example],
    development: Sequence[Example],
    embeddings: str,
    settings: Settings,
    seeds: Sequence[int],
    report: Callable[[int, list[float]], None] = lambda epoch, losses: None,
    *,
    first: Learnt | None = None,
) -> list[Learnt]:
    """Train a classifier several times, with other initial weights and other dropout each time.

    Networks are trained in parallel, which is faster; the order of the pages is the same for all. Each stops, and has
    its threshold, by its own loss.

    Args:
        pages: training pages.
        development: development pages, for early stopping and the threshold; the gap is chosen on all pages.
        embeddings: the fingerprint of the embeddings of both.
        settings: training parameters; the seed is not used.
        seeds: one per run.
        report: called after each pass with its number and the development losses.
        first: a network of the same shape to start from; without it, weights are random. Not used by the support
            vector machine.

    Returns:
        The classifier of each run.
    """
    if not pages or not development:
        raise ValueError("training pages are needed, and development pages of other sites")
    if settings.unnamed is None:
        most = first is None and 2 * sum(page.wanted is None for page in pages) > len(pages)
        settings = replace(settings, unnamed=settings.negative if most else 0.0)
    found: Iterable[Learnt]
    if settings.model == "svc":
        found = (_machine(pages, development, embeddings, settings, seed) for seed in seeds)
    else:
        found = networks(pages, development, embeddings, settings, seeds, report, first)
    return [
        replace(learnt, threshold=best_threshold(learnt, development)[0], gap=best_gap(learnt, [*development, *pages]))
        for learnt in found
    ]


def _machine(
    pages: Sequence[Example], development: Sequence[Example], embeddings: str, settings: Settings, seed: int
) -> Learnt:
    """The machine with the networks' weights or with equal weights, whichever has the better development F1."""
    equal = replace(settings, negative=1.0, unnamed=1.0 if settings.unnamed else 0.0)
    found = [machine(pages, embeddings, how, seed) for how in (settings, equal)]
    return max(found, key=lambda one: best_threshold(one, development)[1])


def archive(trained: Iterable[Trained]) -> bytes:
    """Return a weights file, from a classifier for pages that are not rendered, and perhaps one for rendered pages."""
    arrays: dict[str, NDArray[Any]] = {}
    for one in trained:
        kind = "layout" if one.layout else "plain"
        arrays |= {f"{kind}.{name}": array for name, array in one.learnt.arrays().items()}
    return packed(dict(sorted(arrays.items())))


def model_card(
    name: str, trained: Sequence[Trained], settings: Settings, origin: Origin, *, same: Figures | None = None
) -> str:
    """Return the model card in Markdown.

    ``same`` are figures of the first classifier on the evaluation pages of the second, not rendered.
    """
    return paragraphs(
        origin.head(f"Model card: {name}"),
        "The training pages, and the development pages of other sites, are from the folds other than "
        f"{HELD_OUT} of {FOLDS} (by a hash of the registered domain). A block of text, the nearest line-break element "
        "of its text nodes, is labelled as content if half of its characters are in text nodes that are aligned with "
        "the gold text. If a corpus names only some segments, other blocks are ignored in the figures; they are "
        "negative examples only if most training pages are from such corpora."
        + (
            f" At most {settings.nodes:,} nodes are drawn, a third each of content, other blocks and other nodes, with "
            "their share of the total weight. Of a machine with negative nodes weighted 0.01 and one with equal "
            "weights, the one with the better F1 on the development pages is kept."
            if settings.model == "svc"
            else ""
        ),
        "Precision, recall and F1 count characters of blocks against these labels, and are means over the pages of the "
        f"sites of fold {HELD_OUT}, which neither the weights nor the embeddings were trained on.",
        *(_card_of(one, settings, same if one.layout else None) for one in trained),
    )


def _card_of(one: Trained, settings: Settings, same: Figures | None) -> str:
    unit = (
        "1000 pixels" if one.layout else "no limit" if one.learnt.gap >= max(GAPS) else f"{one.learnt.gap:g} characters"
    )
    passes = (
        ""
        if settings.model == "svc"
        else (f"; {one.passes} epochs (at most {settings.epochs}) at a learning rate of {settings.rate:g}")
    )
    found = one.figures | ({"the same pages, not rendered": same} if same is not None else {})
    learnt = (
        "Trained on rendered pages, with all features"
        + ("." if settings.model == "svc" else ", starting from the weights above, which had many more pages.")
        if one.layout
        else "**Trained without rendering**: the visual features are neutral, so the figures do not apply to the "
        "paper's method, which uses them."
    )
    return paragraphs(
        "## For rendered pages" if one.layout else "## For pages that are not rendered",
        f"{learnt}\n{one.learning} training pages, {one.development} development pages.",
        table(found),
        f"Threshold {one.learnt.threshold:g}; largest gap inside a group: {unit}; seed {settings.seed}{passes}.",
    )
