"""Train `gcn2` and `gcn3`, and their baselines `mlp` and `svc`, from pages with gold texts.

Philip Hausner, Michael Gertz. News Article Extraction Using Graph Embeddings. LWDA 2021, section 6.

`broadsheet.lab.train.node_examples` reads the pages, `broadsheet.lab.train.node_networks` trains the networks, and
`broadsheet.lab.train.svc` the support vector machine. As in the paper, the threshold is the one with the best F1 on the
development pages, in steps of 0.025. The output is plain arrays for numpy.

Some corpora label only some segments of their pages. If most pages are of that kind, their other blocks are negative,
as in the paper: "every element that was not labeled positive was treated as a negative sample" (section 6). If few are,
that would set these pages apart from the others, so these blocks are ignored. They are ignored too when a network is
fine-tuned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from numpy.typing import NDArray

from broadsheet.lab.corpora.folds import fold_of
from broadsheet.lab.train.cards import Figures, packed
from broadsheet.lab.train.embeddings import HELD_OUT
from broadsheet.lab.train.node_examples import Example, split
from broadsheet.lab.train.node_figures import Learnt, best_f1, best_gap, best_threshold, figures
from broadsheet.lab.train.node_networks import Settings, networks
from broadsheet.lab.train.svc import machine

__all__ = ["Trained", "archive", "fit_runs", "train"]


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
    told: Callable[[int, float], None] = lambda epoch, loss: None,
    *,
    first: Learnt | None = None,
) -> Trained:
    """Train a classifier without the sites of fold `HELD_OUT`, and evaluate it on these.

    Either all pages are rendered, or none. ``embeddings`` is the fingerprint of the embeddings.

    Raises:
        MissingExtra: PyTorch or scikit-learn is not installed.
        ValueError: there are no training pages, or no development pages of other sites.
    """
    learning, development = split([page for page in pages if fold_of(page.site) != HELD_OUT])
    passes = 0

    def counted(epoch: int, losses: list[float]) -> None:
        nonlocal passes
        passes = epoch + 1
        told(epoch, losses[0])

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
    told: Callable[[int, list[float]], None] = lambda epoch, losses: None,
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
        told: called after each pass with its number and the development losses.
        first: a network of the same shape to start from; without it, weights are random. Not used by the support
            vector machine.

    Returns:
        The classifier of each run.

    Raises:
        MissingExtra: PyTorch or scikit-learn is not installed.
        ValueError: there are no training or no development pages.
    """
    if not pages or not development:
        raise ValueError("training pages are needed, and development pages of other sites")
    if settings.unnamed is None:
        most = first is None and 2 * sum(page.gold is None for page in pages) > len(pages)
        settings = replace(settings, unnamed=settings.negative if most else 0.0)
    found: Iterable[Learnt]
    if settings.model == "svc":
        found = (_machine(pages, development, embeddings, settings, seed) for seed in seeds)
    else:
        found = networks(pages, development, embeddings, settings, seeds, told, first)
    return [
        replace(learnt, threshold=best_threshold(learnt, development), gap=best_gap(learnt, [*development, *pages]))
        for learnt in found
    ]


def _machine(
    pages: Sequence[Example], development: Sequence[Example], embeddings: str, settings: Settings, seed: int
) -> Learnt:
    """The machine with the networks' weights or with equal weights, whichever has the better development F1."""
    equal = replace(settings, negative=1.0, unnamed=1.0 if settings.unnamed else 0.0)
    found = [machine(pages, embeddings, how, seed) for how in (settings, equal)]
    return max(found, key=lambda one: best_f1(one, development))


def archive(trained: Iterable[Trained]) -> bytes:
    """Return a weights file, from a classifier for pages that are not rendered, and perhaps one for rendered pages."""
    arrays: dict[str, NDArray[Any]] = {}
    for one in trained:
        kind = "layout" if one.layout else "plain"
        arrays |= {f"{kind}.{name}": array for name, array in one.learnt.arrays().items()}
    return packed(dict(sorted(arrays.items())))
