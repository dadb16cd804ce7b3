"""Train `fusion`'s network from corpora and write it as plain arrays.

Labels come from aligning the gold text with the segments of each page; the corpus with segments that must and must not
be found gives partial labels. PyTorch (extra ``train``) is imported only here.

The network is described in `broadsheet.methods.fusion.network`, which runs what this module writes.
"""

from __future__ import annotations

import hashlib
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.corpora import Corpus, Gold, Sample
from broadsheet.errors import BroadsheetError, MissingExtra
from broadsheet.evaluate.alignment import label_nodes, node_words
from broadsheet.evaluate.metrics import found_segments, overlap, shingles
from broadsheet.methods.base import Given
from broadsheet.methods.fusion.features import NAMES, evidence, tokens
from broadsheet.methods.fusion.network import CONTEXT_AFTER, DILATIONS, Network
from broadsheet.page import read_page

__all__ = ["Example", "Figures", "Settings", "examples", "figures", "fold_of", "train", "write"]

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a training run depends on, besides the corpora.

    Attributes:
        seed: of everything that is drawn.
        epochs: passes over the pages.
        hidden: width of a hidden state.
        word: width of a word's vector.
        sites: sites that must use a word before it is in the vocabulary.
        rate: largest learning rate.
        decay: weight decay.
        dropped: share of the states that are dropped in training.
        batch: pages in a step.
        longest: segments of a page that are used in one step; of a longer page a stretch is drawn.
    """

    seed: int = 0
    epochs: int = 10
    hidden: int = 64
    word: int = 24
    sites: int = 12
    rate: float = 3e-3
    decay: float = 1e-2
    dropped: float = 0.2
    batch: int = 16
    longest: int = 600


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A page as the network sees it.

    Attributes:
        corpus, site: where it is from; a site's pages are in one fold.
        columns: evidence, float16 to save memory, shape (m, f).
        words: words around each segment.
        chars: characters of each segment.
        label: share of the segment that is in the gold text, 0 to 1.
        weight: how much the label is believed, 0 to 1.
        gold: the page's answer.
        texts: the segments' texts.
    """

    corpus: str
    site: str
    columns: NDArray[np.float16]
    words: list[list[str]]
    chars: NDArray[np.int32]
    label: Array
    weight: Array
    gold: Gold
    texts: list[str]


def examples(corpora: Iterable[Corpus], seen: Callable[[], None] = lambda: None) -> Iterator[Example]:
    """The pages of some corpora that can be learnt from.

    Args:
        corpora: the corpora.
        seen: called for every page, for a progress bar.
    """
    for corpus in corpora:
        for sample in corpus:
            seen()
            if sample.gold.is_article is False or not sample.gold.can_be_scored:
                continue
            example = _example(corpus, sample)
            if example is not None:
                yield example


def _example(corpus: Corpus, sample: Sample) -> Example | None:
    gold = sample.gold
    try:
        page = read_page(sample.text(), url=gold.url)
    except BroadsheetError:
        return None
    segments = page.segments
    if not len(segments):
        return None
    texts = segments.texts(page)
    if gold.text is not None:
        label, weight = _labels(texts, gold, titled=corpus.includes.title)
    else:
        label, weight = _partial_labels(texts, gold)
    return Example(
        corpus=corpus.name,
        site=gold.site or gold.id,
        columns=evidence(page, Given()).columns.astype(np.float16),
        words=tokens(page, segments),
        chars=segments.chars.copy(),
        label=label,
        weight=weight,
        gold=gold,
        texts=texts,
    )


def _labels(texts: list[str], gold: Gold, *, titled: bool | None) -> tuple[Array, Array]:
    """Labels by alignment. The headline is metadata, so the segments that are the headline are none of the body."""
    text = gold.core or gold.text or ""
    label = label_nodes(node_words(texts), text).astype(np.float32)
    weight = np.ones(len(texts), dtype=np.float32)
    title = (gold.title or "").casefold()
    if not title and titled:
        title = text.split("\n", 1)[0].casefold()
    for at, segment in enumerate(texts):
        if title and segment.casefold() == title:
            label[at], weight[at] = 0.0, 0.5
        elif label[at] and len(segment) < _SHORT:
            weight[at] = 0.5  # a few words are aligned by chance
    return label, weight


def _partial_labels(texts: list[str], gold: Gold) -> tuple[Array, Array]:
    """Labels of the segments that are named as wanted or unwanted; of the others nothing is known."""
    label = np.zeros(len(texts), dtype=np.float32)
    weight = np.zeros(len(texts), dtype=np.float32)
    for wanted, parts in ((1.0, gold.with_), (0.0, gold.without)):
        for part in (" ".join(part.split()) for part in parts):
            for at, text in enumerate(texts):
                if part and (part in text or (len(text) > _SHORT and text in part)):
                    label[at], weight[at] = wanted, 1.0
    return label, weight


_SHORT: Final = 15
"""Characters under which a match may be chance."""


def fold_of(site: str, folds: int = 5) -> int:
    """The fold of a site, by its hash."""
    return int(hashlib.md5(site.encode(), usedforsecurity=False).hexdigest(), 16) % folds


def train(
    pages: Sequence[Example], settings: Settings, told: Callable[[int, float], None] = lambda epoch, loss: None
) -> Network:
    """Train a network.

    Args:
        pages: what to learn from.
        settings: how.
        told: called after each epoch with its number and mean loss.

    Raises:
        MissingExtra: PyTorch is not installed.
    """
    torch = _torch()
    torch.manual_seed(settings.seed)
    torch.use_deterministic_algorithms(True)
    draw = random.Random(settings.seed)  # noqa: S311 - reproducible draws, no secrets
    vocabulary = _vocabulary(pages, settings.sites)
    known = [[[vocabulary[word] for word in around if word in vocabulary] for around in page.words] for page in pages]
    sample = np.concatenate([page.columns[:300].astype(np.float32) for page in pages])
    mean, deviation = sample.mean(axis=0), sample.std(axis=0) + 1e-3
    model = _model(torch, settings, len(vocabulary))
    parameters = [parameter for part in model.values() for parameter in part.parameters()]
    optimiser = torch.optim.AdamW(parameters, lr=settings.rate, weight_decay=settings.decay)
    steps = -(-len(pages) // settings.batch) * settings.epochs
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, settings.rate, total_steps=steps + 1, pct_start=0.15)
    for epoch in range(settings.epochs):
        order = list(range(len(pages)))
        draw.shuffle(order)
        losses = []
        for at in range(0, len(order), settings.batch):
            drawn = order[at : at + settings.batch]
            batch = _batch(torch, [pages[i] for i in drawn], [known[i] for i in drawn], mean, deviation, settings, draw)
            logit = _forward(torch, model, batch, settings, training=True)
            loss = torch.nn.functional.binary_cross_entropy_with_logits(
                logit, batch["label"], weight=batch["weight"], reduction="sum"
            )
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(parameters, 1.0)
            optimiser.step()
            schedule.step()
            losses.append(loss.item())
        told(epoch, float(np.mean(losses)))
    return Network(arrays=_arrays(model, mean, deviation), vocabulary=vocabulary)


@dataclass(frozen=True, slots=True)
class Figures:
    """How good a network is on the pages of some corpus that it has not seen.

    Attributes:
        pages: how many.
        precision, recall, f1: means over the pages, of shingles of four tokens against the gold text without the
            headline where the corpus tells it apart; of segments counted together where there is no gold text.
    """

    pages: int
    precision: float
    recall: float
    f1: float


def figures(network: Network, pages: Iterable[Example], threshold: float) -> dict[str, Figures]:
    """How good a network is, by corpus.

    Args:
        network: the network.
        pages: pages of sites that it was not trained on.
        threshold: least probability of a segment that is kept.
    """
    scores: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    found: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    for page in pages:
        probability = network.probabilities(page.columns.astype(np.float32), page.words, page.chars)
        text = "\n".join(text for text, kept in zip(page.texts, probability >= threshold, strict=True) if kept)
        if page.gold.text is None:
            counted = found_segments(text, page.gold.with_, page.gold.without)
            found[page.corpus].append((counted.wanted, counted.unwanted, counted.missed))
            continue
        common = overlap(shingles(page.gold.core or page.gold.text), shingles(text))
        scores[page.corpus].append((common.precision, common.recall, common.f1))
    out = {name: Figures(len(rows), *np.mean(rows, axis=0).tolist()) for name, rows in scores.items()}
    for name, counts in found.items():
        right, wrong, missed = np.sum(counts, axis=0).tolist()
        precision, recall = right / max(1, right + wrong), right / max(1, right + missed)
        out[name] = Figures(len(counts), precision, recall, 2 * right / max(1, 2 * right + wrong + missed))
    return dict(sorted(out.items()))


def write(network: Network, path: Path) -> None:
    """Write a network as half-precision arrays: the same network gives the same bytes."""
    words = "\n".join(sorted(network.vocabulary, key=lambda word: network.vocabulary[word]))
    arrays: dict[str, Any] = {name: array.astype(np.float16) for name, array in sorted(network.arrays.items())}
    arrays["mean"] = network.arrays["mean"]
    arrays["deviation"] = network.arrays["deviation"]
    with path.open("wb") as file:
        np.savez(file, vocabulary=np.frombuffer(words.encode(), dtype=np.uint8), **arrays)


def _torch() -> Any:
    try:
        import torch
    except ImportError as error:
        raise MissingExtra("PyTorch", "train") from error
    return torch


def _vocabulary(pages: Sequence[Example], least: int) -> dict[str, int]:
    """Words that enough sites use, numbered in alphabetical order. No word of one site alone is learnt."""
    sites: dict[str, set[str]] = defaultdict(set)
    for page in pages:
        for word in {word for around in page.words for word in around}:
            sites[word].add(page.site)
    return {word: number for number, word in enumerate(sorted(w for w, used in sites.items() if len(used) >= least))}


def _model(torch: Any, settings: Settings, words: int) -> dict[str, Any]:
    nn, h = torch.nn, settings.hidden
    return {
        "embedding": nn.EmbeddingBag(words, settings.word, mode="sum", include_last_offset=True),
        "input": nn.Linear(len(NAMES) + settings.word, h),
        "output": nn.Linear(h, 1),
        **{f"conv.{i}": nn.Conv1d(h, 2 * h, 3, padding=d, dilation=d) for i, d in enumerate(DILATIONS)},
        **{f"norm.{i}": nn.LayerNorm(h) for i in range(len(DILATIONS) + 1)},
        **{f"context.{i}": nn.Linear(2 * h, h) for i in range(len(CONTEXT_AFTER))},
    }


def _batch(
    torch: Any,
    pages: Sequence[Example],
    known: Sequence[list[list[int]]],
    mean: Array,
    deviation: Array,
    settings: Settings,
    draw: random.Random,
) -> dict[str, Any]:
    """Pages laid end to end, so far apart that no convolution reaches from one into the next."""
    gap = max(DILATIONS)
    columns, label, weight, chars, place, number = [], [], [], [], [], []
    words: list[int] = []
    edges = [0]
    at = 0
    for index, (page, around) in enumerate(zip(pages, known, strict=True)):
        size = min(len(page.chars), settings.longest)
        first = draw.randrange(len(page.chars) - size + 1)
        part = slice(first, first + size)
        columns.append(np.clip((page.columns[part].astype(np.float32) - mean) / deviation, -8, 8))
        length = page.chars[part]
        label.append(page.label[part])
        weight.append(page.weight[part] * np.sqrt(np.minimum(length, 1500)))
        chars.append(np.log1p(length) / np.log1p(length).sum())
        place.append(np.arange(at, at + size))
        number.append(np.full(size, index))
        for found in around[part]:
            # A site's own names must not be all that is known of a segment.
            if draw.random() >= 0.1:
                words += found
            edges.append(len(words))
        at += size + gap
    weights = np.concatenate(weight)
    return {
        "columns": torch.from_numpy(np.concatenate(columns).astype(np.float32)),
        "label": torch.from_numpy(np.concatenate(label)),
        "weight": torch.from_numpy((weights / max(1e-6, weights.sum())).astype(np.float32)),
        "chars": torch.from_numpy(np.concatenate(chars).astype(np.float32)),
        "place": torch.from_numpy(np.concatenate(place)),
        "page": torch.from_numpy(np.concatenate(number)),
        "words": torch.tensor(words, dtype=torch.long),
        "edges": torch.tensor(edges, dtype=torch.long),
        "pages": len(pages),
        "length": at,
    }


def _forward(torch: Any, model: dict[str, Any], batch: dict[str, Any], settings: Settings, *, training: bool) -> Any:
    """The same computation as `Network.probabilities`, for several pages at once and up to the logit."""

    def drop(x: Any) -> Any:
        return torch.nn.functional.dropout(x, settings.dropped, training)

    relu = torch.nn.functional.relu
    words = model["embedding"](batch["words"], batch["edges"])
    h = relu(model["input"](drop(torch.cat([batch["columns"], words], dim=1))))
    for layer in range(len(DILATIONS)):
        spread = torch.zeros(batch["length"], h.shape[1])
        spread = spread.index_copy(0, batch["place"], model[f"norm.{layer}"](h))
        z = model[f"conv.{layer}"](spread.T.unsqueeze(0))[0].T[batch["place"]]
        value, gate = z.chunk(2, dim=1)
        h = h + drop(value * torch.sigmoid(gate))
        if layer in CONTEXT_AFTER:
            mean = torch.zeros(batch["pages"], h.shape[1]).index_add(0, batch["page"], h * batch["chars"].unsqueeze(1))
            most = torch.stack([h[batch["page"] == page].max(dim=0).values for page in range(batch["pages"])])
            page = model[f"context.{CONTEXT_AFTER.index(layer)}"](torch.cat([mean, most], dim=1))
            h = h + relu(page)[batch["page"]]
    return model["output"](model[f"norm.{len(DILATIONS)}"](h))[:, 0]


def _arrays(model: dict[str, Any], mean: Array, deviation: Array) -> dict[str, Array]:
    """The weights in the form that `Network` reads: inputs first, taps of a convolution outermost."""
    out: dict[str, Array] = {"mean": mean, "deviation": deviation}
    for name, part in model.items():
        state = {key: value.detach().numpy() for key, value in part.state_dict().items()}
        if name == "embedding":
            out[name] = state["weight"]
        elif name.startswith("conv"):
            out[f"{name}.weight"] = np.ascontiguousarray(state["weight"].transpose(2, 1, 0))
            out[f"{name}.bias"] = state["bias"]
        else:
            out[f"{name}.weight"] = (
                np.ascontiguousarray(state["weight"].T) if state["weight"].ndim == 2 else state["weight"]
            )
            out[f"{name}.bias"] = state["bias"]
    return out
