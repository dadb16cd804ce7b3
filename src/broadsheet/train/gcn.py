"""Train `gcn2` and `gcn3`, and their baselines `mlp` and `svc`, from pages with gold texts.

Philip Hausner, Michael Gertz. News Article Extraction Using Graph Embeddings. LWDA 2021, section 6.

Labels are of text nodes, by aligning the gold text with the page. Where a corpus names only some segments that must and
must not be found, the other text nodes count in no figure. Where most pages are such, networks take these text nodes
for negative, as the paper does with all that is not labelled (negatives weigh little). Among pages that are mostly
labelled throughout that would set these pages apart from the others, and the text nodes are left out, as they are where
a network goes on from another one. The support vector machine always leaves them out.

Networks are trained with PyTorch, the support vector machine with scikit-learn (extra ``train``); what is written are
plain arrays that numpy runs, together with a small tree and what PyTorch made of it, so that both can be compared where
there is no PyTorch.

The parameters are the paper's: Adam at 1e-4, dropout 0.3, negatives weighing 0.01, 40 passes at the most, an end after
three rises of the loss on the development pages, and the threshold with the best F1 there, in steps of 0.025. Silent in
the paper, and chosen: a page is a step, and of all passes the weights with the least loss on the development pages are
kept.
"""

from __future__ import annotations

import io
import random
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from broadsheet.corpora.folds import FOLDS, fold_of
from broadsheet.errors import MissingExtra, NotHTML, PageTooLarge, RenderFailed, SourceUnreadable
from broadsheet.evaluate.alignment import label_nodes, node_words
from broadsheet.methods.dom_nodes import FEATURES, TAG_DIMENSION, WORD_DIMENSION, Border, DomNodes
from broadsheet.methods.gcn import Graph, Network
from broadsheet.methods.mlp import Perceptron
from broadsheet.methods.svc import Machine
from broadsheet.page import read_page
from broadsheet.render.snapshot import SUFFIX, load
from broadsheet.train.embeddings import HELD_OUT

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from broadsheet.corpora import Corpus, Gold
    from broadsheet.methods.dom_nodes import Embeddings
    from broadsheet.page import Page
    from broadsheet.page.arrays import BoolArray, FloatArray

__all__ = [
    "Example",
    "Figures",
    "Learnt",
    "Settings",
    "Trained",
    "archive",
    "choose",
    "classify",
    "examples",
    "figures",
    "figures_flat",
    "fit",
    "fit_runs",
    "model_card",
    "partial_labels",
    "snapshots_in",
    "split",
    "train",
]

Learnt = Network | Perceptron | Machine

_THRESHOLDS: Final = tuple(step / 40 for step in range(1, 40))
"""0.025 to 0.975 in steps of 0.025."""
_GAPS: Final = (250.0, 500.0, 1000.0, 2000.0, 4000.0, 1e9)
"""Values of t in characters that are tried."""
_PIXELS: Final = 1000.0
_SENTENCE: Final = slice(TAG_DIMENSION, TAG_DIMENSION + WORD_DIMENSION)
_REST: Final = [*range(TAG_DIMENSION), *range(TAG_DIMENSION + WORD_DIMENSION, FEATURES)]
_CHECKED: Final = 24
"""Nodes of the tree that is stored with PyTorch's answer."""

Array = Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a training depends on, besides the pages.

    Attributes:
        model: ``"gcn"``, ``"mlp"`` or ``"svc"``.
        layers: m, of ``"gcn"``.
        seed: of everything that is drawn.
        epochs: most passes over the pages.
        dimension: of an embedding.
        hidden: nodes a layer of ``"mlp"``.
        dropout: share of the activations of a layer that are dropped in training.
        rate: Adam's learning rate.
        negative: weight of a negative node.
        unnamed: weight of a text node of unknown label as a negative one; 0 leaves it out. None: as that of other
            negative nodes where most pages have such nodes, and otherwise 0; 0 too if a network goes on from another.
        patience: rises of the loss in a row after which training ends.
        nodes: most nodes that ``"svc"`` learns from; elements are drawn first, then negative text nodes.
        neighbours: GraphSAGE's sampling: at most so many children of a node take part in a step; None for all.
    """

    model: str = "gcn"
    layers: int = 2
    seed: int = 0
    epochs: int = 40
    dimension: int = 20
    hidden: int = 128
    dropout: float = 0.3
    rate: float = 1e-4
    negative: float = 0.01
    unnamed: float | None = None
    patience: int = 3
    nodes: int = 12_000
    neighbours: int | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Example:
    """A page to learn from, or to be judged by.

    Attributes:
        corpus, id, site: where it is from; a site's pages are in one fold.
        nodes: its nodes, the features in half precision to save memory.
        label: which nodes are content, shape (n,).
        known: of which nodes the label is known, shape (n,).
        texts: the texts of the text nodes.
        gold: the gold text; None where only segments are known.
        source: the HTML.
    """

    corpus: str
    id: str
    site: str
    nodes: DomNodes
    label: BoolArray
    known: BoolArray
    texts: list[str]
    gold: str | None
    source: str = ""


class Figures(NamedTuple):
    """Precision, recall and F1 in characters of text nodes, each the mean over pages."""

    pages: int
    precision: float
    recall: float
    f1: float


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


def examples(
    corpora: Iterable[Corpus],
    embeddings: Embeddings,
    *,
    page_of: Callable[[Gold], Page | None] | None = None,
    seen: Callable[[], None] = lambda: None,
) -> Iterator[Example]:
    """The pages of some corpora that can be learnt from.

    Args:
        corpora: the corpora.
        embeddings: of tags and words.
        page_of: gives the rendered page of an answer; pages that it does not give are left out. Without it, pages are
            read as they are.
        seen: called for every page, for a progress bar.
    """
    for corpus in corpora:
        for sample in corpus:
            seen()
            gold = sample.gold
            if gold.is_article is False or not gold.can_be_scored:
                continue
            try:
                page = page_of(gold) if page_of is not None else read_page(sample.text(), url=gold.url)
            except (NotHTML, PageTooLarge, RenderFailed):
                continue
            example = _example(corpus.name, gold, page, embeddings) if page is not None else None
            if example is not None:
                yield example


def _example(corpus: str, gold: Gold, page: Page, embeddings: Embeddings) -> Example | None:
    nodes = DomNodes.of_page(page, embeddings, page.layout)
    label = np.zeros(len(nodes.rows), dtype=np.bool_)
    known = np.ones(len(nodes.rows), dtype=np.bool_)
    rows = nodes.rows[nodes.text]
    texts = [page.raw(int(row)) for row in rows]
    if gold.text is not None:
        label[nodes.text] = label_nodes(node_words(texts), gold.core or gold.text)
    else:
        state = partial_labels(page, gold)[rows]
        label[nodes.text], known[nodes.text] = state > 0, state != 0
    if not label.any():
        return None
    compact = replace(nodes, features=nodes.features.astype(np.float16))
    return Example(
        corpus,
        gold.id,
        gold.site or f"{corpus}/{gold.id}",
        compact,
        label,
        known,
        texts,
        gold.core or gold.text,
        page.source,
    )


def partial_labels(page: Page, gold: Gold) -> NDArray[np.int8]:
    """1 for the rows of segments that must be found, -1 for those that must not, 0 for others; shape (page size,)."""
    segments = page.segments
    state = np.zeros(len(segments), dtype=np.int8)
    texts = segments.texts(page)
    for sign, parts in ((1, gold.with_), (-1, gold.without)):
        for part in (" ".join(part.split()) for part in parts):
            for place, text in enumerate(texts):
                if part and (part in text or (len(text) > _CHANCE and text in part)):
                    state[place] = sign
    out = np.zeros(len(page), dtype=np.int8)
    member = segments.of >= 0
    out[member] = state[segments.of[member]]
    return out


_CHANCE: Final = 15
"""Characters up to which a match may be chance."""


def snapshots_in(
    folder: Path, unreadable: Callable[[SourceUnreadable], None] | None = None
) -> Callable[[Gold], Page | None]:
    """A function that gives the rendered page of an answer, from ``folder/CORPUS/ID.snapshot``, or None.

    Args:
        folder: where snapshots are.
        unreadable: told of a snapshot that cannot be read, which then counts as missing. Without it, the function
            raises `SourceUnreadable`.
    """

    def page_of(gold: Gold) -> Page | None:
        file = folder / gold.corpus / f"{gold.id.replace('/', '_')}{SUFFIX}"
        page = None
        try:
            if file.exists():
                page = load(file).page
        except SourceUnreadable as error:
            # A page whose rows have changed knows its address, and not its file.
            named = SourceUnreadable(str(file), error.reason)
            if unreadable is None:
                raise named from error
            unreadable(named)
        return page

    return page_of


def split(pages: Sequence[Example], *, share: float = 0.15, seed: int = 0) -> tuple[list[Example], list[Example]]:
    """Pages to learn from and development pages, by site.

    Args:
        pages: all of them.
        share: of the sites that are for development (in the paper 20 of 131 pages).
        seed: another seed draws others.
    """
    sites = sorted({page.site for page in pages})
    random.Random(seed).shuffle(sites)  # noqa: S311 - reproducible draws, no secrets
    chosen = set(sites[: max(1, round(share * len(sites)))])
    return [page for page in pages if page.site not in chosen], [page for page in pages if page.site in chosen]


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
        development: where training ends, and threshold and gap are chosen.
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
        development: where training ends, and threshold and gap are chosen.
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
    found: list[tuple[Learnt, dict[str, NDArray[Any]]]] = []
    if settings.model == "svc":
        found += [_machine(pages, embeddings, replace(settings, seed=seed)) for seed in seeds]
    else:
        for network, check in _networks(pages, development, embeddings, settings, seeds, told, first):
            found.append((replace(network, threshold=_best_threshold(network, development)), check))
    return [(replace(learnt, gap=_best_gap(learnt, development)), check) for learnt, check in found]


def classify(learnt: Learnt, page: Example) -> FloatArray:
    """The probability of each node, shape (n,)."""
    features = page.nodes.features.astype(np.float32)
    if isinstance(learnt, Network):
        return learnt.probabilities(features, Graph.of_parents(page.nodes.parent))
    return learnt.probabilities(features)


def choose(learnt: Learnt, page: Example, probability: FloatArray, *, gap: float | None = None) -> BoolArray:
    """The text nodes of the longest group, shape (k,), given the probabilities of all nodes, shape (n,)."""
    if gap is None:
        gap = learnt.gap if page.nodes.box is None else _PIXELS
    number, best = page.nodes.grouped(probability[page.nodes.text], learnt.threshold, gap)
    chosen: BoolArray = number == best if best >= 0 else np.zeros(len(number), dtype=np.bool_)
    return chosen


def figures(learnt: Learnt, pages: Iterable[Example]) -> dict[str, Figures]:
    """How good a classifier is with its grouping, by corpus; under ``all`` for all pages."""
    scores: dict[str, list[tuple[float, float, float]]] = {}
    for page in pages:
        score = _score(page, choose(learnt, page, classify(learnt, page)))
        for name in (page.corpus, "all"):
            scores.setdefault(name, []).append(score)
    return {
        name: Figures(len(found), *np.mean(found, axis=0).tolist())
        for name, found in sorted(scores.items(), key=lambda item: (item[0] == "all", item[0]))
    }


def figures_flat(
    learnt: Learnt, rendered: Iterable[Example], corpora: Iterable[Corpus], embeddings: Embeddings
) -> Figures | None:
    """How good a classifier is on the pages of fold `HELD_OUT` among some rendered ones, not rendered; None of none.

    Args:
        learnt: a classifier of pages that are not rendered.
        rendered: the pages.
        corpora: what they are of.
        embeddings: of tags and words.
    """
    unseen = {(page.corpus, page.id) for page in rendered if fold_of(page.site) == HELD_OUT}
    same = [corpus.where(lambda gold: (gold.corpus, gold.id) in unseen) for corpus in corpora]
    return figures(learnt, examples(same, embeddings)).get("all")


def _score(page: Example, chosen: BoolArray) -> tuple[float, float, float]:
    """Precision, recall and F1 of a choice of text nodes, in characters; nodes of unknown label do not count."""
    chars = page.nodes.chars * page.known[page.nodes.text]
    label = page.label[page.nodes.text]
    found, wanted = int(chars[chosen].sum()), int(chars[label].sum())
    both = int(chars[chosen & label].sum())
    return both / found if found else 0.0, both / wanted if wanted else 0.0, 2 * both / max(1, found + wanted)


def _best_threshold(learnt: Learnt, pages: Sequence[Example]) -> float:
    """The threshold with the best F1 of the positive nodes; of equals the first."""
    probability = np.concatenate([classify(learnt, page)[page.known] for page in pages])
    label = np.concatenate([page.label[page.known] for page in pages])
    scores = []
    for threshold in _THRESHOLDS:
        found = probability >= threshold
        scores.append(2 * int((found & label).sum()) / max(1, int(found.sum()) + int(label.sum())))
    return _THRESHOLDS[int(np.argmax(scores))]


def _best_gap(learnt: Learnt, pages: Sequence[Example]) -> float:
    """The t in characters with the best mean F1 in characters; without meaning for rendered pages."""
    probability = [classify(learnt, page) for page in pages]
    means = [
        float(
            np.mean(
                [
                    _score(page, choose(learnt, page, of, gap=gap))[2]
                    for page, of in zip(pages, probability, strict=True)
                ]
            )
        )
        for gap in _GAPS
    ]
    return _GAPS[int(np.argmax(np.round(means, 6)))]


# The networks.


class _Page(NamedTuple):
    """A page as tensors: the features in two parts, for only text nodes have a sentence; and the edges."""

    rest: Any
    sentence: Any
    speaking: Any
    parent: Any
    child: Any
    share: Any
    label: Any
    weight: Any
    size: int


def _tensors(torch: Any, page: Example, settings: Settings) -> _Page:
    features = page.nodes.features
    speaking = np.flatnonzero(np.any(features[:, _SENTENCE] != 0, axis=1))
    parent = page.nodes.parent
    weight = np.where(page.label, 1.0, np.where(page.known, settings.negative, settings.unnamed or 0.0))
    nodes = np.arange(len(parent))
    if settings.model == "mlp":
        # Nodes that are alike are one, as often as there are such: the loss is the same.
        silent = np.setdiff1d(nodes, speaking)
        silent = silent[~page.label[silent]]
        rows = features[silent][:, _REST]
        _, first, of = np.unique(rows, axis=0, return_index=True, return_inverse=True)
        total = np.bincount(of.reshape(-1), weights=weight[silent])
        nodes = np.concatenate([np.setdiff1d(nodes, silent), silent[first]])
        weight = np.concatenate([weight[nodes[: len(nodes) - len(first)]], total])
        speaking = np.flatnonzero(np.isin(nodes, speaking))
    child = np.flatnonzero(parent >= 0)
    share = Graph.of_parents(parent).share[child]

    def tensor(array: Any, kind: Any) -> Any:
        return torch.from_numpy(np.ascontiguousarray(array)).to(kind)

    return _Page(
        rest=tensor(features[nodes][:, _REST], torch.float32),
        sentence=tensor(features[nodes[speaking]][:, _SENTENCE], torch.float32),
        speaking=tensor(speaking, torch.long),
        parent=tensor(parent[child], torch.long),
        child=tensor(child, torch.long),
        share=tensor(share, torch.float32)[:, None],
        label=tensor(page.label[nodes], torch.float32),
        weight=tensor(weight, torch.float32),
        size=len(nodes),
    )


def _networks(
    pages: Sequence[Example],
    development: Sequence[Example],
    embeddings: str,
    settings: Settings,
    seeds: Sequence[int],
    told: Callable[[int, list[float]], None],
    first: Learnt | None,
) -> Iterator[tuple[Network | Perceptron, dict[str, NDArray[Any]]]]:
    """A network for each seed. All weights have a first axis, of the runs."""
    try:
        import torch
    except ImportError as error:
        raise MissingExtra("PyTorch", "train") from error
    if settings.unnamed is None:
        # "Every element that was not labeled positive was treated as a negative sample" (section 6).
        # A network that goes on from another has learnt from others what is none.
        most = first is None and 2 * sum(page.gold is None for page in pages) > len(pages)
        settings = replace(settings, unnamed=settings.negative if most else 0.0)
    # The steps are too small to be shared out; and sums are the same on every machine.
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        trained = _trained(torch, pages, development, settings, seeds, told, first)
    finally:
        torch.set_num_threads(threads)
    for run, seed in enumerate(seeds):
        whole = _together(torch, {name: weight[run] for name, weight in trained.items()})
        yield _exported(whole, embeddings, settings), _check(torch, whole, replace(settings, seed=seed))


def _trained(
    torch: Any,
    pages: Sequence[Example],
    development: Sequence[Example],
    settings: Settings,
    seeds: Sequence[int],
    told: Callable[[int, list[float]], None],
    first: Learnt | None,
) -> dict[str, Any]:
    """Of each run the weights with the least loss on the development pages."""
    runs = []
    for seed in seeds:
        torch.manual_seed(seed)
        begin = _first_weights(torch, settings) if first is None else _weights_of(torch, first)
        runs.append(dict(_apart(torch, begin)))
    weights = {name: torch.stack([run[name] for run in runs]).requires_grad_(True) for name in runs[0]}
    draw = random.Random(seeds[0])  # noqa: S311 - reproducible draws, no secrets
    dropped = np.random.default_rng(seeds[0])
    optimiser = torch.optim.Adam(list(weights.values()), lr=settings.rate, fused=True)
    learning = [_tensors(torch, page, settings) for page in pages]
    judged = [_tensors(torch, page, settings) for page in development]
    best = {name: weight.detach().clone() for name, weight in weights.items()}
    least: FloatArray = np.full(len(seeds), np.inf)
    before = least
    rises, running = np.zeros(len(seeds)), np.ones(len(seeds), dtype=np.bool_)
    for epoch in range(settings.epochs):
        draw.shuffle(learning)
        for page in learning:
            sampled = draw if settings.neighbours else None
            loss = _losses(torch, _logit(torch, weights, page, settings, sampled, dropped), page).sum()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
        with torch.no_grad():
            losses = [_losses(torch, _logit(torch, weights, page, settings), page).numpy() for page in judged]
        found: FloatArray = np.array(losses, dtype=np.float64).mean(axis=0)
        told(epoch, found.tolist())
        better = torch.from_numpy(np.flatnonzero(running & (found < least)))
        for name, weight in weights.items():
            best[name][better] = weight.detach()[better]
        least = np.where(running, np.minimum(least, found), least)
        rises = np.where(found > before, rises + 1, 0)
        before = found
        running &= rises < settings.patience
        if not running.any():
            break
    return best


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
    """What `_exported` exported."""
    border = Border.__annotations__
    return {name: torch.from_numpy(array.copy()) for name, array in learnt.arrays().items() if name not in border}


def _apart(torch: Any, weights: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Weights as they are trained: W_0's three parts side by side, and the first layer's rows as `_Page` has them."""
    for name, weight in weights.items():
        side = torch.cat(weight.chunk(3), dim=1) if name.endswith(".w_0") else weight
        if name in ("0.w_0", "0.weight"):
            yield f"{name}.rest", side[_REST].contiguous()
            yield f"{name}.sentence", side[_SENTENCE].contiguous()
        else:
            yield name, side.contiguous()


def _together(torch: Any, weights: dict[str, Any]) -> dict[str, Any]:
    """What `_apart` took apart."""
    out = {}
    for name, weight in weights.items():
        if name.endswith(".sentence"):
            continue
        whole, side = name.removesuffix(".rest"), weight
        if whole != name:
            side = torch.zeros(FEATURES, weight.shape[1])
            side[_REST], side[_SENTENCE] = weight, weights[f"{whole}.sentence"]
        out[whole] = torch.cat(side.chunk(3, dim=1)) if whole.endswith(".w_0") else side
    return out


def _times(page: _Page, weights: dict[str, Any], name: str) -> Any:
    """X W, of features in two parts; shape (runs, n, columns)."""
    out = page.rest @ weights[f"{name}.rest"]
    return out.index_add(1, page.speaking, page.sentence @ weights[f"{name}.sentence"])


def _drop(torch: Any, h: Any, share: float, dropped: np.random.Generator | None) -> Any:
    """Dropout, in training; drawn by numpy, which is quicker here."""
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
    """The same as `Network.probabilities` and `Perceptron.probabilities`, up to the logit; shape (runs, n).

    ``draw`` samples the edges, ``dropped`` the activations that are dropped; both in training alone.
    """
    if settings.model == "mlp":
        h = _times(page, weights, "0.weight") + weights["0.bias"][:, None]
        number = 1
        while f"{number}.weight" in weights:
            h = _drop(torch, torch.relu(h), settings.dropout, dropped)
            h = h @ weights[f"{number}.weight"] + weights[f"{number}.bias"][:, None]
            number += 1
        return h[..., 0]
    parent, child, share = page.parent, page.child, page.share
    if draw is not None and settings.neighbours is not None:
        parent, child, share = _sampled(torch, page, settings.neighbours, draw)
    h = None
    for number in range(settings.layers):
        side = _times(page, weights, "0.w_0") if h is None else h @ weights[f"{number}.w_0"]
        own, below, above = side.split(settings.dimension, dim=2)
        z = own.index_add(1, parent, below[:, child] * share).index_add(1, child, above[:, parent] * share)
        h = _drop(torch, torch.relu(torch.relu(z) @ weights[f"{number}.w_1"]), settings.dropout, dropped)
    return (h @ weights["out"])[..., 0]


def _sampled(torch: Any, page: _Page, most: int, draw: random.Random) -> tuple[Any, Any, Any]:
    """The edges to at most so many children of each node, drawn anew; those left weigh more, so that sums keep."""
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
    """The loss of each run, shape (runs,)."""
    label, weight = page.label.expand_as(logit), page.weight.expand_as(logit)
    losses = torch.nn.functional.binary_cross_entropy_with_logits(logit, label, weight, reduction="none")
    return losses.sum(dim=1) / page.weight.sum().clamp(min=1e-6)


def _exported(weights: dict[str, Any], embeddings: str, settings: Settings) -> Network | Perceptron:
    arrays = {name: weight.numpy() for name, weight in weights.items()}
    if settings.model == "gcn":
        layers = tuple((arrays[f"{number}.w_0"], arrays[f"{number}.w_1"]) for number in range(settings.layers))
        return Network(layers, arrays["out"], 0.5, _PIXELS, embeddings)
    count = len(arrays) // 2
    dense = tuple((arrays[f"{number}.weight"], arrays[f"{number}.bias"]) for number in range(count))
    return Perceptron(dense, 0.5, _PIXELS, embeddings)


def _tree(seed: int) -> tuple[Any, Any]:
    """A small tree with features drawn at random."""
    generator = np.random.default_rng(seed)
    parent = np.array([-1, *(int(generator.integers(0, node)) for node in range(1, _CHECKED))], dtype=np.int64)
    return generator.normal(0, 0.5, (_CHECKED, FEATURES)).astype(np.float16), parent


def _check(torch: Any, weights: dict[str, Any], settings: Settings) -> dict[str, NDArray[Any]]:
    """A small tree and PyTorch's probabilities of its nodes, computed as the paper writes it."""
    features, parent = _tree(settings.seed)
    h = torch.from_numpy(features.astype(np.float32))
    with torch.no_grad():
        if settings.model == "gcn":
            # With whole matrices, to check the shorter way that numpy and the training go.
            a = torch.zeros(len(parent), len(parent))
            for node, above in enumerate(parent.tolist()):
                if above >= 0:
                    a[above, node] = 1
            root = (a + torch.eye(len(parent))).sum(dim=1).rsqrt().diag()
            a = root @ a @ root
            for number in range(settings.layers):
                z = torch.cat([h, a @ h, a.T @ h], dim=1)
                h = torch.relu(torch.relu(z @ weights[f"{number}.w_0"]) @ weights[f"{number}.w_1"])
            answer = torch.sigmoid(h @ weights["out"])[:, 0]
        else:
            for number in range(len(weights) // 2):
                h = torch.relu(h) if number else h
                h = h @ weights[f"{number}.weight"] + weights[f"{number}.bias"]
            answer = torch.sigmoid(h)[:, 0]
    return {"check.features": features, "check.parent": parent, "check.answer": answer.numpy()}


# The support vector machine.


def _machine(pages: Sequence[Example], embeddings: str, settings: Settings) -> tuple[Machine, dict[str, NDArray[Any]]]:
    try:
        from sklearn.svm import SVC
    except ImportError as error:
        raise MissingExtra("scikit-learn", "train") from error
    x, y = _drawn(pages, settings)
    model = SVC(kernel="rbf", C=1.0, gamma="scale", cache_size=500)
    model.fit(x.astype(np.float64), y)
    # Files hold half precision, so that is what is checked.
    vectors = model.support_vectors_.astype(np.float16).astype(np.float32)
    machine = Machine(
        vectors=vectors,
        weight=model.dual_coef_[0].astype(np.float32),
        bias=float(model.intercept_[0]),
        gamma=float(1 / (x.shape[1] * x.astype(np.float64).var())),
        threshold=0.5,
        gap=_PIXELS,
        embeddings=embeddings,
    )
    features, parent = _tree(settings.seed)
    distance = model.decision_function(features.astype(np.float64))
    return machine, {
        "check.features": features,
        "check.parent": parent,
        "check.answer": 1 / (1 + np.exp(-distance)),
    }


def _drawn(pages: Sequence[Example], settings: Settings) -> tuple[NDArray[np.float32], BoolArray]:
    """Nodes to learn from: all of the positive text nodes there is room for, negative ones, and elements, in thirds."""
    generator = np.random.default_rng(settings.seed)
    third = settings.nodes // 3
    rows, label = [], []
    speaking = [np.isin(np.arange(len(page.label)), page.nodes.text) for page in pages]
    for wanted in (
        [page.label for page in pages],
        [of & ~page.label & page.known for page, of in zip(pages, speaking, strict=True)],
        [~of & ~page.label for page, of in zip(pages, speaking, strict=True)],
    ):
        number = np.concatenate([np.full(int(mask.sum()), place) for place, mask in enumerate(wanted)])
        node = np.concatenate([np.flatnonzero(mask) for mask in wanted])
        drawn = generator.permutation(len(node))[:third]
        rows += [pages[number[at]].nodes.features[node[at]] for at in drawn]
        label += [bool(pages[number[at]].label[node[at]]) for at in drawn]
    return np.array(rows, dtype=np.float32), np.array(label)


# What is written.


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


def model_card(
    name: str,
    trained: Sequence[Trained],
    settings: Settings,
    *,
    same: Figures | None = None,
    date: dt.date,
    command: str,
    version: str,
) -> str:
    """What a reader should know of the weights, in Markdown.

    Args:
        name: the method.
        trained: what came of the training; first of pages as they are, then perhaps of rendered ones.
        settings: of the training.
        same: how good the first classifier is on the pages that the figures of the second are of, not rendered.
        date: when.
        command: how to repeat it.
        version: of the package.
    """
    parts = [
        f"# Weights of `{name}`",
        "",
        f"Made on {date.isoformat()} by Broadsheet {version}:",
        "",
        f"    {command}",
        "",
        "Pages to learn from, and of other sites for development, are of folds other than "
        f"{HELD_OUT} of {FOLDS} (by a hash of the registered domain). A text node is content if half of its words "
        "are aligned with the gold text; where a corpus names only some segments, other text nodes count in no figure"
        + ("." if settings.model == "svc" else ", and are learnt from, as negative, only where most pages are such."),
        "",
        "Precision, recall and F1 are in characters of text nodes against these labels, means over the pages of the "
        f"sites of fold {HELD_OUT}, from which neither weights nor embeddings have learnt anything.",
        "",
    ]
    for one in trained:
        parts += _card_of(one, settings, same if one.layout else None)
    return "\n".join(parts)


def _card_of(one: Trained, settings: Settings, same: Figures | None) -> list[str]:
    """The part of the model card on one classifier."""
    unit = (
        "1000 pixels"
        if one.layout
        else "no limit"
        if one.learnt.gap >= max(_GAPS)
        else f"{one.learnt.gap:g} characters"
    )
    passes = (
        ""
        if settings.model == "svc"
        else (f"; {one.passes} passes (at most {settings.epochs}) at a rate of {settings.rate:g}")
    )
    found = list(one.figures.items())
    if same is not None:
        found.append(("the same pages, not rendered", same))
    return [
        "## For rendered pages" if one.layout else "## For pages that are not rendered",
        "",
        "Learnt from rendered pages, with all features"
        + ("." if settings.model == "svc" else ", from the weights above on: there are many more pages for these.")
        if one.layout
        else "**Learnt without rendering**: the visual features are neutral, and the figures say nothing of the "
        "paper's method with them.",
        f"{one.learning} pages to learn from, {one.development} for development.",
        "",
        "| corpus | pages | precision | recall | F1 |",
        "|---|--:|--:|--:|--:|",
        *(f"| {corpus} | {of.pages} | {of.precision:.3f} | {of.recall:.3f} | {of.f1:.3f} |" for corpus, of in found),
        "",
        f"Threshold {one.learnt.threshold:g}; largest gap inside a group: {unit}; seed {settings.seed}{passes}.",
        "",
    ]
