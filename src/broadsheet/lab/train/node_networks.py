"""Train the networks of `gcn2`, `gcn3` and `mlp` with PyTorch (extra ``train``).

The parameters are the paper's: Adam at 1e-4, dropout 0.3, negatives with weight 0.01, at most 40 passes, and early
stopping after three rises of the development loss. Not in the paper, and chosen: each page is a step, its loss is the
weighted mean over its nodes, and the weights with the least development loss of all passes are kept.

Several runs are trained in parallel: the first axis of all weights is the run.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from broadsheet.lab.evaluate.libraries import load
from broadsheet.lab.train import LAYERS, MOST_NODES, NODE_PASSES, NODE_RATE
from broadsheet.lab.train.node_pages import Example, Learnt, node_weights
from broadsheet.methods.dom_nodes import BORDER, FEATURES, PIXELS, TAG_DIMENSION, WORD_DIMENSION, Graph, Network
from broadsheet.methods.gcn import Perceptron
from broadsheet.page.arrays import BoolArray, FloatArray

__all__ = ["Settings", "networks"]

_SENTENCE: Final = slice(TAG_DIMENSION, TAG_DIMENSION + WORD_DIMENSION)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Training parameters."""

    model: str = "gcn"  # ``"gcn"``, ``"mlp"`` or ``"svc"``
    layers: int = LAYERS  # m, for ``"gcn"``
    seed: int = 0  # random seed
    epochs: int = NODE_PASSES  # most passes over the pages
    dimension: int = 20  # dimension of an embedding
    hidden: int = 128  # nodes per layer of ``"mlp"``
    dropout: float = 0.3  # share of a layer's activations dropped in training
    rate: float = NODE_RATE  # Adam's learning rate
    negative: float = 0.01  # weight of a negative node
    # weight of a block of unknown label as a negative one; 0 to ignore it. None: chosen by
    # `broadsheet.lab.train.gcn.fit_runs`.
    unnamed: float | None = None
    patience: int = 3  # consecutive rises of the loss that stop training
    nodes: int = MOST_NODES  # most nodes that ``"svc"`` learns from
    neighbours: int | None = None  # GraphSAGE's sampling: most children of a node per step; None for all


def networks(
    pages: Sequence[Example],
    development: Sequence[Example],
    embeddings: str,
    settings: Settings,
    seeds: Sequence[int],
    report: Callable[[int, list[float]], None],
    first: Learnt | None,
) -> Iterator[Network | Perceptron]:
    """Train a network for each seed, with a default threshold; see `broadsheet.lab.train.gcn.fit_runs`."""
    torch = load("torch", "PyTorch", extra="train")
    # The steps are too small for several threads, and sums are then the same on every machine.
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        trained = _train(torch, pages, development, settings, seeds, report, first)
    finally:
        torch.set_num_threads(threads)
    for run in range(len(seeds)):
        yield _export({name: weight[run].numpy() for name, weight in trained.items()}, embeddings, settings)


class _Page(NamedTuple):
    """A page as tensors: its nodes and edges."""

    features: Any
    parent: Any
    child: Any
    share: Any
    label: Any
    weight: Any


def _tensors(torch: Any, page: Example, settings: Settings) -> _Page:
    parent = page.nodes.parent
    weight = node_weights(page, settings.negative, settings.unnamed or 0.0)
    nodes = np.arange(len(parent))
    if settings.model == "mlp":
        nodes, weight = _without_copies(page, weight)
    child = np.flatnonzero(parent >= 0)
    share = Graph.of_parents(parent).share[child]

    def tensor(array: Any, kind: Any) -> Any:
        return torch.from_numpy(np.ascontiguousarray(array)).to(kind)

    return _Page(
        features=tensor(page.nodes.features[nodes], torch.float32),
        parent=tensor(parent[child], torch.long),
        child=tensor(child, torch.long),
        share=tensor(share, torch.float32)[:, None],
        label=tensor(page.label[nodes], torch.float32),
        weight=tensor(weight, torch.float32),
    )


def _without_copies(page: Example, weight: FloatArray) -> tuple[NDArray[np.intp], FloatArray]:
    """The nodes of a page and their weights, with equal nodes merged into one as heavy as all of them.

    Only negative nodes without a sentence are merged, where it pays; the loss of `mlp` does not change.
    """
    features = page.nodes.features
    alike = ~np.any(features[:, _SENTENCE] != 0, axis=1) & ~page.label
    silent, others = np.flatnonzero(alike), np.flatnonzero(~alike)
    _, first, of = np.unique(features[silent], axis=0, return_index=True, return_inverse=True)
    total = np.bincount(of.reshape(-1), weights=weight[silent])
    return np.concatenate([others, silent[first]]), np.concatenate([weight[others], total])


def _train(
    torch: Any,
    pages: Sequence[Example],
    development: Sequence[Example],
    settings: Settings,
    seeds: Sequence[int],
    report: Callable[[int, list[float]], None],
    first: Learnt | None,
) -> dict[str, Any]:
    """The weights of each run with the least development loss."""
    runs = []
    for seed in seeds:
        torch.manual_seed(seed)
        runs.append(_first_weights(torch, settings) if first is None else _weights_of(torch, first))
    weights = {name: torch.stack([run[name] for run in runs]).requires_grad_(True) for name in runs[0]}
    draw = random.Random(seeds[0])  # noqa: S311 - reproducible draws, no secrets
    dropped = np.random.default_rng(seeds[0])
    optimiser = torch.optim.Adam(list(weights.values()), lr=settings.rate, fused=True)
    learning = [_tensors(torch, page, settings) for page in pages]
    judged = [_tensors(torch, page, settings) for page in development]
    best = {name: weight.detach().clone() for name, weight in weights.items()}
    progress = _Progress(len(seeds), settings.patience)
    for epoch in range(settings.epochs):
        draw.shuffle(learning)
        for page in learning:
            loss = _losses(torch, _logit(torch, weights, page, settings, draw, dropped), page).sum()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
        with torch.no_grad():
            losses = [_losses(torch, _logit(torch, weights, page, settings), page).numpy() for page in judged]
        found: FloatArray = np.array(losses, dtype=np.float64).mean(axis=0)
        report(epoch, found.tolist())
        better = torch.from_numpy(np.flatnonzero(progress.better(found)))
        for name, weight in weights.items():
            best[name][better] = weight.detach()[better]
        if progress.ended:
            break
    return best


class _Progress:
    """The losses of the runs so far, and which runs have stopped."""

    def __init__(self, runs: int, patience: int) -> None:
        self._patience = patience
        self._least: FloatArray = np.full(runs, np.inf)
        self._before = self._least
        self._rises = np.zeros(runs)
        self._running: BoolArray = np.ones(runs, dtype=np.bool_)

    def better(self, losses: FloatArray) -> BoolArray:
        """Whether each run is still running and has its least loss so far, after another pass."""
        better: BoolArray = self._running & (losses < self._least)
        self._least = np.where(self._running, np.minimum(self._least, losses), self._least)
        self._rises = np.where(losses > self._before, self._rises + 1, 0)
        self._before = losses
        self._running = self._running & (self._rises < self._patience)
        return better

    @property
    def ended(self) -> bool:
        return not self._running.any()


def _first_weights(torch: Any, settings: Settings) -> dict[str, Any]:
    """Glorot's uniform weights, biases 0."""
    shapes: dict[str, tuple[int, ...]] = {}
    if settings.model == "gcn":
        width = FEATURES
        for number in range(settings.layers):
            shapes[f"{number}.w_0"] = (3 * width, settings.dimension)
            shapes[f"{number}.w_1"] = (settings.dimension, settings.dimension)
            width = settings.dimension
        shapes["out"] = (width, 1)
    else:
        widths = [FEATURES, settings.hidden, settings.hidden, settings.hidden, 1]
        for number, (into, out) in enumerate(pairwise(widths)):
            shapes[f"{number}.weight"] = (into, out)
            shapes[f"{number}.bias"] = (out,)
    weights = {}
    for name, shape in shapes.items():
        weights[name] = torch.zeros(shape)
        if len(shape) > 1:
            torch.nn.init.xavier_uniform_(weights[name])
    return weights


def _weights_of(torch: Any, learnt: Learnt) -> dict[str, Any]:
    """Undo `_export`."""
    return {name: torch.from_numpy(array.copy()) for name, array in learnt.arrays().items() if name not in BORDER}


def _drop(torch: Any, h: Any, share: float, dropped: np.random.Generator | None) -> Any:
    """Dropout in training, drawn by numpy, which is faster here."""
    if dropped is None or not share:
        return h
    kept = np.frombuffer(dropped.bytes(2 * h.numel()), dtype=np.uint16) >= round(share * 2**16)
    return h * torch.from_numpy(kept).view(h.shape).to(h.dtype).div_(1 - share)


def _logit(
    torch: Any,
    weights: dict[str, Any],
    page: _Page,
    settings: Settings,
    draw: random.Random | None = None,
    dropped: np.random.Generator | None = None,
) -> Any:
    """The logit of `Network.probabilities` or `Perceptron.probabilities`, shape (runs, n).

    ``draw`` samples the edges and ``dropped`` the dropout, both in training only.
    """
    if settings.model == "mlp":
        return _perceptron_logit(torch, weights, page, settings, dropped)
    return _graph_logit(torch, weights, page, settings, draw, dropped)


def _perceptron_logit(
    torch: Any, weights: dict[str, Any], page: _Page, settings: Settings, dropped: np.random.Generator | None
) -> Any:
    h = page.features @ weights["0.weight"] + weights["0.bias"][:, None]
    number = 1
    while f"{number}.weight" in weights:
        h = _drop(torch, torch.relu(h), settings.dropout, dropped)
        h = h @ weights[f"{number}.weight"] + weights[f"{number}.bias"][:, None]
        number += 1
    return h[..., 0]


def _graph_logit(
    torch: Any,
    weights: dict[str, Any],
    page: _Page,
    settings: Settings,
    draw: random.Random | None,
    dropped: np.random.Generator | None,
) -> Any:
    parent, child, share = page.parent, page.child, page.share
    if draw is not None and settings.neighbours is not None:
        parent, child, share = _sample_edges(torch, page, settings.neighbours, draw)
    h = page.features
    for number in range(settings.layers):
        parts = weights[f"{number}.w_0"].chunk(3, dim=1)
        own, below, above = (h @ torch.cat(parts, dim=2)).split(settings.dimension, dim=2)
        z = own.index_add(1, parent, below[:, child] * share).index_add(1, child, above[:, parent] * share)
        h = _drop(torch, torch.relu(torch.relu(z) @ weights[f"{number}.w_1"]), settings.dropout, dropped)
    return (h @ weights["out"])[..., 0]


def _sample_edges(torch: Any, page: _Page, most: int, draw: random.Random) -> tuple[Any, Any, Any]:
    """A random sample of the edges to at most ``most`` children of each node, reweighted so that sums are kept."""
    parent = page.parent.numpy()
    lot = np.random.default_rng(draw.getrandbits(32)).random(len(parent))
    order = np.lexsort((lot, parent))
    _, first, count = np.unique(parent[order], return_index=True, return_counts=True)
    rank = np.arange(len(parent)) - np.repeat(first, count)
    kept = order[rank < most]
    factor = np.empty(len(parent), dtype=np.float32)
    factor[order] = np.repeat(np.maximum(1, count / most), count)
    edges = torch.from_numpy(kept)
    return page.parent[edges], page.child[edges], page.share[edges] * torch.from_numpy(factor[kept])[:, None]


def _losses(torch: Any, logit: Any, page: _Page) -> Any:
    label, weight = page.label.expand_as(logit), page.weight.expand_as(logit)
    losses = torch.nn.functional.binary_cross_entropy_with_logits(logit, label, weight, reduction="none")
    return losses.sum(dim=1) / page.weight.sum().clamp(min=1e-6)


def _export(arrays: dict[str, Any], embeddings: str, settings: Settings) -> Network | Perceptron:
    border: dict[str, Any] = {"threshold": 0.5, "gap": PIXELS, "embeddings": embeddings}
    if settings.model == "gcn":
        return Network(layers=Network.pairs(arrays, "w_0", "w_1"), out=arrays["out"], **border)
    return Perceptron(layers=Perceptron.pairs(arrays, "weight", "bias"), **border)
