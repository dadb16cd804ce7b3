"""Train `gcn2` and `gcn3`, and their baselines `mlp` and `svc`, from pages with gold texts.

Philip Hausner, Michael Gertz. News Article Extraction Using Graph Embeddings. LWDA 2021, section 6.

What is learnt from are the pages of `broadsheet.train.node_examples`; networks are learnt in
`broadsheet.train.node_networks`, the support vector machine in `broadsheet.train.svc`. As in the paper, the threshold
is the one with the best F1 on the development pages, in steps of 0.025. What is written are plain arrays that numpy
runs, together with a small tree and what the library made of it, so that both can be compared where the library is not
installed.

Some corpora name only some segments of their pages. Where most pages are of that kind, their other blocks are taken for
negative, as in the paper: "every element that was not labeled positive was treated as a negative sample" (section 6).
Where few are, that would set these pages apart from the others; so these blocks are left out, as they are where a
network goes on from another one.
"""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from broadsheet.corpora.folds import fold_of
from broadsheet.train.embeddings import HELD_OUT
from broadsheet.train.node_examples import split
from broadsheet.train.node_figures import best_f1, best_gap, best_threshold, figures
from broadsheet.train.node_networks import networks
from broadsheet.train.svc import machine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from broadsheet.train.node_examples import Example
    from broadsheet.train.node_figures import Figures, Learnt
    from broadsheet.train.node_networks import Settings

__all__ = ["Trained", "archive", "fit", "fit_runs", "train"]


class Trained(NamedTuple):
    """What came of a training.

    Attributes:
        learnt: the classifier.
        check: a small tree with what the library made of it, as `fit` gives it.
        layout: whether the pages were rendered.
        learning, development: how many pages it was learnt from, and how many ended the training.
        passes: how many there were; 0 of the support vector machine.
        figures: on pages of fold `HELD_OUT`, by corpus; under ``all`` of all these pages.
    """

    learnt: Learnt
    check: dict[str, NDArray[Any]]
    layout: bool
    learning: int
    development: int
    passes: int
    figures: dict[str, Figures]


def train(
    pages: Sequence[Example],
    embeddings: str,
    settings: Settings,
    told: Callable[[int, float], None] = lambda epoch, loss: None,
    *,
    first: Learnt | None = None,
) -> Trained:
    """Learn a classifier without the sites of fold `HELD_OUT`, and say how good it is on these.

    Args:
        pages: all of them, either rendered or not.
        embeddings: the fingerprint of the embeddings of these.
        settings: how.
        told: called after each pass with its number and the loss on the development pages.
        first: see `fit`.

    Raises:
        MissingExtra: PyTorch or scikit-learn is not installed.
        ValueError: there are no pages to learn from, or none of other sites for development.
    """
    learning, development = split([page for page in pages if fold_of(page.site) != HELD_OUT])
    passes = 0

    def counted(epoch: int, loss: float) -> None:
        nonlocal passes
        passes = epoch + 1
        told(epoch, loss)

    learnt, check = fit(learning, development, embeddings, settings, counted, first=first)
    unseen = [page for page in pages if fold_of(page.site) == HELD_OUT]
    return Trained(
        learnt=learnt,
        check=check,
        layout=pages[0].nodes.box is not None,
        learning=len(learning),
        development=len(development),
        passes=passes,
        figures=figures(learnt, unseen),
    )


def fit(
    pages: Sequence[Example],
    development: Sequence[Example],
    embeddings: str,
    settings: Settings,
    told: Callable[[int, float], None] = lambda epoch, loss: None,
    *,
    first: Learnt | None = None,
) -> tuple[Learnt, dict[str, NDArray[Any]]]:
    """Learn a classifier.

    Args:
        pages: what to learn from.
        development: where training ends, and by which the threshold is chosen; the gap is chosen by all pages.
        embeddings: the fingerprint of the embeddings of both.
        settings: how.
        told: called after each pass with its number and the loss on the development pages.
        first: a network to go on from, of the same shape; without it, weights are drawn. The support vector machine
            has no use for it.

    Returns:
        The classifier, and a small tree with what the library made of it: ``check.features``, ``check.parent``,
        ``check.answer``.

    Raises:
        MissingExtra: PyTorch or scikit-learn is not installed.
        ValueError: there are no pages, or none for development.
    """
    return fit_runs(
        pages,
        development,
        embeddings,
        settings,
        [settings.seed],
        lambda epoch, losses: told(epoch, losses[0]),
        first=first,
    )[0]


def fit_runs(
    pages: Sequence[Example],
    development: Sequence[Example],
    embeddings: str,
    settings: Settings,
    seeds: Sequence[int],
    told: Callable[[int, list[float]], None] = lambda epoch, losses: None,
    *,
    first: Learnt | None = None,
) -> list[tuple[Learnt, dict[str, NDArray[Any]]]]:
    """Learn a classifier several times, from other first weights each time and with other activations dropped.

    Networks are trained beside each other, which takes less time than one after the other; pages come in the same order
    for all. Each ends, and has its threshold, by its own loss.

    Args:
        pages: what to learn from.
        development: where training ends, and by which the threshold is chosen; the gap is chosen by all pages.
        embeddings: the fingerprint of the embeddings of both.
        settings: how; the seed is not used.
        seeds: one a run.
        told: called after each pass with its number and the losses on the development pages.
        first: see `fit`.

    Returns:
        What `fit` gives, of each run.

    Raises:
        MissingExtra: PyTorch or scikit-learn is not installed.
        ValueError: there are no pages, or none for development.
    """
    if not pages or not development:
        raise ValueError("pages to learn from are needed, and pages of other sites for development")
    if settings.unnamed is None:
        most = first is None and 2 * sum(page.gold is None for page in pages) > len(pages)
        settings = replace(settings, unnamed=settings.negative if most else 0.0)
    found: Iterable[tuple[Learnt, dict[str, NDArray[Any]]]]
    if settings.model == "svc":
        found = (_machine(pages, development, embeddings, settings, seed) for seed in seeds)
    else:
        found = networks(pages, development, embeddings, settings, seeds, told, first)
    return [
        (
            replace(
                learnt, threshold=best_threshold(learnt, development), gap=best_gap(learnt, [*development, *pages])
            ),
            check,
        )
        for learnt, check in found
    ]


def _machine(
    pages: Sequence[Example], development: Sequence[Example], embeddings: str, settings: Settings, seed: int
) -> tuple[Learnt, dict[str, NDArray[Any]]]:
    """The machine with the networks' weights, or the one with equal weights, by F1 on the development pages."""
    equal = replace(settings, negative=1.0, unnamed=1.0 if settings.unnamed else 0.0)
    found = [machine(pages, embeddings, how, seed) for how in (settings, equal)]
    return max(found, key=lambda one: best_f1(one[0], development))


def archive(trained: Iterable[Trained]) -> bytes:
    """A file of weights.

    Args:
        trained: a classifier for pages that are not rendered, and perhaps one for those that are. Both have the same
            small tree, with what the library made of it under ``check.answer`` and ``check.rendered``.
    """
    arrays: dict[str, NDArray[Any]] = {}
    for one in trained:
        kind, answer = ("layout", "check.rendered") if one.layout else ("plain", "check.answer")
        arrays |= {f"{kind}.{name}": array for name, array in one.learnt.arrays().items()}
        arrays |= {answer if name == "check.answer" else name: array for name, array in one.check.items()}
    stream = io.BytesIO()
    np.savez_compressed(stream, **{name: arrays[name] for name in sorted(arrays)})  # type: ignore[arg-type]
    return stream.getvalue()
